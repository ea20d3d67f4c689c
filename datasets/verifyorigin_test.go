package datasets_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	. "switchyard/datasets"

	"switchyard/datasets/manifest"
	"switchyard/datasets/split"
	"switchyard/internal/intact"
	"switchyard/internal/jsontext"
	"switchyard/internal/race"
)

// derivedFixture is a folder that a command made, and may be spoiled.
type derivedFixture struct {
	t   *testing.T
	dir string
}

func (d derivedFixture) read(name string) string {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.dir, name))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(data)
}

func (d derivedFixture) write(name, text string) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

// swap replaces a text of a file that it stands in.
func (d derivedFixture) swap(name, old, new string) {
	d.t.Helper()
	text := d.read(name)
	if !strings.Contains(text, old) {
		d.t.Fatalf("%s does not hold %s:\n%s", name, old, text)
	}
	d.write(name, strings.Replace(text, old, new, 1))
}

// origin changes what the folder says of itself.
func (d derivedFixture) origin(change func(o map[string]any)) {
	d.t.Helper()
	var o map[string]any
	if err := json.Unmarshal([]byte(d.read(OriginName)), &o); err != nil {
		d.t.Fatal(err)
	}
	delete(o, "seal")
	change(o)
	text, err := jsontext.Indent(o)
	if err != nil {
		d.t.Fatal(err)
	}
	d.write(OriginName, string(intact.Seal(text, "")))
}

// seal makes sizes and hashes true again.
func (d derivedFixture) seal() {
	d.t.Helper()
	d.origin(func(o map[string]any) {
		for _, f := range o["files"].([]any) {
			f := f.(map[string]any)
			size, hash, err := manifest.Digest(filepath.Join(d.dir, f["name"].(string)))
			if err != nil {
				d.t.Fatal(err)
			}
			f["bytes"], f["sha256"] = size, hash
			delete(f, "blocks")
		}
	})
}

// unlist takes a file off the list, and away.
func (d derivedFixture) unlist(name string) {
	d.t.Helper()
	d.origin(func(o map[string]any) {
		o["files"] = slices.DeleteFunc(o["files"].([]any), func(f any) bool { return f.(map[string]any)["name"] == name })
	})
	if err := os.Remove(filepath.Join(d.dir, name)); err != nil {
		d.t.Fatal(err)
	}
}

