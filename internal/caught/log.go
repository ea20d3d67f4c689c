package caught

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Log counts panics and keeps their stacks in a file, for whoever reports them. It is safe
// for concurrent use. The zero value keeps no stacks.
type Log struct {
	File    string // to which stacks are appended; its folder is made
	Program string // name and version of the program

	mu    sync.Mutex
	first *Error
	count int
	kept  bool
}

// mostStacks is how many stacks are kept: many are the same.
const mostStacks = 20

// Add notes a panic. Other errors are none of its business.
func (l *Log) Add(err error) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count++; l.first == nil {
		l.first = e
	}
	if l.count > mostStacks || l.File == "" || os.MkdirAll(filepath.Dir(l.File), 0o755) != nil {
		return
	}
	file, err := os.OpenFile(l.File, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	_, err = fmt.Fprintf(file, "%s %s: %v\n%s\n", time.Now().UTC().Format(time.RFC3339), l.Program, e, e.Stack)
	l.kept = errors.Join(err, file.Close()) == nil || l.kept
}

// Noted returns the first panic, or nil, how many there were, and whether the file has a
// stack.
func (l *Log) Noted() (first *Error, count int, kept bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.first, l.count, l.kept
}
