package proof

import (
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/mission"
)

// maxTries is how often a planner may try the same decision before the mission is given
// up (docs/design.md, section 3).
const maxTries = 3

// proveDialogue proves that the turns follow the loop, that accepted plans do
// what the mission says, and that their steps are an optimal path.
func (v *view) proveDialogue(m *missionView) {
	w := &walk{v: v, m: m}
	if w.form() {
		w.plans()
	}
	v.proveThoughts(m)
}

// walk follows the turns of a dialogue.
type walk struct {
	v     *view
	m     *missionView
	at    int
	moves []move // the accepted plans with what followed
}

// move is an accepted plan with what followed.
type move struct {
	turn     int // of the plan
	plan     *mission.Plan
	calls    []int // the calls that the tool answered
	question int   // the question that was asked; -1 for none
}

// bad reports a turn that must not stand here.
func (w *walk) bad(format string, args ...any) bool {
	w.v.report(w.m, DialogueForm, fmt.Sprintf("/dialogue/%d", w.at), format, args...)
	return false
}

// next takes a turn of a role.
func (w *walk) next(role mission.Role) *mission.Turn {
	if w.at >= len(w.m.Dialogue) {
		w.v.report(w.m, DialogueForm, "/dialogue", "the dialogue ends where a turn of the %s must follow", role)
		return nil
	}
	t := &w.m.Dialogue[w.at]
	if t.Role != role {
		w.bad("a turn of the %s must follow, not of the %s", role, t.Role)
		return nil
	}
	if why := oddFields(t); why != "" {
		w.bad("%s", why)
		return nil
	}
	w.at++
	return t
}

// oddFields returns which field of a turn does not belong to its role or is missing.
func oddFields(t *mission.Turn) string {
	for _, field := range [...]struct {
		name      string
		want, has bool
	}{
		{"text", t.Role == mission.RoleUser || t.Role == mission.RoleAI, t.Text != ""},
		{"plan", t.Role == mission.RolePlanner, t.Plan != nil},
		{"accepted", t.Role == mission.RoleChecker, t.Accepted != nil},
		{"calls", t.Role == mission.RoleTool, len(t.Calls) > 0},
		{"reasons", t.Role == mission.RoleChecker && t.Accepted != nil && !*t.Accepted, len(t.Reasons) > 0},
	} {
		switch {
		case field.want && !field.has:
			return fmt.Sprintf("this turn of the %s needs %q", t.Role, field.name)
		case field.has && !field.want:
			return fmt.Sprintf("this turn of the %s must not have %q", t.Role, field.name)
		}
	}
	return ""
}

// says takes a turn that must say a text.
func (w *walk) says(role mission.Role, text string) bool {
	t := w.next(role)
	if t == nil {
		return false
	}
	if t.Text != text {
		w.at--
		return w.bad("the %s says %q, where the mission has %q", role, t.Text, text)
	}
	return true
}

// form walks the whole dialogue.
func (w *walk) form() bool {
	if !w.says(mission.RoleUser, w.m.Request) {
		return false
	}
	questions := 0
	for {
		mv := w.decide()
		if mv == nil {
			return false
		}
		switch name := mv.plan.ActionList[0].Name; name {
		case mission.AnswerTool:
			w.moves = append(w.moves, *mv)
			if !w.says(mission.RoleAI, w.m.Reply) {
				return false
			}
			if w.at != len(w.m.Dialogue) {
				return w.bad("the mission is closed, but the dialogue goes on")
			}
			if questions != len(w.m.Questions) {
				return w.bad("the dialogue asks %d of the %d questions", questions, len(w.m.Questions))
			}
			return true
		case mission.AskTool:
			if questions >= len(w.m.Questions) {
				return w.bad("the mission has no question number %d", questions)
			}
			q := &w.m.Questions[questions]
			mv.question = questions
			questions++
			if !w.says(mission.RoleAI, q.Text) || !w.says(mission.RoleUser, q.Reply) {
				return false
			}
		default:
			if !w.answered(mv) {
				return false
			}
		}
		w.moves = append(w.moves, *mv)
	}
}

// decide takes plans until one is accepted.
func (w *walk) decide() *move {
	for try := 1; ; try++ {
		turn := w.at
		p := w.next(mission.RolePlanner)
		if p == nil {
			return nil
		}
		c := w.next(mission.RoleChecker)
		switch {
		case c == nil:
			return nil
		case *c.Accepted && len(p.Plan.ActionList) == 0:
			w.at--
			w.bad("a plan without an action is accepted")
			return nil
		case *c.Accepted:
			return &move{turn: turn, plan: p.Plan, question: -1}
		case try == maxTries:
			w.at--
			w.bad("a plan is refused %d times in a row, but that many refusals end a mission", try)
			return nil
		}
	}
}

// answered takes the observations of a plan's calls, with the checker's decision on them
// if there is one.
func (w *walk) answered(mv *move) bool {
	for try := 1; ; try++ {
		t := w.next(mission.RoleTool)
		if t == nil {
			return false
		}
		for _, c := range t.Calls {
			if c < 0 || c >= len(w.m.calls) {
				w.at--
				return w.bad("the mission has no call %d", c)
			}
		}
		mv.calls = t.Calls
		if w.at >= len(w.m.Dialogue) || w.m.Dialogue[w.at].Role != mission.RoleChecker {
			return true
		}
		c := w.next(mission.RoleChecker)
		if c == nil {
			return false
		}
		if *c.Accepted {
			return true
		}
		if try == maxTries {
			w.at--
			return w.bad("observations are refused %d times in a row, but that many refusals end a mission", try)
		}
	}
}

