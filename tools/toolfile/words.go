package toolfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"switchyard/mission"
	"switchyard/tools"
)

// wordsEnding is how the names of word files end. Words in another language are in another
// file.
const wordsEnding = ".words.en.jsonl"

// WordsFile returns the name of the word file that belongs to a toolset file.
func WordsFile(path string) string {
	for _, ending := range []string{".gz", ".zst", ".yaml", ".yml", ".json"} {
		path = strings.TrimSuffix(path, ending)
	}
	return path + wordsEnding
}

// isWords reports whether a name is that of a word file.
func isWords(path string) bool { return strings.Contains(path, wordsEnding) }

// wordsLine is a line of a word file.
type wordsLine struct {
	Say   string           `json:"say"`
	Use   tools.WordingUse `json:"use"`
	Calls []string         `json:"calls,omitempty"`
	Topic string           `json:"topic,omitempty"`
	Tone  mission.Tone     `json:"tone,omitempty"`
}

// FormatWording writes a wording as a line of a word file, without the newline.
func FormatWording(w *tools.Wording) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(wordsLine{w.Say.Text, w.Use, w.Calls, w.Topic, w.Tone})
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// withWords adds the wordings of the word file beside a toolset file, if there is one.
func withWords(ctx context.Context, ts *tools.Toolset, path string) error {
	file := WordsFile(path)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	data, err := Read(ctx, file)
	if err != nil {
		return err
	}
	return AddWords(ts, file, data)
}

// AddWords adds the wordings of a word file to its toolset, whose hash then is one of both
// files. The error of type [Problems] lists everything that is wrong.
func AddWords(ts *tools.Toolset, file string, data []byte) error {
	var all []*tools.Wording
	var problems Problems
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		w, err := readWording(ts, line)
		if err != nil {
			problems = append(problems, Problem{File: file, Line: number, Message: err.Error()})
			continue
		}
		all = append(all, w)
	}
	if err := problems.err(); err != nil {
		return err
	}
	sum := sha256.Sum256(slices.Concat([]byte(ts.Hash), data))
	ts.Words, ts.Hash = tools.NewWords(all), hex.EncodeToString(sum[:])
	return nil
}

func readWording(ts *tools.Toolset, line []byte) (*tools.Wording, error) {
	var l wordsLine
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&l); err != nil {
		return nil, fmt.Errorf("not a wording: %w", err)
	}
	say, err := tools.ParsePhrase(l.Say)
	if err != nil {
		return nil, err
	}
	w := &tools.Wording{Use: l.Use, Say: say, Calls: l.Calls, Topic: l.Topic, Tone: l.Tone}
	switch {
	case strings.TrimSpace(l.Say) == "":
		return nil, errors.New("a wording without words")
	case !slices.Contains([]tools.WordingUse{tools.ToRequest, tools.ToAnswer, tools.ToTalk}, l.Use):
		return nil, fmt.Errorf("%q is no use of wordings: they are to request, answer or talk", l.Use)
	case l.Tone != "" && !slices.Contains(mission.Tones(), l.Tone):
		return nil, fmt.Errorf("%q is no tone", l.Tone)
	case l.Use == tools.ToTalk && !slices.ContainsFunc(ts.Topics, func(t *tools.Topic) bool { return t.Subject == l.Topic }):
		return nil, fmt.Errorf("the toolset has no topic %q", l.Topic)
	case l.Use != tools.ToTalk && len(l.Calls) == 0:
		return nil, errors.New("a wording that asks for no call")
	}
	return w, slotsKnown(ts, w)
}

// slotsKnown reports calls and slots of a wording that its toolset does not have.
func slotsKnown(ts *tools.Toolset, w *tools.Wording) error {
	if w.Use == tools.ToTalk {
		return nil
	}
	for _, name := range w.Calls {
		if ts.Tool(name) == nil {
			return fmt.Errorf("the toolset has no tool %q", name)
		}
	}
	for _, s := range w.Say.Slots() {
		call, at := w.Part(s)
		if call >= len(w.Calls) {
			return fmt.Errorf("%s is of call %d, and there are %d", s, call+1, len(w.Calls))
		}
		if ts.Tool(w.Calls[call]).Param(at.Name) == nil {
			return fmt.Errorf("the tool %q has no parameter %q", w.Calls[call], at.Name)
		}
	}
	return nil
}
