package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"switchyard/config"
	"switchyard/datasets/manifest"
	"switchyard/gen"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/model/admit"
	"switchyard/model/store"
	"switchyard/roles"
	"switchyard/roles/llm"
	"switchyard/roles/rehearse"
)

// withModels gives the roles that are on models their players. close ends what
// was opened for them.
func (c *console) withModels(ctx context.Context, cfg *config.Config, run *gen.Config) (meter *meter, close func() error, err error) {
	close = func() error { return nil }
	if !cfg.UsesModels() {
		return nil, close, nil
	}
	prompts, err := loadPrompts(cfg)
	if err != nil {
		return nil, close, err
	}
	if run.RunID, err = runID(run); err != nil {
		return nil, close, err
	}
	hall, close, err := c.clients(ctx, cfg, run.RunID)
	if err != nil {
		return nil, close, err
	}
	voices := map[mission.Role]llm.Voice{}
	var judge llm.Voice
	for name, m := range cfg.Roles.Models() {
		client, err := hall.client(m)
		if err != nil {
			return nil, close, errors.Join(err, close())
		}
		voice := llm.Speak(client, m.Name)
		if name == "judge" {
			judge = voice
			continue
		}
		voices[mission.Role(name)] = voice
	}
	if run.Cast, err = llm.NewCast(llm.Config{Voices: voices, Judge: judge, Prompts: prompts, First: cfg.Candidates.First, Later: cfg.Candidates.Later}); err != nil {
		return nil, close, errors.Join(err, close())
	}
	settle(cfg, run, prompts)
	run.Workers = cmp.Or(cfg.Workers, hall.workers())
	meter = newMeter(cfg)
	meter.clients = hall.clients
	run.Ledger = meter
	return meter, close, nil
}

// settle says in the configuration of a run what models decide.
func settle(cfg *config.Config, run *gen.Config, prompts *llm.Prompts) {
	run.Strategy, run.Language = gen.Strategy(cfg.Strategy), cfg.Lang
	run.Attempts = manifest.Attempts{Entry: cfg.Attempts.Entry, Mission: cfg.Attempts.Mission}
	run.Models = nil
	for name, m := range cfg.Roles.Models() {
		sampling, _ := json.Marshal(m.Sampling) // numbers and a text can always be written
		run.Models = append(run.Models, manifest.Model{Role: name, Model: m.Name, Endpoint: m.Provider.BaseURL, Sampling: string(sampling), Prompts: prompts.Hash()})
	}
	if cfg.Roles.User != nil {
		run.Candidates = [2]int{cfg.Candidates.First, cfg.Candidates.Later}
	}
}

func loadPrompts(cfg *config.Config) (*llm.Prompts, error) {
	var own fs.FS
	if cfg.Prompts != "" {
		if info, err := os.Stat(cfg.Prompts); err != nil {
			return nil, err
		} else if !info.IsDir() {
			return nil, misuse("name a folder with templates", "--prompts %s: is a file, not a folder", cfg.Prompts)
		}
		own = os.DirFS(cfg.Prompts)
	}
	return llm.LoadPrompts(cfg.Lang, own, cfg.Prompts)
}

// runID tells what this run pays for from what others do. A run that goes on
// keeps its own.
func runID(run *gen.Config) (string, error) {
	if !run.Force {
		id, _, err := gen.ReadUsage(run.Out)
		if err != nil || id != "" {
			return id, err
		}
	}
	return newRunID(), nil
}

func newRunID() string {
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}

// clients makes the clients of a run. Those of one provider share its gate.
type clients struct {
	*console
	store     model.Store
	run       string
	retries   int
	transport http.RoundTripper
	clients   []*model.Client
	gates     map[*config.Provider]*admit.Gate
	endpoints map[*config.Provider]model.Endpoint
}

