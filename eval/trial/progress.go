package trial

import (
	"sync"

	"switchyard/eval"
)

// Progress is told how far an evaluation is. Several goroutines call Advance at once.
type Progress interface {
	// Start gives the number of missions and how many of them were done before.
	Start(missions, done int, so Standing)
	// Advance says that one more mission is done.
	Advance(so Standing)
	// Finish says that nothing more comes.
	Finish()
}

// Standing counts the missions so far, as judged by strict-2, or by session-1 for
// sessions. Scored includes Correct.
type Standing struct{ Scored, Correct, Unscored int }

// standing counts verdicts as they arrive.
type standing struct {
	progress Progress
	mu       sync.Mutex
	so       Standing
}

func (s *standing) start(missions, done int) { s.progress.Start(missions, done, s.so) }

// judged takes in the verdict on one more mission.
func (s *standing) judged(v *eval.Verdict) { s.progress.Advance(s.count(v)) }

func (s *standing) count(v *eval.Verdict) Standing {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v.Scored {
		s.so.Scored++
	} else {
		s.so.Unscored++
	}
	if v.Scored && v.Correct {
		s.so.Correct++
	}
	return s.so
}
