package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/model"
	"switchyard/tools/imports"
	"switchyard/tools/imports/functions"
	"switchyard/tools/imports/mcp"
	"switchyard/tools/imports/openapi"
	"switchyard/tools/imports/publicapis"
)

// importFlags are the flags of every importer.
type importFlags struct {
	out           string
	force, asJSON bool
	models        *writers // that write what is imported; nil where rules do
}

// importer reads one source: its name and, if it is a file or an address, its
// bytes.
type importer func(ctx context.Context, source string, data []byte) (*imports.Report, error)

func (c *console) toolsImportCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import KIND SOURCE... [flags]",
		Short: "Make toolsets of API descriptions, tool servers and lists",
		Long: `Make toolsets of what others say of their tools. The files say what the source
says, and where: names, descriptions, schemas, effects that a method tells. What a
toolset needs beyond that is inferred when it is loaded, so that it can be used as
it is; switchyard tools refine writes it down, to be read and changed.

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
	cmd.Long += "\n\n" + exitCodes
	if cmd.Args == nil {
		cmd.Args = wantPaths("SOURCE", strings.TrimSpace(strings.Split(cmd.Example, "\n")[0]), 0)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var reports []*imports.Report
		var sources []string
		for _, source := range args {
			data, err := fetch(cmd.Context(), source)
			if err != nil {
				return err
			}
			source = withoutSecrets(source)
			report, err := read(cmd.Context(), source, data)
			if err != nil && (report == nil || !errors.Is(err, imports.ErrNothing)) {
				return importFailure(source, err)
			}
			sources, reports = append(sources, source), append(reports, report)
		}
		return c.writeImported(cmd.Context(), sources, reports, f)
	}
	f.add(cmd)
	return cmd
}

func (f *importFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.out, "out", "tools", "write to the `FOLDER`, or to a file if it ends in .yaml")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace files that are there and differ")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print the report as JSON")
}

func (c *console) importOpenAPI() *cobra.Command {
	var o openapi.Options
	var remote bool
	cmd := &cobra.Command{
		Use:   "openapi SOURCE... [flags]",
		Short: "Import OpenAPI 3 and Swagger 2 descriptions",
		Long: `Import descriptions of HTTP APIs: OpenAPI 3.0 and 3.1, and Swagger 2. An operation
becomes a tool, operations that belong together a toolset of up to 17 tools.
Paths and methods tell what a tool does to which things. References to other files
beside the description are followed, those to other hosts only with --remote.`,
		Example: `  switchyard tools import openapi petstore.yaml --out tools
  switchyard tools import openapi https://petstore3.swagger.io/api/v3/openapi.json --out tools`,
	}
	cmd.Flags().BoolVar(&remote, "remote", false, "follow references to other hosts")
	return c.importCommand(cmd, &importFlags{}, func(ctx context.Context, source string, data []byte) (*imports.Report, error) {
		o.Remote = remote
		if o.Folder = filepath.Dir(source); isAddress(source) {
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

With --role author=MODEL a model writes the tools: an introduction, functions, and
an OpenAPI description, in which the limits of the API and richer types are worked
in. Five reviews follow, by --role reviewer=MODEL if there is one; what they object
to is changed, or dropped. docs/models.md tells more.`,
		Example: `  switchyard tools import public-apis README.md --category Weather,Finance --per-api 4
  switchyard tools import public-apis README.md --category Weather --role author=gpt-4o`,
	}
	cmd.Flags().StringSliceVar(&o.Categories, "category", nil, "only the categories `NAME`, with commas between them (default: all)")
	cmd.Flags().IntVar(&o.PerAPI, "per-api", 4, "`N` tools for each API")
	c.importCommand(cmd, f, func(ctx context.Context, source string, data []byte) (*imports.Report, error) {
		report, err := publicapis.Import(source, data, o)
		if err != nil || f.models == nil {
			return report, err
		}
		return report, c.expand(ctx, f.models, report, o.PerAPI)
	})
	typed := addWriterSettings(cmd.Flags(), "author=gpt-4o")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if f.models, err = c.writers(cmd.Context(), typed, "author", "reviewer"); err != nil {
			return err
		}
		err = run(cmd, args)
		if f.models != nil {
			err = cmp.Or(writerFailure(err), f.models.models.Close())
		}
		return err
	}
	return cmd
}

func (c *console) importFunctions() *cobra.Command {
	return c.importCommand(&cobra.Command{
		Use:     "functions SOURCE... [flags]",
		Aliases: []string{"toolalpaca", "bfcl", "mmtb", "openai"},
		Short:   "Import lists of functions",
		Long: `Import lists of functions: those of OpenAI and of its dialects, the documents of
ToolAlpaca and of the Berkeley Function-Calling Leaderboard, files of the
Multi-Mission Tool Bench. Which of them a file is shows in the file. Types that
JSON Schema does not have (float, dict, "int | str") get their proper names.`,
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

Keys are not written into commands: ${NAME} in a --header is the environment
variable NAME. Write single quotes around it, so that the shell leaves it. Headers
go to the host of the address only, and are told nowhere.`,
		Example: `  switchyard tools import mcp saved.json --out tools
  switchyard tools import mcp --command "npx -y @modelcontextprotocol/server-everything"
  switchyard tools import mcp --url https://host/mcp --header 'Authorization: Bearer ${MCP_TOKEN}'`,
		Args: cobra.ArbitraryArgs,
	}
	cmd.Flags().StringVar(&command, "command", "", "start the server with a `COMMAND`: words with blanks between them")
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
		sent, err := headersOf(headers, c.getenv)
		if err != nil {
			return err
		}
		if command != "" {
			report, err = mcp.FromCommand(cmd.Context(), strings.Fields(command))
		} else {
			report, err = mcp.FromURL(cmd.Context(), address, sent, model.NewTransport(http.ProxyFromEnvironment))
		}
		source := cmp.Or(command, withoutSecrets(address))
		if err != nil && (report == nil || !errors.Is(err, imports.ErrNothing)) {
			return importFailure(source, err)
		}
		return c.writeImported(cmd.Context(), []string{source}, []*imports.Report{report}, f)
	}
	return cmd
}

