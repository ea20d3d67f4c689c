package proof

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"switchyard/flow/session"
	"switchyard/schemas"
)

// lineOf is a line of sessions with a toolset and something around it.
func lineOf(toolset, more string) string {
	return `{"format":"switchyard-session/1","id":"s","environment":{"now":"2026-01-02 10:00:00","weekday":"Friday","locale":"en"},"persona":{"name":"\"toolset\":{ {","background":"x","tone":"direct"},` +
		`"toolset":` + toolset + `,"workflows":[],"runs":[],"exchanges":[]` + more + `}`
}

// A line whose toolset is known is read as any other, and what is wrong with it is told alike.
func TestSessionOf(t *testing.T) {
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	toolset := `{"name":"n","domain":"]}\"","tools":[{"name":"a","description":"{[\\","parameters":{"type":"object"}}]}`
	for _, line := range []string{
		lineOf(toolset, ""),
		lineOf(toolset, `,"toolset":{"name":"other","tools":[]}`),
		lineOf(toolset, `,"toolset":{"name":"","tools":[]}`),
		lineOf(toolset, `,"extra":1`),
		lineOf(toolset, `,`),
		lineOf(`{"name":1,"tools":[]}`, ""),
		lineOf(`{"tools":[]}`, ""),
		lineOf(`[]`, ""),
		lineOf(`null`, ""),
		lineOf(strings.Replace(toolset, `"domain"`, `"name":"m","domain"`, 1), ""),
		strings.TrimSuffix(lineOf(toolset, ""), "}"),
		`{"toolset":{"toolset":{}}}`, `{}`, `[]`, ``, `"toolset":{}`, `{"toolset":{`,
	} {
		fresh := New()
		want, problems := fresh.sessionOf(set, []byte(line))
		if want != nil {
			var plain session.Session
			if err := json.Unmarshal([]byte(line), &plain); err != nil || !reflect.DeepEqual(&plain, want) {
				t.Errorf("%s: %v", line, err)
			}
		}
		knowing := New()
		if s, _ := knowing.sessionOf(set, []byte(lineOf(toolset, ""))); s == nil {
			t.Fatal("the toolset is not known")
		}
		got, also := knowing.sessionOf(set, []byte(line))
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(also, problems) {
			t.Errorf("%s:\n%+v %v\n%+v %v", line, got, also, want, problems)
		}
	}
	if from, to, ok := toolsetIn([]byte(lineOf(toolset, ""))); !ok || lineOf(toolset, "")[from:to] != toolset {
		t.Errorf("%d to %d", from, to)
	}
}

// FuzzSessionOf: a known toolset makes no difference.
func FuzzSessionOf(f *testing.F) {
	set, err := schemas.Load()
	if err != nil {
		f.Fatal(err)
	}
	toolset := `{"name":"n","tools":[{"name":"a","description":"","parameters":{}}]}`
	f.Add(lineOf(toolset, ""))
	f.Add(lineOf(toolset, `,"toolset":{"name":"","tools":[]}`))
	f.Add(`{"toolset":{"toolset":{}}}`)
	f.Fuzz(func(t *testing.T, line string) {
		want, problems := New().sessionOf(set, []byte(line))
		knowing := New()
		knowing.sessionOf(set, []byte(lineOf(toolset, "")))
		for range 2 { // the second time, it is known in any case
			got, also := knowing.sessionOf(set, []byte(line))
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(also, problems) {
				t.Errorf("%+v %v\n%+v %v", got, also, want, problems)
			}
		}
	})
}
