package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// endpoints are the mock endpoints that scripts have started, by their folders.
type endpoints struct{ running sync.Map }

// endpoint is a mock endpoint that runs as a program of its own.
type endpoint struct {
	cmd    *exec.Cmd
	stdout bytes.Buffer
	heard  chan struct{} // closed when all of standard error was read
}

// listening is what the program says when its endpoint is there.
var listening = regexp.MustCompile(`^listening on 127\.0\.0\.1:\d+; use it with --base-url (http://127\.0\.0\.1:\d+/v1)$`)

// start starts a mock endpoint at a free port and puts its base URL into $MOCK:
// mock FLAGS.
func (e *endpoints) start(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: mock FLAGS")
	}
	p := &endpoint{cmd: exec.Command("switchyard", append([]string{"mock", "--addr", "127.0.0.1:0"}, args...)...), heard: make(chan struct{})}
	p.cmd.Dir = ts.MkAbs(".")
	p.cmd.Env = append(os.Environ(), "HOME="+ts.Getenv("HOME"))
	p.cmd.Stdout = &p.stdout
	stderr, err := p.cmd.StderrPipe()
	ts.Check(err)
	ts.Check(p.cmd.Start())
	said := make(chan string, 1)
	go func() {
		defer close(p.heard)
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			select {
			case said <- lines.Text():
			default:
			}
		}
	}()
	ts.Defer(func() {
		_ = p.cmd.Process.Kill() // it may have ended long ago
	})
	select {
	case line := <-said:
		m := listening.FindStringSubmatch(line)
		if m == nil {
			ts.Fatalf("the mock says %q", line)
		}
		ts.Setenv("MOCK", m[1])
	case <-time.After(30 * time.Second):
		ts.Fatalf("the mock does not say where it listens")
	}
	e.running.Store(ts.Getenv("WORK"), p)
}

// stop ends the mock endpoint by Ctrl-C, and writes what it prints to a file:
// unmock FILE.
func (e *endpoints) stop(ts *testscript.TestScript, neg bool, args []string) {
	v, ok := e.running.LoadAndDelete(ts.Getenv("WORK"))
	if neg || len(args) != 1 || !ok {
		ts.Fatalf("usage, after mock: unmock FILE")
	}
	p := v.(*endpoint)
	ts.Check(p.cmd.Process.Signal(os.Interrupt))
	<-p.heard
	ts.Check(p.cmd.Wait())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(p.stdout.String(), ts.Getenv("MOCK"), "$MOCK")), 0o644))
}
