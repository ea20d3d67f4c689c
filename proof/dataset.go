package proof

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"switchyard/mission"
)

// digest stands for a text. Half of a SHA-256 needs little memory and still never
// collides in practice.
type digest [16]byte

func digestOf(text string) digest {
	sum := sha256.Sum256([]byte(text))
	return digest(sum[:16])
}

// PathKey returns a switch path in the form that [NewDataset] expects:
// "single>multi>chat".
func PathKey(path []mission.Type) string {
	var b strings.Builder
	for i, t := range path {
		if i > 0 {
			b.WriteByte('>')
		}
		b.WriteString(string(t))
	}
	return b.String()
}

// Dataset proves claims about several entries: that they are unique, and that they cover
// the switch paths. It keeps only two hashes of each entry.
type Dataset struct {
	mu       sync.Mutex
	want     map[string]int
	have     map[string]int
	ids      map[digest]struct{}
	requests map[digest]struct{}
}

// NewDataset returns a Dataset without entries. want says how many entries are planned
// for each switch path, by [PathKey]. If it is nil, coverage and balance are not
// checked.
func NewDataset(want map[string]int) *Dataset {
	return &Dataset{
		want:     maps.Clone(want),
		have:     make(map[string]int),
		ids:      make(map[digest]struct{}),
		requests: make(map[digest]struct{}),
	}
}

// Add adds an entry. It returns a problem for each thing that must be unique but that an
// earlier entry has, too.
func (d *Dataset) Add(e *mission.Entry) []Problem {
	id := digestOf(e.ID)
	d.mu.Lock()
	defer d.mu.Unlock()
	var problems []Problem
	if seen(d.ids, id) {
		problems = append(problems, Problem{DatasetID, -1, "/id", fmt.Sprintf("another entry is called %q", e.ID)})
	}
	// Equal conversations open with the same request, so its hash is enough.
	if len(e.Missions) > 0 && seen(d.requests, digestOf(fold(e.Missions[0].Request))) {
		problems = append(problems, Problem{DatasetRequest, 0, "/missions/0/request", "another entry opens with the same request"})
	}
	d.have[PathKey(e.SwitchPath)]++
	return problems
}

func seen(set map[digest]struct{}, d digest) bool {
	_, ok := set[d]
	set[d] = struct{}{}
	return ok
}

// Finish returns which switch paths occur too rarely or too often. Call it after all
// entries have been added.
func (d *Dataset) Finish() []Problem {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.want == nil {
		return nil
	}
	keys := slices.Collect(maps.Keys(d.want))
	for key := range d.have {
		if _, planned := d.want[key]; !planned {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var problems []Problem
	for _, key := range keys {
		want, have := d.want[key], d.have[key]
		switch {
		case want == have:
		case have == 0:
			problems = append(problems, Problem{DatasetCoverage, -1, "", fmt.Sprintf("no entry has the switch path %s; %d are planned", key, want)})
		case want == 0:
			problems = append(problems, Problem{DatasetCoverage, -1, "", fmt.Sprintf("%s the switch path %s, which is not planned", haveEntries(have), key)})
		default:
			problems = append(problems, Problem{DatasetBalance, -1, "", fmt.Sprintf("%s the switch path %s; %d are planned", haveEntries(have), key, want)})
		}
	}
	return problems
}

func haveEntries(n int) string {
	if n == 1 {
		return "1 entry has"
	}
	return fmt.Sprintf("%d entries have", n)
}
