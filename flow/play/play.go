// Package play turns a walked way of a workflow into a conversation: what the user says, what the
// assistant asks, calls and tells, and how both get along when the user leaves the workflow.
//
// [Begin] opens a session, [Player.Run] adds the run of a workflow to it. Everything follows from
// the walks and the seed.
package play

import (
	"errors"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/flow/session"
	"switchyard/flow/walk"
	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/tools"
	"switchyard/tools/world"
)

// ErrNoWords says that there are no words for something that has to be said.
var ErrNoWords = errors.New("there are no words for it")

// Player plays one session.
type Player struct {
	Session *session.Session
	Worlds  []*world.World // before each run

	story *blueprint.Story
	voice *builtin.Voice
	r     keyed.Rand

	// Of the run under way.
	w       *flow.Workflow
	run     int
	slots   map[*flow.Slot]*heard
	results map[*flow.Node]*made
	ex      *session.Exchange
	asked   string                         // the last question
	lead    string                         // with which the assistant begins its next message
	choices map[*flow.Slot]*mission.Choice // how things were picked that were said last
	again   map[string]int                 // how often each list of words was used
}

// How often users do what they need not.
const (
	inSentences      = 0.95 // answer in a sentence of the node, not with the values alone
	inSentencesTerse = 0.75
	byCode           = 0.04 // call a thing by its code, which has a name or a place in a list
	byOwnCode        = 0.12 // the same, if it is theirs
	narrowing        = 0.8  // add only wishes that something on the list does not fulfil
)

// heard is what the user said for a slot.
type heard struct {
	value    any
	exchange int
}

// made is the last call of a node.
type made struct {
	call     *blueprint.Call
	answer   world.Answer
	exchange int // the exchange and the call in it
	index    int
}

// Begin opens a session.
func Begin(id string, story blueprint.Story, offered mission.Toolset, seed uint64) *Player {
	p := &Player{story: &story, r: keyed.New(seed, "play"), again: map[string]int{}, choices: map[*flow.Slot]*mission.Choice{}}
	p.voice = builtin.NewVoice(p.story, seed, p.texts)
	p.Session = &session.Session{
		Format: session.Format, ID: id,
		Environment: mission.Environment{Now: story.Now.Format("2006-01-02 15:04:05"), Weekday: story.Now.Weekday().String(), Locale: "en"},
		Persona:     story.Persona, Toolset: offered,
	}
	return p
}

// Run adds a run to the session: a walked way, in which the user may leave the workflow.
func (p *Player) Run(w *flow.Workflow, k *walk.Walk, d *flow.Departure) error {
	p.w, p.run = w, len(p.Session.Runs)
	p.slots, p.results = map[*flow.Slot]*heard{}, map[*flow.Node]*made{}
	if p.run == 0 && !brings(w, p.story.Persona.Goal) {
		p.story.Persona.Goal, p.Session.Persona.Goal = "", "" // it is about something else
	}
	p.Worlds = append(p.Worlds, k.Before.Clone())
	p.story.World, p.story.Past = k.Before.Clone(), nil
	run := session.Run{Workflow: p.knowledge(w), Outcome: "done", Goals: []session.Goal{}}
	var ids []string
	for _, s := range k.Steps {
		ids = append(ids, s.Node.ID)
	}
	run.Way = strings.Join(ids, " > ")
	if d != nil {
		run.OOW, run.At = string(d.OOW), d.Node().ID
		if d.Ends {
			run.Outcome = "cancelled"
		}
	}
	p.Session.Runs = append(p.Session.Runs, run)
	if err := p.open(k.Steps); err != nil {
		return err
	}
	for i := range k.Steps {
		if err := p.step(&k.Steps[i], i, k.Steps, d); err != nil {
			return err
		}
		if d != nil && d.Ends && i == d.At {
			break
		}
	}
	p.story.World = k.After
	p.goals()
	return nil
}

// Story is the story as it stands, so that the session can go on.
func (p *Player) Story() blueprint.Story {
	story := *p.story
	story.Past = nil
	return story
}

// Aside adds a mission that follows no workflow, and the world behind it.
func (p *Player) Aside(m *mission.Mission, after *world.World) {
	p.run = len(p.Session.Runs)
	p.Session.Runs = append(p.Session.Runs, session.Run{Workflow: -1, Outcome: "done", Goals: []session.Goal{}})
	p.Worlds = append(p.Worlds, p.story.World.Clone())
	p.exchange("", m.Request, "", "")
	p.ex.Reply, p.ex.Mission = m.Reply, m
	p.story.World = after
}

