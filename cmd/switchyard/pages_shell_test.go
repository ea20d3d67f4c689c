//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// mockAddress is where switchyard mock listens if nothing else is said. Pages of the
// documentation run at the same time, so each gets an address of its own instead.
const mockAddress = "127.0.0.1:8080"

// ownServer is where pages suppose that a reader's own server listens.
const ownServer = "127.0.0.1:8000"

// patience is how long a command of a page may take.
const patience = 2 * time.Minute

// follower is a shell in which a page's commands run one after the other, as a reader would
// type them: what is exported, where cd went and what runs in the background stay.
type follower struct {
	stdin  io.WriteCloser
	stdout *bufio.Reader
	logs   string // a file for what each command prints
	ran    int
	group  int    // of its processes
	mock   string // stands for mockAddress
	server string // stands for ownServer
	env    []string
}

// newFollower starts a shell in an empty folder with a copy of examples/.
func newFollower(t *testing.T, dir string) *follower {
	t.Helper()
	s := &follower{logs: t.TempDir(), mock: freeAddress(t)}
	home := t.TempDir()
	// Nobody listens at OPENAI_BASE_URL: blocks that need a key must say so.
	s.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + s.logs, "GOGC=400", "LANG=C.UTF-8", "OPENAI_BASE_URL=http://127.0.0.1:9/v1",
		"SOURCE_DATE_EPOCH=1772442000"} // 2 March 2026, for the title of reports
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(dir, "examples", "run.example.yaml")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, []byte(s.here(string(text))), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh")
	cmd.Dir, cmd.Env, cmd.Stderr = dir, s.env, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if s.stdin, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.stdout = bufio.NewReader(stdout)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.group = cmd.Process.Pid
	t.Cleanup(func() {
		s.stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the shell ends with %v", err)
		}
		soon(t, "the end of what runs in the background", func() bool { return syscall.Kill(-s.group, syscall.SIGTERM) != nil })
	})
	return s
}

// here puts the addresses of this shell in place of those that pages show, and the
// program of the test in place of the go command.
func (s *follower) here(text string) string {
	text = strings.NewReplacer(
		mockAddress, s.mock,
		"go run ./cmd/switchyard generate", smallerSplit()+"switchyard generate",
		"go install ./cmd/switchyard", "command -v switchyard",
		"switchyard mock ", "switchyard mock --addr "+s.mock+" ",
	).Replace(text)
	if s.server != "" {
		text = strings.ReplaceAll(text, ownServer, s.server)
	}
	return text
}

// smallerSplit makes the standard split of the README smaller, to save time. With
// -exhaustive it is whole, as in TestStandardSplit and .ci/run.
func smallerSplit() string {
	if *exhaustive {
		return ""
	}
	return "SWITCHYARD_LIMIT=100 "
}

// run runs a command and returns what it prints. It waits for a mock in the background
// until it listens, like a reader who waits for its first line.
func (s *follower) run(line string) (string, error) {
	s.ran++
	log := filepath.Join(s.logs, strconv.Itoa(s.ran))
	fmt.Fprintf(s.stdin, "{ %s\n} >%s 2>&1 </dev/null; echo $?\n", s.here(line), log)
	said := make(chan string, 1)
	go func() {
		code, err := s.stdout.ReadString('\n')
		if err != nil {
			code = err.Error()
		}
		said <- strings.TrimSpace(code)
	}()
	var code string
	select {
	case code = <-said:
	case <-time.After(patience):
		_ = syscall.Kill(-s.group, syscall.SIGKILL) // what takes too long, too
		code = "unknown after " + patience.String()
	}
	out, err := os.ReadFile(log)
	if err != nil {
		return "", err
	}
	if code != "0" {
		return string(out), fmt.Errorf("exit status %s", code)
	}
	if !strings.HasSuffix(line, "&") {
		return string(out), nil
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if out, err = os.ReadFile(log); err != nil || strings.Contains(string(out), "listening on ") {
			return strings.ReplaceAll(string(out), s.mock, mockAddress), err
		}
		if time.Now().After(deadline) {
			return string(out), fmt.Errorf("the endpoint does not listen")
		}
	}
}

// standIn starts a mock endpoint with flags in place of a provider or the reader's own
// server. The returned function ends it.
func (s *follower) standIn(t *testing.T, flags string) func() {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "switchyard", append([]string{"mock", "--addr", "127.0.0.1:0"}, strings.Fields(flags)...)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Dir, cmd.Env = s.where(t), s.env
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	line, _ := lines.ReadString('\n')
	found := regexp.MustCompile(`listening on (\S+);`).FindStringSubmatch(line)
	if found == nil {
		cancel()
		t.Fatalf("mock %s says %q", flags, line)
	}
	go io.Copy(io.Discard, lines) // nobody may wait to be read
	s.server = found[1]
	if out, err := s.run("export OPENAI_BASE_URL=http://" + s.server + "/v1"); err != nil {
		t.Fatal(out, err)
	}
	return func() {
		s.server = ""
		if out, err := s.run("export OPENAI_BASE_URL=http://127.0.0.1:9/v1"); err != nil {
			t.Error(out, err)
		}
		cancel()
		_ = cmd.Wait() // it was told to end
	}
}

// where is the folder in which the shell is.
func (s *follower) where(t *testing.T) string {
	t.Helper()
	dir, err := s.run("pwd")
	if err != nil {
		t.Fatal(dir, err)
	}
	return strings.TrimSpace(dir)
}
