package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/config/connect"
	"switchyard/datasets"
	"switchyard/eval/chat"
	"switchyard/flow/follow"
	"switchyard/flow/retell"
	"switchyard/flow/trial"
	"switchyard/gen/setup"
	"switchyard/internal/input"
	"switchyard/model"
	"switchyard/model/spend"
)

// flowEvalFlags are the flags as they are typed.
type flowEvalFlags struct {
	model, agent, protocol, task, mode, knowledge, controller, out string
	limit, workers                                                 int
	force                                                          bool
}

func (c *console) flowEvalCommand() *cobra.Command {
	var f flowEvalFlags
	var asJSON, quiet bool
	cmd := &cobra.Command{
		Use:   "eval DATASET (--model MODEL | --agent AGENT) [flags]",
		Short: "Evaluate how well an agent follows workflows",
		Long: `Let an agent act in sessions, and say how well it follows their workflows. DATASET is a
run folder of switchyard flow generate, or its sessions.jsonl.

With --mode turn, the agent is told the true conversation up to each place where it has
to act, with the workflows in a form. With --mode session, it talks to the user of the
session over its world, and what has changed and what was told counts; this needs the
run folder. --role user=MODEL lets a model say in its own words what the user says.
--controller puts controllers around the agent there: pre tells it which
tools cannot be called yet, post refuses calls.

An --agent is a reference agent that errs in one known way: ` + strings.Join(follow.References(), ", ") + `.
docs/workflows.md says what each must score.

With --role judge=MODEL, a model scores replies from 0 to 10, besides the rules.

With --task plan, the agent is asked for the workflows themselves and for those of each
run, as graphs of subtasks, and is scored by the rules of switchyard flow worfeval.

What the agent did is stored as it arrives. The same command continues, and asks for
nothing twice. The results folder holds figures.json, report.html and report.md.

` + exitCodes,
		Example: `  switchyard flow eval sessions --agent skipper
  switchyard flow eval sessions --model gpt-4o --knowledge flowchart,text,none --limit 200
  switchyard flow eval sessions --agent early --mode session --controller none,post`,
		Args: wantPaths("DATASET", "switchyard flow eval sessions --agent follower", 1),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.model, "model", "", "evaluate the `MODEL`")
	flags.StringVar(&f.agent, "agent", "", "evaluate a reference `AGENT`: "+strings.Join(follow.References(), ", "))
	flags.StringVar(&f.protocol, "protocol", string(chat.Tools), "how a model calls tools: `PROTOCOL` tools, react or hermes")
	flags.StringVar(&f.task, "task", "follow", "`TASK` follow, or plan: the agent writes workflows, which are scored as by flow worfeval")
	flags.StringVar(&f.mode, "mode", string(trial.Turns), "`MODE` turn or session")
	flags.StringVar(&f.knowledge, "knowledge", string(follow.Knowledges()[0]), "the `FORMS` in which the agent is told workflows, separated by commas: "+joined(follow.Knowledges()))
	flags.StringVar(&f.controller, "controller", "none", "`CONTROLLERS` of sessions, separated by commas: none, pre, post, both")
	flags.IntVar(&f.limit, "limit", 0, "at most `N` sessions, taken evenly from the whole dataset; 0 for all")
	flags.StringVar(&f.out, "out", "", "write to the `FOLDER` (default: results/flow- and the name of model or agent)")
	flags.IntVar(&f.workers, "workers", 0, "`N` answers at once (default: one per processor; with a model, as many as it is asked at once)")
	flags.BoolVar(&f.force, "force", false, "forget the answers that the folder holds")
	flags.BoolVar(&asJSON, "json", false, "print the figures as JSON")
	flags.BoolVar(&quiet, "quiet", false, "print nothing but errors")
	typed := addModelSettings(flags, "role", "prompts", "lang")
	flags.Lookup("role").Usage = "let a model play beside the agent: `ROLE=MODEL`, user (of sessions) or judge (of replies)"
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		cfg, err := c.flowEvalConfig(&f, args[0])
		if err != nil {
			return err
		}
		if err := checkWorkers(cmd, f.workers); err != nil {
			return err
		}
		if f.task == "plan" {
			return c.flowPlan(cmd, cfg, &f, typed, asJSON, quiet)
		}
		var models *connect.Models
		if f.agent != "" {
			err = referenceAgent(cfg, f.agent)
		} else {
			models, err = c.flowModel(cmd.Context(), cfg, &f, typed)
		}
		if err != nil {
			return err
		}
		others, err := c.flowOthers(cmd.Context(), cfg, typed)
		if err != nil {
			return errors.Join(err, models.Close())
		}
		defer others.Close()
		return c.runFlowEval(cmd.Context(), cfg, models, args[0], asJSON, quiet)
	}
	return cmd
}

