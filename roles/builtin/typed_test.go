package builtin

import (
	"testing"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/roles"
)

// Everybody keeps to capital letters, or to small ones.
func TestTyped(t *testing.T) {
	name := func(small bool) string {
		for i := 0; ; i++ {
			if n := "P" + keyed.Int(i); keyed.New(0, "letters", n).Chance(smallLetters) == small {
				return n
			}
		}
	}
	for _, c := range []struct {
		tone       mission.Tone
		small      bool
		text, want string
	}{
		{mission.Colloquial, false, "what's on? i think i'm late. ok", "What's on? I think I'm late. Ok"},
		{mission.Colloquial, true, "Can you move it? I'm late.", "can you move it? I'm late."},
		{mission.Direct, true, "The same in Porto.", "the same in Porto"},
		{mission.Direct, true, "Porto would do. Thanks!", "Porto would do. thanks!"},
		{mission.Direct, true, "OK, French menus, please.", "ok, French menus, please"},
		{mission.Direct, true, "May 5th.", "May 5th"},
		{mission.Direct, false, "ana@postbox.net, please", "ana@postbox.net, please"},
		{mission.Polite, true, "can you move it?", "Can you move it?"},
	} {
		s := &speaker{said: []roles.Saying{{Text: "Porto"}}, Scene: &roles.Scene{Story: &blueprint.Story{Persona: mission.Persona{Name: name(c.small), Tone: c.tone}}}}
		if got := s.typed(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
