package proof

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// A small world of films and plays. The oracle below knows it as numbers and counts
// candidates by brute force; the proofs see only the entry that is made of it.

type piece struct{ id, kind, day, starts, price, fee int }

func (s piece) name() string { return fmt.Sprintf("%s-%03d", []string{"FM", "PY"}[s.kind], s.id) }

// event is a call of an earlier mission: a list (several shows), one piece, or the weather
// of a city on a day.
type event struct {
	kind      int // 0 films, 1 plays, -1 weather
	shows     []piece
	city, day int
	listed    bool
	shown     int // the city that a look-up of a piece shows; -1 if it shows none
}

var (
	kinds    = []string{"film", "play"}
	townName = []string{"Lisbon", "Porto", "Faro"}
)

func smallToolset() mission.Toolset {
	t := mission.Toolset{Name: "small/shows"}
	for _, kind := range kinds {
		item := `{"type":"object","properties":{"` + kind + `_id":{"type":"string"},"day":{"type":"string"},"starts":{"type":"string"},"price":{"type":"number"},"fee":{"type":"number"}}}`
		t.Tools = append(t.Tools,
			mission.Tool{Name: "list_" + kind + "s", Thing: kind + "_id", Description: "Lists " + kind + "s.", Parameters: raw(`{"type":"object","properties":{"city":{"type":"string"},"date":{"type":"string","format":"date"}}}`),
				Returns: raw(`{"type":"object","properties":{"` + kind + `s":{"type":"array","items":` + item + `}}}`)},
			mission.Tool{Name: "get_" + kind, Thing: kind + "_id", Description: "Shows a " + kind + ".", Parameters: raw(`{"type":"object","properties":{"` + kind + `_id":{"type":"string"}}}`), Returns: raw(item)})
		e := mission.Entity{Name: kind, Plural: kind + "s", ID: kind + "_id"}
		for _, w := range smallWords {
			e.Comparisons = append(e.Comparisons, mission.Comparison{By: w.by, Order: w.order, Say: []string{w.form}})
		}
		t.Entities = append(t.Entities, e)
	}
	t.Tools = append(t.Tools, mission.Tool{Name: "get_weather", Description: "Tells the weather of a city.",
		Parameters: raw(`{"type":"object","properties":{"city":{"type":"string"},"date":{"type":"string","format":"date"}}}`)})
	return t
}

// reads gives a sortable number for each reading of a word.
type reads func(s piece, place int) int

func smallDay(s piece, _ int) int    { return s.day }
func smallStart(s piece, _ int) int  { return s.starts }
func smallMoment(s piece, _ int) int { return s.day*100 + s.starts }
func smallPrice(s piece, _ int) int  { return s.price }
func smallFee(s piece, _ int) int    { return s.fee }
func smallPlace(_ piece, p int) int  { return p }
func smallEnd(_ piece, p int) int    { return -p }

var smallWords = []struct {
	form, by string
	order    mission.Order
	readings []reads
}{
	{"cheapest {noun}", "price", mission.OrderMin, []reads{smallPrice, smallFee}},
	{"dearest {noun}", "price", mission.OrderMax, []reads{smallPrice, smallFee}},
	{"{noun} with the lowest price", "price", mission.OrderMin, []reads{smallPrice}},
	{"lowest {noun}", "price", mission.OrderMin, []reads{smallPrice, smallFee, smallEnd}},
	{"latest {noun}", "day", mission.OrderMax, []reads{smallDay, smallStart, smallMoment}},
	{"earliest {noun}", "starts", mission.OrderMin, []reads{smallDay, smallStart, smallMoment}},
	{"{noun} that starts first", "starts", mission.OrderMin, []reads{smallStart, smallMoment}},
	{"{noun} with the earliest starting time", "starts", mission.OrderMin, []reads{smallStart, smallMoment}},
	{"{noun} on the latest day", "day", mission.OrderMax, []reads{smallDay}},
	{"{noun} that comes last", "day", mission.OrderMax, []reads{smallDay, smallStart, smallMoment, smallPlace}},
}