// step plays a node and what the user says there.
func (p *Player) step(s *walk.Step, i int, all []walk.Step, d *flow.Departure) error {
	n := s.Node
	if n.Call != nil {
		return p.call(s)
	}
	leaves := d != nil && i == d.At
	if leaves {
		return p.leave(s, all[i+1:], d)
	}
	if s.Passed {
		p.act(session.Act{Node: n.ID, Kind: session.Ask, Slots: slotNames(n.Ask), Passed: true})
		p.forget(s.Edge)
		return nil
	}
	if d != nil && i == d.At+1 && stays(d) {
		return p.resume(s, d) // the assistant has reacted and asked again
	}
	if err := p.speak(n, p.unknown(s.Node)); err != nil {
		return err
	}
	if s.Edge == nil {
		return nil
	}
	return p.reply(s)
}

// unknown lists the slots for which a node asks.
func (p *Player) unknown(n *flow.Node) []*flow.Slot {
	return slices.DeleteFunc(slices.Clone(n.Ask), func(slot *flow.Slot) bool { return p.slots[slot] != nil && n.Tell == "" })
}

// exchange begins an exchange with what the user says.
func (p *Player) exchange(node, text, wish, oow string) {
	p.Session.Exchanges = append(p.Session.Exchanges, session.Exchange{Run: p.run, Node: node, User: text, Wish: wish, OOW: oow, Acts: []session.Act{}})
	p.ex = &p.Session.Exchanges[len(p.Session.Exchanges)-1]
}

// texts are what was said so far.
func (p *Player) texts() (all []string) {
	for i := range p.Session.Exchanges {
		all = append(all, p.Session.Exchanges[i].User, p.Session.Exchanges[i].Reply)
	}
	return all
}

func (p *Player) act(a session.Act) { p.ex.Acts = append(p.ex.Acts, a) }

// open says how the user begins, with values for the first node as far as the sentence has them.
func (p *Player) open(steps []walk.Step) error {
	first := &steps[0]
	var spoken []builtin.Spoken
	if first.Edge != nil && !first.Edge.Wished() && first.Node.Call == nil {
		for _, v := range first.Said {
			if v.Item < 0 {
				spoken = append(spoken, p.spoken(v))
			}
		}
	}
	for _, phrase := range keyed.Shuffled(p.r, p.w.Opens) {
		words, ok := p.voice.Says(phrase, spoken)
		if !ok || p.run > 0 && builtin.Greets(words.Text) || p.wrongTime(words.Text) {
			continue
		}
		if p.run > 0 && p.r.Chance(0.6) {
			words.Text = p.before("next", words.Text)
		}
		p.exchange("", words.Text, "", "")
		said := map[int]bool{}
		for _, x := range words.Said {
			said[x.Call] = true
		}
		var left []walk.Value
		for k, v := range first.Said {
			i := slices.IndexFunc(spoken, func(x builtin.Spoken) bool { return x.Name == v.Slot.Name })
			if i >= 0 && said[i] {
				p.hear(first.Said[k], words, i)
			} else {
				left = append(left, v)
			}
		}
		if len(left) < len(first.Said) {
			first.Said = left
			first.Passed = len(left) == 0
		}
		return nil
	}
	return ErrNoWords
}

// wrongTime reports whether a text greets as nobody does at this time of day.
func (p *Player) wrongTime(text string) bool {
	hour := p.story.Now.Hour()
	switch greeting := strings.ToLower(text); {
	case strings.HasPrefix(greeting, "good morning"):
		return hour >= 12
	case strings.HasPrefix(greeting, "good afternoon"):
		return hour < 12 || hour >= 18
	case strings.HasPrefix(greeting, "good evening"):
		return hour < 17
	}
	return false
}

// spoken is a value as the voice says it.
func (p *Player) spoken(v walk.Value) builtin.Spoken {
	return builtin.Spoken{Name: v.Slot.Name, Tool: v.Slot.Tool, Arg: blueprint.Arg{Param: v.Slot.Param, Value: v.Value, Origin: blueprint.Said}}
}

