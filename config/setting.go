package config

import (
	"slices"
	"strings"

	"switchyard/model"
)

// Setting is one thing that can be set.
type Setting struct {
	Name    string // in run.yaml, with dots between levels: "candidates.first"
	Flag    string // without dashes; empty when there is no flag
	Default string // as it would be written; empty when nothing is set by default
	Unset   string // what an unset value means: "all built-in"
	Help    string // of the flag, with the placeholder in backquotes
	Group   Group
	// Data reports that the setting affects the bytes of a dataset.
	Data bool

	kind  string // as pflag calls types
	also  string // another environment variable, for the default provider only
	alone bool   // cannot come from the environment
}

// Group is a part of the help text.
type Group string

// The groups in the order of the help text.
const (
	Plan     Group = "plan"
	Models   Group = "models"
	Endpoint Group = "endpoint"
	Output   Group = "output"
)

// Groups lists the groups in their order.
func Groups() []Group { return []Group{Plan, Models, Endpoint, Output} }

// Kind is the pflag type of the flag: "string", "int", "bool", "stringArray" and
// so on.
func (s Setting) Kind() string { return s.kind }

// Env is the environment variable of the setting; empty if there is none. Only
// settings with a flag and a single value have one.
func (s Setting) Env() string {
	if s.Flag == "" || s.alone || s.kind == "stringArray" {
		return ""
	}
	return "SWITCHYARD_" + strings.ToUpper(strings.ReplaceAll(s.Flag, "-", "_"))
}

// setting is a Setting with the field that it sets. Settings without a field are
// read by code in resolve.go and roles.go.
type setting[T any] struct {
	Setting
	into func(*T) target
}

// Settings lists the settings with flags in the order of the help text.
func Settings() []Setting {
	var list []Setting
	for _, s := range settings() {
		list = add(list, s.Setting, s.into, new(Config))
	}
	for _, s := range providerSettings() {
		list = add(list, s.Setting, s.into, new(Provider))
	}
	for _, s := range roleSettings() {
		list = add(list, s.Setting, s.into, new(Model))
	}
	return list
}

func add[T any](list []Setting, s Setting, into func(*T) target, of *T) []Setting {
	if s.Flag == "" {
		return list
	}
	if into != nil {
		s.kind = into(of).kind
	}
	return append(list, s)
}

// settings lists the settings of a run.
func settings() []setting[Config] {
	return slices.Concat(planSettings(), modelSettings(), outputSettings())
}

func planSettings() []setting[Config] {
	return []setting[Config]{
		{Setting{Name: "config", Flag: "config", Group: Plan, kind: "string",
			Help: "read settings from a `FILE` such as run.yaml; flags and the environment override it"}, nil},
		{Setting{Name: "missions", Flag: "missions", Default: "1-4", Group: Plan, Data: true,
			Help: "missions in an entry: `N` is a number, a range or a list, such as 2, 1-3 or 1,4"},
			func(c *Config) target { return missions(&c.Missions) }},
		{Setting{Name: "per_path", Flag: "per-path", Unset: "256 for each number of missions", Group: Plan, Data: true,
			Help: "`N` entries for each switch path"},
			func(c *Config) target {
				return count{least: 1, unset: true, hint: "leave it out for the standard split"}.of(&c.PerPath)
			}},
		{Setting{Name: "paths", Flag: "paths", Unset: "all", Group: Plan, Data: true,
			Help: `only switch paths that fit the ` + "`FILTER`" + `, such as "single>multi,*>clarify"`},
			func(c *Config) target { return textOf(&c.Paths, readFilter) }},
		{Setting{Name: "fine", Flag: "fine", Default: "false", Group: Plan, Data: true,
			Help: "tell serial, parallel and mixed apart in switch paths"},
			func(c *Config) target { return onOff(&c.Fine) }},
		{Setting{Name: "seed", Flag: "seed", Default: "1", Group: Plan, Data: true,
			Help: "`NUMBER` that seeds all random choices"},
			func(c *Config) target { return seed(&c.Seed) }},
		{Setting{Name: "toolsets", Flag: "toolset", Unset: "all built-in", Group: Plan, Data: true,
			Help: "built-in `TOOLSET`, file or folder; may be repeated"},
			func(c *Config) target { return texts(&c.Toolsets) }},
		{Setting{Name: "distractors", Flag: "distractors", Default: "2", Group: Plan, Data: true,
			Help: "offer up to `N` tools of other toolsets in an entry"},
			func(c *Config) target { return count{hint: "0 leaves foreign tools out"}.of(&c.Distractors) }},
		{Setting{Name: "pool", Flag: "pool", Unset: "both", Group: Plan, Data: true,
			Help: "only `HALF` of the harvested words, a or b; datasets of a and b share none"},
			func(c *Config) target { return word{example: "a", words: []string{"a", "b"}}.of(&c.Pool) }},
		{Setting{Name: "limit", Flag: "limit", Default: "0", Group: Plan, Data: true,
			Help: "at most `N` entries, taken evenly from the whole plan; 0 for all"},
			func(c *Config) target { return count{hint: "0 means no limit"}.of(&c.Limit) }},
	}
}

