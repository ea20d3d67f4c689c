package judge

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// stay is a task of which only what questions are about matters.
func stay() *eval.Task {
	return &eval.Task{Entry: &mission.Entry{
		Environment: mission.Environment{Now: "2026-07-17 10:20:00", Weekday: "Friday", Locale: "en"},
		Toolset: mission.Toolset{Tools: []mission.Tool{{Name: "book_stay", Description: "Books a stay in a hotel.",
			Parameters: json.RawMessage(`{"type":"object","properties":{
"check_in_date":{"type":"string","format":"date","description":"Day of arrival."},
"guestCount":{"type":"integer","description":"How many people stay."},
"contact_email":{"type":"string","format":"email"},
"board":{"type":"string","enum":["breakfast","half board"],"description":"Meals in the hotel."},
"hotel_code":{"type":"string","description":"Code of the hotel."}}}`),
			Labels: map[string]map[string][]string{"board": {`"half board"`: {"dinner as well"}}}}}},
	}}
}

func TestQuestions(t *testing.T) {
	for _, tt := range []struct{ missing, gold, text, open string }{
		{"check_in_date", "Which day?", "Which day?", ""},
		{"check_in_date", "Which day?", "When would you like to come?", ""},
		{"check_in_date", "Which day?", "Please give me the date.", ""},
		{"check_in_date", "On which evening will you get there?", "Which evening is it?", ""},
		{"check_in_date", "Which day?", "How many of you are there?", "check_in_date"},
		{"check_in_date", "Which day?", "Shall I go ahead?", "check_in_date"},
		{"check_in_date", "Which day?", "I cannot do that.", "check_in_date"},
		{"guestCount", "How many are you?", "For how many people?", ""},
		{"guestCount", "How many are you?", "And your guests?", ""},
		{"guestCount", "How many are you?", "Which day?", "guestCount"},
		{"hotel_code", "Which one is it?", "Sure. Which one is it? Please let me know.", ""},
		{"check_in_date guestCount", "And then?", "Fine. And then? Thank you.", ""},
		// A question asks; it does not tell that nobody asks.
		{"check_in_date", "Which day?", "I will not ask for the check-in date.", "check_in_date"},
		{"check_in_date", "Which day?", "I won't be asking you for the day. Shall I go on?", "check_in_date"},
		{"check_in_date", "Which day?", "The check-in date is tomorrow.", "check_in_date"},
		{"check_in_date", "Which day?", "I go on without asking for the date.", "check_in_date"},
		{"check_in_date", "Which day?", "I did not ask for the date yet, but which one is it?", ""},
		{"check_in_date", "Which day?", "I don't know the date yet. Please tell me.", ""},
		{"check_in_date", "Which day?", "I can't book it without the date.", ""},
		{"check_in_date", "Which day?", "I still need the date.", ""},
		{"check_in_date", "Which day?", "The date is missing.", ""},
		{"check_in_date", "Which day?", "Date?", ""},
		{"check_in_date guestCount", "Could you tell me the day and the number of guests?", "To book it I need two things:\n- the date\n- the number of guests", ""},
		{"check_in_date guestCount", "Could you tell me the day and the number of guests?", "I will not ask for the date or the number of guests.", "check_in_date guestCount"},
		{"board", "What about the meals?", "Would you like dinner as well?", ""},
		{"board", "What about the meals?", "With half board?", ""},
		{"board", "What about the meals?", "What do you want for your stay?", ""}, // names nothing else
		{"board", "What about the meals?", "What is the code, please?", "board"},
		{"hotel_code", "Which hotel?", "Which hotel do you mean?", ""},
		{"check_in_date guestCount", "Could you tell me the day and the number of guests?", "When do you come, and how many are you?", ""},
		{"check_in_date guestCount", "Could you tell me the day and the number of guests?", "When do you come?", "guestCount"},
		{"check_in_date guestCount", "Could you tell me the day and the number of guests?", "How many people?", "check_in_date"},
		{"check_in_date guestCount", "Could you tell me the day and the number of guests?", "What do you want?", "check_in_date guestCount"},
		{"check_in_date guestCount contact_email", "I need the day, the guests and the e-mail address.", "For which day and how many people, and where may I mail the confirmation?", ""},
		{"board hotel_code", "I need the meals and the hotel.", "Which hotel? I need the hotel.", "board"},
		{"check_in_date guestCount contact_email", "I need the day, the guests and the e-mail address.", "Your address, and the date?", "guestCount"},
	} {
		n := &eval.Node{Kind: eval.Ask, Tool: "book_stay", Missing: strings.Fields(tt.missing), Text: tt.gold}
		if got := strings.Join(unasked(stay(), n, tt.text, false), " "); got != tt.open {
			t.Errorf("%s, %q: %q is open, want %q", tt.missing, tt.text, got, tt.open)
		}
	}
}

