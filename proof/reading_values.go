package proof

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveValues proves that "there", "that day" and "the same city" mean one value.
func (v *view) proveValues(r *referring) {
	for i := range r.list {
		noun, n := v.valueNoun(r.list[i:])
		if n == 0 || noun == "there" && r.isDummy(i) || noun == "time" && r.isIdiom(i, n) {
			continue
		}
		why := v.otherValue(r, i, n, noun)
		if why == "" && noun == "there" {
			why = v.unplaced(r, noun)
		}
		if why != "" {
			v.report(r.missionView, ReadingValue, "/request", "%s", why)
			return
		}
	}
}

// plainNouns are nouns of values that may stand behind "that".
var plainNouns = set(`day date month time city town place country region district building office address person department team evening colour color
	name destination account address mailbox project topic airline menu occasion purpose device group channel template status`)

// afterSame are words behind "the same" that are no nouns of values.
var afterSame = set("again but once for in with at on thing as way and or to from without only")

// valueNoun reads "there", "that day" or "the same city" at the front of the words. The
// noun is the last of it: "days" of "the same number of days".
func (v *view) valueNoun(list []span) (noun string, n int) {
	switch w := list[0].word; {
	case w == "there":
		return "there", 1
	case pointers[w] && len(list) > 1 && list[1].word != "same":
		if plainNouns[list[1].word] && !v.isEntity(list[1].word) && !(w == "this" && list[1].word == "time") {
			return list[1].word, 2
		}
		return "", 0
	case w == "same":
	default:
		return "", 0
	}
	if len(list) < 2 || afterSame[list[1].word] || list[0].stop {
		return "", 0
	}
	n = 2
	if n+1 < len(list) && list[n].word == "of" && !list[n-1].stop {
		n += 2
	}
	for n < len(list) && n < 4 && !list[n-1].stop && v.isPart(list[n-1].word, list[n].word) { // "paper size"
		n++
	}
	if n == 4 && joinWords(wordsOf(list[1:n])) == "time of day" {
		return "time", n
	}
	if noun = list[n-1].word; v.isEntity(joinWords(wordsOf(list[1:n]))) {
		return "", 0 // a thing
	}
	return noun, n
}

func (v *view) isEntity(noun string) bool {
	return slices.ContainsFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool { return fold(e.Name) == noun })
}

// isPart reports whether two words are the name of a parameter: "paper size".
func (v *view) isPart(first, second string) bool {
	for _, t := range v.tools {
		if t.params == nil || t.params.err != nil {
			continue
		}
		props, _ := child(t.params.doc, "properties")
		o, _ := props.(map[string]any)
		for name := range o {
			if hasRun(plainWords(splitName(name)), []string{first, second}) {
				return true
			}
		}
	}
	return false
}

// being are words beside which "there" is no place.
var being = set("is are was were be being been will would has have had can could might may must isn't aren't wasn't weren't")

// isDummy reports whether "there" at i is no place: "there is".
func (r *referring) isDummy(i int) bool {
	if i > 0 && being[r.list[i-1].word] && i+1 < len(r.list) && !r.list[i].stop && !leadTime[r.list[i+1].word] {
		return true
	}
	return i+1 < len(r.list) && !r.list[i].stop && being[r.list[i+1].word] || hasSuffixAny(r.list[i].word, "'s", "'re")
}

func hasSuffixAny(s string, list ...string) bool {
	return slices.ContainsFunc(list, func(end string) bool { return strings.HasSuffix(s, end) })
}

// isIdiom reports whether "at the same time" means "besides".
func (r *referring) isIdiom(i, n int) bool {
	return i >= 3 && r.list[i-2].word == "at" && (r.list[i-3].word == "and" || r.list[i-3].stop) && r.list[i+n-1].stop
}

// candidate is a value that words can mean.
type candidate struct {
	key     string // equal for the same value
	mission int
	call    int
	value   any
	text    string // the words that said it
}

// otherValue returns why words that point at a value can mean another one.
func (v *view) otherValue(r *referring, i, n int, noun string) string {
	place := r.list[i].start
	phrase := joinWords(wordsOf(r.list[i : i+n]))
	meant := v.valuesMeant(r, i, n, noun)
	meant = v.fitting(r, noun, v.narrowValues(r, i, meant))
	keys := map[string]bool{}
	for _, c := range meant {
		keys[c.key] = true
	}
	if len(keys) > 1 {
		other := slices.IndexFunc(meant, func(c candidate) bool { return c.key != meant[0].key })
		return fmt.Sprintf("%q can be %q or %q", phrase, meant[0].key, meant[other].key)
	}
	if len(keys) == 0 || echoed(meant, r.at) {
		return ""
	}
	for c := range r.calls {
		for s := range r.calls[c].Sources {
			src := &r.calls[c].Sources[s]
			if bound := src.Kind == mission.FromEarlier || src.Said == mission.FromEarlier; !bound {
				continue
			}
			if got, ok := v.candidateOf(r.missionView, c, s, noun); ok && !keys[got.key] && !v.takenElsewhere(r, c, s, noun, place) {
				return fmt.Sprintf("%q is %q, but the call takes %q", phrase, meant[0].key, got.key)
			}
		}
	}
	return ""
}

