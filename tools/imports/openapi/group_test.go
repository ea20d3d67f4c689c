package openapi

import (
	"fmt"
	"strings"
	"testing"

	"switchyard/internal/race"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
)

// paths writes a description with so many operations of every tag and path.
func paths(list ...string) []byte {
	var b strings.Builder
	b.WriteString("openapi: 3.0.0\ninfo: {title: Big, version: '1'}\npaths:\n")
	for i, entry := range list {
		path, tag, _ := strings.Cut(entry, " ")
		fmt.Fprintf(&b, "  %s: {get: {operationId: op%d, summary: Get %d, tags: [%s], responses: {}}}\n", path, i, i, tag)
	}
	return []byte(b.String())
}

func sizes(r *imports.Report) string {
	var out []string
	for _, s := range r.Sets {
		out = append(out, fmt.Sprintf("%s:%d", strings.TrimPrefix(s.Name, "big/"), len(s.Tools)))
	}
	return strings.Join(out, " ")
}

func many(n int, format string) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(format, i))
	}
	return out
}

func TestOpenAPIGroups(t *testing.T) {
	join := func(lists ...[]string) (out []string) {
		for _, l := range lists {
			out = append(out, l...)
		}
		return out
	}
	for _, test := range []struct {
		name  string
		paths []string
		want  string
	}{
		{"few", many(3, "/a/x%d a"), "a:3"},
		{"few of two tags", join(many(2, "/a/x%d a"), many(1, "/b/x%d b")), "a_and_b:3"},
		{"two tags", join(many(5, "/a/x%d a"), many(4, "/b/x%d b")), "a:5 b:4"},
		{"no tags", join(many(5, "/v1/a/x%d"), many(4, "/v1/b/x%d")), "a:5 b:4"},
		{"a leftover by path", join(many(5, "/dogs/x%d dog"), many(2, "/cats/toys/x%d toy"), many(5, "/cats/x%d cat")), "dog:5 cat_and_toy:7"},
		{"a leftover by word", join(many(5, "/a/x%d pets"), many(5, "/b/x%d shops"), many(2, "/c/x%d pet-owners")), "pets_and_pet_owners:7 shops:5"},
		{"of one kind", join(many(3, "/a/x%d team_members"), many(3, "/b/x%d club-members"), many(5, "/c/x%d clubs")), "team_and_club_members:6 clubs:5"},
		{"two that belong to nothing", join(many(5, "/dogs/x%d dog"), many(5, "/cats/x%d cat"), many(2, "/jobs/x%d job")), "dog:5 cat:5 job:2"},
		{"single ones", join(many(5, "/dogs/x%d dog"), many(5, "/cats/x%d cat"), []string{"/jobs job", "/batch batch"}), "dog:5 cat:5 job_and_batch:2"},
		{"many single ones", join(many(5, "/dogs/x%d dog"), many(5, "/cats/x%d cat"), []string{"/jobs job", "/batch batch", "/events event", "/time clock"}), "dog:5 cat:5 other:4"},
		{"one alone", join(many(6, "/dogs/x%d dog"), many(5, "/cats/x%d cat"), []string{"/jobs job"}), "dog:6 cat_and_job:6"},
		{"a large tag by path", join(many(12, "/a/x/y%d t"), many(12, "/a/z/y%d t")), "t:12 t_z:12"},
		{"even parts", many(35, "/a/{x%d} t"), "t_a_2:11 t:12 t_a:12"},
		{"all full", join(many(17, "/a/x%d a"), many(1, "/b/x%d b")), "a_and_b:9 a_and_b_2:9"},
	} {
		if got := sizes(imported(t, "big.yaml", paths(test.paths...), Options{})); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// However the operations are spread, every toolset has from 2 to 17 tools.
func TestOpenAPIGroupSizes(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	step := 149
	if *importtest.Exhaustive {
		step = 37
	}
	for n := 4; n < 600; n += step {
		for _, shape := range []func(i int) string{
			func(i int) string { return fmt.Sprintf("/r%d/x%d tag%d", i%5, i, i%7) },
			func(i int) string { return fmt.Sprintf("/r%d/x%d/y%d t%d", i*i%11, i%3, i, i%2) },
			func(i int) string { return fmt.Sprintf("/x%d", i) },
			func(i int) string { return fmt.Sprintf("/a/{b}/c%d one", i) },
			func(i int) string { return fmt.Sprintf("/a%d/b solo%d", i, i) },
		} {
			var list []string
			for i := range n {
				list = append(list, shape(i))
			}
			r, err := Import(t.Context(), "big.yaml", paths(list...), Options{})
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			names := map[string]bool{}
			for _, s := range r.Sets {
				total += len(s.Tools)
				if k := len(s.Tools); k < 2 || k > mostTools || names[s.Name] {
					t.Fatalf("%d operations: %s", n, sizes(r))
				}
				names[s.Name] = true
			}
			if total != n {
				t.Fatalf("%d of %d", total, n)
			}
		}
	}
}