// best lists the places of the shows that win by a reading; none if all are the same.
func best(shows []piece, read reads, most bool) (out []int) {
	for i := range shows {
		beaten, same := false, true
		for j := range shows {
			a, b := read(shows[i], i), read(shows[j], j)
			beaten = beaten || most && b > a || !most && b < a
			same = same && a == b
		}
		if same {
			return nil
		}
		if !beaten {
			out = append(out, i)
		}
	}
	return out
}

// story is a random conversation of small size.
type story struct {
	r        *rand.Rand
	missions [][]event
}

func newStory(r *rand.Rand) *story {
	s := &story{r: r}
	pool := make([]piece, 7)
	for i := range pool {
		pool[i] = piece{id: 100 + i, kind: i % 2, day: 20 + r.IntN(3), starts: 18 + r.IntN(3), price: 5 + r.IntN(4), fee: 1 + r.IntN(3)}
	}
	for range 1 + r.IntN(2) {
		var m []event
		for range 1 + r.IntN(2) {
			e := event{kind: r.IntN(3) - 1, city: r.IntN(len(townName)), day: 20 + r.IntN(2), shown: -1}
			if e.kind >= 0 {
				r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
				for _, p := range pool {
					if p.kind == e.kind {
						e.shows = append(e.shows, p)
					}
				}
				if e.listed = r.IntN(3) > 0; e.listed {
					e.shows = e.shows[:2+r.IntN(2)]
				} else {
					e.shows, e.shown = e.shows[:1], r.IntN(len(townName)+3)-3
				}
			}
			m = append(m, e)
		}
		s.missions = append(s.missions, m)
	}
	return s
}

// item writes a show as the tools answer it.
func (s piece) item() string {
	return fmt.Sprintf(`{"%s_id":%q,"day":"2026-07-%d","starts":"%d:00","price":%d,"fee":%d}`, kinds[s.kind], s.name(), s.day, s.starts, s.price, s.fee)
}

// entry writes the conversation, with m as its last mission.
func (s *story) entry(last mission.Mission) *mission.Entry {
	e := newEntry("small")
	e.Toolset = smallToolset()
	for k, events := range s.missions {
		m := mission.Mission{Type: mission.Multi, Request: "So:", Reply: "Here:"}
		for _, ev := range events {
			city, day := townName[ev.city], fmt.Sprintf("%d July 2026", ev.day)
			c := mission.Call{Status: 200, Arguments: raw(fmt.Sprintf(`{"city":%q,"date":"2026-07-%d"}`, city, ev.day)),
				Sources: []mission.Source{{Pointer: "/city", Kind: mission.FromQuery, Mission: k, Text: city}, {Pointer: "/date", Kind: mission.FromQuery, Mission: k, Text: day, Rule: mission.RuleDate}}}
			m.Request += " in " + city + " on " + day
			switch {
			case ev.kind < 0:
				c.Tool, c.Observation = "get_weather", raw(`{}`)
			case ev.listed:
				var items []string
				for _, sh := range ev.shows {
					items = append(items, sh.item())
					m.Reply += " " + sh.name()
				}
				c.Tool, c.Observation = "list_"+kinds[ev.kind]+"s", raw(`{"`+kinds[ev.kind]+`s":[`+strings.Join(items, ",")+`]}`)
			default:
				sh := ev.shows[0]
				m.Request = strings.TrimSuffix(m.Request, " in "+city+" on "+day) + " show " + sh.name()
				m.Reply += " " + sh.name()
				item := sh.item()
				if ev.shown >= 0 {
					item = strings.Replace(item, "{", fmt.Sprintf(`{"city":%q,`, townName[ev.shown]), 1)
				}
				c.Tool, c.Observation, c.Arguments = "get_"+kinds[ev.kind], raw(item), raw(`{"`+kinds[ev.kind]+`_id":"`+sh.name()+`"}`)
				c.Sources = []mission.Source{{Pointer: "/" + kinds[ev.kind] + "_id", Kind: mission.FromQuery, Mission: k, Text: sh.name()}}
			}
			m.Calls = append(m.Calls, c)
		}
		e.Missions = append(e.Missions, m)
	}
	e.Missions = append(e.Missions, last)
	return e
}

