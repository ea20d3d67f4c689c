//go:build !race

package eval

// entriesMade is how many entries are generated.
const entriesMade = 60
