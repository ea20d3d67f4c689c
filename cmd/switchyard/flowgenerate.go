package main

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"switchyard/config"
	"switchyard/datasets/manifest"
	"switchyard/flow"
	"switchyard/flow/generate"
	"switchyard/gen/runfolder"
	"switchyard/gen/setup"
	"switchyard/internal/prose"
)

func (c *console) flowGenerateCommand() *cobra.Command {
	cfg := generate.Config{Seed: 1, PerEdge: 1, PerPair: 1, Cross: 12, Out: "sessions", Version: version, Fault: c.fault}
	var asJSON, quiet bool
	var typed map[string]*settingFlag
	cmd := &cobra.Command{
		Use:   "generate [NAME|PATH]... [flags]",
		Short: "Make sessions: conversations that follow workflows",
		Long: `Make sessions: conversations in which an assistant follows workflows, each proved
before it is written. NAME and PATH are workflows as in switchyard flow list; without
them, all built-in workflows are used.

Every way of every workflow from its start to an end, with one loop at most, becomes a
session, and so does every way in which the user can leave the workflow at a node: the
17 sub-types of docs/workflows.md. Further sessions follow several workflows of a
toolset, with missions in between that follow none. How much of all that is covered is
printed: FSS_edge, FSS_way and FSS_oow.

With --role, models tell the sessions: the user and the ai in their own words, the tool
the prose of results, and the checker reads what the user means. What happens stays as
it is, and is proved with the new words. roles.jsonl keeps what they were asked.

The same arguments give the same bytes. A run that was stopped continues when the same
command is run again; Ctrl-C stops it cleanly.

` + exitCodes + `
Generating exits with 1 when a session was rejected or failed, when an endpoint does not
answer, and when the budget is used up; with 2 when an endpoint refuses the key, the
model or the request.`,
		Example: `  switchyard flow generate
  switchyard flow generate flight_booking --out flights
  switchyard flow generate my.flow.yaml --per-pair 3 --cross 0
  switchyard flow generate travel --seed 7 --limit 100 --json
  switchyard flow generate travel --role user=gpt-4o --role ai=gpt-4o --limit 20`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkWorkers(cmd, cfg.Workers); err != nil {
				return err
			}
			for name, n := range map[string]int{"--per-edge": cfg.PerEdge, "--per-pair": cfg.PerPair, "--cross": cfg.Cross, "--limit": cfg.Limit} {
				if n < 0 {
					return misuse("0 is the smallest number", "%s cannot be negative", name)
				}
			}
			if err := c.usableFolder(cfg.Out); err != nil {
				return err
			}
			all, err := flowsOf(cmd.Context(), args)
			if err != nil {
				return err
			}
			if cfg.Workflows, err = soundFlows(all); err != nil {
				return err
			}
			cfg.Command = append([]string{"switchyard"}, c.args...)
			settings, err := c.settings(cmd.Context(), typed, setup.SessionRoles()...)
			if err != nil {
				return err
			}
			return c.runFlowGenerate(cmd.Context(), settings, cfg, asJSON, quiet)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Uint64Var(&cfg.Seed, "seed", cfg.Seed, "another `N` gives another dataset")
	flags.IntVar(&cfg.PerEdge, "per-edge", cfg.PerEdge, "walk all ways, and each edge at least `N` times; 0 walks none")
	flags.IntVar(&cfg.PerPair, "per-pair", cfg.PerPair, "make `N` sessions for each pair of a node and a way to leave the workflow there")
	flags.IntVar(&cfg.Cross, "cross", cfg.Cross, "make `N` sessions of several workflows for each toolset")
	flags.IntVar(&cfg.Limit, "limit", 0, "make at most `N` sessions, taken evenly from the whole plan; 0 makes all")
	flags.StringVar(&cfg.Out, "out", cfg.Out, "the `FOLDER` of the run")
	flags.IntVar(&cfg.Workers, "workers", 0, "make `N` sessions at once (default: one for each processor)")
	flags.BoolVar(&cfg.Force, "force", false, "replace the run that the folder holds")
	flags.BoolVar(&asJSON, "json", false, "print the report as JSON")
	flags.BoolVar(&quiet, "quiet", false, "print nothing but errors")
	typed = addModelSettings(flags, "role", "prompts", "lang")
	flags.Lookup("role").Usage = "let a model tell: `ROLE=MODEL` such as user=gpt-4o; roles are user, ai, tool and checker (default: all built in)"
	return cmd
}

// soundFlows refuses workflows that have problems.
func soundFlows(all []*flow.Workflow) ([]*flow.Workflow, error) {
	for _, w := range all {
		if problems := flow.Check(w); len(problems) > 0 {
			return nil, found("switchyard flow check "+w.Source+" lists all", "%s: %s", w.Name, problems[0].Message)
		}
	}
	return all, nil
}

func (c *console) runFlowGenerate(ctx context.Context, settings *config.Config, cfg generate.Config, asJSON, quiet bool) (err error) {
	models, err := setup.Sessions(ctx, settings, &cfg, c.connections(ctx, ""))
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, models.Close()) }()
	if c.bars != nil {
		shown := &runProgress{to: c.bars, noun: "sessions"}
		cfg.Progress = shown
		showCost(models, shown)
	}
	if !quiet {
		cfg.Repaired = func(r runfolder.Repair) { c.notice("%s", printable(r.String())) }
		stop := context.AfterFunc(ctx, func() {
			c.remark("stopping: finishing what is in flight; Ctrl-C again stops at once")
		})
		defer stop()
	}
	report, err := generate.Run(ctx, cfg)
	if err != nil {
		goesOn := cfg.Out + " is intact; the same command continues from there"
		if f, ok := modelFailure(goesOn, err); ok {
			return f
		}
		if _, stopped := errors.AsType[*generate.InterruptedError](err); stopped {
			return &failure{message: prose.Error(err), code: exitInterrupted, hint: goesOn}
		}
		return resumes(err)
	}
	if !quiet {
		c.tellRefused(models)
	}
	var problem error
	if missing := report.Planned - report.Accepted; missing != 0 {
		problem = found("the reasons stand in "+filepath.Join(report.Out, manifest.Rejected), "%s of %s: %s rejected, %s failed",
			thousands(missing), count(report.Planned, "session", "sessions"), thousands(total(report.Rejected)), thousands(total(report.Failed)))
	}
	told := flowReport{Out: report.Out, Accounting: report.Accounting, Space: report.Space, Files: report.Files, Resumed: report.Resumed, Unchanged: report.Unchanged, Usage: usesOf(report.Usage, settings.Prices)}
	return c.show(asJSON, told, func() {
		if !quiet {
			c.printFlowReport(report, settings)
		}
	}, problem)
}

