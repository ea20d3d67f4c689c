package infer

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/knowledge"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Values with one format everywhere, in the notation of valueRules.
const (
	makeUUID     = "pattern [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
	makeURL      = `pattern https://example\.(org|com|net)/(news|blog|docs|shop|events)/(spring|harbour|lamps|start|fair|garden)[2-9]`
	makeDomain   = `pattern (maple|harbour|green|north|river|amber)(books|cafe|field|wind|shop)\.example` // RFC 2606
	makeIPv4     = `pattern (192\.0\.2|198\.51\.100|203\.0\.113)\.[1-9][0-9]`                             // RFC 5737
	makeIPv6     = "pattern 2001:db8:[1-9a-f][0-9a-f]{3}::[1-9a-f][0-9a-f]"                               // RFC 3849
	makePassword = "pattern (Maple|Harbour|Lantern|Meadow)[1-9][0-9]{3}"
	makePeriod   = "pattern 2025-0[1-5]-(0[1-9]|1[0-9]|2[0-8]),2025-(0[7-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"
	makeColour   = "pattern #[0-9A-F]{6}"
	makeClock    = "pattern (0[7-9]|1[0-9]|20):(00|15|30|45):00"
	makeDigits   = "pattern [1-9][0-9]{5}"
)

// formatMakes says how values are made by the format in the schema: the formats of
// JSON Schema and OpenAPI, and others that people use.
var formatMakes = map[string]string{
	"date": "date", "full-date": "date", "date-time": "moment", "datetime": "moment", "iso8601": "moment", "time": makeClock, "partial-time": makeClock,
	"duration": "duration", "email": "is email", "idn-email": "is email",
	"hostname": makeDomain, "idn-hostname": makeDomain, "domain": makeDomain, "ipv4": makeIPv4, "ip": makeIPv4, "ip-address": makeIPv4, "ipv6": makeIPv6,
	"uri": makeURL, "url": makeURL, "iri": makeURL, "uri-reference": "urlPath", "iri-reference": "urlPath", "uri-template": "urlTemplate",
	"uuid": makeUUID, "guid": makeUUID, "json-pointer": "jsonPointer", "relative-json-pointer": "jsonPointer", "regex": "regex",
	"byte": "base64", "base64": "base64", "base64url": "base64", "binary": "document", "file": "document", "password": makePassword,
	"phone": "is phone", "phone-number": "is phone", "tel": "is phone", "telephone": "is phone", "color": makeColour, "colour": makeColour,
	"country": "known country", "country-code": "known country", "currency": "known currency", "language": "known language", "locale": "locale", "timezone": "timezone",
	"int32": makeDigits, "int64": makeDigits, "integer": makeDigits, "decimal": "pattern [1-9][0-9]\\.[0-9]{2}", "double": "pattern [1-9][0-9]\\.[0-9]{2}", "float": "pattern [1-9][0-9]\\.[0-9]{2}",
	"html": "html", "markdown": "markdown", "unix-time": makeUnix, "unixtime": makeUnix, "timestamp": makeUnix, "mac": "mac",
}

const makeUnix = "pattern 17[4-9][0-9]{7}"

