package mcp

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"switchyard/internal/prose"
	"switchyard/tools/imports"
)

// keptOfErrors is how much of what a server says of itself goes into an error.
const keptOfErrors = 2_000

// FromCommand imports the tools of a Model Context Protocol server that is a
// program. It starts the program without a shell, reads all pages of its tools
// over standard input and output, and ends it. On Unix and Windows, it also ends
// the processes that the program started. On Unix, processes that left the process
// group are not ended.
//
// The error is of type [*imports.Error], with the last lines that the program wrote to
// standard error, or [imports.ErrNothing], together with a report that says why.
func FromCommand(ctx context.Context, command []string) (*imports.Report, error) {
	return fromCommand(ctx, command, usualLimits)
}

func fromCommand(ctx context.Context, command []string, limits liveLimits) (*imports.Report, error) {
	source := oneLine(strings.Join(command, " "))
	if len(command) == 0 || strings.TrimSpace(command[0]) == "" {
		return nil, &imports.Error{Source: "mcp", Message: "there is no command to start", Hint: "write, for example, npx -y @modelcontextprotocol/server-everything"}
	}
	p, err := startServer(command)
	if err != nil {
		return nil, &imports.Error{Source: source, Message: "the server cannot be started: " + oneLine(prose.Error(err)), Hint: "is the program installed? The command is not read by a shell: quotes and variables mean nothing in it"}
	}
	transport := &heardTransport{base: &mcp.IOTransport{Reader: &boundedReader{p.out, limits.bytes}, Writer: p.in}}
	a := asking{source: source, limits: limits, abandon: p.kill}
	report, err := a.tools(ctx, transport, transport.results)
	p.end(limits)
	if failure := (*imports.Error)(nil); errors.As(err, &failure) {
		if ctx.Err() != nil {
			failure.Message = context.Cause(ctx).Error()
		}
		if said := p.said.text(); said != "" {
			failure.Hint = "the server said: " + said
		}
	}
	return report, err
}

// serverProcess is a program that serves tools.
type serverProcess struct {
	cmd   *exec.Cmd
	group processGroup
	in    io.WriteCloser
	out   io.ReadCloser
	said  tail

	once sync.Once
}

func startServer(command []string) (*serverProcess, error) {
	p := &serverProcess{cmd: exec.Command(command[0], command[1:]...)}
	p.cmd.Stderr = &p.said
	p.cmd.WaitDelay = time.Second // for what holds standard error open
	p.group.prepare(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err = p.cmd.Start(); err != nil {
		return nil, err
	}
	p.group.started(p.cmd)
	return p, nil
}

// kill ends the program and what it started, at once. It is not called once the
// program was waited for: its number may then be that of another.
func (p *serverProcess) kill() { p.once.Do(func() { p.group.kill(p.cmd) }) }

// end lets the program end: its input is closed, and it is killed when that
// does not move it. What it started is killed in any case.
func (p *serverProcess) end(limits liveLimits) {
	late := time.AfterFunc(limits.end, p.kill)
	// What has left the group may hold the output open for ever.
	tooLate := time.AfterFunc(limits.end+limits.drain, func() { _ = p.out.Close() })
	_ = p.in.Close()                  // may be closed already
	_, _ = io.Copy(io.Discard, p.out) // until nobody can write any more
	late.Stop()
	tooLate.Stop()
	p.kill()
	_ = p.cmd.Wait() // that it was killed is no news
}

// boundedReader refuses to read more than a server may say.
type boundedReader struct {
	io.ReadCloser
	left int64
}

func (r *boundedReader) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	if r.left -= int64(n); r.left < 0 {
		return 0, errTooMuch
	}
	return n, err
}

// Close leaves the output open: whoever started the program reads on until it
// has ended.
func (r *boundedReader) Close() error { return nil }

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-keptOfErrors):]...)
	t.kept = append([]byte(nil), t.kept[max(0, len(t.kept)-keptOfErrors):]...)
	return len(p), nil
}

// text is what was kept, in one line of at most 500 bytes, the last ones.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := strings.Join(strings.Fields(strings.Map(printable, strings.ToValidUTF8(string(t.kept), ""))), " ")
	if len(s) > 500 {
		s = "…" + strings.ToValidUTF8(s[len(s)-500:], "")
	}
	return s
}

// printable drops what would move the cursor of a terminal.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r):
		return -1
	}
	return r
}
