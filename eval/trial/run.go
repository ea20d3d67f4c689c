// Package trial evaluates agents. It lets an agent act in every mission of a dataset,
// keeps what it did in a folder of results, judges that, and reports on it. Go programs
// can use it to do what switchyard eval, score and report do.
//
// Start with these:
//
//   - [Evaluate] lets a reference agent or a model act, and scores it.
//   - [Score] judges stored predictions again, without asking the agent.
//   - [Report] combines several folders of results into a [report.Report].
//   - [ReadMMTB] and [WriteMMTB] exchange results with the Multi-Mission Tool Bench.
//
// The zero value of every field of a configuration is the usual choice. The package
// neither prints nor reads the environment: progress goes to a [Progress], and results
// contain notes for the user. An [Error] says why an operation cannot be done; other
// errors are those of the packages that found them.
//
// An evaluation that was stopped, even by kill -9, continues when it is called again with
// the same configuration. The number of workers does not affect the bytes of the files.
// If two calls write to one folder at the same time, the second gets a
// [wholefile.BusyError].
package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"switchyard/config/connect"
	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/agents"
	"switchyard/eval/chat"
	"switchyard/eval/results"
	"switchyard/internal/prose"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/out/corpus"
)

// Config says which agent acts in which dataset.
type Config struct {
	Dataset string // a run folder, or a file in the native or the MMTB format
	Folder  string // of the results; empty for [Config.DefaultFolder]

	Agent    string        // a reference agent (see package agents); empty for a model
	Seed     uint64        // of an agent's random choices
	Model    *Model        // acts where Agent is empty
	Protocol chat.Protocol // how the model calls tools; empty for chat.Tools

	History eval.History // empty for eval.HistoryFull
	System  string       // the template of the system prompt; empty for the usual one
	Mode    string       // results.StepMode or results.SessionMode; empty for the first
	Limit   int          // at most this many entries, spread evenly over the dataset; 0 for all
	Workers int          // missions at once; 0 for one per processor
	Force   bool         // replace the results of something else

	Version  string   // of the program, noted in the results
	Command  string   // that starts the evaluation again, noted in the results
	Toolsets Toolsets // of sessions
	Progress Progress // may be nil
	// Earlier is told what an earlier call that did not finish has left, and which of its
	// predictions were lost, so that they are made again; may be nil.
	Earlier func(string)
	// Changed is told of a dataset that is not as its folder says that it was written. Its
	// entries are proved then. May be nil.
	Changed func(*datasets.Change)
	// Fault is told of each panic that left missions unscored: it is a fault of this
	// program. Workers call Fault concurrently. It may be nil.
	Fault func(error)
}

// Model is a model that acts as the agent or judges.
type Model struct {
	Name     string
	Endpoint string         // noted in the results
	Sampling string         // as JSON, noted in the results
	Price    *results.Price // nil when it is not known
	Workers  int            // requests that are worth making at once; 0 for one per processor
	Stored   bool           // answers are kept in a store, so that asking again costs nothing

	// Client makes a client whose requests are paid for by the run with the given
	// identity. It is called only when there is something to ask.
	Client func(run string) (model.Completer, error)
	// Spend is called with each cost, so that the caller can add them up: first with
	// what was paid earlier for the same results, then with the cost of each request.
	// A cost may be zero, or negative to correct an earlier one. An error of Spend ends
	// the work. nil means that costs are not counted.
	Spend func(spend.Spent) error
}

func (m *Model) spend(s spend.Spent) error {
	if m.Spend == nil {
		return nil
	}
	return m.Spend(s)
}

// account takes the answer to a request, or its error, into account.
func (m *Model) account(r *model.Response, err error) error { return m.spend(spend.Of(r, err)) }

// described returns the run as the results record it. The digest of the dataset is still
// missing.
func (c *Config) described(dataset string) results.Run {
	r := results.Run{Dataset: dataset, History: string(cmp.Or(c.History, eval.HistoryFull)), System: c.System,
		Mode: cmp.Or(c.Mode, results.StepMode), Limit: c.Limit}
	if c.Model == nil {
		r.Agent, r.Seed = c.Agent, c.Seed
		return r
	}
	r.Agent, r.Model, r.Endpoint, r.Sampling, r.Protocol = "model", c.Model.Name, c.Model.Endpoint, c.Model.Sampling, string(cmp.Or(c.Protocol, chat.Tools))
	return r
}

