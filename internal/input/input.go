// Package input opens the files that a program is given. What is compressed with gzip or
// zstd is unpacked while it is read; the content decides, not the name.
//
// [Open] opens a file, [New] wraps another reader, such as standard input, and
// [ReadFile] and [ReadAll] return the whole content, up to a limit. [KindOf] names what a
// file is if it is not text: an image, an archive, a page of a website.
//
// Opening and reading end when the context does, with its error, even if the system would
// wait for ever: for the writer of a named pipe, the other end of a connection, or somebody
// at a terminal.
//
// Unpacked content may be at most [MostTimes] times as long as what was read, once it
// exceeds [Unquestioned] bytes, so that a small file cannot make endless work. This and
// everything else that is wrong with compressed data is an [*Error]. The functions are
// safe for concurrent use; a [Reader] is not.
package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// The bounds of unpacking. Text shrinks to a thirtieth; gzip never goes below a
// thousandth.
const (
	// MostTimes is how many times as long as the compressed data the content may be.
	MostTimes = 500
	// Unquestioned is the length of content that is unpacked in any case.
	Unquestioned = 64 << 20
	// mostWindow is the memory that unpacking may need. zstd uses more only with --ultra
	// or --long.
	mostWindow = 128 << 20
)

// Error says what is wrong with data that cannot be read.
type Error struct {
	Message string // about the file: "the gzip data is damaged"
	Hint    string // what to do about it
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// Reader reads a file or stream, unpacked.
type Reader struct {
	from    counted
	size    int64 // of a regular file; 0 for others
	close   func() error
	content io.Reader // nil before the first call of Read
	packed  *packing  // nil if the data is not compressed
	unpack  func()    // frees what the unpacking holds; nil if nothing
	length  int64     // of what was returned
	err     error
}

// counted counts the bytes that are read, and keeps why reading failed.
type counted struct {
	io.Reader
	n   int64
	err error
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}

// Open opens a file for reading. Unlike [os.Open] it refuses folders, which otherwise
// fail only when they are read. The context counts as long as the file is read.
func Open(ctx context.Context, name string) (*Reader, error) {
	info, err := os.Stat(name) // this never waits
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR}
	}
	f, err := patiently(ctx, info, name)
	if err != nil {
		return nil, err
	}
	r := New(ctx, f)
	if info.Mode().IsRegular() {
		r.size = info.Size()
	}
	end := r.close
	r.close = func() error { return errors.Join(end(), f.Close()) }
	return r, nil
}

// New returns a reader of the content of another one. Nothing is read before the first
// call of [Reader.Read]. Closing it does not close the other one. A read of the other one
// that does not end when the context does is left to itself.
func New(ctx context.Context, from io.Reader) *Reader {
	if isRegular(from) {
		return &Reader{from: counted{Reader: from}, close: func() error { return nil }}
	}
	s := newStream(ctx, from)
	return &Reader{from: counted{Reader: s}, close: s.Close}
}

// Read implements [io.Reader].
func (r *Reader) Read(p []byte) (int, error) {
	if r.content == nil && r.err == nil {
		r.err = r.begin()
	}
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.content.Read(p)
	r.length += int64(n)
	switch {
	case r.packed == nil:
		return n, err
	case r.length > Unquestioned && r.length > MostTimes*r.from.n:
		n, err = 0, &Error{fmt.Sprintf("the %s data unpacks to more than %d times its size", r.packed.name, MostTimes),
			"unpack it first if you trust it"}
	case err != nil && !errors.Is(err, io.EOF):
		err = r.wrong(err)
	}
	r.err = err
	return n, err
}

// Size returns the length of the content if it is known beforehand, as that of a file that
// is not compressed; otherwise 0.
func (r *Reader) Size() int64 {
	if r.size > 0 && r.content == nil && r.err == nil {
		r.err = r.begin()
	}
	if r.packed != nil {
		return 0
	}
	return r.size
}

// begin finds out whether the data is compressed.
func (r *Reader) begin() error {
	head := make([]byte, 4)
	n, err := io.ReadFull(&r.from, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	r.content = io.MultiReader(bytes.NewReader(head[:n]), &r.from)
	if r.packed = packingOf(head[:n]); r.packed == nil {
		return nil
	}
	if r.content, r.unpack, err = r.packed.open(r.content); err != nil {
		return r.wrong(err)
	}
	return nil
}

// wrong says why data cannot be unpacked.
func (r *Reader) wrong(err error) error {
	name := r.packed.name
	switch {
	case r.from.err != nil: // it cannot even be read
		return r.from.err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Error{"the " + name + " data ends too early: the file was not written to its end", "copy or download it again"}
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return &Error{fmt.Sprintf("unpacking the %s data takes more than %d MiB of memory", name, mostWindow>>20), "unpack it first, or compress it again without --long and --ultra"}
	}
	return &Error{"the " + name + " data is damaged", "copy or download it again"}
}

// Close frees what the reader holds, and closes the file that [Open] opened.
func (r *Reader) Close() error {
	if r.unpack != nil {
		r.unpack()
		r.unpack = nil
	}
	r.content, r.err = nil, fs.ErrClosed
	return r.close()
}

// packing is a way to compress data.
type packing struct {
	name, ending string
	begins       func(head []byte) bool
	open         func(io.Reader) (content io.Reader, free func(), err error)
}

var packings = []*packing{
	{"gzip", ".gz", func(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b}) },
		func(from io.Reader) (io.Reader, func(), error) {
			content, err := gzip.NewReader(from)
			return content, nil, err
		}},
	// The second magic number is that of a frame without content, with which some
	// programs begin a file.
	{"zstd", ".zst", func(head []byte) bool {
		return bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) || len(head) >= 4 && head[0]&0xf0 == 0x50 && bytes.HasPrefix(head[1:], []byte{0x2a, 0x4d, 0x18})
	},
		func(from io.Reader) (io.Reader, func(), error) {
			content, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow))
			if err != nil {
				return nil, nil, err
			}
			return content, content.Close, nil
		}},
}

// packingOf recognizes compressed data by its first bytes; nil for any other.
func packingOf(head []byte) *packing {
	for _, p := range packings {
		if p.begins(head) {
			return p
		}
	}
	return nil
}

// ReadFile returns the content of a file, which may have at most most bytes.
func ReadFile(ctx context.Context, name string, most int64) (data []byte, err error) {
	r, err := Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return r.all(most)
}

// ReadAll returns the content of a stream, which may have at most most bytes.
func ReadAll(ctx context.Context, from io.Reader, most int64) (data []byte, err error) {
	r := New(ctx, from)
	defer func() { err = errors.Join(err, r.Close()) }()
	return r.all(most)
}

func (r *Reader) all(most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, &SizeError{most}
	}
	return data, nil
}

// SizeError says that a file is larger than what is read of one.
type SizeError struct{ Most int64 } // in bytes

// Error implements error.
func (e *SizeError) Error() string {
	return fmt.Sprintf("it has more than %d MiB", e.Most>>20)
}
