package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchyard/eval"
	"switchyard/eval/tally"
	"switchyard/internal/jsonptr"
	"switchyard/internal/shell"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// failureView is a failed mission on the page. Its texts are the original ones; the
// template escapes them.
type failureView struct {
	Number   int // in the page
	Result   string
	At       int // of the result in the report
	ID       string
	Kind     string
	KindText string
	Fault    string // the first, which counts
	Title    string // its name
	Progress string // as many nodes are done as the tree marks; in a session, what the mission should have led to
	Command  string // that draws the trees of the entry
	Path     []pathStep
	Facts    []factView
	Groups   []groupView
	Tree     *treeView
	System   string
	Earlier  []earlierView
	Request  []messageView
	Steps    []stepView
	Left     string // where the tree was left; empty when it was not
	Reply    string // of the dataset
	Given    string // closing reply of the agent, if it closed the mission
	Tools    []string
	Session  bool // the agent lived with its own history
}

type pathStep struct {
	Text string
	Here bool
}

type factView struct{ Name, Text string }

// groupView holds the faults of one call or one text, with the expected beside the given.
type groupView struct {
	Where  string
	Faults []faultView
	Rows   []argumentView // of parameter faults
	Left   int            // rows that are not shown
	Want   *sideView      // of other faults
	Given  *sideView
}

type faultView struct{ Name, Group, Detail string }

// argumentView is one value of the arguments, as expected and as given.
type argumentView struct {
	Name  string
	Want  string // empty when none belongs there
	Given string // empty when it is left out
	Class string // wrong, accepted (other words for the same), or empty
	Mark  string
}

type sideView struct {
	Title string
	Text  string
	Code  string
}

// earlierView is an earlier mission, or what was said before the first one.
type earlierView struct {
	Title    string
	Messages []messageView
}

type messageView struct {
	Role  string // user, assistant, tool
	Text  string
	Name  string // of the tool that answers
	Data  string // what it answers
	Calls []calledView
}

type calledView struct {
	Name      string
	Arguments string
	Wrong     bool
	As        string // what it was taken for
	Data      string // what it was answered
}

// stepView is a step of the agent.
type stepView struct {
	Number int
	Text   string
	Calls  []calledView
	Wrong  bool
	Left   bool   // it is not in the tree
	As     string // what its text was taken for
	Answer string // of the user, to a question
}

func failureOf(x *Failure, at, n int, dataset string) *failureView {
	t, v := x.Task, x.Verdict
	facts := tally.FactsOf(t)
	kind := mission.KindOf(facts.Type, facts.Pattern)
	first := v.Faults[0].Fault
	f := &failureView{Number: n, Result: plain(x.Result), At: at, ID: plain(t.ID()), Kind: string(kind), KindText: kindText(kind),
		Fault: string(first), Title: faultName(first), Command: command(t, dataset), Tree: treeOf(x),
		System: t.System, Reply: t.Gold().Reply, Left: leftOf(x), Session: x.Lived != nil}
	for i := range t.Entry.Missions {
		f.Path = append(f.Path, pathStep{named(string(t.Entry.Missions[i].Type)), i == t.Mission})
	}
	for _, fact := range []factView{
		{"Result", f.Result}, {"Toolset", facts.Toolset}, {"Domain", facts.Domain}, {"Relation", words(string(facts.Relation))},
		{"Time", strings.TrimSpace(t.Entry.Environment.Weekday + " " + t.Entry.Environment.Now)}, {"Fewest steps", strconv.Itoa(t.Depth())},
		{"Steps taken", strconv.Itoa(len(x.Prediction.Steps))},
	} {
		if fact.Text = plain(fact.Text); fact.Text != "" {
			f.Facts = append(f.Facts, fact)
		}
	}
	for i := range t.Entry.Toolset.Tools {
		f.Tools = append(f.Tools, plain(t.Entry.Toolset.Tools[i].Name))
	}
	f.Groups = groupsOf(x)
	if f.Session {
		f.Progress = fmt.Sprintf("%d of %d outcomes", v.Done, v.Of)
		f.converse(t, f.live(x))
		return f
	}
	f.Progress = fmt.Sprintf("%d of %d done", f.Tree.Done, len(f.Tree.Nodes))
	f.converse(t, t.Messages)
	f.act(x)
	return f
}

