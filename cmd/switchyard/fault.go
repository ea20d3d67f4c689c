package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"switchyard/internal/caught"
)

// faults are the panics of a command, which are faults of this program. Their stacks are
// in a log file, for whoever reports them.
type faults struct {
	mu    sync.Mutex
	first *caught.Error
	count int
	log   string // the file; empty if it could not be written
}

// fault notes a panic. Several goroutines may call it at once.
func (c *console) fault(err error) {
	e, ok := errors.AsType[*caught.Error](err)
	if !ok {
		return
	}
	f := &c.faults
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count++; f.first == nil {
		f.first = e
	}
	cache := c.cacheFolder(runtime.GOOS)
	if f.count > mostStacks || cache == "" {
		return
	}
	name := filepath.Join(cache, "switchyard", "faults.log")
	if os.MkdirAll(filepath.Dir(name), 0o755) != nil {
		return
	}
	log, errOpen := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if errOpen != nil {
		return
	}
	_, errWrite := fmt.Fprintf(log, "%s switchyard %s: %v\n%s\n", time.Now().UTC().Format(time.RFC3339), version, e, e.Stack)
	if errors.Join(errWrite, log.Close()) == nil {
		f.log = name
	}
}

// mostStacks is how many stacks of one command are kept: many are the same.
const mostStacks = 20

// tellFaults reports the panics of the command, and whether there were any.
func (c *console) tellFaults() bool {
	f := &c.faults
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count == 0 {
		return false
	}
	c.remark("error: a fault in switchyard: %s", printable(f.first.Error()))
	if f.count > 1 {
		c.remark("  and %s like it", count(f.count-1, "more", "more"))
	}
	if f.log == "" {
		c.remark("%s", f.first.Stack)
		c.remark("hint: please report it, with the lines above")
		return true
	}
	c.remark("hint: please report it, with %s, which says where it happened", printable(f.log))
	return true
}
