package tools

import (
	"strings"
	"testing"
)

func wording(t *testing.T, text string, calls ...string) *Wording {
	t.Helper()
	say, err := ParsePhrase(text)
	if err != nil {
		t.Fatal(err)
	}
	return &Wording{Use: ToRequest, Say: say, Calls: calls}
}

// Each wording is in one pool, and both pools have some.
func TestPools(t *testing.T) {
	var all []*Wording
	for _, text := range []string{"a flight, please", "any flights?", "what flies today?", "I need a flight", "book me a flight", "find flights", "flights?", "a flight to anywhere"} {
		all = append(all, wording(t, text, "find"))
	}
	words := NewWords(all)
	a, b := words.In(PoolA), words.In(PoolB)
	if len(a.All) == 0 || len(b.All) == 0 || len(a.All)+len(b.All) != len(all) {
		t.Fatalf("%d and %d of %d wordings", len(a.All), len(b.All), len(all))
	}
	ids := map[string]bool{}
	for _, w := range a.All {
		ids[w.ID()] = true
	}
	for _, w := range b.All {
		if ids[w.ID()] || w.Pool() != PoolB {
			t.Errorf("%q is in both pools", w.Say.Text)
		}
	}
	if len(a.Of(ToRequest, "", []string{"find"})) != len(a.All) {
		t.Error("wordings of a pool cannot be looked up")
	}
}

// A call follows others in a request that there are words for if the words have these calls first.
func TestNext(t *testing.T) {
	words := NewWords([]*Wording{wording(t, "find and book {2.code}, and check it", "find", "book", "check"), wording(t, "cancel {code}", "cancel")})
	for _, c := range []struct {
		calls []string
		want  bool
	}{{[]string{"find", "book"}, true}, {[]string{"find", "book", "check"}, true}, {[]string{"find", "check"}, false}, {[]string{"book", "check"}, false}, {[]string{"cancel", "find"}, false}} {
		if got := words.Next(c.calls[:len(c.calls)-1])[c.calls[len(c.calls)-1]]; got != c.want {
			t.Errorf("%v: %v", c.calls, got)
		}
	}
	for first, want := range map[string]bool{"find": true, "find book": true, "find book check": true, "cancel": true, "book": false, "cancel find": false} {
		if got := words.Has(strings.Fields(first)); got != want {
			t.Errorf("there are words that begin with %s: %v", first, got)
		}
	}
}
