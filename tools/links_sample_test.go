package tools_test

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

	"switchyard/document"
	"switchyard/tools"
)

// labelled is a toolset of the sample with what was labelled by reading it.
type labelled struct {
	name, kind string
	wanted     map[string]bool // links
	maybe      map[string]bool // links that do not count
}

const (
	sampleFolder = "testdata/links"
	sharedLists  = "../../shared/data/functions/toolsets.jsonl"
)

// TestLinksSample compares the links that are found with labels, and prints for
// each kind of source how many of the links found are right (precision) and how
// many of the right ones are found (recall).
func TestLinksSample(t *testing.T) {
	type score struct{ sets, tools, labels, found, right int }
	scores := map[string]*score{}
	all := &score{}
	for _, l := range readLabels(t) {
		ts := sampleSet(t, l.name)
		if ts == nil {
			continue
		}
		found := foundLinks(ts, l)
		s := scores[l.kind]
		if s == nil {
			s = &score{}
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
		for _, s := range []*score{s, all} {
			s.sets++
			s.tools += len(ts.Tools)
			s.labels += len(l.wanted)
			s.found += len(found)
			s.right += right
		}
	}
	scores["all"] = all
	t.Logf("%-10s %5s %6s %7s %6s %10s %7s", "source", "sets", "tools", "labels", "found", "precision", "recall")
	for _, kind := range []string{"built-in", "described", "public", "functions", "all"} {
		s := scores[kind]
		if s == nil {
			t.Fatalf("no toolset of the kind %s was read", kind)
		}
		precision, recall := float64(s.right)/float64(max(1, s.found)), float64(s.right)/float64(max(1, s.labels))
		t.Logf("%-10s %5d %6d %7d %6d %10.3f %7.3f", kind, s.sets, s.tools, s.labels, s.found, precision, recall)
		// Lists of functions tell no answers, so what their tools tell is inferred
		// from names, and less is known of it.
		least := [2]float64{0.95, 0.8}
		if kind == "functions" {
			least = [2]float64{0.9, 0.7}
		}
		if precision < least[0] || recall < least[1] {
			t.Errorf("%s: precision %.3f and recall %.3f; at least %.2f and %.2f are wanted", kind, precision, recall, least[0], least[1])
		}
	}
	if _, err := os.Stat(sharedLists); err == nil && (all.sets < 25 || all.tools < 150) {
		t.Errorf("the sample has %d toolsets and %d tools; at least 25 and 150 are wanted", all.sets, all.tools)
	}
}

// foundLinks writes the links of a toolset as the labels are written. Links that
// do not count are left out.
func foundLinks(ts *tools.Toolset, l labelled) map[string]bool {
	found := map[string]bool{}
	links, _ := ts.Links()
	for _, link := range links {
		if link.Kind != tools.ParameterLink {
			continue
		}
		from := link.From + " " + link.Field
		if l.kind == "functions" {
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
		ts, err := tools.Catalog(builtin)
		if err != nil {
			t.Fatal(err)
		}
		return ts
	}
	if _, line, ok := strings.Cut(name, "toolsets.jsonl:"); ok {
		data, err := os.ReadFile(sharedLists)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(line)
		if err != nil {
			t.Fatal(err)
		}
		sets, err := tools.ParseFunctions(name, bytes.Split(data, []byte("\n"))[n-1])
		if err != nil {
			t.Fatal(err)
		}
		return sets[0]
	}
	sets, err := tools.Load(filepath.Join(sampleFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	return sets[0]
}

func readLabels(t *testing.T) []labelled {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(sampleFolder, "labels.yaml"))
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
		l := labelled{name: fmt.Sprint(n.Fields["toolset"].Value), kind: fmt.Sprint(n.Fields["kind"].Value), wanted: map[string]bool{}, maybe: map[string]bool{}}
		ts := sampleSet(t, l.name)
		for _, group := range n.Fields["groups"].Items {
			to := l.wanted
			if group.Fields["maybe"] != nil {
				to = l.maybe
			}
			for _, from := range texts(group.Fields["from"]) {
				tool, _, _ := strings.Cut(from, " ")
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
