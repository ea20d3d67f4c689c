package gen

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/datasets/manifest"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model/spend"
	"switchyard/out"
)

// DifferentError says that a folder holds a run with another configuration.
type DifferentError struct {
	Folder      string
	Differences []string // "seed: 1 there, 2 now"
}

// Error implements error.
func (e *DifferentError) Error() string {
	return fmt.Sprintf("%s holds another run (%s)", e.Folder, strings.Join(e.Differences, "; "))
}

// ForeignError says that a folder holds files that a run would overwrite and
// that no run of ours accounts for.
type ForeignError struct{ Folder, File string }

// Error implements error.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s holds %s, but no manifest that accounts for it", e.Folder, e.File)
}

// DamagedError says that a file of a finished run is not as the run left it.
type DamagedError struct{ Folder, File string }

// Error implements error.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s in %s is missing or has changed since the run finished", e.File, e.Folder)
}

// runConfig is the part of the configuration that decides the bytes.
func (c *Config) runConfig() manifest.Config {
	rc := manifest.Config{Seed: c.Seed, Missions: c.Missions, PerPath: c.PerPath, Paths: c.Paths, Fine: c.Fine,
		Distractors: c.Distractors, Limit: c.Limit}
	if len(c.Models) > 0 {
		rc.Strategy, rc.Language, rc.Attempts, rc.Candidates, rc.Models = string(c.Strategy), c.Language, c.Attempts, c.Candidates, c.Models
	}
	rc.Formats = formatNames(c.Formats)
	if slices.Equal(rc.Formats, formatsOf(&manifest.Config{})) {
		rc.Formats = nil
	}
	for _, set := range c.Toolsets {
		rc.Toolsets = append(rc.Toolsets, manifest.Toolset{Name: set.Name, SHA256: set.Hash, Source: set.Source})
	}
	return rc
}

func formatNames(formats []out.Format) []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name())
	}
	return names
}

// formatsOf names the formats of a run, the usual ones too.
func formatsOf(a *manifest.Config) []string {
	if len(a.Formats) == 0 {
		return formatNames(out.Formats())
	}
	return a.Formats
}

// fingerprint tells plans apart, in a few letters: entries of the same name are
// the same only where it is the same.
func (c *Config) fingerprint() string {
	rc := c.runConfig()
	rc.Strategy, rc.Language, rc.Attempts, rc.Candidates, rc.Models = "", "", manifest.Attempts{}, [2]int{}, nil
	rc.Formats = nil            // they change no entry
	text, _ := json.Marshal(rc) // numbers and texts can always be written
	return fmt.Sprintf("%04x", keyed.Hash(0, string(text))&0xffff)
}

// differences lists in what two runs differ: the one there and the one now.
func differences(a, b *manifest.Config) []string {
	var out []string
	differ := func(name string, x, y any) {
		if fmt.Sprint(x) != fmt.Sprint(y) {
			out = append(out, fmt.Sprintf("%s: %v there, %v now", name, shown(x), shown(y)))
		}
	}
	differ("seed", a.Seed, b.Seed)
	differ("missions", a.Missions, b.Missions)
	differ("per path", a.PerPath, b.PerPath)
	differ("paths", a.Paths, b.Paths)
	differ("fine", a.Fine, b.Fine)
	differ("distractors", a.Distractors, b.Distractors)
	differ("limit", a.Limit, b.Limit)
	differ("formats", strings.Join(formatsOf(a), ", "), strings.Join(formatsOf(b), ", "))
	differ("strategy", a.Strategy, b.Strategy)
	differ("language", a.Language, b.Language)
	differ("attempts", a.Attempts, b.Attempts)
	differ("candidates", a.Candidates, b.Candidates)
	out = append(out, playersDiffer(a.Models, b.Models)...)
	names := func(refs []manifest.Toolset) []string {
		var names []string
		for _, r := range refs {
			names = append(names, r.Name)
		}
		return names
	}
	if x, y := names(a.Toolsets), names(b.Toolsets); !slices.Equal(x, y) {
		out = append(out, fmt.Sprintf("toolsets: %d there, %d now", len(x), len(y)))
	} else {
		for i := range a.Toolsets {
			if a.Toolsets[i].SHA256 != b.Toolsets[i].SHA256 {
				out = append(out, fmt.Sprintf("toolset %s: its bytes have changed", a.Toolsets[i].Name))
			}
		}
	}
	return out
}

// playersDiffer lists in what the players of the roles differ; roles that differ
// alike share a line.
func playersDiffer(a, b []manifest.Model) []string {
	var order []string
	which := map[string][]string{} // roles by what is different
	add := func(what, role string) {
		if which[what] == nil {
			order = append(order, what)
		}
		which[what] = append(which[what], role)
	}
	for _, role := range spend.Roles() {
		x, y := modelOf(a, role), modelOf(b, role)
		if x.Model != y.Model {
			add(fmt.Sprintf("%s there, %s now", cmp.Or(x.Model, "builtin"), cmp.Or(y.Model, "builtin")), role)
		}
		if x.Model == "" || y.Model == "" {
			continue
		}
		if x.Endpoint != y.Endpoint {
			add(fmt.Sprintf("at %s there, at %s now", x.Endpoint, y.Endpoint), role)
		}
		if x.Sampling != y.Sampling {
			add(fmt.Sprintf("sampling %s there, %s now", x.Sampling, y.Sampling), role)
		}
		if x.Prompts != y.Prompts {
			add("other prompts now", role)
		}
	}
	var out []string
	for _, what := range order {
		out = append(out, strings.Join(which[what], ", ")+": "+what)
	}
	return out
}

