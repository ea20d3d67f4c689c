package builtin

import (
	"testing"

	"switchyard/roles"
)

// Several things of one list are named together, and the list once, at the end.
func TestJoinReferences(t *testing.T) {
	for want, all := range map[string][]string{
		"the first and the third one":                                    {"the first one", "the third one"},
		"the first and the third one on the list":                        {"the first one on the list", "the third one on the list"},
		"the second, the first and the third one on the list":            {"the second one", "the first one on the list", "the third one"},
		"the first flight and the third flight on the list from earlier": {"the first flight on the list from earlier", "the third flight from earlier"},
		"the cheapest and the third one":                                 {"the cheapest one", "the third one"},
	} {
		s := &speaker{}
		for _, words := range all {
			s.referrals = append(s.referrals, roles.Referral{Text: words})
			s.phrases = append(s.phrases, words)
		}
		got := s.joinReferences(all)
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
		for k := range all {
			if s.referrals[k].Text != all[k] || s.phrases[k] != all[k] {
				t.Errorf("%q and %q are recorded for %q", s.referrals[k].Text, s.phrases[k], all[k])
			}
		}
	}
}
