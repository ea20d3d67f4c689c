package main

import (
	"cmp"
	"context"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"switchyard/config/connect"
	"switchyard/flow/corpora"
	"switchyard/flow/follow"
	"switchyard/flow/trial"
	"switchyard/flow/worf"
	"switchyard/model"
)

// modelPlanner is a model that writes workflows.
type modelPlanner struct{ client model.Completer }

// Plan implements [trial.Planner].
func (p modelPlanner) Plan(ctx context.Context, t *corpora.Task) (string, int, error) {
	answer, err := p.client.Complete(ctx, &model.Request{Trace: "flow/plan/" + t.ID,
		Messages: []model.Message{{Role: "system", Text: t.System}, {Role: "user", Text: t.User}}})
	if err != nil {
		return "", 0, err
	}
	return model.StripThoughts(answer.Text), answer.Usage.Input + answer.Usage.Output, nil
}

// flowPlan has an agent write workflows.
func (c *console) flowPlan(cmd *cobra.Command, cfg *trial.Config, f *flowEvalFlags, typed map[string]*settingFlag, asJSON, quiet bool) (err error) {
	var by trial.Planner = trial.Gold{}
	var models *connect.Models
	switch {
	case f.agent == follow.Follower:
		cfg.Name = f.agent
	case f.agent != "":
		return misuse("of the reference agents, only "+follow.Follower+" writes workflows", "--agent: %s writes none", f.agent)
	default:
		m, opened, err := c.evalModel(cmd.Context(), &evalFlags{model: f.model, protocol: f.protocol}, typed)
		if err != nil {
			return err
		}
		models = opened
		client, err := m.Client("flow")
		if err != nil {
			return cmp.Or(err, models.Close())
		}
		by, cfg.Name, cfg.Workers = modelPlanner{client}, m.Name, cmp.Or(cfg.Workers, m.Workers)
	}
	if models != nil {
		defer func() { err = cmp.Or(err, models.Close()) }()
	}
	cfg.Out = cmp.Or(cfg.Out, filepath.Join("results", "plan-"+fileName(cfg.Name)))
	if err := c.usableFolder(cfg.Out); err != nil {
		return err
	}
	if c.bars != nil {
		shown := &runProgress{to: c.bars, noun: "workflows"}
		showCost(models, shown)
		cfg.Progress = shown
	}
	reports, err := trial.Plan(cmd.Context(), *cfg, by, worf.Lexical)
	if err != nil {
		if failed, ok := modelFailure("what was answered is kept in "+cfg.Out, err); ok {
			return failed
		}
		return resumes(err)
	}
	return c.show(asJSON, reports, func() {
		if quiet {
			return
		}
		c.table(func(w io.Writer) {
			tabbed(w, "RULES", "TASKS", "CHAIN F1", "GRAPH F1", "UNREADABLE")
			for _, rules := range worf.AllRules() {
				r := reports[rules]
				tabbed(w, string(rules), thousands(r.Tasks), decimals(r.Chain.F1), decimals(r.Graph.F1), thousands(r.Unreadable))
			}
		})
		c.printf("\n%s\n", printable(filepath.Join(cfg.Out, trial.PlansName)))
	}, nil)
}
