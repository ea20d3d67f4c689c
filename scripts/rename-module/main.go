// Command rename-module gives the module another path: in go.mod, in every import, and
// wherever else a tracked file names the module or one of its packages.
//
//	go run ./scripts/rename-module example.com/team/switchyard
//
// It refuses paths that Go could not download, and a work tree with changes, so that
// "git diff" shows what it did and "git restore ." takes it back. A second run with the
// same path changes nothing.
//
// A file may contain a line for which the path must be known, such as an address: as a
// comment, with [unknown] where the path belongs. This program takes the comment marks
// away and fills in the path.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// unknown stands for the path of the module in lines that wait for it. It is put
// together here so that this line is not one of them.
const unknown = "MODULE" + "_PATH"

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/rename-module NEW/MODULE/PATH")
		os.Exit(2)
	}
	changed, err := rename(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	if len(changed) == 0 {
		fmt.Printf("the module is already called %s\n", os.Args[1])
		return
	}
	fmt.Printf("changed %d files; look at them with git diff, run .ci/run, and commit\n", len(changed))
}

// rename gives the module in a folder the path to, and returns the files it changed.
// It writes go.mod last: until then, another run does the whole work again.
func rename(root, to string) (changed []string, err error) {
	from, err := modulePath(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	if err := check(root, to); err != nil {
		return nil, err
	}
	if from == to {
		return nil, nil
	}
	if dirty, err := output(root, "git", "status", "--porcelain"); err != nil {
		return nil, err
	} else if dirty != "" {
		name, more, _ := strings.Cut(strings.TrimSpace(dirty), "\n")
		if more != "" {
			name += ", ..."
		}
		return nil, fmt.Errorf("there are changes that are not committed (git status: %s); commit or stash them first", name)
	}
	files, err := tracked(root)
	if err != nil {
		return nil, err
	}
	r := newRenamer(from, to, files)
	for _, name := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		did, err := r.rewrite(file)
		if err != nil {
			return changed, fmt.Errorf("%s: %w", name, err)
		}
		if did {
			changed = append(changed, name)
		}
	}
	if _, err := output(root, "go", "mod", "edit", "-module="+to); err != nil {
		return changed, err
	}
	return append(changed, "go.mod"), nil
}

// A renamer changes files.
type renamer struct {
	from, to string
	packages map[string]bool // the folders of Go files, below the module
}

func newRenamer(from, to string, files []string) *renamer {
	r := &renamer{from: from, to: to, packages: map[string]bool{}}
	for _, name := range files {
		if path.Ext(name) == ".go" {
			r.packages[path.Dir(name)] = true
		}
	}
	return r
}

// rewrite changes one file, if it is a text that names the module.
func (r *renamer) rewrite(file string) (changed bool, err error) {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	before, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	after, err := r.content(filepath.Base(file), before)
	if err != nil || bytes.Equal(before, after) {
		return false, err
	}
	return true, os.WriteFile(file, after, info.Mode().Perm())
}

// content returns what a file has to contain. The imports of a Go file are sorted again.
func (r *renamer) content(name string, before []byte) ([]byte, error) {
	if !utf8.Valid(before) || bytes.IndexByte(before, 0) >= 0 || name == "go.mod" || name == "go.sum" {
		return before, nil
	}
	after := r.text(r.known(string(before)))
	if path.Ext(name) != ".go" || after == string(before) {
		return []byte(after), nil
	}
	return format.Source([]byte(after))
}

// waiting are lines that wait for the path of the module: comments of YAML and shell,
// and of Markdown.
var waiting = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^()# (.*` + unknown + `.*)$`),
	regexp.MustCompile(`(?m)^( *)<!-- (.*` + unknown + `.*) -->$`),
}

// known fills in the lines that wait for the path.
func (r *renamer) known(text string) string {
	if !strings.Contains(text, unknown) {
		return text
	}
	for _, line := range waiting {
		text = line.ReplaceAllString(text, "$1$2")
	}
	return strings.ReplaceAll(text, unknown, r.to)
}

// text replaces the module's path in a text.
//
// A path with a dot in it, such as example.com/team/thing, means the module wherever it
// is a name of its own. A path without one is also an ordinary word, which stands in file
// names, for example. There, it means the module only together with a package: the path of
// a folder with Go files, or "...".
func (r *renamer) text(text string) string {
	var out strings.Builder
	for {
		at := strings.Index(text, r.from)
		if at < 0 {
			out.WriteString(text)
			return out.String()
		}
		end := at + len(r.from)
		name := r.from
		if r.means(text[:at], text[end:]) {
			name = r.to
		}
		out.WriteString(text[:at])
		out.WriteString(name)
		text = text[end:]
	}
}

var below = regexp.MustCompile(`^/(\.\.\.|[A-Za-z0-9_/-]*[A-Za-z0-9_-])`)

// means reports whether the path between two texts means the module.
func (r *renamer) means(before, after string) bool {
	const word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_~-"
	if strings.Contains(r.from, ".") {
		return !endsIn(before, word+".") && !strings.ContainsAny(first(after), word)
	}
	if endsIn(before, word+"./") {
		return false
	}
	m := below.FindStringSubmatch(after)
	return m != nil && (m[1] == "..." || r.packages[m[1]])
}

func endsIn(text, chars string) bool {
	return text != "" && strings.Contains(chars, text[len(text)-1:])
}

func first(text string) string { return text[:min(1, len(text))] }

// modulePath returns the path that a go.mod states.
func modulePath(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("%w; run this at the root of the module", err)
	}
	m := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`).FindSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("%s names no module", file)
	}
	return string(m[1]), nil
}

// check returns an error if Go could not download a module with this path.
func check(root, to string) error {
	host, rest, _ := strings.Cut(to, "/")
	if !strings.Contains(host, ".") || rest == "" {
		return fmt.Errorf("%q is no address of a module: write a host and a path, such as example.com/team/switchyard", to)
	}
	if _, err := output(root, "go", "mod", "edit", "-json", "-module="+to); err != nil { // prints, and writes nothing
		return fmt.Errorf("%q is no module path: %w", to, err)
	}
	return nil
}

// tracked lists the files of the repository.
func tracked(root string) ([]string, error) {
	list, err := output(root, "git", "ls-files", "-z")
	files := strings.Split(list, "\x00")
	return slices.DeleteFunc(files, func(name string) bool { return name == "" }), err
}

func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = errors.New(strings.TrimSpace(string(exit.Stderr)))
	} else if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("this needs %s: %w", name, err)
	}
	return string(out), err
}
