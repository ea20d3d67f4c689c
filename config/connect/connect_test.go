package connect

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/config"
	"switchyard/model"
	"switchyard/model/mock"
	"switchyard/model/spend"
)

// settings resolves a configuration whose user is the model m of an endpoint.
func settings(t *testing.T, url, more string) *config.Config {
	t.Helper()
	files := map[string]string{
		"run.yaml": "version: 1\nstore: " + filepath.Join(t.TempDir(), "r.db") + "\nprices: prices.yaml\nroles: {user: m, judge: m}\n" +
			"providers: {main: {base_url: \"" + url + "\", key_env: THE_KEY, limits: {in_flight: 3}}}\n" + more,
		"prices.yaml": "version: 1\ndate: 2026-11-01\ncurrency: usd\nmodels: {m: {input: 2, cached: 1, output: 8}}\n",
	}
	cfg, err := config.Resolve(config.Input{
		Flags:    map[string][]string{"config": {"run.yaml"}},
		Env:      func(string) string { return "" },
		ReadFile: func(path string) ([]byte, error) { return []byte(files[path]), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func TestOpen(t *testing.T) {
	server := mock.New(mock.Config{Key: "sk-right", Models: []string{"m"}})
	endpoint := httptest.NewServer(server)
	defer endpoint.Close()
	cfg := settings(t, endpoint.URL+"/v1", "")
	key := "sk-right"
	options := Options{Run: "one", Getenv: func(name string) string { return map[string]string{"THE_KEY": key}[name] }}
	ask := func(run string) *model.Response {
		t.Helper()
		options.Run = run
		models, err := Open(t.Context(), cfg, options)
		if err != nil {
			t.Fatal(err)
		}
		defer models.Close()
		if got := models.Workers(); got != 6 {
			t.Errorf("%d workers for 3 requests at once", got)
		}
		client, err := models.Client(cfg.Roles.User)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.Complete(context.Background(), &model.Request{Messages: []model.Message{{Role: "user", Text: "Hello"}}})
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	for _, run := range []string{"one", "one", "two"} { // only what another run paid for counts as stored
		if got, want := ask(run).Stored, run == "two"; got != want {
			t.Errorf("run %s: stored %v", run, got)
		}
	}
	if n := server.Stats().Requests; n != 1 {
		t.Errorf("%d requests for one question", n)
	}

	// Without the key nothing is left behind, not even the store.
	key, cfg = "", settings(t, endpoint.URL+"/v1", "")
	if _, err := Open(t.Context(), cfg, options); err == nil || !strings.Contains(err.Error(), "THE_KEY") {
		t.Errorf("without a key: %v", err)
	}
	if _, err := os.Stat(cfg.Store); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the store of a run that could not begin: %v", err)
	}
}

func TestRefused(t *testing.T) {
	models := &Models{}
	if got := models.Refused(); got != nil {
		t.Errorf("%v", got)
	}
	if err := (*Models)(nil).Close(); err != nil {
		t.Error(err)
	}
}

func TestNewRun(t *testing.T) {
	if a, b := NewRun(), NewRun(); a == b || len(a) != 16 {
		t.Error(a, b)
	}
}

func TestMeter(t *testing.T) {
	m := NewMeter(settings(t, "http://h", "budget: 20usd\n"))
	told := 0
	m.Changed = func(Account) { told++ }
	who := spend.Who{Role: "user", Model: "m"}
	m.Start(spend.Usage{{Who: who, Spent: spend.Spent{Calls: 1, Input: 1_000_000, Output: 1_000_000}}})
	if err := m.Spend(who, spend.Spent{Calls: 1, Input: 3_000_000, Cached: 1_000_000}); err != nil { // 10 + 5
		t.Error(err)
	}
	a := m.Account()
	if a.Cost != 15 || a.Currency != "usd" || !a.Known || a.Spent.Calls != 2 || told != 1 {
		t.Errorf("%+v, told %d times", a, told)
	}
	var used *BudgetError
	if err := m.Spend(who, spend.Spent{Calls: 1, Output: 1_000_000}); !errors.As(err, &used) || used.Cost != 23 || !used.Ends() ||
		used.Error() != "the budget of 20usd is used up: 23.00usd were spent" {
		t.Errorf("%v", err)
	}
	if told != 1 {
		t.Errorf("told %d times in one moment", told)
	}
	if u := m.Usage(); len(u) != 1 || u[0].Calls != 3 {
		t.Errorf("%+v", u)
	}
}

// A cost is known when there is a price, or nothing to pay.
func TestCostOf(t *testing.T) {
	prices := settings(t, "http://h", "").Prices
	paid, stored := spend.Spent{Input: 1_000_000}, spend.Spent{Calls: 1, Stored: 1}
	for name, c := range map[string]struct {
		prices *config.Prices
		model  string
		spent  spend.Spent
		cost   float64
		known  bool
	}{
		"price":               {prices, "m", paid, 2, true},
		"other model":         {prices, "n", paid, 0, false},
		"other model, stored": {prices, "n", stored, 0, true},
		"no prices":           {nil, "m", paid, 0, false},
		"no prices, stored":   {nil, "m", stored, 0, true},
	} {
		cost, known := CostOf(c.prices, spend.Use{Who: spend.Who{Model: c.model}, Spent: c.spent})
		if cost != c.cost || known != c.known {
			t.Errorf("%s: %v %v", name, cost, known)
		}
	}
}
