// Package llm lets language models play the five roles.
//
// [NewCast] makes the players: each role for which a [Config] has a [Voice] is
// played by that voice, and the others by the built-in engine. A player renders the
// prompt of its turn, has the voice complete it, and reads the answer strictly. An
// answer that cannot be read goes back to the model with what is wrong. If that
// does not help, the player returns a *[roles.RefusedError], and the turn is tried
// again.
//
// A voice is given the whole scene, so that a rehearsal can answer without a model. A
// model sees only the messages, so a model that plays the planner does not see the
// blueprint.
package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	// Model is the name of the model, for logs and records of cost.
	Model() string
}

// Speak returns the voice of a model.
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
	// Voices are the voices of the roles that models play, by role. A voice for
	// "judge" chooses among proposals; without one, chance does.
	Voices  map[string]Voice
	Prompts *Prompts
	Prover  *proof.Prover // nil makes a new one
	First   int           // candidates for the first mission; 0 means 5
	Later   int           // candidates for a later mission; 0 means 3
}

// Limits of the tries at one turn.
const (
	turnTries = 3 // as docs/design.md, section 3, has it
	repairs   = 2 // how often a model may repair an answer that cannot be read
)

// NewCast makes the players.
func NewCast(c Config) (roles.Cast, error) {
	cast := builtin.Cast()
	c.First, c.Later = cmp.Or(c.First, 5), cmp.Or(c.Later, 3)
	if c.Prover == nil {
		c.Prover = proof.New()
	}
	set, err := schemas.Load()
	if err != nil {
		return cast, err
	}
	place := func(role mission.Role) *seat {
		voice := c.Voices[string(role)]
		if voice == nil {
			return nil
		}
		return &seat{role: string(role), voice: voice, prompts: c.Prompts, schemas: set}
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

// seat is what all players on models have in common.
type seat struct {
	role    string
	voice   Voice
	prompts *Prompts
	schemas *schemas.Set
}

// Tries implements [roles.Redrawer].
func (k *seat) Tries() int { return turnTries }

// answer has the prompt of a task completed for a scene.
func answer[T any](ctx context.Context, k *seat, s *roles.Scene, task string, v *view, check func(*T) error) (said T, err error) {
	messages, err := k.prompts.render(task, v)
	if err != nil {
		return said, err
	}
	return ask(ctx, k, s, task, messages, check)
}

// ask has messages completed until the answer can be read and passes the check,
// which may be nil. A task without a schema is answered with a text.
func ask[T any](ctx context.Context, k *seat, s *roles.Scene, task string, messages []model.Message, check func(*T) error) (said T, err error) {
	r := &model.Request{Messages: messages}
	if name := answerSchemas[task]; name != "" {
		source, err := schemas.Source(name)
		if err != nil {
			return said, err
		}
		r.Schema = &model.Schema{Name: name, JSON: source}
	}
	var wrong error
	for repair := range repairs + 1 {
		trace := s.Trace(k.role)
		trace.Sample = s.Try*(repairs+1) + repair
		r.Trace, r.Sample = trace.String(), sample(s)
		text, problem, err := k.complete(ctx, s, task, r)
		if err != nil {
			return said, err
		}
		var got T
		if wrong = problem; wrong == nil {
			wrong = k.read(task, text, &got)
		}
		if wrong == nil && check != nil {
			wrong = check(&got)
		}
		if wrong == nil {
			return got, nil
		}
		s.Log.Refuse(mission.Role(k.role), []string{wrong.Error()})
		if refused := (*roles.RefusedError)(nil); errors.As(wrong, &refused) {
			return said, wrong // it could be read, but is unusable
		}
		again, err := k.prompts.part(task, "repair", &view{Reasons: []string{wrong.Error()}})
		if err != nil {
			return said, err
		}
		if strings.TrimSpace(text) == "" {
			text = "…" // some endpoints refuse messages without a text
		}
		r.Messages = append(slices.Clone(messages), model.Message{Role: "assistant", Text: text}, model.Message{Role: "user", Text: again})
	}
	return said, &roles.RefusedError{Reasons: []string{fmt.Sprintf("The answer cannot be read: %v.", wrong)}}
}

// complete sends a request and records it with its cost. problem says that the
// answer is not whole.
func (k *seat) complete(ctx context.Context, s *roles.Scene, task string, r *model.Request) (text string, problem, err error) {
	who := spend.Who{Role: k.role, Model: k.voice.Model()}
	answer, err := k.voice.Complete(ctx, s, task, r)
	if err != nil {
		return "", nil, errors.Join(s.Log.Spend(who, spend.InVain(err)), err) // what ends the run comes first
	}
	if err := s.Log.Spend(who, spend.On(answer)); err != nil {
		return "", nil, err
	}
	s.Log.Note(roles.Asked{Role: k.role, Task: task, Mission: s.Index(), Trace: r.Trace, Model: who.Model, Messages: r.Messages, Answer: answer.Text})
	return answer.Text, answer.Whole(), nil
}

// sample is the number of a draw, another one for each drawing of a mission and
// each entry. Prompts can be alike, as those of the free strategy are: a mission
// that is drawn again must not get its old answer from the store, and one entry
// must not get the words of another.
func sample(s *roles.Scene) int {
	return int(keyed.Hash(s.Seed, "sample", keyed.Int(s.Try)) >> 33)
}

// read decodes the answer to a task: a text as it was said, or the JSON document
// in it if that fits its schema.
func (k *seat) read(task, text string, into any) error {
	if said, ok := into.(*string); ok {
		if *said = spoken(text); *said == "" {
			return errors.New("it says nothing")
		}
		return nil
	}
	doc, err := model.ExtractJSON(text)
	if err != nil {
		return err
	}
	var wrong []string
	for _, v := range k.schemas.Validate(answerSchemas[task], doc) {
		wrong = append(wrong, strings.TrimSpace(v.Pointer+" "+v.Message))
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "; "))
	}
	return json.Unmarshal(doc, into)
}
