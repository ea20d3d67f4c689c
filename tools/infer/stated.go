package infer

import (
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// The ways in which descriptions list allowed values.
var (
	quoted     = regexp.MustCompile("['\"‘“`]([A-Za-z0-9][\\w /+.\\-&]{0,28})['\"’”`]")
	defaultSay = regexp.MustCompile("(?i)(?:defaults?(?: value)?(?: is| to|:| of| being|s to)*|defaulting to)\\s*['\"‘“`]?([\\w\\-./+: ]{1,24}?)['\"’”`]?(?:[.,;()]|$| for | mean| repr| words| days| hours| and | if )")
	inPassing  = regexp.MustCompile(`\(([a-z][a-z\- ]*(?:, ?[a-z][a-z\- ]*)+),? etc\.?\)`)
	listsThem  = regexp.MustCompile(`(?i)(such as|e\.g\.|for example|optional values?|available values?|can be|include|including|either|supports?|possible values?|one of|options?)`)
	// listed finds a list of values by its introduction.
	listed = regexp.MustCompile(`(?i)(?:such as|e\.g\.,?|for example,?|for instance,?|one of(?: the following)?(?: values)?:?|either|(?:possible|allowed|available|valid|supported|accepted|permitted) (?:values|options|types|choices)(?: are| include)?:?|values:|options:|choices:|options are|must be(?: one of)?|can be(?: either| one of)?)\s+([^.;()\n]{3,160})`)
	// aside finds a list in parentheses: "(list, board, calendar, or timeline)".
	aside = regexp.MustCompile(`\(((?:e\.g\.,? |i\.e\.,? |either |one of |for example,? |such as )?[\w\-]+(?: [\w\-]+)?(?:, [\w\-]+(?: [\w\-]+)?)*,? (?:or|and) [\w\-]+(?: [\w\-]+)?)\)`)
	// between separates the values of a list.
	between = regexp.MustCompile(`,\s*(?:or|and)\s+|,\s*|\s+or\s+|\s+\|\s+|\|`)
)

// noValues are words in lists that are not lists of values.
var noValues = strings.Fields(`the a an your any etc this that its their it used to by of name names description code codes id ids identifier
	required optional default latitude longitude more other others not null found omitted empty specified set array string integer number only
	when if with which inclusive exclusive applied considered included returned provided between from greater less positive non-negative
	a-z letters digits characters words phrases formatted written seconds minutes hours days meters miles kilometers`)

// stated finds the values that a description lists, without defaults and without
// words for "everything".
func stated(p *tools.Param) []any {
	about := begins(p)
	text := about
	at := listsThem.FindStringIndex(text)
	if at != nil {
		text = text[at[0]:]
	}
	var out []any
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		out = keep(out, m[1])
	}
	if at == nil && len(out) < 2 {
		out = nil
	}
	if m := inPassing.FindStringSubmatch(about); m != nil && len(out) == 0 {
		for _, v := range strings.Split(m[1], ",") { // "(full-time, part-time, etc.)"
			out = keep(out, v)
		}
	}
	if len(out) > 1 {
		return out
	}
	for _, find := range []*regexp.Regexp{aside, listed} {
		for _, m := range find.FindAllStringSubmatch(about, 3) {
			if plain := unquoted(m[1]); len(plain) > 1 {
				return plain
			}
		}
	}
	return out
}

// begins is the beginning of the description, where people say what a value may be.
// Text after the first 2,000 bytes is ignored.
func begins(p *tools.Param) string { return strings.ToValidUTF8(p.About[:min(len(p.About), 2000)], "") }

// unquoted reads a list of values without quotes: "red, green, or blue". It returns
// nothing if an item cannot be a value.
func unquoted(text string) []any {
	for _, intro := range []string{"e.g. ", "e.g., ", "i.e. ", "either ", "one of ", "for example, ", "for example ", "such as "} {
		text = strings.TrimPrefix(text, intro)
	}
	if len(text) > 160 || !strings.ContainsAny(text, ",|") && !strings.Contains(text, " or ") {
		return nil
	}
	var out []any
	for _, v := range between.Split(strings.TrimSpace(text), -1) {
		v = strings.Trim(strings.TrimSpace(v), "'\"‘’“”`")
		if v == "etc" || v == "" {
			continue
		}
		words := strings.Fields(v)
		if strings.HasPrefix(strings.ToLower(v), "default") && len(out) > 1 {
			break // "one of a, b, defaults to b"
		}
		if len(words) > 3 || len(v) > 28 || strings.ContainsAny(v, "<>{}[]=:*\"") || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(noValues, strings.ToLower(w)) }) {
			return nil
		}
		out = keep(out, v)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

