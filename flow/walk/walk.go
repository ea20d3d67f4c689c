// Package walk walks a way of a workflow in the simulated world: it finds values that a user
// says, and a world in which calls return what the way needs.
//
// [Find] does so, or reports that no such world was found; [Try] does it for every edge and way
// of a workflow, which proves that they can happen. Everything follows from the workflow, the
// way and the story with its seed.
package walk

import (
	"context"
	"fmt"
	"slices"

	"switchyard/flow"
	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/world"
)

// Value is what the user says for a slot.
type Value struct {
	Slot  *flow.Slot
	Value any
	// Item is the place of the thing in the list from which the user picks it; -1 if the value
	// comes from nowhere else.
	Item int
}

// Step is a node on the way, with what happened there and the edge that was taken.
type Step struct {
	Node *flow.Node
	Edge *flow.Edge // nil at the end
	// Passed reports that the node asks only for what is known, so that nothing is said.
	Passed bool
	Said   []Value         // by the user, in the order of the slots
	Call   *blueprint.Call // the call that was made; nil at nodes that speak
	Answer world.Answer
}

// Walk is a way that was walked.
type Walk struct {
	Story blueprint.Story // when it is, and who the user is
	Steps []Step
	// Before is the world as the user finds it, with everything that is taken for granted, and
	// After the world as the user leaves it.
	Before, After *world.World
}

// Limits of the search.
const (
	tries     = 200 // worlds
	triesSoon = 6   // where another way may be taken
	triesNext = 5   // in a world that is given
	fewest    = 24  // choices in the first world, and
	further   = 6   // more in each that follows, up to
	choices   = 400 // in one world
	each      = 7   // values that are tried for one choice
)

// Find walks a way, in a world of its own for each try. It reports false if no world was found
// in which the way can be walked.
func Find(w *flow.Workflow, way flow.Way, seed uint64) (*Walk, bool) {
	return find(w, way, seed, tries)
}

// Glance looks for a world as [Find] does, but gives up soon: it is for who can take another way.
func Glance(w *flow.Workflow, way flow.Way, seed uint64) (*Walk, bool) {
	return find(w, way, seed, triesSoon)
}

func find(w *flow.Workflow, way flow.Way, seed uint64, most int) (*Walk, bool) {
	for try := range most {
		s := keyed.Hash(seed, "walk", keyed.Int(try))
		x := &explorer{w: w, way: way, story: blueprint.Begin(w.Set, s), r: keyed.New(s, "choices"), left: min(choices, fewest+further*try), lenient: try >= tries/2}
		start := &state{world: x.story.World, slots: map[*flow.Slot]any{}, results: map[*flow.Node]*result{}}
		if end, _ := x.explore(0, w.Start(), start); end != nil {
			return &Walk{Story: x.story, Steps: end.steps, Before: x.before(end), After: end.world}, true
		}
	}
	return nil, false
}

// Next walks a way in the world in which a story stands, so that a conversation can go on with
// another workflow over the same tools. It reports false if the world does not let it.
func Next(story blueprint.Story, w *flow.Workflow, way flow.Way, seed uint64) (*Walk, bool) {
	for try := range triesNext {
		x := &explorer{w: w, way: way, story: story, r: keyed.New(seed, "next", keyed.Int(try)), left: choices}
		start := &state{world: story.World.Clone(), slots: map[*flow.Slot]any{}, results: map[*flow.Node]*result{}}
		if end, _ := x.explore(0, w.Start(), start); end != nil {
			return &Walk{Story: story, Steps: end.steps, Before: x.before(end), After: end.world}, true
		}
	}
	return nil, false
}

// explorer searches one world.
type explorer struct {
	w     *flow.Workflow
	way   flow.Way
	story blueprint.Story
	r     keyed.Rand
	left  int // choices
	// lenient lets who goes back ask for what was looked up before, where nothing else is there.
	lenient bool
}

// result is what a call returned last.
type result struct {
	call   *blueprint.Call
	answer world.Answer
	on     slots // that it depends on
}

// slots is a set of slots of a workflow, a bit each. Where a workflow has more than 64, several
// share a bit, which only makes the search look at more.
type slots uint64

func (x *explorer) bit(slot *flow.Slot) slots {
	return 1 << (slices.Index(x.w.Slots, slot) % 64)
}

// source is what the value of a slot depends on besides chance: the list from which it is picked.
func (s *state) source(slot *flow.Slot) slots {
	if r := s.results[slot.From]; r != nil {
		return r.on
	}
	return 0
}

// state is what has happened so far.
type state struct {
	world   *world.World
	slots   map[*flow.Slot]any
	results map[*flow.Node]*result
	made    []result // all calls
	steps   []Step
}

func (s *state) clone() *state {
	c := &state{world: s.world.Clone(), slots: map[*flow.Slot]any{}, results: map[*flow.Node]*result{},
		made: slices.Clip(s.made), steps: slices.Clip(s.steps)}
	for k, v := range s.slots {
		c.slots[k] = v
	}
	for k, v := range s.results {
		c.results[k] = v
	}
	return c
}

