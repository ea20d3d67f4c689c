package roles

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// [Scene.Attempt] begins with a letter in these two cases. It has no letter if a model
// plays the user in the blueprint strategy.
const (
	BuiltinUser  = "b" // the built-in engine plays the user
	FreeStrategy = "f" // the run uses the free strategy
)

// Trace names one turn of a run: the role, the mission, the entry and the attempt.
// Requests to models are marked with it.
type Trace struct {
	Entry   string
	Mission int    // index in the entry
	Role    string // a role, or "judge"
	Move    int    // number of the turn in the mission, not counting refused plans
	Attempt string // as in [Scene.Attempt]
	Sample  int    // number of the answer to this turn, from 0
	Plan    string // fingerprint of the plan that the entry belongs to; may be empty
}

// maxTrace is the longest user field that endpoints accept in a request, in bytes.
const maxTrace = 64

// String is "entry/mission/role.move/attempt-sample@plan". If that is longer than
// endpoints accept, the role is shortened to its first letter.
func (t Trace) String() string {
	s := fmt.Sprintf("%s/%d/%s.%d/%s-%d", t.Entry, t.Mission, t.Role, t.Move, t.Attempt, t.Sample)
	if t.Plan != "" {
		s += "@" + t.Plan
	}
	if len(s) > maxTrace && len(t.Role) > 1 {
		t.Role = t.Role[:1]
		return t.String()
	}
	return s
}

// roleNames are the roles by their first letters.
var roleNames = map[string]string{"u": "user", "p": "planner", "t": "tool", "a": "ai", "c": "checker", "j": "judge"}

// ParseTrace reads what [Trace.String] writes.
func ParseTrace(s string) (Trace, error) {
	wrong := fmt.Errorf("trace %q does not have the form entry/mission/role.move/attempt-sample@plan", s)
	rest, plan, _ := strings.Cut(s, "@")
	parts := strings.Split(rest, "/")
	if len(parts) != 4 || parts[0] == "" {
		return Trace{}, wrong
	}
	role, move, ok1 := strings.Cut(parts[2], ".")
	attempt, sample, ok2 := strings.Cut(parts[3], "-")
	t := Trace{Entry: parts[0], Role: cmp.Or(roleNames[role], role), Attempt: attempt, Plan: plan}
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

// Free reports whether the turn belongs to the free strategy.
func (t Trace) Free() bool { return strings.HasPrefix(t.Attempt, FreeStrategy) }

// Tries returns the numbers in Attempt, which [Scene.Attempt] explains.
func (t Trace) Tries() ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(strings.TrimLeft(t.Attempt, BuiltinUser+FreeStrategy), ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q is not an attempt such as 0.0.1", t.Attempt)
		}
		out = append(out, n)
	}
	return out, nil
}
