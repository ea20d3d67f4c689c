package datasets

import (
	"fmt"
	"os"
	"path/filepath"

	"switchyard/internal/intact"
	"switchyard/internal/prose"
	"switchyard/schemas"
)

// Problem is one thing that is wrong with a dataset.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`  // from 1
	Entry   string `json:"entry,omitempty"` // its id
	Check   string `json:"check"`           // that found it: one of package proof, or of this package
	Pointer string `json:"pointer,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// String is "file:line: check: pointer: message", without what is empty.
func (p Problem) String() string {
	text := p.File
	if p.Line > 0 {
		text = fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	for _, part := range []string{p.Check, p.Pointer} {
		if part != "" {
			text += ": " + part
		}
	}
	return text + ": " + p.Message
}

// record is a small JSON file that says what a folder holds.
type record struct {
	path   string
	data   []byte
	broken bool // it is not as it was written
}

// problem is a problem of the file; the pointer gives its line.
func (r *record) problem(check, pointer, format string, args ...any) Problem {
	line, _ := schemas.Locate(r.data, pointer)
	return Problem{File: r.path, Line: line, Check: check, Pointer: pointer, Message: fmt.Sprintf(format, args...)}
}

// CheckFiles compares files with what a record, such as origin.json, says about them. name
// is the file of the record, which must list the files under its key "files". Names of
// files are relative to the folder of the record. The problems do not name a check.
func CheckFiles(name string, files []File) []Problem {
	data, _ := os.ReadFile(name) // only for the lines of the problems
	r := &record{path: name, data: data}
	var problems []Problem
	for i, f := range files {
		if p := r.checkFile(i, f); p != nil {
			problems = append(problems, *p)
		}
	}
	return problems
}

// checkFile compares a file with what the record says about it; nil if they agree.
func (r *record) checkFile(i int, f File) *Problem {
	say := func(key, format string, args ...any) *Problem {
		p := r.problem("", fmt.Sprintf("/files/%d/%s", i, key), format, args...)
		return &p
	}
	name := filepath.FromSlash(f.Name)
	if !filepath.IsLocal(name) {
		return say("name", "%q is not the name of a file in the folder", f.Name)
	}
	change, err := intact.Compare(filepath.Join(filepath.Dir(r.path), name), f.sums())
	switch {
	case err != nil:
		return say("name", "%s: %s", f.Name, prose.Cause(err))
	case change != nil && change.Missing:
		return say("name", "%s is not there", f.Name)
	case change != nil:
		return changed(change)
	}
	return nil
}

// changed is the problem of a file that is not as it was written.
func changed(c *intact.Change) *Problem {
	return &Problem{File: c.File, Line: c.Line(), Check: checkChanged, Message: c.What()}
}
