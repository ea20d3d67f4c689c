package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"

	"switchyard/config"
	"switchyard/figures"
	"switchyard/gen"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/stats"
	"switchyard/tools"
	"switchyard/wholefile"
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
dark pages. FOLDER is a run folder or a folder of exported files; its other files
are only read.

The card tells what can be loaded, how the dataset was made, what became of what
was planned, what is covered, and what to beware of. An export holds no counts of
its own: with --from, they are taken from the run folder that it was made of.

A README.md that this program did not write is only replaced with --force.

` + exitCodes,
		Example: `  switchyard card dataset
  switchyard card dataset --licence cc-by-4.0 --name "Travel missions"
  switchyard card corpus --from dataset`,
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
	cmd.Flags().StringVar(&f.from, "from", "", "the run `FOLDER` that an export was made of")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace a README.md that is no card")
	return cmd
}

// licenceID is the form of the Hub's names of licences; empty is not given.
var licenceID = regexp.MustCompile(`^([a-z0-9][a-z0-9.+-]*)?$`)

// cardFolder is what a folder says of itself.
type cardFolder struct {
	path     string
	manifest *gen.Manifest // of a run; nil when there is none
	export   *exportList   // of an export; nil when there is none
}

// exportList is what the card needs of an export.json.
type exportList struct {
	Version string            `json:"version"`
	Command string            `json:"command"`
	Splits  []string          `json:"splits"`
	Entries map[string]int    `json:"entries"` // by split
	Files   []out.WrittenFile `json:"files"`
	Skipped map[string]int    `json:"skipped"`
	Tokens  *struct {
		By        string         `json:"by"`
		Estimated bool           `json:"estimated"`
		Files     map[string]int `json:"files"`
	} `json:"tokens"`
}

func (c *console) writeCard(ctx context.Context, path string, f cardFlags) error {
	folder, err := readCardFolder(path)
	if err != nil {
		return err
	}
	if err := replaceable(filepath.Join(path, cardName), f.force); err != nil {
		return err
	}
	source := folder // of the entries, and of how they were made
	if f.from != "" {
		if source, err = readCardFolder(f.from); err != nil {
			return err
		}
	}
	counted, err := c.countCard(ctx, source.entryFiles(), cmp.Or(f.workers, runtime.GOMAXPROCS(0)))
	if err != nil {
		return err
	}
	if m := source.manifest; m != nil && m.Accounting.Accepted != counted.report.Entries {
		return &failure{code: exitFound, hint: "switchyard verify " + source.path + " says what is wrong",
			message: fmt.Sprintf("%s: the manifest speaks of %s, but there are %s", source.path,
				count(m.Accounting.Accepted, "entry", "entries"), thousands(counted.report.Entries))}
	}
	data := cardOf(folder, source, counted, f)
	drawn := figures.All(&counted.report, counted.counts)
	for _, fig := range drawn {
		data.Figures = append(data.Figures, out.CardFigure{Name: fig.Name, Title: fig.Title, Alt: fig.Alt})
	}
	if err := writeFigures(ctx, filepath.Join(path, figuresFolder), drawn); err != nil {
		return err
	}
	var card bytes.Buffer
	if err := out.Card(&card, data); err != nil {
		return err
	}
	if err := wholefile.Write(filepath.Join(path, cardName), card.Bytes()); err != nil {
		return err
	}
	c.printf("%s: the card of %s, with %s\n", printable(filepath.Join(path, cardName)),
		count(data.Accepted, "entry", "entries"), count(len(drawn), "figure", "figures"))
	return nil
}

// readCardFolder finds out what a folder holds.
func readCardFolder(path string) (*cardFolder, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, misuse("give the folder that holds it", "%s: is a file, not a folder", path)
	}
	folder := &cardFolder{path: path}
	manifest, err := gen.ReadManifest(path)
	switch {
	case err == nil && manifest.State != "finished":
		return nil, &failure{code: exitFound, message: path + ": the run has not finished",
			hint: "give the same generate command again: it goes on where it stopped"}
	case err == nil:
		folder.manifest = manifest
	case !errors.Is(err, fs.ErrNotExist):
		return nil, &failure{code: exitFound, message: oneLine(err.Error()), hint: "switchyard verify " + path + " says all that is wrong"}
	}
	name := filepath.Join(path, exportName)
	data, err := os.ReadFile(name)
	switch {
	case err == nil:
		folder.export = &exportList{}
		if err := json.Unmarshal(data, folder.export); err != nil {
			return nil, &failure{code: exitFound, message: oneLine(fmt.Sprintf("%s: %v", name, err)), hint: "give the export command again"}
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if folder.manifest == nil && folder.export == nil && len(folder.entryFiles()) == 0 {
		return nil, misuse("give a run folder, which switchyard generate makes, or a folder of exported files",
			"%s: holds no dataset: there is no %s, no %s and no %s", path, manifestName, exportName, out.Native().File())
	}
	return folder, nil
}

// entryFiles are the files of the folder that hold whole entries.
func (f *cardFolder) entryFiles() []string {
	native := out.Native()
	if f.export != nil {
		var list []string
		for _, config := range out.CardConfigs(f.export.Files, f.export.Splits) {
			if config.Name != native.Name() {
				continue
			}
			for _, split := range config.Splits {
				for _, name := range split.Paths {
					list = append(list, filepath.Join(f.path, filepath.FromSlash(name)))
				}
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	name := filepath.Join(f.path, native.File())
	if _, err := os.Stat(name); err != nil && f.manifest == nil {
		return nil
	}
	return []string{name}
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
}

// countCard counts the entries of files, in one pass.
func (c *console) countCard(ctx context.Context, files []string, workers int) (*cardCounts, error) {
	counter, more := stats.New(), figures.New()
	counted := &cardCounts{}
	best := 0 // missions of the sample
	for _, name := range files {
		err := c.lookThrough(ctx, name, workers, func(l *lookedAt) error {
			counter.Add(l.stats)
			more.Add(l.figures)
			if n := l.figures.Missions(); counted.sample == nil || n == 3 && best != 3 {
				e, problems := out.DecodeEntry(l.line)
				if problems != nil {
					return &out.LineError{File: name, Line: l.number, Problems: problems}
				}
				counted.sample, best = e, n
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	counted.report, counted.counts = counter.Report(), more.Counts()
	return counted, nil
}

// lookedAt is one line, taken apart.
type lookedAt struct {
	line    []byte
	number  int
	stats   *stats.Sample
	figures *figures.Sample
	err     error
}

// lookThrough takes the lines of a native file apart, by several workers, and
// hands them on in their order.
func (c *console) lookThrough(ctx context.Context, name string, workers int, take func(*lookedAt) error) error {
	f, err := open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".zst") {
		z, err := zstd.NewReader(f)
		if err != nil {
			return err
		}
		defer z.Close()
		r = z
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := out.NewLines(r, name)
	var first error
	err = inOrder(ctx, workers, func() ([]byte, int, error) {
		line, err := lines.Next()
		return line, lines.Line(), err
	}, func(line []byte, number int) *lookedAt {
		l := &lookedAt{line: line, number: number}
		if l.stats, l.err = stats.Look(line); l.err == nil {
			l.figures, l.err = figures.Look(line)
		}
		if l.err != nil {
			l.err = located(name, number, "switchyard verify says all that is wrong", l.err)
		}
		return l
	}, func(l *lookedAt) {
		if first == nil {
			if first = l.err; first == nil {
				first = take(l)
			}
			if first != nil {
				cancel() // nobody needs the rest
			}
		}
	})
	return cmp.Or(first, err)
}

// cardOf puts together what the card tells: what can be loaded from the folder,
// how it was made and what it holds from the source.
func cardOf(folder, source *cardFolder, counted *cardCounts, f cardFlags) out.CardData {
	r := &counted.report
	d := out.CardData{Name: cmp.Or(f.name, "switchyard dataset"), License: f.licence, Accepted: r.Entries, Sample: counted.sample,
		Types: r.Types, Patterns: r.Patterns, Relations: r.Relations, Ways: r.Ways, Configs: []out.CardConfig{}}
	if m := source.manifest; m != nil {
		tellRun(&d, m)
	} else {
		for _, l := range counted.counts.Levels() {
			d.Coverage = append(d.Coverage, out.CardCoverage{Missions: l.Missions, Paths: l.Paths, Covered: l.Covered})
		}
	}
	switch {
	case folder.export != nil:
		tellExport(&d, folder.export)
	case folder.manifest != nil:
		for _, file := range folder.manifest.Files {
			d.Files = append(d.Files, out.CardFile{Name: file.Name, Entries: file.Entries, Bytes: file.Bytes, SHA256: file.SHA256})
			if file.Name != rejectedName && file.Bytes > 0 {
				d.Configs = append(d.Configs, runConfigOf(file.Name))
			}
		}
	default:
		for _, format := range out.Formats() {
			if info, err := os.Stat(filepath.Join(folder.path, format.File())); err == nil && info.Size() > 0 {
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

// tellExport tells what an export holds.
func tellExport(d *out.CardData, x *exportList) {
	d.Rows = "examples"
	d.Configs = append(d.Configs, out.CardConfigs(x.Files, x.Splits)...)
	d.Skipped = x.Skipped
	if d.Accepted == 0 { // no run tells it
		for _, n := range x.Entries {
			d.Accepted += n
		}
	}
	for _, file := range x.Files {
		d.Files = append(d.Files, out.CardFile{Name: file.Name, Entries: file.Lines, Bytes: file.Bytes, SHA256: file.SHA256})
	}
	if x.Tokens != nil {
		d.Tokens = &out.CardTokens{By: x.Tokens.By, Estimated: x.Tokens.Estimated, Files: x.Tokens.Files}
	}
	d.Command = strings.TrimSpace(d.Command + "\n" + x.Command)
	d.Version = cmp.Or(d.Version, x.Version)
}

// tellRun tells how a run made the dataset.
func tellRun(d *out.CardData, m *gen.Manifest) {
	rc := &m.Config
	d.Version, d.Seed, d.Fine, d.Strategy = m.Version, strconv.FormatUint(rc.Seed, 10), rc.Fine, string(rc.Strategy)
	d.Command = commandOf(rc)
	d.Planned, d.Rejected, d.Failed = m.Accounting.Planned, m.Accounting.Rejected, m.Accounting.Failed
	if rc.Language != "" {
		d.Languages = []string{rc.Language}
	}
	for _, p := range rc.Models {
		d.Models = append(d.Models, out.CardModel{Role: p.Role, Model: p.Model, Endpoint: p.Endpoint, Sampling: p.Sampling, Prompts: p.Prompts})
	}
	ours := true
	for _, ref := range rc.Toolsets {
		licence := ""
		if !builtIn(ref) {
			ours, licence = false, licenceOf(ref)
		}
		d.Toolsets = append(d.Toolsets, out.CardToolset{Name: ref.Name, SHA256: ref.SHA256, Source: ref.Source, Licence: licence})
	}
	for _, cov := range m.Coverage {
		d.Coverage = append(d.Coverage, out.CardCoverage{Missions: cov.Missions, Paths: cov.Paths, Covered: cov.Covered})
	}
	if d.License == "" && ours {
		d.License = "apache-2.0"
	}
}

// builtIn tells whether a toolset came with the program.
func builtIn(ref gen.ToolsetRef) bool {
	return strings.HasPrefix(ref.Source, "catalog/") && slices.Contains(tools.CatalogNames(), ref.Name)
}

// licenceOf is what the file of a toolset says of its licence. A file that is
// gone or is no longer the one that was used says nothing.
func licenceOf(ref gen.ToolsetRef) string {
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
func commandOf(rc *gen.RunConfig) string {
	words := []string{"switchyard", "generate"}
	usual := map[string]string{}
	for _, s := range config.Settings() {
		usual[s.Flag] = s.Default
	}
	add := func(flag, value string) {
		if value != "" && (value != usual[flag] || flag == "seed") {
			words = append(words, "--"+flag, shellWord(value))
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
func toolsetWords(refs []gen.ToolsetRef) []string {
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

// shellWord quotes a word where a shell would read more into it.
func shellWord(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%", r)
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
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
