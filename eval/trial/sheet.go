package trial

import (
	"bufio"
	"context"
	"crypto/sha256"
	"hash"
	"io"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"switchyard/config"
	"switchyard/eval"
	"switchyard/eval/results"
	"switchyard/eval/session"
	"switchyard/eval/tally"
	"switchyard/internal/caught"
	"switchyard/internal/jsontext"
	"switchyard/internal/wholefile"
)

// sheet holds the verdicts of one version while they are written.
type sheet struct {
	versionJudge
	tally *tally.Tally
	file  *wholefile.File
	sum   hash.Hash // of the verdicts
	w     *bufio.Writer
}

func newSheet(folder string, v versionJudge) (*sheet, error) {
	f, err := wholefile.Create(filepath.Join(folder, results.VerdictsName(v.version)))
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	return &sheet{versionJudge: v, tally: tally.New(), file: f, sum: sum, w: bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<18)}, nil
}

// put adds a verdict.
func (s *sheet) put(t *eval.Task, v *eval.Verdict, cost tally.Cost) error {
	if err := s.tally.Add(tally.FactsOf(t), v, cost); err != nil {
		return err
	}
	line, err := jsontext.Line(v)
	if err != nil {
		return err
	}
	_, err = s.w.Write(line)
	return err
}

// finish completes the files of verdicts and figures.
func (s *sheet) finish(ctx context.Context, folder string) (*tally.Figures, error) {
	figures, err := s.tally.Figures(ctx, tally.Options{})
	if err != nil {
		return nil, err
	}
	text, err := jsontext.Indent(figures)
	if err != nil {
		return nil, err
	}
	if err := s.w.Flush(); err != nil {
		return nil, err
	}
	if err := s.file.Commit(); err != nil {
		return nil, err
	}
	return figures, wholefile.Write(filepath.Join(folder, results.FiguresName(s.version)), text)
}

// batch judges the predictions of many entries at once, and writes the verdicts to the
// sheets in order.
type batch struct {
	sheets  []*sheet
	price   *results.Price
	stages  *stages          // of sessions
	options eval.TaskOptions // of sessions

	entries []judged
}

// judged is an entry while it is judged.
type judged struct {
	tasks       []*eval.Task
	predictions []eval.Prediction
	verdicts    [][]eval.Verdict // by sheet
}

// batchSize is how many entries are judged at once. It limits memory.
const batchSize = 128

func (b *batch) add(ctx context.Context, t *eval.Task, p *eval.Prediction) error {
	last := len(b.entries) - 1
	if last < 0 || b.entries[last].tasks[0].Entry != t.Entry {
		if len(b.entries) == batchSize {
			if err := b.flush(ctx); err != nil {
				return err
			}
		}
		b.entries = append(b.entries, judged{})
		last = len(b.entries) - 1
	}
	e := &b.entries[last]
	e.tasks, e.predictions = append(e.tasks, t), append(e.predictions, *p)
	return nil
}

// flush judges the collected entries.
func (b *batch) flush(ctx context.Context) error {
	g, within := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range b.entries {
		g.Go(func() error {
			e := &b.entries[i]
			return caught.Do(func() string { return placeOf(e.tasks[0]) }, func() error { return b.judge(within, e) })
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for n, sheet := range b.sheets {
		for i := range b.entries {
			e := &b.entries[i]
			for k, t := range e.tasks {
				if err := sheet.put(t, &e.verdicts[n][k], costAt(b.price, &e.predictions[k])); err != nil {
					return err
				}
			}
		}
	}
	b.entries = b.entries[:0]
	return nil
}

// judge judges an entry for every sheet.
func (b *batch) judge(ctx context.Context, e *judged) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if b.stages != nil {
		lived, err := b.stages.run(ctx, e.tasks[0], session.Replay(e.predictions), b.options)
		if err != nil {
			return err
		}
		verdicts := make([]eval.Verdict, len(e.tasks))
		for k, t := range e.tasks {
			verdicts[k] = lived.Verdicts[t.Mission]
		}
		e.verdicts = [][]eval.Verdict{verdicts}
		return nil
	}
	for _, sheet := range b.sheets {
		verdicts := make([]eval.Verdict, len(e.tasks))
		for k, t := range e.tasks {
			verdicts[k] = sheet.versionJudge.judge.Judge(t, &e.predictions[k])
		}
		e.verdicts = append(e.verdicts, verdicts)
	}
	return nil
}

// costAt returns the cost of a prediction at a price.
func costAt(price *results.Price, p *eval.Prediction) tally.Cost {
	cost := tally.CostOf(p)
	if u := cost.Usage; price != nil && u != nil {
		sum := config.Price{Input: price.Input, Cached: price.Cached, Output: price.Output}.Cost(u.Input, u.Cached, u.Output)
		cost.Price = &sum
	}
	return cost
}
