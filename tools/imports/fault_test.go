package imports

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/internal/caught"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// A panic while a toolset is loaded costs the tool that causes it, and is kept with its
// stack. If every tool causes one, it costs the toolset, and the others are written.
func TestSaveCatchesPanics(t *testing.T) {
	parse := func(name string, text []byte) (*tools.Toolset, error) {
		if strings.Contains(string(text), "Breaks") {
			panic("out of\ncheese")
		}
		return toolfile.Parse(name, text)
	}
	set := func(name string, abouts ...string) (s Set) {
		s.Name = name
		for i, about := range abouts {
			s.Tools = append(s.Tools, Tool{Name: fmt.Sprintf("get_pet_%d", i), About: about + " a pet.", Source: fmt.Sprintf("#/%d", i), Parameters: json.RawMessage(`{"type":"object","properties":{"pet":{"type":"string"}}}`)})
		}
		return s
	}
	report := &Report{Sets: []Set{set("shop/good", "Gets", "Finds"), set("shop/some", "Gets", "Breaks", "Finds"), set("shop/none", "Breaks", "Breaks")}}
	folder := t.TempDir()
	r, err := save(t.Context(), []Source{{Name: "x", Report: report}}, folder, false, parse)
	if err != nil {
		t.Fatal(err)
	}
	var written []string
	for _, s := range r.Toolsets {
		written = append(written, fmt.Sprintf("%s %d %s", s.Name, s.Tools, filepath.Base(s.File)))
	}
	if got, want := fmt.Sprint(r.OK, written), "true [shop/good 2 shop.good.yaml shop/some 2 shop.some.yaml]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := fmt.Sprint(r.Skipped), "[{x #/1 the tool get_pet_1 cannot be used: a fault in the program: out of cheese}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := fmt.Sprint(r.Problems), "[shop/none: a fault in the program: out of cheese]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(r.Faults) != 2 {
		t.Fatal(r.Faults)
	}
	for i, name := range []string{"shop/some", "shop/none"} {
		if fault, ok := r.Faults[i].(*caught.Error); !ok || fault.Work != "toolset "+name || fault.Cause != "out of cheese" || !strings.Contains(fault.Stack, "fault_test.go:") {
			t.Errorf("%#v", r.Faults[i])
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 2 {
		t.Error(files, err)
	}
}
