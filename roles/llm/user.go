package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/jsonptr"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/schemas"
)

// user is a user played by a model. The built-in user says what has to be said;
// the model finds the words for it.
type user struct {
	*seat
	judge        *seat // nil leaves the choice to chance
	prover       *proof.Prover
	first, later int
}

// proposals is what the model answers when it proposes.
type proposals struct {
	Candidates []candidate `json:"candidates"`
}

type candidate struct {
	Text     string            `json:"text"`
	Leans    string            `json:"leans"`
	On       string            `json:"on"`
	Refers   map[string]string `json:"refers"`
	Kind     mission.ChatKind  `json:"kind"`
	Keywords []string          `json:"keywords"`
}

// Propose implements [roles.User].
func (u *user) Propose(ctx context.Context, s *roles.Scene) (roles.Proposal, error) {
	if s.Wish != nil {
		return u.proposeFree(ctx, s)
	}
	draft, err := builtin.User{}.Propose(ctx, s)
	if err != nil {
		return draft, err
	}
	v := u.brief(s, &draft)
	messages, err := u.prompts.render(taskProposeBlueprint, v)
	if err != nil {
		return draft, err
	}
	var got proposals
	err = u.ask(ctx, s, taskProposeBlueprint, schemas.Proposals, messages, func(text string) error {
		got = proposals{}
		return u.readers.read(schemas.Proposals, text, &got)
	})
	if err != nil {
		return draft, err
	}
	return u.choose(ctx, s, got.Candidates, func(c *candidate) (roles.Proposal, []string) { return worded(s, &draft, c) })
}

// choose takes one of the candidates that hold: the one that the judge prefers,
// or one by chance. The others are noted.
func (u *user) choose(ctx context.Context, s *roles.Scene, candidates []candidate, read func(*candidate) (roles.Proposal, []string)) (roles.Proposal, error) {
	type option struct {
		roles.Proposal
		wrong  []string
		tested bool
	}
	options := make([]option, len(candidates))
	test := func(i int) bool {
		o := &options[i]
		if o.tested {
			return len(o.wrong) == 0
		}
		o.tested = true
		candidates[i].Text = spoken(candidates[i].Text)
		if o.Proposal, o.wrong = read(&candidates[i]); len(o.wrong) == 0 && s.Foresee != nil {
			o.wrong = s.Foresee(o.Proposal)
		}
		return len(o.wrong) == 0
	}
	order := keyed.New(s.Seed, "candidates", keyed.Int(s.Try)).Perm(len(candidates))
	if u.judge != nil {
		var good []int
		for _, i := range order {
			if test(i) {
				good = append(good, i)
			}
		}
		if len(good) > 1 {
			best, err := u.prefer(ctx, s, candidates, good)
			if err != nil {
				return roles.Proposal{}, err
			}
			order = append([]int{best}, order...)
		}
	}
	taken := slices.IndexFunc(order, test)
	var wrong []string
	for i := range candidates {
		if taken >= 0 && i == order[taken] {
			continue
		}
		if s.Log != nil {
			s.Log.Candidates = append(s.Log.Candidates, roles.Candidate{Mission: s.Index(), Text: candidates[i].Text, Reasons: options[i].wrong})
		}
		for _, w := range options[i].wrong {
			if line := fmt.Sprintf("%q: %s", candidates[i].Text, w); len(wrong) < 8 {
				wrong = append(wrong, line)
			}
		}
	}
	if taken < 0 {
		return roles.Proposal{}, &roles.RefusedError{Reasons: wrong}
	}
	return options[order[taken]].Proposal, nil
}

// prefer asks the judge which of the good candidates is best. A judge that
// cannot be understood has no say.
func (u *user) prefer(ctx context.Context, s *roles.Scene, candidates []candidate, good []int) (int, error) {
	v := u.view(s)
	for _, i := range good {
		v.Candidates = append(v.Candidates, candidates[i].Text)
	}
	messages, err := u.prompts.render(taskJudge, v)
	if err != nil {
		return 0, err
	}
	var said struct {
		Best int `json:"best"`
	}
	err = u.judge.ask(ctx, s, taskJudge, schemas.Judgement, messages, func(text string) error {
		if err := u.readers.read(schemas.Judgement, text, &said); err != nil {
			return err
		}
		if said.Best >= len(good) {
			return fmt.Errorf("there is no candidate %d", said.Best)
		}
		return nil
	})
	if refused := (*roles.RefusedError)(nil); errors.As(err, &refused) {
		return good[0], nil
	}
	if err != nil {
		return 0, err
	}
	return good[said.Best], nil
}

