package proof

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchyard/mission"
)

// knownThings is what the agent knows when it replies: what was said, what tools were
// asked, and what they answered.
type knownThings struct {
	scan
	texts   []string // folded
	longest int      // the length of the longest list so far: "the third of them" must exist
}

func (k *knownThings) say(t text) {
	k.add(t.raw)
	k.texts = append(k.texts, t.fold)
}

func (k *knownThings) holds(words string) bool {
	for i := len(k.texts) - 1; i >= 0; i-- {
		if holds(k.texts[i], words) {
			return true
		}
	}
	return false
}

// proveFaithful proves that a closing reply says nothing that the agent does not know,
// and keeps all identifiers that were observed.
func (v *view) proveFaithful(m *missionView) {
	v.proveKnown(m)
	v.proveCounts(m)
	v.proveIdentifiers(m)
	if m.at+1 < len(v.missions) {
		v.known.say(m.reply)
	}
}

// learn begins what is known with what is known before anything is said.
func (v *view) learn() {
	if v.known != nil {
		return
	}
	v.known = &knownThings{}
	v.known.say(newText(v.entry.Environment.Now))
	for _, f := range v.entry.Toolset.Facts {
		v.known.say(newText(f))
	}
}

// proveKnown proves that a closing reply says nothing that the agent does not know.
func (v *view) proveKnown(m *missionView) {
	v.learn()
	k := v.known
	k.say(m.request)
	for q := range m.asked {
		k.say(m.asked[q])
		k.say(m.replies[q])
	}
	var scalars strings.Builder
	note := func(s string) {
		scalars.WriteString(s)
		scalars.WriteByte('\n')
	}
	for c := range m.calls {
		k.addValue(m.calls[c].arguments, note)
		k.addValue(m.calls[c].observation, note)
		k.longest = max(k.longest, longestList(m.calls[c].observation))
	}
	if len(m.calls) > 0 {
		put(&k.numbers, float64(len(m.calls)))
		k.texts = append(k.texts, foldLines(scalars.String()))
	}
	chat := m.Mission.Chat
	onlyCodes := len(m.calls) == 0 && (chat == nil || chat.Kind == mission.ChatKnowledge || chat.Kind == mission.ChatNearMiss || chat.Kind == mission.ChatOptions)
	if chat != nil && chat.Compare != nil {
		v.knowDifference(m, chat.Compare)
	}
	factsIn(m.reply.raw, func(f fact) bool {
		if k.knows(f) || k.allows(f, v) || (onlyCodes && !isIdentifier(f)) || k.holds(f.words) {
			return true
		}
		v.report(m, TextFaithful, "/reply", "%q stands in no observation, argument or earlier text", f.words)
		return false
	})
}

// foldLines folds each line separately, so that no words are found across two values.
func foldLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = fold(lines[i])
	}
	return strings.Join(lines, "\n")
}

func longestList(v any) int {
	longest := 0
	switch v := v.(type) {
	case map[string]any:
		for _, item := range v {
			longest = max(longest, longestList(item))
		}
	case []any:
		longest = len(v)
		for _, item := range v {
			longest = max(longest, longestList(item))
		}
	}
	return longest
}

// allows reports whether a number needs no proof: it is a place in a list ("option 2"),
// the end of a scale ("4.5 out of 5"), the hours or minutes of a known number of
// minutes, or a day of a range with a known date.
func (k *knownThings) allows(f fact, v *view) bool {
	if f.kind != aNumber || f.n != math.Trunc(f.n) {
		return false
	}
	if f.n >= 1 && int(f.n) <= k.longest && (naming[f.before] || strings.HasPrefix(f.words, "#") || v.fills(f.before) && !filler[f.before]) {
		return true
	}
	scale := f.n == 5 || f.n == 10 || f.n == 100
	switch {
	case scale && (f.before == "of" || strings.Contains(f.words, "/")): // 4.5 out of 5
		return true
	case hourWords[f.after], strings.HasSuffix(f.words, "h"):
		for n := range k.numbers {
			if n >= 60 && math.Trunc(n/60) == f.n {
				return true
			}
		}
	case minuteWords[f.after], strings.HasSuffix(f.words, "m"), strings.HasSuffix(f.words, "min"):
		for n := range k.numbers {
			if n >= 60 && math.Mod(n, 60) == f.n {
				return true
			}
		}
	}
	if f.n >= 1 && f.n <= 31 {
		month := months[f.before]
		if month == 0 {
			month = months[f.after]
		}
		for md := range k.monthDays {
			if md%100 != int(f.n) {
				continue
			}
			if md/100 == int(month) || month == 0 && (f.after == "to" || f.after == "and" || strings.Contains(f.words, "-")) {
				return true
			}
		}
	}
	return false
}

var (
	hourWords   = set("h hr hrs hour hours")
	minuteWords = set("m min mins minute minutes")
)

// isIdentifier reports whether a fact is a code that is hardly general knowledge: it has
// letters and at least three digits.
func isIdentifier(f fact) bool {
	letters, numerals := 0, 0
	for i := range len(f.words) {
		switch {
		case isDigit(f.words[i]):
			numerals++
		case isLetter(f.words[i]):
			letters++
		}
	}
	return f.kind == aCode && letters > 0 && numerals > 2 && len(f.words) > 4 && !strings.Contains(f.words, " ")
}

