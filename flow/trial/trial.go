// Package trial evaluates an agent on a dataset of sessions: it asks for what is missing, keeps
// every answer, and makes figures of them.
//
// [Run] is the whole of it. Its results folder holds predictions.jsonl, which the same command
// continues, figures.json, report.html and report.md.
package trial

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"switchyard/eval"
	"switchyard/flow/follow"
	"switchyard/flow/session"
	"switchyard/internal/input"
	"switchyard/internal/jsontext"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

// Mode is what is evaluated.
type Mode string

// The modes.
const (
	Turns    Mode = "turn"    // every decision, from the true conversation
	Sessions Mode = "session" // whole sessions, lived through
)

// The files of a results folder.
const (
	PredictionsName = "predictions.jsonl"
	FiguresName     = "figures.json"
	PageName        = "report.html"
	TextName        = "report.md"
)

// FormatPrediction is the format of a line of predictions.jsonl.
const FormatPrediction = "switchyard-flow-prediction/1"

// Config says what to evaluate.
type Config struct {
	Path        string // the file of sessions
	Mode        Mode
	Name        string // of the agent
	Knowledge   []follow.Knowledge
	Controllers []follow.Controller // of sessions; one without any if there are none
	// Agent makes the agent that is told the workflows in a form.
	Agent func(follow.Knowledge) follow.Agent
	// Stage makes the stage of a session; only needed for sessions.
	Stage func(ctx context.Context, s *session.Session) (*follow.Stage, error)
	// User says in other words what the users of sessions say; nil leaves theirs. UserName is the
	// model that plays it.
	User     follow.User
	UserName string
	Judge    *Judge // scores replies at the level of turns; may be nil

	Limit   int // the greatest number of sessions, taken evenly; 0 for all
	Out     string
	Force   bool // forget the predictions that the folder holds
	Workers int
	// Progress may be nil. Its methods are called from one goroutine.
	Progress interface {
		Start(total, done int)
		Add(right bool)
		Finish()
	}
}

// setting is one way in which the agent is asked.
type setting struct {
	Knowledge  follow.Knowledge `json:"knowledge"`
	Controller string           `json:"controller"`
}

// prediction is what the agent did at a decision, or in a whole session.
type prediction struct {
	Format  string `json:"format"`
	Mode    Mode   `json:"mode"`
	Agent   string `json:"agent"`
	Session string `json:"session"`
	User    string `json:"user,omitempty"`  // the model that plays the user of a session
	Judge   string `json:"judge,omitempty"` // the model that scores replies
	setting
	Exchange int             `json:"exchange"` // of a decision
	Step     int             `json:"step"`
	Text     string          `json:"text,omitempty"`
	Calls    []eval.Called   `json:"calls,omitempty"`
	Score    *int            `json:"score,omitempty"` // of the judge, for a reply that was due
	Tokens   int             `json:"tokens,omitempty"`
	Outcome  *follow.Outcome `json:"outcome,omitempty"` // of a session
}

// key tells predictions apart.
func (p *prediction) key() string {
	return fmt.Sprintf("%s|%s|%s|%s|%s|%s|%s|%d|%d", p.Mode, p.Agent, p.User, p.Judge, p.Session, p.Knowledge, p.Controller, p.Exchange, p.Step)
}

// OtherAgentError says that a results folder holds the predictions of another agent.
type OtherAgentError struct{ Folder, There, Now string }

// Error implements error.
func (e *OtherAgentError) Error() string {
	return fmt.Sprintf("%s holds predictions of %s, not of %s", e.Folder, e.There, e.Now)
}

// NoSessionsError says that a file holds no sessions.
type NoSessionsError struct{ Path string }

// Error implements error.
func (e *NoSessionsError) Error() string { return e.Path + ": holds no sessions" }

