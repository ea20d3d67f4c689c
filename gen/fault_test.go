package gen

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"switchyard/internal/caught"
	"switchyard/internal/race"
	"switchyard/roles"
	"switchyard/roles/builtin"
)

// faulty is a user in whom every entry of some kind panics.
type faulty struct {
	roles.User
	fails func(entry int) bool
}

func (u faulty) Propose(ctx context.Context, s *roles.Scene) (roles.Proposal, error) {
	if u.fails(s.Entry) {
		var none []int
		_ = none[s.Entry]
	}
	return u.User.Propose(ctx, s)
}

// A panic costs its entry, whoever tells of it, and nothing else changes.
func TestPanicCostsAnEntry(t *testing.T) {
	fails := func(entry int) bool { return entry%10 == 3 }
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit = 40
	whole := mustRun(t, c)
	lost := c.Limit / 10
	c.Out = filepath.Join(t.TempDir(), "d")
	c.Cast = builtin.Cast()
	c.Cast.User = faulty{c.Cast.User, fails}
	var mu sync.Mutex
	var told []error
	c.Fault = func(err error) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, err)
	}
	report := mustRun(t, c)
	if report.Rejected["fault"] != lost || report.Accepted != whole.Accepted-lost || len(told) != lost {
		t.Fatalf("%d entries panic: %+v, and %d were told", lost, report.Accounting, len(told))
	}
	for _, err := range told {
		fault, ok := errors.AsType[*caught.Error](err)
		if !ok || !strings.Contains(fault.Cause, "index out of range") || !strings.Contains(fault.Stack, "gen.faulty.Propose") {
			t.Errorf("%v", err)
		}
	}
	if rejected := string(contents(t, c.Out)["rejected.jsonl"]); strings.Count(rejected, `"reason":"fault"`) != lost || !strings.Contains(rejected, "a fault in the program: runtime error: index out of range") {
		t.Error(rejected)
	}
	again := mustRun(t, c)
	if !again.Unchanged {
		t.Error("the run is made again")
	}
}

// Plans that are too large are refused at once, and others can be interrupted.
func TestTooMany(t *testing.T) {
	if race.Enabled {
		t.Skip("planning is done by one goroutine")
	}
	for _, perPath := range []int{math.MaxInt, math.MaxInt / 200, MostEntries} {
		c := small(t, filepath.Join(t.TempDir(), "d"))
		c.PerPath, c.Limit = perPath, 2
		_, err := Run(t.Context(), c)
		if tooMany := (*TooManyError)(nil); !errors.As(err, &tooMany) || tooMany.PerPath != perPath {
			t.Errorf("%d: %v", perPath, err)
		}
	}
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.PerPath, c.Limit = MostEntries/400, 2
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, c); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
