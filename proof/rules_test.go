package proof

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"switchyard/internal/grammar"
	"switchyard/mission"
)

func TestWordRules(t *testing.T) {
	tool := &tool{Tool: &mission.Tool{Labels: map[string]map[string][]string{
		"cabin":    {`"business"`: {"business class"}},
		"direct":   {`true`: {"direct", "non-stop"}, `false`: {"with a stop"}},
		"quantity": {`2`: {"a double"}},
	}}}
	n := func(s string) any { return json.Number(s) }
	for _, c := range []struct {
		rule, said, pointer string
		value               any
		want                bool
	}{
		{"", "Porto", "/c", "Porto", true},
		{"", "from Porto", "/c", "Porto", true},
		{"", "in the old town", "/c", "old town", true},
		{"", "premium economy", "/c", "premium_economy", true},
		{"", "One-Way", "/c", "one way", true},
		{"", "“The Ninth Key”", "/c", "The Ninth Key", true},
		{"", "Café Zoé", "/c", "Cafe\u0301 Zoe\u0301", true},
		{"", "Porto please", "/c", "Porto", false},
		{"", "Porto", "/c", "Lisbon", false},
		{"", "", "/c", "", false},
		{"", "true", "/c", true, false},
		{"", "null", "/c", nil, false},
		{"", "1,200", "/c", n("1200"), true},
		{"", "2.5", "/c", n("2.50"), true},
		{"", "for 2", "/c", n("2"), true},
		{"", "2 people", "/c", n("2"), false},
		{"", "12,00", "/c", n("1200"), false},
		{"", "two", "/c", n("2"), false},

		{"number", "three", "/c", n("3"), true},
		{"number", "three nights", "/c", n("3"), true},
		{"number", "for three of us", "/c", n("3"), true},
		{"number", "a couple of", "/c", n("2"), true},
		{"number", "a couple of tickets", "/c", n("2"), true},
		{"number", "a dozen", "/c", n("12"), true},
		{"number", "twenty-five", "/c", n("25"), true},
		{"number", "a hundred and twenty", "/c", n("120"), true},
		{"number", "two thousand five hundred", "/c", n("2500"), true},
		{"number", "2.5", "/c", n("2.5"), true},
		{"number", "two and a half", "/c", n("2.5"), true},
		{"number", "minus five", "/c", n("-5"), true},
		{"number", "at most 300 pages", "/c", n("300"), true},
		{"number", "no more than 40", "/c", n("40"), true},
		{"number", "a ticket", "/c", n("1"), true},
		{"number", "three", "/c", "3", true},
		{"number", "three or four", "/c", n("3"), false},
		{"number", "three", "/c", n("4"), false},
		{"number", "nights", "/c", n("3"), false},
		{"number", "1.5", "/c", n("15"), false},
		{"number", "two hundred", "/c", n("2"), false},
		{"number", "three dozen", "/c", n("3"), false},
		{"number", "seven", "/c", true, false},

		{"money", "€45", "/c", n("45"), true},
		{"money", "45 €", "/c", n("45"), true},
		{"money", "45€", "/c", n("45.0"), true},
		{"money", "45 euros", "/c", n("45"), true},
		{"money", "$1,250.50", "/c", n("1250.5"), true},
		{"money", "US$ 20", "/c", n("20"), true},
		{"money", "EUR 240", "/c", n("240"), true},
		{"money", "forty-five US dollars", "/c", n("45"), true},
		{"money", "under €100 a night", "/c", n("100"), true},
		{"money", "up to 80 pounds per person", "/c", n("80"), true},
		{"money", "30 bucks", "/c", n("30"), true},
		{"money", "45", "/c", n("45"), false},
		{"money", "€45 and 20 cents", "/c", n("45"), false},
		{"money", "45 flights", "/c", n("45"), false},

		{"date", "19 July 2024", "/c", "2024-07-19", true},
		{"date", "July 19th, 2024", "/c", "2024-07-19", true},
		{"date", "on the 19th of July 2024", "/c", "2024-07-19", true},
		{"date", "Friday, 19 July 2024", "/c", "2024-07-19", true},
		{"date", "2024-07-19", "/c", "2024-07-19", true},
		{"date", "Sept. 3, 2024", "/c", "2024-09-03", true},
		{"date", "July 2024", "/c", "2024-07", false},
		{"month", "July 2024", "/c", "2024-07", true},
		{"month", "in July 2024", "/c", "2024-07", true},
		{"month", "2024-07", "/c", "2024-07", true},
		{"month", "July", "/c", "2024-07", false},
		{"month", "19 July 2024", "/c", "2024-07", false},
		{"month", "Friday July 2024", "/c", "2024-07", false},
		{"date", "Monday, 19 July 2024", "/c", "2024-07-19", false},
		{"date", "30 February 2024", "/c", "2024-02-30", false},
		{"date", "19 July", "/c", "2024-07-19", false},
		{"date", "19 July 2024 or so", "/c", "2024-07-19", false},

		{"time", "7 pm", "/c", "19:00", true},
		{"time", "at 7pm", "/c", "19:00", true},
		{"time", "7:30 p.m.", "/c", "19:30", true},
		{"time", "7.30 pm", "/c", "19:30", true},
		{"time", "19:30", "/c", "19:30", true},
		{"time", "7:30", "/c", "07:30", true},
		{"time", "07:05", "/c", "07:05", true},
		{"time", "12 am", "/c", "00:00", true},
		{"time", "12:30 pm", "/c", "12:30", true},
		{"time", "noon", "/c", "12:00", true},
		{"time", "midnight", "/c", "00:00", true},
		{"time", "half past seven in the evening", "/c", "19:30", true},
		{"time", "a quarter to eight in the evening", "/c", "19:45", true},
		{"time", "ten past nine in the morning", "/c", "09:10", true},
		{"time", "twenty-five to one in the afternoon", "/c", "12:35", true},
		{"time", "seven o'clock in the evening", "/c", "19:00", true},
		{"time", "seven in the evening", "/c", "19:00", true},
		{"time", "7:30 in the evening", "/c", "19:30", true},
		{"time", "eleven at night", "/c", "23:00", true},
		{"time", "19:30", "/c", "19:30:00", true},
		{"time", "half past seven", "/c", "19:30", false},
		{"time", "7", "/c", "07:00", false},
		{"time", "25:00", "/c", "25:00", false},
		{"time", "19:30 pm", "/c", "19:30", false},
		{"time", "19:30 in the morning", "/c", "19:30", false},
		{"time", "7 pm or 8 pm", "/c", "19:00", false},

		{"minutes", "half an hour", "/c", n("30"), true},
		{"minutes", "for half an hour", "/c", n("30"), true},
		{"minutes", "three quarters of an hour", "/c", n("45"), true},
		{"minutes", "a quarter of an hour", "/c", n("15"), true},
		{"minutes", "an hour", "/c", n("60"), true},
		{"minutes", "an hour and a half", "/c", n("90"), true},
		{"minutes", "one and a half hours", "/c", n("90"), true},
		{"minutes", "two hours", "/c", n("120"), true},
		{"minutes", "90 minutes", "/c", n("90"), true},
		{"minutes", "two hours and a bit", "/c", n("120"), false},
		{"minutes", "half a day", "/c", n("720"), false},
		{"minutes", "two", "/c", n("2"), false},
		{"minutes", "an hour", "/c", n("1"), false},
		{"days", "a week", "/c", n("7"), true},
		{"days", "a fortnight", "/c", n("14"), true},
		{"days", "two weeks", "/c", n("14"), true},
		{"days", "ten days", "/c", n("10"), true},
		{"days", "a day", "/c", n("1"), true},
		{"days", "a month", "/c", n("30"), false},

		{"label", "business class", "/cabin", "business", true},
		{"label", "in business class", "/cabin", "business", true},
		{"label", "non-stop", "/direct", true, true},
		{"label", "direct", "/direct", false, false},
		{"label", "a double", "/quantity", n("2.0"), true},
		{"label", "business class", "/class", "business", false},
		{"label", "direct", "/flights/0/direct", true, true},
		{"colour", "red", "/c", "red", false},
	} {
		if got := yields(c.rule, c.said, c.value, tool, c.pointer); got != c.want {
			t.Errorf("yields(%q, %q, %v) = %v, want %v", c.rule, c.said, c.value, got, c.want)
		}
	}
}

