package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/datasets/subset"
	"switchyard/out"
)

// sampleBy is what makes the folder, as [datasets.OriginName] has it.
const sampleBy = "switchyard sample"

func (c *console) sampleCommand() *cobra.Command {
	var (
		folder  string
		force   bool
		n       int
		balance string
		seed    uint64
		workers int
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "sample PATH -n N --out FOLDER [flags]",
		Short: "Draw a balanced sample of a dataset",
		Long: `Draw N entries of a dataset, so that all switch paths, action types, toolsets or
relations are as equally frequent as the dataset allows, or with --balance none
in which every entry has the same chance. Types and relations are counted in
missions. The same entries and the same seed give the same sample, in whatever
order the entries are.

PATH is a run folder or a file in the native format. The lines are written as they
are, in their order, into FOLDER/entries.jsonl, or to standard output with --out -;
FOLDER/origin.json says where they come from. What FOLDER holds of another run is
only replaced with --force.

` + exitCodes,
		Example: `  switchyard sample dataset -n 500 --balance path --out small
  switchyard sample dataset -n 20 --balance none --seed 7 --out - | less`,
		Args: wantPaths("PATH", "switchyard sample dataset -n 500 --out small", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case cmd.Flags().Changed("workers") && workers < 1:
				return noWorkers(workers)
			case !cmd.Flags().Changed("n"):
				return misuse("for example -n 500", "tell how many entries are wanted with -n N")
			case n < 1:
				return misuse("for example -n 500", "-n must be at least 1, is %d", n)
			}
			if err := checkOut(folder, asJSON); err != nil {
				return err
			}
			s, err := subset.NewSampler(subset.Balance(balance), seed)
			if err != nil {
				var names []string
				for _, b := range subset.Balances() {
					names = append(names, string(b))
				}
				return misuse(didYouMean(balance, names), "--balance: there is no %q", balance)
			}
			name, err := datasets.NativeFile(args[0])
			if err != nil {
				return err
			}
			d, err := c.derive(folder, force, &datasets.Origin{MadeBy: sampleBy, Version: version, Asked: map[string]any{"n": n, "balance": balance, "seed": seed}, Inputs: []datasets.Input{{Path: name}}})
			if err != nil {
				return err
			}
			defer d.discard()
			workers = cmp.Or(workers, runtime.GOMAXPROCS(0))
			read, err := datasets.Each(cmd.Context(), c.source(name, workers), subset.Look, func(_ []byte, number int, h *subset.Head) error {
				if err := s.Add(h); err != nil {
					return located(name, number, "switchyard verify says all that is wrong", err)
				}
				return nil
			})
			if err != nil {
				return err
			}
			if s.Len() == 0 {
				return &datasets.EmptyError{File: shownName(name)}
			}
			if n > s.Len() {
				return misuse(fmt.Sprintf("ask for %d at most", s.Len()), "%s: there are only %s, and %s are wanted", name, count(s.Len(), "entry", "entries"), thousands(n))
			}
			picked, err := s.Pick(n)
			if err != nil {
				return err
			}
			file, err := d.create(out.Native().File())
			if err != nil {
				return err
			}
			again, err := datasets.Each(cmd.Context(), c.source(name, workers), subset.Look, func(line []byte, _ int, h *subset.Head) error {
				if !picked.Has(h.ID()) {
					return nil
				}
				return file.line(line)
			})
			if err != nil {
				return err
			}
			if again != read {
				return &datasets.ChangedError{File: name}
			}
			d.origin.Inputs[0], d.origin.Details = read, picked
			if err := d.commit(); err != nil {
				return err
			}
			if asJSON {
				return c.printJSON(d.origin)
			}
			d.sampled(picked, balance)
			return nil
		},
	}
	cmd.Flags().IntVarP(&n, "n", "n", 0, "how many entries: `N`")
	cmd.Flags().StringVar(&balance, "balance", string(subset.Path), "what is to be equally frequent: `WHAT` is path, type, toolset, relation or none")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "draw with seed `N`")
	addOut(cmd, &folder, &force)
	cmd.Flags().IntVar(&workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print what was done as JSON")
	return cmd
}

// sampled says what a sample holds.
func (d *derived) sampled(s *subset.Sample, balance string) {
	total := s.Entries
	if balance == string(subset.None) {
		d.told("%s of %s drawn", thousands(total), count(s.Had["entries"], "entry", "entries"))
		return
	}
	least, most := s.Spread()
	nouns := map[string]string{"path": "switch paths", "type": "types", "toolset": "toolsets", "relation": "relations"}
	d.told("%s drawn; %s %s, each %s", count(total, "entry", "entries"), thousands(len(s.Counts)), nouns[balance], between(least, most))
	if len(s.Counts) > 30 {
		return
	}
	var rows strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Counts)) {
		fmt.Fprintf(&rows, "  %s\t%s\tof %s\n", printable(name), thousands(s.Counts[name]), thousands(s.Had[name]))
	}
	if d.folder != "-" {
		d.c.table(func(w io.Writer) { fmt.Fprint(w, rows.String()) })
	}
}

// between says a range of counts: "1 to 3 times".
func between(least, most int) string {
	if least == most {
		return count(least, "time", "times")
	}
	return fmt.Sprintf("%s to %s times", thousands(least), thousands(most))
}
