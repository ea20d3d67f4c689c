// Package mock is an OpenAI-compatible endpoint for rehearsals. It speaks the chat
// completions protocol over HTTP, with configurable latency and limits. It makes
// the mistakes that real endpoints and models make, each with a configurable share
// and always in the same places.
//
// A [Server] is an http.Handler. A [Player] says what a faultless model would
// answer: it gets the user field of a request (its trace), or the whole request if
// it is a [Hearer]. The server then injects its [Faults]. [Listen] opens a
// loopback address and [Server.Serve] serves it.
//
// The server knows these paths, each also without /v1:
//
//	POST /v1/chat/completions                                 answers, whole or as server-sent events
//	POST /openai/deployments/{name}/chat/completions          the same in the manner of Azure
//	GET  /v1/models, /v1/models/{id}                          the models
//
// # Tools
//
// A player may call the tools that a request offers, several at once, and also
// others. The server is as strict as OpenAI about names of tools and about calls
// in the conversation, each of which must be answered. If the player's answer does
// not fit tool_choice, the request is refused with 400, because player and client
// are then at different turns. If nobody knows the trace and a call is required, a
// tool is called with arguments that fit its schema.
//
// # Tokens
//
// Tokens are counted by a rule of thumb, so that the same request always costs the
// same. Four bytes of UTF-8 are a token, rounded up for each text; every message
// costs four more, and the start of the answer three. The name and the arguments
// of a call are one text each. Tools and the schema of the answer count as prompt.
// For a prompt of 1,024 tokens or more, the leading system messages count as
// cached, rounded down to a multiple of 128, as if they had been sent before.
//
// # Memory
//
// The server remembers only hashes: one for each body that it answered, for each
// request that it drew a fault for, and for each trace, at most 1,048,576 of each
// (about 100 MB in all). After that, it counts only what it remembers and sets
// [Stats.Forgot]. The hashes have 64 bits: the chance that two of a million
// requests have the same hash is one in 37 million.
package mock

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model"
)

// RefusedError is what a [Player] returns for a request that does not belong to the run
// or dataset that it plays. The client gets a 400 with the message.
type RefusedError struct{ Message string }

// Error implements error.
func (e *RefusedError) Error() string { return e.Message }

// ErrUnknownTrace is what a [Player] returns for a trace that it does not know.
// The server then answers in general terms.
var ErrUnknownTrace = errors.New("unknown trace")

// Player plays the model. It is safe for concurrent use.
type Player interface {
	// Play returns what a faultless model says to the request with this trace (its
	// user field). The error wraps [ErrUnknownTrace] if the trace is unknown; any
	// other error gives status 500. The same trace always gives the same answer.
	Play(ctx context.Context, trace string) (*Answer, error)
}

// Answer is what a faultless model says. The server does not modify it.
type Answer struct {
	// Text is the content of the message; for roles that answer in JSON, it is the
	// document.
	Text string
	// Calls are the tools that are called, with or without a text; their purposes
	// are not sent. The faults of form apply to them, and if the role is [Planner]
	// those of a planner, too.
	Calls []mission.Action
	Role  Role
	// Tools are the tools of the entry; nil means those that the request offers.
	// Faults that depend on other tools need some.
	Tools []mission.Tool
	// Next are, for the planner, the actions of the next step if they depend on
	// this one. The fault [Parallel] uses them.
	Next []mission.Action
}

// Role is the role that gives an answer. It decides which faults apply.
type Role string

// The roles. Only the faults of transport and form apply to answers without one of
// these roles.
const (
	User    Role = "user"    // {"candidates":[{"text":…}]} or {"text":…}
	Planner Role = "planner" // a mission.Plan, or calls
	Tool    Role = "tool"    // {"observations":[{"status":…,"body":…}]}
	AI      Role = "ai"      // plain text
	Checker Role = "checker" // {"accepted":…,"reasons":[…]}
	Judge   Role = "judge"   // {"best":…}
)

