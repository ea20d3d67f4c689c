package roles

import (
	"fmt"
	"strconv"
	"strings"
)

// What stands in front of an attempt, because its turns are others.
const (
	BuiltinUser  = "b" // the built-in user speaks; later missions lean on its words
	FreeStrategy = "f" // the user proposes freely
)

// Trace names one turn of a run: which role has it, in which mission of which
// entry, at which attempt. It is what requests to models are marked with.
type Trace struct {
	Entry   string
	Mission int    // index in the entry
	Role    string // a role, or "judge"
	Move    int    // number of the turn in the mission, refused plans aside
	Attempt string // as in [Scene.Attempt]
	Sample  int    // draws of the same turn, from 0
	Plan    string // fingerprint of the plan that the entry belongs to; may be empty
}

// maxTrace is the most that endpoints take as the user of a request, in bytes.
const maxTrace = 64

// String is "entry/mission/role.move/attempt-sample@plan". Where that would be
// longer than endpoints take, the role is its first letter.
func (t Trace) String() string {
	s := t.with(t.Role)
	if len(s) > maxTrace && t.Role != "" {
		s = t.with(t.Role[:1])
	}
	return s
}

func (t Trace) with(role string) string {
	s := fmt.Sprintf("%s/%d/%s.%d/%s-%d", t.Entry, t.Mission, role, t.Move, t.Attempt, t.Sample)
	if t.Plan != "" {
		s += "@" + t.Plan
	}
	return s
}

// roleNames gives the role for its first letter.
var roleNames = map[string]string{"u": "user", "p": "planner", "t": "tool", "a": "ai", "c": "checker", "j": "judge"}

// ParseTrace reads what [Trace.String] writes.
func ParseTrace(s string) (Trace, error) {
	wrong := fmt.Errorf("%q is not of the form entry/mission/role.move/attempt-sample@plan", s)
	rest, plan, _ := strings.Cut(s, "@")
	parts := strings.Split(rest, "/")
	if len(parts) != 4 || parts[0] == "" {
		return Trace{}, wrong
	}
	role, move, ok1 := strings.Cut(parts[2], ".")
	attempt, sample, ok2 := strings.Cut(parts[3], "-")
	if name := roleNames[role]; name != "" {
		role = name
	}
	t := Trace{Entry: parts[0], Role: role, Attempt: attempt, Plan: plan}
	var err1, err2, err3 error
	t.Mission, err1 = strconv.Atoi(parts[1])
	t.Move, err2 = strconv.Atoi(move)
	t.Sample, err3 = strconv.Atoi(sample)
	if !ok1 || !ok2 || err1 != nil || err2 != nil || err3 != nil || t.Mission < 0 || t.Move < 0 || t.Sample < 0 {
		return Trace{}, wrong
	}
	if _, err := t.Tries(); err != nil {
		return Trace{}, wrong
	}
	return t, nil
}

// Free reports whether the turn is one of the free strategy.
func (t Trace) Free() bool { return strings.HasPrefix(t.Attempt, FreeStrategy) }

// Tries takes the attempt apart: which conversation of the entry, and then
// which drawing of each mission.
func (t Trace) Tries() ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(strings.TrimLeft(t.Attempt, BuiltinUser+FreeStrategy), ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q is no attempt", t.Attempt)
		}
		out = append(out, n)
	}
	return out, nil
}
