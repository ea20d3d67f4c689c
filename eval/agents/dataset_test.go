package agents_test

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"switchyard/eval"
	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/toolfile"
)

// Toolsets of which only names, descriptions and parameters are known: a few in
// testdata, and many that are test input and no part of the project.
const (
	functionsFile = "testdata/toolsets.jsonl"
	outsideFile   = "../../../shared/data/functions/toolsets.jsonl"
)

var errNoFile = errors.New("the shared toolsets are not here")

const standardSplit = "standard split"

var exhaustive = flag.Bool("exhaustive", false, "let the agents act in whole datasets (minutes)")

// The datasets, each made once; a part of each without -exhaustive.
var datasets = map[string]func() ([]eval.Task, error){
	standardSplit: sync.OnceValues(func() ([]eval.Task, error) {
		names := catalog.Names()
		if !*exhaustive { // reading them takes long
			names = names[:8]
		}
		var sets []*tools.Toolset
		for _, name := range names {
			set, err := catalog.Toolset(name)
			if err != nil {
				return nil, err
			}
			sets = append(sets, set)
		}
		return generate(gen.Config{Seed: 1, Toolsets: sets, Distractors: 2})
	}),
	"function lists": sync.OnceValues(func() ([]eval.Task, error) {
		sets, _, err := toolfile.Load(context.Background(), functionsFile)
		if err != nil {
			return nil, err
		}
		return generate(gen.Config{Seed: 3, Toolsets: sets, Distractors: 2, Missions: []int{1, 2, 3}, Limit: 200})
	}),
	"outside toolsets": sync.OnceValues(func() ([]eval.Task, error) {
		if _, err := os.Stat(outsideFile); err != nil {
			return nil, errNoFile
		}
		sets, _, err := toolfile.Load(context.Background(), outsideFile)
		if err != nil {
			return nil, err
		}
		return generate(gen.Config{Seed: 2, Toolsets: sets, Distractors: 2, Missions: []int{1, 2, 3}, PerPath: 12})
	}),
}

// tasksOf are the tasks of a dataset.
func tasksOf(t *testing.T, dataset string) []eval.Task {
	t.Helper()
	if dataset != standardSplit && race.Enabled {
		t.Skip("the agents do nothing else there")
	}
	tasks, err := datasets[dataset]()
	if errors.Is(err, errNoFile) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// generate makes a dataset, or a part of it where there is little time.
func generate(c gen.Config) (tasks []eval.Task, err error) {
	folder, err := os.MkdirTemp("", "agents")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	c.Out, c.Version = filepath.Join(folder, "d"), "test"
	least := cmp.Or(c.Limit, 1000)
	switch {
	case race.Enabled || testing.Short():
		c.Limit, least = 40, 0
	case !*exhaustive:
		c.Limit, least = 160, 0
	}
	report, err := gen.Run(context.Background(), c)
	if err != nil {
		return nil, err
	}
	if report.Accepted < least {
		return nil, fmt.Errorf("%d entries, want at least %d", report.Accepted, least)
	}
	f, err := os.Open(filepath.Join(c.Out, "entries.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		e := &mission.Entry{}
		if err := json.Unmarshal(lines.Bytes(), e); err != nil {
			return nil, err
		}
		more, err := eval.Tasks(e, eval.TaskOptions{})
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, more...)
	}
	return tasks, lines.Err()
}
