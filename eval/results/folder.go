// Package results keeps what agents did: a folder with a manifest, predictions and
// verdicts. [Open] begins or continues a [Folder], [ReadManifest] reads the manifest of a
// folder, [NewReader] reads its files, and [EncodeMMTB] and [DecodeMMTB] convert results of
// the Multi-Mission Tool Bench.
//
// Predictions are appended as they arrive, each in one write, so that a run that is
// killed loses only what was in progress. Each line has a seal (see package intact), so that
// one that has changed since, or belongs to another run, is noticed. [Folder.Finish] puts them into the order of the
// dataset. Complete results are not touched until there is something to replace them
// with.
package results

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"switchyard/eval"
	"switchyard/internal/input"
	"switchyard/internal/prose"
	"switchyard/internal/wholefile"
	"switchyard/model"
	"switchyard/out"
	"switchyard/schemas"
)

// Format names the version of the manifest.
const Format = "switchyard-results/1"

// The files of a folder. Files of a version or a judge also carry its name:
// verdicts.strict-1.jsonl.
const (
	ManifestName    = "results.json"
	PredictionsName = "predictions.jsonl"
	opinionsName    = "opinions"
	verdictsName    = "verdicts"
	figuresName     = "figures"
)

// VerdictsName is the file with the verdicts of a version.
func VerdictsName(v eval.Version) string { return verdictsName + "." + string(v) + ".jsonl" }

// FiguresName is the file with the figures of a version.
func FiguresName(v eval.Version) string { return figuresName + "." + string(v) + ".json" }

// OpinionsName is the file with the opinions of a judge, which is a model.
func OpinionsName(judge string) string { return opinionsName + "." + url.QueryEscape(judge) + ".jsonl" }

// Key names a mission of a dataset.
type Key struct {
	Entry   string
	Mission int
}

// span is the position of a line in the file of predictions.
type span struct{ at, length int64 }

// Folder is a folder of results that is being written. It is safe for concurrent use. Until
// it is closed, nobody else can write into the folder.
type Folder struct {
	Manifest Manifest

	path string
	lock *wholefile.Lock

	mu  sync.Mutex
	f   *os.File // nil as long as there are no predictions
	end int64
	has map[Key]span
	// paid is the cost of the last prediction of a mission, scored or not.
	paid map[Key]model.Usage
	// unscored is how many predictions are unscored.
	unscored int

	old   *Manifest          // what is there, until something is written
	force bool               // and does not count
	begun bool               // something is written
	held  []*eval.Prediction // nothing is given up for them
	lost  string             // see Lost
}

// Open begins a folder, or continues one of the same run. What only the old manifest
// knows, such as a price, is kept. force replaces other results. Unscored predictions are
// dropped, so that they are asked for again.
//
// Open writes nothing: existing results stay until there is something to replace them
// with.
func Open(path string, m Manifest, force bool) (_ *Folder, err error) {
	f := &Folder{Manifest: m, path: path, has: map[Key]span{}, paid: map[Key]model.Usage{}, force: force}
	if f.lock, err = wholefile.HoldFolder(path); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	f.old, err = ReadManifest(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		file, err := wholefile.Foreign(path)
		if err != nil {
			return nil, err
		}
		if file != "" {
			return nil, &ForeignError{path, file}
		}
	case err != nil:
		return nil, err
	case !force:
		if differences := f.old.Run.differences(&m.Run); len(differences) > 0 {
			return nil, &DifferentError{path, differences}
		}
		f.Manifest.ID, f.Manifest.Judge = f.old.ID, f.old.Judge
		f.Manifest.Judged, f.Manifest.Verdicts = f.old.Judged, f.old.Verdicts
		f.Manifest.Price = cmp.Or(m.Price, f.old.Price)
		if err := f.recover(); err != nil {
			return nil, err
		}
	}
	f.Manifest.Format, f.Manifest.State = Format, Running
	f.Manifest.locate(path)
	return f, nil
}

// Begin announces that something is about to be asked. A new folder gets its manifest, so
// that the identity of the run is stored before anything is paid for.
func (f *Folder) Begin() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.old != nil && (f.force || f.old.State == Finished) {
		return nil // it is whole until there is something better
	}
	return f.begin()
}

// begin prepares the folder for predictions.
func (f *Folder) begin() (err error) {
	if f.begun {
		return nil
	}
	if f.old != nil && f.force {
		if err := clear(f.path); err != nil {
			return err
		}
	}
	if err := f.writeManifest(); err != nil {
		return err
	}
	if f.f == nil {
		if f.f, err = os.OpenFile(filepath.Join(f.path, PredictionsName), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
			return err
		}
	}
	f.begun = true
	return f.f.Truncate(f.end)
}

