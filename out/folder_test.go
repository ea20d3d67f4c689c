package out

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// below lists the files of a folder.
func below(t *testing.T, folder string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(folder, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

func newFolder(t *testing.T, path string, o FolderOptions, lines int) *Folder {
	t.Helper()
	f, err := NewFolder(path, o)
	if err != nil {
		t.Fatal(err)
	}
	to := f.Sub("openai")
	for i := range lines {
		if err := to.Line("train.jsonl", fmt.Appendf(nil, "%d", i)); err != nil {
			t.Fatal(err)
		}
	}
	w, err := to.Create("info.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, "{}"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	to.Skip("1", "too long")
	to.Skip("2", "too long")
	return f
}

func TestFolder(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "corpus")
	for round, c := range []struct {
		o    FolderOptions
		want []string
	}{
		{FolderOptions{}, []string{"openai/info.json", "openai/train.jsonl"}},
		{FolderOptions{ShardSize: 2}, []string{"openai/info.json", "openai/train-00000.jsonl", "openai/train-00001.jsonl", "openai/train-00002.jsonl"}},
		{FolderOptions{ShardSize: 5}, []string{"openai/info.json", "openai/train-00000.jsonl"}},
		{FolderOptions{Zstd: true}, []string{"openai/info.json", "openai/train.jsonl.zst"}},
	} {
		var before []string
		if round > 0 {
			before = below(t, path)
		}
		f := newFolder(t, path, c.o, 5)
		if _, err := os.Stat(filepath.Join(path, c.want[1])); round == 0 && !errors.Is(err, os.ErrNotExist) {
			t.Fatal("files can be seen before the export is whole")
		}
		if err := f.Commit("info", func() ([]string, error) { return before, nil }); err != nil {
			t.Fatal(err)
		}
		if got := below(t, parent); !slices.Equal(got, prefixed("corpus/", c.want)) {
			t.Errorf("%+v: the files are %v", c.o, got)
		}
		lines := 0
		for _, file := range f.Files() {
			data, err := os.ReadFile(filepath.Join(path, filepath.FromSlash(file.Name)))
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(data)
			if file.Bytes != int64(len(data)) || file.SHA256 != hex.EncodeToString(sum[:]) {
				t.Errorf("%s is told as %d bytes, and has %d", file.Name, file.Bytes, len(data))
			}
			lines += file.Lines
		}
		if lines != 5 || f.Skipped()["openai: too long"] != 2 {
			t.Errorf("%d lines, skipped %v", lines, f.Skipped())
		}
		if err := f.Discard(); err != nil || len(below(t, path)) != len(c.want) {
			t.Errorf("discarding what is in its place: %v", err)
		}
	}
	packed, err := os.Open(filepath.Join(path, "openai", "train.jsonl.zst"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if text, err := io.ReadAll(r); err != nil || string(text) != "0\n1\n2\n3\n4\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func prefixed(prefix string, names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = prefix + n
	}
	return out
}

// What is given up leaves nothing behind, and what was there as it was.
func TestFolderDiscards(t *testing.T) {
	parent := t.TempDir()
	path := filepath.Join(parent, "corpus")
	if err := newFolder(t, path, FolderOptions{}, 1).Commit("info", nil); err != nil {
		t.Fatal(err)
	}
	before := below(t, parent)
	if err := newFolder(t, path, FolderOptions{ShardSize: 1}, 3).Discard(); err != nil {
		t.Fatal(err)
	}
	if after := below(t, parent); !slices.Equal(before, after) {
		t.Errorf("%v were left of %v", after, before)
	}
	f := newFolder(t, path, FolderOptions{}, 1)
	if _, err := f.Sub("trl").Create("open.json"); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit("info", nil); err == nil || !strings.Contains(err.Error(), "1 files were not closed") {
		t.Errorf("a file that is open: %v", err)
	}
	if _, err := f.Sub("openai").Create("info.json"); err == nil {
		t.Error("a file is made twice")
	}
	if err := f.Discard(); err != nil {
		t.Fatal(err)
	}
}

// Errors of the disk name the place that a file takes, and not the hidden one.
func TestFolderTellsPlaces(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no disk is full here")
	}
	full.Close()
	for _, o := range []FolderOptions{{}, {OneFile: true}} {
		path := filepath.Join(t.TempDir(), "corpus")
		f, err := NewFolder(path, o)
		if err != nil {
			t.Fatal(err)
		}
		w, err := f.Root().Create("openai/train.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		whole := w.(*wholeFile)
		at := whole.file.Name()
		whole.file.Close()
		if err := errors.Join(os.Remove(at), os.Symlink("/dev/full", at)); err != nil {
			t.Fatal(err)
		}
		if whole.file, err = os.OpenFile(at, os.O_WRONLY, 0); err != nil {
			t.Fatal(err)
		}
		want := path
		if !o.OneFile {
			want = filepath.Join(path, "openai", "train.jsonl")
		}
		var told *os.PathError
		if _, err := w.Write([]byte("{}")); !errors.As(err, &told) || told.Path != want || !errors.Is(told, syscall.ENOSPC) {
			t.Errorf("%v", err)
		}
		if _, err := f.Root().Create("openai/train.jsonl"); !errors.As(err, &told) || told.Path != want {
			t.Errorf("%v", err)
		}
		if err := errors.Join(w.Close(), f.Discard()); err != nil && !errors.Is(err, syscall.EINVAL) { // no device is synced
			t.Error(err)
		}
		if got := below(t, filepath.Dir(path)); len(got) > 0 {
			t.Errorf("%v is left", got)
		}
	}
}
