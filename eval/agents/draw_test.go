package agents

import (
	"encoding/json"
	"fmt"
	"testing"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/schemas"
)

// What is drawn fits the schema, and is not always the same where it need not be.
func TestDrawnArgumentsFit(t *testing.T) {
	for _, c := range []struct{ name, parameters string }{
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
		{"nothing", `{}`},
	} {
		schema, err := schemas.Compile([]byte(c.parameters))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		tool := &mission.Tool{Name: "t", Parameters: json.RawMessage(c.parameters)}
		seen := map[string]bool{}
		for i := range 200 {
			arguments := newDrawer(tool, keyed.New(1, c.name, keyed.Int(i))).arguments()
			for _, v := range schema.Validate(arguments) {
				t.Fatalf("%s: %s: %s", c.name, arguments, fmt.Sprint(v))
			}
			seen[string(arguments)] = true
		}
		if len(seen) < 2 && c.name != "nothing" {
			t.Errorf("%s: always the same", c.name)
		}
	}
}

// Whatever the schema is, something is drawn, and it is an object.
func TestDrawnFromBadSchemas(t *testing.T) {
	for _, parameters := range []string{``, `null`, `3`, `[]`, `{"type":"string"}`, `{"type":7}`, `{"properties":3,"required":4}`,
		`{"properties":{"a":{"$ref":"#/nowhere"},"b":{"$ref":"http://example.com/x"},"c":{"$ref":"#"}},"required":["a","b","c"]}`,
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#"}]}`, `{"anyOf":[]}`, `{"properties":{"a":{"type":"array","minItems":1e9}},"required":["a"]}`,
		`{"properties":{"a":{"type":"integer","minimum":5,"maximum":4},"b":{"type":"number","minimum":-1e308,"maximum":1e308},"c":{"type":"string","pattern":"("},"d":{"type":"string","pattern":"[^\\x00-\\x{10FFFF}]"}},"required":["a","b","c","d"]}`,
		`{"properties":{"a":{"type":"array","items":{"$ref":"#/properties/a"},"minItems":1}},"required":["a"]}`,
		`{"properties":{"a":{"type":"array","items":{"enum":[1]},"uniqueItems":true,"minItems":2}},"required":["a",5]}`,
		`{"properties":{"a":{"type":"string","pattern":"^((a{100}){100}){10}$"}},"required":["a"]}`} {
		for i := range 5 {
			d := newDrawer(&mission.Tool{Parameters: json.RawMessage(parameters)}, keyed.New(1, keyed.Int(i)))
			var object map[string]any
			if err := json.Unmarshal(d.arguments(), &object); err != nil || object == nil {
				t.Fatalf("%s: %v", parameters, err)
			}
			if encoded(d.other("a", nil)) == nil {
				t.Fatalf("%s: nothing else", parameters)
			}
		}
	}
}

func TestOther(t *testing.T) {
	tool := &mission.Tool{Parameters: json.RawMessage(`{"type":"object","properties":{"flag":{"type":"boolean"},"two":{"enum":["x","y"]},"one":{"const":1},"code":{"type":"string","pattern":"^[01]$"}}}`)}
	for i := range 50 {
		d := newDrawer(tool, keyed.New(2, keyed.Int(i)))
		for _, c := range []struct {
			name      string
			truth, is any
		}{{"flag", true, false}, {"flag", false, true}, {"two", "x", "y"}, {"one", 1.0, 1.0}, {"code", "1", "0"}} {
			if got := d.other(c.name, c.truth); got != c.is {
				t.Errorf("%s: %v in the place of %v", c.name, got, c.truth)
			}
		}
		if got, is := d.other("unknown", nil).(string); !is || got == "" {
			t.Errorf("%v of a parameter that is not known", got)
		}
	}
}
