// Package config determines the settings of a run from flags, the environment,
// run.yaml and defaults, in this order of precedence.
//
// [Resolve] returns a [Config], which records where each of its values came from
// ([Config.Values]), or [Problems], which lists everything that is wrong, with
// positions. [Settings] lists the settings that have a flag. The flags of the
// command line, the names of environment variables and the keys of run.yaml all
// come from one list. A new setting is one line in it.
//
// A Config never holds keys of endpoints or values of headers. It only knows where
// they are; [Provider.Key] and [Header.Value] read them immediately before they
// are used.
//
// The package neither reads the environment nor opens files itself: callers pass
// functions for both.
package config

import (
	"fmt"
	"iter"
	"time"

	"switchyard/model"
)

// The strategies: who decides what is asked.
const (
	Blueprint = "blueprint" // the program decides each mission; the roles put it into words
	Free      = "free"      // a model that plays the user proposes the missions
)

// Builtin is what a role is set to when the built-in engine plays it.
const Builtin = "builtin"

// defaultProvider is the provider that is used when run.yaml names none. Its base
// URL comes from OPENAI_BASE_URL, its key from OPENAI_API_KEY.
const defaultProvider = "default"

// Config is the settings of a run.
type Config struct {
	File string // run.yaml; empty when there is none

	// The plan.
	Missions    []int    // numbers of missions that entries have: from 1 to 4, ascending
	PerPath     int      // entries for each switch path; 0 for the standard split
	Paths       string   // filter on switch paths, as mission.Filter writes it; empty for all
	Fine        bool     // tell the patterns of multi missions apart
	Seed        uint64   // of all randomness
	Toolsets    []string // as given; empty for all built-in ones. See [Config.ToolsetFolder]
	Distractors int      // at most this many tools of other toolsets in an entry
	Pool        string   // "a" or "b": one half of all harvested words; empty for both
	Limit       int      // at most this many entries; 0 for all

	// Who plays.
	Strategy   string // Blueprint or Free
	Lang       string // of the prompts and the conversations: "en" or "zh"
	Roles      Roles
	Providers  []*Provider // those of run.yaml in its order, or the default one; none when no role needs one
	Candidates Candidates
	Attempts   Attempts
	Prompts    string  // folder of templates that replace built-in ones; empty for none
	Prices     *Prices // nil when they are not known
	Budget     *Budget // nil when there is none; with a budget, Prices knows every model that is used
	Store      string  // file of the raw answers; empty when they are not kept

	// The output.
	Formats []string // names of formats in the given order, without repeats. entries.jsonl is always written
	Out     string   // run folder
	Workers int      // entries worked on at once; 0 for one per processor

	pricesFile string
	values     []Value
}

// Roles says who plays each role: nil is the built-in engine.
type Roles struct {
	User, Planner, Tool, AI, Checker *Model
	// Judge picks the best of the proposals when a model plays the user; nil if
	// there is none.
	Judge *Model
	// Refiner, Author and Reviewer write toolsets; nil leaves that to rules.
	Refiner, Author, Reviewer *Model
	// Agent is what is evaluated; nil is a reference agent.
	Agent *Model
}

// AgentName is the role of a model that is evaluated.
const AgentName = "agent"

// slot is a role with its field.
type slot struct {
	name  string
	model **Model
}

// slots lists the roles that a file may name: those of a run first, then those that
// write toolsets, then the agent.
func (r *Roles) slots() []slot {
	return []slot{{"user", &r.User}, {"planner", &r.Planner}, {"tool", &r.Tool}, {"ai", &r.AI}, {"checker", &r.Checker}, {"judge", &r.Judge},
		{"refiner", &r.Refiner}, {"author", &r.Author}, {"reviewer", &r.Reviewer}, {AgentName, &r.Agent}}
}

// allRoles lists the names of all roles.
func allRoles() []string {
	var names []string
	for _, s := range new(Roles).slots() {
		names = append(names, s.name)
	}
	return names
}

// Models lists the roles that models play, by name: those of a run first, then
// those that write toolsets, then the agent.
func (r *Roles) Models() iter.Seq2[string, *Model] {
	return func(yield func(string, *Model) bool) {
		for _, s := range r.slots() {
			if m := *s.model; m != nil && !yield(s.name, m) {
				return
			}
		}
	}
}

// UsesModels reports whether a model plays any role.
func (c *Config) UsesModels() bool {
	for range c.Roles.Models() {
		return true
	}
	return false
}

// Model is a model that plays a role.
type Model struct {
	Name     string // as the endpoint calls it
	Provider *Provider
	Sampling model.Sampling
	Timeout  time.Duration // of one call, without the time it waits to be sent
}

// Provider is an endpoint that serves models.
type Provider struct {
	Name        string
	BaseURL     string            // without user info, query and a slash at the end
	API         string            // model.APIOpenAI or model.APIAzure
	APIVersion  string            // Azure only
	Deployments map[string]string // Azure only: the deployment of each model; the deployment of an unlisted model has the model's name
	Headers     []Header          // sent with each request, in the order of the file
	RPM, TPM    int               // requests and tokens a minute; 0 for no limit
	InFlight    int               // requests at once, at most

	// KeyEnv is the environment variable and KeyFile the file that holds the
	// key. At most one of them is set; without either, no key is sent.
	KeyEnv, KeyFile string
	// keyOptional: if the variable is not set, no key is needed.
	keyOptional bool
}

// Candidates is how many proposals the user makes, one of which is chosen.
type Candidates struct {
	First int // for the first mission of an entry
	Later int // for the others
}

// Attempts limits retries when models play.
type Attempts struct {
	Entry   int // conversations per entry, at most
	Mission int // blueprints drawn per mission, at most
	Retries int // repeats of a failed request, at most
}

// Value is one setting with its value.
type Value struct {
	Setting string // "seed", "roles.user.model"
	Text    string // as it would be written; empty when it is not set
	JSON    any    // the same for JSON; nil when it is not set
	Unset   string // what an unset value means: "all built-in"
	Origin  Origin

	group Group
	data  bool     // decides the bytes of a dataset
	usual bool     // it is the default, whoever said so
	flags []string // what sets it on the command line; none when only a file can
}

// Values lists all settings in order. It contains no keys, and only the names of
// headers.
func (c *Config) Values() []Value { return c.values }

// Origin returns where a setting came from.
func (c *Config) Origin(setting string) Origin {
	for _, v := range c.values {
		if v.Setting == setting {
			return v.Origin
		}
	}
	return Origin{Kind: FromDefault}
}

// Origin is where the value of a setting came from.
type Origin struct {
	Kind   OriginKind `json:"kind"`
	Name   string     `json:"name,omitempty"` // the file, the variable or the flag with its dashes
	Line   int        `json:"line,omitempty"` // of a file
	Column int        `json:"column,omitempty"`
}

// OriginKind is one of the places that settings come from.
type OriginKind string

// The places, from the weakest to the strongest.
const (
	FromDefault     OriginKind = "default"
	FromFile        OriginKind = "file"
	FromEnvironment OriginKind = "environment"
	FromFlag        OriginKind = "flag"
)

// String is "default", "run.yaml:3", "environment SWITCHYARD_SEED" or "flag
// --seed".
func (o Origin) String() string {
	switch o.Kind {
	case FromFile:
		return fmt.Sprintf("%s:%d", o.Name, o.Line)
	case FromEnvironment, FromFlag:
		return string(o.Kind) + " " + o.Name
	}
	return string(FromDefault)
}
