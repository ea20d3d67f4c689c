package config

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"switchyard/internal/document"
)

// Prices says what tokens cost.
type Prices struct {
	File     string
	Date     string // of the prices: 2026-11-01
	Currency string // three letters in lower case: "usd"
	Models   map[string]Price
}

// Price is what a million tokens of one model cost, in the currency of the
// prices.
type Price struct {
	Input  float64 // of the prompt
	Cached float64 // of the prompt, read from the endpoint's cache
	Output float64 // of the answer, thoughts included
}

// Cost is the cost of tokens. Cached tokens are part of the input.
func (p Price) Cost(input, cached, output int) float64 {
	return (float64(input-cached)*p.Input + float64(cached)*p.Cached + float64(output)*p.Output) / 1e6
}

// Budget is what a run may cost.
type Budget struct {
	Amount   float64
	Currency string // three letters in lower case
}

// String writes the budget as it is read: "12.5eur".
func (b *Budget) String() string {
	return strconv.FormatFloat(b.Amount, 'f', -1, 64) + b.Currency
}

var (
	amount   = regexp.MustCompile(`^([0-9]{1,9}(?:\.[0-9]{1,6})?) *([A-Za-z]*)$`)
	currency = regexp.MustCompile(`^[A-Za-z]{3}$`)
)

func parseBudget(text string) (*Budget, *fault) {
	const hint = "for example {25usd} or {12.50eur}"
	m := amount.FindStringSubmatch(strings.TrimSpace(text))
	switch {
	case m == nil:
		return nil, faultf(hint, ": %q is not an amount of money", short(text))
	case m[2] == "":
		return nil, faultf(hint, ": %q names no currency", short(text))
	case len(m[2]) != 3:
		return nil, faultf(hint, ": %q is not a currency of three letters", short(m[2]))
	}
	x, err := strconv.ParseFloat(m[1], 64)
	if err != nil || x <= 0 {
		return nil, faultf(hint, " must be more than 0")
	}
	return &Budget{Amount: x, Currency: strings.ToLower(m[2])}, nil
}

// ParsePrices reads a price file in YAML or JSON. The error is of type [Problems]
// and lists everything that is wrong.
func ParsePrices(file string, data []byte) (*Prices, error) {
	d := decoder{file: file}
	p := d.prices(data)
	if err := d.problems.err(); err != nil {
		return nil, err
	}
	p.File = file
	return p, nil
}

func (d *decoder) prices(data []byte) *Prices {
	p := &Prices{Models: make(map[string]Price)}
	doc := d.document(data)
	if doc == nil || !d.is(doc, wholeFile, document.Object) {
		return p
	}
	values := make(map[string]*document.Node)
	d.version(doc, wholeFile)
	d.settings(doc, wholeFile, "", []string{"version", "date", "currency", "models"}, values)
	p.Date = d.needed(doc, values["date"], "date", "date: 2026-11-01", func(s string) bool {
		_, err := time.Parse(time.DateOnly, s)
		return err == nil
	})
	p.Currency = strings.ToLower(d.needed(doc, values["currency"], "currency", "currency: usd", currency.MatchString))
	models := values["models"]
	switch {
	case models == nil:
		d.problem(doc, "for example models: {gpt-4o: {input: 2.5, cached: 1.25, output: 10}}", "the file has no models")
	case d.is(models, "models", document.Object):
		for _, key := range models.Keys {
			p.Models[key] = d.price(models.Fields[key], "models."+short(key))
		}
	}
	return p
}

// needed reads a required text.
func (d *decoder) needed(doc, n *document.Node, name, example string, good func(string) bool) string {
	switch {
	case n == nil:
		d.problem(doc, "for example "+example, "the file has no %s", name)
	case !d.is(n, name, document.Text):
	case !good(n.Text):
		d.problem(n, "for example "+example, "%s: %q cannot be read", name, short(n.Text))
	default:
		return n.Text
	}
	return ""
}

func (d *decoder) price(n *document.Node, path string) Price {
	var p Price
	if !d.is(n, path, document.Object) {
		return p
	}
	values := make(map[string]*document.Node)
	d.settings(n, path, "", []string{"input", "cached", "output"}, values)
	read := func(key string, into *float64) {
		v := values[key]
		switch {
		case v == nil:
			d.problem(n, "write what a million tokens cost", "%s has no %s", path, key)
			return
		case !d.is(v, path+"."+key, document.Whole, document.Real):
			return
		}
		x, err := strconv.ParseFloat(v.Text, 64)
		if err != nil || x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
			d.problem(v, "write what a million tokens cost", "%s.%s must be a number from 0 up", path, key)
			return
		}
		*into = x
	}
	read("input", &p.Input)
	read("output", &p.Output)
	if p.Cached = p.Input; values["cached"] != nil {
		read("cached", &p.Cached)
	}
	return p
}
