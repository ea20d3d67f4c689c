package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchyard/internal/wholefile"
	"switchyard/tools"
	"switchyard/tools/imports"
)

// importedSet is a toolset that was imported, with how sure it is what is known
// of it.
type importedSet struct {
	Name      string          `json:"name"`
	File      string          `json:"file"`
	Tools     int             `json:"tools"`
	Effects   importedEffects `json:"effects"`
	Links     []importedLink  `json:"links"`
	Ambiguous []importedDoubt `json:"ambiguous"` // parameters that are not linked

	text []byte
}

// importedEffects counts tools by what their effect is known from.
type importedEffects struct {
	Told   int `json:"told"`   // the source says it
	Method int `json:"method"` // inferred from a method and a path
	Words  int `json:"words"`  // inferred from names and descriptions
}

// importedLink is a tool whose answer another one can go on from.
type importedLink struct {
	From  string  `json:"from"`
	Field string  `json:"field"`
	To    string  `json:"to"`
	Param string  `json:"param"`
	Score float64 `json:"score"` // 0 to 1
}

// importedDoubt is a parameter that may take the identifier of several things.
type importedDoubt struct {
	Tool    string   `json:"tool"`
	Param   string   `json:"param"`
	Between []string `json:"between"`
}

type importedNote struct {
	Source string `json:"source"`
	Where  string `json:"where,omitempty"`
	What   string `json:"what"`
}

// importReport says what came of an import.
type importReport struct {
	OK       bool           `json:"ok"`
	Toolsets []importedSet  `json:"toolsets"`
	Skipped  []importedNote `json:"skipped"`
	Notes    []importedNote `json:"notes"`
	Problems []string       `json:"problems"` // of toolsets that were not written
	Usage    []jsonUse      `json:"usage,omitempty"`
}

// writeImported writes the toolsets of all sources, each into a file of its
// own, and says what came of it.
func (c *console) writeImported(ctx context.Context, sources []string, reports []*imports.Report, f *importFlags) error {
	report := importReport{Toolsets: []importedSet{}, Skipped: []importedNote{}, Notes: []importedNote{}, Problems: []string{}}
	var sets []*imports.Set
	var empty []string
	for i, r := range reports {
		if len(r.Sets) == 0 {
			empty = append(empty, sources[i])
		}
		for j := range r.Sets {
			sets = append(sets, &r.Sets[j])
		}
		for _, n := range r.Skipped {
			report.Skipped = append(report.Skipped, importedNote{sources[i], n.Where, n.What})
		}
		for _, n := range r.Notes {
			report.Notes = append(report.Notes, importedNote{sources[i], n.Where, n.What})
		}
	}
	alone := strings.HasSuffix(f.out, ".yaml") || strings.HasSuffix(f.out, ".yml")
	if alone && len(sets) > 1 {
		return misuse("for example --out "+strings.TrimSuffix(strings.TrimSuffix(f.out, ".yml"), ".yaml"), "--out %s: the source gives %d toolsets, which need a folder", f.out, len(sets))
	}
	taken := map[string]bool{}
	for _, s := range sets {
		if err := ctx.Err(); err != nil {
			return err
		}
		done, err := imported(s, &report)
		if err != nil {
			return err
		}
		if done == nil {
			continue
		}
		if done.File = f.out; !alone {
			done.File = freeName(filepath.Join(f.out, s.File()), taken)
		}
		taken[strings.ToLower(done.File)] = true
		report.Toolsets = append(report.Toolsets, *done)
	}
	if err := writeSets(report.Toolsets, f); err != nil {
		return err
	}
	report.OK = len(report.Problems) == 0 && len(empty) == 0
	if f.models != nil {
		report.Usage = usesOf(f.models.models.Meter.Usage(), f.models.cfg.Prices)
	}
	if f.asJSON {
		if err := c.printJSON(report); err != nil {
			return err
		}
	} else {
		c.printImported(&report)
		if f.models != nil {
			c.printCost(f.models)
		}
	}
	switch {
	case report.OK:
		return nil
	case len(empty) > 0 && !f.asJSON:
		return importFailure(empty[0], imports.ErrNothing)
	}
	return found()
}

// imported checks a toolset as it will be loaded. One with problems is told of,
// and not written.
func imported(s *imports.Set, report *importReport) (*importedSet, error) {
	text, err := s.YAML()
	if err != nil {
		return nil, err
	}
	var problems tools.Problems
	set, err := tools.Parse(s.Name, text)
	switch {
	case errors.As(err, &problems):
		for _, p := range problems {
			report.Problems = append(report.Problems, p.String())
		}
		return nil, nil
	case err != nil:
		return nil, err
	}
	done := &importedSet{Name: s.Name, Tools: len(set.Tools), Links: []importedLink{}, Ambiguous: []importedDoubt{}, text: text}
	for i := range s.Tools {
		switch s.Tools[i].Basis {
		case imports.ByAnnotation:
			done.Effects.Told++
		case imports.ByMethod:
			done.Effects.Method++
		default: // the others are inferred when the file is loaded
			done.Effects.Words++
		}
	}
	links, doubts := set.Links()
	for _, l := range links {
		done.Links = append(done.Links, importedLink{l.From, l.Field, l.To, l.Param, l.Score})
	}
	for _, d := range doubts {
		done.Ambiguous = append(done.Ambiguous, importedDoubt{d.Tool, d.Param, append([]string{}, d.Between...)})
	}
	return done, nil
}

// freeName makes a name of a file unique among those taken, also where the case
// of letters does not count.
func freeName(path string, taken map[string]bool) string {
	free := path
	for n := 2; taken[strings.ToLower(free)]; n++ {
		free = fmt.Sprintf("%s_%d.yaml", strings.TrimSuffix(path, ".yaml"), n)
	}
	return free
}

