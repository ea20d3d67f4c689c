package reply

import (
	"fmt"
	"strings"
	"testing"
)

// spelledOut writes figures down for tests.
func spelledOut(list []figure) string {
	var all []string
	for _, f := range list {
		s := ""
		switch f.kind {
		case aDay:
			s = fmt.Sprintf("day %d-%d-%d", f.year, f.month, f.day)
		case aMonth:
			s = fmt.Sprintf("month %d-%d", f.year, f.month)
		case aTime:
			s = fmt.Sprintf("time %d:%02d", f.minutes/60, f.minutes%60)
		case aWeekday:
			s = fmt.Sprintf("weekday %d", f.weekday)
		default:
			s = fmt.Sprintf("%g %s", f.n, f.unit)
			for _, word := range []struct {
				text string
				is   bool
			}{{"money", f.money}, {"percent", f.percent}, {"rough", f.rough}, {"limit", f.limit}} {
				if word.is {
					s += word.text
				}
			}
		}
		all = append(all, strings.TrimSpace(s))
	}
	return strings.Join(all, "; ")
}

func TestFiguresIn(t *testing.T) {
	for text, want := range map[string]string{
		"£1,562 for 4 nights":                  "1562 money; 4 night",
		"45 euros, about 20 %":                 "45 money; 20 percentrough",
		"at least 3 rooms":                     "3 roomlimit",
		"€5 at most":                           "5 moneylimit",
		"30 minutes or less":                   "30 minutlimit",
		"on 30 December 2026 at 7:30 pm":       "day 2026-12-30; time 19:30",
		"December 30th, 2026":                  "day 2026-12-30",
		"the 4th of January":                   "day 0-1-4",
		"from 3 to 11 May":                     "day 0-5-3; day 0-5-11",
		"2026-06-04T15:30":                     "day 2026-6-4; time 15:30",
		"July 2026":                            "month 2026-7",
		"between 12 noon and 12 midnight":      "time 12:00; time 0:00",
		"noon on Friday":                       "time 12:00; weekday 5",
		"5:05 to 7:30 pm":                      "time 17:05; time 19:30",
		"11:45–1:00 pm":                        "time 11:45; time 13:00",
		"9:25 am to 10:30 pm":                  "time 9:25; time 22:30",
		"9 am, 5.30 p.m.":                      "time 9:00; time 17:30",
		"1 h 35 min":                           "95 minut",
		"twenty-five people, two hundred, six": "25 peopl; 200; 6",
		"RC862980, INV-98659, FL2721, lamps5":  "",
		"seat 13B and room 4K":                 "",
		"PS-4380 on 15 December":               "day 0-12-15",
		"May I? They march in August.":         "",
		"in 2026 rather than 2018":             "2026; 2018",
		"4 rather than 2020 rooms":             "4; 2020 room",
		"in 2026 only, in 2,026 rooms":         "2026; 2026 room",
		"20-25 minutes":                        "20; 25 minut",
		"5 items for 20 euros":                 "5 item; 20 money",
		"":                                     "",
	} {
		if got := spelledOut(figuresIn(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestSays(t *testing.T) {
	for _, tt := range []struct {
		said, known string
		want        bool
	}{
		{"229", "229", true}, {"229", "229.4", true}, {"229", "228.4", false}, {"374", "370", false}, {"about 370", "374", true}, {"about 300", "374", false},
		{"2 hours", "120", true}, {"2 hours", "100", false}, {"90 minutes", "1.5", true}, {"3 pm", "15:00", true}, {"3 pm", "3:00", false},
		{"18 October", "2026-10-18", true}, {"18 October 2027", "2026-10-18", false}, {"Friday", "2026-10-16", true}, {"Thursday", "2026-10-16", false},
		{"July 2026", "2026-07", true}, {"15 %", "0.15", true}, {"2026", "2026-10-16", true}, {"2027", "2026-10-16", false}, {"7", "7:00", false},
	} {
		f, v := figuresIn(tt.said)[0], figuresIn(tt.known)[0]
		if got := f.says(&v); got != tt.want {
			t.Errorf("%s for %s: %t", tt.said, tt.known, got)
		}
	}
}

// Figures stand where they are said to, in order, and no text makes reading fail.
func FuzzFiguresIn(f *testing.F) {
	for _, s := range []string{"£1,562 (100 per cent) on 30 December 2026", "1 h 35 min", "2026-10-18T19:30:00+02:00", "from 3 to 11 May", "٣ 5٫5", "9999999999999999999999", "20–25 January", "|1|2|\n|-|-|\n|3|4|", "a dozen", "31 February"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for _, x := range figuresIn(s) {
			if x.from < at || x.to <= x.from || x.to > len(s) || s[x.from:x.to] != x.text {
				t.Fatalf("%q: %+v", s, x)
			}
			at = x.from
			x.says(&x)
		}
		for _, l := range linesOf(s) {
			for i := range l.sentences {
				for k := range l.sentences[i].figures {
					st := &statement{sentence: &l.sentences[i]}
					st.labelOf(k)
					st.behind(k)
				}
			}
		}
	})
}
