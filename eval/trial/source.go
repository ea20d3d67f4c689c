package trial

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/results"
	"switchyard/mission"
	"switchyard/out"
)

// source is a dataset in which agents act: a file in the native or the MMTB format, or a
// result file of the Multi-Mission Tool Bench, which holds single missions.
type source struct {
	name    string // of the file
	options eval.TaskOptions
	limit   int    // at most so many entries; 0 for all
	changed bool   // it is not as it was written: count proves it
	chosen  []bool // where there is a limit: the entries by their place, known once they were counted
}

// sum is what a dataset contains.
type sum struct {
	SHA256 string
	proven bool          // an entry says where values come from
	keys   []results.Key // of the missions of the chosen entries, in order
}

// check compares the dataset with what its folder says about it.
func (s *source) check(tell func(*datasets.Change)) error {
	from := datasets.Source{Path: s.name}
	err := from.Check(tell)
	s.changed = from.Prove
	return err
}

// count reads the dataset once, so that problems with it are found before anything is
// paid for.
func (s *source) count(ctx context.Context) (*sum, error) {
	sum := new(sum)
	lines := map[results.Key]int{}
	entries := 0
	var place []int // of the entry of each key
	read, err := s.read(ctx, true, func(_ []byte, number int, tasks []eval.Task) error {
		for i := range tasks {
			key := keyOf(&tasks[i])
			if first, twice := lines[key]; twice {
				return inLine(s.name, number, "give each entry its own id, as switchyard merge --rename does", fmt.Errorf("line %d has the same id %s", first, key.Entry))
			}
			lines[key] = number
			sum.keys, place = append(sum.keys, key), append(place, entries)
		}
		entries++
		sum.proven = sum.proven || len(tasks) > 0 && tasks[0].Proven
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: %w", s.name, datasets.ErrEmpty)
	}
	sum.SHA256 = read.SHA256
	if s.limit == 0 {
		return sum, nil
	}
	s.chosen = spread(entries, s.limit)
	var kept []results.Key
	for i, key := range sum.keys {
		if s.chosen[place[i]] {
			kept = append(kept, key)
		}
	}
	sum.keys = kept
	return sum, nil
}

// spread chooses some entries evenly from the whole dataset. The choice for a smaller
// limit is part of that for a larger one, so that a run can be extended: positions are
// taken in bit-reversed order, which halves every gap in turn.
func spread(entries, limit int) []bool {
	chosen := make([]bool, entries)
	width := bits.Len(uint(max(0, entries-1)))
	for turn, left := uint64(0), min(limit, entries); left > 0; turn++ {
		at := bits.Reverse64(turn) >> (64 - width)
		if at < uint64(entries) {
			chosen[at] = true
			left--
		}
	}
	return chosen
}

// skips reports whether the entry at a position is left out because of the limit.
func (s *source) skips(place int) bool {
	return s.limit > 0 && (place >= len(s.chosen) || !s.chosen[place])
}

// each passes the tasks of each chosen entry to take, in order. If there is a limit,
// count must be called first.
func (s *source) each(ctx context.Context, take func([]eval.Task) error) error {
	_, err := s.lines(ctx, func(_ []byte, tasks []eval.Task) error { return take(tasks) })
	return err
}

// lines is like each but also passes the lines, and returns the SHA-256 of the file.
func (s *source) lines(ctx context.Context, take func([]byte, []eval.Task) error) (string, error) {
	place := -1
	read, err := s.read(ctx, false, func(line []byte, _ int, tasks []eval.Task) error {
		if place++; s.skips(place) {
			return nil
		}
		return take(line, tasks)
	})
	return read.SHA256, err
}

// read makes the tasks of each line. strict checks native lines against the schema.
func (s *source) read(ctx context.Context, strict bool, take func(line []byte, number int, tasks []eval.Task) error) (datasets.Input, error) {
	type read struct {
		tasks []eval.Task
		err   error
	}
	return datasets.Each(ctx, datasets.Source{Path: s.name, Prove: strict && s.changed}, func(line []byte) (read, error) {
		tasks, err := s.tasks(line, strict)
		return read{tasks, err}, nil // the error is told as that of a dataset, whatever its format
	}, func(line []byte, number int, r read) error {
		if r.err != nil {
			hint := "switchyard verify lists everything that is wrong"
			if results.IsMMTB(line) {
				hint = "correct the line or remove it; the Multi-Mission Tool Bench writes this value differently"
			}
			return inLine(s.name, number, hint, r.err)
		}
		for i := range r.tasks {
			r.tasks[i].Line = number
		}
		return take(line, number, r.tasks)
	})
}

func (s *source) tasks(line []byte, strict bool) ([]eval.Task, error) {
	if results.IsMMTB(line) { // what was predicted stands beside the task
		t, _, err := results.DecodeMMTB(line, eval.Equal)
		if err != nil {
			return nil, err
		}
		return []eval.Task{*t}, nil
	}
	if datasets.FormatOf(line) == out.MMTB().Name() {
		m, err := out.DecodeMMTB(line)
		if err != nil {
			return nil, err
		}
		return eval.MMTBTasks(m, s.options)
	}
	e, err := decode(line, strict)
	if err != nil {
		return nil, err
	}
	return eval.Tasks(e, s.options)
}

func decode(line []byte, strict bool) (*mission.Entry, error) {
	if !strict {
		return datasets.DecodeEntry(line)
	}
	e, problems := out.DecodeEntry(line)
	if problems != nil {
		return nil, errors.New(problems[0].String())
	}
	return e, nil
}
