package gen

import (
	"errors"
	"fmt"
	"runtime"

	"switchyard/mission"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// Config says what a run makes. Its zero value with toolsets and a folder is
// the standard split: 256 entries for each number of missions from 1 to 4.
type Config struct {
	Seed        uint64
	Missions    []int  // numbers of missions; 1 to 4 when empty
	PerPath     int    // entries for each switch path; 0 for the standard split
	Paths       string // filter on switch paths (mission.ParseFilter); empty for all
	Fine        bool   // tell the patterns of multi missions apart in the switching space
	Toolsets    []*tools.Toolset
	Distractors int // at most so many foreign tools in an entry that has any
	Limit       int // at most so many entries, taken evenly from all over the plan; 0 for all

	Out     string // run folder
	Force   bool   // begin anew, whatever run the folder holds
	Workers int    // how many entries are worked on at once; 0 for one a processor

	Version  string   // of the program, for the manifest
	Command  []string // as typed, for the dataset card
	Cast     roles.Cast
	Progress Progress
}

// Progress is told how a run is getting on. Its methods are called from one
// goroutine.
type Progress interface {
	Start(total, done int)
	Add(accepted bool)
	Finish()
}

type noProgress struct{}

func (noProgress) Start(int, int) {}
func (noProgress) Add(bool)       {}
func (noProgress) Finish()        {}

// complete fills in defaults and checks the rest.
func (c *Config) complete() (mission.Filter, error) {
	if len(c.Missions) == 0 {
		c.Missions = []int{1, 2, 3, 4}
	}
	for i, n := range c.Missions {
		if n < 1 || n > 4 {
			return mission.Filter{}, fmt.Errorf("entries have 1 to 4 missions, not %d", n)
		}
		if i > 0 && n <= c.Missions[i-1] {
			return mission.Filter{}, errors.New("the numbers of missions must rise")
		}
	}
	switch {
	case len(c.Toolsets) == 0:
		return mission.Filter{}, errors.New("a run needs at least one toolset")
	case c.PerPath < 0, c.Limit < 0, c.Distractors < 0, c.Workers < 0:
		return mission.Filter{}, errors.New("counts cannot be negative")
	case c.Out == "":
		return mission.Filter{}, errors.New("a run needs a folder to write to")
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.Progress == nil {
		c.Progress = noProgress{}
	}
	if c.Cast == (roles.Cast{}) {
		c.Cast = builtin.Cast()
	}
	return mission.ParseFilter(c.Paths)
}
