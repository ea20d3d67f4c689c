package setup

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/datasets/manifest"
	"switchyard/flow/generate"
	"switchyard/flow/retell"
	"switchyard/gen/runfolder"
	"switchyard/roles/llm"
)

// SessionRoles lists the roles that models can play in sessions.
func SessionRoles() []string { return []string{"user", "tool", "ai", "checker"} }

// Sessions opens the models of the settings and has them tell the sessions of a run. The result is
// nil if no model plays a role; otherwise the caller closes it. A run that continues keeps its
// identity.
func Sessions(ctx context.Context, cfg *config.Config, run *generate.Config, o connect.Options) (*connect.Models, error) {
	if !cfg.UsesModels() {
		return nil, nil
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
	run.Teller, run.Models, err = Teller(cfg, models)
	if err != nil {
		return nil, errors.Join(err, models.Close())
	}
	run.Workers = cmp.Or(run.Workers, models.Workers())
	run.Ledger = models.Meter
	return models, nil
}

// Teller returns what has the models of the settings tell sessions, and which these are.
func Teller(cfg *config.Config, models *connect.Models) (*retell.Teller, []manifest.Model, error) {
	prompts, err := Prompts(cfg)
	if err != nil {
		return nil, nil, err
	}
	voices := map[string]llm.Voice{}
	var list []manifest.Model
	for role, m := range cfg.Roles.Models() {
		client, err := models.Client(m)
		if err != nil {
			return nil, nil, err
		}
		voices[role] = llm.Speak(client, m.Name)
		sampling, _ := json.Marshal(m.Sampling) // numbers and a text can always be written
		list = append(list, manifest.Model{Role: role, Model: m.Name, Endpoint: m.Provider.BaseURL, Sampling: string(sampling), Prompts: prompts.Hash()})
	}
	teller, err := retell.New(llm.Config{Voices: voices, Prompts: prompts})
	return teller, list, err
}
