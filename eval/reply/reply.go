// Package reply decides whether the closing reply of a mission is true and tells what it
// has to, whoever wrote it. [Checker.Check] returns what is wrong with a reply. The rules are
// those of strict-2 (docs/scoring.md).
//
// A reply is read line by line, sentence by sentence. Each sentence is about the things
// that it names, or about those of the sentence before. Its figures must be values of
// these things, or of another answer in this mission, or words of the user, or a plain
// derivation from them: a date and some days, a sum, a difference, a count. A value is held
// against another only if both answer the same question: they are the same member of two
// items of a list, or of two answers of one tool.
//
// What is returned depends on the entry and the text only.
package reply

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"switchyard/mission"
)

// Kind is the kind of a problem.
type Kind string

// The kinds.
const (
	Untrue Kind = "untrue" // it states what nothing says, or says it of something else
	Untold Kind = "untold" // it leaves out what it has to tell
)

// Problem is one thing that is wrong with a reply.
type Problem struct {
	Kind   Kind
	Detail string // in one line
}

// Checker checks replies. It is safe for concurrent use. Keep it: it remembers which values
// the schemas of tools list.
type Checker struct {
	mu    sync.Mutex
	lists map[string]map[string][]string // by the text of a schema
}

// New returns a Checker that has seen no schema yet.
func New() *Checker { return &Checker{lists: map[string]map[string][]string{}} }

// cached is how many schemas a Checker remembers. When there are more, it forgets all of them.
const cached = 8192

// valuesListed returns the values that the schemas of tools list for the members of answers
// and for parameters, folded, by name.
func (c *Checker) valuesListed(tools []mission.Tool) map[string][]string {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string][]string{}
	for i := range tools {
		for _, text := range []json.RawMessage{tools[i].Returns, tools[i].Parameters} {
			lists, ok := c.lists[string(text)]
			if !ok {
				lists = map[string][]string{}
				var schema any
				if json.Unmarshal(text, &schema) == nil {
					enumerations("", schema, lists)
				}
				if len(c.lists) >= cached {
					clear(c.lists)
				}
				c.lists[string(text)] = lists
			}
			for name, values := range lists {
				all[name] = append(all[name], values...)
			}
		}
	}
	return all
}

// enumerations collects the values that a schema lists.
func enumerations(name string, schema any, into map[string][]string) {
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	if list, ok := s["enum"].([]any); ok && name != "" {
		for _, v := range list {
			if text, ok := v.(string); ok {
				into[name] = append(into[name], fold(text))
			}
		}
	}
	enumerations(name, s["items"], into)
	if properties, ok := s["properties"].(map[string]any); ok {
		for key, sub := range properties {
			enumerations(key, sub, into)
		}
	}
}

// Check returns what is wrong with a text in the place of the closing reply of mission m:
// the first thing that is untrue and the first that is left out; nothing if the reply is
// right. Later missions do not count.
func (c *Checker) Check(e *mission.Entry, m int, text string) []Problem {
	text = halved(text)
	r := &reading{known: know(e, m), lines: linesOf(text), folded: fold(plainText.Replace(text)), text: text}
	r.listed = c.valuesListed(e.Toolset.Tools)
	r.learn(e.Missions[m].Reply)
	r.resolve()
	var problems []Problem
	if why := r.untrue(); why != "" {
		problems = append(problems, Problem{Untrue, why})
	}
	if why := r.untold(); why != "" {
		problems = append(problems, Problem{Untold, why})
	}
	return problems
}

// reading is a reply while it is checked.
type reading struct {
	*known
	lines  []line
	folded string
	text   string
	stated []*statement
	chosen []*thing // items of lists that a later call of the mission used
	named  []*thing // everything that the reply names
	worked []amount // numbers that the reply derived so far

	described []described // what descriptions of called tools say; nil if they were not read yet
	uncalled  []described // and those of the others
	offered   []share     // what they say of shares; likewise
}

// statement is a sentence with what it is about.
type statement struct {
	*sentence
	hard []*thing // what it names
	soft []*thing // what the words before it are about, if it names nothing

	guessed bool // soft is what was chosen, since no words before it name anything
}

// about returns what a statement is about.
func (s *statement) about() []*thing {
	if len(s.hard) > 0 {
		return s.hard
	}
	return s.soft
}

// resolve finds out what each sentence is about.
func (r *reading) resolve() {
	r.choose()
	var line, head []*thing // what the words before are about
	for i := range r.lines {
		l := &r.lines[i]
		if l.blank && !l.row {
			line, head = nil, nil
		}
		own := head
		if !l.row && !l.heading && head == nil && i > 0 && !r.lines[i-1].row && l.indent >= r.lines[i-1].indent && l.indent > 0 {
			own = line
		}
		for j := range l.sentences {
			s := &statement{sentence: &l.sentences[j]}
			if s.hard = r.namesIn(s.folded); len(s.hard) > 0 && !r.belongs(s.folded, s.hard, own) {
				own = s.hard
				r.named = append(r.named, s.hard...)
			} else {
				s.hard = nil
				r.follow(s, own)
			}
			r.stated = append(r.stated, s)
		}
		line = own
		if l.heading {
			head = own
		}
	}
}

// follow notes what a statement is about that names nothing of its own, from what the words
// before it are about.
func (r *reading) follow(s *statement, before []*thing) {
	s.soft = before
	if several := r.sharing(s.folded, before); len(several) > 0 {
		s.soft = several
	} else if before == nil && !r.tops(s.sentence) {
		s.soft, s.guessed = r.chosen, true
	}
}

