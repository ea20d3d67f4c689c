package sample

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"switchyard/internal/keyed"
	"switchyard/schemas"
)

// What is drawn fits the schema, and is not always the same where it need not be.
func TestValue(t *testing.T) {
	for _, c := range []struct{ name, schema string }{
		{"plain", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},"c":{"type":"number"},"d":{"type":"boolean"}},"required":["a","b"]}`},
		{"enum", `{"type":"object","properties":{"a":{"enum":["x",2,null,{"k":[1]}]}},"required":["a"]}`},
		{"bounds", `{"type":"object","properties":{"a":{"type":"integer","minimum":3,"maximum":5},"b":{"type":"integer","exclusiveMinimum":3,"exclusiveMaximum":6},"c":{"type":"number","minimum":0.25,"maximum":0.75},"d":{"type":"number","maximum":-1000},"e":{"type":"number","exclusiveMinimum":-0.5,"exclusiveMaximum":0.5}},"required":["a","b","c","d","e"]}`},
		{"multiples", `{"type":"object","properties":{"a":{"type":"integer","multipleOf":7,"minimum":1},"b":{"type":"number","multipleOf":0.5},"c":{"type":"integer","multipleOf":1.5,"minimum":1,"maximum":20}},"required":["a","b","c"]}`},
		{"lengths", `{"type":"object","properties":{"a":{"type":"string","minLength":20},"b":{"type":"string","maxLength":2},"c":{"type":"string","minLength":8,"maxLength":9}},"required":["a","b","c"]}`},
		{"patterns", `{"type":"object","properties":{"a":{"type":"string","pattern":"^[A-Z]{2,3}-[0-9]+$"},"b":{"type":"string","pattern":"^(red|green|blue)?x*$"},"c":{"type":"string","pattern":"^\\d{3}.\\w{2,}$","maxLength":7}},"required":["a","b","c"]}`},
		{"formats", `{"type":"object","properties":{"a":{"type":"string","format":"date"},"b":{"type":"string","format":"date-time"},"c":{"type":"string","format":"email"},"d":{"type":"string","format":"uri"},"e":{"type":"string","format":"ipv4"},"f":{"type":"string","format":"uuid"},"g":{"type":"string","format":"hostname"}},"required":["a","b","c","d","e","f","g"]}`},
		{"lists", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":3},"b":{"type":"array","items":{"enum":["x","y","z"]},"uniqueItems":true,"minItems":3},"c":{"type":"array"},"d":{"type":"array","items":[{"type":"integer"},{"type":"boolean"}],"minItems":2},"e":{"type":"array","maxItems":0}},"required":["a","b","c","d","e"]}`},
		{"nested", `{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"object","properties":{"c":{"type":"integer"}},"required":["c"]}},"required":["b"],"additionalProperties":false}},"required":["a"]}`},
		{"types", `{"type":"object","properties":{"a":{"type":["null","integer"]},"b":{"type":"null"},"c":{"const":4},"d":{},"e":true},"required":["a","b","c","d","e","f"]}`},
		{"branches", `{"type":"object","properties":{"a":{"anyOf":[{"type":"integer"},{"type":"boolean"}]},"b":{"oneOf":[{"type":"string","enum":["x"]},{"type":"array","items":{"type":"integer"}}]},"c":{"allOf":[{"type":"integer","minimum":5},{"maximum":6}]}},"allOf":[{"properties":{"d":{"type":"boolean"}},"required":["d"]}],"required":["a","b","c"]}`},
		{"references", `{"type":"object","properties":{"a":{"$ref":"#/definitions/day~1s"},"b":{"$ref":"#/definitions/tree"}},"required":["a","b"],"definitions":{"day/s":{"type":"integer","minimum":1},"tree":{"type":"object","properties":{"left":{"$ref":"#/definitions/tree"},"name":{"type":"string"}},"required":["name"]}}}`},
		{"fewest properties", `{"properties":{"a":{"type":"integer"},"b":{}},"additionalProperties":{"type":"boolean"},"minProperties":3}`},
		{"overlapping branches", `{"allOf":[{"properties":{"a":{"type":"integer","minimum":3}}},{"required":["a"],"properties":{"a":{"maximum":5}}}]}`},
		{"draft-04", `{"type":"integer","minimum":10,"exclusiveMinimum":true,"maximum":12}`},
		{"reference into a list", `{"$ref":"#/definitions/list/allOf/1","definitions":{"list":{"allOf":[true,{"type":"integer"}]}}}`},
		{"nothing", `{}`},
	} {
		judge, err := schemas.Compile([]byte(c.schema))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		seen := map[string]bool{}
		for i := range 200 {
			v := New(keyed.New(1, c.name, keyed.Int(i)), json.RawMessage(c.schema)).Value()
			for _, wrong := range judge.ValidateValue(v) {
				t.Fatalf("%s: %v: %s", c.name, v, wrong)
			}
			seen[fmt.Sprint(v)] = true
		}
		if len(seen) < 2 && c.name != "nothing" {
			t.Errorf("%s: always the same", c.name)
		}
	}
}

