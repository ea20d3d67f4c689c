package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/manifest"
	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
	"switchyard/schemas"
)

const (
	manifestName = manifest.Name
	rejectedName = "rejected.jsonl"
)

// runFolder is what a run folder says of itself, and what is counted to compare
// with it.
type runFolder struct {
	record   // the manifest
	folder   string
	manifest *manifest.Manifest // nil when it cannot be read or the run has not finished
	tally    *claims
	want     map[string]int // entries for each switch path; nil when unknown
	rejected map[string]int // by reason
	failed   map[string]int // by reason
}

// readRun reads the manifest and the rejections of a run folder.
func (v *verifier) readRun(folder string) *runFolder {
	r := &runFolder{record: record{path: filepath.Join(folder, manifestName)}, folder: folder, rejected: map[string]int{}, failed: map[string]int{}}
	data, err := os.ReadFile(r.path)
	if err != nil {
		message := cause(err)
		if errors.Is(err, fs.ErrNotExist) {
			message = "the file is missing, so nobody knows what was planned"
		}
		v.report(datasets.Problem{File: r.path, Check: checkRead, Message: message})
		return r
	}
	r.data = data
	set, err := schemas.Load()
	if err != nil {
		v.report(datasets.Problem{File: r.path, Check: checkManifest, Message: err.Error()})
		return r
	}
	if violations := set.Validate(schemas.Manifest, data); len(violations) > 0 {
		for _, problem := range violations {
			v.report(r.finding(checkManifest, problem.Pointer, "%s", problem.Message))
		}
		return r
	}
	var m manifest.Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		v.report(r.finding(checkManifest, "", "%s", oneLine(err.Error())))
		return r
	}
	if m.State != "finished" {
		f := r.finding(checkState, "/state", "the run has not finished")
		f.Hint = "give the same generate command again: it goes on where it stopped"
		v.report(f)
		return r
	}
	r.manifest = &m
	r.tally = newClaims(m.Config.Fine)
	paths := v.readRejections(r, set)
	r.want = planned(&m.Config)
	for key, n := range paths {
		if r.want[key] -= n; r.want[key] <= 0 {
			delete(r.want, key)
		}
	}
	return r
}

// record is a small JSON file that says what a folder holds.
type record struct {
	path string
	data []byte
}

// finding is a problem of the file; its line is found by the pointer.
func (r *record) finding(check, pointer, format string, args ...any) datasets.Problem {
	line, _ := schemas.Locate(r.data, pointer)
	return datasets.Problem{File: r.path, Line: line, Check: check, Pointer: pointer, Message: fmt.Sprintf(format, args...)}
}

// readRejections counts the rejections by reason, and returns how many there
// are for each switch path.
func (v *verifier) readRejections(r *runFolder, set *schemas.Set) map[string]int {
	paths := make(map[string]int)
	name := filepath.Join(r.folder, rejectedName)
	f, err := datasets.OpenFile(name)
	if err != nil {
		return paths // a missing file shows where the manifest lists it
	}
	defer f.Close()
	lines := out.NewLines(f, name)
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return paths
		}
		if err != nil {
			v.report(datasets.Problem{File: name, Line: lines.Line(), Check: checkRead, Message: oneLine(strings.TrimPrefix(err.Error(), fmt.Sprintf("%s:%d: ", name, lines.Line())))})
			return paths
		}
		violations := set.Validate(schemas.Rejection, line)
		for _, problem := range violations {
			v.report(datasets.Problem{File: name, Line: lines.Line(), Check: checkRejection, Pointer: problem.Pointer, Message: problem.Message})
		}
		var rej struct {
			SwitchPath []mission.Type `json:"switch_path"`
			Reason     string         `json:"reason"`
			Failed     bool           `json:"failed"`
		}
		if len(violations) == 0 && json.Unmarshal(line, &rej) == nil {
			if rej.Failed {
				r.failed[rej.Reason]++
			} else {
				r.rejected[rej.Reason]++
			}
			paths[proof.PathKey(rej.SwitchPath)]++
		}
	}
}

// planned says how many entries a configuration plans for each switch path. It
// works that out from the definition of the space, not from the generator.
func planned(c *manifest.Config) map[string]int {
	filter, err := mission.ParseFilter(c.Paths)
	if err != nil {
		return nil
	}
	type wanted struct {
		path  string
		times int
	}
	var paths []wanted
	whole := 0
	add := func(path []mission.Type, all int) {
		n := c.PerPath
		if n == 0 {
			n = max(1, 256/all)
		}
		paths = append(paths, wanted{proof.PathKey(path), n})
		whole += n
	}
	for _, n := range c.Missions {
		if c.Fine {
			for kinds := range mission.FinePaths(n) {
				if filter.Match(kinds) {
					add(typesOf(kinds), power(6, n))
				}
			}
			continue
		}
		for path := range mission.SwitchPaths(n) {
			if filter.MatchTypes(path) {
				add(path, power(4, n))
			}
		}
	}
	limit := whole
	if c.Limit > 0 {
		limit = min(limit, c.Limit)
	}
	want := make(map[string]int)
	before := 0
	for _, w := range paths {
		// A limit takes entries evenly from all over the plan.
		n := (before+w.times)*limit/whole - before*limit/whole
		before += w.times
		if n > 0 {
			want[w.path] += n
		}
	}
	return want
}

