package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/datasets/subset"
	"switchyard/datasets/tokens"
	"switchyard/internal/nearest"
	"switchyard/mission"
	"switchyard/out"
)

func (c *console) filterCommand() *cobra.Command {
	var (
		folder  string
		force   bool
		workers int
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "filter PATH EXPRESSION --out FOLDER [flags]",
		Short: "Keep the entries that an expression describes",
		Long: `Keep the entries of which some mission fulfils an expression. PATH is a run folder
or a file in the native format, or - for standard input. The lines are written as
they are, in their order, into FOLDER/entries.jsonl, or to standard output with
--out -; FOLDER/origin.json says where they come from. What FOLDER holds of
another run is only replaced with --force.

An expression compares fields: == != < <= > >= and the words in, contains,
startsWith, endsWith, matches (a regular expression); && || ! and parentheses
combine; any, all, none and count look into lists. Words stand in quotes.

Fields of the mission:
` + fieldHelp(false) + `
Fields of the entry:
` + fieldHelp(true) + `
In lists of missions a field has a dot in front: all(missions, .type != "chat").

` + exitCodes,
		Example: `  switchyard filter dataset 'type == "multi" && depth >= 3' --out deep
  switchyard filter dataset 'all(missions, .relation in ["", "implicit"])' --out implicit
  switchyard filter dataset 'any(tools, # startsWith "cancel_") || 404 in statuses' --out - | head
  switchyard filter dataset 'tokens < 4096' --out short`,
		Args: wantPathAnd("EXPRESSION", `switchyard filter dataset 'depth >= 3' --out deep`),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("workers") && workers < 1 {
				return noWorkers(workers)
			}
			if err := checkOut(folder, asJSON); err != nil {
				return err
			}
			counter := sync.OnceValue(tokens.New) // it takes a moment, and few ask
			f, err := subset.ParseFilter(args[1], func(e *mission.Entry) (int, error) { return counter().Entry(e) })
			if err != nil {
				return derivedFailure(err)
			}
			name, err := sourceFile(args[0])
			if err != nil {
				return err
			}
			d, err := c.derive(folder, force, &datasets.Origin{MadeBy: "switchyard filter", Version: version, Asked: map[string]any{"expression": args[1]}, Inputs: []datasets.Input{{Path: name}}})
			if err != nil {
				return err
			}
			defer d.discard()
			file, err := d.create(out.Native().File())
			if err != nil {
				return err
			}
			d.origin.Inputs[0], err = datasets.Each(cmd.Context(), c.source(name, workers), func(line []byte) (bool, error) {
				e, err := datasets.DecodeEntry(line)
				if err != nil {
					return false, err
				}
				wanted, err := f.Match(e)
				return wanted, derivedFailure(err)
			}, func(line []byte, _ int, wanted bool) error {
				if !wanted {
					return nil
				}
				return file.line(line)
			})
			if err != nil {
				return derivedFailure(err)
			}
			if d.origin.Inputs[0].Entries == 0 {
				return &datasets.EmptyError{File: shownName(name)}
			}
			if file.Entries == 0 {
				return &failure{code: exitFound, message: fmt.Sprintf("none of %s fulfils the expression", count(d.origin.Inputs[0].Entries, "entry", "entries")), hint: "switchyard stats " + args[0] + " says what there is"}
			}
			if err := d.commit(); err != nil {
				return err
			}
			if asJSON {
				return c.printJSON(d.origin)
			}
			d.told("%s of %s kept", thousands(file.Entries), count(d.origin.Inputs[0].Entries, "entry", "entries"))
			return nil
		},
	}
	addOut(cmd, &folder, &force)
	cmd.Flags().IntVar(&workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was done as JSON")
	return cmd
}

// addOut adds the flags that say where entries are written.
func addOut(cmd *cobra.Command, folder *string, force *bool) {
	cmd.Flags().StringVar(folder, "out", "", "write into `FOLDER`")
	cmd.Flags().BoolVar(force, "force", false, "replace what FOLDER holds of another run")
}

// fieldHelp lists the fields of expressions.
func fieldHelp(entry bool) string {
	var b strings.Builder
	for _, f := range subset.Fields() {
		if f.Entry == entry {
			fmt.Fprintf(&b, "  %-10s %s\n", f.Name, f.About)
		}
	}
	return b.String()
}

// wantPathAnd checks that there is a path and one thing more.
func wantPathAnd(what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return misuse("for example: "+example, "%s needs a PATH and an %s", cmd.CommandPath(), what)
		case len(args) == 1:
			return misuse("for example: "+example, "%s needs an %s behind the PATH", cmd.CommandPath(), what)
		case len(args) > 2:
			return misuse("put the expression in quotes: "+example, "%s takes one PATH and one %s, not %d words", cmd.CommandPath(), what, len(args))
		case args[0] == "":
			return misuse("for example: "+example, "%s: a PATH is empty", cmd.CommandPath())
		}
		return nil
	}
}

// didYouMean is a hint: the nearest of some names, or all of them.
func didYouMean(name string, known []string) string {
	if near := nearest.Name(name, known); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	if len(known) > 30 {
		return fmt.Sprintf("there are %s and %s more", strings.Join(known[:30], ", "), thousands(len(known)-30))
	}
	return "there are " + join(known)
}