func shown(v any) any {
	if fmt.Sprint(v) == "" {
		return "none"
	}
	return v
}

// tally counts what becomes of the plan.
type tally struct {
	accounting manifest.Accounting
	balance    manifest.Balance
	covered    map[int]map[string]bool
	fine       bool
	// Of runs with models.
	roles, candidates int // lines of the side files
	usage             spend.Usage
}

func newTally(planned int, fine bool) *tally {
	return &tally{
		accounting: manifest.Accounting{Planned: planned, Rejected: map[string]int{}, Failed: map[string]int{}},
		balance:    manifest.Balance{Types: map[string]int{}, Patterns: map[string]int{}, Relations: map[string]int{}, Ways: map[string]int{}},
		covered:    map[int]map[string]bool{}, fine: fine,
	}
}

func (t *tally) add(item Item, rec record) {
	t.roles += rec.Roles
	t.candidates += rec.Candidates
	t.usage.Add(rec.Usage)
	switch {
	case rec.Failed:
		t.accounting.Failed[rec.Reason]++
		return
	case !rec.Accepted:
		t.accounting.Rejected[rec.Reason]++
		return
	}
	t.accounting.Accepted++
	if rec.Relations != nil {
		item.Relations, item.Patterns = rec.Relations, rec.Patterns
	}
	kinds := make([]mission.Kind, len(item.Types))
	for i, ty := range item.Types {
		kinds[i] = mission.KindOf(ty, item.Patterns[i])
		t.balance.Types[string(ty)]++
		if item.Patterns[i] != "" {
			t.balance.Patterns[string(item.Patterns[i])]++
		}
		if item.Relations[i] != "" {
			t.balance.Relations[string(item.Relations[i])]++
		}
	}
	for _, way := range rec.Ways {
		t.balance.Ways[way]++
	}
	n := len(kinds)
	if t.covered[n] == nil {
		t.covered[n] = map[string]bool{}
	}
	t.covered[n][pathName(kinds, t.fine)] = true
}

func (t *tally) coverage(missions []int) []manifest.Coverage {
	base := 4
	if t.fine {
		base = 6
	}
	var out []manifest.Coverage
	for _, n := range missions {
		paths := 1
		for range n {
			paths *= base
		}
		covered := len(t.covered[n])
		out = append(out, manifest.Coverage{Missions: n, Paths: paths, Covered: covered, MSSS: float64(covered) / float64(paths)})
	}
	return out
}

// barren tells whether nothing came of the run in the folder: it was stopped
// before its first entry, or no endpoint ever answered.
func barren(folder string, m *manifest.Manifest, names []string) (bool, error) {
	if m.State == manifest.Finished {
		failed := 0
		for _, n := range m.Accounting.Failed {
			failed += n
		}
		return failed > 0 && failed == m.Accounting.Planned, nil
	}
	for _, name := range append([]string{journalName}, names...) {
		info, err := os.Stat(filepath.Join(folder, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return false, err
		case info.Size() > 0:
			return false, nil
		}
	}
	return true, nil
}

// claim makes the folder ready for the run: new, or to be resumed. It returns
// the manifest of a run of the same configuration that is there already. A run
// of which nothing came is replaced.
func claim(c *Config, names []string) (*manifest.Manifest, error) {
	info, err := os.Stat(c.Out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, os.MkdirAll(c.Out, 0o755)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, &fs.PathError{Op: "write to", Path: c.Out, Err: errors.New("it is a file, not a folder")}
	}
	replace := c.Force
	m, err := manifest.Read(c.Out)
	switch {
	case err == nil:
		now := c.runConfig()
		different := differences(&m.Config, &now)
		if m.Version != c.Version {
			different = append(different, fmt.Sprintf("program: %s there, %s now", m.Version, c.Version))
		}
		barren, err := barren(c.Out, m, names)
		switch {
		case err != nil:
			return nil, err
		case c.Force:
		case len(different) == 0 && (m.State != manifest.Finished || !barren):
			return m, nil
		case !barren:
			return nil, &DifferentError{c.Out, different}
		}
		replace = true
	case errors.Is(err, fs.ErrNotExist):
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(c.Out, name)); err == nil && !c.Force {
				return nil, &ForeignError{c.Out, name}
			}
		}
	case !c.Force:
		return nil, err
	}
	if replace {
		for _, name := range append([]string{journalName, manifest.Name, UsageName}, names...) {
			if err := os.Remove(filepath.Join(c.Out, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	return nil, nil
}
