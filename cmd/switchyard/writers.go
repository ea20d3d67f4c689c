package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/gen"
	"switchyard/tools"
	"switchyard/tools/author"
)

// writerFlags are the flags of settings that apply wherever a model is asked.
var writerFlags = []string{"config", "prices", "budget", "store", "no-store", "base-url", "key-file", "rpm", "tpm", "in-flight", "timeout"}

// addWriterSettings adds the flags that give roles models which write toolsets.
func addWriterSettings(flags *pflag.FlagSet, example string) map[string]*settingFlag {
	flags.SortFlags = false
	typed := addModelSettings(flags, "role")
	flags.Lookup("role").Usage = "let a model write: `ROLE=MODEL` such as " + example + " (default: rules do)"
	return typed
}

// writers are the models that write toolsets. nil stands for none.
type writers struct {
	*author.Author
	cfg    *config.Config
	models *connect.Models
}

// writers opens the models of some roles, the first of which writes. It returns nil if
// no role has a model.
func (c *console) writers(ctx context.Context, typed map[string]*settingFlag, roles ...string) (*writers, error) {
	cfg, err := c.settings(ctx, typed, roles...)
	if err != nil || !cfg.UsesModels() {
		return nil, err
	}
	models, err := c.connect(ctx, cfg, connect.NewRun())
	if err != nil {
		return nil, err
	}
	w := &writers{Author: &author.Author{Ledger: models.Meter.Spend}, cfg: cfg, models: models}
	for role, m := range cfg.Roles.Models() {
		client, err := models.Client(m)
		if err != nil {
			return nil, errors.Join(err, models.Close())
		}
		voice := author.Voice{Model: client, Name: m.Name, Role: role}
		if role == roles[0] {
			w.Voice = voice
		} else {
			w.Reviewer = voice
		}
	}
	if w.Voice.Model == nil {
		return nil, errors.Join(misuse(fmt.Sprintf("add --role %s=MODEL", roles[0]), "--role: a %s needs a %s", roles[1], roles[0]), models.Close())
	}
	return w, nil
}

// tryOut makes a few entries of a toolset.
func (c *console) tryOut(entries int) func(context.Context, *tools.Toolset) (*author.Trial, error) {
	return func(ctx context.Context, ts *tools.Toolset) (*author.Trial, error) {
		made, err := gen.Try(ctx, gen.Config{Fault: c.fault, Seed: 1, PerPath: 1, Toolsets: []*tools.Toolset{ts}}, entries)
		if err != nil {
			return nil, err
		}
		trial := &author.Trial{Entries: made.Entries, Accepted: made.Accepted, Reasons: []string{}}
		for _, r := range made.Rejected {
			if r.Reason == "draw" {
				trial.Unable++
			} else if !slices.Contains(trial.Reasons, r.Message) {
				trial.Reasons = append(trial.Reasons, r.Message)
			}
		}
		return trial, nil
	}
}

// trialText writes the result of a trial.
func trialText(t *author.Trial) string {
	text := fmt.Sprintf("%s of %s accepted", thousands(t.Accepted), count(t.Entries, "trial entry", "trial entries"))
	if t.Unable > 0 {
		text += fmt.Sprintf(", %s beyond its tools", thousands(t.Unable))
	}
	if n := t.Spoilt(); n > 0 {
		text += fmt.Sprintf(", %s rejected: %s", thousands(n), strings.Join(t.Reasons, "; "))
	}
	return text
}

// printCost prints what the models cost, and which settings they did not accept.
func (c *console) printCost(w *writers) {
	c.tellRefused(w.models)
	c.printf("\n")
	c.printUsage(w.models.Meter.Usage(), w.cfg.Prices, false)
}

// usage is what the models cost; nothing if there are none.
func (w *writers) usage() []jsonUse {
	if w == nil {
		return nil
	}
	return usesOf(w.models.Meter.Usage(), w.cfg.Prices)
}

// showCost shows what the models cost beside the progress.
func (w *writers) showCost(p *runProgress) {
	if w != nil {
		showCost(w.models, p)
	}
}

// close closes the models and explains the error of the command that used them.
func (w *writers) close(err error) error {
	if w == nil {
		return err
	}
	goesOn := "what is written so far stays, and no answer is paid for twice: the same command continues from there"
	if f, ok := modelFailure(goesOn, err); ok {
		err = f
	}
	return cmp.Or(err, w.models.Close())
}