// fitting leaves out values that no parameter takes for which the noun can stand: "the
// same account" is no bank account where another number is needed.
func (v *view) fitting(r *referring, noun string, list []candidate) []candidate {
	var takers []*schemaFacts
	var pointers []string
	for c := range r.calls {
		for s := range r.calls[c].Sources {
			src := &r.calls[c].Sources[s]
			got, ok := v.candidateOf(r.missionView, c, s, noun)
			if !ok {
				continue
			}
			echo := slices.ContainsFunc(list, func(d candidate) bool { return d.mission == r.at && d.call != c && d.key == got.key })
			if echo || src.Kind == mission.FromEarlier || src.Said == mission.FromEarlier {
				takers, pointers = append(takers, r.calls[c].tool.params), append(pointers, src.Pointer)
			}
		}
	}
	if len(takers) == 0 {
		return nil // no call takes what the words mean
	}
	return slices.DeleteFunc(list, func(c candidate) bool {
		for i, t := range takers {
			if t.accepts(pointers[i], c.value) {
				return false
			}
		}
		return true
	})
}

// accepts reports whether a value is one of those that the schema lists for a parameter
// or fits its pattern.
func (f *schemaFacts) accepts(pointer string, value any) bool {
	schema, _ := f.parameter(pointer)
	if list, ok := schema["enum"].([]any); ok && !slices.ContainsFunc(list, func(have any) bool { return equal(have, value) }) {
		return false
	}
	s, isText := value.(string)
	pattern, ok := schema["pattern"].(string)
	if !ok || !isText {
		return true
	}
	re, err := regexp.Compile(pattern)
	return err != nil || re.MatchString(s)
}

// takenElsewhere reports whether the request points at a value of the kind more than
// once, so that another phrase, which can mean its value, may stand for the source.
func (v *view) takenElsewhere(r *referring, c, s int, noun string, place int) bool {
	for i := range r.list {
		if other, n := v.valueNoun(r.list[i:]); n > 0 && r.list[i].start != place {
			got, ok := v.candidateOf(r.missionView, c, s, other)
			if !ok || other == "there" && r.isDummy(i) {
				continue
			}
			meant := v.fitting(r, other, v.narrowValues(r, i, v.valuesMeant(r, i, n, other)))
			if len(meant) == 0 || slices.ContainsFunc(meant, func(d candidate) bool { return d.key == got.key }) {
				return true
			}
		}
	}
	return false
}

// valuesMeant lists the values that the n words at i can mean: those of the request that
// an anchor names; else those said before in this request; else those of the last
// mission; else those of all missions before.
func (v *view) valuesMeant(r *referring, i, n int, noun string) []candidate {
	anchored := func(fits func(anchor) bool) []candidate {
		for _, a := range r.anchors {
			if !fits(a) {
				continue
			}
			var list []candidate
			named := v.missionsNamed(r, a)
			if len(named) > 1 && r.Reference != nil && slices.Contains(named, r.Reference.Mission) {
				named = []int{r.Reference.Mission} // proveRequests looks at the others
			}
			for _, k := range named {
				list = append(list, v.valuesOf(r, k, noun)...)
			}
			if len(list) > 0 {
				return list
			}
		}
		return nil
	}
	if list := anchored(func(a anchor) bool { return !a.whole && a.first == i+n }); len(list) > 0 {
		return list
	}
	var own []candidate
	for c := range r.calls {
		for s := range r.calls[c].Sources {
			src := &r.calls[c].Sources[s]
			if src.Mission != r.at || src.Kind != mission.FromQuery && src.Said != mission.FromQuery {
				continue
			}
			at := find(r.request.fold, fold(src.Text), 0)
			if got, ok := v.candidateOf(r.missionView, c, s, noun); ok && at >= 0 && at < r.list[i].start {
				own = append(own, got)
			}
		}
	}
	own = v.withoutBound(r, own, noun)
	if len(own) > 0 || r.at == 0 {
		return own
	}
	if list := anchored(func(a anchor) bool { return a.whole }); len(list) > 0 {
		return list
	}
	if last := v.valuesOf(r, r.at-1, noun); len(last) > 0 && !(vague[noun] && len(v.missions[r.at-1].calls) == 0) {
		return last
	}
	var all []candidate
	for k := range r.at {
		all = append(all, v.valuesOf(r, k, noun)...)
	}
	return all
}

