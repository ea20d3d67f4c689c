// Package mock is an OpenAI-compatible endpoint to rehearse runs against: it
// speaks the chat completions protocol over HTTP, has the latency and the
// limits that it is told to have, and makes the mistakes that real endpoints
// and real models make, each with its own share and always the same ones.
//
// A [Server] is an http.Handler. What the model says comes from a [Player],
// which finds out from the user field of a request (its trace) what a faultless
// model would say, or, as a [Hearer], from all of the request; the server spoils
// that by its [Faults]. [Listen] opens a loopback address and [Server.Serve]
// serves it.
//
// The server knows these paths, each also without /v1:
//
//	POST /v1/chat/completions                                 answers, whole or as server-sent events
//	POST /openai/deployments/{name}/chat/completions          the same in the manner of Azure
//	GET  /v1/models, /v1/models/{id}                          the models
//
// # Tools
//
// A player may call the tools that a request offers, several at once; what it
// calls need not be among them. The server is as strict as OpenAI with names of
// tools, and with calls in the conversation, each of which must be answered. What
// tool_choice demands has to be what the player does: else the request is refused
// with 400, for then the two are not about the same turn. Where nobody knows the
// trace and a call is demanded, a tool is called with arguments that fit it.
//
// # Tokens
//
// Tokens are counted by rule of thumb, so that the same request always costs
// the same: four bytes of UTF-8 are a token, rounded up for each text; every
// message costs four more, and the start of the answer three. Of a call, its name
// and its arguments are texts. Tools and the schema of the answer count as
// prompt. A prompt of 1,024 tokens or more has its leading system messages
// counted as cached, rounded down to a multiple of 128, as if they had been sent
// before.
//
// # Memory
//
// The server remembers hashes only: one of each body that it answered, one of
// each request that it decided a fault for, and one of each trace, at most
// 1,048,576 of each (about 100 MB in all). From there on it counts what it
// remembers and says so in [Stats.Forgot]. The hashes have 64 bits: among a
// million requests two of the same hash have a chance of one in 37 million.
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
)

// RefusedError is what a [Player] returns for a request that cannot be meant for
// it. The client gets a 400 with the message.
type RefusedError struct{ Message string }

// Error implements error.
func (e *RefusedError) Error() string { return e.Message }

// ErrUnknownTrace is what a [Player] returns for a trace that names nothing it
// knows. The server then answers in general terms.
var ErrUnknownTrace = errors.New("nobody of that trace")

// Player answers for the model. It is safe for concurrent use.
type Player interface {
	// Play returns what a faultless model says to the request with this trace
	// (its user field), and [ErrUnknownTrace], wrapped or not, when the trace
	// names nothing. The same trace gives the same answer. Any other error is
	// answered with status 500.
	Play(ctx context.Context, trace string) (*Answer, error)
}

// Answer is what a faultless model says. The server does not change it.
type Answer struct {
	// Text is the content of the message; of roles that answer in JSON, the
	// document.
	Text string
	// Calls are the tools that are called, beside the text or in its place; their
	// purposes are not told. They have the faults of a [Planner] if that is the
	// role, and those of form.
	Calls []mission.Action
	Role  Role
	// Tools are the tools of the entry; nil: those that the request offers.
	// Without any, the faults that turn on what is offered never fit.
	Tools []mission.Tool
	// Next are, for the planner, the actions of the step after this one when
	// they depend on it: from them comes the fault [Parallel].
	Next []mission.Action
}

// Role is whose turn an answer is. It decides which faults fit.
type Role string

// The roles. An answer of another or no role has only the faults of transport
// and form.
const (
	User    Role = "user"    // {"candidates":[{"text":…}]} or {"text":…}
	Planner Role = "planner" // a mission.Plan, or calls
	Tool    Role = "tool"    // {"observations":[{"status":…,"body":…}]}
	AI      Role = "ai"      // plain text
	Checker Role = "checker" // {"accepted":…,"reasons":[…]}
	Judge   Role = "judge"   // {"best":…}
)

// Modes says which kinds of response_format the server accepts; it answers the
// others with 400, as servers do that have no structured output.
type Modes uint8

// The modes. Plain text is always accepted.
const (
	AllModes   Modes = iota // json_schema and json_object
	SchemaOnly              // json_schema
	ObjectOnly              // json_object
	TextOnly                // neither
)

// Config says how a [Server] behaves. The zero value answers everybody in
// general terms, at once and without faults.
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

	serial  atomic.Uint64 // makes identifiers differ
	retries atomic.Uint64 // faults with Retry-After so far

	limits limits
	counts counters

	mu      sync.Mutex
	closed  bool
	done    chan struct{} // closed when closed is set
	running sync.WaitGroup
}

// New makes a server.
func New(cfg Config) *Server {
	s := &Server{cfg: cfg, key: sha256.Sum256([]byte(cfg.Key)), locked: cfg.Key != "", done: make(chan struct{})}
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

// Close ends the server: hangs are released, requests that come now are
// answered with 503, and Close returns when those in flight have ended. It may
// be called more than once.
func (s *Server) Close() error {
	s.release()
	s.running.Wait()
	return nil
}

// release ends what waits for nothing, and lets nobody in any more.
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

// ServeHTTP implements http.Handler. A fault that breaks the connection, where
// it cannot be taken over, is a panic with http.ErrAbortHandler, which
// net/http turns into just that.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := keyed.Hash(s.cfg.Seed, "request id", keyed.Int(int(s.serial.Add(1))))
	w.Header().Set("X-Request-Id", fmt.Sprintf("req_%016x", id))
	if !s.enter() {
		writeError(w, closing())
		return
	}
	defer s.running.Done()
	if e := s.route(w, r); e != nil {
		writeError(w, e)
	}
}

// route finds who answers a path. OpenAI's own paths begin with /v1; many
// compatible servers leave it out.
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

// only lets one method through.
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

// ParseModes reads what is accepted, as the command line says it:
// "json_schema,json_object" (or nothing), "json_schema", "json_object" or
// "none".
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
	return AllModes, fmt.Errorf("%q: response formats are json_schema, json_object, both with a comma, or none", text)
}
