package proof

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"switchyard/internal/jsonptr"
	"switchyard/internal/race"
)

// places lists the pointers of all values of a document, leaves and others.
func places(doc any) []string {
	var list []string
	var walk func(pointer string, v any)
	walk = func(pointer string, v any) {
		if pointer != "" {
			list = append(list, pointer)
		}
		switch v := v.(type) {
		case map[string]any:
			for _, key := range sortedKeys(v) {
				walk(pointer+"/"+jsonptr.Escape(key), v[key])
			}
		case []any:
			for i, item := range v {
				walk(pointer+"/"+strconv.Itoa(i), item)
			}
		}
	}
	walk("", doc)
	return list
}

// with gives the document with the value at a pointer changed; nil removes it.
func with(doc any, pointer string, change func(any) (v any, keep bool)) any {
	list, _ := steps(pointer)
	var edit func(v any, list []string) any
	edit = func(v any, list []string) any {
		switch v := v.(type) {
		case map[string]any:
			m := make(map[string]any, len(v))
			for key, item := range v {
				m[key] = item
			}
			if len(list) == 1 {
				if item, keep := change(v[list[0]]); keep {
					m[list[0]] = item
				} else {
					delete(m, list[0])
				}
				return m
			}
			m[list[0]] = edit(v[list[0]], list[1:])
			return m
		case []any:
			i, _ := index(list[0])
			s := append([]any(nil), v...)
			if len(list) == 1 {
				item, keep := change(v[i])
				if !keep {
					return append(s[:i], s[i+1:]...)
				}
				s[i] = item
				return s
			}
			s[i] = edit(v[i], list[1:])
			return s
		}
		return v
	}
	return edit(doc, list)
}

// TestSpoilt puts wrong values everywhere: nothing may panic, and a change of
// a value that is claimed must be found.
func TestSpoilt(t *testing.T) {
	if race.Enabled {
		t.Skip("one goroutine looks at one entry")
	}
	const remove = "remove"
	p := New()
	values := []any{nil, -1, 99, "", "x", []any{}, map[string]any{}, true, remove}
	missed := map[string]bool{}
	for name, entry := range entries() {
		line, err := json.Marshal(entry())
		if err != nil {
			t.Fatal(err)
		}
		doc, err := decode(line)
		if err != nil {
			t.Fatal(err)
		}
		for i, pointer := range places(doc) {
			if testing.Short() && i%7 != 0 {
				continue
			}
			v := values[(i+len(pointer))%len(values)]
			spoilt, err := json.Marshal(with(doc, pointer, func(any) (any, bool) { return v, v != remove }))
			if err != nil {
				t.Fatal(err)
			}
			p.Bytes(spoilt)
			spoilt, err = json.Marshal(with(doc, pointer, func(old any) (any, bool) {
				switch old := old.(type) {
				case string:
					return old + "x", true
				case json.Number:
					n, _ := old.Float64()
					return n + 1, true
				case bool:
					return !old, true
				}
				return old, false
			}))
			if err != nil {
				t.Fatal(err)
			}
			if _, problems := p.Bytes(spoilt); len(problems) == 0 && !free(pointer) && !(name == "mixed" && refused(pointer)) && !(name == "winner" && strings.HasSuffix(pointer, "/choice")) { // "it" needs no choice
				missed[name+pointer] = true
			}
		}
	}
	for pointer := range missed {
		t.Errorf("a change at %s is not found", pointer)
	}
}

// free reports whether a small change at a pointer leaves another good entry:
// names, descriptions, what tools answer, and the wording of thoughts.
func free(pointer string) bool {
	for _, part := range []string{"/toolset/", "/persona/", "/environment/", "/observation/", "/keywords/"} {
		if strings.Contains(pointer, part) {
			return true
		}
	}
	for _, end := range []string{"/status", "/Thought", "/Plan", "/tool_call_purpose"} {
		if strings.HasSuffix(pointer, end) {
			return true
		}
	}
	return pointer == "/id" || strings.HasSuffix(pointer, "/sources/3/mission") // a default comes from no mission
}

// refused reports whether a pointer leads into the turns of mixed that may say
// anything, because they are refused, or may as well not be there.
func refused(pointer string) bool {
	for _, turn := range []string{"1/plan/Action_List/0", "2/reasons/0", "6"} {
		if rest, ok := strings.CutPrefix(pointer, "/missions/0/dialogue/"+turn); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}
