package gen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/world"
)

// performer plays the missions of one entry.
type performer struct {
	*producer
	cast    roles.Cast
	item    entryPlan
	attempt int
	seed    uint64 // of this attempt
	entry   *mission.Entry
	story   blueprint.Story
	offered mission.Toolset // as entries carry it
	tries   []int           // the number of the drawing of each mission
	given   []int           // the drawings that a rehearsal has to play; nil for the usual ones
	log     *roles.Log
	// script is the entry as the built-in engine plays it. Another performer, which is
	// recording, plays it. It is nil when no models take part.
	script    []scripted
	recording bool
	found     [][]mission.Source // of the calls of a free mission
}

// newPerformer decides the environment, the persona and the toolset of one attempt at
// an entry.
func (p *producer) newPerformer(item entryPlan, attempt int) *performer {
	index := p.space.alternative(item, attempt/perToolset)
	set := p.config.Toolsets[index]
	seed := keyed.Hash(p.config.Seed, item.ID, keyed.Int(attempt))
	q := &performer{producer: p, cast: p.config.Cast, item: item, attempt: attempt, seed: seed, offered: p.offer(index, seed), story: blueprint.Begin(set, seed)}
	now := q.story.Now
	q.entry = &mission.Entry{
		Format: mission.FormatEntry, ID: item.ID, SwitchPath: item.Types,
		Environment: mission.Environment{Now: now.Format("2006-01-02 15:04:05"), Weekday: now.Weekday().String(), Locale: p.config.Language},
		Persona:     q.story.Persona,
		Toolset:     q.offered,
	}
	q.story.FeatureWays = []mission.Way{followWays[item.FollowUps%len(followWays)], keyed.Pick(keyed.New(seed, "feature form"), changeWays)}
	q.story.Feature = q.feature()
	q.story.Insist = q.story.Feature != nil && attempt < insisted
	return q
}

// feature picks a tool for the story. Where nothing has to come after it, the tools take turns;
// lists are used often enough without.
func (p *performer) feature() *tools.Tool {
	set, list := p.story.Set, blueprint.FeatureTools(p.story.Set, p.story.FeatureWays)
	last := len(p.item.Types) == 1
	if last || p.item.Types[1] == mission.Chat {
		list = slices.DeleteFunc(slices.Clone(set.Tools), func(t *tools.Tool) bool { return t.Effect == tools.List })
	}
	switch {
	case len(list) == 0:
		return nil
	case last:
		n := int(keyed.Hash(p.config.Seed, "feature", set.Name)%uint64(len(list))) + p.item.Index/len(p.config.Toolsets) + p.attempt
		return list[n%len(list)]
	}
	return keyed.Pick(keyed.New(p.seed, "feature"), list)
}

// perform plays all missions.
func (p *performer) perform(ctx context.Context) (*mission.Entry, error) {
	for i := range p.item.Types {
		if err := p.mission(ctx, i); err != nil {
			return nil, err
		}
	}
	return p.entry, nil
}

// followWays are ways to follow up a chat, and changeWays ways to follow up a mission
// with tools, that would be rare without help. Chats are followed up so seldom that the
// ways take turns.
var (
	followWays = []mission.Way{mission.WayDetail, mission.WayExample, mission.WayGoOn, mission.WayNoSubject, mission.WayNoModifier}
	changeWays = []mission.Way{mission.WayNoAttribute, mission.WayAddSubject, mission.WayAddModifier, mission.WayCorrection, mission.WayCorrection, mission.WayMore, mission.WayRewording, mission.WayRewording, mission.WayRewording}
)

// mission draws and plays mission i, and draws it again when it fails. After several attempts
// at the entry, a mission that fails may take another relation.
func (p *performer) mission(ctx context.Context, i int) error {
	relations, each := p.relations(i), p.config.Attempts.Mission
	first, last := 0, len(relations)*each
	if p.given != nil {
		first, last = p.given[i], p.given[i]+1
	}
	var failure error
	for try := first; try < last; try++ {
		if r := relations[try/each]; r != p.item.Relations[i] {
			p.item.Relations = slices.Clone(p.item.Relations) // which forks share
			p.item.Relations[i] = r
		}
		want := blueprint.Demand{Type: p.item.Types[i], Pattern: p.item.Patterns[i], Relation: p.item.Relations[i],
			Next: p.item.Types[i+1:], NextRelations: p.item.Relations[i+1:]}
		p.tries = append(p.tries[:i], try)
		seed := keyed.Hash(p.seed, "mission", keyed.Int(i), keyed.Int(try))
		before, mark := p.story.World, p.log.Mark()
		s, err := p.setScene(i, want, seed)
		if err != nil {
			f := &setback{Reason: "draw", Mission: i, Message: fmt.Sprintf("toolset %s: %v (%s)", p.story.Set.Name, err, describe(want)),
				Hopeless: errors.Is(err, blueprint.ErrHopeless)}
			if f.Hopeless {
				return f
			}
			failure, try = f, try/each*each+each-1 // another drawing would hardly find more
			continue
		}
		m, past, err := p.play(ctx, s)
		if err == nil {
			p.entry.Missions = append(p.entry.Missions, *m)
			p.story.Past = append(p.story.Past, past)
			return nil
		}
		p.story.World = before
		if p.recording {
			p.script = p.script[:i]
		}
		p.log.Abandon(mark)
		var f *setback
		if !errors.As(err, &f) {
			return err
		}
		if failure = f; f.Final {
			return failure
		}
		f.Mission = i
	}
	return failure
}

