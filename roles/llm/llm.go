// Package llm lets language models play the five roles.
//
// [NewCast] makes the players: each role of a [Config] that has a [Voice] is
// played by it, the others by the built-in engine. A player renders the prompt
// of its turn, has it completed, reads the answer strictly, and tells the model
// what was wrong when it cannot be read. What cannot be mended comes back as an
// error of type *[roles.RefusedError], so that the turn is tried again.
//
// A voice sees the whole scene, so that a rehearsal can answer without a model;
// a model sees the messages only. In particular a planner on a model does not
// see the blueprint.
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/proof"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/schemas"
)

// Voice completes the prompts of a role. It is safe for concurrent use.
type Voice interface {
	// Complete answers the prompt of a task at a turn.
	Complete(ctx context.Context, s *roles.Scene, task string, r *model.Request) (*model.Response, error)
	// Model is the name of the model, for logs and accounts.
	Model() string
}

// Speak makes a voice of a model.
func Speak(c model.Completer, name string) Voice { return speaker{c, name} }

type speaker struct {
	model.Completer
	name string
}

func (v speaker) Complete(ctx context.Context, _ *roles.Scene, _ string, r *model.Request) (*model.Response, error) {
	return v.Completer.Complete(ctx, r)
}

func (v speaker) Model() string { return v.name }

// Config says who plays what.
type Config struct {
	// Voices are those of the roles that models play, by the names of the roles.
	// A "judge" chooses among candidates; without one, chance does.
	Voices  map[string]Voice
	Prompts *Prompts
	Prover  *proof.Prover // nil makes a new one
	First   int           // candidates for the first mission (5)
	Later   int           // candidates for a later mission (3)
}

// Limits of what is tried at one turn.
const (
	turnTries = 3 // the checker's three, of docs/design.md, section 3
	repairs   = 2 // times that a model may mend an answer that cannot be read
)

// NewCast makes the players.
func NewCast(c Config) (roles.Cast, error) {
	cast := builtin.Cast()
	if c.First == 0 {
		c.First = 5
	}
	if c.Later == 0 {
		c.Later = 3
	}
	if c.Prover == nil {
		c.Prover = proof.New()
	}
	answers := &readers{}
	if err := answers.load(); err != nil {
		return cast, err
	}
	place := func(role mission.Role) *seat {
		voice := c.Voices[string(role)]
		if voice == nil {
			return nil
		}
		return &seat{role: string(role), voice: voice, prompts: c.Prompts, readers: answers}
	}
	if k := place(mission.RoleUser); k != nil {
		cast.User = &user{seat: k, judge: place("judge"), prover: c.Prover, first: c.First, later: c.Later}
	}
	if k := place(mission.RolePlanner); k != nil {
		cast.Planner = &planner{k}
	}
	if k := place(mission.RoleTool); k != nil {
		cast.Tool = &tool{k, cast.Tool}
	}
	if k := place(mission.RoleAI); k != nil {
		cast.AI = &ai{k}
	}
	if k := place(mission.RoleChecker); k != nil {
		cast.Checker = &checker{k, cast.Checker}
	}
	return cast, nil
}

// seat is where a model sits that plays a role.
type seat struct {
	role    string
	voice   Voice
	prompts *Prompts
	readers *readers
}

// Tries implements [roles.Redrawer].
func (k *seat) Tries() int { return turnTries }

// ask has a prompt completed until read can use the answer. schema names the
// schema of an answer in JSON; "" asks for text.
func (k *seat) ask(ctx context.Context, s *roles.Scene, task, schema string, messages []model.Message, read func(text string) error) error {
	r := &model.Request{Messages: messages}
	if schema != "" {
		r.Schema = k.readers.sent[schema]
	}
	who := spend.Who{Role: k.role, Model: k.voice.Model()}
	var wrong error
	for repair := 0; repair <= repairs; repair++ {
		trace := s.Trace(k.role)
		trace.Sample = s.Try*(repairs+1) + repair
		r.Trace, r.Sample = trace.String(), sample(s)
		answer, err := k.voice.Complete(ctx, s, task, r)
		if err != nil {
			return errors.Join(s.Log.Spend(who, spend.InVain(err)), err) // what ends the run comes first
		}
		if err := s.Log.Spend(who, spend.On(answer)); err != nil {
			return err
		}
		if wrong = answer.Whole(); wrong == nil {
			wrong = read(answer.Text)
		}
		asked := roles.Asked{Role: k.role, Task: task, Mission: s.Index(), Trace: r.Trace, Model: who.Model, Messages: r.Messages, Answer: answer.Text}
		s.Log.Note(asked)
		if wrong == nil {
			return nil
		}
		s.Log.Refuse(mission.Role(k.role), []string{wrong.Error()})
		if refused := (*roles.RefusedError)(nil); errors.As(wrong, &refused) {
			return wrong // it could be read, and is no use
		}
		again, err := k.prompts.part(task, "repair", &view{Reasons: []string{wrong.Error()}})
		if err != nil {
			return err
		}
		said := answer.Text
		if strings.TrimSpace(said) == "" {
			said = "…" // some endpoints refuse messages without a text
		}
		r.Messages = append(append([]model.Message(nil), messages...), model.Message{Role: "assistant", Text: said},
			model.Message{Role: "user", Text: again})
	}
	return &roles.RefusedError{Reasons: []string{fmt.Sprintf("The answer cannot be read: %v.", wrong)}}
}

// sample is the number of a draw. Each drawing of a mission has others: where
// prompts are alike, as those of the free strategy are, a mission that is drawn
// anew must not come out of the store as it was, nor must one entry be given
// the words of another, whichever happened to be first.
func sample(s *roles.Scene) int {
	return int(keyed.Hash(s.Seed, "sample", keyed.Int(s.Try)) >> 33)
}

// readers are the compiled schemas of answers.
type readers struct {
	sent     map[string]*model.Schema
	compiled map[string]*schemas.Schema
}

func (r *readers) load() error {
	r.sent, r.compiled = map[string]*model.Schema{}, map[string]*schemas.Schema{}
	for _, name := range []string{schemas.Plan, schemas.Proposals, schemas.Said, schemas.Observations, schemas.Verdict, schemas.Judgement} {
		source, err := schemas.Source(name)
		if err != nil {
			return err
		}
		compiled, err := schemas.Compile(source)
		if err != nil {
			return err
		}
		r.sent[name], r.compiled[name] = &model.Schema{Name: name, JSON: source}, compiled
	}
	return nil
}

// read finds the JSON document in an answer and decodes it, if it fits its
// schema.
func (r *readers) read(schema, text string, into any) error {
	doc, err := model.ExtractJSON(text)
	if err != nil {
		return err
	}
	var wrong []string
	for _, v := range r.compiled[schema].Validate(doc) {
		wrong = append(wrong, strings.TrimSpace(v.Pointer+" "+v.Message))
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "; "))
	}
	return json.Unmarshal(doc, into)
}
