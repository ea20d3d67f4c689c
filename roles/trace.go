package roles

import (
	"fmt"
	"strconv"
	"strings"
)

// [Scene.Attempt] begins with a letter in these cases. It has no letter if a model
// plays the user in the blueprint strategy.
const (
	BuiltinUser  = "b" // the built-in engine plays the user
	FreeStrategy = "f" // the run uses the free strategy
	Session      = "s" // a model tells a session; a mission is a run of it then
)

// Trace names one turn of a run: the role, the mission, the entry and the attempt.
// Requests to models are marked with it, so it has the number of the entry and not its
// id: the id says which types the missions have.
type Trace struct {
	Entry   int    // number of the entry in its plan, from 1
	Mission int    // index in the entry
	Role    string // a role, or "judge"
	Move    int    // number of the turn in the mission, not counting refused plans
	Attempt string // as in [Scene.Attempt]
	Sample  int    // number of the answer to this turn, from 0
	Plan    string // fingerprint of the plan that the entry belongs to; may be empty
}

// String is "entry/mission/role.move/attempt-sample@plan".
func (t Trace) String() string {
	s := fmt.Sprintf("%d/%d/%s.%d/%s-%d", t.Entry, t.Mission, t.Role, t.Move, t.Attempt, t.Sample)
	if t.Plan != "" {
		s += "@" + t.Plan
	}
	return s
}

// ParseTrace reads what [Trace.String] writes.
func ParseTrace(s string) (Trace, error) {
	wrong := fmt.Errorf("trace %q does not have the form entry/mission/role.move/attempt-sample@plan", s)
	rest, plan, _ := strings.Cut(s, "@")
	parts := strings.Split(rest, "/")
	if len(parts) != 4 {
		return Trace{}, wrong
	}
	role, move, ok1 := strings.Cut(parts[2], ".")
	attempt, sample, ok2 := strings.Cut(parts[3], "-")
	t := Trace{Role: role, Attempt: attempt, Plan: plan}
	ok := ok1 && ok2
	for _, n := range []struct {
		text  string
		to    *int
		least int
	}{{parts[0], &t.Entry, 1}, {parts[1], &t.Mission, 0}, {move, &t.Move, 0}, {sample, &t.Sample, 0}} {
		var err error
		*n.to, err = strconv.Atoi(n.text)
		ok = ok && err == nil && *n.to >= n.least
	}
	if !ok {
		return Trace{}, wrong
	}
	if _, err := t.Tries(); err != nil {
		return Trace{}, wrong
	}
	return t, nil
}

// Free reports whether the turn belongs to the free strategy.
func (t Trace) Free() bool { return strings.HasPrefix(t.Attempt, FreeStrategy) }

// OfSession reports whether the turn belongs to a session.
func (t Trace) OfSession() bool { return strings.HasPrefix(t.Attempt, Session) }

// Tries returns the numbers in Attempt, which [Scene.Attempt] explains.
func (t Trace) Tries() ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(strings.TrimLeft(t.Attempt, BuiltinUser+FreeStrategy+Session), ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q is not an attempt such as 0.0.1", t.Attempt)
		}
		out = append(out, n)
	}
	return out, nil
}