// writeSets writes the files, once it is clear that nobody's work is lost.
func writeSets(sets []importedSet, f *importFlags) error {
	for _, s := range sets {
		before, err := os.ReadFile(s.File)
		if err == nil && !bytes.Equal(before, s.text) && !f.force {
			return misuse("choose another folder with --out, or replace it with --force", "%s is there already, and differs", s.File)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, s := range sets {
		if err := os.MkdirAll(filepath.Dir(s.File), 0o755); err != nil {
			return err
		}
		if err := wholefile.Write(s.File, s.text); err != nil {
			return err
		}
	}
	return nil
}

// What is printed of links and notes; --json has them all.
const (
	mostNotes  = 12   // notes of a kind
	mostPlaces = 8    // places of notes that say the same
	sureScore  = 0.9  // of a link that hardly errs
	fairScore  = 0.75 // of one that seldom does
)

func (c *console) printImported(r *importReport) {
	if len(r.Toolsets) > 0 {
		c.table(func(w io.Writer) {
			fmt.Fprintln(w, "FILE\tTOOLSET\tTOOLS\tTOLD\tBY METHOD\tBY WORDS\tLINKS\tSCORES\tUNCLEAR")
			for _, s := range r.Toolsets {
				fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\t%d\n", printable(s.File), printable(s.Name), s.Tools,
					s.Effects.Told, s.Effects.Method, s.Effects.Words, len(s.Links), scores(s.Links), len(s.Ambiguous))
			}
		})
		c.printf("\n")
	}
	c.printSums(r.Toolsets)
	c.printNotes("skipped", r.Skipped)
	c.printNotes("noted", r.Notes)
	if len(r.Problems) > 0 {
		c.printf("\nnot written, for these problems\n")
		for _, p := range r.Problems[:min(len(r.Problems), mostNotes)] {
			c.printf("  %s\n", printable(p))
		}
	}
}

// scores is the range of the scores of links.
func scores(links []importedLink) string {
	if len(links) == 0 {
		return "-"
	}
	by := func(a, b importedLink) int { return cmp.Compare(a.Score, b.Score) }
	least, most := slices.MinFunc(links, by).Score, slices.MaxFunc(links, by).Score
	if least == most {
		return fmt.Sprintf("%.2f", least)
	}
	return fmt.Sprintf("%.2f-%.2f", least, most)
}

// printSums says how sure it is what is known of all toolsets together.
func (c *console) printSums(sets []importedSet) {
	var sum importedEffects
	number, links, sure, fair, unclear := 0, 0, 0, 0, 0
	for _, s := range sets {
		number += s.Tools
		sum.Told, sum.Method, sum.Words = sum.Told+s.Effects.Told, sum.Method+s.Effects.Method, sum.Words+s.Effects.Words
		links, unclear = links+len(s.Links), unclear+len(s.Ambiguous)
		for _, l := range s.Links {
			switch {
			case l.Score >= sureScore:
				sure++
			case l.Score >= fairScore:
				fair++
			}
		}
	}
	c.printf("%s, %s\n", count(len(sets), "toolset", "toolsets"), count(number, "tool", "tools"))
	if number == 0 {
		return
	}
	c.table(func(w io.Writer) {
		fmt.Fprintf(w, "  effects\t%s told by the source, %s inferred from method and path, %s from words\n", thousands(sum.Told), thousands(sum.Method), thousands(sum.Words))
		fmt.Fprintf(w, "  links\t%s between tools: %s scored %g or more, %s at least %g, %s less\n", thousands(links), thousands(sure), sureScore, thousands(fair), fairScore, thousands(links-sure-fair))
		fmt.Fprintf(w, "  unclear\t%s not linked: several things may be meant\n", count(unclear, "parameter", "parameters"))
	})
}

// printNotes prints notes. Those that say the same of several places are one line.
func (c *console) printNotes(title string, notes []importedNote) {
	if len(notes) == 0 {
		return
	}
	type kind struct{ source, what string }
	var kinds []kind
	places := map[kind][]string{}
	for _, n := range notes {
		k := kind{n.Source, n.What}
		if places[k] == nil {
			kinds = append(kinds, k)
		}
		places[k] = append(places[k], strings.TrimLeft(strings.TrimPrefix(n.Where, n.Source), ":"))
	}
	c.printf("\n%s: %s\n", title, thousands(len(notes)))
	for _, k := range kinds[:min(len(kinds), mostNotes)] {
		at := places[k]
		switch n := len(at); {
		case n == 1 && at[0] == "":
			c.printf("  %s: %s\n", printable(k.source), printable(k.what))
		case n == 1:
			c.printf("  %s:%s%s: %s\n", printable(k.source), blank(at[0]), printable(at[0]), printable(k.what))
		default:
			text := strings.Join(at[:min(n, mostPlaces)], ", ")
			if n > mostPlaces {
				text += fmt.Sprintf(" and %s more", thousands(n-mostPlaces))
			}
			c.printf("  %s: %s times: %s: %s\n", printable(k.source), thousands(n), printable(k.what), printable(text))
		}
	}
	if len(kinds) < len(notes) || len(kinds) > mostNotes {
		more := 0
		for _, k := range kinds[min(len(kinds), mostNotes):] {
			more += len(places[k])
		}
		if more > 0 {
			c.printf("  and %s more\n", thousands(more))
		}
		c.printf("  --json has them one by one\n")
	}
}

// blank stands before a place that is no line.
func blank(place string) string {
	if place[0] >= '0' && place[0] <= '9' {
		return ""
	}
	return " "
}
