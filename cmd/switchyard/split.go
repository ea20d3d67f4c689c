package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/out"
	"switchyard/split"
)

const (
	splitBy   = "switchyard split" // what makes the folder, as [originName] has it
	leaksName = "leaks.json"       // the file of the leak report
)

func (c *console) splitCommand() *cobra.Command {
	var (
		folder  string
		force   bool
		by      string
		shares  string
		test    []string
		seed    uint64
		workers int
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "split PATH --out FOLDER [flags]",
		Short: "Divide a dataset into sides such as train and test, without leaks",
		Long: `Divide a dataset into sides. By toolset, tool or switch path, none of them is on
two sides; at random, entries are. Requests that are near duplicates, values
masked, are never on two sides: at random they are kept together; by toolset,
tool or switch path the side that has most of them keeps them, and the others are
left out and listed. Where the shares cannot be met, the report says by how much.
The same entries and the same seed give the same sides, in whatever order the
entries are.

PATH is a run folder or a file in the native format. Each side is written into
FOLDER/SIDE/entries.jsonl, with the lines as they are, in their order.
FOLDER/origin.json says where they come from, and FOLDER/leaks.json what the sides
have in common: it is made from the files that were written, by a search of its
own, and a request on two sides there is a failure. What FOLDER holds of another
run is only replaced with --force.

` + exitCodes,
		Example: `  switchyard split dataset --out parts
  switchyard split dataset --by toolset --shares train=0.8,validation=0.1,test=0.1 --out parts
  switchyard split dataset --test-toolsets travel/flight_inquiry,finance/stocks --out parts`,
		Args: wantPaths("PATH", "switchyard split dataset --out parts", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("workers") && workers < 1 {
				return noWorkers(workers)
			}
			if folder == "-" {
				return misuse("write into a folder", "the sides are several files, which do not go to standard output")
			}
			o := split.Options{Seed: seed, By: split.By(by)}
			if len(test) > 0 {
				if cmd.Flags().Changed("shares") {
					return misuse("leave one of them out", "--shares and --test-toolsets exclude each other")
				}
				if cmd.Flags().Changed("by") && by != string(split.ByToolset) {
					return misuse("leave --by out", "--test-toolsets divides by toolset, not by %s", by)
				}
				o.By, o.Test = split.ByToolset, test
			} else {
				var err error
				if o.Shares, err = split.ParseShares(shares); err != nil {
					return derivedFailure(fmt.Errorf("--shares: %w", err))
				}
			}
			name, err := nativeName(args[0], false)
			if err != nil {
				return err
			}
			planner, err := split.NewPlanner(o)
			if err != nil {
				return derivedFailure(err)
			}
			asked := map[string]any{"by": o.By, "seed": seed}
			if o.Test != nil {
				asked["test_toolsets"] = test
			} else {
				asked["shares"] = o.Shares
			}
			d, err := c.derive(folder, force, &origin{MadeBy: splitBy, Version: version, Asked: asked, Inputs: []originInput{{Path: name}}})
			if err != nil {
				return err
			}
			defer d.discard()
			s := &splitter{d: d, name: name, workers: cmp.Or(workers, runtime.GOMAXPROCS(0))}
			if err := s.run(cmd.Context(), planner); err != nil {
				return derivedFailure(err)
			}
			if asJSON {
				err = c.printJSON(struct {
					OK     bool         `json:"ok"`
					Origin origin       `json:"origin"`
					Leaks  *split.Leaks `json:"leaks"`
				}{s.leaks.Clean(), d.origin, s.leaks})
			} else {
				s.report()
			}
			if err == nil && !s.leaks.Clean() {
				return found()
			}
			return err
		},
	}
	cmd.Flags().StringVar(&by, "by", string(split.ByRandom), "what never stands on two sides: `WHAT` is toolset, tool, path or random (near duplicates alone)")
	cmd.Flags().StringVar(&shares, "shares", "train=0.9,test=0.1", "the sides and their `SHARES` of the entries")
	cmd.Flags().StringSliceVar(&test, "test-toolsets", nil, "put the toolsets `NAMES` on the side test, and all others on train")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "divide with seed `N`")
	addOut(cmd, &folder, &force)
	cmd.Flags().IntVar(&workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was done, and the leak report, as JSON")
	return cmd
}

// splitter divides a file: it reads the entries to plan, again to write, and
// the files that it wrote to check.
type splitter struct {
	d       *derived
	name    string
	workers int
	plan    *split.Plan
	leaks   *split.Leaks
}

