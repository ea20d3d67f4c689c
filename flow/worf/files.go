package worf

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/jsontext"
)

// Gold is a task with its correct workflow.
type Gold struct {
	ID     string
	Source string // of the task: "toolbench"
	Text   string
	// Workflow is nil if the text counts as nothing.
	Workflow *Workflow
}

// FileError says what is wrong with a file of workflows.
type FileError struct {
	Item    int // from 1; 0 for the whole file
	Message string
}

// Error implements error.
func (e *FileError) Error() string {
	if e.Item == 0 {
		return e.Message
	}
	return fmt.Sprintf("item %d: %s", e.Item, e.Message)
}

// items reads a JSON array, or one JSON value a line.
func items(data []byte) (all []json.RawMessage, err error) {
	data = bytes.TrimSpace(data)
	if bytes.HasPrefix(data, []byte("[")) {
		if err := json.Unmarshal(data, &all); err != nil {
			return nil, &FileError{0, "it is no JSON: " + jsontext.Words(err)}
		}
		return all, nil
	}
	for i, line := range bytes.Split(data, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if !json.Valid(line) {
			return nil, &FileError{i + 1, "this line is no JSON"}
		}
		all = append(all, line)
	}
	if len(all) == 0 {
		return nil, &FileError{0, "it has no workflows"}
	}
	return all, nil
}

// task is an item of WorFBench's gold files.
type task struct {
	ID            string `json:"id"`
	Source        string `json:"source"`
	Conversations []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"conversations"`
}

func (t *task) text() (string, bool) {
	if n := len(t.Conversations); n > 0 {
		return t.Conversations[n-1].Content, true
	}
	return "", false
}

// ReadGold reads tasks with their correct workflows: WorFBench's gold files, JSON or JSONL, and
// what switchyard export writes as worfbench.
func ReadGold(data []byte) (all []Gold, err error) {
	list, err := items(data)
	if err != nil {
		return nil, err
	}
	for i, item := range list {
		var t task
		if err := json.Unmarshal(item, &t); err != nil {
			return nil, &FileError{i + 1, jsontext.Words(err)}
		}
		text, ok := t.text()
		if !ok {
			return nil, &FileError{i + 1, "it has no conversations with a workflow at the end"}
		}
		g := Gold{ID: t.ID, Source: t.Source, Text: text}
		if w, ok := Parse(text); ok {
			g.Workflow = w
		}
		all = append(all, g)
	}
	return all, nil
}

// ReadPredictions reads what an agent wrote for each task, in their order: objects with
// "workflow" or "answer" as WorFBench's own scripts write them, gold files, and plain texts.
func ReadPredictions(data []byte) (all []string, err error) {
	list, err := items(data)
	if err != nil {
		return nil, err
	}
	for i, item := range list {
		text, ok := prediction(item)
		if !ok {
			return nil, &FileError{i + 1, "a prediction is a text, or an object with \"workflow\", \"answer\" or \"conversations\""}
		}
		all = append(all, text)
	}
	return all, nil
}

func prediction(item json.RawMessage) (string, bool) {
	var text string
	if json.Unmarshal(item, &text) == nil {
		return text, true
	}
	var p struct {
		task
		Workflow json.RawMessage `json:"workflow"`
		Answer   struct {
			Choices []struct {
				Message struct {
					Content string `json:"content"`
				} `json:"message"`
			} `json:"choices"`
		} `json:"answer"`
	}
	if json.Unmarshal(item, &p) != nil {
		return "", false
	}
	switch {
	case len(p.Workflow) > 0:
		// A request that failed left an error in the place of a text.
		_ = json.Unmarshal(p.Workflow, &text)
		return text, true
	case len(p.Answer.Choices) > 0:
		return p.Answer.Choices[0].Message.Content, true
	}
	return p.text()
}

// Scored is how one prediction did.
type Scored struct {
	ID    string `json:"id"`
	Chain Score  `json:"node_chain"`
	Graph Score  `json:"graph"`
	// Unreadable predictions score 0, and so do those for which the correct workflow cannot be
	// read.
	Unreadable bool `json:"unreadable,omitempty"`
}

// Report is how all predictions did.
type Report struct {
	Rules      Rules    `json:"rules"`
	Tasks      int      `json:"tasks"`
	Unreadable int      `json:"unreadable"`
	Chain      Score    `json:"node_chain"` // averages over all tasks
	Graph      Score    `json:"graph"`
	By         []Group  `json:"by_source"`
	Scores     []Scored `json:"scores"`
}

// Group are the averages over the tasks of one source.
type Group struct {
	Source string `json:"source"`
	Tasks  int    `json:"tasks"`
	Chain  Score  `json:"node_chain"`
	Graph  Score  `json:"graph"`
}

// Compare scores predictions, which come in the order of the tasks. done is called after each.
func Compare(ctx context.Context, rules Rules, gold []Gold, predictions []string, alike Similarity, done func()) (*Report, error) {
	if len(gold) != len(predictions) {
		return nil, &FileError{0, fmt.Sprintf("there are %d predictions for %d correct workflows", len(predictions), len(gold))}
	}
	r := &Report{Rules: rules, Tasks: len(gold), By: []Group{}, Scores: []Scored{}}
	for i, g := range gold {
		s := Scored{ID: g.ID}
		if g.Workflow == nil {
			return nil, &FileError{i + 1, "its correct workflow has no nodes or no edges"}
		}
		if w, ok := Parse(predictions[i]); ok {
			var err error
			if s.Chain, s.Graph, err = Evaluate(ctx, rules, w, g.Workflow, alike); err != nil {
				if c, ok := err.(*CycleError); ok {
					return nil, &FileError{i + 1, c.Error()}
				}
				return nil, err
			}
		} else {
			s.Unreadable = true
			r.Unreadable++
		}
		r.add(g.Source, s)
		done()
	}
	r.average()
	return r, nil
}

func (r *Report) add(source string, s Scored) {
	r.Scores = append(r.Scores, s)
	i := slices.IndexFunc(r.By, func(g Group) bool { return g.Source == source })
	if i < 0 {
		i = len(r.By)
		r.By = append(r.By, Group{Source: source})
	}
	g := &r.By[i]
	g.Tasks++
	sum(&g.Chain, s.Chain)
	sum(&g.Graph, s.Graph)
	sum(&r.Chain, s.Chain)
	sum(&r.Graph, s.Graph)
}

func (r *Report) average() {
	part(&r.Chain, r.Tasks)
	part(&r.Graph, r.Tasks)
	for i := range r.By {
		part(&r.By[i].Chain, r.By[i].Tasks)
		part(&r.By[i].Graph, r.By[i].Tasks)
	}
	slices.SortFunc(r.By, func(a, b Group) int { return strings.Compare(a.Source, b.Source) })
}

func sum(to *Score, s Score) {
	to.Precision += s.Precision
	to.Recall += s.Recall
	to.F1 += s.F1
}

func part(s *Score, n int) {
	s.Precision /= float64(n)
	s.Recall /= float64(n)
	s.F1 /= float64(n)
}