// Run evaluates an agent and writes the results folder. The error is an [*OtherAgentError], a
// [*NoSessionsError], one of a line of the dataset, one of the agent, or that of ctx. What was
// predicted before an error is kept.
func Run(ctx context.Context, c Config) (*Report, error) {
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	if len(c.Controllers) == 0 || c.Mode == Turns {
		c.Controllers = []follow.Controller{{}}
	}
	sessions, err := read(ctx, c.Path, c.Limit)
	if err != nil {
		return nil, err
	}
	lock, err := wholefile.HoldFolder(c.Out)
	if err != nil {
		return nil, err
	}
	defer func() { _ = lock.Release() }() // nothing depends on it any more
	if c.Force {
		if err := os.Remove(filepath.Join(c.Out, PredictionsName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	r := &runner{Config: &c, sessions: sessions, kept: map[string]*prediction{}}
	if err := r.load(); err != nil {
		return nil, err
	}
	if err := r.ask(ctx); err != nil {
		return nil, err
	}
	report := r.report()
	return report, report.write(&c, sessions)
}

// read reads the sessions of a file.
func read(ctx context.Context, path string, limit int) (all []*session.Session, err error) {
	f, err := input.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := out.NewLines(f, path)
	for {
		line, err := lines.Next()
		if torn := (*out.TornError)(nil); errors.Is(err, io.EOF) || errors.As(err, &torn) && len(all) > 0 {
			break // what was written to its end is evaluated
		}
		if err != nil {
			return nil, err
		}
		s := &session.Session{}
		if err := json.Unmarshal(line, s); err != nil || s.Format != session.Format {
			return nil, &out.LineError{File: path, Line: lines.Line(), Problems: []out.Problem{{Message: "it is no session of format " + session.Format}}}
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, &NoSessionsError{path}
	}
	if total := len(all); limit > 0 && limit < total {
		var few []*session.Session
		for k := range limit {
			few = append(few, all[k*total/limit])
		}
		all = few
	}
	return all, nil
}

// job is one thing to ask.
type job struct {
	prediction
	session  *session.Session
	decision *follow.Decision // of turns
}

// runner is an evaluation under way.
type runner struct {
	*Config
	sessions []*session.Session
	kept     map[string]*prediction
	liver    follow.Liver
}

// load reads the predictions that there are. A last line that was not written to its end is cut off.
func (r *runner) load() error {
	name := filepath.Join(r.Out, PredictionsName)
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	if len(whole) < len(data) {
		if err := os.Truncate(name, int64(len(whole))); err != nil {
			return err
		}
	}
	for line := range bytes.Lines(whole) {
		p := &prediction{}
		if err := json.Unmarshal(line, p); err != nil || p.Format != FormatPrediction {
			return &OtherAgentError{r.Out, "something else", r.Name}
		}
		if p.Agent != r.Name {
			return &OtherAgentError{r.Out, p.Agent, r.Name}
		}
		r.kept[p.key()] = p
	}
	return nil
}

// jobs lists what is to be asked, session by session.
func (r *runner) jobs() (all []job) {
	for _, s := range r.sessions {
		for _, k := range r.Knowledge {
			for _, c := range r.Controllers {
				p := prediction{Format: FormatPrediction, Mode: r.Mode, Agent: r.Name, Session: s.ID, setting: setting{k, c.Name()}}
				if r.Mode == Sessions {
					p.User = r.UserName
					all = append(all, job{p, s, nil})
					continue
				}
				if r.Judge != nil {
					p.Judge = r.Judge.Name
				}
				for _, d := range follow.Decisions(s) {
					p.Exchange, p.Step = d.Exchange, d.Step
					all = append(all, job{p, s, &d})
				}
			}
		}
	}
	return all
}

// batch is how many answers a worker gets before they are written.
const batch = 8

// ask gets the predictions that are missing.
func (r *runner) ask(ctx context.Context) error {
	jobs := r.jobs()
	total := len(jobs)
	jobs = slices.DeleteFunc(jobs, func(j job) bool { return r.kept[j.key()] != nil })
	if r.Progress != nil {
		r.Progress.Start(total, total-len(jobs))
		defer r.Progress.Finish()
	}
	if len(jobs) == 0 {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(r.Out, PredictionsName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	to := bufio.NewWriter(f)
	for at := 0; at < len(jobs) && err == nil; at += batch * r.Workers {
		part := jobs[at:min(len(jobs), at+batch*r.Workers)]
		done := make([]bool, len(part))
		group, working := errgroup.WithContext(ctx)
		group.SetLimit(r.Workers)
		for i := range part {
			group.Go(func() error {
				err := r.predict(working, &part[i])
				done[i] = err == nil
				return err
			})
		}
		err = group.Wait()
		for i := range part { // what was paid for is kept
			if !done[i] {
				continue
			}
			line, encoding := jsontext.Line(&part[i].prediction)
			if encoding == nil {
				_, encoding = to.Write(line)
			}
			if err = cmp.Or(err, encoding); encoding != nil {
				break
			}
			r.kept[part[i].key()] = &part[i].prediction
			if r.Progress != nil {
				r.Progress.Add(true)
			}
		}
		err = cmp.Or(err, to.Flush())
	}
	return cmp.Or(err, f.Close())
}

// predict asks the agent.
func (r *runner) predict(ctx context.Context, j *job) error {
	agent := r.Agent(j.Knowledge)
	if j.decision != nil {
		a, err := agent.Act(ctx, j.decision)
		if err != nil {
			return err
		}
		j.Text, j.Calls, j.Tokens = a.Text, a.Calls, a.Usage.Input+a.Usage.Output
		if r.Judge != nil && j.decision.Call() == nil {
			score := 0 // for a call instead of a reply
			if len(a.Calls) == 0 && a.Text != "" {
				score, err = r.Judge.score(ctx, j.decision, a.Text)
			}
			j.Score = &score
		}
		return err
	}
	stage, err := r.Stage(ctx, j.session)
	if err != nil {
		return err
	}
	stage.User = r.User
	control, _ := follow.ControllerOf(j.Controller)
	j.Outcome, err = r.liver.Live(ctx, stage, agent, control)
	if err != nil {
		return err
	}
	for _, u := range j.Outcome.Usage {
		j.Tokens += u.Input + u.Output
	}
	j.Outcome.Usage = nil
	return nil
}
