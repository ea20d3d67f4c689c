package infer_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"switchyard/internal/keyed"
	"switchyard/internal/race"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/imports/functions"
	"switchyard/tools/imports/openapi"
	"switchyard/tools/imports/publicapis"
	"switchyard/tools/infer"
	"switchyard/tools/toolfile"
	"switchyard/tools/world"
)

var exhaustive = flag.Bool("exhaustive", false, "load every shared toolset, not one in eight")

// sharedData is outside data, which is no part of the project.
const sharedData = "../../../shared/data"

// TestValuesSample prints by which rules the parameters of outside tools get
// their values, and which are left to general words. VALUES_ROWS asks for that
// many rows of tool, parameter and three values, drawn with VALUES_SEED.
func TestValuesSample(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	sets := outsideSets(t)
	type count struct{ all, last, lastRequired int }
	sources := map[string]*count{}
	rules, left := map[string]int{}, map[string]int{}
	type row struct {
		infer.ValueRow
		source string
	}
	var rows []row
	for source, list := range sets {
		c := &count{}
		sources[source] = c
		for _, ts := range list {
			for _, r := range infer.ValueRows(ts) {
				c.all++
				rules[r.By]++
				if r.By == "word" || r.By == "number" {
					c.last++
					if r.Required {
						c.lastRequired++
					}
					name := r.Param[strings.LastIndexByte(r.Param, '.')+1:]
					left[r.By+" "+name]++
				}
				rows = append(rows, row{r, source})
			}
		}
	}
	total := len(rows)
	for _, source := range slices.Sorted(maps.Keys(sources)) {
		c := sources[source]
		t.Logf("%-12s %6d parameters, general words or numbers %5d (%.1f %%), required ones %d", source, c.all, c.last, 100*float64(c.last)/float64(c.all), c.lastRequired)
		most := 25
		if source == "ours" || !*exhaustive { // a small sample, of odd names
			most = 12
		}
		if most*c.last > c.all {
			t.Errorf("%s: more than one parameter in %d gets words that say nothing", source, most)
		}
	}
	for _, rule := range byCount(rules) {
		t.Logf("  %-22s %6d  %5.1f %%", rule, rules[rule], 100*float64(rules[rule])/float64(total))
	}
	names := byCount(left)
	for i, name := range names[:min(60, len(names))] {
		t.Logf("  left %2d  %-30s %d", i+1, name, left[name])
	}
	var n int
	var seed uint64
	fmt.Sscan(os.Getenv("VALUES_ROWS"), &n)
	fmt.Sscan(os.Getenv("VALUES_SEED"), &seed)
	if n == 0 {
		return
	}
	// As many of every source; what is enumerated needs no reading.
	rows = slices.DeleteFunc(rows, func(r row) bool { return slices.Contains([]string{"enumeration", "boolean", "entity"}, r.By) })
	slices.SortFunc(rows, func(a, b row) int {
		return strings.Compare(a.source+" "+a.Tool+" "+a.Param, b.source+" "+b.Tool+" "+b.Param)
	})
	r := rand.New(rand.NewPCG(seed, 1))
	for _, source := range slices.Sorted(maps.Keys(sources)) {
		own := slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.source != source })
		for range n / len(sources) {
			row := own[r.IntN(len(own))]
			var values []string
			for k := range 3 {
				if v, ok := world.DrawParam(keyed.New(seed, row.Tool, row.Param, keyed.Int(k)), row.Leaf, sampleDay); ok {
					values = append(values, string(tools.EncodeValue(v)))
				}
			}
			t.Logf("%s | %s | %s | %s | %.110s", row.Tool, row.Param, row.By, strings.Join(values, " ; "), row.Leaf.About)
		}
	}
}

var sampleDay = time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)

func byCount(m map[string]int) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		if m[a] != m[b] {
			return m[b] - m[a]
		}
		return strings.Compare(a, b)
	})
}

// outsideSets loads our own samples of outside tools and, where there is a shared
// folder, imports what is in it, by source: one toolset in eight without -exhaustive.
func outsideSets(t *testing.T) map[string][]*tools.Toolset {
	t.Helper()
	out := map[string][]*tools.Toolset{}
	own, err := filepath.Glob("../links/testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(own, "../toolfile/testdata/functions") {
		switch filepath.Base(file) {
		case "labels.yaml", "heldout.yaml", "blind.yaml":
			continue // what is linked in the others
		}
		sets, _, err := toolfile.Load(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		out["ours"] = append(out["ours"], sets...)
	}
	if _, err := os.Stat(sharedData); err != nil || testing.Short() {
		return out
	}
	every := 8
	if *exhaustive {
		every = 1
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(sharedData, name))
		if err != nil {
			t.Skip(err)
		}
		return data
	}
	add := func(source string, r *imports.Report, err error) {
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(r.Sets); i += every {
			text, err := r.Sets[i].YAML()
			if err != nil {
				t.Fatal(err)
			}
			ts, err := toolfile.Parse(r.Sets[i].File(), text)
			if err != nil {
				t.Errorf("%s: %v", r.Sets[i].Name, err)
				continue
			}
			out[source] = append(out[source], ts)
		}
	}
	for _, name := range []string{"petstorev2.json", "petstorev3.json", "burgershop.openapi.yaml", "asana.yaml"} {
		r, err := openapi.Import(context.Background(), name, read("openapi/"+name), openapi.Options{})
		add("openapi", r, err)
	}
	r, err := publicapis.Import("public-apis.md", read("public-apis.md"), publicapis.Options{})
	add("public-apis", r, err)
	for _, name := range []string{"toolsets.jsonl", "toolalpaca.json"} {
		r, err := functions.Import(name, read("functions/"+name))
		add("functions", r, err)
	}
	return out
}