func modelSettings() []setting[Config] {
	return []setting[Config]{
		{Setting{Name: "role", Flag: "role", Unset: "all five built in", Group: Models, kind: "stringArray",
			Help: "let a model play a role: `ROLE=MODEL`; may be repeated"}, nil},
		{Setting{Name: "all_roles", Flag: "all-roles", Group: Models, kind: "string",
			Help: "let one `MODEL` play all five roles; --role changes single ones"}, nil},
		{Setting{Name: "judge", Flag: "judge", Unset: "none", Group: Models, kind: "string",
			Help: "let a `MODEL` choose the best of the requests that a user model proposes"}, nil},
		{Setting{Name: "strategy", Flag: "strategy", Default: Blueprint, Group: Models, Data: true,
			Help: "how missions are made up: `STRATEGY` is blueprint or free"},
			func(c *Config) target {
				return word{example: Blueprint, words: []string{Blueprint, Free}}.of(&c.Strategy)
			}},
		{Setting{Name: "lang", Flag: "lang", Default: "en", Group: Models, Data: true,
			Help: "`LANGUAGE` of prompts and conversations: en, or zh with models"},
			func(c *Config) target { return word{example: "en", words: []string{"en", "zh"}}.of(&c.Lang) }},
		{Setting{Name: "candidates.first", Default: "5", Group: Models, Data: true},
			func(c *Config) target { return count{least: 1, most: 10}.of(&c.Candidates.First) }},
		{Setting{Name: "candidates.later", Default: "3", Group: Models, Data: true},
			func(c *Config) target { return count{least: 1, most: 10}.of(&c.Candidates.Later) }},
		{Setting{Name: "attempts.entry", Default: "6", Group: Models, Data: true},
			func(c *Config) target { return count{least: 1, most: 1000}.of(&c.Attempts.Entry) }},
		{Setting{Name: "attempts.mission", Default: "3", Group: Models, Data: true},
			func(c *Config) target { return count{least: 1, most: 1000}.of(&c.Attempts.Mission) }},
		{Setting{Name: "attempts.retries", Default: "5", Group: Models},
			func(c *Config) target { return count{most: 100}.of(&c.Attempts.Retries) }},
		{Setting{Name: "prompts", Flag: "prompts", Unset: "built in", Group: Models, Data: true,
			Help: "`FOLDER` of templates that replace built-in prompts of the same name"},
			func(c *Config) target { return path{example: "my-prompts"}.of(&c.Prompts) }},
		{Setting{Name: "prices", Flag: "prices", Unset: "costs are unknown", Group: Models,
			Help: "`FILE` that says what the tokens of each model cost"},
			func(c *Config) target { return path{example: "prices.yaml"}.of(&c.pricesFile) }},
		{Setting{Name: "budget", Flag: "budget", Unset: "none", Group: Models,
			Help: "stop cleanly when models have cost an `AMOUNT` such as 25usd"},
			func(c *Config) target { return budget(&c.Budget) }},
		{Setting{Name: "store", Flag: "store", Unset: "in the user's cache folder", Group: Models,
			Help: "`FILE` of all raw answers, so that none is paid for twice"},
			func(c *Config) target { return path{example: "responses.db", off: storeOff}.of(&c.Store) }},
		{Setting{Name: "no_store", Flag: "no-store", Group: Models, kind: "bool", alone: true,
			Help: "do not keep raw answers"}, nil},
	}
}

