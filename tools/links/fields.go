package links

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Form is how something identifies a thing. A value can usually be passed on
// only in the same form: the number of an order is not its id.
type Form int

// The forms.
const (
	Unknown Form = iota
	ByID         // "id", "pet_id", "idMeal"
	ByCode       // "station_code", "card_number"
	BySelf       // "isbn", "symbol": a kind of identifier that has a name of its own
	ByName       // the name of a thing, or a list of nothing but names
	ByPlace      // "breed": any other word; it may be the word for a thing, and the value its name
)

var (
	codeWords    = strings.Fields("code codes number no key slug ref reference tag")
	naturalWords = strings.Fields("isbn issn sku skus upc ean gtin asin barcode iata icao symbol symbols ticker tickers slug vin doi imdb isrc npi cnpj figi username handle hash sha hostname iban")
	// Codes and numbers that identify nothing which another tool would look up.
	noThings = strings.Fields("phone telephone mobile fax house street page status error response zip postal post area version season episode total row line sequence verification security access promo discount invite model part tax vat api registration serial dial calling pin license licence port build api")
	// Addresses are followed, not looked up, and a first name is half a name.
	addressWords = strings.Fields("url urls uri uris link links href")
	partsOfNames = strings.Fields("first last middle given family maiden sur nick full display")
)

// namingOf reads the form of an identifier from the name of a field or a parameter,
// and the noun of the thing if the name has one.
func namingOf(name string) (form Form, noun string, words []string) {
	for _, w := range naming.Words(naming.InnerName(name)) {
		words = append(words, strings.ToLower(w))
	}
	if len(words) == 0 {
		return Unknown, "", nil
	}
	last, head := words[len(words)-1], words[:len(words)-1]
	switch {
	case slices.Contains(addressWords, last), last == "name" && len(head) > 0 && slices.Contains(partsOfNames, head[len(head)-1]):
		return Unknown, "", words
	case slices.Contains(naming.IDWords, last):
		return ByID, singularOf(head), words
	case slices.Contains(naming.IDWords[:1], words[0]) && len(words) > 1:
		return ByID, singularOf(words[1:]), words
	case len(words) == 1 && slices.Contains(naturalWords, last):
		return BySelf, naming.Singular(last), words
	case slices.Contains(codeWords, last) && (len(head) == 0 || !slices.Contains(noThings, head[len(head)-1])):
		return ByCode, singularOf(head), words
	case words[0] == "str" && len(words) == 2:
		return ByPlace, singularOf(words[1:]), words[1:]
	case last == "name" || last == "title":
		return ByName, singularOf(head), words
	}
	return ByPlace, singularOf(words), words
}

// singularOf makes a noun from words.
func singularOf(words []string) string {
	if len(words) == 0 {
		return ""
	}
	words = slices.Clone(words)
	words[len(words)-1] = naming.Singular(words[len(words)-1])
	return strings.Join(words, " ")
}

// These match descriptions of identifiers: "ID of the album", "the album's
// identifier", "album ID".
var (
	saysIDOf = regexp.MustCompile(`(?i)\b(ids?|gids?|guids?|uuids?|identifiers?|codes?|names?|numbers?)(?: numbers?)? (?:of|for) (?:the|an?|each|one|another|some)? ?(?:specific |given |desired |requested |single |whole |unique )*([a-z][a-z-]*(?: [a-z][a-z-]*){0,3})`)
	saysID   = regexp.MustCompile(`(?i)\b([a-z]+)(?:'s)? (?:unique )?(ids?|gids?|identifiers?)\b`)
)

// stops are words that end the noun in a description.
var stops = strings.Fields("to of for that whose which in on from by with as is you the a an and or at who into when where being this")

// describedForm reads the form of an identifier and the noun of the thing from a
// description.
func describedForm(about string) (form Form, noun string) {
	about = strings.ToValidUTF8(about[:min(len(about), 300)], "")
	for sentence := range strings.SplitSeq(about, ". ") {
		if form, noun = describedIn(sentence); form != Unknown {
			break
		}
	}
	return form, noun
}

