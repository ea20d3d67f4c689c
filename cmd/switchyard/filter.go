package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/datasets/subset"
	"switchyard/internal/nearest"
)

func (c *console) filterCommand() *cobra.Command {
	var flags deriveFlags
	cfg := datasets.FilterConfig{Stdin: c.stdin}
	cmd := &cobra.Command{
		Use:   "filter PATH EXPRESSION --out FOLDER [flags]",
		Short: "Keep the entries that an expression describes",
		Long: `Keep the entries in which some mission satisfies an expression. PATH is a run folder
or a file in the native format, or - for standard input. The lines are written as
they are, in their order, into FOLDER/entries.jsonl, or to standard output with
--out -; FOLDER/origin.json says where they come from.

If FOLDER holds the result of the same command with the same settings, that result is
replaced. If it holds only other files, nothing is written. With --force, a result of
any split, merge, filter or sample is replaced, and other files stay.

An expression compares fields: == != < <= > >= and the words in, contains,
startsWith, endsWith, matches (a regular expression); && || ! and parentheses
combine; any, all, none and count look into lists. Words are written in quotes.

Fields of the mission:
` + fieldHelp(false) + `
Fields of the entry:
` + fieldHelp(true) + `
In lists of missions a field has a dot in front: all(missions, .type != "chat"). In
lists of words, # stands for the word: any(tools, # startsWith "cancel_").

` + exitCodes,
		Example: `  switchyard filter dataset 'type == "multi" && depth >= 2' --out deep
  switchyard filter dataset 'all(missions, .relation in ["", "implicit"])' --out implicit
  switchyard filter dataset 'any(tools, # startsWith "cancel_") || 404 in statuses' --out - | head
  switchyard filter dataset 'tokens < 4096' --out short`,
		Args: wantPathAnd("EXPRESSION", `switchyard filter dataset 'depth >= 2' --out deep`),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(c, cmd); err != nil {
				return err
			}
			cfg.Path, cfg.Expression, cfg.Target, cfg.Workers = args[0], args[1], flags.target, flags.workers
			cfg.Changed = c.changed
			made, err := datasets.Filter(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			return flags.done(c, made.Origin, func() {
				c.printf("%s of %s kept\n", thousands(made.Kept), count(made.Entries, "entry", "entries"))
			})
		},
	}
	flags.add(cmd, "print what was done as JSON")
	return cmd
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
			return misuse("for example: "+example, "%s needs an %s after the PATH", cmd.CommandPath(), what)
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
		return fmt.Sprintf("the choices are %s and %s more", strings.Join(known[:30], ", "), thousands(len(known)-30))
	}
	return "the choices are " + join(known)
}