// By the rules of strict-2, several ask for what one is called.
func TestQuestionsForSeveral(t *testing.T) {
	task := stay()
	task.Entry.Toolset.Tools[0] = mission.Tool{Name: "get_forecast", Description: "Shows the weather.",
		Parameters: json.RawMessage(`{"type":"object","properties":{"location":{"type":"string","description":"Where, such as the city name."},"days":{"type":"integer","description":"How many days."}}}`)}
	for text, open := range map[string]string{"Gladly. Which cities would you like the five-day forecast for?": "", "Gladly. Which series would you like the five-day forecast for?": "location"} {
		n := &eval.Node{Kind: eval.Ask, Tool: "get_forecast", Missing: []string{"location"}, Text: "Could you tell me the location?"}
		if got := strings.Join(unasked(task, n, text, true), " "); got != open {
			t.Errorf("%q: %q is open, want %q", text, got, open)
		}
		if len(unasked(task, n, text, false)) == 0 {
			t.Errorf("%q passes by strict-1", text)
		}
	}
	task.Entry.Toolset.Tools[0].Parameters = json.RawMessage(`{"type":"object","properties":{"movie":{"type":"string"},"days":{"type":"integer"}}}`)
	n := &eval.Node{Kind: eval.Ask, Tool: "get_forecast", Missing: []string{"movie"}, Text: "Could you tell me the title?"}
	for _, fair := range []bool{false, true} {
		if open := unasked(task, n, "Which movies shall I look for in the next days?", fair); len(open) > 0 {
			t.Errorf("%q is open", open)
		}
	}
}

// By the rules of strict-2, a part of a day, a weekday and a proposal ask for a day, too.
func TestQuestionsForDays(t *testing.T) {
	const day, guests = "check_in_date", "guestCount"
	for _, tt := range []struct{ missing, text, open string }{
		{day, "Which evening would suit you?", ""},
		{day, "Gladly. Which of these mornings is it to be?", ""},
		{day, "Please tell me which weekday you prefer.", ""},
		{day, "Shall it be Friday or Saturday?", ""},
		{day, "This weekend or the next one?", ""},
		{day, "Tomorrow, or another evening?", ""},
		{day, "Would tomorrow evening suit you?", ""},
		{day, "Good evening! How about Thursday afternoon?", ""},
		{day, "What weekend would you like to come?", ""},
		{day + " " + guests, "Which evening, and for how many people?", ""},

		{day, "Have a nice evening. Shall I go ahead?", day},
		{day, "Good evening! How many of you are there?", day},
		{day, "Reception is closed in the evening. Shall I go ahead?", day},
		{day, "How many nights would you like to stay?", day},
		{day, "What may it cost per night?", day},
		{day, "Which hotel would you like for Friday evening?", day},
		{day, "Happy Friday! How many of you are there?", day},
		{day, "I will not ask which evening it is.", day},
		{day + " " + guests, "Which evening would suit you?", guests},
		{guests, "Which evening would suit you?", guests},
	} {
		n := &eval.Node{Kind: eval.Ask, Tool: "book_stay", Missing: strings.Fields(tt.missing), Text: "Could you give me the particulars?"}
		if got := strings.Join(unasked(stay(), n, tt.text, true), " "); got != tt.open {
			t.Errorf("%s, %q: %q is open, want %q", tt.missing, tt.text, got, tt.open)
		}
	}
}

