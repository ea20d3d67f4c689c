package tools

import (
	"switchyard/mission"
)

// Topic is something related to a toolset that people ask and that none of its
// tools can answer.
type Topic struct {
	Kind mission.ChatKind // ChatFact, ChatKnowledge or ChatNearMiss
	// Like names a tool whose slots the questions may use, so that a later
	// mission can refer to what was said.
	Like *Tool
	// About is the entity that {it} stands for; such a topic is only asked
	// about something that was shown.
	About *Entity
	// Word is a word that the thing must have been shown with: what it means is asked.
	Word     string
	Keywords []string // words that a tool for it would have to mention
	Ask      []*Phrase
	Answer   []*Phrase
	Subject  string // words of Ask that a follow-up refers to; empty without follow-ups
	Follow   []FollowUp
}

// Refuses reports whether the answer is that the assistant cannot do it.
func (t *Topic) Refuses() bool { return t.Kind == mission.ChatNearMiss }

// Facts lists what the topics of kind ChatFact declare: the answers to their questions.
func (ts *Toolset) Facts() []string {
	var out []string
	for _, t := range ts.Topics {
		if t.Kind != mission.ChatFact {
			continue
		}
		for _, p := range t.Answer {
			out = append(out, p.Text)
		}
		for i := range t.Follow {
			for _, p := range t.Follow[i].Answer {
				out = append(out, p.Text)
			}
		}
	}
	return out
}

// FollowUp is a question that can only be understood after its topic.
type FollowUp struct {
	Way    mission.Way
	Phrase string // words of Ask that refer to the topic; empty if the whole question does
	Ask    []*Phrase
	Answer []*Phrase
}
