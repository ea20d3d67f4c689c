package out

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"testing"
	"time"

	"switchyard/mission"
)

// benchEntries are every fourth of the file that SWITCHYARD_ENTRIES names, in
// which the short ones usually come first, or copies of the sample.
func benchEntries(b *testing.B, limit int) []*mission.Entry {
	b.Helper()
	name := os.Getenv("SWITCHYARD_ENTRIES")
	var list []*mission.Entry
	if name == "" {
		for i := range limit {
			e := sample()
			if i%2 == 0 {
				e = alike(mission.Multi)
			}
			e.ID = fmt.Sprintf("%s-%d", e.ID, i)
			list = append(list, e)
		}
		return list
	}
	f, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	r := NewLines(bufio.NewReader(f), name)
	for len(list) < limit {
		line, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			b.Fatal(err)
		}
		if r.Line()%4 != 0 {
			continue
		}
		e := new(mission.Entry)
		if err := json.Unmarshal(line, e); err != nil {
			b.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// nowhere counts what is written.
type nowhere struct{ bytes, lines int }

func (n *nowhere) Line(_ string, line []byte) error {
	n.bytes += len(line) + 1
	n.lines++
	return nil
}
func (n *nowhere) Create(string) (io.WriteCloser, error) { return n, nil }
func (n *nowhere) Skip(string, string)                   {}
func (n *nowhere) Write(p []byte) (int, error)           { n.bytes += len(p); return len(p), nil }
func (n *nowhere) Close() error                          { return nil }

// BenchmarkExport measures each exporter on whole entries: entries a second,
// and how many times the CPU time it takes that encoding/json needs to marshal
// values from which the same bytes come (for parquet, which is packed, the
// entries themselves).
func BenchmarkExport(b *testing.B) {
	entries := benchEntries(b, 256)
	for _, x := range Exporters() {
		b.Run(x.Name(), func(b *testing.B) {
			values := decodedOutput(b, x, entries)
			export := func(to Output) {
				s, err := x.Export(to, "train", ExportOptions{})
				if err != nil {
					b.Fatal(err)
				}
				for _, e := range entries {
					if err := s.Add(e); err != nil {
						b.Fatal(err)
					}
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
			var to nowhere
			export(&to) // compiles what is compiled once
			var spent, plain time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				export(&nowhere{})
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

// decodedOutput is what an exporter writes, decoded.
func decodedOutput(b *testing.B, x Exporter, entries []*mission.Entry) []any {
	b.Helper()
	var values []any
	if x.Name() == "parquet" {
		for _, e := range entries {
			values = append(values, e)
		}
		return values
	}
	to := exported(b, x, ExportOptions{}, entries...)
	var docs []string
	for _, lines := range to.lines {
		docs = append(docs, lines...)
	}
	for _, file := range to.files {
		docs = append(docs, file.String())
	}
	for _, doc := range docs {
		var v any
		if err := json.Unmarshal([]byte(doc), &v); err != nil {
			b.Fatal(err)
		}
		values = append(values, v)
	}
	return values
}

// BenchmarkExportMany exports a whole file, which SWITCHYARD_ENTRIES names, by
// the exporter that SWITCHYARD_FORMAT names, entry by entry, and tells how the
// memory grows.
func BenchmarkExportMany(b *testing.B) {
	name, format := os.Getenv("SWITCHYARD_ENTRIES"), os.Getenv("SWITCHYARD_FORMAT")
	if name == "" || format == "" {
		b.Skip("SWITCHYARD_ENTRIES and SWITCHYARD_FORMAT are not set")
	}
	x, err := LookupExporter(format)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		folder, err := NewFolder(b.TempDir()+"/export", FolderOptions{})
		if err != nil {
			b.Fatal(err)
		}
		s, err := x.Export(folder.Sub(format), "train", ExportOptions{})
		if err != nil {
			b.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		lines := NewLines(f, name)
		n, start, inside := 0, time.Now(), time.Duration(0)
		for {
			line, err := lines.Next()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
			e := new(mission.Entry)
			if err := json.Unmarshal(line, e); err != nil {
				b.Fatal(err)
			}
			began := time.Now()
			if err := s.Add(e); err != nil {
				b.Fatal(err)
			}
			inside += time.Since(began)
			if n++; n%5000 == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.Logf("%d entries: heap in use %d MB, from the system %d MB", n, m.HeapInuse>>20, m.Sys>>20)
			}
		}
		began := time.Now()
		if err := errors.Join(s.Close(), folder.Commit(), f.Close()); err != nil {
			b.Fatal(err)
		}
		inside += time.Since(began)
		b.Logf("%d entries in %.1f s, %.1f s of it in the exporter; %v", n, time.Since(start).Seconds(), inside.Seconds(), folder.Files())
		b.ReportMetric(float64(n)/inside.Seconds(), "entries/s")
	}
}