// By the rules of strict-2, to say what is needed to go on is to ask for it.
func TestQuestionsOfNeeds(t *testing.T) {
	const street, hours = "pickup_street", "hours"
	task := stay()
	task.Entry.Toolset.Tools[0] = mission.Tool{Name: "make_reservation", Description: "Reserves a car with a driver.",
		Parameters: json.RawMessage(`{"type":"object","properties":{
"pickup_street":{"type":"string","description":"Street and house number of the pickup."},
"hours":{"type":"integer","description":"Hours for which the driver is needed."}}}`)}
	for _, tt := range []struct{ missing, text, open string }{
		{street, "No problem, take your time. Nothing has been booked yet; once you know the street and house number of the pickup, I'll reserve offer OF5290 for Ursula Mendes.", ""},
		{street, "Take your time. As soon as you have the address, I'll book it.", ""},
		{street, "That is fine; I'll wait until you've decided on the street.", ""},
		{street, "I'll reserve it the moment I have the street.", ""},
		{street + " " + hours, "Once you know the street and the hours, I'll go on.", ""},

		{street, "No problem, take your time. Nothing has been booked yet; once you know more, I'll reserve it.", street},
		{street, "Take your time. As soon as you have decided, I'll book the pickup.", street},
		{street, "The pickup street was not booked yet. Once you know the hours, I'll go on.", street},
		{street + " " + hours, "Once you know the street, I'll go on.", hours},
		{street, "The street has been noted.", street},
	} {
		n := &eval.Node{Kind: eval.Ask, Tool: "make_reservation", Missing: strings.Fields(tt.missing), Text: "I'm sorry to ask again. What's the pickup address?"}
		if got := strings.Join(unasked(task, n, tt.text, true), " "); got != tt.open {
			t.Errorf("%s, %q: %q is open, want %q", tt.missing, tt.text, got, tt.open)
		}
		if got := unasked(task, n, tt.text, false); len(got) == 0 {
			t.Errorf("%q passes by strict-1", tt.text)
		}
	}
}

// By the rules of strict-2, to ask what something is called is to ask for its name.
func TestQuestionsForNames(t *testing.T) {
	const name, game = "name", "game_id"
	task := stay()
	task.Entry.Toolset.Tools[0] = mission.Tool{Name: "createMod", Description: "Creates a mod.",
		Parameters: json.RawMessage(`{"type":"object","properties":{
"name":{"type":"string","description":"Its title."},
"game_id":{"type":"integer","description":"The game."}}}`)}
	for _, tt := range []struct{ missing, text, open string }{
		{name, "What should the new mod for game 6522 be called?", ""},
		{name, "Sure. What shall I call it?", ""},
		{name, "What would you like to call the new mod, please?", ""},
		{name, "What’s it to be called? I can create it then.", ""},
		{name, "How should it be called?", ""},
		{name, "Please tell me what the mod should be called.", ""},
		{name, "Once you know what it should be called, I'll create it.", ""},
		{name, "Under which name shall I create it for game 6522?", ""},
		{name + " " + game, "For which game, and what should it be called?", ""},
		{name, "Of course, take your time. What is its surname?", ""},

		{name, "What should the new mod for game 6522 be about?", name},
		{name, "When shall I call you about game 6522?", name},
		{name, "What time should I call you about the game?", name},
		{name, "What would happen if the match of game 6522 is called off?", name},
		{name, "I see what it is called. Shall I go ahead for game 6522?", name},
		{name, "It is called game 6522. Shall I go on?", name},
		{name, "I will not ask what it should be called.", name},
		{name + " " + game, "What should it be called?", game},
		{game, "What should it be called?", game},
	} {
		n := &eval.Node{Kind: eval.Ask, Tool: "createMod", Missing: strings.Fields(tt.missing), Text: "Could you give me the particulars?"}
		if got := strings.Join(unasked(task, n, tt.text, true), " "); got != tt.open {
			t.Errorf("%s, %q: %q is open, want %q", tt.missing, tt.text, got, tt.open)
		}
		if strings.HasPrefix(tt.text, "What should the new mod") && len(unasked(task, n, tt.text, false)) == 0 {
			t.Errorf("%q passes by strict-1", tt.text)
		}
	}
}

