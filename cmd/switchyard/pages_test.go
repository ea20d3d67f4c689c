//go:build unix

package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"switchyard/internal/race"
)

// root is the folder of the module.
const root = "../.."

// notRun are the reasons for which a block may be left out, with a word that the text
// above the block must contain, so that readers know it too.
var notRun = map[string]string{
	"it is the test itself": "test",
	"needs Axolotl":         "Axolotl",
	"needs DuckDB":          "DuckDB", // .ci/readers/queries.mjs runs them
}

// startHere says on each page what a reader needs. Only the README has other words.
const startHere = "Run the commands on this page from top to bottom in an empty folder that holds a copy of [`examples/`]"

// TestPages does what a reader does who follows README and docs by copying: it runs
// every block of a page in order, in an empty folder with a copy of examples/. All
// commands must succeed, and what is shown below a command must be what it prints (…
// stands for anything). Blocks that need a key ask a mock endpoint instead.
func TestPages(t *testing.T) {
	switch {
	case race.Enabled:
		t.Skip("the commands are the same without it")
	case testing.Short():
		t.Skip("takes long")
	}
	pages := allPages(t)
	t.Run("page", func(t *testing.T) {
		for _, p := range pages {
			t.Run(p.name, func(t *testing.T) {
				t.Parallel()
				dir := p.run(t)
				p.sameExamples(t, dir)
				if p.name == "docs/evaluation.md" {
					samePage(t, filepath.Join(dir, "report.html"), filepath.Join(root, "docs/evaluation/report.html"))
				}
			})
		}
	})
	everyFormat(t, pages)
	everyExample(t, pages)
}

// page is a page of the documentation.
type page struct {
	name, text string
	blocks     []block
}

// block is a fenced block of a page.
type block struct {
	line       int
	lang, text string
	above      string // the paragraph above it
	mark, what string // of a comment above it: <!-- mark: what -->
	inSample   bool   // TestReadmeSample and TestSamples check it
}

// allPages reads every page.
func allPages(t *testing.T) (pages []*page) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "examples/*.md"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(root, name)
			if err != nil {
				t.Fatal(err)
			}
			p := &page{name: filepath.ToSlash(rel), text: string(text)}
			if p.blocks, err = blocksOf(p.text); err != nil {
				t.Fatalf("%s:%v", p.name, err)
			}
			pages = append(pages, p)
		}
	}
	return pages
}

var (
	fence  = regexp.MustCompile("^( *)(`{3,}|~~~)(.*)$")
	number = regexp.MustCompile(`[0-9][0-9,]*`)
	// commandLine is a command where none is expected.
	commandLine = regexp.MustCompile(`(?m)^(\$|switchyard) .*$`)
	comment     = regexp.MustCompile(`^<!-- (mock|not run|example)(?:: | )(.*?) -->$`)
)

// blocksOf finds the fenced blocks of a page.
func blocksOf(text string) (blocks []block, err error) {
	var (
		now      *block
		indent   string
		mark     []string
		above    []string // lines of the last paragraph
		inSample bool
		ended    bool // the paragraph has ended
	)
	for i, line := range strings.Split(text, "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case now != nil && m != nil:
			if m[3] != "" {
				return nil, fmt.Errorf("%d: a block begins within the block of line %d", i+1, now.line)
			}
			blocks = append(blocks, *now)
			now, mark = nil, nil
		case now != nil:
			now.text += strings.TrimPrefix(line, indent) + "\n"
		case m != nil:
			indent = m[1]
			now = &block{line: i + 1, lang: m[3], above: strings.Join(above, " "), inSample: inSample}
			if mark != nil {
				now.mark, now.what = mark[1], mark[2]
			}
		case comment.MatchString(line):
			mark = comment.FindStringSubmatch(line)
		case strings.HasPrefix(line, "<!-- sample: "):
			inSample = true
		case line == "<!-- end of sample -->":
			inSample = false
		case line == "":
			ended = true
		default:
			if mark != nil {
				return nil, fmt.Errorf("%d: no block follows the comment above", i+1)
			}
			if ended {
				above, ended = nil, false
			}
			above = append(above, line)
		}
	}
	if now != nil {
		return nil, fmt.Errorf("%d: the block has no end", now.line)
	}
	return blocks, nil
}

// run runs the blocks of a page and returns the folder in which they ran.
func (p *page) run(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	sh := newFollower(t, dir)
	if p.has("console") && p.name != "README.md" && !strings.Contains(p.text, startHere) {
		t.Errorf("%s does not say: %s", p.name, startHere)
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		where := fmt.Sprintf("%s:%d", p.name, b.line)
		if b.mark == "not run" {
			if word, ok := notRun[b.what]; !ok {
				t.Errorf("%s: %q is no reason that notRun lists", where, b.what)
			} else if !strings.Contains(b.above, word) {
				t.Errorf("%s: the text above does not say why the block is not run: %q", where, word)
			}
		}
		switch {
		case b.lang == "console" && b.mark == "not run":
		case b.lang == "console":
			if !p.console(t, sh, b, where) {
				return dir
			}
		case b.lang == "yaml":
			p.yaml(t, dir, i, where)
		case b.lang == "json" && b.mark == "example", b.lang == "sql" && b.mark == "not run":
		case b.lang == "text", b.lang == "" && (b.inSample || p.name == "docs/samples.md"):
			if at := commandLine.FindString(b.text); at != "" {
				t.Errorf("%s: %q is not run; make the block a console", where, at)
			}
		default:
			t.Errorf("%s: nothing checks blocks of %q: use console, a yaml that is saved, or an example of a file; Go belongs into an Example of its package", where, b.lang)
		}
	}
	return dir
}

