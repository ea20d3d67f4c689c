package infer

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

func idValues(p *tools.Param, noun string) *tools.Values {
	if p.Type == "integer" || p.Type == "number" {
		return &tools.Values{Kind: tools.ValueInt, Min: 1001, Max: 9899}
	}
	return &tools.Values{Kind: tools.ValuePattern, Text: codeOf(noun) + "[1-9][0-9]{3}"}
}

// codeOf makes the letters at the beginning of ids: ST for "store".
func codeOf(noun string) string {
	words := strings.FieldsFunc(strings.ToUpper(noun), func(r rune) bool { return r < 'A' || r > 'Z' })
	switch {
	case len(words) == 0:
		return "ID"
	case len(words) > 1:
		return words[0][:1] + words[len(words)-1][:1]
	case len(words[0]) == 1:
		return words[0] + "X"
	}
	rest := strings.Map(func(r rune) rune {
		if strings.ContainsRune("AEIOU", r) {
			return -1
		}
		return r
	}, words[0][1:])
	if rest == "" {
		rest = words[0][1:]
	}
	return words[0][:1] + rest[:1]
}

// doneWords begin the names of past days.
var doneWords = strings.Fields("created modified completed updated published posted released joined registered closed uploaded received last born founded issued")

var pastWords = []string{"histor", "past", "history", "published", "usage", "previous", "since", "statistic", "archive", "covid", "case", "transaction", "rate", "price", "trade", "news", "headline", "report", "performance", "update", "advice", "released"}

// numberPicks are the lists of numbers that rules use.
var numberPicks = map[string][]any{
	"counts":     {int64(5), int64(8), int64(12), int64(15), int64(25), int64(30), int64(50)},
	"countTexts": {"5", "8", "12", "15", "25", "30", "50"},
	"ports":      {int64(80), int64(443), int64(8080), int64(5432), int64(22)},
	"codes":      {int64(200), int64(201), int64(301), int64(404), int64(503)},
}

// daysOf makes days relative to the day of the conversation. which says whether
// they begin or end a range, or lie in the past or the future.
func daysOf(which string, past bool) *tools.Values {
	v := &tools.Values{Kind: tools.ValueDate, Min: 2, Max: 40}
	switch {
	case which == "future":
	case which == "start" && past:
		v.Min, v.Max = -75, -32
	case which == "start":
		v.Min, v.Max = 2, 20
	case which == "end" && past:
		v.Min, v.Max = -30, -2
	case which == "end":
		v.Min, v.Max = 22, 45
	case which == "past", past:
		v.Min, v.Max = -60, -2
	}
	return v
}

// looksBack reports whether the day of a parameter is past by its name, or because it says as
// of when somebody looks something up: what is known of a currency reaches no future day.
func (in *inference) looksBack(t *tools.Tool, p *tools.Param) bool {
	words := naming.Words(p.Name)
	if len(words) > 1 && slices.Contains([]string{"date", "time"}, strings.ToLower(words[0])) { // "date_created"
		words = words[1:]
	}
	if len(words) > 0 && slices.Contains(doneWords, strings.ToLower(words[0])) {
		return true
	}
	said := " " + strings.ToLower(strings.Join(words, " ")+" "+p.About) + " "
	return naming.LooksUp(in.facts[t].Verb) && !strings.Contains(in.facts[t].Text, "forecast") &&
		slices.ContainsFunc([]string{" as of ", " reference date", " reference day"}, func(w string) bool { return strings.Contains(said, w) })
}

// made reads the notation of valueRules.
func (in *inference) made(t *tools.Tool, p *tools.Param, text string) *tools.Values {
	kind, rest, _ := strings.Cut(text, " ")
	past := slices.ContainsFunc(pastWords, func(w string) bool {
		return strings.Contains(strings.ToLower(p.About)+" "+in.facts[t].Text, w)
	}) && !strings.Contains(in.facts[t].Text, "forecast")
	past = past || in.looksBack(t, p)
	switch kind {
	case "":
		return nil
	case "counts", "countTexts", "ports", "codes":
		return &tools.Values{Kind: tools.ValuePick, Pick: numberPicks[kind]}
	case "int", "number":
		fields := strings.Fields(rest)
		low, high, _ := tools.Span(fields[0])
		v := &tools.Values{Kind: tools.ValueInt, Min: low, Max: high}
		if kind == "number" {
			v.Kind, v.Digits = tools.ValueNumber, 1
		}
		if len(fields) > 1 {
			n, _ := strconv.Atoi(fields[1])
			v.Step, v.Digits = float64(n), n
		}
		return v
	case "pattern":
		return &tools.Values{Kind: tools.ValuePattern, Text: rest}
	case "known":
		v := &tools.Values{Kind: tools.ValueKnown, Text: rest}
		if rest == "language" {
			v.Pick = picks["commonLanguage"]
		}
		return v
	case "is":
		return &tools.Values{Kind: tools.ValueKind(rest)}
	case "time":
		return &tools.Values{Kind: tools.ValueTime, Min: 7 * 60, Max: 21 * 60, Step: 15}
	case "moment":
		if past {
			return &tools.Values{Kind: tools.ValuePastMoment}
		}
		return &tools.Values{Kind: tools.ValueMoment}
	case "about":
		return textsAbout(in.facts[t].Noun, rest)
	case "names":
		return namesOf(rest)
	case "datetime":
		return &tools.Values{Kind: tools.ValueDateTime, Min: 1, Max: 20, Step: 30, Clock: [2]int{8 * 60, 18 * 60}}
	case "month":
		return &tools.Values{Kind: tools.ValueMonth, Min: -6, Max: -1}
	case "date":
		return recent(t, daysOf(rest, past), rest)
	}
	if list := picks[kind]; list != nil {
		if p.Type == "integer" || p.Type == "number" {
			return nil
		}
		if kind == "pair" && joinedPair.MatchString(p.About) {
			list = slices.Clone(list)
			for i, v := range list {
				list[i] = strings.ReplaceAll(fmt.Sprint(v), "/", "")
			}
		}
		return &tools.Values{Kind: tools.ValuePick, Pick: list}
	}
	return nil
}

// joinedPair matches a pair of currencies without anything between them, as an example in a
// description: 'BTCZAR'.
var joinedPair = regexp.MustCompile(`['"‘“` + "`" + `][A-Z]{6,8}['"’”` + "`" + `]`)

// recentDays finds how far back a tool reaches: "within the past 30 days".
var recentDays = regexp.MustCompile(`(?i)\b(?:past|last|previous) (\d{1,3}) days`)

// recent keeps days of the past to those that the description of a tool allows.
func recent(t *tools.Tool, v *tools.Values, which string) *tools.Values {
	m := recentDays.FindStringSubmatch(t.Description)
	if m == nil || v.Max >= 0 {
		return v
	}
	n, _ := strconv.ParseFloat(m[1], 64)
	if n < 6 || v.Min >= -n {
		return v
	}
	v.Min, v.Max = 1-n, -1
	switch half := math.Trunc(n / 2); which {
	case "start":
		v.Max = -half - 1
	case "end":
		v.Min = -half
	}
	return v
}
