// Package rehearse answers the prompts of the roles without a model. A [Voice]
// asks the built-in engine and says what a model that makes no mistakes would say,
// in the form of a model's answer. So a run can be tried, and its cost estimated,
// before a model is paid. The mock endpoint uses this voice too. Voices are safe for
// concurrent use.
package rehearse

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/proof"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/roles/llm"
)

// Voice answers prompts by looking at the blueprint. It implements [llm.Voice].
type Voice struct {
	Name         string // of the model that it stands in for
	First, Later int    // candidates for the first mission and for later ones
}

// Model is the name of the model that the voice stands in for.
func (v *Voice) Model() string { return v.Name }

// bytesPerToken is a rule of thumb for English text and JSON.
const bytesPerToken = 4

// Complete answers a prompt.
func (v *Voice) Complete(ctx context.Context, s *roles.Scene, task string, r *model.Request) (*model.Response, error) {
	text, err := v.answer(ctx, s, task)
	if err != nil {
		return nil, fmt.Errorf("rehearsing %s: %w", task, err)
	}
	read := 0
	for _, m := range r.Messages {
		read += len(m.Text) + bytesPerToken
	}
	if r.Schema != nil {
		read += len(r.Schema.JSON)
	}
	return &model.Response{Text: text, Finish: "stop", Usage: model.Usage{Input: read / bytesPerToken, Output: (len(text) + bytesPerToken - 1) / bytesPerToken}}, nil
}

// answer is what the voice says at a turn.
func (v *Voice) answer(ctx context.Context, s *roles.Scene, task string) (string, error) {
	if s.Wish != nil {
		s = script(s)
	}
	switch task {
	case llm.TaskProposeBlueprint, llm.TaskProposeFree:
		return v.propose(ctx, s)
	case llm.TaskJudge:
		return `{"best":0,"why":"It sounds natural."}`, nil
	case llm.TaskPlan:
		plan, err := builtin.Planner{}.Plan(ctx, s)
		if err != nil {
			return "", err
		}
		return encode(plan)
	case llm.TaskCheckPlan:
		return `{"analysis":"The calls of this step need nothing from each other.","accepted":true,"reasons":[]}`, nil
	case llm.TaskCheckObservations:
		return `{"accepted":true,"reasons":[]}`, nil
	case llm.TaskObserve:
		var all llm.Observations
		for _, a := range s.Records {
			all.Observations = append(all.Observations, llm.Observation{Status: a.Status, Body: a.Body.JSON()})
		}
		return encode(all)
	case llm.TaskAsk:
		q := asked(s)
		return builtin.AI{}.Ask(ctx, s, q.Tool, q.Missing)
	case llm.TaskAnswer:
		a, err := builtin.User{}.Answer(ctx, s, asked(s))
		if err != nil {
			return "", err
		}
		return encode(llm.Said{Text: a.Text})
	case llm.TaskSummarise:
		return builtin.AI{}.Summarise(ctx, s)
	case llm.TaskChat:
		return builtin.AI{}.Chat(ctx, s)
	}
	return "", fmt.Errorf("there is no task %q", task)
}

