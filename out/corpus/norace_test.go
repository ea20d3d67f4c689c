//go:build !race

package corpus

const UnderRace = false
