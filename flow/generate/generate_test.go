package generate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/datasets/manifest"
	"switchyard/flow"
	"switchyard/flow/find"
	"switchyard/flow/generate"
	"switchyard/flow/session"
	"switchyard/gen/runfolder"
	"switchyard/internal/race"
)

func workflows(t testing.TB, words ...string) (all []*flow.Workflow) {
	t.Helper()
	for _, word := range words {
		list, err := find.Workflows(context.Background(), word)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	return all
}

func run(t testing.TB, c generate.Config) *generate.Report {
	t.Helper()
	report, err := generate.Run(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func contents(t testing.TB, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

func same(t testing.TB, a, b map[string]string) {
	t.Helper()
	for name := range a {
		if a[name] != b[name] {
			t.Errorf("%s differs", name)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d files and %d", len(a), len(b))
	}
}

// The whole flow space is covered, and the number of workers does not matter.
func TestSpace(t *testing.T) {
	dir := t.TempDir()
	c := generate.Config{Seed: 3, Workflows: workflows(t, "travel/flight_inquiry"), PerEdge: 1, PerPair: 1, Cross: 6, Out: filepath.Join(dir, "a"), Workers: 1}
	if testing.Short() {
		c.Limit, c.Workers = 20, 4
		if r := run(t, c); r.Accepted != 20 {
			t.Errorf("%+v", r)
		}
		return
	}
	r := run(t, c)
	if r.Accepted != r.Planned || r.Space.Edge.Share != 1 || r.Space.Way.Share != 1 || r.Space.OOW.Share != 1 || len(r.Space.ByOOW) != len(flow.AllOOW()) {
		t.Errorf("%+v", r)
	}
	if r.Space.Runs[1] == 0 || r.Space.Runs[2]+r.Space.Runs[3] == 0 {
		t.Errorf("runs: %v", r.Space.Runs)
	}
	c.Out, c.Workers = filepath.Join(dir, "b"), 5
	run(t, c)
	same(t, contents(t, filepath.Join(dir, "a")), contents(t, filepath.Join(dir, "b")))
	if again := run(t, c); !again.Unchanged || again.Accepted != r.Accepted {
		t.Errorf("again: %+v", again)
	}
	c.Seed = 4
	var different *runfolder.DifferentError
	if _, err := generate.Run(context.Background(), c); !errors.As(err, &different) || strings.Join(different.Differences, "; ") != "seed: 3 there, 4 now" {
		t.Errorf("another seed: %v", err)
	}
}

// stopping stops a run after n sessions.
type stopping struct {
	n    int
	stop func()
}

func (s *stopping) Start(int, int) {}
func (s *stopping) Finish()        {}
func (s *stopping) Add(bool) {
	if s.n--; s.n == 0 {
		s.stop()
	}
}

// A run that is stopped again and again ends with the same bytes.
func TestStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	dir := t.TempDir()
	c := generate.Config{Seed: 1, Workflows: workflows(t, "flight_booking"), PerEdge: 1, PerPair: 1, Cross: 3, Out: filepath.Join(dir, "whole"), Workers: 2}
	run(t, c)
	c.Out = filepath.Join(dir, "pieces")
	stops := 0
	for n := 3; ; n += 11 {
		ctx, cancel := context.WithCancel(context.Background())
		c.Progress = &stopping{n, cancel}
		_, err := generate.Run(ctx, c)
		cancel()
		if err == nil {
			break
		}
		var stopped *generate.InterruptedError
		if !errors.As(err, &stopped) || stopped.Done == 0 {
			t.Fatal(err)
		}
		if stops++; stops == 2 { // a crash in the middle of a line
			f, err := os.OpenFile(filepath.Join(c.Out, generate.Name), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString(`{"format":"switch`); err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
	}
	if stops < 2 {
		t.Errorf("stopped %d times", stops)
	}
	same(t, contents(t, filepath.Join(dir, "whole")), contents(t, c.Out))
}

// A limit takes sessions evenly, and counts are those of the plan.
func TestLimit(t *testing.T) {
	c := generate.Config{Seed: 1, Workflows: workflows(t, "flight_booking"), PerEdge: 2, PerPair: 2, Cross: 1, Limit: 7, Out: filepath.Join(t.TempDir(), "d")}
	if r := run(t, c); r.Planned != 7 || r.Accepted != 7 {
		t.Errorf("%+v", r)
	}
	m, err := manifest.Read(c.Out)
	if err != nil || m.Config.Flow.PerPair != 2 || m.Config.Limit != 7 {
		t.Errorf("%+v, %v", m, err)
	}
	for _, bad := range []generate.Config{{Out: "x"}, {Workflows: c.Workflows}, {Workflows: c.Workflows, Out: "x", PerEdge: -1}} {
		if _, err := generate.Run(context.Background(), bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// lines are the sessions of some workflows.
func lines(t testing.TB, words ...string) [][]byte {
	t.Helper()
	c := generate.Config{Seed: 1, Workflows: workflows(t, words...), PerEdge: 1, PerPair: 1, Cross: 8, Out: filepath.Join(t.TempDir(), "d")}
	run(t, c)
	return linesOf(t, filepath.Join(c.Out, generate.Name))
}

func linesOf(t testing.TB, name string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(data), []byte("\n"))
}

// A part of an address is what another slot is: the crew is where the move begins.
func TestPartsOfSlots(t *testing.T) {
	n := 0
	for _, line := range lines(t, "moving_service_appointment") {
		var s session.Session
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		city := ""
		for _, ex := range s.Exchanges {
			for _, c := range ex.Calls {
				var args struct {
					City string `json:"city"`
					From struct {
						City string `json:"city"`
					} `json:"from_address"`
				}
				if err := json.Unmarshal(c.Arguments, &args); err != nil {
					t.Fatal(err)
				}
				if args.City != "" {
					city = args.City
				}
				if args.From.City != "" {
					if n++; args.From.City != city {
						t.Errorf("%s: from %s with a crew in %s", s.ID, args.From.City, city)
					}
				}
			}
		}
	}
	if n == 0 {
		t.Error("no price was estimated")
	}
}

// Most users act for themselves, and everybody has one name in a session.
func TestOwnNames(t *testing.T) {
	if race.Enabled {
		t.Skip("what is made is the same without it")
	}
	own, others := 0, 0
	for _, line := range lines(t, "hotel_booking", "get_food_voucher", "laptop_recommendations") {
		var s session.Session
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		first := map[string]string{}
		for _, ex := range s.Exchanges {
			for _, x := range ex.Said {
				if _, again := first[x.Slot]; again {
					continue
				}
				first[x.Slot] = string(x.Value)
				switch x.Slot {
				case "guest_name", "email", "contact":
					if text := string(x.Value); strings.Contains(text, s.Persona.Name) || strings.Contains(text, s.Persona.Email) {
						own++
					} else {
						others++
					}
				}
			}
		}
	}
	if own < 2*others || others == 0 {
		t.Errorf("%d of themselves, %d of others", own, others)
	}
}
