//go:build race

package imports

// underRace: the race detector is on, and everything takes five times as long.
// Tests of much data are left to the run without it.
const underRace = true
