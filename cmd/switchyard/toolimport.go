package main

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/internal/progress"
	"switchyard/model"
	"switchyard/tools/imports"
	"switchyard/tools/imports/functions"
	"switchyard/tools/imports/mcp"
	"switchyard/tools/imports/openapi"
	"switchyard/tools/imports/publicapis"
)

// importFlags are the flags that all importers have.
type importFlags struct {
	out           string
	force, asJSON bool
	models        *writers // that write what is imported; nil where rules do
}

// importer reads one source, given its name and, for a file or an address, its content.
type importer func(ctx context.Context, source string, data []byte) (*imports.Report, error)

func (c *console) toolsImportCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import KIND SOURCE... [flags]",
		Short: "Make toolsets from API descriptions, tool servers and lists",
		Long: `Make toolsets from API descriptions, tool servers and lists of functions or APIs.
The files hold only what the source says: names, descriptions, schemas, and effects
that follow from an HTTP method. For each tool they name its place in the source. What
else a toolset needs is inferred when it is loaded, so the files can be used at once;
switchyard tools refine writes it down, for you to read and change.

SOURCE is a file, or an address that begins with https:// or http://.`,
		Example: `  switchyard tools import openapi petstore.yaml --out tools
  switchyard tools import functions functions.jsonl --out tools
  switchyard generate --toolset tools`,
		Args: cobra.ArbitraryArgs,
		RunE: showHelp,
	}
	cmd.AddCommand(c.importOpenAPI(), c.importMCP(), c.importPublicAPIs(), c.importFunctions())
	return cmd
}

// importCommand makes the command of one importer.
func (c *console) importCommand(cmd *cobra.Command, f *importFlags, read importer) *cobra.Command {
	cmd.Long += "\n\nWhat cannot be used is left out and listed. The exit code is 0 if a toolset was\nwritten, and 1 if nothing was.\n\n" + exitCodes
	if cmd.Args == nil {
		cmd.Args = wantPaths("SOURCE", strings.TrimSpace(strings.Split(cmd.Example, "\n")[0]), 0)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := c.notEverything(f.out); err != nil {
			return err
		}
		var sources []imports.Source
		counter := progress.Begin(cmd.Context(), progress.Part{Doing: "reading", Noun: "sources", Total: int64(len(args))})
		defer counter.End()
		for _, name := range args {
			data, err := imports.Fetch(cmd.Context(), http.DefaultClient, name)
			if bad := (*imports.Error)(nil); errors.As(err, &bad) {
				return misuse(bad.Hint, "%s", oneLine(bad.Error()))
			} else if err != nil {
				return err
			}
			name = imports.WithoutSecrets(name)
			report, err := read(cmd.Context(), name, data)
			if err != nil && (report == nil || !errors.Is(err, imports.ErrNothing)) {
				return importFailure(name, err)
			}
			sources = append(sources, imports.Source{Name: name, Report: report})
			counter.Add(1)
		}
		counter.End()
		return c.saveImported(cmd.Context(), sources, f)
	}
	f.add(cmd)
	return cmd
}

func (f *importFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.out, "out", "tools", "write to the `FOLDER`, or to a file if it ends in .yaml")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace files that are there and differ")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print the report as JSON")
	addQuiet(cmd.Flags())
}

func (c *console) importOpenAPI() *cobra.Command {
	var o openapi.Options
	var remote bool
	cmd := &cobra.Command{
		Use:   "openapi SOURCE... [flags]",
		Short: "Import OpenAPI 3 and Swagger 2 descriptions",
		Long: `Import descriptions of HTTP APIs: OpenAPI 3.0 and 3.1, and Swagger 2. Each
operation becomes a tool, and operations that belong together become a toolset of up
to 17 tools. Paths and methods say what a tool does to which things. References to
files in the folder of the description are followed; references to other hosts are
followed only with --remote. Operations that cannot be read are listed.`,
		Example: `  switchyard tools import openapi petstore.yaml --out tools
  switchyard tools import openapi https://petstore3.swagger.io/api/v3/openapi.json --out tools`,
	}
	cmd.Flags().BoolVar(&remote, "remote", false, "follow references to other hosts")
	return c.importCommand(cmd, &importFlags{}, func(ctx context.Context, source string, data []byte) (*imports.Report, error) {
		o.Remote = remote
		if o.Folder = filepath.Dir(source); imports.IsAddress(source) {
			o.Folder = ""
		}
		return openapi.Import(ctx, source, data, o)
	})
}

