package datasets

import (
	"cmp"
	"context"
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

	"switchyard/datasets/manifest"
	"switchyard/internal/input"
	"switchyard/internal/intact"
	"switchyard/internal/jsonptr"
	"switchyard/internal/prose"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/proof"
	"switchyard/schemas"
)

// runFolder is what a run folder says about itself, and the counts to compare with it.
type runFolder struct {
	record   // the manifest
	folder   string
	manifest *manifest.Manifest // nil if it cannot be read or the run has not finished
	claims   *claims
	want     map[string]int // entries for each switch path; nil if unknown
	rejected map[string]int // by reason
	failed   map[string]int // by reason
}

func (v *verifier) newRun(folder string) *runFolder {
	return &runFolder{record: record{path: filepath.Join(folder, manifest.Name)}, folder: folder, rejected: map[string]int{}, failed: map[string]int{}}
}

// readRecord reads a record and checks it against its schema. It reports whether the record
// can be used; if not, it has reported the problems.
func (v *verifier) readRecord(r *record, schema string, check string, to any) (*schemas.Set, bool) {
	var err error
	if r.data, err = os.ReadFile(r.path); err != nil {
		message := prose.Cause(err)
		if errors.Is(err, fs.ErrNotExist) && schema == schemas.Manifest {
			message = "the file is missing, so nobody knows what was planned"
		}
		v.found(Problem{File: r.path, Check: checkRead, Message: message})
		return nil, false
	}
	set, err := schemas.Load()
	if err != nil {
		v.found(Problem{File: r.path, Check: check, Message: err.Error()})
		return nil, false
	}
	violations := set.Validate(schema, r.data)
	for _, problem := range violations {
		v.found(r.problem(check, problem.Pointer, "%s", problem.Message))
	}
	if len(violations) > 0 {
		return nil, false
	}
	if err := schemas.Unmarshal(r.data, to); err != nil {
		v.found(r.problem(check, "", "%s", prose.Error(err)))
		return nil, false
	}
	if _, err := intact.CheckSeal(r.data, ""); err != nil {
		r.broken = true
		v.found(Problem{File: r.path, Check: checkChanged, Message: err.Error()})
	}
	return set, true
}

// readRun reads the manifest and the rejections of a run folder.
func (v *verifier) readRun(ctx context.Context, r *runFolder) {
	var m manifest.Manifest
	set, ok := v.readRecord(&r.record, schemas.Manifest, checkManifest, &m)
	if !ok {
		return
	}
	if m.State != manifest.Finished {
		p := r.problem(checkState, "/state", "the run has not finished")
		p.Hint = "run the same generate command again: it continues where it stopped"
		v.found(p)
		v.agreeJournal(r.folder, &m)
		return
	}
	r.manifest = &m
	r.claims = newClaims(m.Config.Fine)
	paths := v.readRejections(ctx, r, set)
	r.want = planned(&m.Config)
	for key, n := range paths {
		if r.want[key] -= n; r.want[key] <= 0 {
			delete(r.want, key)
		}
	}
}

// agreeJournal compares the files of an unfinished run with its journal.
func (v *verifier) agreeJournal(folder string, m *manifest.Manifest) {
	changes, err := m.CheckUnfinished(folder)
	if err != nil {
		v.found(Problem{File: filepath.Join(folder, manifest.JournalName), Check: checkRead, Message: prose.Cause(err)})
	}
	for _, c := range changes {
		v.found(*changed(c))
	}
}

// readRejections counts the rejections by reason, and returns how many there are
// for each switch path.
func (v *verifier) readRejections(ctx context.Context, r *runFolder, set *schemas.Set) map[string]int {
	paths := make(map[string]int)
	name := input.Named(filepath.Join(r.folder, manifest.Rejected))
	f, err := input.Open(ctx, name)
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
			v.found(Problem{File: name, Line: lines.Line(), Check: checkRead, Message: strings.TrimPrefix(prose.Error(err), fmt.Sprintf("%s:%d: ", name, lines.Line()))})
			return paths
		}
		violations := set.Validate(schemas.Rejection, line)
		for _, problem := range violations {
			v.found(Problem{File: name, Line: lines.Line(), Check: checkRejection, Pointer: problem.Pointer, Message: problem.Message})
		}
		var rejection struct {
			SwitchPath []mission.Type `json:"switch_path"`
			Reason     string         `json:"reason"`
			Failed     bool           `json:"failed"`
		}
		if len(violations) == 0 && json.Unmarshal(line, &rejection) == nil {
			if rejection.Failed {
				r.failed[rejection.Reason]++
			} else {
				r.rejected[rejection.Reason]++
			}
			paths[proof.PathKey(rejection.SwitchPath)]++
		}
	}
}

