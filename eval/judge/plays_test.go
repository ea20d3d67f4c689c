package judge_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/internal/race"
	"switchyard/mission"
)

var update = flag.Bool("update", false, "write verdicts that are not stored yet; stored ones never change")

// play is a recorded play: what a careful reader did as the agent, and what was decided
// where a judge disagreed. Each folder of eval/testdata/plays holds one.
type play struct {
	folder      string
	tasks       map[string][]eval.Task // by entry
	predictions []eval.Prediction
	decisions   map[string]decision // by mission
}

// decision says who was wrong about a mission: the reader, the dataset or the judge
// (strict-1).
type decision struct {
	Entry   string
	Mission int // from 1
	Fault   string
	Why     string
}

func plays(t *testing.T) []play {
	t.Helper()
	folders, err := filepath.Glob("../testdata/plays/*/decisions.json")
	if err != nil || len(folders) == 0 {
		t.Fatal("no plays", err)
	}
	var all []play
	for _, name := range folders {
		all = append(all, readPlay(t, filepath.Dir(name)))
	}
	return all
}

func readPlay(t *testing.T, folder string) play {
	t.Helper()
	p := play{folder: folder, decisions: map[string]decision{}}
	var said struct{ Decisions []decision }
	text, err := os.ReadFile(filepath.Join(folder, "decisions.json"))
	if err == nil {
		err = json.Unmarshal(text, &said)
	}
	if err != nil {
		t.Fatal(folder, err)
	}
	p.tasks = tasksIn(t, folder)
	record, err := os.Open(filepath.Join(folder, "predictions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer record.Close()
	for _, made := range linesOf[eval.Prediction](t, record) {
		p.predictions = append(p.predictions, *made)
	}
	known := map[string]bool{}
	for i := range p.predictions {
		known[p.task(t, i).ID()] = true
	}
	for _, d := range said.Decisions {
		id := (&eval.Task{Entry: &mission.Entry{ID: d.Entry}, Mission: d.Mission - 1}).ID()
		if d.Fault != "dataset" && d.Fault != "judge" && d.Fault != "reader" || d.Why == "" || !known[id] {
			t.Fatalf("%s: decision on %s: %+v", folder, id, d)
		}
		p.decisions[id] = d
	}
	return p
}

// tasksIn reads the entries of a folder.
func tasksIn(t *testing.T, folder string) map[string][]eval.Task {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join(folder, "entries.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	tasks := map[string][]eval.Task{}
	for _, e := range linesOf[mission.Entry](t, unpacked) {
		if tasks[e.ID], err = eval.Tasks(e, eval.TaskOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	return tasks
}

// linesOf reads JSON lines.
func linesOf[T any](t *testing.T, r io.Reader) []*T {
	t.Helper()
	var all []*T
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		v := new(T)
		if err := json.Unmarshal(lines.Bytes(), v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// task returns the task of a prediction.
func (p *play) task(t *testing.T, i int) *eval.Task {
	t.Helper()
	made := &p.predictions[i]
	if made.Mission >= len(p.tasks[made.Entry]) {
		t.Fatalf("%s: %s has no mission %d", p.folder, made.Entry, made.Mission)
	}
	return &p.tasks[made.Entry][made.Mission]
}

// settled are the versions whose verdicts never change.
func settled() []eval.Version { return []eval.Version{eval.MMTB1, eval.Strict1} }

// The verdicts of a version never change. Those on the recorded plays are stored beside
// them.
func TestVerdictsNeverChange(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	for _, p := range plays(t) {
		for _, version := range settled() {
			j, err := judge.New(version)
			if err != nil {
				t.Fatal(err)
			}
			var all bytes.Buffer
			for i := range p.predictions {
				text, err := json.Marshal(j.Judge(p.task(t, i), &p.predictions[i]))
				if err != nil {
					t.Fatal(err)
				}
				all.Write(append(text, '\n'))
			}
			unchanged(t, filepath.Join(p.folder, "verdicts."+string(version)+".jsonl"), all.Bytes())
		}
	}
}

// unchanged compares verdicts with the stored ones.
func unchanged(t *testing.T, name string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(name)
	if os.IsNotExist(err) && *update {
		want, err = got, os.WriteFile(name, got, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	a, b := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	if len(a) != len(b) {
		t.Fatalf("%s: %d verdicts, stored are %d", name, len(a)-1, len(b)-1)
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			t.Errorf("%s:%d: a settled version judges otherwise:\n%s\nstored:\n%s", name, i+1, a[i], b[i])
		}
	}
}

// A play that was right is judged right by strict-2, also where strict-1 was wrong. One
// that the dataset spoiled must still be judged wrong: otherwise its decision is out of
// date.
func TestPlays(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	j, err := judge.New(eval.Strict2)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plays(t) {
		spoiled := 0
		for i := range p.predictions {
			task := p.task(t, i)
			v := j.Judge(task, &p.predictions[i])
			d, decided := p.decisions[task.ID()]
			wrong := decided && d.Fault != "judge"
			switch {
			case v.Correct == wrong && wrong:
				t.Errorf("%s: right, although decided %s: %s", task.ID(), d.Fault, d.Why)
			case v.Correct == wrong:
				t.Errorf("%s: a right play is judged wrong: %s (%+v)\n%s", task.ID(), v.Faults[0].Detail, d, p.predictions[i].Steps[len(p.predictions[i].Steps)-1].Text)
			case wrong:
				spoiled++
				t.Logf("%s: wrong as expected; the %s is at fault: %s", task.ID(), d.Fault, d.Why)
			}
		}
		t.Logf("%s: %d of %d right, %d spoiled", p.folder, len(p.predictions)-spoiled, len(p.predictions), spoiled)
	}
}
