// Package proof is the independent verifier: it derives every claim of an entry again
// from the bytes of that entry alone. Besides the vocabulary (package mission), it
// shares only schemas, tables of names and JSON pointers with the generator, and the
// grammar of texts with the loading of toolsets. It reads JSON, dates, numbers and money
// by itself, so that it does not repeat the generator's mistakes.
//
// Start with [New] and call [Prover.Bytes] with one line of a dataset, or
// [Prover.Entry] with an entry in memory. Both return a list of [Problem]: which
// [Check] failed, where (a JSON pointer into the entry) and why. [Checks] lists
// all checks with their meaning. A [Dataset] proves claims about several entries.
//
// A generator can also ask how the proofs will read an entry: [Read] finds the words
// that say a value, [Prover.Explain] finds the source of each argument, and
// [Prover.Words] and [Prover.Reply] prove texts before the entry is complete.
//
// The result depends on the entry only, and problems come in a fixed order. A Prover
// and a Dataset are safe for concurrent use. To add a check, see checks.go.
package proof

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"switchyard/internal/grammar"
	"switchyard/mission"
	"switchyard/schemas"
)

// Problem is one claim that does not hold.
type Problem struct {
	Check   Check
	Mission int    // index of the mission; -1 for the entry as a whole
	Pointer string // JSON pointer (RFC 6901) into the entry
	Message string // what was claimed and what is true, in one line
}

// String returns "check: pointer: message".
func (p Problem) String() string {
	if p.Pointer == "" {
		return fmt.Sprintf("%s: %s", p.Check, p.Message)
	}
	return fmt.Sprintf("%s: %s: %s", p.Check, p.Pointer, p.Message)
}

// Prover proves entries. It keeps the compiled schemas of the toolsets that it has seen,
// up to a bound, so use one Prover for all entries of a dataset.
type Prover struct {
	kit   *kit
	known toolsets
}

// New returns a Prover that has seen nothing yet.
func New() *Prover { return &Prover{kit: newKit()} }

// Bytes proves one line of a dataset. The entry is nil if the line cannot be read as an
// entry.
func (p *Prover) Bytes(line []byte) (*mission.Entry, []Problem) {
	set, err := schemas.Load()
	if err != nil {
		return nil, []Problem{{SchemaEntry, -1, "", err.Error()}}
	}
	var problems []Problem
	for _, v := range set.Validate(schemas.Entry, line) {
		problems = append(problems, Problem{SchemaEntry, missionOf(v.Pointer), v.Pointer, v.Message})
	}
	var e mission.Entry
	if err := schemas.Unmarshal(line, &e); err != nil {
		if len(problems) == 0 {
			problems = append(problems, Problem{SchemaEntry, -1, "", oneLine(err.Error())})
		}
		return nil, problems
	}
	return &e, append(problems, p.Entry(&e)...)
}

// missionOf returns the index of the mission that a pointer into an entry leads to; -1
// if it leads elsewhere.
func missionOf(pointer string) int {
	if rest, ok := strings.CutPrefix(pointer, "/missions/"); ok {
		digits, _, _ := strings.Cut(rest, "/")
		if i, ok := index(digits); ok {
			return i
		}
	}
	return -1
}

// Entry proves everything about an entry except that its JSON fits the schema of
// entries; [Prover.Bytes] proves that too.
func (p *Prover) Entry(e *mission.Entry) []Problem {
	v := p.newView(e)
	v.proveEntry()
	current := mission.FormatVersion(e.Format) >= 2
	for i := range e.Missions {
		m := &v.missions[i]
		v.proveSchemas(m)
		v.proveSources(m)
		v.proveGraph(m)
		v.proveQuestions(m)
		v.proveChat(m)
		v.proveRelation(m)
		v.provePaths(m)
		v.proveDialogue(m)
		v.proveTexts(m)
		v.proveFaithful(m)
		v.proveNeeded(m)
		v.proveReferences(m)
		v.proveMotive(m)
		v.proveNothingSilent(m)
		if current {
			v.proveClaims(m)
			v.proveUnits(m)
			v.proveResults(m)
			v.proveAnswered(m)
			v.proveCurrent(m)
		}
		v.proveGap(m)
		v.proveEvasion(m)
		v.proveRepartee(m)
	}
	v.proveCalled()
	v.proveRules()
	return v.problems
}

