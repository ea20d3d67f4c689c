package links_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"switchyard/internal/document"
	"switchyard/internal/race"
	"switchyard/tools"
	"switchyard/tools/catalog"
	"switchyard/tools/imports"
	"switchyard/tools/imports/functions"
	"switchyard/tools/imports/openapi"
	"switchyard/tools/links"
	"switchyard/tools/toolfile"
)

// labelled is a toolset of the sample with what was labelled by reading it.
type labelled struct {
	name, kind string
	set        *tools.Toolset  // nil when it is shared, and not there
	wanted     map[string]bool // links
	maybe      map[string]bool // links that do not count
	bare       map[string]bool // tools whose fields are not labelled
}

const (
	sampleFolder = "testdata"
	sharedFolder = "../../../shared/data"
	sharedLists  = sharedFolder + "/functions/toolsets.jsonl"
)

// linkScore says how well links are found in the toolsets of one kind.
type linkScore struct{ sets, tools, labels, found, right int }

func (s *linkScore) precision() float64 { return float64(s.right) / float64(max(1, s.found)) }

func (s *linkScore) recall() float64 { return float64(s.right) / float64(max(1, s.labels)) }

// TestLinksSample compares the links that are found with labels, and prints for
// each kind of source how many of the links found are right (precision) and how
// many of the right ones are found (recall).
func TestLinksSample(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	kinds := []string{"built-in", "described", "public", "functions"}
	scores := scoreLinks(t, "labels.yaml", kinds)
	for _, kind := range append(kinds, "all") {
		s := scores[kind]
		if s == nil {
			t.Fatalf("no toolset of the kind %s was read", kind)
		}
		if s.precision() < 0.95 || s.recall() < 0.8 {
			t.Errorf("%s: precision %.3f and recall %.3f; at least 0.95 and 0.8 are wanted", kind, s.precision(), s.recall())
		}
	}
	all := scores["all"]
	if _, err := os.Stat(sharedLists); err == nil && (all.sets < 25 || all.tools < 150) {
		t.Errorf("the sample has %d toolsets and %d tools; at least 25 and 150 are wanted", all.sets, all.tools)
	}
}

// TestLinksHeldOut measures by labels that the rules were not made with. Nothing
// is asked of those of blind.yaml: whoever mends a rule until they are met has
// seen them.
func TestLinksHeldOut(t *testing.T) {
	if race.Enabled || testing.Short() {
		t.Skip("many toolsets, one after the other")
	}
	if _, err := os.Stat(sharedLists); err != nil {
		t.Skip("the shared files are not there")
	}
	for kind, s := range scoreLinks(t, "heldout.yaml", []string{"functions", "openapi", "toolalpaca"}) {
		if s.precision() < 0.95 || s.recall() < 0.8 {
			t.Errorf("%s: precision %.3f and recall %.3f; at least 0.95 and 0.8 are wanted", kind, s.precision(), s.recall())
		}
	}
	scoreLinks(t, "blind.yaml", []string{"openapi"})
}

// scoreLinks compares links with the labels of a file, kind by kind and for all,
// and prints what it finds.
func scoreLinks(t *testing.T, file string, kinds []string) map[string]*linkScore {
	t.Helper()
	scores, all := map[string]*linkScore{}, &linkScore{}
	for _, l := range readLabels(t, file) {
		if l.set == nil {
			continue
		}
		if !slices.Contains(kinds, l.kind) {
			t.Fatalf("%s: %s is of the kind %q, which is not measured", file, l.name, l.kind)
		}
		found := foundLinks(l)
		s := scores[l.kind]
		if s == nil {
			s = &linkScore{}
			scores[l.kind] = s
		}
		right := 0
		for link := range l.wanted {
			if found[link] {
				right++
			} else {
				t.Logf("%s: missed  %s", l.name, link)
			}
		}
		for link := range found {
			if !l.wanted[link] {
				t.Logf("%s: wrong   %s", l.name, link)
			}
		}
		for _, s := range []*linkScore{s, all} {
			s.sets++
			s.tools += len(l.set.Tools)
			s.labels += len(l.wanted)
			s.found += len(found)
			s.right += right
		}
	}
	scores["all"] = all
	t.Logf("%-10s %5s %6s %7s %6s %10s %7s", "source", "sets", "tools", "labels", "found", "precision", "recall")
	for _, kind := range append(slices.Clone(kinds), "all") {
		if s := scores[kind]; s != nil {
			t.Logf("%-10s %5d %6d %7d %6d %10.3f %7.3f", kind, s.sets, s.tools, s.labels, s.found, s.precision(), s.recall())
		}
	}
	return scores
}

