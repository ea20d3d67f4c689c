package mock

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"switchyard/internal/keyed"
)

// choice is one of the n answers to a request.
type choice struct {
	text   string
	calls  []Call
	finish string // "stop", "tool_calls" or "length"
	fault  Fault  // what was put into the text
}

// FaultHeader is the response header that names the injected fault; it is for
// people, not for clients.
const FaultHeader = "X-Switchyard-Fault"

// chat answers a chat completion request.
func (s *Server) chat(w http.ResponseWriter, r *http.Request, deployment string) *apiError {
	began := time.Now()
	s.counts.arrive()
	end := failed
	defer func() { s.counts.leave(end) }()

	q, e := s.admit(w, r, deployment)
	if e != nil {
		return e
	}
	f := s.drawTransport(q)
	if f != "" {
		w.Header().Set(FaultHeader, string(f))
	}
	if f != "" && f != Cut {
		s.counts.fault(f)
		end = faulty
		return s.fail(w, r, f, began)
	}
	c, e := s.complete(r.Context(), q)
	if e != nil {
		return e
	}
	if !s.pause(r.Context(), began) {
		end = gone
		return closing()
	}
	s.limits.settle(c.usage.Completion)
	for _, ch := range c.choices {
		if ch.fault != "" {
			w.Header().Add(FaultHeader, string(ch.fault))
		}
	}
	end = s.send(w, q, c, f == Cut)
	return nil
}

// admit reads a request and checks whether it is allowed.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, deployment string) (*request, *apiError) {
	if e := s.authorize(r); e != nil {
		return nil, e
	}
	body, e := readBody(w, r)
	if e != nil {
		return nil, e
	}
	q, e := decode(body)
	if e != nil {
		return nil, e
	}
	s.counts.trace(q)
	if deployment != "" { // Azure takes the model from the path
		q.Model = deployment
	}
	if q.Model == "" {
		return nil, missing("model")
	}
	if e := s.known(q.Model); e != nil {
		return nil, e
	}
	if e := s.cfg.Modes.accepts(q); e != nil {
		return nil, e
	}
	return q, s.limits.admit(w.Header(), q.Model, q.promptTokens())
}

// fail injects a fault of transport. Cut is not handled here, because it needs an
// answer.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, f Fault, began time.Time) *apiError {
	switch f {
	case Status429After:
		w.Header().Set("Retry-After", s.retryAfter())
		fallthrough
	case Status429:
		return exceeded("requests", "Rate limit reached: too many requests. Please slow down.")
	case Hang:
		select {
		case <-r.Context().Done():
		case <-s.done:
		}
		return closing()
	}
	if !s.pause(r.Context(), began) {
		return closing()
	}
	if f == Reset {
		drop(w, true)
		return nil
	}
	return &apiError{Status: http.StatusInternalServerError, Type: "server_error",
		Message: "The server had an error while processing your request. Sorry about that!"}
}

// retryAfter returns a delay of one or two seconds, alternately as seconds and as
// a date.
func (s *Server) retryAfter() string {
	if s.retries.Add(1)%2 == 1 {
		return "1"
	}
	return time.Now().Truncate(time.Second).Add(2 * time.Second).UTC().Format(http.TimeFormat)
}

// complete makes the answers and injects faults of content into them.
func (s *Server) complete(ctx context.Context, q *request) (*completion, *apiError) {
	answer, err := s.play(ctx, q)
	if err != nil {
		if bad := (*schemaError)(nil); errors.As(err, &bad) {
			if q.MustCall {
				return nil, invalid("tools", "invalid_function_parameters", "Invalid schema for function: "+bad.Error()+".")
			}
			return nil, invalid("response_format", "invalid_json_schema", "Invalid schema for response_format: "+bad.Error()+".")
		}
		if bad := (*RefusedError)(nil); errors.As(err, &bad) {
			return nil, invalid("", "unknown_turn", bad.Message)
		}
		return nil, &apiError{Status: http.StatusInternalServerError, Type: "server_error", Message: "The player failed: " + err.Error()}
	}
	if e := q.allows(answer); e != nil {
		return nil, e
	}
	choices := make([]choice, q.n)
	for i := range choices {
		choices[i] = s.choose(q, i, answer)
	}
	id := keyed.Hash(s.cfg.Seed^q.identity, "completion", keyed.Int(int(s.serial.Add(1))))
	return &completion{id: fmt.Sprintf("chatcmpl-%016x", id), created: time.Now().Unix(), choices: choices, usage: usageOf(q, choices)}, nil
}

// choose makes one of the answers.
func (s *Server) choose(q *request, index int, answer *Answer) choice {
	answer, f := s.spoil(q, index, answer)
	c := choice{calls: s.sent(q, index, answer.Calls), finish: "stop", fault: f}
	var cut bool
	if c.text, cut = limited(answer.Text, q.maxTokens); cut {
		c.calls = nil // they would come after the text
	} else if q.maxTokens > 0 {
		c.calls, cut = limitedCalls(c.calls, q.maxTokens-tokens(c.text))
	}
	switch {
	case cut || f == Truncate:
		c.finish = "length"
	case len(c.calls) > 0:
		c.finish = "tool_calls"
	}
	return c
}

// play asks the player. If the player does not know the trace, it answers in
// general terms.
func (s *Server) play(ctx context.Context, q *request) (*Answer, error) {
	if s.cfg.Player != nil {
		answer, err := played(ctx, s.cfg.Player, q)
		if err == nil || !errors.Is(err, ErrUnknownTrace) {
			return answer, err
		}
	}
	if q.MustCall {
		return q.anyCall()
	}
	switch q.format {
	case "json_schema":
		text, err := fit(q.schema)
		return &Answer{Text: text}, err
	case "json_object":
		return &Answer{Text: `{"message":"I am a mock model and know nothing of this conversation."}`}, nil
	}
	return &Answer{Text: "Hello! I am a mock model and know nothing of this conversation, but I am happy to answer you."}, nil
}

// played asks a player; a [Hearer] gets the whole request.
func played(ctx context.Context, p Player, q *request) (*Answer, error) {
	if h, ok := p.(Hearer); ok {
		return h.Hear(ctx, &q.Request)
	}
	return p.Play(ctx, q.Trace)
}

// pause waits until the latency has passed. It returns false if the client gave
// up.
func (s *Server) pause(ctx context.Context, began time.Time) bool {
	left := s.cfg.Latency - time.Since(began)
	if left <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// drop closes a connection; with rudely, the client sees a TCP reset.
func drop(w http.ResponseWriter, rudely bool) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // the way of net/http to end a connection
	}
	if tcp, ok := conn.(interface{ SetLinger(int) error }); ok && rudely {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
