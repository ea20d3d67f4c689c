package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/datasets"
	"switchyard/datasets/export"
	"switchyard/flow/corpora"
	"switchyard/flow/follow"
	"switchyard/internal/input"
)

// sessionsFile is the file of sessions that a path means; empty if it means none.
func sessionsFile(ctx context.Context, path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	if info.IsDir() {
		name := input.Named(filepath.Join(path, datasets.SessionsFile))
		if _, err := os.Stat(name); err != nil {
			return ""
		}
		return name
	}
	source := datasets.Source{Path: path}
	if format, err := source.Format(ctx); err != nil || format != datasets.Sessions {
		return ""
	}
	return path
}

// sessionFlags are the flags of switchyard export that matter to sessions.
var sessionFlags = []string{"format", "out", "force", "json", "quiet", "knowledge"}

// exportIfSessions exports what a path means, if that is a file of sessions.
func (c *console) exportIfSessions(cmd *cobra.Command, args []string, f *exportFlags, knowledge string) (done bool, err error) {
	if path := sessionsFile(cmd.Context(), args[0]); path != "" && len(args) == 1 {
		return true, c.exportSessions(cmd, path, f, knowledge)
	}
	if cmd.Flags().Changed("knowledge") {
		return true, misuse("leave it out; only sessions follow workflows", "--knowledge: makes no difference to entries")
	}
	return false, nil
}

// exportSessions exports a file of sessions.
func (c *console) exportSessions(cmd *cobra.Command, path string, f *exportFlags, knowledge string) error {
	var wrong string
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if !slices.Contains(sessionFlags, flag.Name) {
			wrong = flag.Name
		}
	})
	k := follow.Knowledge(knowledge)
	switch {
	case wrong != "":
		return misuse("leave it out", "--%s: makes no difference to sessions", wrong)
	case !slices.Contains(follow.Knowledges(), k):
		return misuse("choose from "+joined(follow.Knowledges()), "--knowledge: there is no form %q", knowledge)
	}
	formats := f.cfg.Formats
	if slices.Equal(formats, []string{"all"}) {
		formats = corpora.Formats()
	}
	if len(formats) == 0 {
		return misuse("the formats of sessions are "+strings.Join(corpora.Formats(), ", "), "switchyard export needs --format")
	}
	made, err := corpora.Export(cmd.Context(), corpora.Config{Path: path, Formats: formats, Knowledge: k, Folder: f.out, Force: f.cfg.Force,
		Version: version, Command: typedCommand(cmd, []string{path})})
	if _, taken := errors.AsType[*corpora.TakenError](err); taken {
		return misuse("choose another folder with --out, or replace that export with --force", "%s", err)
	}
	if unknown, is := errors.AsType[*corpora.UnknownError](err); is {
		return misuse("the formats of sessions are "+strings.Join(corpora.Formats(), ", "), "--format: sessions cannot be written as %q", unknown.Name)
	}
	if err != nil {
		return err
	}
	if !f.json && !c.quiet {
		c.printf("%s\n", count(made.Entries["train"], "session", "sessions"))
		for _, file := range made.Files {
			if file.Lines > 0 {
				c.printf("%s: %s\n", printable(filepath.Join(f.out, filepath.FromSlash(file.Name))), count(file.Lines, "line", "lines"))
			}
		}
		c.printf("names and sums of all files stand in %s\n", printable(filepath.Join(f.out, export.RecordName)))
	}
	if f.json {
		if err := c.printJSON(made); err != nil {
			return err
		}
	}
	if made.LeftOut == nil {
		return nil
	}
	problem := leftOutFailure(made.LeftOut)
	problem.message = strings.Replace(strings.Replace(problem.message, "entry is", "session is", 1), "entries are", "sessions are", 1)
	problem.hint = "switchyard verify " + path + " lists all"
	return problem
}
