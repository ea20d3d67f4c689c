// Package manifest reads and writes manifest.json, the file in which a run folder says
// what was requested and what it holds. Package gen, which makes runs, shares these types
// with the packages that use finished ones (datasets, card and export), so that using a
// dataset does not need the generator.
//
// Start with [Read] and [Manifest]. [Config] is what was requested; [Accounting],
// [Coverage] and [File] say what came of it. Values are plain data; functions are safe for
// concurrent use.
package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/intact"
	"switchyard/internal/jsontext"
	"switchyard/internal/wholefile"
	"switchyard/schemas"
	"switchyard/tools/catalog"
)

const (
	Name     = "manifest.json"  // the file in a run folder
	Rejected = "rejected.jsonl" // the file that says why entries were rejected

	Format = "switchyard-manifest/1" // the version of the format of [Name]

	Running  = "running" // a [Manifest.State]: the run can be resumed
	Finished = "finished"
)

// Manifest is what a run folder says about itself. Balance and Files are only set if the
// run has finished.
type Manifest struct {
	Format     string     `json:"format"`
	Version    string     `json:"version"` // of the program
	State      string     `json:"state"`   // [Running] or [Finished]
	Config     Config     `json:"config"`
	Accounting Accounting `json:"accounting"`
	Coverage   []Coverage `json:"coverage,omitempty"`
	Balance    *Balance   `json:"balance,omitempty"`
	Space      *FlowSpace `json:"flow_space,omitempty"` // of runs that make sessions
	Files      []File     `json:"files,omitempty"`
}

// Config is everything that decides the bytes of a dataset.
type Config struct {
	Seed        uint64    `json:"seed"`
	Missions    []int     `json:"missions,omitempty"`
	PerPath     int       `json:"per_path"` // 0: the standard split
	Paths       string    `json:"paths"`
	Fine        bool      `json:"fine"`
	Distractors int       `json:"distractors"`
	Pool        string    `json:"pool,omitempty"` // of harvested words
	Limit       int       `json:"limit"`
	Toolsets    []Toolset `json:"toolsets"`
	Flow        *Flow     `json:"flow,omitempty"` // of runs that make sessions
	// Formats are the names of the formats; empty for the default ones.
	Formats []string `json:"formats,omitempty"`
	// The rest is only set for runs with models.
	Strategy   string   `json:"strategy,omitempty"`
	Language   string   `json:"language,omitempty"`
	Attempts   Attempts `json:"attempts,omitzero"`
	Candidates [2]int   `json:"candidates,omitzero"`
	Models     []Model  `json:"models,omitempty"`
}

// Flow is the part of the configuration of runs that make sessions.
type Flow struct {
	Workflows []Toolset `json:"workflows"` // identified as toolsets are
	PerEdge   int       `json:"per_edge"`
	PerPair   int       `json:"per_pair"`
	Cross     int       `json:"cross"`
}

// FlowSpace says how much of the flow space the sessions cover: FSS_edge, FSS_way and FSS_oow.
type FlowSpace struct {
	Edge  Share            `json:"edge"`   // edges of workflows
	Way   Share            `json:"way"`    // ways from start to end with one loop at most
	OOW   Share            `json:"oow"`    // pairs of a node and a sub-type of leaving the workflow there
	ByOOW map[string]Share `json:"by_oow"` // the pairs, by sub-type
	Runs  map[int]int      `json:"runs"`   // sessions by how many workflows they follow
}

// Share says how much of something is covered.
type Share struct {
	Size    int     `json:"size"`
	Covered int     `json:"covered"`
	Share   float64 `json:"share"`
}

// Toolset identifies a toolset by its bytes.
type Toolset struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Source string `json:"source"`
}

// BuiltIn reports whether the toolset is part of the program.
func (t Toolset) BuiltIn() bool {
	return strings.HasPrefix(t.Source, "catalog/") && slices.Contains(catalog.Names(), t.Name)
}

