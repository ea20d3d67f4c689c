package llm

import (
	"cmp"
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
)

// user is a user played by a model. The built-in user decides what has to be said,
// and the model finds the words.
type user struct {
	*seat
	judge        *seat // nil leaves the choice to chance
	prover       *proof.Prover
	first, later int
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
	return u.propose(ctx, s, TaskProposeBlueprint, u.brief(s, &draft), func(c *Candidate) (roles.Proposal, []string) {
		return worded(s, &draft, c)
	})
}

// propose asks for candidates and chooses one. read turns a candidate into a
// proposal and says what is wrong with it.
func (u *user) propose(ctx context.Context, s *roles.Scene, task string, v *view, read func(*Candidate) (roles.Proposal, []string)) (roles.Proposal, error) {
	v.Count = u.later
	if v.First {
		v.Count = u.first
	}
	got, err := answer[Proposals](ctx, u.seat, s, task, v, nil)
	if err != nil {
		return roles.Proposal{}, err
	}
	return u.choose(ctx, s, got.Candidates, read)
}

// choose takes one of the candidates in which nothing is wrong: the one that the
// judge prefers, or one by chance. It records the others.
func (u *user) choose(ctx context.Context, s *roles.Scene, candidates []Candidate, read func(*Candidate) (roles.Proposal, []string)) (roles.Proposal, error) {
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
		s.Log.Pass(roles.Candidate{Mission: s.Index(), Text: candidates[i].Text, Reasons: options[i].wrong})
		for _, w := range options[i].wrong {
			wrong = append(wrong, fmt.Sprintf("%q: %s", candidates[i].Text, w))
		}
	}
	if taken < 0 {
		return roles.Proposal{}, &roles.RefusedError{Reasons: wrong[:min(8, len(wrong))]}
	}
	return options[order[taken]].Proposal, nil
}

// prefer asks the judge which of the good candidates is best. When the answer
// cannot be read, the first one is.
func (u *user) prefer(ctx context.Context, s *roles.Scene, candidates []Candidate, good []int) (int, error) {
	v := u.view(s)
	for _, i := range good {
		v.Candidates = append(v.Candidates, candidates[i].Text)
	}
	said, err := answer(ctx, u.judge, s, TaskJudge, v, func(said *judgement) error {
		if said.Best >= len(good) {
			return fmt.Errorf("there is no candidate %d", said.Best)
		}
		return nil
	})
	if refused := (*roles.RefusedError)(nil); err != nil && !errors.As(err, &refused) {
		return 0, err
	}
	return good[said.Best], nil
}

