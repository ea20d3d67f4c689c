package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/datasets/stats"
	"switchyard/internal/race"
	"switchyard/mission"
)

// The standard split is as broad as the catalogue: every way to refer, every
// scenario, no request twice, and hardly any wording either.
func TestStandardSplit(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("takes long")
	}
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "dataset")
	must(t, exitOK, "generate", "--format", "native", "--quiet", "--out", dir)
	var stdout, stderr bytes.Buffer
	if code := Run(t.Context(), []string{"stats", "--json", dir}, nil, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("exit status %d: %s", code, stderr.Bytes())
	}
	var r stats.Report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.Entries != 1024 || r.Missions != 2560 {
		t.Errorf("%d entries with %d missions", r.Entries, r.Missions)
	}
	if len(r.Toolsets) != 22 || len(r.Scenarios) != 51 {
		t.Errorf("%d toolsets and %d scenarios, want 22 and 51", len(r.Toolsets), len(r.Scenarios))
	}
	if len(r.Ways) != 22 {
		t.Errorf("%d ways to refer, want 22: %v", len(r.Ways), r.Ways)
	}
	chats := 0
	for _, n := range r.Chats {
		chats += n
	}
	if refusals := r.Chats[string(mission.ChatNearMiss)]; 100*refusals > 35*chats {
		t.Errorf("%d of %d chats refuse something: %v", refusals, chats, r.Chats)
	}
	if len(r.Chats) != len(mission.ChatKinds()) {
		t.Errorf("chats are of %d kinds, want %d: %v", len(r.Chats), len(mission.ChatKinds()), r.Chats)
	}
	if r.Requests.Distinct.Share != 1 {
		t.Errorf("%d of %d requests are different", r.Requests.Distinct.Different, r.Requests.Distinct.Of)
	}
	if r.Requests.Masked.Share < 0.75 {
		t.Errorf("only %.3f of the requests are different after masking", r.Requests.Masked.Share)
	}
	if top := r.Requests.Most[0]; top.Share > 0.003 {
		t.Errorf("%q makes up %.4f of the requests", top.Text, top.Share)
	}
	if r.Statuses["404"] == 0 || r.Statuses["409"] == 0 {
		t.Errorf("nothing is unknown or refused: %v", r.Statuses)
	}
}
