package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"switchyard/datasets"
	"switchyard/datasets/manifest"
	"switchyard/eval"
	"switchyard/eval/judge"
	"switchyard/eval/report"
	"switchyard/eval/results"
	"switchyard/eval/tally"
	"switchyard/internal/jsontext"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
	"switchyard/out"
)

func (c *console) scoreCommand() *cobra.Command {
	var (
		f             scoreFlags
		asJSON, quiet bool
	)
	cmd := &cobra.Command{
		Use:   "score RESULTS... [flags]",
		Short: "Judge predictions again, without asking the agent",
		Long: `Judge the predictions of folders that switchyard eval has written, in every version
of judging: mmtb-1, as the Multi-Mission Tool Bench scores, and strict-1; sessions by
session-1. Verdicts and figures are written beside the predictions. docs/scoring.md and
docs/sessions.md explain the versions.

--judge asks a model about questions and replies that are worded otherwise than in the
dataset; its opinions are kept, and a third version, judged-1, is strict-1 with them in
the place of rules. They count once it was asked about everything. --budget is for all
that it says about RESULTS, however often the command is given.

RESULTS may also be a result file of the Multi-Mission Tool Bench, ours or another's:
a folder is made of it. --write-mmtb writes such a file.

` + exitCodes,
		Example: `  switchyard score results/gpt-4o
  switchyard score results/* --json
  switchyard score gpt4o_en.jsonl --out results/gpt4o
  switchyard score results/gpt-4o --write-mmtb gpt-4o_en.jsonl`,
		Args: wantPaths("RESULTS", "switchyard score results/gpt-4o", 0),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.datasets.addFlag(flags)
	flags.StringVar(&f.out, "out", "", "`FOLDER` that is made of a result file (default: results/ and the name of the file)")
	flags.StringVar(&f.mmtb, "write-mmtb", "", "write the predictions to the `FILE`, as the Multi-Mission Tool Bench keeps results")
	flags.BoolVar(&f.force, "force", false, "replace what --out and --write-mmtb name")
	flags.BoolVar(&asJSON, "json", false, "print the figures as JSON")
	flags.BoolVar(&quiet, "quiet", false, "print nothing but errors")
	typed := addModelSettings(flags, "judge")
	flags.Lookup("judge").Usage = "ask the `MODEL` about texts (default: rules judge them)"
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		if len(args) > 1 && (f.out != "" || f.mmtb != "") {
			return misuse("give one RESULTS at a time", "--out and --write-mmtb are for one RESULTS")
		}
		asked, err := c.judges(cmd.Context(), typed)
		if err != nil {
			return err
		}
		defer func() {
			if closing := asked.models.Close(); err == nil {
				err = closing
			}
		}()
		var folders []string
		for _, arg := range args {
			folder, err := c.resultsFolder(cmd.Context(), arg, &f)
			if err != nil {
				return err
			}
			folders = append(folders, folder)
		}
		if err := asked.paidBefore(folders); err != nil {
			return err
		}
		var all []*scored
		for _, folder := range folders {
			if err := asked.think(cmd.Context(), folder, &f.datasets); err != nil {
				return err
			}
			s, err := c.score(cmd.Context(), folder, &f.datasets)
			if err != nil {
				return err
			}
			if f.mmtb != "" {
				if err := c.writeMMTB(cmd.Context(), folder, s.Manifest, &f); err != nil {
					return err
				}
			}
			all = append(all, s)
		}
		return c.printScored(all, asJSON, quiet)
	}
	return cmd
}

type scoreFlags struct {
	datasets  datasetFinder
	out, mmtb string
	force     bool
}

// scored is what a folder of results comes to.
type scored struct {
	Folder   string                          `json:"folder"`
	Manifest *results.Manifest               `json:"manifest"`
	Figures  map[eval.Version]*tally.Figures `json:"figures"`

	reasons map[string]int // why missions are unscored
}

// reason says why missions are unscored: the most frequent reason.
func (s *scored) reason() string {
	most := ""
	for _, r := range slices.Sorted(maps.Keys(s.reasons)) {
		if most == "" || s.reasons[r] > s.reasons[most] {
			most = r
		}
	}
	if len(s.reasons) > 1 {
		return ", most often because of this: " + strings.TrimSuffix(most, ".")
	}
	return ": " + strings.TrimSuffix(most, ".")
}