func keep(out []any, v string) []any {
	v = strings.TrimSpace(v)
	if v == "" || forAll(v) || slices.Contains(out, any(v)) || strings.Contains(v, "YYYY") || strings.Contains(strings.ToLower(v), "default") {
		return out
	}
	return append(out, v)
}

// forAll reports whether a value means that nothing is filtered.
func forAll(v string) bool {
	return slices.Contains([]string{"all", "any", "none", "all types", "global", "empty", "mixed", "auto", "null", "nationwide", "national", "everything"}, strings.ToLower(v))
}

// defaultOf reads a default from the description: "the default value is 10".
func defaultOf(p *tools.Param) any {
	m := defaultSay.FindStringSubmatch(begins(p))
	if m == nil {
		return nil
	}
	v := strings.TrimSpace(m[1])
	switch p.Type {
	case "boolean":
		return strings.HasPrefix(strings.ToLower(v), "true")
	case "integer", "number":
		if f, err := strconv.ParseFloat(strings.Fields(v + " x")[0], 64); err == nil {
			return document.Number(f)
		}
		return nil
	case "string":
		// "Defaults to the current date" names no value.
		if slices.Contains(p.Enum, any(v)) || strings.ContainsAny(m[0], "'\"‘“`") || v == "English" {
			return v
		}
	}
	return nil
}

