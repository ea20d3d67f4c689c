package language

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchyard/mission"
)

// talkative has nearly every habit once.
const talkative = `{"format":"switchyard-entry/1","persona":{"name":"Ana Costa","phone":"123 456"},
"toolset":{"tools":[{"name":"find_flights","thing":"flight_id"},{"name":"book"},{"name":"check_weather"},{"name":"pay_fare"}],
 "entities":[{"name":"flight","plural":"flights","id":"flight_id"}]},
"missions":[
 {"type":"multi","request":"Hi there. We’re off to the coast. Find flights to Porto, book the cheapest one and check the weather in Rome. Thanks!",
  "calls":[
   {"tool":"find_flights","arguments":{"to":"OPO"},"sources":[{"pointer":"/to","kind":"knowledge","said":"query","mission":0,"text":"Porto"}],"dependencies":[]},
   {"tool":"book","arguments":{"flight_id":"FL1920","name":"Ana Costa"},"sources":[{"pointer":"/flight_id","kind":"observation","mission":0}],"dependencies":[0]},
   {"tool":"check_weather","arguments":{"city":"Rome","name":"Ana Costa"},"sources":[{"pointer":"/city","kind":"query","mission":0,"text":"Rome"}],"dependencies":[]}],
  "reply":"2 things:\n\n- **FL1920** is booked.\n- It rains."},
 {"type":"clarify","relation":"implicit","reference":{"phrase":"the same city"},"request":"Now the fare in the same city.","wording":"harvested",
  "questions":[{"tool":"pay_fare","missing":["day"],"text":"Which day?","reply":"Let me think."},
   {"tool":"pay_fare","missing":["day"],"text":"Take your time. Which day?","reply":"Fair enough: sorry, I forgot, Friday."}],
  "calls":[{"tool":"pay_fare","arguments":{"day":"2026-01-02"},"sources":[],"dependencies":[]}],"reply":"It is paid."},
 {"type":"chat","relation":"long_term","reference":{"phrase":"the flight from earlier"},"chat":{"kind":"near_miss"},"request":"Can you draw the flight from earlier?","wording":"composed","reply":"I can't draw."},
 {"type":"chat","relation":"long_term","reference":{"phrase":"that flight"},"chat":{"kind":"restate"},"request":"Sorry, and what was the number of that flight?","reply":"I can't say more than **FL1920**."}]}`

// played is a conversation of an MMTB file.
const played = `{"id":"a","type":["单","反","拒"],"turn_subtypes":[null,"指代理解","长期记忆"],
"english_task":["Cancel FL1920, please.","The same seat.","What does it mean there?"],
"english_answer_list":[
 [{"idx":0,"action":{"name":"cancel","arguments":{"flight":"FL1920"}},"observation":{"ok":true},"dependency_list":[]},
  {"idx":1,"action":{"name":"prepare_to_answer","arguments":{"answer_type":"tool"}},"observation":"Done.","dependency_list":[0]}],
 [{"idx":0,"action":{"name":"ask_user_for_required_parameters","arguments":{"tool_name":"seat","missing_required_parameters":["day"]}},"observation":"Which day?","dependency_list":[],"user_input":"Sure, Friday."},
  {"idx":1,"action":{"name":"seat","arguments":{}},"observation":{},"dependency_list":[0]},
  {"idx":2,"action":{"name":"prepare_to_answer","arguments":{"answer_type":"tool"}},"observation":"1. a\n2. b","dependency_list":[1]}],
 [{"idx":0,"action":{"name":"prepare_to_answer","arguments":{"answer_type":"chat"}},"observation":"It means that you may go.","dependency_list":[]}]]}`

// counts writes the measures as "count/of", with "!" if the goal is missed.
func counts(r *Report) map[string]string {
	got := map[string]string{}
	for _, m := range r.Measures {
		text := fmt.Sprint(m.Count)
		if m.Of > 0 {
			text += fmt.Sprint("/", m.Of)
		}
		if m.Missed {
			text += "!"
		}
		got[m.Name] = text
	}
	return got
}

