package model

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// Contact is what the clients of one endpoint learn about it in a run: whether it can be
// reached, and whether it is a rehearsal. The zero value is ready for use. It is safe for
// concurrent use.
//
// An endpoint that was never reached ends the run with [NoConnection], so that a wrong
// address is told at once. One that was reached before is asked again, because it may come
// back.
type Contact struct {
	// Silent, if not nil, is called at most once: soon after the first request, if neither
	// its answer nor a list of models has come. It gets the address of the endpoint, which
	// may just be slow. Set it before the first request.
	Silent func(endpoint string)

	reached atomic.Bool
	watched sync.Once // the first request is watched
	told    sync.Once // that the endpoint is silent

	mu    sync.Mutex
	began time.Time // when it was first tried to reach the endpoint

	looking   sync.Mutex // held while the endpoint is asked
	looked    bool       // rehearsal is known
	rehearsal string
}

const (
	// startTime is how long an endpoint may refuse connections at the beginning of a run. A
	// server that was started by the same script needs a moment.
	startTime = 1500 * time.Millisecond
	// startPause is the time between two attempts to reach it.
	startPause = 100 * time.Millisecond
	// slowAnswer is how long the first answer may take before the endpoint is asked for its
	// models, and listTime how long those may take. Together they are less than two seconds.
	slowAnswer = 800 * time.Millisecond
	listTime   = time.Second
)

// MockHeader is the response header in which a rehearsal endpoint says what makes its
// answers differ from those of other rehearsals: its faults and their seed. Without the
// header, answers are the same as those of any endpoint with this address.
const MockHeader = "X-Switchyard-Mock"

// mayStart reports whether an endpoint that was never reached may still be starting. The
// first call begins the time.
func (c *Contact) mayStart() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.began.IsZero() {
		c.began = time.Now()
	}
	return time.Since(c.began) < startTime
}

// meet makes one attempt. An endpoint that was never reached may still be starting; if it
// does not, that ends the run.
func (c *Client) meet(ctx context.Context, q *question) (*attempt, error) {
	for {
		starting := c.contact.mayStart()
		a, err := c.answer(ctx, q)
		if err != nil || !a.unsent || c.contact.reached.Load() {
			return a, err
		}
		if !starting {
			return nil, c.fault(NoConnection, a.fault.Message)
		}
		if err := q.sleep(ctx, startPause); err != nil {
			return nil, err
		}
	}
}

// silent tells that nothing comes from an endpoint.
func (c *Contact) silent(endpoint string) {
	if c.Silent != nil {
		c.told.Do(func() { c.Silent(endpoint) })
	}
}

// rehearsal returns what makes a rehearsal differ from others; "" for all other endpoints.
// Only endpoints on this machine can be rehearsals, so only they are asked. The store
// remembers it for a time when the endpoint does not run.
func (c *Client) rehearsal(ctx context.Context) (string, error) {
	if c.store == nil || !loopback(c.base) {
		return "", nil
	}
	contact := c.contact
	contact.looking.Lock()
	defer contact.looking.Unlock()
	if contact.looked {
		return contact.rehearsal, nil
	}
	const itself = "" // in the place of a model: what is known about the endpoint
	before, err := c.store.Mode(ctx, c.where, itself)
	if err != nil {
		return "", c.storeFault(ctx, err)
	}
	header, err := c.list(ctx)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	is := header.Get(MockHeader)
	if err != nil {
		is = string(before)
	}
	if is != string(before) {
		if err := c.store.SetMode(context.WithoutCancel(ctx), c.where, itself, Mode(is)); err != nil {
			return "", c.storeFault(ctx, err)
		}
	}
	contact.looked, contact.rehearsal = true, is
	return is, nil
}

// list asks an endpoint for its models and returns the header of the answer, whatever the
// answer is. It waits for an endpoint that is starting.
func (c *Client) list(ctx context.Context) (http.Header, error) {
	for {
		starting := c.contact.mayStart()
		header, err := c.look(ctx)
		if err == nil {
			return header, nil
		}
		if _, _, sent := connection(err); sent || !starting {
			if sent {
				c.contact.silent(c.where)
			}
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(startPause):
		}
	}
}

// look asks once.
func (c *Client) look(ctx context.Context) (http.Header, error) {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	req, err := c.endpoint.request(ctx, c.base, c.model, http.MethodGet, "/models", nil)
	if err != nil {
		return nil, err
	}
	_, header, _, err := c.fetch(req)
	if err == nil {
		c.contact.reached.Store(true)
	}
	return header, err
}

// watch looks after the first request to an endpoint. If its answer takes long, watch asks
// for the list of models, and tells if that does not come either. The caller calls the
// result when the answer is there.
func (c *Client) watch(ctx context.Context) (stop func()) {
	stop = func() {}
	if c.contact.Silent == nil || c.contact.reached.Load() {
		return stop
	}
	c.contact.watched.Do(func() {
		ctx, cancel := context.WithCancel(ctx)
		done := make(chan struct{})
		timer := time.AfterFunc(slowAnswer, func() {
			defer close(done)
			if _, err := c.look(ctx); err != nil && ctx.Err() == nil && !c.contact.reached.Load() {
				c.contact.silent(c.where)
			}
		})
		stop = func() {
			cancel()
			if !timer.Stop() {
				<-done
			}
		}
	})
	return stop
}

// loopback reports whether an address is on this machine.
func loopback(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
