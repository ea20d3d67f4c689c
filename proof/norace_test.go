//go:build !race

package proof

const underRace = false