func power(base, n int) int {
	p := 1
	for range n {
		p *= base
	}
	return p
}

func typesOf(kinds []mission.Kind) []mission.Type {
	types := make([]mission.Type, len(kinds))
	for i, k := range kinds {
		types[i] = k.Type()
	}
	return types
}

// claims counts what a manifest claims.
type claims struct {
	fine    bool
	entries int
	covered map[int]map[string]bool // switch paths, by the number of missions
	balance manifest.Balance
}

func newClaims(fine bool) *claims {
	return &claims{fine: fine, covered: map[int]map[string]bool{},
		balance: manifest.Balance{Types: map[string]int{}, Patterns: map[string]int{}, Relations: map[string]int{}, Ways: map[string]int{}}}
}

func (t *claims) add(e *mission.Entry) {
	t.entries++
	n := len(e.Missions)
	if t.covered[n] == nil {
		t.covered[n] = make(map[string]bool)
	}
	key := fmt.Sprint(e.SwitchPath)
	if t.fine {
		key = fmt.Sprint(e.Kinds())
	}
	t.covered[n][key] = true
	for i := range e.Missions {
		m := &e.Missions[i]
		t.balance.Types[string(m.Type)]++
		if m.Pattern != "" {
			t.balance.Patterns[string(m.Pattern)]++
		}
		if m.Relation != "" {
			t.balance.Relations[string(m.Relation)]++
		}
		if m.Reference != nil {
			t.balance.Ways[string(m.Reference.Way)]++
		}
	}
}

// agree compares the manifest of a finished run with what was counted.
func (v *verifier) agree(r *runFolder, native checked) {
	m := r.manifest
	if m == nil {
		return
	}
	before := v.problems
	a := &m.Accounting
	if a.Accepted != native.Entries {
		v.report(r.finding(checkAccounting, "/accounting/accepted", "is %d, but there are %s", a.Accepted, count(native.Entries, "entry", "entries")))
	}
	if total := a.Accepted + sum(a.Rejected) + sum(a.Failed); a.Planned != total {
		v.report(r.finding(checkAccounting, "/accounting/planned", "is %d, but accepted, rejected and failed add up to %d", a.Planned, total))
	}
	v.agreeCounts(r, checkAccounting, "/accounting/rejected", a.Rejected, r.rejected)
	v.agreeCounts(r, checkAccounting, "/accounting/failed", a.Failed, r.failed)
	for i, cov := range m.Coverage {
		pointer := fmt.Sprintf("/coverage/%d", i)
		if have := len(r.tally.covered[cov.Missions]); have != cov.Covered {
			v.report(r.finding(checkCoverage, pointer+"/covered", "is %d, but the entries cover %d", cov.Covered, have))
		}
		all := power(4, cov.Missions)
		if m.Config.Fine {
			all = power(6, cov.Missions)
		}
		if all != cov.Paths {
			v.report(r.finding(checkCoverage, pointer+"/paths", "is %d, but there are %d", cov.Paths, all))
		}
		if share := float64(cov.Covered) / float64(all); math.Abs(share-cov.MSSS) > 1e-9 {
			v.report(r.finding(checkCoverage, pointer+"/msss", "is %v, but %d of %d is %v", cov.MSSS, cov.Covered, all, share))
		}
	}
	b := &r.tally.balance
	v.agreeCounts(r, checkBalance, "/balance/types", m.Balance.Types, b.Types)
	v.agreeCounts(r, checkBalance, "/balance/patterns", m.Balance.Patterns, b.Patterns)
	v.agreeCounts(r, checkBalance, "/balance/relations", m.Balance.Relations, b.Relations)
	v.agreeCounts(r, checkBalance, "/balance/ways", m.Balance.Ways, b.Ways)
	v.agreeFiles(r)
	if v.problems == before && !v.json {
		v.agreed = append(v.agreed, r.path)
	}
}

func sum(counts map[string]int) int {
	total := 0
	for _, n := range counts {
		total += n
	}
	return total
}

// agreeCounts compares counts by name.
func (v *verifier) agreeCounts(r *runFolder, check, pointer string, claimed, counted map[string]int) {
	keys := slices.Collect(maps.Keys(claimed))
	for key := range counted {
		if _, ok := claimed[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if claimed[key] != counted[key] {
			v.report(r.finding(check, pointer+"/"+jsonptr.Escape(key), "is %d, but %d are there", claimed[key], counted[key]))
		}
	}
}

// agreeFiles compares the files with their sizes and hashes.
func (v *verifier) agreeFiles(r *runFolder) {
	var files []datasets.File
	for _, f := range r.manifest.Files {
		files = append(files, datasets.File{Name: f.Name, Bytes: f.Bytes, SHA256: f.SHA256})
	}
	for _, p := range datasets.CheckFiles(r.path, files) {
		p.Check = checkFiles
		v.report(p)
	}
}
