package schemas

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/xeipuuv/gojsonreference"
	"github.com/xeipuuv/gojsonschema"

	"switchyard/internal/jsonptr"
)

// value hands an already decoded document to gojsonschema.
type value struct{ v any }

func (l value) JsonSource() any        { return l.v }
func (l value) LoadJSON() (any, error) { return l.v, nil }
func (l value) JsonReference() (gojsonreference.JsonReference, error) {
	return gojsonreference.NewJsonReference("#")
}
func (l value) LoaderFactory() gojsonschema.JSONLoaderFactory {
	return &gojsonschema.DefaultJSONLoaderFactory{}
}

// leastExponent is far below every float64; smaller ones would make exact
// arithmetic arbitrarily slow.
const leastExponent = -400

// normal returns the value with all numbers as json.Number and all containers
// as map[string]any and []any, which is all that gojsonschema understands. It
// copies only what it has to change.
func normal(v any, pointer string) (any, *Violation) {
	switch v := v.(type) {
	case nil, bool, string:
		return v, nil
	case json.Number:
		return number(v, pointer)
	case map[string]any:
		if v == nil {
			return nil, nil
		}
		return normalMap(v, pointer)
	case []any:
		if v == nil {
			return nil, nil
		}
		return normalSlice(v, pointer)
	case json.RawMessage:
		decoded, err := Decode(v)
		if err != nil {
			return nil, &Violation{Pointer: pointer, Message: "is " + err.Error()}
		}
		return normal(decoded, pointer)
	}
	return foreign(v, pointer)
}

func normalMap(m map[string]any, pointer string) (any, *Violation) {
	var changed map[string]any
	for key, child := range m {
		n, bad := normal(child, pointer+"/"+jsonptr.Escape(key))
		if bad != nil {
			return nil, bad
		}
		if same(child, n) {
			continue
		}
		if changed == nil {
			changed = make(map[string]any, len(m))
			for k, c := range m {
				changed[k] = c
			}
		}
		changed[key] = n
	}
	if changed != nil {
		return changed, nil
	}
	return m, nil
}

func normalSlice(s []any, pointer string) (any, *Violation) {
	var changed []any
	for i, child := range s {
		n, bad := normal(child, pointer+"/"+strconv.Itoa(i))
		if bad != nil {
			return nil, bad
		}
		if same(child, n) {
			continue
		}
		if changed == nil {
			changed = append([]any(nil), s...)
		}
		changed[i] = n
	}
	if changed != nil {
		return changed, nil
	}
	return s, nil
}

// same tells whether normal left a value alone.
func same(a, b any) bool {
	switch a := a.(type) {
	case nil, bool, string, json.Number:
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
	case []any:
		b, ok := b.([]any)
		return ok && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
	}
	return false
}

// foreign turns Go numbers and Go containers of other types into those of a
// decoded document.
func foreign(v any, pointer string) (any, *Violation) {
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return json.Number(strconv.FormatInt(r.Int(), 10)), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return json.Number(strconv.FormatUint(r.Uint(), 10)), nil
	case reflect.Float32, reflect.Float64:
		f := r.Float()
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return nil, &Violation{Pointer: pointer, Message: fmt.Sprintf("%v is not a JSON number", f)}
		}
		return json.Number(strconv.FormatFloat(f, 'g', -1, 64)), nil
	case reflect.String:
		return r.String(), nil
	case reflect.Bool:
		return r.Bool(), nil
	case reflect.Slice, reflect.Array:
		if r.Kind() == reflect.Slice && r.IsNil() {
			return nil, nil
		}
		s := make([]any, r.Len())
		for i := range s {
			s[i] = r.Index(i).Interface()
		}
		return normalSlice(s, pointer)
	case reflect.Map:
		if r.Type().Key().Kind() != reflect.String {
			break
		}
		if r.IsNil() {
			return nil, nil
		}
		m := make(map[string]any, r.Len())
		for _, key := range r.MapKeys() {
			m[key.String()] = r.MapIndex(key).Interface()
		}
		return normalMap(m, pointer)
	}
	return nil, &Violation{Pointer: pointer, Message: fmt.Sprintf("a Go value of type %T is not decoded JSON", v)}
}

// number lets pass what JSON calls a number and a float64 can hold.
func number(n json.Number, pointer string) (any, *Violation) {
	s := string(n)
	if s == "" || (s[0] != '-' && (s[0] < '0' || s[0] > '9')) || !json.Valid([]byte(s)) {
		return nil, &Violation{Pointer: pointer, Message: fmt.Sprintf("%q is not a JSON number", short(s))}
	}
	_, err := strconv.ParseFloat(s, 64)
	if i := strings.IndexAny(s, "eE"); i >= 0 && err == nil {
		var exponent int
		exponent, err = strconv.Atoi(s[i+1:])
		if exponent < leastExponent {
			err = strconv.ErrRange
		}
	}
	if err != nil {
		return nil, &Violation{Pointer: pointer, Message: fmt.Sprintf("the number %s is too large or too small", short(s))}
	}
	return n, nil
}
