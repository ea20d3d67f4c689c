package llm

import (
	"encoding/json"

	"switchyard/mission"
	"switchyard/schemas"
)

// answerSchemas names the schema of the answer to each task. The answers to other
// tasks are texts.
var answerSchemas = map[string]string{
	TaskProposeBlueprint: schemas.Proposals, TaskProposeFree: schemas.Proposals, TaskJudge: schemas.Judgement, TaskPlan: schemas.Plan,
	TaskCheckPlan: schemas.Verdict, TaskAnswer: schemas.Said, TaskObserve: schemas.Observations, TaskCheckObservations: schemas.Verdict,
	TaskSessionUser: schemas.Proposals, TaskSessionCheck: schemas.Judgement,
}

// Proposals is the answer of a user who proposes a mission.
type Proposals struct {
	Candidates []Candidate `json:"candidates"`
}

// Candidate is one proposal.
type Candidate struct {
	Text     string            `json:"text"`
	Leans    string            `json:"leans,omitempty"`    // the words that refer to an earlier mission
	On       string            `json:"on,omitempty"`       // the earlier words that they stand for
	Refers   map[string]string `json:"refers,omitempty"`   // the words for each reference, by [ReferenceID]
	Kind     mission.ChatKind  `json:"kind,omitempty"`     // of a chat mission
	Keywords []string          `json:"keywords,omitempty"` // of a chat mission
}

// Observations is the answer of the tools.
type Observations struct {
	Observations []Observation `json:"observations"`
}

// Observation is the result of one call.
type Observation struct {
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
}

// Said is the answer of a user to a question.
type Said struct {
	Text string `json:"text"`
}

// verdict is the answer of a checker.
type verdict struct {
	Accepted bool     `json:"accepted"`
	Reasons  []string `json:"reasons"`
}

// judgement is the answer of a judge: the number of the best candidate.
type judgement struct {
	Best int `json:"best"`
}
