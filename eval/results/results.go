// Package results keeps what agents did: a folder with a manifest, predictions
// and what was judged of them.
//
// Predictions are appended as they come, each in one write, so that a run that is
// killed has lost nothing but what was under way; [Folder.Finish] puts them into
// the order of the dataset.
package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"switchyard/eval"
	"switchyard/wholefile"
)

// Format names the version of the manifest.
const Format = "switchyard-results/1"

// The files of a folder. Those of a version have its name before the ending.
const (
	ManifestName    = "results.json"
	PredictionsName = "predictions.jsonl"
	OpinionsName    = "opinions.jsonl" // of a judge, where one was asked
	verdictsName    = "verdicts"
	figuresName     = "figures"
)

// VerdictsName is the file of a version's verdicts.
func VerdictsName(v eval.Version) string { return verdictsName + "." + string(v) + ".jsonl" }

// FiguresName is the file of a version's figures.
func FiguresName(v eval.Version) string { return figuresName + "." + string(v) + ".json" }

// Run is what was asked of which agent: what makes predictions comparable.
type Run struct {
	Dataset  string `json:"dataset"`        // the file, as it was given
	SHA256   string `json:"dataset_sha256"` // of the file
	Agent    string `json:"agent"`          // a reference agent, or "model"
	Model    string `json:"model,omitempty"`
	Endpoint string `json:"endpoint,omitempty"` // the base URL
	Sampling string `json:"sampling,omitempty"` // as JSON
	Protocol string `json:"protocol,omitempty"`
	History  string `json:"history"`
	System   string `json:"system,omitempty"` // the template of the system prompt, when it is not the usual one
	Mode     string `json:"mode"`             // StepMode or SessionMode
	Seed     uint64 `json:"seed,omitempty"`   // of agents that draw, and of sessions
	Limit    int    `json:"limit,omitempty"`  // at most so many entries
}

// The modes: the agent meets every mission with the true conversation before it, or
// lives with its own.
const (
	StepMode    = "step"
	SessionMode = "session"
)

// Name is what the results are called where nobody gave them another name.
func (r *Run) Name() string {
	if r.Model != "" {
		return r.Model
	}
	return r.Agent
}

// differences lists what stands against going on with another run, for people.
func (r *Run) differences(o *Run) []string {
	var list []string
	differ := func(what string, was, is any) {
		if was != is {
			list = append(list, fmt.Sprintf("%s was %v, is %v", what, was, is))
		}
	}
	differ("the dataset's SHA-256", r.SHA256, o.SHA256)
	differ("the agent", r.Agent, o.Agent)
	differ("the model", r.Model, o.Model)
	differ("the endpoint", r.Endpoint, o.Endpoint)
	differ("the sampling", r.Sampling, o.Sampling)
	differ("the protocol", r.Protocol, o.Protocol)
	differ("the history", r.History, o.History)
	differ("the mode", r.Mode, o.Mode)
	differ("the seed", r.Seed, o.Seed)
	if o.Limit > 0 && (r.Limit == 0 || o.Limit < r.Limit) { // more entries are welcome, but none is thrown away
		differ("the limit", r.Limit, o.Limit)
	}
	if r.System != o.System {
		list = append(list, "the system prompt is another")
	}
	return list
}

// The states of a folder.
const (
	Running  = "running"
	Finished = "finished"
)

// Manifest is results.json.
type Manifest struct {
	Format   string `json:"format"`
	Version  string `json:"version"` // of the program
	Command  string `json:"command"`
	ID       string `json:"id"` // identity of the run towards the store of answers
	State    string `json:"state"`
	Run      Run    `json:"run"`
	Price    *Price `json:"price,omitempty"` // of the model, when it is known
	Judge    string `json:"judge,omitempty"` // the model whose opinions are there
	Entries  int    `json:"entries"`         // when finished
	Missions int    `json:"missions"`        // when finished
	Unscored int    `json:"unscored"`        // when finished; the same command tries them again
}

// Price is what a million tokens of the model cost.
type Price struct {
	Input    float64 `json:"input"`
	Cached   float64 `json:"cached"` // input that was read from the endpoint's cache
	Output   float64 `json:"output"`
	Currency string  `json:"currency"`
}

