package tools

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

// Wording is something that users say, in words that somebody found for it. Word files hold
// them, one a line, beside the file of their toolset (docs/harvest.md).
type Wording struct {
	Use WordingUse
	// Say are the words. {date} is the parameter date of the first of Calls, {2.date} that of
	// the second. Where a call takes a thing, its slot becomes "the booking XYZ123", "the second
	// one", "it", as the conversation has it.
	Say   *Phrase
	Calls []string     // names of tools, in the order of the calls; calls that differ in one value count once
	Topic string       // subject of the topic, of what is only talked about
	Tone  mission.Tone // of the speaker for whom the words were found

	manner atomic.Uint64 // as Manner returned it, above bit 32 whether it did
}

// WordSlot is a parameter of which a wording speaks.
type WordSlot struct {
	Call  int // place of the call in Calls
	Param string
	// Needed means that the words cannot do without it.
	Needed bool
}

// Manner returns what of says of the words, which it is asked only once.
func (w *Wording) Manner(of func(text string) uint32) uint32 {
	const known = 1 << 32
	m := w.manner.Load()
	if m == 0 {
		m = known | uint64(of(w.Say.Text))
		w.manner.Store(m)
	}
	return uint32(m)
}

// WordingUse is what words are for.
type WordingUse string

// The uses of wordings.
const (
	ToRequest WordingUse = "request" // to ask for Calls
	ToAnswer  WordingUse = "answer"  // to answer a question for the one parameter in Say
	ToTalk    WordingUse = "talk"    // to bring up Topic
)

// ID identifies the words among all wordings, in eight hexadecimal digits.
func (w *Wording) ID() string {
	return fmt.Sprintf("%08x", keyed.Hash(0, "wording", w.Say.Text)&0xffffffff)
}

// Pool names one of two halves of all wordings. Datasets made of different pools share none.
type Pool string

// The pools.
const (
	PoolA Pool = "a"
	PoolB Pool = "b"
)

// Pool returns the half that the wording belongs to. It follows from the words alone.
func (w *Wording) Pool() Pool {
	if keyed.Hash(0, "pool", w.Say.Text)&1 == 0 {
		return PoolA
	}
	return PoolB
}

// Part returns the call and the parameter that a slot of a wording is for.
func (w *Wording) Part(s *Slot) (call int, param *Slot) {
	n, err := strconv.Atoi(s.Name)
	if err != nil || n < 1 || s.Field == "" {
		return 0, s
	}
	inner := *s
	inner.Name, inner.Field = s.Field, ""
	return n - 1, &inner
}

// Words are the wordings of a toolset. The zero value has none.
type Words struct {
	All  []*Wording
	by   map[string][]*Wording
	next map[string]map[string]bool // what follows the first calls of requests for several
	// shapes are the parameters of which requests speak, by register and calls, each list once.
	shapes [2]map[string][][]WordSlot
}

// NewWords returns wordings that can be looked up.
func NewWords(all []*Wording) Words {
	w := Words{All: all, by: map[string][]*Wording{}, next: map[string]map[string]bool{}, shapes: [2]map[string][][]WordSlot{{}, {}}}
	for _, x := range all {
		if x.Use == ToRequest {
			w.addShape(x)
		}
		for n, call := range x.Calls {
			if len(x.Calls) == 1 {
				break
			}
			first := strings.Join(x.Calls[:n], "\n")
			if w.next[first] == nil {
				w.next[first] = map[string]bool{}
			}
			w.next[first][call] = true
		}
		key := wordsKey(x.Use, x.Topic, x.Calls)
		w.by[key] = append(w.by[key], x)
	}
	return w
}

// Of lists the wordings for a use of calls, or of a topic, in the order of their file.
func (w Words) Of(use WordingUse, topic string, calls []string) []*Wording {
	return w.by[wordsKey(use, topic, calls)]
}

// In returns the wordings of a pool.
func (w Words) In(p Pool) Words {
	return NewWords(slices.DeleteFunc(slices.Clone(w.All), func(x *Wording) bool { return x.Pool() != p }))
}

// Next returns the tools of which one is called after the first calls of a request for several
// that there are words for.
func (w Words) Next(first []string) map[string]bool { return w.next[strings.Join(first, "\n")] }

// Has reports whether there are words that begin to ask for the calls.
func (w Words) Has(calls []string) bool {
	return len(w.Of(ToRequest, "", calls)) > 0 || len(w.Next(calls)) > 0
}

// addShape notes of which parameters a request speaks.
func (w Words) addShape(x *Wording) {
	needed := x.Say.Needs()
	var slots []WordSlot
	for _, s := range x.Say.Slots() {
		k, at := x.Part(s)
		slots = append(slots, WordSlot{k, at.Name, slices.Contains(needed, s)})
	}
	slices.SortFunc(slots, func(a, b WordSlot) int {
		return cmp.Or(cmp.Compare(a.Call, b.Call), strings.Compare(a.Param, b.Param))
	})
	key := strings.Join(x.Calls, "\n")
	for register, shapes := range w.shapes {
		if x.Suits(register) && !slices.ContainsFunc(shapes[key], func(have []WordSlot) bool { return slices.Equal(have, slots) }) {
			shapes[key] = append(shapes[key], slots)
		}
	}
}

// Shapes lists of which parameters the requests for some calls speak in a register, each list
// once.
func (w Words) Shapes(calls []string, register int) [][]WordSlot {
	return w.shapes[register][strings.Join(calls, "\n")]
}

// Suits reports whether speakers of a register use the words.
func (w *Wording) Suits(register int) bool { return w.Tone == "" || Register(w.Tone) == register }

func wordsKey(use WordingUse, topic string, calls []string) string {
	return string(use) + "\n" + topic + "\n" + strings.Join(calls, "\n")
}

// Register is what tones have in common that one speaker keeps: 0 of people who write as they
// speak, 1 of those who mind their manners.
func Register(t mission.Tone) int {
	if slices.Contains([]mission.Tone{mission.Formal, mission.Polite}, t) {
		return 1
	}
	return 0
}
