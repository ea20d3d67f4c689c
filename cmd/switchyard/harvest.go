package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/gen/harvest"
	"switchyard/internal/wholefile"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

func (c *console) harvestCommand() *cobra.Command {
	var (
		out    string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "harvest TOOLSET... --role user=MODEL [flags]",
		Short: "Have a model find words for what users say",
		Long: `Have a model put the missions of toolsets into words, once. The built-in engine then
speaks in these words: every later run of "generate" uses them, without a model.

switchyard walks the kinds of missions that a toolset makes (which tools, what is said,
what is left out, what comes after what), and asks the model for a few wordings of each,
up to 20 in one request. Values become slots. A wording is kept only if 20 conversations
with other values in it pass every proof, and if it is not close to another.

What is kept is added to the word file beside the toolset, NAME.words.en.jsonl, one
line a wording, which you can read and change. A second harvest asks only for what is
still missing. For built-in toolsets, --out names the folder.

` + exitCodes,
		Example: `  switchyard harvest tools/petstore.yaml --role user=gpt-4o
  switchyard harvest travel/flight_inquiry --role user=gpt-4o --out words`,
		Args: cobra.MinimumNArgs(1),
	}
	flags := cmd.Flags()
	flags.StringVar(&out, "out", "", "write word files to the `FOLDER`, and not beside the toolsets")
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	addQuiet(flags)
	typed := addWriterSettings(flags, "user=gpt-4o")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		models, err := c.writers(cmd.Context(), typed, "user")
		if err != nil {
			return err
		}
		if models == nil {
			return misuse("add --role user=MODEL", "words are found by a model, and none is named")
		}
		reports, err := c.harvest(cmd.Context(), args, out, models)
		if err == nil {
			err = c.printHarvest(reports, models, asJSON)
		}
		return models.close(err)
	}
	return cmd
}

// harvest harvests words for toolsets, one after the other.
func (c *console) harvest(ctx context.Context, names []string, out string, models *writers) ([]*harvest.Report, error) {
	var sets []*tools.Toolset
	for _, name := range names {
		more, err := c.toolsetsOf(ctx, name)
		if err != nil {
			return nil, err
		}
		sets = append(sets, more...)
	}
	if out != "" {
		lock, err := wholefile.Hold(out)
		if err != nil {
			return nil, err
		}
		defer lock.Release()
	}
	var reports []*harvest.Report
	for _, set := range sets {
		file := toolfile.WordsFile(set.Source)
		if strings.HasPrefix(set.Source, "catalog/") || out != "" {
			if out == "" {
				return nil, misuse("for example --out words", "%s is built in, so --out is needed", set.Name)
			}
			file = filepath.Join(out, filepath.FromSlash(toolfile.WordsFile(set.Name+".yaml")))
		}
		lock, err := wholefile.Hold(file)
		if err != nil {
			return reports, err
		}
		h := &harvest.Config{Writer: models.Author, Kept: func(_ *tools.Toolset, kept []*tools.Wording) error { return addWords(ctx, file, kept) }}
		report, err := h.Run(ctx, set)
		if err = errors.Join(err, lock.Release()); err != nil {
			return reports, err
		}
		reports = append(reports, report)
	}
	return reports, nil
}

// addWords adds wordings to a word file.
func addWords(ctx context.Context, file string, kept []*tools.Wording) error {
	data, err := toolfile.Read(ctx, file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text := bytes.NewBuffer(data)
	for _, w := range kept {
		line, err := toolfile.FormatWording(w)
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := wholefile.Create(file)
	if err != nil {
		return err
	}
	if _, err := f.Write(text.Bytes()); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}

func (c *console) printHarvest(reports []*harvest.Report, models *writers, asJSON bool) error {
	return c.show(asJSON, struct {
		Toolsets []*harvest.Report `json:"toolsets"`
		Usage    []jsonUse         `json:"usage,omitempty"`
	}{reports, models.usage()}, func() {
		for _, r := range reports {
			c.printf("%s: %s kept, of %s asked for; it had %s\n", printable(r.Toolset), count(r.Kept, "wording", "wordings"), thousands(r.Asked), thousands(r.Had))
			for _, text := range atMost(r.Left, mostTold) {
				c.printf("  left out: %s\n", printable(text))
			}
			if len(r.Open) > 0 {
				c.printf("  still without: %s\n", printable(fmt.Sprintf("%s of %s", count(len(r.Open), "shape", "shapes"), thousands(r.Shapes))))
			}
		}
		c.printCost(models)
	}, nil)
}
