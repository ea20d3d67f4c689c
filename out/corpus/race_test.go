//go:build race

package corpus

// UnderRace: the race detector is on, and everything takes many times as long. What
// runs in one goroutine is left to the run without it.
const UnderRace = true
