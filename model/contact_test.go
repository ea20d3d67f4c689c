package model

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// reached makes a client of an endpoint that was reached before.
func reached(c *ClientConfig) {
	c.Contact = &Contact{}
	c.Contact.reached.Store(true)
}

// here is an endpoint on this machine.
func here(c *ClientConfig) { c.Endpoint.BaseURL = "http://127.0.0.1:8080/v1" }

var refused = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}

// An endpoint that was never reached ends the run in two seconds, whatever the retries.
// It may take a moment to start, which does not count as a failure.
func TestNeverReached(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{refused, "connection refused: nothing listens there"},
		{&net.OpError{Op: "dial", Err: &net.DNSError{Name: "nowhere.test", IsNotFound: true}}, `there is no host called "nowhere.test"`},
		{&net.DNSError{Name: "nowhere.test", Server: "10.0.0.1:53"}, `the host "nowhere.test" could not be looked up`},
		{&net.OpError{Op: "dial", Err: timeout{}}, "nothing answers there"},
		{&net.OpError{Op: "proxyconnect", Err: refused}, "the proxy: connection refused: nothing listens there"},
		{&tls.CertificateVerificationError{Err: errors.New("unknown authority")}, "unknown authority"},
	} {
		for name, option := range map[string]func(*ClientConfig){"here": here, "elsewhere": at(Endpoint{})} {
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				c := client(t, transport(func(*http.Request) (*http.Response, error) { tries++; return nil, test.err }), option, retries(9), keepIn(newMemory()))
				began := time.Now()
				e := fails(t, c, hello())
				if took := time.Since(began); e.Kind != NoConnection || !e.Ends() || !strings.Contains(e.Message, test.want) || took > 2*time.Second || tries > 20 {
					t.Errorf("%s: %+v after %v and %d attempts", name, e, took, tries)
				}
			})
		}
	}
	for name, option := range map[string]func(*ClientConfig){"here": here, "elsewhere": at(Endpoint{})} {
		synctest.Test(t, func(t *testing.T) {
			s := &script{replies: []reply{ok("Hi!")}}
			began := time.Now()
			c := client(t, transport(func(r *http.Request) (*http.Response, error) {
				if time.Since(began) < time.Second {
					return nil, refused
				}
				return s.RoundTrip(r)
			}), option, keepIn(newMemory()))
			if got := answers(t, c, hello()); got.Retries != 0 {
				t.Errorf("%s: %+v", name, got)
			}
		})
	}
}

// timeout is the error of a connection that takes too long.
type timeout struct{}

func (timeout) Error() string   { return "i/o timeout" }
func (timeout) Timeout() bool   { return true }
func (timeout) Temporary() bool { return true }

// An endpoint that was reached once may come back: its failures are retried.
func TestDiesLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, up, tries := &script{replies: []reply{ok("Hi!")}}, true, 0
		c := client(t, transport(func(r *http.Request) (*http.Response, error) {
			if up {
				return s.RoundTrip(r)
			}
			tries++
			return nil, refused
		}), retries(3))
		answers(t, c, hello())
		up = false
		if e := fails(t, c, hello()); e.Kind != Unreachable || e.Ends() || tries != 4 {
			t.Errorf("%+v after %d attempts", e, tries)
		}
	})
}

// If nothing comes from an endpoint, that is told in two seconds, once. One that is only
// slow is not told of.
func TestSilent(t *testing.T) {
	never := func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() }
	after := func(d time.Duration, then http.RoundTripper) transport {
		return func(r *http.Request) (*http.Response, error) {
			select {
			case <-time.After(d):
				return then.RoundTrip(r)
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		}
	}
	for _, test := range []struct {
		name       string
		chat, list func(*http.Request) (*http.Response, error)
		told       bool
	}{
		{"neither comes", never, never, true},
		{"the list comes", never, server(func(http.ResponseWriter, *http.Request) {}).RoundTrip, false},
		{"there is no list", never, server(func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }).RoundTrip, false},
		{"it is slow", after(20*time.Second, &script{replies: []reply{ok("Hi!")}}), after(700*time.Millisecond, server(func(http.ResponseWriter, *http.Request) {})), false},
		{"it is quick", after(700*time.Millisecond, &script{replies: []reply{ok("Hi!")}}), never, false},
		{"the answer is faster than the list", after(time.Second, &script{replies: []reply{ok("Hi!")}}), never, false},
		{"packets are lost", func(r *http.Request) (*http.Response, error) {
			time.Sleep(15 * time.Second)
			return nil, &net.OpError{Op: "dial", Err: timeout{}}
		}, never, true},
	} {
		for place, option := range map[string]func(*ClientConfig){"here, with a store": here, "elsewhere": at(Endpoint{})} {
			if place != "elsewhere" && !test.told {
				continue // there the list is asked for before anything else
			}
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				var told []time.Duration
				contact := &Contact{Silent: func(where string) {
					if strings.HasPrefix(where, "http") {
						told = append(told, time.Since(began))
					}
				}}
				c := client(t, transport(func(r *http.Request) (*http.Response, error) {
					if r.Method == http.MethodGet {
						return test.list(r)
					}
					return test.chat(r)
				}), option, keepIn(newMemory()), retries(2), func(c *ClientConfig) { c.Contact = contact })
				_, _ = c.Complete(t.Context(), hello())
				_, _ = c.Complete(t.Context(), hello())
				if test.told != (len(told) == 1) || test.told && told[0] > 2*time.Second || len(told) > 1 {
					t.Errorf("%s, %s: told after %v", test.name, place, told)
				}
			})
		}
	}
}

// The faults of a rehearsal are part of the identity of a request, and known even while
// the rehearsal does not run. Nothing is asked of other endpoints.
func TestRehearsal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, lists, is, down := newMemory(), 0, "", false
		ask := func(text string, options ...func(*ClientConfig)) *Response {
			t.Helper()
			c := client(t, server(func(w http.ResponseWriter, r *http.Request) {
				if is != "" {
					w.Header().Set(MockHeader, is)
				}
				if r.Method == http.MethodGet {
					lists++
					w.WriteHeader(http.StatusUnauthorized)
					return
				}
				fmt.Fprint(w, say(text))
			}), options...)
			if down {
				c.http.Transport = transport(func(*http.Request) (*http.Response, error) { return nil, refused })
			}
			answers(t, c, hello())
			return answers(t, c, hello())
		}
		for _, step := range []struct {
			is   string
			down bool
			text string // the answer if the endpoint is asked
			want string
		}{
			{"", false, "none", "none"},
			{"faults 500:1%; seed 1", false, "first", "first"},
			{"faults 500:1%; seed 2", false, "second", "second"},
			{"faults 500:1%; seed 1", false, "again", "first"},
			{"", true, "nobody", "first"},
			{"", false, "again", "none"},
			{"", true, "nobody", "none"},
		} {
			is, down, lists = step.is, step.down, 0
			if got := ask(step.text, here, keepIn(store)); got.Text != step.want || !step.down && lists != 1 {
				t.Errorf("%+v: %q, and the models were listed %d times", step, got.Text, lists)
			}
		}
		is, down, lists = "faults 500:1%; seed 1", false, 0
		if ask("elsewhere", keepIn(newMemory())); lists != 0 {
			t.Error("an endpoint elsewhere is asked for its models")
		}
		if ask("no store", here); lists != 0 {
			t.Error("without a store, the endpoint is asked for its models")
		}
	})
}