// brief tells the model what has to be said.
func (u *user) brief(s *roles.Scene, draft *roles.Proposal) *view {
	b := s.Blueprint
	v := u.view(s)
	v.Kind, v.Draft, v.Count = kindOf(b.Type, b.Pattern), draft.Text, u.later
	if v.First {
		v.Count = u.first
	}
	if b.Relation != "" {
		u.relate(v, s, b.Relation, b.Way, b.Target)
	}
	for i := range draft.Referrals {
		v.Refers = append(v.Refers, referralID(i))
	}
	for i := range b.Calls {
		v.Calls = append(v.Calls, briefCall(s, draft, i))
	}
	if b.Chat != nil {
		v.Topic = draft.Text
		if b.Chat.Like != nil {
			v.Calls = append(v.Calls, callView{Say: facts(b.Chat.Like, -1, draft.Said)})
		}
	}
	return v
}

func referralID(i int) string { return fmt.Sprintf("r%d", i+1) }

// briefCall tells what to say of one call.
func briefCall(s *roles.Scene, draft *roles.Proposal, i int) callView {
	c := &s.Blueprint.Calls[i]
	out := callView{Purpose: builtin.Purpose(c), Say: facts(c, i, draft.Said)}
	for k, r := range draft.Referrals {
		if r.Call == i {
			out.Refer = append(out.Refer, reference{referralID(k), noun(c.Tool, jsonptr.Join(r.Param)), r.Text})
		}
	}
	for k := range c.Args {
		a := &c.Args[k]
		referred := slices.ContainsFunc(draft.Referrals, func(r roles.Referral) bool { return r.Call == i && r.Param == a.Param.Name })
		name := noun(c.Tool, jsonptr.Join(a.Param.Name))
		switch {
		case referred:
		case a.Origin == blueprint.Asked:
			out.Keep = append(out.Keep, fact{What: name})
		case a.Origin == blueprint.Result:
			out.Follows = append(out.Follows, follow{What: name, Step: a.Call + 1})
		case a.Origin == blueprint.Earlier, a.Origin == blueprint.Shown:
			out.Follows = append(out.Follows, follow{What: name, Word: a.There})
		}
	}
	return out
}

// facts lists what was said of a call.
func facts(c *blueprint.Call, i int, said []roles.Saying) []fact {
	var out []fact
	for _, x := range said {
		if x.Call != i {
			continue
		}
		if v, ok := valueAt(c, x.Pointer); ok {
			out = append(out, fact{What: noun(c.Tool, x.Pointer), Value: shown(v), Words: x.Text})
		}
	}
	return out
}

// worded reads a candidate for a blueprint: it must say all that the plain
// wording says, and nothing that is withheld.
func worded(s *roles.Scene, draft *roles.Proposal, c *candidate) (roles.Proposal, []string) {
	out := roles.Proposal{Text: c.Text}
	var wrong []string
	refuse := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	var wants []want
	for _, x := range draft.Said {
		wants = append(wants, want{call: x.Call, pointer: x.Pointer, shared: shared(s, x)})
	}
	said, missing := findSaid(s, c.Text, wants)
	out.Said = said
	for _, w := range missing {
		refuse("It does not say %s so that the value follows exactly.", nounAt(s, w))
	}
	for _, w := range withheld(s) {
		if found, _ := findSaid(s, c.Text, []want{w}); len(found) > 0 {
			refuse("It says %s (%q), which must not be said.", nounAt(s, w), found[0].Text)
		}
	}
	for k, r := range draft.Referrals {
		words := strings.TrimSpace(c.Refers[referralID(k)])
		if words == "" && blueprint.Holds(c.Text, r.Text) {
			words = r.Text
		}
		if words == "" || !blueprint.Holds(c.Text, words) {
			refuse("The words for %s (%q) do not stand in it.", referralID(k), words)
			continue
		}
		out.Referrals = append(out.Referrals, roles.Referral{Call: r.Call, Param: r.Param, Text: words})
	}
	if s.Blueprint.Relation != "" {
		out.Phrase = strings.TrimRight(strings.TrimSpace(c.Leans), ".?!")
		if out.Phrase == "" {
			out.Phrase = strings.TrimRight(c.Text, ".?!")
		}
		if !blueprint.Holds(c.Text, out.Phrase) {
			refuse("The words that lean on the conversation (%q) do not stand in it.", out.Phrase)
		}
	}
	return out, wrong
}

// want is a value that a text is to say.
type want struct {
	call    int
	pointer string
	shared  bool // it may be said once, with another call's
}

// shared reports whether a value need not be said for its own call.
func shared(s *roles.Scene, x roles.Saying) bool {
	if x.Call < 0 || x.Call >= len(s.Blueprint.Calls) {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(x.Pointer, "/"), "/")
	a := s.Blueprint.Calls[x.Call].Arg(name)
	return a != nil && a.Echo != nil
}

// callOf is the call that sayings with a number are about.
func callOf(s *roles.Scene, i int) *blueprint.Call {
	switch {
	case i >= 0 && i < len(s.Blueprint.Calls):
		return &s.Blueprint.Calls[i]
	case i < 0 && s.Blueprint.Chat != nil:
		return s.Blueprint.Chat.Like
	}
	return nil
}

