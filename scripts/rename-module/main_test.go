package main

import (
	"flag"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var exhaustive = flag.Bool("exhaustive", false, "rename a copy of this repository and compile it (minutes)")

const target = "example.com/team/mill"

func TestText(t *testing.T) {
	files := []string{"main.go", "cmd/mill/main.go", "grain/grain.go", "grain/rye/rye.go", "docs/grain.md"}
	for _, tt := range []struct{ from, before, after string }{
		// A name without a dot is the module only before the path of a package.
		{"mill", `import "mill/grain"`, `import "example.com/team/mill/grain"`},
		{"mill", `r "mill/grain/rye"`, `r "example.com/team/mill/grain/rye"`},
		{"mill", "// [mill/grain.Sack] and mill/grain/rye.", "// [example.com/team/mill/grain.Sack] and example.com/team/mill/grain/rye."},
		{"mill", "go install mill/cmd/mill@latest", "go install example.com/team/mill/cmd/mill@latest"},
		{"mill", "go test mill/... \n", "go test example.com/team/mill/... \n"},
		{"mill", "mill/grain", "example.com/team/mill/grain"},
		{"mill", "the mill, mill/1, mill/sacks.db, mill/grains", ""},
		{"mill", "cmd/mill/grain ./mill/grain windmill/grain wind-mill/grain .mill/grain", ""},
		{"mill", "mill/docs mill/ mill", ""},
		// A path with a dot is always the module.
		{"old.org/mill", "old.org/mill old.org/mill/grain https://old.org/mill/docs#x https://old.org/mill.git pkg.go.dev/old.org/mill@latest.",
			"example.com/team/mill example.com/team/mill/grain https://example.com/team/mill/docs#x https://example.com/team/mill.git pkg.go.dev/example.com/team/mill@latest."},
		{"old.org/mill", "old.org/mills very.old.org/mill old.org/mill-stone bold.org/mill", ""},
	} {
		r := newRenamer(tt.from, target, files)
		want := tt.after
		if want == "" {
			want = tt.before
		}
		if got := r.text(tt.before); got != want {
			t.Errorf("%s: %q became %q, want %q", tt.from, tt.before, got, want)
		}
	}
}

func TestWaitingLines(t *testing.T) {
	r := newRenamer("mill", target, nil)
	before := "a: 1\n# home: \"https://" + unknown + "\"\n# a comment\n<!-- [" + unknown + "](https://" + unknown + ") -->\n"
	want := "a: 1\nhome: \"https://" + target + "\"\n# a comment\n[" + target + "](https://" + target + ")\n"
	if got := r.known(before); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// module makes a repository with a module called mill, and returns its folder.
func module(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module mill\n\ngo 1.26\n",
		"cmd/mill/main.go": `package main

import (
	"fmt"
	_ "mill/grain"
	r "mill/grain/rye"
)

func main() { fmt.Println(r.Name, "mill/sacks.db") }
`,
		"grain/grain.go":    "// Package grain: see [mill/grain/rye].\npackage grain\n",
		"grain/rye/rye.go":  "package rye\n\nconst Name = \"mill\"\n",
		"grain/rye_test.go": "package grain_test\n\nimport \"mill/grain/rye\"\n\nvar _ = rye.Name\n",
		"README.md":         "# mill\n<!-- go install " + unknown + "/cmd/mill@latest -->\n",
		"sieve.bin":         "mill/grain\x00",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, root)
	return root
}

// commit makes a folder a repository with all its files in one commit.
func commit(t *testing.T, root string) {
	t.Helper()
	run(t, root, "git", "init", "-q")
	run(t, root, "git", "add", "-A")
	run(t, root, "git", "-c", "user.name=miller", "-c", "user.email=miller@example.com", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "all")
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

func TestRename(t *testing.T) {
	root := module(t)
	changed, err := rename(root, target)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"README.md", "cmd/mill/main.go", "go.mod", "grain/grain.go", "grain/rye_test.go"}
	if slices.Sort(changed); !slices.Equal(changed, want) {
		t.Errorf("changed %q, want %q", changed, want)
	}
	for name, want := range map[string]string{
		"go.mod":    "module " + target + "\n\ngo 1.26\n",
		"README.md": "# mill\ngo install " + target + "/cmd/mill@latest\n",
		"cmd/mill/main.go": `package main

import (
	_ "example.com/team/mill/grain"
	r "example.com/team/mill/grain/rye"
	"fmt"
)

func main() { fmt.Println(r.Name, "mill/sacks.db") }
`,
	} {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, string(got)); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
	run(t, root, "go", "list", "-deps", "-test", "./...") // every import exists

	if changed, err := rename(root, target); err != nil || len(changed) > 0 {
		t.Errorf("a second run changed %q: %v", changed, err)
	}
	commit(t, root)
	if _, err := rename(root, "example.org/mill"); err != nil {
		t.Fatal(err)
	}
	if left := run(t, root, "git", "grep", "--untracked", "-c", "", "--", "go.mod"); left != "go.mod:3\n" {
		t.Errorf("go.mod is now %q", left)
	}
	if err := exec.Command("git", "-C", root, "grep", "-q", "example.com").Run(); err == nil {
		t.Error("a second rename left the first path somewhere")
	}
}

// What cannot be renamed stays as it is.
func TestRefused(t *testing.T) {
	root := module(t)
	for _, to := range []string{"", "mill", "example.com", "example.com/", "example.com/a b", "example.com//mill", "/example.com/mill",
		"example.com/mill/", "example.com/../mill", "https://example.com/mill", "example.com/mill@latest", "-x.y/z", "exämple.com/mill"} {
		if changed, err := rename(root, to); err == nil || len(changed) > 0 {
			t.Errorf("%q was accepted; changed %q", to, changed)
		}
	}
	if dirty := run(t, root, "git", "status", "--porcelain"); dirty != "" {
		t.Fatalf("refusing changed files:\n%s", dirty)
	}
	if err := os.WriteFile(filepath.Join(root, "new.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := rename(root, target); err == nil || !strings.Contains(err.Error(), "(git status: ?? new.txt)") {
		t.Errorf("a new file did not matter: %v", err)
	}
	if _, err := rename(t.TempDir(), target); err == nil || !strings.Contains(err.Error(), "root of the module") {
		t.Errorf("a folder without go.mod: %v", err)
	}
}

// No file of this repository names the module in a way that the rename misses.
func TestThisModule(t *testing.T) {
	const root = "../.."
	files, err := tracked(root)
	if err != nil {
		t.Skip("not in a git repository: ", err)
	}
	from, err := modulePath(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	r := newRenamer(from, target, files)
	imports := map[string]int{}
	for _, name := range files {
		before, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			continue // a link, or deleted
		}
		after := r.text(r.known(string(before)))
		if filepath.Ext(name) == ".go" && after != string(before) {
			count(t, name, after, imports)
		}
	}
	for path := range imports {
		if path == from || strings.HasPrefix(path, from+"/") {
			t.Errorf("still imported: %s", path)
		}
	}
	if n := imports[target+"/mission"]; n < 50 {
		t.Errorf("package mission is imported %d times under its new path", n)
	}
	if *exhaustive {
		whole(t, from, files)
	}
}

// count adds the imports of a Go file.
func count(t *testing.T, name, text string, imports map[string]int) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Error(err)
		}
		imports[path]++
	}
}

// whole renames a copy of this repository and compiles it, with its tests.
func whole(t *testing.T, from string, files []string) {
	t.Helper()
	root := t.TempDir()
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			continue
		}
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, root)
	if _, err := rename(root, target); err != nil {
		t.Fatal(err)
	}
	paths := map[string]bool{}
	for _, path := range strings.Fields(run(t, root, "go", "list", "-deps", "-test", "./...")) {
		paths[path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if path == from || strings.HasPrefix(path, from+"/") {
			t.Errorf("still there: %s", path)
		}
	}
	if wrong := run(t, root, "gofmt", "-l", "."); wrong != "" {
		t.Errorf("not formatted:\n%s", wrong)
	}
	run(t, root, "go", "vet", "./...")
	run(t, root, "go", "test", ".", "./mission", "./schemas", "./tools/catalog")
}
