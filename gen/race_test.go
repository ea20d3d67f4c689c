//go:build race

package gen

// underRace: the race detector is on, and everything takes five times as long.
// Tests of what is made do with less then.
const underRace = true