// has reports whether a page has blocks in a language.
func (p *page) has(lang string) bool {
	return slices.ContainsFunc(p.blocks, func(b block) bool { return b.lang == lang })
}

// console runs the commands of a block, and reports whether they succeeded.
func (p *page) console(t *testing.T, sh *follower, b *block, where string) bool {
	t.Helper()
	if b.mark == "mock" {
		if !strings.Contains(b.above, "key") {
			t.Errorf("%s: the text above does not say whether the block needs a key", where)
		}
		defer sh.standIn(t, b.what)()
	}
	for _, c := range commandsOf(b.text) {
		began := time.Now()
		out, err := sh.run(c.line)
		t.Logf("%6.2f s  %s", time.Since(began).Seconds(), c.line)
		if err != nil {
			t.Errorf("%s: %s: %v\n%s", where, c.line, err, out)
			return false
		}
		if c.shown != "" && !asShown(c.shown, p.name == "README.md" && !*exhaustive).MatchString(trimmed(out)) {
			t.Errorf("%s: %s prints\n%s\nwhere the page shows\n%s", where, c.line, out, c.shown)
		}
	}
	return true
}

// command is a command of a console block, and what is shown below it.
type command struct{ line, shown string }

// commandsOf splits a console block. A command begins with "$ " and goes on after a line
// that ends with a backslash.
func commandsOf(text string) (all []command) {
	for line := range strings.Lines(text) {
		last := len(all) - 1
		switch rest, ok := strings.CutPrefix(line, "$ "); {
		case ok:
			all = append(all, command{line: strings.TrimSuffix(rest, "\n")})
		case last < 0:
			all = append(all, command{line: "false # the block does not begin with a command"})
		case strings.HasSuffix(all[last].line, "\\"):
			all[last].line += "\n" + strings.TrimSuffix(line, "\n")
		default:
			all[last].shown += line
		}
	}
	return all
}

// asShown is what a shown output allows: a line of … stands for any lines, and … in a
// line for any text. Numbers may be others if the run is smaller than the one of the page.
func asShown(shown string, smaller bool) *regexp.Regexp {
	re := "^"
	for line := range strings.Lines(trimmed(shown)) {
		if line == "…\n" {
			re += `(.*\n)*`
			continue
		}
		line = strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
		if smaller {
			line = number.ReplaceAllString(line, number.String())
		}
		re += line
	}
	return regexp.MustCompile(re + "$")
}

// trimmed is a text without blanks at the ends of lines and empty lines at its end.
func trimmed(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

// yaml saves a block under the name in its first line, as the text says; a later command
// must read it. A block that is for other programs must only be YAML.
func (p *page) yaml(t *testing.T, dir string, i int, where string) {
	t.Helper()
	b := &p.blocks[i]
	var doc any
	if err := yaml.Unmarshal([]byte(b.text), &doc); err != nil {
		t.Errorf("%s: %v", where, err)
	}
	if b.mark == "not run" {
		return
	}
	first, _, _ := strings.Cut(b.text, "\n")
	name, ok := strings.CutPrefix(first, "# ")
	if !ok || !strings.HasSuffix(name, ".yaml") || !strings.Contains(b.above, "`"+name+"`") {
		t.Errorf("%s: the first line and the text above must say the name of the file, such as # tools.yaml", where)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(b.text), 0o644); err != nil {
		t.Error(err)
	}
	if !slices.ContainsFunc(p.blocks[i:], func(b block) bool { return b.lang == "console" && strings.Contains(b.text, name) }) {
		t.Errorf("%s: no later command reads %s", where, name)
	}
}

// everyExample checks that commands use every file of examples/ and that its README
// lists it.
func everyExample(t *testing.T, pages []*page) {
	t.Helper()
	files, err := os.ReadDir(filepath.Join(root, "examples"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(filepath.Join(root, "examples/README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name() == "README.md" {
			continue
		}
		name := path.Join("examples", f.Name())
		if !bytes.Contains(list, []byte("| `"+f.Name()+"` |")) {
			t.Errorf("examples/README.md has no line for %s", name)
		}
		if !slices.ContainsFunc(pages, func(p *page) bool { return p.uses(name) }) {
			t.Errorf("no command on any page uses %s", name)
		}
	}
}

// uses reports whether a command that is run has a word.
func (p *page) uses(word string) bool {
	return slices.ContainsFunc(p.blocks, func(b block) bool {
		return b.lang == "console" && b.mark != "not run" && strings.Contains(b.text, word)
	})
}

// freeAddress is a loopback address that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// samePage compares a file that commands made with one of the documentation.
func samePage(t *testing.T, made, shown string) {
	t.Helper()
	got, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := os.ReadFile(shown); bytes.Equal(got, want) {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the commands of its page make; go test ./cmd/switchyard -run TestPages -update rewrites it", shown)
	}
	if err := os.WriteFile(shown, got, 0o644); err != nil {
		t.Fatal(err)
	}
}
