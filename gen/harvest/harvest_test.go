package harvest

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"switchyard/gen/blueprint"
	"switchyard/model"
	"switchyard/roles"
	"switchyard/tools"
	"switchyard/tools/author"
	"switchyard/tools/catalog"
)

// writer answers the briefs of a request with what say makes of each.
type writer struct {
	say   func(brief string) string
	asked int
}

var (
	briefStart = regexp.MustCompile(`(?m)^b\d+: `)
	factLine   = regexp.MustCompile(`(?m)^    .*?: "(.*)"( \(optional\))?$`)
)

func (w *writer) Complete(_ context.Context, r *model.Request) (*model.Response, error) {
	w.asked++
	text := r.Messages[1].Text
	var out struct {
		Texts []map[string]string `json:"texts"`
	}
	starts := briefStart.FindAllStringIndex(text, -1)
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		id, rest, _ := strings.Cut(text[at[0]:end], ": ")
		out.Texts = append(out.Texts, map[string]string{"id": id, "text": w.say(rest)})
	}
	answer, err := json.Marshal(out)
	return &model.Response{Text: string(answer), Finish: "stop"}, err
}

func flights(t *testing.T) *tools.Toolset {
	t.Helper()
	set, err := catalog.Toolset("travel/flight_inquiry")
	if err != nil {
		t.Fatal(err)
	}
	bare := *set
	bare.Words = tools.Words{}
	return &bare
}

// harvested runs a small harvest.
func harvested(t *testing.T, say func(string) string) (*Report, []*tools.Wording) {
	t.Helper()
	var kept []*tools.Wording
	w := &writer{say: say}
	c := &Config{Writer: &author.Author{Voice: author.Voice{Model: w, Name: "test", Role: "user"}}, Kept: func(_ *tools.Toolset, words []*tools.Wording) error { kept = words; return nil },
		surveyed: 60, often: 2, tried: 60}
	report, err := c.Run(t.Context(), flights(t))
	if err != nil {
		t.Fatal(err)
	}
	if report.Kept != len(kept) || report.Asked == 0 || w.asked == 0 {
		t.Errorf("%d of %d kept, and the report says %d", len(kept), report.Asked, report.Kept)
	}
	return report, kept
}

// What says all values in whole sentences is kept, with slots for the values; what a brief
// may leave out stands in groups.
func TestRun(t *testing.T) {
	_, kept := harvested(t, func(brief string) string {
		if !strings.Contains(brief, "wants: ") {
			return "something to talk about"
		}
		what := strings.TrimSuffix(strings.Split(strings.SplitN(brief, "wants: ", 2)[1], " (The tool")[0], ".")
		text := "please " + strings.ToLower(what[:1]) + what[1:] + ", namely"
		for i, f := range factLine.FindAllStringSubmatch(brief, -1) {
			join := " and "
			if i == 0 {
				join = " "
			}
			if f[2] != "" {
				text += " [" + join + f[1] + "]"
			} else {
				text += join + f[1]
			}
		}
		return text
	})
	slots, groups := 0, 0
	for _, w := range kept {
		slots += len(w.Say.Slots())
		groups += strings.Count(w.Say.Text, "[")
		if strings.ContainsAny(regexp.MustCompile(`{[^}]*}`).ReplaceAllString(w.Say.Text, ""), "0123456789") {
			t.Errorf("%q keeps a value", w.Say.Text)
		}
	}
	if len(kept) == 0 || slots == 0 || groups == 0 {
		t.Errorf("%d wordings with %d slots and %d groups", len(kept), slots, groups)
	}
}

// What leaves a value out, or says another, is not kept.
func TestRunRefuses(t *testing.T) {
	report, kept := harvested(t, func(brief string) string {
		if facts := factLine.FindAllStringSubmatch(brief, -1); len(facts) > 0 {
			return "I want it for 17 people and " + facts[0][1]
		}
		return "17, please"
	})
	if len(kept) > 0 {
		t.Errorf("kept %q", kept[0].Say.Text)
	}
	if len(report.Left) != report.Asked {
		t.Errorf("%d of %d left out", len(report.Left), report.Asked)
	}
}

// A brief that nobody would say is left out, and is no reason to ask again.
func TestNobody(t *testing.T) {
	report, kept := harvested(t, func(string) string { return "" })
	if len(kept) > 0 || len(report.Left) != report.Asked || len(report.Open) == 0 || !strings.Contains(report.Left[0], "nobody would say it") {
		t.Errorf("%d kept, %d of %d left out: %.200q", len(kept), len(report.Left), report.Asked, report.Left)
	}
}