// hear records that the user said a value; i is its place among what was said.
func (p *Player) hear(v walk.Value, words builtin.Words, i int) {
	at := len(p.Session.Exchanges) - 1
	said := session.Said{Slot: v.Slot.Name, Value: tools.EncodeValue(v.Value)}
	for _, x := range words.Said {
		if x.Call != i {
			continue
		}
		s := mission.Source{Pointer: x.Pointer, Kind: x.Kind, Mission: at, Text: x.Text, Rule: x.Rule}
		if x.Kind != mission.FromQuery {
			s.Said = mission.FromQuery
		}
		said.Sources = append(said.Sources, s)
	}
	for _, x := range words.Referrals {
		if x.Call == i {
			said.Sources = append(said.Sources, p.shownSource(v, x))
		}
	}
	p.ex.Said = append(p.ex.Said, said)
	p.slots[v.Slot] = &heard{v.Value, at}
}

// shownSource is the source of a thing that the user picked.
func (p *Player) shownSource(v walk.Value, x roles.Referral) mission.Source {
	m := p.results[v.Slot.From]
	c := *p.choices[v.Slot]
	c.Text = x.Text
	return mission.Source{Pointer: jsonptr.Join(v.Slot.Param.Name), Kind: mission.FromShown, Mission: m.exchange, Call: m.index,
		At: jsonptr.Join(m.call.Tool.ListKey(), keyed.Int(v.Item), m.call.Tool.Entity.ID), Choice: &c}
}

// refers lets the user refer to a thing that was picked, instead of naming its code.
func (p *Player) refers(v walk.Value, x *builtin.Spoken) {
	m := p.results[v.Slot.From]
	if m == nil || v.Item < 0 {
		return
	}
	code := byCode
	if m.call.Tool.Entity.Own {
		code = byOwnCode
	}
	if p.r.Chance(code) {
		return
	}
	past := &blueprint.Past{Blueprint: &blueprint.Blueprint{Calls: []blueprint.Call{*m.call}}, Calls: []blueprint.PastCall{{Call: *m.call, Answer: m.answer}},
		Request: "", Reply: p.Session.Exchanges[len(p.Session.Exchanges)-1].Reply}
	past.Fold()
	p.story.Past = []*blueprint.Past{past}
	if a, ok := p.story.Refer(p.r, v.Slot.Param, v.Value); ok {
		if len(p.rows(m)) == 1 && a.Choice != nil && a.Choice.By == "" {
			return // nobody says "the last one" of one
		}
		a.Mission = 0
		x.Arg = a
		p.choices[v.Slot] = a.Choice
	}
}

// rows are the things of the list that a call returned.
func (p *Player) rows(m *made) []any {
	list, _ := m.answer.Body.Get(m.call.Tool.ListKey())
	rows, _ := list.([]any)
	return rows
}

// forget drops what no longer holds behind an edge.
func (p *Player) forget(e *flow.Edge) {
	for _, s := range e.Forgets {
		if !slices.Contains(e.Gives, s) {
			delete(p.slots, s)
		}
	}
}

// reply says what the user wants at a node, or answers.
func (p *Player) reply(s *walk.Step) error {
	n, e := s.Node, s.Edge
	spoken := make([]builtin.Spoken, len(s.Said))
	for i, v := range s.Said {
		spoken[i] = p.spoken(v)
		p.refers(v, &spoken[i])
	}
	var words builtin.Words
	ok := false
	if e.Wished() {
		words, ok = p.wishes(e, spoken)
	} else {
		words, ok = p.answers(n, spoken)
	}
	if !ok {
		return ErrNoWords
	}
	wish := ""
	if e.Wished() {
		wish = e.User
	}
	p.exchange(n.ID, words.Text, wish, "")
	for i, v := range s.Said {
		p.hear(v, words, i)
	}
	p.forget(e)
	return nil
}

// wishes says what the user wants in one of the wordings of an edge.
func (p *Player) wishes(e *flow.Edge, spoken []builtin.Spoken) (builtin.Words, bool) {
	return p.among(e.From.ID+e.User, e.Says, spoken)
}

// among says one of some wordings.
func (p *Player) among(key string, phrases []*tools.Phrase, spoken []builtin.Spoken) (builtin.Words, bool) {
	for _, phrase := range p.rotate(key, phrases) {
		if words, ok := p.voice.Says(phrase, spoken); ok {
			return words, true
		}
	}
	return builtin.Words{}, false
}

