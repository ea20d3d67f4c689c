package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
attributes, values, questions, wordings, and chat topics (related requests that need
no tool), so that you can read and change them. What a file already says stays as it
is, comments too; a second run changes nothing.

Rules infer the rest, as they do when a file is loaded. With --role refiner=MODEL a
model writes it: first what concerns the whole toolset, then each tool, then the chat
topics. What the model writes is kept only if the toolset loads with it and trial
conversations pass all proofs. Otherwise the model is told why and asked again; if
that does not help, the rules decide. docs/models.md explains how models are reached,
paid for and kept within a budget.

Files in YAML are changed in place. For JSON files and function lists, toolsets in
YAML are written to the folder that --out names.

` + exitCodes + `
Refining exits with 1 when something that a model wrote was not kept, or when a trial
entry failed.`,
		Example: `  switchyard tools refine tools/petstore.yaml
  switchyard tools refine functions.jsonl --out tools
  switchyard tools refine tools/petstore.yaml --role refiner=gpt-4o`,
		Args: wantPaths("FILE", "switchyard tools refine tools/petstore.yaml", 0),
	}
	flags := cmd.Flags()
	flags.StringVar(&out, "out", "", "write to the `FOLDER`, and leave the files as they are")
	flags.BoolVar(&dryRun, "dry-run", false, "print what would be added; ask no model and write nothing")
	flags.IntVar(&trial, "trial", 0, "make `N` trial entries from each result (default: 50 with a model)")
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	addQuiet(flags)
	typed := addWriterSettings(flags, "refiner=gpt-4o")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if trial < 0 {
			return misuse("0 makes no trial entries", "--trial cannot be negative")
		}
		models, err := c.writers(cmd.Context(), typed, "refiner")
		if err != nil {
			return err
		}
		if models != nil && !flags.Changed("trial") {
			trial = usualTrial
		}
		r := &author.Refiner{DryRun: dryRun}
		if trial > 0 {
			r.Try = c.tryOut(trial)
		}
		if models != nil {
			r.Model = models.Author
			models.Try = r.Try
		}
		files, err := c.refinedFiles(cmd.Context(), args, out)
		if err == nil {
			err = c.refine(cmd.Context(), files, r, models)
		}
		if err == nil {
			err = c.printRefined(files, models, dryRun, asJSON)
		}
		return models.close(err)
	}
	return cmd
}

// usualTrial is the default number of trial entries if a model writes.
const usualTrial = 50

// refinedFiles finds the toolsets of files and folders.
func (c *console) refinedFiles(ctx context.Context, args []string, out string) ([]*author.File, error) {
	names, err := toolsetFiles(args)
	if err != nil {
		return nil, err
	}
	if err := c.notEverything(out); err != nil {
		return nil, err
	}
	files, left, err := author.Files(ctx, names, out)
	needs, same := (*author.NeedsFolderError)(nil), (*author.SameFileError)(nil)
	switch {
	case errors.As(err, &needs):
		return nil, misuse("for example --out tools", "%s, so --out is needed", needs)
	case errors.As(err, &same):
		return nil, misuse("refine them one after the other, into different folders", "%s", same)
	}
	return files, c.leftOut(left, err, false, false)
}

// refine refines all toolsets and shows the progress.
func (c *console) refine(ctx context.Context, files []*author.File, r *author.Refiner, models *writers) error {
	if c.bars != nil {
		shown := &runProgress{to: c.bars, noun: "toolsets"}
		models.showCost(shown)
		shown.Start(len(files), 0)
		defer shown.Finish()
		r.Done = func() { shown.Add(true) }
	}
	return r.Refine(ctx, files)
}

// printRefined prints the result for all toolsets.
func (c *console) printRefined(files []*author.File, models *writers, dryRun, asJSON bool) error {
	var problem error
	poor := slices.DeleteFunc(slices.Clone(files), (*author.File).Holds)
	if len(poor) > 0 {
		f := &failure{message: fmt.Sprintf("%s of %s: not all that a model wrote was kept, or a trial entry failed", thousands(len(poor)), count(len(files), "toolset", "toolsets")), code: exitFound, told: true}
		for _, file := range poor {
			f.details = append(f.details, file.To+": "+file.Toolset)
		}
		f.details = atMost(f.details, mostTold)
		f.hint = "switchyard tools check FILE tells about each"
		problem = f
	}
	return c.show(asJSON, struct {
		OK      bool           `json:"ok"`
		Written bool           `json:"written"`
		Files   []*author.File `json:"files"`
		Usage   []jsonUse      `json:"usage,omitempty"`
	}{problem == nil, !dryRun, files, models.usage()}, func() {
		for _, f := range files {
			c.printRefinedFile(f, dryRun)
		}
		if len(models.usage()) > 0 {
			c.printCost(models)
		}
	}, problem)
}

func (c *console) printRefinedFile(f *author.File, dryRun bool) {
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
	if f.Trial != nil {
		c.printf("  %s\n", printable(trialText(f.Trial)))
	}
}

// addedTo summarizes what was added: "12 parts: tools, entities and chat".
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
