package main

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/flow/exchange"
	"switchyard/flow/forms"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

func (c *console) flowImportCommand() *cobra.Command {
	var toolset, out string
	var force, asJSON bool
	cmd := &cobra.Command{
		Use:   "import SOURCE [flags]",
		Short: "Import workflows of FlowAgent and FlowBench",
		Long: `Import a workflow as files that flow check and flow generate read. SOURCE is

  - a dataset folder of FlowAgent, with tools and pdl or flowchart
  - a PDL of FlowAgent, or a flowchart in Mermaid as FlowBench has them
  - a file that switchyard flow show wrote as code, flowchart or PDL

A folder brings its tools. For a file, --toolset names the toolset.

These sources say little of how users speak, so plain sentences are added for you to
change. What cannot be used is left out and listed, with its line.

` + exitCodes,
		Example: `  switchyard flow import flowagent-data --out flows
  switchyard flow import booking.mmd --toolset hotels.yaml --out flows`,
		Args: wantPaths("SOURCE", "switchyard flow import flowagent-data --out flows", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var set *tools.Toolset
			if toolset != "" {
				sets, err := c.toolsetsOf(cmd.Context(), toolset)
				if err != nil {
					return err
				}
				if len(sets) != 1 {
					return misuse("name one of them", "%s means %d toolsets", toolset, len(sets))
				}
				set = sets[0]
			}
			in, err := exchange.Import(cmd.Context(), args[0], set, relative(toolset, out))
			if problems := (toolfile.Problems)(nil); errors.As(err, &problems) {
				return importProblems(problems)
			} else if err != nil {
				return err
			}
			if err := exchange.Save(cmd.Context(), out, in.Files, force); err != nil {
				return err
			}
			return c.showImportedFlows(in, out, asJSON)
		},
	}
	cmd.Flags().StringVar(&toolset, "toolset", "", "the `TOOLSET` of a file: built in, or a path")
	cmd.Flags().StringVar(&out, "out", "flows", "write to the `FOLDER`")
	cmd.Flags().BoolVar(&force, "force", false, "replace files that are there and differ")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addQuiet(cmd.Flags())
	return cmd
}

// mostImportProblems is how many problems of a source are printed.
const mostImportProblems = 20

// importProblems tells everything that is wrong with a source: no other command lists it.
func importProblems(problems toolfile.Problems) error {
	first := problems[0]
	first.Hint = ""
	f := &failure{message: first.String(), hint: problems[0].Hint, code: exitFound}
	for _, p := range problems[1:min(len(problems), mostImportProblems)] {
		f.details = append(f.details, p.String())
	}
	if n := len(problems) - mostImportProblems; n > 0 {
		f.details = append(f.details, "and "+thousands(n)+" more")
	}
	return f
}

// relative is how a file in a folder names a toolset: a built-in one by its name, a file by its
// path from there.
func relative(toolset, folder string) string {
	if toolset == "" || !exists(toolset) {
		return toolset
	}
	from, err1 := filepath.Abs(folder)
	to, err2 := filepath.Abs(toolset)
	if err1 != nil || err2 != nil {
		return toolset
	}
	if path, err := filepath.Rel(from, to); err == nil {
		return filepath.ToSlash(path)
	}
	return to
}

func (c *console) showImportedFlows(in *exchange.Imported, out string, asJSON bool) error {
	list, err := listFlows(in.Workflows)
	if err != nil {
		return err
	}
	left := in.Left
	if left == nil {
		left = toolfile.Problems{}
	}
	var files []string
	for _, f := range in.Files {
		files = append(files, filepath.Join(out, f.Name))
	}
	return c.show(asJSON, struct {
		Files     []string          `json:"files"`
		Workflows []listedFlow      `json:"workflows"`
		Left      toolfile.Problems `json:"left_out"`
	}{files, list, left}, func() {
		for _, f := range files {
			c.printf("wrote %s\n", printable(f))
		}
		for _, p := range left {
			c.printf("left out: %s\n", printable(p.String()))
		}
		c.printf("\n")
		c.printFlows(list)
	}, nil)
}

func (c *console) flowExportCommand() *cobra.Command {
	var out, as string
	var force bool
	var profiles int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "export [NAME|PATH]... --out FOLDER [flags]",
		Short: "Write workflows as a FlowAgent dataset or in one form",
		Long: `Write the built-in workflows, or those that words mean, to a folder: as a dataset of
FlowAgent, with text, code, flowchart, PDL, tools and profiles of users for each, or as
one file each in one of the forms of flow show.

` + exitCodes,
		Example: `  switchyard flow export --out flowagent
  switchyard flow export travel --as flowchart --out charts`,
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := flowsOf(cmd.Context(), args)
			if err != nil {
				return err
			}
			var files []exchange.File
			if as == "flowagent" {
				files, err = exchange.Dataset(all, profiles, seed)
			} else {
				var form forms.Form
				if form, err = formOf(as); err == nil {
					files = exchange.Form(all, form)
				}
			}
			if err != nil {
				return err
			}
			if err := exchange.Save(cmd.Context(), out, files, force); err != nil {
				return err
			}
			c.printf("wrote %s of %s to %s\n", count(len(files), "file", "files"), count(len(all), "workflow", "workflows"), printable(out))
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "flowagent", "write to the `FOLDER`")
	cmd.Flags().StringVar(&as, "as", "flowagent", "the `FORM`: flowagent, "+strings.Join(formNames(), ", "))
	cmd.Flags().IntVar(&profiles, "profiles", 5, "write `N` profiles of users for each workflow")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "`NUMBER` that seeds the profiles")
	cmd.Flags().BoolVar(&force, "force", false, "replace files that are there and differ")
	addQuiet(cmd.Flags())
	return cmd
}