// scoreAndTell scores a folder and prints its figures.
func (c *console) scoreAndTell(ctx context.Context, folder string, asJSON, quiet bool) error {
	s, err := c.score(ctx, folder, &datasetFinder{})
	if err != nil {
		return err
	}
	if err := c.printScored([]*scored{s}, asJSON, quiet); err != nil {
		return err
	}
	if s.Manifest.Unscored > 0 {
		return &failure{message: fmt.Sprintf("%s of %s could not be predicted%s", thousands(s.Manifest.Unscored), count(s.Manifest.Missions, "mission", "missions"), s.reason()),
			hint: "the same command tries them again", code: exitFound}
	}
	return nil
}

// readResults reads the manifest of a folder whose predictions are all there.
func readResults(folder string) (*results.Manifest, error) {
	m, err := results.ReadManifest(folder)
	var unreadable *results.ManifestError
	switch {
	case errors.As(err, &unreadable):
		return nil, manifestFailure(unreadable)
	case errors.Is(err, fs.ErrNotExist) && !exists(folder):
		return nil, &fs.PathError{Op: "open", Path: folder, Err: fs.ErrNotExist}
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, misuse("switchyard eval makes such folders", "%s: holds no results", folder)
	case err != nil:
		return nil, err
	}
	if m.State != results.Finished {
		return nil, misuse("give the command again that began it: "+m.Command, "%s: is not finished", folder)
	}
	return m, nil
}

// holdResults takes a folder of results for this process alone, and reads its
// manifest.
func holdResults(folder string) (*results.Manifest, *wholefile.Lock, error) {
	if _, err := readResults(folder); err != nil { // before anything is written
		return nil, nil, err
	}
	lock, err := wholefile.Hold(folder)
	var busy *wholefile.BusyError
	if errors.As(err, &busy) {
		return nil, nil, misuse("wait until that one has ended", "%s", busy)
	}
	if err != nil {
		return nil, nil, err
	}
	m, err := readResults(folder)
	if err != nil {
		return nil, nil, errors.Join(err, lock.Release())
	}
	return m, lock, nil
}

// score judges the predictions of a folder in every version.
func (c *console) score(ctx context.Context, folder string, d *datasetFinder) (_ *scored, err error) {
	m, lock, err := holdResults(folder)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	digest, err := judgedDigest(folder, m)
	if err != nil {
		return nil, err
	}
	var sheets []*sheet
	defer func() {
		if err != nil {
			for _, s := range sheets {
				_ = s.file.Discard() // there is another error to be told
			}
		}
	}()
	judges, err := judgesOf(folder, m)
	if err != nil {
		return nil, err
	}
	for _, v := range judges {
		s, err := newSheet(folder, v)
		if err != nil {
			return nil, err
		}
		sheets = append(sheets, s)
	}
	var b scorer = &scoring{sheets: sheets, price: m.Price}
	if m.Run.Mode == results.SessionMode {
		if b, err = c.sessionScorer(folder, m, d, sheets[0]); err != nil {
			return nil, err
		}
	}
	reasons := map[string]int{}
	err = c.eachPrediction(ctx, folder, m, d, func(t *eval.Task, p *eval.Prediction, _ []byte) error {
		if p.End == eval.Unscored {
			reasons[oneLine(p.Error)]++
		}
		return b.add(ctx, t, p)
	})
	if err == nil {
		err = b.flush(ctx)
	}
	if err != nil {
		return nil, err
	}
	all := &scored{Folder: folder, Manifest: m, Figures: map[eval.Version]*tally.Figures{}, reasons: reasons}
	for _, s := range sheets {
		if all.Figures[s.version], err = s.finish(ctx, folder); err != nil {
			return nil, err
		}
	}
	if m.Judged == digest {
		return all, nil
	}
	m.Judged = digest // once all verdicts are there
	return all, results.WriteManifest(folder, m)
}

