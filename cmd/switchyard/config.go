package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/config"
	"switchyard/internal/input"
)

// settingFlag is the flag of a setting. It keeps the text; package config parses it.
type settingFlag struct {
	texts []string
	usual string
	kind  string
}

func (f *settingFlag) Set(text string) error {
	f.texts = append(f.texts, text)
	return nil
}

func (f *settingFlag) String() string {
	if len(f.texts) > 0 {
		return f.texts[len(f.texts)-1]
	}
	return f.usual
}

func (f *settingFlag) Type() string { return f.kind }

// groupNote annotates a flag with its group in the help text.
const groupNote = "group"

// addSettings adds the flags of the settings in some groups; without groups, of all.
func addSettings(flags *pflag.FlagSet, groups ...config.Group) map[string]*settingFlag {
	flags.SortFlags = false
	typed := make(map[string]*settingFlag)
	for _, s := range config.Settings() {
		if len(groups) > 0 && !slices.Contains(groups, s.Group) {
			continue
		}
		usage := s.Help
		if s.Unset != "" && s.Unset != "none" {
			usage += fmt.Sprintf(" (default: %s)", s.Unset)
		}
		value := &settingFlag{usual: s.Default, kind: s.Kind()}
		typed[s.Flag] = value
		flag := flags.VarPF(value, s.Flag, "", usage)
		if s.Kind() == "bool" {
			flag.NoOptDefVal = "true"
		}
		inGroup(flags, s.Flag, s.Group)
	}
	return typed
}

func inGroup(flags *pflag.FlagSet, name string, group config.Group) {
	if flag := flags.Lookup(name); flag != nil {
		flag.Annotations = map[string][]string{groupNote: {string(group)}}
	}
}

// usageInGroups prints how a command is used, with the flags in groups.
func usageInGroups(cmd *cobra.Command) error {
	w := cmd.OutOrStderr()
	fmt.Fprintf(w, "Usage:\n  %s\n\nExamples:\n%s\n", cmd.UseLine(), cmd.Example)
	titles := map[config.Group]string{mockGroup: "How it behaves", config.Plan: "What is made", config.Models: "Who plays the roles",
		config.Endpoint: "Where the models are", config.Output: "What comes out"}
	for _, group := range append(config.Groups(), mockGroup) {
		part := pflag.NewFlagSet(string(group), pflag.ContinueOnError)
		part.SortFlags = false
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			of := string(config.Output) // --help
			if note := f.Annotations[groupNote]; len(note) > 0 {
				of = note[0]
			}
			if of == string(group) {
				part.AddFlag(f)
			}
		})
		if part.HasFlags() {
			fmt.Fprintf(w, "\n%s:\n%s", titles[group], part.FlagUsages())
		}
	}
	return nil
}

// settings determines the settings of a run from the flags, the environment and the
// file. roles are the roles to resolve; without any, those of a run.
func (c *console) settings(ctx context.Context, typed map[string]*settingFlag, roles ...string) (*config.Config, error) {
	flags := make(map[string][]string)
	for name, f := range typed {
		if f.texts != nil {
			flags[name] = f.texts
		}
	}
	cfg, err := config.Resolve(config.Input{Flags: flags, Roles: roles, Formats: runFormats(), Env: c.getenv, Cache: c.cacheFolder(runtime.GOOS), ReadFile: readFile(ctx)})
	if ctx.Err() != nil {
		return nil, ctx.Err() // whatever could not be read, this is why
	}
	return cfg, err
}

// mostSettings is the size of the largest file with settings that is read.
const mostSettings = 16 << 20

// readFile reads files with settings, such as run.yaml.
func readFile(ctx context.Context) func(path string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		data, err := input.ReadFile(ctx, path, mostSettings)
		if err != nil && !errors.As(err, new(*fs.PathError)) {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return data, err
	}
}

func (c *console) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config COMMAND",
		Short: "Look at the settings of a run",
		Long: `Look at the settings of a run: what they are, and where each of them came from.

` + exitCodes,
		Args: cobra.ArbitraryArgs,
		RunE: showHelp,
	}
	cmd.AddCommand(c.configShowCommand())
	return cmd
}

func (c *console) configShowCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [flags]",
		Short: "Print the settings of a run and where each came from",
		Long: `Print the settings that switchyard generate would run with, and where each of
them came from. It takes the same flags as generate, except those that are not
settings, such as --force.

For every setting the first of these counts:
  1. the flag, such as --per-path 2
  2. the environment, such as SWITCHYARD_PER_PATH=2; a blank variable counts as
     not set
  3. the file that --config or SWITCHYARD_CONFIG names;
     examples/run.example.yaml shows every key
  4. the default

Where the file names no provider, OPENAI_BASE_URL and OPENAI_API_KEY say where
the models are and what the key is. Keys and the values of headers are never
printed, only whether they are there.

` + exitCodes,
		Example: `  switchyard config show
  switchyard config show --config run.yaml --role user=gpt-4o
  switchyard config show --config run.yaml --json`,
		Args: wantNothing,
	}
	flags := cmd.Flags()
	typed := addSettings(flags)
	flags.BoolVar(&asJSON, "json", false, "print the settings as JSON")
	cmd.SetUsageFunc(usageInGroups)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		cfg, err := c.settings(cmd.Context(), typed)
		if err != nil {
			return err
		}
		lines := c.shownSettings(cmd.Context(), cfg)
		return c.show(asJSON, struct {
			OK       bool           `json:"ok"`
			Settings []shownSetting `json:"settings"`
		}{true, lines}, func() { c.printSettings(lines) }, nil)
	}
	return cmd
}

// shownSetting is one setting as it is shown.
type shownSetting struct {
	Setting string        `json:"setting"`
	Value   any           `json:"value"`
	From    config.Origin `json:"from"`
	text    string
	unset   string
}

// shownSettings lists the settings. For keys, it only says whether they are set.
func (c *console) shownSettings(ctx context.Context, cfg *config.Config) []shownSetting {
	var list []shownSetting
	for _, v := range cfg.Values() {
		if slices.Contains([]string{"prices", "prompts", "store"}, v.Setting) || strings.HasSuffix(v.Setting, ".key_file") { // where a key may be put by mistake
			if hidden := config.Hide(v.Text); hidden != v.Text {
				v.Text, v.JSON = hidden, hidden
			}
		}
		list = append(list, shownSetting{v.Setting, v.JSON, v.Origin, v.Text, v.Unset})
	}
	for _, p := range cfg.Providers {
		path := "providers." + p.Name
		if from := p.KeyFrom(); from != "" {
			state := "set"
			if key, err := p.Key(c.getenv, readFile(ctx)); err != nil || key == "" {
				state = "not set"
			}
			origin := cfg.Origin(path + ".key_env")
			if p.KeyFile != "" {
				origin = cfg.Origin(path + ".key_file")
			}
			text := fmt.Sprintf("from %s (%s)", from, state)
			list = append(list, shownSetting{path + ".key", text, origin, text, ""})
		}
	}
	return list
}

func (c *console) printSettings(list []shownSetting) {
	paint := paint{c.colour}
	c.table(func(w io.Writer) {
		for _, s := range list {
			text := s.text
			switch {
			case text == "" && s.unset != "":
				text = "(" + s.unset + ")"
			case text == "":
				text = "(not set)"
			}
			from := "from " + s.From.String()
			if s.From.Kind == config.FromDefault {
				from = "default"
			}
			fmt.Fprintf(w, "%s: %s\t%s\n", printable(s.Setting), printable(text), paint.faint("# "+printable(from)))
		}
	})
}
