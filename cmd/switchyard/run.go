package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/internal/caught"
	"switchyard/internal/nearest"
	"switchyard/internal/progress"
)

// The exit codes. Every help text that lists them contains exitCodes or fewExitCodes.
const (
	exitOK          = 0
	exitFound       = 1 // the command ran, and what it looked at is not as it should be
	exitMisuse      = 2 // the command could not run, as it was called or where
	exitInterrupted = 130
)

const exitCodes = `Exit codes:
  0    all is well
  1    problems were found
  2    it could not run: a wrong flag or name, a path that cannot be used
  130  interrupted`

// fewExitCodes is for commands that look at nothing of the user's.
const fewExitCodes = `Exit codes:
  0    all is well
  2    it could not run: a wrong flag, or the output cannot be written`

// Run runs the command line and returns the exit code. args does not contain the name
// of the program; env has the form of [os.Environ]. Run may be called many times, also
// concurrently, and ends soon after ctx is cancelled.
func Run(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := newConsole(args, env, stdin, stdout, stderr)
	root := c.rootCommand()
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	root.SetIn(stdin)
	root.SetOut(c.stdout)
	root.SetErr(c.stderr)
	if c.bars != nil {
		ctx = progress.With(ctx, c.bars)
	}
	err := caught.Do(func() string { return "the command" }, func() error { return root.ExecuteContext(ctx) })
	return c.finish(ctx, err)
}

func (c *console) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "switchyard",
		Short: "Build multi-mission tool-use datasets",
		Long: `switchyard builds multi-mission tool-use datasets: conversations in which a
user hands an agent one to four related missions, with every switch from one
kind of mission to the next covered and every correct order of calls listed.
It needs no model, no key and no network; any role can be given to a model.

` + exitCodes,
		Example: `  switchyard generate --missions 1-2 --limit 50
  switchyard verify dataset
  switchyard tree dataset --entry s1.multi.chat-001
  switchyard tools list`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
	}
	theVersion := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *theVersion && len(args) == 0 {
			c.printVersion()
			return nil
		}
		return showHelp(cmd, args)
	}
	root.PersistentPreRunE = notBoth
	root.CompletionOptions.DisableDefaultCmd = true // there is one below
	root.SetFlagErrorFunc(flagFailure)
	root.SetUsageTemplate(usageTemplate)
	root.SetHelpCommand(helpCommand())
	root.AddCommand(
		c.generateCommand(),
		c.verifyCommand(),
		c.statsCommand(),
		c.treeCommand(),
		c.exportCommand(),
		c.convertCommand(),
		c.cardCommand(),
		c.splitCommand(),
		c.mergeCommand(),
		c.filterCommand(),
		c.sampleCommand(),
		c.evalCommand(),
		c.scoreCommand(),
		c.reportCommand(),
		c.toolsCommand(),
		c.flowCommand(),
		c.configCommand(),
		c.storeCommand(),
		c.harvestCommand(),
		c.mockCommand(),
		c.completionCommand(),
		c.versionCommand(),
	)
	return root
}

// addQuiet adds the flag for commands whose reports can be left out. The console looks for
// it by itself.
func addQuiet(flags *pflag.FlagSet) { flags.Bool("quiet", false, "print nothing but errors") }

// notBoth refuses --json beside --quiet.
func notBoth(cmd *cobra.Command, _ []string) error {
	for _, name := range []string{"json", "quiet"} {
		if set, err := cmd.Flags().GetBool(name); err != nil || !set {
			return nil
		}
	}
	return misuse("leave one of them out", "--json and --quiet exclude each other")
}

// helpCommand makes "switchyard help tree" the same as "switchyard tree --help".
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "help [COMMAND]",
		Short:  "Say more about a command",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 && about.HasAvailableSubCommands() {
				return showHelp(about, rest)
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// showHelp runs commands that only contain others.
func showHelp(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	hint := cmd.CommandPath() + " --help lists the commands"
	if near := nearest.Name(args[0], names); near != "" {
		hint = "did you mean " + cmd.CommandPath() + " " + near + "?"
	}
	return misuse(hint, "%s has no command %q", cmd.CommandPath(), args[0])
}

// usageTemplate is the part of a help text after the description.
const usageTemplate = `Usage:{{if .Runnable}}{{if not .HasAvailableSubCommands}}
  {{.UseLine}}{{end}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} COMMAND

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

{{.CommandPath}} COMMAND --help says more about a command.{{end}}
`
