//go:build race

package tally

// underRace: the race detector is on, and everything takes many times as long.
const underRace = true
