//go:build race

package session_test

// underRace: the race detector is on, and everything takes many times as long.
const underRace = true
