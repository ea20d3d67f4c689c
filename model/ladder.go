package model

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// shape is the form in which requests are sent to an endpoint: first what it
// is hoped to accept, later what it is known to accept.
type shape struct {
	mode       Mode
	completion bool // the limit is called max_completion_tokens, not max_tokens
	swapped    bool // that was tried the other way round
	dropped    params
}

// params is a set of optional parameters.
type params uint8

const (
	parUser params = 1 << iota
	parTemperature
	parTopP
	parSeed
	parEffort
	parName
)

func (p params) has(q params) bool { return p&q != 0 }

// parameters are the parameters that can be dropped, with the names that
// endpoints use for them. Messages often mention a user in other ways, so
// only the quoted name counts.
var parameters = []struct {
	set  params
	name string
	re   *regexp.Regexp
}{
	{parTemperature, "temperature", regexp.MustCompile(`(?i)\btemperature\b`)},
	{parTopP, "top_p", regexp.MustCompile(`(?i)\btop_p\b`)},
	{parEffort, "reasoning_effort", regexp.MustCompile(`(?i)\breasoning(_effort|\.effort)\b`)},
	{parSeed, "seed", regexp.MustCompile("(?i)['\"`]seed['\"`]|(argument|parameter|field|supplied|body)s?[:.]? ?seed\\b")},
	{parName, "messages.name", regexp.MustCompile("(?i)['\"`]name['\"`]|messages[.\\[]\\d+\\]?(\\.\\w+)?\\.name\\b|can have a name")},
	{parUser, "user", regexp.MustCompile("(?i)['\"`]user['\"`]|(argument|parameter|field|supplied|body)s?[:.]? ?user\\b")},
}

var (
	limitName  = regexp.MustCompile(`(?i)\bmax_(completion_)?tokens\b`)
	formatName = regexp.MustCompile(`(?i)response.?format|json.?schema|json.?object|json.?mode|structured|guided.?json|grammar`)
	declined   = regexp.MustCompile(`(?i)unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|\bextra\b|not permitted|not allowed|forbidden|not implement|only the default|deprecated|no such|not available|incompatible|cannot both|requested parameters|additional propert|only messages? of role`)
	inMessage  = regexp.MustCompile(`^messages(\[\d+\]|\.\d+)\.`)
)

// fall returns the shape to try after a refusal. It reports false if the
// problem is not about something that was sent and can be left out or sent in
// another form.
func (s shape) fall(p problem, r *Request, set Sampling) (shape, bool) {
	if len(r.Tools) > 0 && p.refusesTools() {
		return s, false // without them it would be another request
	}
	about := p.param + " " + p.message
	param := inMessage.ReplaceAllString(p.param, "messages.")
	refuses := declined.MatchString(p.code + " " + p.message)
	if refuses {
		sent := sentParams(r, set) &^ s.dropped
		for _, par := range parameters {
			if sent.has(par.set) && (param == par.name || param == "" && par.re.MatchString(about)) {
				s.dropped |= par.set
				return s, true
			}
		}
		if set.MaxTokens > 0 && !s.swapped && limitName.MatchString(about) {
			s.completion, s.swapped = !s.completion, true
			return s, true
		}
	}
	if r.Schema != nil && s.mode != ModeFenced && (refuses && p.param == "" || formatName.MatchString(about)) {
		s.mode = s.mode.below()
		return s, true
	}
	return s, false
}

// sentParams returns the optional parameters that a request contains.
func sentParams(r *Request, s Sampling) params {
	var p params
	for set, sent := range map[params]bool{
		parUser: r.Trace != "", parTemperature: s.Temperature != nil, parTopP: s.TopP != nil,
		parSeed: s.Seed != nil, parEffort: s.ReasoningEffort != "", parName: slices.ContainsFunc(r.Messages, named),
	} {
		if sent {
			p |= set
		}
	}
	return p
}

// below returns the next mode down.
func (m Mode) below() Mode {
	if m == ModeSchema {
		return ModeObject
	}
	return ModeFenced
}

// known reports whether the mode is one of the three.
func (m Mode) known() bool { return m == ModeSchema || m == ModeObject || m == ModeFenced }

// reasons matches the names of reasoning models, which need
// max_completion_tokens.
var reasons = regexp.MustCompile(`(?i)(^|/)(o[134]|gpt-[56789])([-.]|$)`)

// firstShape is the shape to try first: the most capable one.
func firstShape(e Endpoint, model string) shape {
	ours := strings.Contains(e.address(), "://api.openai.com") // all its models take the new name
	return shape{mode: ModeSchema, completion: ours || reasons.MatchString(model)}
}

// ladder remembers what an endpoint accepts for a model. Until that is known,
// requests are sent one at a time, so that each refusal happens once and not
// once for each worker.
type ladder struct {
	mu      sync.Mutex
	shape   shape
	settled [2]bool       // a request was accepted: one for text, one for JSON
	loaded  bool          // the mode was looked up in the store
	stored  Mode          // what the store knows
	probing chan struct{} // closed when the request that tries has come back
}

// patience is how long a request waits for the one that probes the endpoint.
// A probe that hangs must not block all other requests.
const patience = 10 * time.Second

func kindOf(r *Request) int {
	if r.Schema != nil {
		return 1
	}
	return 0
}

// enter returns the shape for a request, and a function to call when its
// answer has arrived. It waits while another request probes what the endpoint
// accepts.
func (l *ladder) enter(ctx context.Context, r *Request) (shape, func(), error) {
	var giveUp <-chan time.Time
	for {
		l.mu.Lock()
		if l.settled[kindOf(r)] {
			defer l.mu.Unlock()
			return l.shape, func() {}, nil
		}
		if l.probing == nil {
			done := make(chan struct{})
			l.probing = done
			defer l.mu.Unlock()
			return l.shape, sync.OnceFunc(func() { l.leave(done) }), nil
		}
		other := l.probing
		l.mu.Unlock()
		if giveUp == nil {
			t := time.NewTimer(patience)
			defer t.Stop()
			giveUp = t.C
		}
		select {
		case <-ctx.Done():
			return shape{}, nil, ctx.Err()
		case <-other:
		case <-giveUp:
			l.mu.Lock()
			defer l.mu.Unlock()
			return l.shape, func() {}, nil
		}
	}
}

func (l *ladder) leave(done chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.probing = nil
	close(done)
}

// fell records that a shape was refused, unless another request has changed
// the shape in the meantime.
func (l *ladder) fell(from, to shape) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shape == from {
		l.shape = to
		l.settled = [2]bool{}
	}
}

// accepted records that a shape was accepted. It returns the mode to store,
// or "" if there is nothing new to store.
func (l *ladder) accepted(s shape, r *Request) Mode {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shape != s {
		return ""
	}
	l.settled[kindOf(r)] = true
	if r.Schema == nil || l.stored == s.mode {
		return ""
	}
	l.stored = s.mode
	return s.mode
}

// load adopts the mode that is in the store, once.
func (l *ladder) load(get func() (Mode, error)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.loaded {
		return nil
	}
	m, err := get()
	if err != nil {
		return err
	}
	l.loaded = true
	if m.known() {
		l.shape.mode, l.stored = m, m
	}
	return nil
}

// refused returns the names of the parameters that are no longer sent.
func (l *ladder) refused() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var names []string
	for _, p := range parameters {
		if l.shape.dropped.has(p.set) {
			names = append(names, p.name)
		}
	}
	return names
}