// foundLinks writes the links of a toolset as the labels are written. Links that
// do not count are left out.
func foundLinks(l labelled) map[string]bool {
	found := map[string]bool{}
	list, _ := links.Of(l.set)
	for _, link := range list {
		if link.Kind != links.Parameter {
			continue
		}
		from := link.From + " " + link.Field
		if l.kind == "functions" || l.bare[link.From] {
			from = link.From
		}
		if text := from + " -> " + link.To + "." + link.Param; !l.maybe[text] {
			found[text] = true
		}
	}
	return found
}

// sampleSet loads a toolset of the sample; nil when it is one of the shared
// lists and they are not there.
func sampleSet(t *testing.T, name string) *tools.Toolset {
	t.Helper()
	if builtin, ok := strings.CutPrefix(name, "catalog "); ok {
		ts, err := catalog.Toolset(builtin)
		if err != nil {
			t.Fatal(err)
		}
		return ts
	}
	if _, line, ok := strings.Cut(name, "toolsets.jsonl:"); ok {
		data := sharedFile(t, "functions/toolsets.jsonl")
		if data == nil {
			return nil
		}
		n, err := strconv.Atoi(line)
		if err != nil {
			t.Fatal(err)
		}
		sets, _, err := toolfile.ParseFunctions(name, bytes.Split(data, []byte("\n"))[n-1])
		if err != nil {
			t.Fatal(err)
		}
		return sets[0]
	}
	sets, _, err := toolfile.Load(t.Context(), filepath.Join(sampleFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

// importedSet is what an import makes of a shared file: words are the kind of
// the source, its file where there are several, and a name. The tools are those
// of the list, wherever the import puts them; without it those of the toolset of
// that name.
func importedSet(t *testing.T, words []string, list *document.Node) *tools.Toolset {
	t.Helper()
	var report *imports.Report
	var err error
	switch words[0] {
	case "openapi":
		if data := sharedFile(t, "openapi/"+words[1]); data != nil {
			report, err = openapi.Import(t.Context(), words[1], data, openapi.Options{})
		}
	case "toolalpaca":
		if data := sharedFile(t, "functions/toolalpaca.json"); data != nil {
			report, err = functions.Import("toolalpaca.json", data)
		}
	default:
		t.Fatalf("%q is no source of toolsets", words[0])
	}
	if err != nil {
		t.Fatal(err)
	}
	if report == nil {
		return nil
	}
	set := imports.Set{Name: words[len(words)-1], About: "A sample."}
	for _, s := range report.Sets {
		for _, tool := range s.Tools {
			if list == nil && s.Name == set.Name || list != nil && slices.ContainsFunc(list.Items, func(n *document.Node) bool { return n.Value == tool.Name }) {
				set.Tools = append(set.Tools, tool)
			}
		}
	}
	if len(set.Tools) == 0 || list != nil && len(set.Tools) != len(list.Items) {
		t.Fatalf("%s: %d of the tools are there", strings.Join(words, " "), len(set.Tools))
	}
	text, err := set.YAML()
	if err != nil {
		t.Fatal(err)
	}
	ts, err := toolfile.Parse(set.File(), text)
	if err != nil {
		t.Fatal(err)
	}
	return ts
}

// sharedFile reads a file that other projects share; nil when it is not there.
func sharedFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sharedFolder, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return data
}

func readLabels(t *testing.T, file string) []labelled {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sampleFolder, file))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := document.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	texts := func(n *document.Node) []string {
		var out []string
		for _, item := range n.Items {
			out = append(out, fmt.Sprint(item.Value))
		}
		return out
	}
	var list []labelled
	for _, n := range doc.Items {
		l := labelled{name: fmt.Sprint(n.Fields["toolset"].Value), kind: fmt.Sprint(n.Fields["kind"].Value), wanted: map[string]bool{}, maybe: map[string]bool{}, bare: map[string]bool{}}
		if words := strings.Fields(l.name); len(words) > 1 && words[0] != "catalog" {
			l.set = importedSet(t, words, n.Fields["tools"])
		} else {
			l.set = sampleSet(t, l.name)
		}
		ts := l.set
		for _, group := range n.Fields["groups"].Items {
			to := l.wanted
			if group.Fields["maybe"] != nil {
				to = l.maybe
			}
			for _, from := range texts(group.Fields["from"]) {
				tool, _, pointed := strings.Cut(from, " ")
				if !pointed {
					l.bare[tool] = true
				}
				for _, param := range texts(group.Fields["to"]) {
					taker, name, _ := strings.Cut(param, ".")
					// A label that is mistyped would only look like a miss.
					if ts != nil && (ts.Tool(tool) == nil || ts.Tool(taker) == nil || !slices.ContainsFunc(ts.Tool(taker).Params, func(p *tools.Param) bool {
						return p.Name == strings.Split(name, "/")[0]
					})) {
						t.Fatalf("%s: the label %s -> %s names what is not there", l.name, from, param)
					}
					if tool != taker {
						to[from+" -> "+param] = true
					}
				}
			}
		}
		list = append(list, l)
	}
	return list
}
