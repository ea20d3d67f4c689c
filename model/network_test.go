package model

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"switchyard/model/admit"
)

// local serves on loopback, and returns the base URL and a transport to it.
func local(t *testing.T, h http.HandlerFunc) (string, *http.Transport) {
	t.Helper()
	s := httptest.NewServer(h)
	tr := NewTransport(nil)
	t.Cleanup(func() { tr.CloseIdleConnections(); s.CloseClientConnections(); s.Close() })
	return s.URL, tr
}

func TestNetworkSuccess(t *testing.T) {
	var got *http.Request
	url, tr := local(t, func(w http.ResponseWriter, r *http.Request) { got = r; _, _ = io.WriteString(w, say("Hi!")) })
	c := client(t, tr, at(Endpoint{
		BaseURL: strings.Replace(url, "http://", "http://someone:password1@", 1) + "/v1/?project=p12345678",
		Key:     NewSecret("sk-0123456789abcdef"), APIVersion: "v9", Headers: map[string]string{"X-Team": "blue", "Host": "models.test"},
	}))
	if r := answers(t, c, hello()); r.Text != "Hi!" || r.Took <= 0 {
		t.Errorf("response %+v", r)
	}
	if got.Method != "POST" || got.RequestURI != "/v1/chat/completions?api-version=v9&project=p12345678" || got.Host != "models.test" {
		t.Errorf("%s %s of %s", got.Method, got.RequestURI, got.Host)
	}
	for name, want := range map[string]string{
		"Authorization": "Bearer sk-0123456789abcdef", "X-Team": "blue", "User-Agent": "switchyard",
		"Content-Type": "application/json", "Api-Key": "",
	} {
		if value := got.Header.Get(name); value != want {
			t.Errorf("%s: %q, want %q", name, value, want)
		}
	}
}

func TestBasicAuth(t *testing.T) {
	var got *http.Request
	url, tr := local(t, func(w http.ResponseWriter, r *http.Request) { got = r; _, _ = io.WriteString(w, say("Hi!")) })
	answers(t, client(t, tr, at(Endpoint{BaseURL: strings.Replace(url, "http://", "http://someone:password1@", 1)})), hello())
	if user, password, _ := got.BasicAuth(); user != "someone" || password != "password1" {
		t.Errorf("%q, %q", user, password)
	}
}

func TestAzure(t *testing.T) {
	for name, c := range map[string]struct {
		endpoint Endpoint
		path     string
		want     string
	}{
		"defaults":   {Endpoint{}, "", "/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21"},
		"whole path": {Endpoint{APIVersion: "2025-01-01-preview"}, "/openai/", "/openai/deployments/gpt-4.1/chat/completions?api-version=2025-01-01-preview"},
		"deployment": {Endpoint{Deployments: map[string]string{"gpt-4.1": "my own"}}, "", "/openai/deployments/my%20own/chat/completions?api-version=2024-10-21"},
	} {
		t.Run(name, func(t *testing.T) {
			var got *http.Request
			url, tr := local(t, func(w http.ResponseWriter, r *http.Request) { got = r; _, _ = io.WriteString(w, say("Hi!")) })
			e := c.endpoint
			e.API, e.BaseURL, e.Key = APIAzure, url+c.path, NewSecret("0123456789abcdef")
			answers(t, client(t, tr, at(e), called("gpt-4.1")), hello())
			if got.RequestURI != c.want || got.Header.Get("api-key") != "0123456789abcdef" || got.Header.Get("Authorization") != "" {
				t.Errorf("%s with %v", got.RequestURI, got.Header)
			}
			e.Key, e.Headers = Secret{}, map[string]string{"Authorization": "Bearer entra"}
			answers(t, client(t, tr, at(e), called("gpt-4.1")), hello())
			if _, sent := got.Header["Api-Key"]; sent || got.Header.Get("Authorization") != "Bearer entra" {
				t.Errorf("without a key: %v", got.Header)
			}
		})
	}
}

// Any name may be that of a model: go-openai has opinions about some.
func TestModelNames(t *testing.T) {
	zero := 0.0
	url, tr := local(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, say("Hi!")) })
	for _, api := range []string{APIOpenAI, APIAzure} {
		for _, name := range []string{"gpt-5", "o1-mini", "o3", "gpt-6-sol", "text-davinci-003", "davinci", "Qwen/Qwen3-8B", "llama3.2:3b"} {
			c := client(t, tr, at(Endpoint{BaseURL: url, API: api}), called(name), with(Sampling{Temperature: &zero, MaxTokens: 5}))
			answers(t, c, hello())
		}
	}
}