func (c *console) importPublicAPIs() *cobra.Command {
	var o publicapis.Options
	f := &importFlags{}
	cmd := &cobra.Command{
		Use:   "public-apis SOURCE... [flags]",
		Short: "Import the public-apis list",
		Long: `Import a list of APIs as the project public-apis keeps it: a Markdown file with a
table for each category. Each API becomes a small toolset, written from its
description by templates for its category.

With --role author=MODEL a model writes the tools. It writes an introduction of the
API, then functions, and then an OpenAPI description of them with narrower types. Five
reviews follow, by --role reviewer=MODEL if given; tools that they object to are
changed or dropped. docs/models.md explains how.`,
		Example: `  switchyard tools import public-apis README.md --category Weather,Finance --per-api 4
  switchyard tools import public-apis README.md --category Weather --role author=gpt-4o`,
	}
	cmd.Flags().StringSliceVar(&o.Categories, "category", nil, "import only the categories `NAME`, separated by commas (default: all)")
	cmd.Flags().IntVar(&o.PerAPI, "per-api", 4, "`N` tools for each API")
	c.importCommand(cmd, f, func(ctx context.Context, source string, data []byte) (*imports.Report, error) {
		report, err := publicapis.Import(source, data, o)
		if err != nil || f.models == nil {
			return report, err
		}
		if c.bars == nil {
			return report, f.models.ExpandReport(ctx, report, o.PerAPI, nil)
		}
		shown := &runProgress{to: c.bars, noun: "APIs"}
		f.models.showCost(shown)
		shown.Start(len(report.Sets), 0)
		defer shown.Finish()
		return report, f.models.ExpandReport(ctx, report, o.PerAPI, func() { shown.Add(true) })
	})
	typed := addWriterSettings(cmd.Flags(), "author=gpt-4o")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if f.models, err = c.writers(cmd.Context(), typed, "author", "reviewer"); err != nil {
			return err
		}
		return f.models.close(run(cmd, args))
	}
	return cmd
}

func (c *console) importFunctions() *cobra.Command {
	return c.importCommand(&cobra.Command{
		Use:     "functions SOURCE... [flags]",
		Aliases: []string{"toolalpaca", "bfcl", "mmtb", "openai"},
		Short:   "Import lists of functions",
		Long: `Import lists of functions: lists for OpenAI and similar APIs, documents of ToolAlpaca
and of the Berkeley Function-Calling Leaderboard, files of the Multi-Mission Tool
Bench. The kind of a file is recognized from its content. Types that JSON Schema
does not have (float, dict, "int | str") get their proper names.`,
		Example: `  switchyard tools import functions functions.jsonl --out tools`,
	}, &importFlags{}, func(_ context.Context, source string, data []byte) (*imports.Report, error) {
		return functions.Import(source, data)
	})
}

func (c *console) importMCP() *cobra.Command {
	var command, address string
	var headers []string
	cmd := &cobra.Command{
		Use:   "mcp [SOURCE...] [flags]",
		Short: "Import the tools of MCP servers",
		Long: `Import the tools of a server that speaks the Model Context Protocol: started with
--command, reached at --url, or from the saved result of tools/list.

Keys do not belong in commands: ${NAME} in a --header stands for the environment
variable NAME. Put the header in single quotes, so that the shell does not expand it.
Headers are sent only to the host of the address, and never shown.`,
		Example: `  switchyard tools import mcp saved.json --out tools
  switchyard tools import mcp --command "npx -y @modelcontextprotocol/server-everything"
  switchyard tools import mcp --url https://host/mcp --header 'Authorization: Bearer ${MCP_TOKEN}'`,
		Args: cobra.ArbitraryArgs,
	}
	cmd.Flags().StringVar(&command, "command", "", "start the server with a `COMMAND`: words separated by spaces")
	cmd.Flags().StringVar(&address, "url", "", "reach the server at a `URL`")
	cmd.Flags().StringArrayVar(&headers, "header", nil, "send a `HEADER` to the address: 'Name: value'; repeatable")
	f := &importFlags{}
	c.importCommand(cmd, f, func(ctx context.Context, source string, data []byte) (*imports.Report, error) {
		return mcp.Import(ctx, source, data)
	})
	files := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		given := 0
		for _, is := range []bool{command != "", address != "", len(args) > 0} {
			if is {
				given++
			}
		}
		if given != 1 {
			return misuse("for example: switchyard tools import mcp saved.json", "%s needs one of SOURCE, --command and --url", cmd.CommandPath())
		}
		if len(headers) > 0 && address == "" {
			return misuse("headers are for servers that are reached at an address", "--header needs --url")
		}
		if len(args) > 0 {
			return files(cmd, args)
		}
		var report *imports.Report
		sent, err := mcp.Headers(headers, c.getenv)
		if bad := (*mcp.HeaderError)(nil); errors.As(err, &bad) {
			return misuse(bad.Hint, "--header %s", bad)
		}
		if command != "" {
			report, err = mcp.FromCommand(cmd.Context(), strings.Fields(command))
		} else {
			report, err = mcp.FromURL(cmd.Context(), address, sent, model.NewTransport(http.ProxyFromEnvironment))
		}
		source := cmp.Or(command, imports.WithoutSecrets(address))
		if err != nil && (report == nil || !errors.Is(err, imports.ErrNothing)) {
			return importFailure(source, err)
		}
		return c.saveImported(cmd.Context(), []imports.Source{{Name: source, Report: report}}, f)
	}
	return cmd
}

// importFailure explains what is wrong with a source.
func importFailure(source string, err error) error {
	var bad *imports.Error
	switch {
	case errors.As(err, &bad):
		return &failure{message: oneLine(bad.Error()), hint: bad.Hint, code: exitFound}
	case errors.Is(err, imports.ErrNothing):
		return &failure{message: source + ": " + err.Error(), code: exitFound, hint: "switchyard tools import --help lists the kinds of sources"}
	}
	return err
}
