package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/internal/race"
	"switchyard/model/mock"
	"switchyard/model/spend"
)

// priceList is a file of prices for the model m.
const priceList = "version: 1\ndate: 2026-11-01\ncurrency: usd\nmodels:\n  m: {input: 2.5, cached: 1.25, output: 10}\n"

// costIn is what requests cost by priceList.
func costIn(seen []request) (usd float64) {
	for _, q := range seen {
		if q.answered() {
			usd += (float64(q.usage.Input-q.usage.Details.Cached)*2.5 + float64(q.usage.Details.Cached)*1.25 + float64(q.usage.Output)*10) / 1e6
		}
	}
	return usd
}

// A budget stops a run cleanly, and a larger one lets it go on to the same end.
func TestBudget(t *testing.T) {
	t.Parallel()
	r := rehearseRun(t, mock.Config{}, "--missions", "1-2", "--limit", fmt.Sprint(sized(6, 6, 20)))
	args := []string{"--all-roles", "m", "--in-flight", "4", "--prices", r.write(t, "prices.yaml", priceList)}
	whole := r.generate(t.Context(), "whole", append(args, "--budget", "100usd", "--store", filepath.Join(r.dir, "whole.db"))...).must(t, exitOK)
	cost, one := costIn(r.seen(t)), 0.0
	for _, q := range r.seen(t) {
		one = max(one, costIn([]request{q}))
	}
	if want := fmt.Sprintf("%.2f USD\n", cost); !strings.Contains(whole.stdout, want) || !strings.Contains(whole.stdout, "prices of 2026-11-01") {
		t.Errorf("%s is not in\n%s", want, whole.stdout)
	}

	r.replace(t, mock.Config{})
	budget := fmt.Sprintf("%.4fusd", cost/2)
	stopped := r.generate(t.Context(), "stopped", append(args, "--budget", budget)...).must(t, exitFound)
	for _, want := range []string{"error: the budget of " + strings.TrimRight(strings.TrimSuffix(budget, "usd"), "0") + "usd is used up: ", "is intact; the same command continues from there, with a larger --budget"} {
		if !strings.Contains(stopped.stderr, want) {
			t.Errorf("%q is not in %s", want, stopped.stderr)
		}
	}
	// What was under way is paid besides, and no more.
	if paid := costIn(r.seen(t)); paid < cost/2 || paid > cost/2+5*one {
		t.Errorf("%.4f was paid, of %.4f; one answer costs %.4f at most", paid, cost/2, one)
	}
	before := r.arrivals()
	r.generate(t.Context(), "stopped", append(args, "--budget", budget)...).must(t, exitFound)
	if n := r.arrivals() - before; n > 0 {
		t.Errorf("%d more requests with a budget that is used up", n)
	}
	larger := r.generate(t.Context(), "stopped", append(args, "--budget", "100usd")...).must(t, exitOK)
	alike(t, whole.folder, larger.folder)
	if a, b := usageIn(t, whole.folder).Sum(), usageIn(t, larger.folder).Sum(); a.Calls != b.Calls || a.Input != b.Input || a.Cached != b.Cached || a.Output != b.Output {
		t.Errorf("%+v and %+v", a, b)
	}
	if s := r.Stats(); s.Repeated > 0 {
		t.Errorf("%+v", s)
	}
}

// Without the price of a model there is no budget.
func TestBudgetNeedsPrices(t *testing.T) {
	t.Parallel()
	r := rehearseRun(t, mock.Config{}, "--limit", "2")
	prices := r.write(t, "prices.yaml", priceList)
	got := r.generate(t.Context(), "d", "--all-roles", "m", "--role", "ai=dear", "--budget", "5usd", "--prices", prices).must(t, exitMisuse)
	if !strings.Contains(got.stderr, "dear") || !strings.Contains(got.stderr, "price") || r.arrivals() > 0 {
		t.Errorf("%d requests, and %s", r.arrivals(), got.stderr)
	}
	if _, err := os.Stat(got.folder); err == nil {
		t.Error("there is a run folder")
	}
	got = r.generate(t.Context(), "d", "--all-roles", "m", "--role", "ai=dear", "--prices", prices).must(t, exitOK)
	if !strings.Contains(got.stdout, "unknown\n") {
		t.Errorf("no cost is unknown:\n%s", got.stdout)
	}
}

