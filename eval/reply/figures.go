package reply

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// kind is what a figure is.
type kind byte

const (
	aNumber  kind = 'n'
	aDay     kind = 'd' // a day of a month
	aMonth   kind = 'm' // a month of a year
	aTime    kind = 't' // a time of day
	aWeekday kind = 'w'
)

// figure is a number, a day, a month, a time or a weekday in a text.
type figure struct {
	kind             kind
	n                float64 // of a number
	decimals         int     // of a number: digits behind the point
	year, month, day int     // 0 if not said
	minutes          int     // of a time: since midnight
	weekday          int     // 0 is Sunday
	weekly           bool    // "on Sundays", "closed on Sunday": no single day
	money, percent   bool
	unit             string // stem of the word behind a number
	rough            bool   // "about"
	limit            bool   // "at least", "up to", "or less"
	spelled          bool   // in words
	text             string
	from, to         int // bytes of the text
}

const (
	monthNames = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`
	smallWords = `two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen`
	tensWords  = `twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety`
)

// figuring and wording find a figure at the beginning of a text, in digits and in words. The
// groups are named after what they say.
var (
	figuring = regexp.MustCompile(`^(?i)(?:` +
		`(?P<iso>\d{4}-\d\d-\d\d)(?:[T ](?P<isotime>\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?` +
		`|(?P<isomonth>\d{4}-\d\d)\b` +
		`|(?P<range>\d{1,2})(?:st|nd|rd|th)?(?: ?[-–—] ?| to | and | until )(?P<dm>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?P<dmm>` + monthNames + `)\b(?:,? (?P<dmy>\d{4}))?` +
		`|(?P<d>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?P<dmon>` + monthNames + `)\b(?:,? (?P<dy>\d{4}))?` +
		`|12 ?(?P<twelve>noon|midday|midnight)\b` +
		`|(?P<clock>\d{1,2}:\d\d)(?::\d\d)?(?P<half>\s?[ap]\.?m\b)?` +
		`|(?P<hour>\d{1,2})(?:[.](?P<hourmin>\d\d))?\s?(?P<hourhalf>[ap]\.?m)\b` +
		`|(?P<h>\d+) ?h(?:ours?|rs?)?,?(?: and)? ?(?P<hm>\d{1,2}) ?(?:m|min|mins|minutes?)\b` +
		`|(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?))`)
	wording = regexp.MustCompile(`^(?i)(?:` +
		`(?P<mon>` + monthNames + `) (?:the )?(?P<mday>\d{1,2})(?:st|nd|rd|th)?\b(?:,? (?P<my>\d{4}))?` +
		`|(?P<monthof>` + monthNames + `) (?P<monthyear>\d{4})\b` +
		`|(?P<noon>noon|midday|midnight)\b` +
		`|(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)` +
		`|(?P<words>(?:(?:` + tensWords + `)(?:[- ](?:one|` + smallWords + `))?|` + smallWords + `|a dozen)\b(?: hundred| thousand)?))`)
	figureGroups, wordGroups = figuring.SubexpNames(), wording.SubexpNames()
)

// figureWords are the first letters, in lower case, of words that say figures.
var figureWords = func() map[string]bool {
	all := map[string]bool{"a d": true}
	for _, list := range []string{smallWords, tensWords, "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|noon|midday|midnight|mon|tue|wed|thu|fri|sat|sun"} {
		for w := range strings.SplitSeq(list, "|") {
			all[w[:3]] = true
		}
	}
	return all
}()

// longestFigure is how many bytes a figure has at most.
const longestFigure = 48

// figuresIn finds the figures of a text. It skips digits that are part of a word, such as
// an identifier.
func figuresIn(text string) []figure {
	var list []figure
	for at := 0; at < len(text); {
		b := text[at]
		if !numeral(b) && !letter(b) {
			at++
			continue
		}
		find, names := figuring, figureGroups
		if letter(b) {
			find, names = wording, wordGroups
			if at+3 > len(text) || !figureWords[strings.ToLower(text[at:at+3])] {
				at = wordEnd(text, at)
				continue
			}
		}
		m := find.FindStringSubmatchIndex(text[at:min(len(text), at+longestFigure)])
		if m == nil {
			at = wordEnd(text, at)
			continue
		}
		from, to := at, at+m[1]
		if numeral(b) && joined(text, from, to) {
			for at = to; at < len(text) && (numeral(text[at]) || letter(text[at])); at++ {
			}
			continue
		}
		said := map[string]string{}
		for g := 1; g < len(names); g++ {
			if m[2*g] >= 0 {
				said[names[g]] = text[at+m[2*g] : at+m[2*g+1]]
			}
		}
		for _, f := range figuresOf(said) {
			if n := len(list); n > 0 && f.kind == aTime && said["half"]+said["hourhalf"] != "" && untilTime.MatchString(text[list[n-1].to:from]) {
				list[n-1].sameHalf(f.minutes)
			}
			f.text, f.from, f.to = text[from:to], from, to
			switch f.kind {
			case aNumber:
				f.look(text)
			case aWeekday:
				f.weekly = strings.HasSuffix(strings.ToLower(f.text), "days") || weeklyAhead.MatchString(text[max(0, from-40):from])
			}
			list = append(list, f)
		}
		at = to
	}
	return list
}

// untilTime matches what stands between the two times of "5:05 to 7:30 pm".
var untilTime = regexp.MustCompile(`^ ?(?:[-–—]|to|until|till|and|or) ?$`)

// bareTime matches a time that does not say its half of the day.
var bareTime = regexp.MustCompile(`^\d{1,2}:\d\d$`)

// sameHalf moves a time of the first half of the day into the second if a later time, which
// says its half, is meant to say it for both.
func (f *figure) sameHalf(until int) {
	if f.kind == aTime && bareTime.MatchString(f.text) && f.minutes < 720 && f.minutes+720 < until {
		f.minutes += 720
	}
}

// wordEnd returns the end of the letters at a place.
func wordEnd(text string, at int) int {
	for at++; at < len(text) && letter(text[at]); at++ {
	}
	return at
}

// figuresOf reads what was found.
func figuresOf(said map[string]string) []figure {
	day := func(y, m, d string) figure {
		return figure{kind: aDay, year: atoi(y), month: monthOf(m), day: atoi(d)}
	}
	switch {
	case said["iso"] != "":
		s := said["iso"]
		list := []figure{{kind: aDay, year: atoi(s[:4]), month: atoi(s[5:7]), day: atoi(s[8:])}}
		if t := said["isotime"]; t != "" {
			list = append(list, figure{kind: aTime, minutes: clock(t, "")})
		}
		return list
	case said["isomonth"] != "":
		s := said["isomonth"]
		return []figure{{kind: aMonth, year: atoi(s[:4]), month: atoi(s[5:])}}
	case said["range"] != "":
		return []figure{day(said["dmy"], said["dmm"], said["range"]), day(said["dmy"], said["dmm"], said["dm"])}
	case said["d"] != "":
		return []figure{day(said["dy"], said["dmon"], said["d"])}
	case said["mon"] != "":
		return []figure{day(said["my"], said["mon"], said["mday"])}
	case said["monthof"] != "":
		return []figure{{kind: aMonth, year: atoi(said["monthyear"]), month: monthOf(said["monthof"])}}
	case said["clock"] != "":
		return []figure{{kind: aTime, minutes: clock(said["clock"], said["half"])}}
	case said["hour"] != "":
		minutes := said["hourmin"]
		if minutes == "" {
			minutes = "00"
		}
		return []figure{{kind: aTime, minutes: clock(said["hour"]+":"+minutes, said["hourhalf"])}}
	case said["noon"]+said["twelve"] != "":
		if strings.EqualFold(said["noon"]+said["twelve"], "midnight") {
			return []figure{{kind: aTime, minutes: 0}}
		}
		return []figure{{kind: aTime, minutes: 720}}
	case said["h"] != "":
		return []figure{{kind: aNumber, n: float64(60*atoi(said["h"]) + atoi(said["hm"])), unit: "minut"}}
	case said["weekday"] != "":
		return []figure{{kind: aWeekday, weekday: strings.Index("sunmontuewedthufrisat", strings.ToLower(said["weekday"][:3])) / 3}}
	case said["words"] != "":
		return []figure{{kind: aNumber, n: spelledNumber(said["words"]), spelled: true}}
	}
	s := strings.ReplaceAll(said["number"], ",", "")
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil
	}
	_, behind, _ := strings.Cut(s, ".")
	return []figure{{kind: aNumber, n: n, decimals: len(behind)}}
}

var (
	unitBehind = regexp.MustCompile(`^(?i)[\s-]?(?:(%|°C?|per ?cent\b)|([€$£¥])|([\pL²³][\pL²³/]*))`)
	signAhead  = regexp.MustCompile(`(?i)(?:[€$£¥]|\b(?:EUR|USD|GBP|CHF|JPY)) ?-?$`)
	roughAhead = regexp.MustCompile(`(?i)(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|just (?:over|under)|(?:a little|slightly) (?:over|under|more than|less than))|~|≈|ca\.?) ?[€$£¥]?$`)
	limitAhead = regexp.MustCompile(`(?i)\b(?:at least|at most|no more than|no less than|not more than|more than|less than|fewer than|up to|under|over|above|below|from|within|between|maximum(?: of)?|minimum(?: of)?|or) [€$£¥]?$`)
	// "€5 at most", "30 minutes or less"
	limitBehind = regexp.MustCompile(`^(?i) ?(?:[€$£¥%]|\pL+)? ?(?:at (?:the )?(?:most|least)|or (?:less|more|fewer|under|over|above|below|later|earlier))\b`)
)

// weeklyAhead matches what stands before a weekday that is meant for every week.
var weeklyAhead = regexp.MustCompile(`(?i)\b(?:every|each|open|opens|opened|closed?|closes|shut)(?: also| too| all day| only| except| but not)?(?: on)?(?: an?)? $`)

// currencies are the words of money, as stems.
var currencies = stemSet("euro eur usd dollar pound gbp yen jpy franc chf cent pence quid")

// unitless are words, as stems, that may stand behind a number and are no unit of it.
var unitless = stemSet("rather instead again though although however because while whereas since too which whose please unlike")

// yearAhead matches what stands before a year.
var yearAhead = regexp.MustCompile(`(?i)\b(?:in|since|during|(?:of|for|from|until) the year|year) $`)

// year4 reports whether a number may be a year.
func (f *figure) year4() bool { return len(f.text) == 4 && f.n >= 1900 && f.n < 2100 }

// look reads the words beside a number.
func (f *figure) look(text string) {
	ahead := text[max(0, f.from-40):f.from]
	if m := unitBehind.FindStringSubmatch(text[f.to:min(len(text), f.to+longestFigure)]); m != nil {
		word := stem(strings.ToLower(m[3]))
		switch {
		case m[1] != "" && !strings.HasPrefix(m[1], "°"):
			f.percent = true
		case m[2] != "" || currencies[word]:
			f.money = true
			if hundredths[word] {
				f.unit = word
			}
		case f.unit == "" && (!common[word] || spans[word]) && !unitless[word] && !(yearAhead.MatchString(ahead) && f.year4()):
			f.unit = word
		}
	}
	f.money = f.money || signAhead.MatchString(ahead)
	f.rough = roughAhead.MatchString(ahead)
	f.limit = limitAhead.MatchString(ahead) || limitBehind.MatchString(text[f.to:min(len(text), f.to+longestFigure)])
}

// joined reports whether digits are part of a word or of a code.
func joined(text string, from, to int) bool {
	if from > 0 {
		switch b := text[from-1]; {
		case letter(b), b == '_', b == '/', b == '#', b == '@':
			return true
		case b == '-' && from > 1 && letter(text[from-2]), b == '.' && from > 1 && (letter(text[from-2]) || numeral(text[from-2])):
			return true
		}
	}
	if to >= len(text) {
		return false
	}
	switch b := text[to]; {
	case b == '_', b == '@', b >= 'A' && b <= 'Z':
		return true
	case b == '-':
		return to+1 < len(text) && text[to+1] >= 'A' && text[to+1] <= 'Z'
	}
	return false
}

func numeral(b byte) bool { return b >= '0' && b <= '9' }

func letter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // only digits, and "" is 0
	return n
}

func monthOf(name string) int {
	return strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", strings.ToLower(name)[:3])/3 + 1
}

// clock returns the minutes since midnight.
func clock(t, half string) int {
	hours, minutes, _ := strings.Cut(t, ":")
	h := atoi(hours)
	switch half = strings.ToLower(strings.TrimSpace(half)); {
	case strings.HasPrefix(half, "p") && h < 12:
		h += 12
	case strings.HasPrefix(half, "a") && h == 12:
		h = 0
	}
	return 60*h + atoi(minutes)
}

var spelledNumbers = func() map[string]float64 {
	all := map[string]float64{"one": 1, "dozen": 12, "a": 0}
	for i, w := range strings.Split(smallWords, "|") {
		all[w] = float64(i + 2)
	}
	for i, w := range strings.Split(tensWords, "|") {
		all[w] = float64(10*i + 20)
	}
	return all
}()

func spelledNumber(words string) float64 {
	n := 0.0
	for w := range strings.FieldsFuncSeq(strings.ToLower(words), func(r rune) bool { return r == ' ' || r == '-' }) {
		switch w {
		case "hundred":
			n *= 100
		case "thousand":
			n *= 1000
		default:
			n += spelledNumbers[w]
		}
	}
	return n
}

// says reports whether a figure of a reply says a known one. Numbers may be rounded, and
// durations may be in another unit.
func (f *figure) says(v *figure) bool {
	switch {
	case f.kind == aWeekday:
		return v.kind == aWeekday && f.weekday == v.weekday || v.kind == aDay && v.year > 0 && !f.weekly && weekdayOf(v) == f.weekday
	case f.kind == aMonth:
		return (v.kind == aMonth || v.kind == aDay) && f.month == v.month && (v.year == 0 || f.year == v.year)
	case f.kind == aDay:
		return v.kind == aDay && f.day == v.day && f.month == v.month && (f.year == 0 || v.year == 0 || f.year == v.year)
	case f.kind == aTime:
		return v.kind == aTime && f.minutes == v.minutes
	case v.kind == aDay || v.kind == aMonth:
		return !f.money && f.unit == "" && f.n > 1000 && f.n == float64(v.year)
	case v.kind != aNumber:
		return false
	}
	return f.saysNumber(v.n)
}

// units are how many of the smaller unit are in the larger one, by the stem of a word:
// a figure in that unit may say a value in another.
var units = map[string][]float64{
	"hour": {60, 1. / 24}, "hr": {60}, "h": {60}, "min": {1. / 60, 60}, "minut": {1. / 60, 60}, "second": {1. / 60}, "day": {24, 1. / 7}, "night": {24, 1. / 7}, "week": {7},
	"month": {1. / 12}, "year": {12}, "km": {1000}, "kilometre": {1000}, "metre": {1. / 1000}, "m": {1. / 1000}, "kg": {1000}, "gram": {1. / 1000}, "cent": {1. / 100}, "pence": {1. / 100},
}

func (f *figure) saysNumber(v float64) bool {
	v = math.Abs(v)
	if f.near(v) {
		return true
	}
	if f.percent && f.near(100*v) {
		return true
	}
	for _, times := range units[f.unit] {
		if f.near(v / times) {
			return true
		}
	}
	return false
}

// rounded is how far a rounded figure may be from the value.
const rounded = 0.15

// roughly is how far a figure behind "about" may be from the value.
const roughly = 0.06

// near reports whether a number is a value, or the value rounded.
func (f *figure) near(v float64) bool {
	off := math.Abs(f.n - v)
	if off < 1e-9*math.Max(1, v) {
		return true
	}
	if f.rough && off <= roughly*v {
		return true
	}
	scale := math.Pow(10, float64(f.decimals))
	return v*scale != math.Trunc(v*scale) && v >= 1 && off <= 0.5/scale+1e-9 && off <= rounded*v
}
