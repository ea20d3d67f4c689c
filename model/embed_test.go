package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// embedding answers requests for embeddings: the vector of a text is its length and 1.
type embedding struct {
	mu    sync.Mutex
	asked [][]string
	cut   int // texts at the end that get no vector
}

func (e *embedding) RoundTrip(r *http.Request) (*http.Response, error) {
	return server(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			http.NotFound(w, r)
			return
		}
		if !strings.HasSuffix(r.URL.Path, "/embeddings") {
			http.Error(w, `{"error":{"message":"wrong path"}}`, http.StatusBadRequest)
			return
		}
		var asked struct{ Input []string }
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &asked)
		e.mu.Lock()
		e.asked = append(e.asked, asked.Input)
		e.mu.Unlock()
		var data []string
		for i := len(asked.Input) - 1 - e.cut; i >= 0; i-- { // in any order
			data = append(data, fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":[%d,1]}`, i, len(asked.Input[i])))
		}
		fmt.Fprintf(w, `{"object":"list","model":"m","data":[%s],"usage":{"prompt_tokens":5,"total_tokens":5}}`, strings.Join(data, ","))
	}).RoundTrip(r)
}

func TestEmbed(t *testing.T) {
	endpoint := &embedding{}
	client, err := NewClient(ClientConfig{Endpoint: Endpoint{BaseURL: "http://h/v1"}, Model: "m", Transport: endpoint})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for i := range mostEmbedded + 3 {
		texts = append(texts, strings.Repeat("x", i+1))
	}
	var mu sync.Mutex
	spent := 0
	paid := func(r *Response, err error) error {
		mu.Lock()
		defer mu.Unlock()
		if err == nil {
			spent += r.Usage.Input
		}
		return nil
	}
	vectors, err := client.Embed(context.Background(), texts, "t", paid)
	if err != nil || len(vectors) != len(texts) || spent != 10 || len(endpoint.asked) != 2 {
		t.Fatalf("%d vectors, %d paid, %d requests, %v", len(vectors), spent, len(endpoint.asked), err)
	}
	for i, v := range vectors {
		if len(v) != 2 || v[0] != float64(i+1) {
			t.Errorf("text %d: %v", i, v)
		}
	}
	if _, err := client.Embed(context.Background(), texts, "t", func(*Response, error) error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("the error of the ledger: %v", err)
	}
	endpoint.cut = 1
	if _, err := client.Embed(context.Background(), texts, "t", paid); err == nil || !strings.Contains(err.Error(), "63 embeddings for 64 texts") && !strings.Contains(err.Error(), "2 embeddings for 3 texts") {
		t.Errorf("too few vectors: %v", err)
	}
}
