package mcp

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"switchyard/tools/imports"
)

// ownHeaders adds headers to the requests that go to the host of an address.
type ownHeaders struct {
	base    http.RoundTripper
	address *url.URL
	headers http.Header
}

// RoundTrip implements [http.RoundTripper].
func (t *ownHeaders) RoundTrip(r *http.Request) (*http.Response, error) {
	if len(t.headers) > 0 && r.URL.Scheme == t.address.Scheme && r.URL.Host == t.address.Host {
		r = r.Clone(r.Context()) // a request is not to be changed
		for name, values := range t.headers {
			r.Header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
		}
	}
	return t.base.RoundTrip(r)
}

// secrets are texts that are told to a server and to nobody else, the longest
// first.
type secrets []string

// leastSecret is how long a word is at least that is taken for a secret; the
// others are words such as "Bearer".
const leastSecret = 8

// hidden are the secrets of an address and of headers.
func hidden(u *url.URL, headers http.Header) secrets {
	var out secrets
	add := func(texts ...string) {
		for _, s := range texts {
			if len(s) >= leastSecret {
				out = append(out, s)
			}
		}
	}
	if password, ok := u.User.Password(); ok {
		add(password, url.QueryEscape(password))
	}
	for _, values := range u.Query() {
		for _, v := range values {
			add(v, url.QueryEscape(v))
		}
	}
	for _, values := range headers {
		for _, v := range values {
			add(append(strings.Fields(v), v)...)
		}
	}
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return slices.Compact(out)
}

const redacted = "[redacted]"

func (s secrets) texts(list ...*string) {
	for _, text := range list {
		for _, secret := range s {
			*text = strings.ReplaceAll(*text, secret, redacted)
		}
	}
}

// report takes the secrets out of what a server said. It may be nil.
func (s secrets) report(r *imports.Report) {
	if r == nil || len(s) == 0 {
		return
	}
	for i := range r.Sets {
		set := &r.Sets[i]
		s.texts(&set.Title, &set.Domain, &set.About)
		for j := range set.Tools {
			t := &set.Tools[j]
			s.texts(&t.About)
			for _, secret := range s {
				t.Parameters = bytes.ReplaceAll(t.Parameters, []byte(secret), []byte(redacted))
				t.Returns = bytes.ReplaceAll(t.Returns, []byte(secret), []byte(redacted))
			}
		}
	}
	for _, notes := range [][]imports.Note{r.Skipped, r.Notes} {
		for i := range notes {
			s.texts(&notes[i].Where, &notes[i].What)
		}
	}
}
