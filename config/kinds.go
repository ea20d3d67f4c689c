package config

import (
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchyard/internal/document"
	"switchyard/mission"
)

// target is a field of a configuration that is set from text.
type target interface {
	// set reads the value; what is wrong with it is told behind the name of
	// the setting.
	set(text string) *fault
	// text is the value as it would be written; empty when it is not set.
	text() string
	// value is the value for JSON; nil when it is not set.
	value() any
	// kind is what pflag calls the type of a flag for it.
	kind() string
	// wants lists how the value may be written in a file.
	wants() []document.Kind
}

// list is a target of many values.
type list interface {
	target
	setAll(texts []string) *fault
}

// rooted is a target that holds a path; in a file, relative ones start at the
// folder of the file.
type rooted interface{ root(folder string) }

// fault is what is wrong with a value: a text to stand behind the name of the
// setting, and a hint, in which {x} stands for how x is written where the
// value came from: --seed x, SWITCHYARD_SEED=x or seed: x.
type fault struct{ text, hint string }

func faultf(hint, format string, args ...any) *fault {
	return &fault{fmt.Sprintf(format, args...), hint}
}

// helpHint stands for the help of the setting.
const helpHint = "{}"

// notWhole says what is wrong with a number.
func notWhole(text string, err error, from string) *fault {
	if numErr, ok := err.(*strconv.NumError); ok && numErr.Err == strconv.ErrRange {
		return faultf(helpHint, ": %q is out of range", short(text))
	}
	return faultf(helpHint, ": %q is not a whole number%s", short(text), from)
}

type seedTarget struct{ p *uint64 }

func (t seedTarget) set(text string) *fault {
	n, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return notWhole(text, err, " from 0 up")
	}
	*t.p = n
	return nil
}
func (t seedTarget) text() string           { return strconv.FormatUint(*t.p, 10) }
func (t seedTarget) value() any             { return *t.p }
func (t seedTarget) kind() string           { return "uint64" }
func (t seedTarget) wants() []document.Kind { return []document.Kind{document.Whole} }

// countTarget is a whole number with bounds; most is 0 when there is none.
// none tells that 0 cannot be written: it is what stands for not set.
type countTarget struct {
	p           *int
	least, most int
	none        bool
	hint        string
}

func (t countTarget) set(text string) *fault {
	n, err := strconv.ParseInt(text, 0, strconv.IntSize)
	switch {
	case err != nil:
		return notWhole(text, err, "")
	case t.least == 0 && n < 0:
		return faultf(t.hint, " cannot be negative")
	case t.most > 0 && (int(n) < t.least || int(n) > t.most):
		return faultf(t.hint, " must be from %d to %d, is %d", t.least, t.most, n)
	case int(n) < t.least:
		return faultf(t.hint, " must be at least %d, is %d", t.least, n)
	}
	*t.p = int(n)
	return nil
}

func (t countTarget) text() string {
	if t.none && *t.p == 0 {
		return ""
	}
	return strconv.Itoa(*t.p)
}

func (t countTarget) value() any {
	if t.none && *t.p == 0 {
		return nil
	}
	return *t.p
}
func (t countTarget) kind() string           { return "int" }
func (t countTarget) wants() []document.Kind { return []document.Kind{document.Whole} }

// numberTarget is an optional whole number.
type numberTarget struct{ p **int }

func (t numberTarget) set(text string) *fault {
	n, err := strconv.Atoi(text)
	if err != nil {
		return notWhole(text, err, "")
	}
	*t.p = &n
	return nil
}

func (t numberTarget) text() string {
	if *t.p == nil {
		return ""
	}
	return strconv.Itoa(**t.p)
}

func (t numberTarget) value() any {
	if *t.p == nil {
		return nil
	}
	return **t.p
}
func (t numberTarget) kind() string           { return "int" }
func (t numberTarget) wants() []document.Kind { return []document.Kind{document.Whole} }

// realTarget is an optional number with bounds.
type realTarget struct {
	p           **float64
	least, most float64
}

func (t realTarget) set(text string) *fault {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(x):
		return faultf(helpHint, ": %q is not a number", short(text))
	case x < t.least || x > t.most:
		return faultf(helpHint, " must be from %v to %v, is %v", t.least, t.most, x)
	}
	*t.p = &x
	return nil
}

func (t realTarget) text() string {
	if *t.p == nil {
		return ""
	}
	return strconv.FormatFloat(**t.p, 'f', -1, 64)
}

func (t realTarget) value() any {
	if *t.p == nil {
		return nil
	}
	return **t.p
}
func (t realTarget) kind() string           { return "float64" }
func (t realTarget) wants() []document.Kind { return []document.Kind{document.Whole, document.Real} }

