package config

import (
	"cmp"
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
type target struct {
	// set parses a value. Lists take all texts, other targets only the last. In
	// case of a fault nothing changes.
	set func(texts ...string) *fault
	// show returns the value as it would be written, empty if it is not set, and
	// the value for JSON, nil if it is not set.
	show  func() (text string, value any)
	kind  string          // what pflag calls the type of a flag for it
	wants []document.Kind // how the value may be written in a file
	// root makes a relative path start at the folder of the file that contains it.
	root func(folder string)
}

// field makes the target of a value that is parsed from one text.
func field[T any](p *T, kind string, read func(text string) (T, *fault), show func(T) (string, any), wants ...document.Kind) target {
	return target{kind: kind, wants: wants, show: func() (string, any) { return show(*p) },
		set: func(texts ...string) *fault {
			v, f := read(texts[len(texts)-1])
			if f == nil {
				*p = v
			}
			return f
		}}
}

// shown returns a value for show; the zero value means not set.
func shown[T comparable](v T, text string) (string, any) {
	if v == *new(T) {
		return "", nil
	}
	return text, v
}

// textOf makes the target of a text.
func textOf(p *string, read func(text string) (string, *fault)) target {
	return field(p, "string", read, func(s string) (string, any) { return shown(s, s) }, document.Text)
}

// fault is what is wrong with a value: a text that follows the name of the
// setting, and a hint. In the hint, {x} stands for x in the notation of the place
// at fault: --seed x, SWITCHYARD_SEED=x or seed: x.
type fault struct{ text, hint string }

func faultf(hint, format string, args ...any) *fault {
	return &fault{fmt.Sprintf(format, args...), hint}
}

// helpHint stands for the help text of the setting.
const helpHint = "{}"

// notWhole is the fault of a text that is not a whole number.
func notWhole(text string, err error, from string) *fault {
	if numErr, ok := err.(*strconv.NumError); ok && numErr.Err == strconv.ErrRange {
		return faultf(helpHint, ": %q is out of range", short(text))
	}
	return faultf(helpHint, ": %q is not a whole number%s", short(text), from)
}

func seed(p *uint64) target {
	return field(p, "uint64", func(text string) (uint64, *fault) {
		n, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			return 0, notWhole(text, err, " from 0 up")
		}
		return n, nil
	}, func(n uint64) (string, any) { return strconv.FormatUint(n, 10), n }, document.Whole)
}

// count is a whole number within bounds; most is 0 if there is no upper bound.
type count struct {
	least, most int
	unset       bool // 0 cannot be written: it stands for not set
	hint        string
}

func (c count) of(p *int) target {
	return field(p, "int", c.read, func(n int) (string, any) {
		if c.unset {
			return shown(n, strconv.Itoa(n))
		}
		return strconv.Itoa(n), n
	}, document.Whole)
}

func (c count) read(text string) (int, *fault) {
	n, err := strconv.ParseInt(text, 0, strconv.IntSize)
	switch {
	case err != nil:
		return 0, notWhole(text, err, "")
	case c.least == 0 && n < 0:
		return 0, faultf(c.hint, " cannot be negative")
	case c.most > 0 && (int(n) < c.least || int(n) > c.most):
		return 0, faultf(c.hint, " must be from %d to %d, is %d", c.least, c.most, n)
	case int(n) < c.least:
		return 0, faultf(c.hint, " must be at least %d, is %d", c.least, n)
	}
	return int(n), nil
}

// number is an optional whole number.
func number(p **int) target {
	return field(p, "int", func(text string) (*int, *fault) {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, notWhole(text, err, "")
		}
		return &n, nil
	}, func(n *int) (string, any) {
		if n == nil {
			return "", nil
		}
		return strconv.Itoa(*n), *n
	}, document.Whole)
}

// decimal is an optional number within bounds.
func decimal(p **float64, least, most float64) target {
	return field(p, "float64", func(text string) (*float64, *fault) {
		x, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil || math.IsNaN(x):
			return nil, faultf(helpHint, ": %q is not a number", short(text))
		case x < least || x > most:
			return nil, faultf(helpHint, " must be from %v to %v, is %v", least, most, x)
		}
		return &x, nil
	}, func(x *float64) (string, any) {
		if x == nil {
			return "", nil
		}
		return strconv.FormatFloat(*x, 'f', -1, 64), *x
	}, document.Whole, document.Real)
}

func onOff(p *bool) target {
	return field(p, "bool", func(text string) (bool, *fault) {
		b, err := strconv.ParseBool(text)
		if err != nil {
			return false, faultf("write {true}, or leave it out", ": %q is neither true nor false", short(text))
		}
		return b, nil
	}, func(b bool) (string, any) { return strconv.FormatBool(b), b }, document.Bool)
}

// word is a text of one line. If words is not empty, it must be one of them; if
// check is not nil, it must pass.
type word struct {
	example string
	words   []string
	check   func(text string) *fault
}

func (w word) of(p *string) target { return textOf(p, w.read) }

func (w word) read(text string) (string, *fault) {
	switch {
	case strings.TrimSpace(text) == "":
		return "", faultf("for example {"+w.example+"}", " is empty")
	case strings.ContainsAny(text, "\r\n\x00"):
		return "", faultf("for example {"+w.example+"}", " holds a line break")
	case len(w.words) > 0 && !slices.Contains(w.words, text):
		return "", faultf("write {"+strings.Join(w.words, "} or {")+"}", " must be %s, is %q", strings.Join(w.words, " or "), short(text))
	case w.check != nil:
		return text, w.check(text)
	}
	return text, nil
}