// vague are nouns that stand for any place or day. After a mission that needed no call they
// can mean the one of a request that is being dealt with, too.
var vague = set("there place location day date evening")

// shownAs adds to the values that mission k said others that its single results show under
// the names of parameters which take what the noun stands for: the other pickup, of a ride
// that was looked up.
func (v *view) shownAs(r *referring, k int, noun string, out []candidate) []candidate {
	for c := range r.calls {
		for s := range r.calls[c].Sources {
			src := &r.calls[c].Sources[s]
			if _, ok := v.candidateOf(r.missionView, c, s, noun); !ok || src.Kind != mission.FromEarlier && src.Said != mission.FromEarlier {
				continue
			}
			for d := range v.missions[k].calls {
				past := &v.missions[k].calls[d]
				value, ok := child(past.observation, top(src.Pointer))
				if !ok {
					value, ok = otherColour(r.calls[c].leaves, src.Pointer, past.observation)
				}
				if !ok || past.Status >= 400 || !isString(value) {
					continue
				}
				like := callView{Call: &mission.Call{Sources: []mission.Source{{Pointer: src.Pointer, Text: spell(value)}}}, tool: r.calls[c].tool, leaves: []leaf{{pointer: src.Pointer, value: value}}}
				said := slices.ContainsFunc(out, func(c candidate) bool { return equal(c.value, value) })
				if got, ok := v.candidateOf(&missionView{Mission: r.Mission, at: k, calls: []callView{like}}, 0, 0, noun); ok && !said {
					out = append(out, got)
				}
			}
		}
	}
	return out
}

// echoed reports whether two calls of mission k take the same of the values.
func echoed(list []candidate, k int) bool {
	return slices.ContainsFunc(list, func(c candidate) bool {
		return c.mission == k && slices.ContainsFunc(list, func(d candidate) bool { return d.mission == k && d.call != c.call && d.key == c.key })
	})
}

// withoutBound leaves out what is said of a call that also takes a value of the kind from
// before: in "from Zurich to the same city", Zurich is another city.
func (v *view) withoutBound(r *referring, own []candidate, noun string) []candidate {
	if echoed(own, r.at) {
		return own // the words stand for what the request says
	}
	return slices.DeleteFunc(own, func(c candidate) bool {
		for s := range r.calls[c.call].Sources {
			src := &r.calls[c.call].Sources[s]
			if got, ok := v.candidateOf(r.missionView, c.call, s, noun); ok && got.key != c.key && (src.Kind == mission.FromEarlier || src.Said == mission.FromEarlier) {
				return true
			}
		}
		return false
	})
}

// valuesOf lists the values of a kind that mission k said or took over.
func (v *view) valuesOf(r *referring, k int, noun string) []candidate {
	if k < 0 || k >= r.at {
		return nil
	}
	m := &v.missions[k]
	var out []candidate
	for c := range m.calls {
		for s := range m.calls[c].Sources {
			src := &m.calls[c].Sources[s]
			if src.Kind == mission.FromDefault || src.Kind == mission.FromObservation {
				continue
			}
			if got, ok := v.candidateOf(m, c, s, noun); ok {
				got.mission = k
				out = append(out, got)
			}
		}
	}
	if len(m.calls) > 0 {
		return v.shownAs(r, k, noun, out)
	}
	// A mission without calls: what it said shows in what other missions take, and it may
	// point at a value itself.
	pointing := v.referring(m)
	for i := range pointing.list {
		if other, n := v.valueNoun(pointing.list[i:]); n > 0 && other == noun && k > 0 && !(noun == "there" && pointing.isDummy(i)) {
			return v.valuesMeant(&pointing, i, n, noun)
		}
	}
	for j := range v.missions {
		other := &v.missions[j]
		for c := range other.calls {
			for s := range other.calls[c].Sources {
				src := &other.calls[c].Sources[s]
				got, ok := v.candidateOf(other, c, s, noun)
				here := src.Mission == k && j > k
				if ok && (here || j < r.at && m.request.holds(src.Text)) {
					got.mission = k
					out = append(out, got)
				}
			}
		}
	}
	return out
}

