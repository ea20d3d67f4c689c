package llm

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"switchyard/mission"
	"switchyard/roles"
)

// A folder with one file replaces that one and nothing else.
func TestOverrideOne(t *testing.T) {
	own := fstest.MapFS{"answer.tmpl": {Data: []byte(ownPrompt)}, ".DS_Store": {Data: []byte("x")}, "old/plan.tmpl": {Data: []byte("{{")}}
	for _, language := range Languages() {
		p, err := LoadPrompts(language, own, "mine")
		if err != nil {
			t.Fatal(err)
		}
		builtin := mustLoad(t, language)
		x := situation{kind: "single", persona: somePersonas[0], weekday: "Monday"}
		for _, task := range prompted() {
			for shape, v := range shapes(task, x.view(p)) {
				got, want := rendered(t, p, task, v), rendered(t, builtin, task, v)
				if task == TaskAnswer {
					want = []string{"Own system of Ada.", "Own user."}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s, %s: got %q, want %q", language, task, shape, got, want)
				}
			}
		}
	}
}

// A shared template and the ways can be replaced, too.
func TestOverrideShared(t *testing.T) {
	ways := strings.Replace(source(t, "en", waysFile), "it uses a personal pronoun for what was mentioned.", "own note", 1)
	p, err := LoadPrompts("en", fstest.MapFS{waysFile: {Data: []byte(ways)},
		"kinds.tmpl": {Data: []byte(`{{define "kind"}}Own {{.Kind}}.{{end}}`)}}, "mine")
	if err != nil {
		t.Fatal(err)
	}
	for way, want := range map[mission.Way]string{mission.WayPersonal: "own note", mission.WayMore: "more of the same is wanted."} {
		x := situation{kind: "mixed", relation: mission.Implicit, way: way, persona: somePersonas[0], weekday: "Monday"}
		v := x.view(p)
		user := rendered(t, p, TaskProposeFree, v)[1]
		if v.WayNote != want || !strings.Contains(user, want) || !strings.Contains(user, "Own mixed.") || residue(user) != "" {
			t.Errorf("%s: the note is %q, residue %s in\n%s", way, v.WayNote, residue(user), user)
		}
	}
}

// What is wrong with an own prompt is said with the name of its file and a hint.
func TestOverrideRefused(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		message, hint    string
	}{
		{"unknown name", "answers.tmpl", ownPrompt, "there is no prompt of that name", "answer.tmpl, ask.tmpl"},
		{"broken", "plan.tmpl", `{{define "system"}}{{if}}{{end}}`, "plan.tmpl:1", "Go templates"},
		{"broken and shared", "user.tmpl", "{{range", "user.tmpl:1", "Go templates"},
		{"unknown function", "ask.tmpl", `{{define "system"}}{{shout .Text}}{{end}}`, "shout", "Go templates"},
		{"no system", "chat.tmpl", `{{define "user"}}Hello.{{end}}`, `"system" is missing`, "system, user"},
		{"no user", "chat.tmpl", `{{define "system"}}Hello.{{end}}`, `"user" is missing`, "system, user"},
		{"no results", "plan.tmpl", `{{define "system"}}a{{end}}{{define "user"}}b{{end}}`, `"results" is missing`, "results, asked"},
		{"unknown field", "ask.tmpl", `{{define "system"}}{{.Nobody}}{{end}}{{define "user"}}x{{end}}`, "Nobody", "built-in"},
		{"a shared part that is gone", "kinds.tmpl", `{{define "kind"}}{{template "nothing"}}{{end}}`, "nothing", "built-in"},
		{"empty", "judge.tmpl", "", `"system" is missing`, "system, user"},
		{"ways with an unknown key", waysFile, "personal: {note: n, exampels: []}", "exampels", "built-in"},
		{"ways that are too few", waysFile, "personal: {note: n, examples: [{request: c}]}", "ordinal_front is missing", "relations.md"},
		{"ways that are a list", waysFile, "- personal", "", "built-in"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := LoadPrompts("en", fstest.MapFS{tt.file: {Data: []byte(tt.text)}}, "mine")
			var e *PromptError
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if e.File != "mine/"+tt.file || !strings.HasPrefix(e.Error(), e.File+": ") || !strings.Contains(e.Message, tt.message) || !strings.Contains(e.Hint, tt.hint) || !e.Ends() {
				t.Errorf("got %+v", *e)
			}
		})
	}
	if _, err := LoadPrompts("fr", nil, ""); err == nil || !strings.Contains(err.Error(), `"fr"`) {
		t.Errorf("got %v", err)
	}
}

// The hash changes when a file changes, whichever it is, and not otherwise.
func TestHash(t *testing.T) {
	seen := map[string]string{}
	note := func(what, hash string) {
		if other, twice := seen[hash]; twice || len(hash) != 64 {
			t.Errorf("%s has the hash %q, like %q", what, hash, other)
		}
		seen[hash] = what
	}
	for _, language := range Languages() {
		builtin := mustLoad(t, language).Hash()
		note(language, builtin)
		for _, name := range fileNames(t, language) {
			text := source(t, language, name)
			changed := text + "{{/* changed */}}\n"
			if name == waysFile {
				changed = text + "# changed\n"
			}
			for _, own := range []struct {
				text string
				same bool
			}{{text, true}, {changed, false}} {
				p, err := LoadPrompts(language, fstest.MapFS{name: {Data: []byte(own.text)}}, "mine")
				switch {
				case err != nil:
					t.Fatal(err)
				case !own.same:
					note(language+"/"+name, p.Hash())
				case p.Hash() != builtin:
					t.Errorf("the same %s/%s changes the hash", language, name)
				}
			}
		}
	}
}

// Examples are drawn by the seed of the mission: the same one for the same seed,
// all of them over many.
func TestExamplesBySeed(t *testing.T) {
	for _, language := range Languages() {
		k := &seat{prompts: mustLoad(t, language)}
		for _, way := range everyWay() {
			drawn := map[example]bool{}
			for seed := range uint64(64) {
				var first *example
				for range 2 {
					v := &view{}
					k.relate(v, &roles.Scene{Seed: seed}, mission.Ellipsis, way, 2)
					if first != nil && *first != *v.Example {
						t.Errorf("%s, %s: seed %d draws %+v and %+v", language, way, seed, *first, *v.Example)
					}
					if first = v.Example; v.Target != 2 || v.WayNote == "" {
						t.Errorf("%s, %s: got %+v", language, way, v)
					}
				}
				drawn[*first] = true
			}
			if len(drawn) != len(k.prompts.ways[way].Examples) {
				t.Errorf("%s, %s: %d examples are drawn of %d", language, way, len(drawn), len(k.prompts.ways[way].Examples))
			}
		}
	}
}