// DefaultFolder is the folder of the results if none is named: results/ and the name of
// the agent or model.
func (c *Config) DefaultFolder() string {
	run := c.described("")
	folder := NamedFolder(run.Name())
	if run.Mode == results.SessionMode {
		folder += "-session"
	}
	return folder
}

// NamedFolder returns a folder below results/ with the given name, without characters
// that file systems refuse.
func NamedFolder(name string) string {
	safe := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	return filepath.Join("results", cmp.Or(strings.Trim(safe, ". "), "agent"))
}

// Evaluate lets an agent act in every mission without a prediction, and scores all of
// them. Missions in which an endpoint failed stay unscored; the same call tries them
// again.
//
// The errors are those of [Score], a [results.DifferentError] or [results.ForeignError]
// if the folder holds something else, a [SilentError], and those of [Model.Client] and
// [Model.Spend].
func Evaluate(ctx context.Context, c Config) (_ *Scored, err error) {
	j, err := c.open(ctx)
	if err != nil {
		return nil, err
	}
	if err := j.source.check(c.Changed); err != nil {
		return nil, err
	}
	sum, err := j.source.count(ctx)
	if err != nil {
		return nil, err
	}
	j.run.SHA256 = sum.SHA256
	m := results.Manifest{Version: c.Version, Command: c.Command, ID: connect.NewRun(), Run: j.run}
	if c.Model != nil {
		m.Price = c.Model.Price
	}
	folder, err := results.Open(c.Folder, m, c.Force)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	c.tellEarlier(folder, len(sum.keys))
	if err := j.predictAll(ctx, folder, sum.keys); err != nil {
		return nil, err
	}
	if err := folder.Finish(slices.Values(sum.keys)); err != nil {
		return nil, err
	}
	s, err := j.sources.score(ctx, c.Folder, &folder.Manifest)
	if err != nil {
		return nil, err
	}
	if c.Model == nil && c.Agent == agents.Forgetful && !sum.proven {
		s.Notes = append(s.Notes, fmt.Sprintf("%s does not say where values come from, so the agent %s forgets nothing and scores the same as %s",
			j.source.name, agents.Forgetful, agents.Oracle))
	}
	return s, nil
}

// tellEarlier says what an earlier call has left of the missions.
func (c *Config) tellEarlier(folder *results.Folder, missions int) {
	if c.Earlier == nil {
		return
	}
	if lost := folder.Lost(); lost != "" {
		c.Earlier(lost)
	}
	if folder.Unfinished() {
		c.Earlier(fmt.Sprintf("%s has predictions for %s of %s from an evaluation that was stopped; the others are made now",
			c.Folder, prose.Thousands(folder.Len()), prose.Count(missions, "mission", "missions")))
	}
}

// job is an evaluation in progress.
type job struct {
	Config
	run     results.Run
	sources *sources
	source  *source
	stages  *stages // of sessions
}

// open prepares an evaluation.
func (c *Config) open(ctx context.Context) (*job, error) {
	if c.Folder == "" {
		c.Folder = c.DefaultFolder()
	}
	if c.Agent != "" {
		c.Model = nil
	} else if c.Model == nil {
		return nil, &Error{Trouble: NoAgent, Message: "neither an agent nor a model is to be evaluated"}
	}
	s := &sources{datasets: []string{c.Dataset}, toolsets: c.Toolsets, version: c.Version}
	name, err := datasets.NativeFile(c.Dataset)
	if err != nil {
		return nil, err
	}
	j := &job{Config: *c, run: c.described(name), sources: s}
	if j.source, err = newSource(name, &j.run); err != nil {
		return nil, err
	}
	if c.Workers == 0 {
		j.Workers = runtime.GOMAXPROCS(0)
		if c.Model != nil {
			j.Workers = cmp.Or(c.Model.Workers, j.Workers)
		}
	}
	if j.run.Mode == results.SessionMode {
		j.stages, err = s.stages(ctx, name)
	}
	return j, err
}

// newSource opens a dataset with the options of a run.
func newSource(name string, r *results.Run) (*source, error) {
	s := &source{name: name, limit: r.Limit, options: eval.TaskOptions{History: eval.History(r.History)}}
	if r.System == "" {
		return s, nil
	}
	var err error
	if s.options.System, err = corpus.ParseSystem(r.System); err != nil {
		return nil, fmt.Errorf("the system prompt: %w", err)
	}
	return s, nil
}
