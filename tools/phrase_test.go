package tools

import (
	"strings"
	"testing"
)

func words(values map[string]string) func(*Slot) (string, bool) {
	return func(s *Slot) (string, bool) { v, ok := values[s.Name]; return v, ok }
}

func TestPhrase(t *testing.T) {
	for _, test := range []struct {
		phrase string
		values map[string]string
		want   string // empty: cannot be said
	}{
		{"find flights[ from {a}][ to {b}]", map[string]string{"b": "Porto"}, "find flights to Porto"},
		{"find flights[ from {a}][ to {b}]", nil, "find flights"},
		{"cancel {a}", nil, ""},
		{"(find|look for) it", nil, "find it"},
		{"[({a}|{b}) ]done", map[string]string{"a": "x"}, "x done"},
		{"a bag (of 23 kg)", nil, "a bag (of 23 kg)"},
		{`\{not a slot\} \[or group\]`, nil, "{not a slot} [or group]"},
		{"[ in {a}] then", map[string]string{"a": Instead("there")}, " there then"},
		{"[, at {a} o'clock]", map[string]string{"a": Instead("the same time")}, ", the same time"},
		{"in {a}", map[string]string{"a": Instead("there")}, ""},
		{`by {a\[b\]}[ or {a\.b}][ or {a\:bare}]`, map[string]string{"a[b]": "x", "a.b": "y", "a:bare": "z"}, "by x or y or z"},
		{"{a.b} of {a.b.c}", map[string]string{"a": "x"}, "x of x"},
		{"[ from {a} to {b}]", map[string]string{"a": Instead("there"), "b": "x"}, "?"},
	} {
		p, err := ParsePhrase(test.phrase)
		if err != nil {
			t.Errorf("%q: %v", test.phrase, err)
			continue
		}
		got, ok := p.Render(words(test.values), func(int) int { return 0 })
		switch {
		case test.want == "?": // a group with two slots cannot be replaced by one word
			if strings.Contains(got, "there") {
				t.Errorf("%q: %q", test.phrase, got)
			}
		case ok != (test.want != "") || ok && got != test.want:
			t.Errorf("%q: got %q, %v, want %q", test.phrase, got, ok, test.want)
		}
	}
}

func TestPhraseErrors(t *testing.T) {
	for phrase, want := range map[string]string{
		"find {a":         "column 6: this { is never closed",
		"find [ to {a}":   "column 6: this [ is never closed",
		"(a|b":            "column 1: this ( is never closed",
		"find ] it":       "column 6: ']' closes nothing",
		"[ nothing here]": "column 1: a group needs a slot",
		"{a|one}":         "column 1: write {a|one|many}",
		"{two words}":     "column 5: ' ' cannot stand in the name of a slot; write \\  for",
		"{a.b.c[d]}":      "column 7: '[' cannot stand",
		"find {a:bare|x}": "column 6: write {a|one|many}",
		`{a\}`:            "column 1: this { is never closed",
	} {
		if _, err := ParsePhrase(phrase); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", phrase, err, want)
		}
	}
}

func TestSlots(t *testing.T) {
	for text, want := range map[string]Slot{
		"{a}":              {Name: "a"},
		"{a.b:bare}":       {Name: "a", Field: "b", Bare: true},
		"{a:a|night|days}": {Name: "a", A: true, One: "night", Many: "days"},
		"{ref:flight}":     {Name: "ref", Choice: "flight"},
		`{a\.b}`:           {Name: "a.b"},
		`{f\[a\].x\|y}`:    {Name: "f[a]", Field: "x|y"},
		`{$a b-c/\{\}}`:    {},
		`{$a\ b-c/\{\\\}}`: {Name: `$a b-c/{\}`},
		"{é}":              {Name: "é"},
	} {
		p, err := ParsePhrase(text)
		if err != nil {
			if want != (Slot{}) {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		got := *p.Slots()[0]
		if got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
		again, err := ParsePhrase(got.String())
		if err != nil || again.Slots()[0].Name != got.Name || again.Slots()[0].Field != got.Field {
			t.Errorf("%s is written as %s: %v", text, got.String(), err)
		}
	}
}

func FuzzParsePhrase(f *testing.F) {
	for _, seed := range []string{"find flights[ from {a}][ to {b}]", "(a|b|{c})", `\(`, "{n|one|many}", "[({a}|x)]", "((a|b)|c)", strings.Repeat("(", 100), strings.Repeat("[", 100) + "{a}" + strings.Repeat("]", 100)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePhrase(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") && !strings.Contains(text, "\n") {
				t.Errorf("the error has more than one line: %q", err)
			}
			return
		}
		values := map[string]string{}
		for _, s := range p.Slots() {
			values[s.Name] = "x"
		}
		if _, ok := p.Render(words(values), func(n int) int { return n - 1 }); !ok {
			t.Errorf("%q cannot be said though every slot has words", text)
		}
	})
}

// Properties that follow each other are enumerated.
func TestRenderEnumerates(t *testing.T) {
	for _, c := range []struct{ phrase, want string }{
		{"add a pet[ with the name {a}][ with the tag {b}][ with the price {c}]", "add a pet with the name A, the tag B and the price C"},
		{"add a pet[ with the name {a}][ with the tag {x}][ with the price {c}]", "add a pet with the name A and the price C"},
		{"add a pet[ with the name {a}][ for {b}][ with the price {c}]", "add a pet with the name A for B with the price C"},
		{"add a pet[ with the name {a}] now[ with the price {c}]", "add a pet with the name A now with the price C"},
		{"add a pet[ with the name {a}]", "add a pet with the name A"},
	} {
		p, err := ParsePhrase(c.phrase)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := p.Render(func(s *Slot) (string, bool) { return strings.ToUpper(s.Name), s.Name != "x" }, func(int) int { return 0 })
		if !ok || got != c.want {
			t.Errorf("%q gives %q, not %q", c.phrase, got, c.want)
		}
	}
}