// knowDifference adds the difference between two compared items.
func (v *view) knowDifference(m *missionView, c *mission.CompareClaim) {
	if len(c.Items) != 2 {
		return
	}
	var n [2]float64
	for i, item := range c.Items {
		value, _ := attribute(v.compared(m, c, item), c.By)
		r, ok := parseRat(spell(value))
		if !ok {
			return
		}
		n[i], _ = r.Float64()
	}
	put(&v.known.numbers, math.Round(math.Abs(n[0]-n[1])*1e6)/1e6)
}

// proveCounts proves numbers in words before a noun of the toolset, as in "I found three
// flights".
func (v *view) proveCounts(m *missionView) {
	if len(m.calls) == 0 {
		return
	}
	list := strings.Fields(m.reply.fold)
	for i := 0; i+1 < len(list); i++ {
		n, ok := ones[list[i]]
		if !ok || n < 2 || v.known.numbers[float64(n)] {
			continue
		}
		noun, _ := bareNoun(list[i+1])
		for j := range v.entry.Toolset.Entities {
			if noun == fold(v.entry.Toolset.Entities[j].Plural) && !v.known.holds(list[i]+" "+noun) {
				v.report(m, TextFaithful, "/reply", "there are not %s %s", list[i], noun)
				return
			}
		}
	}
}

// proveIdentifiers proves that the closing reply keeps all identifiers that were observed. A list
// that nobody asked to see and that only served to choose may be kept back as a whole.
func (v *view) proveIdentifiers(m *missionView) {
	last := m.at == len(v.missions)-1
	for c := range m.calls {
		if m.calls[c].Status >= 400 {
			continue
		}
		var untold []map[string]any
		if v.own == nil || !last {
			untold = v.keptBack(m, c)
		}
		if lost := v.lostIn(m, m.calls[c].observation, last, untold); lost != "" {
			v.report(m, TextIdentifiers, "/reply", "the reply does not say %s, which call %d answered", lost, c)
			return
		}
	}
}

// keptBack returns the other things of a list from which another call took something, if the
// request does not name such things in the plural, and the closing reply tells of none of them.
func (v *view) keptBack(m *missionView, c int) []map[string]any {
	taken := map[string]bool{}
	for k := range m.calls {
		for _, s := range m.calls[k].Sources {
			if s.Kind == mission.FromObservation && s.Mission == m.at && s.Call == c && k != c {
				if value, ok := resolve(m.calls[c].observation, s.At); ok {
					taken[spell(value)] = true
				}
			}
		}
	}
	if len(taken) == 0 {
		return nil
	}
	result, _ := m.calls[c].observation.(map[string]any)
	rows, _ := rowsOf(result)
	var others []map[string]any
	known := map[string]bool{} // what may be told of the things that were taken
	for _, row := range rows {
		if !slices.ContainsFunc(collect(row, v.identifies, nil), func(id any) bool { return taken[spell(id)] }) {
			others = append(others, row)
			continue
		}
		for _, value := range collect(row, func(string) bool { return true }, nil) {
			known[spell(value)] = true
		}
	}
	asked := slices.ContainsFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool {
		return slices.ContainsFunc(rows, func(row map[string]any) bool { return row[e.ID] != nil }) && m.request.holds(e.Plural)
	})
	if asked || slices.ContainsFunc(others, func(row map[string]any) bool { return v.tellsOf(m, row, known) }) {
		return nil
	}
	return others
}

// tellsOf reports whether the closing reply of a mission tells of a thing: its identifier, a name,
// or two of its other values, but for those that are known otherwise.
func (v *view) tellsOf(m *missionView, row map[string]any, known map[string]bool) bool {
	told := 0
	for key, value := range row {
		text := spell(value)
		if text == "" || known[text] || !m.reply.holds(text) || m.request.holds(text) {
			continue
		}
		switch {
		case v.identifies(key), isString(value) && readsAsName(text):
			return true
		case len(text) > 1: // a single figure is soon somewhere
			told++
		}
	}
	return told > 1
}

// readsAsName reports whether a text reads as a name or a title: "Customer survey", "Ann Lee".
func readsAsName(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	return (unicode.IsUpper(first) || strings.Contains(text, " ")) && unicode.IsLetter(last)
}

// collect adds to a list the different scalars of a document that have certain keys.
func collect(doc any, key func(string) bool, list []any) []any {
	switch doc := doc.(type) {
	case []any:
		for _, item := range doc {
			list = collect(item, key, list)
		}
	case map[string]any:
		for _, k := range sortedKeys(doc) {
			switch value := doc[k].(type) {
			case map[string]any, []any:
				list = collect(value, key, list)
			case string, json.Number:
				if key(k) && !slices.ContainsFunc(list, func(have any) bool { return equal(have, value) }) {
					list = append(list, value)
				}
			}
		}
	}
	return list
}

// identifies reports whether a key holds the identifier of a thing.
func (v *view) identifies(key string) bool {
	return slices.ContainsFunc(v.entry.Toolset.Entities, func(e mission.Entity) bool { return e.ID == key })
}

// lostIn returns an identifier of an observation that the closing reply of a mission
// does not say, or "". That of a thing that is kept back need not be said. In the place of the last
// reply, a text may lose what that reply did.
func (v *view) lostIn(m *missionView, doc any, last bool, untold []map[string]any) string {
	kept := func(id any) bool {
		return slices.ContainsFunc(untold, func(row map[string]any) bool {
			return slices.ContainsFunc(collect(row, v.identifies, nil), func(have any) bool { return equal(have, id) })
		})
	}
	for _, id := range collect(doc, v.identifies, nil) {
		if !m.reply.holds(spell(id)) && !kept(id) && !(last && v.own != nil && !newText(*v.own).holds(spell(id))) {
			return spell(id)
		}
	}
	return ""
}
