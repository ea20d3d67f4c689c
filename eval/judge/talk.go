package judge

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"switchyard/eval"
	"switchyard/eval/compare"
	"switchyard/internal/knowledge"
	"switchyard/out/corpus"
	"switchyard/proof"
)

// talk is the conversation so far. A value that stands in it was not invented by the
// agent. It is read only when a value turns out to be wrong.
type talk struct {
	task  *eval.Task
	steps []taken  // not read yet
	read  bool     // the messages of the task have been read
	words []string // what people said, unchanged
	said  []string // that, and what tools were asked and answered; folded, with blanks around
}

// taken is a step that was made, and its nodes.
type taken struct {
	step  *eval.Step
	nodes []int
}

func newTalk(t *eval.Task) *talk { return &talk{task: t} }

// took adds a step that was made.
func (k *talk) took(s *eval.Step, nodes []int) { k.steps = append(k.steps, taken{s, nodes}) }

// listen reads what has not been read yet.
func (k *talk) listen() {
	if !k.read {
		k.read = true
		k.hold(k.task.Entry.Environment.Now, false)
		for i := range k.task.Messages {
			m := &k.task.Messages[i]
			k.hold(m.Text, m.Role == corpus.User || m.Role == corpus.Assistant)
			for c := range m.Calls {
				k.hold(string(m.Calls[c].Arguments), false)
			}
		}
	}
	for _, s := range k.steps {
		for _, node := range s.nodes {
			n := &k.task.Nodes[node]
			k.hold(n.Reply, true)
			k.hold(string(n.Observation), false)
		}
	}
	k.steps = k.steps[:0]
}

func (k *talk) hold(text string, words bool) {
	if text == "" {
		return
	}
	if words {
		k.words = append(k.words, text)
	}
	if strings.Contains(text, `\`) { // escapes of JSON
		var v any
		if json.Unmarshal([]byte(text), &v) == nil {
			text = spread(v)
		}
	}
	k.said = append(k.said, " "+compare.Fold(text)+" ")
}

// spread returns the texts and numbers of a document, one after the other.
func spread(v any) string {
	var parts []string
	switch v := v.(type) {
	case map[string]any:
		for _, item := range v {
			parts = append(parts, spread(item))
		}
		slices.Sort(parts)
	case []any:
		for _, item := range v {
			parts = append(parts, spread(item))
		}
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strings.Join(parts, " ; ")
}

// heard reports whether people said these words, whatever the letter case and punctuation.
func (k *talk) heard(words string) bool {
	k.listen()
	folded := compare.Fold(words)
	return slices.ContainsFunc(k.words, func(said string) bool { return holds(compare.Fold(said), folded) })
}

// knows reports whether a value was said or shown: literally, whatever the letter case
// and punctuation, or in words that the proofs read as this value.
func (k *talk) knows(value any) bool {
	k.listen()
	number, isNumber := value.(json.Number)
	text, isText := value.(string)
	switch {
	case isNumber:
		if k.holdsNumber(number) {
			return true
		}
	case isText:
		folded := compare.Fold(text)
		if folded == "" || k.holdsText(folded) {
			return folded != ""
		}
	default:
		return true
	}
	if isText && !readable(text) {
		return false
	}
	want := []proof.Want{{Value: value}}
	return slices.ContainsFunc(k.words, func(said string) bool {
		return proof.Read(k.task.Entry.Environment, said, want)[0] != nil
	})
}

var tables = sync.OnceValue(knowledge.Tables)

// readable reports whether other words can say a text: it is a date or time, or the
// code of something that has a name.
func readable(text string) bool {
	if len(text) > 4 && text[0] >= '0' && text[0] <= '9' && (text[2] == ':' || text[4] == '-') {
		return true
	}
	return slices.ContainsFunc(tables(), func(table string) bool { return knowledge.Is(table, text) })
}

func (k *talk) holdsText(folded string) bool {
	return slices.ContainsFunc(k.said, func(said string) bool { return strings.Contains(said, " "+folded+" ") })
}

func (k *talk) holdsNumber(n json.Number) bool {
	want, err := strconv.ParseFloat(strings.TrimPrefix(string(n), "-"), 64)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(k.said, func(said string) bool {
		for word := range strings.FieldsSeq(said) {
			word = strings.Trim(strings.ReplaceAll(word, ",", ""), "€$£¥%")
			if f, err := strconv.ParseFloat(word, 64); err == nil && f == want {
				return true
			}
		}
		return false
	})
}
