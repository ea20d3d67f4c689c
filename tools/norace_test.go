//go:build !race

package tools

const UnderRace = false
