package input_test

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"switchyard/internal/input"
)

func gzipped(t testing.TB, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, part := range parts {
		w := gzip.NewWriter(&b)
		if _, err := io.WriteString(w, part); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func zstandard(t testing.TB, parts ...string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	var b []byte
	for _, part := range parts {
		b = w.EncodeAll([]byte(part), b)
	}
	return b
}

func read(t testing.TB, data []byte) (string, error) {
	got, err := input.ReadAll(t.Context(), iotest.HalfReader(bytes.NewReader(data)), 1<<30)
	return string(got), err
}

func TestUnpack(t *testing.T) {
	long := strings.Repeat("a line of text\n", 20_000)
	skippable := append([]byte{0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'x', 'y', 'z'}, zstandard(t, long)...)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"plain":         {[]byte(long), long},
		"nothing":       {nil, ""},
		"one byte":      {[]byte("a"), "a"},
		"three bytes":   {[]byte("{}\n"), "{}\n"},
		"gzip":          {gzipped(t, long), long},
		"gzip, empty":   {gzipped(t, ""), ""},
		"gzip, members": {gzipped(t, "a", long, "b"), "a" + long + "b"},
		"zstd":          {zstandard(t, long), long},
		"zstd, frames":  {zstandard(t, "a", long, "b"), "a" + long + "b"},
		"zstd, skipped": {skippable, long},
		"packed twice":  {gzipped(t, string(zstandard(t, long))), string(zstandard(t, long))},
	} {
		if got, err := read(t, c.data); err != nil || got != c.want {
			t.Errorf("%s: %d bytes, %v; want %d", name, len(got), err, len(c.want))
		}
	}
}

func TestDamaged(t *testing.T) {
	random := make([]byte, 100_000)
	_, _ = rand.Read(random) // never fails
	for name, whole := range map[string][]byte{"gzip": gzipped(t, string(random)), "zstd": zstandard(t, string(random))} {
		for _, n := range []int{4, 7, 12, 1000, len(whole) - 1} {
			_, err := read(t, whole[:n])
			if bad := (*input.Error)(nil); !errors.As(err, &bad) || !strings.Contains(bad.Message, "ends too early") || bad.Hint == "" {
				t.Errorf("%s cut to %d bytes: %v", name, n, err)
			}
		}
		spoilt := bytes.Clone(whole)
		for i := 5; i < len(spoilt); i += 50 {
			spoilt[i] ^= 0x55
		}
		_, err := read(t, spoilt)
		if bad := (*input.Error)(nil); !errors.As(err, &bad) || !strings.Contains(bad.Message, "damaged") && !strings.Contains(bad.Message, "memory") {
			t.Errorf("%s, spoilt: %v", name, err)
		}
	}
	// What the disk says is not blamed on the data.
	broken := io.MultiReader(bytes.NewReader(gzipped(t, string(random))[:5000]), iotest.ErrReader(syscall.EIO))
	if _, err := input.ReadAll(t.Context(), broken, 1<<30); !errors.Is(err, syscall.EIO) {
		t.Errorf("a failing disk: %v", err)
	}
}

// zeros are endless lines without content.
type zeros struct{ b byte }

func (z zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = z.b
	}
	return len(p), nil
}

func TestBomb(t *testing.T) {
	const size = 80 << 20
	var packed bytes.Buffer
	w, err := zstd.NewWriter(&packed, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(w, zeros{'\n'}, size); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := input.New(t.Context(), &packed)
	n, err := io.Copy(io.Discard, r)
	if bad := (*input.Error)(nil); !errors.As(err, &bad) || !strings.Contains(bad.Message, "more than 500 times") {
		t.Errorf("%d bytes, %v", n, err)
	}
	if n > input.Unquestioned+1<<20 {
		t.Errorf("%d bytes were unpacked", n)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := input.ReadAll(t.Context(), zeros{'x'}, 1<<20); !errors.As(err, new(*input.SizeError)) || err.Error() != "it has more than 1 MiB" {
		t.Errorf("an endless stream: %v", err)
	}
	// A window of 2 GiB would be taken from memory before anything is read.
	if _, err := read(t, []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x00, 0x00, 0x00}); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("a large window: %v", err)
	}
}

