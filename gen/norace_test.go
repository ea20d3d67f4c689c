//go:build !race

package gen

const underRace = false
