package input_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/iotest"
	"time"

	"switchyard/internal/input"
)

// Reading ends with the context, whatever the other end does.
func TestReadingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	from, to := io.Pipe()
	defer to.Close()
	r := input.New(ctx, from)
	go func() {
		_, _ = to.Write([]byte("a line\nhalf")) // the pipe cannot fail while it is read
		time.Sleep(10 * time.Millisecond)
		cancel()
	}()
	got, err := io.ReadAll(r)
	if string(got) != "a line\nhalf" || !errors.Is(err, context.Canceled) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("reading on: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// A stream is read as it is, however it comes, and no further than is asked for.
func TestStream(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789\n"), 30_000)
	failed := errors.New("failed")
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "halves": iotest.HalfReader, "with its error": iotest.DataErrReader,
	} {
		want := text
		if name == "bytes" {
			want = text[:1000]
		}
		got, err := input.ReadAll(t.Context(), wrap(bytes.NewReader(want)), 1<<30)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		got, err = io.ReadAll(input.New(t.Context(), io.MultiReader(wrap(bytes.NewReader(want)), iotest.ErrReader(failed))))
		if !errors.Is(err, failed) || !bytes.Equal(got, want) {
			t.Errorf("%s, failing: %d bytes, %v", name, len(got), err)
		}
	}
	rest := bytes.NewReader(text)
	r := input.New(t.Context(), rest)
	if _, err := io.ReadFull(r, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if read := len(text) - rest.Len(); read > 128<<10 {
		t.Errorf("%d bytes were read for 100", read)
	}
}
