package model

import "sync"

// estimate returns the approximate number of tokens of a prompt and its
// answer. It counts 3.5 bytes a token, which is close for English prose and
// too many for most other text.
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

// expect returns the expected length of an answer: the average so far,
// otherwise the limit.
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
