// Package switchyard_test checks the shape of the whole module.
package switchyard_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// allowed lists the packages of this module that each package may import. Data
// flows one way (docs/design.md, section 2). The command line may import them all.
var allowed = map[string][]string{
	"config":                            {"internal/document", "internal/nearest", "internal/prose", "mission", "model", "model/spend"},
	"config/connect":                    {"config", "model", "model/admit", "model/spend", "model/store"},
	"datasets":                          {"datasets/language", "datasets/manifest", "datasets/split", "datasets/stats", "datasets/subset", "datasets/tokens", "flow/session", "internal/caught", "internal/input", "internal/intact", "internal/jsonptr", "internal/jsontext", "internal/nearest", "internal/progress", "internal/prose", "internal/wholefile", "mission", "out", "proof", "schemas"},
	"datasets/card":                     {"config", "datasets", "datasets/export", "datasets/figures", "datasets/manifest", "datasets/stats", "datasets/tokens", "flow", "flow/session", "internal/jsontext", "internal/progress", "internal/prose", "internal/shell", "internal/wholefile", "mission", "out", "schemas", "tools/catalog", "tools/toolfile"},
	"datasets/export":                   {"datasets", "datasets/split", "datasets/tokens", "internal/caught", "internal/input", "internal/intact", "internal/jsontext", "internal/progress", "internal/prose", "internal/wholefile", "mission", "out", "out/corpus", "proof"},
	"datasets/figures":                  {"datasets/manifest", "datasets/stats", "internal/prose", "mission"},
	"datasets/language":                 {"datasets/stats", "internal/keyed", "internal/sketch", "mission", "out", "schemas"},
	"datasets/manifest":                 {"internal/intact", "internal/jsontext", "internal/wholefile", "schemas", "tools/catalog"},
	"datasets/split":                    {"datasets/stats", "internal/keyed"},
	"datasets/stats":                    {"internal/keyed", "internal/knowledge", "internal/sketch", "mission", "schemas"},
	"datasets/subset":                   {"datasets/stats", "internal/keyed", "internal/nearest", "mission"},
	"datasets/tokens":                   {"mission", "out"},
	"eval":                              {"internal/jsontext", "mission", "model", "out", "out/corpus"},
	"eval/agents":                       {"eval", "internal/jsonptr", "internal/keyed", "internal/sample", "mission"},
	"eval/chat":                         {"eval", "mission", "model", "out/corpus"},
	"eval/compare":                      {"internal/jsonptr", "internal/jsontext", "internal/knowledge", "mission", "proof", "schemas"},
	"eval/judge":                        {"eval", "eval/compare", "eval/reply", "internal/knowledge", "mission", "out/corpus", "proof"},
	"eval/opinion":                      {"eval", "internal/prose", "model"},
	"eval/reply":                        {"eval/compare", "mission"},
	"eval/report":                       {"eval", "eval/tally", "internal/jsonptr", "internal/prose", "internal/shell", "mission", "out/corpus"},
	"eval/results":                      {"eval", "internal/input", "internal/intact", "internal/jsontext", "internal/prose", "internal/wholefile", "mission", "model", "out", "out/corpus", "schemas"},
	"eval/session":                      {"eval", "eval/compare", "eval/judge", "gen/blueprint", "internal/jsontext", "internal/keyed", "mission", "out/corpus", "proof", "schemas", "tools", "tools/world"},
	"eval/tally":                        {"eval", "internal/keyed", "mission", "model"},
	"eval/trial":                        {"config", "config/connect", "datasets", "datasets/manifest", "eval", "eval/agents", "eval/chat", "eval/judge", "eval/opinion", "eval/report", "eval/results", "eval/session", "eval/tally", "gen", "internal/caught", "internal/input", "internal/jsontext", "internal/prose", "internal/shell", "internal/wholefile", "mission", "model", "model/mock", "model/spend", "out", "out/corpus", "tools", "tools/find"},
	"flow":                              {"internal/document", "internal/jsonptr", "tools", "tools/world"},
	"flow/corpora":                      {"datasets", "datasets/export", "eval", "flow/exchange", "flow/flowbench", "flow/follow", "flow/forms", "flow/session", "flow/worf", "internal/input", "internal/jsontext", "mission", "out", "out/corpus", "proof"},
	"flow/exchange":                     {"flow", "flow/flowfile", "flow/foreign", "flow/forms", "gen/blueprint", "internal/document", "internal/input", "internal/keyed", "internal/wholefile", "mission", "tools", "tools/catalog", "tools/find", "tools/toolfile"},
	"flow/find":                         {"flow", "flow/flowfile", "internal/caught", "internal/input", "internal/nearest", "tools", "tools/catalog", "tools/find", "tools/toolfile"},
	"flow/flowbench":                    {"flow/follow", "internal/input", "out", "schemas"},
	"flow/flowfile":                     {"flow", "internal/document", "internal/nearest", "tools", "tools/toolfile"},
	"flow/flowtest":                     {"flow", "flow/flowfile", "tools", "tools/toolfile"},
	"flow/follow":                       {"eval", "eval/session", "flow", "flow/forms", "flow/session", "internal/keyed", "internal/sample", "mission", "model", "out/corpus", "schemas", "tools", "tools/world"},
	"flow/foreign":                      {"flow", "internal/document", "internal/input", "tools", "tools/naming", "tools/toolfile"},
	"flow/forms":                        {"flow", "flow/flowfile", "internal/document", "tools", "tools/toolfile"},
	"flow/generate":                     {"datasets/card", "datasets/manifest", "flow", "flow/play", "flow/retell", "flow/session", "flow/walk", "gen", "gen/runfolder", "internal/caught", "internal/jsontext", "internal/keyed", "internal/shell", "internal/wholefile", "mission", "model/spend", "out", "proof", "roles", "tools"},
	"flow/play":                         {"flow", "flow/session", "flow/walk", "gen/blueprint", "internal/jsonptr", "internal/keyed", "mission", "roles", "roles/builtin", "tools", "tools/world"},
	"flow/retell":                       {"eval", "flow", "flow/follow", "flow/session", "gen/blueprint", "internal/jsonptr", "internal/jsontext", "internal/keyed", "mission", "model/mock", "model/spend", "out/corpus", "proof", "roles", "roles/llm", "schemas"},
	"flow/session":                      {"mission"},
	"flow/trial":                        {"datasets/manifest", "eval", "flow", "flow/corpora", "flow/find", "flow/follow", "flow/forms", "flow/generate", "flow/retell", "flow/session", "flow/worf", "internal/input", "internal/jsontext", "internal/wholefile", "model", "out", "out/corpus"},
	"flow/walk":                         {"flow", "gen/blueprint", "internal/keyed", "mission", "tools", "tools/world"},
	"flow/worf":                         {"internal/jsontext", "mission"},
	"gen":                               {"datasets/card", "datasets/manifest", "gen/blueprint", "gen/runfolder", "internal/caught", "internal/jsonptr", "internal/jsontext", "internal/keyed", "internal/progress", "internal/shell", "internal/wholefile", "mission", "model/spend", "out", "proof", "roles", "roles/builtin", "schemas", "tools", "tools/naming", "tools/world"},
	"gen/blueprint":                     {"gen/persona", "internal/jsonptr", "internal/keyed", "mission", "tools", "tools/naming", "tools/world"},
	"gen/harvest":                       {"gen", "gen/blueprint", "internal/jsonptr", "internal/keyed", "mission", "model", "roles", "roles/builtin", "tools", "tools/author", "tools/naming"},
	"gen/persona":                       {"internal/keyed", "mission"},
	"gen/runfolder":                     {"datasets/manifest", "internal/intact", "internal/prose", "internal/wholefile", "model/spend"},
	"gen/setup":                         {"config", "config/connect", "datasets/manifest", "flow/generate", "flow/retell", "gen", "gen/runfolder", "model/mock", "model/spend", "out", "roles", "roles/llm", "roles/rehearse", "tools", "tools/author"},
	"internal/caught":                   {},
	"internal/document":                 {"internal/input", "internal/jsonptr", "internal/jsontext"},
	"internal/grammar":                  {"internal/knowledge"},
	"internal/input":                    {},
	"internal/intact":                   {"internal/input", "internal/prose"},
	"internal/jsonptr":                  {},
	"internal/jsontext":                 {},
	"internal/keyed":                    {},
	"internal/knowledge":                {},
	"internal/nearest":                  {},
	"internal/progress":                 {},
	"internal/progress/bars":            {"internal/progress", "internal/prose"},
	"internal/prose":                    {"internal/jsontext"},
	"internal/race":                     {},
	"internal/sample":                   {"internal/jsonptr", "internal/keyed"},
	"internal/shell":                    {},
	"internal/sketch":                   {},
	"internal/wholefile":                {},
	"mission":                           {},
	"model":                             {"internal/jsontext", "internal/prose", "model/admit"},
	"model/admit":                       {},
	"model/mock":                        {"internal/jsontext", "internal/keyed", "internal/nearest", "internal/prose", "internal/sample", "mission", "model", "schemas"},
	"model/spend":                       {"model"},
	"model/store":                       {"internal/prose", "model"},
	"out":                               {"flow/worf", "internal/input", "internal/jsonptr", "internal/wholefile", "mission", "out/corpus", "schemas"},
	"out/corpus":                        {"internal/jsonptr", "internal/jsontext", "internal/keyed", "internal/prose", "internal/sample", "mission", "proof"},
	"proof":                             {"flow/session", "internal/grammar", "internal/jsonptr", "internal/knowledge", "mission", "schemas"},
	"roles":                             {"gen/blueprint", "internal/jsonptr", "internal/keyed", "mission", "model", "model/spend", "tools", "tools/world"},
	"roles/builtin":                     {"gen/blueprint", "internal/jsonptr", "internal/keyed", "internal/knowledge", "mission", "roles", "schemas", "tools", "tools/naming", "tools/world"},
	"roles/llm":                         {"gen/blueprint", "internal/jsonptr", "internal/keyed", "mission", "model", "model/spend", "proof", "roles", "roles/builtin", "schemas", "tools", "tools/world"},
	"roles/rehearse":                    {"gen/blueprint", "internal/jsonptr", "internal/keyed", "mission", "model", "proof", "roles", "roles/builtin", "roles/llm"},
	"schemas":                           {"internal/jsonptr", "internal/jsontext"},
	"scripts/rename-module":             {},
	"tools":                             {"internal/document", "internal/jsonptr", "internal/jsontext", "internal/keyed", "internal/knowledge", "mission", "tools/naming"},
	"tools/author":                      {"internal/caught", "internal/document", "internal/input", "internal/wholefile", "mission", "model", "model/spend", "schemas", "tools", "tools/imports", "tools/imports/openapi", "tools/toolfile"},
	"tools/catalog":                     {"internal/caught", "internal/document", "internal/nearest", "tools", "tools/toolfile"},
	"tools/describe":                    {"internal/document", "mission", "tools", "tools/toolfile"},
	"tools/find":                        {"internal/nearest", "tools", "tools/catalog", "tools/toolfile"},
	"tools/imports":                     {"internal/caught", "internal/document", "internal/input", "internal/progress", "internal/prose", "internal/wholefile", "tools", "tools/links", "tools/toolfile"},
	"tools/imports/functions":           {"internal/document", "internal/jsontext", "tools/imports", "tools/imports/internal/plain", "tools/imports/internal/reading"},
	"tools/imports/internal/importtest": {"tools/imports", "tools/toolfile"},
	"tools/imports/internal/plain":      {"internal/input", "tools", "tools/imports"},
	"tools/imports/internal/reading":    {"internal/document", "internal/input", "internal/jsonptr", "tools", "tools/imports", "tools/imports/internal/plain", "tools/naming", "tools/toolfile"},
	"tools/imports/mcp":                 {"internal/document", "internal/prose", "tools", "tools/imports", "tools/imports/internal/reading", "tools/naming"},
	"tools/imports/openapi":             {"internal/document", "internal/input", "internal/jsonptr", "internal/prose", "tools", "tools/imports", "tools/imports/internal/plain", "tools/naming"},
	"tools/imports/publicapis":          {"internal/jsontext", "internal/knowledge", "internal/nearest", "tools", "tools/imports", "tools/imports/internal/plain", "tools/naming"},
	"tools/infer":                       {"internal/document", "internal/knowledge", "mission", "tools", "tools/links", "tools/naming"},
	"tools/links":                       {"internal/document", "internal/jsonptr", "tools", "tools/naming"},
	"tools/naming":                      {},
	"tools/toolfile":                    {"internal/document", "internal/grammar", "internal/input", "internal/jsonptr", "internal/jsontext", "internal/knowledge", "internal/nearest", "mission", "schemas", "tools", "tools/infer", "tools/naming"},
	"tools/world":                       {"internal/keyed", "internal/knowledge", "internal/sample", "mission", "tools", "tools/naming"},
}