// A dry run asks nothing and says about what the run will ask and cost; that the
// endpoint may have prompts in its cache, it does not expect.
func TestDryRun(t *testing.T) {
	t.Parallel()
	if race.Enabled {
		t.Skip("the figures are the same without it")
	}
	for _, tt := range []struct {
		strategy string
		entries  int
		within   float64 // of calls and tokens; single roles differ more
	}{
		{"blueprint", sized(6, 6, 24), 0.01}, // all of them are played
		{"free", sized(6, 6, 24), 0.01},
		{"blueprint", sized(0, 40, 100), 0.2},
	} {
		t.Run(fmt.Sprint(tt.strategy, tt.entries), func(t *testing.T) {
			t.Parallel()
			if tt.entries == 0 {
				t.Skip("many entries")
			}
			sampled := min(tt.entries, 24)
			strategy, within := tt.strategy, tt.within
			r := rehearseRun(t, mock.Config{}, "--limit", fmt.Sprint(tt.entries))
			args := []string{"--all-roles", "m", "--strategy", strategy, "--prices", r.write(t, "prices.yaml", priceList)}
			text := r.generate(t.Context(), "dry", append(args, "--dry-run")...).must(t, exitOK)
			for _, want := range []string{fmt.Sprint(tt.entries, " entries would ask about:"), "\n  planner  m ", "USD", fmt.Sprintf("estimated from %d entries", sampled)} {
				if !strings.Contains(text.stdout, want) {
					t.Errorf("%q is not in\n%s", want, text.stdout)
				}
			}
			dry := r.generate(t.Context(), "dry", append(args, "--dry-run", "--json")...).must(t, exitOK)
			type use struct {
				spend.Use
				Cost     *float64
				Currency string
			}
			var said struct {
				Entries, Sampled int
				Usage            []use
			}
			if err := json.Unmarshal([]byte(dry.stdout), &said); err != nil {
				t.Fatalf("%v: %s", err, dry.stdout)
			}
			if _, err := os.Stat(dry.folder); err == nil || r.arrivals() > 0 {
				t.Errorf("%d requests; a run folder: %v", r.arrivals(), err)
			}
			var came struct {
				OK    bool
				Usage []use
			}
			if err := json.Unmarshal([]byte(r.generate(t.Context(), "d", append(args, "--json")...).must(t, exitOK).stdout), &came); err != nil {
				t.Fatal(err)
			}
			if said.Entries != tt.entries || said.Sampled != sampled || len(said.Usage) != 5 || len(came.Usage) != 5 || !came.OK {
				t.Fatalf("%+v\n%+v", said, came)
			}
			var guess, real spend.Usage
			near := func(what string, a, b, within float64) {
				if b == 0 || math.Abs(a-b) > within*b {
					t.Errorf("%s: %.4g expected, %.4g came", what, a, b)
				}
			}
			for i := range said.Usage {
				a, b := said.Usage[i], came.Usage[i]
				if a.Role != b.Role || a.Cost == nil || b.Cost == nil || a.Currency != "usd" {
					t.Fatalf("%+v and %+v", a, b)
				}
				near(a.Role+" calls", float64(a.Calls), float64(b.Calls), 1.7*within)
				guess, real = append(guess, a.Use), append(real, b.Use)
			}
			near("calls", float64(guess.Sum().Calls), float64(real.Sum().Calls), within)
			near("tokens in", float64(guess.Sum().Input), float64(real.Sum().Input), within)
			near("tokens out", float64(guess.Sum().Output), float64(real.Sum().Output), within)
			if said.Usage[0].Cost != nil && *said.Usage[0].Cost < *came.Usage[0].Cost*(1-within) {
				t.Errorf("the user costs %.4g, expected %.4g", *came.Usage[0].Cost, *said.Usage[0].Cost)
			}
		})
	}
}
