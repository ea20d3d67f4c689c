package schemas

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// againstLibrary holds the quick nodes against the library: what they are sure
// of must be true.
func againstLibrary(t *testing.T, s *Schema, v any) verdict {
	t.Helper()
	got := s.quick.check(v)
	n, bad := normal(v)
	if bad != nil {
		return got
	}
	result, err := s.full.Validate(value{n})
	if err != nil {
		t.Fatal(err)
	}
	if got != unsure && (got == yes) != result.Valid() {
		b, _ := json.Marshal(v)
		t.Fatalf("quick says %d, the library says %v: %s\n%.2000s", got, result.Valid(), violations(result.Errors()), b)
	}
	if (len(s.ValidateValue(v)) == 0) != result.Valid() {
		t.Fatal("ValidateValue differs from the library")
	}
	return got
}

// mutate changes one random place of a document, or copies something from one
// place to another.
func mutate(r *rand.Rand, v any, pool []any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 || r.IntN(6) == 0 {
			break
		}
		c := maps.Clone(v)
		keys := slices.Sorted(maps.Keys(c))
		key := keys[r.IntN(len(keys))]
		switch r.IntN(12) {
		case 0:
			delete(c, key)
		case 1:
			c["extra"] = pool[r.IntN(len(pool))]
		default:
			c[key] = mutate(r, v[key], pool)
		}
		return c
	case []any:
		if len(v) == 0 || r.IntN(6) == 0 {
			break
		}
		c := slices.Clone(v)
		i := r.IntN(len(c))
		switch r.IntN(12) {
		case 0:
			return slices.Delete(c, i, i+1)
		case 1:
			return append(c, c[i])
		}
		c[i] = mutate(r, v[i], pool)
		return c
	}
	return pool[r.IntN(len(pool))]
}

// parts collects every value of a document.
func parts(v any) []any {
	list := []any{v}
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			list = append(list, parts(v[key])...)
		}
	case []any:
		for _, child := range v {
			list = append(list, parts(child)...)
		}
	}
	return list
}

func TestQuickAgainstLibrary(t *testing.T) {
	plan := `{"Mission_Finish":"no","Thought":"t","Plan":"p","Action_List":[{"name":"x","arguments":{"a":1},"tool_call_purpose":""}]}`
	docs := map[string]string{
		Entry: string(sampleEntry(t)), Plan: plan, Observation: `{"status":200,"body":{"a":[1,2]}}`,
		Rejection: `{"id":"a","switch_path":["chat"],"toolset":"travel","attempts":3,"reason":"proof","check":"relation","message":"no","mission":0}`,
	}
	rounds := 1500
	if testing.Short() {
		rounds = 200
	}
	for name, doc := range docs {
		t.Run(name, func(t *testing.T) {
			s := loaded(t).schemas[name]
			good, err := Decode([]byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			pool := append(parts(good), nil, true, "", "x", json.Number("-1"), json.Number("1.0"), json.Number("1.5"),
				json.Number("9223372036854775808"), 3, 2.5, map[string]any{}, []any{}, "multi", "chat", "clarify", "~2", "/a~1")
			r := rand.New(rand.NewPCG(1, 2))
			seen := map[verdict]int{}
			for range rounds {
				v := good
				for range 1 + r.IntN(3) {
					v = mutate(r, v, pool)
				}
				seen[againstLibrary(t, s, v)]++
			}
			if seen[yes] == 0 || seen[no] == 0 {
				t.Errorf("the mutations are one-sided: %v", seen)
			}
		})
	}
}

// Small schemas for the keywords that ours do not use.
func TestQuickKeywordsAgainstLibrary(t *testing.T) {
	schemas := []string{
		`true`, `false`, `{}`, `{"type":["string","null"]}`, `{"enum":["a","b"]}`, `{"const":"a"}`, `{"type":"number","minimum":0,"maximum":2}`,
		`{"minLength":2,"maxLength":3}`, `{"pattern":"^a+$"}`, `{"items":{"type":"integer"}}`, `{"items":[{"type":"integer"},true],"additionalItems":{"type":"string"}}`,
		`{"items":{"type":"integer"},"additionalItems":false}`, `{"items":[{"type":"integer"}],"additionalItems":false}`, `{"additionalItems":false}`,
		`{"minItems":1,"maxItems":2}`, `{"minProperties":1,"maxProperties":1}`, `{"anyOf":[{"type":"integer"},{"required":["a"]}]}`,
		`{"if":{"type":"string"},"then":{"minLength":1},"else":{"type":"integer"}}`, `{"if":{"type":"string"}}`, `{"then":false}`,
		`{"properties":{"a":{"type":"integer"}},"additionalProperties":{"type":"string"}}`, `{"dependencies":{"a":{"required":["b"]}}}`,
		`{"allOf":[{"type":"object"},{"required":["a"]}]}`, `{"$ref":"#/definitions/x","type":"null","definitions":{"x":{"type":"integer"}}}`,
		`{"definitions":{"tree":{"properties":{"a":{"$ref":"#/definitions/tree"}},"required":["a"]}},"$ref":"#/definitions/tree"}`,
		`{"additionalProperties":false,"properties":{"a":false}}`,
	}
	values := []any{nil, true, "", "a", "aa", "éé", "aaaa", json.Number("1"), json.Number("-1"), json.Number("1.0"), json.Number("2.5"), json.Number("3")}
	for _, v := range slices.Clone(values) {
		values = append(values, []any{v}, []any{v, v}, []any{v, "a", v}, map[string]any{"a": v}, map[string]any{"a": v, "b": v}, map[string]any{"c": v})
	}
	values = append(values, []any{}, map[string]any{}, map[string]any{"a": map[string]any{"a": map[string]any{}}})
	for _, source := range schemas {
		s, err := Compile([]byte(source))
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		if s.quick == nil {
			t.Fatalf("%s: the nodes do not know it", source)
		}
		for _, v := range values {
			againstLibrary(t, s, v)
		}
	}
	// What the nodes must leave to the library.
	for _, source := range []string{
		`{"format":"date"}`, `{"oneOf":[{}]}`, `{"not":{}}`, `{"const":1}`, `{"enum":[1]}`, `{"uniqueItems":true}`, `{"contains":{}}`,
		`{"patternProperties":{"a":false}}`, `{"propertyNames":{"maxLength":1}}`, `{"exclusiveMinimum":1}`, `{"multipleOf":2}`,
		`{"minimum":0.5}`, `{"dependencies":{"a":["b"]}}`, `{"$ref":"#/properties/a","properties":{"a":{}}}`,
		`{"properties":{"a":{"$id":"https://x.invalid/a"}}}`,
	} {
		s, err := Compile([]byte(source))
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		if s.quick != nil {
			t.Errorf("%s: the nodes claim to know it", source)
		}
	}
}

func FuzzValidate(f *testing.F) {
	f.Add(`{"format":"switchyard-entry/1","missions":[{"type":"multi","calls":[],"questions":1,"paths":{"total":"01"}}],"extra":0}`)
	f.Add(`{"Mission_Finish":"no","Thought":"t","Plan":"p","Action_List":[]}`)
	f.Add(`{"status":1e999,"body":1e-999999999}`)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, name := range Names() {
			for _, v := range loaded(t).Validate(name, []byte(doc)) {
				if v.Message == "" || strings.Contains(v.String(), "(root)") {
					t.Errorf("%s: an unreadable violation: %q", name, v)
				}
			}
		}
	})
}