// describedMakes says how values are made by what a description says about their
// format. The first that matches counts.
var describedMakes = []struct {
	says *regexp.Regexp
	make string
}{
	{regexp.MustCompile(`yyyy-mm-dd[t ]+'?hh|iso[- ]?8601[^.]{0,20}(date-?time|timestamp|date and time)|rfc ?3339`), "datetime"},
	{regexp.MustCompile(`yyyy-mm-dd ?, ?yyyy-mm-dd`), makePeriod},
	{regexp.MustCompile(`yyyy-mm-dd|iso[- ]?8601[^.]{0,20}date|date in iso|iso date`), "date"},
	{regexp.MustCompile(`mm/dd/yyyy`), "pattern (0[1-9]|1[0-2])/(1[0-9]|2[0-8])/2026"},
	{regexp.MustCompile(`dd/mm/yyyy`), "pattern (1[0-9]|2[0-8])/(0[1-9]|1[0-2])/2026"},
	{regexp.MustCompile(`dd\.mm\.yyyy`), `pattern (1[0-9]|2[0-8])\.(0[1-9]|1[0-2])\.2026`},
	{regexp.MustCompile(`dd-mm-yyyy`), "pattern (1[0-9]|2[0-8])-(0[1-9]|1[0-2])-2026"},
	{regexp.MustCompile(`yyyy/mm/dd`), "pattern 2026/(0[1-9]|1[0-2])/(1[0-9]|2[0-8])"},
	{regexp.MustCompile(`yyyymmdd`), "pattern 2026(0[1-9]|1[0-2])(1[0-9]|2[0-8])"},
	{regexp.MustCompile(`yyyy-mm\b`), "month"},
	{regexp.MustCompile(`hh:mm:ss`), makeClock},
	{regexp.MustCompile(`hh:mm|24-hour`), "time"},
	{regexp.MustCompile(`unix (time|epoch)|epoch (time|seconds)|seconds since`), makeUnix},
	{regexp.MustCompile(`alpha-?3|(three|3)[- ]letter (iso )?country|iso3\b`), "country3"},
	{regexp.MustCompile(`iso[- ]?3166|country code|alpha-?2|(two|2)[- ]letter (iso )?country`), "known country"},
	{regexp.MustCompile(`iso[- ]?4217|currency code|(three|3)[- ]letter currency`), "known currency"},
	{regexp.MustCompile(`bcp[- ]?47|locale (code|identifier)|\ben[-_]us\b`), "locale"},
	{regexp.MustCompile(`iso[- ]?639|language code|(two|2)[- ]letter language`), "known language"},
	{regexp.MustCompile(`airline[^.]{0,20}(iata|code)|iata[^.]{0,20}airline`), "airline"},
	{regexp.MustCompile(`icao[^.]{0,20}(airport|code)|airport[^.]{0,20}icao`), "icao"},
	{regexp.MustCompile(`iata|airport code`), "known airport"},
	{regexp.MustCompile(`ticker symbol|stock symbol|stock ticker`), "stock"},
	{regexp.MustCompile(`iana time|tz database|time ?zone (name|identifier)|olson`), "timezone"},
	{regexp.MustCompile(`hex(adecimal)? (colou?r|code)|colou?r in hex|#rrggbb|hex triplet`), makeColour},
	{regexp.MustCompile(`mime[- ]type|media type|content[- ]type`), "mime"},
	{regexp.MustCompile(`http (method|verb)`), "httpMethod"},
	{regexp.MustCompile(`semantic version|semver`), "pattern [1-4]\\.[0-9]\\.[1-9]"},
	{regexp.MustCompile(`\buuid\b|\bguid\b`), makeUUID},
	{regexp.MustCompile(`base ?64`), "base64"},
	{regexp.MustCompile(`sha-?256`), "pattern [0-9a-f]{64}"},
	{regexp.MustCompile(`sha-?1\b|commit hash`), "pattern [0-9a-f]{40}"},
	{regexp.MustCompile(`\bmd5\b`), "pattern [0-9a-f]{32}"},
	{regexp.MustCompile(`\bipv6 address\b`), makeIPv6},
	{regexp.MustCompile(`\bipv4\b|\bip address\b`), makeIPv4},
	{regexp.MustCompile(`mac address`), "mac"},
	{regexp.MustCompile(`cron expression`), "cron"},
	{regexp.MustCompile(`regular expression|\bregex\b`), "regex"},
	{regexp.MustCompile(`e\.164|phone number`), "is phone"},
}

// idDescribed matches descriptions of identifiers.
var idDescribed = regexp.MustCompile(`(?i)^(?:the |a |an )?(?:globally )?unique (?:identifier|id)s?\b|^(?:the |a |an )?(?:gid|guid|id|identifier)s? (?:of|for)\b|\bgids?\b|^[^.]{0,40}\blist of \w+ (?:identifiers|ids)\b`)

