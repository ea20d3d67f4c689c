package author

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

const petstore = `# pets of all kinds
toolset: petstore/pet
about: The pets of a shop.
tools:
  findPets:
    about: Finds pets by status.
    effect: list pet
    parameters: {type: object, properties: {status: {type: string, enum: [available, sold]}}, required: [status]}
    returns: {type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}, price: {type: number}}}}
    # by hand:
    do: ["look for pets that are {status}"]
  getPet:
    about: Returns a pet.
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}
    returns: {type: object, properties: {id: {type: integer}, name: {type: string}, price: {type: number}}}
`

// actor is a model that says what the rules would say, unless a line of its own
// is given for a request.
type actor struct {
	sets  []*tools.Toolset
	lines map[string]string // by trace, or by the trace without its number

	mu   sync.Mutex
	seen map[string]*model.Request
}

func newActor(t *testing.T, file string) *actor {
	t.Helper()
	set, err := toolfile.Parse("petstore.yaml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return &actor{sets: []*tools.Toolset{set}, lines: map[string]string{}, seen: map[string]*model.Request{}}
}

func (a *actor) Complete(_ context.Context, r *model.Request) (*model.Response, error) {
	a.mu.Lock()
	a.seen[r.Trace] = r
	a.mu.Unlock()
	text, ok := a.lines[r.Trace]
	if !ok {
		text, ok = a.lines[r.Trace[:strings.LastIndexByte(r.Trace, '/')]]
	}
	if !ok {
		if text, ok = Rehearse(a.sets, r.Trace); !ok {
			return nil, fmt.Errorf("nobody rehearsed %q", r.Trace)
		}
	}
	return &model.Response{Text: text, Finish: "stop", Usage: model.Usage{Input: 10, Output: 1}}, nil
}

// at is the trace of a part.
func (a *actor) at(part string) string { return trace(a.sets[0], part) }

func (a *actor) author() *Author {
	return &Author{Voice: Voice{Model: a, Name: "actor", Role: "refiner"}}
}

func refine(t *testing.T, a *Author, file string) *Refined {
	t.Helper()
	r, err := a.Refine(t.Context(), "petstore.yaml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := toolfile.Parse("petstore.yaml", r.Text); err != nil {
		t.Fatalf("the result does not load: %v\n%s", err, r.Text)
	}
	return r
}

const ownWords = `{"params": {"petId": {"noun": "pet number", "say": ["for {}"], "ask": ["Which pet is it?"]}},
 "do": ["check {petId} out in the register", "read {petId} up", "fetch the file of {petId}"],
 "ask": [{"polite question": "Would you show me {petId}?"}, {"direct imperative": "Show me {petId}."}, {"colloquial fragment": "The file of {petId}, please."},
  {"formal statement": "I should like to see {petId}."}, {"direct question": "What do you have on {petId}?"}, {"colloquial statement": "I want to know about {petId}."}],
 "tell": ["Here it is.", "This is what the register says."]}`

func TestRefineTakesTheWordsOfTheModel(t *testing.T) {
	model := newActor(t, petstore)
	model.lines[model.at("words.1")] = ownWords
	var spent spend.Spent
	a := model.author()
	a.Ledger = func(_ spend.Who, s spend.Spent) error { spent.Add(s); return nil }
	a.AtOnce = 1 // so that the account needs no lock
	r := refine(t, a, petstore)
	text := string(r.Text)
	for _, want := range []string{"# pets of all kinds", `do: ["look for pets that are {status}"]`, "# by hand:", "fetch the file of {petId}", "What do you have on {petId}?"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if r.Asked != 4 || r.Held != 4 || spent.Calls < 4 {
		t.Errorf("asked for %d parts in %d requests, of which %d hold: %v", r.Asked, spent.Calls, r.Held, r.Notes)
	}
	again := refine(t, a, text)
	if string(again.Text) != text || again.Asked != 0 || len(again.Added) != 0 {
		t.Errorf("a second run asked for %d parts and added %v", again.Asked, again.Added)
	}
}

func TestRefineTellsWhatIsWrong(t *testing.T) {
	model := newActor(t, petstore)
	part := model.at("words.1")
	model.lines[part+"/0"] = strings.Replace(ownWords, "fetch the file of {petId}", "fetch the file of {pet}", 1)
	model.lines[part+"/1"] = "I would rather talk about something else."
	model.lines[part+"/2"] = ownWords
	r := refine(t, model.author(), petstore)
	if !strings.Contains(string(r.Text), "fetch the file of {petId}") || r.Held != 4 {
		t.Errorf("%d parts hold: %v", r.Held, r.Notes)
	}
	for n, want := range map[int]string{1: "{pet}, which is not a parameter", 2: "JSON"} {
		request := model.seen[fmt.Sprintf("%s/%d", part, n)]
		if request == nil {
			t.Fatalf("repair %d was not asked for", n)
		}
		if last := request.Messages[len(request.Messages)-1].Text; !strings.Contains(last, want) {
			t.Errorf("repair %d says %q", n, last)
		}
	}
}

func TestRefineKeepsThePiecesThatHold(t *testing.T) {
	model := newActor(t, petstore)
	model.lines[model.at("words.1")] = strings.Replace(ownWords, "fetch the file of {petId}", "fetch the file of {pet}", 1)
	r := refine(t, model.author(), petstore)
	text := string(r.Text)
	if strings.Contains(text, "{pet}") || strings.Contains(text, "read {petId} up") || !strings.Contains(text, "Would you show me {petId}?") {
		t.Errorf("the wrong wordings were kept, or the right ones lost:\n%s", text)
	}
	if len(r.Notes) != 1 || r.Notes[0].Where != "getPet" || !strings.Contains(r.Notes[0].What, "tools.getPet.do") || !strings.Contains(r.Notes[0].What, "{pet}") {
		t.Errorf("the notes are %v", r.Notes)
	}
}

// TestRefineLeavesOutWhatSpoilsConversations has a trial in which entries with
// one wording are rejected.
func TestRefineLeavesOutWhatSpoilsConversations(t *testing.T) {
	for _, c := range []struct {
		name   string
		second string
		held   int
	}{
		{"mended", ownWords, 4},
		{"not mended", strings.Replace(ownWords, "fetch the file", "nobble the file", 1), 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := newActor(t, petstore)
			part := model.at("words.1")
			model.lines[part+"/0"] = strings.Replace(ownWords, "fetch the file", "nobble the file", 1)
			model.lines[part+"/1"] = c.second
			a := model.author()
			a.Try = func(_ context.Context, ts *tools.Toolset) (*Trial, error) {
				if slices.ContainsFunc(ts.Tools[1].Do, func(p *tools.Phrase) bool { return strings.HasPrefix(p.Text, "nobble") }) {
					return &Trial{Entries: 50, Accepted: 46, Unable: 2, Reasons: []string{"nobody nobbles"}}, nil
				}
				return &Trial{Entries: 50, Accepted: 48, Unable: 2}, nil
			}
			r := refine(t, a, petstore)
			if strings.Contains(string(r.Text), "nobble") || r.Trial.Accepted != 48 || r.Held != c.held {
				t.Errorf("%d parts hold, %d entries are accepted: %v", r.Held, r.Trial.Accepted, r.Notes)
			}
			messages := model.seen[part+"/1"].Messages
			if last := messages[len(messages)-1].Text; !strings.Contains(last, "nobody nobbles") {
				t.Errorf("the model was told %q", last)
			}
		})
	}
}

func TestRefineStopsWithItsLedger(t *testing.T) {
	model := newActor(t, petstore)
	a := model.author()
	a.Ledger = func(spend.Who, spend.Spent) error { return fmt.Errorf("the budget is used up") }
	if _, err := a.Refine(t.Context(), "petstore.yaml", []byte(petstore)); err == nil || !strings.Contains(err.Error(), "the budget is used up") {
		t.Errorf("the error is %v", err)
	}
}