// By the rules of strict-2, to ask what an image should show is to ask for its content.
func TestQuestionsForContents(t *testing.T) {
	task := stay()
	task.Entry.Toolset.Tools[0] = mission.Tool{Name: "generateImage", Description: "Generates an image.",
		Parameters: json.RawMessage(`{"type":"object","properties":{
"content":{"type":"string","description":"The content."},
"size":{"type":"integer","description":"The width."}}}`)}
	for _, tt := range []struct{ missing, text, open string }{
		{"content", "Sure. What should the image show?", ""},
		{"content", "What should be in the image?", ""},
		{"content", "When should I show the image?", "content"},
		{"content", "Should I show the image?", "content"},
		{"size", "What should the image show?", "size"},
	} {
		n := &eval.Node{Kind: eval.Ask, Tool: "generateImage", Missing: []string{tt.missing}, Text: "Could you give me the particulars?"}
		if got := strings.Join(unasked(task, n, tt.text, true), " "); got != tt.open {
			t.Errorf("%s, %q: %q is open, want %q", tt.missing, tt.text, got, tt.open)
		}
	}
	n := &eval.Node{Kind: eval.Ask, Tool: "generateImage", Missing: []string{"content"}, Text: "Could you give me the particulars?"}
	if len(unasked(task, n, "What should the image show?", false)) == 0 {
		t.Error("it passes by strict-1")
	}
}

func TestKnows(t *testing.T) {
	task := stay()
	task.Messages = []corpus.Message{
		{Role: corpus.User, Text: "Two nights in Lisbon from tomorrow, please; I pay in euros, up to 1,250."},
		{Role: corpus.Assistant, Calls: []corpus.Call{{Name: "x", Arguments: json.RawMessage(`{"city":"LIS"}`)}}},
		{Role: corpus.Tool, Text: `{"hotel":"Casa \u00c1gua","code":"HC-88","rate":92.50}`},
	}
	task.Nodes = []eval.Node{{Observation: json.RawMessage(`{"id":"BK-1"}`), Reply: "Half past seven in the evening."}}
	k := newTalk(task)
	for _, tt := range []struct {
		value any
		known bool
	}{
		{"Lisbon", true}, {"lisbon", true}, {"Lisb", false}, {"Porto", false}, {"LIS", true}, {"EUR", true}, {"GBP", false},
		{"2026-07-18", true}, {"2026-07-19", false}, {json.Number("2"), true}, {json.Number("1250"), true}, {json.Number("3"), false},
		{"HC-88", true}, {"hc 88", true}, {"Casa Água", true}, {json.Number("92.5"), true}, {"", false}, {"BK-1", false}, {"19:30", false},
	} {
		if got := k.knows(tt.value); got != tt.known {
			t.Errorf("%v: %v", tt.value, got)
		}
	}
	k.took(&eval.Step{}, []int{0})
	if !k.knows("BK-1") || !k.knows("19:30") {
		t.Error("what a step brought is not known")
	}
}

// TestDocs: readers are told of every fault and version.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/scoring.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range eval.Faults() {
		if !strings.Contains(string(page), "| `"+string(f)+"` |") {
			t.Errorf("docs/scoring.md does not explain %s", f)
		}
	}
	for _, v := range eval.Versions() {
		if !strings.Contains(string(page), "## "+string(v)+"\n") {
			t.Errorf("docs/scoring.md does not explain %s", v)
		}
	}
}
