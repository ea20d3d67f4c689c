package model

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sashabaranov/go-openai"

	"switchyard/model/admit"
)

// longestBody is the maximum size of an answer in bytes.
const longestBody = 16 << 20

var errTooBig = errors.New("the answer is longer than 16 MB")

// exchange is one request and its unparsed response. A new answer is parsed
// in the same way as a stored one.
type exchange struct {
	raw    *Raw // nil if the request could not even be made
	header http.Header
	err    error // instead of an answer
}

// fetch sends a request and reads the whole answer.
func (c *Client) fetch(req *http.Request) (int, http.Header, []byte, error) {
	resp, err := c.http.Do(req)
	if err != nil {
		var address *url.Error // its text holds the address, query included
		if errors.As(err, &address) {
			err = address.Err
		}
		return 0, nil, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, longestBody+1))
	if err == nil && len(text) > longestBody {
		err = errTooBig
	}
	if err != nil {
		return 0, nil, nil, err
	}
	return resp.StatusCode, resp.Header, text, nil
}

// send sends a request within the time limit for one call. It continues when
// ctx ends: the request has to be paid for, so its answer is worth keeping.
func (c *Client) send(ctx context.Context, path string, text []byte) *exchange {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.timeout)
	defer cancel()
	req, err := c.endpoint.request(ctx, c.base, c.model, http.MethodPost, path, text)
	if err != nil {
		return &exchange{err: err}
	}
	defer c.watch(ctx)()
	began := time.Now()
	status, header, answer, err := c.fetch(req)
	took := time.Since(began)
	if err != nil {
		kind, _, _ := connection(err)
		return &exchange{raw: &Raw{Body: []byte(kind), Took: took}, err: err}
	}
	return &exchange{raw: &Raw{Status: status, Body: c.redact.body(answer), Took: took}, header: header}
}

// models returns the names of some models of the endpoint for a hint, or nil
// if it cannot get them.
func (c *Client) models(ctx context.Context) []string {
	const enough, patience = 8, 5 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := c.endpoint.request(ctx, c.base, c.model, http.MethodGet, "/models", nil)
	if err != nil {
		return nil
	}
	var list openai.ModelsList
	status, _, answer, err := c.fetch(req)
	if err != nil || status/100 != 2 || json.Unmarshal(answer, &list) != nil {
		return nil
	}
	var names []string
	for _, m := range list.Models[:min(enough, len(list.Models))] {
		names = append(names, oneLine(c.redact.text(m.ID)))
	}
	return names
}

// outcome tells the gate how a request ended, before the answer is parsed.
func (x *exchange) outcome(kind Kind) admit.Outcome {
	o := admit.Outcome{Tokens: -1}
	switch {
	case kind == "":
		o.OK = true
	case kind == Overloaded:
		o.Tokens, o.RateLimited = 0, true
		o.RetryAfter, _ = admit.RetryAfter(x.header, time.Now())
	case x.raw.Status != 0 && !kind.retried():
		o.Tokens = 0 // refused
	case x.unsent():
		o.Tokens = 0
	}
	return o
}

// unsent reports whether the request never reached the endpoint.
func (x *exchange) unsent() bool {
	if x.err == nil {
		return false
	}
	_, _, sent := connection(x.err)
	return !sent
}
