package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestImportPublicAPIsWithModel has the tools of an API written by a model, over
// HTTP. One reviewer objects to a tool, and goes on doing so.
func TestImportPublicAPIsWithModel(t *testing.T) {
	lines := map[string]string{
		"introduce": `{"introduction": "The weather service of Spain.", "constraints": ["Spain only"]}`,
		"functions": `{"functions": [
			{"name": "searchStations", "description": "Searches weather stations in Spain.", "parameters": {"type": "object", "properties": {"province": {"type": "string", "enum": ["Madrid", "Seville"]}}, "required": ["province"]}},
			{"name": "getStation", "description": "Gets a weather station in Spain.", "parameters": {"type": "object", "properties": {"station_id": {"type": "string"}}, "required": ["station_id"]}},
			{"name": "hackStation", "description": "Switches a weather station off.", "parameters": {"type": "object", "properties": {"station_id": {"type": "string"}}, "required": ["station_id"]}}]}`,
		"describe": `{"functions": [{"name": "getStation", "description": "Gets the altitude of a weather station in Spain."}]}`,
		"widen":    `{"functions": [{"name": "getStation"}]}`,
		"operations": `{"functions": [
			{"name": "searchStations", "method": "GET", "path": "/stations", "returns": {"type": "array", "items": {"type": "object", "properties": {"station_id": {"type": "string"}, "altitude": {"type": "integer"}}}}},
			{"name": "getStation", "method": "GET", "path": "/stations/{station_id}", "returns": {"type": "object", "properties": {"station_id": {"type": "string"}, "altitude": {"type": "integer"}}}},
			{"name": "hackStation", "method": "POST", "path": "/stations/{station_id}/off", "returns": {"type": "object", "properties": {"done": {"type": "boolean"}}}}]}`,
		"review.4": `{"objections": [{"function": "hackStation", "objection": "It harms people."}]}`,
		"again.4":  `{"objections": [{"function": "hackStation", "objection": "It still harms people."}]}`,
		"revise":   `{"functions": [{"name": "hackStation", "description": "Switches a weather station in Spain off."}]}`,
	}
	asked := regexp.MustCompile(`^expand/[0-9a-f]{12}/([a-z.0-9]+)/0$`)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct{ User, Model string }
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Errorf("the request cannot be read: %v", err)
		}
		m := asked.FindStringSubmatch(request.User)
		if m == nil {
			t.Errorf("asked for %q", request.User)
			return
		}
		task, number, _ := strings.Cut(m[1], ".")
		if want := map[bool]string{true: "judge", false: "writer"}[task == "review" || task == "again"]; request.Model != want {
			t.Errorf("%s is asked of %s", m[1], request.Model)
		}
		text, ok := lines[m[1]]
		if !ok && number != "" {
			text = `{"objections": []}`
		}
		content, _ := json.Marshal(text)
		fmt.Fprintf(w, `{"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": %s}}], "usage": {"prompt_tokens": 10, "completion_tokens": 5}}`, content)
	}))
	defer server.Close()
	folder := t.TempDir()
	list := filepath.Join(folder, "list.md")
	if err := os.WriteFile(list, []byte("### Weather\nAPI | Description | Auth | HTTPS | CORS\n|:---|:---|:---|:---|:---|\n| [AEMET](https://aemet.es) | Weather data from Spain | No | Yes | Yes |\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := run(t, t.Context(), "tools", "import", "public-apis", list, "--per-api", "3", "--out", filepath.Join(folder, "tools"),
		"--role", "author=writer", "--role", "reviewer=judge", "--base-url", server.URL, "--no-store")
	if code != 0 || stderr != "" {
		t.Fatalf("exit %d: %s%s", code, stdout, stderr)
	}
	for _, want := range []string{"hackStation: dropped after the review: It still harms people.", "author    writer  6", "reviewer  judge   6"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is missing in\n%s", want, stdout)
		}
	}
	files, _ := filepath.Glob(filepath.Join(folder, "tools", "*.yaml"))
	if len(files) != 1 {
		t.Fatalf("the files are %v", files)
	}
	if code, stdout, stderr = run(t, t.Context(), "tools", "check", files[0]); code != 0 {
		t.Errorf("exit %d: %s%s", code, stdout, stderr)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if s := string(text); !strings.Contains(s, "Gets the altitude of a weather station in Spain.") || strings.Contains(s, "hackStation") || !strings.Contains(s, "list.md:4") {
		t.Errorf("the toolset is\n%s", s)
	}
}
