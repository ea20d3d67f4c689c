package schemas

import (
	"encoding/json"
	"fmt"
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

// normal returns a value in the types of [Decode], the only ones that gojsonschema
// understands. Other values are encoded and decoded again.
func normal(v any) (any, *Violation) {
	decoded, bad := isDecoded(v, "")
	if decoded || bad != nil {
		return v, bad
	}
	text, err := json.Marshal(v)
	if err == nil {
		v, err = Decode(text)
	}
	if err != nil {
		return nil, &Violation{Message: "cannot be written as JSON: " + err.Error()}
	}
	_, bad = isDecoded(v, "")
	return v, bad
}

// isDecoded reports whether a value consists of the types of [Decode] only. It also
// finds a number that is not valid.
func isDecoded(v any, pointer string) (decoded bool, bad *Violation) {
	decoded = true
	look := func(child any, step string) bool {
		is, wrong := isDecoded(child, pointer+"/"+jsonptr.Escape(step))
		decoded, bad = decoded && is, wrong
		return bad == nil
	}
	switch v := v.(type) {
	case nil, bool, string:
	case json.Number:
		return true, badNumber(string(v), pointer)
	case map[string]any:
		decoded = v != nil
		for key, child := range v {
			if !look(child, key) {
				break
			}
		}
	case []any:
		decoded = v != nil
		for i, child := range v {
			if !look(child, strconv.Itoa(i)) {
				break
			}
		}
	default:
		return false, nil
	}
	return decoded, bad
}

// leastExponent is far below that of every float64. Smaller exponents would make exact
// arithmetic arbitrarily slow.
const leastExponent = -400

// badNumber returns a violation if a text is not a JSON number or a float64 cannot hold
// it.
func badNumber(s, pointer string) *Violation {
	if s == "" || (s[0] != '-' && (s[0] < '0' || s[0] > '9')) || !json.Valid([]byte(s)) {
		return &Violation{Pointer: pointer, Message: fmt.Sprintf("%q is not a JSON number", short(s))}
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
		return &Violation{Pointer: pointer, Message: fmt.Sprintf("the number %s is too large or too small", short(s))}
	}
	return nil
}
