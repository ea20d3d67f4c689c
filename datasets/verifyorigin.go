package datasets

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"switchyard/datasets/split"
	"switchyard/internal/input"
	"switchyard/internal/prose"
	"switchyard/out"
	"switchyard/proof"
	"switchyard/schemas"
)

// part is what a derived folder says about itself, and the counts to compare with it.
type part struct {
	record  // OriginName
	folder  string
	origin  *Origin         // nil if it cannot be read
	details json.RawMessage // those of the origin, as the command wrote them
	only    string          // the one file to look at; empty for all
	counted map[string]int  // entries by the names of the files that are there
}

// derivedFolder finds the folder that split, merge, filter or sample made: the
// folder itself, or the one around the side of a split. Then only is the file of
// that side.
func derivedFolder(folder string) (at, only string) {
	if exists(filepath.Join(folder, OriginName)) {
		return folder, ""
	}
	whole, err := filepath.Abs(folder)
	if err != nil {
		return "", ""
	}
	at = filepath.Join(folder, "..")
	o, err := ReadRecord[Origin](filepath.Join(at, OriginName))
	if err != nil || o == nil {
		return "", ""
	}
	for _, base := range []string{out.Native().File(), SessionsFile} {
		if only = sideFile(filepath.Base(whole), base); o.file(only) >= 0 {
			return at, only
		}
	}
	return "", ""
}

// file returns the index of a file among those of the origin; -1 if there is none.
func (o *Origin) file(name string) int {
	return slices.IndexFunc(o.Files, func(f File) bool { return f.Name == name })
}

// derived proves the files of a derived folder, and what the folder says about them.
func (v *verifier) derived(ctx context.Context, folder, only string) error {
	before := v.report.Problems
	p := &part{record: record{path: filepath.Join(folder, OriginName)}, folder: folder, only: only, counted: map[string]int{}}
	o := &Origin{Details: &p.details}
	if _, ok := v.readRecord(&p.record, schemas.Origin, checkOrigin, o); ok {
		p.origin = o
	}
	for _, name := range p.names() {
		at := input.Named(filepath.Join(folder, filepath.FromSlash(name)))
		if !exists(at) {
			continue // reported where it is listed
		}
		sum, err := v.file(ctx, at, &task{format: formatOfFile(name), data: proof.NewDataset(nil)})
		if err != nil {
			return err
		}
		p.counted[name] = sum.Entries
	}
	if p.origin == nil {
		return nil
	}
	whole := v.report.Problems == before
	v.agreePart(p)
	if whole && only == "" && p.origin.MadeBy == splitBy && len(p.counted) == len(p.names()) {
		if err := v.agreeLeaks(ctx, p); err != nil {
			return err
		}
	}
	v.agreed(&p.record, before)
	return nil
}