func faultName(f eval.Fault) string {
	if f == "" {
		return none
	}
	return titled(string(f))
}

// command draws the tree of a mission. It names the dataset as the report does, which is
// its folder or its file without the way there.
func command(t *eval.Task, dataset string) string {
	dataset, _, _ = strings.Cut(dataset, SumMark)
	return fmt.Sprintf("switchyard tree %s --entry %s --mission %d", shell.Quote(cmp.Or(plain(dataset), "DATASET")), shell.Quote(plain(t.Entry.ID)), t.Mission+1)
}

// kindText returns a kind in words.
func kindText(k mission.Kind) string {
	if p := k.Pattern(); p != "" {
		return "multi, " + string(p)
	}
	return named(string(k))
}

// leftOf says where the agent left the tree, or that a session was given up.
func leftOf(x *Failure) string {
	p := x.Prediction
	if p.End != eval.Left || len(p.Steps) == 0 {
		return ""
	}
	if x.Lived != nil {
		return fmt.Sprintf("It was given up here: no closing reply after %d steps.", len(p.Steps))
	}
	did := "says something"
	last := &p.Steps[len(p.Steps)-1]
	switch {
	case len(last.Calls) > 0:
		did = "calls " + calledNames(last)
	case last.Text == "":
		did = "neither says nor calls anything"
	}
	return fmt.Sprintf("Step %d left the tree here: it %s.", len(p.Steps), did)
}

// calledNames lists the tools that a step calls.
func calledNames(s *eval.Step) string {
	names := make([]string, len(s.Calls))
	for i, c := range s.Calls {
		names[i] = plain(c.Name)
	}
	return strings.Join(names, ", ")
}

// converse shows what was said before the agent acts.
func (f *failureView) converse(t *eval.Task, messages []corpus.Message) {
	for i := range messages {
		m := &messages[i]
		view := messageOf(m)
		if m.Mission == t.Mission {
			f.Request = append(f.Request, view)
			continue
		}
		if i == 0 || messages[i-1].Mission != m.Mission {
			title := fmt.Sprintf("Mission %d", m.Mission+1)
			if m.Mission >= 0 && m.Mission < len(t.Entry.Missions) {
				title += ": " + clipped(t.Entry.Missions[m.Mission].Request, 90)
			}
			f.Earlier = append(f.Earlier, earlierView{Title: title})
		}
		last := &f.Earlier[len(f.Earlier)-1]
		last.Messages = append(last.Messages, view)
	}
}

func messageOf(m *corpus.Message) messageView {
	v := messageView{Role: string(m.Role), Text: m.Text}
	if m.Role == corpus.Tool {
		v.Name, v.Data, v.Text = plain(m.Name), pretty(json.RawMessage(m.Text)), ""
	}
	for _, c := range m.Calls {
		v.Calls = append(v.Calls, calledView{Name: plain(c.Name), Arguments: pretty(c.Arguments)})
	}
	return v
}

// act shows what the agent did.
func (f *failureView) act(x *Failure) {
	nodes := x.Task.Nodes
	for i := range x.Prediction.Steps {
		step := &x.Prediction.Steps[i]
		s := stepView{Number: i + 1, Text: step.Text, Left: len(takenFor(x, i)) == 0}
		wrong := func(call int) bool {
			return slices.ContainsFunc(x.Verdict.Faults, func(f eval.Found) bool { return f.Step == i && (f.Call == call || f.Call < 0) })
		}
		for k, c := range step.Calls {
			called := calledView{Name: plain(c.Name), Arguments: pretty(c.Arguments), Wrong: wrong(k)}
			if n, ok := nodeAt(x, i, k); ok {
				called.As, called.Data = "taken for node "+strconv.Itoa(n+1), pretty(nodes[n].Observation)
			} else if taken := takenFor(x, i); k < len(taken) && taken[k] < 0 {
				called.As = "a look-up beside the paths"
			}
			s.Calls = append(s.Calls, called)
		}
		if len(step.Calls) == 0 {
			s.Wrong = wrong(-1)
			if n, ok := nodeAt(x, i, 0); ok {
				s.As = "taken for node " + strconv.Itoa(n+1)
				switch nodes[n].Kind {
				case eval.Ask:
					s.Answer = nodes[n].Reply
				case eval.Answer:
					f.Given = step.Text
				}
			}
		}
		f.Steps = append(f.Steps, s)
	}
}

