// Command switchyard builds multi-mission tool-use datasets and looks into
// them. It parses flags, calls the packages of this module, and prints; all
// that it does by itself stands in [Run].
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// garbage is how many percent the heap may grow before it is collected. The
// live heap is small whatever the run's size, so collecting seldom costs little
// memory and saves time.
const garbage = 150

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	os.Exit(Run(interruptible(), os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// interruptible is cancelled by the first Ctrl-C, after which a command
// finishes what is in flight; the second ends the program at once.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(exitInterrupted)
	}()
	return ctx
}
