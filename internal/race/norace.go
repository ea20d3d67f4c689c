//go:build !race

// Package race reports whether the race detector is on. Under it everything takes
// several times as long, so tests of what is made, rather than of concurrency,
// make less.
package race

// Enabled reports whether the program was built with the race detector.
const Enabled = false