// judgedDigest is the digest of all that verdicts follow from: the predictions, and
// the opinions of a judge.
func judgedDigest(folder string, m *results.Manifest) (string, error) {
	names := []string{results.PredictionsName}
	if m.Judge != "" {
		names = append(names, results.OpinionsName(m.Judge))
	}
	all := sha256.New()
	for _, name := range names {
		_, hash, err := manifest.Digest(filepath.Join(folder, name))
		if errors.Is(err, fs.ErrNotExist) && name != results.PredictionsName {
			return "", misuse("switchyard score "+shell.Quote(folder)+" --judge "+shell.Quote(m.Judge)+" asks again", "%s: the opinions of %s are not there", filepath.Join(folder, name), m.Judge)
		}
		if err != nil {
			return "", err
		}
		fmt.Fprintf(all, "%s %s\n", name, hash)
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

// scorer judges what was predicted and puts the verdicts on its sheets, in order.
type scorer interface {
	add(ctx context.Context, t *eval.Task, p *eval.Prediction) error
	flush(ctx context.Context) error
}

// sessionScorer judges sessions.
func (c *console) sessionScorer(folder string, m *results.Manifest, d *datasetFinder, to *sheet) (scorer, error) {
	source, err := d.of(folder, m)
	if err != nil {
		return nil, err
	}
	stages, err := openStages(source.name)
	return &sessionScoring{stages: stages, options: source.options, sheet: to, price: m.Price}, err
}

// eachPrediction hands over what was predicted, with the task and the dataset's line
// of it, in the order of the dataset. Of every mission there has to be a prediction.
func (c *console) eachPrediction(ctx context.Context, folder string, m *results.Manifest, d *datasetFinder, take func(*eval.Task, *eval.Prediction, []byte) error) error {
	source, err := d.of(folder, m)
	if err != nil {
		return err
	}
	if source.limit > 0 {
		if _, err := source.count(ctx, c); err != nil {
			return err
		}
	}
	name := filepath.Join(folder, results.PredictionsName)
	f, err := datasets.OpenFile(name)
	if err != nil {
		return err
	}
	defer f.Close()
	again := "give the command again that made it, which asks for what is missing: " + m.Command
	predictions := results.NewReader[eval.Prediction](f, name)
	next := func() (*eval.Prediction, error) {
		p, err := predictions.Next()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return p, hinted(err, "take the line out and "+again)
	}
	p, err := next()
	if err != nil {
		return err
	}
	missions, missing, first := 0, 0, ""
	sha, err := source.digest(ctx, c, func(line []byte, tasks []eval.Task) error {
		for i := range tasks {
			t := &tasks[i]
			missions++
			if p == nil || p.Entry != t.Entry.ID || p.Mission != t.Mission {
				if missing++; missing == 1 {
					first = t.ID()
				}
				continue
			}
			if err := p.Check(t); err != nil {
				return hinted(predictions.Wrong(err), "take the line out and "+again)
			}
			if err := take(t, p, line); err != nil {
				return err
			}
			if p, err = next(); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case sha != m.Run.SHA256:
		return misuse("give the dataset that was evaluated with --dataset, or evaluate again with --force", "%s: the dataset %s is another one than that of the predictions", folder, source.name)
	case p != nil:
		return misuse("are its lines in the order of the dataset? evaluate again with --force", "%s: the prediction of %s#%d has no place in the dataset", name, p.Entry, p.Mission+1)
	case missing > 0:
		return &failure{message: fmt.Sprintf("%s: there is no prediction of %s of %s, the first is %s", name, thousands(missing), count(missions, "mission", "missions"), first), hint: again, code: exitFound}
	}
	return nil
}

// hinted says what to do about a line that cannot be read.
func hinted(err error, hint string) error {
	var (
		line *out.LineError
		torn *out.TornError
	)
	switch {
	case errors.As(err, &torn):
		return &failure{message: torn.Error(), hint: hint, code: exitFound}
	case errors.As(err, &line) && line.Hint == "":
		return located(line.File, line.Line, hint, errors.New(line.Problems[0].Message))
	}
	return err
}

// digest hands the tasks of one chosen entry after the other to take, and gives the
// SHA-256 of the whole file. Where there is a limit, the dataset was counted before.
func (s *evalSource) digest(ctx context.Context, c *console, take func([]byte, []eval.Task) error) (string, error) {
	place := -1
	sum, err := s.read(ctx, c, false, func(line []byte, _ int, tasks []eval.Task) error {
		if place++; s.limit > 0 && (place >= len(s.chosen) || !s.chosen[place]) {
			return nil
		}
		return take(line, tasks)
	})
	return sum.SHA256, err
}

// versionJudge judges by a version.
type versionJudge struct {
	version eval.Version
	judge   *judge.Judge
}

// judgesOf are the versions by which a folder is judged: all that need no model,
// and that of a model where its opinions are there.
func judgesOf(folder string, m *results.Manifest) ([]versionJudge, error) {
	if m.Run.Mode == results.SessionMode {
		return []versionJudge{{version: eval.Session1}}, nil
	}
	var list []versionJudge
	for _, v := range eval.Versions() {
		j, err := judge.New(v)
		if err != nil {
			return nil, err
		}
		list = append(list, versionJudge{v, j})
	}
	if m.Judge == "" {
		return list, nil
	}
	known, err := readOpinions(folder, m.Judge)
	if err != nil {
		return nil, err
	}
	return append(list, versionJudge{eval.Judged1, judge.NewJudged(known.of)}), nil
}

// versions are those that a folder is judged by, the strictest first.
func (s *scored) versions() []eval.Version {
	list := append(eval.Versions(), eval.Judged1, eval.Session1)
	slices.Reverse(list)
	return slices.DeleteFunc(list, func(v eval.Version) bool { return s.Figures[v] == nil })
}

// main is the version whose faults are told: rules judge by it.
func (s *scored) main() eval.Version {
	if s.Figures[eval.Session1] != nil {
		return eval.Session1
	}
	return eval.Strict1
}

// sheet is the verdicts of one version while they are written.
type sheet struct {
	version eval.Version
	judge   *judge.Judge
	tally   *tally.Tally
	file    *wholefile.File
	w       *bufio.Writer
}

func newSheet(folder string, v versionJudge) (*sheet, error) {
	f, err := wholefile.Create(filepath.Join(folder, results.VerdictsName(v.version)))
	if err != nil {
		return nil, err
	}
	return &sheet{version: v.version, judge: v.judge, tally: tally.New(), file: f, w: bufio.NewWriterSize(f, 1<<18)}, nil
}

// put adds a verdict.
func (s *sheet) put(t *eval.Task, v *eval.Verdict, cost tally.Cost) error {
	if err := s.tally.Add(tally.FactsOf(t), v, cost); err != nil {
		return err
	}
	line, err := jsontext.Line(v)
	if err != nil {
		return err
	}
	_, err = s.w.Write(line)
	return err
}

// finish puts verdicts and figures in their places.
func (s *sheet) finish(ctx context.Context, folder string) (*tally.Figures, error) {
	figures, err := s.tally.Figures(ctx, tally.Options{})
	if err != nil {
		return nil, err
	}
	text, err := jsontext.Indent(figures)
	if err != nil {
		return nil, err
	}
	if err := s.w.Flush(); err != nil {
		return nil, err
	}
	if err := s.file.Commit(); err != nil {
		return nil, err
	}
	return figures, wholefile.Write(filepath.Join(folder, results.FiguresName(s.version)), text)
}

// scoring judges predictions, many at once, and writes the verdicts in order.
type scoring struct {
	sheets []*sheet
	price  *results.Price

	tasks       []*eval.Task
	predictions []*eval.Prediction
}

// batch is how many predictions are judged at once. It bounds memory.
const batch = 512

func (b *scoring) add(ctx context.Context, t *eval.Task, p *eval.Prediction) error {
	b.tasks, b.predictions = append(b.tasks, t), append(b.predictions, p)
	if len(b.tasks) < batch {
		return nil
	}
	return b.flush(ctx)
}

func (b *scoring) flush(ctx context.Context) error {
	verdicts := make([][]eval.Verdict, len(b.sheets))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for s, sheet := range b.sheets {
		verdicts[s] = make([]eval.Verdict, len(b.tasks))
		for part := range slices.Chunk(indices(len(b.tasks)), 64) {
			g.Go(func() error {
				for _, i := range part {
					verdicts[s][i] = sheet.judge.Judge(b.tasks[i], b.predictions[i])
				}
				return ctx.Err()
			})
		}
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for s, sheet := range b.sheets {
		for i := range b.tasks {
			if err := sheet.put(b.tasks[i], &verdicts[s][i], costAt(b.price, b.predictions[i])); err != nil {
				return err
			}
		}
	}
	b.tasks, b.predictions = b.tasks[:0], b.predictions[:0]
	return nil
}

// costAt is what a prediction cost.
func costAt(price *results.Price, p *eval.Prediction) tally.Cost {
	cost := tally.CostOf(p)
	if u := cost.Usage; price != nil && u != nil {
		sum := (float64(u.Input-u.Cached)*price.Input + float64(u.Cached)*price.Cached + float64(u.Output)*price.Output) / 1e6
		cost.Price = &sum
	}
	return cost
}

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// printScored prints the figures of some folders.
func (c *console) printScored(all []*scored, asJSON, quiet bool) error {
	switch {
	case asJSON && len(all) == 1:
		return c.printJSON(all[0])
	case asJSON:
		return c.printJSON(all)
	case quiet:
		return nil
	}
	for i, s := range all {
		if i > 0 {
			c.printf("\n")
		}
		c.printFigures(s)
	}
	return nil
}

// printFigures prints the main figures, each version in a column.
func (c *console) printFigures(s *scored) {
	first := s.Figures[s.main()]
	c.printf("%s: %s, %s of %s", printable(s.Folder), printable(s.Manifest.Run.Name()), count(first.Missions, "mission", "missions"), count(first.Entries, "entry", "entries"))
	if first.Unscored > 0 {
		c.printf(", %s unscored", thousands(first.Unscored))
	}
	c.printf("\n\n")
	c.table(func(w io.Writer) {
		row := func(name string, pick func(*tally.Figures) tally.Rate) {
			fmt.Fprintf(w, "%s", name)
			for _, v := range s.versions() {
				fmt.Fprintf(w, "\t%s", rateText(pick(s.Figures[v])))
			}
			fmt.Fprintf(w, "\n")
		}
		fmt.Fprintf(w, "")
		for _, v := range s.versions() {
			fmt.Fprintf(w, "\t%s", v)
		}
		fmt.Fprintf(w, "\n")
		row("correct", func(f *tally.Figures) tally.Rate { return f.Accuracy.Overall })
		for i := range first.Accuracy.Action {
			row("  "+first.Accuracy.Action[i].Key, func(f *tally.Figures) tally.Rate { return f.Accuracy.Action[i].Rate })
		}
		row("whole entries", func(f *tally.Figures) tally.Rate { return f.Whole })
		row(strings.ToLower(report.OptimalRate)+"*", func(f *tally.Figures) tally.Rate { return f.Optimal.Choice })
		row(strings.ToLower(report.Progress)+"*", func(f *tally.Figures) tally.Rate { return f.Progress.Linked })
	})
	c.printf("* %s\n", report.OfSome)
	c.printFaults(s)
	c.printSpent(s)
}

// printSpent prints what a model cost, as far as it is known.
func (c *console) printSpent(s *scored) {
	spent := &s.Figures[s.main()].Spent
	if spent.Input.Known == 0 {
		return
	}
	c.printf("\nspent: %s, %s tokens in, %s out", count(int(spent.Requests.Total), "request", "requests"), short(int(spent.Input.Total)), short(int(spent.Output.Total)))
	if l := &spent.LatencyMS; l.Known > 0 {
		c.printf("; %.1f s a mission, 95 %% within %.1f s", *l.Mean/1000, *l.P95/1000)
	}
	if s.Manifest.Price != nil && spent.Price.Known > 0 {
		c.printf("; %.2f %s", spent.Price.Total, strings.ToUpper(s.Manifest.Price.Currency))
	}
	c.printf("\n")
}

// rateText writes a share and its interval in percent.
func rateText(r tally.Rate) string {
	switch {
	case r.Share == nil:
		return "–"
	case r.Low == nil || r.High == nil:
		return fmt.Sprintf("%.1f %%", 100**r.Share)
	}
	return fmt.Sprintf("%.1f %% (%.1f–%.1f)", 100**r.Share, 100**r.Low, 100**r.High)
}

// printFaults prints what went wrong, the most frequent first.
func (c *console) printFaults(s *scored) {
	list := slices.DeleteFunc(slices.Clone(s.Figures[s.main()].Faults.Kinds), func(f tally.FaultCount) bool { return f.Count == 0 })
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b tally.FaultCount) int { return b.Count - a.Count })
	c.printf("\nfirst faults, as %s finds them:\n", s.main())
	c.table(func(w io.Writer) {
		for _, f := range list {
			fmt.Fprintf(w, "  %s\t%s\t%.1f %%\n", f.Fault, thousands(f.Count), 100**f.Share)
		}
	})
}
