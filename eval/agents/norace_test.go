//go:build !race

package agents_test

const underRace = false
