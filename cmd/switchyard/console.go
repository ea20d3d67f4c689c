package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/term"

	"switchyard/config"
	"switchyard/internal/caught"
	"switchyard/internal/jsontext"
	"switchyard/internal/progress/bars"
	"switchyard/internal/prose"
)

// The rules of what is printed where:
//
//   - Standard output carries what was asked for: a report, a tree, a list. It
//     can be piped. With --json it is one JSON document.
//   - Standard error carries everything else: progress, remarks, and errors.
//   - An error is one line "error: …" and, when something can be done about it,
//     one line "hint: …". Both are in lower case and end without a full stop.
//     With --json, a failure is also a JSON document on standard output.
//   - Colours and progress only appear on terminals. NO_COLOR removes colours; progress
//     has none, and uses no control sequences. --quiet leaves nothing but errors.
//   - Control characters in files never reach a terminal.

// console is where a command reads and writes. Each call of [Run] has its own.
type console struct {
	stdin  io.Reader
	stdout *bufio.Writer
	stderr *bars.Terminal
	env    []string
	args   []string
	json   bool       // failures are also printed as JSON
	quiet  bool       // nothing but errors is printed
	colour bool       // on standard output
	bars   *bars.Bars // nil where no progress is shown
	faults *caught.Log
}

func newConsole(args, env []string, stdin io.Reader, stdout, stderr io.Writer) *console {
	c := &console{stdin: stdin, stderr: bars.NewTerminal(stderr), env: env, args: args}
	c.faults = &caught.Log{File: c.faultLog(), Program: "switchyard " + version}
	tty := isTerminal(stdout)
	if tty {
		stdout = c.stderr.Beside(stdout)
	}
	c.stdout = bufio.NewWriterSize(stdout, 64<<10)
	// The flags are found by hand, so that wrong flags are reported as JSON, too.
	flags := args
	if end := slices.Index(args, "--"); end >= 0 {
		flags = args[:end]
	}
	given := func(flag string) bool { return slices.Contains(flags, flag) || slices.Contains(flags, flag+"=true") }
	c.json, c.quiet = given("--json"), given("--quiet")
	dumb := c.getenv("TERM") == "dumb"
	c.colour = tty && !dumb && c.getenv("NO_COLOR") == ""
	if isTerminal(stderr) && !dumb && !c.quiet {
		c.bars = bars.On(c.stderr)
	}
	return c
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// getenv is the value of an environment variable; the last one counts.
func (c *console) getenv(name string) string {
	for _, pair := range slices.Backward(c.env) {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

// printf writes a report to standard output, unless it is quiet. finish reports its errors.
func (c *console) printf(format string, args ...any) {
	if !c.quiet {
		fmt.Fprintf(c.stdout, format, args...)
	}
}

// remark writes a line to standard error.
func (c *console) remark(format string, args ...any) {
	fmt.Fprintf(c.stderr, format+"\n", args...)
}

// notice writes a remark that begins with "note: ", unless it is quiet.
func (c *console) notice(format string, args ...any) {
	if !c.quiet {
		c.remark("note: "+format, args...)
	}
}

// printJSON writes a document to standard output. All JSON that a command prints for
// people or their scripts passes through here. What a terminal would obey is escaped.
func (c *console) printJSON(v any) error {
	text, err := jsontext.Indent(v)
	if err != nil {
		return err
	}
	_, err = c.stdout.Write(jsontext.Visible(text))
	return err
}

// printDocument writes a document that could also be a file. What a terminal would obey is
// escaped in JSON, and replaced in other formats.
func (c *console) printDocument(format string, text []byte) error {
	if format == "json" {
		text = jsontext.Visible(text)
	} else {
		text = bytes.Map(func(r rune) rune {
			if r != '\n' && r != '\t' && obeyed(r) {
				return unicode.ReplacementChar
			}
			return r
		}, text)
	}
	_, err := c.stdout.Write(text)
	return err
}

// obeyed reports whether a terminal obeys a character instead of showing it.
func obeyed(r rune) bool { return unicode.IsControl(r) || jsontext.Obeyed(r) }

// show prints what a command found: doc as JSON, or text by print. problem is why it is
// not as it should be (see [found]), or nil.
func (c *console) show(asJSON bool, doc any, print func(), problem error) error {
	if !asJSON {
		print()
	} else if err := c.printJSON(doc); err != nil {
		return err
	}
	return problem
}

// title prints the title of a part of a report.
func (c *console) title(text string) { c.printf("\n%s\n", paint{c.colour}.bold(text)) }

// finish flushes the output, reports the error of a command, and returns the exit code.
func (c *console) finish(ctx context.Context, err error) (code int) {
	if fault, ok := errors.AsType[*caught.Error](err); ok { // it ended the command
		c.fault(fault)
		err = nil
	}
	defer func() {
		if c.tellFaults() {
			code = max(code, exitFound)
		}
	}()
	if err != nil {
		f := explain(ctx, err)
		silent := f.told && !c.quiet
		if !silent {
			c.report(f)
		}
		if flushErr := c.stdout.Flush(); flushErr != nil && !silent {
			c.remark("error: cannot write to standard output: %s", prose.Cause(flushErr))
		}
		return f.code
	}
	if err := c.stdout.Flush(); err != nil {
		c.remark("error: cannot write to standard output: %s", prose.Cause(err))
		return exitMisuse
	}
	return exitOK
}

// withoutKeys returns a failure that repeats no argument which looks like a key: somebody
// may have given one where a file or a name is meant.
func (c *console) withoutKeys(f *failure) *failure {
	clean := *f
	for _, word := range c.args {
		if _, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(word, "-") {
			word = value
		}
		if !config.LooksLikeKey(word) || exists(word) {
			continue
		}
		hide := func(s string) string { return strings.ReplaceAll(s, word, config.Hide(word)) }
		clean.message, clean.hint, clean.details = hide(clean.message), hide(clean.hint), slices.Clone(clean.details)
		for i, line := range clean.details {
			clean.details[i] = hide(line)
		}
	}
	return &clean
}

// report prints a failure.
func (c *console) report(f *failure) {
	f = c.withoutKeys(f)
	c.remark("error: %s", printable(f.message))
	for _, line := range f.details {
		c.remark("  %s", printable(line))
	}
	if f.hint != "" {
		c.remark("hint: %s", printable(f.hint))
	}
	if c.json {
		// An error is reported when the output is flushed.
		_ = c.printJSON(struct {
			OK      bool     `json:"ok"`
			Error   string   `json:"error"`
			Details []string `json:"details,omitempty"`
			Hint    string   `json:"hint,omitempty"`
			Exit    int      `json:"exit"`
		}{false, f.message, f.details, f.hint, f.code})
	}
}

// printable makes text from a file safe to print on one line: control characters
// could move the cursor of a terminal, and marks of direction could reverse the line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r':
			return ' '
		case r == '\t':
			return '→' // a blank would hide what a message is about
		case obeyed(r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// paint is the colours of a terminal; the zero value leaves text as it is.
type paint struct{ on bool }

func (p paint) bold(s string) string  { return p.code("1", s) }
func (p paint) faint(s string) string { return p.code("2", s) }
func (p paint) red(s string) string   { return p.code("31", s) }
func (p paint) green(s string) string { return p.code("32", s) }

func (p paint) code(code, s string) string {
	if !p.on {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// count writes a number with its noun: "1 entry", "2 entries".
func count(n int, one, many string) string { return prose.Count(n, one, many) }

// thousands writes a number with commas: "545,835".
func thousands(n int) string { return prose.Thousands(n) }

// join lists words: "a, b and c".
func join(words []string) string { return prose.Join(words) }
