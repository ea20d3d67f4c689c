package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"switchyard/eval"
	"switchyard/eval/opinion"
	"switchyard/eval/results"
	"switchyard/internal/caught"
	"switchyard/internal/prose"
	"switchyard/internal/shell"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/out"
)

// opinionKey identifies a text; it changes if the agent says something else.
type opinionKey struct {
	entry         string
	mission, step int
	text          string
}

func opinionKeyOf(o *opinion.Opinion) opinionKey {
	return opinionKey{o.Entry, o.Mission, o.Step, o.Text}
}

// opinions is the content of a judge's file.
type opinions struct {
	known  map[opinionKey]opinion.Opinion
	paid   spend.Spent                // for all that it answered
	inVain map[opinionKey]spend.Spent // of that, for answers that were no opinions
	torn   *out.TornError             // the last line, which was being written when the program was killed
}

// of implements [judge.Opinions].
func (o *opinions) of(t *eval.Task, step int, text string) (eval.Fault, string, bool) {
	got, ok := o.known[opinionKey{t.Entry.ID, t.Mission, step, opinion.Digest(text)}]
	return got.Fault, got.Reason, ok
}

// readOpinions reads the opinions of a judge; there are none if it was never asked.
func readOpinions(folder string, run *results.Run, judge string) (*opinions, error) {
	all := &opinions{known: map[opinionKey]opinion.Opinion{}, inVain: map[opinionKey]spend.Spent{}}
	name := filepath.Join(folder, results.OpinionsName(judge))
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for o, err := range results.NewReader[opinion.Opinion](f, name).Sealed(run).All() {
		if errors.As(err, &all.torn) {
			return all, nil
		}
		if err != nil {
			return nil, hinted(err, "remove the line; then switchyard score "+shell.Quote(folder)+" --judge "+shell.Quote(judge)+" asks the judge again")
		}
		var paid spend.Spent
		if o.Paid != nil {
			paid = spend.Tokens(*o.Paid)
		}
		all.paid.Add(paid)
		key := opinionKeyOf(o)
		if o.Refused == "" {
			all.known[key] = *o
			continue
		}
		paid.Add(all.inVain[key])
		all.inVain[key] = paid
	}
	return all, nil
}

// payBefore accounts for the cost of the existing opinions in some folders, because a
// budget covers all of them. A used-up budget ends the work only when something has to be
// asked, so the error is ignored here.
func payBefore(judge *Model, folders []string) error {
	var before spend.Spent
	for _, folder := range folders {
		m, err := readResults(folder)
		if err != nil {
			return err
		}
		all, err := readOpinions(folder, &m.Run, judge.Name)
		if err != nil {
			return err
		}
		before.Add(all.paid)
	}
	_ = judge.spend(before)
	return nil
}

// think asks a judge for the missing opinions on the texts of a folder, which is held, and
// stores each as it arrives. The opinions count once nothing is left to ask; until then,
// those of an earlier judge do. silent is the number of texts on which the judge gave no
// opinion.
func (s *sources) think(ctx context.Context, folder string, m *results.Manifest, judge *Model) (silent int, err error) {
	known, err := readOpinions(folder, &m.Run, judge.Name)
	if err != nil {
		return 0, err
	}
	if known.torn != nil {
		if err := os.Truncate(known.torn.File, known.torn.Offset); err != nil {
			return 0, err
		}
		s.notes = append(s.notes, fmt.Sprintf("%s: line %s was not written to its end, and the judge is asked again", known.torn.File, prose.Thousands(known.torn.Line)))
	}
	// Report problems with the predictions before anything is paid for.
	nothing := func(*eval.Task, *eval.Prediction, []byte) error { return nil }
	if err := s.predictions(ctx, folder, m, nothing); err != nil {
		return 0, err
	}
	client, err := judge.Client(m.ID)
	if err != nil {
		return 0, err
	}
	a := &asking{who: judge, judge: &opinion.Judge{Model: client, Spent: judge.account}, before: known,
		to: opinionFile{run: &m.Run, name: filepath.Join(folder, results.OpinionsName(judge.Name))}}
	err = a.run(ctx, s, folder, m)
	if err == nil { // that there was nothing to say is known from now on
		err = a.to.open()
	}
	if err = errors.Join(err, a.to.close()); err != nil {
		return 0, err
	}
	if m.Judge == judge.Name {
		return a.silent, nil
	}
	m.Judge = judge.Name
	return a.silent, results.WriteManifest(folder, m)
}

// asking asks a judge about the texts of a folder.
type asking struct {
	who    *Model
	judge  *opinion.Judge
	before *opinions
	asked  bool

	mu     sync.Mutex
	to     opinionFile
	silent int // texts that the judge said nothing about
}

func (a *asking) run(ctx context.Context, s *sources, folder string, m *results.Manifest) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(cmp.Or(a.who.Workers, runtime.GOMAXPROCS(0)))
	err := s.predictions(ctx, folder, m, func(t *eval.Task, p *eval.Prediction, _ []byte) error {
		for _, step := range opinion.Wanted(t, p) {
			key := opinionKey{p.Entry, p.Mission, step, opinion.Digest(p.Steps[step].Text)}
			if _, ok := a.before.known[key]; ok {
				continue
			}
			if err := a.mayAsk(key); err != nil {
				return err
			}
			g.Go(func() error {
				return caught.Do(func() string { return placeOf(t) }, func() error { return a.ask(ctx, t, p, step) })
			})
		}
		return ctx.Err()
	})
	return cmp.Or(g.Wait(), err)
}

// mayAsk accounts for a text before it is asked about. Its error says that the budget is
// used up.
func (a *asking) mayAsk(key opinionKey) error {
	if !a.asked {
		a.asked = true
		if err := a.who.spend(spend.Spent{}); err != nil {
			return err
		}
	}
	if again := a.before.inVain[key]; a.who.Stored { // those answers come out of the store, and are counted then
		return a.who.spend(spend.Spent{Input: -again.Input, Cached: -again.Cached, Output: -again.Output})
	}
	return nil
}

// ask asks about one text.
func (a *asking) ask(ctx context.Context, t *eval.Task, p *eval.Prediction, step int) error {
	o, err := a.judge.Of(ctx, t, p, step)
	a.mu.Lock()
	defer a.mu.Unlock()
	if o != nil { // with an error: it was paid for
		if err := a.to.add(o); err != nil {
			return err
		}
	}
	var (
		refused *opinion.RefusedError
		failed  *model.Error
	)
	if errors.As(err, &refused) || errors.As(err, &failed) && !failed.Ends() {
		a.silent++
		return nil
	}
	return err
}

// opinionFile writes the opinions of a judge. The file is created when there is something
// to write.
type opinionFile struct {
	run  *results.Run
	name string
	f    *os.File
}

func (w *opinionFile) open() (err error) {
	if w.f == nil {
		w.f, err = os.OpenFile(w.name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	}
	return err
}

func (w *opinionFile) add(o *opinion.Opinion) error {
	line, err := w.run.Line(o)
	if err != nil {
		return err
	}
	if err := w.open(); err != nil {
		return err
	}
	// The leading newline completes a line that was cut off.
	_, err = w.f.Write(append([]byte("\n"), line...))
	return err
}

func (w *opinionFile) close() error {
	if w.f == nil {
		return nil
	}
	return w.f.Close()
}