// The clock stands at Wednesday, 17 July 2024.
func TestClockRules(t *testing.T) {
	for _, c := range []struct{ rule, said, want string }{
		{"today", "today", "2024-07-17"},
		{"today", "tonight", "2024-07-17"},
		{"today", "this evening", "2024-07-17"},
		{"today", "later today", "2024-07-17"},
		{"today", "today at noon", ""},
		{"today", "tomorrow", ""},
		{"tomorrow", "tomorrow", "2024-07-18"},
		{"tomorrow", "for tomorrow morning", "2024-07-18"},
		{"tomorrow", "the day after tomorrow", ""},
		{"day_after", "the day after tomorrow", "2024-07-19"},
		{"day_after", "on the day after tomorrow", "2024-07-19"},
		{"day_after", "day after tomorrow", "2024-07-19"},
		{"yesterday", "yesterday", "2024-07-16"},
		{"yesterday", "yesterday evening", "2024-07-16"},
		{"yesterday", "last night", "2024-07-16"},
		{"weekday", "Friday", "2024-07-19"},
		{"weekday", "on Friday", "2024-07-19"},
		{"weekday", "this Friday", "2024-07-19"},
		{"weekday", "this coming Tuesday", "2024-07-23"},
		{"weekday", "Wednesday", "2024-07-24"},
		{"weekday", "Friday afternoon", "2024-07-19"},
		{"weekday", "next Friday", ""},
		{"weekday", "Friday, 19 July", ""},
		{"next_weekday", "next Monday", "2024-07-22"},
		{"next_weekday", "next Wednesday", "2024-07-24"},
		{"next_weekday", "next Friday", ""}, // this week's or the next one's?
		{"next_weekday", "Tuesday next week", "2024-07-23"},
		{"next_weekday", "on Tuesday of next week", "2024-07-23"},
		{"last_weekday", "last Friday", "2024-07-12"},
		{"last_weekday", "last Monday", ""}, // two days ago, or last week?
		{"last_weekday", "last Wednesday", "2024-07-10"},
		{"month_day", "the 19th", "2024-07-19"},
		{"month_day", "on the 19th", "2024-07-19"},
		{"month_day", "the 17th", "2024-08-17"}, // not today
		{"month_day", "the 3rd", "2024-08-03"},
		{"month_day", "the 31st", "2024-07-31"},
		{"month_day", "the nineteenth", "2024-07-19"},
		{"month_day", "the 32nd", ""},
		{"month_day", "the 19th of July", ""},
		{"in_days", "in three days", "2024-07-20"},
		{"in_days", "in 3 days", "2024-07-20"},
		{"in_days", "in two weeks", "2024-07-31"},
		{"in_days", "in a fortnight", "2024-07-31"},
		{"in_days", "a week from today", "2024-07-24"},
		{"in_days", "three days from now", "2024-07-20"},
		{"in_days", "in two weeks' time", "2024-07-31"},
		{"in_days", "in a week", "2024-07-24"},
		{"in_days", "in a couple of days", "2024-07-19"},
		{"in_days", "three days", ""},
		{"in_days", "three days ago", ""},
		{"day_month", "19 July", "2024-07-19"},
		{"day_month", "July 19th", "2024-07-19"},
		{"day_month", "the 19th of July", "2024-07-19"},
		{"day_month", "on July the 19th", "2024-07-19"},
		{"day_month", "Friday, 19 July", "2024-07-19"},
		{"day_month", "Monday, 19 July", ""},
		{"day_month", "17 July", "2024-07-17"},
		{"day_month", "16 July", "2025-07-16"},
		{"day_month", "29 February", "2028-02-29"},
		{"day_month", "the nineteenth of July", "2024-07-19"},
		{"day_month", "July", "2024-07"},
		{"day_month", "in March", "2025-03"},
		{"day_month", "19 July 2024", ""},
		{"this_month", "this month", "2024-07"},
		{"next_month", "next month", "2024-08"},
		{"last_month", "last month's", "2024-06"},
		{"next_month", "this month", ""},
		{"date_time", "tomorrow at 7 pm", "2024-07-18T19:00"},
		{"date_time", "7 pm tomorrow", "2024-07-18T19:00"},
		{"date_time", "at half past nine on Friday morning", "2024-07-19T09:30"},
		{"date_time", "Friday morning at 9", "2024-07-19T09:00"},
		{"date_time", "tonight at eight", "2024-07-17T20:00"},
		{"date_time", "at 8 tonight", "2024-07-17T20:00"},
		{"date_time", "next Monday at 14:15", "2024-07-22T14:15"},
		{"date_time", "on 19 July at noon", "2024-07-19T12:00"},
		{"date_time", "19 July 2025 at 6:05 pm", "2025-07-19T18:05"},
		{"date_time", "in three days at 7 in the evening", "2024-07-20T19:00"},
		{"date_time", "the day after tomorrow at 10 a.m.", "2024-07-19T10:00"},
		{"date_time", "at six in the evening on the 19th of July", "2024-07-19T18:00"},
		{"date_time", "Friday at 9", ""},
		{"date_time", "tomorrow", ""},
		{"date_time", "7 pm", ""},
		{"date_time", "tomorrow morning at 7 pm", "2024-07-18T19:00!"},
		{"sometime", "tomorrow", ""},
	} {
		clock, err := readClock("2024-07-17 10:20:00")
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(c.want, "!") {
			c.want = "" // a morning is not an evening
		}
		got, ok := clock.readClockWords(c.rule, foldedWords(c.said))
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.rule, c.said, got, c.want)
		}
	}
}