// plans proves that the accepted plans are right and in the right order.
func (w *walk) plans() {
	var path [][]int
	good := true
	for i := range w.moves {
		mv := &w.moves[i]
		if why := w.wrong(mv, i == len(w.moves)-1); why != "" {
			w.v.report(w.m, DialoguePlan, fmt.Sprintf("/dialogue/%d/plan", mv.turn), "%s", why)
			good = false
		}
		if len(mv.calls) > 0 {
			path = append(path, mv.calls)
		}
	}
	if !good || w.m.graph == nil || len(w.m.calls) == 0 {
		return
	}
	if err := w.m.graph.graph.IsPath(path); err != nil {
		w.v.report(w.m, DialogueTrajectory, "/dialogue", "the steps of the dialogue are not a path: %v", err)
	} else if depth := w.m.graph.graph.Depth(); len(path) != depth {
		w.v.report(w.m, DialogueTrajectory, "/dialogue", "the dialogue takes %d steps where %d are enough", len(path), depth)
	}
}

// wrong returns why an accepted plan does not fit the mission.
func (w *walk) wrong(mv *move, last bool) string {
	p := mv.plan
	if want := map[bool]string{true: "yes", false: "no"}[last]; p.MissionFinish != want {
		return fmt.Sprintf("Mission_Finish must be %q here, not %q", want, p.MissionFinish)
	}
	for _, a := range p.ActionList {
		if (a.Name == mission.AskTool || a.Name == mission.AnswerTool) && len(p.ActionList) > 1 {
			return fmt.Sprintf("%s must stand alone", a.Name)
		}
	}
	first := &p.ActionList[0]
	switch first.Name {
	case mission.AnswerTool:
		want := "chat"
		if len(w.m.calls) > 0 {
			want = "tool"
		}
		return notExactly(first, map[string]any{"answer_type": want})
	case mission.AskTool:
		q := &w.m.Questions[mv.question]
		missing := make([]any, len(q.Missing))
		for i, name := range q.Missing {
			missing[i] = name
		}
		return notExactly(first, map[string]any{"tool_name": q.Tool, "missing_required_parameters": missing})
	}
	if len(p.ActionList) != len(mv.calls) {
		return fmt.Sprintf("the plan has %d actions, but %d calls are answered", len(p.ActionList), len(mv.calls))
	}
	for i, c := range mv.calls {
		a, call := &p.ActionList[i], &w.m.calls[c]
		switch {
		case a.Name != call.Tool:
			return fmt.Sprintf("action %d calls %s, but call %d is of %s", i, a.Name, c, call.Tool)
		case a.Purpose != call.Purpose:
			return fmt.Sprintf("the purpose of action %d is %q, but that of call %d is %q", i, a.Purpose, c, call.Purpose)
		}
		if string(a.Arguments) == string(call.Arguments) {
			continue
		}
		if args, err := decode(a.Arguments); err != nil || !equal(args, call.arguments) {
			return fmt.Sprintf("the arguments of action %d are %s, but those of call %d are %s", i, shortRaw(a.Arguments), c, shortRaw(call.Arguments))
		}
	}
	return ""
}

func notExactly(a *mission.Action, want map[string]any) string {
	got, err := decode(a.Arguments)
	if err != nil || !equal(got, any(want)) {
		b, _ := json.Marshal(want)
		return fmt.Sprintf("the arguments of %s are %s, not %s", a.Name, b, shortRaw(a.Arguments))
	}
	return ""
}

// hidden are words that thoughts and plans must not contain: the checker and the internal
// tools.
var hidden = []string{"checker", strings.ToLower(mission.AskTool), mission.AnswerTool}

// hiddenStems are the beginnings of words for what is not real.
var hiddenStems = []string{"simulat", "role-play", "roleplay", "synthetic"}

// proveThoughts proves that accepted plans have thoughts that do not mention what is
// behind the scenes. Refused plans may, since the checker refuses them for that.
func (v *view) proveThoughts(m *missionView) {
	for i := range m.Dialogue {
		p := m.Dialogue[i].Plan
		if p == nil {
			continue
		}
		if i+1 < len(m.Dialogue) && m.Dialogue[i+1].Accepted != nil && !*m.Dialogue[i+1].Accepted {
			continue
		}
		for _, part := range [...]struct{ name, text string }{{"Thought", p.Thought}, {"Plan", p.Plan}} {
			said := fold(part.text)
			why := ""
			if said == "" {
				why = "is empty"
			} else if word := hiddenIn(said); word != "" {
				why = fmt.Sprintf("must not mention %q", word)
			}
			if why != "" {
				v.report(m, DialogueThought, fmt.Sprintf("/dialogue/%d/plan/%s", i, part.name), "%s", why)
			}
		}
	}
}

func hiddenIn(said string) string {
	for _, word := range hidden {
		if holds(said, word) {
			return word
		}
	}
	for _, stem := range hiddenStems {
		if i := strings.Index(said, stem); i >= 0 && (i == 0 || !isLetter(said[i-1])) {
			return stem
		}
	}
	return ""
}
