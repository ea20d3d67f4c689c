package config

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"switchyard/internal/prose"
	"switchyard/mission"
)

// prices reads the price file.
func (r *resolver) prices() {
	if r.cfg.pricesFile == "" {
		return
	}
	o := r.cfg.Origin("prices")
	data, err := r.in.ReadFile(r.cfg.pricesFile)
	if err != nil {
		r.at(o, "check the path", "%s: cannot read %s: %s", nameIn(o, "prices"), Hide(r.cfg.pricesFile), prose.Cause(err))
		return
	}
	prices, err := ParsePrices(r.cfg.pricesFile, data)
	var problems Problems
	if errors.As(err, &problems) {
		r.problems = append(r.problems, problems...)
		return
	}
	r.cfg.Prices = prices
}

// check finds problems that involve several settings.
func (r *resolver) check(paths, missions string) {
	r.checkPaths(paths, missions)
	r.checkFormats()
	r.checkRoles()
	r.checkBudget()
}

// checkPaths refuses a filter that matches no path.
func (r *resolver) checkPaths(paths, missions string) {
	filter, err := mission.ParseFilter(r.cfg.Paths)
	if err != nil || r.wrong["missions"] || r.wrong["paths"] {
		return // reported already
	}
	for _, n := range r.cfg.Missions {
		for path := range mission.SwitchPaths(n) {
			if filter.MatchTypes(path) {
				return
			}
		}
	}
	from, of := r.cfg.Origin("paths"), r.cfg.Origin("missions")
	if of.Kind == FromDefault && from.Kind == FromFlag {
		of = Origin{Kind: FromFlag, Name: "--missions"} // the flag's default
	}
	r.at(from, `a filter gives the type of each mission: "single>multi" fits entries of two missions`,
		"%s %q fits no switch path with %s %s", nameIn(from, "paths"), paths, nameIn(of, "missions"), missions)
}

// checkFormats refuses unknown formats.
func (r *resolver) checkFormats() {
	o := r.cfg.Origin("formats")
	for _, name := range r.cfg.Formats {
		if len(r.in.Formats) == 0 || slices.Contains(r.in.Formats, name) {
			continue
		}
		r.at(o, didYouMean(name, r.in.Formats, "the formats are "+strings.Join(r.in.Formats, ", ")), "%s: no format is called %q", nameIn(o, "formats"), short(name))
	}
}

// checkRoles refuses impossible combinations of roles and settings.
func (r *resolver) checkRoles() {
	roles := &r.cfg.Roles
	names, flags := r.speakers()
	if o := r.cfg.Origin("strategy"); r.cfg.Strategy == Free && len(names) > 0 {
		r.at(o, "add "+flags+", or use the blueprint strategy", "%s: the built-in %s cannot play the free strategy", nameIn(o, "strategy"), strings.Join(names, ", "))
	}
	if o := r.cfg.Origin("lang"); r.cfg.Lang != "en" && r.cfg.Lang != "" && len(names) > 0 {
		r.at(o, "add "+flags+", or leave the language out", "%s: the built-in %s can only speak en", nameIn(o, "lang"), strings.Join(names, ", "))
	}
	if o := r.cfg.Origin("store"); r.cfg.UsesModels() && r.cfg.Store == "" && o.Kind == FromDefault {
		r.at(o, "name a file with --store, or write --no-store", "there is no cache folder for the store, because HOME is not set")
	}
	if o := r.cfg.Origin("roles.judge.model"); roles.Judge != nil && r.builtin("user") {
		r.at(o, "add --role user=MODEL, or leave the judge out", "%s: the built-in user makes no candidates to judge", nameIn(o, "roles.judge"))
	}
}

// speakers lists the built-in roles among those that speak, and the flags that
// would give them models.
func (r *resolver) speakers() (names []string, flags string) {
	for _, name := range []string{"user", "planner", "ai"} {
		if r.builtin(name) {
			names = append(names, name)
		}
	}
	if len(names) == 3 {
		return names, "--all-roles MODEL"
	}
	return names, "--role " + strings.Join(names, "=MODEL --role ") + "=MODEL"
}

// builtin reports whether the built-in engine plays a role. It is false for a role
// whose settings have a problem.
func (r *resolver) builtin(role string) bool {
	return slices.ContainsFunc(r.cfg.values, func(v Value) bool { return v.Setting == "roles."+role && v.Text == Builtin })
}

// checkBudget refuses a budget that could not be enforced.
func (r *resolver) checkBudget() {
	cfg, o := r.cfg, r.cfg.Origin("budget")
	if cfg.Budget == nil {
		return
	}
	name := nameIn(o, "budget")
	switch {
	case cfg.pricesFile == "":
		r.at(o, "name a file of prices with --prices or prices: prices.yaml", "%s needs prices, because the cost is unknown without them", name)
	case cfg.Prices == nil: // reported already
	case cfg.Budget.Currency != cfg.Prices.Currency:
		r.at(o, "give the budget in "+cfg.Prices.Currency, "%s is in %s, but %s is in %s", name, cfg.Budget.Currency, cfg.Prices.File, cfg.Prices.Currency)
	default:
		unknown := make(map[string]bool)
		for _, m := range cfg.Roles.Models() {
			if _, known := cfg.Prices.Models[m.Name]; !known {
				unknown[m.Name] = true
			}
		}
		for _, model := range slices.Sorted(maps.Keys(unknown)) {
			hint := "add " + model + " to that file, or leave the budget out"
			if near := didYouMean(model, slices.Sorted(maps.Keys(cfg.Prices.Models)), ""); near != "" {
				hint += "; " + near
			}
			r.at(o, hint, "%s needs the price of %s, which %s does not have", name, model, cfg.Prices.File)
		}
	}
}
