//go:build race

package eval

// entriesMade is how many entries are generated; fewer under the race detector,
// which takes many times as long.
const entriesMade = 10