// clients opens what the models of a configuration need. close ends what was
// opened.
func (c *console) clients(ctx context.Context, cfg *config.Config, run string) (hall *clients, close func() error, err error) {
	close = func() error { return nil }
	hall = &clients{console: c, run: run, retries: cfg.Attempts.Retries,
		gates: map[*config.Provider]*admit.Gate{}, endpoints: map[*config.Provider]model.Endpoint{},
		transport: model.NewTransport(http.ProxyFromEnvironment)}
	for _, m := range cfg.Roles.Models() { // a key that is missing leaves nothing behind
		if _, err := hall.endpoint(m.Provider); err != nil {
			return nil, close, err
		}
	}
	if cfg.Store != "" {
		s, err := store.Open(ctx, cfg.Store)
		if err != nil {
			return nil, close, err
		}
		hall.store, close = s, s.Close
	}
	return hall, close, nil
}

func (h *clients) client(m *config.Model) (*model.Client, error) {
	endpoint, err := h.endpoint(m.Provider)
	if err != nil {
		return nil, err
	}
	client, err := model.NewClient(model.ClientConfig{Endpoint: endpoint, Model: m.Name, Sampling: m.Sampling, Timeout: m.Timeout,
		Retries: h.retries, Gate: h.gates[m.Provider], Store: h.store, Run: h.run, Transport: h.transport})
	if err != nil {
		return nil, err
	}
	h.clients = append(h.clients, client)
	return client, nil
}

func (h *clients) endpoint(p *config.Provider) (model.Endpoint, error) {
	if e, ok := h.endpoints[p]; ok {
		return e, nil
	}
	key, err := p.Key(h.getenv, readFile)
	if err != nil {
		return model.Endpoint{}, configFailure(err)
	}
	e := model.Endpoint{BaseURL: p.BaseURL, API: p.API, APIVersion: p.APIVersion, Deployments: p.Deployments, Key: model.NewSecret(key)}
	for _, header := range p.Headers {
		value, err := header.Value(h.getenv)
		if err != nil {
			return model.Endpoint{}, configFailure(err)
		}
		if e.Headers == nil {
			e.Headers = map[string]string{}
		}
		e.Headers[header.Name] = value
	}
	h.endpoints[p] = e
	h.gates[p] = admit.New(admit.Limits{RPM: p.RPM, TPM: p.TPM, InFlight: p.InFlight})
	return e, nil
}

// workers is how many entries are worked on at once, if nobody says: enough to
// keep every provider busy while some entries think.
func (h *clients) workers() int {
	sum := 0
	for p := range h.gates {
		sum += cmp.Or(p.InFlight, admit.DefaultInFlight)
	}
	return max(4, sum*2)
}

// dryRunSample is how many entries a dry run plays.
const dryRunSample = 24

// dryRun estimates what a run would cost: it plays a few entries with the
// built-in engine in the place of the models, and counts what they are asked.
func (c *console) dryRun(ctx context.Context, cfg *config.Config, run *gen.Config, asJSON bool) error {
	if !cfg.UsesModels() {
		return misuse("give roles models with --role or --all-roles", "nothing to estimate: the built-in engine plays all roles, and costs nothing")
	}
	prompts, err := loadPrompts(cfg)
	if err != nil {
		return err
	}
	voices := map[mission.Role]llm.Voice{}
	var judge llm.Voice
	for name, m := range cfg.Roles.Models() {
		voice := &rehearse.Voice{Name: m.Name, First: cfg.Candidates.First, Later: cfg.Candidates.Later}
		if name == "judge" {
			judge = voice
			continue
		}
		voices[mission.Role(name)] = voice
	}
	if run.Cast, err = llm.NewCast(llm.Config{Voices: voices, Judge: judge, Prompts: prompts, First: cfg.Candidates.First, Later: cfg.Candidates.Later}); err != nil {
		return err
	}
	settle(cfg, run, prompts)
	estimate, err := gen.Rehearse(ctx, *run, dryRunSample)
	if err != nil {
		return err
	}
	scale := float64(estimate.Entries) / float64(max(1, estimate.Sampled))
	usage := slices.Clone(estimate.Usage)
	for i := range usage {
		u := &usage[i].Spent
		*u = roles.Spent{Calls: scaled(u.Calls, scale), Input: scaled(u.Input, scale), Output: scaled(u.Output, scale)}
	}
	if asJSON {
		return c.printJSON(struct {
			Entries int       `json:"entries"`
			Sampled int       `json:"sampled"`
			Usage   []jsonUse `json:"usage"`
		}{estimate.Entries, estimate.Sampled, usesOf(usage, cfg.Prices)})
	}
	c.printf("%s would ask about:\n\n", count(estimate.Entries, "entry", "entries"))
	c.printUsage(usage, cfg.Prices, true)
	c.printf("\nestimated from %s played without mistakes, at four bytes a token; refused\nanswers and reasoning come on top\n", count(estimate.Sampled, "entry", "entries"))
	return nil
}