// flowReport is the report of a run as JSON.
type flowReport struct {
	Out string `json:"out"`
	manifest.Accounting
	Space     manifest.FlowSpace `json:"flow_space"`
	Files     []manifest.File    `json:"files"`
	Resumed   int                `json:"resumed"`
	Unchanged bool               `json:"unchanged"`
	Usage     []jsonUse          `json:"usage,omitempty"`
}

func (c *console) printFlowReport(r *generate.Report, settings *config.Config) {
	if r.Unchanged {
		c.printf("%s holds this run already.\n", printable(r.Out))
	}
	c.printf("%s of %s", thousands(r.Accepted), count(r.Planned, "session", "sessions"))
	if r.Resumed > 0 {
		c.printf(", %s of them made before", thousands(r.Resumed))
	}
	c.printf("\n")
	if missing := r.Planned - r.Accepted; missing > 0 {
		c.printf("%s rejected; the reasons stand in %s\n", thousands(missing), printable(filepath.Join(r.Out, manifest.Rejected)))
	}
	c.printf("\n")
	c.printShare("FSS_edge", r.Space.Edge, "edges of workflows")
	c.printShare("FSS_way", r.Space.Way, "ways from start to end, with one loop at most")
	c.printShare("FSS_oow", r.Space.OOW, "pairs of a node and a way to leave the workflow there")
	c.printf("\n")
	for _, oow := range flow.AllOOW() {
		if s, ok := r.Space.ByOOW[string(oow)]; ok {
			c.printf("  %-18s%5s of %s\n", oow, thousands(s.Covered), thousands(s.Size))
		}
	}
	if len(r.Usage) > 0 {
		c.printf("\n")
		c.printUsage(r.Usage, settings.Prices, false)
	}
	c.printf("\n%s\n", printable(filepath.Join(r.Out, generate.Name)))
}

func (c *console) printShare(name string, s manifest.Share, what string) {
	c.printf("%-10s%6.1f %%  %s of %s %s\n", name, 100*s.Share, thousands(s.Covered), thousands(s.Size), what)
}