// live shows what the agent did in a mission of a session, and returns what was said
// before.
func (f *failureView) live(x *Failure) []corpus.Message {
	start := slices.IndexFunc(x.Lived, func(m corpus.Message) bool { return m.Mission == x.Task.Mission })
	if start < 0 {
		return x.Lived
	}
	start++ // the request
	for i := range x.Lived[start:] {
		m := &x.Lived[start+i]
		switch {
		case m.Role == corpus.Assistant:
			step := len(f.Steps)
			s := stepView{Number: step + 1, Text: m.Text}
			wrong := func(call int) bool {
				return slices.ContainsFunc(x.Verdict.Faults, func(f eval.Found) bool { return f.Step == step && f.Call == call })
			}
			for k, c := range m.Calls {
				s.Calls = append(s.Calls, calledView{Name: plain(c.Name), Arguments: pretty(c.Arguments), Wrong: wrong(k)})
			}
			s.Wrong = len(s.Calls) == 0 && wrong(-1)
			f.Steps = append(f.Steps, s)
		case len(f.Steps) == 0: // nothing was done yet
		case m.Role == corpus.Tool:
			calls := f.Steps[len(f.Steps)-1].Calls
			if k := slices.IndexFunc(calls, func(c calledView) bool { return c.Data == "" }); k >= 0 { // they come in their order
				calls[k].Data = pretty(json.RawMessage(m.Text))
			}
		case m.Role == corpus.User:
			f.Steps[len(f.Steps)-1].Answer = m.Text
		}
	}
	if n := len(f.Steps); n > 0 && x.Prediction.End == eval.Closed {
		f.Given = f.Steps[n-1].Text
	}
	return x.Lived[:start]
}

// takenFor returns the nodes that a step was taken for, -1 for a look-up beside the paths.
// Only verdicts that note such look-ups take the other calls of their steps for anything.
func takenFor(x *Failure, step int) []int {
	s := &x.Prediction.Steps[step]
	if slices.ContainsFunc(x.Verdict.Notes, func(f eval.Found) bool { return f.Step == step }) {
		return s.Around
	}
	return s.Nodes
}

// nodeAt returns the node that a call of a step was taken for.
func nodeAt(x *Failure, step, i int) (int, bool) {
	taken := takenFor(x, step)
	if i >= len(taken) || taken[i] < 0 || taken[i] >= len(x.Task.Nodes) {
		return 0, false
	}
	return taken[i], true
}

// groupsOf groups the faults of one call or one text.
func groupsOf(x *Failure) []groupView {
	var list []groupView
	faults := x.Verdict.Faults
	for start, end := 0, 0; start < len(faults); start = end {
		a := &faults[start]
		for end = start + 1; end < len(faults) && alike(a, &faults[end]); end++ {
		}
		list = append(list, groupOf(x, faults[start:end]))
	}
	return list
}

func alike(a, b *eval.Found) bool {
	return a.Step == b.Step && a.Call == b.Call && a.Node == b.Node && a.Fault.Group() == b.Fault.Group()
}

