//go:build !race

package out

// UnderRace: the race detector is off.
const UnderRace = false
