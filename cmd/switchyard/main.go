// Command switchyard builds multi-mission tool-use datasets and examines them. It
// parses flags, calls the packages of this module, and prints. [Run] is the whole
// command line as a function.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
)

// garbage is the growth of the heap, in percent, that triggers a collection. The live
// heap is small whatever the size of the run, so collecting rarely saves time and
// costs little memory.
const garbage = 150

// exportMemory is the memory of an export above which garbage is collected more
// often. The live heap stays well below it, whatever the number of entries, formats
// and splits, but each entry leaves many times its own size in garbage.
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

// interruptible returns a context that the first Ctrl-C cancels, so that a command
// finishes what is in flight. The second Ctrl-C ends the program immediately.
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
