// Package retell has models tell sessions in their own words: what the user and the assistant say,
// and the prose that tools return. What happens in a session stays as it is.
//
// A [Teller] goes through a session turn by turn. Whatever a model says is read back: the user has
// to say every value that was said, and no other that comes later; the assistant has to say what
// is due at its node; and the session has to pass all proofs with the new words in it. A model that
// plays the checker reads, besides, what each turn of the user means.
package retell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/eval"
	"switchyard/flow/follow"
	"switchyard/flow/session"
	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model/spend"
	"switchyard/out/corpus"
	"switchyard/proof"
	"switchyard/roles"
	"switchyard/roles/llm"
)

// Teller has models tell sessions. It is safe for concurrent use.
type Teller struct {
	speakers *llm.Speakers
	prover   *proof.Prover
	language string
}

// english is the language of the workflows, and of sessions that no model tells.
const english = "en"

// New returns a teller for the voices of the roles user, tool, ai and checker.
func New(c llm.Config) (*Teller, error) {
	s, err := llm.NewSpeakers(c)
	return &Teller{s, proof.New(), c.Prompts.Language}, err
}

// Place says where a session stands in its run, so that each request to a model is another one.
type Place struct {
	Entry   int    // number of the session in its plan, from 1
	Attempt int    // number of the attempt at it
	Plan    string // fingerprint of the plan
	Seed    uint64 // of everything random
	Domain  string // of the toolset
	Log     *roles.Log
}

// tries is how often a model is asked for one turn.
const tries = 3

// Session has a session told. It returns another one, and leaves this one as it is. The error is a
// [*roles.RefusedError] if a model does not find words for a turn, or one of the models.
func (t *Teller) Session(ctx context.Context, s *session.Session, p Place) (*session.Session, error) {
	w := &telling{t, copyOf(s), p, s}
	w.s.Environment.Locale = t.language
	for i := range w.s.Exchanges {
		if w.s.Exchanges[i].Mission != nil {
			if err := w.aside(ctx, i); err != nil {
				return nil, err
			}
			continue
		}
		if t.speakers.Plays(mission.RoleUser) {
			if err := w.user(ctx, i, w.talk(i)); err != nil {
				return nil, err
			}
		}
		if t.speakers.Plays(mission.RoleTool) {
			if err := w.tools(ctx, i); err != nil {
				return nil, err
			}
		}
		if t.speakers.Plays(mission.RoleAI) {
			if err := w.assistant(ctx, i); err != nil {
				return nil, err
			}
		}
	}
	return w.s, nil
}

// User plays the users of sessions while agents live through them. It implements [follow.User].
type User struct {
	Teller *Teller
	Paid   func(spend.Who, spend.Spent) error // is told of each cost; its error ends the session
}

// Say implements [follow.User]. If the model finds no words, the user says what the session has.
func (u *User) Say(ctx context.Context, s *session.Session, i int, heard []corpus.Message) (string, error) {
	place := Place{Seed: keyed.Hash(0, s.ID), Log: &roles.Log{Ledger: u.Paid}}
	w := &telling{u.Teller, copyOf(s), place, s}
	w.s.Environment.Locale = u.Teller.language
	var turns []mission.Turn
	for _, m := range heard {
		switch {
		case m.Text == "" || m.Role != corpus.User && m.Role != corpus.Assistant:
		case m.Role == corpus.User:
			turns = append(turns, mission.Turn{Role: mission.RoleUser, Text: m.Text})
		default:
			turns = append(turns, mission.Turn{Role: mission.RoleAI, Text: m.Text})
		}
	}
	err := w.user(ctx, i, conversation{turns: turns})
	if _, refused := errors.AsType[*roles.RefusedError](err); refused {
		return s.Exchanges[i].User, nil
	}
	return w.s.Exchanges[i].User, err
}

// copyOf copies what a teller changes.
func copyOf(s *session.Session) *session.Session {
	c := *s
	c.Exchanges = slices.Clone(s.Exchanges)
	for i := range c.Exchanges {
		ex := &c.Exchanges[i]
		ex.Calls, ex.Said = slices.Clone(ex.Calls), slices.Clone(ex.Said)
		for k := range ex.Said {
			ex.Said[k].Sources = slices.Clone(ex.Said[k].Sources)
		}
	}
	return &c
}

