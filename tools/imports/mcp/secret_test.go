package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"switchyard/tools/imports"
)

// A server behind a key is reached with headers; without them it is not.
func TestMCPHeaders(t *testing.T) {
	s := shelves(40, 7)
	for name, handler := range map[string]http.Handler{
		"streamable": mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil),
		"events":     mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return s }, nil),
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "Bearer open-sesame" || r.Header.Get("X-Team") != "shelves" {
					http.Error(w, "who are you, "+r.Header.Get("Authorization")+"?", http.StatusUnauthorized)
					return
				}
				handler.ServeHTTP(w, r)
			}))
			defer server.Close()
			defer server.CloseClientConnections()
			r, err := FromURL(context.Background(), server.URL+"/mcp?key=drowssap1", http.Header{"authorization": {"Bearer open-sesame"}, "X-Team": {"shelves"}}, nil)
			checkShelves(t, r, err)
			if text := fmt.Sprintf("%+v", r); strings.Contains(text, "drowssap1") {
				t.Errorf("the report tells the key of the address: %.300s", text)
			}
			for _, given := range []http.Header{nil, {"Authorization": {"Bearer another-key"}}} {
				_, err := FromURL(context.Background(), server.URL+"/mcp?key=drowssap1", given, nil)
				if err == nil || strings.Contains(err.Error(), "another-key") || strings.Contains(err.Error(), "drowssap1") {
					t.Errorf("with %v: %v", given, err)
				}
			}
		})
	}
}

// Headers go to the host of the address alone, wherever the server leads.
func TestMCPHeadersStay(t *testing.T) {
	var mu sync.Mutex
	var heard []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		heard = append(heard, r.Header.Get("X-Key"))
		mu.Unlock()
		w.WriteHeader(http.StatusNotFound)
	}))
	defer other.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	if _, err := FromURL(context.Background(), server.URL, http.Header{"X-Key": {"open-sesame"}}, nil); err == nil {
		t.Error("a server that leads elsewhere was imported")
	}
	if len(heard) == 0 || strings.Join(heard, "") != "" {
		t.Errorf("the other host heard %q", heard)
	}
}

// Neither the key of an address nor what a server repeats of a header is told.
func TestMCPSecrets(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "echo", Version: "1"}, &mcp.ServerOptions{Instructions: "You said open-sesame."})
	s.AddTool(&mcp.Tool{Name: "get_key", Description: "Gets open-sesame.", InputSchema: json.RawMessage(`{"type":"object"}`)}, nil)
	server := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	headers := http.Header{"X-Key": {"open-sesame"}}
	r, err := FromURL(context.Background(), server.URL, headers, nil)
	if err != nil || len(r.Sets) != 1 {
		t.Fatal(r, err)
	}
	if set := r.Sets[0]; set.About != "You said [redacted]." || set.Tools[0].About != "Gets [redacted]." {
		t.Errorf("%q, %q", set.About, set.Tools[0].About)
	}
	server.Close()
	if _, err := FromURL(context.Background(), server.URL+"/?key=drowssap1", headers, nil); err == nil || strings.Contains(err.Error(), "drowssap1") {
		t.Error(err)
	}
}

// What a server repeats of a key is not told.
func TestSecretsInReports(t *testing.T) {
	s := secrets{"Bearer open-sesame", "open-sesame"}
	r := &imports.Report{Sets: []imports.Set{{About: "For Bearer open-sesame.", Tools: []imports.Tool{{About: "open-sesame", Parameters: []byte(`{"default":"open-sesame"}`)}}}},
		Notes: []imports.Note{{Where: "open-sesame", What: "open-sesame is odd"}}}
	s.report(r)
	if text := fmt.Sprintf("%+v %s", r, r.Sets[0].Tools[0].Parameters); strings.Contains(text, "sesame") || r.Sets[0].Tools[0].Returns != nil {
		t.Error(text)
	}
	s.report(nil)
}
