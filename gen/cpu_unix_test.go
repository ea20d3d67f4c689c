//go:build unix

package gen

import (
	"syscall"
	"time"
)

// cpuTime is how long processors have worked for this process. What else runs on the
// machine does not count.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
