package gen

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/datasets/manifest"
	"switchyard/internal/keyed"
	"switchyard/model/spend"
	"switchyard/out"
)

// identity is the part of the configuration that decides the bytes of the dataset.
func (c *Config) identity() manifest.Config {
	id := c.plan()
	if len(c.Models) > 0 {
		id.Strategy, id.Language, id.Attempts, id.Candidates, id.Models = string(c.Strategy), c.Language, c.Attempts, c.Candidates, c.Models
	}
	if id.Formats = formatNames(c.Formats); slices.Equal(id.Formats, formatNames(out.Formats())) {
		id.Formats = nil
	}
	return id
}

// plan is the part of the configuration that decides which entries there are.
func (c *Config) plan() manifest.Config {
	plan := manifest.Config{Seed: c.Seed, Missions: c.Missions, PerPath: c.PerPath, Paths: c.Paths, Fine: c.Fine,
		Distractors: c.Distractors, Pool: string(c.Pool), Limit: c.Limit}
	for _, set := range c.Toolsets {
		plan.Toolsets = append(plan.Toolsets, manifest.Toolset{Name: set.Name, SHA256: set.Hash, Source: set.Source})
	}
	return plan
}

// fingerprint distinguishes plans by four letters. Entries with the same id are the
// same only if their plans have the same fingerprint.
func (c *Config) fingerprint() string {
	text, _ := json.Marshal(c.plan()) // numbers and texts can always be written
	return fmt.Sprintf("%04x", keyed.Hash(0, string(text))&0xffff)
}

func formatNames(formats []out.Format) []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name())
	}
	return names
}

// differences lists how the run in the folder and the present one differ.
func (c *Config) differences(there *manifest.Manifest) []string {
	now := c.identity()
	list := differences(&there.Config, &now)
	if there.Version != c.Version {
		list = append(list, fmt.Sprintf("program: %s there, %s now", there.Version, c.Version))
	}
	return list
}

// differences lists how two configurations differ.
func differences(there, now *manifest.Config) []string {
	var list []string
	differ := func(name string, x, y any) {
		if x, y := shown(x), shown(y); x != y {
			list = append(list, fmt.Sprintf("%s: %s there, %s now", name, x, y))
		}
	}
	formats := func(c *manifest.Config) string {
		if len(c.Formats) == 0 {
			return strings.Join(formatNames(out.Formats()), ", ")
		}
		return strings.Join(c.Formats, ", ")
	}
	differ("seed", there.Seed, now.Seed)
	differ("missions", there.Missions, now.Missions)
	differ("per path", there.PerPath, now.PerPath)
	differ("paths", there.Paths, now.Paths)
	differ("fine", there.Fine, now.Fine)
	differ("distractors", there.Distractors, now.Distractors)
	differ("pool", there.Pool, now.Pool)
	differ("limit", there.Limit, now.Limit)
	differ("formats", formats(there), formats(now))
	differ("strategy", there.Strategy, now.Strategy)
	differ("language", there.Language, now.Language)
	differ("attempts", there.Attempts, now.Attempts)
	differ("candidates", there.Candidates, now.Candidates)
	list = append(list, playersDiffer(there.Models, now.Models)...)
	if !slices.EqualFunc(there.Toolsets, now.Toolsets, func(x, y manifest.Toolset) bool { return x.Name == y.Name }) {
		return append(list, fmt.Sprintf("toolsets: %d there, %d now", len(there.Toolsets), len(now.Toolsets)))
	}
	for i, x := range there.Toolsets {
		if x.SHA256 != now.Toolsets[i].SHA256 {
			list = append(list, fmt.Sprintf("toolset %s: its bytes have changed", x.Name))
		}
	}
	return list
}

func shown(v any) string { return cmp.Or(fmt.Sprint(v), "none") }

// playersDiffer lists how the players of the roles differ. Roles with the same
// difference share a line.
func playersDiffer(there, now []manifest.Model) []string {
	var order []string
	roles := map[string][]string{} // by what is different
	for _, role := range spend.Roles() {
		differ := func(x, y, what string) {
			if x == y {
				return
			}
			if roles[what] == nil {
				order = append(order, what)
			}
			roles[what] = append(roles[what], role)
		}
		x, y := playerOf(there, role), playerOf(now, role)
		differ(x.Model, y.Model, fmt.Sprintf("%s there, %s now", cmp.Or(x.Model, "builtin"), cmp.Or(y.Model, "builtin")))
		if x.Model == "" || y.Model == "" {
			continue
		}
		differ(x.Endpoint, y.Endpoint, fmt.Sprintf("at %s there, at %s now", x.Endpoint, y.Endpoint))
		differ(x.Sampling, y.Sampling, fmt.Sprintf("sampling %s there, %s now", x.Sampling, y.Sampling))
		differ(x.Prompts, y.Prompts, "other prompts now")
	}
	var list []string
	for _, what := range order {
		list = append(list, strings.Join(roles[what], ", ")+": "+what)
	}
	return list
}

// playerOf returns the model that plays a role, or the zero model.
func playerOf(models []manifest.Model, role string) manifest.Model {
	if i := slices.IndexFunc(models, func(m manifest.Model) bool { return m.Role == role }); i >= 0 {
		return models[i]
	}
	return manifest.Model{}
}
