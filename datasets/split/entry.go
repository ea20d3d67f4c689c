package split

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"

	"switchyard/datasets/stats"
	"switchyard/internal/keyed"
)

// Entry is the part of an entry that decides its side.
type Entry struct {
	id, toolset, path string
	tools             []string // called, each once, sorted
	requests          []request
	values            []string // texts in the arguments; may repeat
	harvested         []string // which harvested words the requests are in
}

// request is one request of an entry.
type request struct {
	text   string
	masked string
	said   uint64   // hash of the text without regard to letter case and blanks
	words  []uint32 // the set of hashes of the masked text's words, ascending
}

// Look reads one line of a native dataset. It proves nothing; the error says why the
// line is not an entry. It is safe for concurrent use.
func Look(line []byte) (*Entry, error) {
	read, err := stats.Decode(line)
	if err != nil {
		return nil, err
	}
	if read.ID == "" {
		return nil, errors.New("the entry has no id")
	}
	e := &Entry{id: read.ID, toolset: read.Toolset.Name, path: read.Path()}
	for i, m := range read.Missions {
		e.requests = append(e.requests, newRequest(m.Request, read.Masked(i)))
		if m.Words != "" {
			e.harvested = append(e.harvested, m.Words)
		}
		for _, c := range m.Calls {
			e.tools = append(e.tools, c.Tool)
			var arguments any
			if len(c.Arguments) > 0 {
				if err := json.Unmarshal(c.Arguments, &arguments); err != nil {
					return nil, err
				}
			}
			e.values = texts(arguments, e.values)
		}
	}
	slices.Sort(e.tools)
	e.tools = slices.Compact(e.tools)
	return e, nil
}

// keys returns what puts the entry on the same side as others.
func (e *Entry) keys(by By) []string {
	switch by {
	case ByToolset:
		return []string{e.toolset}
	case ByTool:
		return e.tools
	case ByPath:
		return []string{e.path}
	}
	return nil
}

func newRequest(text, masked string) request {
	said := keyed.Hash(0, strings.Join(strings.Fields(strings.ToLower(text)), " "))
	return request{text: text, masked: masked, said: said, words: wordsOf(masked)}
}

// wordsOf hashes the words of a masked request. In scripts without blanks, each
// character is a word. A text without words counts as one.
func wordsOf(masked string) []uint32 {
	var (
		words []uint32
		lower = strings.ToLower(masked)
		start = -1
	)
	end := func(i int) {
		if start >= 0 {
			words = append(words, uint32(keyed.Hash(0, lower[start:i])))
		}
		start = -1
	}
	for i, r := range lower {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			end(i)
			words = append(words, uint32(keyed.Hash(0, string(r))))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '\'' || r == '’':
			if start < 0 {
				start = i
			}
		default:
			end(i)
		}
	}
	end(len(lower))
	if len(words) == 0 {
		words = append(words, uint32(keyed.Hash(1, lower)))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// store keeps many small sets in a few large blocks of memory.
type store struct{ free []uint32 }

// keep copies a set.
func (s *store) keep(set []uint32) []uint32 {
	if len(set) > len(s.free) {
		s.free = make([]uint32, max(1<<16, len(set)))
	}
	kept := s.free[:len(set):len(set)]
	s.free = s.free[len(set):]
	copy(kept, set)
	return kept
}

// overlap is the Jaccard similarity of two sets.
func overlap(a, b []uint32) float64 {
	i, j, same := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			same, i, j = same+1, i+1, j+1
		}
	}
	return float64(same) / float64(len(a)+len(b)-same)
}

// texts appends the strings of a JSON value, always in the same order.
func texts(v any, list []string) []string {
	switch v := v.(type) {
	case string:
		if v != "" {
			list = append(list, v)
		}
	case []any:
		for _, item := range v {
			list = texts(item, list)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			list = texts(v[key], list)
		}
	}
	return list
}