// TestDatesRoundTrip says every day of four years in every form and reads it
// back.
func TestDatesRoundTrip(t *testing.T) {
	forms := []string{"2 January 2006", "January 2, 2006", "Jan 2 2006", "Monday, 2 January 2006", "2006-01-02", "Mon, Jan 2, 2006"}
	clock, _ := readClock("2023-12-30 08:00:00")
	for d := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() < 2028; d = d.AddDate(0, 0, 1) {
		want := d.Format(time.DateOnly)
		said := []string{}
		for _, f := range forms {
			said = append(said, d.Format(f))
		}
		suffix := "th"
		if day := d.Day(); day < 4 || (day > 20 && day < 24) || day == 31 {
			suffix = map[int]string{1: "st", 2: "nd", 3: "rd"}[day%10]
		}
		said = append(said, fmt.Sprintf("the %d%s of %s %d", d.Day(), suffix, d.Month(), d.Year()), fmt.Sprintf("%s %d%s, %d", d.Month(), d.Day(), suffix, d.Year()))
		for _, s := range said {
			if got, ok := readDate(s); !ok || got != want {
				t.Fatalf("%q is read as %q, want %s", s, got, want)
			}
		}
		if d.Year() == 2024 && !(d.Month() == 2 && d.Day() == 29) {
			if got, ok := clock.readClockWords(mission.RuleDayMonth, foldedWords(d.Format("2 January"))); d.Month() < 12 && (!ok || got != want) {
				t.Fatalf("%q is read as %q, want %s", d.Format("2 January"), got, want)
			}
		}
	}
}

