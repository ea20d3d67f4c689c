package out_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"switchyard/gen"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/tools/catalog"
)

// generatedLines are entries of a real run, in the native format, taken evenly
// from all over the standard split. Only proven entries have preference pairs.
func generatedLines(b *testing.B, n int) [][]byte {
	b.Helper()
	sets, err := catalog.All()
	if err != nil {
		b.Fatal(err)
	}
	c := gen.Config{Seed: 1, Toolsets: sets, Out: filepath.Join(b.TempDir(), "ds"), Version: "test", Distractors: 4, Limit: n}
	if _, err := gen.Run(context.Background(), c); err != nil {
		b.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(c.Out, out.Native().File()))
	if err != nil {
		b.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(file), []byte("\n"))
}

func entryOf(b *testing.B, line []byte) *mission.Entry {
	b.Helper()
	e := new(mission.Entry)
	if err := json.Unmarshal(line, e); err != nil {
		b.Fatal(err)
	}
	return e
}

// kept is an [out.Output] that keeps what is written, or only counts it.
type kept struct {
	bytes     int
	lines     [][]byte
	files     []*bytes.Buffer
	countOnly bool
}

func (k *kept) Line(_ string, line []byte) error {
	k.bytes += len(line) + 1
	if !k.countOnly {
		k.lines = append(k.lines, bytes.Clone(line))
	}
	return nil
}

func (k *kept) Create(string) (io.WriteCloser, error) {
	f := new(bytes.Buffer)
	k.files = append(k.files, f)
	return keptFile{k, f}, nil
}

func (k *kept) Label(string, string, []byte) error { return nil }
func (k *kept) Skip(string, string)                {}

type keptFile struct {
	*kept
	*bytes.Buffer
}

func (f keptFile) Write(p []byte) (int, error) {
	f.bytes += len(p)
	if f.countOnly {
		return len(p), nil
	}
	return f.Buffer.Write(p)
}

func (keptFile) Close() error { return nil }

// exportTo writes entries as one split.
func exportTo(b *testing.B, x out.Exporter, to out.Output, entries []*mission.Entry) {
	b.Helper()
	s, err := x.Export(to, "train", out.ExportOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for _, e := range entries {
		if err := out.Add(s, e); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkExport measures each exporter on whole entries, in one goroutine:
// entries a second, and how many times the time it takes that encoding/json
// needs to marshal values from which the same bytes come (for parquet, which is
// packed, the entries themselves).
func BenchmarkExport(b *testing.B) {
	var entries []*mission.Entry
	for _, line := range generatedLines(b, 64) {
		entries = append(entries, entryOf(b, line))
	}
	for _, x := range out.Exporters() {
		b.Run(x.Name(), func(b *testing.B) {
			to := new(kept)
			exportTo(b, x, to, entries) // compiles what is compiled once
			values := decodedValues(b, x, to, entries)
			var spent, plain time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				exportTo(b, x, &kept{countOnly: true}, entries)
				spent += time.Since(start)
				b.StopTimer()
				start = time.Now()
				for _, v := range values {
					if _, err := json.Marshal(v); err != nil {
						b.Fatal(err)
					}
				}
				plain += time.Since(start)
				b.StartTimer()
			}
			b.ReportMetric(float64(len(entries)*b.N)/spent.Seconds(), "entries/s")
			b.ReportMetric(float64(spent)/float64(plain), "x-json")
			b.ReportMetric(float64(to.bytes)/float64(len(entries)), "bytes/entry")
		})
	}
}

// decodedValues is what an exporter wrote, decoded.
func decodedValues(b *testing.B, x out.Exporter, to *kept, entries []*mission.Entry) []any {
	b.Helper()
	var values []any
	if x.Name() == "parquet" {
		for _, e := range entries {
			values = append(values, e)
		}
		return values
	}
	docs := to.lines
	for _, f := range to.files {
		docs = append(docs, f.Bytes())
	}
	if len(docs) == 0 {
		b.Fatal("nothing is written, so that there is nothing to compare with")
	}
	for _, doc := range docs {
		var v any
		if err := json.Unmarshal(doc, &v); err != nil {
			b.Fatal(err)
		}
		values = append(values, v)
	}
	return values
}

// BenchmarkExportMany streams entries through each exporter of lines into a
// folder, and tells the most memory that the process had at any time: it must
// not grow with the number of entries. A large number takes minutes and
// gigabytes, so choose it and the format:
// -bench 'ExportMany/entries=100000/openai$' -benchtime 1x.
func BenchmarkExportMany(b *testing.B) {
	lines := generatedLines(b, 256)
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("entries=%d", n), func(b *testing.B) {
			if testing.Short() && n > 1_000 {
				b.Skip("takes minutes")
			}
			for _, x := range out.Exporters() {
				empty := new(kept)
				if exportTo(b, x, empty, nil); len(empty.files) > 0 {
					continue // a format of whole files
				}
				b.Run(x.Name(), func(b *testing.B) { exportMany(b, x, lines, n) })
			}
		})
	}
}

// exportMany exports n entries: those of the lines, again and again with ids of
// their own.
func exportMany(b *testing.B, x out.Exporter, lines [][]byte, n int) {
	var (
		peak    uint64
		written int64
		inside  time.Duration
	)
	for b.Loop() {
		debug.FreeOSMemory() // what others left
		peak, written = 0, 0
		folder, err := out.NewFolder(filepath.Join(b.TempDir(), "export"), out.FolderOptions{})
		if err != nil {
			b.Fatal(err)
		}
		s, err := x.Export(folder.Sub(x.Name()), "train", out.ExportOptions{})
		if err != nil {
			b.Fatal(err)
		}
		for i := range n {
			e := entryOf(b, lines[i%len(lines)])
			e.ID = fmt.Sprintf("%s-%d", e.ID, i)
			began := time.Now()
			if err := out.Add(s, e); err != nil {
				b.Fatal(err)
			}
			inside += time.Since(began)
			if i%100 == 0 {
				peak = max(peak, memoryInUse())
			}
		}
		began := time.Now()
		if err := errors.Join(s.Close(), folder.Commit("export.json", nil)); err != nil {
			b.Fatal(err)
		}
		inside += time.Since(began)
		peak = max(peak, memoryInUse())
		for _, f := range folder.Files() {
			written += f.Bytes
		}
	}
	b.ReportMetric(float64(n*b.N)/inside.Seconds(), "entries/s")
	b.ReportMetric(float64(peak)/1e6, "peak-MB")
	b.ReportMetric(float64(written)/1e6, "written-MB")
}

// memoryInUse is what the process has from the system and has not given back.
func memoryInUse() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
