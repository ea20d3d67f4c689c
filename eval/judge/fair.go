package judge

import (
	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/eval/reply"
)

// memo returns what compares arguments.
func (j *Judge) memo() *compare.Memo {
	if j.fair {
		return j.compare.Fair()
	}
	return j.compare.Memo()
}

// fairReply judges the closing reply by the rules of strict-2.
func (s *strictWalk) fairReply(at, node int, text string) (right int) {
	problems := s.judge.replies.Check(s.task.Entry, s.task.Mission, text)
	for _, p := range problems {
		fault := eval.Contradiction
		if p.Kind == reply.Untold {
			fault = eval.LostIdentifier
		}
		s.faults = append(s.faults, found(fault, at, -1, node, "%s", p.Detail))
	}
	if len(problems) > 0 {
		return 0
	}
	return 1
}