// ToolsetWords lists the words that select toolsets on the command line: the names of
// built-in ones, and the sources of others. If the list is all built-in toolsets, there are
// no words.
func ToolsetWords(list []Toolset) []string {
	var words, names []string
	all := true
	for _, t := range list {
		word := t.Source
		if t.BuiltIn() {
			word = t.Name
		} else {
			all = false
		}
		names = append(names, t.Name)
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	slices.Sort(names)
	if all && slices.Equal(names, slices.Sorted(slices.Values(catalog.Names()))) {
		return nil
	}
	return words
}

// Model says which model plays a role, and everything else that decides its answers.
type Model struct {
	Role     string `json:"role"`     // a role, or "judge"
	Model    string `json:"model"`    // as the endpoint calls it
	Endpoint string `json:"endpoint"` // base URL
	Sampling string `json:"sampling,omitempty"`
	Prompts  string `json:"prompts,omitempty"` // SHA-256 of the templates
}

// Attempts limits how often an entry and a mission are tried. 0 means the default, in
// parentheses.
type Attempts struct {
	Entry   int // conversations with a model before the entry is rejected (6)
	Mission int // tries of a mission before the whole conversation is drawn again (3)
}

// Accounting adds up: planned = accepted + rejected + failed.
type Accounting struct {
	Planned  int            `json:"planned"`
	Accepted int            `json:"accepted"`
	Rejected map[string]int `json:"rejected"` // by reason
	Failed   map[string]int `json:"failed"`   // by reason
}

// Coverage says how many of the switch paths with a given number of missions occur. MSSS
// is their share (Multi-Mission Tool Bench, section 2).
type Coverage struct {
	Missions int     `json:"missions"`
	Paths    int     `json:"paths"`
	Covered  int     `json:"covered"`
	MSSS     float64 `json:"msss"`
}

// Balance counts missions.
type Balance struct {
	Types     map[string]int `json:"types"`
	Patterns  map[string]int `json:"patterns"`
	Relations map[string]int `json:"relations"`
	Ways      map[string]int `json:"ways"`
}

// File is one file of a finished run.
type File struct {
	Name    string `json:"name"`
	Entries int    `json:"entries"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
	// Blocks are the SHA-256 of each 1,000 lines; the last may be fewer. Older versions did
	// not write them.
	Blocks []string `json:"blocks,omitempty"`
}

// Sums returns what the file was when it was written.
func (f *File) Sums() intact.Sums {
	return intact.Sums{Bytes: f.Bytes, Lines: f.Entries, SHA256: f.SHA256, Blocks: f.Blocks}
}

// Error is a manifest that cannot be read, or is not as it was written.
type Error struct{ File, Problem string }

// Error implements error.
func (e *Error) Error() string { return e.File + ": " + e.Problem }

// Read reads the manifest of a run folder. The error is [fs.ErrNotExist] if the folder has
// none, and an [Error] if it is not a manifest, or not as it was written.
func Read(folder string) (*Manifest, error) {
	path := filepath.Join(folder, Name)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	set, err := schemas.Load()
	if err != nil {
		return nil, err
	}
	if violations := set.Validate(schemas.Manifest, data); len(violations) > 0 {
		return nil, &Error{path, violations[0].Message}
	}
	if _, err := intact.CheckSeal(data, ""); err != nil {
		return nil, &Error{path, err.Error()}
	}
	var m Manifest
	if err := schemas.Unmarshal(data, &m); err != nil {
		return nil, &Error{path, err.Error()}
	}
	return &m, nil
}

// Write writes the manifest into a folder, with a seal (see package intact). The file is
// never incomplete.
func (m *Manifest) Write(folder string) error {
	text, err := jsontext.Indent(m)
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	return wholefile.Write(filepath.Join(folder, Name), intact.Seal(text, ""))
}

// Digest returns the size of a file in bytes, and its SHA-256 in hexadecimal.
func Digest(path string) (size int64, sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	if size, err = io.Copy(h, f); err != nil {
		return 0, "", err
	}
	return size, hex.EncodeToString(h.Sum(nil)), nil
}
