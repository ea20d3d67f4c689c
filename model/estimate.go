package model

import "sync"

// estimate returns about how many tokens a prompt and its answer have: bytes /
// 3.5, which is near for English prose and high for most else, and the output
// given.
func estimate(body []byte, output int) int { return len(body)*2/7 + output }

// average is the running average of the lengths of answers, in tokens.
type average struct {
	mu    sync.Mutex
	value float64
	any   bool
}

func (a *average) add(n int) {
	const weight = 1.0 / 16
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.any {
		a.value, a.any = float64(n), true
		return
	}
	a.value += weight * (float64(n) - a.value)
}

// expect returns how long an answer is likely to be: the average, or what it
// may be at most.
func (a *average) expect(limit int) int {
	const unknown = 500
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.any:
		return int(a.value)
	case limit > 0:
		return limit
	}
	return unknown
}
