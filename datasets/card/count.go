package card

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"switchyard/datasets"
	"switchyard/datasets/export"
	"switchyard/datasets/figures"
	"switchyard/datasets/manifest"
	"switchyard/datasets/stats"
	"switchyard/datasets/tokens"
	"switchyard/mission"
	"switchyard/out"
)

// counted holds the counts of a dataset.
type counted struct {
	report stats.Report
	counts *figures.Counts
	sample *mission.Entry // the first with three missions, otherwise the first
	tokens tokens.Sum     // of the entries as chats, if requested
	// sessions is set if the files hold sessions; then report only has their number.
	sessions *Sessions
}

// seen holds the measurements of one line of a native file.
type seen struct {
	stats   *stats.Sample
	figures *figures.Sample
}

func look(line []byte) (s seen, err error) {
	e, err := stats.Decode(line)
	if err != nil {
		return s, err
	}
	if s.stats, err = stats.Measure(e); err == nil {
		s.figures, err = figures.Measure(e)
	}
	return s, err
}

// countEntries counts the entries of files in one pass; with chats, also their tokens as
// chats.
func countEntries(ctx context.Context, files []string, workers int, chats bool) (*counted, error) {
	counter, more := stats.New(), figures.New()
	c := &counted{}
	best := 0 // missions of the sample
	tokenizer := sync.OnceValue(tokens.New)
	for _, name := range files {
		decode := func(line []byte, number int) (*mission.Entry, error) {
			e, problems := out.DecodeEntry(line)
			if problems != nil {
				return nil, &out.LineError{File: name, Line: number, Problems: problems}
			}
			return e, nil
		}
		_, err := datasets.Each(ctx, datasets.Source{Path: name, Workers: workers}, look, func(line []byte, number int, s seen) (err error) {
			counter.Add(s.stats)
			more.Add(s.figures)
			if n := s.figures.Missions(); c.sample == nil || n == 3 && best != 3 {
				if c.sample, err = decode(line, number); err != nil {
					return err
				}
				best = n
			}
			if !chats || !tokens.Sampled(number) {
				c.tokens.Pass(len(line))
				return nil
			}
			e, err := decode(line, number)
			if err != nil {
				return err
			}
			n, err := tokenizer().Entry(e)
			c.tokens.Count(number, len(line), n)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	c.report, c.counts = counter.Report(), more.Counts()
	return c, nil
}

// dataOf collects what the card says: what can be loaded, how it was made, and what it
// holds.
func dataOf(ctx context.Context, f *folder, from *origin, c *counted) *Data {
	r := &c.report
	d := &Data{Accounting: manifest.Accounting{Accepted: r.Entries}, Sample: c.sample, Command: strings.Join(from.commands, "\n"),
		Balance:  manifest.Balance{Types: r.Types, Patterns: r.Patterns, Relations: r.Relations, Ways: r.Ways},
		Sessions: c.sessions}
	if c.sessions == nil {
		d.Coverage = c.counts.Coverage()
	}
	d.addRuns(ctx, from.runs)
	if m := from.run(); m != nil {
		d.Accounting, d.Coverage, d.Fine = m.Accounting, m.Coverage, m.Config.Fine
		if d.Sessions != nil {
			d.Sessions.Space = m.Space
		}
	}
	if n, estimated := c.tokens.Total(); f.export == nil && n > 0 {
		d.Tokens = &Tokens{By: tokens.Encoding, Chats: n, Estimated: estimated}
		if estimated {
			d.Tokens.Chats = tokens.Rounded(n)
		}
	}
	for _, in := range f.inputs() {
		d.Inputs = append(d.Inputs, manifest.File{Name: in.Path, Entries: in.Entries, SHA256: in.SHA256})
	}
	switch {
	case f.export != nil:
		d.addExport(f.export)
	case f.Manifest != nil:
		d.Files = slices.Clone(f.Manifest.Files)
		for _, file := range d.Files {
			if file.Name != manifest.Rejected && file.Bytes > 0 {
				d.Configs = append(d.Configs, RunSubSet(file.Name))
			}
		}
		if f.within != nil {
			d.addWithin(f.within)
		}
	case f.Origin != nil:
		d.addOrigin(f.Origin)
	default:
		d.Configs = besideFolder(f.Path)
	}
	return d
}

// addRuns adds the runs that made the dataset.
func (d *Data) addRuns(ctx context.Context, runs []madeBy) {
	var versions, seeds, strategies []string
	once := func(list *[]string, word string) {
		if word != "" && !slices.Contains(*list, word) {
			*list = append(*list, word)
		}
	}
	ours := len(runs) > 0
	for _, run := range runs {
		rc := &run.Config
		once(&versions, run.Version)
		once(&seeds, strconv.FormatUint(rc.Seed, 10))
		once(&strategies, rc.Strategy)
		once(&d.Languages, rc.Language)
		for _, m := range rc.Models {
			if !slices.Contains(d.Models, m) {
				d.Models = append(d.Models, m)
			}
		}
		for _, ref := range rc.Toolsets {
			t := Toolset{Toolset: ref}
			if !ref.BuiltIn() {
				ours, t.Licence = false, licenceOf(ctx, ref)
			}
			if !slices.Contains(d.Toolsets, t) {
				d.Toolsets = append(d.Toolsets, t)
			}
		}
	}
	d.Version, d.Seed, d.Strategy = strings.Join(versions, ", "), strings.Join(seeds, ", "), strings.Join(strategies, ", ")
	if ours {
		d.License = "apache-2.0"
	}
}

// addOrigin adds the files that split, merge, filter or sample made. Several files are in
// folders named after their splits.
func (d *Data) addOrigin(o *datasets.Origin) {
	d.Files = derivedFiles(o)
	native := SubSet{Name: out.Native().Name()}
	if d.Sessions != nil {
		native.Name = datasets.Sessions
	}
	for _, file := range d.Files {
		if dir, name := path.Split(file.Name); (name == out.Native().File() || name == datasets.SessionsFile) && file.Bytes > 0 {
			native.add(cmp.Or(strings.TrimSuffix(dir, "/"), "train"), file.Name)
		}
	}
	if len(native.Splits) > 0 {
		d.Configs = append(d.Configs, native)
	}
	d.Version = cmp.Or(d.Version, o.Version)
}

// addExport adds what an export holds.
func (d *Data) addExport(x *export.Record) {
	d.Examples, d.Files, d.Configs = true, exportedFiles(x, ""), subSets(x.Files, x.Splits)
	d.addFormats(x)
	if x.Proof != nil {
		d.Proof = Proof{Proved: x.Proof.Recorded + x.Proof.Proved, Unknown: x.Proof.Unknown}
	}
	if d.Accepted == 0 { // the entries could not be counted
		for _, n := range x.Entries {
			d.Accepted += n
		}
	}
	if t := x.Tokens; t != nil {
		d.Tokens = &Tokens{By: t.By, Estimated: t.Estimated, Files: maps.Clone(t.Files)}
		for file, n := range t.Files {
			if t.Estimated {
				d.Tokens.Files[file] = tokens.Rounded(n)
			}
		}
	}
	d.Version = cmp.Or(d.Version, x.Version)
}

func (d *Data) addFormats(x *export.Record) {
	d.Formats, d.Skipped = x.Formats, x.Skipped
	if x.LeftOut != nil {
		d.LeftOut = x.LeftOut.ByCheck
	}
}

// addWithin adds what the export in a run folder holds. Its configs come after those of
// the run, and must not have the same names.
func (d *Data) addWithin(x *export.Record) {
	d.Within = export.RunFolder + "/"
	d.addFormats(x)
	for _, config := range subSets(x.Files, x.Splits) {
		if slices.ContainsFunc(d.Configs, func(c SubSet) bool { return c.Name == config.Name }) {
			config.Name = export.RunFolder + "-" + config.Name
		}
		for i := range config.Splits {
			for k, name := range config.Splits[i].Paths {
				config.Splits[i].Paths[k] = d.Within + name
			}
		}
		d.Configs = append(d.Configs, config)
	}
	d.Files = append(d.Files, exportedFiles(x, d.Within)...)
}
