package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"switchyard/model"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/wholefile"
)

// importFlags are the flags of every importer.
type importFlags struct {
	out           string
	force, asJSON bool
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
func (c *console) importCommand(cmd *cobra.Command, read importer) *cobra.Command {
	f := &importFlags{}
	cmd.Long += "\n\n" + exitCodes
	if cmd.Args == nil {
		cmd.Args = wantPaths("SOURCE", strings.TrimSpace(strings.Split(cmd.Example, "\n")[0]), 0)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var reports []*imports.Report
		for _, source := range args {
			data, err := fetch(cmd.Context(), source)
			if err != nil {
				return err
			}
			report, err := read(cmd.Context(), source, data)
			if err != nil {
				return importFailure(source, err)
			}
			reports = append(reports, report)
		}
		return c.writeImported(args, reports, f)
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
	var o imports.OpenAPIOptions
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
	return c.importCommand(cmd, func(ctx context.Context, source string, data []byte) (*imports.Report, error) {
		o.Remote = remote
		if o.Folder = filepath.Dir(source); isAddress(source) {
			o.Folder = ""
		}
		return imports.OpenAPI(ctx, source, data, o)
	})
}

func (c *console) importPublicAPIs() *cobra.Command {
	var o imports.PublicAPIOptions
	cmd := &cobra.Command{
		Use:   "public-apis SOURCE... [flags]",
		Short: "Import the public-apis list",
		Long: `Import a list of APIs as the project public-apis keeps it: a Markdown file with a
table for each category. Each API becomes a small toolset, written from its
description by templates for its category.`,
		Example: `  switchyard tools import public-apis README.md --category Weather,Finance --per-api 4`,
	}
	cmd.Flags().StringSliceVar(&o.Categories, "category", nil, "only the categories `NAME`, with commas between them (default: all)")
	cmd.Flags().IntVar(&o.PerAPI, "per-api", 4, "`N` tools for each API")
	return c.importCommand(cmd, func(_ context.Context, source string, data []byte) (*imports.Report, error) {
		return imports.PublicAPIs(source, data, o)
	})
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
	}, func(_ context.Context, source string, data []byte) (*imports.Report, error) {
		return imports.Functions(source, data)
	})
}

func (c *console) importMCP() *cobra.Command {
	var command, address string
	cmd := &cobra.Command{
		Use:   "mcp [SOURCE...] [flags]",
		Short: "Import the tools of MCP servers",
		Long: `Import the tools of a server that speaks the Model Context Protocol: started with
--command, reached at --url, or from the saved result of tools/list.`,
		Example: `  switchyard tools import mcp saved.json --out tools
  switchyard tools import mcp --command "npx -y @modelcontextprotocol/server-everything"`,
		Args: cobra.ArbitraryArgs,
	}
	cmd.Flags().StringVar(&command, "command", "", "start the server with a `COMMAND`: words with blanks between them")
	cmd.Flags().StringVar(&address, "url", "", "reach the server at a `URL`")
	c.importCommand(cmd, func(ctx context.Context, source string, data []byte) (*imports.Report, error) {
		return imports.MCP(ctx, source, data)
	})
	files := cmd.RunE
	f := &importFlags{}
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
		if len(args) > 0 {
			return files(cmd, args)
		}
		var (
			report *imports.Report
			err    error
		)
		if command != "" {
			report, err = imports.MCPCommand(cmd.Context(), strings.Fields(command))
		} else {
			report, err = imports.MCPURL(cmd.Context(), address, model.NewTransport(http.ProxyFromEnvironment))
		}
		if err != nil {
			return importFailure(cmp.Or(command, address), err)
		}
		f.out, _ = cmd.Flags().GetString("out")
		f.force, _ = cmd.Flags().GetBool("force")
		f.asJSON, _ = cmd.Flags().GetBool("json")
		return c.writeImported([]string{cmp.Or(command, address)}, []*imports.Report{report}, f)
	}
	return cmd
}

func isAddress(source string) bool {
	return strings.HasPrefix(source, "https://") || strings.HasPrefix(source, "http://")
}

