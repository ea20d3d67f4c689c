package switchyard_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "write "+notices)

// notices is the file with the licences of everything in the program that is not ours.
// It is part of every release.
const notices = "THIRD_PARTY_NOTICES"

// introduction stands before the licences.
const introduction = `Third-party notices

switchyard is licensed under the Apache License 2.0, which is in the file LICENSE. The
program also contains works of others. This file lists them with their licences.

These are data and not code:

- Liberation Sans (regular and bold), the font of the figures in dataset cards. Copyright
  Google Corporation and Red Hat, Inc.; SIL Open Font License 1.1. The module
  codeberg.org/go-fonts/liberation contains it.
- Go Regular, Bold, Italic and Bold Italic. Copyright Bigelow & Holmes Inc. The module
  golang.org/x/image contains them.
- The vocabularies with which tokens are counted (r50k_base, p50k_base, cl100k_base,
  o200k_base), from OpenAI's tiktoken. The module github.com/tiktoken-go/tokenizer
  contains them.

The subjects and scenarios of the built-in toolsets are taken from the benchmark FlowBench
(https://arxiv.org/abs/2406.14884); their texts, tools and data were written for switchyard.
All other lists of names and codes were also made for switchyard.

This file is generated: "go test . -run Notices -update" writes it.
`

// licences tells licences by a phrase that only they contain. All of them allow us to
// distribute the program, with their text.
var licences = []struct{ name, phrase string }{
	{"SIL Open Font License 1.1", "SIL OPEN FONT LICENSE Version 1.1"},
	{"Apache-2.0", "Apache License"},
	{"CC-BY-4.0", "Creative Commons Attribution 4.0 International"},
	{"FreeType License", "The FreeType Project LICENSE"},
	{"here, the first of these", "Use of the Freetype-Go software is subject to your choice"},
	{"patent grant", "Additional IP Rights Grant (Patents)"},
	{"public domain", "dedicated to the public domain"},
	{"MIT", "to deal in the Software without restriction"},
	{"BSD", "Redistribution and use in source and binary forms"},
}

