package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/out"
)

func (c *console) verifyCommand() *cobra.Command {
	var asJSON bool
	cfg := datasets.VerifyConfig{Stdin: c.stdin, Fault: c.fault}
	cmd := &cobra.Command{
		Use:   "verify PATH... [flags]",
		Short: "Prove a dataset, line by line",
		Long: `Prove every claim of a dataset again, from its own bytes: schemas, the source of
every argument, dependencies, relations, paths and texts, and that no id and no
opening request occurs twice. PATH is a run folder, a file in the native or the
MMTB format, a file of sessions, or - for standard input.

For a run folder, the manifest is checked too, both formats must say the same, and
all files must be as they were written.
MMTB files must follow the rules of the format. In a folder made by split, merge,
filter or sample, every file is proved and origin.json is checked. In a split, nothing
may leak, and the leak report must be right.

Each problem is one line, FILE:LINE: CHECK: POINTER: MESSAGE, where POINTER is
the place in the line as a JSON pointer.

` + exitCodes,
		Example: `  switchyard verify dataset
  switchyard verify --max-problems 0 a/entries.jsonl b/entries.jsonl
  switchyard verify --json dataset/mmtb.jsonl`,
		Args: wantPaths("PATH", "switchyard verify dataset", 0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cfg.MaxProblems < 0 {
				return misuse("0 prints all", "--max-problems cannot be negative")
			}
			if err := checkWorkers(cmd, cfg.Workers); err != nil {
				return err
			}
			cfg.Paths = args
			if !asJSON {
				cfg.Progress = c.printProblem
			}
			report, err := datasets.Verify(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			var problem error
			if !report.OK {
				problem = found("switchyard verify "+quotedWords(args)+" lists all", "%s: %s", count(report.Problems, "problem", "problems"), byCheck(report))
			}
			return c.show(asJSON, report, func() { c.printVerified(report) }, problem)
		},
	}
	cmd.Flags().IntVar(&cfg.MaxProblems, "max-problems", 20, "print at most `N` problems and count the rest; 0 prints all")
	cmd.Flags().IntVar(&cfg.Workers, "workers", 0, "work on `N` lines at once (default: one for each processor)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	addQuiet(cmd.Flags())
	return cmd
}

// checkWorkers refuses an explicit --workers that is not positive.
func checkWorkers(cmd *cobra.Command, workers int) error {
	if cmd.Flags().Changed("workers") && workers < 1 {
		return misuse("leave it out to use all processors", "--workers must be at least 1, is %d", workers)
	}
	return nil
}

// printProblem prints a problem as it is found.
func (c *console) printProblem(p datasets.Problem) {
	c.printf("%s\n", printable(p.String()))
	if p.Hint != "" {
		c.printf("  %s\n", paint{c.colour}.faint("hint: "+printable(p.Hint)))
	}
}

// printVerified prints the summary of the report.
func (c *console) printVerified(r *datasets.VerifyReport) {
	p := paint{c.colour}
	if r.More > 0 {
		c.printf("… and %s; --max-problems 0 prints all\n", count(r.More, "more problem", "more problems"))
	}
	if !r.OK {
		c.printf("\n")
	}
	for _, f := range r.Files {
		one, many, part, parts := "entry", "entries", "mission", "missions"
		if f.Format == datasets.Sessions {
			one, many, part, parts = "session", "sessions", "run", "runs"
		}
		text := fmt.Sprintf("%s: %s, %s, %s", printable(f.File), count(f.Entries, one, many),
			count(f.Missions, part, parts), count(f.Calls, "call", "calls"))
		if f.Format != out.MMTB().Name() {
			text += ", " + count(f.Sources, "source", "sources")
		}
		if f.Problems == 0 {
			text += ": " + p.green("all checks hold")
		} else {
			text += ": " + p.red(count(f.Problems, "problem", "problems"))
		}
		c.printf("%s\n", text)
	}
	for _, record := range r.Agreed {
		c.printf("%s: %s\n", printable(record), p.green("agrees with the files"))
	}
	if r.OK {
		return
	}
	c.printf("%s: %s\n", p.red(count(r.Problems, "problem", "problems")), byCheck(r))
}

// byCheck counts the problems by check: "file.torn 1, source 12".
func byCheck(r *datasets.VerifyReport) string {
	var parts []string
	for _, check := range mostFirst(r.ByCheck) {
		parts = append(parts, fmt.Sprintf("%s %s", printable(check), thousands(r.ByCheck[check])))
	}
	return strings.Join(parts, ", ")
}