// scope lists the missions that words can point into: the last one if it has what fits,
// else all. Far words mean all.
func (s *story) scope(far bool, fits func(event) bool) (out []event) {
	n := len(s.missions)
	for _, ev := range s.missions[n-1] {
		if fits(ev) {
			out = append(out, ev)
		}
	}
	if len(out) > 0 && !far {
		return out
	}
	out = nil
	for _, m := range s.missions {
		for _, ev := range m {
			if fits(ev) {
				out = append(out, ev)
			}
		}
	}
	return out
}

// aim is a phrase for a thing of call c in mission k, and whether a reader can mean
// another.
type aim struct {
	mission mission.Mission
	clear   bool
	checks  []Check
}

// choose draws a phrase for an item of a list.
func (s *story) choose(k, c int) (aim, bool) {
	ev := s.missions[k][c]
	one, far := "one", ""
	if s.r.IntN(2) == 0 {
		one = kinds[ev.kind]
	}
	if s.r.IntN(4) == 0 {
		far = " from earlier"
	}
	ch := &mission.Choice{List: "/" + kinds[ev.kind] + "s"}
	at := s.r.IntN(len(ev.shows))
	var readings []reads
	n, most, back := 0, false, false
	if s.r.IntN(2) == 0 {
		w := smallWords[s.r.IntN(len(smallWords))]
		ch.By, ch.Order, readings, most = w.by, w.order, w.readings, w.order == mission.OrderMax
		gold := best(ev.shows, map[string]reads{"day": smallDay, "starts": smallStart, "price": smallPrice}[w.by], most)
		if len(gold) != 1 {
			return aim{}, false
		}
		at = gold[0]
		ch.Text = "the " + strings.ReplaceAll(w.form, "{noun}", one) + far
	} else {
		onList := []string{"", " on the list"}[s.r.IntN(2)]
		ch.Order, ch.N, n = mission.OrderFront, at+1, at
		ch.Text = "the " + []string{"first", "second", "third"}[at] + " " + one + onList + far
		if back = at == len(ev.shows)-1 && s.r.IntN(2) == 0; back {
			ch.Order, ch.N, n = mission.OrderBack, 1, 0
			ch.Text = "the last " + one + onList + far
		}
		if n == 0 && onList == "" {
			readings, most = []reads{smallDay, smallStart, smallMoment}, back
		}
	}
	clear, meant := true, false
	for _, other := range s.scope(far != "", func(e event) bool { return e.listed && (one == "one" || e.kind == ev.kind) }) {
		meant = meant || other.city == ev.city && other.day == ev.day && slices.Equal(other.shows, ev.shows)
		picked := make([][]int, 0, len(readings)+1)
		for _, read := range readings {
			picked = append(picked, best(other.shows, read, most))
		}
		switch {
		case ch.N > 0 && back:
			picked = append(picked, []int{len(other.shows) - 1})
		case ch.N > 0 && n < len(other.shows):
			picked = append(picked, []int{n})
		}
		for _, places := range picked {
			has := slices.ContainsFunc(places, func(i int) bool { return other.shows[i].name() == ev.shows[at].name() })
			clear = clear && (len(places) == 0 || has)
		}
	}
	switch {
	case ch.N == 0 && meant:
		clear = clear && s.bestOfAll(ev, at, ch, most)
	case ch.N > 0 && !strings.Contains(ch.Text, "list") && meant:
		clear = clear && s.mentioned(k, c, at, n, back) && !s.beside(k, c) && (one == "one" || inOrder(ev.shows, at))
	}
	id := kinds[ev.kind] + "_id"
	return aim{s.last("get_"+kinds[ev.kind], id, ev.shows[at].name(), "Show me "+ch.Text+".",
		mission.Source{Pointer: "/" + id, Kind: mission.FromShown, Mission: k, Call: c, At: fmt.Sprintf("%s/%d/%s", ch.List, at, id), Text: ev.shows[at].name(), Choice: ch}),
		clear, []Check{ReadingList, ReadingBest}}, true
}

