package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/tools"
	"switchyard/wholefile"
)

func (c *console) toolsRefineCommand() *cobra.Command {
	var (
		out            string
		dryRun, asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "refine FILE... [flags]",
		Short: "Write down what toolset files leave unsaid",
		Long: `Write into toolset files what they leave unsaid, as it is inferred when they are
loaded: effects, entities and their attributes, values, questions, wordings, and
topics that people ask nearby. So it can be read, and changed by hand. What stands
in a file stays as it is, comments too; a second run changes nothing.

Files in YAML are changed in place. Of JSON files and function lists, toolsets in
YAML are written to the folder that --out names.

` + exitCodes,
		Example: `  switchyard tools refine tools/petstore.yaml
  switchyard tools refine functions.jsonl --out tools`,
		Args: wantPaths("FILE", "switchyard tools refine tools/petstore.yaml", 0),
		RunE: func(_ *cobra.Command, args []string) error {
			var files []refinedFile
			for _, arg := range args {
				more, err := toolsetFiles(arg)
				if err != nil {
					return err
				}
				for _, file := range more {
					refined, err := refine(file, out)
					if err != nil {
						return err
					}
					files = append(files, refined...)
				}
			}
			return c.writeRefined(files, dryRun, asJSON)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write to the `FOLDER`, and leave the files as they are")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say what would be added, and write nothing")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// refinedFile is what becomes of a toolset.
type refinedFile struct {
	File    string   `json:"file"`    // where it came from
	Toolset string   `json:"toolset"` // its name
	To      string   `json:"to"`      // where it is written
	Added   []string `json:"added"`   // paths of what is added

	text []byte
}

// refine completes the toolsets of a file.
func refine(file, out string) ([]refinedFile, error) {
	sets, err := loadToolsets(file)
	if err != nil {
		return nil, err
	}
	data, err := readFile(file)
	if err != nil {
		return nil, err
	}
	own := slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(file)))
	if !own && out == "" {
		return nil, misuse("for example --out tools", "%s: toolsets from JSON are written to a folder of their own, so --out is needed", file)
	}
	if own {
		text, added, err := tools.Refine(file, data)
		if err != nil {
			return nil, err
		}
		to := file
		if out != "" {
			to = filepath.Join(out, filepath.Base(file))
		}
		return []refinedFile{{file, sets[0].Name, to, append([]string{}, added...), text}}, nil
	}
	var refined []refinedFile
	for _, set := range sets {
		text := tools.Write(set)
		refined = append(refined, refinedFile{file, set.Name, filepath.Join(out, tools.FileName(set.Name)), []string{"toolset"}, text})
	}
	return refined, nil
}

// writeRefined writes the files that change. Two toolsets never go into one.
func (c *console) writeRefined(files []refinedFile, dryRun, asJSON bool) error {
	taken := map[string]string{}
	for _, f := range files {
		if other, twice := taken[f.To]; twice {
			return misuse("refine them one after the other, into different folders", "%s and %s would both be written to %s", other, f.File, f.To)
		}
		taken[f.To] = f.File
	}
	for _, f := range files {
		if dryRun {
			continue
		}
		if before, err := os.ReadFile(f.To); err == nil && bytes.Equal(before, f.text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.To), 0o755); err != nil {
			return err
		}
		if err := wholefile.Write(f.To, f.text); err != nil {
			return err
		}
	}
	if asJSON {
		return c.printJSON(struct {
			Written bool          `json:"written"`
			Files   []refinedFile `json:"files"`
		}{!dryRun, files})
	}
	for _, f := range files {
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
	}
	return nil
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
