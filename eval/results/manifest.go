package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"switchyard/eval"
	"switchyard/internal/intact"
	"switchyard/internal/jsontext"
	"switchyard/internal/prose"
	"switchyard/internal/wholefile"
	"switchyard/schemas"
)

// Run describes a run: everything that predictions depend on.
type Run struct {
	Dataset  string `json:"dataset"`        // the file, as it was given
	SHA256   string `json:"dataset_sha256"` // of its content
	Agent    string `json:"agent"`          // a reference agent, or "model"
	Model    string `json:"model,omitempty"`
	Endpoint string `json:"endpoint,omitempty"` // the base URL
	Sampling string `json:"sampling,omitempty"` // as JSON
	Protocol string `json:"protocol,omitempty"`
	History  string `json:"history"`
	System   string `json:"system,omitempty"` // the template of the system prompt, when it is not the usual one
	Mode     string `json:"mode"`             // StepMode or SessionMode
	Seed     uint64 `json:"seed,omitempty"`   // of an agent's random choices, and of sessions
	Limit    int    `json:"limit,omitempty"`  // at most this many entries; 0 for all
}

// The modes: the agent sees the true conversation before every mission, or lives with its
// own history.
const (
	StepMode    = "step"
	SessionMode = "session"
)

// salt identifies the run by what its predictions depend on.
func (r *Run) salt() string {
	same := *r
	same.Dataset, same.Limit = "", 0 // the dataset may move, and more entries may be asked for
	text, _ := jsontext.Encode(same) // texts and numbers can always be written
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Line returns a line of a file of the run, with its newline: a prediction or an opinion,
// sealed so that [Reader.Sealed] notices when it has changed or is one of another run.
func (r *Run) Line(v any) ([]byte, error) {
	text, err := jsontext.Encode(v)
	if err != nil {
		return nil, err
	}
	return append(intact.Seal(text, r.salt()), '\n'), nil
}

// Name is the default name of the results.
func (r *Run) Name() string {
	if r.Model != "" {
		return r.Model
	}
	return r.Agent
}

// differences lists why one run cannot continue another, for people.
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
		list = append(list, "the system prompt differs")
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
	ID       string `json:"id"` // identity of the run in the store of answers
	State    string `json:"state"`
	Run      Run    `json:"run"`
	Beside   string `json:"dataset_beside,omitempty"` // the dataset, as a path relative to the folder, with slashes
	Absolute string `json:"dataset_absolute,omitempty"`
	Price    *Price `json:"price,omitempty"`  // of the model, when it is known
	Judge    string `json:"judge,omitempty"`  // the model whose opinions count
	Judged   string `json:"judged,omitempty"` // digest of the predictions and opinions that were judged
	// Verdicts are the SHA-256 of the files of verdicts, by version, as they were written.
	Verdicts map[eval.Version]string `json:"verdicts,omitempty"`
	Entries  int                     `json:"entries"`  // when finished
	Missions int                     `json:"missions"` // when finished
	Unscored int                     `json:"unscored"` // when finished; the same command tries them again
}

// Price is what a million tokens of the model cost.
type Price struct {
	Input    float64 `json:"input"`
	Cached   float64 `json:"cached"` // input that was read from the endpoint's cache
	Output   float64 `json:"output"`
	Currency string  `json:"currency"`
}

// Places lists the paths where the dataset may be: the path that was given, the path
// relative to the results folder (in case both were moved), and the absolute path.
func (m *Manifest) Places(folder string) []string {
	list := []string{m.Run.Dataset}
	if m.Beside != "" {
		list = append(list, filepath.Join(folder, filepath.FromSlash(m.Beside)))
	}
	if m.Absolute != "" {
		list = append(list, m.Absolute)
	}
	return list
}

// locate records where the dataset is, as far as possible.
func (m *Manifest) locate(folder string) {
	m.Beside, m.Absolute = "", ""
	file, err := filepath.Abs(m.Run.Dataset)
	if err != nil {
		return
	}
	m.Absolute = file
	from, err := filepath.Abs(folder)
	if err != nil {
		return
	}
	if beside, err := filepath.Rel(from, file); err == nil {
		m.Beside = filepath.ToSlash(beside)
	}
}

// DifferentError says that a folder holds other results.
type DifferentError struct {
	Folder      string
	Differences []string
}

// Error implements error.
func (e *DifferentError) Error() string { return e.Folder + " holds other results" }

// ManifestError says that results.json cannot be read.
type ManifestError struct {
	File, Problem string
	Other         bool // its format is not one that this version reads; it may be intact
}

// Error implements error.
func (e *ManifestError) Error() string { return e.File + ": " + e.Problem }

// ForeignError says that a folder holds files that are not results.
type ForeignError struct{ Folder, File string }

// Error implements error.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s holds %s, but no results", e.Folder, e.File)
}

// ReadManifest reads results.json of a folder.
func ReadManifest(path string) (*Manifest, error) {
	name := filepath.Join(path, ManifestName)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var m Manifest
	if err := schemas.Unmarshal(text, &m); err != nil {
		return nil, &ManifestError{File: name, Problem: "it is damaged: " + prose.Error(err)}
	}
	if m.Format != Format {
		return nil, &ManifestError{File: name, Problem: fmt.Sprintf("the format is %q, and this version reads %s", m.Format, Format), Other: true}
	}
	if _, err := intact.CheckSeal(text, ""); err != nil {
		return nil, &ManifestError{File: name, Problem: "it is damaged: " + err.Error()}
	}
	return &m, nil
}

// WriteManifest replaces results.json of a folder. The file is sealed (see package intact).
func WriteManifest(path string, m *Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(path, ManifestName), intact.Seal(append(text, '\n'), ""))
}
