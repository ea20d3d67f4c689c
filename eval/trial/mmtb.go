package trial

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"

	"switchyard/config/connect"
	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/eval/results"
	"switchyard/internal/input"
	"switchyard/internal/wholefile"
	"switchyard/mission"
	"switchyard/out"
)

// ImportConfig names a result file of the Multi-Mission Tool Bench.
type ImportConfig struct {
	File    string
	Folder  string // of the results; empty for results/ and the name of the file
	Force   bool   // replace the results of something else
	Version string // of the program, noted in the results
	Command string // that makes the folder again, noted in the results
}

// DefaultFolder is the folder of the results if none is named.
func (c *ImportConfig) DefaultFolder() string { return NamedFolder(c.model()) }

// model returns the name of the results: the file is named after the model.
func (c *ImportConfig) model() string {
	return input.Stem(c.File)
}

// ReadMMTB makes a folder of results from a result file of the Multi-Mission Tool Bench,
// written by switchyard or another program. Score it with [Score].
func ReadMMTB(ctx context.Context, c ImportConfig) (err error) {
	if c.Folder == "" {
		c.Folder = c.DefaultFolder()
	}
	if err := firstIsResult(ctx, c.File); err != nil {
		return err
	}
	src := &source{name: c.File}
	sum, err := src.count(ctx)
	if err != nil {
		return err
	}
	to, err := results.Open(c.Folder, results.Manifest{Version: c.Version, Command: c.Command, ID: connect.NewRun(),
		Run: results.Run{Dataset: c.File, SHA256: sum.SHA256, Agent: "model", Model: c.model(), History: string(eval.HistoryTalk), Mode: results.StepMode}}, c.Force)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	likeness := judge.Likeness()
	_, err = datasets.Each(ctx, datasets.Source{Path: c.File}, func(line []byte) (*eval.Prediction, error) {
		if !results.IsMMTB(line) {
			return nil, errors.New("this is not a line of a result file")
		}
		_, p, err := results.DecodeMMTB(line, likeness)
		return p, err
	}, func(_ []byte, _ int, p *eval.Prediction) error {
		if to.Has(results.Key{Entry: p.Entry, Mission: p.Mission}) {
			return nil
		}
		return to.Add(p)
	})
	if err != nil {
		return err
	}
	return to.Finish(slices.Values(sum.keys))
}

// firstIsResult refuses a file whose first line is not a result.
func firstIsResult(ctx context.Context, file string) error {
	f, err := input.Open(ctx, file)
	if err != nil {
		return err
	}
	defer f.Close()
	line, err := out.NewLines(f, file).Next()
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !results.IsMMTB(line) {
		return trouble(NoResultFile, "", "%s: holds no results", file)
	}
	return nil
}

// WriteMMTB writes the predictions of a folder to a result file of the Multi-Mission Tool
// Bench. The file appears only when it is complete. datasets says where the dataset is,
// if it was moved.
func WriteMMTB(ctx context.Context, folder, file string, datasets ...string) (err error) {
	m, err := readResults(folder)
	if err != nil {
		return err
	}
	if m.Run.Mode != results.StepMode {
		return trouble(IsSession, folder, "%s holds sessions, which the Multi-Mission Tool Bench does not have", folder)
	}
	lock, err := wholefile.Hold(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	to, err := wholefile.Create(file)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = to.Discard() // there is another error to be told
		}
	}()
	w := bufio.NewWriterSize(to, 1<<18)
	var (
		format = out.MMTB()
		last   *mission.Entry
		entry  []byte
	)
	s := &sources{datasets: datasets}
	err = s.predictions(ctx, folder, m, func(t *eval.Task, p *eval.Prediction, of []byte) error {
		if results.IsMMTB(of) {
			entry = of
		} else if t.Entry != last {
			if entry, err = format.Encode(t.Entry); err != nil {
				return err
			}
			last = t.Entry
		}
		line, err := results.EncodeMMTB(t, p, entry)
		if err != nil {
			return err
		}
		_, err = w.Write(append(line, '\n'))
		return err
	})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return err
	}
	return to.Commit()
}
