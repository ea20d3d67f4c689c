package proof

import (
	"testing"

	"switchyard/mission"
)

// Words that say what a thing is like must not say it of another one.
func TestToldFits(t *testing.T) {
	type row = map[string]any
	aurora := row{"airline": "Aurora Air", "departs": "21:00"}
	for _, c := range []struct {
		text, by string
		mine     row
		other    row
		want     bool
	}{
		{"the one at half past seven in the evening", "starts", row{"starts": "19:30"}, row{"starts": "19:00"}, false},
		{"the one at half past seven in the evening", "starts", row{"starts": "19:30"}, row{"starts": "19:00", "ends": "19:30"}, true},
		{"the one on 24 July 2026 at 9 pm", "at", row{"at": "2026-07-24T21:00"}, row{"at": "2026-07-24T20:00"}, false},
		{"the one on 24 July 2026 at 9 pm", "at", row{"at": "2026-07-24T21:00"}, row{"day": "2026-07-24", "starts": "21:00"}, true},
		{"the one for July 2026", "month", row{"month": "2026-07"}, row{"month": "2026-06", "day": "2026-07-03"}, false},
		{"the one for July 2026", "month", row{"month": "2026-07"}, row{"covers": "2026-07"}, true},
		{"the aurora one at 9 pm", "departs", aurora, row{"airline": "Meridian", "arrives": "21:00"}, false},
		{"the aurora one at 9 pm", "departs", aurora, row{"airline": "Aurora Air", "arrives": "21:00"}, true},
		{"the one that leaves at 9 pm", "departs", aurora, row{"airline": "Meridian", "arrives": "21:00"}, true},
		{"the one with a checked bag", "checked_bag", row{"checked_bag": true}, row{"checked_bag": false}, false},
		{"the one with a checked bag", "checked_bag", row{"checked_bag": true}, row{"checked_bag": false, "extra": "a checked bag"}, true},
		{"the one with a checked bag", "checked_bag", row{"checked_bag": true}, row{"checked_bag": true}, true},
		{"the vegan one", "diet", row{"diet": "vegan"}, row{"diet": "fish"}, false},
		{"the vegan one", "diet", row{"diet": "vegan"}, row{"diet": "fish", "label": "not vegan"}, true},
	} {
		v := &view{entry: &mission.Entry{}}
		m := &missionView{}
		r := chosenItem{m: m, src: &mission.Source{Choice: &mission.Choice{By: c.by, Text: c.text}}, said: words(c.text), list: listing{items: []any{c.mine, c.other}}}
		for _, w := range r.said {
			if !v.fillsIn(m, w) {
				r.content = append(r.content, w)
			}
		}
		told := v.toldOf(r)
		if !told.fits(c.mine) {
			t.Errorf("%q does not fit %v", c.text, c.mine)
		}
		if got := told.fits(c.other); got != c.want {
			t.Errorf("%q fits %v: %v", c.text, c.other, got)
		}
	}
}
