package imports

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/caught"
	"switchyard/internal/progress"
	"switchyard/internal/wholefile"
	"switchyard/tools"
	"switchyard/tools/links"
	"switchyard/tools/toolfile"
)

// Source is a source with the report that an importer made of it.
type Source struct {
	Name   string
	Report *Report
}

// Result says what became of sources: the files that were written, and what was
// not imported or is doubtful.
type Result struct {
	OK       bool         `json:"ok"` // a toolset was written
	Toolsets []Saved      `json:"toolsets"`
	Skipped  []SourceNote `json:"skipped"`
	Notes    []SourceNote `json:"notes"`
	Problems []string     `json:"problems"` // of toolsets that were not written
	Faults   []error      `json:"-"`        // panics, which cost a tool or a toolset: faults of this program
}

// Saved is a toolset that was written, with its effects and links.
type Saved struct {
	Name      string  `json:"name"`
	File      string  `json:"file"`
	Tools     int     `json:"tools"`
	Effects   Effects `json:"effects"`
	Links     []Link  `json:"links"`
	Ambiguous []Doubt `json:"ambiguous"` // parameters that are not linked

	text []byte
}

// Effects counts tools by what their effect is known from.
type Effects struct {
	Told   int `json:"told"`   // [ByAnnotation]
	Method int `json:"method"` // [ByMethod]
	Words  int `json:"words"`  // [ByWords]
}

// Link is a tool whose answer has a field that another tool can take.
type Link struct {
	From  string  `json:"from"`
	Field string  `json:"field"`
	To    string  `json:"to"`
	Param string  `json:"param"`
	Score float64 `json:"score"` // how sure it is, 0 to 1
}

// Doubt is a parameter that may take the identifier of several things.
type Doubt struct {
	Tool    string   `json:"tool"`
	Param   string   `json:"param"`
	Between []string `json:"between"`
}

// SourceNote is a [Note] with the name of its source.
type SourceNote struct {
	Source string `json:"source"`
	Where  string `json:"where,omitempty"`
	What   string `json:"what"`
}

// The scores from which links count as [Sums.Sure] and [Sums.Fair].
const (
	SureScore = 0.9  // such a link is hardly ever wrong
	FairScore = 0.75 // such a link is seldom wrong
)

// Sums are the counts of all toolsets of a result together.
type Sums struct {
	Tools   int
	Effects Effects
	Links   int
	Sure    int // links with a score of at least [SureScore]
	Fair    int // links below it with a score of at least [FairScore]
	Unclear int // parameters that are not linked
}

// Sums adds up the counts of all toolsets.
func (r *Result) Sums() Sums {
	var sum Sums
	for _, s := range r.Toolsets {
		sum.Tools += s.Tools
		sum.Effects.Told += s.Effects.Told
		sum.Effects.Method += s.Effects.Method
		sum.Effects.Words += s.Effects.Words
		sum.Links += len(s.Links)
		sum.Unclear += len(s.Ambiguous)
		for _, l := range s.Links {
			switch {
			case l.Score >= SureScore:
				sum.Sure++
			case l.Score >= FairScore:
				sum.Fair++
			}
		}
	}
	return sum
}

// NoteGroup is notes that say the same about several places of a source.
type NoteGroup struct {
	Source, What string
	Places       []string // without the name of the source
}

// GroupNotes groups notes that say the same, in the order of their first
// occurrence.
func GroupNotes(notes []SourceNote) []NoteGroup {
	var groups []NoteGroup
	at := map[[2]string]int{}
	for _, n := range notes {
		key := [2]string{n.Source, n.What}
		i, known := at[key]
		if !known {
			i, at[key] = len(groups), len(groups)
			groups = append(groups, NoteGroup{Source: n.Source, What: n.What})
		}
		groups[i].Places = append(groups[i].Places, strings.TrimLeft(strings.TrimPrefix(n.Where, n.Source), ":"))
	}
	return groups
}

// FolderError says that several toolsets cannot be written into one file.
type FolderError struct {
	File string
	Sets int
}

// Error implements error.
func (e *FolderError) Error() string {
	return fmt.Sprintf("%s cannot hold the %d toolsets of the source, which need a folder", e.File, e.Sets)
}

// ExistsError says that the file of a toolset already exists with other content.
type ExistsError struct{ File string }

// Error implements error.
func (e *ExistsError) Error() string { return e.File + " exists and differs" }

// Save writes the toolsets of all sources to the folder out, one file each. The folder may
// hold other toolsets. If out ends in .yaml or .yml, it is the file of the only toolset. A
// toolset that does not load is not written; its problems are in the result. Nothing is
// written when a file exists and differs, unless replace is true. The error is a
// [*FolderError], an [*ExistsError], a [*ForeignError], a [*wholefile.BusyError] if another
// writer is in the folder, or one of the file system or the context.
func Save(ctx context.Context, sources []Source, out string, replace bool) (*Result, error) {
	return save(ctx, sources, out, replace, toolfile.Parse)
}

// parser reads a toolset file.
type parser func(name string, text []byte) (*tools.Toolset, error)