// What depends on how something else turns out is not asked for at once.
func TestConditions(t *testing.T) {
	brief := &Brief{wording: tools.Wording{Use: tools.ToRequest, Calls: []string{"check", "book"}}}
	for said, ok := range map[string]bool{
		"is it usually on time? if so, book it for me":            false,
		"How reliable is it? If there are few delays, book it":    false,
		"check it and, provided that it is correct, send it on":   false,
		"is it usually on time? book it, and tell me if it's not": true,
		"check it if you can, and book it":                        true,
	} {
		if _, err := brief.read(said); (err == nil) != ok {
			t.Errorf("%q: %v", said, err)
		}
	}
}

// A question about something has the word that later missions refer to.
func TestReadTalk(t *testing.T) {
	brief := &Brief{Subject: "baby", wording: tools.Wording{Use: tools.ToTalk, Topic: "baby"}}
	if w, err := brief.read("Does a Baby need a ticket?"); err != nil || w.Topic != "baby" {
		t.Errorf("%v, %v", w, err)
	}
	if _, err := brief.read("Do babies fly free?"); err == nil {
		t.Error("the word is missing")
	}
}

// Words that leave out what is needed are of another kind than those that say it: one does not
// stand in for the other.
func TestKinds(t *testing.T) {
	set := flights(t)
	of := func(text string, call string) *tools.Wording {
		say, err := tools.ParsePhrase(text)
		if err != nil {
			t.Fatal(err)
		}
		return &tools.Wording{Use: tools.ToRequest, Say: say, Calls: []string{call}}
	}
	whole := kindOf(of("what flies from {origin} to {destination} {date}?", "search_flights"), set)
	dayless := kindOf(of("what flies from {origin} to {destination}?", "search_flights"), set)
	brief := &Brief{Leave: []string{"travel date"}, wording: tools.Wording{Use: tools.ToRequest, Calls: []string{"search_flights"}}}
	if whole != "request search_flights" || dayless != brief.kind() || whole == dayless {
		t.Errorf("%q, %q, %q", whole, dayless, brief.kind())
	}
}

// The words for a list go from its first value to its last.
func TestListsAreSaid(t *testing.T) {
	p := &roles.Proposal{Text: "find a time for Ann Lee, Bo Kay and Cy Dow", Said: []roles.Saying{
		{Call: 0, Pointer: "/people/0", Text: "Ann Lee"}, {Call: 0, Pointer: "/people/1", Text: "Bo Kay"}, {Call: 0, Pointer: "/people/2", Text: "Cy Dow"}}}
	a := &blueprint.Arg{Param: &tools.Param{Name: "people", Type: "array", Items: &tools.Param{Type: "string"}}}
	if words, ok := saidWords(p, 0, a); !ok || words != "Ann Lee, Bo Kay and Cy Dow" {
		t.Errorf("%q, %v", words, ok)
	}
}

// Words for values become slots.
func TestRead(t *testing.T) {
	date := &tools.Param{Name: "date", Values: &tools.Values{Kind: tools.ValueDate}}
	nights := &tools.Param{Name: "nights", Values: &tools.Values{Kind: tools.ValueInt}}
	booking := &tools.Param{Name: "code", Entity: &tools.Entity{Noun: "booking"}}
	brief := &Brief{parts: []part{{"date", "5 June", date, "2026-06-05"}, {"nights", "two", nights, int64(2)}, {"2.code", "booking AB12", booking, "AB12"}}}
	for said, want := range map[string]string{
		"a room on 5 June for two nights on my booking AB12":        "a room {date} for {nights|night|nights} on {2.code}",
		"a 5 June room [for two nights], and cancel AB12":           "a {date:bare} room[ for {nights|night|nights}], and cancel {2.code}",
		"two (short) nights from 5 June  [on booking AB12 ] thanks": `{nights:bare} \(short\) nights from {date:bare}[ on {2.code}] thanks`,
		"a room on 5 June on booking AB12":                          "error: it does not say \"two\" in these words",
		"5 June, two nights from 5 June on booking AB12":            "error: it says \"5 June\" twice",
		"5 June, two nights, 3 beds, booking AB12":                  "error: it has a number that is not among the values",
		"[5 June [two] booking AB12":                                "error: the brackets are wrong",
	} {
		w, err := brief.read(said)
		got := ""
		if err != nil {
			got = "error: " + err.Error()
		} else {
			got = w.Say.Text
		}
		if got != want && !(strings.HasPrefix(want, "error: ") && strings.HasPrefix(got, want)) {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

// Wordings of one shape that share most of their words are one.
func TestAlike(t *testing.T) {
	of := func(text string) *tools.Wording {
		say, err := tools.ParsePhrase(text)
		if err != nil {
			t.Fatal(err)
		}
		return &tools.Wording{Use: tools.ToRequest, Say: say, Calls: []string{"a"}}
	}
	have := []*tools.Wording{of("can you cancel {code} for me please")}
	if alike(of("can you cancel {code} for me, please?"), have) == nil || alike(of("cancel {code}, I'm ill"), have) != nil {
		t.Error("what is alike is not, or the reverse")
	}
}
