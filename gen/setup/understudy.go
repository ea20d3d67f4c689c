package setup

import (
	"context"
	"errors"

	"switchyard/config"
	"switchyard/datasets/manifest"
	"switchyard/gen"
	"switchyard/model/mock"
	"switchyard/model/spend"
	"switchyard/roles"
	"switchyard/roles/llm"
	"switchyard/roles/rehearse"
	"switchyard/tools"
	"switchyard/tools/author"
)

// Understudy answers instead of a model by rehearsing the turn that a request belongs
// to. It implements [mock.Player] and is safe for concurrent use.
type Understudy struct {
	blueprint, free *gen.Rehearsal
	sets            []*tools.Toolset
}

// NewUnderstudy returns an understudy for the models of a run, whatever their roles.
func NewUnderstudy(ctx context.Context, cfg *config.Config, run gen.Config) (*Understudy, error) {
	prompts, err := Prompts(cfg)
	if err != nil {
		return nil, err
	}
	voice := &rehearse.Voice{Name: mock.AnyModel, First: cfg.Candidates.First, Later: cfg.Candidates.Later}
	voices := map[string]llm.Voice{}
	for _, role := range spend.Roles() {
		voices[role] = voice
		run.Models = append(run.Models, manifest.Model{Role: role, Model: voice.Name})
	}
	if run.Cast, err = llm.NewCast(llm.Config{Voices: voices, Prompts: prompts, First: voice.First, Later: voice.Later}); err != nil {
		return nil, err
	}
	u := &Understudy{sets: run.Toolsets}
	run.Strategy = gen.Blueprint
	if u.blueprint, err = gen.NewRehearsal(ctx, run); err != nil {
		return nil, err
	}
	run.Strategy = gen.Free
	u.free, err = gen.NewRehearsal(ctx, run)
	return u, err
}

// Play implements [mock.Player].
func (u *Understudy) Play(ctx context.Context, trace string) (*mock.Answer, error) {
	if text, ok := author.Rehearse(u.sets, trace); ok {
		return &mock.Answer{Text: text}, nil
	}
	t, err := roles.ParseTrace(trace)
	if err != nil {
		return nil, mock.ErrUnknownTrace
	}
	rehearsal := u.blueprint
	if t.Free() {
		rehearsal = u.free
	}
	line, err := rehearsal.Line(ctx, t)
	switch {
	case errors.Is(err, gen.ErrNoTurn):
		return nil, &mock.RefusedError{Message: "This mock rehearses another run, which has no turn " + trace +
			". Start it with the flags of your run: seed, missions, paths, toolsets, limit and the like."}
	case err != nil:
		return nil, err
	}
	return &mock.Answer{Text: line.Text, Role: mock.Role(t.Role), Tools: line.Offered, Next: line.Next}, nil
}
