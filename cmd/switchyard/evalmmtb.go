package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/config/connect"
	"switchyard/datasets"
	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/eval/results"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/mission"
	"switchyard/out"
)

// Result files of the Multi-Mission Tool Bench: a folder of results is made of one,
// and one is written of a folder.

// resultsFolder is the folder that is meant by an argument: itself, or one that is
// made of a result file.
func (c *console) resultsFolder(ctx context.Context, arg string, f *scoreFlags) (string, error) {
	info, err := os.Stat(arg)
	switch {
	case err != nil:
		return "", err
	case info.IsDir() && f.out != "":
		return "", misuse("leave it out: verdicts are written beside the predictions", "--out is for result files, and %s is a folder", arg)
	case info.IsDir():
		return arg, nil
	}
	name := strings.TrimSuffix(filepath.Base(arg), filepath.Ext(arg))
	folder := cmp.Or(f.out, filepath.Join("results", folderName(name)))
	if err := usableFolder(folder); err != nil {
		return "", err
	}
	return folder, c.takeMMTB(ctx, arg, name, folder, f.force)
}

// takeMMTB makes a folder of a result file.
func (c *console) takeMMTB(ctx context.Context, file, name, folder string, force bool) error {
	if err := firstIsResult(file); err != nil {
		return err
	}
	source := &evalSource{name: file}
	sum, err := source.count(ctx, c)
	if err != nil {
		return err
	}
	to, err := results.Open(folder, results.Manifest{Version: version, Command: "switchyard score " + shell.Quote(file) + " --out " + shell.Quote(folder), ID: connect.NewRun(),
		Run: results.Run{Dataset: file, SHA256: sum.SHA256, Agent: "model", Model: name, History: string(eval.HistoryTalk), Mode: results.StepMode}}, force)
	if err != nil {
		return evalFailure(folder, err)
	}
	likeness := judge.Likeness()
	_, err = datasets.Each(ctx, c.source(file, 0), func(line []byte) (*eval.Prediction, error) {
		if !results.IsMMTB(line) {
			return nil, errors.New("this is no line of a result file")
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
		return errors.Join(err, to.Close())
	}
	return to.Finish(slices.Values(sum.keys))
}

// firstIsResult refuses a file that does not begin with a result.
func firstIsResult(file string) error {
	f, err := datasets.OpenFile(file)
	if err != nil {
		return err
	}
	defer f.Close()
	line, err := out.NewLines(f, file).Next()
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !results.IsMMTB(line) {
		return misuse("give a folder that switchyard eval has written, or a result file of the Multi-Mission Tool Bench", "%s: holds no results", file)
	}
	return nil
}

// writeMMTB writes the predictions of a folder as a result file.
func (c *console) writeMMTB(ctx context.Context, folder string, m *results.Manifest, f *scoreFlags) (err error) {
	if m.Run.Mode != results.StepMode {
		return misuse("evaluate it with --mode step", "--write-mmtb: %s holds sessions, which that benchmark does not have", folder)
	}
	if exists(f.mmtb) && !f.force {
		return misuse("choose another name, or replace it with --force", "--write-mmtb %s: is there already", f.mmtb)
	}
	file, err := wholefile.Create(f.mmtb)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Discard() // there is another error to be told
		}
	}()
	w := bufio.NewWriterSize(file, 1<<18)
	var (
		format = out.MMTB()
		last   *mission.Entry
		entry  []byte
	)
	err = c.eachPrediction(ctx, folder, m, &f.datasets, func(t *eval.Task, p *eval.Prediction, of []byte) error {
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
	return file.Commit()
}
