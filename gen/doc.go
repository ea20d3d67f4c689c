// Package gen makes datasets: it walks the space of switch paths, holds the
// conversation of each entry, proves it, and writes the run folder.
//
// Start with [Run] and its [Config]; [Report] says what came of a run, and [Try]
// makes a few entries without a folder. The same configuration gives the same
// bytes, whatever the number of workers and however often a run was interrupted.
package gen
