// Package model talks with language models behind OpenAI-compatible endpoints:
// one request, one answer.
//
// A [Completer] answers a [Request]. [Client] is the one that goes over the
// network, through admission (package admit) and the store of raw answers
// (package store). Whoever asks decides what to make of the text of a
// [Response]; what went wrong is an [Error], whose Kind says whether asking
// again can help.
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
	// Complete returns the model's answer. Errors are of type *[Error], or the
	// error of ctx when it ended while the request waited to be sent.
	Complete(ctx context.Context, r *Request) (*Response, error)
}

// Request is what a model is asked.
type Request struct {
	Messages []Message
	// Tools may be called in the place of an answer in text, several at once;
	// whether, and which, is left to the model.
	Tools []Tool
	// Schema is what the answer must be; nil asks for plain text. With tools, it
	// is what an answer must be that calls none.
	Schema *Schema
	// Trace names the place in the run that asks: entry/mission/role/attempt.
	// It is sent as the user field, and is no part of what identifies a request.
	Trace string
	// Sample tells draws of the same request apart: another number is
	// another answer, paid for anew.
	Sample int
}

// Message is one message of the prompt.
type Message struct {
	Role string `json:"role"` // "system", "user", "assistant" or "tool"
	Text string `json:"content"`
	// Calls are, of an assistant, the tools that it called, with or without a
	// text. An answer of role "tool" must follow for each.
	Calls []Call `json:"calls,omitempty"`
	// CallID is, of a tool, the identifier of the call that it answers, and Name
	// its own. Gemini wants the name, some others refuse it: it is then left out.
	CallID string `json:"call_id,omitempty"`
	Name   string `json:"name,omitempty"`
}

// Schema is the JSON Schema (draft-07) of an answer.
type Schema struct {
	Name string // letters, digits, "_" and "-": "proposal"
	JSON json.RawMessage
}

// Sampling is how a model draws its answers. Zero values are not sent.
type Sampling struct {
	Temperature     *float64 `json:"temperature,omitempty"`
	TopP            *float64 `json:"top_p,omitempty"`
	Seed            *int     `json:"seed,omitempty"`
	MaxTokens       int      `json:"max_tokens,omitempty"` // of the answer, thoughts of reasoning models included
	ReasoningEffort string   `json:"reasoning_effort,omitempty"`
}

// Response is a model's answer.
type Response struct {
	Text string
	// Calls are the tools that the model calls, in its order; nil for none. What
	// they are called by and with need not be anything that was offered.
	Calls  []Call
	Finish string // "stop", "length", "tool_calls", "content_filter", … as the endpoint says it
	Usage  Usage
	// Stored: the answer came from the store, where another run had put it, so
	// that nothing was paid for it by this one.
	Stored bool
	// Retries is how many earlier attempts at this answer failed.
	Retries int
	// Waited is how long the request waited for admission and between attempts,
	// Took how long the endpoint took, over all attempts that were sent now.
	Waited, Took time.Duration
}

// Whole tells what is wrong with an answer before it is read, in words that a
// model can be told; nil when nothing is.
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

// Kind says what is wrong with a request or its endpoint.
type Kind string

// The kinds. The first group ends a run, for no other request will fare better.
const (
	BadKey       Kind = "auth"          // 401, 403: the key is missing, wrong or not allowed
	UnknownModel Kind = "unknown model" // 404
	BadRequest   Kind = "bad request"   // 400, 422 and others of the group 4xx
	OutOfFunds   Kind = "out of funds"  // 402, and 429 that say so
	StoreFault   Kind = "store"         // an answer could not be looked up or kept

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
func (k Kind) Ends() bool {
	switch k {
	case BadKey, UnknownModel, BadRequest, OutOfFunds, StoreFault:
		return true
	}
	return false
}

// Error is a request that was not answered.
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

// Raw is an answer of an endpoint as it came, before anything is read from it.
type Raw struct {
	Status int    // of HTTP; 0 for a request that was sent but never answered
	Body   []byte // of the response; with Status 0, the kind of the error
	Took   time.Duration
	Run    string // for which it was paid; empty if nobody said
}

// Key identifies a raw answer: the SHA-256 of the canonical request, the
// endpoint's identity, the attempt and the sample.
type Key [32]byte

// Store keeps raw answers. It is safe for use by many goroutines and, where it
// keeps them in a file, by many processes.
type Store interface {
	// Get returns the answer to a request, or nil if there is none.
	Get(ctx context.Context, key Key) (*Raw, error)
	// Put keeps an answer. When it returns, the answer survives the process. A
	// key keeps its first answer: the error of any other is [ErrTaken].
	Put(ctx context.Context, key Key, about About, raw *Raw) error
	// Mode returns what an endpoint is known to accept; "" if nothing is known.
	Mode(ctx context.Context, endpoint, model string) (Mode, error)
	// SetMode remembers what an endpoint accepts.
	SetMode(ctx context.Context, endpoint, model string, m Mode) error
}

// ErrTaken says that a store has another answer to the same request, which came
// first and stays: all who ask get that one.
var ErrTaken = errors.New("the request has an answer already")

// About says what a stored answer belongs to, for people and for statistics.
type About struct {
	Endpoint, Model, Trace string
	Run                    string // identity of the run that paid
}

// Mode is the way in which an endpoint is asked for JSON.
type Mode string

// The modes, from the strictest down. An endpoint that refuses one is asked by
// the next.
const (
	ModeSchema Mode = "json_schema" // structured output by JSON Schema
	ModeObject Mode = "json_object" // JSON mode, the schema in the prompt
	ModeFenced Mode = "fenced"      // a fenced block in plain text, the schema in the prompt
)
