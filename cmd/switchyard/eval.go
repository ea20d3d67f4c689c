package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/chat"
	"switchyard/eval/judge"
	"switchyard/eval/results"
	"switchyard/internal/wholefile"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/out"
	"switchyard/out/corpus"
)

func (c *console) evalCommand() *cobra.Command {
	var (
		f             evalFlags
		asJSON, quiet bool
	)
	cmd := &cobra.Command{
		Use:   "eval DATASET (--model MODEL | --agent AGENT) [flags]",
		Short: "Let an agent act in a dataset, and score it",
		Long: `Let an agent act in every mission of a dataset, and score what it does. DATASET is a
run folder, or a file in the native or the MMTB format, also one of others.

The agent is handed the true conversation up to the request and acts step by step
until it has replied or left the decision tree of the mission. --model is asked
through the tool calling of its endpoint; --protocol react and --protocol hermes do
without. --agent is a reference agent that knows what is right and errs in one way:
` + strings.Join(agents.Names(), ", ") + `. docs/evaluation.md says what each must score.

With --mode session the agent lives with its own history: the built-in user answers its
questions, its calls are made in a world with state, and what counts is how the world
has changed and what was told. That needs the folder of a run of the built-in engine.

Predictions are kept as they come. A run that was stopped goes on when the same
command is given again, and no prediction is asked for twice; a budget is for all of
them. switchyard score judges them again without asking, switchyard report makes tables
and a page of them.

` + exitCodes + `
Evaluating exits with 1 when predictions are missing because an endpoint failed, and
with 2 when it refuses the key, the model or the request. Faults of the agent are no
failure.`,
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
	flags.StringVar(&f.history, "history", string(eval.HistoryFull), "what is seen of earlier missions: `HISTORY` full, or talk without tools as the MMTB runner has it")
	flags.StringVar(&f.mode, "mode", results.StepMode, "`MODE` step, or session: the agent lives with its own history, and what it came to counts")
	flags.StringVar(&f.system, "system", "", "`FILE` with a template of the system prompt; {{.Now}}, {{.Weekday}}, {{.Locale}} and {{.Domain}} stand for values")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` from which the random agent's choices follow")
	flags.IntVar(&f.limit, "limit", 0, "at most `N` entries, evenly from all over the dataset; 0 for all")
	flags.StringVar(&f.out, "out", "", "write to the `FOLDER` (default: results/ and the name of model or agent)")
	flags.IntVar(&f.workers, "workers", 0, "`N` missions at once (default: one for each processor; with a model, two for each request at once)")
	flags.BoolVar(&f.force, "force", false, "replace the results that the folder holds")
	flags.BoolVar(&asJSON, "json", false, "print the figures as JSON")
	flags.BoolVar(&quiet, "quiet", false, "print nothing but errors")
	typed := addModelSettings(flags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if asJSON && quiet {
			return misuse("leave one of them out", "--json and --quiet exclude each other")
		}
		job, err := c.evalJob(&f, args[0], typed, cmd)
		if err != nil {
			return err
		}
		job.quiet = quiet
		return c.eval(cmd.Context(), job, asJSON)
	}
	return cmd
}

// addModelSettings adds the flags of settings that matter where a model is asked,
// and some more.
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

// evalJob is an evaluation that is well defined.
type evalJob struct {
	source   *evalSource
	run      results.Run
	folder   string
	force    bool
	quiet    bool
	command  string
	workers  int
	settings *config.Config // of a model
	stages   *stages        // of sessions
}

// evalJob checks the flags.
func (c *console) evalJob(f *evalFlags, dataset string, typed map[string]*settingFlag, cmd *cobra.Command) (*evalJob, error) {
	j := &evalJob{force: f.force, folder: f.out, command: typedCommand(cmd, []string{dataset}), workers: f.workers,
		run: results.Run{History: f.history, Mode: f.mode, Limit: f.limit}}
	switch {
	case f.limit < 0:
		return nil, misuse("0 means all", "--limit cannot be negative")
	case cmd.Flags().Changed("workers") && f.workers < 1:
		return nil, noWorkers(f.workers)
	case f.model != "" && f.agent != "":
		return nil, misuse("leave one of them out", "--model and --agent exclude each other")
	case f.agent != "":
		for _, name := range append([]string{"protocol"}, writerFlags...) {
			if cmd.Flags().Changed(name) {
				return nil, misuse("leave it out, or give --model instead of --agent", "--%s is for a model, and --agent asks none", name)
			}
		}
	}
	if f.mode != results.StepMode && f.mode != results.SessionMode {
		return nil, misuse("write --mode step or --mode session", "--mode: there is no mode %q", f.mode)
	}
	options := eval.TaskOptions{History: eval.History(f.history)}
	if options.History != eval.HistoryFull && options.History != eval.HistoryTalk {
		return nil, misuse("write --history full or --history talk", "--history: there is no history %q", f.history)
	}
	if f.system != "" {
		text, err := readFile(f.system)
		if err != nil {
			return nil, err
		}
		if options.System, err = parseSystem(f.system, text); err != nil {
			return nil, err
		}
		j.run.System = string(text)
	}
	if f.agent != "" {
		if !slices.Contains(agents.Names(), f.agent) {
			return nil, misuse(didYouMean(f.agent, agents.Names()), "--agent: no agent is called %q", f.agent)
		}
		j.run.Agent, j.run.Seed = f.agent, f.seed
		j.workers = cmp.Or(j.workers, runtime.GOMAXPROCS(0))
	} else if err := c.evalModel(j, f, typed); err != nil {
		return nil, err
	}
	name, err := datasets.NativeFile(dataset)
	if err != nil {
		return nil, err
	}
	j.run.Dataset = name
	j.source = &evalSource{name: name, options: options, limit: f.limit}
	if f.mode == results.SessionMode {
		if j.stages, err = openStages(name); err != nil {
			return nil, err
		}
	}
	if j.folder == "" {
		j.folder = filepath.Join("results", folderName(j.run.Name()))
		if f.mode == results.SessionMode {
			j.folder += "-session"
		}
	}
	return j, usableFolder(j.folder)
}

// evalModel finds the model that is evaluated: --model, or the role agent of
// run.yaml.
func (c *console) evalModel(j *evalJob, f *evalFlags, typed map[string]*settingFlag) error {
	protocol := chat.Protocol(f.protocol)
	if !slices.Contains(chat.Protocols(), protocol) {
		return misuse("write --protocol tools, --protocol react or --protocol hermes", "--protocol: there is no protocol %q", f.protocol)
	}
	all := map[string]*settingFlag{}
	for name, flag := range typed {
		all[name] = flag
	}
	if f.model != "" {
		all["role"] = &settingFlag{texts: []string{config.AgentName + "=" + f.model}}
	}
	cfg, err := c.settings(all, config.AgentName)
	if err != nil {
		return err
	}
	m := cfg.Roles.Agent
	if m == nil {
		return misuse("add --agent oracle, or --model gpt-4o", "switchyard eval needs an agent")
	}
	sampling, _ := json.Marshal(m.Sampling) // numbers and a text can always be written
	j.run.Agent, j.run.Model, j.run.Endpoint, j.run.Sampling, j.run.Protocol = "model", m.Name, m.Provider.BaseURL, string(sampling), f.protocol
	j.settings = cfg
	return nil
}

// price is what the model costs; nil when it is not known.
func (j *evalJob) price() *results.Price {
	if j.settings == nil || j.settings.Prices == nil {
		return nil
	}
	p, ok := j.settings.Prices.Models[j.run.Model]
	if !ok {
		return nil
	}
	return &results.Price{Input: p.Input, Cached: p.Cached, Output: p.Output, Currency: j.settings.Prices.Currency}
}

// parseSystem reads the template of a system prompt.
func parseSystem(name string, text []byte) (*template.Template, error) {
	t, err := corpus.ParseSystem(string(text))
	if err != nil {
		return nil, misuse("fields are {{.Now}}, {{.Weekday}}, {{.Locale}} and {{.Domain}}", "--system %s: %s", name, oneLine(err.Error()))
	}
	return t, nil
}

// folderName is a name as a folder may have it.
func folderName(name string) string {
	safe := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == ':' || r < ' ' || strings.ContainsRune(`*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	return cmp.Or(strings.Trim(safe, ". "), "agent")
}

// eval lets the agent act in what is not predicted yet, and scores everything.
func (c *console) eval(ctx context.Context, j *evalJob, asJSON bool) error {
	sum, err := j.source.count(ctx, c)
	if err != nil {
		return err
	}
	j.run.SHA256 = sum.SHA256
	if j.run.Agent == agents.Forgetful && !sum.proven && !j.quiet {
		c.remark("note: %s does not say where values come from: %s forgets nothing there, and scores what %s scores", printable(j.source.name), agents.Forgetful, agents.Oracle)
	}
	folder, err := results.Open(j.folder, results.Manifest{Version: version, Command: j.command, ID: connect.NewRun(), Run: j.run, Price: j.price()}, j.force)
	if err != nil {
		return evalFailure(j.folder, err)
	}
	models, err := c.predictAll(ctx, j, folder, sum)
	if err != nil {
		return errors.Join(evalFailure(j.folder, err), folder.Close())
	}
	if err := folder.Finish(slices.Values(sum.keys)); err != nil {
		return err
	}
	if !j.quiet {
		c.tellRefused(models)
	}
	return c.scoreAndTell(ctx, j.folder, asJSON, j.quiet)
}

// predictAll makes the agent, and lets it act in what is not predicted yet.
func (c *console) predictAll(ctx context.Context, j *evalJob, folder *results.Folder, sum *evalSum) (*connect.Models, error) {
	a, models, err := c.evalAgent(ctx, j, folder.Manifest.ID)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(sum.keys, func(k results.Key) bool { return !folder.Has(k) }) {
		if err = j.paidBefore(models, folder, sum.keys); err == nil {
			err = folder.Begin()
		}
		if err == nil {
			err = c.predict(ctx, j, folder, a, models, sum)
		}
	}
	if closing := models.Close(); err == nil {
		err = closing
	}
	return models, err
}

// paidBefore tells the meter what the predictions of a folder have cost: a budget is
// for all of them. Its error says that nothing more may be asked.
//
// Of missions that are asked for again, answers come out of the store and are
// counted then; without a store they are paid for a second time.
func (j *evalJob) paidBefore(models *connect.Models, folder *results.Folder, keys []results.Key) error {
	if models == nil {
		return nil
	}
	again := j.again(folder, keys)
	var before spend.Spent
	for _, k := range keys {
		if j.settings.Store == "" || folder.Has(k) && !again[k.Entry] {
			paid := folder.Paid(k)
			before.Add(spend.Spent{Input: paid.Input, Cached: paid.Cached, Output: paid.Output})
		}
	}
	who := spend.Who{Role: config.AgentName, Model: j.run.Model}
	models.Meter.Start(spend.Usage{{Who: who, Spent: before}})
	return models.Meter.Spend(who, spend.Spent{})
}

// again are the entries of which sessions are played from the beginning, as a mission
// of theirs has no prediction.
func (j *evalJob) again(folder *results.Folder, keys []results.Key) map[string]bool {
	again := map[string]bool{}
	for _, k := range keys {
		if j.run.Mode == results.SessionMode && !folder.Has(k) {
			again[k.Entry] = true
		}
	}
	return again
}

// evalAgent makes the agent, and opens its model where it has one.
func (c *console) evalAgent(ctx context.Context, j *evalJob, id string) (eval.Agent, *connect.Models, error) {
	if j.settings == nil {
		a, err := agents.New(j.run.Agent, j.run.Seed)
		return a, nil, err
	}
	models, err := c.connect(ctx, j.settings, id)
	if err != nil {
		return nil, nil, err
	}
	client, err := models.Client(j.settings.Roles.Agent)
	if err != nil {
		return nil, nil, errors.Join(err, models.Close())
	}
	who := spend.Who{Role: config.AgentName, Model: j.run.Model}
	spent := func(r *model.Response, err error) error { return models.Meter.Spend(who, spend.Of(r, err)) }
	j.workers = cmp.Or(j.workers, models.Workers())
	return &chat.Agent{Model: client, Protocol: chat.Protocol(j.run.Protocol), Spent: spent}, models, nil
}

// predict lets the agent act in every mission that has no prediction yet.
func (c *console) predict(ctx context.Context, j *evalJob, folder *results.Folder, a eval.Agent, models *connect.Models, sum *evalSum) error {
	progress := c.evalProgress(j, models)
	strict, err := judge.New(eval.Strict1)
	if err != nil {
		return err
	}
	likeness := judge.Likeness()
	again := j.again(folder, sum.keys)
	todo, done := 0, 0
	for _, k := range sum.keys {
		if folder.Has(k) && !again[k.Entry] {
			done++
		} else {
			todo++
		}
	}
	if err := c.judgeBefore(ctx, j, folder, progress, strict, again); err != nil {
		return err
	}
	progress.start(todo, done)
	defer progress.finish()
	silence := &silence{most: max(fewestSilent, 2*j.workers)}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(j.workers)
	keep := func(p *eval.Prediction, verdict func() eval.Verdict) error {
		if err := folder.Add(p); err != nil {
			return err
		}
		if progress.bar != nil {
			v := verdict()
			progress.judged(&v)
		}
		return silence.heard(p)
	}
	err = j.source.each(ctx, c, func(tasks []eval.Task) error {
		if j.stages != nil {
			if slices.ContainsFunc(tasks, func(t eval.Task) bool { return !folder.Has(results.Key{Entry: t.Entry.ID, Mission: t.Mission}) }) {
				g.Go(func() error { return j.stages.play(ctx, tasks[0].Entry, a, j.source.options, keep) })
			}
			return ctx.Err()
		}
		for i := range tasks {
			t := &tasks[i]
			if folder.Has(results.Key{Entry: t.Entry.ID, Mission: t.Mission}) {
				continue
			}
			g.Go(func() error {
				if err := ctx.Err(); err != nil {
					return err
				}
				p, err := eval.Walk(ctx, t, a, likeness)
				if err != nil {
					return err
				}
				return keep(p, func() eval.Verdict { return strict.Judge(t, p) })
			})
		}
		return nil
	})
	// What the agent failed of is more telling than that reading was stopped.
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return err
}

// fewestSilent is after how many missions in a row without an answer, at least, an
// endpoint is taken for silent.
const fewestSilent = 20

// silence ends a run whose endpoint answers nothing any more.
type silence struct {
	most int
	mu   sync.Mutex
	row  int
}

// heard takes a prediction in.
func (s *silence) heard(p *eval.Prediction) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.End != eval.Unscored {
		s.row = 0
		return nil
	}
	if s.row++; s.row < s.most {
		return nil
	}
	return &silentError{s.row, p.Error}
}

