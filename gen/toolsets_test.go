package gen

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"switchyard/internal/caught"
	"switchyard/internal/keyed"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

var (
	toolsetSeed  = flag.Uint64("toolset", 0, "the seed of the only toolset that TestToolsets makes; 0 makes many")
	toolsetsFrom = flag.Uint64("toolsets-from", 0, "the seed of all toolsets that TestToolsets makes; 0 is that of the day with -exhaustive")
	toolsetsTime = flag.Duration("toolsets-for", 450*time.Second, "how long TestToolsets makes toolsets with -exhaustive")
)

// Whatever a toolset file says, it is loaded or refused with the places of its problems.
// Entries of what was loaded are made and proved again from their bytes, without a panic
// and with little time and memory. With -exhaustive, as many toolsets as fit into the
// time are made, other ones each day, with 20 entries each and whole runs of some.
func TestToolsets(t *testing.T) {
	first, n, until := cmp.Or(*toolsetsFrom, 16), 300, time.Now().Add(time.Hour)
	switch {
	case *toolsetSeed != 0:
		oneToolset(t, *toolsetSeed)
		return
	case *exhaustive:
		first, n, until = cmp.Or(*toolsetsFrom, uint64(time.Now().Unix()/86400)), 1<<30, time.Now().Add(*toolsetsTime)
		t.Logf("-toolsets-from %d", first)
	case testing.Short() || race.Enabled:
		n = 20
	}
	made, sets, entries := 0, 0, 0
	for ; made < n && time.Now().Before(until) && !t.Failed(); made++ {
		loads, more := oneToolset(t, keyed.Hash(first, keyed.Int(made)))
		if entries += more; loads {
			sets++
		}
	}
	if t.Logf("%d toolsets, of which %d load, gave %d entries", made, sets, entries); sets < made/2 || entries < sets/3 {
		t.Error("too little comes of the toolsets to show anything")
	}
}

// wholeRuns is of how many toolsets one gets a whole run, which takes far longer where
// entries are rejected.
const wholeRuns = 16

// oneToolset makes a toolset, and entries of it if it loads.
func oneToolset(t *testing.T, seed uint64) (loads bool, entries int) {
	t.Helper()
	text := drawToolset(seed)
	stop := watch(t)
	defer func() {
		if stop(); t.Failed() {
			t.Logf("go test ./gen -run TestToolsets -toolset %d\n%s", seed, text)
		}
	}()
	faulty := func(err error) {
		if fault, ok := errors.AsType[*caught.Error](err); ok {
			t.Errorf("%v\n%s", fault, fault.Stack)
			return
		}
		t.Error(err)
	}
	var set *tools.Toolset
	err := caught.Do(func() string { return "loading" }, func() (err error) {
		set, err = toolfile.Parse("toolset.json", []byte(text))
		return err
	})
	if problems := (toolfile.Problems)(nil); errors.As(err, &problems) {
		for _, p := range problems {
			if p.Line == 0 {
				t.Errorf("without a place: %v", p)
			}
		}
		return false, 0
	} else if err != nil {
		faulty(err)
		return false, 0
	}
	c := Config{Seed: seed, Toolsets: []*tools.Toolset{set}, Missions: []int{1, 2}, PerPath: 1, Version: "test", Fault: faulty}
	if *exhaustive && seed%wholeRuns == 0 {
		c.Limit, c.Out = 20, filepath.Join(t.TempDir(), "run")
		defer os.RemoveAll(c.Out)
		return true, wholeRun(t, c)
	}
	prover := proof.New()
	most, attempts := 4, 2
	if *exhaustive {
		most, attempts = 20, 4
	}
	_, err = c.sample(t.Context(), most, attempts, func(made product) {
		if made.entry == nil {
			return
		}
		entries++
		var again mission.Entry
		if err := json.Unmarshal(made.lines[0], &again); err != nil {
			t.Error(err)
		} else if wrong := prover.Entry(&again); len(wrong) > 0 {
			t.Errorf("%s: %v", again.ID, wrong)
		}
	})
	if err != nil {
		t.Error(err)
	}
	return true, entries
}
