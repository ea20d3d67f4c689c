package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"switchyard/internal/race"
	"switchyard/model"
)

// noise cannot be packed.
func noise(n int) []byte {
	r := rand.NewChaCha8([32]byte{byte(n)})
	b := make([]byte, n)
	r.Read(b)
	return b
}

func same(a, b *model.Raw) bool {
	return a.Status == b.Status && a.Took == b.Took && bytes.Equal(a.Body, b.Body)
}

func TestRoundTrip(t *testing.T) {
	for _, test := range []struct {
		name string
		raw  model.Raw
	}{
		{"completion", model.Raw{Status: 200, Body: answerOf(1), Took: 1234567 * time.Microsecond}},
		{"empty", model.Raw{Status: 204}},
		{"nothing at all", model.Raw{}},
		{"one byte", model.Raw{Status: 200, Body: []byte{0}}},
		{"below packing", model.Raw{Status: 200, Body: bytes.Repeat([]byte("x"), packFrom-1)}},
		{"from packing on", model.Raw{Status: 200, Body: bytes.Repeat([]byte("x"), packFrom)}},
		{"noise", model.Raw{Status: 500, Body: noise(3000)}},
		{"never answered", model.Raw{Status: 0, Body: []byte(model.TimedOut), Took: time.Hour}},
		{"not UTF-8", model.Raw{Status: 200, Body: []byte("\xff\xfe\x00\x80")}},
		{"20 MB of text", model.Raw{Status: 200, Body: bytes.Repeat(answerOf(2), 20<<20/3000)}},
		{"20 MB of noise", model.Raw{Status: 200, Body: noise(20 << 20)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "r.db")
			s := opened(t, file)
			key := keyOf(7)
			if got, err := s.Get(t.Context(), key); got != nil || err != nil {
				t.Fatalf("an empty store answers %v, %v", got, err)
			}
			if err := s.Put(t.Context(), key, model.About{}, &test.raw); err != nil {
				t.Fatal(err)
			}
			for _, s := range []*Store{s, opened(t, file)} {
				got, err := s.Get(t.Context(), key)
				if err != nil {
					t.Fatal(err)
				}
				if !same(got, &test.raw) {
					t.Errorf("got %.200v", got)
				}
			}
		})
	}
}

func TestFirstAnswerStays(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "r.db"))
	// In one transaction too, and told to everybody but the first.
	for key := range 20 {
		var first atomic.Int64
		var wait sync.WaitGroup
		for status := range 20 {
			wait.Go(func() {
				err := s.Put(t.Context(), keyOf(key), model.About{}, &model.Raw{Status: 200 + status, Body: fmt.Append(nil, status)})
				if err == nil && first.Swap(int64(200+status)) != 0 {
					t.Error("two answers were the first")
				} else if err != nil && err != model.ErrTaken {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		got, err := s.Get(t.Context(), keyOf(key))
		if err != nil || got.Status != int(first.Load()) || string(got.Body) != fmt.Sprint(got.Status-200) {
			t.Errorf("got %+v, %v; the first was %d", got, err, first.Load())
		}
	}
}

// TestKeepsItsOwn: after Put and Get have returned, the slices are the caller's.
func TestKeepsItsOwn(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "r.db"))
	for i, n := range []int{10, 3000} {
		body := noise(n)
		want := bytes.Clone(body)
		if stored, _ := s.pack.pack(body); &stored[0] == &body[0] {
			t.Error("what waits to be written is the caller's slice")
		}
		if err := s.Put(t.Context(), keyOf(i), model.About{}, &model.Raw{Body: body}); err != nil {
			t.Fatal(err)
		}
		clear(body)
		for range 2 {
			got, err := s.Get(t.Context(), keyOf(i))
			if err != nil || !bytes.Equal(got.Body, want) {
				t.Fatalf("%d bytes came back as others: %v", n, err)
			}
			clear(got.Body)
		}
	}
}

var hostile = []string{
	"", " ", "'", `"`, "'); DROP TABLE answer; --", "a\x00b", "a\x00c", "\xff\xfe", "line\nbreak", "\x1b[31mred", "\u202eright", "名前", "%s?", "?1",
	strings.Repeat("long", 10000),
}

func TestHostileNames(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "r.db"))
	for i, a := range hostile {
		for j, b := range hostile {
			mode := model.Mode(fmt.Sprint(i, " ", j, " ", a))
			if got, err := s.Mode(t.Context(), a, b); err != nil || got != "" && place(a) == a {
				t.Fatalf("%q %q: %q before it was set, %v", a, b, got, err)
			}
			if err := s.SetMode(t.Context(), a, b, "first"); err != nil {
				t.Fatal(err)
			}
			if err := s.SetMode(t.Context(), a, b, mode); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Mode(t.Context(), a, b); err != nil || got != mode {
				t.Errorf("%q %q: %q, want %q, %v", a, b, got, mode, err)
			}
			key := keyOf(i*len(hostile) + j)
			if err := s.Put(t.Context(), key, model.About{Endpoint: a, Model: b, Trace: a + b}, &model.Raw{Body: []byte(b)}); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Get(t.Context(), key); err != nil || string(got.Body) != b {
				t.Errorf("%q: %v, %v", b, got, err)
			}
		}
	}
	for _, name := range hostile[1:] {
		pruned, err := s.Prune(t.Context(), PruneOptions{Model: name})
		if err != nil || pruned.Answers != len(hostile) {
			t.Errorf("model %.20q: pruned %+v, %v", name, pruned, err)
		}
	}
	sound(t, s)
}