// planned returns how many entries a configuration plans for each switch path. It follows
// the definition of the space, not the generator.
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
		// A limit takes entries evenly from the whole plan.
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

// claims counts what a manifest makes claims about.
type claims struct {
	fine    bool
	covered map[int]map[string]bool // switch paths, by the number of missions
	balance manifest.Balance
}

func newClaims(fine bool) *claims {
	return &claims{fine: fine, covered: map[int]map[string]bool{},
		balance: manifest.Balance{Types: map[string]int{}, Patterns: map[string]int{}, Relations: map[string]int{}, Ways: map[string]int{}}}
}

func (t *claims) add(e *mission.Entry) {
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

// agreeRun compares the manifest of a finished run with what was counted.
func (v *verifier) agreeRun(r *runFolder, entries int) {
	m := r.manifest
	if m == nil {
		return
	}
	before := v.report.Problems
	v.agreeAccounting(r, entries, "entry", "entries")
	for i, cov := range m.Coverage {
		pointer := fmt.Sprintf("/coverage/%d", i)
		if have := len(r.claims.covered[cov.Missions]); have != cov.Covered {
			v.found(r.problem(checkCoverage, pointer+"/covered", "is %d, but the entries cover %d", cov.Covered, have))
		}
		all := power(4, cov.Missions)
		if m.Config.Fine {
			all = power(6, cov.Missions)
		}
		if all != cov.Paths {
			v.found(r.problem(checkCoverage, pointer+"/paths", "is %d, but there are %d", cov.Paths, all))
		}
		if share := float64(cov.Covered) / float64(all); math.Abs(share-cov.MSSS) > 1e-9 {
			v.found(r.problem(checkCoverage, pointer+"/msss", "is %v, but %d of %d is %v", cov.MSSS, cov.Covered, all, share))
		}
	}
	b := &r.claims.balance
	v.agreeCounts(r, checkBalance, "/balance/types", m.Balance.Types, b.Types)
	v.agreeCounts(r, checkBalance, "/balance/patterns", m.Balance.Patterns, b.Patterns)
	v.agreeCounts(r, checkBalance, "/balance/relations", m.Balance.Relations, b.Relations)
	v.agreeCounts(r, checkBalance, "/balance/ways", m.Balance.Ways, b.Ways)
	for i, f := range m.Files {
		v.agreeFile(&r.record, checkFiles, i, File(f))
	}
	v.agreed(&r.record, before)
}

// agreeAccounting compares how many there are with what the manifest says.
func (v *verifier) agreeAccounting(r *runFolder, have int, one, many string) {
	a := &r.manifest.Accounting
	if a.Accepted != have {
		v.found(r.problem(checkAccounting, "/accounting/accepted", "is %d, but there are %s", a.Accepted, prose.Count(have, one, many)))
	}
	if total := a.Accepted + sum(a.Rejected) + sum(a.Failed); a.Planned != total {
		v.found(r.problem(checkAccounting, "/accounting/planned", "is %d, but accepted, rejected and failed add up to %d", a.Planned, total))
	}
	v.agreeCounts(r, checkAccounting, "/accounting/rejected", a.Rejected, r.rejected)
	v.agreeCounts(r, checkAccounting, "/accounting/failed", a.Failed, r.failed)
}

// agreed lists a record if no problem was found with it.
func (v *verifier) agreed(r *record, before int) {
	if v.report.Problems == before && !r.broken {
		v.report.Agreed = append(v.report.Agreed, r.path)
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
	all := maps.Clone(counted)
	if all == nil {
		all = map[string]int{}
	}
	maps.Copy(all, claimed)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if claimed[key] != counted[key] {
			v.found(r.problem(check, pointer+"/"+jsonptr.Escape(key), "is %d, but there are %d", claimed[key], counted[key]))
		}
	}
}

// agreeFile compares a file with what a record says of it.
func (v *verifier) agreeFile(r *record, check string, i int, f File) {
	if p := r.checkFile(i, f); p != nil {
		p.Check = cmp.Or(p.Check, check)
		v.found(*p)
	}
}
