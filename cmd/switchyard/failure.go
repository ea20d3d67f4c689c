package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/config"
	flows "switchyard/flow/find"
	"switchyard/internal/nearest"
	"switchyard/internal/prose"
	"switchyard/internal/shell"
	"switchyard/tools/toolfile"
)

// failure is why a command did not end well, in words for a person.
type failure struct {
	message string
	details []string // further lines
	hint    string
	code    int
	told    bool // the command has printed it, unless it is quiet
}

func (f *failure) Error() string { return f.message }

// misuse is the failure of a command that cannot run as it was called.
func misuse(hint, format string, args ...any) error {
	return &failure{message: fmt.Sprintf(format, args...), hint: hint, code: exitMisuse}
}

// located is a problem in a line of a file.
func located(file string, line int, hint string, err error) error {
	return &failure{message: inLine(fmt.Sprintf("%s:%d: %s", file, line, prose.Error(err))), hint: hint, code: exitFound}
}

// found is the failure of a command that has printed the problems it found. With --quiet,
// it has not: then the message says in one line what failed and how often, and the hint
// where to look.
func found(hint, format string, args ...any) error {
	return &failure{message: fmt.Sprintf(format, args...), hint: hint, code: exitFound, told: true}
}

// explain turns any error into a failure. The type of the error decides the exit
// code and the hint (see rules).
func explain(ctx context.Context, err error) *failure {
	if f, known := errors.AsType[*failure](err); known {
		return f
	}
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return &failure{message: "interrupted", code: exitInterrupted}
	}
	for _, explained := range rules {
		if f := explained(err); f != nil {
			return f
		}
	}
	return &failure{message: prose.Error(err), code: exitMisuse}
}

// toolsetFailure reports the first problem of a toolset, and how to list the others.
func toolsetFailure(problems toolfile.Problems, f *failure) {
	first := problems[0]
	f.hint, f.code = first.Hint, exitFound
	first.Hint = ""
	f.message = first.String()
	n := len(problems) - 1
	command, page := "switchyard tools check", "docs/toolsets.md describes how to write a toolset"
	if flows.Named(first.File) {
		command, page = "switchyard flow check", "docs/workflows.md describes how to write a workflow"
	}
	all := fmt.Sprintf("%s %s lists %s more", command, first.File, thousands(n))
	switch {
	case n > 0 && f.hint != "":
		f.details = []string{all}
	case n > 0:
		f.hint = all
	case f.hint == "":
		f.hint = page
	}
}

// configFailure reports all problems of a configuration.
func configFailure(problems config.Problems, f *failure) {
	if len(problems) == 1 {
		f.message, f.hint = problems[0].String(), problems[0].Hint
		if f.hint == "" && problems[0].File != "" {
			f.hint = "examples/run.example.yaml and examples/prices.yaml show how such a file is written"
		}
		return
	}
	f.message = fmt.Sprintf("the settings have %d problems", len(problems))
	f.hint = "switchyard config show --help explains where settings come from; examples/run.example.yaml shows them all"
	for _, p := range problems {
		line := p.String()
		if p.Hint != "" {
			line += " (" + p.Hint + ")"
		}
		f.details = append(f.details, line)
	}
}

// pathHints say what to do about errors of the file system.
var pathHints = []struct {
	err  error
	hint string
}{
	{fs.ErrNotExist, "check the path; relative ones start in the current folder"},
	{fs.ErrPermission, "check who owns it, or choose another place"},
	{syscall.EROFS, "choose another place"},
	{syscall.ENOTDIR, "choose another path"},
	{syscall.EISDIR, "name a file in it"},
	{syscall.ENOSPC, "make room and give the same command again"},
}

// pathFailure explains an error of the file system.
func pathFailure(e *fs.PathError) *failure {
	f := &failure{message: prose.Error(e), code: exitMisuse}
	for _, t := range pathHints {
		if errors.Is(e, t.err) {
			f.hint = t.hint
			break
		}
	}
	return f
}

// resumes adds to the hint about a full disk that the command resumes where it
// stopped.
func resumes(err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) || !errors.Is(path, syscall.ENOSPC) {
		return err
	}
	f := pathFailure(path)
	f.hint += ": it resumes where it stopped"
	return f
}

func oneLine(s string) string { return prose.OneLine(s) }

// inLine removes the line from "line 1, column 7" in a message about a JSONL file:
// the message already begins with the number of the line in the file.
func inLine(message string) string {
	return strings.Replace(message, "not JSON: line 1, column", "not JSON: column", 1)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// flagFailure explains what is wrong with a flag.
func flagFailure(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		value   *pflag.InvalidValueError
		syntax  *pflag.InvalidSyntaxError
	)
	help := cmd.CommandPath() + " --help lists the flags"
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return misuse(help, "%s has no flag -%s", cmd.CommandPath(), unknown.GetSpecifiedName())
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest.Name(unknown.GetSpecifiedName(), names); near != "" {
			help = fmt.Sprintf("did you mean --%s?", near)
		}
		return misuse(help, "%s has no flag %s", cmd.CommandPath(), name)
	case errors.As(err, &missing):
		flag := missing.GetFlag()
		kind, _ := pflag.UnquoteUsage(flag)
		return misuse(fmt.Sprintf("write --%s %s", flag.Name, kind), "--%s needs a value", flag.Name)
	case errors.As(err, &value):
		flag := value.GetFlag()
		kind, usage := pflag.UnquoteUsage(flag)
		if flag.Value.Type() == "bool" {
			return misuse(fmt.Sprintf("write --%s, or leave it out", flag.Name), "--%s: %q %s", flag.Name, value.GetValue(), valueTrouble(flag, value))
		}
		return misuse(fmt.Sprintf("--%s %s: %s", flag.Name, kind, usage), "--%s: %q %s", flag.Name, value.GetValue(), valueTrouble(flag, value))
	case errors.As(err, &syntax):
		return misuse(help, "%q is not a flag", syntax.GetSpecifiedFlag())
	}
	return misuse(help, "%s", prose.Error(err))
}

func valueTrouble(flag *pflag.Flag, err error) string {
	kind := flag.Value.Type()
	switch {
	case errors.Is(err, strconv.ErrRange):
		return "is out of range"
	case kind == "bool":
		return "is neither true nor false"
	case strings.HasPrefix(kind, "int"):
		return "is not a whole number"
	case strings.HasPrefix(kind, "uint"):
		return "is not a whole number from 0 up"
	}
	return "cannot be read"
}

// wantPaths checks the number of arguments; most is 0 when any number will do.
func wantPaths(what, example string, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return misuse("for example: "+example, "%s needs a %s", cmd.CommandPath(), what)
		case most > 0 && len(args) > most:
			return misuse("for example: "+example, "%s takes one %s, not %d", cmd.CommandPath(), what, len(args))
		}
		for _, a := range args {
			if a == "" {
				return misuse("for example: "+example, "%s: a %s is empty", cmd.CommandPath(), what)
			}
		}
		return nil
	}
}

// wantNothing refuses arguments.
func wantNothing(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return misuse(cmd.CommandPath()+" --help lists the flags", "%s takes no arguments, but %q was given", cmd.CommandPath(), args[0])
}

// quotedWords writes words as a shell reads them.
func quotedWords(words []string) string {
	var list []string
	for _, w := range words {
		list = append(list, shell.Quote(w))
	}
	return strings.Join(list, " ")
}
