package out

import (
	"strings"
	"testing"

	"switchyard/mission"
)

// readBack compares every line with its mission, and knows of the format no
// more than its description.
func (xlam) readBack(t *testing.T, to *memory, entries []*mission.Entry, _ ExportOptions) {
	t.Helper()
	lines := to.lines["train.jsonl"]
	for _, e := range entries {
		missions, _ := entryMissions(e)
		for _, m := range missions {
			if to.skipped[m.id] != "" {
				continue
			}
			if len(lines) == 0 {
				t.Fatalf("%s is neither written nor skipped", m.id)
			}
			doc := decoded(t, lines[0]).(map[string]any)
			lines = lines[1:]
			if doc["id"] != m.id || !strings.Contains(doc["query"].(string), m.Request) {
				t.Errorf("%s: %v", m.id, doc)
			}
			answers := decoded(t, doc["answers"].(string)).([]any)
			if len(answers) != len(m.Calls) {
				t.Fatalf("%s: %d answers to %d calls", m.id, len(answers), len(m.Calls))
			}
			for i, c := range m.Calls {
				a := answers[i].(map[string]any)
				if a["name"] != c.Tool || quotedJSON(t, a["arguments"]) != quotedJSON(t, decoded(t, string(c.Arguments))) {
					t.Errorf("%s: answer %d is %v", m.id, i, a)
				}
			}
			tools := decoded(t, doc["tools"].(string)).([]any)
			if len(tools) != len(e.Toolset.Tools) {
				t.Errorf("%s: %d tools", m.id, len(tools))
			}
			for _, tool := range tools {
				for name, p := range tool.(map[string]any)["parameters"].(map[string]any) {
					p, ok := p.(map[string]any)
					_, typed := p["type"].(string)
					if _, described := p["description"].(string); !ok || !typed || !described {
						t.Errorf("%s: parameter %s is %v", m.id, name, p)
					}
				}
			}
		}
	}
	if len(lines) > 0 {
		t.Errorf("%d lines too many", len(lines))
	}
}

func quotedJSON(t *testing.T, v any) string {
	t.Helper()
	return standard(t, v)
}

// TestXLAMMissions: what is written can be solved with nothing but the query.
func TestXLAMMissions(t *testing.T) {
	to := exported(t, xlam{}, ExportOptions{}, sample())
	for id, want := range map[string]cannotSay{"travel-0001#2": leansOnEarlier, "travel-0001#3": leansOnEarlier, "travel-0001#4": leansOnEarlier} {
		if to.skipped[id] != string(want) {
			t.Errorf("%s is skipped because of %q", id, to.skipped[id])
		}
	}
	doc := decoded(t, to.lines["train.jsonl"][0]).(map[string]any)
	if want := "It is Monday, 2024-07-15 09:30:00.\nWhich flights go from Vienna to Porto this Friday?"; doc["query"] != want {
		t.Errorf("the query is %q", doc["query"])
	}
	first := func(m mission.Mission) *mission.Entry {
		e := sample()
		m.Relation, m.Reference = "", nil
		e.Missions, e.SwitchPath = []mission.Mission{m}, []mission.Type{m.Type}
		return e
	}
	to = exported(t, xlam{}, ExportOptions{}, first(multiMission()))
	if to.skipped["travel-0001#1"] != string(leansOnAnswers) {
		t.Errorf("calls that depend on each other: skipped is %v", to.skipped)
	}
	to = exported(t, xlam{}, ExportOptions{}, first(clarifyMission()))
	doc = decoded(t, to.lines["train.jsonl"][0]).(map[string]any)
	if want := "I also want a table in a restaurant there.\nWe will be four.\nAt half past eight in the evening."; doc["query"] != want {
		t.Errorf("the query is %q", doc["query"])
	}
	to = exported(t, xlam{}, ExportOptions{}, first(chatMission()))
	if doc = decoded(t, to.lines["train.jsonl"][0]).(map[string]any); doc["answers"] != "[]" {
		t.Errorf("the answers of a chat are %v", doc["answers"])
	}
}

func TestXLAMParameters(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"type":"object","properties":{"b":{"type":"string","description":"B."},"a":{"type":"integer","default":3}},"required":["b"]}`,
			`{"b":{"type":"str","description":"B."},"a":{"type":"int, optional","description":"","default":3}}`},
		{`{"properties":{"a":{"enum":["x",1]},"b":{"type":"array","items":{"type":"number"}},"c":{"type":["null","boolean"]}},"required":["a","b","c"]}`,
			`{"a":{"type":"str","description":"One of: x, 1."},"b":{"type":"List[float]","description":""},"c":{"type":"bool","description":""}}`},
		{`{"type":"object","properties":{"a":{"type":"object","properties":{}},"b":{"type":"array"},"c":true}}`,
			`{"a":{"type":"Dict, optional","description":""},"b":{"type":"List, optional","description":""},"c":{"type":"str, optional","description":""}}`},
		{`{"type":"object","properties":{"delivery_address":{"type":"object","description":"Where to.","properties":{` +
			`"street":{"type":"string","description":"Street and number."},"kind":{"type":"string","enum":["home","work"]},` +
			`"floor":{"type":"integer","default":0},"geo":{"type":"object","properties":{"lat":{"type":"number"},"lon":{"type":"number"}},"required":["lat","lon"]}},` +
			`"required":["street"]}},"required":["delivery_address"]}`,
			`{"delivery_address":{"type":"Dict","description":"Where to. Keys: street (str: Street and number), kind (str, optional: One of: home, work), ` +
				`floor (int, optional, default 0), geo (Dict, optional: Keys: lat (float), lon (float))."}}`},
		{`{"type":"object","properties":{"toppings":{"type":"array","description":"On top","items":{"type":"string","enum":["nuts","cream"]}},` +
			`"lines":{"type":"array","items":{"type":"object","description":"A line.","properties":{"sku":{"type":"string"},"more":{"type":"array","items":{"enum":[1,2]}}},"required":["sku"]}}}}`,
			`{"toppings":{"type":"List[str], optional","description":"On top. Each item: One of: nuts, cream."},` +
				`"lines":{"type":"List[Dict], optional","description":"Each item: A line. Keys: sku (str), more (List[float], optional: Each item: One of: 1, 2)."}}`},
		{`{}`, `{}`},
	} {
		if got, err := xlamParameters(raw("%s", c.schema)); err != nil || string(got) != c.want {
			t.Errorf("%s becomes\n%s, %v, want\n%s", c.schema, got, err, c.want)
		}
	}
}

func TestXLAMDocs(t *testing.T) {
	page := mustRead(t, "../docs/formats/xlam.md")
	for _, reason := range []cannotSay{leansOnEarlier, leansOnAnswers} {
		if !strings.Contains(page, string(reason)) {
			t.Errorf("the page does not say that missions are skipped because of %q", reason)
		}
	}
}