// TestVerifyDerived spoils what split, merge, filter and sample wrote so that one
// check finds it, and no other.
func TestVerifyDerived(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	base := t.TempDir()
	set := testRun(t)
	to := func(name string) Target { return Target{Folder: filepath.Join(base, name)} }
	ctx := t.Context()
	_, errSplit := Split(ctx, SplitConfig{Path: set, Target: to("split"),
		Options: split.Options{By: split.ByRandom, Shares: []split.Share{{Name: "train", Share: 0.8}, {Name: "test", Share: 0.2}}}})
	_, errFilter := Filter(ctx, FilterConfig{Path: set, Expression: "calls > 1", Target: to("filter")})
	_, errSample := Sample(ctx, SampleConfig{Path: set, N: 20, Target: to("sample")})
	_, errMerge := Merge(ctx, MergeConfig{Paths: []string{filepath.Join(base, "split", "train"), filepath.Join(base, "split", "test")}, Target: to("merge")})
	if err := errors.Join(errSplit, errFilter, errSample, errMerge); err != nil {
		t.Fatal(err)
	}
	details := func(change func(m map[string]any)) func(d derivedFixture) {
		return func(d derivedFixture) {
			d.origin(func(o map[string]any) { change(o["details"].(map[string]any)) })
		}
	}
	for _, c := range []struct {
		name, made, check, message string
		spoil                      func(d derivedFixture)
	}{
		{"a split", "split", "", "", func(derivedFixture) {}},
		{"a merge", "merge", "", "", func(derivedFixture) {}},
		{"a filter", "filter", "", "", func(derivedFixture) {}},
		{"a sample", "sample", "", "", func(derivedFixture) {}},
		{"no report", "split", "", "", func(d derivedFixture) { d.unlist(LeaksName) }},

		{"not JSON", "filter", "origin.schema", "not JSON", func(d derivedFixture) { d.write(OriginName, "{") }},
		{"another command", "filter", "origin.schema", "must be one of", func(d derivedFixture) { d.swap(OriginName, "switchyard filter", "switchyard squint") }},
		{"details of another", "split", "origin.schema", "is not the report of switchyard split", details(func(m map[string]any) { m["sides"] = 3 })},

		{"an entry", "filter", "dataset.id", "another entry is called", func(d derivedFixture) {
			ids := regexp.MustCompile(`(?m)^\{"format":"[^"]*","id":"[^"]*"`).FindAllString(d.read("entries.jsonl"), 2)
			d.swap("entries.jsonl", ids[1], ids[0])
			d.seal()
		}},
		{"the hash", "split", "file.changed", "it is not as it was written", func(d derivedFixture) { d.swap(LeaksName, `"ids"`, `"IDs"`) }},
		{"the origin", "filter", "file.changed", "it is not as it was written", func(d derivedFixture) { d.swap(OriginName, `"version": "d`, `"version": "D`) }},
		{"a byte that proves", "merge", "file.changed", "lines 1–80 are not as they were written", func(d derivedFixture) { d.swap("entries.jsonl", `"background":"`, `"background":"x`) }},
		{"the size", "sample", "file.changed", "it is not as it was written", func(d derivedFixture) {
			d.origin(func(o map[string]any) { o["files"].([]any)[0].(map[string]any)["bytes"] = 7 })
		}},
		{"a missing side", "split", "origin.files", "test/entries.jsonl is not there", func(d derivedFixture) {
			if err := os.Remove(filepath.Join(d.dir, "test/entries.jsonl")); err != nil {
				d.t.Fatal(err)
			}
		}},
		{"a name outside", "sample", "origin.files", "is not the name of a file in the folder", func(d derivedFixture) {
			d.origin(func(o map[string]any) {
				f := o["files"].([]any)[0].(map[string]any)
				o["files"] = append(o["files"].([]any), map[string]any{"name": "../x", "bytes": 0, "sha256": f["sha256"]})
			})
		}},

		{"the count of a file", "filter", "origin.accounting", "but entries.jsonl has", func(d derivedFixture) {
			d.origin(func(o map[string]any) { o["files"].([]any)[0].(map[string]any)["entries"] = 1 })
		}},
		{"fewer read than written", "filter", "origin.accounting", "has 1 entry, but", func(d derivedFixture) {
			d.origin(func(o map[string]any) { o["inputs"].([]any)[0].(map[string]any)["entries"] = 1 })
		}},
		{"the entries of a split", "split", "origin.accounting", "the entries that were read are", details(func(m map[string]any) { m["entries"] = 4 })},
		{"the entries of a side", "split", "origin.accounting", "the entries of its file are", details(func(m map[string]any) { m["sides"].([]any)[0].(map[string]any)["entries"] = 4 })},
		{"the name of a side", "split", "origin.accounting", "no file of that side is listed", details(func(m map[string]any) { m["sides"].([]any)[0].(map[string]any)["name"] = "x" })},
		{"the parts of a merge", "merge", "origin.accounting", "the kept and dropped entries add up to", details(func(m map[string]any) { m["parts"].([]any)[0].(map[string]any)["dropped"] = 4 })},
		{"the entries of a sample", "sample", "origin.accounting", "the entries that were written are 20", details(func(m map[string]any) { m["entries"] = 4 })},

		{"a report of more", "split", "origin.leaks", "but the sides have", func(d derivedFixture) {
			var l split.Leaks
			if err := json.Unmarshal([]byte(d.read(LeaksName)), &l); err != nil {
				d.t.Fatal(err)
			}
			l.Near.On++
			text, err := jsontext.Indent(l)
			if err != nil {
				d.t.Fatal(err)
			}
			d.write(LeaksName, string(text))
			d.seal()
		}},
		{"no JSON of a report", "split", "origin.leaks", "the document ends", func(d derivedFixture) {
			d.write(LeaksName, "{")
			d.seal()
		}},
		{"a leak", "split", "split.leaks", "1 request is on two sides, such as", func(d derivedFixture) {
			train, test := strings.SplitAfter(d.read("train/entries.jsonl"), "\n"), strings.SplitAfter(d.read("test/entries.jsonl"), "\n")
			for _, line := range train {
				var e struct {
					ID       string
					Missions []struct{}
				}
				if json.Unmarshal([]byte(line), &e) == nil && len(e.Missions) == 1 {
					test[0] = strings.Replace(line, `"id":"`+e.ID+`"`, `"id":"new"`, 1)
					break
				}
			}
			d.write("test/entries.jsonl", strings.Join(test, ""))
			d.unlist(LeaksName)
			d.seal()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := derivedFixture{t, filepath.Join(t.TempDir(), c.made)}
			if err := os.CopyFS(d.dir, os.DirFS(filepath.Join(base, c.made))); err != nil {
				t.Fatal(err)
			}
			c.spoil(d)
			report, err := Verify(t.Context(), VerifyConfig{Paths: []string{d.dir}})
			if err != nil {
				t.Fatal(err)
			}
			if c.check == "" {
				if !report.OK || len(report.Agreed) != 1 {
					t.Errorf("%+v", report)
				}
				return
			}
			if report.OK || len(report.Listed) == 0 {
				t.Fatalf("%+v", report)
			}
			told := false
			for _, f := range report.Listed {
				told = told || strings.Contains(f.Message, c.message)
				if f.Check != c.check || f.File == "" {
					t.Errorf("%s fires", f)
				}
			}
			if !told {
				t.Errorf("none says %q: %v", c.message, report.Listed)
			}
		})
	}
}