func TestNetworkFaults(t *testing.T) {
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		kind    Kind
		message string
		stored  string
	}{
		"reset": {func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				_ = conn.(*net.TCPConn).SetLinger(0)
				_ = conn.Close()
			}
		}, Unreachable, "", "unreachable"},
		"closed": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, Unreachable, "the connection ended", "unreachable"},
		"body cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			_, _ = io.WriteString(w, say("Hi!")[:50])
		}, Unreachable, "the connection ended", "unreachable"},
		"hang": {func(_ http.ResponseWriter, r *http.Request) { _, _ = io.ReadAll(r.Body); <-r.Context().Done() }, TimedOut, "no answer in time", "timeout"},
		"hang in the body": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.ReadAll(r.Body)
			_, _ = io.WriteString(w, say("Hi!")[:50])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, TimedOut, "no answer in time", "timeout"},
		"huge": {func(w http.ResponseWriter, _ *http.Request) {
			block := strings.Repeat(" ", 1<<20)
			for range 17 {
				if _, err := io.WriteString(w, block); err != nil {
					return
				}
			}
		}, Garbled, "the answer is longer than 16 MB", "garbled"},
		"web page": {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>Welcome</html>") }, Garbled, "not a chat completion", "<html>Welcome</html>"},
		"cut off":  {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, say("Hi!")[:150]) }, Garbled, "not a chat completion", say("Hi!")[:150]},
	} {
		t.Run(name, func(t *testing.T) {
			url, tr := local(t, c.handler)
			store := newMemory()
			patience := 5 * time.Second
			if c.kind == TimedOut {
				patience = 50 * time.Millisecond
			}
			cl := client(t, tr, at(Endpoint{BaseURL: url + "?secret=hidden-in-the-query"}), keepIn(store), within(patience))
			e := fails(t, cl, hello())
			if e.Kind != c.kind || !strings.Contains(e.Message, c.message) || strings.Contains(fmt.Sprintf("%+v", e), "hidden") {
				t.Errorf("error %+v", e)
			}
			if store.len() != 1 {
				t.Fatalf("%d stored", store.len())
			}
			for _, raw := range store.raws {
				if string(raw.Body) != c.stored {
					t.Errorf("stored %q, want %q", raw.Body, c.stored)
				}
			}
			if again := fails(t, cl, hello()); again.Kind != c.kind {
				t.Errorf("from the store: %+v", again)
			}
		})
	}
}

// What was never sent is no answer: it is not stored, and the next attempt is
// the same one.
func TestNobodyThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	_ = l.Close()
	store, tr := newMemory(), NewTransport(nil)
	c := client(t, tr, at(Endpoint{BaseURL: url}), keepIn(store), retries(1), reached)
	e := fails(t, c, hello())
	if e.Kind != Unreachable || e.Attempts != 2 || store.len() != 0 || !strings.Contains(e.Message, "refused") || strings.Contains(e.Message, "http:") {
		t.Errorf("error %+v, %d stored", e, store.len())
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	var reached bool
	other, _ := local(t, func(http.ResponseWriter, *http.Request) { reached = true })
	url, tr := local(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other+"/v1/chat/completions", http.StatusPermanentRedirect)
	})
	e := fails(t, client(t, tr, at(Endpoint{BaseURL: url, Key: NewSecret("k")})), hello())
	if reached || e.Kind != BadRequest || !strings.Contains(e.Hint, "moved") {
		t.Errorf("reached the other host: %v; %+v", reached, e)
	}
}

// What the gate is told: whether the tokens that were reserved may have been
// used (-1: perhaps), and what follows for others.
func TestOutcome(t *testing.T) {
	for name, c := range map[string]struct {
		exchange exchange
		want     admit.Outcome
	}{
		"answer":     {exchange{raw: &Raw{Status: 200}}, admit.Outcome{Tokens: -1, OK: true}},
		"rate limit": {exchange{raw: &Raw{Status: 429}, header: http.Header{"Retry-After": {"7"}}}, admit.Outcome{RateLimited: true, RetryAfter: 7 * time.Second}},
		"no funds":   {exchange{raw: &Raw{Status: 429, Body: []byte("insufficient_quota")}}, admit.Outcome{}},
		"refused":    {exchange{raw: &Raw{Status: 400}}, admit.Outcome{}},
		"fault":      {exchange{raw: &Raw{Status: 500}}, admit.Outcome{Tokens: -1}},
		"broken":     {exchange{raw: &Raw{}, err: io.ErrUnexpectedEOF}, admit.Outcome{Tokens: -1}},
		"not sent":   {exchange{raw: &Raw{}, err: &net.OpError{Op: "dial", Err: io.EOF}}, admit.Outcome{}},
		"no name":    {exchange{raw: &Raw{}, err: &net.DNSError{}}, admit.Outcome{}},
		"no proxy":   {exchange{raw: &Raw{}, err: &net.OpError{Op: "proxyconnect", Err: io.EOF}}, admit.Outcome{}},
		"no trust":   {exchange{raw: &Raw{}, err: &tls.CertificateVerificationError{Err: io.EOF}}, admit.Outcome{}},
		"no TLS":     {exchange{raw: &Raw{}, err: tls.RecordHeaderError{}}, admit.Outcome{}},
	} {
		kind, _ := c.exchange.kind()
		if got := c.exchange.outcome(kind); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
