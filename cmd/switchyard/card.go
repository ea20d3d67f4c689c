package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"switchyard/config"
	"switchyard/datasets"
	"switchyard/datasets/figures"
	"switchyard/datasets/manifest"
	"switchyard/datasets/stats"
	"switchyard/datasets/tokens"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/tools"
)

const (
	cardName      = "README.md"
	figuresFolder = "figures"
	exportName    = "export.json"
)

// cardFlags are what the card command is told.
type cardFlags struct {
	licence, name, from string
	workers             int
	force               bool
}

func (c *console) cardCommand() *cobra.Command {
	var f cardFlags
	cmd := &cobra.Command{
		Use:   "card FOLDER [flags]",
		Short: "Write the dataset card, with figures",
		Long: `Write the card of a dataset: README.md, as the Hugging Face Hub shows it, and in
figures/ pictures of what the dataset holds, each as SVG and PNG for light and for
dark pages. FOLDER is a run folder, a part of one that split, merge, filter or
sample made, or a folder of exported files; its other files are only read, and
have to be as they were written. What a run folder holds in export/ is told, too.

The card tells what can be loaded, how the dataset was made, what became of what
was planned, what is covered, and what to beware of. An export holds no entries:
they are counted in the file that it was made of, where that is still the same,
and --from tells where it is now.

A README.md that this program did not write is only replaced with --force.

` + exitCodes,
		Example: `  switchyard card dataset
  switchyard card dataset --licence cc-by-4.0 --name "Travel missions"
  switchyard card corpus
  switchyard card corpus --from /data/runs/7`,
		Args: wantPaths("FOLDER", "switchyard card dataset", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("workers") && f.workers < 1 {
				return noWorkers(f.workers)
			}
			if !licenceID.MatchString(f.licence) {
				return misuse("licences are named as on the Hub: apache-2.0, cc-by-4.0, mit, other, unknown", "--licence cannot be %q", f.licence)
			}
			return c.writeCard(cmd.Context(), args[0], f)
		},
	}
	cmd.Flags().StringVar(&f.licence, "licence", "", "licence of the dataset: an `ID` as on the Hub (default: apache-2.0 when all toolsets are built in, else unknown)")
	cmd.Flags().StringVar(&f.name, "name", "", "`NAME` of the dataset, for people")
	cmd.Flags().StringVar(&f.from, "from", "", "the `FOLDER` that an export was made of, where it is no longer in its place")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace a README.md that is no card")
	return cmd
}

// licenceID is the form of the Hub's names of licences; empty is not given.
var licenceID = regexp.MustCompile(`^([a-z0-9][a-z0-9.+-]*)?$`)

func (c *console) writeCard(ctx context.Context, dir string, f cardFlags) error {
	folder, err := readCardFolder(dir)
	if err != nil {
		return err
	}
	if err := replaceable(filepath.Join(dir, cardName), f.force); err != nil {
		return err
	}
	if err := folder.lookWithin(); err != nil {
		return err
	}
	if err := folder.check(); err != nil {
		return err
	}
	source, err := c.sourceOf(folder, f.from)
	if err != nil {
		return err
	}
	counted, err := c.countCard(ctx, source.entries, cmp.Or(f.workers, runtime.GOMAXPROCS(0)), folder.export == nil)
	if err != nil {
		return err
	}
	if m := source.run(); m != nil && m.Accounting.Accepted != counted.report.Entries {
		run := filepath.Dir(source.entries[0])
		return &failure{code: exitFound, hint: "switchyard verify " + run + " says what is wrong",
			message: fmt.Sprintf("%s: the manifest speaks of %s, but there are %s", run,
				count(m.Accounting.Accepted, "entry", "entries"), thousands(counted.report.Entries))}
	}
	data := cardOf(folder, source, counted, f)
	drawn := figures.All(&counted.report, counted.counts)
	for _, fig := range drawn {
		data.Figures = append(data.Figures, out.CardFigure{Name: fig.Name, Title: fig.Title, Alt: fig.Alt})
	}
	if err := writeFigures(ctx, filepath.Join(dir, figuresFolder), drawn); err != nil {
		return err
	}
	var card bytes.Buffer
	if err := out.Card(&card, data); err != nil {
		return err
	}
	if err := wholefile.Write(filepath.Join(dir, cardName), card.Bytes()); err != nil {
		return err
	}
	c.printf("%s: the card of %s, with %s\n", printable(filepath.Join(dir, cardName)),
		count(data.Accepted, "entry", "entries"), count(len(drawn), "figure", "figures"))
	if source.lost != "" {
		c.printf("it has no figures and no counts, for %s; --from FOLDER tells where the entries are\n", printable(source.lost))
	}
	return nil
}

