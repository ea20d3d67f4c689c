package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/datasets/card"
	"switchyard/mission"
	"switchyard/out"
)

//go:generate go test . -run TestSamples -update

const samplesPath = "../../docs/samples.md"

// samplesFlags make the run from which the samples are taken.
const samplesFlags = "--seed 12 --per-path 1"

// sampled are the roles that docs/samples.md shows, and the switch path of the
// entry for each.
var sampled = []struct{ toolset, path string }{
	{"customer_service/restaurant_waiter", "multi"},
	{"customer_service/apartment_manager", "single>clarify>multi"},
	{"customer_service/gas_equipment_service", "clarify>single"},
	{"personal_assistant/medical_consultant", "multi>clarify"},
	{"personal_assistant/financial_assistant", "single>multi>chat"},
	{"e_tailing/online_shopping_support", "multi>single>clarify"},
	{"travel/travel_assistant", "multi>chat>single"},
	{"travel/driving_service", "clarify>multi"},
	{"logistics/moving_service", "single>single>multi"},
	{"rpa/mail_administration", "multi>single"},
	{"rpa/attendance_arrangement", "single>multi>clarify"},
	{"rpa/seal_management", "chat>single>multi"},
}

// docs/samples.md is what the program really makes.
func TestSamples(t *testing.T) {
	var doc strings.Builder
	fmt.Fprintf(&doc, `# Twelve conversations

This page shows one conversation from each of twelve built-in toolsets. Each is the first entry of the run that `+"`switchyard generate %s --toolset NAME --paths PATH`"+` makes. Long observations are cut here; the entries hold them in full, with the source of every argument value, the dialogue of all five roles, and every path.

This page is made by `+"`go generate ./cmd/switchyard`"+`, and a test checks that it is up to date.
`, samplesFlags)
	for _, s := range sampled {
		dir := filepath.Join(t.TempDir(), "d")
		n := strings.Count(s.path, ">") + 1
		args := []string{"generate", "--quiet", "--out", dir, "--seed", "12", "--missions", fmt.Sprint(n), "--per-path", "1", "--toolset", s.toolset, "--paths", s.path}
		var stdout, stderr bytes.Buffer
		if code := Run(context.Background(), args, nil, strings.NewReader(""), &stdout, &stderr); code != 0 {
			t.Fatalf("%s: exit status %d: %s", s.toolset, code, stderr.Bytes())
		}
		data, err := os.ReadFile(filepath.Join(dir, out.Native().File()))
		if err != nil {
			t.Fatal(err)
		}
		line, _, _ := bytes.Cut(data, []byte("\n"))
		var e mission.Entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&doc, "\n## %s\n\n%s", e.Toolset.Name, card.Conversation(&e, 3))
	}
	text := strings.TrimRight(doc.String(), "\n") + "\n"
	have, err := os.ReadFile(samplesPath)
	if err == nil && string(have) == text {
		return
	}
	if *update {
		if err := os.WriteFile(samplesPath, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Error("docs/samples.md is not what the program makes; go generate ./cmd/switchyard rewrites it")
}
