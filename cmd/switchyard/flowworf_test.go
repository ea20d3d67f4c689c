package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// flow worfeval --embed compares by vectors, and pays once for them.
func TestWorfEmbed(t *testing.T) {
	var asked atomic.Int64
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			http.NotFound(w, r)
			return
		}
		var q struct {
			Input []string
			Model string
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil || r.URL.Path != "/v1/embeddings" || q.Model != "vectors-1" {
			http.Error(w, `{"error":{"message":"no such model"}}`, http.StatusNotFound)
			return
		}
		asked.Add(1)
		var data []string
		for i, text := range q.Input { // by the length of the first word
			word, _, _ := strings.Cut(text, " ")
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,1]}`, i, 10*len(word)*len(word)-300))
		}
		fmt.Fprintf(w, `{"data":[%s],"usage":{"prompt_tokens":9}}`, strings.Join(data, ","))
	}))
	defer endpoint.Close()
	dir := t.TempDir()
	t.Chdir(dir)
	gold := `[{"id":"1","source":"x","conversations":[{"role":"user","content":"q"},{"role":"assistant","content":"Node:\n1: fetch it\n2: pay\nEdges: (START,1) (1,2) (2,END)"}]}]`
	predicted := `{"workflow":"Node:\n1: bring it\n2: give\nEdges: (START,1) (1,2) (2,END)"}`
	for name, text := range map[string]string{"gold.json": gold, "predicted.jsonl": predicted} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"flow", "worfeval", "predicted.jsonl", "gold.json", "--embed", "vectors-1", "--base-url", endpoint.URL + "/v1", "--store", "answers.db", "--json"}
	first := must(t, exitOK, args...)
	if again := must(t, exitOK, args...); again != first || asked.Load() != 1 {
		t.Errorf("%d requests\n%s\n%s", asked.Load(), first, again)
	}
	var report struct {
		Chain struct {
			F1 float64 `json:"f1_score"`
		} `json:"node_chain"`
	}
	if err := json.Unmarshal([]byte(first), &report); err != nil || report.Chain.F1 != 1 {
		t.Errorf("%v: %s", err, first)
	}
	if lexical := must(t, exitOK, "flow", "worfeval", "predicted.jsonl", "gold.json", "--json"); lexical == first {
		t.Error("vectors make no difference")
	}
	args[5] = "vectors-2"
	if got := must(t, exitMisuse, args...); !strings.Contains(got, "vectors-2") {
		t.Error(got)
	}
	if got := must(t, exitMisuse, append(args, "--similarity", "exact")...); !strings.Contains(got, "exclude each other") {
		t.Error(got)
	}
}
