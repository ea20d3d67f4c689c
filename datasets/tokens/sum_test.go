package tokens

import (
	"math"
	"strings"
	"testing"

	"switchyard/out"
)

func TestSum(t *testing.T) {
	for _, c := range []struct {
		lines     int
		estimated bool
	}{{0, false}, {1, false}, {firstCounted, false}, {firstCounted + 1, false}, {firstCounted + 2, true}, {5000, true}} {
		var s Sum
		want := 0
		for line := 1; line <= c.lines; line++ {
			bytes := 100 + line%7*10
			tokens := bytes / 4
			if line <= firstCounted {
				tokens = bytes // other than those behind them
			}
			want += tokens
			if Sampled(line) {
				s.Count(line, bytes, tokens)
			} else {
				s.Pass(bytes)
			}
		}
		got, estimated := s.Total()
		if estimated != c.estimated || !estimated && got != want || math.Abs(float64(got-want)) > 0.02*float64(want) {
			t.Errorf("%d lines: %d, estimated %v, want %d", c.lines, got, estimated, want)
		}
	}
}

// nowhere is an output that keeps nothing.
type nowhere struct{ out.Output }

func (nowhere) Line(string, []byte) error { return nil }

func TestTally(t *testing.T) {
	counter := New()
	line := []byte(`{"text":"` + strings.Repeat("hello world ", 9) + `"}`)
	for _, exact := range []bool{true, false} {
		tally := counter.Tally(exact)
		to := tally.Output("trl", nowhere{})
		for range 200 {
			if err := to.Line("train.jsonl", line); err != nil {
				t.Fatal(err)
			}
		}
		if err := to.Line("test.jsonl", line); err != nil {
			t.Fatal(err)
		}
		files, estimated := tally.Files()
		n := counter.Count(string(line))
		if estimated == exact || files["trl/train.jsonl"] != 200*n || files["trl/test.jsonl"] != n || len(files) != 2 {
			t.Errorf("exact %v: %v, %v; a line has %d", exact, files, estimated, n)
		}
	}
}

func TestRounded(t *testing.T) {
	for n, want := range map[int]int{0: 0, 999: 999, 1000: 1000, 1234: 1230, 1235: 1240, 4165442: 4170000, 999999: 1000000} {
		if got := Rounded(n); got != want {
			t.Errorf("%d: %d, want %d", n, got, want)
		}
	}
}
