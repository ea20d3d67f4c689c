package mock

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestFit(t *testing.T) {
	for schema, want := range map[string]string{
		`{}`:                            "{}",
		`{"const":"a"}`:                 `"a"`,
		`{"oneOf":[false,{"const":4}]}`: "4", // whichever branch is drawn first
		`{"type":"object","required":["v","next"],"properties":{"v":{"const":0},"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}`: `"next":null`,
		// Some branches cannot be drawn, and others end.
		`{"anyOf":[{"not":{}},{"type":"string","pattern":"^AA[0-9]{4}$"}]}`: `"AA`,
	} {
		got, err := fit(json.RawMessage(schema))
		if again, _ := fit(json.RawMessage(schema)); err != nil || !strings.Contains(got, want) || got != again {
			t.Errorf("%s: %s and %s (%v), want %s", schema, got, again, err, want)
		}
	}
}

// TestFitRefuses also shows that what is drawn is bounded: without bounds some of
// these schemas would take all memory or never end.
func TestFitRefuses(t *testing.T) {
	for schema, want := range map[string]string{
		`7`:               "not a usable JSON Schema",
		`false`:           "no document was found that fits it; the last one: must not be here",
		`{"$ref":"#"}`:    "leads back to itself",
		`{"$ref":"#/x"}`:  "has no key 'x'",
		`{"$ref":"x.js"}`: "outside of the schema",
		`{"type":"object","required":["a"],"properties":{"a":{"$ref":"#"}}}`:               "must be an object",
		`{"type":"array","minItems":1000000000}`:                                           "needs at least 1000000000 items",
		`{"type":"array","minItems":500,"items":{"type":"array","minItems":500}}`:          "must be an array",
		`{"type":"object","minProperties":1000000000}`:                                     "needs at least 1000000000 keys",
		`{"type":"integer","minimum":5,"maximum":4}`:                                       "must be at most 4; is 5",
		`{"type":"string","pattern":"(?=x)"}`:                                              "valid regex",
		`{"type":"string","pattern":"^((((y*)*)*)*)*$","minLength":3999,"maxLength":3999}`: "needs at least 3999 characters",
	} {
		got, err := fit(json.RawMessage(schema))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %.40s %v, want %q", schema, got, err, want)
		}
	}
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
