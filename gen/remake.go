package gen

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"switchyard/datasets/manifest"
	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/out"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Remaker makes entries of a finished run again, to recover what is behind them. An
// entry holds what was said and called, but not the rest of the world. Only entries
// of runs without models can be made again. A Remaker is safe for concurrent use.
type Remaker struct {
	producer *producer
	items    map[string]entryPlan
	made     string // version of the program that made the run
	now      string // version of this program
}

// Remade is an entry that was made again, with what the entry itself does not hold.
type Remade struct {
	Entry *mission.Entry
	// Toolsets has the toolset of each tool that the entry offers, by the name of the
	// tool. The toolset of a distractor is not that of the entry.
	Toolsets map[string]*tools.Toolset
	// Blueprints are the missions as they were decided.
	Blueprints []*blueprint.Blueprint
	// Worlds are the states of the world just before each mission. They hold
	// everything that the mission takes for granted.
	Worlds []*world.World
}

// ModelsError says that models took part in a run, so that it cannot be made again.
type ModelsError struct{ Models []manifest.Model }

// Error implements error.
func (e *ModelsError) Error() string {
	var players []string
	for _, m := range e.Models {
		players = append(players, m.Role+": "+m.Model)
	}
	return fmt.Sprintf("the run cannot be made again, because models took part in it (%s)", strings.Join(players, ", "))
}

// ToolsetError says that a toolset of a run is missing or has changed.
type ToolsetError struct {
	Toolset manifest.Toolset
	Changed bool // a toolset of that name was found, but it has other bytes
}

// Error implements error.
func (e *ToolsetError) Error() string {
	if e.Changed {
		return fmt.Sprintf("toolset %s (%s) has changed since the run was made", e.Toolset.Name, e.Toolset.Source)
	}
	return fmt.Sprintf("toolset %s (%s) of the run is missing", e.Toolset.Name, e.Toolset.Source)
}

// RemakeError says that an entry differs when it is made again: it was changed, it
// belongs to another run, or another version of the program made it.
type RemakeError struct {
	Entry     string
	Made, Now string // the version of the program that made the run, and this one
}

// Error implements error.
func (e *RemakeError) Error() string {
	text := fmt.Sprintf("entry %s comes out different when the run is made again", e.Entry)
	if e.Made != e.Now {
		return fmt.Sprintf("%s: the run was made by switchyard %s, this is %s", text, e.Made, e.Now)
	}
	return text
}

// NewRemaker plans a run again from its manifest. sets holds the toolsets of the run,
// in any order, and may hold others; version is that of this program. The errors are
// [ModelsError], [ToolsetError], and those of an impossible configuration.
func NewRemaker(ctx context.Context, m *manifest.Manifest, sets []*tools.Toolset, version string) (*Remaker, error) {
	rc := m.Config
	if len(rc.Models) > 0 {
		return nil, &ModelsError{rc.Models}
	}
	c := Config{Seed: rc.Seed, Missions: rc.Missions, PerPath: rc.PerPath, Paths: rc.Paths, Fine: rc.Fine,
		Distractors: rc.Distractors, Pool: tools.Pool(rc.Pool), Limit: rc.Limit}
	for _, ref := range rc.Toolsets {
		i := slices.IndexFunc(sets, func(s *tools.Toolset) bool { return s.Name == ref.Name && s.Hash == ref.SHA256 })
		if i < 0 {
			return nil, &ToolsetError{ref, slices.ContainsFunc(sets, func(s *tools.Toolset) bool { return s.Name == ref.Name })}
		}
		c.Toolsets = append(c.Toolsets, sets[i])
	}
	p, err := c.unwritten(ctx)
	if err != nil {
		return nil, fmt.Errorf("the manifest: %w", err)
	}
	list, err := p.space.list()
	if err != nil {
		return nil, fmt.Errorf("the manifest: %w", err)
	}
	items := make(map[string]entryPlan, len(list))
	for _, item := range list {
		items[item.ID] = item
	}
	return &Remaker{producer: p, items: items, made: m.Version, now: version}, nil
}

// mostRemade is how many attempts are tried. An entry is rejected after a quarter of
// them, but more are made when its requests are in other entries already.
const mostRemade = 4 * attempts

// Remake makes an entry again. If the result is not the same byte for byte, the error
// is a [RemakeError]. The only other errors are those of ctx and of encoding.
func (r *Remaker) Remake(ctx context.Context, e *mission.Entry) (*Remade, error) {
	item, ok := r.items[e.ID]
	if !ok {
		return nil, &RemakeError{e.ID, r.made, r.now}
	}
	line, err := out.Native().Encode(e)
	if err != nil {
		return nil, fmt.Errorf("entry %s: %w", e.ID, err)
	}
	for attempt := range mostRemade {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		play := r.producer.newPerformer(r.producer.variant(item, attempt), attempt)
		if !play.sets(e) {
			continue // it differs, which shows without playing it
		}
		play.recording = true
		made, err := play.perform(ctx)
		if err != nil {
			continue // it failed in the run, too
		}
		if again, err := out.Native().Encode(made); err == nil && bytes.Equal(line, again) {
			return r.behind(play), nil
		}
	}
	return nil, cmp.Or(ctx.Err(), error(&RemakeError{e.ID, r.made, r.now}))
}

// sets reports whether the attempt has the environment, the person and the toolset of
// the entry.
func (p *performer) sets(e *mission.Entry) bool {
	have, want := p.entry.Persona, e.Persona
	return p.entry.Environment == e.Environment && have.Name == want.Name && have.Phone == want.Phone && p.entry.Toolset.Name == e.Toolset.Name
}

// behind collects what is behind the entry of an attempt.
func (r *Remaker) behind(p *performer) *Remade {
	made := &Remade{Entry: p.entry, Toolsets: map[string]*tools.Toolset{}}
	for _, s := range p.script {
		made.Blueprints, made.Worlds = append(made.Blueprints, s.blueprint), append(made.Worlds, s.ready)
	}
	for i := range p.offered.Tools {
		t := &p.offered.Tools[i]
		made.Toolsets[t.Name] = p.story.Set
		if t.Distractor {
			made.Toolsets[t.Name] = r.owner(t)
		}
	}
	return made
}

// owner finds the toolset of a distractor.
func (r *Remaker) owner(t *mission.Tool) *tools.Toolset {
	for _, set := range r.producer.config.Toolsets {
		if have := set.Tool(t.Name); have != nil && have.Description == t.Description && bytes.Equal(have.Parameters, t.Parameters) {
			return set
		}
	}
	return nil
}
