package mission_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

func TestSwitchPaths(t *testing.T) {
	for n, want := range []int{1, 4, 16, 64, 256} {
		var all [][]mission.Type
		seen := make(map[string]bool)
		for path := range mission.SwitchPaths(n) {
			all = append(all, path)
			seen[fmt.Sprint(path)] = true
		}
		if len(all) != want || len(seen) != want {
			t.Errorf("%d missions: %d paths, %d different; want %d", n, len(all), len(seen), want)
		}
		inOrder := func(p, q []mission.Type) int {
			return slices.CompareFunc(p, q, func(a, b mission.Type) int {
				return slices.Index(mission.Types(), a) - slices.Index(mission.Types(), b)
			})
		}
		if !slices.IsSortedFunc(all, inOrder) {
			t.Errorf("%d missions: not in order", n)
		}
	}
	for range mission.SwitchPaths(-1) {
		t.Error("a path of -1 missions")
	}
	for path := range mission.SwitchPaths(2) {
		if fmt.Sprint(path) != "[single single]" {
			t.Errorf("first path %v", path)
		}
		break
	}
}

func TestFinePaths(t *testing.T) {
	var got []string
	for path := range mission.FinePaths(1) {
		got = append(got, string(path[0]))
	}
	if want := "single serial parallel mixed clarify chat"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	coarse := make(map[string]int)
	for path := range mission.FinePaths(4) {
		var types []mission.Type
		for _, k := range path {
			types = append(types, k.Type())
		}
		coarse[fmt.Sprint(types)]++
	}
	if len(coarse) != 256 || coarse["[single chat clarify chat]"] != 1 || coarse["[multi single multi multi]"] != 27 {
		t.Errorf("%d coarse paths: %v", len(coarse), coarse)
	}
}

func TestKinds(t *testing.T) {
	for _, k := range mission.Kinds() {
		if got := mission.KindOf(k.Type(), k.Pattern()); got != k {
			t.Errorf("%q has type %q and pattern %q, which are those of %q", k, k.Type(), k.Pattern(), got)
		}
		if (k.Type() == mission.Multi) != slices.Contains(mission.Patterns(), k.Pattern()) {
			t.Errorf("%q has type %q and pattern %q", k, k.Type(), k.Pattern())
		}
	}
	e := mission.Entry{Missions: []mission.Mission{{Type: mission.Chat}, {Type: mission.Multi, Pattern: mission.Mixed}}}
	if got := fmt.Sprint(e.Kinds()); got != "[chat mixed]" {
		t.Errorf("kinds of an entry: %s", got)
	}
}