// Whatever the schema is, something is drawn, and soon.
func TestValueOfBadSchemas(t *testing.T) {
	for _, schema := range []string{``, `null`, `3`, `[]`, `{"type":"string"}`, `{"type":7}`, `{"properties":3,"required":4}`,
		`{"properties":{"a":{"$ref":"#/nowhere"},"b":{"$ref":"http://example.com/x"},"c":{"$ref":"#"}},"required":["a","b","c"]}`,
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#"}]}`, `{"anyOf":[]}`, `{"properties":{"a":{"type":"array","minItems":1e9}},"required":["a"]}`,
		`{"properties":{"a":{"type":"integer","minimum":5,"maximum":4},"b":{"type":"number","minimum":-1e308,"maximum":1e308},"c":{"type":"string","pattern":"("},"d":{"type":"string","pattern":"[^\\x00-\\x{10FFFF}]"}},"required":["a","b","c","d"]}`,
		`{"properties":{"a":{"type":"array","items":{"$ref":"#/properties/a"},"minItems":1}},"required":["a"]}`,
		`{"properties":{"a":{"type":"array","items":{"enum":[1]},"uniqueItems":true,"minItems":2}},"required":["a",5]}`,
		`{"properties":{"a":{"type":"string","pattern":"^((a{100}){100}){10}$"}},"required":["a"]}`} {
		for i := range 5 {
			d := New(keyed.New(1, keyed.Int(i)), json.RawMessage(schema))
			for _, v := range []any{d.Value(), d.Property("a")} {
				if text, err := json.Marshal(v); err != nil || len(text) > 1<<20 {
					t.Fatalf("%s: %.40s, %v", schema, text, err)
				}
			}
		}
	}
}

// Numbers are drawn from any bounds. They are finite, and fit if that is possible.
func TestNumberOfExtremeBounds(t *testing.T) {
	extremes := []any{nil, 0.0, 1.0, -1.0, 0.5, float64(1 << 53), float64(math.MaxInt64), float64(math.MinInt64), 1e300, -1e300, 1e308, -1e308, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 1e-300}
	for _, low := range extremes {
		for _, high := range extremes {
			for _, step := range append(extremes, 1e-320) {
				for _, whole := range []bool{true, false} {
					s := map[string]any{"minimum": low, "maximum": high, "multipleOf": step}
					v := (&Drawer{random: keyed.New(1, fmt.Sprint(s, whole))}).number(s, whole)
					least, most := -math.MaxFloat64, math.MaxFloat64
					if low != nil {
						least = low.(float64)
					}
					if high != nil {
						most = high.(float64)
					}
					fits := !whole && step == nil && least <= most || step == nil && math.Ceil(least) <= math.Floor(most)
					if math.IsInf(v, 0) || math.IsNaN(v) || fits && (v < least || v > most || whole && v != math.Trunc(v)) {
						t.Errorf("%v, whole %v: %v", s, whole, v)
					}
					s = map[string]any{"exclusiveMinimum": low, "exclusiveMaximum": high, "multipleOf": step}
					if v := (&Drawer{random: keyed.New(1, fmt.Sprint(s, whole))}).number(s, whole); math.IsInf(v, 0) || math.IsNaN(v) {
						t.Errorf("%v, whole %v: %v", s, whole, v)
					}
				}
			}
		}
	}
}

// Whatever numbers a schema has, a value is drawn that JSON can hold.
func FuzzNumber(f *testing.F) {
	f.Add(0.0, 100.0, 1e-320, true)
	f.Add(1e308, -1e308, 1.0, false)
	f.Add(-math.MaxFloat64, math.MaxFloat64, 1e300, true)
	f.Fuzz(func(t *testing.T, low, high, step float64, exclusive bool) {
		for _, kind := range []string{"integer", "number"} {
			s := map[string]any{"type": kind, "minimum": low, "maximum": high, "multipleOf": step, "exclusiveMinimum": exclusive}
			schema, err := json.Marshal(s)
			if err != nil {
				t.Skip("JSON has no such number")
			}
			if _, err := json.Marshal(New(keyed.New(1, "number"), schema).Value()); err != nil {
				t.Errorf("%s: %v", schema, err)
			}
		}
	})
}

func TestProperty(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","properties":{"flag":{"type":"boolean"},"two":{"enum":["x","y"]},"one":{"const":1},"code":{"type":"string","pattern":"^[01]$"},"pair":{"type":"array","minItems":3,"maxItems":3,"prefixItems":[{"const":1},{"const":"x"}],"items":{"const":2}}}}`)
	for i := range 50 {
		d := New(keyed.New(2, keyed.Int(i)), schema)
		for name, want := range map[string]string{"flag": "true|false", "two": "x|y", "one": "1", "code": "0|1", "pair": `\[1 x 2\]`, "unknown": "[a-z]+"} {
			if got := fmt.Sprint(d.Property(name)); !regexp.MustCompile("^(" + want + ")$").MatchString(got) {
				t.Errorf("%s: %s", name, got)
			}
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
		case "boolean", "null":
			return map[string]any{"type": kind}
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

// Whatever schema a drawer understands, what it draws fits.
func TestValuesFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		schema := schemaOf(3).Draw(t, "schema")
		schema["definitions"] = map[string]any{"word": map[string]any{"type": "string", "minLength": 2}}
		source, err := json.Marshal(schema)
		if err != nil {
			t.Fatal(err)
		}
		judge, err := schemas.Compile(source)
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		v := New(keyed.New(rapid.Uint64().Draw(t, "key")), source).Value()
		if wrong := judge.ValidateValue(v); len(wrong) > 0 {
			t.Fatalf("%v does not fit %s: %v", v, source, wrong)
		}
	})
}
