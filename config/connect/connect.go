// Package connect opens the models that a configuration names.
//
// [Open] makes [Models] from a [config.Config]: clients with keys, stored answers
// and rate limits ([Models.Client]), and a [Meter] that adds up costs and stops at
// the budget ([BudgetError]). It is for everything that asks models: runs,
// evaluations, judges and writers of toolsets.
//
// Models of one provider share its limits. Open reads the keys, so that a missing
// key is found before anything is done. The package reads neither the environment
// nor files itself: [Options] provides both.
package connect

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"switchyard/config"
	"switchyard/model"
	"switchyard/model/admit"
	"switchyard/model/store"
)

// Options are settings that are not part of a configuration.
type Options struct {
	// Run identifies the run that pays. When a run is resumed with its old identity,
	// it counts the cost of the answers that it stored before, but does not pay
	// again. [NewRun] makes a new identity.
	Run string
	// Getenv and ReadFile give access to keys and headers.
	Getenv   func(name string) string
	ReadFile func(path string) ([]byte, error)
	// Proxy chooses the proxy of a request; nil uses none.
	Proxy func(*http.Request) (*url.URL, error)
	// Silent, if not nil, is told the address of an endpoint from which nothing comes at
	// first (see [model.Contact]).
	Silent func(endpoint string)
}

// Models are the opened models of a configuration. Client and Refused must not
// be called at the same time; the clients themselves are safe for concurrent
// use.
type Models struct {
	Meter *Meter
	// Run is that of [Options]; a change affects only clients made afterwards.
	Run string

	options   Options
	store     *store.Store // nil keeps no answers
	retries   int
	transport http.RoundTripper
	clients   []*model.Client
	providers map[*config.Provider]provider
}

// provider is what the models of one provider share.
type provider struct {
	endpoint model.Endpoint
	gate     *admit.Gate
	contact  *model.Contact
}

// NewRun makes a random identity for a run.
func NewRun() string {
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	return hex.EncodeToString(b[:])
}

// Open prepares the models of a configuration. The caller must close the result.
func Open(ctx context.Context, cfg *config.Config, o Options) (*Models, error) {
	m := &Models{Meter: NewMeter(cfg), Run: o.Run, options: o, retries: cfg.Attempts.Retries, transport: model.NewTransport(o.Proxy),
		providers: map[*config.Provider]provider{}}
	for _, player := range cfg.Roles.Models() {
		if err := m.reach(player.Provider); err != nil {
			return nil, err
		}
	}
	if cfg.Store != "" {
		var err error
		if m.store, err = store.Open(ctx, cfg.Store); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Close closes the stored answers.
func (m *Models) Close() error {
	if m == nil || m.store == nil {
		return nil
	}
	return m.store.Close()
}

// reach reads the key and the headers of a provider.
func (m *Models) reach(p *config.Provider) error {
	if _, ok := m.providers[p]; ok {
		return nil
	}
	key, err := p.Key(m.options.Getenv, m.options.ReadFile)
	if err != nil {
		return err
	}
	e := model.Endpoint{BaseURL: p.BaseURL, API: p.API, APIVersion: p.APIVersion, Deployments: p.Deployments, Key: model.NewSecret(key),
		Headers: make(map[string]string, len(p.Headers))}
	for _, header := range p.Headers {
		if e.Headers[header.Name], err = header.Value(m.options.Getenv); err != nil {
			return err
		}
	}
	m.providers[p] = provider{e, admit.New(admit.Limits{RPM: p.RPM, TPM: p.TPM, InFlight: p.InFlight}), &model.Contact{Silent: m.options.Silent}}
	return nil
}

// Client makes a client of a model of the configuration.
func (m *Models) Client(player *config.Model) (*model.Client, error) {
	p := m.providers[player.Provider]
	c := model.ClientConfig{Endpoint: p.endpoint, Model: player.Name, Sampling: player.Sampling, Timeout: player.Timeout,
		Retries: m.retries, Gate: p.gate, Contact: p.contact, Run: m.Run, Transport: m.transport}
	if m.store != nil {
		c.Store = m.store
	}
	client, err := model.NewClient(c)
	if err != nil {
		return nil, err
	}
	m.clients = append(m.clients, client)
	return client, nil
}

// Workers is the default number of entries to work on at once: enough to keep
// every provider busy.
func (m *Models) Workers() int {
	sum := 0
	for p := range m.providers {
		sum += cmp.Or(p.InFlight, admit.DefaultInFlight)
	}
	return max(4, sum*2)
}

// Refused lists the settings that a model did not accept and that were therefore
// left out of requests.
type Refused struct {
	Client   string // its model and endpoint
	Settings []string
}

// Refused lists the settings that models did not accept, once per client.
func (m *Models) Refused() []Refused {
	var out []Refused
	for _, client := range m.clients {
		if settings := client.Refused(); len(settings) > 0 {
			out = append(out, Refused{fmt.Sprint(client), settings})
		}
	}
	slices.SortFunc(out, func(a, b Refused) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), slices.Compare(a.Settings, b.Settings))
	})
	return slices.CompactFunc(out, func(a, b Refused) bool { return a.Client == b.Client && slices.Equal(a.Settings, b.Settings) })
}
