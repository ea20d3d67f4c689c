package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/out"
)

// splitBy is what makes the folder, as [datasets.OriginName] has it.
const splitBy = "switchyard split"

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
			name, err := datasets.NativeFile(args[0])
			if err != nil {
				return err
			}
			planner, err := split.NewPlanner(o)
			if err != nil {
				return derivedFailure(fmt.Errorf("--by: %w", err))
			}
			asked := map[string]any{"by": o.By, "seed": seed}
			if o.Test != nil {
				asked["test_toolsets"] = test
			} else {
				asked["shares"] = o.Shares
			}
			d, err := c.derive(folder, force, &datasets.Origin{MadeBy: splitBy, Version: version, Asked: asked, Inputs: []datasets.Input{{Path: name}}})
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
					OK     bool            `json:"ok"`
					Origin datasets.Origin `json:"origin"`
					Leaks  *split.Leaks    `json:"leaks"`
				}{s.leaks.Clean(), d.origin, s.leaks})
			} else {
				c.printPlan(s.plan, datasets.OriginName)
				c.printLeaks(s.leaks)
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
	read, err := datasets.Each(ctx, s.d.c.source(s.name, s.workers), split.Look, func(_ []byte, number int, e *split.Entry) error {
		if err := planner.Add(e); err != nil {
			return located(s.name, number, "switchyard verify says all that is wrong", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if read.Entries == 0 {
		return &datasets.EmptyError{File: shownName(s.name)}
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
	again, err := datasets.Each(ctx, s.d.c.source(s.name, s.workers), func(line []byte) (string, error) { return datasets.IDOf(line), nil }, func(line []byte, _ int, id string) error {
		if side, ok := s.plan.Side(id); ok {
			return files[side].line(line)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if again != read {
		return &datasets.ChangedError{File: s.name}
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
	var sides []side
	for _, one := range s.plan.Sides {
		sides = append(sides, side{one.Name, s.d.at(sideFile(one.Name))})
	}
	var err error
	if s.leaks, err = s.d.c.leaksOf(ctx, sides, s.workers); err != nil {
		return err
	}
	if err := s.d.listed(leaksName, s.leaks); err != nil {
		return err
	}
	return s.d.commit()
}
