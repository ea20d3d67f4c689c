// Package setup prepares runs: it turns a [config.Config], which holds the settings
// from flags and run.yaml, into a [gen.Config], with the models that play roles.
//
// [Config] copies the settings of the plan, and [Models] opens the models and gives
// them their roles. After that, gen.Run makes the dataset. [Estimate] says what the
// run would ask of models, without asking any, and [NewUnderstudy] plays every role
// for a mock endpoint.
//
// Nothing is printed. The environment and files are read through the functions in
// [connect.Options]. Only the user's own prompts and the identity of an interrupted run
// are read from their folders directly.
package setup

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/datasets/manifest"
	"switchyard/gen"
	"switchyard/gen/runfolder"
	"switchyard/out"
	"switchyard/roles/llm"
	"switchyard/roles/rehearse"
	"switchyard/tools"
)

// Config returns the configuration of a run in which the built-in engine plays all
// roles. version is that of the program.
func Config(cfg *config.Config, sets []*tools.Toolset, version string) gen.Config {
	run := gen.Config{
		Seed: cfg.Seed, Missions: cfg.Missions, PerPath: cfg.PerPath, Paths: cfg.Paths, Fine: cfg.Fine,
		Toolsets: sets, Distractors: cfg.Distractors, Pool: tools.Pool(cfg.Pool), Limit: cfg.Limit, Workers: cfg.Workers, Out: cfg.Out, Version: version,
		Formats: []out.Format{out.Native()},
		Command: append([]string{"switchyard", "generate"}, cfg.Arguments()...),
	}
	if mmtb := out.MMTB(); slices.Contains(cfg.Formats, mmtb.Name()) {
		run.Formats = append(run.Formats, mmtb)
	} else {
		run.Command = append(run.Command, "--format", out.Native().Name())
	}
	return run
}

// Models opens the models of the settings and gives them their roles in the run. The
// result is nil if no model plays a role; otherwise the caller closes it. A run that
// continues keeps its identity, whatever the options say.
func Models(ctx context.Context, cfg *config.Config, run *gen.Config, o connect.Options) (*connect.Models, error) {
	if !cfg.UsesModels() {
		return nil, nil
	}
	prompts, err := Prompts(cfg)
	if err != nil {
		return nil, err
	}
	if !run.Force {
		before, err := runfolder.ReadUsage(run.Out)
		if err != nil {
			return nil, err
		}
		run.RunID = before.Run
	}
	run.RunID = cmp.Or(run.RunID, o.Run, connect.NewRun())
	o.Run = run.RunID
	models, err := connect.Open(ctx, cfg, o)
	if err != nil {
		return nil, err
	}
	err = seat(cfg, run, prompts, func(m *config.Model) (llm.Voice, error) {
		client, err := models.Client(m)
		return llm.Speak(client, m.Name), err
	})
	if err != nil {
		return nil, errors.Join(err, models.Close())
	}
	run.Workers = cmp.Or(cfg.Workers, models.Workers())
	run.Ledger = models.Meter
	return models, nil
}

// seat gives each role that a model plays its voice, and adds to the run everything
// that models decide.
func seat(cfg *config.Config, run *gen.Config, prompts *llm.Prompts, voice func(*config.Model) (llm.Voice, error)) error {
	run.Strategy, run.Language = gen.Strategy(cfg.Strategy), cfg.Lang
	run.Attempts = manifest.Attempts{Entry: cfg.Attempts.Entry, Mission: cfg.Attempts.Mission}
	run.Models = nil
	if cfg.Roles.User != nil {
		run.Candidates = [2]int{cfg.Candidates.First, cfg.Candidates.Later}
	}
	voices := map[string]llm.Voice{}
	for role, m := range cfg.Roles.Models() {
		var err error
		if voices[role], err = voice(m); err != nil {
			return err
		}
		sampling, _ := json.Marshal(m.Sampling) // numbers and a text can always be written
		run.Models = append(run.Models, manifest.Model{Role: role, Model: m.Name, Endpoint: m.Provider.BaseURL, Sampling: string(sampling), Prompts: prompts.Hash()})
	}
	var err error
	run.Cast, err = llm.NewCast(llm.Config{Voices: voices, Prompts: prompts, First: cfg.Candidates.First, Later: cfg.Candidates.Later})
	return err
}

// Prompts reads the prompts in the language of the settings. Templates in the user's
// own folder replace built-in ones.
func Prompts(cfg *config.Config) (*llm.Prompts, error) {
	var own fs.FS
	if cfg.Prompts != "" {
		if info, err := os.Stat(cfg.Prompts); err != nil {
			return nil, err
		} else if !info.IsDir() {
			return nil, &llm.PromptError{File: cfg.Prompts, Message: "is a file, not a folder", Hint: "give --prompts a folder of templates"}
		}
		own = os.DirFS(cfg.Prompts)
	}
	return llm.LoadPrompts(cfg.Lang, own, cfg.Prompts)
}

// rehearsed is how many entries an estimate plays.
const rehearsed = 24

// Estimate says what a run would ask of its models. It asks none: it plays some
// entries with the built-in engine instead.
func Estimate(ctx context.Context, cfg *config.Config, run gen.Config) (*gen.Estimate, error) {
	prompts, err := Prompts(cfg)
	if err != nil {
		return nil, err
	}
	err = seat(cfg, &run, prompts, func(m *config.Model) (llm.Voice, error) {
		return &rehearse.Voice{Name: m.Name, First: cfg.Candidates.First, Later: cfg.Candidates.Later}, nil
	})
	if err != nil {
		return nil, err
	}
	return gen.Rehearse(ctx, run, rehearsed)
}