// TestNumbersRoundTrip says every number below ten thousand in words.
func TestNumbersRoundTrip(t *testing.T) {
	unit := strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	ten := strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
	var spellOut func(n int) string
	spellOut = func(n int) string {
		switch {
		case n < 20:
			return unit[n]
		case n < 100 && n%10 == 0:
			return ten[n/10]
		case n < 100:
			return ten[n/10] + "-" + unit[n%10]
		case n < 1000 && n%100 == 0:
			return unit[n/100] + " hundred"
		case n < 1000:
			return unit[n/100] + " hundred and " + spellOut(n%100)
		case n%1000 == 0:
			return spellOut(n/1000) + " thousand"
		}
		return spellOut(n/1000) + " thousand " + spellOut(n%1000)
	}
	for n := range 10_000 {
		got, ok := readNumber(spellOut(n))
		if !ok || got.Num().Int64() != int64(n) || !got.IsInt() {
			t.Fatalf("%q is read as %v", spellOut(n), got)
		}
	}
}

func FuzzDatePhrase(f *testing.F) {
	for _, s := range []string{"next Friday", "19 July 2024", "half past seven in the evening", "tomorrow at 7 pm", "in a couple of days",
		"€45 a night", "two thousand five hundred", "the second to last one", "2024-07-19t19:30", "a", "in", "at", "minus", "quarter to", "#", "7.", "last"} {
		f.Add(s)
	}
	clock, _ := readClock("2024-07-17 10:20:00")
	rules := append([]string{mission.RuleThisMonth, mission.RuleNextMonth, mission.RuleLastMonth, mission.RuleDateTime}, dateRules...)
	f.Fuzz(func(t *testing.T, s string) {
		for _, rule := range rules {
			got, ok := clock.readClockWords(rule, foldedWords(s))
			if !ok {
				continue
			}
			layout := map[int]string{7: "2006-01", 10: time.DateOnly, 16: "2006-01-02T15:04"}[len(got)]
			if _, err := time.Parse(layout, got); err != nil && len(got) > 0 && got[0] != '-' {
				t.Errorf("%s reads %q as %q", rule, s, got)
			}
		}
		if got, ok := readTime(s); ok {
			if _, err := time.Parse("15:04", got); err != nil {
				t.Errorf("%q is read as the time %q", s, got)
			}
		}
		readNumber(s)
		readMoney(s)
		positionIn(words(fold(s)))
		for _, by := range []grammar.Speaker{grammar.User, grammar.Assistant} {
			grammar.Check(s, grammar.Speech{By: by})
		}
		newScan(s)
		if once := fold(s); fold(once) != once {
			t.Errorf("folding %q twice makes a difference", s)
		}
	})
}

func FuzzBytes(f *testing.F) {
	for _, entry := range entries() {
		line, err := json.Marshal(entry())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Add([]byte(`{"missions":[{"calls":[{"sources":[{"kind":"shown","mission":-1}]}]}]}`))
	p := New()
	f.Fuzz(func(t *testing.T, line []byte) {
		_, problems := p.Bytes(line)
		for _, problem := range problems {
			if problem.Check == "" || problem.Message == "" || strings.Contains(problem.Message, "\n") {
				t.Errorf("a problem that says nothing: %+v", problem)
			}
		}
	})
}
