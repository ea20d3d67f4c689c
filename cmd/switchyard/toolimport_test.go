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
