package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/gen"
	"switchyard/mission"
	"switchyard/tools"
)

// generateFlags is what generate is asked for, as typed.
type generateFlags struct {
	missions    string
	perPath     int
	paths       string
	fine        bool
	seed        uint64
	toolsets    []string
	distractors int
	limit       int
	workers     int
	out         string
	force       bool
	json, quiet bool
}

func (c *console) generateCommand() *cobra.Command {
	var f generateFlags
	cmd := &cobra.Command{
		Use:   "generate [flags]",
		Short: "Make a dataset",
		Long: `Make a dataset: every switch path of one to four missions, each entry proved
before it is written. Without flags that is the standard split, 256 entries for
each number of missions, from all built-in toolsets.

The same flags give the same bytes. A run that was stopped goes on when the same
command is given again; Ctrl-C stops it cleanly.

` + exitCodes + `
Generating exits with 1 when a planned entry had to be rejected.`,
		Example: `  switchyard generate
  switchyard generate --missions 2 --paths "single>multi,chat>clarify" --out small
  switchyard generate --toolset travel/flight_inquiry --toolset my-tools.yaml
  switchyard generate --seed 7 --fine --missions 1-3 --per-path 2 --json`,
		Args: wantNothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := f.config(cmd)
			if err != nil {
				return err
			}
			return c.runGenerate(cmd.Context(), config, f.json, f.quiet)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.missions, "missions", "1-4", "numbers of missions `N` of the entries: 2, 1-3 or 1,4")
	flags.IntVar(&f.perPath, "per-path", 0, "`N` entries for each switch path (default: 256 for each number of missions)")
	flags.StringVar(&f.paths, "paths", "", "only switch paths that fit the `FILTER`, such as \"single,multi>clarify\"")
	flags.BoolVar(&f.fine, "fine", false, "tell serial, parallel and mixed apart in switch paths")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` from which all randomness comes")
	flags.StringArrayVar(&f.toolsets, "toolset", nil, "built-in `TOOLSET`, file or folder; may be repeated (default: all built-in)")
	flags.IntVar(&f.distractors, "distractors", 2, "at most `N` foreign tools in an entry that has any")
	flags.IntVar(&f.limit, "limit", 0, "at most `N` entries, taken evenly from the whole plan; 0 for all")
	flags.StringVar(&f.out, "out", "dataset", "`FOLDER` to write to")
	flags.BoolVar(&f.force, "force", false, "replace the run that the folder holds")
	flags.IntVar(&f.workers, "workers", 0, "work on `N` entries at once (default: one for each processor)")
	flags.BoolVar(&f.json, "json", false, "print the report as JSON")
	flags.BoolVar(&f.quiet, "quiet", false, "print nothing but errors")
	return cmd
}

// config checks the flags and loads the toolsets.
func (f *generateFlags) config(cmd *cobra.Command) (gen.Config, error) {
	var none gen.Config
	switch {
	case f.json && f.quiet:
		return none, misuse("leave one of them out", "--json and --quiet exclude each other")
	case cmd.Flags().Changed("per-path") && f.perPath < 1:
		return none, misuse("leave it out for the standard split", "--per-path must be at least 1, is %d", f.perPath)
	case f.distractors < 0:
		return none, misuse("0 leaves foreign tools out", "--distractors cannot be negative")
	case f.limit < 0:
		return none, misuse("0 means no limit", "--limit cannot be negative")
	case cmd.Flags().Changed("workers") && f.workers < 1:
		return none, noWorkers(f.workers)
	case f.out == "":
		return none, misuse("for example --out dataset", "--out is empty")
	}
	missions, err := parseMissions(f.missions)
	if err != nil {
		return none, err
	}
	filter, err := mission.ParseFilter(f.paths)
	if err != nil {
		return none, err
	}
	if !matchesAny(filter, missions) {
		return none, misuse("a filter gives the type of each mission: \"single>multi\" fits entries of two missions",
			"--paths %q fits nothing with --missions %s", f.paths, f.missions)
	}
	if err := usableFolder(f.out); err != nil {
		return none, err
	}
	sets, err := f.loadToolsets()
	if err != nil {
		return none, err
	}
	return gen.Config{
		Seed: f.seed, Missions: missions, PerPath: f.perPath, Paths: filter.String(), Fine: f.fine,
		Toolsets: sets, Distractors: f.distractors, Limit: f.limit, Workers: f.workers, Out: f.out, Force: f.force,
		Version: version, Command: f.command(missions, filter),
	}, nil
}

// noWorkers refuses a number of workers. Left out, there is one for each
// processor.
func noWorkers(n int) error {
	return misuse("leave it out to use all processors", "--workers must be at least 1, is %d", n)
}

// command is the command line that makes the same bytes again: without flags
// that make no difference to them, so that those do not reach the dataset.
func (f *generateFlags) command(missions []int, filter mission.Filter) []string {
	words := []string{"switchyard", "generate"}
	add := func(given bool, flag, value string) {
		if given {
			words = append(words, "--"+flag, value)
		}
	}
	list := make([]string, len(missions))
	for i, n := range missions {
		list[i] = strconv.Itoa(n)
	}
	add(len(missions) < 4, "missions", strings.Join(list, ","))
	add(f.perPath > 0, "per-path", strconv.Itoa(f.perPath))
	add(filter.String() != "", "paths", filter.String())
	if f.fine {
		words = append(words, "--fine")
	}
	add(true, "seed", strconv.FormatUint(f.seed, 10))
	for _, t := range f.toolsets {
		add(true, "toolset", t)
	}
	add(f.distractors != 2, "distractors", strconv.Itoa(f.distractors))
	add(f.limit > 0, "limit", strconv.Itoa(f.limit))
	return words
}

// parseMissions reads "1-4", "2" or "1,3".
func parseMissions(s string) ([]int, error) {
	trouble := func() ([]int, error) {
		return nil, misuse("write --missions 2, --missions 1-3 or --missions 1,4", "--missions: %q is not a list of numbers from 1 to 4", s)
	}
	var list []int
	for part := range strings.SplitSeq(s, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			high = low
		}
		first, err1 := strconv.Atoi(low)
		last, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || first < 1 || last > 4 || first > last {
			return trouble()
		}
		for n := first; n <= last; n++ {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// matchesAny tells whether a filter leaves anything to make.
func matchesAny(filter mission.Filter, missions []int) bool {
	for _, n := range missions {
		for path := range mission.SwitchPaths(n) {
			if filter.MatchTypes(path) {
				return true
			}
		}
	}
	return false
}

// usableFolder refuses what cannot become a run folder, before any work.
func usableFolder(folder string) error {
	info, err := os.Stat(folder)
	if err == nil && !info.IsDir() {
		return misuse("choose another name with --out", "--out %s: is a file, not a folder", folder)
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

func (f *generateFlags) loadToolsets() ([]*tools.Toolset, error) {
	if len(f.toolsets) == 0 {
		return tools.CatalogAll()
	}
	var sets []*tools.Toolset
	source := make(map[string]string)
	for _, word := range f.toolsets {
		more, err := toolsetsOf(word)
		if err != nil {
			return nil, err
		}
		for _, s := range more {
			if first, twice := source[s.Name]; twice {
				return nil, misuse("leave one out, or give it another name", "--toolset %s: the toolset %s has been given already, by %s", word, s.Name, first)
			}
			source[s.Name] = word
			sets = append(sets, s)
		}
	}
	return sets, nil
}

func (c *console) runGenerate(ctx context.Context, config gen.Config, asJSON, quiet bool) error {
	if c.live && !quiet {
		config.Progress = &bar{w: c.stderr}
	}
	if !quiet {
		stop := context.AfterFunc(ctx, func() {
			if c.live {
				c.remark("") // below the progress bar
			}
			c.remark("stopping: finishing what is in flight; once more Ctrl-C stops at once")
		})
		defer stop()
	}
	report, err := gen.Run(ctx, config)
	if err != nil {
		return generateFailure(config, err)
	}
	switch {
	case asJSON:
		if err := c.printJSON(reportOf(report)); err != nil {
			return err
		}
	case !quiet:
		c.printReport(report)
	}
	if report.Accepted != report.Planned {
		return found()
	}
	return nil
}

// generateFailure adds what to do about the errors that only this command has.
func generateFailure(config gen.Config, err error) error {
	var (
		different *gen.DifferentError
		foreign   *gen.ForeignError
		damaged   *gen.DamagedError
		stopped   *gen.InterruptedError
	)
	switch {
	case errors.As(err, &different):
		return &failure{message: fmt.Sprintf("%s holds another run", different.Folder), details: different.Differences, code: exitMisuse,
			hint: "choose another folder with --out, or replace that run with --force"}
	case errors.As(err, &foreign):
		return &failure{message: err.Error(), code: exitMisuse,
			hint: "choose another folder with --out, or overwrite the file with --force"}
	case errors.As(err, &damaged):
		return &failure{message: err.Error(), code: exitMisuse, hint: "make the run again with --force"}
	case errors.As(err, &stopped):
		return &failure{message: err.Error(), code: exitInterrupted,
			hint: fmt.Sprintf("%s is whole so far; the same command goes on from there", config.Out)}
	}
	return err
}