func describedIn(about string) (form Form, noun string) {
	if strings.Contains(about, " not ") {
		return Unknown, "" // "this does not include the name of the user"
	}
	if m := saysIDOf.FindStringSubmatch(about); m != nil {
		words := strings.Fields(strings.ToLower(m[2]))
		if end := slices.IndexFunc(words, func(w string) bool { return slices.Contains(stops, w) }); end >= 0 {
			words = words[:end]
		}
		if len(words) == 0 {
			return Unknown, ""
		}
		form = ByID
		switch strings.TrimSuffix(strings.ToLower(m[1]), "s") {
		case "code", "number":
			form = ByCode
		case "name":
			form = ByName
		}
		if slices.Contains(anything, naming.Singular(words[0])) {
			return form, ""
		}
		return form, singularOf(words)
	}
	if m := saysID.FindStringSubmatch(about); m != nil {
		if w := strings.ToLower(m[1]); !slices.Contains(stops, w) && !slices.Contains(vagueNouns, w) {
			return ByID, naming.Singular(w)
		}
	}
	return Unknown, ""
}

// vagueNouns are words before "ID" that do not say what the ID is of.
var vagueNouns = strings.Fields("unique numeric internal external global string integer valid optional its their your new same first list array comma separated request their numerical existing single target")

// anything are words for unspecified things.
var anything = strings.Fields("object resource entity record thing")

// toldField is an identifier in the answer of a tool.
type toldField struct {
	tool    *tools.Tool
	field   string // JSON pointer, with * for any element
	form    Form
	nouns   []string // what it identifies, the plainest first
	typ     string   // JSON Schema type; empty if unknown
	own     bool     // it identifies the object that contains it
	listed  bool     // that object is in a list
	virtual float64  // the score of a field inferred from the effect of the tool; 0 for a described field
}

// The bounds of what is looked at: identifiers in one answer, and parameters of
// one tool.
const (
	maxTold  = 256
	maxTaken = 64
)

// fieldReader reads the schema of an answer.
type fieldReader struct {
	tool *tools.Tool
	told []*toldField
	seen int // schemas
}

// spot is the place of a schema in an answer.
type spot struct {
	path   string
	nouns  []string // of the thing, the plainest first
	plural bool     // the name of the field is a plural
	listed bool     // it is an item of a list
	top    bool     // only envelopes are around it
	depth  int
}

// fields finds the identifiers in the answer of a tool. nouns is what the tool is
// about.
func fields(t *tools.Tool, nouns []string) []*toldField {
	r := fieldReader{tool: t}
	r.schema(t.Answers, spot{nouns: nouns, plural: true, top: true})
	return r.told
}

func (r *fieldReader) schema(n *document.Node, at spot) {
	if r.seen++; n == nil || n.Kind != document.Object || at.depth > maxNesting || len(r.told) >= maxTold || r.seen > 2000 {
		return
	}
	at.depth++
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		if list := n.Fields[key]; list != nil {
			for _, part := range list.Items {
				r.schema(part, at)
			}
		}
	}
	if items := n.Fields["items"]; items != nil {
		if items.Kind == document.List && len(items.Items) > 0 {
			items = items.Items[0]
		}
		inside := at
		inside.path, inside.listed = at.path+"/*", true
		if r.scalar(items) {
			if len(at.nouns) > 0 && items.Fields["enum"] == nil && at.plural {
				r.note(&toldField{field: inside.path, form: ByName, nouns: at.nouns, typ: tools.TypeOf(items, nil), own: true, listed: true})
			}
		} else {
			r.schema(items, inside)
		}
	}
	if more := n.Fields["additionalProperties"]; more != nil && more.Kind == document.Object && !r.scalar(more) {
		inside := at
		inside.path, inside.listed = at.path+"/*", true
		r.schema(more, inside)
	}
	if props := n.Fields["properties"]; props != nil && props.Kind == document.Object {
		if title := titleOf(n); title != "" && at.top && !slices.Contains(at.nouns, title) {
			at.nouns = append(slices.Clone(at.nouns), title)
		}
		for _, name := range props.Keys {
			r.property(name, props.Fields[name], at)
		}
	}
}

