package schemas

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xeipuuv/gojsonschema"

	"switchyard/internal/jsonptr"
)

// Violation is one thing that is wrong with a document.
type Violation struct {
	Pointer string // JSON pointer (RFC 6901) of the place; empty for the whole document
	Message string // what is wrong and what was expected, in words
}

// String returns "pointer: message", or only the message if it concerns the whole
// document.
func (v Violation) String() string {
	if v.Pointer == "" {
		return v.Message
	}
	return v.Pointer + ": " + v.Message
}

// At returns the violation as one line for people: "file:line: pointer: message". For
// the line in a document of several lines, use [Locate].
func (v Violation) At(file string, line int) string {
	return fmt.Sprintf("%s:%d: %s", file, line, v)
}

// separator stands between the steps of a gojsonschema context. No key in practice
// contains it.
const separator = "\x00\x1f"

// violations returns the library's errors in our words, sorted by pointer and without
// repetitions.
func violations(errs []gojsonschema.ResultError) []Violation {
	var list, vague []Violation
	for _, e := range errs {
		v := Violation{Pointer: pointerOf(e)}
		var clear bool
		v.Message, clear = message(e)
		switch {
		case clear:
			list = append(list, v)
		case v.Message != "":
			vague = append(vague, v)
		}
	}
	// "fits none of the forms" says little if the reason is known, too.
	for _, v := range vague {
		known := slices.ContainsFunc(list, func(c Violation) bool {
			return c.Pointer == v.Pointer || strings.HasPrefix(c.Pointer, v.Pointer+"/")
		})
		if !known {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		list = append(list, Violation{Message: "does not fit the schema"})
	}
	slices.SortFunc(list, func(a, b Violation) int {
		return cmp.Or(comparePointers(a.Pointer, b.Pointer), cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(list)
}

func pointerOf(e gojsonschema.ResultError) string {
	steps := strings.Split(e.Context().String(separator), separator)[1:]
	if e.Type() == "additional_property_not_allowed" {
		steps = append(steps, fmt.Sprint(e.Details()["property"]))
	}
	return jsonptr.Join(steps...)
}

// message returns what is wrong. It is not clear if it only says that some alternative
// failed; then other errors give the reasons.
func message(e gojsonschema.ResultError) (text string, clear bool) {
	d := e.Details()
	detail := func(key string) string { return fmt.Sprint(d[key]) }
	is := "is " + show(e.Value())
	switch e.Type() {
	case "required":
		return fmt.Sprintf("%q is missing", detail("property")), true
	case "invalid_type":
		return fmt.Sprintf("must be %s, is %s", types(detail("expected")), article(detail("given"))), true
	case "enum":
		return "must be one of " + detail("allowed") + "; " + is, true
	case "const":
		return "must be " + detail("allowed") + "; " + is, true
	case "additional_property_not_allowed":
		return "unknown key", true
	case "invalid_property_name":
		return fmt.Sprintf("%q is not allowed as a key", detail("property")), true
	case "missing_dependency":
		return fmt.Sprintf("%q is missing", detail("dependency")), true
	case "false":
		return "must not be here", true
	case "array_no_additional_items":
		return "has too many items", true
	case "array_min_items":
		return fmt.Sprintf("needs at least %s, has %d", plural(d["min"], "item"), size(e.Value())), true
	case "array_max_items":
		return fmt.Sprintf("may have at most %s, has %d", plural(d["max"], "item"), size(e.Value())), true
	case "array_min_properties":
		return fmt.Sprintf("needs at least %s, has %d", plural(d["min"], "key"), size(e.Value())), true
	case "array_max_properties":
		return fmt.Sprintf("may have at most %s, has %d", plural(d["max"], "key"), size(e.Value())), true
	case "unique":
		return fmt.Sprintf("items %s and %s are the same", detail("i"), detail("j")), true
	case "contains":
		return "no item is of the kind that is needed", false
	case "string_gte":
		if detail("min") == "1" {
			return "must not be empty", true
		}
		return fmt.Sprintf("needs at least %s, has %d", plural(d["min"], "character"), size(e.Value())), true
	case "string_lte":
		return fmt.Sprintf("may have at most %s, has %d", plural(d["max"], "character"), size(e.Value())), true
	case "pattern":
		return "must match " + detail("pattern") + "; " + is, true
	case "format":
		return "must be written as " + detail("format") + "; " + is, true
	case "multiple_of":
		return "must be a multiple of " + detail("multiple") + "; " + is, true
	case "number_gte":
		return "must be at least " + detail("min") + "; " + is, true
	case "number_gt":
		return "must be greater than " + detail("min") + "; " + is, true
	case "number_lte":
		return "must be at most " + detail("max") + "; " + is, true
	case "number_lt":
		return "must be less than " + detail("max") + "; " + is, true
	case "number_not":
		return "is of a form that is not allowed", true
	case "number_one_of":
		return "must fit exactly one of the allowed forms", false
	case "number_any_of":
		return "fits none of the allowed forms", false
	case "number_all_of", "condition_then", "condition_else":
		return "", false
	}
	return e.Description(), true
}

// types turns the library's "[string,null]" or "string" into words.
func types(expected string) string {
	list := strings.Split(strings.Trim(expected, "[]"), ",")
	for i := range list {
		list[i] = article(list[i])
	}
	return strings.Join(list, " or ")
}

func article(kind string) string {
	switch kind {
	case "null":
		return kind
	case "integer", "array", "object":
		return "an " + kind
	}
	return "a " + kind
}

func plural(n any, noun string) string {
	if s := fmt.Sprint(n); s != "1" {
		return s + " " + noun + "s"
	}
	return "1 " + noun
}

func size(v any) int {
	switch v := v.(type) {
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	case string:
		return utf8.RuneCountInString(v)
	}
	return 0
}

// show returns a value in a form that people can read in one line.
func show(v any) string {
	switch v := v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case json.Number:
		return short(string(v))
	case string:
		return strconv.Quote(short(v))
	case nil:
		return "null"
	}
	return short(fmt.Sprint(v))
}

func short(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// comparePointers compares pointers step by step, indices as numbers.
func comparePointers(a, b string) int {
	for a != "" && b != "" {
		var x, y string
		x, a = step(a)
		y, b = step(b)
		i, errX := strconv.Atoi(x)
		j, errY := strconv.Atoi(y)
		c := cmp.Compare(x, y)
		if errX == nil && errY == nil {
			c = cmp.Compare(i, j)
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(a, b)
}

// step cuts the first step off a pointer.
func step(pointer string) (first, rest string) {
	first, rest, more := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	if more {
		rest = "/" + rest
	}
	return first, rest
}
