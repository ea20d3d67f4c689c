package datasets

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"
)

func TestInOrder(t *testing.T) {
	const lines = 500
	for _, workers := range []int{1, 3, 16} {
		at := 0
		buf := make([]byte, 1) // reused, as files do
		next := func() ([]byte, int, error) {
			if at == lines {
				return nil, at, io.EOF
			}
			at++
			buf[0] = byte(at)
			return buf, at, nil
		}
		var got []int
		err := inOrder(t.Context(), workers, next, func(line []byte, number int) int {
			if line[0] != byte(number) {
				t.Errorf("line %d holds %d", number, line[0])
			}
			return number
		}, func(n int) { got = append(got, n) })
		if err != nil || len(got) != lines || !slices.IsSorted(got) {
			t.Errorf("%d workers: %d lines, %v", workers, len(got), err)
		}
	}
}

func TestInOrderEnds(t *testing.T) {
	broken := errors.New("broken")
	n := 0
	next := func() ([]byte, int, error) {
		if n++; n > 5 {
			return nil, n, broken
		}
		return nil, n, nil
	}
	taken := 0
	err := inOrder(t.Context(), 2, next, func([]byte, int) int { return 0 }, func(int) { taken++ })
	if !errors.Is(err, broken) || taken != 5 {
		t.Errorf("%d taken, %v", taken, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	endless := func() ([]byte, int, error) { return nil, 1, nil }
	err = inOrder(ctx, 2, endless, func([]byte, int) int { return 0 }, func(int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A panic while a line is worked on, or read, is an error that names the line.
func TestInOrderCatchesPanics(t *testing.T) {
	n := 0
	next := func() ([]byte, int, error) {
		if n++; n > 100 {
			panic("no more")
		}
		return []byte("x"), n, nil
	}
	err := inOrder(t.Context(), 3, next, func(_ []byte, number int) int {
		if number == 7 {
			panic("seven")
		}
		return number
	}, func(int) {})
	if err == nil || err.Error() != "line 7: seven" {
		t.Errorf("%v", err)
	}
	n = 0
	if err := inOrder(t.Context(), 3, next, func([]byte, int) int { return 0 }, func(int) {}); err == nil || err.Error() != "reading the lines: no more" {
		t.Errorf("%v", err)
	}
}
