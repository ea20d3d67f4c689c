package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"switchyard/internal/wholefile"
	"switchyard/tools"
	"switchyard/tools/author"
)

func (c *console) toolsRefineCommand() *cobra.Command {
	var (
		out            string
		trial          int
		dryRun, asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "refine FILE... [flags]",
		Short: "Write down what toolset files leave unsaid",
		Long: `Write into toolset files what they leave unsaid: effects, entities and their
attributes, values, questions, wordings, and topics that people ask nearby. So it
can be read, and changed by hand. What stands in a file stays as it is, comments
too; a second run changes nothing.

Rules infer it, as they do when a file is loaded. With --role refiner=MODEL a model
writes it, once for each tool: what it says must load and hold in conversations, and
where it does not, the model is told why, and at last the rules' words are taken.
docs/models.md tells how models are reached, paid for and kept within a budget.

Files in YAML are changed in place. Of JSON files and function lists, toolsets in
YAML are written to the folder that --out names.

` + exitCodes + `
Refining exits with 1 when words of a model, or trial entries, did not hold.`,
		Example: `  switchyard tools refine tools/petstore.yaml
  switchyard tools refine functions.jsonl --out tools
  switchyard tools refine tools/petstore.yaml --role refiner=gpt-4o`,
		Args: wantPaths("FILE", "switchyard tools refine tools/petstore.yaml", 0),
	}
	flags := cmd.Flags()
	flags.StringVar(&out, "out", "", "write to the `FOLDER`, and leave the files as they are")
	flags.BoolVar(&dryRun, "dry-run", false, "say what would be added; ask no model, and write nothing")
	flags.IntVar(&trial, "trial", 0, "make `N` entries of each result, to see whether it is any good (default: 50 with a model)")
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	typed := addWriterSettings(flags, "refiner=gpt-4o")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if trial < 0 {
			return misuse("0 makes none", "--trial cannot be negative")
		}
		models, err := c.writers(cmd.Context(), typed, "refiner")
		if err != nil {
			return err
		}
		if models != nil && !flags.Changed("trial") {
			trial = usualTrial
		}
		if models != nil && trial > 0 {
			models.Try = tryOut(trial)
		}
		jobs, err := refineJobs(args, out)
		if err == nil {
			err = c.refineAll(cmd.Context(), jobs, &refiner{models: models, trial: trial, dryRun: dryRun}, asJSON)
		}
		if models != nil {
			err = cmp.Or(writerFailure(err), models.models.Close())
		}
		return err
	}
	return cmd
}

// usualTrial is how many entries are made to see what a model's words are worth.
const usualTrial = 50

// refinedFile is what becomes of a toolset.
type refinedFile struct {
	File    string        `json:"file"`            // where it came from
	Toolset string        `json:"toolset"`         // its name
	To      string        `json:"to"`              // where it is written
	Added   []string      `json:"added"`           // paths of what is added
	Asked   int           `json:"asked,omitempty"` // parts that a model was asked for
	Held    int           `json:"held,omitempty"`  // of them, those that hold
	Notes   []refinedNote `json:"notes,omitempty"` // what does not, and why
	Trial   *refinedTrial `json:"trial,omitempty"` // of the result

	data  []byte // what stands there
	text  []byte // what is to stand there
	trial *author.Trial
}

type refinedNote struct {
	Where string `json:"where"`
	What  string `json:"what"`
	Kept  bool   `json:"kept"` // the words were taken nevertheless
}

type refinedTrial struct {
	Entries  int      `json:"entries"`
	Accepted int      `json:"accepted"`
	Beyond   int      `json:"beyond_its_tools"`
	Reasons  []string `json:"reasons"`
}

// refineJobs finds the toolsets of files and folders. Two never go into one
// file.
func refineJobs(args []string, out string) ([]*refinedFile, error) {
	var jobs []*refinedFile
	for _, arg := range args {
		files, err := toolsetFiles(arg)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			more, err := refineJobsOf(file, out)
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, more...)
		}
	}
	taken := map[string]string{}
	for _, f := range jobs {
		if other, twice := taken[f.To]; twice {
			return nil, misuse("refine them one after the other, into different folders", "%s and %s would both be written to %s", other, f.File, f.To)
		}
		taken[f.To] = f.File
	}
	return jobs, nil
}

// refineJobsOf finds the toolsets of a file. Those of function lists are taken
// as their schemas tell them.
func refineJobsOf(file, out string) ([]*refinedFile, error) {
	sets, err := loadToolsets(file)
	if err != nil {
		return nil, err
	}
	if slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(file))) {
		data, err := readFile(file)
		to := file
		if out != "" {
			to = filepath.Join(out, filepath.Base(file))
		}
		return []*refinedFile{{File: file, Toolset: sets[0].Name, To: to, data: data}}, err
	}
	if out == "" {
		return nil, misuse("for example --out tools", "%s: toolsets from JSON are written to a folder of their own, so --out is needed", file)
	}
	var jobs []*refinedFile
	for _, set := range sets {
		data := tools.WriteBare(set)
		if !set.Inferred { // it says everything
			data = tools.Write(set)
		}
		jobs = append(jobs, &refinedFile{File: file, Toolset: set.Name, To: filepath.Join(out, tools.FileName(set.Name)), data: data})
	}
	return jobs, nil
}