func TestPlace(t *testing.T) {
	for in, want := range map[string]string{
		"https://api.openai.com/v1":                   "https://api.openai.com/v1",
		"https://key@host/v1":                         "https://host/v1",
		"https://user:secret@host:8080/v1/":           "https://host:8080/v1/",
		"https://a@b@host":                            "https://host",
		"https://host/v1?key=secret":                  "https://host/v1",
		"https://host/v1#secret":                      "https://host/v1",
		"https://user:p?ss@host/v1":                   "https://user:p", // no URL: "?" ends it
		"http://host/client/@cf/x":                    "http://host/client/@cf/x",
		"user:secret@host/v1":                         "host/v1",
		"https://host/openai/deployments/x?api-key=1": "https://host/openai/deployments/x",
		"": "",
	} {
		if got := place(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestNoSecrets looks into the bytes of the file.
func TestNoSecrets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.db")
	s := opened(t, file)
	const endpoint = "https://user:sk-secret@host/v1?api-key=sk-secret"
	if err := s.Put(t.Context(), keyOf(1), model.About{Endpoint: endpoint, Model: "m"}, &model.Raw{Body: []byte("visible")}); err != nil {
		t.Fatal(err)
	}
	if err := s.SetMode(t.Context(), endpoint, "m", model.ModeObject); err != nil {
		t.Fatal(err)
	}
	if m, err := s.Mode(t.Context(), "https://host/v1", "m"); m != model.ModeObject || err != nil {
		t.Errorf("mode %q, %v", m, err)
	}
	var all []byte
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(file + suffix)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	if bytes.Contains(all, []byte("sk-secret")) || !bytes.Contains(all, []byte("visible")) {
		t.Error("the file holds a secret, or nothing")
	}
}

func TestRights(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has other rights")
	}
	folder := filepath.Join(t.TempDir(), "made", "for & it?", "100%")
	file := filepath.Join(folder, "a#b c+d.db")
	s := opened(t, file)
	fill(t, s, 3)
	for path, want := range map[string]os.FileMode{
		filepath.Dir(folder): 0o700, folder: 0o700, file: 0o600, file + "-wal": 0o600, file + "-shm": 0o600,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("beside the file there is more: %v %v", entries, err)
	}
}

func TestClosed(t *testing.T) {
	s := opened(t, filepath.Join(t.TempDir(), "r.db"))
	fill(t, s, 1)
	var wait sync.WaitGroup
	var stored sync.Map
	for i := range 200 {
		wait.Go(func() {
			err := s.Put(context.Background(), keyOf(100+i), model.About{}, &model.Raw{Body: []byte("x")})
			if err == nil {
				stored.Store(100+i, true)
			} else if !errors.Is(err, errClosed) {
				t.Errorf("put: %v", err)
			}
		})
	}
	for range 3 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	wait.Wait()
	for what, call := range map[string]func() error{
		"Get":     func() error { _, err := s.Get(t.Context(), keyOf(0)); return err },
		"Put":     func() error { return s.Put(t.Context(), keyOf(0), model.About{}, &model.Raw{}) },
		"Mode":    func() error { _, err := s.Mode(t.Context(), "e", "m"); return err },
		"SetMode": func() error { return s.SetMode(t.Context(), "e", "m", model.ModeFenced) },
		"Stats":   func() error { _, err := s.Stats(t.Context()); return err },
		"Prune":   func() error { _, err := s.Prune(t.Context(), PruneOptions{All: true}); return err },
	} {
		if err := call(); !errors.Is(err, errClosed) {
			t.Errorf("%s after Close: %v", what, err)
		}
	}
	again := opened(t, s.Path())
	stored.Range(func(i, _ any) bool {
		if raw, err := again.Get(t.Context(), keyOf(i.(int))); raw == nil || err != nil {
			t.Errorf("answer %d was stored and is gone: %v", i, err)
		}
		return true
	})
}

func TestCancelled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.db")
	s := opened(t, file)
	fill(t, s, 1)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	calls := map[string]func(context.Context) error{
		"Put":     func(ctx context.Context) error { return s.Put(ctx, keyOf(9), model.About{}, &model.Raw{}) },
		"SetMode": func(ctx context.Context) error { return s.SetMode(ctx, "e", "m", model.ModeFenced) },
		"Prune":   func(ctx context.Context) error { _, err := s.Prune(ctx, PruneOptions{All: true}); return err },
		"Get":     func(ctx context.Context) error { _, err := s.Get(ctx, keyOf(0)); return err },
		"Mode":    func(ctx context.Context) error { _, err := s.Mode(ctx, "e", "m"); return err },
		"Stats":   func(ctx context.Context) error { _, err := s.Stats(ctx); return err },
		"Open": func(ctx context.Context) error {
			_, err := Open(ctx, filepath.Join(filepath.Dir(file), "new.db"))
			return err
		},
	}
	for what, call := range calls {
		if err := call(ended); err != context.Canceled {
			t.Errorf("%s with an ended context: %v", what, err)
		}
	}

	// While another holds the lock, writers wait, but not much longer than ctx.
	began := time.Now()
	other := opened(t, file)
	tx, err := other.write.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"SetMode", "Put", "Prune"} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := calls[what](ctx); err != context.DeadlineExceeded {
			t.Errorf("%s behind a lock: %v", what, err)
		}
		cancel()
	}
	if d := time.Since(began); d > patience/4 {
		t.Errorf("writers left the queue for the lock after %v", d)
	}
	for _, what := range []string{"Get", "Mode", "Stats"} {
		if err := calls[what](t.Context()); err != nil {
			t.Errorf("%s behind a lock of a writer: %v", what, err)
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	for what, call := range calls {
		if err := call(t.Context()); err != nil && err != model.ErrTaken && what != "Open" {
			t.Errorf("%s after the lock is gone: %v", what, err)
		}
	}
	sound(t, s)
}

var exhaustive = flag.Bool("exhaustive", false, "compare stores with maps in 100 histories, not 15, and open, share and kill more often")

// TestAgainstMap does the same to a store and to maps.
func TestAgainstMap(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	if !*exhaustive {
		checks := flag.Lookup("rapid.checks").Value
		usual := checks.String()
		defer checks.Set(usual)
		checks.Set("15")
	}
	rapid.Check(t, func(t *rapid.T) {
		folder, err := os.MkdirTemp("", "store")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(folder)
		file := filepath.Join(folder, "r.db")
		open := func() *Store {
			s, err := Open(context.Background(), file)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		s := open()
		defer func() { s.Close() }()
		type kept struct {
			about model.About
			raw   model.Raw
			at    time.Time
		}
		var (
			ctx     = context.Background()
			answers = map[model.Key]kept{}
			modes   = map[[2]string]model.Mode{}
			clock   = time.UnixMilli(1_700_000_000_000)
			names   = rapid.SampledFrom([]string{"", "a", "b", "a' OR '1'='1", "\x00"})
			keys    = rapid.Custom(func(t *rapid.T) model.Key { return sha256.Sum256([]byte{byte(rapid.IntRange(0, 9).Draw(t, "key"))}) })
		)
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				clock = clock.Add(time.Duration(rapid.IntRange(0, 1000).Draw(t, "ms")) * time.Millisecond)
				s.now = func() time.Time { return clock }
				key := keys.Draw(t, "key")
				k := kept{model.About{Endpoint: names.Draw(t, "endpoint"), Model: names.Draw(t, "model"), Trace: names.Draw(t, "trace")},
					model.Raw{Status: rapid.SampledFrom([]int{0, 199, 200, 299, 300, 429, 500}).Draw(t, "status"), Body: rapid.SliceOfN(rapid.SampledFrom([]byte("ab")), 0, 400).Draw(t, "body"),
						Took: time.Duration(rapid.Int64().Draw(t, "took"))}, clock}
				err := s.Put(ctx, key, k.about, &k.raw)
				if _, taken := answers[key]; taken != (err == model.ErrTaken) || err != nil && !taken {
					t.Fatalf("taken %v: %v", taken, err)
				} else if !taken {
					answers[key] = k
				}
			},
			"get": func(t *rapid.T) {
				key := keys.Draw(t, "key")
				got, err := s.Get(ctx, key)
				if err != nil {
					t.Fatal(err)
				}
				want, ok := answers[key]
				if (got != nil) != ok || ok && !same(got, &want.raw) {
					t.Fatalf("got %v, want %v", got, want.raw)
				}
			},
			"mode": func(t *rapid.T) {
				at := [2]string{names.Draw(t, "endpoint"), names.Draw(t, "model")}
				if got, err := s.Mode(ctx, at[0], at[1]); err != nil || got != modes[at] {
					t.Fatalf("mode %q, want %q, %v", got, modes[at], err)
				}
				modes[at] = rapid.SampledFrom([]model.Mode{model.ModeSchema, model.ModeObject, model.ModeFenced}).Draw(t, "mode")
				if err := s.SetMode(ctx, at[0], at[1], modes[at]); err != nil {
					t.Fatal(err)
				}
			},
			"prune": func(t *rapid.T) {
				o := PruneOptions{Endpoint: names.Draw(t, "endpoint"), Model: names.Draw(t, "model"), DryRun: rapid.Bool().Draw(t, "dry")}
				if rapid.Bool().Draw(t, "old") {
					o.OlderThan = clock.Add(-time.Duration(rapid.IntRange(-1, 1000).Draw(t, "age")) * time.Millisecond)
				}
				got, err := s.Prune(ctx, o)
				if o.Endpoint == "" && o.Model == "" && o.OlderThan.IsZero() {
					if err != ErrNoChoice {
						t.Fatalf("no choice: %v", err)
					}
					return
				}
				want := Pruned{Freed: got.Freed}
				for key, k := range answers {
					if (o.Endpoint == "" || o.Endpoint == k.about.Endpoint) && (o.Model == "" || o.Model == k.about.Model) &&
						(o.OlderThan.IsZero() || k.at.Before(o.OlderThan)) {
						want.Answers++
						want.Bytes += int64(len(k.raw.Body))
						if !o.DryRun {
							delete(answers, key)
						}
					}
				}
				if err != nil || got != want {
					t.Fatalf("pruned %+v, want %+v, %v", got, want, err)
				}
			},
			"again": func(t *rapid.T) {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				s = open()
			},
			"": func(t *rapid.T) {
				stats, err := s.Stats(ctx)
				if err != nil {
					t.Fatal(err)
				}
				want := Stats{File: stats.File}
				for _, k := range answers {
					want.Answers++
					want.Bytes += int64(len(k.raw.Body))
					if k.raw.Status/100 != 2 {
						want.Failures++
					}
					if want.Oldest.IsZero() || k.at.Before(want.Oldest) {
						want.Oldest = k.at
					}
					if k.at.After(want.Newest) {
						want.Newest = k.at
					}
				}
				shares := 0
				for _, share := range stats.Shares {
					shares += share.Answers
				}
				if shares != stats.Answers {
					t.Fatalf("the shares have %d answers of %d", shares, stats.Answers)
				}
				if diff := cmp.Diff(want, *stats, cmpopts.IgnoreFields(Stats{}, "Shares")); diff != "" {
					t.Fatalf("stats (-want +got):\n%s", diff)
				}
			},
		})
	})
}

// sound checks the file.
func sound(t *testing.T, s *Store) {
	t.Helper()
	var verdict string
	if err := s.read.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity: %s %v", verdict, err)
	}
}

// TestWaitsForALock: those who write wait for another process, for longer than
// SQLite does by itself.
func TestWaitsForALock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.db")
	s, other := opened(t, file), opened(t, file)
	for what, write := range map[string]func() error{
		"Put":     func() error { return s.Put(t.Context(), keyOf(1), model.About{}, &model.Raw{}) },
		"SetMode": func() error { return s.SetMode(t.Context(), "e", "m", model.ModeFenced) },
		"Prune":   func() error { _, err := s.Prune(t.Context(), PruneOptions{Model: "m"}); return err },
	} {
		fill(t, other, 1) // there is something for Prune to look at
		tx, err := other.write.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(400*time.Millisecond, func() { _ = tx.Rollback() })
		if err := write(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}
