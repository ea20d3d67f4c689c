package model

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"switchyard/internal/prose"
	"switchyard/model/admit"
)

// ClientConfig says how to reach one model of an endpoint.
type ClientConfig struct {
	Endpoint Endpoint
	Model    string
	Sampling Sampling
	// Timeout limits one call, from when it is sent; waiting for admission
	// does not count. 0 means [DefaultTimeout].
	Timeout time.Duration
	// Retries is how often to repeat a call that failed because of a fault of
	// the endpoint, a time-out, a broken connection or a garbled answer.
	Retries int
	// Gate admits requests. Clients of one endpoint and key share it. nil
	// makes a separate gate whose only limit is [admit.DefaultInFlight].
	Gate *admit.Gate
	// Contact is what is known about the endpoint. Clients of one endpoint share it;
	// nil makes one of its own.
	Contact *Contact
	// Store keeps raw answers; nil keeps none.
	Store Store
	// Run identifies the run that pays. If a run is interrupted and resumed,
	// its own earlier answers come from the store, but [Response.Stored] is
	// false for them, because this run paid for them.
	Run string
	// Transport sends requests; nil uses [NewTransport] without a proxy.
	Transport http.RoundTripper
}

// DefaultTimeout limits one call if the configuration sets no limit.
const DefaultTimeout = 3 * time.Minute

// Client asks one model of an endpoint. It is safe for concurrent use.
type Client struct {
	endpoint *Endpoint // a pointer: package fmt shows nothing of it where it cannot call Format
	base     *url.URL
	where    string // the address, to be shown
	model    string
	sampling Sampling
	timeout  time.Duration
	retries  int
	gate     *admit.Gate
	contact  *Contact
	store    Store
	run      string
	http     *http.Client
	redact   *redactor
	ladder   *ladder
	outputs  *average

	listOnce sync.Once
	known    []string // models of the endpoint, for a hint
}

var _ Completer = (*Client)(nil)

// NewClient returns a client. It sends nothing yet.
func NewClient(c ClientConfig) (*Client, error) {
	base, err := c.Endpoint.parse()
	if err != nil {
		return nil, err
	}
	if api := c.Endpoint.API; api != "" && api != APIOpenAI && api != APIAzure {
		return nil, fmt.Errorf("unknown kind of API %q: choose %q or %q", api, APIOpenAI, APIAzure)
	}
	if c.Model == "" {
		return nil, errors.New("a client needs the name of a model")
	}
	if c.Timeout < 0 || c.Retries < 0 {
		return nil, errors.New("time-out and retries must not be negative")
	}
	if err := sendable(c.Endpoint); err != nil {
		return nil, err
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Gate == nil {
		c.Gate = admit.New(admit.Limits{})
	}
	if c.Contact == nil {
		c.Contact = &Contact{}
	}
	if c.Transport == nil {
		c.Transport = NewTransport(nil)
	}
	redact := newRedactor(c.Endpoint, base)
	return &Client{
		endpoint: &c.Endpoint, base: base, where: bare(base), model: c.Model, sampling: c.Sampling,
		timeout: c.Timeout, retries: c.Retries, gate: c.Gate, contact: c.Contact, store: c.Store, run: c.Run,
		// A redirect would carry the key to another host, and lose the body.
		http: &http.Client{Transport: c.Transport, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}},
		redact: &redact, ladder: &ladder{shape: firstShape(c.Endpoint, c.Model)}, outputs: &average{},
	}, nil
}

// sendable refuses keys and headers that HTTP cannot carry: keys read from
// files often end in a line break. The error does not repeat their values.
func sendable(e Endpoint) error {
	control := func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
	if strings.ContainsFunc(e.Key.Reveal(), control) {
		return errors.New("the key has a line break or another control character in it")
	}
	for name, value := range e.Headers {
		if name == "" || strings.ContainsAny(name, " :") || strings.ContainsFunc(name+value, control) {
			return fmt.Errorf("%q is not a header, or its value has a control character in it", name)
		}
	}
	return nil
}

