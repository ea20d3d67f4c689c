package llm

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

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
		add("facts", func(v *view) { v.Facts = []string{"Dogs may come along.", "The office is closed on Sundays."} })
	case TaskSessionUser:
		v.Draft, v.Does = "From Oslo.", []string{"The person answers what was asked."}
		add("begins", func(v *view) { v.Calls = []callView{{}} })
		add("answers", func(v *view) { v.Talk, v.Calls = talk, []callView{{Say: said}} })
		add("points", func(v *view) {
			v.Talk, v.Refers, v.Calls = talk, []string{"r1", "r2"}, []callView{{Refer: []reference{{"r1", "hotel", "the first one"}, {"r2", "guest", "her"}}}}
		})
	case TaskSessionAI:
		v.Talk, v.Draft, v.Does = talk[:1], "In which city?", []string{"You ask for: city."}
		add("asks", func(*view) {})
		add("tells", func(v *view) { v.Observed = observed })
	case TaskSessionCheck:
		v.Talk, v.Candidates = talk, []string{"picks a hotel", "gives up"}
		add("two", func(*view) {})
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
	toldWhy := []string{TaskProposeBlueprint, TaskProposeFree, TaskAnswer, TaskObserve, TaskAsk, TaskSummarise, TaskChat, TaskSessionUser, TaskSessionAI}
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
			for _, task := range prompted() {
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
