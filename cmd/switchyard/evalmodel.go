package main

import (
	"context"
	"encoding/json"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/eval/results"
	"switchyard/eval/trial"
	"switchyard/model"
	"switchyard/model/spend"
)

// askedModel opens a model that is evaluated or judges.
func (c *console) askedModel(ctx context.Context, cfg *config.Config, role string, m *config.Model) (*trial.Model, *connect.Models, error) {
	models, err := c.connect(ctx, cfg, "")
	if err != nil {
		return nil, nil, err
	}
	sampling, _ := json.Marshal(m.Sampling) // numbers and a text can always be written
	who := spend.Who{Role: role, Model: m.Name}
	asked := &trial.Model{Name: m.Name, Endpoint: m.Provider.BaseURL, Sampling: string(sampling), Stored: cfg.Store != "", Workers: models.Workers(),
		Spend: func(s spend.Spent) error { return models.Meter.Spend(who, s) },
		Client: func(run string) (model.Completer, error) {
			models.Run = run
			return models.Client(m)
		}}
	if cfg.Prices != nil {
		if p, ok := cfg.Prices.Models[m.Name]; ok {
			asked.Price = &results.Price{Input: p.Input, Cached: p.Cached, Output: p.Output, Currency: cfg.Prices.Currency}
		}
	}
	return asked, models, nil
}
