package mock

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"switchyard/schemas"
)

func TestFit(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`true`, `"text"`},
		{`{}`, `"text"`},
		{`{"type":"null"}`, `null`},
		{`{"type":"boolean"}`, `true`},
		{`{"type":["null","integer"]}`, `0`},
		{`{"const":{"a":[1,"b"]}}`, `{"a":[1,"b"]}`},
		{`{"enum":["red","green"]}`, `"red"`},
		{`{"type":"integer","minimum":18}`, `18`},
		{`{"type":"integer","exclusiveMinimum":18,"maximum":20}`, `19`},
		{`{"type":"integer","maximum":-3}`, `-3`},
		{`{"type":"integer","minimum":10,"exclusiveMinimum":true}`, `11`},
		{`{"type":"integer","minimum":7,"multipleOf":5}`, `10`},
		{`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`, `0.5`},
		{`{"minimum":2.5}`, `3`},
		{`{"type":"string","minLength":6}`, `"textxx"`},
		{`{"type":"string","maxLength":2}`, `"xt"`},
		{`{"type":"string","format":"date"}`, `"2025-01-31"`},
		{`{"type":"string","format":"email","pattern":"^(?!\\.).+@.+$"}`, `"anna@example.com"`},
		{`{"type":"string","format":"date","pattern":"^2031-\\d\\d-01$"}`, `"2031-00-01"`},
		{`{"type":"string","pattern":"^[A-Z]{2}\\d{4}$"}`, `"AA0000"`},
		{`{"type":"string","pattern":"^(x|y)+-$","minLength":5}`, `"xxxxx-"`},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{}`},
		{`{"type":"object","required":["b","a"],"properties":{"a":{"const":1},"b":{"const":2},"c":{"const":3}}}`, `{"a":1,"b":2}`},
		{`{"required":["x"],"additionalProperties":{"type":"integer"}}`, `{"x":0}`},
		{`{"type":"object","minProperties":2,"properties":{"a":{"const":1}}}`, `{"a":1,"property1":"text"}`},
		{`{"type":"array","items":{"type":"integer"}}`, `[]`},
		{`{"type":"array","minItems":3,"uniqueItems":true,"items":{"type":"integer","minimum":5}}`, `[5,6,7]`},
		{`{"type":"array","minItems":2,"items":{"enum":["a","b"]}}`, `["a","b"]`},
		{`{"type":"array","minItems":3,"prefixItems":[{"const":1},{"const":2}],"items":{"const":3}}`, `[1,2,3]`},
		{`{"type":"array","minItems":2,"items":[{"const":1}],"additionalItems":{"const":9}}`, `[1,9]`},
		{`{"anyOf":[{"type":"integer"},{"type":"null"}]}`, `0`},
		{`{"oneOf":[false,{"const":4}]}`, `4`},
		{`{"allOf":[{"required":["a"],"properties":{"a":{"type":"integer"}}},{"required":["b"],"properties":{"a":{"minimum":3},"b":{"const":2}}}]}`, `{"a":3,"b":2}`},
		{`{"$ref":"#/$defs/a~1b","$defs":{"a/b":{"$ref":"#/definitions/list/1"}},"definitions":{"list":[1,{"const":"found"}]}}`, `"found"`},
		{`{"type":"object","required":["v","next"],"properties":{"v":{"type":"integer"},"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}`, `{"v":0,"next":null}`},
	} {
		got, err := fit(json.RawMessage(c.schema))
		if err != nil || got != c.want {
			t.Errorf("%s: %s (%v), want %s", c.schema, got, err, c.want)
		}
	}
}

func TestFitRefuses(t *testing.T) {
	for schema, want := range map[string]string{
		`7`:               "must be an object",
		`false`:           "nothing fits",
		`{"$ref":"#"}`:    "without end",
		`{"$ref":"#/x"}`:  "leads nowhere",
		`{"$ref":"x.js"}`: "leads nowhere",
		`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#"}}}`:                        "without end",
		`{"allOf":[{"$ref":"#/allOf/0"}]}`:                                                          "without end",
		`{"type":"array","minItems":1000000000}`:                                                    "no small document",
		`{"type":"array","minItems":500,"items":{"type":"array","minItems":500}}`:                   "no small document",
		`{"type":"object","minProperties":1000000000}`:                                              "no small document",
		`{"type":"integer","minimum":5,"maximum":4}`:                                                "no number",
		`{"type":"string","minLength":5,"maxLength":4}`:                                             "no string",
		`{"type":"string","minLength":1e12}`:                                                        "no string",
		`{"type":"string","pattern":"(?=x)"}`:                                                       "not understood",
		`{"type":"string","pattern":"^a$","minLength":2}`:                                           "no string was found",
		`{"type":"string","pattern":"^((((y*)*)*)*)*$","minLength":3999,"maxLength":3999}`:          "no string was found",
		`{"anyOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}]}`:                           "",
		`{"type":"object","required":["a"],"properties":{"a":{"oneOf":[{"$ref":"#"},{"not":{}}]}}}`: "",
	} {
		began := time.Now()
		got, err := fit(json.RawMessage(schema))
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %.40s %v, want %q", schema, got, err, want)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s took %v", schema, took)
		}
	}
}