// before is the world in which everything that the user takes for granted exists from the
// beginning.
func (x *explorer) before(end *state) *world.World {
	w := x.story.World.Clone()
	w.Adopt(end.world)
	return w
}

// explore walks the rest of the way from a node. Where that cannot be done, the end is nil, and
// blame are the slots whose values decide that: choosing others again would change nothing.
func (x *explorer) explore(i int, n *flow.Node, s *state) (end *state, blame slots) {
	if i == len(x.way) {
		s.steps = append(s.steps, Step{Node: n})
		return s, 0
	}
	e := x.way[i]
	switch {
	case n.Call != nil:
		return x.call(i, e, s)
	case e.Wished():
		return x.choose(i, e, e.Gives, s)
	}
	passed := n.Skipped(func(slot *flow.Slot) bool { _, known := s.slots[slot]; return known })
	if passed {
		if !x.takes(e, s) {
			return nil, x.decides(n, s)
		}
		return x.on(i, e, s, Step{Node: n, Edge: e, Passed: true})
	}
	ask := n.Ask
	if n.Tell == "" {
		ask = slices.DeleteFunc(slices.Clone(ask), func(slot *flow.Slot) bool { _, known := s.slots[slot]; return known })
	}
	return x.choose(i, e, ask, s)
}

// on goes on behind an edge.
func (x *explorer) on(i int, e *flow.Edge, s *state, step Step) (end *state, blame slots) {
	for _, slot := range e.Forgets {
		delete(s.slots, slot)
	}
	if !slices.Contains(e.From.Edges, e) { // the user goes back, and what was looked up may be looked up again
		s.made = slices.DeleteFunc(slices.Clone(s.made), func(r result) bool {
			return !r.call.Tool.Effect.Changes() && (x.lenient || len(r.call.Args) == 0 || len(e.Gives) > 0 && r.call.Tool != e.To.Call)
		})
	}
	s.steps = append(s.steps, step)
	return x.explore(i+1, e.To, s)
}

// choose tries values for slots until the rest of the way can be walked, or fails for another reason
// than these values.
func (x *explorer) choose(i int, e *flow.Edge, ask []*flow.Slot, s *state) (end *state, blame slots) {
	n := each
	if len(ask) == 0 {
		n = 1
	}
	var mine slots
	for _, slot := range ask {
		mine |= x.bit(slot)
		blame |= s.source(slot)
	}
	var tried []string
	for range n {
		if x.left == 0 {
			return nil, blame
		}
		x.left--
		next := s.clone()
		said, ok := x.draw(ask, next)
		if !ok {
			continue
		}
		key := keyOf(said)
		if slices.Contains(tried, key) && len(ask) > 0 {
			continue
		}
		tried = append(tried, key)
		var why slots
		if !e.Wished() && !x.takes(e, next) {
			why = x.decides(e.From, next)
		} else if end, why = x.on(i, e, next, Step{Node: e.From, Edge: e, Said: said}); end != nil {
			return end, 0
		}
		if blame |= why &^ mine; why&mine == 0 {
			return nil, blame
		}
	}
	return nil, blame
}

func keyOf(said []Value) string {
	key := ""
	for _, v := range said {
		key += string(tools.EncodeValue(v.Value)) + "\x00"
	}
	return key
}

// decides is what decides which edge is taken from a node.
func (x *explorer) decides(n *flow.Node, s *state) (on slots) {
	if r := s.results[n]; r != nil {
		on |= r.on
	}
	for _, e := range n.Onward() {
		for _, t := range e.If {
			if t.Slot != nil {
				on |= x.bit(t.Slot)
			}
			if r := s.results[t.Node]; r != nil {
				on |= r.on
			}
		}
	}
	return on
}

// beside is the call of a slot's tool with the arguments that are known, so that values agree.
func (x *explorer) beside(slot *flow.Slot, s *state) *blueprint.Call {
	c := &blueprint.Call{Tool: slot.Tool}
	for _, p := range slot.Tool.Params {
		if p == slot.Param {
			continue
		}
		for _, other := range x.w.Slots {
			v, known := s.slots[other]
			if known && (other.Param == p || other.Name == p.Name && other.Param.Type == p.Type) {
				c.Args = append(c.Args, blueprint.Arg{Param: p, Value: v})
				break
			}
		}
	}
	return c
}

// call makes a call and goes on if its result is such that the edge is taken.
func (x *explorer) call(i int, e *flow.Edge, s *state) (end *state, blame slots) {
	n := e.From
	c := &blueprint.Call{Tool: n.Call}
	var on slots
	for _, a := range n.Args {
		if a.Slot != nil {
			on |= x.bit(a.Slot)
		}
		if r := s.results[a.Node]; r != nil {
			on |= r.on
		}
		v, ok := argument(a, s)
		if !ok {
			if a.Param.Required {
				return nil, on
			}
			continue
		}
		if a.Param.Default != nil && tools.Same(a.Param.Default, v) && !a.Param.Required {
			continue
		}
		c.Args = append(c.Args, blueprint.Arg{Param: a.Param, Value: v})
	}
	var again slots // what calls of the same tool depend on
	for _, old := range s.made {
		if old.call.Tool.Effect.Changes() {
			on |= old.on
		}
		if old.call.Tool == c.Tool {
			again |= old.on
		}
	}
	if !x.sensible(c, s) {
		return nil, on | again
	}
	r := &result{call: c, answer: s.world.Call(c.Tool, c.Values()), on: on}
	if r.answer.Status >= 300 && r.answer.Status != 409 || r.answer.Broken != nil {
		return nil, on
	}
	if n, ok := r.answer.Body.Get("count"); ok && c.Tool.Effect == tools.List {
		if many, _ := world.Float(n); many > 8 {
			return nil, on
		}
	}
	s.results[n], s.made = r, append(slices.Clip(s.made), *r)
	if !x.takes(e, s) {
		return nil, x.decides(n, s)
	}
	return x.on(i, e, s, Step{Node: n, Edge: e, Call: c, Answer: r.answer})
}