// telling is a session that is being told.
type telling struct {
	*Teller
	s     *session.Session
	place Place
	was   *session.Session // its words are the plain ones
}

// conversation is what was said before a turn: the runs before, and the run under way.
type conversation struct {
	earlier []mission.Mission
	turns   []mission.Turn
}

// talk is what was said before an exchange.
func (w *telling) talk(i int) (c conversation) {
	for k := range w.s.Exchanges[:i] {
		ex := &w.s.Exchanges[k]
		turns := []mission.Turn{{Role: mission.RoleUser, Text: ex.User}, {Role: mission.RoleAI, Text: ex.Reply}}
		if ex.Mission != nil {
			turns = ex.Mission.Dialogue
		}
		switch {
		case ex.Run == w.s.Exchanges[i].Run:
			c.turns = append(c.turns, turns...)
		case k > 0 && ex.Run == w.s.Exchanges[k-1].Run:
			last := &c.earlier[len(c.earlier)-1]
			last.Dialogue = append(last.Dialogue, turns...)
		default:
			c.earlier = append(c.earlier, mission.Mission{Dialogue: turns})
		}
	}
	return c
}

// scene is what a model sees when it is its turn.
func (w *telling) scene(i int, c conversation) *roles.Scene {
	s := w.s
	story := &blueprint.Story{Persona: s.Persona, Past: make([]*blueprint.Past, s.Exchanges[i].Run)} // the runs before
	return &roles.Scene{Story: story, Entry: w.place.Entry, Seed: keyed.Hash(w.place.Seed, "retell", keyed.Int(i)), Offered: s.Toolset.Tools, Env: s.Environment,
		Missions: c.earlier, Turns: c.turns, Plan: w.place.Plan, Attempt: roles.Session + keyed.Int(w.place.Attempt), Log: w.place.Log}
}

// redo lets a model try its turn until nothing is wrong with it. After the first try it is told what was
// wrong; after each later one it starts over.
func redo(s *roles.Scene, role mission.Role, try func() error) error {
	for s.Try = 0; ; s.Try++ {
		err := try()
		refused, ok := errors.AsType[*roles.RefusedError](err)
		if !ok {
			return err
		}
		s.Log.Refuse(role, refused.Reasons)
		if s.Try+1 >= tries {
			return err
		}
		s.Reasons = nil
		if s.Try == 0 {
			s.Reasons = refused.Reasons[:min(8, len(refused.Reasons))]
		}
	}
}

// wrong is what the proofs say of the session as it is told now.
func (w *telling) wrong() (all []string) {
	for _, p := range w.prover.Session(w.s) {
		all = append(all, p.Message+".")
	}
	return all
}

// user has the user say what is said in an exchange.
func (w *telling) user(ctx context.Context, i int, c conversation) error {
	was := &w.was.Exchanges[i]
	part := &llm.Part{Does: does(w.was, i), Draft: was.User}
	for k := range was.Said {
		said := &was.Said[k]
		slot := slotOf(w.was, i, said.Slot)
		for n := range said.Sources {
			if x := &said.Sources[n]; w.points(x) {
				part.Refer = append(part.Refer, llm.Value{Noun: noun(slot), Words: x.Choice.Text})
			} else {
				part.Say = append(part.Say, llm.Value{Noun: nounAt(slot, x.Pointer), Value: leaf(said, x), Words: x.Text})
			}
		}
	}
	s := w.scene(i, c)
	return redo(s, mission.RoleUser, func() error {
		var failed error
		err := w.speakers.User(ctx, s, part, func(text string, refers []string) (why []string) {
			if why = w.says(i, text, refers); len(why) == 0 {
				why = w.wrong()
			}
			if len(why) == 0 {
				why, failed = w.means(ctx, i, c)
			}
			return why
		})
		if failed != nil {
			return failed
		}
		return err
	})
}

// points reports whether the user points to a thing instead of naming it. The proofs read words
// that point to things in English only.
func (w *telling) points(x *mission.Source) bool { return w.language == english && points(x) }