// bestOfAll reports whether an item is the best of all lists of its kind, too.
func (s *story) bestOfAll(ev event, at int, ch *mission.Choice, most bool) bool {
	var all []piece
	for _, m := range s.missions {
		for _, other := range m {
			for _, sh := range other.shows {
				if other.listed && other.kind == ev.kind && !slices.Contains(all, sh) {
					all = append(all, sh)
				}
			}
		}
	}
	places := best(all, map[string]reads{"day": smallDay, "starts": smallStart, "price": smallPrice}[ch.By], most)
	return len(places) == 0 || slices.ContainsFunc(places, func(i int) bool { return all[i] == ev.shows[at] })
}

// beside reports whether a mission mentioned a piece of the kind that is not on the list.
func (s *story) beside(k, c int) bool {
	for _, e := range s.missions[k] {
		for _, sh := range e.shows {
			if e.kind == s.missions[k][c].kind && !slices.Contains(s.missions[k][c].shows, sh) {
				return true
			}
		}
	}
	return false
}

// inOrder reports whether as many items are before an item in time as on the list, if none
// is at the same time.
func inOrder(shows []piece, at int) bool {
	sooner, same := 0, 0
	for i := range shows {
		switch a, b := smallMoment(shows[i], i), smallMoment(shows[at], at); {
		case a < b:
			sooner++
		case a == b:
			same++
		}
	}
	return sooner <= at && at < sooner+same
}

// mentioned reports whether counting the items of the only list of a mission in the order
// in which its reply mentions them leads to the same one.
func (s *story) mentioned(k, c, at, n int, back bool) bool {
	var order []string
	lists := 0
	for _, e := range s.missions[k] {
		if e.listed {
			lists++
		}
		for _, sh := range e.shows {
			inList := slices.ContainsFunc(s.missions[k][c].shows, func(o piece) bool { return o.name() == sh.name() })
			if inList && !slices.Contains(order, sh.name()) {
				order = append(order, sh.name())
			}
		}
	}
	if back {
		n = len(order) - 1
	}
	return lists > 1 || order[n] == s.missions[k][c].shows[at].name()
}

// point draws a phrase for the one thing that a call showed.
func (s *story) point(k, c int) (aim, bool) {
	ev := s.missions[k][c]
	words := []string{"it", "that " + kinds[ev.kind], "the " + kinds[ev.kind] + " from earlier"}
	w := s.r.IntN(len(words))
	names := map[string]bool{}
	for _, other := range s.scope(w == 2, func(e event) bool { return e.kind >= 0 && (w == 0 || e.kind == ev.kind) }) {
		for _, sh := range other.shows {
			names[sh.name()] = true
		}
	}
	id := kinds[ev.kind] + "_id"
	return aim{s.last("get_"+kinds[ev.kind], id, ev.shows[0].name(), "Show me "+words[w]+" once more.",
		mission.Source{Pointer: "/" + id, Kind: mission.FromShown, Mission: k, Call: c, At: "/" + id, Text: ev.shows[0].name(), Choice: &mission.Choice{Order: mission.OrderOnly, Text: words[w]}}),
		len(names) == 1 && names[ev.shows[0].name()], []Check{ReadingThing}}, true
}

