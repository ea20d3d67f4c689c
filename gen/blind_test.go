package gen

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/proof"
)

// The verifier is not blind to what the generator really makes: each way to
// spoil an entry is applied to entries that it fits (all of them with -exhaustive), and found
// by the check meant for it each time.
func TestSpoiltEntriesAreFound(t *testing.T) {
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	prover := proof.New()

	for _, test := range []struct {
		name  string
		check proof.Check
		// spoil changes the entry, or returns false when it does not fit.
		spoil func(e *mission.Entry) bool
	}{
		{"a changed argument", proof.SourceQuery, onSource(mission.FromQuery, func(e *mission.Entry, m *mission.Mission, call *mission.Call, s *mission.Source) bool {
			if s.Rule != mission.RuleLiteral || strings.Count(s.Pointer, "/") != 1 {
				return false
			}
			return setArgument(call, s.Pointer[1:], "Elsewhere Nine")
		})},
		{"words that were never said", proof.SourceQuery, onSource(mission.FromQuery, func(_ *mission.Entry, _ *mission.Mission, _ *mission.Call, s *mission.Source) bool {
			s.Text = "never said at all"
			return true
		})},
		{"a wrong pointer", proof.SourceObservation, onSource(mission.FromObservation, func(_ *mission.Entry, _ *mission.Mission, _ *mission.Call, s *mission.Source) bool {
			s.At += "/nowhere"
			return true
		})},
		{"a source for nothing", proof.SourceExtra, onCall(func(_ *mission.Entry, _ *mission.Mission, c *mission.Call) bool {
			c.Sources = append(c.Sources, mission.Source{Pointer: "/nothing", Kind: mission.FromQuery})
			return true
		})},
		{"a source left out", proof.SourceMissing, onCall(func(_ *mission.Entry, _ *mission.Mission, c *mission.Call) bool {
			if len(c.Sources) == 0 {
				return false
			}
			c.Sources = c.Sources[1:]
			return true
		})},
		{"a clock that is a day off", proof.SourceClock, func(e *mission.Entry) bool {
			relative := onSource(mission.FromClock, func(_ *mission.Entry, _ *mission.Mission, _ *mission.Call, s *mission.Source) bool {
				return !strings.ContainsAny(s.Text, "0123456789")
			})
			if !relative(e) {
				return false
			}
			e.Environment.Now, e.Environment.Weekday = "2019-03-06 09:00:00", "Wednesday"
			return true
		}},
		{"a missing dependency", proof.GraphDependencies, onCall(func(_ *mission.Entry, _ *mission.Mission, c *mission.Call) bool {
			if len(c.Dependencies) == 0 {
				return false
			}
			c.Dependencies = []int{}
			return true
		})},
		{"an extra dependency", proof.GraphDependencies, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			if m.Pattern != mission.Parallel {
				return false
			}
			m.Calls[1].Dependencies = []int{0}
			return true
		})},
		{"a wrong pattern", proof.GraphPattern, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			if m.Type != mission.Multi {
				return false
			}
			m.Pattern = map[mission.Pattern]mission.Pattern{mission.Serial: mission.Mixed, mission.Mixed: mission.Parallel, mission.Parallel: mission.Serial}[m.Pattern]
			return true
		})},
		{"a wrong count", proof.PathsCount, onPaths(func(p *mission.PathsInfo) bool { p.Total += "1"; return true })},
		{"a path left out", proof.PathsComplete, onPaths(func(p *mission.PathsInfo) bool {
			if len(p.Listed) < 2 {
				return false
			}
			p.Listed = p.Listed[:len(p.Listed)-1]
			return true
		})},
		{"a suboptimal path first", proof.PathsOrder, onPaths(func(p *mission.PathsInfo) bool {
			if len(p.Listed) < 2 {
				return false
			}
			slices.Reverse(p.Listed)
			return true
		})},
		{"a wrong depth", proof.PathsDepth, onPaths(func(p *mission.PathsInfo) bool { p.Depth++; return true })},
		{"an observation outside its schema", proof.SchemaObservation, onCall(func(_ *mission.Entry, _ *mission.Mission, c *mission.Call) bool {
			c.Observation = json.RawMessage(`{"unheard_of":true}`)
			return true
		})},
		{"a tool that is not in the list", proof.SchemaTool, onCall(func(_ *mission.Entry, _ *mission.Mission, c *mission.Call) bool { c.Tool = "fly_to_moon"; return true })},
		{"a relation that is not true", proof.RelationText, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			if m.Reference == nil {
				return false
			}
			m.Request += " That is about " + m.Reference.Text + "."
			m.Dialogue[0].Text = m.Request
			return true
		})},
		{"a relation to the wrong mission", proof.RelationDistance, onMission(func(e *mission.Entry, m *mission.Mission) bool {
			if m.Relation != mission.LongTerm {
				return false
			}
			for i := range e.Missions {
				if &e.Missions[i] == m {
					m.Reference.Mission = i - 1
				}
			}
			return true
		})},
		{"an identifier forgotten in the reply", proof.TextIdentifiers, onMission(func(e *mission.Entry, m *mission.Mission) bool {
			if len(m.Calls) == 0 || !strings.Contains(m.Reply, "**") {
				return false
			}
			parts := strings.SplitN(m.Reply, "**", 3)
			observed := slices.ContainsFunc(m.Calls, func(c mission.Call) bool {
				return c.Status < 400 && slices.ContainsFunc(e.Toolset.Entities, func(x mission.Entity) bool {
					return bytes.Contains(c.Observation, []byte(`"`+x.ID+`":"`+parts[1]+`"`))
				})
			})
			if !observed || strings.Contains(parts[0]+parts[2], parts[1]) || !strings.ContainsAny(parts[1], "0123456789") {
				return false
			}
			m.Reply = parts[0] + "it" + parts[2]
			m.Dialogue[len(m.Dialogue)-1].Text = m.Reply
			return true
		})},
		{"a tool's name leaks", proof.TextLeak, onMission(func(e *mission.Entry, m *mission.Mission) bool {
			m.Reply += " I used " + e.Toolset.Tools[0].Name + "."
			m.Dialogue[len(m.Dialogue)-1].Text = m.Reply
			return true
		})},
		{"a placeholder", proof.TextResidue, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			m.Request += " Send it to {recipient}."
			m.Dialogue[0].Text = m.Request
			return true
		})},
		{"a number that nobody saw", proof.TextFaithful, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			if len(m.Calls) == 0 {
				return false
			}
			m.Reply += " The fee is 98765 euros."
			m.Dialogue[len(m.Dialogue)-1].Text = m.Reply
			return true
		})},
		{"a clarified value that was said before", proof.ClarifySaid, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			for _, c := range m.Calls {
				for _, s := range c.Sources {
					if (s.Kind == mission.FromReply || s.Said == mission.FromReply) && len(s.Text) > 3 {
						m.Request += " As I said: " + s.Text + "."
						m.Dialogue[0].Text = m.Request
						return true
					}
				}
			}
			return false
		})},
		{"a question for an optional parameter", proof.ClarifyRequired, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			if len(m.Questions) == 0 {
				return false
			}
			m.Questions[0].Missing = append(m.Questions[0].Missing, "favourite_colour")
			return true
		})},
		{"a plan that does something else", proof.DialoguePlan, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			for i := range m.Dialogue {
				if p := m.Dialogue[i].Plan; p != nil && p.ActionList[0].Name != mission.AskTool && p.ActionList[0].Name != mission.AnswerTool {
					p.ActionList[0].Arguments = json.RawMessage(`{"other":1}`)
					return true
				}
			}
			return false
		})},
		{"a keyword that a tool speaks of", proof.ChatCovered, onMission(func(e *mission.Entry, m *mission.Mission) bool {
			if m.Chat == nil || len(m.Chat.Keywords) == 0 {
				return false
			}
			m.Chat.Keywords = append(m.Chat.Keywords, strings.Fields(e.Toolset.Tools[0].Description)[1])
			return true
		})},
		{"the wrong one wins", proof.ChatCompare, onMission(func(_ *mission.Entry, m *mission.Mission) bool {
			if m.Chat == nil || m.Chat.Kind != mission.ChatCompare {
				return false
			}
			c := m.Chat.Compare
			if c.Winner == c.Items[0] {
				c.Winner = c.Items[1]
			} else {
				c.Winner = c.Items[0]
			}
			return true
		})},
		{"another switch path", proof.PathSwitch, func(e *mission.Entry) bool {
			if e.SwitchPath[0] == mission.Chat {
				return false
			}
			e.SwitchPath[0] = mission.Chat
			return true
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			hits := 0
			for _, e := range standardEntries(t) {
				if !test.spoil(e) {
					continue
				}
				if hits++; hits > sized(12, 12, 1<<30) {
					break
				}
				problems := prover.Entry(e)
				if !slices.ContainsFunc(problems, func(p proof.Problem) bool { return p.Check == test.check }) {
					t.Errorf("%s: not found by %s, but %v", e.ID, test.check, problems)
				}
			}
			if hits == 0 {
				t.Error("fits no entry")
			}
		})
	}
}