// examplesOf returns the examples in the schema of a scalar parameter that have its
// type.
func examplesOf(p *tools.Param) []any {
	if p.Schema == nil {
		return nil
	}
	var out []any
	add := func(n *document.Node) {
		v := n.Plain()
		switch v := v.(type) {
		case string:
			if p.Type != "string" || strings.TrimSpace(v) == "" || len(v) > 120 || strings.ContainsAny(v, "\n\r\t\x00") || strings.HasSuffix(v, ".") && strings.Count(v, " ") > 2 || forAll(v) || strings.EqualFold(v, "string") {
				return
			}
		case int64:
			if p.Type != "integer" && p.Type != "number" {
				return
			}
		case float64:
			if p.Type != "number" {
				return
			}
		default:
			return
		}
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	for _, key := range []string{"examples", "example", "x-example"} {
		switch n := p.Schema.Fields[key]; {
		case n == nil:
		case n.Kind == document.List:
			for _, item := range n.Items[:min(len(n.Items), 30)] {
				add(item)
			}
		case n.Kind.Scalar():
			add(n)
		}
	}
	return out
}

// ofSize is a range of numbers around a given number.
func ofSize(p *tools.Param, v any) *tools.Values {
	f, ok := v.(float64)
	if i, isInt := v.(int64); isInt {
		f, ok = float64(i), true
	}
	if !ok || f < 0 || f > 1e12 || p.Type != "integer" && p.Type != "number" {
		return nil
	}
	out := &tools.Values{Kind: tools.ValueInt, Min: max(1, math.Floor(f/2)), Max: max(4, math.Ceil(2*f))}
	switch {
	case f != math.Trunc(f):
		out.Kind, out.Min, out.Max, out.Digits = tools.ValueNumber, f/2, 2*f, 1
		if f < 1 {
			out.Digits = 2
		}
	case f >= 1000:
		out.Step = 100
		out.Min, out.Max = math.Ceil(out.Min/100)*100, math.Floor(out.Max/100)*100
	case f >= 100:
		out.Step = 10
		out.Min, out.Max = math.Ceil(out.Min/10)*10, math.Floor(out.Max/10)*10
	}
	return out
}

// limits are the bounds of numbers.
type limits struct {
	low, high       float64
	hasLow, hasHigh bool
	multiple        float64
}

// inWords finds bounds in descriptions: "between 1 and 100", "max 50".
var (
	spanSaid = regexp.MustCompile(`(?i)(?:between|from|ranging from|range(?: is| of)?:?|\(|\[)\s*(-?\d+(?:\.\d+)?)\s*(?:and|to|-|–|,|\.\.)\s*(-?\d+(?:\.\d+)?)\b`)
	mostSaid = regexp.MustCompile(`(?i)(?:max(?:imum)?(?: value| number)?(?: is| of|:)?|at most|up to|no more than)\s+(\d+(?:\.\d+)?)\b`)
	leastSay = regexp.MustCompile(`(?i)(?:min(?:imum)?(?: value| number)?(?: is| of|:)?|at least|no less than)\s+(\d+(?:\.\d+)?)\b`)
)

// limitsOf reads bounds from the schema, or else from the description.
func limitsOf(p *tools.Param) limits {
	var l limits
	get := func(key string) (float64, bool) {
		if p.Schema == nil || p.Schema.Fields[key] == nil {
			return 0, false
		}
		switch n := p.Schema.Fields[key].Plain().(type) {
		case int64:
			return float64(n), true
		case float64:
			return n, true
		}
		return 0, false
	}
	small := 1.0
	if p.Type == "number" {
		small = 0.1
	}
	l.low, l.hasLow = get("minimum")
	l.high, l.hasHigh = get("maximum")
	if f, ok := get("exclusiveMinimum"); ok && (!l.hasLow || f >= l.low) {
		l.low, l.hasLow = f+small, true
	}
	if f, ok := get("exclusiveMaximum"); ok && (!l.hasHigh || f <= l.high) {
		l.high, l.hasHigh = f-small, true
	}
	l.multiple, _ = get("multipleOf")
	if l.hasLow || l.hasHigh || p.Type != "integer" && p.Type != "number" {
		return l
	}
	if m := spanSaid.FindStringSubmatch(begins(p)); m != nil {
		low, _ := strconv.ParseFloat(m[1], 64)
		if high, _ := strconv.ParseFloat(m[2], 64); high > low {
			return limits{low: low, high: high, hasLow: true, hasHigh: true, multiple: l.multiple}
		}
	}
	if m := mostSaid.FindStringSubmatch(begins(p)); m != nil {
		l.high, _ = strconv.ParseFloat(m[1], 64)
		l.hasHigh = l.high > 0
	}
	if m := leastSay.FindStringSubmatch(begins(p)); m != nil {
		l.low, _ = strconv.ParseFloat(m[1], 64)
		l.hasLow = !l.hasHigh || l.low < l.high
	}
	return l
}

// within reports whether a number is within the limits.
func (l limits) within(f float64) bool {
	if l.multiple > 0 && math.Abs(math.Remainder(f, l.multiple)) > 1e-9 {
		return false
	}
	return (!l.hasLow || f >= l.low) && (!l.hasHigh || f <= l.high)
}

// bounded restricts a range or a list of numbers to the limits of the parameter.
func bounded(p *tools.Param, v *tools.Values) *tools.Values {
	l := limitsOf(p)
	if !l.hasLow && !l.hasHigh && l.multiple == 0 {
		return v
	}
	out := *v
	if v.Kind == tools.ValuePick {
		out.Pick = slices.DeleteFunc(slices.Clone(v.Pick), func(x any) bool {
			f, ok := x.(float64)
			if i, isInt := x.(int64); isInt {
				f, ok = float64(i), true
			}
			return !ok || !l.within(f)
		})
		if len(out.Pick) > 0 {
			return &out
		}
		out = tools.Values{Kind: tools.ValueInt, Min: 1, Max: 50}
	}
	if out.Kind != tools.ValueInt && out.Kind != tools.ValueNumber && out.Kind != tools.ValueMoney {
		return v
	}
	if l.hasLow && l.low > out.Min {
		if l.low >= out.Max { // keep the proportions of the range
			out.Max = max(l.low+1, l.low*max(2, min(10, out.Max/max(1, out.Min))))
		}
		out.Min = l.low
	}
	if l.hasHigh && l.high < out.Max {
		out.Max = l.high
		if out.Min > l.high {
			out.Min = l.high
			if l.hasLow {
				out.Min = l.low
			} else if l.high > 1 {
				out.Min = 1
			}
		}
	}
	l.fit(&out)
	if p.Type == "number" && out.Kind == tools.ValueInt && out.Max-out.Min < 3 && out.Step == 0 {
		out.Kind = tools.ValueNumber
	}
	if out.Kind == tools.ValueNumber && out.Max-out.Min <= 2 {
		out.Digits = 2
	}
	return &out
}

// fit aligns a range with the multiples that the limits require, and rounds the
// ends of whole ranges.
func (l limits) fit(v *tools.Values) {
	if l.multiple > 0 {
		step := l.multiple
		if v.Step > step && math.Abs(math.Remainder(v.Step, step)) < 1e-9 {
			step = v.Step
		}
		if v.Kind == tools.ValueNumber {
			v.Kind, v.Digits = tools.ValueMoney, 0 // only amounts can have steps
		}
		v.Step = step
		v.Min = math.Ceil(v.Min/l.multiple-1e-9) * l.multiple
	} else if v.Kind == tools.ValueInt {
		v.Min = math.Ceil(v.Min)
		if v.Step > 1 {
			if even := math.Ceil(v.Min/v.Step) * v.Step; even <= v.Max {
				v.Min = even
			}
		}
	}
	if v.Kind == tools.ValueInt {
		v.Max = math.Floor(v.Max)
	}
	v.Max = max(v.Min, v.Max)
	if room := v.Max - v.Min; l.multiple == 0 && v.Kind == tools.ValueInt && v.Step > room/3 {
		v.Step = 0 // such wide steps leave no choice
	}
}

// constrained restricts texts to the pattern and the lengths in the schema. If no
// known value fits, values are made from the pattern.
func constrained(p *tools.Param, v *tools.Values) *tools.Values {
	if p.Schema == nil || p.Type != "string" || v == nil || len(p.Enum) > 0 {
		return v
	}
	var want *regexp.Regexp
	if text := p.Schema.TextAt("pattern"); text != "" {
		want, _ = regexp.Compile(text)
	}
	shortest, longest := lengths(p.Schema)
	if want == nil && shortest == 0 && longest == 0 {
		return v
	}
	fits := func(s string) bool {
		n := len([]rune(s))
		return (want == nil || want.MatchString(s)) && n >= shortest && (longest == 0 || n <= longest)
	}
	switch v.Kind {
	case tools.ValuePick:
		out := *v
		out.Pick = slices.DeleteFunc(slices.Clone(v.Pick), func(x any) bool { s, ok := x.(string); return !ok || !fits(s) })
		if len(out.Pick) > 0 {
			return &out
		}
	case tools.ValuePattern:
		if re, err := syntax.Parse(v.Text, syntax.Perl); err == nil && fits(sampleOf(re.Simplify())) {
			return v
		}
	default:
		if s := samples[v.Kind]; s == "" || fits(s) {
			return v
		}
	}
	if want != nil {
		return &tools.Values{Kind: tools.ValuePattern, Text: want.String()}
	}
	if longest == 0 || longest > 24 {
		longest = max(shortest, 12)
	}
	if longest < 4 {
		return &tools.Values{Kind: tools.ValuePattern, Text: "[A-Z]{" + strconv.Itoa(longest) + "}"}
	}
	n := max(shortest, min(longest, 8))
	if n > 500 {
		return v // nobody says a text of that length
	}
	return &tools.Values{Kind: tools.ValuePattern, Text: "[A-Z]{2}[0-9]{" + strconv.Itoa(n-2) + "}"}
}

// samples are sample values of kinds that are not lists.
var samples = map[tools.ValueKind]string{tools.ValueDate: "2026-03-04", tools.ValueTime: "10:30", tools.ValueDateTime: "2026-03-04T10:30", tools.ValueMonth: "2026-03",
	tools.ValueMoment: "2026-03-04T10:30:00Z", tools.ValuePastMoment: "2026-03-04T10:30:00Z",
	tools.ValueEmail: "clara.wolf@mailbox.example", tools.ValuePhone: "+44 20 7946 0123", tools.ValuePerson: "Clara Wolf", tools.ValueStreet: "12 Maple Street", tools.ValueCity: "Lisbon", tools.ValueCompany: "Halden Software"}

// lengths reads the bounds for the length of a text; 0 means none.
func lengths(n *document.Node) (shortest, longest int) {
	read := func(key string) int {
		if f := n.Fields[key]; f != nil {
			if i, ok := f.Plain().(int64); ok && i > 0 && i < 1<<20 {
				return int(i)
			}
		}
		return 0
	}
	return read("minLength"), read("maxLength")
}

// sampleOf is a text that fits a regular expression.
func sampleOf(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			return string(re.Rune[0])
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "a"
	case syntax.OpAlternate, syntax.OpCapture, syntax.OpPlus:
		return sampleOf(re.Sub[0])
	case syntax.OpConcat:
		var b strings.Builder
		for _, sub := range re.Sub {
			b.WriteString(sampleOf(sub))
		}
		return b.String()
	}
	return ""
}