// view is an entry being proved, with everything that several checks need.
type view struct {
	entry    *mission.Entry
	kit      *kit
	clock    clock // zero if Environment.Now cannot be read
	tools    map[string]*tool
	nouns    []grammar.Noun // what the entities are called
	missions []missionView
	standing []*standing    // what each mission named and showed; see standingIn
	known    *knownThings   // what replies may say; grows mission by mission
	heard    vocabulary     // the words of the conversation, the calls and their results
	heardOf  map[*tool]bool // the tools that were called
	measures []measure      // the numbers that the agent knows
	told     []vocabulary   // what these tools say about themselves
	own      *string        // the reply of the entry, if another text stands in the place of the last one
	problems []Problem
}

// missionView is a mission being proved.
type missionView struct {
	*mission.Mission
	at      int
	request text
	reply   text // the closing reply
	asked   []text
	replies []text // to the questions
	calls   []callView
	graph   *graphFacts // nil if the dependencies are wrong
}

// sources yields the sources of all calls.
func (m *missionView) sources() iter.Seq[*mission.Source] {
	return func(yield func(*mission.Source) bool) {
		for c := range m.calls {
			for s := range m.calls[c].Sources {
				if !yield(&m.calls[c].Sources[s]) {
					return
				}
			}
		}
	}
}

// callView is a call with its decoded documents.
type callView struct {
	*mission.Call
	tool        *tool // nil if the tool is unknown
	arguments   any
	leaves      []leaf
	observation any
	bad         bool // arguments or observation are not JSON
}

// next returns the view of an entry to which a mission is added, and that mission.
func (p *Prover) next(e *mission.Entry, m *mission.Mission) (*view, *missionView) {
	with := *e
	with.Missions = append(slices.Clip(slices.Clone(e.Missions)), *m)
	v := p.newView(&with)
	return v, &v.missions[len(v.missions)-1]
}

func (p *Prover) newView(e *mission.Entry) *view {
	v := &view{entry: e, kit: p.kit, nouns: nounsOf(e.Toolset.Entities), missions: make([]missionView, len(e.Missions))}
	v.clock, _ = readClock(e.Environment.Now)
	v.loadTools()
	for i := range e.Missions {
		m := &e.Missions[i]
		w := &v.missions[i]
		*w = missionView{Mission: m, at: i, request: newText(m.Request), reply: newText(m.Reply)}
		for _, q := range m.Questions {
			w.asked = append(w.asked, newText(q.Text))
			w.replies = append(w.replies, newText(q.Reply))
		}
		w.calls = make([]callView, len(m.Calls))
		for c := range m.Calls {
			call := &m.Calls[c]
			cv := callView{Call: call, tool: v.tools[call.Tool]}
			var err1, err2 error
			cv.arguments, err1 = decode(call.Arguments)
			cv.observation, err2 = decode(call.Observation)
			cv.bad = err1 != nil || err2 != nil
			if err1 == nil {
				cv.leaves = leavesOf(cv.arguments)
			}
			w.calls[c] = cv
		}
	}
	return v
}

// report adds a problem of mission m, with a pointer relative to the mission. If m is
// nil, it adds a problem of the entry. Checks of version 2 say nothing about entries of
// version 1.
func (v *view) report(m *missionView, check Check, pointer, format string, args ...any) {
	if ofVersion2[check] && mission.FormatVersion(v.entry.Format) < 2 {
		return
	}
	at := -1
	if m != nil {
		at = m.at
		pointer = fmt.Sprintf("/missions/%d%s", m.at, pointer)
	}
	v.problems = append(v.problems, Problem{check, at, pointer, oneLine(fmt.Sprintf(format, args...))})
}

// oneLine puts a message on one line, whatever it quotes.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\r") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// proveEntry proves what concerns the entry as a whole.
func (v *view) proveEntry() {
	e := v.entry
	switch {
	case v.clock.now.IsZero():
		v.report(nil, SchemaEnvironment, "/environment/now", "%q is not a time as 2006-01-02 15:04:05", e.Environment.Now)
	case v.clock.now.Weekday().String() != e.Environment.Weekday:
		v.report(nil, SchemaEnvironment, "/environment/weekday", "%s is a %s, not a %s", e.Environment.Now[:10], v.clock.now.Weekday(), e.Environment.Weekday)
	}
	if n := len(e.Missions); n < 1 || n > 4 {
		v.report(nil, PathSwitch, "/missions", "there are %d missions; an entry has one to four", n)
	}
	types := make([]mission.Type, len(e.Missions))
	for i := range e.Missions {
		types[i] = e.Missions[i].Type
	}
	if !slices.Equal(e.SwitchPath, types) {
		v.report(nil, PathSwitch, "/switch_path", "is %s, but the missions are %s", PathKey(e.SwitchPath), PathKey(types))
	}
}