func onMission(spoil func(*mission.Entry, *mission.Mission) bool) func(*mission.Entry) bool {
	return func(e *mission.Entry) bool {
		for i := range e.Missions {
			if spoil(e, &e.Missions[i]) {
				return true
			}
		}
		return false
	}
}

func onCall(spoil func(*mission.Entry, *mission.Mission, *mission.Call) bool) func(*mission.Entry) bool {
	return onMission(func(e *mission.Entry, m *mission.Mission) bool {
		for i := range m.Calls {
			if spoil(e, m, &m.Calls[i]) {
				return true
			}
		}
		return false
	})
}

func onSource(kind mission.SourceKind, spoil func(*mission.Entry, *mission.Mission, *mission.Call, *mission.Source) bool) func(*mission.Entry) bool {
	return onCall(func(e *mission.Entry, m *mission.Mission, c *mission.Call) bool {
		for i := range c.Sources {
			if c.Sources[i].Kind == kind && spoil(e, m, c, &c.Sources[i]) {
				return true
			}
		}
		return false
	})
}

func onPaths(spoil func(*mission.PathsInfo) bool) func(*mission.Entry) bool {
	return onMission(func(_ *mission.Entry, m *mission.Mission) bool { return m.Paths != nil && spoil(m.Paths) })
}

// setArgument changes a text argument.
func setArgument(c *mission.Call, name string, value any) bool {
	var args map[string]any
	if json.Unmarshal(c.Arguments, &args) != nil {
		return false
	}
	if _, ok := args[name].(string); !ok {
		return false
	}
	args[name] = value
	c.Arguments = mustJSON(args)
	return true
}

func mustJSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