func joined[T ~string](list []T) string {
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = string(x)
	}
	return strings.Join(words, ", ")
}

// flowEvalConfig checks the flags.
func (c *console) flowEvalConfig(f *flowEvalFlags, path string) (*trial.Config, error) {
	cfg := &trial.Config{Mode: trial.Mode(f.mode), Limit: f.limit, Workers: f.workers, Force: f.force, Out: f.out}
	switch {
	case f.limit < 0:
		return nil, misuse("0 means all", "--limit cannot be negative")
	case f.model != "" && f.agent != "":
		return nil, misuse("leave one of them out", "--model and --agent exclude each other")
	case f.task != "follow" && f.task != "plan":
		return nil, misuse("write --task follow or --task plan", "--task: there is no task %q", f.task)
	case cfg.Mode != trial.Turns && cfg.Mode != trial.Sessions:
		return nil, misuse("write --mode turn or --mode session", "--mode: there is no mode %q", f.mode)
	}
	for word := range strings.SplitSeq(f.knowledge, ",") {
		k := follow.Knowledge(strings.TrimSpace(word))
		if !slices.Contains(follow.Knowledges(), k) {
			return nil, misuse("choose from "+joined(follow.Knowledges()), "--knowledge: there is no form %q", word)
		}
		cfg.Knowledge = append(cfg.Knowledge, k)
	}
	for word := range strings.SplitSeq(f.controller, ",") {
		k, ok := follow.ControllerOf(strings.TrimSpace(word))
		if !ok {
			return nil, misuse("choose from none, pre, post and both", "--controller: there is no controller %q", word)
		}
		cfg.Controllers = append(cfg.Controllers, k)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if cfg.Path = path; info.IsDir() {
		cfg.Path = input.Named(filepath.Join(path, datasets.SessionsFile))
	} else if cfg.Mode == trial.Sessions {
		return nil, misuse("give the folder that switchyard flow generate wrote", "--mode session needs a run folder, and %s is a file", path)
	}
	return cfg, nil
}

// referenceAgent makes a reference agent the one to evaluate.
func referenceAgent(cfg *trial.Config, name string) error {
	agent, err := follow.Reference(name)
	if err != nil {
		return misuse(didYouMean(name, follow.References()), "--agent: no agent is called %q", name)
	}
	cfg.Name = name
	cfg.Agent = func(follow.Knowledge) follow.Agent { return agent }
	return nil
}

// flowModel makes a model the one to evaluate.
func (c *console) flowModel(ctx context.Context, cfg *trial.Config, f *flowEvalFlags, typed map[string]*settingFlag) (*connect.Models, error) {
	m, models, err := c.evalModel(ctx, &evalFlags{model: f.model, protocol: f.protocol}, typed)
	if err != nil {
		return nil, err
	}
	client, err := m.Client("flow")
	if err != nil {
		return nil, cmp.Or(err, models.Close())
	}
	cfg.Name, cfg.Workers = m.Name, cmp.Or(cfg.Workers, m.Workers)
	told := &chat.Agent{Model: client, Protocol: chat.Protocol(f.protocol)}
	cfg.Agent = func(k follow.Knowledge) follow.Agent { return follow.Told{Agent: told, Knowledge: k} }
	return models, nil
}

// flowOthers opens the models that play the user and the judge.
func (c *console) flowOthers(ctx context.Context, cfg *trial.Config, typed map[string]*settingFlag) (*connect.Models, error) {
	if typed["role"].texts == nil {
		return nil, nil
	}
	settings, err := c.settings(ctx, typed, "user", "judge")
	if err != nil {
		return nil, err
	}
	user, judge := settings.Roles.User, settings.Roles.Judge
	switch {
	case user != nil && cfg.Mode != trial.Sessions:
		return nil, misuse("add --mode session", "--role user: only sessions that are lived through have a user")
	case judge != nil && cfg.Mode != trial.Turns:
		return nil, misuse("leave --mode session out", "--role judge: only replies at the level of turns are scored")
	}
	models, err := c.connect(ctx, settings, connect.NewRun())
	if err != nil {
		return nil, err
	}
	if user != nil {
		teller, _, err := setup.Teller(settings, models)
		if err != nil {
			return nil, errors.Join(err, models.Close())
		}
		cfg.User, cfg.UserName = &retell.User{Teller: teller, Paid: models.Meter.Spend}, user.Name
	}
	if judge != nil {
		client, err := models.Client(judge)
		if err != nil {
			return nil, errors.Join(err, models.Close())
		}
		who := spend.Who{Role: "judge", Model: judge.Name}
		cfg.Judge = &trial.Judge{Name: judge.Name, Model: client, Paid: func(r *model.Response, err error) error { return models.Meter.Spend(who, spend.Of(r, err)) }}
	}
	return models, nil
}

func (c *console) runFlowEval(ctx context.Context, cfg *trial.Config, models *connect.Models, path string, asJSON, quiet bool) (err error) {
	if models != nil {
		defer func() { err = cmp.Or(err, models.Close()) }()
	}
	cfg.Out = cmp.Or(cfg.Out, filepath.Join("results", "flow-"+fileName(cfg.Name)))
	if err := c.usableFolder(cfg.Out); err != nil {
		return err
	}
	if cfg.Mode == trial.Sessions {
		if cfg.Stage, err = trial.Stages(ctx, path); err != nil {
			return err
		}
	}
	if c.bars != nil {
		shown := &runProgress{to: c.bars, noun: "answers"}
		showCost(models, shown)
		cfg.Progress = shown
	}
	report, err := trial.Run(ctx, *cfg)
	if err != nil {
		if f, ok := modelFailure("what was answered is kept in "+cfg.Out, err); ok {
			return f
		}
		return resumes(err)
	}
	return c.show(asJSON, report, func() {
		if !quiet {
			c.printFollowed(report, cfg.Out)
		}
	}, nil)
}

// fileName is a name as a part of the name of a folder.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) {
			return '-'
		}
		return r
	}, name)
}

