package stats

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"

	"switchyard/internal/keyed"
)

// Sample is an entry with the measurements of its missions.
type Sample struct {
	entry    *Entry
	missions []measured
}

// measured holds the measurements of a mission.
type measured struct {
	depth, width      int // of its graph; 0 if there are no calls
	paths             *big.Int
	words             int
	masked            string
	request, wording  uint64 // hashes of the request as it is, and masked
	unigrams, bigrams []uint64
}

// Look reads and measures one line of a native dataset. It proves nothing; the error says
// why the line is not an entry.
func Look(line []byte) (*Sample, error) {
	e, err := Decode(line)
	if err != nil {
		return nil, err
	}
	return Measure(e)
}

// Measure is [Look] for an entry that has been decoded.
func Measure(e *Entry) (*Sample, error) {
	s := &Sample{entry: e}
	for i := range e.Missions {
		m := measured{paths: new(big.Int)}
		graph, err := e.Graph(i)
		if err != nil {
			return nil, err
		}
		if graph != nil {
			m.depth, m.width = graph.Depth(), graph.Width()
			if paths := e.Missions[i].Paths; paths != nil {
				if _, ok := m.paths.SetString(paths.Total, 10); !ok {
					return nil, fmt.Errorf("mission %d: %q is not a number of paths", i+1, paths.Total)
				}
			}
		}
		m.text(e.Missions[i].Request, e.Masked(i))
		s.missions = append(s.missions, m)
	}
	return s, nil
}

// text measures a request.
func (m *measured) text(request, masked string) {
	plain := strings.ToLower(strings.Join(strings.Fields(request), " "))
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' })
	m.words = len(strings.Fields(plain))
	m.request = keyed.Hash(0, plain)
	m.masked, m.wording = masked, keyed.Hash(0, strings.ToLower(masked))
	for i, w := range words {
		m.unigrams = append(m.unigrams, keyed.Hash(1, w))
		if i > 0 {
			m.bigrams = append(m.bigrams, keyed.Hash(2, words[i-1], w))
		}
	}
}
