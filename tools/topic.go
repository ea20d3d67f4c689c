package tools

import (
	"switchyard/mission"
)

// Topic is something that people ask in the neighbourhood of a toolset and
// that none of its tools serves.
type Topic struct {
	Kind mission.ChatKind // ChatKnowledge or ChatNearMiss
	// Like names a tool whose slots the questions may use, so that a later
	// mission can take up what was said.
	Like *Tool
	// About is the entity that {it} stands for; such a topic is only asked
	// about something that was shown.
	About    *Entity
	Keywords []string // words that a tool serving it would have to mention
	Ask      []*Phrase
	Answer   []*Phrase
	Subject  string // words of Ask that a follow-up leans on; empty without follow-ups
	Follow   []FollowUp
}

// FollowUp is a question that can only be understood after its topic.
type FollowUp struct {
	Way    mission.Way
	Phrase string // words of Ask that lean on the topic; empty for the whole
	Ask    []*Phrase
	Answer []*Phrase
}
