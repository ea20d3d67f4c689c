package mission

import "iter"

// Kind is an action type that distinguishes the patterns of multi missions. The fine
// space consists of sequences of kinds.
type Kind string

// The six kinds. They are spelled like the types and patterns they stand for.
const (
	KindSingle   Kind = Kind(Single)
	KindSerial   Kind = Kind(Serial)
	KindParallel Kind = Kind(Parallel)
	KindMixed    Kind = Kind(Mixed)
	KindClarify  Kind = Kind(Clarify)
	KindChat     Kind = Kind(Chat)
)

// Kinds lists the kinds in the order of the fine space: that of [Types], with the
// [Patterns] in the place of multi.
func Kinds() []Kind {
	return []Kind{KindSingle, KindSerial, KindParallel, KindMixed, KindClarify, KindChat}
}

// KindOf returns the kind of a mission of type t and, if t is [Multi], of pattern p.
func KindOf(t Type, p Pattern) Kind {
	if t == Multi {
		return Kind(p)
	}
	return Kind(t)
}

// Type returns the action type of missions of this kind.
func (k Kind) Type() Type {
	if k.Pattern() != "" {
		return Multi
	}
	return Type(k)
}

// Pattern returns the pattern of missions of this kind; empty if they are not multi.
func (k Kind) Pattern() Pattern {
	switch k {
	case KindSerial, KindParallel, KindMixed:
		return Pattern(k)
	}
	return ""
}

// Kind returns the kind of the mission.
func (m *Mission) Kind() Kind { return KindOf(m.Type, m.Pattern) }

// Kinds returns the fine switch path of the entry: the kind of each mission.
func (e *Entry) Kinds() []Kind {
	kinds := make([]Kind, len(e.Missions))
	for i := range e.Missions {
		kinds[i] = e.Missions[i].Kind()
	}
	return kinds
}

// SwitchPaths yields all 4^n switch paths of n missions. The last mission changes
// fastest, in the order of [Types]. The caller may keep the slices.
func SwitchPaths(n int) iter.Seq[[]Type] { return sequences(Types(), n) }

// FinePaths yields all 6^n sequences of the kinds of n missions. The last mission changes
// fastest, in the order of [Kinds]. The caller may keep the slices.
func FinePaths(n int) iter.Seq[[]Kind] { return sequences(Kinds(), n) }

// sequences yields all sequences of n words; none if n is negative.
func sequences[T any](words []T, n int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		if n < 0 {
			return
		}
		at := make([]int, n)
		for {
			sequence := make([]T, n)
			for i, w := range at {
				sequence[i] = words[w]
			}
			if !yield(sequence) {
				return
			}
			i := n - 1
			for ; i >= 0 && at[i] == len(words)-1; i-- {
				at[i] = 0
			}
			if i < 0 {
				return
			}
			at[i]++
		}
	}
}
