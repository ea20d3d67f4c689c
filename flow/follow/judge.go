package follow

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"switchyard/eval"
	"switchyard/flow/session"
	"switchyard/out/corpus"
	"switchyard/schemas"
)

// Cause is why a decision was wrong.
//
// Source: FlowBench, appendix B.2 (five causes of failure).
type Cause string

// The causes.
const (
	MissingStep     Cause = "missing step"     // it goes on without a call that is due
	WrongSequence   Cause = "wrong sequence"   // it makes a call of this run too early or once more
	WrongTransition Cause = "wrong transition" // it takes another branch
	ToolUsage       Cause = "tool usage"       // wrong arguments, or a tool that has no place here
	Other           Cause = "other"            // what it says does not do
)

// Causes lists the causes.
func Causes() []Cause {
	return []Cause{MissingStep, WrongSequence, WrongTransition, ToolUsage, Other}
}

// Counts are the counts behind a precision and a recall.
type Counts struct {
	Gold  int `json:"gold"`  // that were due
	Made  int `json:"made"`  // that the agent made
	Right int `json:"right"` // of both
}

// Add adds counts.
func (c *Counts) Add(d Counts) {
	c.Gold, c.Made, c.Right = c.Gold+d.Gold, c.Made+d.Made, c.Right+d.Right
}

// Rates are precision, recall and F1; 1 where there is nothing to be right about.
func (c Counts) Rates() (precision, recall, f1 float64) {
	rate := func(n int) float64 {
		if n == 0 {
			return 1
		}
		return float64(c.Right) / float64(n)
	}
	precision, recall = rate(c.Made), rate(c.Gold)
	if precision+recall > 0 {
		f1 = 2 * precision * recall / (precision + recall)
	}
	return precision, recall, f1
}

// Verdict says how right an action was.
type Verdict struct {
	Right bool   `json:"right"`
	Tools Counts `json:"tools"`
	// Params are the parameters of the call that was due, key by key.
	Params Counts `json:"params"`
	// Node reports that the action is one that belongs to the node.
	Node bool `json:"node"`
	// Response says how much of what had to be told or asked is in the text; -1 if a call was due.
	Response float64 `json:"response"`
	Cause    Cause   `json:"cause,omitempty"` // of a wrong one
}

// Judge judges what an agent did at a decision, as FlowBench does at the level of turns: a call is
// right if the tool is and all parameters with a value are; a text is right if it says what has
// to be said (its identifiers, or else some of its words) and asks if something has to be asked.
func Judge(d *Decision, a *eval.Action) Verdict {
	gold := d.Call()
	v := Verdict{Response: -1}
	for range a.Calls {
		v.Tools.Made++
	}
	if gold != nil {
		v.Tools.Gold = 1
		want := objectOf(gold.Arguments)
		v.Params.Gold = filled(want)
		if len(a.Calls) > 0 {
			have := objectOf(a.Calls[0].Arguments)
			v.Params.Made = filled(have)
			if a.Calls[0].Name == gold.Tool {
				v.Tools.Right, v.Node = 1, true
				for name, value := range want {
					if !Empty(value) && SameParam(value, have[name]) {
						v.Params.Right++
					}
				}
			}
		}
		v.Right = v.Tools.Right == 1 && v.Params.Right == v.Params.Gold && len(a.Calls) == 1
	} else {
		v.Node = len(a.Calls) == 0
		v.Response = response(d, a.Text)
		v.Right = v.Node && v.Response >= 0.5
	}
	if !v.Right {
		v.Cause = cause(d, a, v)
	}
	return v
}

// cause is why an action is wrong.
func cause(d *Decision, a *eval.Action, v Verdict) Cause {
	if len(a.Calls) == 0 {
		if d.Call() != nil {
			return MissingStep
		}
		return Other
	}
	name := a.Calls[0].Name
	if v.Tools.Right == 1 {
		if len(a.Calls) > 1 {
			return WrongSequence
		}
		return ToolUsage
	}
	run := d.ex().Run
	before, after := false, false
	for i := range d.Session.Exchanges {
		ex := &d.Session.Exchanges[i]
		for k := range ex.Calls {
			if ex.Run != run || ex.Calls[k].Tool != name {
				continue
			}
			if i < d.Exchange || i == d.Exchange && k < d.Step {
				before = true
			} else {
				after = true
			}
		}
	}
	known := slices.ContainsFunc(d.Workflow().Nodes, func(n session.Node) bool { return n.Call == name })
	switch {
	case after && d.Call() != nil:
		return MissingStep // the call that is due is left out
	case after || before:
		return WrongSequence
	case known:
		return WrongTransition
	}
	return ToolUsage
}

// response says how much of a reply that is due a text says: the identifiers of the results that
// are told, and a question where something is asked for.
func response(d *Decision, text string) float64 {
	ex := d.ex()
	parts, have := 0, 0
	for _, a := range ex.Acts {
		switch a.Kind {
		case session.Tell:
			before := parts
			for _, id := range a.Shows {
				if c := d.last(id); c != nil && c.Status < 300 {
					for _, word := range d.identifiers(c) {
						if d.heard(word) {
							continue // both know what it is about
						}
						parts++
						if strings.Contains(text, word) {
							have++
						}
					}
				}
			}
			if parts == before && !d.ends(a.Node) { // nothing that has to be named: the words must do
				parts++
				if alike(text, ex.Reply) || len(a.Shows) > 0 && denies.MatchString(ex.Reply) && denies.MatchString(text) {
					have++
				}
			}
		case session.Answer, session.Refuse, session.Accept, session.Close:
			parts++
			if alike(text, ex.Reply) || a.Kind == session.Close && closes.MatchString(text) || a.Kind == session.Refuse && a.Topic != "" && putsOff.MatchString(text) {
				have++
			}
		case session.Ask:
			if a.Passed {
				continue
			}
			if parts++; strings.ContainsAny(text, "?？") || d.names(text, a.Slots) || asks.MatchString(text) {
				have++
			}
		}
	}
	switch {
	case strings.TrimSpace(text) == "":
		return 0
	case parts == 0:
		return 1
	}
	return float64(have) / float64(parts)
}

