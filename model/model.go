// Package model sends requests to language models behind OpenAI-compatible
// endpoints: one request, one answer.
//
// A [Completer] answers a [Request]. [Client] is the one that uses the
// network, with admission control (package admit) and a store of raw answers
// (package store). The caller interprets the text of a [Response]. A failure
// is an [Error], whose Kind says whether asking again can help.
package model

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"
)

// Completer answers requests. It is safe for concurrent use.
type Completer interface {
	// Complete returns the model's answer. Errors are of type *[Error], or
	// the error of ctx if it ended while the request waited to be sent.
	Complete(ctx context.Context, r *Request) (*Response, error)
}

// Request is a question to a model.
type Request struct {
	Messages []Message
	// Embed are texts to embed, instead of messages to answer (see [Client.Embed]).
	Embed []string
	// Tools are tools that the model may call, several at once, instead of
	// answering in text. It decides whether to call any.
	Tools []Tool
	// Schema is the JSON Schema of the answer; nil asks for plain text. If
	// there are tools, it applies only to answers without calls.
	Schema *Schema
	// Trace names the place in the run that asks: entry/mission/role/attempt.
	// It is sent as the user field, so it must not give an answer away. It is
	// not part of the identity of a request.
	Trace string
	// Sample distinguishes draws of the same request: each number gives a
	// separate answer, which is paid for separately.
	Sample int
}

// Message is one message of the prompt.
type Message struct {
	Role string `json:"role"` // "system", "user", "assistant" or "tool"
	Text string `json:"content"`
	// Calls are the tools that an assistant called, with or without a text.
	// Each must be followed by an answer of role "tool".
	Calls []Call `json:"calls,omitempty"`
	// CallID is the identifier of the call that a tool answers, and Name the
	// name of that tool. Gemini needs the name; for endpoints that refuse it,
	// it is left out.
	CallID string `json:"call_id,omitempty"`
	Name   string `json:"name,omitempty"`
}

// Schema is the JSON Schema (draft-07) of an answer.
type Schema struct {
	Name string // letters, digits, "_" and "-": "proposal"
	JSON json.RawMessage
}

// Sampling says how a model samples its answers. Zero values are not sent.
type Sampling struct {
	Temperature     *float64 `json:"temperature,omitempty"`
	TopP            *float64 `json:"top_p,omitempty"`
	Seed            *int     `json:"seed,omitempty"`
	MaxTokens       int      `json:"max_tokens,omitempty"` // of the answer, thoughts of reasoning models included
	ReasoningEffort string   `json:"reasoning_effort,omitempty"`
}

// Response is a model's answer.
type Response struct {
	Text    string
	Vectors [][]float64 // of the texts to embed, in their order
	// Calls are the tools that the model calls, in its order; nil for none.
	// Their names and arguments need not fit the tools that were offered.
	Calls  []Call
	Finish string // "stop", "length", "tool_calls", "content_filter", … as the endpoint says it
	Usage  Usage
	// Stored reports that another run had stored the answer, so that this run
	// paid nothing for it.
	Stored bool
	// Retries is how many earlier attempts at this answer failed.
	Retries int
	// Waited is the time spent waiting for admission and between attempts;
	// Took is the time that the endpoint needed, over all requests sent now.
	Waited, Took time.Duration
}

// Whole returns an error if an answer is unusable even before it is parsed, in
// words that can be sent back to the model.
func (r *Response) Whole() error {
	switch {
	case r.Finish == "length":
		return errors.New("it was cut off because it is too long; be shorter")
	case r.Finish == "content_filter":
		return errors.New("the endpoint's filter stopped it")
	case strings.TrimSpace(r.Text) == "" && len(r.Calls) == 0:
		return errors.New("it is empty")
	}
	return nil
}

// Usage is what an answer cost, in tokens.
type Usage struct {
	Input  int `json:"input"`            // of the prompt
	Cached int `json:"cached,omitempty"` // of them, read from the endpoint's cache
	Output int `json:"output"`           // of the answer, thoughts included
}