// belongs reports whether a folded text calls things only by names that belong to what the
// words before it are about: the airline of that flight, or the guest of that booking.
func (r *reading) belongs(text string, things, before []*thing) bool {
	return len(before) > 0 && !slices.ContainsFunc(things, func(t *thing) bool {
		return slices.Contains(before, t) || slices.ContainsFunc(append(t.names, t.refs...), func(n string) bool {
			return holds(text, n) && (n == fold(t.id) || !r.hasText(before, n))
		})
	})
}

// sharing returns the items of the answers that show some things which a folded text calls by a
// name that several of them have, but none of those things.
func (r *reading) sharing(text string, things []*thing) (all []*thing) {
	for _, t := range things {
		if !t.item {
			continue
		}
		for _, o := range t.call.items {
			for i := range o.fields {
				f := &o.fields[i]
				named := slices.ContainsFunc(f.label, func(w string) bool { return naming[w] })
				if named && len(f.texts) == 1 && len(f.figures) == 0 && holds(text, f.texts[0]) && !r.hasText(things, f.texts[0]) && !slices.Contains(all, o) {
					all = append(all, o)
				}
			}
		}
	}
	return all
}

// tops reports whether a sentence speaks of many things.
func (r *reading) tops(s *sentence) bool { return comparing.MatchString(s.text) }

// namesIn returns the things that a folded text names: by their identifiers, or otherwise by
// their names; and those that refer to what the text names, unless they are of a kind with it.
func (r *reading) namesIn(text string) (all []*thing) {
	add := func(names map[string][]*thing, accept func(name string, t *thing) bool) {
		for name, things := range names {
			if !holds(text, name) {
				continue
			}
			for _, t := range things {
				if !slices.Contains(all, t) && accept(name, t) {
					all = append(all, t)
				}
			}
		}
	}
	add(r.names, func(name string, t *thing) bool { return fold(t.id) == name })
	ids := slices.Clone(all)
	strange := func(_ string, t *thing) bool {
		return !slices.ContainsFunc(ids, func(o *thing) bool { return alike(t, o) })
	}
	add(r.names, strange)
	ids = slices.Clone(all)
	add(r.refs, strange)
	slices.SortFunc(all, func(a, b *thing) int { return r.order(a) - r.order(b) })
	return all
}

// order numbers the things as they were shown.
func (k *known) order(t *thing) int {
	return 1000*(100*t.call.mission+t.call.index) + slices.Index(t.call.items, t)
}

// choose notes the items that later calls of the mission used.
func (r *reading) choose() {
	for _, c := range r.calls {
		if !c.own {
			continue
		}
		for _, t := range c.items {
			used := func(later *call) bool {
				return later.own && later.index > c.index && t.id != "" && strings.Contains(string(later.Arguments), `"`+t.id+`"`)
			}
			if slices.ContainsFunc(r.calls, used) {
				r.chosen = append(r.chosen, t)
			}
		}
	}
}

// learn takes from the right reply which values are money.
func (k *known) learn(right string) {
	figures := figuresIn(plainText.Replace(right))
	for _, c := range k.calls {
		if !c.own {
			continue
		}
		for _, t := range c.things() {
			for i := range t.fields {
				f := &t.fields[i]
				for _, v := range f.figures {
					at := slices.IndexFunc(figures, func(g figure) bool { return g.kind == aNumber && v.kind == aNumber && g.n == v.n })
					if at >= 0 {
						f.money = figures[at].money
					}
				}
			}
		}
	}
}

// general reports whether the mission is about general knowledge, so that nothing that was
// shown says what is true.
func (r *reading) general() bool {
	m := &r.entry.Missions[r.mission]
	return len(m.Calls) == 0 && (m.Chat == nil || slices.Contains([]mission.ChatKind{mission.ChatFact, mission.ChatKnowledge, mission.ChatNearMiss, mission.ChatOptions}, m.Chat.Kind))
}

// untrue returns the first thing that the reply says and that is not so.
func (r *reading) untrue() string {
	for _, check := range []func() string{r.strangeCode, r.denied, r.claimed} {
		if why := check(); why != "" {
			return why
		}
	}
	if r.general() {
		return ""
	}
	for _, s := range r.stated {
		if why := r.crossed(s); why != "" {
			return why
		}
		for i := range s.figures {
			if why := r.wrongFigure(s, i); why != "" {
				return fmt.Sprintf("%q: %s", strings.TrimSpace(s.figures[i].text), why)
			}
		}
		for _, check := range []func(*statement) string{r.mixed, r.misplaced, r.otherText, r.otherReference, r.wrongState, r.wrongTruth, r.strangeMatter} {
			if why := check(s); why != "" {
				return why
			}
		}
	}
	return ""
}

// halves matches lengths such as "five and a half hours" and "an hour and three quarters".
var halves = regexp.MustCompile(`(?i)\b(an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)( hour| day| week| month| year)? and (a half|a quarter|three[ -]quarters)( hours?| days?| weeks?| months?| years?)?\b`)

// halved writes them with digits: "5.5 hours".
func halved(text string) string {
	if !strings.Contains(text, " and a half") && !strings.Contains(text, " quarter") {
		return text
	}
	numbers := []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	return halves.ReplaceAllStringFunc(text, func(match string) string {
		m := halves.FindStringSubmatch(match)
		unit := strings.TrimSuffix(cmp.Or(m[4], m[2]), "s")
		whole := slices.Index(numbers, strings.ToLower(m[1]))
		if n, err := strconv.Atoi(m[1]); err == nil {
			whole = n
		} else if whole < 0 {
			whole = 1 // "an hour and a half"
		}
		if unit == "" {
			return match
		}
		part := map[byte]string{'h': "5", 'q': "25"}[m[3][2]]
		return fmt.Sprintf("%d.%s%ss", whole, cmp.Or(part, "75"), unit)
	})
}