var (
	headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$")
	variable   = regexp.MustCompile(`\$\{([^}]*)\}`)
	keyHeader  = regexp.MustCompile(`(?i)^(authorization|proxy-authorization|cookie)$|key|token|secret|password`)
)

// headersOf reads headers as "Name: value", in whose value ${NAME} is an
// environment variable. What is wrong is told without a value: it may be a key.
func headersOf(given []string, env func(string) string) (http.Header, error) {
	const example = "for example --header 'Authorization: Bearer ${MCP_TOKEN}', in single quotes"
	list := http.Header{}
	for i, text := range given {
		name, value, ok := strings.Cut(text, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch names := variable.FindAllStringSubmatch(value, -1); {
		case !ok || !headerName.MatchString(name):
			return nil, misuse(example, "--header number %d is not written as 'Name: value'", i+1)
		case len(names) == 0 && keyHeader.MatchString(name):
			return nil, misuse("put it into the environment: "+example, "--header %s: a key must not stand in a command", name)
		case strings.Contains(variable.ReplaceAllString(value, ""), "${"):
			return nil, misuse(example, "--header %s holds a ${ without its }", name)
		default:
			for _, m := range names {
				if strings.TrimSpace(env(m[1])) == "" {
					return nil, misuse("export "+m[1]+"=...", "--header %s needs the variable %s, which is not set", name, m[1])
				}
			}
		}
		value = variable.ReplaceAllStringFunc(value, func(m string) string { return strings.TrimSpace(env(m[2 : len(m)-1])) })
		if strings.ContainsFunc(value, unicode.IsControl) {
			return nil, misuse("leave everything but the key out", "--header %s holds a line break or another control character", name)
		}
		list.Add(name, value)
	}
	return list, nil
}

// withoutSecrets is an address without what may be a key: its user and its query.
// The name of a file stays as it is.
func withoutSecrets(source string) string {
	u, err := url.Parse(source)
	if err != nil || !isAddress(source) {
		return source
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

func isAddress(source string) bool {
	return strings.HasPrefix(source, "https://") || strings.HasPrefix(source, "http://")
}

// fetch reads a file or an address, up to the size that importers take.
func fetch(ctx context.Context, source string) ([]byte, error) {
	tooLarge := misuse("split it, or leave out what is not needed", "%s has more than %d MiB", withoutSecrets(source), imports.MaxBytes>>20)
	var from io.Reader
	if isAddress(source) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, source, nil)
		if err != nil {
			return nil, misuse("write an address such as https://host/openapi.json", "%s: not an address", source)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			if failed := (*url.Error)(nil); errors.As(err, &failed) {
				err = failed.Err // without the address, which may hold a key
			}
			return nil, &failure{message: withoutSecrets(source) + ": " + oneLine(err.Error()), code: exitMisuse, hint: "download the file, and give its name"}
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return nil, misuse("open the address in a browser, and look whether it is that of the description itself", "%s: the server answers %s", withoutSecrets(source), answer.Status)
		}
		from = answer.Body
	} else {
		f, err := datasets.OpenFile(source)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Size() > imports.MaxBytes {
			return nil, tooLarge
		}
		from = f
	}
	data, err := io.ReadAll(io.LimitReader(from, imports.MaxBytes+1))
	if err == nil && len(data) > imports.MaxBytes {
		return nil, tooLarge
	}
	return data, err
}

// importFailure tells what is wrong with a source.
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
