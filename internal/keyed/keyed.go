// Package keyed is the only source of randomness of switchyard. Its generators depend
// on a key and on nothing else, so the same key gives the same numbers, whatever else
// runs and in whatever order.
package keyed

import (
	"math/rand/v2"
	"strconv"
)

// Rand is a generator. It is not safe for concurrent use.
type Rand struct{ *rand.Rand }

// New returns the generator of a key. Keys differ if their parts differ, even if the
// parts are the same when joined.
func New(seed uint64, key ...string) Rand {
	a, b := Hash(seed, key...), Hash(seed^0x9e3779b97f4a7c15, key...)
	var together struct { // one allocation
		rand rand.Rand
		pcg  rand.PCG
	}
	together.pcg.Seed(a, b)
	together.rand = *rand.New(&together.pcg)
	return Rand{&together.rand}
}

// Hash mixes a seed and a key into 64 bits (FNV-1a with a final avalanche).
func Hash(seed uint64, key ...string) uint64 {
	h := uint64(14695981039346656037)
	step := func(c byte) { h = (h ^ uint64(c)) * 1099511628211 }
	for i := range 8 {
		step(byte(seed >> (8 * i)))
	}
	for _, part := range key {
		for i := range len(part) {
			step(part[i])
		}
		step(0xff) // ends the part; UTF-8 has no such byte
	}
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// Int returns a number as part of a key.
func Int(i int) string { return strconv.Itoa(i) }

// Pick returns a random element of a list, which must not be empty.
func Pick[T any](r Rand, list []T) T { return list[r.IntN(len(list))] }

// Chance returns true with probability p.
func (r Rand) Chance(p float64) bool { return r.Float64() < p }

// Shuffled returns the elements in random order. It does not change the list.
func Shuffled[T any](r Rand, list []T) []T {
	out := append([]T(nil), list...)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
