package builtin

import (
	"testing"

	"switchyard/tools"
)

// Names of attributes may have no letters.
func TestNamesWithoutLetters(t *testing.T) {
	for _, c := range []struct{ name, heading, measured string }{
		{"_", "value", "value 5"}, {"-", "value", "value 5"}, {"", "value", "value 5"}, {"length_km", "length (km)", "5 km"}, {"share_percent", "share (%)", "5%"},
	} {
		if got := heading(&tools.Slot{Name: c.name}); got != c.heading {
			t.Errorf("%q heads its column with %q", c.name, got)
		}
		if got := measured(c.name, "5"); got != c.measured {
			t.Errorf("%q is told as %q", c.name, got)
		}
	}
}
