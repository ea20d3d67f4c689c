//go:build race

package proof

// underRace: the race detector is on, and everything takes five times as long.
const underRace = true
