package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// server answers requests without a network, so that its time may be virtual.
// A handler that panics with [http.ErrAbortHandler] breaks the connection.
type server func(w http.ResponseWriter, r *http.Request)

var errBroken = errors.New("connection reset by peer")

func (s server) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	defer func() {
		if p := recover(); p != nil {
			if p != http.ErrAbortHandler {
				panic(p)
			}
			resp, err = nil, errBroken
		}
	}()
	w := httptest.NewRecorder()
	s(w, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return w.Result(), nil
}

// transport is a function as a transport.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// say is a chat completion with a text.
func say(text string) string {
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`{"id":"1","object":"chat.completion","created":1.5,"model":"m","choices":[{"index":0,`+
		`"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],`+
		`"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18,"prompt_tokens_details":{"cached_tokens":3}}}`, quoted)
}

// reply is one scripted answer: a status and a body, and headers "Name: value".
type reply struct {
	status  int
	body    string
	headers []string
}

// script answers with one reply after the other, the last one again and again,
// and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	replies []reply
	asked   []map[string]any
	at      []time.Time
	delay   time.Duration
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	return server(s.serve).RoundTrip(r)
}

func (s *script) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet { // the list of models
		http.NotFound(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	var asked map[string]any
	_ = json.Unmarshal(body, &asked)
	s.mu.Lock()
	n := min(len(s.asked), len(s.replies)-1)
	s.asked = append(s.asked, asked)
	s.at = append(s.at, time.Now())
	next := s.replies[n]
	s.mu.Unlock()
	select {
	case <-time.After(s.delay):
	case <-r.Context().Done():
		return
	}
	switch next.status {
	case 0:
		panic(http.ErrAbortHandler)
	case -1:
		<-r.Context().Done()
		return
	}
	for _, h := range next.headers {
		name, value, _ := strings.Cut(h, ": ")
		w.Header().Set(name, value)
	}
	w.WriteHeader(next.status)
	_, _ = io.WriteString(w, next.body)
}

func ok(text string) reply { return reply{status: 200, body: say(text)} }

// memory is a store.
type memory struct {
	mu    sync.Mutex
	raws  map[Key]*Raw
	about []About
	modes map[string]Mode
	calls int // of Mode and SetMode
	fail  error
	after func() // a Put
	rival *Raw   // is put by somebody else before the next Put
}

func newMemory() *memory { return &memory{raws: map[Key]*Raw{}, modes: map[string]Mode{}} }

func (m *memory) Get(ctx context.Context, key Key) (*Raw, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.raws[key], ctx.Err()
}

func (m *memory) Put(ctx context.Context, key Key, about About, raw *Raw) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := errors.Join(ctx.Err(), m.fail); err != nil {
		return err
	}
	if m.raws[key] != nil {
		return errors.New("an answer was paid for twice")
	}
	if m.rival != nil {
		m.raws[key], m.rival = m.rival, nil
		return ErrTaken
	}
	kept := *raw
	kept.Run = about.Run
	m.raws[key] = &kept
	m.about = append(m.about, about)
	if m.after != nil {
		m.after()
	}
	return nil
}

func (m *memory) Mode(_ context.Context, endpoint, model string) (Mode, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	return m.modes[endpoint+" "+model], nil
}

func (m *memory) SetMode(ctx context.Context, endpoint, model string, mode Mode) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	m.modes[endpoint+" "+model] = mode
	return ctx.Err()
}

func (m *memory) len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.raws)
}

// client returns a client of a model "m", changed by the options.
func client(t testing.TB, tr http.RoundTripper, options ...func(*ClientConfig)) *Client {
	t.Helper()
	c := ClientConfig{
		Endpoint: Endpoint{BaseURL: "https://models.test/v1", Key: NewSecret("sk-test-0123456789abcdef")},
		Model:    "m", Transport: tr, Timeout: time.Minute,
	}
	for _, o := range options {
		o(&c)
	}
	cl, err := NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	return cl
}

func retries(n int) func(*ClientConfig)          { return func(c *ClientConfig) { c.Retries = n } }
func keepIn(s Store) func(*ClientConfig)         { return func(c *ClientConfig) { c.Store = s } }
func at(e Endpoint) func(*ClientConfig)          { return func(c *ClientConfig) { c.Endpoint = e } }
func with(s Sampling) func(*ClientConfig)        { return func(c *ClientConfig) { c.Sampling = s } }
func called(m string) func(*ClientConfig)        { return func(c *ClientConfig) { c.Model = m } }
func within(d time.Duration) func(*ClientConfig) { return func(c *ClientConfig) { c.Timeout = d } }

func hello() *Request {
	return &Request{Messages: []Message{{Role: "system", Text: "Be brief."}, {Role: "user", Text: "Hello?"}}, Trace: "e1/m1/user/1"}
}

func wantsJSON() *Request {
	r := hello()
	r.Schema = &Schema{Name: "greeting", JSON: json.RawMessage(`{"type":"object","required":["a"]}`)}
	return r
}

// fails returns the error of a request that must not be answered.
func fails(t *testing.T, c *Client, r *Request) *Error {
	t.Helper()
	resp, err := c.Complete(t.Context(), r)
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("Complete = %+v, %v, want an error of the endpoint", resp, err)
	}
	return e
}

// answers returns the response to a request.
func answers(t *testing.T, c *Client, r *Request) *Response {
	t.Helper()
	resp, err := c.Complete(t.Context(), r)
	if err != nil {
		t.Fatalf("Complete: %v", err)
	}
	return resp
}