// TestFilterMatch says which of some fine paths each filter wants.
func TestFilterMatch(t *testing.T) {
	paths := strings.Fields("single chat serial single>single single>chat mixed>clarify parallel>clarify chat>single>serial chat>chat>chat")
	for _, tt := range []struct{ filter, want string }{
		{"", strings.Join(paths, " ")},
		{"  ", strings.Join(paths, " ")},
		{"single", "single"},
		{"multi", "serial"},
		{"parallel", ""},
		{"single,multi>clarify", "single mixed>clarify parallel>clarify"},
		{" mixed > clarify , chat", "chat mixed>clarify"},
		{"*", "single chat serial"},
		{"*>*", "single>single single>chat mixed>clarify parallel>clarify"},
		{"*>*>serial", "chat>single>serial"},
		{"...", strings.Join(paths, " ")},
		{"chat>...", "chat chat>single>serial chat>chat>chat"},
		{"...>chat", "chat single>chat chat>chat>chat"},
		{"...>single>...", "single single>single single>chat chat>single>serial"},
		{"*>...>*", "single>single single>chat mixed>clarify parallel>clarify chat>single>serial chat>chat>chat"},
		{"...>...>clarify>...>...", "mixed>clarify parallel>clarify"},
		{"...>chat>...>chat>...", "chat>chat>chat"},
	} {
		f, err := mission.ParseFilter(tt.filter)
		if err != nil {
			t.Errorf("%q: %v", tt.filter, err)
			continue
		}
		var got []string
		for _, path := range paths {
			if f.Match(kindsOf(path)) {
				got = append(got, path)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q wants %v, not %s", tt.filter, got, tt.want)
		}
	}
}

// kindsOf reads a path without checking its words.
func kindsOf(path string) []mission.Kind {
	var kinds []mission.Kind
	for word := range strings.SplitSeq(path, ">") {
		kinds = append(kinds, mission.Kind(word))
	}
	return kinds
}

// TestFilterTypes compares MatchTypes with Match over all paths of up to three
// missions.
func TestFilterTypes(t *testing.T) {
	for _, text := range []string{"single", "serial>chat", "multi>*", "...>mixed", "parallel>...>serial", "*>chat,mixed", "..."} {
		f, err := mission.ParseFilter(text)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 4 {
			want := make(map[string]bool)
			for fine := range mission.FinePaths(n) {
				var types []mission.Type
				for _, k := range fine {
					types = append(types, k.Type())
				}
				if f.Match(fine) {
					want[fmt.Sprint(types)] = true
				}
			}
			for types := range mission.SwitchPaths(n) {
				if f.MatchTypes(types) != want[fmt.Sprint(types)] {
					t.Errorf("%q matches %v: %v", text, types, f.MatchTypes(types))
				}
			}
		}
	}
	// The one-mission path and no longer one.
	single, _ := mission.ParseFilter("single")
	for n := range 5 {
		for path := range mission.SwitchPaths(n) {
			if single.MatchTypes(path) != (n == 1 && path[0] == mission.Single) {
				t.Errorf("single matches %v", path)
			}
		}
	}
	if star, _ := mission.ParseFilter("*"); star.Match([]mission.Kind{"hello"}) || star.Match([]mission.Kind{"*"}) {
		t.Error("what is no kind matches *")
	}
}

func TestParseFilterErrors(t *testing.T) {
	const words = "want single, multi, serial, parallel, mixed, clarify, chat, * or ..."
	for _, tt := range []struct {
		filter string
		column int
		want   string
	}{
		{"mutli", 1, `column 1 of "mutli": unknown word "mutli": ` + words},
		{"single,multi > clarfy", 16, `column 16 of "single,multi > clarfy": unknown word "clarfy": ` + words},
		{"*>Single", 3, `column 3 of "*>Single": unknown word "Single": ` + words},
		{"single,", 8, `column 8 of "single,": a word is missing: ` + words},
		{",single", 1, `column 1 of ",single": a word is missing: ` + words},
		{"single>>chat", 8, `column 8 of "single>>chat": a word is missing: ` + words},
		{"chat>…>ä", 6, `column 6 of "chat>…>ä": unknown word "…": ` + words},
		{"... > ä", 7, `column 7 of "... > ä": unknown word "ä": ` + words},
		{"single, ,chat", 9, `column 9 of "single, ,chat": a word is missing: ` + words},
		{"single single", 1, `column 1 of "single single": unknown word "single single": ` + words},
	} {
		_, err := mission.ParseFilter(tt.filter)
		var bad *mission.FilterError
		if !errors.As(err, &bad) || bad.Column != tt.column || err.Error() != tt.want {
			t.Errorf("ParseFilter(%q)\n got %v\nwant %s", tt.filter, err, tt.want)
		}
	}
}

func FuzzParseFilter(f *testing.F) {
	for _, seed := range []string{
		"", " ", "single", "single,multi>clarify", "*>*>serial", "...>chat>...", " mixed > chat ,parallel",
		"single,,chat", ">", "mutli", "chat>…", "...>...>...>*", "\xff>single", "\u00a0single\u2003>chat", "single,\xffé",
		"\u00a0\xc2", // the blank begins with the byte of the word
	} {
		f.Add(seed)
	}
	var paths [][]mission.Kind
	for n := range 4 {
		paths = slices.AppendSeq(paths, mission.FinePaths(n))
	}
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := mission.ParseFilter(text)
		if err != nil {
			var bad *mission.FilterError
			if !errors.As(err, &bad) {
				t.Fatalf("%T: %v", err, err)
			}
			// The word stands at the column, or something ends or follows there.
			runes := []rune(text)
			if bad.Column < 1 || bad.Column > len(runes)+1 || bad.Filter != text {
				t.Fatalf("%+v", bad)
			}
			if rest := string(runes[bad.Column-1:]); !strings.HasPrefix(rest, string([]rune(bad.Word))) {
				t.Fatalf("%q does not stand at %q", bad.Word, rest)
			}
			return
		}
		again, err := mission.ParseFilter(filter.String())
		if err != nil || again.String() != filter.String() {
			t.Fatalf("%q is written %q, then %q: %v", text, filter, again, err)
		}
		for _, path := range paths {
			if filter.Match(path) != again.Match(path) {
				t.Fatalf("%q and %q differ about %v", text, filter, path)
			}
		}
	})
}