// narrowValues leaves out values that play another part: after "from Lisbon to Porto",
// "to the same city" is Porto.
func (v *view) narrowValues(r *referring, i int, list []candidate) []candidate {
	at := i - 1
	if at >= 0 && (r.list[at].word == "the" || r.list[at].word == "that") {
		at--
	}
	if at < 0 || r.list[at].word != "to" && r.list[at].word != "from" {
		return list
	}
	var out []candidate
	for _, c := range list {
		said := spans(v.missions[c.mission].request.fold)
		text := words(fold(c.text))
		for k := 1; k+len(text) <= len(said); k++ {
			if said[k-1].word == r.list[at].word && slices.Equal(wordsOf(said[k:k+len(text)]), text) {
				out = append(out, c)
				break
			}
		}
	}
	if len(out) == 0 {
		return list
	}
	return out
}

// candidateOf returns the value that a source gives, if the noun can stand for it.
func (v *view) candidateOf(m *missionView, c, s int, noun string) (candidate, bool) {
	call := &m.calls[c]
	src := &call.Sources[s]
	value, ok := leafAt(call.leaves, src.Pointer)
	if !ok || call.tool == nil || call.tool.params == nil || call.tool.params.err != nil {
		return candidate{}, false
	}
	key := spell(value)
	if in, _ := child(call.arguments, top(src.Pointer)); isList(in) && noun != "person" { // "the same recipients" are all of them
		key = spell(in)
	}
	schema, _ := call.tool.params.parameter(src.Pointer)
	about, _ := schema["description"].(string)
	name := plainWords(splitName(top(src.Pointer)))
	if last := lastStep(src.Pointer); last != "" && !isDigit(last[0]) {
		name = append(name, plainWords(splitName(last))...)
	}
	if src.Kind == mission.FromKnowledge {
		value = src.Text // Sicily, of which the call takes the coordinates
	}
	if !v.standsFor(noun, name, plainWords(about), value) || v.kindOf(top(src.Pointer)) >= 0 {
		return candidate{}, false
	}
	switch {
	case noun == "day" || noun == "date" || noun == "evening":
		key = key[:len("2006-01-02")]
	case noun == "time":
		key = key[len(key)-len("15:04"):]
	case src.Kind == mission.FromKnowledge:
		key = src.Text
	}
	return candidate{key: fold(key), mission: m.at, call: c, value: value, text: src.Text}, true
}

var (
	placeNames  = set("city cities town place pickup destination origin airport country region district street address building office location area island harbour port station")
	notPlaces   = set("email mail e name number code id price date time")
	ofBirth     = set("birth born birthday")
	personNames = set("name employee guest passenger customer person colleague patient traveller tenant holder recipient attendee participant driver owner")
	// groupNames name parameters that take several people.
	groupNames = set("names employees guests passengers customers people persons colleagues patients travellers tenants holders recipients attendees participants drivers owners members invitees")
)

func isList(v any) bool {
	_, ok := v.([]any)
	return ok
}

// standsFor reports whether a noun can stand for the value of a parameter with this name
// and description.
func (v *view) standsFor(noun string, name, about []string, value any) bool {
	s, isText := value.(string)
	has := func(list []string, words map[string]bool) bool {
		return slices.ContainsFunc(list, func(w string) bool { return words[w] })
	}
	nature := natureOfText(s)
	switch noun {
	case "day", "date", "evening":
		return isText && !has(name, ofBirth) && (nature == aMoment || nature == aDay && len(s) == len("2006-01-02"))
	case "time":
		return isText && (nature == aClock && len(s) == len("15:04") || nature == aMoment && len(s) == len("2006-01-02T15:04"))
	case "month":
		return isText && nature == aDay && len(s) == len("2006-01")
	case "there", "place", "location":
		return isText && nature == otherNature && (has(name, placeNames) && !has(name, notPlaces))
	case "city", "town":
		return isText && nature == otherNature && !has(name, notPlaces) && (slices.Contains(name, noun) || len(about) > 0 && (slices.Contains(about, noun) || slices.Contains(about, "airport")) && has(name, placeNames))
	case "person":
		return isText && (has(name, personNames) || has(name, groupNames)) && len(plainWords(s)) >= 2 && !slices.Contains(about, "place")
	case "colour", "color":
		return isText && (slices.Contains(name, "colour") || slices.Contains(name, "color"))
	case "people", "persons":
		return isText && has(name, groupNames)
	case "name", "customer", "employee", "guest", "passenger", "patient":
		return isText && has(name, personNames) && len(plainWords(s)) >= 2 && !slices.Contains(about, "place")
	}
	single := strings.TrimSuffix(noun, "s")
	return slices.Contains(name, noun) || slices.Contains(name, single) || slices.Contains(name, single+"s")
}
