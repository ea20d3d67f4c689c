package main

import (
	"path/filepath"
	"runtime"
)

// fault notes a panic, which is a fault of this program. Several goroutines may call it at
// once.
func (c *console) fault(err error) { c.faults.Add(err) }

// faultLog names the file for the stacks of panics; "" if there is no cache folder.
func (c *console) faultLog() string {
	cache := c.cacheFolder(runtime.GOOS)
	if cache == "" {
		return ""
	}
	return filepath.Join(cache, "switchyard", "faults.log")
}

// tellFaults reports the panics of the command, and whether there were any.
func (c *console) tellFaults() bool {
	first, n, kept := c.faults.Noted()
	if n == 0 {
		return false
	}
	c.remark("error: a fault in switchyard: %s", printable(first.Error()))
	if n > 1 {
		c.remark("  and %s like it", count(n-1, "more", "more"))
	}
	if !kept {
		c.remark("%s", first.Stack)
		c.remark("hint: please report it, with the lines above")
		return true
	}
	c.remark("hint: please report it, with %s, which says where it happened", printable(c.faults.File))
	return true
}