func encode(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// proposals words the same mission several times, first with the seed of the scene.
// Other seeds that find no words are left out.
func (v *Voice) proposals(ctx context.Context, s *roles.Scene) ([]roles.Proposal, error) {
	count := v.Later
	if s.Index() == 0 {
		count = v.First
	}
	var list []roles.Proposal
	for k := range max(1, count) {
		t := *s
		if k > 0 {
			t.Seed = keyed.Hash(s.Seed, "candidate", keyed.Int(k))
		}
		p, err := builtin.User{}.Propose(ctx, &t)
		switch {
		case err == nil:
			list = append(list, p)
		case k == 0:
			return nil, err
		}
	}
	return list, nil
}

// propose gives several wordings of the mission.
func (v *Voice) propose(ctx context.Context, s *roles.Scene) (string, error) {
	drafts, err := v.proposals(ctx, s)
	if err != nil {
		return "", err
	}
	var all llm.Proposals
	for _, p := range drafts {
		c := llm.Candidate{Text: p.Text, Leans: p.Phrase, Refers: map[string]string{}}
		for i, r := range drafts[0].Referrals {
			for _, same := range p.Referrals {
				if s.Wish == nil && same.Call == r.Call && same.Param == r.Param {
					c.Refers[llm.ReferenceID(i)] = same.Text
				}
			}
		}
		if s.Wish != nil {
			// Values keep their words, because later missions of the script refer to them.
			if slices.ContainsFunc(drafts[0].Said, func(x roles.Saying) bool { return !strings.Contains(p.Text, x.Text) }) {
				continue
			}
			if chat := s.Blueprint.Chat; chat != nil && chat.Topic != nil {
				c.On, c.Kind, c.Keywords = chat.Text, chat.Topic.Kind, chat.Topic.Keywords
				if c.Kind == mission.ChatFact { // a model that proposes missions claims no facts
					c.Kind = mission.ChatKnowledge
				}
			}
			for _, call := range s.Blueprint.Calls {
				for _, a := range call.Args {
					if a.Way == mission.WayAbbreviation {
						c.On = a.Choice.Value // of which the message has a part
					}
				}
			}
		}
		all.Candidates = append(all.Candidates, c)
	}
	return encode(all)
}

// asked is the question under way: what the last plan asks for.
func asked(s *roles.Scene) mission.Question {
	for _, turn := range slices.Backward(s.Turns) {
		p := turn.Plan
		if p == nil || len(p.ActionList) == 0 || p.ActionList[0].Name != mission.AskTool {
			continue
		}
		var args mission.Asked
		if json.Unmarshal(p.ActionList[0].Arguments, &args) == nil {
			return mission.Question{Tool: args.Tool, Missing: args.Missing}
		}
		break
	}
	return mission.Question{}
}

// script returns a scene of the free strategy with the blueprint of its script. The
// calls that were made become the same calls of the script.
func script(s *roles.Scene) *roles.Scene {
	t := *s
	story := *s.Script.Story
	story.World = s.World
	t.Story, t.Blueprint, t.Made, t.Answers = &story, s.Script.Blueprint, nil, nil
	taken := map[int]bool{}
	for _, made := range s.Made {
		done := &s.Blueprint.Calls[made.Call]
		for i := range t.Blueprint.Calls {
			c := &t.Blueprint.Calls[i]
			if !taken[i] && c.Tool == done.Tool && same(c, done) {
				taken[i] = true
				t.Made = append(t.Made, roles.Made{Call: i, Purpose: made.Purpose, Answer: made.Answer})
				break
			}
		}
	}
	slices.SortStableFunc(t.Made, func(a, b roles.Made) int { return a.Call - b.Call })
	for k := range s.Answers {
		t.Answers = append(t.Answers, answered(&t, k, s.Answers[k].Text))
	}
	return &t
}

// same reports whether two calls have the same arguments, in whatever order.
func same(a, b *blueprint.Call) bool {
	var x, y any
	return json.Unmarshal(a.Values().JSON(), &x) == nil && json.Unmarshal(b.Values().JSON(), &y) == nil && reflect.DeepEqual(x, y)
}

// says reports whether a text says a parameter's value of the first call.
func says(s *roles.Scene, text, param string) bool {
	c := &s.Blueprint.Calls[0]
	all, err := proof.Leaves(c.Values().JSON())
	if err != nil {
		return false
	}
	var wants []proof.Want
	for _, l := range all {
		if jsonptr.Under(l.Pointer, jsonptr.Join(param)) {
			wants = append(wants, proof.Want{Tool: s.OfferedTool(c.Tool.Name), Pointer: l.Pointer, Value: l.Value})
		}
	}
	return !slices.Contains(proof.Read(s.Env, text, wants), nil)
}

// answered is what the built-in user gives in the kth answer. The first answer, if it
// is to be vague, gives one of several values, or none, unless nobody would leave it open.
func answered(s *roles.Scene, k int, text string) roles.Answer {
	b := s.Blueprint
	given := b.Missing
	if b.Vague && k == 0 {
		switch {
		case len(b.Missing) > 1:
			given = b.Missing[:1]
		case !says(s, text, b.Missing[0]):
			given = nil
		}
	}
	var a roles.Answer
	for _, name := range given {
		a.Said = append(a.Said, roles.Saying{Pointer: jsonptr.Join(name)})
	}
	return a
}
