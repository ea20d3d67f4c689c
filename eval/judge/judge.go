// Package judge decides whether what an agent did in a mission was right, in one of
// the versions of package eval. docs/scoring.md describes what a version looks at,
// and why. [New] makes a [Judge] of a version that needs no model, [NewJudged] one
// that uses the [Opinions] of a model; [Judge.Judge] returns the verdict.
//
// A verdict follows from the task and the prediction alone, so predictions can be
// judged again at any time without asking the agent. Nothing is enumerated: the
// work grows with the number of steps and calls, not with that of paths.
package judge

import (
	"encoding/json"
	"fmt"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/proof"
)

// Judge judges predictions. It is safe for concurrent use, and should be kept: it
// remembers what it derived from the schemas of tools.
type Judge struct {
	compare *compare.Comparer
	prover  *proof.Prover
	judge   func(*Judge, *eval.Task, *eval.Prediction) eval.Verdict
	think   Opinions // nil: rules judge texts
}

// Opinions says what a model thinks of the text of a step, which was taken for a
// question or the reply: the fault that it finds, or "", and why. ok is false when
// it was not asked; then rules decide.
type Opinions func(t *eval.Task, step int, text string) (fault eval.Fault, reason string, ok bool)

// NewJudged makes a judge of the version [eval.Judged1].
func NewJudged(think Opinions) *Judge {
	return &Judge{compare: compare.New(), prover: proof.New(), judge: (*Judge).strict, think: think}
}

// New makes a judge of a version. It fails when there is no such version.
func New(version eval.Version) (*Judge, error) {
	j := &Judge{compare: compare.New(), prover: proof.New()}
	switch version {
	case eval.MMTB1:
		j.judge = (*Judge).mmtb
	case eval.Strict1:
		j.judge = (*Judge).strict
	default:
		return nil, fmt.Errorf("there is no version %q of judging; there are %v", version, eval.Versions())
	}
	return j, nil
}

// Judge says what the version says of a prediction of the task.
func (j *Judge) Judge(t *eval.Task, p *eval.Prediction) eval.Verdict {
	if p.End == eval.Unscored {
		return eval.Verdict{Entry: p.Entry, Mission: p.Mission}
	}
	return j.judge(j, t, p)
}

// Likeness is the likeness of arguments by which calls of one tool are told apart
// when an agent acts; see [compare.Memo.Likeness].
func Likeness() eval.Likeness {
	c := compare.New()
	return func(t *eval.Task, node int, given json.RawMessage) float64 {
		g, ok := gold(t, node)
		if !ok {
			return eval.Equal(t, node, given)
		}
		return c.Memo().Likeness(&g, given)
	}
}

// gold is the right call of a node; ok is false when the entry lacks its tool.
func gold(t *eval.Task, node int) (g compare.Gold, ok bool) {
	n := &t.Nodes[node]
	tool := t.Tool(n.Tool)
	return compare.Gold{Tool: tool, Arguments: n.Arguments, Sources: n.Sources, Environment: t.Entry.Environment}, tool != nil
}

// golds are the right calls of a task, made when they are asked for.
type golds struct {
	task *eval.Task
	made []*compare.Gold
	has  []bool
}

// of is the right call of a node; nil when the entry lacks its tool.
func (l *golds) of(node int) *compare.Gold {
	if l.made == nil {
		l.made, l.has = make([]*compare.Gold, len(l.task.Nodes)), make([]bool, len(l.task.Nodes))
	}
	if !l.has[node] {
		l.has[node] = true
		if g, ok := gold(l.task, node); ok {
			l.made[node] = &g
		}
	}
	return l.made[node]
}

// verdict is one about nothing yet.
func verdict(t *eval.Task, p *eval.Prediction) eval.Verdict {
	return eval.Verdict{Entry: p.Entry, Mission: p.Mission, Scored: true, Of: len(t.Nodes)}
}

// nodesIn is how many nodes a step stands for.
func nodesIn(s *eval.Step) int { return max(1, len(s.Calls)) }

// found is a fault of a call or a text that is not about one value.
func found(fault eval.Fault, step, call, node int, format string, args ...any) eval.Found {
	return eval.Found{Fault: fault, Step: step, Call: call, Node: node, Detail: fmt.Sprintf(format, args...)}
}