func (s *splitter) run(ctx context.Context, planner *split.Planner) error {
	read, err := eachEntry(ctx, s.d.c, s.name, s.workers, split.Look, func(_ []byte, number int, e *split.Entry) error {
		if err := planner.Add(e); err != nil {
			return located(s.name, number, "switchyard verify says all that is wrong", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if s.plan, err = planner.Plan(); err != nil {
		return err
	}
	files := map[string]*derivedFile{}
	for _, side := range s.plan.Sides {
		if files[side.Name], err = s.d.create(sideFile(side.Name)); err != nil {
			return err
		}
	}
	again, err := eachEntry(ctx, s.d.c, s.name, s.workers, func(line []byte) (string, error) { return idOf(line), nil }, func(line []byte, _ int, id string) error {
		if side, ok := s.plan.Side(id); ok {
			return files[side].line(line)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if again != read {
		return changed(s.name)
	}
	s.d.origin.Inputs[0], s.d.origin.Details = read, s.plan
	return s.check(ctx)
}

// sideFile is the file of a side, below the folder.
func sideFile(side string) string { return side + "/" + out.Native().File() }

// check reads the files again to see what they have in common, and puts them in
// their places together with the report.
func (s *splitter) check(ctx context.Context) error {
	if err := s.d.flush(); err != nil {
		return err
	}
	var names []string
	for _, side := range s.plan.Sides {
		names = append(names, side.Name)
	}
	checker, err := split.NewChecker(names...)
	if err != nil {
		return err
	}
	for i, name := range names {
		if _, err := eachEntry(ctx, s.d.c, s.d.at(sideFile(name)), s.workers, split.Look, func(_ []byte, _ int, e *split.Entry) error {
			checker.Add(i, e)
			return nil
		}); err != nil {
			return err
		}
	}
	s.leaks = checker.Leaks()
	if err := s.d.document(leaksName, s.leaks); err != nil {
		return err
	}
	return s.d.commit()
}

// report tells people what was done.
func (s *splitter) report() {
	c, p := s.d.c, paint{s.d.c.colour}
	what := map[split.By]string{split.ByRandom: "at random", split.ByToolset: "by toolset", split.ByTool: "by tool", split.ByPath: "by switch path"}[s.plan.By]
	c.printf("%s divided %s, in %s; the largest has %s\n\n", count(s.plan.Entries, "entry", "entries"), what, count(s.plan.Groups, "group", "groups"), thousands(s.plan.Largest))
	c.table(func(w io.Writer) {
		for _, side := range s.plan.Sides {
			fmt.Fprintf(w, "  %s\t%s\t%.1f %%%s\n", side.Name, thousands(side.Entries), 100*side.Share, offBy(side))
		}
		if n := len(s.plan.LeftOut); n > 0 {
			fmt.Fprintf(w, "  left out\t%s\t%.1f %%\tnear duplicates of entries on other sides, listed in %s\n", thousands(n), 100*float64(n)/float64(s.plan.Entries), originName)
		}
	})
	c.printf("\n%s\n", p.bold("on two sides"))
	c.table(func(w io.Writer) {
		for _, row := range []struct {
			name string
			split.Shared
			never bool
		}{
			{"ids", s.leaks.IDs, true}, {"requests", s.leaks.Requests, true}, {"near duplicates", s.leaks.Near, true},
			{"toolsets", s.leaks.Toolsets, false}, {"tools", s.leaks.Tools, false}, {"switch paths", s.leaks.Paths, false}, {"argument values", s.leaks.Values, false},
		} {
			text := fmt.Sprintf("%s of %s", thousands(row.On), thousands(row.Of))
			if row.never && row.On > 0 {
				text = p.red(text)
			}
			fmt.Fprintf(w, "  %s\t%s\n", row.name, text)
		}
	})
	for _, leak := range append(append([]string{}, s.leaks.Requests.Examples...), s.leaks.Near.Examples...) {
		c.printf("  %s\n", printable(leak))
	}
}

// offBy says by how much the share of a side is not what was wanted.
func offBy(s split.Side) string {
	if s.Wanted == 0 || s.Missing == 0 {
		return ""
	}
	n, word := s.Missing, "fewer"
	if n < 0 {
		n, word = -n, "more"
	}
	percent := strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", 100*s.Wanted), "0"), ".")
	return fmt.Sprintf("\t%s %s than %s %%", count(n, "entry", "entries"), word, percent)
}
