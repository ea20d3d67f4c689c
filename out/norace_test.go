//go:build !race

package out

const underRace = false
