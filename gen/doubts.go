package gen

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/proof"
	"switchyard/roles"
)

// foresee proves a request before anything is built on it, by having the
// built-in engine play the rest of the mission.
func (p *performer) foresee(ctx context.Context, s *roles.Scene, proposal roles.Proposal) []string {
	q, t := *p, *s
	t.Proposal, t.Foresee = proposal, nil
	q.cast, q.log, t.Log = p.builtin, nil, nil
	q.story.World = p.story.World.Clone()
	t.Story = &q.story
	t.Turns = slices.Clip(t.Turns)
	m, _, err := q.converse(ctx, &t)
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, doubt := range q.doubts(m) {
		if !ofReply(doubt) { // the real reply is another one
			out = append(out, sentence(doubt.Message))
		}
	}
	return out
}

// suits says what is wrong with a proposal of the free strategy, as far as this shows
// before anything is planned.
func (p *performer) suits(s *roles.Scene, proposal roles.Proposal) []string {
	var out []string
	for _, doubt := range p.doubts(p.partial(s, &proposal)) {
		group, _, _ := strings.Cut(string(doubt.Check), ".")
		switch {
		case group == "text" && strings.HasSuffix(doubt.Pointer, "/request"),
			group == "chat" && s.Wish.Type == mission.Chat,
			group == "relation" && (s.Wish.Type == mission.Chat || doubt.Check == proof.RelationPhrase || doubt.Check == proof.RelationWay):
			out = append(out, sentence(doubt.Message))
		}
	}
	return out
}

// doubts proves the entry so far with one more mission, and returns the problems
// of that mission.
func (p *performer) doubts(m *mission.Mission) []proof.Problem {
	so := *p.entry
	so.Missions = append(slices.Clone(so.Missions), *m)
	so.SwitchPath = so.SwitchPath[:len(so.Missions)]
	return slices.DeleteFunc(p.prover.Entry(&so), func(doubt proof.Problem) bool { return doubt.Mission != len(so.Missions)-1 })
}

// unproved says what is wrong with a closing reply. Anything else that is wrong is an
// error, because another reply would not help.
func (p *performer) unproved(s *roles.Scene, reply string) (wrong []string, err error) {
	t := *s
	t.Turns = append(slices.Clip(t.Turns), mission.Turn{Role: mission.RoleAI, Text: reply})
	m, _, err := p.assemble(&t, reply)
	if err != nil {
		return nil, err
	}
	for _, doubt := range p.doubts(m) {
		if !ofReply(doubt) && !strings.Contains(doubt.Pointer, "/chat/compare") {
			return nil, &setback{Reason: "proof", Check: string(doubt.Check), Message: doubt.Message}
		}
		wrong = append(wrong, sentence(doubt.Message))
	}
	return wrong, nil
}

// ofReply reports whether a problem is in a closing reply.
func ofReply(doubt proof.Problem) bool {
	return strings.HasSuffix(doubt.Pointer, "/reply") && !strings.Contains(doubt.Pointer, "/questions/")
}

// misspoken proves the words of a question and of the reply to it.
func (p *performer) misspoken(s *roles.Scene, question, reply string) []string {
	m := &mission.Mission{Request: s.Proposal.Text, Questions: append(slices.Clone(s.Questions), mission.Question{Text: question, Reply: reply})}
	at := fmt.Sprintf("/questions/%d/", len(s.Questions))
	var out []string
	for _, problem := range p.prover.Words(p.entry, m) {
		if problem.Mission == len(p.entry.Missions) && strings.Contains(problem.Pointer, at) {
			out = append(out, sentence(problem.Message))
		}
	}
	return out
}

// sentence turns the message of a check into a sentence.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}
