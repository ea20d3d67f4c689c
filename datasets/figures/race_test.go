//go:build race

package figures

// underRace: the race detector is on, and everything takes many times as long. What
// runs in one goroutine is left to the run without it.
const underRace = true
