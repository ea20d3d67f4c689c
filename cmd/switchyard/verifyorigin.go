package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/split"
	"switchyard/out"
	"switchyard/proof"
	"switchyard/schemas"
)

// part is what a folder that split, merge, filter or sample made says of itself,
// and what is counted to compare with it.
type part struct {
	record // datasets.OriginName
	folder string
	origin *datasets.Origin // nil when it cannot be read
	// details are those of the origin, as the command wrote them.
	details json.RawMessage
	only    string         // the one file that is looked at; empty for all
	counted map[string]int // entries by the names of files, of those that are there
}

// derivedFolder finds the folder that split, merge, filter or sample made: the
// folder itself, or the one around the side of a split. Then only is the file of
// that side.
func derivedFolder(folder string) (at, only string) {
	if exists(filepath.Join(folder, datasets.OriginName)) {
		return folder, ""
	}
	whole, err := filepath.Abs(folder)
	if err != nil {
		return "", ""
	}
	at, only = filepath.Join(folder, ".."), sideFile(filepath.Base(whole))
	o, err := datasets.ReadRecord[datasets.Origin](filepath.Join(at, datasets.OriginName))
	if err != nil || o == nil || !slices.ContainsFunc(o.Files, func(f datasets.File) bool { return f.Name == only }) {
		return "", ""
	}
	return at, only
}

// derived proves the files of such a folder, and what it says of them.
func (v *verifier) derived(ctx context.Context, folder, only string) error {
	before := v.problems
	p := v.readOrigin(folder)
	p.only = only
	for _, name := range p.names() {
		at := filepath.Join(folder, filepath.FromSlash(name))
		if !exists(at) {
			continue // it is told where it is listed
		}
		t := &task{format: out.Native().Name(), data: proof.NewDataset(nil)}
		sum, err := v.path(ctx, at, t)
		if err != nil {
			return err
		}
		p.counted[name] = sum.Entries
	}
	if p.origin == nil {
		return nil
	}
	whole := v.problems == before
	v.agreePart(p)
	if whole && only == "" && p.origin.MadeBy == splitBy && len(p.counted) == len(p.names()) {
		if err := v.agreeLeaks(ctx, p); err != nil {
			return err
		}
	}
	if v.problems == before && !v.json {
		v.agreed = append(v.agreed, p.path)
	}
	return nil
}

// readOrigin reads what a folder says of itself.
func (v *verifier) readOrigin(folder string) *part {
	p := &part{record: record{path: filepath.Join(folder, datasets.OriginName)}, folder: folder, counted: map[string]int{}}
	var err error
	if p.data, err = os.ReadFile(p.path); err != nil {
		v.report(datasets.Problem{File: p.path, Check: checkRead, Message: cause(err)})
		return p
	}
	set, err := schemas.Load()
	if err != nil {
		v.report(datasets.Problem{File: p.path, Check: checkOrigin, Message: err.Error()})
		return p
	}
	violations := set.Validate(schemas.Origin, p.data)
	for _, problem := range violations {
		v.report(p.finding(checkOrigin, problem.Pointer, "%s", problem.Message))
	}
	o := &datasets.Origin{Details: &p.details}
	if len(violations) > 0 {
		return p
	}
	if err := json.Unmarshal(p.data, o); err != nil {
		v.report(p.finding(checkOrigin, "", "%s", oneLine(err.Error())))
		return p
	}
	p.origin = o
	return p
}

// names are the files of entries: those that are listed, or where nobody knows
// what is, those that are there.
func (p *part) names() []string {
	native := out.Native().File()
	switch {
	case p.only != "":
		return []string{p.only}
	case p.origin == nil:
		var names []string
		for _, pattern := range []string{native, filepath.Join("*", native)} {
			found, _ := filepath.Glob(filepath.Join(p.folder, pattern)) // the pattern is a good one
			for _, at := range found {
				if name, err := filepath.Rel(p.folder, at); err == nil {
					names = append(names, filepath.ToSlash(name))
				}
			}
		}
		return names
	}
	var names []string
	for _, f := range p.origin.Files {
		if path.Base(f.Name) == native && filepath.IsLocal(filepath.FromSlash(f.Name)) {
			names = append(names, f.Name)
		}
	}
	return names
}

// agreePart compares what the folder says of its files with them, and its sums
// with each other.
func (v *verifier) agreePart(p *part) {
	at := ""
	for i, f := range p.origin.Files {
		if p.only != "" && f.Name != p.only {
			continue
		}
		if p.only != "" {
			at = fmt.Sprintf("/files/%d/", i)
		}
		if n, ok := p.counted[f.Name]; ok && n != f.Entries {
			v.report(p.finding(checkOriginSums, fmt.Sprintf("/files/%d/entries", i), "is %d, but %s has %s", f.Entries, f.Name, count(n, "entry", "entries")))
		}
	}
	for _, problem := range datasets.CheckFiles(p.path, p.origin.Files) {
		if strings.HasPrefix(problem.Pointer, at) {
			problem.Check = checkOriginFiles
			v.report(problem)
		}
	}
	if p.only == "" {
		v.agreeSums(p)
	}
}