// points reports whether a thing is pointed to instead of being named.
func points(x *mission.Source) bool { return x.Choice != nil && x.Choice.Text != "" }

// says has the user of an exchange say a text, in which refers are the words that point to things, and
// returns what is wrong with it: it must say each value, and none that is said only later.
func (w *telling) says(i int, text string, refers []string) (wrong []string) {
	was, ex := &w.was.Exchanges[i], &w.s.Exchanges[i]
	ex.User, ex.Said = text, slices.Clone(was.Said)
	var wants []proof.Want
	var to []*mission.Source
	for k := range ex.Said {
		said := &ex.Said[k]
		said.Sources = slices.Clone(said.Sources)
		slot := slotOf(w.s, i, said.Slot)
		for n := range said.Sources {
			x := &said.Sources[n]
			if w.points(x) {
				choice := *x.Choice
				if choice.Text, refers = refers[0], refers[1:]; !blueprint.Holds(text, choice.Text) {
					wrong = append(wrong, fmt.Sprintf("The words for the %s (%q) do not stand in it.", noun(slot), choice.Text))
				}
				x.Choice = &choice
				continue
			}
			wants, to = append(wants, w.want(slot, k, x.Pointer, leaf(said, x))), append(to, x)
		}
	}
	for n, r := range proof.Read(w.s.Environment, text, wants) {
		if r == nil {
			wrong = append(wrong, fmt.Sprintf("It does not say the value %s so that it follows exactly.", shown(wants[n].Value)))
			continue
		}
		named := mission.Source{Pointer: to[n].Pointer, Kind: r.Kind, Mission: to[n].Mission, Text: r.Text, Rule: r.Rule}
		if to[n].Choice != nil {
			named.Mission = i // it is said here, and no longer picked from a list
		}
		*to[n] = named
		if r.Kind != mission.FromQuery {
			to[n].Said = mission.FromQuery
		}
	}
	return append(wrong, w.early(i, text)...)
}

// early finds values that the user says only later in the run. Figures may well be about something else.
func (w *telling) early(i int, text string) (wrong []string) {
	run := func(k int) bool { return k < len(w.was.Exchanges) && w.was.Exchanges[k].Run == w.was.Exchanges[i].Run }
	same := func(a, b *session.Said) bool { return a.Slot == b.Slot && string(a.Value) == string(b.Value) }
	for k := i + 1; run(k); k++ {
		for n := range w.was.Exchanges[k].Said {
			said := &w.was.Exchanges[k].Said[n]
			if slices.ContainsFunc(w.was.Exchanges[:i+1], func(ex session.Exchange) bool {
				return slices.ContainsFunc(ex.Said, func(x session.Said) bool { return same(&x, said) })
			}) {
				continue
			}
			for m := range said.Sources {
				x := &said.Sources[m]
				value := leaf(said, x)
				if _, figure := value.(json.Number); figure || points(x) {
					continue
				}
				r := proof.Read(w.s.Environment, text, []proof.Want{w.want(slotOf(w.s, k, said.Slot), 0, x.Pointer, value)})[0]
				if r != nil && !strings.Contains(w.was.Exchanges[i].User, r.Text) {
					wrong = append(wrong, fmt.Sprintf("It says %q, which is not said yet.", r.Text))
				}
			}
		}
	}
	return wrong
}

// want is a value that is looked for in a text.
func (w *telling) want(slot *session.Slot, call int, pointer string, value any) proof.Want {
	i := slices.IndexFunc(w.s.Toolset.Tools, func(t mission.Tool) bool { return t.Name == slot.Tool })
	return proof.Want{Tool: &w.s.Toolset.Tools[i], Call: call, Pointer: pointer, Value: value}
}

// means has the checker say what the user of an exchange means, and returns what is wrong if that is
// something else than it was.
func (w *telling) means(ctx context.Context, i int, c conversation) ([]string, error) {
	options, right := Options(w.was, i)
	if !w.speakers.Plays(mission.RoleChecker) || len(options) < 2 {
		return nil, nil
	}
	c.turns = append(slices.Clone(c.turns), mission.Turn{Role: mission.RoleUser, Text: w.s.Exchanges[i].User})
	said, err := w.speakers.Means(ctx, w.scene(i, c), options)
	if refused, ok := errors.AsType[*roles.RefusedError](err); ok {
		return refused.Reasons, nil
	}
	if err != nil || said == right {
		return nil, err
	}
	return []string{fmt.Sprintf("It was read as: the user %s. It should be: the user %s.", options[said], options[right])}, nil
}

