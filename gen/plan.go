package gen

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

// standardSplit is the default number of entries for each number of missions: every
// switch path 64, 16, 4 or 1 times.
const standardSplit = 256

// entryPlan is one planned entry, before anything is drawn.
type entryPlan struct {
	Index     int    // position in the plan, from 0
	ID        string // unique in the dataset
	Types     []mission.Type
	Patterns  []mission.Pattern  // one for each mission; empty but for multi missions
	Relations []mission.Relation // one for each mission; empty for the first
	Toolset   int                // index into the configuration's toolsets
	FollowUps int                // how many entries before it have a chat that continues a chat
}

// followsUp reports whether a chat of the entry continues the chat before it, and no call comes
// next, for which it mostly has to say something.
func (e *entryPlan) followsUp() bool {
	for i := 1; i < len(e.Types); i++ {
		if e.Types[i-1] == mission.Chat && e.Types[i] == mission.Chat && e.Relations[i] == mission.Ellipsis && (i+1 == len(e.Types) || e.Types[i+1] == mission.Chat) {
			return true
		}
	}
	return false
}

// space is the plan of a run: which entries there are and what each must be. It holds
// counts instead of entries, so it does not grow with the number of entries.
type space struct {
	config    *Config
	filter    mission.Filter
	abilities []ability // of each toolset
	patterns  *spread   // of multi missions in the coarse space
	relations *spread
	total     int // planned entries
	whole     int // what total would be without a limit
}

// MostEntries is how many entries a run can have, before a limit takes some of them:
// every one of them is counted when the run is planned. Larger datasets are several runs
// with different seeds.
const MostEntries = 100_000_000

// TooManyError says that a run would have more than [MostEntries] entries.
type TooManyError struct{ PerPath int }

// Error implements error.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("with %d entries for each switch path, the run has more than %d entries", e.PerPath, MostEntries)
}

// newSpace plans a run. It ends early when ctx does.
func newSpace(ctx context.Context, c *Config, filter mission.Filter) (*space, error) {
	s := &space{config: c, filter: filter}
	for _, set := range c.Toolsets {
		s.abilities = append(s.abilities, abilities(set))
	}
	for _, missions := range c.Missions {
		for kinds := range s.kinds(missions) {
			if s.wanted(kinds) {
				if s.whole += min(s.perPath(missions), MostEntries); s.whole > MostEntries {
					return nil, &TooManyError{c.PerPath}
				}
			}
		}
	}
	var later census
	for kinds := range s.paths() {
		if s.total++; s.total%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for i, k := range kinds {
			if i > 0 {
				later.count(class{late: canReturn(kinds, i), kind: k.Type()})
			}
		}
	}
	relations := mission.Relations()
	s.relations = later.spread(len(relations), func(c class, o int) bool { return relations[o] != mission.LongTerm || c.late })
	if c.Fine {
		return s, nil
	}
	var multi census
	dealt, n := s.relations.afresh(), 0
	for kinds, turn := range s.paths() {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for i, k := range kinds {
			rel := dealt.relation(kinds, i, turn)
			if k.Type() == mission.Multi {
				multi.count(class{late: canReturn(kinds, i), rel: rel})
			}
		}
	}
	patterns := mission.Patterns()
	s.patterns = multi.spread(len(patterns), func(_ class, o int) bool {
		return slices.ContainsFunc(s.abilities, func(a ability) bool { return a.can(mission.Kind(patterns[o])) })
	})
	return s, nil
}

// canReturn reports whether mission i can return to one before the last. The mission right
// after a chat takes over what the user said in it, so that nothing is left for another one
// to return to.
func canReturn(kinds []mission.Kind, i int) bool {
	return i > 2 || i == 2 && !(kinds[0] == mission.KindChat && kinds[1] != mission.KindChat)
}

// relation returns the relation of mission i of the next entry.
func (s *spread) relation(kinds []mission.Kind, i, turn int) mission.Relation {
	if i == 0 {
		return ""
	}
	o := s.next(class{late: canReturn(kinds, i), kind: kinds[i].Type()}, turn)
	if o < 0 {
		return ""
	}
	return mission.Relations()[o]
}

// paths walks the switch paths of the plan, each as often as it is wanted. The number
// rotates the order in which options are distributed, so that no option is tied to a
// place in the walk.
func (s *space) paths() iter.Seq2[[]mission.Kind, int] {
	return func(yield func([]mission.Kind, int) bool) {
		n, all := 0, 0
		for _, missions := range s.config.Missions {
			for kinds := range s.kinds(missions) {
				if !s.wanted(kinds) {
					continue
				}
				for range s.perPath(missions) {
					all++
					// A limit takes entries from the whole plan, because its beginning
					// is all of one kind.
					if limit := s.config.Limit; limit > 0 && limit < s.whole && all*limit/s.whole == (all-1)*limit/s.whole {
						continue
					}
					turn := int(keyed.Hash(s.config.Seed, "turn", keyed.Int(n)) % 6)
					n++
					if !yield(kinds, turn) {
						return
					}
				}
			}
		}
	}
}

