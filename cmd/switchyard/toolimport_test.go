package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server behind a key is imported with --header; the key is told nowhere.
func TestImportMCPHeader(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "shelf", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get_book", Description: "Gets a book."}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return nil, nil, nil
	})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer open-sesame" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	for _, c := range []struct {
		header, want string
		code         int
	}{
		{"Authorization: Bearer ${MCP_TOKEN}", "1 toolset, 1 tool", 0},
		{"X-Team: shelf", "the server cannot be reached", exitFound},
	} {
		var stdout, stderr strings.Builder
		code := Run(t.Context(), []string{"tools", "import", "mcp", "--url", server.URL, "--header", c.header, "--out", filepath.Join(t.TempDir(), "tools")},
			[]string{"MCP_TOKEN=open-sesame"}, strings.NewReader(""), &stdout, &stderr)
		if out := stdout.String() + stderr.String(); code != c.code || !strings.Contains(out, c.want) || strings.Contains(out, "sesame") {
			t.Errorf("%s: exit code %d\n%s", c.header, code, out)
		}
	}
}

func TestHeadersOf(t *testing.T) {
	env := func(name string) string {
		return map[string]string{"TOKEN": " open-sesame\n", "TEAM": "shelf", "TORN": "open\nsesame"}[name]
	}
	for _, c := range []struct {
		given string
		want  string // the name and the value, or a part of the error
	}{
		{"Authorization: Bearer ${TOKEN}", "Authorization=Bearer open-sesame"},
		{"x-team:${TEAM}/${TEAM}", "X-Team=shelf/shelf"},
		{"X-Team: a: b", "X-Team=a: b"},
		{"X-Empty:", "X-Empty="},
		{"Authorization: open-sesame", "a key must not stand in a command"},
		{"X-Api-Key: open-sesame", "a key must not stand in a command"},
		{"X-Team: ${NOBODY}", "needs the variable NOBODY, which is not set"},
		{"X-Team: ${open-sesame", "holds a ${ without its }"},
		{"X-Team: ${TORN}", "holds a line break"},
		{"open-sesame", "number 1 is not written as"},
		{"open sesame: x", "number 1 is not written as"},
	} {
		got, err := headersOf([]string{c.given}, env)
		switch {
		case err != nil && (!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "sesame")):
			t.Errorf("%s: %v, want %s", c.given, err, c.want)
		case err == nil:
			name, value, _ := strings.Cut(c.want, "=")
			if len(got) != 1 || got.Get(name) != value || got.Values(name) == nil {
				t.Errorf("%s: %v, want %s", c.given, got, c.want)
			}
		}
	}
}