// relations are the relations that mission i may have: as planned, and after several attempts
// at the entry the others.
func (p *performer) relations(i int) []mission.Relation {
	out := []mission.Relation{p.item.Relations[i]}
	if i == 0 || p.attempt < adapting {
		return out
	}
	kinds := make([]mission.Kind, len(p.item.Types))
	for k, t := range p.item.Types {
		kinds[k] = mission.KindOf(t, p.item.Patterns[k])
	}
	for _, r := range mission.Relations() {
		if r != out[0] && (r != mission.LongTerm || canReturn(kinds, i)) {
			out = append(out, r)
		}
	}
	return out
}

// setScene decides a mission and puts the world into the state before it.
func (p *performer) setScene(i int, want blueprint.Demand, seed uint64) (*roles.Scene, error) {
	if !p.recording && p.config.Strategy == Free {
		if p.tries[i] == 0 {
			seed = p.script[i].seed // for which the script has words
		}
		return p.freeScene(i, seed), nil
	}
	var b *blueprint.Blueprint
	var ready *world.World
	var err error
	for n := range freeDraws {
		key := "blueprint"
		if n > 0 {
			key += keyed.Int(n)
		}
		b, ready, err = blueprint.Draw(p.story, want, keyed.New(seed, key))
		// Only a blueprint can ask for comparisons, options and restatements.
		if p.config.Strategy != Free || err == nil && (b.Chat == nil || b.Chat.Compare == nil && b.Chat.Options == nil && !b.Chat.Restate) {
			break
		}
		err = blueprint.ErrNoWay
	}
	if err != nil {
		return nil, err
	}
	p.story.World = ready
	if p.recording {
		p.script = append(p.script, scripted{b, ready.Clone(), p.story.Past, seed})
	}
	return p.scene(b, seed), nil
}

// freeDraws is how often the free strategy draws until it finds a mission that it can
// ask for.
const freeDraws = 12

// scripted is a mission as the built-in engine plays it.
type scripted struct {
	blueprint *blueprint.Blueprint
	ready     *world.World // before the mission
	past      []*blueprint.Past
	seed      uint64
}

// ahead has the built-in engine play the whole entry first, which shows at no cost
// whether it can be drawn and proved. In the free strategy, this is also the script of
// rehearsals, and it decides which kinds of missions to ask for.
func (p *performer) ahead(ctx context.Context) error {
	q := p.producer.newPerformer(p.item, p.attempt)
	q.cast, q.recording = p.builtin, true
	entry, err := q.perform(ctx)
	if err == nil {
		err = p.prove(entry)
	}
	if err != nil {
		return err
	}
	p.script = q.script
	if p.config.Strategy == Free {
		p.item = q.item // with the relations of the script
	}
	return nil
}

func describe(d blueprint.Demand) string {
	words := []string{string(d.Type), string(d.Pattern), string(d.Relation)}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), ", ")
}

// scene is what the roles see at the beginning of a mission.
func (p *performer) scene(b *blueprint.Blueprint, seed uint64) *roles.Scene {
	attempt := keyed.Int(p.attempt)
	if !redraws(p.cast.User) {
		attempt = roles.BuiltinUser + attempt
	}
	if p.config.Strategy == Free {
		attempt = roles.FreeStrategy + attempt
	}
	for _, try := range p.tries {
		attempt += "." + keyed.Int(try)
	}
	return &roles.Scene{Story: &p.story, Entry: p.item.Index + 1, Seed: seed, Offered: p.offered.Tools, Env: p.entry.Environment, Blueprint: b,
		Plan: p.plan, Attempt: attempt, Log: p.log, Missions: p.entry.Missions}
}
