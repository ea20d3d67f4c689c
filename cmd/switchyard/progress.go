package main

import (
	"sync"

	"switchyard/internal/progress"
)

// runProgress shows the progress of a run, and what models cost. It implements
// [gen.Progress].
type runProgress struct {
	to      progress.Watcher
	noun    string
	counter *progress.Counter

	mu      sync.Mutex
	refused int
	before  int    // entries of an interrupted run
	account string // what models cost so far
}

// Start begins to show the progress; done of the total were made before.
func (p *runProgress) Start(total, done int) {
	p.before = done
	p.counter = progress.Watch(p.to, progress.Part{Noun: p.noun, Total: int64(total - done), Beside: p.beside})
}

// Add counts one more.
func (p *runProgress) Add(accepted bool) {
	if !accepted {
		p.mu.Lock()
		p.refused++
		p.mu.Unlock()
	}
	p.counter.Add(1)
}

// Finish ends showing.
func (p *runProgress) Finish() { p.counter.End() }

// note shows what models cost so far. It may be called from any goroutine.
func (p *runProgress) note(account string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.account = account
}

// beside returns the words beside the bar.
func (p *runProgress) beside() (words []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refused > 0 {
		words = append(words, thousands(p.refused)+" rejected")
	}
	if p.account != "" {
		words = append(words, p.account)
	}
	if p.before > 0 {
		words = append(words, thousands(p.before)+" made before")
	}
	return words
}