func outputSettings() []setting[Config] {
	return []setting[Config]{
		{Setting{Name: "formats", Flag: "format", Default: "mmtb", Group: Output,
			Help: "`FORMATS` to write besides entries.jsonl, such as mmtb,openai,parquet; native for nothing else"},
			func(c *Config) target { return names(&c.Formats, "mmtb,openai") }},
		{Setting{Name: "out", Flag: "out", Default: "dataset", Group: Output,
			Help: "`FOLDER` to write to"},
			func(c *Config) target { return path{example: "dataset"}.of(&c.Out) }},
		{Setting{Name: "workers", Flag: "workers", Unset: "one per processor; with models, two per simultaneous request", Group: Output,
			Help: "work on `N` entries at once"},
			func(c *Config) target {
				return count{least: 1, unset: true, hint: "leave it out to use all processors"}.of(&c.Workers)
			}},
	}
}

// storeOff is the value of store that turns it off.
const storeOff = "off"

// providerSettings lists the settings of a provider. The flags and variables apply
// only if there is one provider.
func providerSettings() []setting[Provider] {
	return []setting[Provider]{
		{Setting{Name: "base_url", Flag: "base-url", also: "OPENAI_BASE_URL", Default: model.DefaultBaseURL, Group: Endpoint, Data: true,
			Help: "`URL` of an OpenAI-compatible endpoint"},
			func(p *Provider) target { return textOf(&p.BaseURL, readURL) }},
		{Setting{Name: "api", Default: model.APIOpenAI, Group: Endpoint, Data: true},
			func(p *Provider) target {
				return word{example: model.APIOpenAI, words: []string{model.APIOpenAI, model.APIAzure}}.of(&p.API)
			}},
		{Setting{Name: "api_version", Unset: "none", Group: Endpoint, Data: true},
			func(p *Provider) target { return word{example: "2024-10-21"}.of(&p.APIVersion) }},
		{Setting{Name: "key_env", Unset: "none", Group: Endpoint},
			func(p *Provider) target { return word{example: "OPENAI_API_KEY", check: checkVariable}.of(&p.KeyEnv) }},
		{Setting{Name: "key_file", Flag: "key-file", Unset: "none", Group: Endpoint,
			Help: "`FILE` that holds the key, in place of the variable OPENAI_API_KEY"},
			func(p *Provider) target { return path{example: "key.txt"}.of(&p.KeyFile) }},
		{Setting{Name: "limits.rpm", Flag: "rpm", Default: "0", Group: Endpoint,
			Help: "at most `N` requests a minute; 0 for no limit"},
			func(p *Provider) target { return count{hint: "0 means no limit"}.of(&p.RPM) }},
		{Setting{Name: "limits.tpm", Flag: "tpm", Default: "0", Group: Endpoint,
			Help: "at most `N` tokens a minute; 0 for no limit"},
			func(p *Provider) target { return count{hint: "0 means no limit"}.of(&p.TPM) }},
		{Setting{Name: "limits.in_flight", Flag: "in-flight", Default: "32", Group: Endpoint,
			Help: "at most `N` requests at once"},
			func(p *Provider) target { return count{least: 1, most: 10000}.of(&p.InFlight) }},
	}
}

// roleSettings lists the settings of a model that plays a role, besides the model
// and its provider. A flag or variable applies to all models.
func roleSettings() []setting[Model] {
	return []setting[Model]{
		{Setting{Name: "temperature", Data: true},
			func(m *Model) target { return decimal(&m.Sampling.Temperature, 0, 2) }},
		{Setting{Name: "top_p", Data: true},
			func(m *Model) target { return decimal(&m.Sampling.TopP, 0, 1) }},
		{Setting{Name: "seed", Data: true},
			func(m *Model) target { return number(&m.Sampling.Seed) }},
		{Setting{Name: "max_tokens", Data: true},
			func(m *Model) target { return count{least: 1, unset: true}.of(&m.Sampling.MaxTokens) }},
		{Setting{Name: "reasoning_effort", Data: true},
			func(m *Model) target { return word{example: "low", check: checkEffort}.of(&m.Sampling.ReasoningEffort) }},
		{Setting{Name: "timeout", Flag: "timeout", Default: "2m", Group: Endpoint,
			Help: "wait at most this `TIME` for each answer"},
			func(m *Model) target { return duration(&m.Timeout) }},
	}
}