// fetch reads a file or an address, up to the size that importers take.
func fetch(ctx context.Context, source string) ([]byte, error) {
	var from io.Reader
	if isAddress(source) {
		if _, err := url.Parse(source); err != nil {
			return nil, misuse("write an address such as https://host/openapi.json", "%s: not an address", source)
		}
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, source, nil)
		if err != nil {
			return nil, misuse("write an address such as https://host/openapi.json", "%s: not an address", source)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil, &failure{message: oneLine(err.Error()), code: exitMisuse, hint: "download the file, and give its name"}
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return nil, misuse("open the address in a browser, and look whether it is that of the description itself", "%s: the server answers %s", source, answer.Status)
		}
		from = answer.Body
	} else {
		f, err := open(source)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	data, err := io.ReadAll(io.LimitReader(from, imports.MaxBytes+1))
	if err == nil && len(data) > imports.MaxBytes {
		return nil, misuse("split it, or leave out what is not needed", "%s has more than %d MiB", source, imports.MaxBytes>>20)
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

// importedSet is a toolset that was imported.
type importedSet struct {
	Name  string `json:"name"`
	File  string `json:"file"`
	Tools int    `json:"tools"`
	// Told and Inferred count the tools whose effect the source tells, and
	// those whose effect is inferred from words.
	Told     int `json:"effects_told"`
	Inferred int `json:"effects_inferred"`

	text []byte
}

type importedNote struct {
	Source string `json:"source"`
	Where  string `json:"where,omitempty"`
	What   string `json:"what"`
}

// importReport says what came of an import.
type importReport struct {
	OK       bool           `json:"ok"`
	Toolsets []importedSet  `json:"toolsets"`
	Skipped  []importedNote `json:"skipped"`
	Notes    []importedNote `json:"notes"`
	Problems []string       `json:"problems"` // of toolsets that were not written
}

// writeImported writes the toolsets of all sources, each into a file of its
// own, and says what came of it.
func (c *console) writeImported(sources []string, reports []*imports.Report, f *importFlags) error {
	report := importReport{Toolsets: []importedSet{}, Skipped: []importedNote{}, Notes: []importedNote{}, Problems: []string{}}
	var sets []*imports.Set
	for i, r := range reports {
		for j := range r.Sets {
			sets = append(sets, &r.Sets[j])
		}
		for _, n := range r.Skipped {
			report.Skipped = append(report.Skipped, importedNote{sources[i], n.Where, n.What})
		}
		for _, n := range r.Notes {
			report.Notes = append(report.Notes, importedNote{sources[i], n.Where, n.What})
		}
	}
	alone := strings.HasSuffix(f.out, ".yaml") || strings.HasSuffix(f.out, ".yml")
	if alone && len(sets) > 1 {
		return misuse("for example --out "+strings.TrimSuffix(strings.TrimSuffix(f.out, ".yml"), ".yaml"), "--out %s: the source gives %d toolsets, which need a folder", f.out, len(sets))
	}
	taken := map[string]bool{}
	for _, s := range sets {
		done, err := imported(s, &report)
		if err != nil {
			return err
		}
		if done == nil {
			continue
		}
		if done.File = f.out; !alone {
			done.File = freeName(filepath.Join(f.out, s.File()), taken)
		}
		taken[done.File] = true
		report.Toolsets = append(report.Toolsets, *done)
	}
	if err := writeSets(report.Toolsets, f); err != nil {
		return err
	}
	report.OK = len(report.Problems) == 0 && len(report.Toolsets) > 0
	if f.asJSON {
		if err := c.printJSON(report); err != nil {
			return err
		}
	} else {
		c.printImported(&report)
	}
	if !report.OK {
		return found()
	}
	return nil
}

// imported checks a toolset as it will be loaded. One with problems is told of,
// and not written.
func imported(s *imports.Set, report *importReport) (*importedSet, error) {
	text, err := s.YAML()
	if err != nil {
		return nil, err
	}
	var problems tools.Problems
	set, err := tools.Parse(s.Name, text)
	switch {
	case errors.As(err, &problems):
		for _, p := range problems {
			report.Problems = append(report.Problems, p.String())
		}
		return nil, nil
	case err != nil:
		return nil, err
	}
	done := &importedSet{Name: s.Name, Tools: len(set.Tools), text: text}
	for i := range s.Tools {
		if s.Tools[i].Effect != "" {
			done.Told++
		}
	}
	done.Inferred = done.Tools - done.Told
	return done, nil
}

// freeName makes a name of a file unique among those taken.
func freeName(path string, taken map[string]bool) string {
	free := path
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s_%d.yaml", strings.TrimSuffix(path, ".yaml"), n)
	}
	return free
}

// writeSets writes the files, once it is clear that nobody's work is lost.
func writeSets(sets []importedSet, f *importFlags) error {
	for _, s := range sets {
		before, err := os.ReadFile(s.File)
		if err == nil && !bytes.Equal(before, s.text) && !f.force {
			return misuse("choose another folder with --out, or replace it with --force", "%s is there already, and differs", s.File)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, s := range sets {
		if err := os.MkdirAll(filepath.Dir(s.File), 0o755); err != nil {
			return err
		}
		if err := wholefile.Write(s.File, s.text); err != nil {
			return err
		}
	}
	return nil
}

// mostNotes is how many notes of a kind are printed; --json has them all.
const mostNotes = 12

func (c *console) printImported(r *importReport) {
	sum, told := 0, 0
	c.table(func(w io.Writer) {
		for _, s := range r.Toolsets {
			sum, told = sum+s.Tools, told+s.Told
			fmt.Fprintf(w, "%s\t%s\t%s\n", printable(s.File), printable(s.Name), count(s.Tools, "tool", "tools"))
		}
	})
	c.printf("\n%s, %s; the source tells the effect of %s, the others are inferred\n", count(len(r.Toolsets), "toolset", "toolsets"),
		count(sum, "tool", "tools"), thousands(told))
	c.printNotes("skipped", r.Skipped)
	c.printNotes("noted", r.Notes)
	if len(r.Problems) > 0 {
		c.printf("\nnot written, for these problems\n")
		for _, p := range r.Problems[:min(len(r.Problems), mostNotes)] {
			c.printf("  %s\n", printable(p))
		}
	}
}

func (c *console) printNotes(title string, notes []importedNote) {
	if len(notes) == 0 {
		return
	}
	c.printf("\n%s: %s\n", title, thousands(len(notes)))
	for _, n := range notes[:min(len(notes), mostNotes)] {
		where := n.Where
		if !strings.HasPrefix(where, n.Source) {
			where = strings.Trim(n.Source+": "+n.Where, ": ")
		}
		c.printf("  %s: %s\n", printable(where), printable(n.What))
	}
	if more := len(notes) - mostNotes; more > 0 {
		c.printf("  and %s more, which --json lists\n", thousands(more))
	}
}