func TestOpen(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a.jsonl")
	if err := os.WriteFile(name+".zst", zstandard(t, "text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := input.Named(name); got != name+".zst" {
		t.Errorf("the name is %s", got)
	}
	if data, err := input.ReadFile(t.Context(), input.Named(name), 10); err != nil || string(data) != "text" {
		t.Errorf("%q, %v", data, err)
	}
	if got := input.Named(filepath.Join(folder, "b")); got != filepath.Join(folder, "b") {
		t.Errorf("a name of nothing is %s", got)
	}
	if _, err := input.Open(t.Context(), folder); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := input.Open(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	r, err := input.Open(t.Context(), name+".zst")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("reading what is closed: %v", err)
	}
	for name, want := range map[string]string{"a.JSON": ".json", "a.yaml.gz": ".yaml", "x/a.jsonl.ZST": ".jsonl", "a.gz": "", ".gz": "", "a": ""} {
		if got := input.Ending(name); got != want {
			t.Errorf("the ending of %s is %q, want %q", name, got, want)
		}
	}
}

func TestKindOf(t *testing.T) {
	random := make([]byte, 600)
	_, _ = rand.Read(random) // never fails
	copy(random, "\x01\x02\x03\x04\x05\x06\x07\x0e\x0f\x10")
	tar := make([]byte, 600)
	copy(tar, "entries.jsonl")
	copy(tar[257:], "ustar\x00")
	for head, want := range map[string]string{
		"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR":        "a PNG image",
		"PK\x03\x04\x14\x00\x08\x08":                   "a zip archive",
		"PAR1\x15\x04\x15\x10":                         "a Parquet file",
		"MZ\x90\x00\x03\x00\x00\x00\x04":               "a program",
		"BZh91AY&SY\x01\xff\xfe":                       "compressed with bzip2",
		"\x1f\x8b\x08\x00":                             "compressed with gzip",
		"%PDF-1.7\n":                                   "a PDF document",
		"  \n<!DOCTYPE HTML>\n<html>":                  "an HTML page",
		"\ufeff<HTML lang=en>":                         "an HTML page",
		"<?xml version=\"1.0\"?>":                      "XML",
		"version https://git-lfs.github.com/spec/v1\n": "a pointer of Git LFS",
		"\xff\xfe{\x00":                                "UTF-16",
		"{\x00\"\x00i\x00":                             "UTF-16",
		"\x00{\x00\"\x00i":                             "UTF-16",
		string(tar):                                    "a tar archive",
		string(random):                                 "binary data, not text",
		"":                                             "",
		"{\"id\": 1}\n":                                "",
		"MZ: a text\n":                                 "",
		"PARIS\n":                                      "",
		"GIF89 is a format, BZh is not\n":              "",
		"caf\xe9, \xfcber und na\xefve \xe0 la carte\n": "",
		"{\"id\": 1" + strings.Repeat("\x00", 300):      "",
		strings.Repeat("\x00", 300):                     "",
		"# Title\n\n<div align=\"center\">\n":           "",
		"<div>\n| [A](https://a) |\n":                   "",
	} {
		got, is := input.KindOf([]byte(head))
		if got.Name != want || is != (want != "") || is && got.Hint == "" {
			t.Errorf("%.20q is %q, want %q", head, got.Name, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(gzipped(f, "some text\n", "more"))
	f.Add(zstandard(f, "some text\n", "more"))
	f.Add([]byte("\x28\xb5\x2f\xfd\x00\xa8"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 20
		got, err := input.ReadAll(t.Context(), bytes.NewReader(data), most)
		if len(got) > most {
			t.Fatalf("%d bytes", len(got))
		}
		if err != nil && !errors.As(err, new(*input.Error)) && !errors.As(err, new(*input.SizeError)) {
			t.Fatalf("not in words: %v", err)
		}
		input.KindOf(data)
	})
}
