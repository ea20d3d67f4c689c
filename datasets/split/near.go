package split

import (
	"cmp"
	"math"
	"slices"
)

// The sets are hashed into bands of some rows each. Two sets with the overlap s meet in a
// band with the probability s^rows. Two sets that are barely near duplicates never meet
// once in eight million times: (1-0.8^5)^40.
const (
	bands = 40
	rows  = 5
)

// forest is a union-find structure over numbers from 0. The least number of a tree is its
// root, so that the result does not depend on the order of unions.
type forest []int32

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

func (f forest) root(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

func (f forest) join(a, b int32) {
	a, b = f.root(a), f.root(b)
	f[max(a, b)] = min(a, b)
}

// joinNear joins the near duplicates among sets. It keeps only one band in memory.
func joinNear(f forest, sets [][]uint32) {
	type placed struct {
		band uint64
		set  int32
	}
	band := make([]placed, len(sets))
	for b := range bands {
		for i, set := range sets {
			band[i] = placed{bandOf(b, set), int32(i)}
		}
		slices.SortFunc(band, func(x, y placed) int { return cmp.Or(cmp.Compare(x.band, y.band), cmp.Compare(x.set, y.set)) })
		for start := 0; start < len(band); {
			end := start + 1
			for end < len(band) && band[end].band == band[start].band {
				end++
			}
			for i := start + 1; i < end; i++ {
				for j := start; j < i; j++ {
					x, y := band[i].set, band[j].set
					if f.root(x) != f.root(y) && overlap(sets[x], sets[y]) >= Threshold {
						f.join(x, y)
					}
				}
			}
			start = end
		}
	}
}

// bandOf combines the least hashes of a set under the hash functions of a band.
func bandOf(band int, set []uint32) uint64 {
	var sum uint64
	for row := range rows {
		key, least := mix(uint64(band*rows+row+1)), uint64(math.MaxUint64)
		for _, w := range set {
			least = min(least, mix(uint64(w)^key))
		}
		sum = mix(sum ^ least)
	}
	return sum
}

// mix is the final step of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