// titleOf is the noun in the title of a schema.
func titleOf(n *document.Node) string {
	if words := naming.Words(n.TextAt("title")); len(words) > 0 && len(words) < 3 {
		return strings.ToLower(singularOf(words))
	}
	return ""
}

// scalar reports whether a schema is that of plain values.
func (r *fieldReader) scalar(n *document.Node) bool {
	if n == nil || n.Kind != document.Object {
		return false
	}
	return n.Fields["properties"] == nil && n.Fields["items"] == nil && n.Fields["allOf"] == nil && n.Fields["anyOf"] == nil && n.Fields["oneOf"] == nil &&
		slices.Contains([]string{"string", "integer", "number"}, tools.TypeOf(n, nil))
}

// property reads one field of an object.
func (r *fieldReader) property(name string, n *document.Node, at spot) {
	if n == nil || n.Kind != document.Object {
		return
	}
	form, noun, words := namingOf(name)
	path := at.path + "/" + jsonptr.Escape(name)
	if !r.scalar(n) {
		if items := n.Fields["items"]; form == ByID && r.scalar(items) { // "shipment_ids"
			if noun != "" {
				r.note(&toldField{field: path + "/*", form: ByID, nouns: []string{noun}, typ: tools.TypeOf(items, nil), listed: true})
			}
			return
		}
		inside := spot{path: path, nouns: at.nouns, plural: at.plural, listed: at.listed, top: at.top, depth: at.depth}
		if !at.wrapper(words) {
			inside.top, inside.listed, inside.plural = false, false, noun != strings.Join(words, " ")
			inside.nouns = []string{noun}
			if len(at.nouns) > 0 && !at.top {
				inside.nouns = append(inside.nouns, at.nouns[0]+" "+noun)
			} else if at.top && !at.listed && len(at.nouns) > 0 && slices.Contains(weakNouns, noun) {
				inside.nouns = append(inside.nouns, at.nouns[0]+" "+noun)
			}
			if noun == "parent" && len(at.nouns) > 0 { // of the same kind
				inside.nouns = at.nouns
			}
		}
		r.schema(n, inside)
		return
	}
	typ := tools.TypeOf(n, nil)
	if n.Fields["enum"] != nil || typ == "number" && form != ByID || timely(n) {
		return
	}
	f := &toldField{field: path, form: form, typ: typ, listed: at.listed}
	switch {
	case form == Unknown:
		return
	case noun == "" && form != BySelf, slices.Contains(at.nouns, noun) && form != ByPlace: // "id" of a pet, "pet_id" of a pet
		f.own, f.nouns = true, at.nouns
	case noun == "parent" && form == ByID:
		f.nouns = at.nouns
	default:
		f.nouns = []string{noun}
	}
	if also, of := describedForm(n.TextAt("description")); also == ByID && form != ByID && of != "" {
		f.form, f.nouns = ByID, []string{of}
	}
	if len(f.nouns) > 0 {
		r.note(f)
	}
}

// timely reports whether values are dates, addresses and the like, which identify
// nothing.
func timely(n *document.Node) bool {
	return slices.Contains([]string{"date", "date-time", "time", "email", "uri", "url", "duration", "ipv4", "ipv6", "password", "byte", "binary"}, n.TextAt("format"))
}

// weakNouns are nouns that need the noun of the whole: the item of an order.
var weakNouns = strings.Fields("item line entry record option value row part step node object element detail position")

// wrapper reports whether a field only wraps the thing: the envelope of an answer,
// the items of tracks, the node of an edge.
func (at spot) wrapper(words []string) bool {
	word := strings.Join(words, " ")
	switch {
	case at.top && !at.listed:
		return naming.Envelope(word)
	case slices.Contains([]string{"data", "results", "entries", "records", "edges", "content", "attributes"}, word):
		return true
	case word == "items":
		return at.plural && !at.listed
	}
	return at.listed && slices.Contains([]string{"item", "node", "resource", "record"}, word)
}