// schemaOf draws schemas that can be fitted.
func schemaOf(depth int) *rapid.Generator[map[string]any] {
	return rapid.Custom(func(t *rapid.T) map[string]any {
		kinds := []string{"string", "integer", "number", "boolean", "null", "enum", "const", "pattern", "ref"}
		if depth > 0 {
			kinds = append(kinds, "object", "object", "array", "tuple", "anyOf", "allOf")
		}
		below := func(name string) map[string]any { return schemaOf(depth-1).Draw(t, name) }
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		switch kind {
		case "string":
			least := rapid.IntRange(0, 12).Draw(t, "least")
			return map[string]any{"type": "string", "minLength": least, "maxLength": least + rapid.IntRange(0, 5).Draw(t, "span")}
		case "integer", "number":
			low := rapid.IntRange(-50, 50).Draw(t, "low")
			out := map[string]any{"type": kind}
			if rapid.Bool().Draw(t, "has low") {
				out[rapid.SampledFrom([]string{"minimum", "exclusiveMinimum"}).Draw(t, "lower")] = low
			}
			if rapid.Bool().Draw(t, "has high") {
				out[rapid.SampledFrom([]string{"maximum", "exclusiveMaximum"}).Draw(t, "upper")] = low + rapid.IntRange(10, 20).Draw(t, "span")
			}
			if rapid.Bool().Draw(t, "stepped") {
				out["multipleOf"] = rapid.IntRange(1, 4).Draw(t, "step")
			}
			return out
		case "enum":
			return map[string]any{"enum": []any{"a", 1, nil, map[string]any{"x": true}}[rapid.IntRange(0, 3).Draw(t, "from"):]}
		case "const":
			return map[string]any{"const": rapid.SampledFrom([]any{"c", 3.5, false, []any{1}}).Draw(t, "value")}
		case "pattern":
			return map[string]any{"type": "string", "pattern": rapid.SampledFrom([]string{"^[a-z]+$", `^\d{3}-\d{4}$`, "^(north|south)( east)?$", "^#[0-9a-f]{6}$", "x"}).Draw(t, "pattern")}
		case "ref":
			return map[string]any{"$ref": "#/definitions/word"}
		case "object":
			props, required := map[string]any{}, []any{}
			for i := range rapid.IntRange(0, 3).Draw(t, "properties") {
				name := fmt.Sprintf("p%d", i)
				props[name] = below(name)
				if rapid.Bool().Draw(t, "required") {
					required = append(required, name)
				}
			}
			out := map[string]any{"type": "object", "properties": props, "minProperties": rapid.IntRange(0, len(props)).Draw(t, "least"), "additionalProperties": false}
			if len(required) > 0 { // draft-04 wants one
				out["required"] = required
			}
			return out
		case "array":
			return map[string]any{"type": "array", "items": below("items"), "minItems": rapid.IntRange(0, 3).Draw(t, "least")}
		case "tuple":
			return map[string]any{"type": "array", "items": []any{below("one"), below("two")}, "minItems": 2}
		case "anyOf":
			return map[string]any{"anyOf": []any{below("one"), below("two")}}
		}
		return map[string]any{"allOf": []any{
			map[string]any{"required": []any{"a"}, "properties": map[string]any{"a": below("a")}},
			map[string]any{"type": "object", "required": []any{"b"}, "properties": map[string]any{"b": below("b")}},
		}}
	})
}

// TestFitFits: what is made up passes the validator of this module.
func TestFitFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schema := schemaOf(3).Draw(t, "schema")
		schema["definitions"] = map[string]any{"word": map[string]any{"type": "string", "minLength": 2}}
		source, err := json.Marshal(schema)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := fit(source)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		compiled, err := schemas.Compile(source)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		if v := compiled.Validate([]byte(doc)); len(v) > 0 {
			t.Fatalf("%s does not fit %s: %v", doc, source, v)
		}
	})
}

// FuzzDecode sends any bytes: the server never breaks, and says what is wrong
// in the shape of the protocol.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		ask("e1/0/planner/0"), ask("x", `,"stream":true`), "", "{", "null", "[]", `{"messages":{}}`,
		ask("x", `,"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"^a+$"}}}}}`),
		ask("x", `,"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"allOf":[{"$ref":"#/x"},{"minItems":2}],"x":{"items":[true]}}}}`),
		`{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"json"}]}],"response_format":{"type":"json_object"},"n":3,"max_completion_tokens":2}`,
		ask("call", offers), ask("call", offers, `,"stream":true,"max_tokens":12`), ask("x", offers, `,"tool_choice":"required"`),
		`{"model":"m","messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{"}}]},{"role":"tool","tool_call_id":"a","content":""}]}`,
	} {
		f.Add([]byte(s))
	}
	player := players()
	player["call"] = called()
	s := New(Config{Player: player, Faults: Faults{Garbage: .1, WrongValue: .2, Truncate: .1, Prose: .1}})
	f.Fuzz(func(t *testing.T, body []byte) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/chat/completions", strings.NewReader(string(body))))
		switch w.Code {
		case http.StatusOK:
			if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/event-stream") {
				reply{w.Code, w.Header(), w.Body.Bytes()}.completion(t)
			}
		case http.StatusBadRequest, http.StatusInternalServerError:
			if e := (reply{w.Code, w.Header(), w.Body.Bytes()}).errorOf(t); e.Message == "" || e.Type == "" {
				t.Fatalf("%s", w.Body)
			}
		default:
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	})
}
