package main

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"switchyard/internal/race"
	"switchyard/model"
	"switchyard/model/mock"
	"switchyard/model/store"
)

// The secrets of a run: what they have in common would be found however they
// are written.
const (
	secretKey    = `k/ey+"of\the-endpoint"=5c1d9e0b7a3f4286`
	secretHeader = `Bearer te&am<token>%5c1d9e0b7a3f4286/x`
	secretCore   = "5c1d9e0b7a3f4286"
)

// indiscreet is an endpoint that repeats what it was sent wherever it can, on
// top of what the mock answers.
type indiscreet struct {
	next http.Handler
	key  string // that clients send
	n    atomic.Int64
}

// ServeHTTP implements [http.Handler].
func (e *indiscreet) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return
	}
	q.Body = io.NopCloser(bytes.NewReader(body))
	said := fmt.Sprintf("%v; key %s, header %s, %s, %s", q.Header, e.key, secretHeader, url.QueryEscape(e.key), q.Header.Get("Authorization"))
	for name, values := range q.Header {
		w.Header()["X-Echo-"+name] = values
	}
	switch n := e.n.Add(1); {
	case n%11 == 3:
		w.WriteHeader(http.StatusInternalServerError)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": said, "headers": q.Header}})
		return
	case n%11 == 5:
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, "<html>"+said+"</html>")
		return
	case n%11 == 7: // a garbled answer
		_, _ = io.WriteString(w, said)
		return
	}
	inner := httptest.NewRecorder()
	e.next.ServeHTTP(inner, q)
	if inner.Code != http.StatusOK {
		w.WriteHeader(inner.Code)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": said, "code": "invalid_api_key"}})
		return
	}
	var answer map[string]any
	if err := json.Unmarshal(inner.Body.Bytes(), &answer); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer["debug"] = map[string]any{"headers": q.Header, "said": said, "authorization": q.Header.Get("Authorization")}
	if e.n.Load()%4 == 0 { // the model says it too
		for _, c := range answer["choices"].([]any) {
			message := c.(map[string]any)["message"].(map[string]any)
			if text := message["content"].(string); !strings.HasPrefix(text, "{") {
				message["content"] = text + " By the way, your key is " + e.key + "."
			}
		}
	}
	w.WriteHeader(inner.Code)
	_ = json.NewEncoder(w).Encode(answer)
}

// secretIn tells what of the secrets stands in a text.
func secretIn(text []byte) string {
	words := []string{secretKey, secretHeader, secretCore, testKey, "te&am<token>", "of\\the-endpoint", base64.StdEncoding.EncodeToString([]byte(secretKey))}
	for _, word := range words {
		if bytes.Contains(text, []byte(word)) {
			return word
		}
	}
	return string(authorized.Find(text))
}

// authorized is an authorization header with its value. Its name may be told of.
var authorized = regexp.MustCompile(`(?i)authorization["\\:\[\] ]+((bearer|basic) +)?[\w./+%-]{7,}`)

// storedBodies are the answers in a store, unpacked.
func storedBodies(t *testing.T, file string) (bodies [][]byte) {
	t.Helper()
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro&_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT key FROM answer")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var key []byte
		if err := rows.Scan(&key); err != nil {
			t.Fatal(err)
		}
		raw, err := s.Get(t.Context(), model.Key(key))
		if err != nil || raw == nil {
			t.Fatal(raw, err)
		}
		bodies = append(bodies, raw.Body)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return bodies
}

// discreet looks for secrets in everything below a folder, but for the files
// that hold them by their purpose.
func discreet(t *testing.T, folder string, except ...string) (files int) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, name := range except {
			if d.Name() == name {
				return nil
			}
		}
		data, err := os.ReadFile(path)
		if word := secretIn(data); word != "" {
			at := bytes.Index(data, []byte(word))
			t.Errorf("%s holds %q: …%s…", path, word, data[max(0, at-80):min(len(data), at+80)])
		}
		files++
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Nothing that a run writes or prints holds a secret, whatever its endpoint
// says.
func TestSecretsAreKept(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing more runs at the same time than in other runs with models")
	}
	for _, tt := range []struct {
		name string
		args []string
		code int
		lies bool // it answers, besides telling what it should not
	}{
		{"report", nil, exitOK, true},
		{"JSON", []string{"--json"}, exitOK, true},
		{"a wrong key", nil, exitMisuse, false},
		{"a wrong key, JSON", []string{"--json"}, exitMisuse, false},
		{"no store", []string{"--store", "off"}, exitOK, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			entries := fmt.Sprint(sized(4, 6, 10))
			r := rehearseRun(t, mock.Config{Key: secretKey}, "--missions", "1-2", "--limit", entries)
			key := secretKey
			if !tt.lies {
				key = "another-" + secretCore
			}
			where := listen(t, &indiscreet{next: r, key: key})
			r.write(t, "key.txt", key+"\n")
			file := r.write(t, "run.yaml", `version: 1
roles: {user: m, planner: m, tool: m, ai: m, checker: m}
providers:
  main:
    base_url: `+where+`
    key_file: key.txt
    headers: {X-Team: "${TEAM_TOKEN}", X-Note: research}
`)
			// Not from here: the base URL of the flag would be another provider.
			args := []string{"generate", "--config", file, "--missions", "1-2", "--limit", entries, "--out", filepath.Join(r.dir, "d"), "--store", filepath.Join(r.dir, "store.db")}
			var stdout, stderr bytes.Buffer
			code := Run(t.Context(), append(args, tt.args...), []string{"TEAM_TOKEN=" + secretHeader, "OPENAI_API_KEY=" + testKey, "HOME=" + r.dir}, strings.NewReader(""), &stdout, &stderr)
			outcome{code, stdout.String(), stderr.String(), ""}.must(t, tt.code)
			for what, text := range map[string][]byte{"standard output": stdout.Bytes(), "standard error": stderr.Bytes()} {
				if word := secretIn(text); word != "" {
					t.Errorf("%s holds %q:\n%s", what, word, text)
				}
			}
			if !tt.lies && (!strings.Contains(stderr.String(), "[redacted]") || !strings.Contains(stderr.String(), "hint: check the key")) {
				t.Errorf("it says\n%s", &stderr)
			}
			if n := discreet(t, r.dir, "key.txt"); n < 8 {
				t.Errorf("only %d files were looked at", n)
			}
			if tt.name == "no store" || !tt.lies {
				return
			}
			bodies, redacted := storedBodies(t, filepath.Join(r.dir, "store.db")), 0
			for _, body := range bodies {
				if word := secretIn(body); word != "" {
					t.Errorf("a stored answer holds %q: %s", word, body)
				}
				if bytes.Contains(body, []byte("[redacted]")) {
					redacted++
				}
			}
			if len(bodies) < 30 || redacted < len(bodies)/2 {
				t.Errorf("of %d stored answers %d had a secret in them", len(bodies), redacted)
			}
		})
	}
}
