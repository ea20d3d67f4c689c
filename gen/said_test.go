package gen

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/tools"
)

// A value that a second call takes from the request's words for a first one is
// said again, unless the two are told in one breath or a word such as "there"
// takes it up: nobody could tell that six portions are meant twice.
func TestSharedValuesAreSaidForEachCall(t *testing.T) {
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit, c.Paths = 0, "multi"
	c.PerPath = sized(100, 400, 800)
	after := map[string][]string{} // steps that come first, which may be said behind the goal with its values
	lasting := map[string]bool{}   // tool and parameter about a thing; no others have words such as "there" here
	for _, set := range c.Toolsets {
		words := set.Words
		defer func() { set.Words = words }() // who found words knew what they share
		set.Words = tools.Words{}
		for _, tool := range set.Tools {
			after[tool.Name] = tool.After
			for _, p := range tool.Params {
				there := p.There
				defer func() { p.There = there }() // others use the toolset, too
				p.There = nil
				lasting[tool.Name+"/"+p.Name] = p.Entity != nil
			}
		}
	}
	mustRun(t, c)
	shared := 0
	for _, e := range entriesOf(t, c.Out) {
		m := &e.Missions[0]
		for i, call := range m.Calls {
			for _, s := range call.Sources {
				for _, first := range m.Calls[:i] {
					if s.Kind == mission.FromObservation || slices.Contains(after[call.Tool], first.Tool) || lasting[call.Tool+"/"+strings.Split(s.Pointer, "/")[1]] || !says(first, s) || differing(first, call) <= 1 && first.Tool == call.Tool {
						continue
					}
					shared++
					if n := strings.Count(strings.ToLower(m.Request), strings.ToLower(s.Text)); n < 2 {
						t.Errorf("%s: %s takes %q from words for %s: %s", e.ID, call.Tool+s.Pointer, s.Text, first.Tool, m.Request)
					}
				}
			}
		}
	}
	t.Logf("%d shared values", shared)
	if shared == 0 && !testing.Short() { // there may be none in a few entries
		t.Error("no two calls of any request share a value, so nothing was tested")
	}
}

// What the user adds to an answer is not known before that answer.
func TestThoughtsKnowNoFuture(t *testing.T) {
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit, c.Paths, c.PerPath = 0, "clarify", sized(100, 150, 400)
	mustRun(t, c)
	added := 0
	for _, e := range entriesOf(t, c.Out) {
		m := &e.Missions[0]
		thought := m.Dialogue[1].Plan.Thought // before the user is asked
		_, given, _ := strings.Cut(thought, "Given: ")
		given, missing, _ := strings.Cut(given, "Missing")
		for _, s := range m.Calls[0].Sources {
			name := strings.Split(s.Pointer, "/")[1]
			if s.Kind != mission.FromReply {
				continue
			}
			if !strings.Contains(missing, name) {
				added++
			}
			if strings.Contains("; "+given, "; "+name+" ") {
				t.Errorf("%s knows %s too early: %s", e.ID, name, thought)
			}
		}
	}
	if added == 0 {
		t.Error("no user adds anything to an answer")
	}
}

func says(c mission.Call, s mission.Source) bool {
	for _, other := range c.Sources {
		if other.Pointer == s.Pointer && other.Kind == s.Kind && other.Text == s.Text {
			return true
		}
	}
	return false
}

// differing counts the arguments in which two calls differ.
func differing(a, b mission.Call) int {
	var x, y map[string]json.RawMessage
	if json.Unmarshal(a.Arguments, &x) != nil || json.Unmarshal(b.Arguments, &y) != nil {
		return 0
	}
	n := 0
	for name := range x {
		if !bytes.Equal(x[name], y[name]) {
			n++
		}
	}
	for name := range y {
		if x[name] == nil {
			n++
		}
	}
	return n
}

// What is carried over from an earlier mission to another tool is taken up by words such
// as "there". Most conversations have only one such value, so that nothing has to say which
// is meant; and no words stand behind "as for the hotels earlier" that could be about those.
func TestCarriedValuesAreTakenUp(t *testing.T) {
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit, c.PerPath = 0, sized(2, 2, 6)
	c.Missions = []int{2, 3}
	there := map[string][]string{} // by tool and parameter
	for _, set := range c.Toolsets {
		for _, tool := range set.Tools {
			for _, p := range tool.Params {
				if p.Entity == nil {
					there[tool.Name+"/"+p.Name] = p.There
				}
			}
		}
	}
	mustRun(t, c)
	anchor := regexp.MustCompile(`\bas (?:in my \w+ (?:question|request)|at the start|at the beginning|for the .+? earlier)\b(.*)`)
	withoutLead := regexp.MustCompile(`\b(that|this|the same) .*`)
	over := regexp.MustCompile(`^([,.;:?!]|$| (and|then|or|but|please|if)\b)`)
	carried, far, anchored := 0, 0, 0
	for _, e := range entriesOf(t, c.Out) {
		for i := range e.Missions {
			m := &e.Missions[i]
			if found := anchor.FindStringSubmatch(m.Request); found != nil {
				anchored++
				if !over.MatchString(found[1]) {
					t.Errorf("%s: %s", e.ID, m.Request)
				}
			}
			for _, call := range m.Calls {
				for _, s := range call.Sources {
					words := there[call.Tool+"/"+strings.Split(s.Pointer, "/")[1]]
					if s.Kind != mission.FromEarlier && s.Said != mission.FromEarlier || len(words) == 0 || calledIn(&e.Missions[m.Reference.Mission], call.Tool) {
						continue
					}
					carried++
					if m.Relation == mission.LongTerm {
						far++
					}
					if !slices.ContainsFunc(words, func(w string) bool {
						without := withoutLead.FindString(w) // the sentence may have another preposition
						return strings.Contains(m.Request, w) || without != "" && strings.Contains(m.Request, without)
					}) {
						t.Errorf("%s: %s%s is carried over without a word: %s", e.ID, call.Tool, s.Pointer, m.Request)
					}
				}
			}
		}
	}
	t.Logf("%d values carried over, %d of them far, %d requests anchored", carried, far, anchored)
	if carried == 0 || far == 0 || anchored*2 > far {
		t.Error("nothing is carried over, or nearly all of it with an anchor")
	}
}

func calledIn(m *mission.Mission, tool string) bool {
	return slices.ContainsFunc(m.Calls, func(c mission.Call) bool { return c.Tool == tool })
}