// effortWord matches names of reasoning efforts.
var effortWord = regexp.MustCompile(`^[a-z]{1,20}$`)

func checkEffort(text string) *fault {
	if effortWord.MatchString(text) {
		return nil
	}
	return faultf("for example {low}, {medium} or {high}", " must be a word in lower case")
}

// variableName is stricter than operating systems are: small letters show that
// somebody wrote the key itself instead of the name of its variable.
var variableName = regexp.MustCompile(`^[A-Z_][A-Z0-9_]{0,99}$`)

func checkVariable(text string) *fault {
	if variableName.MatchString(text) {
		return nil
	}
	return faultf("put the key into the environment and the name of its variable here: {OPENAI_API_KEY}",
		" must be the name of an environment variable, in capital letters")
}

// path is the path of a file or folder.
type path struct {
	example string
	off     string // what turns it off; empty if nothing does
}

func (w path) of(p *string) target {
	t := textOf(p, func(text string) (string, *fault) {
		if w.off != "" && text == w.off {
			return "", nil
		}
		return word{example: w.example}.read(text)
	})
	t.show = func() (string, any) {
		text := cmp.Or(*p, w.off)
		return shown(text, text)
	}
	t.root = func(folder string) {
		if *p != "" && !filepath.IsAbs(*p) {
			*p = filepath.Join(folder, *p)
		}
	}
	return t
}

// readURL reads the base URL of an endpoint. Messages do not quote it, because it
// may hold a password.
func readURL(text string) (string, *fault) {
	const example = "for example {https://api.openai.com/v1} or {http://127.0.0.1:11434/v1}"
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return "", faultf(example, " is not a URL")
	case u.User != nil:
		return "", faultf("leave it out of the URL, and give the key by its environment variable or file", " must not hold a user name or password")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "", faultf("leave out what follows ? or #; for Azure, the version goes into api_version", " must not hold a query or fragment")
	case u.Scheme != "http" && u.Scheme != "https":
		return "", faultf(example, " must begin with http:// or https://")
	case u.Hostname() == "":
		return "", faultf(example, " names no host")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

func duration(p *time.Duration) target {
	return field(p, "duration", func(text string) (time.Duration, *fault) {
		d, err := time.ParseDuration(text)
		switch {
		case err != nil:
			return 0, faultf("for example {90s} or {2m30s}", ": %q is not a duration", short(text))
		case d <= 0:
			return 0, faultf("for example {90s} or {2m30s}", " must be longer than 0, is %s", d)
		}
		return d, nil
	}, func(d time.Duration) (string, any) { return d.String(), d.String() }, document.Text)
}

// missions is a list of numbers of missions.
func missions(p *[]int) target {
	return field(p, "string", readMissions, func(list []int) (string, any) {
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ","), list
	}, document.Text, document.Whole)
}

func readMissions(text string) ([]int, *fault) {
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		low, high, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			high = low
		}
		first, err1 := strconv.Atoi(low)
		last, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || first < 1 || last > 4 || first > last {
			return nil, faultf("write {2}, {1-3} or {1,4}", ": %q is not a list of numbers from 1 to 4", short(text))
		}
		for n := first; n <= last; n++ {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// readFilter reads a filter on switch paths and returns it in canonical form.
func readFilter(text string) (string, *fault) {
	filter, err := mission.ParseFilter(text)
	if err == nil {
		return filter.String(), nil
	}
	const hint = `a filter is written like "single,multi>clarify"; words are single, multi, serial, parallel, mixed, clarify, chat, * and ...`
	e, ok := err.(*mission.FilterError)
	switch {
	case !ok:
		return "", faultf(hint, ": %v", err)
	case e.Word == "":
		return "", faultf(hint, " %q: a word is missing in column %d", e.Filter, e.Column)
	}
	known := []string{string(mission.Multi)}
	for _, k := range mission.Kinds() {
		known = append(known, string(k))
	}
	return "", faultf(didYouMean(e.Word, known, hint), " %q: no kind of mission is called %q (column %d)", e.Filter, e.Word, e.Column)
}

// texts is a list of texts.
func texts(p *[]string) target {
	return target{kind: "stringArray", wants: []document.Kind{document.Text, document.List},
		set: func(given ...string) *fault {
			*p = slices.Clone(given)
			return nil
		},
		show: func() (string, any) { return strings.Join(*p, ", "), append([]string{}, *p...) }}
}

// names is a list of names, given one by one or separated by commas.
func names(p *[]string, example string) target {
	t := texts(p)
	t.kind = "string"
	t.set = func(given ...string) *fault {
		var names []string
		for name := range strings.SplitSeq(strings.Join(given, ","), ",") {
			if _, f := (word{example: example}).read(name); f != nil {
				return f
			}
			if name = strings.TrimSpace(name); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		*p = names
		return nil
	}
	t.show = func() (string, any) { return strings.Join(*p, ","), append([]string{}, *p...) }
	return t
}

// budget is an amount of money.
func budget(p **Budget) target {
	return field(p, "string", parseBudget, func(b *Budget) (string, any) {
		if b == nil {
			return "", nil
		}
		return b.String(), b.String()
	}, document.Text, document.Whole, document.Real)
}