// argument is the value of an argument, if it is known.
func argument(a flow.Arg, s *state) (any, bool) {
	switch {
	case a.Slot != nil:
		v, ok := s.slots[a.Slot]
		return v, ok
	case a.Node != nil:
		r := s.results[a.Node]
		if r == nil || r.answer.Status >= 300 {
			return nil, false
		}
		return r.answer.Body.At(flow.Pointer(a.Field))
	}
	return a.Value, true
}

// sensible reports whether a user would have the call made: it differs from every earlier one,
// and an update changes something.
func (x *explorer) sensible(c *blueprint.Call, s *state) bool {
	for _, old := range slices.Backward(s.made) {
		if !c.Tool.Effect.Changes() && old.call.Tool.Effect.Changes() && old.answer.Status < 300 {
			break // what was looked up before may be another now
		}
		if old.call.Tool == c.Tool && slices.EqualFunc(old.call.Args, c.Args, func(a, b blueprint.Arg) bool {
			return a.Param == b.Param && tools.Same(a.Value, b.Value)
		}) {
			return false
		}
	}
	for _, a := range c.Args {
		if other := c.Arg(a.Param.Differs); other != nil && tools.Same(other.Value, a.Value) {
			return false
		}
	}
	if c.Tool.Effect != tools.Update || len(c.Tool.Sets) > 0 {
		return true
	}
	var thing tools.Object
	known := false
	for _, a := range c.Args {
		if a.Param.Entity == c.Tool.Entity && a.Param.Type != "array" {
			thing, known = s.world.Known(c.Tool.Entity, a.Value)
		}
	}
	return !known || slices.ContainsFunc(c.Args, func(a blueprint.Arg) bool {
		have, told := thing.Get(a.Param.Target())
		return a.Param.Entity != c.Tool.Entity && (!told || !tools.Same(have, a.Value))
	})
}

// takes reports whether the edge is the one that is taken now.
func (x *explorer) takes(e *flow.Edge, s *state) bool { return Taken(e.From, s.value, s.refused) == e }

func (s *state) value(t *flow.Test) (any, bool) {
	if t.Slot != nil {
		v, ok := s.slots[t.Slot]
		return v, ok
	}
	r := s.results[t.Node]
	if r == nil || r.answer.Status >= 300 {
		return nil, false
	}
	return r.answer.Body.At(flow.Pointer(t.Field))
}

func (s *state) refused(n *flow.Node) bool {
	r := s.results[n]
	return r != nil && r.answer.Status >= 300
}

// Taken is the edge that is taken from a node without the user; nil if none is.
func Taken(n *flow.Node, value func(*flow.Test) (any, bool), refused func(*flow.Node) bool) *flow.Edge {
	var rest *flow.Edge
	for _, e := range n.Onward() {
		if len(e.If) == 0 {
			rest = e
		} else if e.If.True(value, refused) {
			return e
		}
	}
	return rest
}

// Report says what can happen in a workflow.
type Report struct {
	Space *flow.Space
	// Edges and Ways are those for which no world was found.
	Edges []*flow.Edge
	Ways  []flow.Way
}

// Try looks for a world for every way of a workflow. An edge can happen if a way with it can.
// The error is a [*flow.TooManyError], or that of the context.
func Try(ctx context.Context, w *flow.Workflow, seed uint64) (*Report, error) {
	space, err := flow.SpaceOf(w)
	if err != nil {
		return nil, err
	}
	r := &Report{Space: space}
	happened := map[*flow.Edge]bool{}
	for _, way := range space.Ways {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if _, ok := Find(w, way, keyed.Hash(seed, w.Name, way.Text(w))); !ok {
			r.Ways = append(r.Ways, way)
			continue
		}
		for _, e := range way {
			happened[e] = true
		}
	}
	for _, e := range space.Edges {
		if !happened[e] {
			r.Edges = append(r.Edges, e)
		}
	}
	return r, nil
}

// Problems lists the edges that never happened as problems of the workflow.
func (r *Report) Problems() (all []flow.Problem) {
	for _, e := range r.Edges {
		all = append(all, flow.Problem{At: e.At, Message: fmt.Sprintf("no world was found in which this edge is taken: %s", e),
			Hint: "see which values the tools return, and what is known when the edge is reached"})
	}
	return all
}
