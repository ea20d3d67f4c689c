package input

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is what a file is that holds no text that this program reads.
type Kind struct {
	Name string // after "the file is": "a PNG image"
	Hint string // what to do about it
}

// What to do about kinds of files.
const (
	otherFile = "give the file of JSON or YAML that is meant"
	inside    = "unpack it, and give the file that is in it"
	repack    = "unpack it first; files that are compressed with gzip or zstd are read as they are"
	download  = "a browser shows such a page; download the file itself"
	asUTF8    = "save it as UTF-8"
)

// kinds are recognized by the bytes at their beginning; capital letters in a text of
// markup do not matter.
var kinds = []struct {
	begins string
	Kind
}{
	{"\x89PNG", Kind{"a PNG image", otherFile}},
	{"\xff\xd8\xff", Kind{"a JPEG image", otherFile}},
	{"GIF8", Kind{"a GIF image", otherFile}},
	{"RIFF", Kind{"a media file (RIFF)", otherFile}},
	{"%PDF", Kind{"a PDF document", otherFile}},
	{"{\\rtf", Kind{"an RTF document", otherFile}},
	{"\xd0\xcf\x11\xe0", Kind{"a document of an old Office program", otherFile}},
	{"PK\x03\x04", Kind{"a zip archive", inside}}, // also .xlsx and .docx
	{"PK\x05\x06", Kind{"a zip archive without files", otherFile}},
	{"7z\xbc\xaf\x27\x1c", Kind{"a 7-Zip archive", inside}},
	{"Rar!\x1a\x07", Kind{"a RAR archive", inside}},
	{"\x1f\x8b", Kind{"compressed with gzip", "unpack it first"}},
	{"\x28\xb5\x2f\xfd", Kind{"compressed with zstd", "unpack it first"}},
	{"BZh", Kind{"compressed with bzip2", repack}},
	{"\xfd7zXZ\x00", Kind{"compressed with xz", repack}},
	{"\x04\x22\x4d\x18", Kind{"compressed with lz4", repack}},
	{"PAR1", Kind{"a Parquet file", "write it as JSON Lines first"}},
	{"ARROW1", Kind{"an Arrow file", "write it as JSON Lines first"}},
	{"SQLite format 3\x00", Kind{"an SQLite database", "write it as JSON Lines first"}},
	{"\x89HDF", Kind{"an HDF5 file", "write it as JSON Lines first"}},
	{"\x93NUMPY", Kind{"a NumPy file", "write it as JSON Lines first"}},
	{"\x7fELF", Kind{"a program", otherFile}},
	{"MZ", Kind{"a program", otherFile}},
	{"version https://git-lfs.github.com/", Kind{"a pointer of Git LFS", "git lfs pull fetches the file itself"}},
	{"\xff\xfe", Kind{"UTF-16", asUTF8}},
	{"\xfe\xff", Kind{"UTF-16", asUTF8}},
	{"<!doctype html", Kind{"an HTML page", download}},
	{"<html", Kind{"an HTML page", download}},
	{"<?xml", Kind{"XML", otherFile}},
	{"<svg", Kind{"an SVG image", otherFile}},
}

// HeadLength is how many bytes [KindOf] needs to recognize every kind.
const HeadLength = 512

// KindOf recognizes what a file is by its first bytes, if it is not text. It reports
// false for text, and for what could be a torn file of text.
func KindOf(head []byte) (Kind, bool) {
	head = head[:min(len(head), HeadLength)]
	start, strange := head, strangers(head)
	if markup := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n"); bytes.HasPrefix(markup, []byte("<")) {
		start = bytes.ToLower(markup)
	}
	for _, k := range kinds {
		if bytes.HasPrefix(start, []byte(k.begins)) && (strange > 0 || !isWord(k.begins)) {
			return k.Kind, true
		}
	}
	zero := func(i int) bool { return head[i] == 0 }
	switch {
	case len(head) >= 4 && zero(0) == zero(2) && zero(1) == zero(3) && zero(0) != zero(1):
		return Kind{"UTF-16", asUTF8}, true
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return Kind{"a tar archive", inside}, true
	case strange > 8:
		return Kind{"binary data, not text", otherFile}, true
	}
	return Kind{}, false
}

// isWord reports whether a text could be the first word of any other.
func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// strangers counts the bytes that no text has: control characters, and what is not UTF-8.
// Zero bytes do not count, because a crash can leave them in a file. Text in an old
// encoding has no control characters, and thus no strangers.
func strangers(head []byte) int {
	control, foreign := 0, 0
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		switch {
		case r == utf8.RuneError && size == 1 && utf8.FullRune(head):
			foreign++
		case r != 0 && r < ' ' && !strings.ContainsRune("\t\n\r\f\v\b\x1b\x1a", r):
			control++
		}
		head = head[size:]
	}
	if control == 0 {
		return 0
	}
	return control + foreign
}

// Named returns the name of a file in a folder: the one that is given, or if there is no
// such file, that of its compressed form, which ends in .gz or .zst. It returns the given
// one if there is neither.
func Named(name string) string {
	if _, err := os.Lstat(name); err == nil {
		return name
	}
	for _, p := range packings {
		if info, err := os.Stat(name + p.ending); err == nil && info.Mode().IsRegular() {
			return name + p.ending
		}
	}
	return name
}

// Stem returns the last part of a name without its extensions: "a.b" for
// "folder/a.b.json.gz".
func Stem(name string) string {
	base := Unpacked(filepath.Base(name))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Unpacked returns a name without the extension of compressed files: "a.json" for
// "a.json.gz".
func Unpacked(name string) string {
	for _, p := range packings {
		if strings.EqualFold(filepath.Ext(name), p.ending) {
			return name[:len(name)-len(p.ending)]
		}
	}
	return name
}

// Packed reports whether the content of a regular file is compressed.
func Packed(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() { // what is read can be gone
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4)
	n, _ := io.ReadFull(f, head) // a short file is not compressed
	return packingOf(head[:n]) != nil
}

// Ending returns the extension of a name in lower case, without that of compressed
// files: ".json" for "a.json" and "A.JSON.gz".
func Ending(name string) string {
	return strings.ToLower(filepath.Ext(Unpacked(name)))
}
