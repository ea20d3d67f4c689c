// Command switchyard builds multi-mission tool-use datasets and looks into
// them. It parses flags, calls the packages of this module, and prints; all
// that it does by itself stands in [Run].
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
)

// garbage is how many percent the heap may grow before it is collected. The
// live heap is small whatever the run's size, so collecting seldom costs little
// memory and saves time.
const garbage = 150

// exportMemory is how much an export may have before garbage is collected more
// often. What is in use at once stays well below it, whatever the number of entries,
// formats and splits; but each entry makes many times its own size in garbage.
const exportMemory = 224 << 20

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	if len(os.Args) > 1 && slices.Contains([]string{"export", "convert", "generate"}, os.Args[1]) && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(exportMemory)
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
