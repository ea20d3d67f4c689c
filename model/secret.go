package model

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"switchyard/internal/jsontext"
)

// Secret is a key. It never shows its value when it or something that
// contains it is printed or encoded. The zero value is an empty secret.
type Secret struct {
	// A pointer, because package fmt prints unexported fields of foreign
	// structs without calling their methods, but does not follow pointers
	// there.
	value *string
}

// hidden stands for what must not be shown.
const hidden = "[redacted]"

// NewSecret returns a secret.
func NewSecret(value string) Secret { return Secret{&value} }

// Reveal returns what the secret holds.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// String implements [fmt.Stringer].
func (Secret) String() string { return hidden }

// GoString implements [fmt.GoStringer].
func (Secret) GoString() string { return hidden }

// Format implements [fmt.Formatter], which also covers verbs such as %d.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// MarshalText implements [encoding.TextMarshaler].
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// MarshalJSON implements [json.Marshaler].
func (Secret) MarshalJSON() ([]byte, error) { return json.Marshal(hidden) }

// redactor removes secrets from what endpoints send: some repeat the key, or
// all headers, in their messages.
type redactor struct {
	secrets  []string // in every form in which they may be written, longest first
	messages *strings.Replacer
}

// shortest is the least length, in bytes, of a secret that is removed from
// answers. Shorter ones are removed only from messages: keys such as "none"
// and "ollama" are not secret but may occur as words in an answer.
const shortest = 8

// newRedactor returns a redactor for everything secret in an endpoint.
func newRedactor(e Endpoint, base *url.URL) redactor {
	values := []string{e.Key.Reveal()}
	for name, value := range e.Headers {
		if !openHeader(name) {
			values = append(values, value)
			values = append(values, longWords(value)...) // "Bearer abc": abc
		}
	}
	for name, list := range base.Query() {
		if !strings.EqualFold(name, "api-version") {
			values = append(values, list...)
		}
	}
	if user := base.User; user != nil {
		password, _ := user.Password()
		pair := user.Username() + ":" + password
		values = append(values, user.Username(), password, pair,
			base64.StdEncoding.EncodeToString([]byte(pair)))
	}
	var r redactor
	for _, v := range values {
		if v = strings.TrimSpace(v); v != "" {
			r.secrets = append(r.secrets, forms(v)...)
		}
	}
	slices.SortFunc(r.secrets, func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
	r.secrets = slices.Compact(r.secrets)
	var pairs []string
	for _, secret := range r.secrets {
		pairs = append(pairs, secret, hidden)
	}
	r.messages = strings.NewReplacer(pairs...)
	return r
}

// openHeader reports whether the value of a header is not secret, and may
// occur as a word in an answer.
func openHeader(name string) bool {
	switch strings.ToLower(name) {
	case "accept", "accept-language", "content-type", "user-agent", "referer", "http-referer",
		"x-title", "host", "api-version", "anthropic-version", "openai-beta":
		return true
	}
	return false
}

// longWords returns the words of a header's value that are long enough to be
// secrets.
func longWords(value string) []string {
	words := strings.FieldsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`,;="`, r) })
	return slices.DeleteFunc(words, func(w string) bool { return len(w) < shortest })
}

// forms returns the ways in which a secret may be written in JSON and in
// addresses.
func forms(s string) []string {
	plain := jsontext.Value(s)
	html, _ := json.Marshal(s)        // a string
	inside := func(b []byte) string { // without the quotation marks
		b = bytes.TrimSpace(b)
		return string(b[1 : len(b)-1])
	}
	return []string{
		s, inside(plain), inside(html),
		strings.ReplaceAll(inside(plain), "/", `\/`),
		url.QueryEscape(s), url.PathEscape(s),
	}
}

var (
	keyLike    = regexp.MustCompile(`\bsk-[A-Za-z0-9_-]{16,}`)
	bearerLike = regexp.MustCompile(`(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{16,}`)
)

// text removes secrets from a message for people.
func (r redactor) text(s string) string {
	return string(r.body([]byte(r.messages.Replace(s))))
}

// body removes secrets from an answer and leaves everything else as it is.
func (r redactor) body(b []byte) []byte {
	for _, secret := range r.secrets {
		if len(secret) < shortest {
			break // the longest come first
		}
		if bytes.Contains(b, []byte(secret)) {
			b = bytes.ReplaceAll(b, []byte(secret), []byte(hidden))
		}
	}
	// Looking for the fixed parts first is much faster than the expressions.
	if bytes.Contains(b, []byte("sk-")) {
		b = keyLike.ReplaceAll(b, []byte(hidden))
	}
	if containsFold(b, "earer") || containsFold(b, "asic") {
		b = bearerLike.ReplaceAllFunc(b, func(found []byte) []byte {
			if !bytes.ContainsAny(found, "0123456789") {
				return found // words of prose
			}
			return []byte(hidden)
		})
	}
	return b
}

// containsFold reports whether b contains a word in lower or upper case.
func containsFold(b []byte, word string) bool {
	return bytes.Contains(b, []byte(word)) || bytes.Contains(b, []byte(strings.ToUpper(word)))
}