// clear removes the results in a folder.
func clear(path string) error {
	names := []string{PredictionsName}
	list, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, file := range list {
		if strings.HasPrefix(file.Name(), opinionsName+".") {
			names = append(names, file.Name())
		}
	}
	for _, v := range append(eval.Versions(), eval.Judged1, eval.Session1) {
		names = append(names, VerdictsName(v), FiguresName(v))
	}
	for _, name := range append(names, ManifestName) {
		if err := os.Remove(filepath.Join(path, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (f *Folder) writeManifest() error { return WriteManifest(f.path, &f.Manifest) }

// PackedError says that the predictions of a folder are compressed. They can be judged but
// not continued.
type PackedError struct{ File string }

// Error implements error.
func (e *PackedError) Error() string {
	return e.File + ": is compressed, and nothing can be added to it"
}

// recover reads the existing predictions. An incomplete last line is dropped; everything
// else that cannot be read is an error.
func (f *Folder) recover() error {
	name := filepath.Join(f.path, PredictionsName)
	if packed := input.Named(name); packed != name {
		return &PackedError{packed}
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	f.f = file
	in := NewReader[eval.Prediction](file, name).Sealed(&f.old.Run)
	in.lines.Strict = true
	for {
		p, err := in.Next()
		var torn *out.TornError
		switch {
		case errors.Is(err, io.EOF):
			f.end = in.lines.End()
			if missing := f.old.Missions - f.old.Unscored - len(f.has); f.old.State == Finished && missing > 0 {
				f.lost = fmt.Sprintf("%s: %s missing and asked again", name, prose.Count(missing, "prediction is", "predictions are"))
			}
			return nil
		case errors.As(err, &torn):
			f.end = torn.Offset
			f.lost = fmt.Sprintf("%s: line %s was not written to its end, and its mission is asked again", name, prose.Thousands(torn.Line))
			return nil
		case err != nil:
			return err
		case p.Entry == "" || p.Mission < 0:
			return in.Wrong(errors.New("this is not a prediction"))
		case !p.End.Known():
			return in.Wrong(fmt.Errorf("/end: %q is not an end of a prediction", p.End))
		}
		key := Key{p.Entry, p.Mission}
		if _, twice := f.has[key]; twice && f.old.Run.Mode != SessionMode { // sessions are played again as a whole
			f.lost = fmt.Sprintf("%s: line %s has a prediction that was there already, and is left out", name, prose.Thousands(in.lines.Line()))
			continue
		}
		f.paid[key] = paidFor(p)
		if p.End == eval.Unscored {
			delete(f.has, key)
		} else {
			f.has[key] = span{in.lines.Offset(), in.lines.End() - in.lines.Offset()}
		}
	}
}

// paidFor returns what this run paid for a prediction.
func paidFor(p *eval.Prediction) (sum model.Usage) {
	for i := range p.Steps {
		if s := &p.Steps[i]; s.Usage != nil && !s.Stored {
			sum.Add(*s.Usage)
		}
	}
	return sum
}

// Lost says which predictions were lost since they were written; empty if none were. It
// cannot tell how many an evaluation had written that has not finished.
func (f *Folder) Lost() string { return f.lost }

// Unfinished reports whether the folder continues an evaluation that has not finished.
func (f *Folder) Unfinished() bool {
	return f.old != nil && !f.force && f.old.State == Running
}

// Paid is what this run has paid for the stored prediction of a mission. It includes
// unscored predictions, which are asked for again.
func (f *Folder) Paid(k Key) model.Usage {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.paid[k]
}

// Has reports whether there is a prediction for a mission.
func (f *Folder) Has(k Key) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.has[k]
	return ok
}

// Len is the number of missions with a prediction.
func (f *Folder) Len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.has)
}

// Prediction returns the prediction for a mission; nil if there is none.
func (f *Folder) Prediction(k Key) (*eval.Prediction, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, ok := f.has[k]
	if !ok {
		return nil, nil
	}
	line := make([]byte, s.length)
	if _, err := f.f.ReadAt(line, s.at); err != nil {
		return nil, err
	}
	p := new(eval.Prediction)
	return p, schemas.Unmarshal(line, p)
}

// Add stores a prediction. When it returns, the prediction is in the file. Only an
// unscored prediction is kept in memory instead, as long as the folder holds complete
// results that it would replace.
func (f *Folder) Add(p *eval.Prediction) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.begun && f.old != nil && p.End == eval.Unscored {
		f.held = append(f.held, p)
		return nil
	}
	if err := f.beginWithHeld(); err != nil {
		return err
	}
	return f.add(p)
}

// beginWithHeld prepares the folder and adds the predictions that were held back.
func (f *Folder) beginWithHeld() error {
	if err := f.begin(); err != nil {
		return err
	}
	for _, p := range f.held {
		if err := f.add(p); err != nil {
			return err
		}
	}
	f.held = nil
	return nil
}

func (f *Folder) add(p *eval.Prediction) error {
	line, err := f.Manifest.Run.Line(p)
	if err != nil {
		return err
	}
	if _, err := f.f.WriteAt(line, f.end); err != nil {
		return err
	}
	f.has[Key{p.Entry, p.Mission}] = span{f.end, int64(len(line))}
	f.end += int64(len(line))
	if p.End == eval.Unscored {
		f.unscored++
	}
	return nil
}

// Finish puts the predictions into the given order, that of the dataset. Keys without a
// prediction are skipped. Nothing may be added afterwards.
func (f *Folder) Finish(order func(yield func(Key) bool)) (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.beginWithHeld(); err != nil {
		return err
	}
	sorted, err := wholefile.Create(filepath.Join(f.path, PredictionsName))
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(sorted, 1<<18)
	entries, missions, last := 0, 0, ""
	for k := range order {
		s, ok := f.has[k]
		if !ok {
			continue
		}
		if _, err = io.Copy(w, io.NewSectionReader(f.f, s.at, s.length)); err != nil {
			break
		}
		if missions == 0 || k.Entry != last {
			entries, last = entries+1, k.Entry
		}
		missions++
	}
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return errors.Join(err, sorted.Discard())
	}
	err = f.f.Close()
	f.f = nil
	if err := errors.Join(err, sorted.Commit()); err != nil {
		return err
	}
	f.Manifest.State, f.Manifest.Entries, f.Manifest.Missions, f.Manifest.Unscored = Finished, entries, missions, f.unscored
	return f.writeManifest()
}

// Close releases the folder; if nothing was written to a new folder, it is removed.
// Closing it again does nothing.
func (f *Folder) Close() (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.f != nil {
		err = f.f.Close()
		f.f = nil
	}
	err = errors.Join(err, f.lock.Release())
	f.lock = nil
	return err
}