func (r *fieldReader) note(f *toldField) {
	if len(r.told) >= maxTold || slices.ContainsFunc(r.told, func(o *toldField) bool { return o.field == f.field }) {
		return
	}
	f.tool = r.tool
	r.told = append(r.told, f)
}

// surmised is what the undescribed answer of a tool must contain. A tool that lists
// or creates things returns their ids and names, and a description may say what an
// answer includes.
func (m *matcher) surmised(t *tools.Tool) []*toldField {
	f := m.facts[t]
	nouns := m.answered(t)
	field := func(form Form, sure float64, nouns ...string) *toldField {
		return &toldField{tool: t, form: form, nouns: nouns, own: true, virtual: sure}
	}
	var told []*toldField
	switch lists := m.lists(t, nouns); {
	case len(nouns) == 0 || m.knows(t, nouns) && !slices.Contains(seekVerbs, f.Verb):
		// whoever names a thing is not told of it
	case lists, m.does(t, tools.Create, naming.CreateVerbs):
		told = append(told, field(ByID, byEffectOnly, nouns...))
		if lists {
			told = append(told, field(ByName, byTheirNames, nouns...))
			told[0].listed, told[1].listed = true, true
		}
	case slices.Contains(naming.GetVerbs, f.Verb) && slices.Contains(titleWords, naming.LastWord(nouns[0])) && nouns[0] != naming.LastWord(nouns[0]):
		told = append(told, field(ByName, byTheirNames, strings.TrimSuffix(nouns[0], " "+naming.LastWord(nouns[0])))) // the title of a movie
	}
	for _, noun := range includedIn(f) {
		if !m.knows(t, []string{noun}) && len(told) < maxTold {
			told = append(told, field(ByID, byDescription, noun))
		}
	}
	return told
}

var (
	titleWords = strings.Fields("title name")
	seekVerbs  = strings.Fields("search find")
	// What has an order or a membership is a list of what it is made of.
	listWords = strings.Fields("ranking standing leaderboard roster directory catalog catalogue listing")
	// A recommendation is told for something, and is one of the same kind.
	likeWords = strings.Fields("recommendation suggestion")
)

// answered are the nouns of what a tool answers.
func (m *matcher) answered(t *tools.Tool) []string {
	nouns := m.nouns(t)
	f := m.facts[t]
	for i, noun := range nouns {
		if last := naming.LastWord(noun); slices.Contains(listWords, last) && last != noun {
			nouns[i] = strings.TrimSuffix(noun, " "+last)
		}
	}
	if m := informs.FindStringSubmatch(f.Text); m != nil && naming.HeadOf("the "+m[1]) != "" && slices.Contains(naming.GetVerbs, f.Verb) {
		nouns = kept(append(nouns, naming.HeadOf("the "+m[1]))...)
	}
	if f.Head != "" && (slices.Contains(naming.GetVerbs, f.Verb) || slices.Contains(naming.ListVerbs, f.Verb)) && !slices.Contains(listWords, f.Head) {
		nouns = kept(append(nouns, f.Head)...)
	}
	for _, noun := range nouns { // an MCU movie is a movie
		words := strings.Fields(noun)
		for len(words) > 1 && slices.Contains(m.brands[t], words[0]) {
			words = words[1:]
		}
		nouns = kept(append(nouns, strings.Join(words, " "))...)
	}
	return slices.DeleteFunc(nouns, func(n string) bool { return n == "result" })
}

// informs finds what information is about.
var informs = regexp.MustCompile(`\binformation (?:on|about) ([^.,;]*)`)

// lists reports whether a tool with an undescribed answer finds things.
func (m *matcher) lists(t *tools.Tool, nouns []string) bool {
	f := m.facts[t]
	if m.does(t, tools.List, naming.ListVerbs) {
		return true
	}
	stated := t.Effect != "" && t.Thing != ""
	if stated || !slices.Contains(naming.GetVerbs, f.Verb) || len(nouns) == 0 {
		return false
	}
	if slices.Contains(listWords, naming.Singular(naming.LastWord(f.Noun))) {
		return true
	}
	return (f.Plural || f.Head != "") && !slices.Contains(naming.MassNouns, naming.LastWord(nouns[0]))
}