// Format implements [fmt.Formatter]. It shows no secrets.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "%s at %s", c.model, c.where) }

// Refused returns the names of the sampling parameters that the model does not
// accept and that are therefore no longer sent.
func (c *Client) Refused() []string { return c.ladder.refused() }

// The pauses between attempts.
const (
	backoffBase    = 500 * time.Millisecond
	backoffCeiling = 30 * time.Second
)

// mostLimited is how many 429s in a row end one request.
const mostLimited = 60

// question is a request on its way to an answer.
type question struct {
	*Request
	id      canonical
	waited  time.Duration
	took    time.Duration
	limited int // 429s in a row
}

// Complete implements [Completer]. If ctx ends after a call was sent,
// Complete still waits for the answer, within the time-out, and stores it.
func (c *Client) Complete(ctx context.Context, r *Request) (*Response, error) {
	q, err := c.question(r)
	if err != nil {
		return nil, c.fault(BadRequest, err.Error())
	}
	if q.id.Rehearsal, err = c.rehearsal(ctx); err != nil {
		return nil, err
	}
	asked := 0 // attempts that were made now
	for failed := 0; ; failed++ {
		a, err := c.meet(ctx, q)
		if err != nil {
			return nil, err
		}
		if !a.stored {
			asked++
		}
		if a.fault == nil {
			a.response.Retries = failed
			a.response.Waited, a.response.Took = q.waited, q.took
			return a.response, nil
		}
		a.fault.Attempts = failed + 1
		// Failures of another day use up no retries: the endpoint may be well again.
		if !a.fault.Kind.retried() || asked > c.retries {
			return nil, a.fault
		}
		if a.kept {
			q.id.Attempt++ // the next answer is another one
		}
		if !a.stored {
			pause := admit.Backoff(asked-1, a.key.jitter(failed), backoffBase, backoffCeiling)
			if err := q.sleep(ctx, max(pause, a.retryAfter)); err != nil {
				return nil, err
			}
		}
	}
}

// question prepares a request.
func (c *Client) question(r *Request) (*question, error) {
	q := &question{Request: r, id: canonical{
		Messages: r.Messages, Sampling: c.sampling, Model: c.model,
		Endpoint: c.where, API: APIOpenAI, Sample: r.Sample, Embed: r.Embed,
	}}
	if c.endpoint.API == APIAzure {
		q.id.API, q.id.Deployment = APIAzure, c.endpoint.deployment(c.model)
	}
	if r.Schema != nil {
		schema, err := sorted(r.Schema.JSON)
		if err != nil {
			return nil, fmt.Errorf("the schema %q is not JSON: %w", r.Schema.Name, err)
		}
		q.id.SchemaName, q.id.Schema = r.Schema.Name, schema
	}
	var err error
	if q.id.Tools, err = offered(r.Tools); err != nil {
		return nil, err
	}
	return q, nil
}

// sleep waits before the next attempt.
func (q *question) sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	began := time.Now()
	defer func() { q.waited += time.Since(began) }()
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// attempt is the result of one attempt: a response or a fault. While both are
// nil, it is open.
type attempt struct {
	key        Key
	response   *Response
	fault      *Error
	stored     bool // it came from the store
	kept       bool // it is in the store
	unsent     bool // the endpoint could not be reached
	retryAfter time.Duration
}

