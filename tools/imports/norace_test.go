//go:build !race

package imports

const underRace = false