// names lists the files of entries: those that the origin lists, or if it cannot
// be read, those that are there.
func (p *part) names() []string {
	native := out.Native().File()
	var names []string
	switch {
	case p.only != "":
		return []string{p.only}
	case p.origin == nil:
		for _, pattern := range []string{native, filepath.Join("*", native), SessionsFile, filepath.Join("*", SessionsFile)} {
			found, _ := filepath.Glob(filepath.Join(p.folder, pattern)) // no error: the pattern is valid
			for _, at := range found {
				if name, err := filepath.Rel(p.folder, at); err == nil {
					names = append(names, filepath.ToSlash(name))
				}
			}
		}
	default:
		for _, f := range p.origin.Files {
			if dataFile(f.Name) && filepath.IsLocal(filepath.FromSlash(f.Name)) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// agreePart compares what the folder says about its files with the files, and its sums with
// each other.
func (v *verifier) agreePart(p *part) {
	for i, f := range p.origin.Files {
		if p.only != "" && f.Name != p.only {
			continue
		}
		v.agreeFile(&p.record, checkOriginFiles, i, f)
		if n, ok := p.counted[f.Name]; ok && n != f.Entries {
			v.found(p.problem(checkOriginSums, fmt.Sprintf("/files/%d/entries", i), "is %d, but %s has %s", f.Entries, f.Name, prose.Count(n, "entry", "entries")))
		}
	}
	if p.only == "" {
		v.agreeSums(p)
	}
}

// agreeSums compares the report of a command with what it read and wrote.
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
			v.found(p.problem(checkOriginSums, pointer, "is %d, but %s %d", claimed, of, counted))
		}
	}
	switch p.origin.MadeBy {
	case splitBy:
		var plan split.Plan
		if !v.detailsOf(p, &plan) {
			return
		}
		says("/details/entries", plan.Entries, read, "the entries that were read are")
		says("/details/entries", plan.Entries, written+len(plan.LeftOut), "the sides and the entries left out add up to")
		for i, side := range plan.Sides {
			at := max(p.origin.file(sideFile(side.Name, out.Native().File())), p.origin.file(sideFile(side.Name, SessionsFile)))
			if at < 0 {
				v.found(p.problem(checkOriginSums, fmt.Sprintf("/details/sides/%d/name", i), "is %q, but no file of that side is listed", side.Name))
				continue
			}
			says(fmt.Sprintf("/details/sides/%d/entries", i), side.Entries, p.origin.Files[at].Entries, "the entries of its file are")
		}
	case mergeBy:
		var d MergeDetails
		if !v.detailsOf(p, &d) {
			return
		}
		kept := 0
		for i, part := range d.Parts {
			kept += part.Kept()
			if i < len(p.origin.Inputs) {
				says(fmt.Sprintf("/inputs/%d/entries", i), p.origin.Inputs[i].Entries, part.Kept()+part.Dropped, "the kept and dropped entries add up to")
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
		v.found(p.problem(checkOriginSums, "/inputs", "has %s, but %d were written", prose.Count(read, "entry", "entries"), written))
	}
}

// detailsOf reads the report of a command.
func (v *verifier) detailsOf(p *part, to any) bool {
	err := json.Unmarshal(p.details, to)
	if err != nil {
		v.found(p.problem(checkOrigin, "/details", "is not the report of %s", p.origin.MadeBy))
	}
	return err == nil
}

// agreeLeaks finds what the sides have in common, and compares it with the leak report, if
// the origin lists one.
func (v *verifier) agreeLeaks(ctx context.Context, p *part) error {
	var sides []side
	for _, name := range p.names() {
		sides = append(sides, side{path.Dir(name), input.Named(filepath.Join(p.folder, filepath.FromSlash(name)))})
	}
	leaks, err := leaksOf(ctx, sides, v.cfg.Workers)
	if err != nil {
		return err
	}
	says, at := p.record, ""
	if name := filepath.Join(p.folder, LeaksName); p.origin.file(LeaksName) >= 0 && exists(name) {
		if says.data, err = os.ReadFile(name); err != nil {
			return err
		}
		says.path, at = name, "/"
		var told split.Leaks
		if err := schemas.Unmarshal(says.data, &told); err != nil {
			v.found(says.problem(checkOriginLeaks, "", "%s", prose.Error(err)))
			return nil
		}
		claimed := told.Kinds()
		for i, kind := range leaks.Kinds() {
			switch c := claimed[i]; {
			case c.Of != kind.Of:
				v.found(says.problem(checkOriginLeaks, "/"+kind.Key+"/of", "is %d, but there are %d", c.Of, kind.Of))
			case c.On != kind.On:
				v.found(says.problem(checkOriginLeaks, "/"+kind.Key+"/shared", "is %d, but the sides have %d in common", c.On, kind.On))
			}
		}
	}
	for _, kind := range leaks.Kinds() {
		if !kind.Never || kind.On == 0 {
			continue
		}
		pointer := ""
		if at != "" {
			pointer = at + kind.Key
		}
		message := prose.Count(kind.On, kind.One+" is", kind.Name+" are") + " on two sides"
		if len(kind.Examples) > 0 {
			message += fmt.Sprintf(", such as %q", kind.Examples[0])
		}
		v.found(says.problem(checkLeaks, pointer, "%s", message))
	}
	return nil
}
