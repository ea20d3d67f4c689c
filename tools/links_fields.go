package tools

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/document"
)

// knownBy is the form in which something identifies a thing. Values go from one
// tool to another only in the same form: the number of an order is not its id.
type knownBy int

const (
	unknown knownBy = iota
	byID            // "id", "pet_id", "idMeal"
	byCode          // "station_code", "card_number"
	bySelf          // "isbn", "symbol": known by its own name everywhere
	byName          // the name of a thing, or a list of nothing but names
	byPlace         // "breed": the name of a thing by where it stands
)

var (
	idWords      = strings.Fields("id ids gid gids uuid uuids guid guids uid uids identifier identifiers")
	codeWords    = strings.Fields("code codes number no key slug ref reference tag")
	naturalWords = strings.Fields("isbn issn sku skus upc ean gtin asin barcode iata icao symbol symbols ticker tickers slug vin doi imdb isrc npi cnpj figi username handle hash sha hostname iban")
	// Codes and numbers that identify nothing which another tool would look up.
	noThings = strings.Fields("phone telephone mobile fax house street page status error response zip postal post area version season episode total row line sequence verification security access promo discount invite model part tax vat api registration serial dial calling pin license licence port build api")
)

// namingOf reads what the name of a field or a parameter says of an identifier:
// its form, and of what it is when the name tells.
func namingOf(name string) (form knownBy, noun string, words []string) {
	if m := bracketed.FindStringSubmatch(name); m != nil {
		name = m[1]
	}
	for _, w := range Words(name) {
		words = append(words, strings.ToLower(w))
	}
	if len(words) == 0 {
		return unknown, "", nil
	}
	last, head := words[len(words)-1], words[:len(words)-1]
	switch {
	case slices.Contains(idWords, last):
		return byID, singularOf(head), words
	case slices.Contains(idWords[:1], words[0]) && len(words) > 1:
		return byID, singularOf(words[1:]), words
	case len(words) == 1 && slices.Contains(naturalWords, last):
		return bySelf, singular(last), words
	case slices.Contains(codeWords, last) && (len(head) == 0 || !slices.Contains(noThings, head[len(head)-1])):
		return byCode, singularOf(head), words
	case words[0] == "str" && len(words) == 2:
		return byPlace, singularOf(words[1:]), words[1:]
	case last == "name" || last == "title":
		return byName, singularOf(head), words
	}
	return byPlace, singularOf(words), words
}

// singularOf makes a noun of words.
func singularOf(words []string) string {
	if len(words) == 0 {
		return ""
	}
	words = slices.Clone(words)
	words[len(words)-1] = singular(words[len(words)-1])
	return strings.Join(words, " ")
}

// saysID finds what a description says that a value identifies: "ID of the
// album", "the album's identifier", "album ID". The first group is the form.
var (
	saysIDOf = regexp.MustCompile(`(?i)\b(ids?|gids?|guids?|uuids?|identifiers?|codes?|names?|numbers?)(?: numbers?)? (?:of|for) (?:the|an?|each|one|another|some)? ?(?:specific |given |desired |requested |single |whole |unique )*([a-z][a-z-]*(?: [a-z][a-z-]*)?)`)
	saysID   = regexp.MustCompile(`(?i)\b([a-z]+)(?:'s)? (?:unique )?(ids?|gids?|identifiers?)\b`)
)

// stops end the noun of a description.
var stops = strings.Fields("to of for that whose which in on from by with as is you the a an and or at who into when where being this")

// describedForm reads a description for the form of an identifier and for what
// it is of.
func describedForm(about string) (form knownBy, noun string) {
	about = strings.ToValidUTF8(about[:min(len(about), 300)], "")
	if m := saysIDOf.FindStringSubmatch(about); m != nil {
		words := strings.Fields(strings.ToLower(m[2]))
		if len(words) > 1 && slices.Contains(stops, words[1]) {
			words = words[:1]
		}
		if slices.Contains(stops, words[0]) {
			return unknown, ""
		}
		form = byID
		switch strings.TrimSuffix(strings.ToLower(m[1]), "s") {
		case "code", "number":
			form = byCode
		case "name":
			form = byName
		}
		return form, singularOf(words)
	}
	if m := saysID.FindStringSubmatch(about); m != nil {
		if w := strings.ToLower(m[1]); !slices.Contains(stops, w) && !slices.Contains(vagueNouns, w) {
			return byID, singular(w)
		}
	}
	return unknown, ""
}