// DifferentError says that a folder holds the results of something else.
type DifferentError struct {
	Folder      string
	Differences []string
}

// Error implements error.
func (e *DifferentError) Error() string { return e.Folder + " holds other results" }

// ForeignError says that a folder holds files that are no results.
type ForeignError struct{ Folder, File string }

// Error implements error.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s holds %s, but no results", e.Folder, e.File)
}

// Key names a mission of a dataset.
type Key struct {
	Entry   string
	Mission int
}

// span is where a line stands in the file of predictions.
type span struct{ at, length int64 }

// Folder is a folder of results that is being written. It is safe for concurrent
// use.
type Folder struct {
	Manifest Manifest

	path string
	mu   sync.Mutex
	f    *os.File
	end  int64
	has  map[Key]span
	// unscored is how many of them say nothing about the agent.
	unscored int
}

// Open begins a folder, or goes on with one of the same run. force empties a
// folder of other results first. Predictions that were left unscored are
// forgotten, so that they are asked for again.
func Open(path string, m Manifest, force bool) (*Folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	old, err := ReadManifest(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		list, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		for _, file := range list {
			if !strings.HasSuffix(file.Name(), ".partial") {
				return nil, &ForeignError{path, file.Name()}
			}
		}
	case err != nil:
		return nil, err
	case force:
		if err := clear(path); err != nil {
			return nil, err
		}
	default:
		if differences := old.Run.differences(&m.Run); len(differences) > 0 {
			return nil, &DifferentError{path, differences}
		}
		m.ID = old.ID
	}
	m.Format, m.State = Format, Running
	f := &Folder{Manifest: m, path: path, has: map[Key]span{}}
	if err := f.writeManifest(); err != nil {
		return nil, err
	}
	if f.f, err = os.OpenFile(filepath.Join(path, PredictionsName), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if err := f.recover(); err != nil {
		return nil, errors.Join(err, f.f.Close())
	}
	return f, nil
}

// clear removes the files of a folder of results.
func clear(path string) error {
	names := []string{PredictionsName, OpinionsName}
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

// ReadManifest reads results.json of a folder.
func ReadManifest(path string) (*Manifest, error) {
	name := filepath.Join(path, ManifestName)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if m.Format != Format {
		return nil, fmt.Errorf("%s: the format is %q, and this version reads %s", name, m.Format, Format)
	}
	return &m, nil
}

func (f *Folder) writeManifest() error { return WriteManifest(f.path, &f.Manifest) }

// WriteManifest replaces results.json of a folder.
func WriteManifest(path string, m *Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(path, ManifestName), append(text, '\n'))
}

// recover takes in the predictions that are there, and cuts off a last line that
// was not written to its end.
func (f *Folder) recover() error {
	in := bufio.NewReaderSize(f.f, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		var head struct {
			Entry   string   `json:"entry"`
			Mission int      `json:"mission"`
			End     eval.End `json:"end"`
		}
		if json.Unmarshal(line, &head) != nil {
			break // what a crash of the machine has left
		}
		key := Key{head.Entry, head.Mission}
		if head.End == eval.Unscored {
			delete(f.has, key)
		} else {
			f.has[key] = span{f.end, int64(len(line))}
		}
		f.end += int64(len(line))
	}
	return f.f.Truncate(f.end)
}

// Has tells whether there is a prediction for a mission.
func (f *Folder) Has(k Key) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.has[k]
	return ok
}

// Add keeps a prediction. When it returns, the prediction survives the process.
func (f *Folder) Add(p *eval.Prediction) error {
	line, err := Encode(p)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
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

// Encode writes a prediction or a verdict as the line that it is kept as, newline
// included.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// Finish puts the predictions into an order, that of the dataset, and ends the
// folder. Keys without a prediction are passed over.
func (f *Folder) Finish(order func(yield func(Key) bool)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
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
	if err := errors.Join(f.f.Close(), sorted.Commit()); err != nil {
		return err
	}
	f.Manifest.State, f.Manifest.Entries, f.Manifest.Missions, f.Manifest.Unscored = Finished, entries, missions, f.unscored
	return f.writeManifest()
}

// Close ends a folder that is not finished; it can be gone on with.
func (f *Folder) Close() error { return f.f.Close() }