// agreeSums compares what a command tells of what it did with what it read and
// wrote.
func (v *verifier) agreeSums(p *part) {
	read, written := 0, 0
	for _, in := range p.origin.Inputs {
		read += in.Entries
	}
	for _, f := range p.origin.Files {
		written += f.Entries
	}
	says := func(pointer string, claimed, counted int, of string) {
		if claimed != counted {
			v.report(p.finding(checkOriginSums, pointer, "is %d, but %s %d", claimed, of, counted))
		}
	}
	switch p.origin.MadeBy {
	case splitBy:
		var plan split.Plan
		if !v.detailsOf(p, &plan) {
			return
		}
		says("/details/entries", plan.Entries, read, "the entries that were read are")
		says("/details/entries", plan.Entries, written+len(plan.LeftOut), "the sides and what is left out make")
		for i, side := range plan.Sides {
			at := slices.IndexFunc(p.origin.Files, func(f datasets.File) bool { return f.Name == sideFile(side.Name) })
			if at < 0 {
				v.report(p.finding(checkOriginSums, fmt.Sprintf("/details/sides/%d/name", i), "is %q, but no file of that side is listed", side.Name))
				continue
			}
			says(fmt.Sprintf("/details/sides/%d/entries", i), side.Entries, p.origin.Files[at].Entries, "the entries of its file are")
		}
	case mergeBy:
		var d mergeDetails
		if !v.detailsOf(p, &d) {
			return
		}
		kept := 0
		for i, part := range d.Parts {
			own := part.To - part.From + 1
			kept += own
			if i < len(p.origin.Inputs) {
				says(fmt.Sprintf("/inputs/%d/entries", i), p.origin.Inputs[i].Entries, own+part.Dropped, "those that were kept and dropped are")
			}
		}
		says("/details/parts", kept, written, "the entries that were written are")
	case sampleBy:
		var d struct {
			Entries int `json:"entries"`
		}
		if v.detailsOf(p, &d) {
			says("/details/entries", d.Entries, written, "the entries that were written are")
		}
	}
	if written > read {
		v.report(p.finding(checkOriginSums, "/inputs", "has %s, but %d were written", count(read, "entry", "entries"), written))
	}
}

// detailsOf reads what a command tells of what it did.
func (v *verifier) detailsOf(p *part, to any) bool {
	err := json.Unmarshal(p.details, to)
	if err != nil {
		v.report(p.finding(checkOrigin, "/details", "is not what %s tells of what it did", p.origin.MadeBy))
	}
	return err == nil
}

// agreeLeaks looks for what the sides have in common, and whether the leak report
// says the same, if there is to be one.
func (v *verifier) agreeLeaks(ctx context.Context, p *part) error {
	var sides []side
	for _, name := range p.names() {
		sides = append(sides, side{path.Dir(name), filepath.Join(p.folder, filepath.FromSlash(name))})
	}
	leaks, err := v.c.leaksOf(ctx, sides, v.workers)
	if err != nil {
		return err
	}
	says := p.record
	if at := filepath.Join(p.folder, leaksName); slices.ContainsFunc(p.origin.Files, func(f datasets.File) bool { return f.Name == leaksName }) && exists(at) {
		says.path = at
		if says.data, err = os.ReadFile(at); err != nil {
			return err
		}
		var told split.Leaks
		if err := json.Unmarshal(says.data, &told); err != nil {
			v.report(says.finding(checkOriginLeaks, "", "%s", oneLine(err.Error())))
			return nil
		}
		claimed := told.Kinds()
		for i, kind := range leaks.Kinds() {
			switch c := claimed[i]; {
			case c.Of != kind.Of:
				v.report(says.finding(checkOriginLeaks, "/"+kind.Key+"/of", "is %d, but there are %d", c.Of, kind.Of))
			case c.On != kind.On:
				v.report(says.finding(checkOriginLeaks, "/"+kind.Key+"/shared", "is %d, but the sides have %d in common", c.On, kind.On))
			}
		}
	}
	for _, kind := range leaks.Kinds() {
		if !kind.Never || kind.On == 0 {
			continue
		}
		pointer := ""
		if says.path != p.path {
			pointer = "/" + kind.Key
		}
		f := says.finding(checkLeaks, pointer, "%s %s on two sides", thousands(kind.On), map[bool]string{true: kind.One + " stands", false: kind.Name + " stand"}[kind.On == 1])
		if len(kind.Examples) > 0 {
			f.Message += fmt.Sprintf(", such as %q", kind.Examples[0])
		}
		v.report(f)
	}
	return nil
}