// refiner refines files, with a model or by rules.
type refiner struct {
	models *writers // nil leaves it to the rules
	trial  int      // entries
	dryRun bool
}

// refine completes a toolset, and writes it where that changes anything.
func (r *refiner) refine(ctx context.Context, f *refinedFile) error {
	var err error
	if r.models != nil && !r.dryRun {
		err = r.asked(ctx, f)
	} else {
		f.text, f.Added, err = tools.Refine(f.File, f.data)
	}
	if err != nil {
		return err
	}
	f.Added = append([]string{}, f.Added...)
	if err := r.try(ctx, f); err != nil || r.dryRun {
		return err
	}
	if before, err := os.ReadFile(f.To); err == nil && bytes.Equal(before, f.text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(f.To), 0o755); err != nil {
		return err
	}
	return wholefile.Write(f.To, f.text)
}

// asked completes a toolset with a model.
func (r *refiner) asked(ctx context.Context, f *refinedFile) error {
	done, err := r.models.Refine(ctx, f.File, f.data)
	if err != nil {
		return err
	}
	f.text, f.Added, f.Asked, f.Held, f.trial = done.Text, done.Added, done.Asked, done.Held, done.Trial
	for _, n := range done.Notes {
		f.Notes = append(f.Notes, refinedNote(n))
	}
	return nil
}

// try makes a few entries of the result, unless that is done.
func (r *refiner) try(ctx context.Context, f *refinedFile) error {
	if f.trial == nil && r.trial > 0 {
		set, err := tools.Parse(f.File, f.text)
		if err != nil {
			return err
		}
		if f.trial, err = tryOut(r.trial)(ctx, set); err != nil {
			return err
		}
	}
	if t := f.trial; t != nil {
		f.Trial = &refinedTrial{t.Entries, t.Accepted, t.Unable, append([]string{}, t.Reasons...)}
	}
	return nil
}

// refineAll refines all toolsets, several at once, and says what came of it.
func (c *console) refineAll(ctx context.Context, files []*refinedFile, r *refiner, asJSON bool) error {
	progress := &bar{w: c.stderr, noun: "toolsets"}
	slow := r.models != nil || r.trial > 0
	if slow && c.live {
		if r.models != nil {
			showCost(r.models.models, progress)
		}
		progress.Start(len(files), 0)
	}
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, f := range files {
		group.Go(func() error {
			err := r.refine(working, f)
			if err == nil && progress.bar != nil {
				progress.Add(true)
			}
			return err
		})
	}
	err := group.Wait()
	progress.Finish()
	if err != nil {
		return err
	}
	return c.printRefined(files, r, asJSON)
}

// printRefined says what came of toolsets.
func (c *console) printRefined(files []*refinedFile, r *refiner, asJSON bool) error {
	ok := !slices.ContainsFunc(files, func(f *refinedFile) bool {
		return f.trial != nil && f.trial.Spoilt() > 0 || slices.ContainsFunc(f.Notes, func(n refinedNote) bool { return !n.Kept })
	})
	if asJSON {
		report := struct {
			OK      bool           `json:"ok"`
			Written bool           `json:"written"`
			Files   []*refinedFile `json:"files"`
			Usage   []jsonUse      `json:"usage,omitempty"`
		}{OK: ok, Written: !r.dryRun, Files: files}
		if r.models != nil {
			report.Usage = usesOf(r.models.models.Meter.Usage(), r.models.cfg.Prices)
		}
		if err := c.printJSON(report); err != nil {
			return err
		}
	} else {
		for _, f := range files {
			c.printRefinedFile(f, r.dryRun)
		}
		if r.models != nil && len(r.models.models.Meter.Usage()) > 0 {
			c.printCost(r.models)
		}
	}
	if !ok {
		return found()
	}
	return nil
}

func (c *console) printRefinedFile(f *refinedFile, dryRun bool) {
	switch {
	case len(f.Added) == 0:
		c.printf("%s: %s says everything; nothing was changed\n", printable(f.To), printable(f.Toolset))
	case dryRun:
		c.printf("%s: %s would be given %s:\n", printable(f.To), printable(f.Toolset), count(len(f.Added), "part", "parts"))
		for _, path := range f.Added {
			c.printf("  %s\n", printable(path))
		}
	default:
		c.printf("%s: %s was given %s\n", printable(f.To), printable(f.Toolset), addedTo(f.Added))
	}
	if f.Asked > 0 {
		c.printf("  %s of %s that the model wrote\n", thousands(f.Held), count(f.Asked, "part holds", "parts hold"))
	}
	for _, n := range f.Notes {
		c.printf("  %s: %s\n", printable(n.Where), printable(n.What))
	}
	if f.trial != nil {
		c.printf("  %s\n", printable(trialText(f.trial)))
	}
}

// addedTo counts what was added, by where: "12 parts of tools, entities, chat".
func addedTo(paths []string) string {
	var places []string
	for _, path := range paths {
		place, _, _ := strings.Cut(path, ".")
		if !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	return fmt.Sprintf("%s: %s", count(len(paths), "part", "parts"), join(places))
}
