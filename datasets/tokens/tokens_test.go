package tokens

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer/codec"
	"pgregory.net/rapid"

	"switchyard/mission"
)

// The counts of texts whose tokens are known.
func TestCount(t *testing.T) {
	c := New()
	for text, want := range map[string]int{
		"":                             0,
		" ":                            1,
		"hello world":                  2,
		"tiktoken is great!":           6,
		"antidisestablishmentarianism": 6,
		"2 + 2 = 4":                    7,
		"お誕生日おめでとう":                    8,
		"<|endoftext|>":                7,
	} {
		if got := c.Count(text); got != want {
			t.Errorf("%q has %d tokens, want %d", text, got, want)
		}
	}
}

// Texts are cut only where the encoding cuts as well.
func TestPieces(t *testing.T) {
	c, whole := New(), codec.NewO200kBase()
	words := rapid.SampledFrom([]string{" ", "  ", "\n", "a", "B", "It's", "'S", "'s ", "don't ", "é", "e\u0301", "\u0301", "ß", "漢字", "1", "1234", ".", "!?", "//", "\t", "\r\n", " \n ", "\u00a0", "ſ", "K", "{\"name\":", "\xff", "🙂", " the", "camelCase "})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(words, rapid.String())).Draw(t, "text"), "")
		want, err := whole.Count(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // once counted, once remembered
			if got := c.Count(text); got != want {
				t.Fatalf("%q has %d tokens, want %d (valid: %v)", text, got, want, utf8.ValidString(text))
			}
		}
	})
}

func TestCountAtOnce(t *testing.T) {
	c := New()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if n := c.Count("hello world, hello again"); n != 5 {
					t.Errorf("%d tokens", n)
				}
			}
		})
	}
	wg.Wait()
}

func entry() *mission.Entry {
	return &mission.Entry{ID: "x", Environment: mission.Environment{Now: "2026-01-02 10:00:00", Weekday: "Friday"},
		Toolset: mission.Toolset{Tools: []mission.Tool{{Name: "look", Description: "Looks something up.", Parameters: json.RawMessage(`{"type":"object"}`)}}},
		Missions: []mission.Mission{{Type: mission.Chat, Dialogue: []mission.Turn{
			{Role: mission.RoleUser, Text: "Hello?"}, {Role: mission.RoleAI, Text: "Hello."}}}}}
}

func TestEntry(t *testing.T) {
	c := New()
	n, err := c.Entry(entry())
	if err != nil || n < 60 || n > 160 {
		t.Errorf("%d tokens, %v", n, err)
	}
	more := entry()
	more.Toolset.Tools[0].Description += " And something else."
	if got, err := c.Entry(more); err != nil || got != n+4 {
		t.Errorf("%d tokens, want 4 more than %d, %v", got, n, err)
	}
	broken := entry()
	broken.Missions[0].Dialogue[1] = mission.Turn{Role: mission.RoleTool, Calls: []int{7}}
	if _, err := c.Entry(broken); err == nil {
		t.Error("a broken entry has tokens")
	}
}

// BenchmarkCount counts text that repeats as that of a dataset does: the same
// tools again, other words in between.
func BenchmarkCount(b *testing.B) {
	var text strings.Builder
	for i := range 500 {
		text.WriteString(`{"name":"search_flights","description":"Find the flights between two cities on a day, cheapest first.","parameters":{"type":"object"}} `)
		text.WriteString(strings.Repeat(string(rune('a'+i%26)), i%7) + " is what the customer asked for on Friday ")
	}
	c, s := New(), text.String()
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		c.Count(s)
	}
}
