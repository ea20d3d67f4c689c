package trial

import (
	"cmp"
	"hash/fnv"
	"slices"

	"switchyard/eval"
	"switchyard/eval/report"
)

// failures chooses which failures are shown: some of every kind of fault, spread over the
// dataset, and always the same ones.
type failures struct {
	most    int
	number  int // of missions so far
	byFault map[eval.Fault][]failure
	entry   *entryDone // under way
}

// failure is a candidate for being shown.
type failure struct {
	report.Failure
	number int
	lot    uint64 // those with the lowest are shown
	whole  *entryDone
}

// entryDone holds the predictions of an entry.
type entryDone struct {
	id   string
	done []eval.Prediction
}

// add takes in a mission.
func (s *failures) add(f report.Failure) {
	s.number++
	if s.entry == nil || s.entry.id != f.Prediction.Entry {
		s.entry = &entryDone{id: f.Prediction.Entry}
	}
	s.entry.done = append(s.entry.done, *f.Prediction)
	if !f.Verdict.Scored || f.Verdict.Correct || len(f.Verdict.Faults) == 0 || s.most == 0 {
		return
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(f.Task.ID())) // never fails
	drawn := failure{f, s.number, h.Sum64(), s.entry}
	fault := f.Verdict.Faults[0].Fault
	list := s.byFault[fault]
	at, _ := slices.BinarySearchFunc(list, drawn.lot, func(x failure, lot uint64) int { return cmp.Compare(x.lot, lot) })
	list = slices.Insert(list, at, drawn)
	s.byFault[fault] = list[:min(len(list), s.most)]
}

// list takes failures of each fault in turn, and returns them in the order of the
// dataset.
func (s *failures) list() []failure {
	var drawn []failure
	for round := 0; round < s.most; round++ {
		for _, fault := range eval.Faults() {
			if list := s.byFault[fault]; round < len(list) && len(drawn) < s.most {
				drawn = append(drawn, list[round])
			}
		}
	}
	slices.SortFunc(drawn, func(a, b failure) int { return a.number - b.number })
	return drawn
}
