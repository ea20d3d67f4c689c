// Package corpora writes sessions as training corpora, and in the formats of FlowBench, FlowAgent
// and WorFBench.
//
// [Export] writes a file of sessions into a folder, one folder a format. The corpora are those of
// package out: chats, with the workflows in the system message, and preference pairs, whose
// rejected sides are what the reference agents of package follow do wrong. A session is proved
// before it is written.
package corpora

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/export"
	"switchyard/eval"
	"switchyard/flow/follow"
	"switchyard/flow/session"
	"switchyard/internal/input"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/out/corpus"
	"switchyard/proof"
)

// chats are the formats of package out that can hold sessions.
var chats = []string{"openai", "openai-dpo", "trl", "trl-dpo", "llamafactory", "llamafactory-dpo", "axolotl", "hermes"}

// The formats of other benchmarks.
const (
	FlowBench = "flowbench"
	FlowAgent = "flowagent"
	WorFBench = "worfbench"
)

// Formats lists the formats.
func Formats() []string { return append(slices.Clone(chats), FlowBench, FlowAgent, WorFBench) }

// Config says what to export.
type Config struct {
	Path      string // the file of sessions
	Formats   []string
	Knowledge follow.Knowledge // in the system messages
	Folder    string
	Force     bool   // replace the export that is there
	Version   string // of the program
	Command   string // the command that makes the export again, for the record
}

// UnknownError says that no format has a name.
type UnknownError struct{ Name string }

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("sessions cannot be written as %q; the formats are %s", e.Name, strings.Join(Formats(), ", "))
}

// TakenError says that a folder holds an export already.
type TakenError struct{ Folder string }

// Error implements error.
func (e *TakenError) Error() string { return e.Folder + " holds an export already" }

// sink takes sessions in one format.
type sink interface {
	add(s *session.Session) error
	close() error
}

// Export exports sessions. The error is an [*UnknownError], a [*TakenError], one of the file
// system, or one of a line of the file.
func Export(ctx context.Context, c Config) (_ *export.Record, err error) {
	folder, err := out.NewFolder(c.Folder, out.FolderOptions{Outputs: len(c.Formats)})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, folder.Discard())
		}
	}()
	var sinks []sink
	for _, name := range c.Formats {
		s, err := open(name, folder.Sub(name), c.Knowledge)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, s)
	}
	record := &export.Record{Format: export.RecordFormat, Version: cmp.Or(c.Version, "devel"), Command: c.Command, Formats: c.Formats,
		Splits: []string{"train"}, Entries: map[string]int{"train": 0}, Proof: &export.Proof{}}
	lines := 0
	prover := proof.New()
	err = each(ctx, c.Path, func(line []byte) error {
		lines++
		s, problems := prover.SessionBytes(line)
		if len(problems) > 0 {
			if record.LeftOut == nil {
				record.LeftOut = &export.LeftOut{}
			}
			left := &datasets.Problem{File: datasets.Shown(c.Path), Line: lines, Check: string(problems[0].Check), Pointer: problems[0].Pointer, Message: datasets.InLine(problems[0].Message)}
			if s != nil {
				left.Entry = s.ID
			}
			record.LeftOut.Add(left)
			return nil
		}
		record.Entries["train"]++
		record.Proof.Proved++
		for _, to := range sinks {
			if err := to.add(s); err != nil {
				return err
			}
		}
		return nil
	})
	for _, to := range sinks {
		err = cmp.Or(err, to.close())
	}
	if err = cmp.Or(err, folder.Flush()); err != nil {
		return nil, err
	}
	record.Files, record.Skipped = folder.Files(), folder.Skipped()
	_, sum, err := datasets.ContentDigest(ctx, c.Path)
	if err != nil {
		return nil, err
	}
	record.Inputs = []datasets.Input{{Path: c.Path, Entries: lines, SHA256: sum}}
	if err := record.Write(folder); err != nil {
		return nil, err
	}
	return record, folder.Commit(export.RecordName, c.old)
}

// old lists the files of an export that may be replaced.
func (c *Config) old() ([]string, error) {
	there, err := export.ReadRecord(c.Folder)
	switch {
	case err != nil:
		return nil, err
	case there == nil:
		return nil, nil
	case !c.Force:
		return nil, &TakenError{c.Folder}
	}
	return there.Names(), nil
}

// each reads the lines of a file.
func each(ctx context.Context, path string, take func(line []byte) error) error {
	f, err := input.Open(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := out.NewLines(f, path)
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := take(line); err != nil {
			return err
		}
	}
}

// open opens a format.
func open(name string, to out.Output, k follow.Knowledge) (sink, error) {
	switch name {
	case FlowBench:
		return &flowBench{to: to, knowledge: k}, nil
	case FlowAgent:
		return newFlowAgent(to), nil
	case WorFBench:
		return newWorF(to)
	}
	if !slices.Contains(chats, name) {
		return nil, &UnknownError{name}
	}
	x, err := out.LookupExporter(name)
	if err != nil {
		return nil, err
	}
	c := &chat{knowledge: k, prover: proof.New()}
	s, err := x.Export(to, "train", out.ExportOptions{Examples: c.examples, Pairs: c.pairs})
	if err != nil {
		return nil, err
	}
	c.sink = s
	return c, nil
}