func TestReport(t *testing.T) {
	for name, test := range map[string]struct {
		line string
		look func([]byte) (*Sample, error)
		want string
	}{
		"native": {talkative, Native, "far_formula:1/2! far_content:1/2 far_bare:0/2 same:1 same_entries:1/1! superlative:1 superlative_entries:1/1! " +
			"stapled:1/1! stapled_entries:1/1 codes:0/1 refused:1/2! contrition:2 contrition_most:2! contrition_entries:1/1! particle:1/1 misfit:0/1 " +
			"vague:1/1! stall:1/1! greeting:1/1 opener:1/1 closer:1/4 short_list:1/2 words_median:7 words_p90:22 words_long:0/4 openings:4! harvested:1/2"},
		"mmtb": {played, MMTB, "far_formula:0/1 far_content:0/1 far_bare:1/1 same:1 same_entries:1/1! superlative:0 superlative_entries:0/1 " +
			"codes:1/1 refused:0/1 contrition:0 contrition_most:0 contrition_entries:0/1 particle:1/1 misfit:1/1! " +
			"vague:0/1! stall:0/1 greeting:0/1 opener:0/1 closer:0/3 short_list:1/2 words_median:3 words_p90:5 words_long:0/3 openings:3!"},
	} {
		c := New()
		s, err := test.look([]byte(test.line))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c.Add(s)
		r := c.Report()
		got := counts(&r)
		for _, pair := range strings.Fields(test.want) {
			key, want, _ := strings.Cut(pair, ":")
			if got[key] != want {
				t.Errorf("%s: %s is %q, want %q", name, key, got[key], want)
			}
			delete(got, key)
		}
		delete(got, "distinct1")
		delete(got, "distinct2")
		if len(got) > 0 {
			t.Errorf("%s: also %v", name, got)
		}
	}
}

// The order of entries makes no difference, and the most in one entry is no sum.
func TestAdd(t *testing.T) {
	a, err := Native([]byte(talkative))
	if err != nil {
		t.Fatal(err)
	}
	b, err := MMTB([]byte(played))
	if err != nil {
		t.Fatal(err)
	}
	var reports []string
	for _, order := range [][]*Sample{{a, b, a}, {b, a, a}} {
		c := New()
		for _, s := range order {
			c.Add(s)
		}
		r := c.Report()
		doc, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, string(doc))
		got := counts(&r)
		for key, want := range map[string]string{"contrition": "4", "contrition_most": "2!", "same_entries": "3/3!", "refused": "2/5!", "distinct1": "39/101"} {
			if got[key] != want {
				t.Errorf("%s is %q, want %q", key, got[key], want)
			}
		}
	}
	if reports[0] != reports[1] {
		t.Errorf("another order gives\n%s\ninstead of\n%s", reports[1], reports[0])
	}
}

