package gen

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"switchyard/datasets/manifest"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

// remadeRun is a run of a toolset or two, and its remaker.
func remadeRun(t testing.TB, c Config) (*manifest.Manifest, *Remaker, []*mission.Entry) {
	t.Helper()
	mustRun(t, c)
	m, err := manifest.Read(c.Out)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRemaker(t.Context(), m, c.Toolsets, c.Version)
	if err != nil {
		t.Fatal(err)
	}
	return m, r, entriesOf(t, c.Out)
}

// All entries come out again, also those of which many versions were made
// because there is little to say in a run that says it often; and in the worlds
// that are given, what the entry has its calls answered is answered.
func TestRemake(t *testing.T) {
	c := Config{Seed: 3, Toolsets: catalogSets(t, "travel/ride_service", "customer_service/hotel_reception"), Out: filepath.Join(t.TempDir(), "run"),
		Version: "test", Distractors: 2, Missions: []int{1, 3}, PerPath: 60, Limit: sized(40, 120, 200)}
	_, r, entries := remadeRun(t, c)
	if len(entries) < c.Limit*9/10 {
		t.Fatalf("%d entries", len(entries))
	}
	foreign := 0
	for _, e := range entries {
		made, err := r.Remake(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		if len(made.Worlds) != len(e.Missions) || len(made.Blueprints) != len(e.Missions) {
			t.Fatalf("%s: %d worlds and %d blueprints of %d missions", e.ID, len(made.Worlds), len(made.Blueprints), len(e.Missions))
		}
		for _, tool := range e.Toolset.Tools {
			set := made.Toolsets[tool.Name]
			if set == nil || set.Tool(tool.Name) == nil || (set.Name != e.Toolset.Name) != tool.Distractor {
				t.Fatalf("%s: tool %s is of %v", e.ID, tool.Name, set)
			}
			if tool.Distractor {
				foreign++
			}
		}
		for i := range e.Missions {
			w := made.Worlds[i].Clone()
			for _, turn := range e.Missions[i].Dialogue {
				for _, c := range turn.Calls {
					call := &made.Blueprints[i].Calls[c]
					if got, want := string(w.Call(call.Tool, call.Values()).Body.JSON()), string(e.Missions[i].Calls[c].Observation); got != want {
						t.Fatalf("%s, mission %d, call %d is answered\n%s\nwant\n%s", e.ID, i, c, got, want)
					}
				}
			}
		}
	}
	if foreign == 0 {
		t.Error("no entry has a tool of another toolset")
	}
}

func catalogSets(t testing.TB, names ...string) []*tools.Toolset {
	t.Helper()
	var sets []*tools.Toolset
	for _, name := range names {
		set, err := catalog.Toolset(name)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, set)
	}
	return sets
}

func TestRemakeRefuses(t *testing.T) {
	sets := catalogSets(t, "travel/ride_service")
	c := Config{Seed: 3, Toolsets: sets, Out: filepath.Join(t.TempDir(), "run"), Version: "test", Missions: []int{1}, PerPath: 1}
	m, r, entries := remadeRun(t, c)

	changed := *entries[0]
	changed.Missions = slices.Clone(changed.Missions)
	changed.Missions[0].Reply += " Really."
	unknown := *entries[0]
	unknown.ID = "s3.single-999"
	moved := *entries[0]
	moved.Environment.Now = "2031-01-01 10:00:00"
	for _, e := range []*mission.Entry{&changed, &unknown, &moved} {
		var not *RemakeError
		if _, err := r.Remake(context.Background(), e); !errors.As(err, &not) || not.Entry != e.ID {
			t.Errorf("%s: %v", e.ID, err)
		}
	}
	if want, got := "entry e comes out different when the run is made again: the run was made by switchyard 1, this is 2", (&RemakeError{"e", "1", "2"}).Error(); got != want {
		t.Error(got)
	}

	other := *sets[0]
	other.Hash = "0000"
	var lacks *ToolsetError
	if _, err := NewRemaker(t.Context(), m, nil, "test"); !errors.As(err, &lacks) || lacks.Changed {
		t.Errorf("no toolset: %v", err)
	}
	if _, err := NewRemaker(t.Context(), m, []*tools.Toolset{&other}, "test"); !errors.As(err, &lacks) || !lacks.Changed {
		t.Errorf("a toolset with other bytes: %v", err)
	}
	m.Config.Models = []manifest.Model{{Role: "user", Model: "gpt-4o"}}
	var models *ModelsError
	if _, err := NewRemaker(t.Context(), m, sets, "test"); !errors.As(err, &models) {
		t.Errorf("a run with models: %v", err)
	}

	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := r.Remake(stopped, entries[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