// pointedAt reports whether the description says that the tool gets a certain
// thing.
func (m *matcher) pointedAt(t *tools.Tool, noun string) bool {
	return slices.ContainsFunc(given.FindAllStringSubmatch(m.facts[t].Text, 8), func(s []string) bool { return naming.HasWord(s[1], naming.LastWord(noun)) })
}

// addressed reports whether a tool takes the address, the path or another property
// of a thing, and so knows which thing is meant.
func addressed(t *tools.Tool, noun string) bool {
	return slices.ContainsFunc(t.Params, func(p *tools.Param) bool {
		words := naming.Words(p.Name)
		return p.Required && len(words) > 1 && strings.EqualFold(words[0], naming.LastWord(noun))
	})
}

// given finds what the caller gives according to a description.
var given = regexp.MustCompile(`\b(?:specified|given|specific|particular|certain|existing|single|desired|selected) ((?:[a-z-]+ ?){1,4})`)

// knows reports whether the caller must identify a thing with one of the nouns.
func (m *matcher) knows(t *tools.Tool, nouns []string) bool {
	return slices.ContainsFunc(m.inputs[t], func(in *takenParam) bool {
		return in.param.Required && slices.ContainsFunc(in.nouns[:1], func(n string) bool {
			return slices.ContainsFunc(nouns, func(o string) bool { return naming.Related(n, o) })
		})
	})
}

// includes finds where a description says what an answer includes.
var (
	includes  = regexp.MustCompile(`(?i)\b(?:information|details?|data|records?|content)\b[^.;]*?\b(?:including|includes|such as)\b([^.;]*)`)
	separates = regexp.MustCompile(`,|\band\b|\bor\b|\bas well as\b`)
	filters   = regexp.MustCompile(`(?i)\b(?:based on|according to|criteria|filters?|using|by)\b`)
)

// includedIn are nouns of what the answer includes according to the description.
func includedIn(f *naming.Facts) []string {
	match := includes.FindStringSubmatchIndex(f.Text)
	if match == nil || filters.MatchString(f.Text[match[0]:match[2]]) {
		return nil
	}
	var nouns []string
	for _, part := range separates.Split(f.Text[match[2]:match[3]], 24) {
		words := strings.FieldsFunc(part, func(r rune) bool { return r == ' ' || r == '\'' })
		words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(fillers, w) })
		for len(words) > 1 && slices.Contains(naming.InfoWords, words[len(words)-1]) {
			words = words[:len(words)-1]
		}
		if len(words) > 0 && len(words) < 4 {
			nouns = append(nouns, singularOf(words))
		}
	}
	return kept(nouns...)
}

// fillers are words before a noun that mean nothing.
var fillers = strings.Fields("the a an its their all any various other related basic current s of")

// sources are the remaining tools that may return the thing: they are about the
// thing and do not need to be told which one. There are none if several kinds of
// tools qualify.
func (m *matcher) sources(in *takenParam) []candidate {
	var list []candidate
	for _, t := range m.set.Tools {
		if t == in.tool || t.Answers != nil || m.does(t, tools.Delete, naming.DeleteVerbs) || m.does(t, tools.Update, naming.UpdateVerbs) || slices.Contains(judgeVerbs, m.facts[t].Verb) {
			continue
		}
		if nouns := m.answered(t); slices.Contains(nouns, in.nouns[0]) && !m.knows(t, nouns) && !m.pointedAt(t, in.nouns[0]) && !addressed(t, in.nouns[0]) {
			f := &toldField{tool: t, form: ByID, nouns: in.nouns[:1], own: true, virtual: byElimination}
			list = append(list, candidate{f, byElimination, in.nouns[0], true})
		}
	}
	return list
}

// judgeVerbs are verbs of tools that process what they are given.
var judgeVerbs = strings.Fields("check verify validate analyze calculate compute convert compare manage process set handle send identify extract monitor track authenticate login")
