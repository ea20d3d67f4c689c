package reading

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"switchyard/tools/naming"

	"github.com/google/go-cmp/cmp"
)

// Groups have from 2 to 17 members, and hold every name once.
func TestGrouped(t *testing.T) {
	for _, n := range []int{0, 1, 17, 18, 19, 20, 35, 100, 1000} {
		for _, nouns := range [][]string{{"user"}, {"user", "issue", "repository"}, {"a", "b", "c", "d", "e", "f", "g"}, nil} {
			names := make([]string, n)
			for i := range names {
				names[i] = fmt.Sprintf("hub_get_n%d", i)
				if len(nouns) > 0 && i%5 > 0 {
					names[i] = fmt.Sprintf("hub_list_%s_%d", naming.Plural(nouns[i%len(nouns)]), i)
				}
			}
			seen := map[int]bool{}
			for _, g := range grouped(names) {
				if len(g.members) > maxToolset || len(g.members) < 2 && n > maxToolset {
					t.Errorf("%d names: a group of %d", n, len(g.members))
				}
				for _, i := range g.members {
					if seen[i] {
						t.Errorf("%d stands in two groups", i)
					}
					seen[i] = true
				}
			}
			if len(seen) != n {
				t.Errorf("%d of %d have a group", len(seen), n)
			}
		}
	}
	var full []string
	for i := range 34 {
		full = append(full, fmt.Sprintf("get_%s_%d", []string{"issue", "branch"}[i%2], i))
	}
	for _, test := range []struct {
		rest []string
		want string
	}{
		{[]string{"ping", "pong"}, "issue17 branch17 2"},
		{[]string{"get_key", "set_key", "pong"}, "issue17 branch17 key_and_other3"},
		{[]string{"pong"}, "issue9 branch17 issue_and_other9"},
	} {
		var got []string
		for _, g := range grouped(append(slices.Clone(full), test.rest...)) {
			got = append(got, fmt.Sprint(g.word, len(g.members)))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("full groups and %s: %s, want %s", test.rest, got, test.want)
		}
	}
	names := strings.Fields("hub_list_issues hub_get_issue hub_create_issue hub_close_issue hub_list_branches hub_create_branch hub_delete_branch hub_get_branch")
	for i := range 12 {
		names = append(names, fmt.Sprintf("hub_get_user_%d", i))
	}
	var got []string
	for _, g := range grouped(names) {
		got = append(got, fmt.Sprint(g.word, len(g.members)))
	}
	if diff := cmp.Diff([]string{"issue4", "branch4", "user12"}, got); diff != "" {
		t.Error(diff)
	}
}
