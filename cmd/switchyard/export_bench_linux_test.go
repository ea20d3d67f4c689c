package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"switchyard/datasets/export"
	"switchyard/out"
)

// BenchmarkExport makes exports by a process of its own, of each format and of all
// at once, and tells the most memory that the process had (peak-MB): it must not
// grow with the number of entries, and stay under 300.
//
//	go test ./cmd/switchyard -run '^$' -bench 'Export/.*/entries=1000$' -benchtime 1x -timeout 1h
//
// user-s is processor time, proofs included. With
// 20000 in the place of 1000 the largest takes half an hour and 20 GB of disk.
func BenchmarkExport(b *testing.B) {
	base := b.TempDir()
	if output, err := exec.CommandContext(b.Context(), "switchyard", "generate", "--per-path", "1", "--distractors", "4", "--format", "native", "--quiet",
		"--out", filepath.Join(base, "run")).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, output)
	}
	data, err := os.ReadFile(filepath.Join(base, "run", out.Native().File()))
	if err != nil {
		b.Fatal(err)
	}
	lines := bytes.SplitAfter(bytes.TrimSpace(data), []byte("\n"))
	lines[len(lines)-1] = append(bytes.Clone(lines[len(lines)-1]), '\n')
	all := strings.Join(export.Formats(), ",")
	type exported struct {
		name string
		args []string
	}
	var list []exported
	for _, format := range export.Formats() {
		list = append(list, exported{format, []string{"--format", format}})
	}
	split := []string{"--format", all, "--split", "train=0.5,validation=0.3,test=0.2"}
	list = append(list, exported{"all", split[:2]}, exported{"all,split", split}, exported{"all,split,zstd", append(split, "--zstd")},
		exported{"all,tokens", []string{"--format", all, "--tokens"}})
	for _, x := range list {
		for _, n := range []int{1000, 5000, 20000} {
			b.Run(fmt.Sprintf("%s/entries=%d", x.name, n), func(b *testing.B) {
				from := filepath.Join(base, fmt.Sprintf("%d.jsonl", n))
				if !exists(from) {
					writeMany(b, from, lines, n)
				}
				exportOnce(b, append([]string{"export", from, "--out", filepath.Join(b.TempDir(), "corpus"), "--force"}, x.args...), n)
			})
		}
	}
}

// writeMany writes the lines again and again, with ids of their own.
func writeMany(b *testing.B, name string, lines [][]byte, n int) {
	b.Helper()
	f, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		id := fmt.Appendf(nil, `"id":"%d-`, i)
		if _, err := f.Write(bytes.Replace(lines[i%len(lines)], []byte(`"id":"`), id, 1)); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

func exportOnce(b *testing.B, args []string, n int) {
	b.Helper()
	var peak, user float64
	for b.Loop() {
		cmd := exec.CommandContext(b.Context(), "switchyard", args...)
		if output, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, output)
		}
		peak = max(peak, float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)/1e3) // in kilobytes
		user += cmd.ProcessState.UserTime().Seconds()
	}
	b.ReportMetric(peak, "peak-MB")
	b.ReportMetric(user/float64(b.N), "user-s")
	b.ReportMetric(float64(n*b.N)/user, "entries/user-s")
}
