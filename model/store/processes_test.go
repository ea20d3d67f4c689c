package store

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"switchyard/model"
)

// The test binary runs itself as other processes that use a store.
const childVariable = "SWITCHYARD_STORE_TEST_CHILD"

func TestMain(m *testing.M) {
	if role := os.Getenv(childVariable); role != "" {
		if err := child(role, os.Args[1], os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "child:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// rounds is how often something is tried that depends on timing.
func rounds(usual, exhaustively int) int {
	if *exhaustive {
		return exhaustively
	}
	return usual
}

// started is a child process: it begins when begin is called, and prints a line
// for each answer that is stored.
type started struct {
	*exec.Cmd
	lines  *bufio.Scanner
	begin  io.Closer
	stderr bytes.Buffer
}

func start(t *testing.T, role, file string, number int) *started {
	t.Helper()
	p := &started{Cmd: exec.Command(os.Args[0], file, strconv.Itoa(number))}
	p.Env = append(os.Environ(), childVariable+"="+role)
	p.Stderr = &p.stderr
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.begin, p.lines = in, bufio.NewScanner(out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// child does what a role is about. Its first line is "ready", and it goes on
// when standard input ends.
func child(role, file, argument string) error {
	number, err := strconv.Atoi(argument)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	ctx := context.Background()
	s, err := Open(ctx, file)
	if err != nil {
		return err
	}
	switch role {
	case "write": // until it is killed
		return many(64, 1<<30, func(i int) error {
			if err := s.Put(ctx, keyOf(number+i), model.About{Model: "killed"}, &model.Raw{Status: 200, Body: answerOf(number + i)}); err != nil {
				return err
			}
			_, err := os.Stdout.WriteString(strconv.Itoa(number+i) + "\n")
			return err
		})
	case "share": // the same keys as others, with other answers
		err = many(16, shared, func(i int) error {
			mine := fmt.Appendf(nil, "process %d, answer %d", number, i)
			if err := s.Put(ctx, keyOf(i), model.About{Model: "shared"}, &model.Raw{Status: 200, Body: mine}); err != nil && err != model.ErrTaken {
				return err
			}
			raw, err := s.Get(ctx, keyOf(i))
			if err != nil || raw == nil {
				return fmt.Errorf("answer %d was put and is not there: %w", i, err)
			}
			// Its own, with bodies of some size, and what is known of endpoints.
			own := 1000*(number+1) + i
			if err := s.Put(ctx, keyOf(own), model.About{Model: "own"}, &model.Raw{Status: 200, Body: answerOf(own)}); err != nil {
				return err
			}
			if err := s.SetMode(ctx, "https://host/v1", strconv.Itoa(i%5), model.ModeObject); err != nil {
				return err
			}
			_, err = fmt.Printf("%d %s\n", i, raw.Body)
			return err
		})
	case "prune": // what nobody wants, again and again
		for range 10 {
			for i := range 50 {
				if err = s.Put(ctx, keyOf(1_000_000+i), model.About{Model: "waste"}, &model.Raw{Status: 500, Body: noise(20_000)}); err != nil {
					return err
				}
			}
			pruned, err := s.Prune(ctx, PruneOptions{Model: "waste"})
			if err != nil || pruned.Answers != 50 {
				return fmt.Errorf("pruned %+v: %w", pruned, err)
			}
		}
	}
	if err != nil {
		return err
	}
	return s.Close()
}

const shared = 200

// many calls f with the numbers below n from several goroutines.
func many(goroutines, n int, f func(int) error) error {
	errs := make(chan error, goroutines)
	for g := range goroutines {
		go func() {
			for i := g; i < n; i += goroutines {
				if err := f(i); err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	var first error
	for range goroutines {
		if err := <-errs; first == nil {
			first = err
		}
	}
	return first
}

// TestProcesses: several processes open a new store at the same moment, write
// the same keys, and agree about the answers; one of them prunes meanwhile.
func TestProcesses(t *testing.T) {
	for round := range rounds(1, 2) {
		file := filepath.Join(t.TempDir(), fmt.Sprint(round), "r.db")
		children := []*started{start(t, "prune", file, 0)}
		for n := range 4 {
			children = append(children, start(t, "share", file, n))
		}
		for _, c := range children {
			if !c.lines.Scan() || c.lines.Text() != "ready" {
				t.Fatalf("a process does not start: %s", &c.stderr)
			}
		}
		for _, c := range children {
			c.begin.Close()
		}
		saw := make([]map[int]string, len(children))
		var wait sync.WaitGroup
		for n, c := range children {
			wait.Go(func() {
				saw[n] = map[int]string{}
				for c.lines.Scan() {
					number, answer, _ := bytes.Cut(c.lines.Bytes(), []byte(" "))
					i, err := strconv.Atoi(string(number))
					if err != nil {
						t.Error(err)
					}
					saw[n][i] = string(answer)
				}
				if err := c.Wait(); err != nil {
					t.Errorf("%v: %s", err, &c.stderr)
				}
			})
		}
		wait.Wait()
		s := opened(t, file)
		winners := map[string]bool{}
		for i := range shared {
			raw, err := s.Get(t.Context(), keyOf(i))
			if err != nil || raw == nil {
				t.Fatalf("answer %d: %v, %v", i, raw, err)
			}
			winners[string(raw.Body[:len("process 0")])] = true
			for n, saw := range saw[1:] {
				if saw[i] != string(raw.Body) {
					t.Errorf("process %d saw %q for answer %d, which is %q", n, saw[i], i, raw.Body)
				}
				own := 1000*(n+1) + i
				if raw, err := s.Get(t.Context(), keyOf(own)); err != nil || raw == nil || !bytes.Equal(raw.Body, answerOf(own)) {
					t.Errorf("answer %d of process %d: %v", i, n, err)
				}
			}
		}
		t.Logf("round %d: answers of %d processes", round, len(winners))
		stats, err := s.Stats(t.Context())
		if err != nil || stats.Answers != 5*shared || stats.Failures != 0 {
			t.Errorf("%+v, %v", stats, err)
		}
		sound(t, s)
	}
}

// TestOpenedAtOnce: whoever opens a new file at the same moment as others gets
// the same store.
func TestOpenedAtOnce(t *testing.T) {
	for range rounds(3, 10) {
		file := filepath.Join(t.TempDir(), "new", "r.db")
		begin := make(chan struct{})
		var wait sync.WaitGroup
		for n := range 12 {
			wait.Go(func() {
				<-begin
				s, err := Open(t.Context(), file)
				if err != nil {
					t.Error(err)
					return
				}
				defer s.Close()
				if err := s.Put(t.Context(), keyOf(n), model.About{}, &model.Raw{}); err != nil {
					t.Error(err)
				}
			})
		}
		close(begin)
		wait.Wait()
		s := opened(t, file)
		stats, err := s.Stats(t.Context())
		if err != nil || stats.Answers != 12 {
			t.Errorf("%+v, %v", stats, err)
		}
	}
}

// TestKilled: processes that write are killed in the middle. Every answer whose
// Put had returned is there.
func TestKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.db")
	promised := 0
	for round := range rounds(5, 8) {
		// Two of them, so that one is also killed while the other goes on.
		var acknowledged [2][]int
		var children [2]*started
		for n := range children {
			children[n] = start(t, "write", file, (2*round+n)*1_000_000)
			if children[n].begin.Close(); !children[n].lines.Scan() {
				t.Fatalf("a process does not start: %s", &children[n].stderr)
			}
		}
		var wait sync.WaitGroup
		for n, c := range children {
			most := rand.IntN(600) // the first rounds also hit the making of the file
			if round < 3 {
				most = n
			}
			wait.Go(func() {
				killed := false
				kill := func() {
					if !killed && len(acknowledged[n]) >= most {
						killed = true
						if err := c.Process.Kill(); err != nil {
							t.Error(err)
						}
					}
				}
				for kill(); c.lines.Scan(); kill() {
					i, err := strconv.Atoi(c.lines.Text())
					if err != nil { // short writes into a pipe are whole or not at all
						t.Error(err)
					}
					acknowledged[n] = append(acknowledged[n], i)
				}
				if err := c.Wait(); err == nil || c.stderr.Len() > 0 {
					t.Errorf("it ended by itself: %s", &c.stderr)
				}
			})
		}
		wait.Wait()
		s := opened(t, file)
		for _, numbers := range acknowledged {
			for _, i := range numbers {
				raw, err := s.Get(t.Context(), keyOf(i))
				if err != nil || raw == nil || !bytes.Equal(raw.Body, answerOf(i)) {
					t.Errorf("round %d: answer %d: %v", round, i, err)
				}
			}
			promised += len(numbers)
		}
		sound(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if promised < 100 {
		t.Errorf("only %d answers were stored", promised)
	}
	t.Logf("%d answers", promised)
}
