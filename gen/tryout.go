package gen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"switchyard/internal/caught"
	"switchyard/internal/progress"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/tools"
)

// Tryout is what a few entries of one toolset show: one entry for each kind of mission,
// and four of two missions.
type Tryout struct {
	Toolset string `json:"toolset"`
	Entries int    `json:"entries"` // that were tried
	Made    int    `json:"made"`    // and proved
	// Lacking are the kinds of entries that could not be made. Few toolsets make all of
	// them: a mixed mission, for example, needs three tools that fit together.
	Lacking []Lack `json:"lacking"`
	// Problems are faults of the toolset or of this program: what the verifier found in
	// entries that were made, panics, and that no entry could be made at all.
	Problems []string `json:"problems"`
	Requests []string `json:"requests"` // with which the entries open
	Faults   []error  `json:"-"`        // the panics, with their stacks
}

// Lack is what a toolset cannot do.
type Lack struct {
	Entries []string `json:"entries"` // "mixed", "multi and then chat"
	Why     string   `json:"why"`
}

// The entries of a tryout: each kind of mission alone, and each type first and second.
const (
	alone = "single,serial,parallel,mixed,clarify,chat"
	pairs = "single>multi,multi>clarify,clarify>chat,chat>single"
)

// TryOut makes ten entries of each toolset and proves them again from their bytes, as
// the verifier does. Nothing is written. Toolsets are tried concurrently, and the result
// does not depend on their order. The only error is that of ctx.
func TryOut(ctx context.Context, sets []*tools.Toolset) ([]Tryout, error) {
	counter := progress.Begin(ctx, progress.Part{Doing: "trying", Noun: "toolsets", Total: int64(len(sets))})
	defer counter.End()
	all := make([]Tryout, len(sets))
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, set := range sets {
		group.Go(func() error {
			t := tryout{set: set, prover: proof.New()}
			err := caught.Do(func() string { return "toolset " + set.Name }, func() error { return t.run(working) })
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				t.fault(err)
			}
			all[i] = t.result()
			counter.Add(1)
			return nil
		})
	}
	return all, group.Wait()
}

// tryout is one toolset being tried.
type tryout struct {
	set    *tools.Toolset
	prover *proof.Prover
	made   []product
	Tryout
}

// run makes the entries.
func (t *tryout) run(ctx context.Context) error {
	for i, paths := range []string{alone, pairs} {
		c := Config{Seed: 1, Missions: []int{i + 1}, Paths: paths, Fine: i == 0, PerPath: 1, Toolsets: []*tools.Toolset{t.set}, Workers: 1, Fault: t.fault}
		if _, err := c.sample(ctx, strings.Count(paths, ",")+1, trialAttempts, func(made product) { t.made = append(t.made, made) }); err != nil {
			return err
		}
	}
	return nil
}

// fault notes an error that is a fault of this program.
func (t *tryout) fault(err error) {
	t.Faults = append(t.Faults, err)
	if fault, ok := errors.AsType[*caught.Error](err); ok {
		err = errors.New(fault.Cause)
	}
	t.problem("a fault in switchyard: %v", err)
}

func (t *tryout) problem(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(t.Problems, text) {
		t.Problems = append(t.Problems, text)
	}
}

// result sums up what came of the entries.
func (t *tryout) result() Tryout {
	t.Toolset, t.Entries, t.Requests = t.set.Name, len(t.made), []string{}
	can := map[mission.Type]bool{}
	for i := range t.made {
		made := &t.made[i]
		types := made.item.Types
		switch {
		case made.entry != nil:
			t.check(made)
			can[types[0]] = can[types[0]] || len(types) == 1
		case made.failure.Reason == "fault": // told already
		case len(types) == 1:
			t.lack(string(mission.KindOf(types[0], made.item.Patterns[0])), t.why(made))
		case can[types[0]] && can[types[1]]:
			t.lack(fmt.Sprintf("%s and then %s", types[0], types[1]), t.why(made))
		}
	}
	if t.Made == 0 {
		t.problem("no entry could be made of it")
	}
	t.Lacking, t.Problems = append([]Lack{}, t.Lacking...), append([]string{}, t.Problems...)
	return t.Tryout
}

// check proves an entry again from its bytes.
func (t *tryout) check(made *product) {
	var again mission.Entry
	if err := json.Unmarshal(made.lines[0], &again); err != nil {
		t.problem("an entry cannot be read again: %v", err)
		return
	}
	wrong := t.prover.Entry(&again)
	for _, p := range wrong {
		t.problem("%s: %s", p.Check, p.Message)
	}
	if len(wrong) == 0 {
		t.Made++
		t.Requests = append(t.Requests, again.Missions[0].Request)
	}
}

// lack notes that entries could not be made. Those with the same cause are told together.
func (t *tryout) lack(name, why string) {
	i := slices.IndexFunc(t.Lacking, func(l Lack) bool { return l.Why == why })
	if i < 0 {
		t.Lacking = append(t.Lacking, Lack{Why: why})
		i = len(t.Lacking) - 1
	}
	t.Lacking[i].Entries = append(t.Lacking[i].Entries, name)
}

// why says what keeps an entry from being made.
func (t *tryout) why(made *product) string {
	f, kind := made.failure, mission.KindOf(made.item.Types[0], made.item.Patterns[0])
	switch {
	case f.Reason != "draw" && f.Check != "":
		return fmt.Sprintf("the verifier refused the conversations: %s: %s", f.Check, f.Message)
	case f.Reason != "draw":
		return "the conversations failed: " + f.Message
	case f.Mission == 1:
		return "nothing in the first mission could be taken up by the second"
	case len(made.item.Types) > 1:
		return "no first mission was found that the second could follow"
	case !abilities(t.set).can(kind):
		return needed[kind]
	}
	return "it has the tools, but no calls with values that fit together were found"
}

// needed is what a toolset lacks that cannot do a kind of mission.
var needed = map[mission.Kind]string{
	mission.KindChat:     "it has no chat topics",
	mission.KindClarify:  "no tool has a required parameter that a user could be asked for",
	mission.KindParallel: "it has one tool, which cannot be called with different values at once",
	mission.KindSerial:   "no tool needs what another one lists or creates, or must come after another one",
	mission.KindMixed:    "no three calls fit together, two of them one after the other",
}

// String is the lack in words: "serial, mixed: no tool needs …".
func (l Lack) String() string { return strings.Join(l.Entries, ", ") + ": " + l.Why }
