package gen

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"switchyard/datasets/manifest"
	"switchyard/gen/runfolder"
	"switchyard/mission"
	"switchyard/model/spend"
	"switchyard/out"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// Config says what a run makes. Toolsets and a folder are enough: the zero values of
// the rest mean the standard split, which is 256 entries for each number of missions
// from 1 to 4, played by the built-in engine.
type Config struct {
	Seed        uint64
	Missions    []int  // numbers of missions; 1 to 4 when empty
	PerPath     int    // entries for each switch path; 0 for the standard split
	Paths       string // filter on switch paths (mission.ParseFilter); empty for all
	Fine        bool   // distinguish the patterns of multi missions in the switching space
	Toolsets    []*tools.Toolset
	Distractors int        // the greatest number of tools of other toolsets in an entry; two entries in three have none
	Pool        tools.Pool // of harvested words; empty for both
	Limit       int        // the greatest number of entries, taken evenly from the whole plan; 0 for all

	Out     string // run folder
	Force   bool   // replace whatever run the folder holds
	Workers int    // how many entries are made at once; 0 for one per processor

	// Formats are the formats to write, one file each. The native format is always
	// written, as the first. Empty means every format that runs can write.
	Formats []out.Format

	Version  string           // of the program, for the manifest; "devel" when empty
	Command  []string         // as typed, for the dataset card
	Cast     roles.Cast       // the players; the built-in ones when zero
	Models   []manifest.Model // that play roles
	Strategy Strategy         // who decides what a mission is; Blueprint when empty
	RunID    string           // distinguishes the costs of this run from those of others
	// Candidates are how many proposals a model makes as the user, for the first
	// mission and for later ones. Its prompts contain these numbers.
	Candidates [2]int
	Language   string            // of the conversations, BCP 47; "en" when empty
	Attempts   manifest.Attempts // how often an entry and a mission are tried
	Progress   Progress          // may be nil
	Ledger     spend.Ledger      // told of each cost as it is spent; may be nil
	// Repaired is told what an interrupted run had lost, before it continues; may be nil.
	Repaired func(runfolder.Repair)
	// Fault is told of each panic that cost an entry: it is a fault of this program. The
	// entry is rejected, and the run goes on. Workers call Fault concurrently. It may be nil.
	Fault func(error)
}

// Strategy says who decides what a mission is (docs/design.md, section 3).
type Strategy string

// The strategies.
const (
	Blueprint Strategy = "blueprint" // code decides the mission, and roles put it into words
	Free      Strategy = "free"      // a model proposes it as the user, and a model decides it as the planner
)

// Progress is told how a run proceeds. Its methods are called from one goroutine.
type Progress interface {
	Start(total, done int)
	Add(accepted bool)
	Finish()
}

type noProgress struct{}

func (noProgress) Start(int, int) {}
func (noProgress) Add(bool)       {}
func (noProgress) Finish()        {}

// complete checks the configuration and fills in defaults.
func (c *Config) complete() (mission.Filter, error) {
	if err := c.check(); err != nil {
		return mission.Filter{}, err
	}
	if len(c.Missions) == 0 {
		c.Missions = []int{1, 2, 3, 4}
	}
	if c.Pool != "" {
		c.Toolsets = slices.Clone(c.Toolsets)
		for i, set := range c.Toolsets {
			half := *set
			half.Words = set.Words.In(c.Pool)
			c.Toolsets[i] = &half
		}
	}
	if c.Progress == nil {
		c.Progress = noProgress{}
	}
	if c.Repaired == nil {
		c.Repaired = func(runfolder.Repair) {}
	}
	if c.Fault == nil {
		c.Fault = func(error) {}
	}
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	c.Strategy = cmp.Or(c.Strategy, Blueprint)
	c.Version = cmp.Or(c.Version, "devel")
	c.Language = cmp.Or(c.Language, "en")
	c.Attempts.Entry = cmp.Or(c.Attempts.Entry, modelAttempts)
	c.Attempts.Mission = cmp.Or(c.Attempts.Mission, missionTries)
	if len(c.Formats) == 0 {
		c.Formats = out.Formats()
	}
	native := out.Native()
	c.Formats = slices.DeleteFunc(slices.Clone(c.Formats), func(f out.Format) bool { return f.Name() == native.Name() })
	c.Formats = slices.Insert(c.Formats, 0, out.Format(native))
	if c.Cast == (roles.Cast{}) {
		c.Cast = builtin.Cast()
	}
	return mission.ParseFilter(c.Paths)
}

// check returns an error for settings that make no sense.
func (c *Config) check() error {
	for i, n := range c.Missions {
		if n < 1 || n > 4 {
			return fmt.Errorf("entries have 1 to 4 missions, not %d", n)
		}
		if i > 0 && n <= c.Missions[i-1] {
			return errors.New("the numbers of missions must be in ascending order")
		}
	}
	switch {
	case len(c.Toolsets) == 0:
		return errors.New("a run needs at least one toolset")
	case c.PerPath < 0, c.Limit < 0, c.Distractors < 0, c.Workers < 0, c.Attempts.Entry < 0, c.Attempts.Mission < 0:
		return errors.New("counts cannot be negative")
	case c.Out == "":
		return errors.New("a run needs a folder to write to")
	case c.Strategy != "" && c.Strategy != Blueprint && c.Strategy != Free:
		return fmt.Errorf("there is no strategy %q, only %s and %s", c.Strategy, Blueprint, Free)
	case c.Strategy == Free && !(redraws(c.Cast.User) && redraws(c.Cast.Planner) && redraws(c.Cast.AI)):
		return errors.New("the free strategy needs models for the user, the planner and the assistant")
	}
	return nil
}