func scaled(n int, by float64) int { return int(float64(n)*by + 0.5) }

// jsonUse is what one role spent on one model, for programs. Cost is null when
// the price is unknown.
type jsonUse struct {
	gen.Use
	Cost     *float64 `json:"cost"`
	Currency string   `json:"currency,omitempty"`
}

func usesOf(u gen.Usage, prices *config.Prices) []jsonUse {
	out := make([]jsonUse, len(u))
	for i, use := range u {
		out[i].Use = use
		if cost, ok := costOf(prices, use.Model, use.Spent); ok && prices != nil {
			out[i].Cost, out[i].Currency = &cost, prices.Currency
		}
	}
	return out
}

// printUsage prints what models cost; of an estimate, for which nothing was
// waited or repeated, only what it says.
func (c *console) printUsage(u gen.Usage, prices *config.Prices, estimated bool) {
	sum, all := 0.0, true
	c.table(func(w io.Writer) {
		row := func(role, name, calls, stored, retries, in, out, endpoint, limits, cost string) {
			cells := []string{"  " + role, name, calls, stored, retries, in, out, endpoint, limits, cost}
			if estimated {
				cells = []string{"  " + role, name, calls, in, out, cost}
			}
			fmt.Fprintln(w, strings.Join(cells, "\t"))
		}
		spent := func(role, name string, s roles.Spent, cost string) {
			row(role, printable(name), thousands(s.Calls), thousands(s.Stored), thousands(s.Retries), thousands(s.Input), thousands(s.Output),
				seconds(s.Endpoint), seconds(s.Waiting), cost)
		}
		row("role", "model", "calls", "stored", "retries", "tokens in", "out", "endpoint", "limits", "cost")
		for _, use := range u {
			cost, ok := costOf(prices, use.Model, use.Spent)
			sum, all = sum+cost, all && ok
			spent(use.Role, use.Model, use.Spent, costText(cost, ok, prices))
		}
		spent("all", "", u.Sum(), costText(sum, all, prices))
	})
	if prices != nil {
		c.printf("  prices of %s\n", prices.Date)
	}
}

func costText(cost float64, known bool, prices *config.Prices) string {
	if !known || prices == nil {
		return "unknown"
	}
	return money(cost, prices)
}

func seconds(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return d.Round(100 * time.Millisecond).String()
}

// modelFailure tells what to do about the errors of models and their endpoints.
func modelFailure(goesOn string, err error) (*failure, bool) {
	var (
		budget *budgetError
		refuse *model.Error
		broken *store.Error
		silent *gen.SilentError
	)
	switch {
	case errors.As(err, &budget):
		return &failure{message: budget.Error(), code: exitFound, hint: goesOn + ", with a larger --budget"}, true
	case errors.As(err, &silent):
		return &failure{message: oneLine(silent.Error()), code: exitFound, hint: "is the endpoint running? " + goesOn}, true
	case errors.As(err, &refuse):
		return &failure{message: strings.TrimSuffix(oneLine(refuse.Error()), "."), code: exitMisuse, hint: strings.TrimSuffix(cmp.Or(refuse.Hint, goesOn), ".")}, true
	case errors.As(err, &broken):
		return &failure{message: oneLine(broken.Error()), code: exitMisuse, hint: cmp.Or(broken.Hint, "choose another file with --store, or --no-store")}, true
	}
	return nil, false
}