// answer makes one attempt. Refusals of the form of a request, and being told
// to wait, lead to further requests within the same attempt.
func (c *Client) answer(ctx context.Context, q *question) (*attempt, error) {
	key, err := q.id.key()
	if err != nil {
		return nil, c.fault(BadRequest, err.Error())
	}
	a := &attempt{key: key}
	if err := c.find(ctx, a); err != nil {
		return nil, err
	}
	q.limited = 0
	for a.response == nil && a.fault == nil {
		if err := c.ask(ctx, q, a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// find looks up the attempt in the store. If it is not there, the attempt
// stays open.
func (c *Client) find(ctx context.Context, a *attempt) error {
	if c.store == nil {
		return nil
	}
	raw, err := c.store.Get(ctx, a.key)
	if err != nil {
		return c.storeFault(ctx, err)
	}
	if raw == nil {
		return nil
	}
	a.stored, a.kept = true, true
	a.response, a.fault = c.read(raw, readProblem)
	if a.response != nil {
		a.response.Stored = c.run == "" || raw.Run != c.run
	}
	return nil
}

// ask sends the request once. If the request has to be sent again, the
// attempt stays open.
func (c *Client) ask(ctx context.Context, q *question, a *attempt) error {
	began := time.Now()
	as, leave, err := c.shape(ctx, q)
	if err != nil {
		return err
	}
	defer leave()
	text, err := encode(q.Request, c.model, c.sampling, as)
	if err != nil {
		return c.fault(BadRequest, err.Error())
	}
	pass, err := c.gate.Enter(ctx, estimate(text, c.outputs.expect(c.sampling.MaxTokens)))
	q.waited += time.Since(began)
	if err != nil {
		return err
	}
	x := c.send(ctx, q.path(), text)
	if x.raw == nil {
		pass.Leave(admit.Outcome{})
		return c.fault(BadRequest, x.err.Error())
	}
	q.took += x.raw.Took
	kind, p := x.kind()
	if a.unsent = x.unsent(); !a.unsent {
		c.contact.reached.Store(true)
	}
	// The pass goes back before anything is stored: the endpoint is idle.
	pass.Leave(x.outcome(kind))
	if mayFall(x.raw.Status, kind, p) {
		if next, ok := as.fall(p, q.Request, c.sampling); ok {
			c.ladder.fell(as, next)
			return nil
		}
	}
	if kind == Overloaded {
		leave() // others may try while this one waits
		return c.limited(ctx, q, a, x, p)
	}
	switch err := c.keep(ctx, q, a, x, kind); {
	case errors.Is(err, ErrTaken):
		return c.adopt(ctx, a)
	case err != nil:
		return err
	}
	a.response, a.fault = c.read(x.raw, func([]byte) problem { return p })
	c.settle(a, pass)
	if a.response != nil {
		return c.remember(ctx, q, as)
	}
	a.retryAfter, _ = admit.RetryAfter(x.header, time.Now())
	c.hint(ctx, q.Request, a.fault, p)
	return nil
}

// shape returns the form in which to send the request.
func (c *Client) shape(ctx context.Context, q *question) (shape, func(), error) {
	if c.store != nil && q.Schema != nil {
		err := c.ladder.load(func() (Mode, error) { return c.store.Mode(ctx, c.where, c.model) })
		if err != nil {
			return shape{}, nil, c.storeFault(ctx, err)
		}
	}
	return c.ladder.enter(ctx, q.Request)
}

// kind classifies what came back; "" means an answer.
func (x *exchange) kind() (Kind, problem) {
	switch status := x.raw.Status; {
	case status == 0:
		kind, message, _ := connection(x.err)
		return kind, problem{message: message}
	case status/100 == 2:
		return "", problem{}
	default:
		p := readProblem(x.raw.Body)
		return classify(status, p), p
	}
}

// limited backs off after a 429. If the endpoint says how long to wait, the
// gate stays closed for that time for all requests. In addition, this request
// waits on its own, longer with each 429.
func (c *Client) limited(ctx context.Context, q *question, a *attempt, x *exchange, p problem) error {
	if q.limited++; q.limited >= mostLimited {
		e := c.fault(Overloaded, p.message)
		e.Status, e.Attempts = x.raw.Status, q.limited
		return e
	}
	return q.sleep(ctx, admit.Backoff(q.limited-1, a.key.jitter(q.limited), backoffBase, backoffCeiling))
}

// keep stores what came back, before anything is read from it. The error is
// [ErrTaken] if the store already has an answer.
func (c *Client) keep(ctx context.Context, q *question, a *attempt, x *exchange, kind Kind) error {
	if c.store == nil || kind != "" && !kind.kept() {
		return nil
	}
	if x.unsent() {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	about := About{Endpoint: c.where, Model: c.model, Trace: q.Trace, Run: c.run}
	if err := c.store.Put(ctx, a.key, about, x.raw); errors.Is(err, ErrTaken) {
		return err
	} else if err != nil {
		return c.storeFault(ctx, err)
	}
	a.kept = true
	return nil
}

// adopt takes the stored answer of somebody who sent the same request at the
// same time and stored its answer first, because everybody will find that one
// from now on. This run has paid for an answer nevertheless.
func (c *Client) adopt(ctx context.Context, a *attempt) error {
	if err := c.find(context.WithoutCancel(ctx), a); err != nil {
		return err
	}
	a.stored = false
	if a.response != nil {
		a.response.Stored = false
	}
	return nil
}

// settle tells the gate how many tokens the answer cost, if the endpoint says
// so.
func (c *Client) settle(a *attempt, pass *admit.Pass) {
	if a.response == nil || a.response.Usage == (Usage{}) {
		return
	}
	u := a.response.Usage
	pass.Settle(u.Input + u.Output)
	c.outputs.add(u.Output)
}

// remember records that the endpoint accepts a shape.
func (c *Client) remember(ctx context.Context, q *question, as shape) error {
	mode := c.ladder.accepted(as, q.Request)
	if mode == "" || c.store == nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	if err := c.store.SetMode(ctx, c.where, c.model, mode); err != nil {
		return c.storeFault(ctx, err)
	}
	return nil
}

// read interprets a raw answer. Stored and new answers are read alike.
func (c *Client) read(raw *Raw, problemOf func([]byte) problem) (*Response, *Error) {
	switch {
	case raw.Status == 0:
		kind := Kind(raw.Body)
		if !kind.retried() {
			kind = Unreachable // of a newer version
		}
		return nil, c.fault(kind, problemOf(nil).message)
	case raw.Status/100 != 2:
		p := problemOf(raw.Body)
		e := c.fault(classify(raw.Status, p), p.message)
		e.Status = raw.Status
		return nil, e
	}
	r, err := read(raw.Body)
	if err != nil {
		e := c.fault(Garbled, prose.Error(err))
		e.Status = raw.Status
		return nil, e
	}
	r.Text = string(c.redact.body([]byte(r.Text))) // what was escaped before
	for i := range r.Calls {
		r.Calls[i].Arguments = string(c.redact.body([]byte(r.Calls[i].Arguments)))
	}
	return r, nil
}

// fault makes an error of this endpoint.
func (c *Client) fault(k Kind, message string) *Error {
	return &Error{
		Kind: k, Endpoint: c.where, Model: c.model, Attempts: 1,
		Message: oneLine(c.redact.text(message)), Hint: aboutKinds[k].hint,
	}
}

// storeFault is the error of a store, or of ctx if that is why it failed.
func (c *Client) storeFault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return c.fault(StoreFault, prose.Error(err))
}

// hint makes the hint of an error more specific where the endpoint's answer
// allows it.
func (c *Client) hint(ctx context.Context, r *Request, e *Error, p problem) {
	switch {
	case len(r.Tools) > 0 && p.refusesTools():
		e.Hint = withoutTools
	case e.Status/100 == 3:
		e.Hint = "the endpoint has moved: check the base URL"
	case e.Kind == UnknownModel:
		e.Hint = aboutModel[noModel.MatchString(p.code+" "+p.message)]
		c.listOnce.Do(func() { c.known = c.models(ctx) })
		if len(c.known) > 0 {
			e.Hint = aboutModel[true] + "; the endpoint has " + strings.Join(c.known, ", ")
		}
	}
}