// A line that is no entry is refused; an empty one and an empty counter are not.
func TestLines(t *testing.T) {
	for line, want := range map[string]string{`{`: "not an entry", `{"format":"other/2"}`: `the format is "other/2"`} {
		if _, err := Native([]byte(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	if _, err := MMTB([]byte(`{"id":"a"}`)); err == nil {
		t.Error("an MMTB line without tasks is read")
	}
	c := New()
	if _, err := json.Marshal(c.Report()); err != nil {
		t.Error(err)
	}
	s, err := Native([]byte(`{"format":"switchyard-entry/1","missions":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	c.Add(s)
	if r := c.Report(); r.Entries != 1 || len(r.Lists) > 0 {
		t.Errorf("%+v", r)
	}
}

// Without relations, the third mission and later ones of an MMTB line count as far.
func TestFarWithoutRelations(t *testing.T) {
	line := strings.Replace(played, `"turn_subtypes":[null,"指代理解","长期记忆"],`, "", 1)
	s, err := MMTB([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	if s.of[farFormula] != 1 {
		t.Errorf("%d far references, want 1", s.of[farFormula])
	}
	line = strings.Replace(played, `"长期记忆"`, `"省略成分"`, 1)
	if s, err = MMTB([]byte(line)); err != nil || s.of[farFormula] != 0 {
		t.Errorf("%v, %d far references, want none", err, s.of[farFormula])
	}
}

// Whether calls serve one purpose.
func TestPurposes(t *testing.T) {
	const frame = `{"format":"switchyard-entry/1","persona":{"name":"Ana Costa"},"toolset":{"tools":[
	 {"name":"list_rooms","thing":"room_id"},{"name":"book_room_slot"},{"name":"get_report"},{"name":"send_mail"}],
	 "entities":[{"name":"room slot","id":"slot_id"},{"name":"room","plural":"rooms","id":"room_id"}]},"missions":[{"type":"multi","calls":[%s]}]}`
	call := func(tool, arguments, sources, dependencies string) string {
		return fmt.Sprintf(`{"tool":%q,"arguments":%s,"sources":[%s],"dependencies":[%s]}`, tool, arguments, sources, dependencies)
	}
	mail := call("send_mail", `{"to":"Ana Costa","text":"Porto"}`, "", "")
	for name, test := range map[string]struct {
		calls []string
		apart bool
	}{
		"nothing in common": {[]string{call("get_report", `{"n":7}`, "", ""), mail}, true},
		"the same tool":     {[]string{mail, call("send_mail", `{"to":"x"}`, "", "")}, false},
		"data flow":         {[]string{call("get_report", `{}`, "", ""), call("send_mail", `{"to":"x"}`, "", "0")}, false},
		"by way of another": {[]string{call("get_report", `{}`, "", ""), call("send_mail", `{"to":"x"}`, "", "0"), call("book_room_slot", `{}`, "", "0")}, false},
		"in a chain":        {[]string{call("get_report", `{}`, "", ""), call("send_mail", `{"to":"x"}`, "", "0"), call("book_room_slot", `{}`, "", "1")}, false},
		"a value":           {[]string{mail, call("get_report", `{"city":"Porto"}`, "", "")}, false},
		"a day":             {[]string{call("list_rooms", `{"on":"2026-01-02"}`, "", ""), call("get_report", `{"day":"2026-01-02"}`, "", "")}, false},
		"only a number":     {[]string{call("list_rooms", `{"n":2026}`, "", ""), call("get_report", `{"m":2026}`, "", "")}, true},
		"only the user":     {[]string{mail, call("get_report", `{"for":"Ana Costa"}`, "", "")}, true},
		"words":             {[]string{call("list_rooms", `{"c":"LIS"}`, `{"pointer":"/c","kind":"knowledge","text":"Lisbon"}`, ""), call("get_report", `{"c":"PT1"}`, `{"pointer":"/c","kind":"knowledge","text":"lisbon"}`, "")}, false},
		"an identifier":     {[]string{call("list_rooms", `{}`, "", ""), call("get_report", `{"room_id":["R1"]}`, `{"pointer":"/room_id/0","kind":"query","text":"R1"}`, "")}, false},
		"a longer name":     {[]string{call("list_rooms", `{}`, "", ""), call("book_room_slot", `{}`, "", "")}, true},
		"one of three":      {[]string{call("list_rooms", `{}`, "", ""), call("list_rooms", `{"a":1}`, "", ""), mail}, true},
	} {
		s, err := Native([]byte(fmt.Sprintf(frame, strings.Join(test.calls, ","))))
		if err != nil {
			t.Fatal(name, err)
		}
		if got := s.count[stapled] > 0; got != test.apart || s.of[stapled] != 1 {
			t.Errorf("%s: apart is %v", name, got)
		}
	}
}

// How a mission refers to one that is two or more back.
func TestFar(t *testing.T) {
	for name, test := range map[string]struct {
		request, phrase string
		want            measure
	}{
		"a formula":             {"Going back to my first request: that Milan flight?", "", farFormula},
		"a formula at the end":  {"Thanks. And the Milan flight from earlier?", "", farFormula},
		"a description":         {"Is that cheap Milan flight direct?", "", farContent},
		"another form":          {"Are these flights direct?", "", farContent},
		"words that refer":      {"I would like to know whether the second flight is direct.", "the second flight", farContent},
		"words of a new thing":  {"Show me the flights there.", "Show me the flights there", farBare},
		"words of the last":     {"Close that window.", "", farBare},
		"an ordinal":            {"And that second window?", "", farBare},
		"a general word":        {"And on that day?", "that day", farBare},
		"something else's noun": {"And that same flight?", "", farBare},
		"nothing":               {"What is it like there?", "there", farBare},
	} {
		missions := []talk{{Request: "Find flights to Milan on that day.", Reply: "They are cheap, the second too."}, {Request: "Open the window."}, {Request: test.request}}
		missions[2].Reference.Phrase = test.phrase
		s := new(Sample)
		s.far(missions, 2)
		for _, m := range []measure{farFormula, farContent, farBare} {
			if got := s.count[m] > 0; got != (m == test.want) || s.of[m] != 1 {
				t.Errorf("%s: %s is %v", name, kinds[m].name, got)
			}
		}
	}
}

// A question asks again if it asks for the same of the same tool.
func TestAskedAgain(t *testing.T) {
	ask := func(tool string, missing ...string) mission.Question {
		return mission.Question{Tool: tool, Missing: missing}
	}
	for name, test := range map[string]struct {
		questions []mission.Question
		want      bool
	}{
		"once":         {[]mission.Question{ask("a", "x")}, false},
		"again":        {[]mission.Question{ask("a", "x"), ask("a", "x")}, true},
		"in part":      {[]mission.Question{ask("a", "x", "y"), ask("a", "y")}, true},
		"another":      {[]mission.Question{ask("a", "x"), ask("a", "y")}, false},
		"another tool": {[]mission.Question{ask("a", "x"), ask("b", "x")}, false},
	} {
		if got := askedAgain(test.questions); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Which replies are short lists.
func TestShortLists(t *testing.T) {
	for reply, want := range map[string]string{
		"It is paid.": "0/1",
		"2 things:\n\n- a\n- b\n\nAnything else?":    "1/1",
		"| a |\n| --- |\n| 1 |\n| 2 |\n| 3 |":        "1/1",
		"| a |\n| --- |\n| 1 |\n| 2 |\n| 3 |\n| 4 |": "0/0",
		"1. a\n2) b\n* c\n• d":                       "0/0",
		"-5 degrees.":                                "0/1",
	} {
		s := new(Sample)
		s.reply(&talk{Calls: []call{{}}, Reply: reply})
		if got := fmt.Sprintf("%d/%d", s.count[shortList], s.of[shortList]); got != want {
			t.Errorf("%q: %s, want %s", reply, got, want)
		}
	}
}

// A code counts if an argument has it.
func TestCodes(t *testing.T) {
	for request, want := range map[string]bool{
		"Cancel FL1920, please.": true, "Cancel (FL-1920).": true, "Cancel FL1921.": false, "Cancel it on A4.": false, "At 19:20 on 2026-01-02?": false,
	} {
		arguments := `{"a":["FL1920",{"b":"FL-1920"}],"c":"A4","d":"19:20","e":"2026-01-02"}`
		if got := saysCode(&talk{Request: request, Calls: []call{{Arguments: json.RawMessage(arguments)}}}); got != want {
			t.Errorf("%q: %v", request, got)
		}
	}
}

// Each measure and list has a name of its own.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range kinds {
		if k.name == "" || k.text == "" || seen[k.name] {
			t.Errorf("%+v has no name of its own", k)
		}
		seen[k.name] = true
	}
	for _, l := range listNames {
		if l.name == "" || l.text == "" || seen["list "+l.name] {
			t.Errorf("%+v has no name of its own", l)
		}
		seen["list "+l.name] = true
	}
}

func FuzzNative(f *testing.F) {
	f.Add([]byte(talkative))
	f.Fuzz(func(t *testing.T, line []byte) {
		if s, err := Native(line); err == nil {
			c := New()
			c.Add(s)
			c.Report()
		}
	})
}

func FuzzMMTB(f *testing.F) {
	f.Add([]byte(played))
	f.Fuzz(func(t *testing.T, line []byte) {
		if s, err := MMTB(line); err == nil {
			c := New()
			c.Add(s)
			c.Report()
		}
	})
}

func BenchmarkNative(b *testing.B) {
	b.SetBytes(int64(len(talkative)))
	for b.Loop() {
		if _, err := Native([]byte(talkative)); err != nil {
			b.Fatal(err)
		}
	}
}