// Modes says which kinds of response_format the server accepts. It answers others
// with 400, like servers without structured output.
type Modes uint8

// The modes. Plain text is always accepted.
const (
	AllModes   Modes = iota // json_schema and json_object
	SchemaOnly              // json_schema
	ObjectOnly              // json_object
	TextOnly                // neither
)

// Config configures a [Server]. The zero value answers every request in general
// terms, immediately and without faults.
type Config struct {
	Player  Player        // nil: every trace is unknown
	Latency time.Duration // from the arrival of a request to its answer; errors of the client's making come at once
	RPM     int           // requests accepted in any sliding minute; 0: no limit
	TPM     int           // tokens in any sliding minute; 0: no limit
	Faults  Faults        // nil: none
	Seed    uint64        // from which all faults follow
	Models  []string      // others are answered with 404; nil: any name is a model
	Key     string        // bearer token (or api-key header) that requests must have; empty: any
	Modes   Modes
	// Manner names what the player does, if other players answer the same requests
	// otherwise.
	Manner string
}

// Identity is what makes the answers of a server differ from those of others: its manner,
// and its faults with their seed. It is empty without any. Each response has it in the
// header [model.MockHeader], so that stored answers are not taken for those of another
// server at the same address.
func (c Config) Identity() string {
	var parts []string
	if c.Manner != "" {
		parts = append(parts, c.Manner)
	}
	if faults := c.Faults.String(); faults != "" {
		parts = append(parts, fmt.Sprintf("faults %s; seed %d", faults, c.Seed))
	}
	return strings.Join(parts, "; ")
}

// String implements fmt.Stringer without the key.
func (c Config) String() string {
	key := "any key"
	if c.Key != "" {
		key = "a key"
	}
	return fmt.Sprintf("mock: latency %v, rpm %d, tpm %d, faults %q, seed %d, models %q, %s",
		c.Latency, c.RPM, c.TPM, c.Faults.String(), c.Seed, c.Models, key)
}

// GoString implements fmt.GoStringer without the key.
func (c Config) GoString() string { return c.String() }

// Server is the endpoint: an http.Handler. It is safe for concurrent use.
type Server struct {
	cfg    Config   // without the key
	key    [32]byte // SHA-256 of the key
	locked bool     // a key is needed
	breaks bool     // there are faults of transport

	identity string        // as in the header
	serial   atomic.Uint64 // makes identifiers differ
	retries  atomic.Uint64 // faults with Retry-After so far

	limits limits
	counts counters

	mu      sync.Mutex
	closed  bool
	done    chan struct{} // closed when closed is set
	running sync.WaitGroup
}

// New makes a server.
func New(cfg Config) *Server {
	s := &Server{cfg: cfg, key: sha256.Sum256([]byte(cfg.Key)), locked: cfg.Key != "", identity: cfg.Identity(), done: make(chan struct{})}
	s.cfg.Key = ""
	s.cfg.Models = slices.Clone(cfg.Models)
	s.cfg.Faults = cfg.Faults.clone()
	for _, f := range transportFaults() {
		s.breaks = s.breaks || s.cfg.Faults[f] > 0
	}
	s.limits.rpm, s.limits.tpm = cfg.RPM, cfg.TPM
	s.counts.init()
	return s
}

// Close ends the server. It releases hangs, answers new requests with 503, and
// returns when those in flight have ended. It may be called more than once.
func (s *Server) Close() error {
	s.release()
	s.running.Wait()
	return nil
}

// release ends hangs and refuses new requests.
func (s *Server) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.done)
	}
}

func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.running.Add(1)
	return true
}