// answers answers the question of a node, in a sentence of the node or with the bare values.
func (p *Player) answers(n *flow.Node, spoken []builtin.Spoken) (builtin.Words, bool) {
	sentences := inSentences
	if p.Session.Persona.Length == mission.Terse {
		sentences = inSentencesTerse
	}
	fit := slices.DeleteFunc(slices.Clone(n.Says), func(phrase *tools.Phrase) bool {
		return len(phrase.Slots()) != len(spoken) || slices.ContainsFunc(spoken, func(x builtin.Spoken) bool { return !phrase.Mentions(x.Name) })
	})
	if p.r.Chance(sentences) {
		if words, ok := p.among("says "+n.ID, fit, spoken); ok {
			return words, true
		}
	}
	return p.voice.Answers(spoken, p.asked)
}

// rotate puts wordings into a random order in which none comes twice before all have come.
func (p *Player) rotate(key string, all []*tools.Phrase) []*tools.Phrase {
	if len(all) == 0 {
		return nil
	}
	order := keyed.Shuffled(keyed.New(keyed.Hash(0, p.Session.ID, key)), all)
	n := p.again[key] % len(all)
	p.again[key]++
	return append(slices.Clone(order[n:]), order[:n]...)
}

// call makes a call.
func (p *Player) call(s *walk.Step) error {
	n := s.Node
	answer := p.story.World.Call(n.Call, s.Call.Values())
	if string(answer.Body.JSON()) != string(s.Answer.Body.JSON()) {
		return errors.New("the world answers differently than when the way was walked")
	}
	if old := p.results[n]; old != nil && p.ex.OOW == string(flow.Addition) && n.Call.Effect == tools.List {
		if all := len(p.rows(old)); all > 0 && p.r.Chance(narrowing) && all == len(p.rows(&made{call: s.Call, answer: answer})) {
			return ErrNoWords // few add a wish that everything on the list fulfils
		}
	}
	called := session.Called{Tool: n.Call.Name, Arguments: s.Call.Values().JSON(), Status: answer.Status, Observation: answer.Body.JSON(), Sources: []session.Source{}}
	for _, arg := range s.Call.Args {
		i := slices.IndexFunc(n.Args, func(a flow.Arg) bool { return a.Param == arg.Param })
		a := n.Args[i]
		src := session.Source{Param: a.Param.Name}
		switch {
		case a.Slot != nil:
			src.Slot, src.Exchange = a.Slot.Name, p.slots[a.Slot].exchange
		case a.Node != nil:
			m := p.results[a.Node]
			src.Exchange, src.Call, src.At = m.exchange, m.index, flow.Pointer(a.Field)
		default:
			src.Constant = true
		}
		called.Sources = append(called.Sources, src)
	}
	p.act(session.Act{Node: n.ID, Kind: session.Call, Call: len(p.ex.Calls)})
	p.results[n] = &made{s.Call, answer, len(p.Session.Exchanges) - 1, len(p.ex.Calls)}
	p.ex.Calls = append(p.ex.Calls, called)
	p.forget(s.Edge)
	return nil
}

// goals lists what the run had to achieve: the changes that were made, and the results that were
// told.
func (p *Player) goals() {
	run := &p.Session.Runs[p.run]
	told := map[string]bool{}
	for i := len(p.Session.Exchanges) - 1; i >= 0; i-- {
		ex := &p.Session.Exchanges[i]
		if ex.Run != p.run {
			break
		}
		for _, a := range slices.Backward(ex.Acts) {
			if a.Kind == session.Tell {
				for _, id := range a.Shows {
					told[id] = true
				}
			}
			if a.Kind != session.Call {
				continue
			}
			c := &ex.Calls[a.Call]
			changes := p.w.Set.Tool(c.Tool).Effect.Changes() && c.Status < 300
			if changes || told[a.Node] {
				run.Goals = append(run.Goals, session.Goal{Exchange: i, Call: a.Call, Changes: changes})
			}
			delete(told, a.Node)
		}
	}
	slices.Reverse(run.Goals)
}

// brings reports whether a goal is one that brings users to the workflow.
func brings(w *flow.Workflow, goal string) bool {
	i := slices.IndexFunc(w.Set.Scenes, func(s tools.Scene) bool { return s.Text == goal })
	return i >= 0 && len(w.Set.Scenes[i].For) > 0 && w.Set.Brings(goal, toolNames(w))
}

func toolNames(w *flow.Workflow) (all []string) {
	for _, t := range w.Tools() {
		all = append(all, t.Name)
	}
	return all
}

func slotNames(list []*flow.Slot) []string {
	all := make([]string, len(list))
	for i, s := range list {
		all[i] = s.Name
	}
	return all
}