// Add adds v to u.
func (u *Usage) Add(v Usage) {
	u.Input += v.Input
	u.Cached += v.Cached
	u.Output += v.Output
}

// Kind classifies what went wrong with a request.
type Kind string

// The kinds. Those of the first group end a run, because every other request
// would fail too.
const (
	BadKey       Kind = "auth"          // 401, 403: the key is missing, wrong or not allowed
	UnknownModel Kind = "unknown model" // 404
	BadRequest   Kind = "bad request"   // 400, 422 and others of the group 4xx
	OutOfFunds   Kind = "out of funds"  // 402, and 429 that say so
	StoreFault   Kind = "store"         // an answer could not be looked up or kept
	NoConnection Kind = "no connection" // the endpoint was never reached in this run

	Overloaded  Kind = "rate limit"  // 429: asked too often
	ServerFault Kind = "server"      // 5xx
	TimedOut    Kind = "timeout"     // no answer in time
	Unreachable Kind = "unreachable" // no connection, or one that broke
	Garbled     Kind = "garbled"     // an answer that is no chat completion

	// Asking again is of no use, but other requests may fare better.
	Filtered Kind = "content filter" // 400: the endpoint's filter refuses the prompt
	TooLong  Kind = "too long"       // 400, 413: longer than the context of the model
)

// Ends reports whether the error ends the whole run.
func (k Kind) Ends() bool { return aboutKinds[k].ends }

// Error is a request that got no usable answer.
type Error struct {
	Kind     Kind
	Status   int    // of HTTP; 0 when there was no response
	Endpoint string // the base URL, without user info and query
	Model    string
	Message  string // what the endpoint says, on one line, cut short
	Hint     string // what to do, for people
	Attempts int    // how often it was tried
}

// Error implements error.
func (e *Error) Error() string {
	where := e.Model + " at " + e.Endpoint
	if e.Message == "" {
		return where + ": " + string(e.Kind)
	}
	return where + ": " + string(e.Kind) + ": " + e.Message
}

// Ends reports whether the error ends the whole run.
func (e *Error) Ends() bool { return e.Kind.Ends() }

// Raw is an endpoint's response before it is parsed.
type Raw struct {
	Status int    // of HTTP; 0 for a request that was sent but never answered
	Body   []byte // of the response; with Status 0, the kind of the error
	Took   time.Duration
	Run    string // that paid; empty if unknown
}

// Key identifies a raw answer: the SHA-256 of the canonical request, the
// endpoint's identity, the attempt and the sample. The faults of a rehearsal endpoint are
// part of its identity.
type Key [32]byte

// Store keeps raw answers. It is safe for use by many goroutines and, where it
// keeps them in a file, by many processes.
type Store interface {
	// Get returns the answer to a request, or nil if there is none.
	Get(ctx context.Context, key Key) (*Raw, error)
	// Put stores an answer. When it returns, the answer survives the process.
	// A key keeps its first answer; for a later one the error is [ErrTaken].
	Put(ctx context.Context, key Key, about About, raw *Raw) error
	// Mode returns the mode that an endpoint is known to accept; "" if none
	// is known.
	// Clients also use it, without a model, for what they know about an endpoint.
	Mode(ctx context.Context, endpoint, model string) (Mode, error)
	// SetMode remembers the mode that an endpoint accepts.
	SetMode(ctx context.Context, endpoint, model string, m Mode) error
}

// ErrTaken says that the store already has an answer to the same request. The
// first answer stays, so that everybody gets the same one.
var ErrTaken = errors.New("the request has an answer already")

// About describes a stored answer, for people and for statistics.
type About struct {
	Endpoint, Model, Trace string
	Run                    string // identity of the run that paid
}

// Mode is the way in which an endpoint is asked for JSON.
type Mode string

// The modes, the strictest first. If an endpoint refuses one, the next is
// tried.
const (
	ModeSchema Mode = "json_schema" // structured output by JSON Schema
	ModeObject Mode = "json_object" // JSON mode, the schema in the prompt
	ModeFenced Mode = "fenced"      // a fenced block in plain text, the schema in the prompt
)