// brief tells the model what has to be said.
func (u *user) brief(s *roles.Scene, draft *roles.Proposal) *view {
	b := s.Blueprint
	v := u.view(s)
	v.Kind, v.Draft = kindOf(b.Type, b.Pattern), draft.Text
	if b.Relation != "" {
		u.relate(v, s, b.Relation, b.Way, b.Target)
	}
	for i := range draft.Referrals {
		v.Refers = append(v.Refers, ReferenceID(i))
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

// ReferenceID returns the name that prompts and answers give to reference i.
func ReferenceID(i int) string { return fmt.Sprintf("r%d", i+1) }

// briefCall tells what to say of one call.
func briefCall(s *roles.Scene, draft *roles.Proposal, i int) callView {
	c := &s.Blueprint.Calls[i]
	out := callView{Purpose: builtin.Purpose(c), Say: facts(c, i, draft.Said)}
	for k, r := range draft.Referrals {
		if r.Call == i {
			out.Refer = append(out.Refer, reference{ReferenceID(k), noun(c.Tool, jsonptr.Join(r.Param)), r.Text})
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
		if v, ok := c.Values().At(x.Pointer); ok && x.Call == i {
			out = append(out, fact{What: noun(c.Tool, x.Pointer), Value: shown(v), Words: x.Text})
		}
	}
	return out
}

// worded reads a candidate for a blueprint and says what is wrong with it: it must
// say all that the draft says, and nothing that is withheld.
func worded(s *roles.Scene, draft *roles.Proposal, c *Candidate) (out roles.Proposal, wrong []string) {
	out = roles.Proposal{Text: c.Text}
	refuse := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	said, missing := findSaid(s, c.Text, wantsOf(s, draft.Said))
	out.Said = said
	for _, w := range missing {
		refuse("It does not say %s so that the value follows exactly.", w.noun(s))
	}
	for _, w := range withheld(s) {
		if found, _ := findSaid(s, c.Text, []want{w}); len(found) > 0 {
			refuse("It says %s (%q), which must not be said.", w.noun(s), found[0].Text)
		}
	}
	for k, r := range draft.Referrals {
		words := strings.TrimSpace(c.Refers[ReferenceID(k)])
		if words == "" && blueprint.Holds(c.Text, r.Text) {
			words = r.Text
		}
		if !blueprint.Holds(c.Text, words) {
			refuse("The words for %s (%q) do not stand in it.", ReferenceID(k), words)
			continue
		}
		out.Referrals = append(out.Referrals, roles.Referral{Call: r.Call, Param: r.Param, Text: words})
	}
	if s.Blueprint.Relation != "" {
		var why []string
		out.Phrase, why = leaning(c, c.Text)
		wrong = append(wrong, why...)
	}
	return out, wrong
}

// leaning returns the words of a candidate that refer to the conversation. otherwise
// is what counts as these words when the candidate names none.
func leaning(c *Candidate, otherwise string) (phrase string, wrong []string) {
	phrase = cmp.Or(strings.TrimRight(strings.TrimSpace(c.Leans), ".?!"), strings.TrimRight(otherwise, ".?!"))
	if !blueprint.Holds(c.Text, phrase) {
		wrong = []string{fmt.Sprintf("The words that lean on the conversation (%q) do not stand in it.", phrase)}
	}
	return phrase, wrong
}

// want is a value that a text should say, or must not say.
type want struct {
	proof.Want
	shared bool // it may be said together with another call's
}

// wants lists the values of a call at a pointer, or inside what is there.
func wants(s *roles.Scene, call int, pointer string) []want {
	c := callOf(s, call)
	if c == nil {
		return nil
	}
	leaves, err := proof.Leaves(c.Values().JSON())
	if err != nil {
		return nil
	}
	var out []want
	for _, l := range leaves {
		if jsonptr.Under(l.Pointer, pointer) {
			out = append(out, want{Want: proof.Want{Tool: s.OfferedTool(c.Tool.Name), Call: call, Pointer: l.Pointer, Value: l.Value}})
		}
	}
	return out
}

// wantsOf lists the values that sayings say.
func wantsOf(s *roles.Scene, said []roles.Saying) []want {
	var out []want
	for _, x := range said {
		for _, w := range wants(s, x.Call, x.Pointer) {
			w.shared = shared(s, x)
			out = append(out, w)
		}
	}
	return out
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

// callOf is the call that sayings with an index are about.
func callOf(s *roles.Scene, i int) *blueprint.Call {
	switch {
	case i >= 0 && i < len(s.Blueprint.Calls):
		return &s.Blueprint.Calls[i]
	case i < 0 && s.Blueprint.Chat != nil:
		return s.Blueprint.Chat.Like
	}
	return nil
}

// noun names the value and what it is.
func (w want) noun(s *roles.Scene) string {
	c := callOf(s, w.Call)
	v, _ := c.Values().At(w.Pointer)
	return fmt.Sprintf("%s (%s)", noun(c.Tool, w.Pointer), shown(v))
}

// findSaid finds the words of a text that say each value, and lists the values that
// it does not say.
func findSaid(s *roles.Scene, text string, wants []want) (said []roles.Saying, missing []want) {
	asked := make([]proof.Want, len(wants))
	for i, w := range wants {
		asked[i] = w.Want
	}
	for i, r := range proof.Read(s.Env, text, asked) {
		switch w := wants[i]; {
		case r != nil:
			said = append(said, roles.Saying{Call: w.Call, Pointer: w.Pointer, Text: r.Text, Kind: r.Kind, Rule: r.Rule})
		case !w.shared:
			missing = append(missing, w)
		}
	}
	return said, missing
}

// withheld lists the values that a request must not say.
func withheld(s *roles.Scene) []want {
	var out []want
	for i, c := range s.Blueprint.Calls {
		for _, a := range c.Args {
			if a.Origin == blueprint.Asked {
				out = append(out, wants(s, i, jsonptr.Join(a.Param.Name))...)
			}
		}
	}
	return slices.DeleteFunc(out, func(w want) bool {
		_, figure := w.Value.(json.Number)
		return figure // it may well be said of something else
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
	var keep []want
	for _, name := range q.Missing {
		if !slices.ContainsFunc(draft.Said, func(x roles.Saying) bool { return x.Of(name) }) {
			at := jsonptr.Join(name)
			v.Keep = append(v.Keep, fact{What: noun(c.Tool, at)})
			keep = append(keep, wants(s, 0, at)...)
		}
	}
	out := roles.Answer{Complete: draft.Complete}
	_, err = answer(ctx, u.seat, s, TaskAnswer, v, func(said *Said) error {
		out.Text = spoken(said.Text)
		var missing []want
		var wrong []string
		out.Said, missing = findSaid(s, out.Text, wantsOf(s, draft.Said))
		for _, w := range missing {
			wrong = append(wrong, fmt.Sprintf("%q does not say %s so that the value follows exactly.", out.Text, w.noun(s)))
		}
		for _, w := range keep {
			if found, _ := findSaid(s, out.Text, []want{w}); len(found) > 0 {
				wrong = append(wrong, fmt.Sprintf("%q says %s, which must stay open.", out.Text, w.noun(s)))
			}
		}
		if len(wrong) > 0 {
			return &roles.RefusedError{Reasons: wrong}
		}
		return nil
	})
	return out, err
}