// likeMakes says how values are made that look like an example.
var likeMakes = []struct {
	like *regexp.Regexp
	make string
}{
	{regexp.MustCompile(`^\d{4}-\d\d-\d\d$`), "date"},
	{regexp.MustCompile(`^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?`), "datetime"},
	{regexp.MustCompile(`^\d{4}-\d\d$`), "month"},
	{regexp.MustCompile(`^\d\d?:\d\d$`), "time"},
	{regexp.MustCompile(`^\d\d:\d\d:\d\d$`), makeClock},
	{regexp.MustCompile(`^[\w.+-]+@[\w-]+\.\w+$`), "is email"},
	{regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-`), makeUUID},
	{regexp.MustCompile(`^\d{1,3}(\.\d{1,3}){3}$`), makeIPv4},
	{regexp.MustCompile(`^#[0-9a-fA-F]{6}$`), makeColour},
	{regexp.MustCompile(`^-?\d+\.\d+, ?-?\d+\.\d+$`), makeCoordinates},
	{regexp.MustCompile(`^\+\d[\d -]{6,}$`), "is phone"},
	{regexp.MustCompile(`^\d+\.\d+\.\d+$`), "pattern [1-4]\\.[0-9]\\.[1-9]"},
}

const makeCoordinates = `pattern (4[0-9]|5[0-9])\.[0-9]{4},(1[0-9]|[2-9])\.[0-9]{4}`

// formatOf says how values are made by the format in the schema; empty for an
// unknown format.
func formatOf(p *tools.Param) string {
	if p.Schema == nil || p.Type != "string" || p.Schema.Fields["format"] == nil {
		return ""
	}
	format, _ := p.Schema.Fields["format"].Value.(string)
	make := formatMakes[strings.ToLower(format)]
	about := strings.ToLower(p.About)
	if make == "moment" && strings.Contains(about, "yyyy-mm-dd") && !strings.Contains(about, "hh") {
		return "date" // days are good enough for what reads the format
	}
	return make
}

// describedAs says how values are made by what the description says about their
// format; empty if it says nothing.
func describedAs(p *tools.Param) string {
	if p.Type != "string" || p.About == "" {
		return ""
	}
	about := strings.ToLower(p.About[:min(len(p.About), 300)])
	for _, d := range describedMakes {
		if d.says.MatchString(about) {
			return d.make
		}
	}
	return ""
}

// agrees reports whether a rule by name makes values in the same format as other.
// The rule may then say more about them, for example that a day ends a range.
func agrees(rule *valueRule, other string) bool {
	if rule == nil {
		return false
	}
	kind, _, _ := strings.Cut(other, " ")
	switch {
	case rule.make == other:
		return true
	case kind == "date":
		return strings.HasPrefix(rule.make, "date ") || rule.make == "date"
	case other == makeURL:
		return strings.HasPrefix(rule.make, "pattern https")
	case other == makeDigits:
		return strings.HasPrefix(rule.make, "pattern [0-9]") || strings.HasPrefix(rule.make, "pattern [1-9]")
	case other == "locale":
		return rule.make == "known language"
	}
	return false
}

// likeExample says how values like an example are made; empty if only the example
// itself can be used.
func likeExample(p *tools.Param, h *paramHints, example string) string {
	for _, l := range likeMakes {
		if l.like.MatchString(example) {
			return l.make
		}
	}
	name := strings.Join(h.words, " ")
	for _, table := range []string{"currency", "country", "language", "airport"} {
		if strings.Contains(name, table) && knowledge.Is(table, example) {
			return "known " + table
		}
	}
	if strings.HasPrefix(example, "https://") || strings.HasPrefix(example, "http://") {
		return makeURL
	}
	if _, isCity := knowledge.Lookup("airport", example); isCity {
		return "is city"
	}
	return codeLike(example)
}

// codeLike makes a pattern from a code such as "AB-1234"; empty if the text is not
// a code. A code has digits and no blanks.
func codeLike(code string) string {
	if len(code) > 40 || !strings.ContainsAny(code, "0123456789") {
		return ""
	}
	var b strings.Builder
	b.WriteString("pattern ")
	for i, r := range code {
		switch {
		case r >= '1' && r <= '9' && i == 0:
			b.WriteString("[1-9]")
		case r >= '0' && r <= '9' && i > 0:
			b.WriteString("[0-9]")
		case r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', strings.ContainsRune("0-_/#:", r):
			b.WriteRune(r)
		case r == '.':
			b.WriteString(`\.`)
		default:
			return ""
		}
	}
	return b.String()
}

// joined matches descriptions of texts with several values.
var joined = regexp.MustCompile(`(?i)comma[- ]separated|separated (?:by|with) commas|comma[- ]delimited|\bcsv list\b`)

// severalOf makes texts of two or three values with commas.
func severalOf(one *tools.Values) *tools.Values {
	switch one.Kind {
	case tools.ValuePick:
		return joinedPick(one.Pick)
	case tools.ValuePattern:
		return &tools.Values{Kind: tools.ValuePattern, Text: "(?:" + one.Text + "),(?:" + one.Text + ")"}
	case tools.ValueKnown:
		var codes []any
		for _, name := range knowledge.Names(one.Text) {
			if code, ok := knowledge.Lookup(one.Text, name); ok && len(codes) < 24 {
				codes = append(codes, code)
			}
		}
		return joinedPick(codes)
	case tools.ValueCity:
		return joinedPick(picks["location"])
	case tools.ValuePerson:
		return &tools.Values{Kind: tools.ValuePattern, Text: "(Ana|Ben|Clara|Hugo) (Costa|Wolf|Novak|Silva),(Greta|Omar|Priya|Felix) (Meyer|Rossi|Chen|Larsen)"}
	case tools.ValueEmail:
		return &tools.Values{Kind: tools.ValuePattern, Text: `(ana|ben|clara|hugo)\.(costa|wolf|novak|silva)@mailbox\.org,(greta|omar|priya|felix)\.(meyer|rossi|chen|larsen)@postbox\.net`}
	}
	return nil
}

func joinedPick(list []any) *tools.Values {
	var texts []string
	for _, v := range list {
		if s, ok := v.(string); ok && !strings.Contains(s, ",") {
			texts = append(texts, s)
		}
	}
	n := len(texts)
	if n < 2 {
		return nil
	}
	v := &tools.Values{Kind: tools.ValuePick}
	for i, s := range texts {
		if pair := any(s + "," + texts[(i+1)%n]); !slices.Contains(v.Pick, pair) {
			v.Pick = append(v.Pick, pair)
		}
		if n > 2 && i%2 == 0 {
			v.Pick = append(v.Pick, any(s+","+texts[(i+1)%n]+","+texts[(i+2)%n]))
		}
	}
	return v
}

// general makes words and numbers for parameters about which nothing is known.
func (in *inference) general(t *tools.Tool, p *tools.Param, h *paramHints, spec *paramSpec) {
	if spec.make = "thing"; h.isName {
		spec.prep = "for"
	}
	if p.Type != "string" {
		spec.make = "int"
		if spec.values, spec.by = ofSize(p, p.Default), "default"; spec.values != nil {
			return
		}
		if l := limitsOf(p); l.hasLow && l.hasHigh && l.high-l.low <= 10000 {
			spec.by, spec.values = "bounds", &tools.Values{Kind: tools.ValueInt, Min: l.low, Max: l.high}
			return
		}
		if h.counts() {
			spec.by, spec.values = "count", in.made(t, p, "int 2-9")
			return
		}
		spec.make, spec.by = "thing", "number"
		spec.values = in.made(t, p, map[string]string{"integer": "int 5-80", "number": "number 1-40 1"}[p.Type])
		return
	}
	if h.isName || h.words[len(h.words)-1] == "name" {
		spec.by, spec.values = "name", namesOf(h.nameOf(in.facts[t]))
		return
	}
	spec.by, spec.values = "word", &tools.Values{Kind: tools.ValuePick, Pick: picks["thing"]}
	for _, w := range []string{h.words[len(h.words)-1], naming.Singular(h.words[len(h.words)-1])} {
		if slices.Contains(plainPicks, w) {
			spec.values.Pick, spec.by = picks[w], "name"
		}
	}
}

// plainPicks are lists whose words mean the same for every tool.
var plainPicks = strings.Fields("type action chart section label style device service channel role question metric report font season weekday direction material browser topic")

// counts reports whether the name is that of a number of things.
func (h *paramHints) counts() bool {
	first, last := h.words[0], h.words[len(h.words)-1]
	return slices.Contains([]string{"num", "nb", "number", "count", "total"}, first) && len(h.words) > 1 ||
		slices.Contains([]string{"count", "number", "num"}, last) || naming.Singular(last) != last && !strings.HasSuffix(last, "ss")
}

// nameOf is the noun of the thing that the parameter names.
func (h *paramHints) nameOf(f *naming.Facts) string {
	words := h.words
	if words[len(words)-1] == "name" || words[len(words)-1] == "title" {
		words = words[:len(words)-1]
	}
	if len(words) > 0 && !slices.Contains([]string{"new", "display", "full", "common"}, words[len(words)-1]) {
		return words[len(words)-1]
	}
	if f == nil {
		return ""
	}
	return f.Noun
}

// ofTime reports whether values of the kind are days or times.
func ofTime(make string) bool {
	kind, _, _ := strings.Cut(make, " ")
	return slices.Contains([]string{"date", "datetime", "time", "month"}, kind)
}

// Words of names that begin and end ranges of time.
var (
	opening = []string{"start", "begin", "from", "since", "after"}
	closing = []string{"end", "until", "before", "to", "till"}
)

// ends turns any day into the first or the last day of a range, if the name says
// so.
func (h *paramHints) ends(make string) string {
	if make != "date" {
		return make
	}
	switch {
	case slices.ContainsFunc(h.words, func(w string) bool { return slices.Contains(opening, w) }):
		return "date start"
	case slices.ContainsFunc(h.words, func(w string) bool { return slices.Contains(closing, w) }):
		return "date end"
	case h.words[0] == "due" || h.words[0] == "deadline":
		return "date future"
	}
	return make
}

// timed finds the words before a day or a moment: "from 4 May", "created before 4
// May", "with 4 May as the due date".
func (h *paramHints) timed(make string, s *paramSpec) {
	if !ofTime(make) && make != "moment" {
		return
	}
	last := h.words[len(h.words)-1]
	base := slices.DeleteFunc(slices.Clone(h.words), func(w string) bool {
		return slices.Contains([]string{"on", "at", "date", "time", "day", "datetime", "timestamp"}, w) || slices.Contains(opening, w) || slices.Contains(closing, w)
	})
	say := map[string]string{"after": "after", "since": "since", "before": "before", "until": "until", "from": "from", "to": "until"}[last]
	switch {
	case say != "" && len(base) == 1:
		s.prep, s.noun = base[0]+" "+say, "-"
		h.noun = naming.SpellAll(h.words)
	case len(base) == 0 && slices.ContainsFunc(h.words, func(w string) bool { return slices.Contains(opening, w) }):
		s.prep, s.noun = "from", "-"
	case len(base) == 0 && slices.ContainsFunc(h.words, func(w string) bool { return slices.Contains(closing, w) }):
		s.prep, s.noun = "until", "-"
	case len(base) == 0:
		s.prep = map[bool]string{true: "at"}[make == "moment"]
		s.noun = map[bool]string{true: "-", false: "day"}[make == "moment"]
	case len(base) < len(h.words) || base[0] == "deadline" || base[0] == "birthday":
		s.noun = naming.SpellAll(base) + map[bool]string{true: " time", false: " date"}[make == "moment" || make == "datetime" || make == "time"]
		if len(base) == 1 && slices.Contains([]string{"deadline", "birthday"}, base[0]) {
			s.noun = base[0]
		}
	}
}
