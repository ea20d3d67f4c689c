package trial

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"switchyard/flow/corpora"
	"switchyard/flow/worf"
	"switchyard/internal/jsontext"
	"switchyard/internal/wholefile"
)

// Planner writes workflows.
type Planner interface {
	// Plan answers a task: the text with the graph, and the tokens that it took.
	Plan(ctx context.Context, t *corpora.Task) (text string, tokens int, err error)
}

// Gold is the planner that knows what is right.
type Gold struct{}

// Plan implements [Planner].
func (Gold) Plan(_ context.Context, t *corpora.Task) (string, int, error) {
	return t.Gold.String(), 0, nil
}

// planned is a line of the predictions: a workflow that an agent wrote.
type planned struct {
	Agent    string `json:"agent"`
	ID       string `json:"id"`
	Workflow string `json:"workflow"`
	Tokens   int    `json:"tokens,omitempty"`
}

// PlansName is the file of predicted workflows, which switchyard flow worfeval reads, too.
const PlansName = "plans.jsonl"

// Plan has an agent write the workflows of a dataset of sessions, and scores them by the rules of
// WorFEval and the strict ones. Of the configuration, Path, Name, Out, Force, Workers, Limit and
// Progress count.
func Plan(ctx context.Context, c Config, by Planner, alike worf.Similarity) (map[worf.Rules]*worf.Report, error) {
	tasks, err := corpora.Tasks(ctx, c.Path)
	if err != nil {
		return nil, err
	}
	if total := len(tasks); c.Limit > 0 && c.Limit < total {
		var few []corpora.Task
		for k := range c.Limit {
			few = append(few, tasks[k*total/c.Limit])
		}
		tasks = few
	}
	if len(tasks) == 0 {
		return nil, &NoSessionsError{c.Path}
	}
	lock, err := wholefile.HoldFolder(c.Out)
	if err != nil {
		return nil, err
	}
	defer func() { _ = lock.Release() }() // nothing depends on it any more
	answers, err := plans(ctx, &c, tasks, by)
	if err != nil {
		return nil, err
	}
	var gold []worf.Gold
	var texts []string
	for i := range tasks {
		gold = append(gold, worf.Gold{ID: tasks[i].ID, Source: "switchyard", Text: tasks[i].Gold.String(), Workflow: tasks[i].Gold})
		texts = append(texts, answers[tasks[i].ID].Workflow)
	}
	reports := map[worf.Rules]*worf.Report{}
	for _, rules := range worf.AllRules() {
		if reports[rules], err = worf.Compare(ctx, rules, gold, texts, alike, func() {}); err != nil {
			return nil, err
		}
	}
	text, err := jsontext.Indent(reports)
	if err != nil {
		return nil, err
	}
	return reports, wholefile.Write(filepath.Join(c.Out, FiguresName), append(text, '\n'))
}

// plans gets the workflows that are missing.
func plans(ctx context.Context, c *Config, tasks []corpora.Task, by Planner) (map[string]planned, error) {
	name := filepath.Join(c.Out, PlansName)
	have := map[string]planned{}
	if data, err := os.ReadFile(name); err == nil && !c.Force {
		for line := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
			var p planned
			if json.Unmarshal(line, &p) != nil || p.Agent != c.Name {
				return nil, &OtherAgentError{c.Out, cmp.Or(p.Agent, "something else"), c.Name}
			}
			have[p.ID] = p
		}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if c.Progress != nil {
		c.Progress.Start(len(tasks), len(have))
		defer c.Progress.Finish()
	}
	workers := max(1, c.Workers)
	var failed error
	for at := 0; at < len(tasks) && failed == nil; at += workers * batch {
		part := tasks[at:min(len(tasks), at+workers*batch)]
		made := make([]*planned, len(part))
		group, working := errgroup.WithContext(ctx)
		group.SetLimit(workers)
		for i := range part {
			if _, known := have[part[i].ID]; known {
				continue
			}
			group.Go(func() error {
				text, tokens, err := by.Plan(working, &part[i])
				if err == nil {
					made[i] = &planned{c.Name, part[i].ID, text, tokens}
				}
				return err
			})
		}
		failed = group.Wait()
		for _, p := range made {
			if p == nil {
				continue
			}
			have[p.ID] = *p
			if c.Progress != nil {
				c.Progress.Add(true)
			}
		}
		failed = cmp.Or(failed, writePlans(name, tasks, have))
	}
	return have, failed
}

// writePlans writes the workflows in the order of the tasks.
func writePlans(name string, tasks []corpora.Task, have map[string]planned) error {
	var text bytes.Buffer
	to := bufio.NewWriter(&text)
	for i := range tasks {
		p, ok := have[tasks[i].ID]
		if !ok {
			continue
		}
		line, err := jsontext.Line(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		if _, err := to.Write(line); err != nil {
			return err
		}
	}
	if err := to.Flush(); err != nil {
		return err
	}
	return wholefile.Write(name, text.Bytes())
}