// same draws a phrase for the city of a call.
func (s *story) same(k, c int) (aim, bool) {
	ev := s.missions[k][c]
	words := []string{"there", "in the same city", "in that city"}[s.r.IntN(3)]
	cities := map[int]bool{}
	if anchor := s.r.IntN(4); anchor < 2 { // 0 the start, 1 a request about one kind of piece
		kind := s.r.IntN(2)
		words = "in the same city as " + [...]string{"at the start", "for the " + kinds[kind] + "s earlier"}[anchor]
		for j, events := range s.missions {
			about := slices.ContainsFunc(events, func(e event) bool { return e.kind == kind })
			for _, e := range events {
				if anchor == 0 && j == 0 || anchor == 1 && about {
					e.cities(cities)
				}
			}
		}
	}
	if len(cities) == 0 {
		for _, other := range s.scope(false, func(e event) bool { return e.kind < 0 || e.listed || e.shown >= 0 }) {
			other.cities(cities)
		}
	}
	return aim{s.last("get_weather", "city", townName[ev.city], "What is the weather "+words+"?",
		mission.Source{Pointer: "/city", Kind: mission.FromEarlier, Mission: k, Text: townName[ev.city]}),
		len(cities) == 1 && cities[ev.city], []Check{ReadingValue}}, true
}

// cities adds the cities that a call says or shows.
func (e event) cities(to map[int]bool) {
	switch {
	case e.kind < 0 || e.listed:
		to[e.city] = true
	case e.shown >= 0:
		to[e.shown] = true
	}
}

func (s *story) last(tool, name, value, request string, src mission.Source) mission.Mission {
	return mission.Mission{Type: mission.Single, Relation: mission.Implicit, Request: request, Reply: "Here.",
		Calls: []mission.Call{{Tool: tool, Status: 200, Arguments: raw(fmt.Sprintf(`{%q:%q}`, name, value)), Observation: raw(`{}`), Sources: []mission.Source{src}}}}
}

var exhaustive = flag.Bool("exhaustive", false, "draw many more small conversations")

// inWorlds compares a check with an oracle in small worlds, 40 times as many if the test is
// exhaustive. compare draws a world and says whether the words are clear in it. There must be
// enough worlds of both kinds; those that are not drawn do not count.
func inWorlds(t *testing.T, worlds uint64, compare func(seed uint64) (clear, drawn bool)) {
	t.Helper()
	if *exhaustive {
		worlds *= 40
	}
	n := map[bool]int{}
	for seed := range worlds {
		if clear, drawn := compare(seed); drawn {
			n[clear]++
		}
	}
	if n[true] < 50 || n[false] < 50 {
		t.Errorf("%d worlds in which the words are clear and %d others are too few", n[true], n[false])
	}
}

// TestReadingOracle draws small conversations with a phrase, and compares the proofs with
// a count of all candidates by brute force.
func TestReadingOracle(t *testing.T) {
	p := New()
	clear, open := map[Check]int{}, map[Check]int{}
	worlds := uint64(1200)
	if *exhaustive {
		worlds = 60_000
	}
	for seed := range worlds {
		s := newStory(rand.New(rand.NewPCG(seed, 17)))
		k := s.r.IntN(len(s.missions))
		c := s.r.IntN(len(s.missions[k]))
		ev := s.missions[k][c]
		draw := s.point
		switch {
		case ev.listed && s.r.IntN(4) > 0:
			draw = s.choose
		case ev.listed || ev.kind < 0:
			draw = s.same
		}
		a, ok := draw(k, c)
		if !ok {
			continue
		}
		var found []Problem
		for _, problem := range p.Entry(s.entry(a.mission)) {
			if slices.Contains(a.checks, problem.Check) {
				found = append(found, problem)
			}
			if problem.Check == SourceChoice {
				t.Fatalf("seed %d: %v", seed, problem)
			}
		}
		if a.clear != (len(found) == 0) {
			t.Fatalf("seed %d: the oracle says clear=%v of %q after %+v\nproofs: %v", seed, a.clear, a.mission.Request, s.missions, found)
		}
		if a.clear {
			clear[a.checks[0]]++
		} else {
			open[a.checks[0]]++
		}
	}
	for _, check := range []Check{ReadingList, ReadingThing, ReadingValue} {
		if clear[check] < 20 || open[check] < 20 {
			t.Errorf("%s: %d clear phrases and %d others are too few", check, clear[check], open[check])
		}
	}
}
