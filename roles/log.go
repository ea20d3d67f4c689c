package roles

import (
	"slices"

	"switchyard/mission"
	"switchyard/model"
	"switchyard/model/spend"
)

// Asked is one request to a model that plays a role, with its answer.
type Asked struct {
	Role     string          `json:"role"` // a role, or "judge"
	Task     string          `json:"task"` // the prompt that was used: "plan"
	Mission  int             `json:"mission"`
	Trace    string          `json:"trace"`
	Model    string          `json:"model"`
	Messages []model.Message `json:"messages"`
	Answer   string          `json:"answer"`
	Accepted bool            `json:"accepted"`
	Reasons  []string        `json:"reasons,omitempty"` // why it was refused
}

// Candidate is a proposal of a mission that was not chosen.
type Candidate struct {
	Mission int      `json:"mission"`
	Text    string   `json:"text"`
	Reasons []string `json:"reasons,omitempty"` // why it was unusable; empty when another one was preferred or was tried first
}

// Log records what models were asked for one entry. A nil log records nothing. A
// log belongs to one conversation and is not safe for concurrent use.
type Log struct {
	Asked      []Asked
	Candidates []Candidate
	Spent      spend.Usage
	// Ledger, if not nil, is told of each expense. Its error ends the run.
	Ledger func(spend.Who, spend.Spent) error
	// Hear, if not nil, is told of each request as soon as it is answered.
	Hear func(Asked)
}

// Calls is the number of answers used.
func (l *Log) Calls() int {
	if l == nil {
		return 0
	}
	return l.Spent.Sum().Calls
}

// Note adds a request that was answered. It counts as accepted until it is refused.
func (l *Log) Note(a Asked) {
	if l == nil {
		return
	}
	a.Accepted = true
	if l.Hear != nil {
		l.Hear(a)
	}
	l.Asked = append(l.Asked, a)
}

// Pass adds a proposal that was not chosen.
func (l *Log) Pass(c Candidate) {
	if l != nil {
		l.Candidates = append(l.Candidates, c)
	}
}

// Spend adds the cost of a request.
func (l *Log) Spend(who spend.Who, s spend.Spent) error {
	if l == nil {
		return nil
	}
	l.Spent.Spend(who, s)
	if l.Ledger == nil {
		return nil
	}
	return l.Ledger(who, s)
}

// Join adds what this log spent to a later log of the same entry, and puts the
// refused plans of this log in front. It returns the later log.
func (l *Log) Join(later *Log) *Log {
	if l == nil || later == nil {
		return later
	}
	l.Abandon([2]int{})
	later.Asked = append(l.Asked, later.Asked...)
	later.Spent.Add(l.Spent)
	return later
}

// Refuse marks the last request to a role as refused, with the reasons.
func (l *Log) Refuse(role mission.Role, reasons []string) {
	if l == nil {
		return
	}
	for i := range slices.Backward(l.Asked) {
		if a := &l.Asked[i]; a.Role == string(role) {
			if a.Accepted {
				a.Accepted, a.Reasons = false, reasons
			}
			return
		}
	}
}

// Mark returns how far the log reaches, for [Log.Abandon].
func (l *Log) Mark() (mark [2]int) {
	if l != nil {
		mark = [2]int{len(l.Asked), len(l.Candidates)}
	}
	return mark
}

// Abandon drops what was recorded since the mark, because the mission failed.
// Refused plans stay: they are examples of what not to do.
func (l *Log) Abandon(mark [2]int) {
	if l == nil {
		return
	}
	kept := l.Asked[:mark[0]]
	for _, a := range l.Asked[mark[0]:] {
		if a.Role == string(mission.RolePlanner) && !a.Accepted {
			kept = append(kept, a)
		}
	}
	l.Asked, l.Candidates = kept, l.Candidates[:mark[1]]
}
