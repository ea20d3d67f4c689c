package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/chat"
	"switchyard/eval/results"
	"switchyard/eval/trial"
)

func (c *console) evalCommand() *cobra.Command {
	var (
		f             evalFlags
		asJSON, quiet bool
	)
	cmd := &cobra.Command{
		Use:   "eval DATASET (--model MODEL | --agent AGENT) [flags]",
		Short: "Evaluate an agent on a dataset",
		Long: `Let an agent act in every mission of a dataset, and score what it does. DATASET is a
run folder, or a file in the native or the MMTB format, whoever made it.

The agent is handed the true conversation up to the request and acts step by step
until it has replied or left the decision tree of the mission. A --model uses the tool
calling of its endpoint; --protocol react and --protocol hermes need none. An --agent
is a reference agent that knows what is right and errs in one way:
` + strings.Join(agents.Names(), ", ") + `. docs/evaluation.md says what each must score.

With --mode session the agent lives with its own history: the built-in user answers
its questions, its calls are made in a world with state, and what counts is how the
world has changed and what was told. This mode needs a run folder, and the built-in
engine must have played all roles of that run.

Predictions are stored as they arrive. A run that was stopped continues when the same
command is run again. No prediction is asked for twice, and a budget covers all of
them. switchyard score judges them again without asking the agent; switchyard report
makes tables and a page of them.

` + exitCodes + `
Evaluating exits with 1 when predictions are missing because an endpoint failed, and
with 2 when it refuses the key, the model or the request. Mistakes of the agent are
not failures.`,
		Example: `  switchyard eval dataset --agent oracle
  switchyard eval dataset --model gpt-4o --out results/gpt-4o
  switchyard eval mmtb.jsonl --model qwen3 --base-url http://localhost:8000/v1 --history talk
  switchyard eval dataset --model llama3 --protocol react --limit 100
  switchyard eval dataset --model gpt-4o --mode session`,
		Args: wantPaths("DATASET", "switchyard eval dataset --agent oracle", 1),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.model, "model", "", "evaluate the `MODEL`")
	flags.StringVar(&f.agent, "agent", "", "evaluate a reference `AGENT`: "+strings.Join(agents.Names(), ", "))
	flags.StringVar(&f.protocol, "protocol", string(chat.Tools), "how a model calls tools: `PROTOCOL` tools, react or hermes")
	flags.StringVar(&f.history, "history", string(eval.HistoryFull), "what the agent sees of earlier missions: `HISTORY` full, or talk (no calls, as in the MMTB runner)")
	flags.StringVar(&f.mode, "mode", results.StepMode, "`MODE` step, or session, in which the agent keeps its own history and the outcome counts")
	flags.StringVar(&f.system, "system", "", "`FILE` with a template of the system prompt; {{.Now}}, {{.Weekday}}, {{.Locale}} and {{.Domain}} stand for values")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` that seeds the choices of the random agent")
	flags.IntVar(&f.limit, "limit", 0, "at most `N` entries, taken evenly from the whole dataset; 0 for all")
	flags.StringVar(&f.out, "out", "", "write to the `FOLDER` (default: results/ and the name of model or agent)")
	flags.IntVar(&f.workers, "workers", 0, "`N` missions at once (default: one per processor; with a model, two per simultaneous request)")
	flags.BoolVar(&f.force, "force", false, "replace the results that the folder holds")
	flags.BoolVar(&asJSON, "json", false, "print the figures as JSON")
	flags.BoolVar(&quiet, "quiet", false, "print nothing but errors")
	typed := addModelSettings(flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return c.eval(cmd, &f, args[0], typed, asJSON, quiet)
	}
	return cmd
}

// addModelSettings adds the flags of settings that apply wherever a model is asked, and
// some more.
func addModelSettings(flags *pflag.FlagSet, more ...string) map[string]*settingFlag {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	typed := addSettings(all)
	all.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(writerFlags, f.Name) && !slices.Contains(more, f.Name) {
			delete(typed, f.Name)
			return
		}
		flags.AddFlag(f)
	})
	return typed
}

// evalFlags are the flags as they are typed.
type evalFlags struct {
	model, agent, protocol, history, mode, system, out string
	seed                                               uint64
	limit, workers                                     int
	force                                              bool
}

// eval lets an agent act, scores it and prints the figures.
func (c *console) eval(cmd *cobra.Command, f *evalFlags, dataset string, typed map[string]*settingFlag, asJSON, quiet bool) error {
	job, models, err := c.evalConfig(cmd, f, typed)
	if err != nil {
		return err
	}
	job.Dataset, job.Command = dataset, typedCommand(cmd, []string{dataset})
	if job.Folder = f.out; job.Folder == "" {
		job.Folder = job.DefaultFolder()
	}
	if err := c.usableFolder(job.Folder); err != nil {
		return err
	}
	if c.bars != nil {
		job.Progress = &evalProgress{runProgress: runProgress{to: c.bars, noun: "missions"}, models: models}
	}
	if !quiet {
		job.Changed = c.changed
		job.Earlier = func(what string) { c.notice("%s", printable(what)) }
	}
	scored, err := trial.Evaluate(cmd.Context(), *job)
	if err = cmp.Or(err, models.Close()); err != nil {
		return evalFailure(job.Folder, err)
	}
	if !quiet {
		c.tellRefused(models)
	}
	if err := c.printScored([]*trial.Scored{scored}, asJSON, quiet); err != nil || scored.Manifest.Unscored == 0 {
		return err
	}
	often := ": "
	if len(scored.Reasons) > 1 {
		often = ", most often because of this: "
	}
	return &failure{message: fmt.Sprintf("%s of %s could not be predicted%s%s", thousands(scored.Manifest.Unscored),
		count(scored.Manifest.Missions, "mission", "missions"), often, scored.Reason()), hint: "the same command tries them again", code: exitFound}
}

// evalConfig checks the flags. It opens nothing yet.
func (c *console) evalConfig(cmd *cobra.Command, f *evalFlags, typed map[string]*settingFlag) (*trial.Config, *connect.Models, error) {
	job := &trial.Config{Fault: c.fault, Agent: f.agent, Seed: f.seed, Protocol: chat.Protocol(f.protocol), History: eval.History(f.history), Mode: f.mode,
		Limit: f.limit, Workers: f.workers, Force: f.force, Version: version}
	if err := checkWorkers(cmd, f.workers); err != nil {
		return nil, nil, err
	}
	switch {
	case f.limit < 0:
		return nil, nil, misuse("0 means all", "--limit cannot be negative")
	case f.model != "" && f.agent != "":
		return nil, nil, misuse("leave one of them out", "--model and --agent exclude each other")
	case f.mode != results.StepMode && f.mode != results.SessionMode:
		return nil, nil, misuse("write --mode step or --mode session", "--mode: there is no mode %q", f.mode)
	case job.History != eval.HistoryFull && job.History != eval.HistoryTalk:
		return nil, nil, misuse("write --history full or --history talk", "--history: there is no history %q", f.history)
	}
	var err error
	if job.System, _, err = systemPrompt(cmd.Context(), f.system); err != nil {
		return nil, nil, err
	}
	if f.agent != "" {
		return job, nil, checkAgent(cmd, f.agent)
	}
	var models *connect.Models
	job.Model, models, err = c.evalModel(cmd.Context(), f, typed)
	return job, models, err
}

// checkAgent refuses an unknown agent, and flags that apply only to models.
func checkAgent(cmd *cobra.Command, agent string) error {
	for _, name := range append([]string{"protocol"}, writerFlags...) {
		if cmd.Flags().Changed(name) {
			return misuse("leave it out, or give --model instead of --agent", "--%s is only for models, and --agent uses none", name)
		}
	}
	if !slices.Contains(agents.Names(), agent) {
		return misuse(didYouMean(agent, agents.Names()), "--agent: no agent is called %q", agent)
	}
	return nil
}

// evalModel opens the model to evaluate: --model, or the role agent of run.yaml.
func (c *console) evalModel(ctx context.Context, f *evalFlags, typed map[string]*settingFlag) (*trial.Model, *connect.Models, error) {
	if !slices.Contains(chat.Protocols(), chat.Protocol(f.protocol)) {
		return nil, nil, misuse("write --protocol tools, --protocol react or --protocol hermes", "--protocol: there is no protocol %q", f.protocol)
	}
	all := maps.Clone(typed)
	if f.model != "" {
		all["role"] = &settingFlag{texts: []string{config.AgentName + "=" + f.model}}
	}
	cfg, err := c.settings(ctx, all, config.AgentName)
	if err != nil {
		return nil, nil, err
	}
	if cfg.Roles.Agent == nil {
		return nil, nil, misuse("add --agent oracle, or --model gpt-4o", "switchyard eval needs an agent")
	}
	return c.askedModel(ctx, cfg, config.AgentName, cfg.Roles.Agent)
}

// evalProgress shows how far an evaluation is, and the accuracy so far. It implements
// [trial.Progress].
type evalProgress struct {
	runProgress
	models *connect.Models // nil where none is asked
}

// Start implements [trial.Progress].
func (p *evalProgress) Start(missions, done int, so trial.Standing) {
	p.runProgress.Start(missions, done)
	p.note(p.text(so))
}

// Advance implements [trial.Progress].
func (p *evalProgress) Advance(so trial.Standing) {
	p.Add(true)
	p.note(p.text(so))
}

// text returns the text beside the bar.
func (p *evalProgress) text(so trial.Standing) string {
	var parts []string
	if so.Scored > 0 {
		parts = append(parts, fmt.Sprintf("%.1f %% correct", 100*float64(so.Correct)/float64(so.Scored)))
	}
	if so.Unscored > 0 {
		parts = append(parts, thousands(so.Unscored)+" unscored")
	}
	if p.models != nil {
		parts = append(parts, accountText(p.models.Meter.Account()))
	}
	return strings.Join(parts, ", ")
}