// ServeHTTP implements http.Handler. To break a connection that it cannot take
// over, it panics with http.ErrAbortHandler, which makes net/http close it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := keyed.Hash(s.cfg.Seed, "request id", keyed.Int(int(s.serial.Add(1))))
	w.Header().Set("X-Request-Id", fmt.Sprintf("req_%016x", id))
	if s.identity != "" {
		w.Header().Set(model.MockHeader, s.identity)
	}
	if !s.enter() {
		writeError(w, closing())
		return
	}
	defer s.running.Done()
	if e := s.route(w, r); e != nil {
		writeError(w, e)
	}
}

// route finds the handler for a path. OpenAI's own paths begin with /v1, which
// many compatible servers leave out.
func (s *Server) route(w http.ResponseWriter, r *http.Request) *apiError {
	path := strings.TrimSuffix(r.URL.Path, "/")
	if rest, azure := strings.CutPrefix(path, "/openai/deployments/"); azure {
		name, ok := strings.CutSuffix(rest, "/chat/completions")
		if !ok || name == "" || strings.Contains(name, "/") || r.URL.Query().Get("api-version") == "" {
			return &apiError{Status: http.StatusNotFound, Message: "Resource not found", Type: "invalid_request_error", Code: "404"}
		}
		return s.only(http.MethodPost, w, r, func() *apiError { return s.chat(w, r, name) })
	}
	short := path
	if strings.HasPrefix(path, "/v1/") {
		short = strings.TrimPrefix(path, "/v1")
	}
	switch {
	case short == "/chat/completions":
		return s.only(http.MethodPost, w, r, func() *apiError { return s.chat(w, r, "") })
	case short == "/models":
		return s.only(http.MethodGet, w, r, func() *apiError { return s.listModels(w, r) })
	case strings.HasPrefix(short, "/models/"):
		return s.only(http.MethodGet, w, r, func() *apiError { return s.showModel(w, r, strings.TrimPrefix(short, "/models/")) })
	}
	return &apiError{Status: http.StatusNotFound, Type: "invalid_request_error",
		Message: fmt.Sprintf("Invalid URL (%s %s)", r.Method, r.URL.Path)}
}

// only refuses all methods but one.
func (s *Server) only(method string, w http.ResponseWriter, r *http.Request, do func() *apiError) *apiError {
	if r.Method != method {
		w.Header().Set("Allow", method)
		return &apiError{Status: http.StatusMethodNotAllowed, Type: "invalid_request_error", Code: "method_not_allowed",
			Message: fmt.Sprintf("Not allowed to %s on %s; only %s requests are accepted.", r.Method, r.URL.Path, method)}
	}
	return do()
}

// authorize checks the key: a bearer token, or Azure's header.
func (s *Server) authorize(r *http.Request) *apiError {
	if !s.locked {
		return nil
	}
	token := r.Header.Get("Api-Key")
	scheme, bearer, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "bearer") {
		token = strings.TrimSpace(bearer)
	}
	if token == "" {
		return &apiError{Status: http.StatusUnauthorized, Type: "invalid_request_error",
			Message: "You didn't provide an API key. It goes into the header Authorization: Bearer YOUR_KEY."}
	}
	if got := sha256.Sum256([]byte(token)); subtle.ConstantTimeCompare(got[:], s.key[:]) != 1 {
		// What came is not repeated: it may be the key of somewhere else.
		return &apiError{Status: http.StatusUnauthorized, Type: "invalid_request_error", Code: "invalid_api_key",
			Message: "Incorrect API key provided."}
	}
	return nil
}

// ParseModes reads modes as the command line writes them:
// "json_schema,json_object" (or nothing), "json_schema", "json_object" or "none".
func ParseModes(text string) (Modes, error) {
	switch strings.ReplaceAll(text, " ", "") {
	case "", "json_schema,json_object", "json_object,json_schema":
		return AllModes, nil
	case "json_schema":
		return SchemaOnly, nil
	case "json_object":
		return ObjectOnly, nil
	case "none":
		return TextOnly, nil
	}
	return AllModes, fmt.Errorf("%q: response formats are json_schema, json_object, both (with a comma between) or none", text)
}
