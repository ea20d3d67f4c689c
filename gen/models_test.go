package gen

import (
	"bytes"
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"

	"switchyard/datasets/manifest"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/proof"
	"switchyard/roles"
	"switchyard/roles/llm"
	"switchyard/roles/rehearse"
	"switchyard/schemas"
)

// rehearsed makes the configuration of a run with all roles on models that make
// no mistake.
func rehearsed(t testing.TB, c Config) Config {
	return casting(t, c, func(v llm.Voice) llm.Voice { return v })
}

// casting is rehearsed with voices that are wrapped in others.
func casting(t testing.TB, c Config, wrap func(llm.Voice) llm.Voice) Config {
	t.Helper()
	c.Models = nil
	prompts, err := llm.LoadPrompts("en", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	voice := wrap(&rehearse.Voice{Name: "perfect", First: 5, Later: 3})
	voices := map[string]llm.Voice{}
	for _, role := range spend.Roles()[:5] {
		voices[role] = voice
		c.Models = append(c.Models, manifest.Model{Role: role, Model: voice.Model()})
	}
	if c.Cast, err = llm.NewCast(llm.Config{Voices: voices, Prompts: prompts, Prover: proof.New()}); err != nil {
		t.Fatal(err)
	}
	return c
}

// With all five roles on models that make no mistake, every entry comes out as
// planned and is proved.
func TestAllRolesOnModels(t *testing.T) {
	for _, strategy := range []Strategy{Blueprint, Free} {
		t.Run(string(strategy), func(t *testing.T) {
			c := small(t, filepath.Join(t.TempDir(), "d"))
			c.Limit, c.Strategy = sized(16, 40, 340), strategy
			report := mustRun(t, rehearsed(t, c))
			if report.Accepted != report.Planned {
				t.Errorf("%d of %d entries are accepted: %+v", report.Accepted, report.Planned, report.Rejected)
				t.Logf("%s", contents(t, c.Out)[manifest.Rejected])
			}
			fitLines(t, contents(t, c.Out), map[string]string{RolesName: schemas.RoleLine, CandidatesName: schemas.CandidateLine})
		})
	}
}

// fitLines checks the lines of files by their schemas.
func fitLines(t *testing.T, files map[string][]byte, by map[string]string) {
	t.Helper()
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, schema := range by {
		lines := bytes.Split(bytes.TrimSpace(files[name]), []byte("\n"))
		for i, line := range lines {
			for _, v := range set.Validate(schema, line) {
				t.Fatalf("%s:%d: %s %s", name, i+1, v.Pointer, v.Message)
			}
		}
		if len(lines) < 50 {
			t.Errorf("%s has only %d lines", name, len(lines))
		}
	}
}

// checkedVoice compares what is said in a run with what the rehearsal of the
// turn gives.
type checkedVoice struct {
	llm.Voice
	t         *testing.T
	rehearsal *Rehearsal
	turns     *atomic.Int64
}

func (v checkedVoice) Complete(ctx context.Context, s *roles.Scene, task string, r *model.Request) (*model.Response, error) {
	answer, err := v.Voice.Complete(ctx, s, task, r)
	if err != nil {
		return nil, err
	}
	trace, err := roles.ParseTrace(r.Trace)
	if err != nil {
		v.t.Error(err)
		return answer, nil
	}
	line, err := v.rehearsal.Line(ctx, trace)
	v.turns.Add(1)
	switch {
	case err != nil:
		v.t.Errorf("%s: %v", r.Trace, err)
	case line.Text != answer.Text:
		v.t.Errorf("%s: the run says\n%s\nthe rehearsal\n%s", r.Trace, answer.Text, line.Text)
	}
	return answer, nil
}

// A turn can be played by its name alone, without the turns before it.
func TestRehearsal(t *testing.T) {
	for _, builtinUser := range []bool{false, true} {
		c := small(t, filepath.Join(t.TempDir(), "d"))
		c.Limit = sized(20, 30, 90)
		plain := rehearsed(t, c)
		rehearsal, err := NewRehearsal(t.Context(), plain)
		if err != nil {
			t.Fatal(err)
		}
		var turns atomic.Int64
		checked := casting(t, plain, func(v llm.Voice) llm.Voice { return checkedVoice{v, t, rehearsal, &turns} })
		if builtinUser {
			checked.Cast.User = rehearsal.producer.builtin.User
		}
		mustRun(t, checked)
		if turns.Load() < 100 {
			t.Errorf("only %d turns are compared", turns.Load())
		}
	}
}

// Where a mission came to nothing, there is nothing to say in the next one, least
// of all what was said in the one before.
func TestRehearsalOfNothing(t *testing.T) {
	c := rehearsed(t, small(t, filepath.Join(t.TempDir(), "d")))
	r, err := NewRehearsal(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range r.items {
		if len(item.Types) < 2 {
			continue
		}
		r.keep(item.ID+"/0.0", &stage{performer: *r.producer.newPerformer(item, 0), lines: map[string]*Line{"user.0": {Text: "Hello."}}, err: ErrNoTurn})
		line, err := r.Line(context.Background(), roles.Trace{Entry: item.Index + 1, Mission: 1, Role: "user", Attempt: "0.0.0"})
		if err != nil || line.Text != nothingToSay {
			t.Fatalf("%+v, %v", line, err)
		}
		return
	}
	t.Error("no entry has two missions")
}