type switchTarget struct{ p *bool }

func (t switchTarget) set(text string) *fault {
	b, err := strconv.ParseBool(text)
	if err != nil {
		return faultf("write {true}, or leave it out", ": %q is neither true nor false", short(text))
	}
	*t.p = b
	return nil
}
func (t switchTarget) text() string           { return strconv.FormatBool(*t.p) }
func (t switchTarget) value() any             { return *t.p }
func (t switchTarget) kind() string           { return "bool" }
func (t switchTarget) wants() []document.Kind { return []document.Kind{document.Bool} }

// wordTarget is a text of one line: one of words, if there are any, and what
// check accepts, if it is there.
type wordTarget struct {
	p       *string
	example string
	words   []string
	check   func(text string) *fault
}

func (t wordTarget) set(text string) *fault {
	switch {
	case strings.TrimSpace(text) == "":
		return faultf("for example {"+t.example+"}", " is empty")
	case strings.ContainsAny(text, "\r\n\x00"):
		return faultf("for example {"+t.example+"}", " holds a line break")
	case len(t.words) > 0 && !slices.Contains(t.words, text):
		return faultf("write {"+strings.Join(t.words, "} or {")+"}", " must be %s, is %q", strings.Join(t.words, " or "), short(text))
	}
	if t.check != nil {
		if f := t.check(text); f != nil {
			return f
		}
	}
	*t.p = text
	return nil
}
func (t wordTarget) text() string           { return *t.p }
func (t wordTarget) value() any             { return orNil(*t.p) }
func (t wordTarget) kind() string           { return "string" }
func (t wordTarget) wants() []document.Kind { return []document.Kind{document.Text} }

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// effortWord is how endpoints name how hard a model is to think.
var effortWord = regexp.MustCompile(`^[a-z]{1,20}$`)

func checkEffort(text string) *fault {
	if effortWord.MatchString(text) {
		return nil
	}
	return faultf("for example {low}, {medium} or {high}", " must be a word in lower case")
}

// variableName is narrower than what systems allow: that a key was written in
// place of its variable's name is noticed by its small letters.
var variableName = regexp.MustCompile(`^[A-Z_][A-Z0-9_]{0,99}$`)

func checkVariable(text string) *fault {
	if variableName.MatchString(text) {
		return nil
	}
	return faultf("put the key into the environment and the name of its variable here: {OPENAI_API_KEY}",
		" must be the name of an environment variable, in capital letters")
}

// pathTarget is the path of a file or folder. off is what turns it off.
type pathTarget struct {
	p       *string
	example string
	off     string
}

func (t pathTarget) set(text string) *fault {
	if t.off != "" && text == t.off {
		*t.p = ""
		return nil
	}
	return wordTarget{p: t.p, example: t.example}.set(text)
}

func (t pathTarget) text() string {
	if *t.p == "" {
		return t.off
	}
	return *t.p
}
func (t pathTarget) value() any             { return orNil(t.text()) }
func (t pathTarget) kind() string           { return "string" }
func (t pathTarget) wants() []document.Kind { return []document.Kind{document.Text} }

func (t pathTarget) root(folder string) {
	if *t.p != "" && !filepath.IsAbs(*t.p) {
		*t.p = filepath.Join(folder, *t.p)
	}
}

// urlTarget is the base URL of an endpoint. Messages do not quote it: it may
// hold a password.
type urlTarget struct{ p *string }

func (t urlTarget) set(text string) *fault {
	const example = "for example {https://api.openai.com/v1} or {http://127.0.0.1:11434/v1}"
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return faultf(example, " is not a URL")
	case u.User != nil:
		return faultf("leave it out of the URL, and give the key by its environment variable or file", " must not hold a user name or password")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return faultf("leave out what follows ? or #; for Azure, the version goes into api_version", " must not hold a query or fragment")
	case u.Scheme != "http" && u.Scheme != "https":
		return faultf(example, " must begin with http:// or https://")
	case u.Hostname() == "":
		return faultf(example, " names no host")
	}
	*t.p = strings.TrimRight(u.String(), "/")
	return nil
}
func (t urlTarget) text() string           { return *t.p }
func (t urlTarget) value() any             { return orNil(*t.p) }
func (t urlTarget) kind() string           { return "string" }
func (t urlTarget) wants() []document.Kind { return []document.Kind{document.Text} }

type durationTarget struct{ p *time.Duration }

