package mock

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestOutsideClients runs clients that are not ours against the server: the
// npm packages openai and ai (Vercel AI SDK), in the versions of
// testdata/clients/package-lock.json. It needs node, npm and the network, so it
// only runs when asked to: SWITCHYARD_NPM=1.
func TestOutsideClients(t *testing.T) {
	if os.Getenv("SWITCHYARD_NPM") != "1" {
		t.Skip("set SWITCHYARD_NPM=1 to install npm packages and run them")
	}
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir() // what npm installs stays out of the repository
	files, err := filepath.Glob("testdata/clients/*")
	if err != nil || len(files) < 4 {
		t.Fatalf("scripts: %v %v", files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, nil, "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
	t.Logf("%s", run(t, dir, nil, "npm", "ls", "--depth=0"))

	const greeting, key = "Good morning, you 3!", "sk-of-the-test"
	player := script{"greeting": {Text: greeting, Role: AI}, "busy": {Text: "At last.", Role: AI}}
	for file, want := range map[string][]string{
		"openai.mjs": {
			"chat: " + greeting + " stop 14",
			`structured: {"city":"textxx","nights":2,"seat":"aisle","day":"2025-01-31","stops":[{"name":"text"},{"name":"text"}],"note":"text"}`,
			"stream: " + greeting + " 14",
			"stream helper: " + greeting,
			"models: m org/m2 switchyard",
			"wrong key: true 401 invalid_api_key",
			"unknown model: true 404 model_not_found true",
			"without retries: true 429 true",
			"with retries: At last.",
		},
		"aisdk.mjs": {
			"chat: " + greeting + " stop 14",
			`structured: {"city":"textxx","nights":2,"seat":"aisle"}`,
			"stream: " + greeting + " 14",
			"wrong key: true 401 invalid_api_key",
			"without retries: 429 true",
			"with retries: " + greeting,
		},
	} {
		t.Run(file, func(t *testing.T) {
			_, url := start(t, Config{Player: player, Key: key, Models: []string{"m", "org/m2"}})
			// A share at which both scripts are refused at first.
			flaky, flakyURL := start(t, Config{Player: player, Key: key, Faults: Faults{Status429After: 0.7}, Seed: 4})
			got := run(t, dir, []string{"MOCK_URL=" + url + "/v1", "FLAKY_URL=" + flakyURL + "/v1", "MOCK_KEY=" + key}, "node", file)
			t.Logf("\n%s", got)
			if lines := strings.Split(strings.TrimSpace(got), "\n"); strings.Join(lines, "\n") != strings.Join(want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
			}
			if st := flaky.Stats(); st.Faults[Status429After] < 2 || st.Answered != 1 {
				t.Errorf("retries: %+v", st)
			}
		})
	}
}

// run runs a program and gives what it printed.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var problems strings.Builder
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, problems.String())
	}
	return string(out)
}
