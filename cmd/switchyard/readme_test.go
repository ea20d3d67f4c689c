package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the sample conversation in the README and golden files")

const readmePath = "../../README.md"

// The sample conversation is what the program really makes.
func TestReadmeSample(t *testing.T) {
	readme, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	marks := regexp.MustCompile(`(?s)<!-- sample: (.*?) -->\n(.*?)<!-- end of sample -->`)
	found := marks.FindSubmatchIndex(readme)
	if found == nil {
		t.Fatal("the README has no sample")
	}
	dir := filepath.Join(t.TempDir(), "d")
	args := append([]string{"generate", "--quiet", "--out", dir}, strings.Fields(string(readme[found[2]:found[3]]))...)
	var stdout, stderr bytes.Buffer
	if code := Run(context.Background(), args, nil, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("exit status %d: %s", code, stderr.Bytes())
	}
	card, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(card), "## A sample conversation\n")
	sample, _, _ := strings.Cut(rest, "\n## Limits")
	sample = strings.TrimSpace(sample) + "\n"
	if got := string(readme[found[4]:found[5]]); got != sample {
		if *update {
			text := string(readme[:found[4]]) + sample + string(readme[found[5]:])
			if err := os.WriteFile(readmePath, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Error("the sample in the README is not what the program makes; go test ./cmd/switchyard -run TestReadmeSample -update rewrites it")
	}
}