func groupOf(x *Failure, faults []eval.Found) groupView {
	a := &faults[0]
	g := groupView{Where: fmt.Sprintf("Step %d", a.Step+1)}
	for i := range faults {
		g.Faults = append(g.Faults, faultView{faultName(faults[i].Fault), string(faults[i].Fault.Group()), faults[i].Detail})
	}
	var step *eval.Step
	if a.Step >= 0 && a.Step < len(x.Prediction.Steps) {
		step = &x.Prediction.Steps[a.Step]
	}
	var node *eval.Node
	if a.Node >= 0 && a.Node < len(x.Task.Nodes) {
		node = &x.Task.Nodes[a.Node]
	}
	var call *eval.Called
	if step != nil && a.Call >= 0 && a.Call < len(step.Calls) {
		call = &step.Calls[a.Call]
		g.Where += ", " + plain(call.Name)
	}
	if a.Fault.Group() == eval.ParameterFaults && call != nil && node != nil && node.Kind == eval.Call {
		g.Rows, g.Left = argumentsOf(node.Arguments, call.Arguments, faults)
		return g
	}
	if node == nil && x.Lived != nil {
		return g // something became of the world that nothing in particular should have done
	}
	g.Want, g.Given = wanted(node), given(step, call)
	return g
}

// wanted shows what was expected.
func wanted(n *eval.Node) *sideView {
	switch {
	case n == nil:
		return &sideView{Title: "Nothing", Text: "Nothing was left to do."}
	case n.Kind == eval.Ask:
		return &sideView{Title: "Question for " + plain(strings.Join(n.Missing, ", ")), Text: n.Text}
	case n.Kind == eval.Answer:
		return &sideView{Title: "Closing reply", Text: n.Text}
	}
	return &sideView{Title: "Call of " + plain(n.Tool), Code: pretty(n.Arguments)}
}

// given shows what the agent did instead.
func given(s *eval.Step, c *eval.Called) *sideView {
	switch {
	case c != nil:
		return &sideView{Title: "Call of " + plain(c.Name), Code: pretty(c.Arguments)}
	case s == nil:
		return &sideView{Title: "Nothing"}
	case len(s.Calls) > 0:
		return &sideView{Title: "Calls of " + calledNames(s), Text: s.Text}
	case s.Text == "":
		return &sideView{Title: "Neither text nor call"}
	}
	return &sideView{Title: "Text", Text: s.Text}
}

// mostArguments is the most values of a call that are shown side by side.
const mostArguments = 80

// argumentsOf compares arguments value by value, and returns how many rows are left out.
// Values that differ without a fault mean the same.
func argumentsOf(want, got json.RawMessage, faults []eval.Found) (rows []argumentView, left int) {
	expected, found := leaves(want), leaves(got)
	at := map[string]json.RawMessage{}
	for _, l := range found {
		at[l.pointer] = l.value
	}
	seen := map[string]bool{}
	add := func(pointer string, want, got json.RawMessage) {
		if seen[pointer] {
			return
		}
		seen[pointer] = true
		row := argumentView{Name: argumentName(pointer), Want: brief(want), Given: brief(got)}
		fault := slices.IndexFunc(faults, func(f eval.Found) bool {
			return within(pointer, f.Pointer) || f.Pointer != "" && pointer != "" && within(f.Pointer, pointer)
		})
		differ := len(want) == 0 || len(got) == 0 || !same(want, got)
		switch {
		case fault >= 0 && (differ || faults[fault].Pointer == pointer):
			row.Class, row.Mark = "wrong", faultName(faults[fault].Fault)
		case differ:
			row.Class, row.Mark = "accepted", "accepted"
		}
		rows = append(rows, row)
	}
	for _, l := range expected {
		add(l.pointer, l.value, at[l.pointer])
	}
	for _, l := range found {
		add(l.pointer, nil, l.value)
	}
	if len(rows) > mostArguments {
		// Readers look for the wrong ones.
		slices.SortStableFunc(rows, func(a, b argumentView) int { return rank(a) - rank(b) })
		left = len(rows) - mostArguments
		rows = rows[:mostArguments]
	}
	return rows, left
}

func rank(a argumentView) int { return slices.Index([]string{"wrong", "accepted", ""}, a.Class) }

// argumentName returns a JSON pointer in words: "passengers › 0 › name".
func argumentName(pointer string) string {
	if pointer == "" {
		return "(all)"
	}
	return plain(strings.Join(jsonptr.Split(pointer), " › "))
}
