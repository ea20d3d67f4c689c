package model

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestSecretDoesNotShow(t *testing.T) {
	const key = "hunter2-hunter2"
	s := NewSecret(key)
	e := Endpoint{BaseURL: "https://me:" + key + "@models.test/v1?k=" + key, Key: s, Headers: map[string]string{"X-Key": key}}
	config := ClientConfig{Endpoint: e, Model: "m"}
	c, err := NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	type holder struct{ inside Secret } // package fmt calls no methods in here
	for _, v := range []any{s, &s, []Secret{s}, map[string]Secret{"a": s}, holder{s}, &holder{s}, struct{ S Secret }{s}, e, &e, config, &config, c, struct{ c *Client }{c}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%10s"} {
			text := fmt.Sprintf(verb, v)
			if strings.Contains(text, key) || strings.Contains(strings.ToLower(text), fmt.Sprintf("%x", key)) {
				t.Errorf("%s of %T shows the key: %s", verb, v, text)
			}
		}
	}
	for _, v := range []any{s, &s, map[string]any{"key": s}, e} {
		text, err := json.Marshal(v)
		if err != nil || strings.Contains(string(text), key) {
			t.Errorf("JSON of %T: %s, %v", v, text, err)
		}
	}
	if text, err := s.MarshalText(); err != nil || string(text) != hidden {
		t.Errorf("text: %s, %v", text, err)
	}
	if s.Reveal() != key || (Secret{}).Reveal() != "" {
		t.Error("the secret does not hold what it should")
	}
}

// A lying server repeats all headers and the address in all that it says. None
// of it gets into errors, responses or the store.
func TestLyingServer(t *testing.T) {
	const (
		key      = `key-with/slash&and"quote-000`
		header   = "very-secret-header-value"
		token    = "second-token-of-a-list"
		password = "pass+word/9"
		query    = "secret in the query"
	)
	pair := base64.StdEncoding.EncodeToString([]byte("someone-else:" + password))
	foreign := "sk-proj-AbCdEfGhIjKlMnOpQrSt0123"
	secrets := []string{key, header, token, password, query, pair, "someone-else", foreign, "ey0therToken.of.somebody1",
		url.QueryEscape(key), url.QueryEscape(password), url.QueryEscape(query), url.PathEscape(query),
		`key-with/slash\u0026and\"quote-000`, `key-with/slash&and\"quote-000`, `key-with\/slash&and\"quote-000`}
	endpoint := Endpoint{
		BaseURL: "https://someone-else:" + url.QueryEscape(password) + "@models.test/v1?code=" + url.QueryEscape(query),
		Key:     NewSecret(key),
		Headers: map[string]string{"X-Team-Token": header, "X-List": "Token first=1, " + token, "X-Title": "switchyard"},
	}
	lie := func(r *http.Request) string {
		text := r.URL.String() + " " + pair + " " + foreign + " Bearer ey0therToken.of.somebody1 and " + token + " "
		for name, values := range r.Header {
			text += name + ": " + strings.Join(values, ",") + "\n"
		}
		return text
	}
	for status, name := range map[int]string{200: "success", 201: "garbled", 400: "bad request", 401: "auth", 404: "model", 429: "rate", 500: "server", 502: "html", 302: "moved"} {
		for _, escapeHTML := range []bool{true, false} {
			t.Run(fmt.Sprint(name, escapeHTML), func(t *testing.T) {
				s := server(func(w http.ResponseWriter, r *http.Request) {
					var quoted strings.Builder
					enc := json.NewEncoder(&quoted)
					enc.SetEscapeHTML(escapeHTML)
					_ = enc.Encode(lie(r))
					text := strings.TrimSpace(quoted.String())
					if status != 429 { // the first only, or the test takes its time
						w.Header().Set("Retry-After", "0")
					}
					w.WriteHeader(status)
					switch status {
					case 200:
						_, _ = io.WriteString(w, `{"choices":[{"message":{"content":`+text+`},"finish_reason":"stop"}]}`)
					case 201:
						_, _ = io.WriteString(w, strings.ReplaceAll(text, "/", `\/`))
					case 502:
						_, _ = io.WriteString(w, "<html>"+lie(r))
					case 429:
						_, _ = io.WriteString(w, `{"error":{"code":"insufficient_quota","message":`+text+`}}`)
					default:
						_, _ = io.WriteString(w, `{"error":{"message":`+text+`}}`)
					}
				})
				store := newMemory()
				resp, err := client(t, s, at(endpoint), keepIn(store)).Complete(t.Context(), hello())
				all := fmt.Sprintf("%+v %v %+v %+v", resp, err, err, store.about)
				for _, raw := range store.raws {
					all += string(raw.Body)
				}
				for _, secret := range secrets {
					if strings.Contains(all, secret) {
						t.Errorf("%q is in %s", secret, all)
					}
				}
				if status == 200 && (resp == nil || !strings.Contains(resp.Text, "X-Title: switchyard") || !strings.Contains(resp.Text, hidden)) {
					t.Errorf("the rest of the answer is lost: %+v, %v", resp, err)
				}
			})
		}
	}
}

// A key that hides behind escapes is found when the text is read, and what a
// proxy or a broken connection says goes through the same hands.
func TestHiddenSecrets(t *testing.T) {
	const key = "key-0123456789"
	escaped := ""
	for _, r := range key {
		escaped += fmt.Sprintf(`\u%04x`, r)
	}
	for _, body := range []string{
		`{"choices":[{"message":{"content":"` + escaped + `"}}]}`,
		`{"error":{"message":"` + escaped + `"}}`,
	} {
		for _, status := range []int{200, 400} {
			s := &script{replies: []reply{{status: status, body: body}}}
			resp, err := client(t, s, at(Endpoint{Key: NewSecret(key)})).Complete(t.Context(), hello())
			if text := fmt.Sprintf("%+v %+v", resp, err); strings.Contains(text, key) {
				t.Errorf("%d: %s", status, text)
			}
		}
	}
	for _, short := range []string{key, "ollama"} {
		broken := transport(func(*http.Request) (*http.Response, error) { return nil, errors.New("proxy: no such user " + short) })
		e := fails(t, client(t, broken, at(Endpoint{Key: NewSecret(short)})), hello())
		if strings.Contains(e.Message, short) || !strings.Contains(e.Message, "no such user") {
			t.Errorf("%+v", e)
		}
	}
}

// Answers are data: words that happen to be like a secret stay as they are.
func TestRedactorLeavesProse(t *testing.T) {
	base, err := url.Parse("https://models.test/v1?api-version=2024-10-21")
	if err != nil {
		t.Fatal(err)
	}
	r := newRedactor(Endpoint{Key: NewSecret("ollama"), Headers: map[string]string{"anthropic-version": "2023-06-01", "X-Title": "switchyard", "X-On": "true"}}, base)
	for _, text := range []string{
		"The ollama server is true on 2023-06-01 and 2024-10-21 in the switchyard.",
		"A basic understanding; the bearer instrumentalisation-of-things, sk-SK, risk-free-and-long-words-that-go-on.",
	} {
		if got := string(r.body([]byte(text))); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if got := r.text("Incorrect key: ollama"); got != "Incorrect key: [redacted]" {
		t.Errorf("a message says %q", got)
	}
	none := newRedactor(Endpoint{}, base)
	if got := none.text("as it was"); got != "as it was" {
		t.Errorf("without secrets: %q", got)
	}
}
