//go:build race

// Package race reports whether the race detector is on. The detector makes
// everything several times slower, so tests that do not test concurrency do less.
package race

// Enabled reports whether the program was built with the race detector.
const Enabled = true
