package tools

import (
	"switchyard/mission"
)

// Topic is something related to a toolset that people ask and that none of its
// tools can answer.
type Topic struct {
	Kind mission.ChatKind // ChatKnowledge or ChatNearMiss
	// Like names a tool whose slots the questions may use, so that a later
	// mission can refer to what was said.
	Like *Tool
	// About is the entity that {it} stands for; such a topic is only asked
	// about something that was shown.
	About    *Entity
	Keywords []string // words that a tool for it would have to mention
	Ask      []*Phrase
	Answer   []*Phrase
	Subject  string // words of Ask that a follow-up refers to; empty without follow-ups
	Follow   []FollowUp
}

// FollowUp is a question that can only be understood after its topic.
type FollowUp struct {
	Way    mission.Way
	Phrase string // words of Ask that refer to the topic; empty if the whole question does
	Ask    []*Phrase
	Answer []*Phrase
}
