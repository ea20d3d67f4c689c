// Package switchyard_test checks the shape of the whole module.
package switchyard_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed lists, for each package, the packages of this module that it may
// import: data goes one way (docs/design.md, section 2).
var allowed = map[string][]string{
	"mission":        {},
	"schemas":        {},
	"knowledge":      {},
	"keyed":          {},
	"nearest":        {},
	"wholefile":      {},
	"tools/graph":    {"tools"},
	"tools/imports":  {"tools", "document", "nearest", "knowledge"},
	"document":       {},
	"tools":          {"mission", "schemas", "knowledge", "keyed", "document", "nearest"},
	"tools/world":    {"tools", "keyed", "knowledge"},
	"persona":        {"mission", "keyed"},
	"blueprint":      {"mission", "tools", "tools/world", "keyed"},
	"model":          {"model/admit"},
	"model/admit":    {},
	"model/store":    {"model"},
	"roles":          {"mission", "tools/world", "blueprint", "keyed", "model"},
	"roles/builtin":  {"mission", "schemas", "knowledge", "keyed", "tools", "tools/world", "roles", "blueprint"},
	"roles/llm":      {"mission", "schemas", "keyed", "tools", "tools/world", "blueprint", "roles", "roles/builtin", "model", "proof"},
	"roles/rehearse": {"mission", "keyed", "blueprint", "roles", "roles/builtin", "model"},
	"author":         {"mission", "schemas", "document", "tools", "tools/imports", "model", "roles"},
	"mock":           {"mission", "keyed", "nearest"},
	"config":         {"mission", "model", "nearest", "document"},
	"proof":          {"mission", "schemas", "knowledge"},
	"stats":          {"mission", "keyed", "knowledge"},
	"split":          {"stats", "keyed"},
	"subset":         {"mission", "keyed", "nearest"},
	"tokens":         {"mission", "out"},
	"figures":        {"mission", "stats"},
	"corpus":         {"mission", "proof", "schemas", "keyed"},
	"out":            {"wholefile", "mission", "schemas", "corpus"},
	"eval":           {"mission", "corpus", "model", "out"},
	"eval/agents":    {"mission", "keyed", "eval"},
	"eval/chat":      {"mission", "corpus", "model", "eval"},
	"eval/compare":   {"mission", "schemas", "knowledge", "proof"},
	"eval/judge":     {"mission", "knowledge", "proof", "corpus", "eval", "eval/compare"},
	"eval/tally":     {"mission", "keyed", "model", "eval"},
	"eval/report":    {"mission", "corpus", "eval", "eval/tally"},
	"eval/opinion":   {"model", "eval"},
	"eval/session":   {"mission", "schemas", "keyed", "proof", "model", "blueprint", "corpus", "tools", "tools/world", "eval", "eval/compare", "eval/judge"},
	"eval/results":   {"mission", "schemas", "model", "wholefile", "corpus", "out", "eval"},
	"gen":            {"wholefile", "mission", "schemas", "keyed", "persona", "tools", "tools/world", "roles", "roles/builtin", "blueprint", "model", "proof", "out"},
	"cmd/switchyard": {"mission", "schemas", "tools", "proof", "gen", "out", "stats", "roles", "roles/builtin", "roles/llm", "roles/rehearse", "model", "model/admit", "model/store", "mock", "config", "nearest", "wholefile", "tools/imports", "tools/graph", "author", "corpus", "split", "subset", "tokens", "figures",
		"eval", "eval/agents", "eval/chat", "eval/judge", "eval/opinion", "eval/report", "eval/results", "eval/session", "eval/tally"},
}

func TestImports(t *testing.T) {
	list, err := exec.Command("go", "list", "-json=ImportPath,Imports,Module", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	type pkg struct {
		ImportPath string
		Imports    []string
		Module     struct{ Path string }
	}
	dec := json.NewDecoder(strings.NewReader(string(list)))
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		if name == p.Module.Path {
			continue
		}
		may, known := allowed[name]
		if !known {
			t.Errorf("package %s is not in the design: say what it may import", name)
			continue
		}
		for _, imported := range p.Imports {
			ours, ok := strings.CutPrefix(imported, p.Module.Path+"/")
			if ok && !slices.Contains(may, ours) {
				t.Errorf("%s must not import %s", name, ours)
			}
		}
		for _, only := range []string{"os/exec", "log", "flag"} {
			starts := name == "tools/imports" && only == "os/exec" // tool servers
			if name != "cmd/switchyard" && !starts && slices.Contains(p.Imports, only) {
				t.Errorf("%s must not import %s: only the command line does that", name, only)
			}
		}
	}
}
