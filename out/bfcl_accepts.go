package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// bfclAccepts judges one call as the leaderboard judges Python functions. It returns
// nil if the accepted values in truth, those of one call, admit it. Texts are compared
// without letter case, blanks and , . / - _ * ^.
func bfclAccepts(functions []bfclFunction, truth map[string]map[string][]json.RawMessage, name string, arguments json.RawMessage) error {
	accepted, ok := truth[name]
	if !ok {
		return fmt.Errorf("the function %q is not the one", name)
	}
	at := slices.IndexFunc(functions, func(f bfclFunction) bool { return f.Name == name })
	if at < 0 {
		return fmt.Errorf("there is no function %q", name)
	}
	var schema struct {
		Properties map[string]bfclParam
		Required   []string
	}
	if err := json.Unmarshal(functions[at].Parameters, &schema); err != nil {
		return err
	}
	given, err := bfclObject(arguments)
	if err != nil {
		return err
	}
	for _, p := range schema.Required {
		if _, ok := given[p]; !ok {
			return fmt.Errorf("%q is missing", p)
		}
	}
	for p, v := range given {
		param, known := schema.Properties[p]
		if _, ok := accepted[p]; !ok || !known {
			return fmt.Errorf("%q is not expected", p)
		}
		if !param.admits(v, accepted[p]) {
			return fmt.Errorf("%q has another value", p)
		}
	}
	for p, values := range accepted {
		if _, ok := given[p]; !ok && !slices.ContainsFunc(values, bfclOmitted) {
			return fmt.Errorf("%q may not be left out", p)
		}
	}
	return nil
}

func bfclOmitted(v json.RawMessage) bool { return string(v) == `""` }

// bfclParam is the part of a parameter's schema that decides.
type bfclParam struct {
	Type  string
	Items struct{ Type string }
}

// bfclObject decodes an object. Numbers stay as they are written.
func bfclObject(doc json.RawMessage) (map[string]any, error) {
	v, err := bfclDecode(doc)
	if err != nil {
		return nil, err
	}
	o, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("the arguments are not an object")
	}
	return o, nil
}

func bfclDecode(doc json.RawMessage) (any, error) {
	d := json.NewDecoder(strings.NewReader(string(doc)))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// bfclType is the Python type of a decoded value.
func bfclType(v any) string {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return "float"
		}
		return "integer"
	case []any:
		return "array"
	case map[string]any:
		return "dict"
	}
	return "null"
}

// admits reports whether a value is of the declared type and one of the accepted.
func (p bfclParam) admits(v any, accepted []json.RawMessage) bool {
	want := map[string]string{"any": "string", "tuple": "array"}[p.Type]
	if want == "" {
		want = p.Type
	}
	if kind := bfclType(v); kind != want && (kind != "integer" || want != "float") {
		return false
	}
	for _, doc := range accepted {
		a, err := bfclDecode(doc)
		if err == nil && p.admitsItems(v, a) && bfclSame(v, a, true) {
			return true
		}
	}
	return false
}

// admitsItems reports whether the items of a list have the declared type, or that of
// the first accepted item.
func (p bfclParam) admitsItems(v, accepted any) bool {
	list, _ := v.([]any)
	want := []string{p.Items.Type}
	if p.Items.Type == "any" {
		want[0] = "string"
	}
	if a, ok := accepted.([]any); ok && len(a) > 0 {
		want = append(want, bfclType(a[0]))
	}
	return !slices.ContainsFunc(list, func(item any) bool { return !slices.Contains(want, bfclType(item)) })
}

// bfclSame compares a value with an accepted one. An object at the top, or in a list
// at the top, has a list of accepted values for each key.
func bfclSame(v, accepted any, top bool) bool {
	switch v := v.(type) {
	case string:
		a, ok := accepted.(string)
		return ok && (v == a || top && bfclPlain(v) == bfclPlain(a))
	case json.Number:
		a, ok := accepted.(json.Number)
		return ok && sameNumber(v, a)
	case []any:
		a, ok := accepted.([]any)
		return ok && slices.EqualFunc(v, a, func(x, y any) bool {
			_, nested := x.([]any)
			return bfclSame(x, y, top && !nested)
		})
	case map[string]any:
		a, ok := accepted.(map[string]any)
		return ok && bfclSameObject(v, a, top)
	}
	return v == accepted
}

func bfclSameObject(v, accepted map[string]any, top bool) bool {
	if !top {
		if len(v) != len(accepted) {
			return false
		}
		for key := range v {
			a, ok := accepted[key]
			if !ok || !bfclSame(v[key], a, false) {
				return false
			}
		}
		return true
	}
	for key := range v {
		list, _ := accepted[key].([]any)
		if !slices.ContainsFunc(list, func(a any) bool { return bfclSameMember(v[key], a) }) {
			return false
		}
	}
	for key, list := range accepted {
		values, _ := list.([]any)
		if _, ok := v[key]; !ok && !slices.Contains(values, any("")) {
			return false
		}
	}
	return true
}

// bfclSameMember compares a member of an object: texts loosely, everything else exactly.
func bfclSameMember(v, accepted any) bool {
	_, isText := v.(string)
	return bfclSame(v, accepted, isText)
}

func sameNumber(a, b json.Number) bool {
	x, errX := a.Float64()
	y, errY := b.Float64()
	return errX == nil && errY == nil && x == y
}

// bfclPlain reduces a text to what the leaderboard compares.
func bfclPlain(s string) string {
	return strings.NewReplacer(" ", "", ",", "", ".", "", "/", "", "-", "", "_", "", "*", "", "^", "", "'", `"`).Replace(strings.ToLower(s))
}