// silentError says that an endpoint answers nothing any more.
type silentError struct {
	missions int
	last     string
}

// Error implements error.
func (e *silentError) Error() string {
	return fmt.Sprintf("%s in a row without an answer; the last error: %s", count(e.missions, "mission", "missions"), oneLine(e.last))
}

// mendHint is what to do about a prediction that cannot be read.
const mendHint = "nothing is changed; take the line out, and switchyard eval asks for that mission again, or replace all with --force"

// manifestFailure tells what to do about a results.json that cannot be read.
func manifestFailure(e *results.ManifestError) error {
	if e.Other {
		return misuse("use the version of switchyard that has written it", "%s", oneLine(e.Error()))
	}
	return &failure{message: oneLine(e.Error()), code: exitFound, hint: "take it from a copy, or remove the folder and evaluate again"}
}

// evalFailure tells what to do about the errors of evaluations.
func evalFailure(folder string, err error) error {
	var (
		different *results.DifferentError
		foreign   *results.ForeignError
		silent    *silentError
		busy      *wholefile.BusyError
		manifest  *results.ManifestError
		line      *out.LineError
	)
	switch {
	case errors.As(err, &busy):
		return &failure{message: busy.Error(), code: exitMisuse, hint: "wait until that one has ended, or choose another folder with --out"}
	case errors.As(err, &manifest):
		return manifestFailure(manifest)
	case errors.As(err, &line) && filepath.Clean(line.File) == filepath.Join(folder, results.PredictionsName):
		return located(line.File, line.Line, mendHint, errors.New(line.Problems[0].Message))
	case errors.As(err, &silent):
		return &failure{message: silent.Error(), code: exitFound, hint: fmt.Sprintf("is the endpoint running? %s is whole so far; the same command goes on from there", folder)}
	case errors.As(err, &different):
		return &failure{message: fmt.Sprintf("%s holds other results", folder), details: different.Differences, code: exitMisuse,
			hint: "choose another folder with --out, or replace those results with --force"}
	case errors.As(err, &foreign):
		return &failure{message: err.Error(), code: exitMisuse, hint: "choose another folder with --out"}
	case errors.Is(err, context.Canceled):
		return &failure{message: "stopped", code: exitInterrupted, hint: fmt.Sprintf("%s is whole so far; the same command goes on from there", folder)}
	case errors.Is(err, os.ErrPermission):
		return err
	}
	if f, ok := modelFailure(fmt.Sprintf("%s is whole so far; the same command goes on from there", folder), err); ok {
		return f
	}
	return resumes(err)
}
