//go:build !unix

package gen

import "time"

var started = time.Now()

// cpuTime is how long this process has run.
func cpuTime() time.Duration { return time.Since(started) }
