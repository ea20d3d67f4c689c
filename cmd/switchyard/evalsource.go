package main

import (
	"context"
	"errors"
	"math/bits"

	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/results"
	"switchyard/mission"
	"switchyard/out"
)

// evalSource is a dataset in which agents act: a file in the native format, or
// one of the Multi-Mission Tool Bench. A result file of that benchmark is one too,
// of single missions.
type evalSource struct {
	name    string // of the file
	options eval.TaskOptions
	limit   int    // at most so many entries; 0 for all
	chosen  []bool // by their place, of entries, where there is a limit; known when it is counted
}

// evalSum is what a dataset holds.
type evalSum struct {
	SHA256  string
	entries int
	proven  bool          // an entry says where values come from
	keys    []results.Key // of the missions of the chosen entries, in order
}

// count looks through the dataset once, so that what is wrong with it is told
// before anything is paid for.
func (s *evalSource) count(ctx context.Context, c *console) (*evalSum, error) {
	sum := new(evalSum)
	lines := map[results.Key]int{}
	var place []int // of the entry of each key
	read, err := s.read(ctx, c, true, func(_ []byte, number int, tasks []eval.Task) error {
		for i := range tasks {
			key := results.Key{Entry: tasks[i].Entry.ID, Mission: tasks[i].Mission}
			if first, twice := lines[key]; twice {
				return located(s.name, number, "give each entry an id of its own: switchyard merge does", errors.New("line "+thousands(first)+" has the same id "+key.Entry))
			}
			lines[key] = number
			sum.keys, place = append(sum.keys, key), append(place, sum.entries)
		}
		sum.entries++
		sum.proven = sum.proven || len(tasks) > 0 && tasks[0].Proven
		return nil
	})
	sum.SHA256 = read.SHA256
	if s.limit > 0 {
		s.chosen = spread(sum.entries, s.limit)
		var kept []results.Key
		for i, key := range sum.keys {
			if s.chosen[place[i]] {
				kept = append(kept, key)
			}
		}
		sum.keys = kept
	}
	if err == nil && len(lines) == 0 {
		err = misuse("give a run folder, its entries.jsonl, or an MMTB file", "%s: holds no entry", s.name)
	}
	return sum, err
}

// spread chooses some of a number of entries, evenly from all over. Those of a
// smaller limit are among those of a larger one, so that a run can go on: the places
// are taken in the order of their bits read backwards, which halves every gap in
// turn.
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

// each hands the tasks of one chosen entry after the other to take, in order. Where
// there is a limit, the dataset was counted before.
func (s *evalSource) each(ctx context.Context, c *console, take func([]eval.Task) error) error {
	place := -1
	last := len(s.chosen) - 1
	for last >= 0 && !s.chosen[last] {
		last--
	}
	_, err := s.read(ctx, c, false, func(_ []byte, _ int, tasks []eval.Task) error {
		place++
		switch {
		case s.limit == 0:
		case place > last:
			return errEnough
		case !s.chosen[place]:
			return nil
		}
		return take(tasks)
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// errEnough ends reading.
var errEnough = errors.New("enough")

// read makes the tasks of each line. strict holds lines against the schema.
func (s *evalSource) read(ctx context.Context, c *console, strict bool, take func(line []byte, number int, tasks []eval.Task) error) (datasets.Input, error) {
	type read struct {
		tasks []eval.Task
		err   error
	}
	return datasets.Each(ctx, c.source(s.name, 0), func(line []byte) (read, error) {
		tasks, err := s.tasks(line, strict)
		return read{tasks, err}, nil // the error is told as that of a dataset, whatever its format
	}, func(line []byte, number int, r read) error {
		if r.err != nil {
			hint := "switchyard verify says all that is wrong"
			if results.IsMMTB(line) {
				hint = "mend the line, or take it out; its place says which value the Multi-Mission Tool Bench writes otherwise"
			}
			return located(s.name, number, hint, r.err)
		}
		return take(line, number, r.tasks)
	})
}

func (s *evalSource) tasks(line []byte, strict bool) ([]eval.Task, error) {
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
	var (
		e   *mission.Entry
		err error
	)
	if strict {
		var problems []out.Problem
		if e, problems = out.DecodeEntry(line); problems != nil {
			return nil, errors.New(problems[0].Pointer + ": " + problems[0].Message)
		}
	} else if e, err = datasets.DecodeEntry(line); err != nil {
		return nil, err
	}
	return eval.Tasks(e, s.options)
}
