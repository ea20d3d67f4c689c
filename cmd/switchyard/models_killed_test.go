//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"switchyard/internal/race"
	"switchyard/model/mock"
)

// start starts the program as a process of its own.
func (r *rehearsal) start(t *testing.T, stderr *bytes.Buffer, out string, more ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("switchyard", r.args(out, more...)...)
	cmd.Env = append(os.Environ(), r.env()...)
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	return cmd
}

// storedTraces are the turns whose answers are in the store.
func storedTraces(t *testing.T, file string) map[string]bool {
	t.Helper()
	traces := map[string]bool{}
	if _, err := os.Stat(file); err != nil {
		return traces
	}
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro&_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT trace FROM answer")
	if err != nil {
		if strings.Contains(err.Error(), "no such table") {
			return traces // killed before it was made
		}
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var trace string
		if err := rows.Scan(&trace); err != nil {
			t.Fatal(err)
		}
		traces[trace] = true
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return traces
}

// A run that is killed again and again ends with the same bytes and the same
// account as one that is not, and asks for nothing that has been stored. What
// was under way when it was killed may have been answered without having been
// stored; only that is asked again.
func TestKilledRunGoesOn(t *testing.T) {
	for strategy, kills := range map[string]int{"blueprint": sized(3, 4, 25), "free": sized(2, 3, 8)} {
		t.Run(strategy, func(t *testing.T) {
			t.Parallel()
			if (testing.Short() || race.Enabled) && strategy == "free" {
				t.Skip("the same as with the other strategy")
			}
			cfg := mock.Config{Latency: 5 * time.Millisecond}
			r := rehearseRun(t, cfg, "--missions", "1-2", "--per-path", fmt.Sprint(sized(1, 1, 4)), "--toolset", "travel") // every start loads them
			const inFlight = 8
			args := []string{"--all-roles", "m", "--in-flight", fmt.Sprint(inFlight), "--strategy", strategy}
			whole := r.generate(t.Context(), "whole", append(args, "--store", filepath.Join(r.dir, "whole.db"))...).must(t, exitOK)
			want := map[string]bool{}
			for _, q := range r.seen(t) {
				want[q.trace] = true
			}

			r.replace(t, cfg) // it has answered nothing yet
			random := rand.New(rand.NewPCG(4, uint64(len(strategy))))
			file := filepath.Join(r.dir, "store.db")
			stored, underWay, killed, before := map[string]bool{}, 0, 0, 0
			step := max(2, 2*len(want)/kills*7/10) // so that the run is not at its end before
			for killed < kills {
				var stderr bytes.Buffer
				cmd := r.start(t, &stderr, "killed", args...)
				after := before + 1 + random.IntN(step)
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					_ = cmd.Wait()
				}()
				for deadline := time.Now().Add(time.Minute); r.arrivals() < after && time.Now().Before(deadline); time.Sleep(200 * time.Microsecond) {
					if isClosed(ended) {
						break
					}
				}
				time.Sleep(time.Duration(random.IntN(6000)) * time.Microsecond)
				_ = cmd.Process.Kill()
				<-ended
				if cmd.ProcessState.ExitCode() >= 0 {
					t.Fatalf("the run ended by itself after %d kills: %s", killed, &stderr)
				}
				killed++
				seen := r.seen(t)
				for _, q := range seen[before:] {
					if stored[q.trace] {
						t.Errorf("%s is asked again, though it was stored", q.trace)
					}
				}
				stored = storedTraces(t, file)
				lost := 0
				for _, q := range seen[before:] {
					if !stored[q.trace] {
						lost++
					}
				}
				if underWay += lost; lost > 3*inFlight {
					t.Errorf("of %d requests before kill %d, the answers of %d were not stored", len(seen)-before, killed, lost)
				}
				before = len(seen)
			}
			last := r.generate(t.Context(), "killed", args...).must(t, exitOK)
			got := map[string]bool{}
			for i, q := range r.seen(t) {
				got[q.trace] = true
				if i >= before && stored[q.trace] {
					t.Errorf("%s is asked again, though it was stored", q.trace)
				}
			}
			alike(t, whole.folder, last.folder)
			sameBills(t, whole.folder, last.folder)
			if len(got) != len(want) {
				t.Errorf("%d turns are asked for, %d by the run that was not killed", len(got), len(want))
			}
			saw := r.Stats()
			t.Logf("%d requests of %d turns; %d kills with %d requests under way, of which %d had been answered and are answered again, one of them %d times",
				saw.Requests, len(want), killed, underWay, saw.Repeated, saw.MostAsked)
			// What a process sends with its last breath may come after it was counted.
			if most := 3 * inFlight * killed; underWay == 0 || saw.Repeated > most || saw.Requests > len(want)+most {
				t.Errorf("%+v", saw)
			}
			verified(t, last.folder)
		})
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// The first Ctrl-C waits for what is asked, and stores it: nothing is asked
// twice then.
func TestInterruptedModelRun(t *testing.T) {
	cfg := mock.Config{Latency: 60 * time.Millisecond}
	r := rehearseRun(t, cfg, "--missions", "1-2", "--per-path", fmt.Sprint(sized(1, 1, 2)), "--toolset", "travel")
	args := []string{"--all-roles", "m", "--in-flight", "16"}
	whole := r.generate(t.Context(), "whole", append(args, "--store", filepath.Join(r.dir, "whole.db"))...).must(t, exitOK)
	r.replace(t, cfg)
	for stops := range sized(2, 3, 4) {
		var stderr bytes.Buffer
		cmd := r.start(t, &stderr, "stopped", args...)
		before := r.arrivals()
		soon(t, "some requests", func() bool { return r.arrivals() > before+20+stops*7 })
		interrupt(t, cmd)
		if code := exitCode(t, cmd); code != exitInterrupted {
			t.Fatalf("exit code %d: %s", code, &stderr)
		}
		for _, want := range []string{"stopping: finishing what is in flight", "error: stopped after ", " is intact; the same command continues from there"} {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("%q is not in:\n%s", want, &stderr)
			}
		}
		seen, stored := r.seen(t), storedTraces(t, filepath.Join(r.dir, "store.db"))
		for _, q := range seen {
			if !q.answered() || !stored[q.trace] {
				t.Errorf("%s has status %d, and was stored: %v", q.trace, q.status, stored[q.trace])
			}
		}
	}
	last := r.generate(t.Context(), "stopped", args...).must(t, exitOK)
	alike(t, whole.folder, last.folder)
	sameBills(t, whole.folder, last.folder)
	if s := r.Stats(); s.Repeated > 0 || s.MostAsked != 1 || s.Gone > 0 || s.Requests != s.Answered {
		t.Errorf("%+v", s)
	}
}

// The second Ctrl-C does not wait for an endpoint that hangs.
func TestSecondInterruptOfModelRun(t *testing.T) {
	r := rehearseRun(t, mock.Config{Faults: mock.Faults{mock.Hang: 1}}, "--limit", "4")
	var stderr bytes.Buffer
	cmd := r.start(t, &stderr, "d", "--all-roles", "m")
	soon(t, "a request", func() bool { return r.arrivals() > 0 })
	code := make(chan int, 1)
	interrupt(t, cmd)
	go func() {
		_ = cmd.Wait()
		code <- cmd.ProcessState.ExitCode()
	}()
	select {
	case <-code:
		t.Fatalf("the first Ctrl-C does not wait for the answer: %s", &stderr)
	case <-time.After(150 * time.Millisecond):
	}
	interrupt(t, cmd)
	select {
	case got := <-code:
		if got != exitInterrupted {
			t.Errorf("exit code %d: %s", got, &stderr)
		}
	case <-time.After(20 * time.Second):
		t.Error("the second Ctrl-C does not end the program")
	}
}