// replaceable refuses a README.md that somebody else wrote. Every card has the
// tag of the program.
func replaceable(name string, force bool) error {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (force || bytes.HasPrefix(data, []byte("---\n")) && bytes.Contains(data, []byte("\n- \"switchyard\"\n"))) {
		return nil
	}
	if err != nil {
		return err
	}
	return misuse("--force replaces it", "%s: is there already and is no card of this program", name)
}

// cardCounts is what is counted for a card.
type cardCounts struct {
	report stats.Report
	counts *figures.Counts
	sample *mission.Entry // the first with three missions, or else the first of all
	tokens tokens.Sum     // of the entries as chats, if they are asked for
}

// cardLine is one line of a native file, taken apart.
type cardLine struct {
	stats   *stats.Sample
	figures *figures.Sample
}

func lookForCard(line []byte) (l cardLine, err error) {
	if l.stats, err = stats.Look(line); err == nil {
		l.figures, err = figures.Look(line)
	}
	return l, err
}

// countCard counts the entries of files, in one pass; their tokens too, if
// chats are.
func (c *console) countCard(ctx context.Context, files []string, workers int, chats bool) (*cardCounts, error) {
	counter, more := stats.New(), figures.New()
	counted := &cardCounts{}
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
		_, err := datasets.Each(ctx, c.source(name, workers), lookForCard, func(line []byte, number int, l cardLine) error {
			counter.Add(l.stats)
			more.Add(l.figures)
			if n := l.figures.Missions(); counted.sample == nil || n == 3 && best != 3 {
				var err error
				if counted.sample, err = decode(line, number); err != nil {
					return err
				}
				best = n
			}
			if !chats || !tokens.Sampled(number) {
				counted.tokens.Pass(len(line))
				return nil
			}
			e, err := decode(line, number)
			if err != nil {
				return err
			}
			n, err := tokenizer().Entry(e)
			counted.tokens.Count(number, len(line), n)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	counted.report, counted.counts = counter.Report(), more.Counts()
	return counted, nil
}

// cardOf puts together what the card tells: what can be loaded from the folder,
// how it was made and what it holds from the source.
func cardOf(folder *cardFolder, source *cardSource, counted *cardCounts, f cardFlags) out.CardData {
	r := &counted.report
	d := out.CardData{Name: cmp.Or(f.name, "switchyard dataset"), License: f.licence, Accepted: r.Entries, Sample: counted.sample,
		Types: r.Types, Patterns: r.Patterns, Relations: r.Relations, Ways: r.Ways, Configs: []out.CardConfig{},
		Command: strings.Join(source.commands, "\n")}
	tellRuns(&d, source.runs)
	if m := source.run(); m != nil {
		d.Planned, d.Rejected, d.Failed, d.Fine = m.Accounting.Planned, m.Accounting.Rejected, m.Accounting.Failed, m.Config.Fine
		for _, cov := range m.Coverage {
			d.Coverage = append(d.Coverage, out.CardCoverage{Missions: cov.Missions, Paths: cov.Paths, Covered: cov.Covered})
		}
	} else {
		for _, l := range counted.counts.Levels() {
			d.Coverage = append(d.Coverage, out.CardCoverage{Missions: l.Missions, Paths: l.Paths, Covered: l.Covered})
		}
	}
	if n, estimated := counted.tokens.Total(); folder.export == nil && n > 0 {
		d.Tokens = &out.CardTokens{By: tokens.Encoding, Chats: n, Estimated: estimated}
		if estimated {
			d.Tokens.Chats = tokens.Rounded(n)
		}
	}
	for _, in := range folder.inputs() {
		d.Inputs = append(d.Inputs, out.CardFile{Name: in.Path, Entries: in.Entries, SHA256: in.SHA256})
	}
	switch {
	case folder.export != nil:
		tellExport(&d, folder.export)
	case folder.Manifest != nil:
		for _, file := range folder.Manifest.Files {
			d.Files = append(d.Files, out.CardFile{Name: file.Name, Entries: file.Entries, Bytes: file.Bytes, SHA256: file.SHA256})
			if file.Name != "rejected.jsonl" && file.Bytes > 0 {
				d.Configs = append(d.Configs, runConfigOf(file.Name))
			}
		}
		if folder.within != nil {
			tellWithin(&d, folder.within)
		}
	case folder.Origin != nil:
		tellOrigin(&d, folder.Origin)
	default:
		for _, format := range out.Formats() {
			if info, err := os.Stat(filepath.Join(folder.Path, format.File())); err == nil && info.Size() > 0 {
				d.Configs = append(d.Configs, runConfigOf(format.File()))
			}
		}
	}
	return d
}

// runConfigOf is the config of a file of a run folder.
func runConfigOf(file string) out.CardConfig {
	name := strings.TrimSuffix(file, filepath.Ext(file))
	for _, format := range out.Formats() {
		if format.File() == file {
			name = format.Name()
		}
	}
	return out.CardConfig{Name: name, Splits: []out.CardSplit{{Name: "train", Paths: []string{file}}}}
}

// tellOrigin tells what split, merge, filter and sample have made: files of
// entries, each in a folder of its split where there are several.
func tellOrigin(d *out.CardData, o *datasets.Origin) {
	native := out.CardConfig{Name: out.Native().Name()}
	for _, file := range o.Files {
		d.Files = append(d.Files, out.CardFile{Name: file.Name, Entries: file.Entries, Bytes: file.Bytes, SHA256: file.SHA256})
		if dir, name := path.Split(file.Name); name == out.Native().File() && file.Bytes > 0 {
			native.Splits = append(native.Splits, out.CardSplit{Name: cmp.Or(strings.TrimSuffix(dir, "/"), "train"), Paths: []string{file.Name}})
		}
	}
	if len(native.Splits) > 0 {
		d.Configs = append(d.Configs, native)
	}
	d.Version = cmp.Or(d.Version, o.Version)
}

// tellExport tells what an export holds.
func tellExport(d *out.CardData, x *exportRecord) {
	d.Rows, d.Formats = "examples", x.Formats
	d.Configs = append(d.Configs, out.CardConfigs(x.Files, x.Splits)...)
	d.Skipped = x.Skipped
	if x.Proof != nil {
		d.Proof = &out.CardProof{Proved: x.Proof.Recorded + x.Proof.Proved, Unknown: x.Proof.Unknown}
	}
	if x.LeftOut != nil {
		d.LeftOut = x.LeftOut.ByCheck
	}
	if d.Accepted == 0 { // the entries could not be counted
		for _, n := range x.Entries {
			d.Accepted += n
		}
	}
	for _, file := range x.Files {
		d.Files = append(d.Files, out.CardFile{Name: file.Name, Entries: file.Lines, Bytes: file.Bytes, SHA256: file.SHA256})
	}
	if t := x.Tokens; t != nil {
		d.Tokens = &out.CardTokens{By: t.By, Estimated: t.Estimated, Files: maps.Clone(t.Files)}
		for file, n := range t.Files {
			if t.Estimated {
				d.Tokens.Files[file] = tokens.Rounded(n)
			}
		}
	}
	d.Version = cmp.Or(d.Version, x.Version)
}

// tellWithin tells what the export in a run folder holds. Its configs come behind
// those of the run, whose names they must not take.
func tellWithin(d *out.CardData, x *exportRecord) {
	d.Within = exportFolder + "/"
	d.Formats, d.Skipped = x.Formats, x.Skipped
	if x.LeftOut != nil {
		d.LeftOut = x.LeftOut.ByCheck
	}
	for _, config := range out.CardConfigs(x.Files, x.Splits) {
		if slices.ContainsFunc(d.Configs, func(c out.CardConfig) bool { return c.Name == config.Name }) {
			config.Name = exportFolder + "-" + config.Name
		}
		for i := range config.Splits {
			for k, name := range config.Splits[i].Paths {
				config.Splits[i].Paths[k] = d.Within + name
			}
		}
		d.Configs = append(d.Configs, config)
	}
	for _, file := range x.Files {
		d.Files = append(d.Files, out.CardFile{Name: d.Within + file.Name, Entries: file.Lines, Bytes: file.Bytes, SHA256: file.SHA256})
	}
}

// tellRuns tells which runs made the dataset.
func tellRuns(d *out.CardData, runs []cardRun) {
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
		once(&strategies, string(rc.Strategy))
		once(&d.Languages, rc.Language)
		for _, p := range rc.Models {
			if m := (out.CardModel{Role: p.Role, Model: p.Model, Endpoint: p.Endpoint, Sampling: p.Sampling, Prompts: p.Prompts}); !slices.Contains(d.Models, m) {
				d.Models = append(d.Models, m)
			}
		}
		for _, ref := range rc.Toolsets {
			licence := ""
			if !builtIn(ref) {
				ours, licence = false, licenceOf(ref)
			}
			if t := (out.CardToolset{Name: ref.Name, SHA256: ref.SHA256, Source: ref.Source, Licence: licence}); !slices.Contains(d.Toolsets, t) {
				d.Toolsets = append(d.Toolsets, t)
			}
		}
	}
	d.Version, d.Seed, d.Strategy = strings.Join(versions, ", "), strings.Join(seeds, ", "), strings.Join(strategies, ", ")
	if d.License == "" && ours {
		d.License = "apache-2.0"
	}
}

// builtIn tells whether a toolset came with the program.
func builtIn(ref manifest.Toolset) bool {
	return strings.HasPrefix(ref.Source, "catalog/") && slices.Contains(tools.CatalogNames(), ref.Name)
}

// licenceOf is what the file of a toolset says of its licence. A file that is
// gone or is no longer the one that was used says nothing.
func licenceOf(ref manifest.Toolset) string {
	sets, err := tools.Load(ref.Source)
	if err != nil {
		return ""
	}
	for _, set := range sets {
		if set.Name == ref.Name && set.Hash == ref.SHA256 {
			return set.Licence
		}
	}
	return ""
}

// commandOf is the command that makes a run again, as far as flags can say it.
func commandOf(rc *manifest.Config) string {
	words := []string{"switchyard", "generate"}
	usual := map[string]string{}
	for _, s := range config.Settings() {
		usual[s.Flag] = s.Default
	}
	add := func(flag, value string) {
		if value != "" && (value != usual[flag] || flag == "seed") {
			words = append(words, "--"+flag, shell.Quote(value))
		}
	}
	missions := make([]string, len(rc.Missions))
	for i, n := range rc.Missions {
		missions[i] = strconv.Itoa(n)
	}
	if !slices.Equal(rc.Missions, []int{1, 2, 3, 4}) {
		add("missions", strings.Join(missions, ","))
	}
	if rc.PerPath > 0 {
		add("per-path", strconv.Itoa(rc.PerPath))
	}
	add("paths", rc.Paths)
	if rc.Fine {
		words = append(words, "--fine")
	}
	add("seed", strconv.FormatUint(rc.Seed, 10))
	for _, word := range toolsetWords(rc.Toolsets) {
		add("toolset", word)
	}
	add("distractors", strconv.Itoa(rc.Distractors))
	add("limit", strconv.Itoa(rc.Limit))
	for _, m := range rc.Models {
		if m.Role == "judge" {
			add("judge", m.Model)
		} else {
			add("role", m.Role+"="+m.Model)
		}
	}
	add("strategy", string(rc.Strategy))
	add("lang", rc.Language)
	return strings.Join(words, " ")
}

// toolsetWords are the words that name the toolsets of a run; none for all
// built-in ones.
func toolsetWords(refs []manifest.Toolset) []string {
	var words, names []string
	all := true
	for _, ref := range refs {
		word := ref.Source
		if builtIn(ref) {
			word = ref.Name
		} else {
			all = false
		}
		names = append(names, ref.Name)
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if all && slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(tools.CatalogNames()))) {
		return nil
	}
	return words
}

// writeFigures draws the figures, and removes those of an earlier card that are
// no longer drawn.
func writeFigures(ctx context.Context, folder string, list []figures.Figure) error {
	stale := map[string]bool{}
	for _, name := range figures.Names() {
		for _, s := range figures.Schemes() {
			stale[name+"-"+s.Name+".svg"], stale[name+"-"+s.Name+".png"] = true, true
		}
	}
	if len(list) > 0 {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	for i := range list {
		for _, s := range figures.Schemes() {
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, kind := range []struct {
				ending string
				draw   func(*figures.Scheme) ([]byte, error)
			}{{".svg", list[i].SVG}, {".png", list[i].PNG}} {
				data, err := kind.draw(s)
				if err != nil {
					return err
				}
				name := list[i].Name + "-" + s.Name + kind.ending
				if err := wholefile.Write(filepath.Join(folder, name), data); err != nil {
					return err
				}
				delete(stale, name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stale)) {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