// commands may import what only a program's own command line should.
var commands = map[string][]string{
	"scripts/rename-module":             {"os/exec"}, // asks git and go
	"tools/imports/internal/importtest": {"flag"},    // of tests
	"tools/imports/mcp":                 {"os/exec"}, // starts tool servers
}

// pkg is what these tests need of the output of go list.
type pkg struct {
	ImportPath string
	Dir        string
	Imports    []string
	GoFiles    []string
	Module     struct{ Path string }
}

// name is the import path below the module.
func (p *pkg) name() string { return strings.TrimPrefix(p.ImportPath, p.Module.Path+"/") }

func packages(t *testing.T) []pkg {
	t.Helper()
	list, err := exec.Command("go", "list", "-json=ImportPath,Dir,Imports,GoFiles,Module", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(list))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath != p.Module.Path {
			all = append(all, p)
		}
	}
}

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		name := p.name()
		if strings.HasPrefix(name, "cmd/") {
			continue
		}
		may, known := allowed[name]
		if !known {
			t.Errorf("package %s is not in the design: say in allowed what it may import", name)
			continue
		}
		for _, imported := range p.Imports {
			if ours, ok := strings.CutPrefix(imported, p.Module.Path+"/"); ok && !slices.Contains(may, ours) {
				t.Errorf("%s must not import %s", name, ours)
			}
		}
		for _, ours := range may {
			if !slices.Contains(p.Imports, p.Module.Path+"/"+ours) {
				t.Errorf("%s may import %s but does not: remove the permission", name, ours)
			}
		}
		for _, only := range []string{"os/exec", "log", "flag"} {
			if slices.Contains(p.Imports, only) && !slices.Contains(commands[name], only) {
				t.Errorf("%s must not import %s: only the command line does that", name, only)
			}
		}
	}
}

// Every package has one comment that introduces it.
func TestPackageComments(t *testing.T) {
	for _, p := range packages(t) {
		comments := 0
		for _, file := range p.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				t.Fatal(err)
			}
			if f.Doc != nil {
				comments++
			}
		}
		if comments != 1 {
			t.Errorf("package %s has %d package comments, want 1", p.name(), comments)
		}
	}
}

// Files and functions stay short enough to take in. A longer one says why in a
// comment that begins with "Long:", in the file or in the function's doc.
func TestSizes(t *testing.T) {
	const fileLines, functionLines, excuse = 500, 80, "Long: "
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		excused := slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool { return strings.Contains(c.Text(), excuse) })
		if n := files.File(f.Pos()).LineCount(); n > fileLines && !excused {
			t.Errorf("%s has %d lines, more than %d: split it", path, n, fileLines)
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := files.Position(fn.End()).Line - files.Position(fn.Pos()).Line + 1
			if n > functionLines && !strings.Contains(fn.Doc.Text(), excuse) {
				t.Errorf("%s: %s has %d lines, more than %d: split it", files.Position(fn.Pos()), fn.Name.Name, n, functionLines)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