// kinds walks the switching space of a number of missions. In the coarse space, multi
// missions count as serial until they get their pattern.
func (s *space) kinds(missions int) iter.Seq[[]mission.Kind] {
	if s.config.Fine {
		return mission.FinePaths(missions)
	}
	return func(yield func([]mission.Kind) bool) {
		for types := range mission.SwitchPaths(missions) {
			kinds := make([]mission.Kind, len(types))
			for i, t := range types {
				kinds[i] = mission.KindOf(t, mission.Serial)
			}
			if !yield(kinds) {
				return
			}
		}
	}
}

func (s *space) wanted(kinds []mission.Kind) bool {
	if s.config.Fine {
		return s.filter.Match(kinds)
	}
	return s.filter.MatchTypes(typesOf(kinds))
}

func typesOf(kinds []mission.Kind) []mission.Type {
	types := make([]mission.Type, len(kinds))
	for i, k := range kinds {
		types[i] = k.Type()
	}
	return types
}

// perPath is how many entries each path of so many missions gets.
func (s *space) perPath(missions int) int {
	if s.config.PerPath > 0 {
		return s.config.PerPath
	}
	return max(1, standardSplit/switchPaths(missions, s.config.Fine))
}

// switchPaths is the number of switch paths of so many missions.
func switchPaths(missions int, fine bool) int {
	kinds := len(mission.Types())
	if fine {
		kinds = len(mission.Kinds())
	}
	paths := 1
	for range missions {
		paths *= kinds
	}
	return paths
}

// entries walks the planned entries in order.
func (s *space) entries() iter.Seq[entryPlan] {
	return func(yield func(entryPlan) bool) {
		relations := s.relations.afresh()
		var patterns *spread
		if s.patterns != nil {
			patterns = s.patterns.afresh()
		}
		numbers := map[string]int{}
		dealt := map[ability]int{}
		n, followUps := 0, 0
		for kinds, turn := range s.paths() {
			e := entryPlan{Index: n, FollowUps: followUps, Types: typesOf(kinds), Patterns: make([]mission.Pattern, len(kinds)), Relations: make([]mission.Relation, len(kinds))}
			n++
			for i, k := range kinds {
				e.Patterns[i] = k.Pattern()
				e.Relations[i] = relations.relation(kinds, i, turn)
				if patterns != nil && k.Type() == mission.Multi {
					if o := patterns.next(class{late: canReturn(kinds, i), rel: e.Relations[i]}, turn); o >= 0 {
						e.Patterns[i] = mission.Patterns()[o]
					}
				}
			}
			if e.followsUp() {
				followUps++
			}
			e.Toolset = s.toolset(e.needs(), dealt)
			name := pathName(kinds, s.config.Fine)
			numbers[name]++
			e.ID = fmt.Sprintf("s%d.%s-%03d", s.config.Seed, name, numbers[name])
			if !yield(e) {
				return
			}
		}
	}
}

// mostListed is how many planned entries are held in memory at most.
const mostListed = 4_000_000

// list returns all planned entries in order. Unlike the plan itself, this grows with
// the number of entries.
func (s *space) list() ([]entryPlan, error) {
	if s.total > mostListed {
		return nil, fmt.Errorf("the run has %d entries, and at most %d can be played again", s.total, mostListed)
	}
	return slices.AppendSeq(make([]entryPlan, 0, s.total), s.entries()), nil
}

// pathName names a switch path in ids: "single.multi.chat".
func pathName(kinds []mission.Kind, fine bool) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
		if !fine {
			words[i] = string(k.Type())
		}
	}
	return strings.Join(words, ".")
}

// toolset distributes toolsets in turn to the entries that need the same abilities. If
// no toolset has all of these, all toolsets take turns.
func (s *space) toolset(needs ability, dealt map[ability]int) int {
	fit := s.able(needs)
	if len(fit) == 0 {
		fit = s.able(ability{})
	}
	turn := dealt[needs]
	dealt[needs]++
	offset := int(keyed.Hash(s.config.Seed, "toolsets", fmt.Sprint(needs)) % uint64(len(fit)))
	// Each round walks the toolsets in another order.
	round := keyed.Int(turn / len(fit))
	order := keyed.Shuffled(keyed.New(s.config.Seed, "round", fmt.Sprint(needs), round), fit)
	return order[(turn+offset)%len(fit)]
}
