package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"switchyard/config"
	"switchyard/datasets/manifest"
	"switchyard/eval/agents"
	"switchyard/eval/trial"
	flowtrial "switchyard/flow/trial"
	"switchyard/gen/setup"
	"switchyard/model/mock"
)

// mockFlags are the flags of switchyard mock that are not settings of a run.
type mockFlags struct {
	mock.Config
	addr, faults, modes, dataset, agent string
	asJSON                              bool
}

const mockLong = `Play an OpenAI-compatible endpoint on this machine.

Use it to rehearse a run or an evaluation before you pay for a model. The server
finds out from the user field of a request which entry it belongs to, and answers
as a model that makes no mistakes would. Give it the same flags that choose the
entries of the run (missions, seed, toolsets and so on), or the same --config. To
rehearse switchyard eval, give it the same dataset; it then does what a reference
agent does. To rehearse switchyard flow generate with models, give it as dataset the
folder of the same run without models. Requests of other programs get a general answer.

--faults takes NAME:SHARE, or "all:2%" for every fault. The names are:
  transport  429, 429-after (with Retry-After), 500, hang, reset, cut
  form       garbage, prose, truncate
  planner    wrong-tool, wrong-choice, extra-argument, wrong-type,
             missing-argument, wrong-value, parallel, internal-tool, early-answer
  tool       injection, placeholder, wrong-observation
  user, ai   unsaid, leak, unfaithful

Responses name the faults and their seed in the header X-Switchyard-Mock. Runs that
store answers do not take those of a mock with other faults.

The server runs until Ctrl-C, and then prints what it has seen.

` + exitCodes

func (c *console) mockCommand() *cobra.Command {
	var f mockFlags
	cmd := &cobra.Command{
		Use:   "mock [flags]",
		Short: "Play the endpoint of a model, to rehearse a run",
		Long:  mockLong,
		Example: `  switchyard mock
  switchyard mock --addr 127.0.0.1:8080 --latency 50ms --rpm 600
  switchyard mock --faults 429:2%,500:1%,hang:0.5%,garbage:3%,truncate:2%
  switchyard generate --base-url http://127.0.0.1:8080/v1 --all-roles mock-model
  switchyard mock --dataset dataset --agent forgetful`,
		Args: wantNothing,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", "127.0.0.1:8080", "loopback `ADDRESS` to listen on; port 0 takes a free one")
	flags.DurationVar(&f.Latency, "latency", 0, "`TIME` that each answer takes, such as 50ms")
	flags.IntVar(&f.RPM, "rpm", 0, "answer 429 beyond `N` requests a minute; 0 for no limit")
	flags.IntVar(&f.TPM, "tpm", 0, "answer 429 beyond `N` tokens a minute; 0 for no limit")
	flags.StringVar(&f.faults, "faults", "", "`FAULTS` to make, such as \"429:2%,garbage:3%\"")
	flags.Uint64Var(&f.Seed, "fault-seed", 1, "`NUMBER` that seeds the faults")
	flags.StringArrayVar(&f.Models, "model", nil, "only this `MODEL` exists; may be repeated (default: any)")
	flags.StringVar(&f.Key, "key", "", "`KEY` that requests must have (default: any)")
	flags.StringVar(&f.modes, "modes", "", "`FORM` of JSON answers that requests may ask for: json_schema, json_object, or none for plain text only (default: both)")
	flags.StringVar(&f.dataset, "dataset", "", "play the missions of the dataset at `PATH`, for switchyard eval, or tell its sessions")
	flags.StringVar(&f.agent, "agent", faultless, "with --dataset, do what this reference `AGENT` does: "+strings.Join(agents.Names(), ", "))
	flags.VisitAll(func(flag *pflag.Flag) { inGroup(flags, flag.Name, mockGroup) })
	typed := addSettings(flags, config.Plan)
	flags.BoolVar(&f.asJSON, "json", false, "print what it has seen as JSON")
	inGroup(flags, "json", config.Output)
	cmd.SetUsageFunc(usageInGroups)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if f.dataset == "" && flags.Changed("agent") {
			return misuse("add --dataset dataset", "--agent needs a dataset, and none is given")
		}
		err := f.check()
		if err != nil {
			return err
		}
		cfg, err := c.settings(cmd.Context(), typed)
		if err != nil {
			return err
		}
		// The address is open before the dataset is read, so that a run that is started
		// right after the mock waits for it.
		listener, err := mock.Listen(cmd.Context(), f.addr)
		if err != nil {
			return err
		}
		defer listener.Close()
		if err := c.learn(cmd.Context(), &f, cfg); err != nil {
			return err
		}
		return c.runMock(cmd.Context(), f.Config, listener, f.asJSON)
	}
	return cmd
}

// learn finds out what the mock is to play.
func (c *console) learn(ctx context.Context, f *mockFlags, cfg *config.Config) error {
	run, err := c.runOf(ctx, cfg, false, false, false)
	if err != nil {
		return err
	}
	if f.dataset != "" && holdsSessions(f.dataset) {
		f.Player, err = flowtrial.Understudy(ctx, f.dataset)
		return err
	}
	if f.Player, err = setup.NewUnderstudy(ctx, cfg, run); err != nil || f.dataset == "" {
		return err
	}
	acts, err := agents.New(f.agent, 1)
	if err != nil {
		return misuse(didYouMean(f.agent, agents.Names()), "--agent: no agent is called %q", f.agent)
	}
	if f.agent != faultless {
		f.Manner = "agent " + f.agent
	}
	f.Player, err = trial.NewActor(ctx, f.dataset, acts, f.Player)
	return err
}

// holdsSessions reports whether a folder is one of switchyard flow generate.
func holdsSessions(folder string) bool {
	m, err := manifest.Read(folder)
	return err == nil && m.Config.Flow != nil
}

// faultless is the agent that the mock plays if it is not told otherwise.
const faultless = "oracle"

// check reads the flags that say how the server behaves.
func (f *mockFlags) check() (err error) {
	switch {
	case f.Latency < 0:
		return misuse("0 means no delay", "--latency cannot be negative")
	case f.RPM < 0:
		return misuse("0 means no limit", "--rpm cannot be negative")
	case f.TPM < 0:
		return misuse("0 means no limit", "--tpm cannot be negative")
	}
	if f.Faults, err = mock.ParseFaults(f.faults); err != nil {
		return err
	}
	if f.Modes, err = mock.ParseModes(f.modes); err != nil {
		return misuse("write --modes json_schema, --modes json_object or --modes none", "--modes: no form of answers is called %q", f.modes)
	}
	return nil
}

// mockGroup is the group of the flags of the endpoint in the help text.
const mockGroup config.Group = "behaviour"

func (c *console) runMock(ctx context.Context, cfg mock.Config, listener *mock.Listener, asJSON bool) error {
	server := mock.New(cfg)
	c.remark("listening on %s; use it with --base-url %s", listener.Addr(), listener.URL())
	if err := server.Serve(ctx, listener); err != nil {
		return err
	}
	stats := server.Stats()
	if asJSON {
		return c.printJSON(stats)
	}
	c.printf("%s, %s answered, %s refused, %s broken off; most in a minute %s, in flight %s\n", count(stats.Requests, "request", "requests"),
		thousands(stats.Answered), thousands(stats.Refused), thousands(stats.Broken), thousands(stats.PeakMinute), thousands(stats.PeakFlight))
	for _, f := range mock.AllFaults() {
		if n := stats.Faults[f]; n > 0 {
			c.printf("  %s: %s\n", f, thousands(n))
		}
	}
	return nil
}