func save(ctx context.Context, sources []Source, out string, replace bool, parse parser) (_ *Result, err error) {
	r := &Result{Toolsets: []Saved{}, Skipped: []SourceNote{}, Notes: []SourceNote{}, Problems: []string{}}
	var sets []*Set
	var from []string // the name of the source, by set
	for _, source := range sources {
		for i := range source.Report.Sets {
			sets, from = append(sets, &source.Report.Sets[i]), append(from, source.Name)
		}
		for _, n := range source.Report.Skipped {
			r.Skipped = append(r.Skipped, SourceNote{source.Name, n.Where, n.What})
		}
		for _, n := range source.Report.Notes {
			r.Notes = append(r.Notes, SourceNote{source.Name, n.Where, n.What})
		}
	}
	oneFile := strings.HasSuffix(out, ".yaml") || strings.HasSuffix(out, ".yml")
	if oneFile && len(sets) > 1 {
		return nil, &FolderError{out, len(sets)}
	}
	lock, err := hold(out, oneFile)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	taken := map[string]bool{}
	counter := progress.Begin(ctx, progress.Part{Doing: "checking", Noun: "toolsets", Total: int64(len(sets))})
	defer counter.End()
	for i, s := range sets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		counter.Add(1)
		saved, err := r.checked(from[i], s, parse)
		if err != nil {
			return nil, err
		}
		if saved == nil {
			continue
		}
		if saved.File = out; !oneFile {
			saved.File = freeName(filepath.Join(out, s.File()), taken)
		}
		r.Toolsets = append(r.Toolsets, *saved)
	}
	r.OK = len(r.Toolsets) > 0
	return r, writeAll(r.Toolsets, replace)
}

// hold keeps other writers away from what is written.
func hold(out string, oneFile bool) (*wholefile.Lock, error) {
	if oneFile {
		return wholefile.Hold(out)
	}
	lock, err := wholefile.HoldFolder(out)
	if err != nil {
		return nil, err
	}
	if err := CheckFolder(out); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return lock, nil
}

// checked loads a toolset as its users will, without the tools that cannot be used. It
// is nil, and its problems are in the result, when nothing is left.
func (r *Result) checked(source string, s *Set, parse parser) (*Saved, error) {
	saved, problems, err := s.load(parse)
	if fault, ok := errors.AsType[*caught.Error](err); ok {
		r.Faults = append(r.Faults, fault)
		problems, err = toolfile.Problems{{File: s.Name, Message: "a fault in the program: " + fault.Cause}}, nil
	}
	if len(problems) > 0 {
		if s, err = r.usable(source, s, problems, parse); s == nil || err != nil {
			return nil, err
		}
		saved, _, err = s.load(parse)
	}
	return saved, err
}

// load writes a set as a toolset file, reads it and links its tools. problems are those of
// the file.
func (s *Set) load(parse parser) (saved *Saved, problems toolfile.Problems, err error) {
	defer caught.As(&err, func() string { return "toolset " + s.Name })
	saved = &Saved{Name: s.Name, Links: []Link{}, Ambiguous: []Doubt{}}
	if saved.text, err = s.YAML(); err != nil {
		return nil, nil, err
	}
	set, err := parse(s.Name, saved.text)
	if errors.As(err, &problems) {
		return nil, problems, nil
	} else if err != nil {
		return nil, nil, err
	}
	saved.Tools = len(set.Tools)
	for i := range s.Tools {
		switch s.Tools[i].Basis {
		case ByAnnotation:
			saved.Effects.Told++
		case ByMethod:
			saved.Effects.Method++
		default: // the others are inferred when the file is loaded
			saved.Effects.Words++
		}
	}
	found, doubts := links.Of(set)
	for _, l := range found {
		saved.Links = append(saved.Links, Link{l.From, l.Field, l.To, l.Param, l.Score})
	}
	for _, d := range doubts {
		saved.Ambiguous = append(saved.Ambiguous, Doubt{d.Tool, d.Param, append([]string{}, d.Between...)})
	}
	return saved, nil, nil
}

// usable leaves out the tools with which the set does not load, and notes why. It is nil,
// and the problems are in the result, when no tool is left.
func (r *Result) usable(source string, s *Set, all toolfile.Problems, parse parser) (*Set, error) {
	kept := *s
	kept.Tools = nil
	var left []SourceNote
	for _, t := range s.Tools {
		with := kept
		with.Tools = append(slices.Clone(kept.Tools), t)
		_, problems, err := with.load(parse)
		if fault, ok := errors.AsType[*caught.Error](err); ok {
			problems, err = toolfile.Problems{{Message: "a fault in the program: " + fault.Cause}}, nil
		}
		switch {
		case err != nil:
			return nil, err
		case len(problems) > 0:
			left = append(left, SourceNote{source, t.Source, fmt.Sprintf("the tool %s cannot be used: %s", t.Name, problems[0].Message)})
		default:
			kept = with
		}
	}
	if len(kept.Tools) == 0 {
		for _, p := range all {
			r.Problems = append(r.Problems, p.String())
		}
		return nil, nil
	}
	r.Skipped = append(r.Skipped, left...)
	return &kept, nil
}

// freeName takes a name of a file that no other has, also on systems that ignore
// the case of letters.
func freeName(path string, taken map[string]bool) string {
	free := path
	for n := 2; taken[strings.ToLower(free)]; n++ {
		free = fmt.Sprintf("%s_%d.yaml", strings.TrimSuffix(path, ".yaml"), n)
	}
	taken[strings.ToLower(free)] = true
	return free
}

// writeAll writes the files, once it is certain that nobody's work is lost.
func writeAll(sets []Saved, replace bool) error {
	for _, s := range sets {
		before, err := os.ReadFile(s.File)
		if err == nil && !bytes.Equal(before, s.text) && !replace {
			return &ExistsError{s.File}
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, s := range sets {
		if err := wholefile.Write(s.File, s.text); err != nil {
			return err
		}
	}
	return nil
}