func (t durationTarget) set(text string) *fault {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return faultf("for example {90s} or {2m30s}", ": %q is not a duration", short(text))
	case d <= 0:
		return faultf("for example {90s} or {2m30s}", " must be longer than 0, is %s", d)
	}
	*t.p = d
	return nil
}
func (t durationTarget) text() string           { return t.p.String() }
func (t durationTarget) value() any             { return t.p.String() }
func (t durationTarget) kind() string           { return "duration" }
func (t durationTarget) wants() []document.Kind { return []document.Kind{document.Text} }

// missionsTarget is a list of numbers of missions.
type missionsTarget struct{ p *[]int }

func (t missionsTarget) set(text string) *fault {
	trouble := faultf("write {2}, {1-3} or {1,4}", ": %q is not a list of numbers from 1 to 4", short(text))
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			high = low
		}
		first, err1 := strconv.Atoi(low)
		last, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || first < 1 || last > 4 || first > last {
			return trouble
		}
		for n := first; n <= last; n++ {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	*t.p = slices.Compact(list)
	return nil
}

func (t missionsTarget) text() string {
	words := make([]string, len(*t.p))
	for i, n := range *t.p {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}
func (t missionsTarget) value() any   { return *t.p }
func (t missionsTarget) kind() string { return "string" }
func (t missionsTarget) wants() []document.Kind {
	return []document.Kind{document.Text, document.Whole}
}

// filterTarget is a filter on switch paths, kept as the filter writes itself.
type filterTarget struct{ p *string }

func (t filterTarget) set(text string) *fault {
	filter, err := mission.ParseFilter(text)
	if err == nil {
		*t.p = filter.String()
		return nil
	}
	const hint = `a filter is written like "single,multi>clarify"; words are single, multi, serial, parallel, mixed, clarify, chat, * and ...`
	e, ok := err.(*mission.FilterError)
	switch {
	case !ok:
		return faultf(hint, ": %v", err)
	case e.Word == "":
		return faultf(hint, " %q: a word is missing in column %d", e.Filter, e.Column)
	}
	f := faultf(hint, " %q: no kind of mission is called %q (column %d)", e.Filter, e.Word, e.Column)
	known := []string{string(mission.Multi)}
	for _, k := range mission.Kinds() {
		known = append(known, string(k))
	}
	if near := didYouMean(e.Word, known); near != "" {
		f.hint = near
	}
	return f
}
func (t filterTarget) text() string           { return *t.p }
func (t filterTarget) value() any             { return *t.p }
func (t filterTarget) kind() string           { return "string" }
func (t filterTarget) wants() []document.Kind { return []document.Kind{document.Text} }

// wordsTarget is a list of texts.
type wordsTarget struct{ p *[]string }

func (t wordsTarget) set(text string) *fault { return t.setAll([]string{text}) }

func (t wordsTarget) setAll(texts []string) *fault {
	*t.p = slices.Clone(texts)
	return nil
}
func (t wordsTarget) text() string           { return strings.Join(*t.p, ", ") }
func (t wordsTarget) value() any             { return append([]string{}, *t.p...) }
func (t wordsTarget) kind() string           { return "stringArray" }
func (t wordsTarget) wants() []document.Kind { return []document.Kind{document.Text, document.List} }

// namesTarget is a list of names, given one by one or with commas between them.
type namesTarget struct {
	p       *[]string
	example string
}

func (t namesTarget) set(text string) *fault { return t.setAll([]string{text}) }

func (t namesTarget) setAll(texts []string) *fault {
	var names []string
	for _, text := range texts {
		for word := range strings.SplitSeq(text, ",") {
			var name string
			if f := (wordTarget{p: &name, example: t.example}).set(word); f != nil {
				return f
			}
			if name = strings.TrimSpace(name); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	*t.p = names
	return nil
}
func (t namesTarget) text() string           { return strings.Join(*t.p, ",") }
func (t namesTarget) value() any             { return append([]string{}, *t.p...) }
func (t namesTarget) kind() string           { return "string" }
func (t namesTarget) wants() []document.Kind { return []document.Kind{document.Text, document.List} }

// budgetTarget is an amount of money.
type budgetTarget struct{ p **Budget }

func (t budgetTarget) set(text string) *fault {
	budget, f := parseBudget(text)
	if f != nil {
		return f
	}
	*t.p = budget
	return nil
}

func (t budgetTarget) text() string {
	if *t.p == nil {
		return ""
	}
	return (*t.p).String()
}
func (t budgetTarget) value() any   { return orNil(t.text()) }
func (t budgetTarget) kind() string { return "string" }
func (t budgetTarget) wants() []document.Kind {
	return []document.Kind{document.Text, document.Whole, document.Real}
}
