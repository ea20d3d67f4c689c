package model

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sashabaranov/go-openai"

	"switchyard/model/admit"
)

// longestBody is the most bytes of an answer that are read.
const longestBody = 16 << 20

var errTooBig = errors.New("the answer is longer than 16 MB")

// exchange is one request to the endpoint and what came back. It is the HTTP
// client of a go-openai client of its own: go-openai makes the address and the
// headers, the body is put in here, and the answer is taken out as it came. It
// is read elsewhere, the same for stored answers and for those that come now.
type exchange struct {
	client *Client
	body   []byte

	done   bool // the endpoint was asked
	raw    *Raw
	header http.Header
	err    error // instead of an answer
}

// Do implements [openai.HTTPDoer].
func (x *exchange) Do(req *http.Request) (*http.Response, error) {
	c := x.client
	req.Body = io.NopCloser(bytes.NewReader(x.body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(x.body)), nil }
	req.ContentLength = int64(len(x.body))
	c.endpoint.dress(req, c.base)
	x.done = true
	began := time.Now()
	status, header, text, err := c.fetch(req)
	took := time.Since(began)
	if err != nil {
		x.err = err
		kind, _, _ := connection(err)
		x.raw = &Raw{Body: []byte(kind), Took: took}
		return nil, err
	}
	x.raw = &Raw{Status: status, Body: c.redact.body(text), Took: took}
	x.header = header
	// go-openai need not read it once more.
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
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

// send asks the endpoint, within the time for one call. It goes on when ctx
// ends: what is asked for has to be paid for, and so is worth having.
func (c *Client) send(ctx context.Context, text []byte) *exchange {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.timeout)
	defer cancel()
	x := &exchange{client: c, body: text}
	settings := c.endpoint.openai(c.base, c.model)
	settings.HTTPClient = x
	// An empty request: go-openai refuses models and parameters by what it
	// believes to know of a name.
	_, err := openai.NewClientWithConfig(settings).CreateChatCompletion(ctx, openai.ChatCompletionRequest{})
	if !x.done {
		x.err = err
	}
	return x
}

// models returns the names of some models that the endpoint knows, or nothing.
func (c *Client) models(ctx context.Context) []string {
	const enough, patience = 8, 5 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	settings := c.endpoint.openai(c.base, c.model)
	settings.HTTPClient = dresser{c}
	list, err := openai.NewClientWithConfig(settings).ListModels(ctx)
	if err != nil {
		return nil // it is only for a hint
	}
	var names []string
	for _, m := range list.Models[:min(enough, len(list.Models))] {
		names = append(names, oneLine(c.redact.text(m.ID)))
	}
	return names
}

// dresser is the HTTP client for requests without a body.
type dresser struct{ client *Client }

// Do implements [openai.HTTPDoer].
func (d dresser) Do(req *http.Request) (*http.Response, error) {
	d.client.endpoint.dress(req, d.client.base)
	status, header, text, err := d.client.fetch(req)
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(bytes.NewReader(text))}, nil
}

// outcome tells the gate what became of a request, before the answer is read.
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
	case x.err != nil:
		if _, _, sent := connection(x.err); !sent {
			o.Tokens = 0
		}
	}
	return o
}
