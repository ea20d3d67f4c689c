package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/gen"
	"switchyard/gen/setup"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/model/store"
)

// connections returns how this process reaches models.
func (c *console) connections(ctx context.Context, run string) connect.Options {
	o := connect.Options{Run: run, Getenv: c.getenv, ReadFile: readFile(ctx), Proxy: http.ProxyFromEnvironment}
	if !c.quiet {
		o.Silent = func(endpoint string) {
			c.notice("%s: nothing has come from there yet, not even its list of models; is it the address of a running endpoint?", printable(endpoint))
		}
	}
	return o
}

// connect opens the models of a configuration.
func (c *console) connect(ctx context.Context, cfg *config.Config, run string) (*connect.Models, error) {
	return connect.Open(ctx, cfg, c.connections(ctx, run))
}

// showCost shows what models cost beside the progress.
func showCost(models *connect.Models, p *runProgress) {
	if models != nil {
		models.Meter.Changed = func(a connect.Account) { p.note(accountText(a)) }
	}
}

// tellRefused reports the settings that models did not accept.
func (c *console) tellRefused(models *connect.Models) {
	if models == nil {
		return
	}
	for _, r := range models.Refused() {
		c.remark("%s does not take %s: left out", printable(r.Client), join(r.Settings))
	}
}

// accountText writes an account in a few words.
func accountText(a connect.Account) string {
	text := fmt.Sprintf("%s, %s tokens", count(a.Spent.Calls, "call", "calls"), short(a.Spent.Input+a.Spent.Output))
	if a.Known {
		text += ", " + money(a.Cost, a.Currency)
	}
	return text
}

// short writes a large number for people: "1.2 M".
func short(n int) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%.0f M", float64(n)/1e6)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.0f k", float64(n)/1e3)
	}
	return thousands(n)
}

// money writes an amount. Without a currency there are no prices, and the amount is
// known only because nothing was paid.
func money(amount float64, currency string) string {
	if currency == "" {
		return "nothing paid"
	}
	return fmt.Sprintf("%.2f %s", amount, strings.ToUpper(currency))
}

// dryRun estimates the cost of a run. It plays a few entries with the built-in engine
// instead of the models, and counts the tokens of the requests.
func (c *console) dryRun(ctx context.Context, cfg *config.Config, run *gen.Config, asJSON bool) error {
	if !cfg.UsesModels() {
		return misuse("choose models with --role or --all-roles", "nothing to estimate: the built-in engine plays all roles, and costs nothing")
	}
	estimate, err := setup.Estimate(ctx, cfg, *run)
	if err != nil {
		return err
	}
	if asJSON {
		return c.printJSON(struct {
			Entries int       `json:"entries"`
			Sampled int       `json:"sampled"`
			Usage   []jsonUse `json:"usage"`
		}{estimate.Entries, estimate.Sampled, usesOf(estimate.Usage, cfg.Prices)})
	}
	c.printf("%s would ask about:\n\n", count(estimate.Entries, "entry", "entries"))
	c.printUsage(estimate.Usage, cfg.Prices, true)
	c.printf("\nestimated from %s played without mistakes, at four bytes a token; refused\nanswers and reasoning come on top\n", count(estimate.Sampled, "entry", "entries"))
	return nil
}

// jsonUse is what one role spent on one model, in JSON. Cost is null if the price is
// unknown.
type jsonUse struct {
	spend.Use
	Cost     *float64 `json:"cost"`
	Currency string   `json:"currency,omitempty"`
}

func usesOf(u spend.Usage, prices *config.Prices) []jsonUse {
	out := make([]jsonUse, len(u))
	for i, use := range u {
		out[i].Use = use
		if cost, ok := connect.CostOf(prices, use); ok && prices != nil {
			out[i].Cost, out[i].Currency = &cost, prices.Currency
		}
	}
	return out
}

// printUsage prints what models cost. For an estimate, it leaves out the columns about
// waiting and repeating.
func (c *console) printUsage(u spend.Usage, prices *config.Prices, estimated bool) {
	sum, all := 0.0, true
	c.table(func(w io.Writer) {
		row := func(role, name, calls, stored, retries, in, out, endpoint, limits, cost string) {
			cells := []string{"  " + role, name, calls, stored, retries, in, out, endpoint, limits, cost}
			if estimated {
				cells = []string{"  " + role, name, calls, in, out, cost}
			}
			fmt.Fprintln(w, strings.Join(cells, "\t"))
		}
		spent := func(role, name string, s spend.Spent, cost string) {
			row(role, printable(name), thousands(s.Calls), thousands(s.Stored), thousands(s.Retries), thousands(s.Input), thousands(s.Output),
				seconds(s.Endpoint), seconds(s.Waiting), cost)
		}
		row("role", "model", "calls", "stored", "retries", "tokens in", "out", "endpoint", "limits", "cost")
		for _, use := range u {
			cost, ok := connect.CostOf(prices, use)
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
	return money(cost, prices.Currency)
}

func seconds(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return d.Round(100 * time.Millisecond).String()
}

// modelFailure explains the errors of models and their endpoints; goesOn says how the
// command can be continued.
func modelFailure(goesOn string, err error) (*failure, bool) {
	var (
		budget *connect.BudgetError
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
		f := &failure{message: strings.TrimSuffix(oneLine(refuse.Error()), "."), code: exitMisuse, hint: strings.TrimSuffix(cmp.Or(refuse.Hint, goesOn), ".")}
		if refuse.Kind == model.NoConnection { // as when it no longer answers
			f.code, f.hint = exitFound, refuse.Hint+"; "+goesOn
		}
		return f, true
	case errors.As(err, &broken):
		return &failure{message: oneLine(broken.Error()), code: exitMisuse, hint: cmp.Or(broken.Hint, "choose another file with --store, or --no-store")}, true
	}
	return nil, false
}