// chat writes sessions in a format of package out.
type chat struct {
	knowledge follow.Knowledge
	prover    *proof.Prover
	sink      out.Sink
	session   *session.Session // that is written now
}

func (c *chat) add(s *session.Session) error {
	c.session = s
	return out.Add(c.sink, entryOf(s))
}

func (c *chat) close() error { return c.sink.Close() }

// entryOf stands for a session where the formats of package out expect an entry.
func entryOf(s *session.Session) *mission.Entry {
	return &mission.Entry{Format: mission.FormatEntry, ID: s.ID, Environment: s.Environment, Persona: s.Persona, Toolset: s.Toolset}
}

// examples makes one chat of a session.
func (c *chat) examples(e *mission.Entry) ([]corpus.Example, error) {
	s := c.session
	messages := follow.Conversation(s)
	for i := range messages {
		messages[i].Train = messages[i].Role == corpus.Assistant
	}
	return []corpus.Example{{ID: s.ID, System: follow.System(s, c.knowledge), Messages: messages, Tools: s.Toolset.Tools, Entry: e, Mission: len(s.Exchanges) - 1}}, nil
}

// whys are the reasons of pairs: what each reference agent does wrong, and what that is.
var whys = []struct {
	agent  string
	why    corpus.Why
	detail string
}{
	{follow.Skipper, "skipped check", "a call that has to come first is left out"},
	{follow.FirstBranch, "wrong branch", "the result of the call leads to another branch"},
	{follow.Early, "early call", "a call is made with made-up values before the user was asked"},
	{follow.Digressor, "digression", "the user is followed instead of being brought back"},
	{follow.OneWay, "no way back", "the workflow goes back here, and the assistant refuses"},
}

// pairs makes preference pairs of a session: for each reference agent, the first decision at which
// what it does is wrong. That is proved: with it in its place, the session does not hold. The check
// is the first that fails.
func (c *chat) pairs(e *mission.Entry) (all []corpus.Pair, err error) {
	s := c.session
	system := follow.System(s, c.knowledge)
	right, err := follow.Reference(follow.Follower)
	if err != nil {
		return nil, err
	}
	for _, w := range whys {
		agent, err := follow.Reference(w.agent)
		if err != nil {
			return nil, err
		}
		for _, d := range follow.Decisions(s) {
			bad, err := agent.Act(context.Background(), &d)
			if err != nil {
				return nil, err
			}
			if follow.Judge(&d, bad).Right {
				continue
			}
			problems := c.prover.Session(with(&d, bad))
			if len(problems) == 0 {
				continue
			}
			good, err := right.Act(context.Background(), &d)
			if err != nil {
				return nil, err
			}
			all = append(all, corpus.Pair{ID: fmt.Sprintf("%s#%d.%s", s.ID, d.Exchange+1, strings.ReplaceAll(string(w.why), " ", "_")), System: system, Context: d.Messages,
				Chosen: []corpus.Message{messageOf(good, d.Exchange)}, Rejected: []corpus.Message{messageOf(bad, d.Exchange)},
				Tools: s.Toolset.Tools, Entry: e, Mission: d.Exchange, Why: w.why, Check: string(problems[0].Check), Detail: w.detail})
			break
		}
	}
	return all, nil
}

// with is the session with something else in the place of a decision.
func with(d *follow.Decision, a *eval.Action) *session.Session {
	s := *d.Session
	s.Exchanges = slices.Clone(s.Exchanges)
	ex := &s.Exchanges[d.Exchange]
	node := d.Node()
	ex.Calls = slices.Clone(ex.Calls[:d.Step])
	ex.Acts = slices.Clone(ex.Acts)
	due := slices.IndexFunc(ex.Acts, func(act session.Act) bool { return act.Kind == session.Call && act.Call == d.Step })
	speaks := slices.IndexFunc(ex.Acts, func(act session.Act) bool { return act.Kind != session.Call && !act.Passed })
	if due < 0 {
		due = speaks
	}
	if len(a.Calls) == 0 {
		ex.Acts = append(ex.Acts[:due], slices.DeleteFunc(slices.Clone(ex.Acts[due:]), func(act session.Act) bool { return act.Kind == session.Call || act.Passed })...)
		ex.Reply = a.Text
		return &s
	}
	ex.Acts = append(ex.Acts[:due], session.Act{Node: node, Kind: session.Call, Call: d.Step})
	for _, call := range a.Calls {
		ex.Calls = append(ex.Calls, session.Called{Tool: call.Name, Arguments: call.Arguments, Sources: []session.Source{}, Status: 200, Observation: []byte("{}")})
	}
	return &s
}

func messageOf(a *eval.Action, exchange int) corpus.Message {
	m := a.Message(exchange)
	m.Train = true
	return m
}
