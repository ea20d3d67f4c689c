package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"switchyard/config"
	"switchyard/datasets"
	"switchyard/datasets/export"
	"switchyard/gen"
	"switchyard/gen/runfolder"
	"switchyard/gen/setup"
	"switchyard/internal/prose"
	"switchyard/tools/find"
)

func (c *console) generateCommand() *cobra.Command {
	var force, dryRun, strict, asJSON, quiet bool
	cmd := &cobra.Command{
		Use:   "generate [flags]",
		Short: "Make a dataset",
		Long: `Make a dataset: every switch path of one to four missions, each entry proved
before it is written. Without flags that is the standard split, 256 entries for
each number of missions, from all built-in toolsets.

The same flags give the same bytes. A run that was stopped continues when the same
command is run again; Ctrl-C stops it cleanly.

Five roles hold the conversations: user, planner, tool, ai and checker. --role and
--all-roles give roles to models, and the built-in engine plays the others. Name a
model as its endpoint does, or write PROVIDER/MODEL if run.yaml has several providers.
The name builtin means the built-in engine. With the blueprint strategy, code decides
what is asked. With the free strategy, user and planner decide; user, planner and ai
must then be models. docs/models.md explains more.

A FILTER of switch paths lists alternatives, separated by commas. An alternative
names the type of each mission, separated by ">"; * stands for a mission of any type,
and ... for any number of them.

entries.jsonl, in the native format, is always written. The format mmtb adds
mmtb.jsonl. All other FORMATS are those of switchyard export. They are written when
the run is finished, to the subfolder export of the run folder, with the default
options of switchyard export. The same command with other formats does not change the
run: it replaces that export and says which formats are gone. Your own files in that
folder stay.

Settings can be kept in a file, which --config names. Most flags also have an
environment variable, such as SWITCHYARD_PER_PATH for --per-path. A flag overrides the
environment, which overrides the file; switchyard config show prints the result.

` + exitCodes + `
Generating exits with 1 when an entry was rejected or failed, when an endpoint does
not answer, and when the budget is used up; with 2 when an endpoint refuses the key,
the model or the request.`,
		Example: `  switchyard generate
  switchyard generate --missions 2 --paths "single>multi,chat>clarify" --out small
  switchyard generate --toolset travel/flight_inquiry --toolset my-tools.yaml
  switchyard generate --seed 7 --fine --missions 1-3 --per-path 2 --json
  switchyard generate --role user=gpt-4o --role planner=o4-mini --limit 20
  switchyard generate --format mmtb,openai,trl,parquet --limit 200
  switchyard generate --config run.yaml --dry-run`,
		Args: wantNothing,
	}
	flags := cmd.Flags()
	typed := addSettings(flags)
	own := func(group config.Group, p *bool, name, usage string) {
		flags.BoolVar(p, name, false, usage)
		inGroup(flags, name, group)
	}
	own(config.Models, &dryRun, "dry-run", "only estimate calls, tokens and cost")
	own(config.Plan, &strict, "strict", "refuse a function list that has faults, instead of leaving parts of it out")
	own(config.Output, &force, "force", "replace the run that the folder holds")
	own(config.Output, &asJSON, "json", "print the report as JSON")
	own(config.Output, &quiet, "quiet", "print nothing but errors")
	cmd.SetUsageFunc(usageInGroups)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		cfg, err := c.settings(cmd.Context(), typed)
		if err != nil {
			return err
		}
		run, err := c.runOf(cmd.Context(), cfg, force, strict, quiet)
		if err != nil {
			return err
		}
		if dryRun {
			return c.dryRun(cmd.Context(), cfg, &run, asJSON)
		}
		return c.runGenerate(cmd.Context(), cfg, run, asJSON, quiet)
	}
	return cmd
}

// runOf makes the configuration of a run from the settings, and loads its toolsets.
func (c *console) runOf(ctx context.Context, cfg *config.Config, force, strict, quiet bool) (gen.Config, error) {
	if err := c.usableFolder(cfg.Out); err != nil {
		return gen.Config{}, err
	}
	sets, left, err := find.All(ctx, cfg.Toolsets, cfg.ToolsetFolder())
	if err = c.leftOut(left, err, strict, quiet); err != nil {
		return gen.Config{}, err
	}
	run := setup.Config(cfg, sets, version)
	run.Force, run.Fault = force, c.fault
	return run, nil
}

func (c *console) runGenerate(ctx context.Context, cfg *config.Config, run gen.Config, asJSON, quiet bool) (err error) {
	toExport, err := c.runExport(cfg, run.Force)
	if err != nil {
		return err
	}
	models, err := setup.Models(ctx, cfg, &run, c.connections(ctx, ""))
	if err != nil {
		return err
	}
	defer func() {
		if closing := models.Close(); err == nil {
			err = closing
		}
	}()
	if c.bars != nil {
		shown := &runProgress{to: c.bars, noun: "entries"}
		run.Progress = shown
		showCost(models, shown)
	}
	if !quiet {
		run.Repaired = func(r runfolder.Repair) { c.notice("%s", printable(r.String())) }
		stop := context.AfterFunc(ctx, func() {
			c.remark("stopping: finishing what is in flight; Ctrl-C again stops at once")
		})
		defer stop()
	}
	report, err := gen.Run(ctx, run)
	if err != nil {
		return generateFailure(run.Out, err)
	}
	if !quiet {
		c.tellRefused(models)
	}
	told := reportOf(report, cfg.Prices)
	if toExport != nil && !quiet {
		toExport.Changed = func(how *datasets.Change) { c.notice("%s: the run is exported again", printable(how.Error())) }
	}
	before := doneBefore(toExport, report)
	exports := toExport != nil && before == nil
	told.Unchanged = told.Unchanged && !exports
	if !asJSON && !quiet {
		c.printReport(report, cfg.Prices, exports)
	}
	exported, err := exportRun(ctx, toExport, report, before, run.Force)
	if err != nil {
		return err
	}
	switch {
	case asJSON:
		made := struct {
			jsonReport
			Export *export.Report `json:"export,omitempty"`
		}{told, exported}
		if err := c.printJSON(made); err != nil {
			return err
		}
	case !quiet && exported != nil:
		c.title("export")
		c.printExport(filepath.Join(run.Out, export.RunFolder), exported)
	}
	if missing := report.Planned - report.Accepted; missing != 0 {
		return found("the reasons stand in "+filepath.Join(run.Out, "rejected.jsonl"), "%s of %s: %s rejected, %s failed",
			thousands(missing), count(report.Planned, "entry", "entries"), thousands(total(report.Rejected)), thousands(total(report.Failed)))
	}
	if exported != nil && exported.Record != nil && exported.LeftOut != nil {
		f := leftOutFailure(exported.LeftOut)
		f.told = true
		return f
	}
	return nil
}

// generateFailure explains the errors that depend on the folder of the run.
func generateFailure(folder string, err error) error {
	goesOn := folder + " is intact; the same command continues from there"
	if f, ok := modelFailure(goesOn, err); ok {
		return f
	}
	if _, stopped := errors.AsType[*gen.InterruptedError](err); stopped {
		return &failure{message: prose.Error(err), code: exitInterrupted, hint: goesOn}
	}
	return resumes(err)
}