// vagueNouns stand before "ID" and say nothing of what it is of.
var vagueNouns = strings.Fields("unique numeric internal external global string integer valid optional its their your new same first list array comma separated request their numerical existing single target")

// toldField is an identifier in the answer of a tool.
type toldField struct {
	tool    *Tool
	field   string // JSON pointer, with * for any element
	form    knownBy
	nouns   []string // what it identifies, the plainest first
	typ     string   // JSON Schema type; empty where the source does not tell
	own     bool     // of the object that it stands in, not of another
	listed  bool     // that object is one of a list
	virtual bool     // the source tells no answer, but its effect does
}

// maxTold bounds the identifiers that are looked at in one answer.
const maxTold = 64

// fieldReader walks over the schema of an answer.
type fieldReader struct {
	tool *Tool
	told []*toldField
	seen int // schemas
}

// spot is where in an answer a schema stands.
type spot struct {
	path   string
	nouns  []string // of the thing, the plainest first
	plural bool     // the name of the field speaks of several
	listed bool     // it is one of a list
	top    bool     // nothing but envelopes around it
	depth  int
}

// fields finds the identifiers in the answer of a tool that is about the nouns.
func fields(t *Tool, nouns []string) []*toldField {
	r := fieldReader{tool: t}
	r.schema(t.answers, spot{nouns: nouns, plural: true, top: true})
	return r.told
}

func (r *fieldReader) schema(n *node, at spot) {
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
				r.note(&toldField{field: inside.path, form: byName, nouns: at.nouns, typ: typeIn(items, nil), own: true, listed: true})
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

// titleOf is the noun that a schema is called by.
func titleOf(n *node) string {
	title, _ := valueOf(n, "title").(string)
	if words := Words(title); len(words) > 0 && len(words) < 3 {
		return strings.ToLower(singularOf(words))
	}
	return ""
}

func valueOf(n *node, key string) any {
	if field := n.Fields[key]; field != nil {
		return field.Value
	}
	return nil
}

// scalar tells whether a schema is one of plain values.
func (r *fieldReader) scalar(n *node) bool {
	if n == nil || n.Kind != document.Object {
		return false
	}
	return n.Fields["properties"] == nil && n.Fields["items"] == nil && n.Fields["allOf"] == nil && n.Fields["anyOf"] == nil && n.Fields["oneOf"] == nil &&
		slices.Contains([]string{"string", "integer", "number"}, typeIn(n, nil))
}

// property reads one field of an object.
func (r *fieldReader) property(name string, n *node, at spot) {
	if n == nil || n.Kind != document.Object {
		return
	}
	form, noun, words := namingOf(name)
	path := at.path + "/" + pointerStep(name)
	if !r.scalar(n) {
		if items := n.Fields["items"]; form == byID && r.scalar(items) { // "shipment_ids"
			if noun != "" {
				r.note(&toldField{field: path + "/*", form: byID, nouns: []string{noun}, typ: typeIn(items, nil), listed: true})
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
	typ := typeIn(n, nil)
	if n.Fields["enum"] != nil || typ == "number" && form != byID || timely(n) {
		return
	}
	f := &toldField{field: path, form: form, typ: typ, listed: at.listed}
	switch {
	case form == unknown:
		return
	case noun == "" && form != bySelf, slices.Contains(at.nouns, noun) && form != byPlace: // "id" of a pet, "pet_id" of a pet
		f.own, f.nouns = true, at.nouns
	case noun == "parent" && form == byID:
		f.nouns = at.nouns
	default:
		f.nouns = []string{noun}
	}
	if also, of := describedForm(textOf(n, "description")); also == byID && form != byID && of != "" {
		f.form, f.nouns = byID, []string{of}
	}
	if len(f.nouns) > 0 {
		r.note(f)
	}
}

func textOf(n *node, key string) string {
	text, _ := valueOf(n, key).(string)
	return text
}

// timely tells whether values are dates, addresses and the like, which identify
// nothing.
func timely(n *node) bool {
	return slices.Contains([]string{"date", "date-time", "time", "email", "uri", "url", "duration", "ipv4", "ipv6", "password", "byte", "binary"}, textOf(n, "format"))
}

// weakNouns say what a thing is only together with what it is part of.
var weakNouns = strings.Fields("item line entry record option value row part step node object element detail position")

// wrapper tells whether a field only wraps what is spoken of: the envelope of an
// answer, the items of tracks, the node of an edge.
func (at spot) wrapper(words []string) bool {
	word := strings.Join(words, " ")
	switch {
	case at.top && !at.listed:
		return slices.Contains(envelopes, word)
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
