package imports_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/toolfile"
)

// A tool that cannot be used is left out with a note. Its toolset is written without it,
// unless nothing is left.
func TestSaveLeavesOut(t *testing.T) {
	good := imports.Tool{Name: "get_pet", About: "Gets a pet.", Source: "#/a", Parameters: json.RawMessage(`{"type":"object","properties":{"pet":{"type":"string"}}}`)}
	other := good
	other.Name = "find_pets"
	bad := map[string]imports.Tool{}
	for name, change := range map[string]func(*imports.Tool){
		"a name that leads away":   func(t *imports.Tool) { t.Name = "../../x" },
		"no description":           func(t *imports.Tool) { t.About = "" },
		"an unknown effect":        func(t *imports.Tool) { t.Effect = tools.EffectKind("eat"); t.Thing = "pet" },
		"parameters of no object":  func(t *imports.Tool) { t.Parameters = json.RawMessage(`{"type":"string"}`) },
		"a parameter without type": func(t *imports.Tool) { t.Names = map[string]string{"nothing": "pet"} },
	} {
		one := good
		one.Source = "#/bad"
		change(&one)
		bad[name] = one
	}
	for name, b := range bad {
		for _, list := range [][]imports.Tool{{b, good, other}, {good, b, other}, {good, other, b}} {
			set := imports.Set{Name: "shop/pet", Tools: list}
			folder := t.TempDir()
			r, err := imports.Save(t.Context(), []imports.Source{{Name: "x", Report: &imports.Report{Sets: []imports.Set{set}}}}, folder, false)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !r.OK || len(r.Toolsets) != 1 || r.Toolsets[0].Tools != 2 || len(r.Problems) > 0 || len(r.Skipped) != 1 || r.Skipped[0].Where != "#/bad" ||
				!strings.HasPrefix(r.Skipped[0].What, "the tool "+b.Name+" cannot be used: ") {
				t.Errorf("%s: %+v", name, r)
			}
			if sets, left, err := toolfile.Load(t.Context(), folder); err != nil || len(left) > 0 || len(sets) != 1 || sets[0].Tool("get_pet") == nil || sets[0].Tool("find_pets") == nil {
				t.Errorf("%s: %v, %v", name, left, err)
			}
		}
		folder := filepath.Join(t.TempDir(), "tools")
		r, err := imports.Save(t.Context(), []imports.Source{{Name: "x", Report: &imports.Report{Sets: []imports.Set{{Name: "shop/pet", Tools: []imports.Tool{b}}}}}}, folder, false)
		if err != nil || r.OK || len(r.Problems) == 0 || len(r.Skipped) > 0 {
			t.Errorf("%s alone: %+v, %v", name, r, err)
		}
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("%s alone: something was written", name)
		}
	}
}