// licenceFile matches the names of files that say on which terms a module may be used.
var licenceFile = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|patents|ofl)([.-].*)?$`)

// embedded are the packages of others with files that are not code.
var embedded = map[string]bool{
	"codeberg.org/go-fonts/liberation/liberationsansbold":    true, // in the introduction
	"codeberg.org/go-fonts/liberation/liberationsansregular": true, // in the introduction
	"google.golang.org/protobuf/internal/editiondefaults":    true, // under the licence of its module
}

// elsewhere are licences that are not where licences usually are.
var elsewhere = map[string][]string{
	"github.com/golang/freetype": {"licenses/ftl.txt"},
	"golang.org/x/image":         {"font/gofont/ttfs/README"},
}

// notShipped are files about things that the program does not contain.
var notShipped = map[string]string{
	"modernc.org/memory": "LICENSE-LOGO",
}

// tiktoken is the licence of the vocabularies: their module does not have it.
const tiktoken = "datasets/tokens/LICENSE.tiktoken"

// A linked package is one that the program contains on some system.
type linked struct {
	ImportPath string
	Dir        string
	EmbedFiles []string
	Standard   bool
	Module     *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// linkedPackages lists the packages of others in the program. Modules do not depend on
// the processor.
func linkedPackages(t *testing.T) []linked {
	t.Helper()
	var lists [3][]linked
	var wait sync.WaitGroup
	for i, system := range []string{"linux", "darwin", "windows"} {
		wait.Go(func() {
			list := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,EmbedFiles,Standard,Module", "./cmd/switchyard")
			list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH=amd64", "GOOS="+system)
			out, err := list.Output()
			if err != nil {
				t.Errorf("go list for %s: %v", system, err)
			}
			for dec := json.NewDecoder(bytes.NewReader(out)); ; {
				var p linked
				if err := dec.Decode(&p); errors.Is(err, io.EOF) {
					return
				} else if err != nil {
					t.Error(err)
					return
				}
				if !p.Standard && !p.Module.Main {
					lists[i] = append(lists[i], p)
				}
			}
		})
	}
	wait.Wait()
	all := slices.SortedFunc(slices.Values(slices.Concat(lists[:]...)), func(a, b linked) int { return cmp.Compare(a.ImportPath, b.ImportPath) })
	return slices.CompactFunc(all, func(a, b linked) bool { return a.ImportPath == b.ImportPath })
}

// A text is that of one or more files with a licence.
type text struct {
	licence, text string
	of            []string // modules with versions, and the files in them
}

// The file of notices has the licences of all that the program contains, on every system.
func TestNotices(t *testing.T) {
	files := map[string]string{tiktoken: "github.com/openai/tiktoken, the vocabularies"} // what each file belongs to
	for _, p := range linkedPackages(t) {
		if len(p.EmbedFiles) > 0 && !embedded[p.ImportPath] {
			t.Errorf("%s contains files that are not code (%s): say whose they are in the introduction of %s", p.ImportPath, p.EmbedFiles, notices)
		}
		module := p.Module.Path + " " + p.Module.Version
		found := false
		for dir := p.Dir; ; dir = filepath.Dir(dir) {
			for _, file := range licenceFiles(t, dir) {
				if filepath.Base(file) != notShipped[p.Module.Path] {
					files[file] = module + ", " + below(p.Module.Dir, file)
					found = true
				}
			}
			if dir == p.Module.Dir {
				break
			}
		}
		for _, name := range elsewhere[p.Module.Path] {
			files[filepath.Join(p.Module.Dir, name)] = module + ", " + name
		}
		if !found {
			t.Errorf("%s has no licence: find it, and add it to elsewhere", module)
		}
		if p.Module.Path == "golang.org/x/sys" { // as the standard library, which some systems install without
			files[filepath.Join(p.Module.Dir, "LICENSE")] += "; and Go itself, which is under the same"
		}
	}
	got := document(t, files)
	if *update {
		if err := os.WriteFile(notices, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(notices)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the program contains: %s; look at what is new, and run: go test . -run Notices -update", notices, firstDifference(got, want))
	}
}

func licenceFiles(t *testing.T, dir string) (files []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() && licenceFile.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}

func below(dir, file string) string {
	rest, err := filepath.Rel(dir, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rest)
}

// document lists all files and then their texts, each once.
func document(t *testing.T, files map[string]string) []byte {
	t.Helper()
	texts := map[string]*text{}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// Licences differ in their indentation and the ends of their lines.
		whole := strings.TrimRight(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n ")
		key := strings.Join(strings.Fields(whole), " ")
		if texts[key] == nil {
			texts[key] = &text{licence: licence(key), text: whole}
		}
		texts[key].of = append(texts[key].of, files[file])
		if texts[key].licence == "" {
			t.Errorf("%s: a new kind of licence; add it to licences if it allows us to distribute the program:\n%.300s", files[file], whole)
		}
	}
	sorted := slices.SortedFunc(maps.Values(texts), func(a, b *text) int {
		slices.Sort(a.of)
		slices.Sort(b.of)
		return cmp.Compare(a.of[0], b.of[0])
	})
	var b bytes.Buffer
	b.WriteString(introduction)
	for _, x := range sorted {
		fmt.Fprintf(&b, "\n%s\n\n", strings.Repeat("=", 80))
		for _, of := range x.of {
			fmt.Fprintln(&b, of)
		}
		fmt.Fprintf(&b, "(%s)\n\n%s\n", x.licence, x.text)
	}
	return b.Bytes()
}

// licence names the licences in a text.
func licence(words string) string {
	var names []string
	for _, l := range licences {
		if strings.Contains(words, l.phrase) {
			names = append(names, l.name)
		}
	}
	return strings.Join(names, ", ")
}

// firstDifference quotes the first line that two texts do not share.
func firstDifference(got, want []byte) string {
	a, b := bufio.NewScanner(bytes.NewReader(got)), bufio.NewScanner(bytes.NewReader(want))
	for n := 1; a.Scan(); n++ {
		if !b.Scan() || a.Text() != b.Text() {
			return fmt.Sprintf("line %d should be %q", n, a.Text())
		}
	}
	return "it has more lines"
}