// assistant has the assistant say what is due in an exchange.
func (w *telling) assistant(ctx context.Context, i int) error {
	was := w.s.Exchanges[i].Reply
	d := follow.Decisions(w.s)
	at := slices.IndexFunc(d, func(d follow.Decision) bool { return d.Exchange == i && d.Call() == nil })
	c := w.talk(i)
	c.turns = append(c.turns, mission.Turn{Role: mission.RoleUser, Text: w.s.Exchanges[i].User})
	part := &llm.Part{Does: acts(w.s, i), Draft: was, Results: results(w.s, i)}
	s := w.scene(i, c)
	return redo(s, mission.RoleAI, func() error {
		text, err := w.speakers.AI(ctx, s, part)
		if err != nil {
			return err
		}
		var wrong []string
		if w.s.Exchanges[i].Reply = was; w.language != english {
			w.s.Exchanges[i].Reply = text // other words than those of the draft
		}
		if v := follow.Judge(&d[at], &eval.Action{Text: text}); !v.Right || v.Response < 1 {
			wrong = append(wrong, "It does not do all that the message has to do.")
		}
		switch asks := strings.ContainsAny(text, "?？"); {
		case asks && !strings.Contains(was, "?"):
			wrong = append(wrong, "It asks something, and nothing is to be asked.")
		case !asks && strings.Contains(was, "?"):
			wrong = append(wrong, "It does not ask what the plain wording asks.")
		}
		if w.s.Exchanges[i].Reply = text; len(wrong) == 0 {
			wrong = w.wrong()
		}
		if len(wrong) > 0 {
			return &roles.RefusedError{Reasons: wrong}
		}
		return nil
	})
}

// tools has the tools put the prose of the results of an exchange into other words. Texts that were
// returned or told before keep their words.
func (w *telling) tools(ctx context.Context, i int) error {
	now := results(w.s, i)
	if !slices.ContainsFunc(now, func(r llm.Result) bool { return llm.HasProse(r.Observation) }) {
		return nil
	}
	var before []llm.Result
	for k := range i {
		before = append(before, results(w.s, k)...)
	}
	c := w.talk(i)
	c.turns = append(c.turns, mission.Turn{Role: mission.RoleUser, Text: w.s.Exchanges[i].User})
	s := w.scene(i, c)
	kept := copyOf(w.s).Exchanges
	return redo(s, mission.RoleTool, func() error {
		words, err := w.speakers.Tools(ctx, s, before, now)
		if err != nil {
			return err
		}
		copy(w.s.Exchanges, kept)
		for _, old := range slices.Sorted(maps.Keys(words)) {
			if slices.ContainsFunc(before, func(r llm.Result) bool { return strings.Contains(string(r.Observation), encoded(old)) }) {
				continue
			}
			w.replace(i, old, words[old])
		}
		if wrong := w.wrong(); len(wrong) > 0 {
			return &roles.RefusedError{Reasons: wrong}
		}
		return nil
	})
}

// replace puts other words for a text of a result wherever it stands from an exchange on.
func (w *telling) replace(i int, old, text string) {
	for k := i; k < len(w.s.Exchanges); k++ {
		ex := &w.s.Exchanges[k]
		if ex.Mission != nil {
			continue
		}
		ex.Calls = slices.Clone(ex.Calls)
		for n := range ex.Calls {
			c := &ex.Calls[n]
			c.Observation = json.RawMessage(strings.ReplaceAll(string(c.Observation), encoded(old), encoded(text)))
			c.Arguments = json.RawMessage(strings.ReplaceAll(string(c.Arguments), encoded(old), encoded(text)))
		}
		ex.Reply = strings.ReplaceAll(ex.Reply, strings.TrimSuffix(old, "."), strings.TrimSuffix(text, "."))
	}
}