// denies finds texts that say that there is nothing, or that something is not possible.
var denies = regexp.MustCompile(`(?i)\b(?:no|not|nothing|none|nobody|never|unfortunately|afraid|isn't|aren't|doesn't|don't|couldn't|can't|cannot)\b`)

// asks finds requests that are no questions.
var asks = regexp.MustCompile(`(?i)\b(?:i need|please (?:tell|give|let|send|say|name)|tell me)\b`)

// closes finds texts that leave things as they are.
var closes = regexp.MustCompile(`(?i)\b(?:leave it|left|nothing (?:has|was|is|will)|no \w+ (?:has|have|was|were) been|haven't|won't|any ?time|whenever|welcome|come back|write again|let me know|get in touch|change your mind)\b`)

// putsOff finds texts that say that something else comes first.
var putsOff = regexp.MustCompile(`(?i)\b(?:first|before|until|once|as soon as|yet)\b`)

// heard reports whether a word was said or told before the decision. Results do not count.
func (d *Decision) heard(word string) bool {
	return slices.ContainsFunc(d.Messages, func(m corpus.Message) bool {
		return m.Role != corpus.Tool && strings.Contains(m.Text, word)
	})
}

// ends reports whether a node is an end at which nothing is shown.
func (d *Decision) ends(node string) bool {
	i := slices.IndexFunc(d.Workflow().Nodes, func(n session.Node) bool { return n.ID == node })
	return i >= 0 && len(d.Workflow().Nodes[i].Edges) == 0 && len(d.Workflow().Nodes[i].Shows) == 0
}

// alike reports whether two texts have some words in common that not every text has.
func alike(a, b string) bool {
	said := map[string]bool{}
	need := 0
	for _, w := range strings.FieldsFunc(strings.ToLower(b), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !said[w] && len(w) > 3 && !common[w] {
			said[w] = true
			need++
		}
	}
	n := 0
	for _, w := range strings.FieldsFunc(strings.ToLower(a), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if said[w] {
			said[w] = false
			n++
		}
	}
	return n >= min(2, need)
}

var common = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq("that this there with have your from will would could can't back about what which when where some sorry afraid just like please thank thanks them they then course instead") {
		all[w] = true
	}
	return all
}()

// names reports whether a text names all slots.
func (d *Decision) names(text string, slots []string) bool {
	for _, name := range slots {
		i := slices.IndexFunc(d.Workflow().Slots, func(s session.Slot) bool { return s.Name == name })
		if i < 0 || !strings.Contains(strings.ToLower(text), strings.ToLower(d.Workflow().Slots[i].Noun)) {
			return false
		}
	}
	return true
}

// last is the last call of a node in the run, up to the decision; nil if there is none.
func (d *Decision) last(node string) *session.Called {
	for i := d.Exchange; i >= 0 && d.Session.Exchanges[i].Run == d.ex().Run; i-- {
		ex := &d.Session.Exchanges[i]
		for _, a := range slices.Backward(ex.Acts) {
			if a.Kind == session.Call && a.Node == node && (i < d.Exchange || a.Call < d.Step) {
				return &ex.Calls[a.Call]
			}
		}
	}
	return nil
}

// identifiers lists what identifies the things that a call returned: those of the kind that its
// tool is about, if it is about one.
func (d *Decision) identifiers(c *session.Called) (all []string) {
	ids := map[string]bool{}
	for _, t := range d.Session.Toolset.Tools {
		if t.Name == c.Tool && t.Thing != "" {
			ids[t.Thing] = true
		}
	}
	if len(ids) == 0 {
		for _, e := range d.Session.Toolset.Entities {
			ids[e.ID] = true
		}
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				if text, ok := v[key].(string); ok && ids[key] && !slices.Contains(all, text) {
					all = append(all, text)
				}
				walk(v[key])
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(decoded(c.Observation))
	return all
}

func objectOf(raw json.RawMessage) map[string]any {
	v, err := schemas.Decode(raw)
	o, _ := v.(map[string]any)
	if err != nil {
		return nil
	}
	return o
}

// Empty reports whether a parameter has no value.
func Empty(v any) bool {
	text, isText := v.(string)
	return v == nil || isText && text == ""
}

func filled(o map[string]any) (n int) {
	for _, v := range o {
		if !Empty(v) {
			n++
		}
	}
	return n
}

// SameParam compares values as FlowBench does: texts without punctuation and blanks, where the
// prediction may say more; others exactly.
func SameParam(gold, have any) bool {
	a, isText := gold.(string)
	b, too := have.(string)
	if isText && too {
		a, b = plain(a), plain(b)
		return a == b || a != "" && strings.Contains(b, a)
	}
	x, err1 := json.Marshal(gold)
	y, err2 := json.Marshal(have)
	return err1 == nil && err2 == nil && string(x) == string(y)
}

func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}
