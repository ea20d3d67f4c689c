package judge_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/judge"
	"switchyard/internal/race"
)

// written is a reply that was written by hand to the last mission of an entry.
type written struct {
	entry string
	pass  bool
	how   string // it is written, or what is wrong with it
	text  string
}

const repliesFolder = "testdata/replies"

// handwritten reads the table of replies.
func handwritten(t *testing.T) []written {
	t.Helper()
	all, err := os.ReadFile(filepath.Join(repliesFolder, "replies.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var list []written
	entry := ""
	for line := range strings.Lines(string(all)) {
		line = strings.TrimSuffix(line, "\n")
		how, pass := strings.CutPrefix(line, "pass: ")
		bad, fail := strings.CutPrefix(line, "fail: ")
		switch name, ok := strings.CutPrefix(line, "=== "); {
		case ok:
			entry = name
		case pass:
			list = append(list, written{entry, true, how, ""})
		case fail:
			list = append(list, written{entry, false, bad, ""})
		case entry != "":
			list[len(list)-1].text += line + "\n"
		}
	}
	for i := range list {
		list[i].text = strings.TrimSpace(list[i].text)
	}
	return list
}

// replied returns what an agent did that makes all calls of a mission and replies with a
// text.
func replied(t *testing.T, task *eval.Task, text string) *eval.Prediction {
	t.Helper()
	oracle, err := agents.New(agents.Oracle, 1)
	if err != nil {
		t.Fatal(err)
	}
	p, err := eval.Walk(t.Context(), task, oracle, eval.Equal)
	if err != nil {
		t.Fatal(err)
	}
	p.Steps[len(p.Steps)-1].Text = text
	return p
}

// Natural replies pass, however they are written, and wrong ones do not.
func TestHandwrittenReplies(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	situations, list := tasksIn(t, repliesFolder), handwritten(t)
	j, err := judge.New(eval.Strict2)
	if err != nil {
		t.Fatal(err)
	}
	sets, tones, passing, failing := map[string]bool{}, map[string]bool{}, 0, 0
	for _, w := range list {
		tasks := situations[w.entry]
		if len(tasks) == 0 {
			t.Fatalf("no entry %s", w.entry)
		}
		task := &tasks[len(tasks)-1]
		sets[task.Entry.Toolset.Name], tones[string(task.Entry.Persona.Tone)] = true, true
		if w.pass {
			passing++
		} else {
			failing++
		}
		if v := j.Judge(task, replied(t, task, w.text)); v.Correct != w.pass {
			t.Errorf("%s, %s: correct is %t, want %t: %+v\n%s", w.entry, w.how, v.Correct, w.pass, v.Faults, w.text)
		}
	}
	if len(sets) < 10 || len(tones) < 4 || passing < 80 || failing < 80 {
		t.Errorf("%d toolsets, %d tones, %d that must pass, %d that must not", len(sets), len(tones), passing, failing)
	}
}

// What the settled versions think of the replies never changes either.
func TestVerdictsOnRepliesNeverChange(t *testing.T) {
	situations := tasksIn(t, repliesFolder)
	for _, version := range settled() {
		j, err := judge.New(version)
		if err != nil {
			t.Fatal(err)
		}
		var all bytes.Buffer
		for _, w := range handwritten(t) {
			task := &situations[w.entry][len(situations[w.entry])-1]
			text, err := json.Marshal(j.Judge(task, replied(t, task, w.text)))
			if err != nil {
				t.Fatal(err)
			}
			all.Write(append(text, '\n'))
		}
		unchanged(t, filepath.Join(repliesFolder, "verdicts."+string(version)+".jsonl"), all.Bytes())
	}
}

func TestRepliesDiffer(t *testing.T) {
	list := handwritten(t)
	for i, w := range list {
		if w.text == "" || slices.ContainsFunc(list[:i], func(o written) bool { return o.entry == w.entry && o.text == w.text }) {
			t.Errorf("%s, %s: nothing, or the same again", w.entry, w.how)
		}
	}
}
