package trial

import (
	"sync"

	"switchyard/eval"
)

// Progress hears how far an evaluation is. Advance is called by several goroutines at
// once.
type Progress interface {
	// Start says that so many of all missions were done before.
	Start(missions, done int, so Standing)
	// Advance says that one more mission is done.
	Advance(so Standing)
	// Finish says that nothing more comes.
	Finish()
}

// Standing is how the missions that are done were judged by strict-1, or in sessions
// by session-1. Correct are among Scored.
type Standing struct{ Scored, Correct, Unscored int }

// standing counts verdicts as they come.
type standing struct {
	progress Progress
	mu       sync.Mutex
	so       Standing
}

func (s *standing) start(missions, done int) { s.progress.Start(missions, done, s.so) }

// judged takes the verdict on one more mission in.
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
