package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/roles"
)

// relationWays are the 22 ways of mission/entry.go, by relation.
var relationWays = []struct {
	relation mission.Relation
	ways     []mission.Way
}{
	{mission.Implicit, []mission.Way{mission.WayOrdinalFront, mission.WayOrdinalBack, mission.WayInterrogative, mission.WayAbbreviation,
		mission.WayDescription, mission.WayPersonal, mission.WayDemonstrative}},
	{mission.Ellipsis, []mission.Way{mission.WayNoSubject, mission.WayNoAttribute, mission.WayNoModifier, mission.WayNoParts,
		mission.WayAddSubject, mission.WayAddModifier, mission.WayCorrection, mission.WayRewording, mission.WayMore, mission.WayDetail,
		mission.WayShorter, mission.WayExample, mission.WayGoOn, mission.WayNeighbour}},
	{mission.LongTerm, []mission.Way{mission.WayEarlierSubject}},
}

// everyWay lists the ways.
func everyWay() []mission.Way {
	var out []mission.Way
	for _, r := range relationWays {
		out = append(out, r.ways...)
	}
	return out
}

func mustLoad(t *testing.T, language string) *Prompts {
	t.Helper()
	p, err := LoadPrompts(language, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// source is the text of a built-in file.
func source(t *testing.T, language, name string) string {
	t.Helper()
	text, err := fs.ReadFile(embedded, "prompts/"+language+"/"+name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fileNames lists the built-in files of a language.
func fileNames(t *testing.T, language string) []string {
	t.Helper()
	list, err := fs.ReadDir(embedded, "prompts/"+language)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range list {
		out = append(out, f.Name())
	}
	return out
}

// The situations that prompts are rendered for.

var someTools = []mission.Tool{
	{Name: "find_hotels", Description: "Finds hotels in a city.", Parameters: json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`),
		Returns: json.RawMessage(`{"type":"object"}`)},
	{Name: "book_hotel", Description: "Books a hotel.", Parameters: json.RawMessage(`{"type":"object"}`), After: []string{"find_hotels"}},
}

var somePersonas = []mission.Persona{
	{Name: "Ada", Tone: mission.Direct},
	{Name: "Bo", Phone: "+45 5550 1712", Email: "bo@post.example", Background: "a nurse who works nights", Goal: "A week off at last.", Tone: mission.Colloquial,
		Length: mission.Chatty, Patience: mission.Patient, Habits: []mission.Habit{mission.Greets, mission.Thanks, mission.Explains, mission.Volunteers}},
	{Name: "Cy", Email: "cy@post.example", Tone: mission.Formal, Length: mission.Terse, Patience: mission.Hasty, Habits: []mission.Habit{mission.Thanks}},
	{Name: "Di", Phone: "+45 5550 1713", Tone: mission.Polite, Length: mission.Plain},
	{Name: "Ed", Tone: "sleepy", Length: "endless", Patience: "saintly", Habits: []mission.Habit{"hums"}},
}

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// situation is what a prompt is rendered for.
type situation struct {
	kind     string
	relation mission.Relation // "" of a first mission
	way      mission.Way
	reasons  []string
	persona  mission.Persona
	weekday  string
}

func (x situation) String() string {
	return fmt.Sprintf("%s/%s/%s/%d reasons/%s/%s", x.kind, x.relation, x.way, len(x.reasons), x.persona.Name, x.weekday)
}

// situations are all kinds of missions, first and later ones in all ways, with
// and without reasons. Personas and weekdays take turns.
func situations() []situation {
	var out []situation
	add := func(relation mission.Relation, way mission.Way) {
		for _, kind := range []string{"single", "serial", "parallel", "mixed", "clarify", "chat"} {
			for _, reasons := range [][]string{nil, {"It says too much."}, {"It says too much.", "It is no question."}} {
				n := len(out)
				out = append(out, situation{kind, relation, way, reasons, somePersonas[n%len(somePersonas)], weekdays[n%len(weekdays)]})
			}
		}
	}
	for range 2 { // with other personas and weekdays
		add("", "")
	}
	for _, r := range relationWays {
		for _, w := range r.ways {
			add(r.relation, w)
		}
	}
	return out
}

// view makes the view of a situation as players do.
func (x situation) view(p *Prompts) *view {
	k := &seat{prompts: p}
	s := &roles.Scene{Story: &blueprint.Story{Persona: x.persona}, Seed: 7, Reasons: x.reasons}
	s.Env.Now, s.Env.Weekday = "2026-03-02 09:15:00", x.weekday
	if x.relation != "" {
		for i := range 3 {
			s.Past = append(s.Past, nil)
			s.Missions = append(s.Missions, mission.Mission{Dialogue: []mission.Turn{{Role: mission.RoleUser, Text: fmt.Sprintf("Request no. %d, please.", i)},
				{Role: mission.RolePlanner}, {Role: mission.RoleAI, Text: fmt.Sprintf("Reply no. %d.", i)}}})
		}
	}
	v := k.view(s)
	v.Kind, v.Tools, v.Count = x.kind, toolList(someTools), 3
	if x.relation != "" {
		k.relate(v, s, x.relation, x.way, 1)
	}
	return v
}

// shapes are the variants of a task's view; each name says what is special.
func shapes(task string, v *view) map[string]*view {
	out := map[string]*view{}
	add := func(name string, change func(v *view)) {
		c := *v
		change(&c)
		out[name] = &c
	}
	talk := []line{{"User", "I need a room."}, {"Assistant", "In which city, and when?"}}
	said := []fact{{"city", "Oslo", "in Oslo"}, {"nights", "2", ""}}
	kept := []fact{{What: "date of arrival"}}
	observed := []string{`find_hotels {"city":"Oslo"}: status 200, {"hotels":[]}`}
	calls := []callView{{Purpose: "Find hotels.", Name: "find_hotels", Arguments: `{"city":"Oslo"}`, Status: 200, Record: `{"hotels":[{"id":"H-1"}]}`},
		{Purpose: "Book one.", Name: "book_hotel", Arguments: `{"hotel":"H-1"}`, Status: 409, Record: `{"error":"It is full."}`}}
	switch task {
	case TaskProposeBlueprint:
		if v.Kind == "chat" {
			add("topic", func(v *view) { v.Topic, v.Draft = "How tall is a room?", "How tall is a room?" })
			add("topic like a call", func(v *view) {
				v.Topic, v.Draft, v.Calls = "How tall is a room?", "How tall is a room?", []callView{{Say: said}}
			})
			return out
		}
		add("said", func(v *view) {
			v.Draft, v.Calls = "A room in Oslo.", []callView{{Purpose: "Find hotels.", Say: said}}
		})
		add("kept, referred and following", func(v *view) {
			v.Draft, v.Refers = "Book it.", []string{"r1", "r2"}
			v.Calls = []callView{{Purpose: "Find hotels.", Say: said[:1], Keep: kept}, {Purpose: "Book one.", Follows: []follow{{What: "hotel", Step: 1}, {What: "city", Word: true}, {What: "date"}},
				Refer: []reference{{"r1", "hotel", "the first one"}, {"r2", "guest", "her"}}}}
		})
	case TaskAnswer:
		v.Talk = talk
		add("bare", func(*view) {})
		add("said", func(v *view) { v.Say = said })
		add("kept", func(v *view) { v.Keep = kept })
		add("vague", func(v *view) { v.Keep, v.Vague = kept, true })
		add("vague in parts", func(v *view) { v.Say, v.Keep, v.Vague = said[:1], kept, true })
		add("vague, nothing kept", func(v *view) { v.Vague = true })
		add("free", func(v *view) { v.Free = true })
	case TaskAsk:
		v.Talk = talk[:1]
		add("one", func(v *view) { v.Say = kept })
		add("several, again", func(v *view) { v.Say, v.Again, v.Talk = append(kept, fact{What: "city"}), true, append(talk, talk[0]) })
	case TaskObserve, TaskCheckObservations:
		add("first", func(v *view) { v.Calls = calls[:1] })
		add("later", func(v *view) { v.Calls, v.Observed = calls, observed })
		add("recorded", func(v *view) { v.Calls, v.Recorded = calls, true })
		if task == TaskObserve {
			add("unrecorded", func(v *view) {
				v.Calls = []callView{{Name: "find_hotels", Arguments: "{}"}}
			})
		}
	case TaskCheckPlan:
		v.Talk, v.Plan = talk[:1], `{"Mission_Finish":"no"}`
		add("first", func(*view) {})
		add("later", func(v *view) { v.Observed = observed })
	case TaskSummarise:
		v.Talk = talk[:1]
		add("one", func(v *view) { v.Observed = observed })
		add("several", func(v *view) { v.Observed = append(observed, observed...) })
	case TaskChat:
		v.Talk = talk[:1]
		add("plain", func(*view) {})
		add("brief", func(v *view) { v.Brief = true })
	case TaskJudge:
		add("two", func(v *view) { v.Candidates = []string{"A room, please.", "Is there a room?"} })
	default:
		add("plain", func(*view) {})
	}
	return out
}

// rendered renders a prompt; of the planner's, also what it is told turn by
// turn.
func rendered(t *testing.T, p *Prompts, task string, v *view) []string {
	t.Helper()
	var out []string
	take := func(text string, err error) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, text)
	}
	if task != TaskPlan {
		messages, err := p.render(task, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			take(m.Text, nil)
		}
		return out
	}
	take(p.part(task, "repair", &view{Reasons: []string{"no JSON"}}))
	take(p.part(task, "system", v))
	take(p.part(task, "user", &view{Text: "A room in Oslo, please."}))
	take(p.part(task, "results", &view{Text: `[{"status":200,"body":{}}]`}))
	take(p.part(task, "asked", &view{Question: "When?", Text: "On Friday."}))
	take(p.part(task, "answered", &view{Text: "It is booked."}))
	take(p.part(task, "refused", &view{Reasons: []string{"It is empty."}}))
	return out
}

// glued finds sentences of English without a blank between them.
var glued = regexp.MustCompile(`[a-z]{2}[.:;][A-Z][a-z]`)

// residue says what a rendered prompt holds that no prompt should.
func residue(text string) string {
	if strings.TrimSpace(text) == "" || text != strings.TrimSpace(text) {
		return "nothing, or blanks around it"
	}
	for _, s := range []string{"<no value>", "{{", "%!", "<nil>", "map[", "\n\n\n", " \n", "\t\n", "()", "（）", "“”", `""`} {
		if strings.Contains(text, s) {
			return fmt.Sprintf("%q", s)
		}
	}
	lines := strings.Split(text, "\n")
	below := func(i int) string {
		if i < len(lines) {
			return lines[i]
		}
		return ""
	}
	for i, line := range lines {
		heading := strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：") || strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !strings.Contains(line, "{")
		item := strings.HasPrefix(strings.TrimSpace(line), "- ") && heading
		nothing := heading && below(i+1) == "" && !strings.HasPrefix(below(i+2), "[")
		if item || nothing || strings.TrimSpace(line) == "-" || slices.ContainsFunc([]string{"=", ",", "，", "、"}, func(end string) bool { return strings.HasSuffix(line, end) }) {
			return fmt.Sprintf("nothing after %q", line)
		}
	}
	if found := glued.FindString(text); found != "" {
		return fmt.Sprintf("no blank in %q", found)
	}
	return ""
}

// Every prompt renders for every situation, without residue, and every text of
// every template is used in some of them.
func TestPromptsRender(t *testing.T) {
	toldWhy := []string{TaskProposeBlueprint, TaskProposeFree, TaskAnswer, TaskObserve, TaskAsk, TaskSummarise, TaskChat}
	for _, language := range Languages() {
		t.Run(language, func(t *testing.T) {
			p := mustLoad(t, language)
			unseen, checked := map[string]bool{}, map[string]bool{}
			for _, name := range fileNames(t, language) {
				for _, text := range outline(t, language, name).texts {
					for piece := range strings.SplitSeq(text, "\n") {
						unseen[strings.TrimSpace(piece)] = true
					}
				}
			}
			for _, task := range Tasks() {
				for _, x := range situations() {
					for shape, v := range shapes(task, x.view(p)) {
						texts := rendered(t, p, task, v)
						for _, text := range texts {
							if checked[text] {
								continue
							}
							checked[text] = true
							if found := residue(text); found != "" {
								t.Fatalf("%s, %v, %s: there is %s in\n%s", task, x, shape, found, text)
							}
							maps.DeleteFunc(unseen, func(piece string, _ bool) bool { return strings.Contains(text, piece) })
						}
						all := strings.Join(texts, "\n")
						want := factsOf(v)
						if slices.Contains(toldWhy, task) {
							want = append(want, x.reasons...)
						}
						for _, w := range want {
							if !strings.Contains(all, w) {
								t.Fatalf("%s, %v, %s: %q is not in\n%s", task, x, shape, w, all)
							}
						}
					}
				}
			}
			for piece := range unseen {
				t.Errorf("nothing shows %q", piece)
			}
		})
	}
}

// What vanished parts of a template leave behind is dropped, and nothing else.
func TestTidy(t *testing.T) {
	for _, tt := range [][2]string{{"", ""}, {" \n\t\n", ""}, {"a", "a"}, {"\n\na \n\n \n\nb\t\n\n", "a\n\nb"}, {"a\n  b  c\n\nd", "a\n  b  c\n\nd"}} {
		if got := tidy(tt[0]); got != tt[1] {
			t.Errorf("%q becomes %q, not %q", tt[0], got, tt[1])
		}
	}
}

// factsOf lists what a prompt has to show, whatever its words.
func factsOf(v *view) []string {
	out := append(slices.Clone(v.Observed), v.Candidates...)
	for _, l := range v.Talk {
		out = append(out, l.Who+": "+l.Text)
	}
	out = append(out, v.Plan, v.Topic)
	facts := func(list []fact) {
		for _, f := range list {
			out = append(out, f.What, f.Value, f.Words)
		}
	}
	facts(v.Say)
	facts(v.Keep)
	for _, c := range v.Calls {
		facts(c.Say)
		facts(c.Keep)
		for _, f := range c.Follows {
			out = append(out, f.What)
		}
		out = append(out, c.Record)
		for _, r := range c.Refer {
			out = append(out, r.ID, r.What, r.Words)
		}
	}
	return out
}

// All words of a prompt but those of formats and data are Chinese, as rendered.
func TestChineseSaysWhatIsKnown(t *testing.T) {
	p := mustLoad(t, "zh")
	for i, day := range weekdays {
		x := situation{kind: "single", persona: somePersonas[1], weekday: day}
		system := rendered(t, p, TaskProposeBlueprint, shapes(TaskProposeBlueprint, x.view(p))["said"])[0]
		if want := "星期" + string([]rune("一二三四五六日")[i]); !strings.Contains(system, want) || strings.Contains(system, day) {
			t.Errorf("%s is not %s in %s", day, want, system)
		}
		for _, raw := range []string{string(mission.Colloquial), string(mission.Chatty), string(mission.Patient), string(mission.Greets), string(mission.Volunteers)} {
			if strings.Contains(system, raw) {
				t.Errorf("%q is not put into Chinese", raw)
			}
		}
	}
}

// A first mission has no conversation before it, but an answer has.
func TestConversationNotBegun(t *testing.T) {
	for language, words := range map[string]string{"en": "has not begun", "zh": "还没有开始"} {
		p := mustLoad(t, language)
		for task, want := range map[string]bool{TaskProposeFree: true, TaskAnswer: false} {
			x := situation{kind: "clarify", persona: somePersonas[0], weekday: "Monday"}
			for shape, v := range shapes(task, x.view(p)) {
				if user := rendered(t, p, task, v)[1]; strings.Contains(user, words) != want {
					t.Errorf("%s, %s, %s: %q is there: %t", language, task, shape, words, !want)
				}
			}
		}
	}
}

const ownPrompt = `{{define "system"}}Own system of {{.Persona.Name}}.{{end}}{{define "user"}}Own user.{{end}}`

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
		for _, task := range Tasks() {
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
