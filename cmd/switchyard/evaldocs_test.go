package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/internal/race"
)

// The page that docs/evaluation.md shows is what its commands make.
func TestEvaluationPage(t *testing.T) {
	if race.Enabled {
		t.Skip("the commands are the same without it")
	}
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(docs, "evaluation.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, block := range shownCommands.FindAllSubmatch(text, -1) {
		for _, command := range strings.Split(strings.TrimSpace(string(block[1])), "\n") {
			runShown(t, command)
		}
	}
	got, err := os.ReadFile("report.html")
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(docs, "evaluation", "report.html")
	if want, _ := os.ReadFile(page); bytes.Equal(got, want) {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the commands of docs/evaluation.md make; go test ./cmd/switchyard -run TestEvaluationPage -update rewrites it", page)
	}
	if err := os.MkdirAll(filepath.Dir(page), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, got, 0o644); err != nil {
		t.Fatal(err)
	}
}