func (c *console) printFollowed(r *trial.Report, out string) {
	c.table(func(w io.Writer) {
		if r.Mode == trial.Turns {
			head := []string{"FORM", "DECISIONS", "RIGHT", "TOOL F1", "PARAMETER F1", "NODE", "RESPONSE"}
			if r.Judge != "" {
				head = append(head, "JUDGED")
			}
			tabbed(w, head...)
		} else {
			tabbed(w, "FORM", "CONTROLLER", "SESSIONS", "SUCCESS", "PROGRESS", "TOOL P", "TOOL R", "TURNS", "REFUSED")
		}
		for _, row := range r.Rows {
			if row.By != "all" {
				continue
			}
			p, rec, f := row.Tools.Rates()
			_, _, params := row.Params.Rates()
			if r.Mode == trial.Turns {
				cells := []string{string(row.Knowledge), thousands(row.N), percents(row.Share()), decimals(f), decimals(params), percents(float64(row.Nodes) / float64(row.N)), decimals(row.Responses / float64(max(1, row.Replies)))}
				if r.Judge != "" {
					cells = append(cells, fmt.Sprintf("%.2f", float64(row.Judged)/float64(max(1, row.Replies))))
				}
				tabbed(w, cells...)
			} else {
				n := float64(row.N)
				tabbed(w, string(row.Knowledge), row.Controller, thousands(row.N), percents(row.Share()), decimals(row.Progress/n), decimals(p), decimals(rec), decimals(float64(row.Turns)/n), thousands(row.Refused))
			}
		}
	})
	c.printf("\n%s\n%s\n", printable(filepath.Join(out, trial.PageName)), printable(filepath.Join(out, trial.TextName)))
}

// tabbed writes the cells of a row of a table.
func tabbed(w io.Writer, cells ...string) { fmt.Fprintln(w, strings.Join(cells, "\t")) }

func percents(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

func decimals(x float64) string { return fmt.Sprintf("%.3f", x) }
