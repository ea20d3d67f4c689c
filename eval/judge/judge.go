// Package judge decides whether what an agent did in a mission was right, by one of
// the sets of rules ([eval.Version]). docs/scoring.md describes what each of them
// looks at, and why. [New] makes a [Judge] that needs no model, [NewJudged] one that uses
// the [Opinions] of a model. [Judge.Judge] returns the verdict.
//
// A verdict depends on the task and the prediction only, so predictions can be judged
// again at any time without asking the agent. Paths are never enumerated: the work
// grows with the number of steps and calls, not with the number of paths.
package judge

import (
	"encoding/json"
	"fmt"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/eval/reply"
	"switchyard/proof"
)

// Judge judges predictions. It is safe for concurrent use. Keep it: it remembers what
// it derived from the schemas of tools.
type Judge struct {
	compare *compare.Comparer
	prover  *proof.Prover
	judge   func(*Judge, *eval.Task, *eval.Prediction) eval.Verdict
	think   Opinions // nil: rules judge texts
	fair    bool     // by the rules of strict-2
	replies *reply.Checker
}

// Opinions asks a model about the text of a step, if that text counts as a question or
// as the reply. It returns the fault that the model finds, or "", and the reason. ok is
// false if the model was not asked; then rules decide.
type Opinions func(t *eval.Task, step int, text string) (fault eval.Fault, reason string, ok bool)

// NewJudged returns a judge of the version [eval.Judged1].
func NewJudged(think Opinions) *Judge {
	return &Judge{compare: compare.New(), prover: proof.New(), judge: (*Judge).strict, think: think}
}

// New returns a judge of a version that needs no model. It fails if there is no such
// version.
func New(version eval.Version) (*Judge, error) {
	j := &Judge{compare: compare.New(), prover: proof.New()}
	switch version {
	case eval.MMTB1:
		j.judge = (*Judge).mmtb
	case eval.Strict1:
		j.judge = (*Judge).strict
	case eval.Strict2:
		j.judge, j.fair, j.replies = (*Judge).strict, true, reply.New()
	default:
		return nil, fmt.Errorf("unknown version of judging %q: choose one of %v", version, eval.Versions())
	}
	return j, nil
}

// Judge returns the verdict on a prediction of the task.
func (j *Judge) Judge(t *eval.Task, p *eval.Prediction) eval.Verdict {
	if p.End == eval.Unscored {
		return eval.Verdict{Entry: p.Entry, Mission: p.Mission}
	}
	return j.judge(j, t, p)
}

// Likeness returns the measure by which calls of the same tool are told apart while an
// agent acts; see [compare.Memo.Likeness].
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

// gold returns the right call of a node. ok is false if the entry lacks its tool.
func gold(t *eval.Task, node int) (g compare.Gold, ok bool) {
	n := &t.Nodes[node]
	tool := t.Tool(n.Tool)
	return compare.Gold{Tool: tool, Arguments: n.Arguments, Sources: n.Sources, Environment: t.Entry.Environment}, tool != nil
}

// golds are the right calls of a task. Each is made when it is needed.
type golds struct {
	task *eval.Task
	talk *talk                 // nil if it does not matter what was said
	made map[int]*compare.Gold // by node
}

// of returns the right call of a node; nil if the entry lacks its tool.
func (l *golds) of(node int) *compare.Gold {
	g, made := l.made[node]
	if !made {
		if right, ok := gold(l.task, node); ok {
			g = &right
			if l.talk != nil {
				g.Heard = l.talk.heard
			}
		}
		if l.made == nil {
			l.made = make(map[int]*compare.Gold, len(l.task.Nodes))
		}
		l.made[node] = g
	}
	return g
}

// verdict returns a verdict that says nothing about the prediction yet.
func verdict(t *eval.Task, p *eval.Prediction) eval.Verdict {
	return eval.Verdict{Entry: p.Entry, Mission: p.Mission, Scored: true, Of: len(t.Nodes)}
}

// nodesIn returns how many nodes a step stands for.
func nodesIn(s *eval.Step) int { return max(1, len(s.Calls)) }

// found makes a fault that concerns a whole call or text, not one value.
func found(fault eval.Fault, step, call, node int, format string, args ...any) eval.Found {
	return eval.Found{Fault: fault, Step: step, Call: call, Node: node, Detail: fmt.Sprintf(format, args...)}
}
