package toolfile

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"switchyard/tools"
)

// sceneToolset is the example with other scenes.
func sceneToolset(t *testing.T) string {
	t.Helper()
	file, err := os.ReadFile("../../examples/library.yaml")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(file), "\nscenes:\n")
	_, after, _ := strings.Cut(rest, "\n\n")
	return before + `
scenes:
  - (My|Our) club meets.
  - {say: [I've read it., I'm through with it.], for: [get_book, extend_loan]}

` + after
}

// Scenes may name the tools that they are a reason for. What is written is read back.
func TestScenes(t *testing.T) {
	set, err := Parse("scenes.yaml", []byte(sceneToolset(t)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("again.yaml", Write(set))
	if err != nil {
		t.Fatalf("%s: %v", Write(set), err)
	}
	for _, ts := range []*tools.Toolset{set, again} {
		for _, c := range []struct {
			goal  string
			names []string
			want  bool
		}{
			{"My club meets.", []string{"reserve_book"}, true},
			{"I've read it.", []string{"get_book"}, true},
			{"I'm through with it.", []string{"extend_loan", "get_book"}, true},
			{"I'm through with it.", []string{"reserve_book"}, false},
			{"I've read it.", []string{"get_book", "reserve_book"}, false},
			{"Something else.", []string{"reserve_book"}, true},
		} {
			if got := ts.Brings(c.goal, c.names); got != c.want {
				t.Errorf("%q for %v: %v", c.goal, c.names, got)
			}
		}
	}
	if !slices.Equal(set.Scenes[2].For, []string{"get_book", "extend_loan"}) || len(again.Scenes) != 3 {
		t.Errorf("%v, %v", set.Scenes, again.Scenes)
	}
}

func TestScenesThatCannotBeRead(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"[get_book, extend_loan]", "[get_book, bring]", `a scene is for the tool "bring", which the toolset does not have`},
		{"I've read it.", `(I've|We've) read it.`, `a scene with "for" is a plain sentence`},
		{"for: [get_book", "fro: [get_book", `a scene has no key "fro"`},
		{"I've read it.", "I've read it", `"I've read it"`},
	} {
		_, err := Parse("bad.yaml", []byte(strings.Replace(sceneToolset(t), c.old, c.new, 1)))
		if problems := (Problems)(nil); !errors.As(err, &problems) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %q", c.new, err, c.want)
		}
	}
}
