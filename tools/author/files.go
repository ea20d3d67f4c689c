package author

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"switchyard/internal/caught"
	"switchyard/internal/input"
	"switchyard/internal/wholefile"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/toolfile"
)

// Refiner refines toolset files, with a model or by rules.
type Refiner struct {
	Model *Author // nil: the rules do it
	// Try makes a few entries of each result; nil makes none.
	Try    func(ctx context.Context, ts *tools.Toolset) (*Trial, error)
	DryRun bool   // ask no model and write nothing
	Done   func() // called after each toolset, from any goroutine; may be nil
}

// File is a toolset to refine, and the result.
type File struct {
	File    string   `json:"file"`            // where it came from
	Toolset string   `json:"toolset"`         // its name
	To      string   `json:"to"`              // where it is written
	Added   []string `json:"added"`           // paths of what is added
	Asked   int      `json:"asked,omitempty"` // parts that the model was asked for
	Held    int      `json:"held,omitempty"`  // how many of them were accepted
	Notes   []Note   `json:"notes,omitempty"` // what was not accepted, and why
	Trial   *Trial   `json:"trial,omitempty"` // of the result

	data []byte // a toolset from JSON, as YAML; nil if File is YAML itself
}

// Holds reports whether everything that the model wrote was accepted, and every trial
// entry that the tools can make.
func (f *File) Holds() bool {
	return (f.Trial == nil || f.Trial.Spoilt() == 0) && !slices.ContainsFunc(f.Notes, func(n Note) bool { return !n.Kept })
}

// NeedsFolderError says that a file cannot be refined in place, because it is not
// YAML or is compressed.
type NeedsFolderError struct {
	File   string
	Packed bool // it is compressed
}

// Error implements error.
func (e *NeedsFolderError) Error() string {
	if e.Packed {
		return e.File + ": toolsets from compressed files are written to a folder of their own"
	}
	return e.File + ": toolsets from JSON are written to a folder of their own"
}

// SameFileError says that two toolsets would be written to one file.
type SameFileError struct{ First, Second, To string }

// Error implements error.
func (e *SameFileError) Error() string {
	return fmt.Sprintf("%s and %s would both be written to %s", e.First, e.Second, e.To)
}

// Files loads the toolsets of files. Those in YAML are refined in place, or written
// to the folder out if it is not empty. Those in JSON need the folder. left lists
// what could not be used, see [toolfile.Load]. The error is a [*NeedsFolderError],
// a [*SameFileError], an [*imports.ForeignError] if the folder is not one of toolsets, or
// what is wrong with a file.
func Files(ctx context.Context, files []string, out string) (all []*File, left toolfile.Problems, err error) {
	if out != "" {
		if err := imports.CheckFolder(out); err != nil {
			return nil, nil, err
		}
	}
	for _, file := range files {
		more, notes, err := filesOf(ctx, file, out)
		if err != nil {
			return nil, nil, err
		}
		all, left = append(all, more...), append(left, notes...)
	}
	taken := map[string]string{}
	for _, f := range all {
		if other, twice := taken[f.To]; twice {
			return nil, nil, &SameFileError{other, f.File, f.To}
		}
		taken[f.To] = f.File
	}
	return all, left, nil
}

func filesOf(ctx context.Context, file, out string) (all []*File, left toolfile.Problems, err error) {
	sets, left, err := toolfile.Load(ctx, file)
	if err != nil {
		return nil, nil, err
	}
	if ending := input.Ending(file); ending == ".yaml" || ending == ".yml" {
		packed := input.Packed(file)
		if packed && out == "" {
			return nil, nil, &NeedsFolderError{file, true}
		}
		to := file
		switch {
		case packed:
			to = filepath.Join(out, input.Stem(file)+ending)
		case out != "":
			to = filepath.Join(out, filepath.Base(file))
		}
		return []*File{{File: file, Toolset: sets[0].Name, To: to}}, left, nil
	}
	if out == "" {
		return nil, nil, &NeedsFolderError{file, false}
	}
	for _, set := range sets {
		data := toolfile.WriteBare(set)
		if !set.Inferred { // the file says everything
			data = toolfile.Write(set)
		}
		all = append(all, &File{File: file, Toolset: set.Name, To: filepath.Join(out, toolfile.FileName(set.Name)), data: data})
	}
	return all, left, nil
}

// Refine completes toolsets, several at once, and writes the files that this
// changes. The error is a [*wholefile.BusyError] if another writer is in one of the folders
// to write to.
func (r *Refiner) Refine(ctx context.Context, files []*File) (err error) {
	if !r.DryRun {
		var locks []*wholefile.Lock
		defer func() {
			for _, lock := range locks {
				err = errors.Join(err, lock.Release())
			}
		}()
		if locks, err = holdAll(files); err != nil {
			return err
		}
	}
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, f := range files {
		group.Go(func() error {
			err := caught.Do(func() string { return f.File }, func() error { return r.refine(working, f) })
			if err == nil && r.Done != nil {
				r.Done()
			}
			return err
		})
	}
	return group.Wait()
}

// holdAll keeps other writers out of the folders to write to. The locks must be released even
// after an error.
func holdAll(files []*File) (locks []*wholefile.Lock, err error) {
	held := map[string]bool{}
	for _, f := range files {
		folder := filepath.Dir(f.To)
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			folder = real
		}
		if held[folder] {
			continue
		}
		held[folder] = true
		lock, err := wholefile.HoldFolder(folder)
		if err != nil {
			return locks, err
		}
		locks = append(locks, lock)
	}
	return locks, nil
}

func (r *Refiner) refine(ctx context.Context, f *File) error {
	if f.data == nil { // now, since nobody else writes it any more
		var err error
		if f.data, err = toolfile.Read(ctx, f.File); err != nil {
			return err
		}
	}
	done := &Refined{}
	var err error
	if r.Model != nil && !r.DryRun {
		done, err = r.Model.Refine(ctx, f.File, f.data)
	} else {
		done.Text, done.Added, err = toolfile.Refine(f.File, f.data)
	}
	if err != nil {
		return err
	}
	f.Added, f.Asked, f.Held, f.Notes, f.Trial = append([]string{}, done.Added...), done.Asked, done.Held, done.Notes, done.Trial
	if f.Trial == nil && r.Try != nil {
		set, err := toolfile.Parse(f.File, done.Text)
		if err != nil {
			return err
		}
		if f.Trial, err = r.Try(ctx, set); err != nil {
			return err
		}
	}
	if r.DryRun {
		return nil
	}
	if before, err := os.ReadFile(f.To); err == nil && bytes.Equal(before, done.Text) {
		return nil
	}
	return wholefile.Write(f.To, done.Text)
}
