package store

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"switchyard/model"
)

func TestStats(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "r.db"))
	empty, err := s.Stats(t.Context())
	if err != nil || empty.Answers != 0 || !empty.Oldest.IsZero() || !empty.Newest.IsZero() || empty.File == 0 {
		t.Fatalf("an empty store: %+v, %v", empty, err)
	}
	start := time.UnixMilli(1_750_000_000_000)
	for i, p := range []struct {
		endpoint, model string
		status, size    int
	}{{"https://b/v1", "x", 200, 10}, {"https://a/v1", "y", 200, 2000}, {"https://u:p@a/v1", "x", 429, 30}, {"https://a/v1", "x", 0, 4}, {"https://a/v1", "x", 299, 0}} {
		s.now = func() time.Time { return start.Add(time.Duration(i) * time.Hour) }
		if err := s.Put(t.Context(), keyOf(i), model.About{Endpoint: p.endpoint, Model: p.model}, &model.Raw{Status: p.status, Body: make([]byte, p.size)}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := &Stats{Answers: 5, Failures: 2, Bytes: 2044, File: got.File, Oldest: start, Newest: start.Add(4 * time.Hour), Shares: []Share{
		{"https://a/v1", "x", 3, 2, 34}, {"https://a/v1", "y", 1, 0, 2000}, {"https://b/v1", "x", 1, 0, 10},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPruneChoices(t *testing.T) {
	now := time.UnixMilli(1_750_000_000_000)
	for _, test := range []struct {
		name    string
		options PruneOptions
		gone    []int // of the six below
		err     error
	}{
		{"nothing", PruneOptions{}, nil, ErrNoChoice},
		{"nothing, dry", PruneOptions{DryRun: true}, nil, ErrNoChoice},
		{"all and some", PruneOptions{All: true, Model: "x"}, nil, ErrAllOrSome},
		{"all", PruneOptions{All: true}, []int{0, 1, 2, 3, 4, 5}, nil},
		{"model", PruneOptions{Model: "x"}, []int{0, 2, 4}, nil},
		{"endpoint", PruneOptions{Endpoint: "https://key@a/v1?x"}, []int{0, 1}, nil},
		{"both", PruneOptions{Endpoint: "https://a/v1", Model: "x"}, []int{0}, nil},
		{"old", PruneOptions{OlderThan: now.Add(3 * time.Hour)}, []int{0, 1, 2}, nil},
		{"unknown", PruneOptions{Model: "X"}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := opened(t, filepath.Join(t.TempDir(), "r.db"))
			for i := range 6 {
				s.now = func() time.Time { return now.Add(time.Duration(i) * time.Hour) }
				about := model.About{Endpoint: []string{"https://a/v1", "https://b/v1", "https://c/v1"}[i/2], Model: []string{"x", "y"}[i%2]}
				status := []int{200, 200, 200, 500, 0, 201}[i]
				if err := s.Put(t.Context(), keyOf(i), about, &model.Raw{Status: status, Body: make([]byte, 1<<i)}); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.SetMode(t.Context(), "https://a/v1", "x", model.ModeFenced); err != nil {
				t.Fatal(err)
			}
			want := Pruned{}
			gone := map[int]bool{}
			for _, i := range test.gone {
				gone[i] = true
				want.Answers++
				want.Bytes += 1 << i
			}
			for _, dry := range []bool{true, false} {
				test.options.DryRun = dry
				got, err := s.Prune(t.Context(), test.options)
				got.Freed = 0
				if !errors.Is(err, test.err) || err == nil && got != want {
					t.Fatalf("dry %v: %+v, want %+v, %v", dry, got, want, err)
				}
				for i := range 6 {
					raw, err := s.Get(t.Context(), keyOf(i))
					if err != nil || (raw == nil) != (gone[i] && !dry) {
						t.Errorf("dry %v: answer %d is %v, %v", dry, i, raw, err)
					}
				}
			}
			mode, err := s.Mode(t.Context(), "https://a/v1", "x")
			if err != nil || (mode == "") != (test.options.All && test.err == nil) {
				t.Errorf("mode %q, %v", mode, err)
			}
		})
	}
}

// TestPruneGivesBack removes every second answer, then all, while another
// connection reads now and then.
func TestPruneGivesBack(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.db")
	s, other := opened(t, file), opened(t, file)
	const many = 3 * pruneAnswers
	for i := range many {
		about := model.About{Model: []string{"x", "y"}[i%2]}
		done := make(chan error, 1)
		go func() { done <- s.Put(t.Context(), keyOf(i), about, &model.Raw{Status: 200, Body: noise(3000)}) }()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	before := s.onDisk()
	if before < many*3000 {
		t.Fatalf("only %d bytes are used", before)
	}
	got, err := s.Prune(t.Context(), PruneOptions{Model: "x"})
	if err != nil || got.Answers != many/2 || got.Bytes != many/2*3000 || got.Freed < many/2*3000*8/10 {
		t.Errorf("half: %+v, %v", got, err)
	}
	if raw, err := other.Get(t.Context(), keyOf(1)); raw == nil || err != nil {
		t.Errorf("another connection: %v, %v", raw, err)
	}
	sound(t, s)
	if got, err = s.Prune(t.Context(), PruneOptions{All: true}); err != nil || got.Answers != many/2 || s.onDisk() > 200_000 {
		t.Errorf("all: %+v, %v, %d bytes are left", got, err, s.onDisk())
	}
	sound(t, other)
}

// TestPruneBesideAReader: somebody who reads for long keeps the log from being
// cut, but neither Prune nor those who write wait for it.
func TestPruneBesideAReader(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.db")
	s, other := opened(t, file), opened(t, file)
	fill(t, s, 300)
	rows, err := other.read.QueryContext(t.Context(), "SELECT id FROM answer")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	rows.Next()
	if err := s.Put(t.Context(), keyOf(300), model.About{}, &model.Raw{Body: noise(3000)}); err != nil { // the log has more than the reader sees
		t.Fatal(err)
	}
	began, done := time.Now(), make(chan error, 1)
	go func() {
		_, err := s.Prune(t.Context(), PruneOptions{Model: "model-1"})
		done <- err
	}()
	for pruning := true; pruning; {
		select {
		case err := <-done:
			if pruning = false; err != nil {
				t.Error(err)
			}
		default:
		}
		if err := other.SetMode(t.Context(), "https://a/v1", "x", model.ModeFenced); err != nil {
			t.Fatal(err)
		}
	}
	if d := time.Since(began); d > patience/3 {
		t.Errorf("it took %v", d)
	}
}