func nounAt(s *roles.Scene, w want) string {
	c := callOf(s, w.call)
	if c == nil {
		return w.pointer
	}
	v, _ := valueAt(c, w.pointer)
	return fmt.Sprintf("%s (%s)", noun(c.Tool, w.pointer), shown(v))
}

// findSaid finds the words that say each value, and lists what is not said.
func findSaid(s *roles.Scene, text string, wants []want) (said []roles.Saying, missing []want) {
	asked := make([]proof.Want, 0, len(wants))
	known := make([]want, 0, len(wants))
	for _, w := range wants {
		c := callOf(s, w.call)
		if c == nil {
			continue
		}
		v, ok := leafAt(c, w.pointer)
		if !ok {
			continue
		}
		asked = append(asked, proof.Want{Tool: offered(s, c.Tool.Name), Call: w.call, Pointer: w.pointer, Value: v})
		known = append(known, w)
	}
	for i, r := range proof.Read(s.Env, text, asked) {
		switch {
		case r != nil:
			said = append(said, roles.Saying{Call: known[i].call, Pointer: known[i].pointer, Text: r.Text, Kind: r.Kind, Rule: r.Rule})
		case !known[i].shared:
			missing = append(missing, known[i])
		}
	}
	return said, missing
}

// leafAt is the value at a pointer as the verifier decodes it.
func leafAt(c *blueprint.Call, pointer string) (any, bool) {
	leaves, err := proof.Leaves(c.Values().JSON())
	if err != nil {
		return nil, false
	}
	for _, l := range leaves {
		if l.Pointer == pointer {
			return l.Value, true
		}
	}
	return nil, false
}

func offered(s *roles.Scene, name string) *mission.Tool {
	for i := range s.Offered {
		if s.Offered[i].Name == name {
			return &s.Offered[i]
		}
	}
	return nil
}

// withheld lists the values that a request must not say.
func withheld(s *roles.Scene) []want {
	var out []want
	for i := range s.Blueprint.Calls {
		c := &s.Blueprint.Calls[i]
		for k := range c.Args {
			if c.Args[k].Origin != blueprint.Asked {
				continue
			}
			for _, l := range leavesOf(c, c.Args[k].Param.Name) {
				// The same figure may well be said of something else.
				if _, figure := l.Value.(json.Number); !figure {
					out = append(out, want{call: i, pointer: l.Pointer})
				}
			}
		}
	}
	return out
}

// leavesOf lists the leaves of one argument of a call.
func leavesOf(c *blueprint.Call, param string) []proof.Leaf {
	leaves, err := proof.Leaves(c.Values().JSON())
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(leaves, func(l proof.Leaf) bool {
		at := jsonptr.Join(param)
		return l.Pointer != at && !strings.HasPrefix(l.Pointer, at+"/")
	})
}

// Answer implements [roles.User].
func (u *user) Answer(ctx context.Context, s *roles.Scene, q mission.Question) (roles.Answer, error) {
	if s.Wish != nil {
		return u.answerFree(ctx, s, q)
	}
	draft, err := builtin.User{}.Answer(ctx, s, q)
	if err != nil {
		return draft, err
	}
	c := &s.Blueprint.Calls[0]
	v := u.view(s)
	v.Say = facts(c, 0, draft.Said)
	v.Vague = !draft.Complete
	var wants, keep []want
	for _, x := range draft.Said {
		wants = append(wants, want{call: 0, pointer: x.Pointer})
	}
	for _, name := range q.Missing {
		at := jsonptr.Join(name)
		said := slices.ContainsFunc(draft.Said, func(x roles.Saying) bool { return x.Pointer == at || strings.HasPrefix(x.Pointer, at+"/") })
		if !said {
			v.Keep = append(v.Keep, fact{What: noun(c.Tool, at)})
			for _, l := range leavesOf(c, name) {
				keep = append(keep, want{call: 0, pointer: l.Pointer})
			}
		}
	}
	messages, err := u.prompts.render(taskAnswer, v)
	if err != nil {
		return draft, err
	}
	answer := roles.Answer{Complete: draft.Complete}
	err = u.ask(ctx, s, taskAnswer, schemas.Said, messages, func(text string) error {
		var said struct {
			Text string `json:"text"`
		}
		if err := u.readers.read(schemas.Said, text, &said); err != nil {
			return err
		}
		answer.Text = spoken(said.Text)
		var missing []want
		var wrong []string
		answer.Said, missing = findSaid(s, answer.Text, wants)
		for _, w := range missing {
			wrong = append(wrong, fmt.Sprintf("%q does not say %s so that the value follows exactly.", answer.Text, nounAt(s, w)))
		}
		for _, w := range keep {
			if found, _ := findSaid(s, answer.Text, []want{w}); len(found) > 0 {
				wrong = append(wrong, fmt.Sprintf("%q says %s, which must stay open.", answer.Text, nounAt(s, w)))
			}
		}
		if len(wrong) > 0 {
			return &roles.RefusedError{Reasons: wrong}
		}
		return nil
	})
	return answer, err
}
