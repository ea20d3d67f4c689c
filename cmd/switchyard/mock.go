package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"switchyard/config"
	"switchyard/eval/agents"
	"switchyard/eval/trial"
	"switchyard/gen/setup"
	"switchyard/model/mock"
)

func (c *console) mockCommand() *cobra.Command {
	var (
		addr, faults, modes, key string
		dataset, agent           string
		latency                  time.Duration
		rpm, tpm                 int
		seed                     uint64
		models                   []string
		asJSON                   bool
	)
	cmd := &cobra.Command{
		Use:   "mock [flags]",
		Short: "Play the endpoint of a model, to rehearse a run",
		Long: `Play an OpenAI-compatible endpoint on this machine, to rehearse a run before a
model is paid. It finds the entry that a request belongs to by the request's user
field, and the built-in engine says what a model that makes no mistake would say.
Give it the flags of the run that choose entries (missions, seed, toolsets and so
on), or the same --config. For switchyard eval, give it the same dataset, and it does
what a reference agent does. Requests of other programs get an answer in general
terms.

Faults are given as NAME:SHARE, "all:2%" for every one: of the transport 429,
429-after (with Retry-After), 500, hang, reset, cut; of the form garbage, prose,
truncate; of the planner wrong-tool, wrong-choice, extra-argument, wrong-type,
missing-argument, wrong-value, parallel, internal-tool, early-answer; of the tools
injection, placeholder, wrong-observation; of user and assistant unsaid, leak,
unfaithful.

It runs until Ctrl-C, and then tells what it saw.

` + exitCodes,
		Example: `  switchyard mock
  switchyard mock --addr 127.0.0.1:8080 --latency 50ms --rpm 600
  switchyard mock --faults 429:2%,500:1%,hang:0.5%,garbage:3%,truncate:2%
  switchyard generate --base-url http://127.0.0.1:8080/v1 --all-roles mock-model
  switchyard mock --dataset dataset --agent forgetful`,
		Args: wantNothing,
	}
	flags := cmd.Flags()
	own := func(name string) { inGroup(flags, name, mockGroup) }
	flags.StringVar(&addr, "addr", "127.0.0.1:8080", "loopback `ADDRESS` to listen on; port 0 takes a free one")
	own("addr")
	flags.DurationVar(&latency, "latency", 0, "`TIME` that each answer takes, such as 50ms")
	own("latency")
	flags.IntVar(&rpm, "rpm", 0, "answer 429 beyond `N` requests a minute; 0 for no limit")
	own("rpm")
	flags.IntVar(&tpm, "tpm", 0, "answer 429 beyond `N` tokens a minute; 0 for no limit")
	own("tpm")
	flags.StringVar(&faults, "faults", "", "`FAULTS` to make, such as \"429:2%,garbage:3%\"")
	own("faults")
	flags.Uint64Var(&seed, "fault-seed", 1, "`NUMBER` from which all faults follow")
	own("fault-seed")
	flags.StringArrayVar(&models, "model", nil, "only this `MODEL` exists; may be repeated (default: any)")
	own("model")
	flags.StringVar(&key, "key", "", "`KEY` that requests must have (default: any)")
	own("key")
	flags.StringVar(&modes, "modes", "", "`FORM` of answers that can be asked for: json_schema, json_object or none (default: all)")
	own("modes")
	flags.StringVar(&dataset, "dataset", "", "act in the missions of a dataset, for switchyard eval: a `PATH`")
	own("dataset")
	flags.StringVar(&agent, "agent", "oracle", "act as the reference `AGENT`: "+strings.Join(agents.Names(), ", "))
	own("agent")
	typed := addSettings(flags, config.Plan)
	flags.BoolVar(&asJSON, "json", false, "print what it saw as JSON")
	inGroup(flags, "json", config.Output)
	cmd.SetUsageFunc(usageInGroups)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case latency < 0:
			return misuse("0 answers at once", "--latency cannot be negative")
		case rpm < 0:
			return misuse("0 means no limit", "--rpm cannot be negative")
		case tpm < 0:
			return misuse("0 means no limit", "--tpm cannot be negative")
		case dataset == "" && cmd.Flags().Changed("agent"):
			return misuse("add --dataset dataset", "--agent acts in a dataset, and none is given")
		}
		server := mock.Config{Latency: latency, RPM: rpm, TPM: tpm, Seed: seed, Models: models, Key: key}
		var err error
		if faults != "" {
			if server.Faults, err = mock.ParseFaults(faults); err != nil {
				return err
			}
		}
		if modes != "" {
			if server.Modes, err = mock.ParseModes(modes); err != nil {
				return misuse("write --modes json_schema, --modes json_object or --modes none", "--modes: no form of answers is called %q", modes)
			}
		}
		cfg, err := c.settings(typed)
		if err != nil {
			return err
		}
		run, err := runOf(cfg, false, c.loader(false, false))
		if err != nil {
			return err
		}
		if server.Player, err = setup.NewUnderstudy(cfg, run); err != nil {
			return err
		}
		if dataset != "" {
			acts, err := agents.New(agent, 1)
			if err != nil {
				return misuse(didYouMean(agent, agents.Names()), "--agent: no agent is called %q", agent)
			}
			if server.Player, err = trial.NewActor(cmd.Context(), dataset, acts, server.Player); err != nil {
				return err
			}
		}
		return c.runMock(cmd.Context(), server, addr, asJSON)
	}
	return cmd
}

// mockGroup is the part of the help text for the flags of the endpoint.
const mockGroup config.Group = "behaviour"

func (c *console) runMock(ctx context.Context, cfg mock.Config, addr string, asJSON bool) error {
	listener, err := mock.Listen(ctx, addr)
	if err != nil {
		return err
	}
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
