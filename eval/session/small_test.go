package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"switchyard/eval"
	"switchyard/eval/session"
	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/out/corpus"
	"switchyard/tools"
	"switchyard/tools/toolfile"
	"switchyard/tools/world"
)

const hotelTools = `toolset: test/hotel
entities:
  room:
    id: room_code
    attributes:
      room_code: {pattern: "RM[1-9][0-9]{3}"}
      city: {is: city}
      price: {money: 48-420, unit: EUR}
    line: ["**{room_code}** {price}"]
  booking:
    id: booking_code
    attributes:
      booking_code: {pattern: "[A-H]{3}[2-9]{3}"}
      room_code: {copy: room_code}
      guest: {is: person}
      nights: {int: 1-9}
    line: ["**{booking_code}** {room_code}"]
tools:
  list_rooms:
    about: Lists rooms.
    effect: list room
    params: {city: {type: string, required: true, values: {is: city}, say: ["in {}"]}}
    do: [find rooms]
  book_room:
    about: Books a room.
    effect: create booking
    params:
      room_code: {type: string, required: true}
      guest: {type: string, required: true, values: {is: person}, say: ["for {}"]}
      nights: {type: integer, required: true, values: {int: 1-9}, say: ["for {} nights"], ask: ["How many nights?"]}
    do: ["book {room_code}"]
  cancel_booking:
    about: Cancels a booking.
    effect: delete booking
    params: {booking_code: {type: string, required: true}}
    do: ["cancel {booking_code}"]
`

// small is a stage of three missions: rooms are listed, the first one is booked
// once the number of nights is known, and the booking is cancelled. names are what
// the texts of agents call things: ROOM and OTHER, the first two of the list, and
// CODE, the booking.
func small(t *testing.T) (stage *session.Stage, names *strings.Replacer) {
	t.Helper()
	set, err := toolfile.Parse("hotel.yaml", []byte(hotelTools))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	w := world.New(set, now, 5)
	e := &mission.Entry{Format: mission.FormatEntry, ID: "t-1", Environment: mission.Environment{Now: "2026-03-02 09:00:00", Weekday: "Monday", Locale: "en"},
		Toolset: mission.Toolset{Name: set.Name, Entities: []mission.Entity{{Name: "room", Plural: "rooms", ID: "room_code"}, {Name: "booking", Plural: "bookings", ID: "booking_code"}}}}
	stage = &session.Stage{Entry: e, Toolsets: map[string]*tools.Toolset{}}
	for _, tool := range set.Tools {
		e.Toolset.Tools = append(e.Toolset.Tools, mission.Tool{Name: tool.Name, Description: tool.Description, Parameters: tool.Parameters, Returns: tool.Returns})
		stage.Toolsets[tool.Name] = set
	}
	play := func(m mission.Mission, tool string, args tools.Object) world.Answer {
		stage.Worlds = append(stage.Worlds, w.Clone())
		call := blueprint.Call{Tool: set.Tool(tool)}
		for _, a := range args {
			call.Args = append(call.Args, blueprint.Arg{Param: call.Tool.Param(a.Name), Value: a.Value})
		}
		stage.Blueprints = append(stage.Blueprints, &blueprint.Blueprint{Type: m.Type, Calls: []blueprint.Call{call}})
		answer := w.Call(call.Tool, args)
		m.Calls[0].Tool, m.Calls[0].Arguments, m.Calls[0].Status, m.Calls[0].Observation = tool, args.JSON(), answer.Status, answer.Body.JSON()
		say := func(who mission.Role, text string) {
			m.Dialogue = append(m.Dialogue, mission.Turn{Role: who, Text: text})
		}
		say(mission.RoleUser, m.Request)
		for _, q := range m.Questions {
			say(mission.RoleAI, q.Text)
			say(mission.RoleUser, q.Reply)
		}
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleTool, Calls: []int{0}})
		e.SwitchPath, e.Missions = append(e.SwitchPath, m.Type), append(e.Missions, m)
		return answer
	}
	close := func(reply string) {
		m := &e.Missions[len(e.Missions)-1]
		m.Reply = reply
		m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleAI, Text: reply})
	}
	calls := func(sources ...mission.Source) []mission.Call {
		return []mission.Call{{Sources: sources, Dependencies: []int{}}}
	}

	listed := play(mission.Mission{Type: mission.Single, Request: "Which rooms are there in Lisbon?",
		Calls: calls(mission.Source{Pointer: "/city", Kind: mission.FromQuery, Text: "Lisbon"})}, "list_rooms", tools.Object{{Name: "city", Value: "Lisbon"}})
	rows, _ := listed.Body.Get("rooms")
	var rooms []string
	for _, row := range rows.([]any) {
		id, _ := row.(tools.Object).Get("room_code")
		rooms = append(rooms, id.(string))
	}
	if len(rooms) < 2 {
		t.Fatalf("there are %d rooms", len(rooms))
	}
	close("There are " + strings.Join(rooms, ", ") + ".")

	booked := play(mission.Mission{Type: mission.Clarify, Relation: mission.Implicit, Request: "Book the first one for Ana Costa.",
		Questions: []mission.Question{{Tool: "book_room", Missing: []string{"nights"}, Text: "For how many nights?", Reply: "A few."},
			{Tool: "book_room", Missing: []string{"nights"}, Text: "How many nights exactly?", Reply: "Three.", Complete: true}},
		Calls: calls(mission.Source{Pointer: "/room_code", Kind: mission.FromShown, At: "/rooms/0/room_code", Text: rooms[0], Choice: &mission.Choice{Order: mission.OrderFront, List: "/rooms", N: 1, Text: "the first one"}},
			mission.Source{Pointer: "/guest", Kind: mission.FromQuery, Mission: 1, Text: "Ana Costa"},
			mission.Source{Pointer: "/nights", Kind: mission.FromReply, Mission: 1, Text: "Three", Rule: mission.RuleNumber})},
		"book_room", tools.Object{{Name: "room_code", Value: rooms[0]}, {Name: "guest", Value: "Ana Costa"}, {Name: "nights", Value: int64(3)}})
	code, _ := booked.Body.Get("booking_code")
	close(fmt.Sprintf("Booking %v of room %s is made.", code, rooms[0]))

	play(mission.Mission{Type: mission.Single, Relation: mission.Implicit, Request: "Cancel it.",
		Calls: calls(mission.Source{Pointer: "/booking_code", Kind: mission.FromShown, Mission: 1, At: "/booking_code", Text: code.(string)})},
		"cancel_booking", tools.Object{{Name: "booking_code", Value: code}})
	close(fmt.Sprintf("Booking %v is cancelled.", code))
	return stage, strings.NewReplacer("ROOM", rooms[0], "OTHER", rooms[1], "CODE", code.(string))
}

// script is an agent that does what lines say: "tool {arguments}" is a call, with
// "&" between calls that are made at once, anything else a text. THEIRS and
// SECOND stand for the codes of the first two bookings that it was shown.
type script struct {
	names    *strings.Replacer
	missions [][]string
}

func (a *script) Act(_ context.Context, s *eval.Scene) (*eval.Action, error) {
	lines := a.missions[s.Task.Mission]
	if s.Step >= len(lines) {
		return nil, errors.New("nothing is left to do")
	}
	line := a.names.Replace(lines[s.Step])
	var codes []string
	for _, m := range s.Messages {
		var shown map[string]any
		if m.Role == corpus.Tool && json.Unmarshal([]byte(m.Text), &shown) == nil && shown["booking_code"] != nil {
			codes = append(codes, shown["booking_code"].(string))
		}
	}
	for i, name := range []string{"THEIRS", "SECOND"} {
		if i < len(codes) {
			line = strings.ReplaceAll(line, name, codes[i])
		}
	}
	action := &eval.Action{}
	for i, part := range strings.Split(line, " & ") {
		name, arguments, isCall := strings.Cut(part, " {")
		if !isCall || strings.Contains(name, " ") {
			return &eval.Action{Text: line}, nil
		}
		arguments = "{" + arguments
		if rest, ok := strings.CutPrefix(arguments, "{="); ok {
			arguments = strings.TrimSuffix(rest, "}")
		}
		action.Calls = append(action.Calls, eval.Called{ID: fmt.Sprint(s.Task.Mission, s.Step, i), Name: name, Arguments: json.RawMessage(arguments)})
	}
	return action, nil
}

const (
	list1  = `list_rooms {"city":"Lisbon"}`
	book3  = `book_room {"room_code":"ROOM","guest":"Ana Costa","nights":3}`
	booked = "Booking THEIRS of room ROOM is made."
	cancel = `cancel_booking {"booking_code":"THEIRS"}`
	gone   = "Booking THEIRS is cancelled."
)

func TestSmall(t *testing.T) {
	stage, names := small(t)
	rooms := stage.Entry.Missions[0].Reply
	first, last := []string{list1, rooms}, []string{cancel, gone}
	for _, c := range []struct {
		name     string
		missions [][]string
		faults   [3]eval.Fault // the first one of each mission; empty where it is right
		optimal  string        // missions that are
		hears    []string      // from the user, but for requests
	}{
		{"all is right", [][]string{first, {"For how many nights?", "How many exactly?", book3, booked}, last}, [3]eval.Fault{}, "123", []string{"A few.", "Three."}},
		{"guests mean the same in small letters", [][]string{first, {"How many nights?", "How many nights?", strings.Replace(book3, "Ana Costa", "ana costa", 1), booked}, last}, [3]eval.Fault{}, "123", []string{"A few.", "Three."}},
		{"asks without a question mark", [][]string{first, {"Please tell me how many nights you want to stay.", "I need the number of nights.", book3, booked}, last}, [3]eval.Fault{}, "123", []string{"A few.", "Three."}},
		{"asks whether to go on", [][]string{first, {"Shall I go on?", "Really?", book3, booked}, last}, [3]eval.Fault{}, "123", []string{"A few.", "Three."}},
		{"asks what was said", [][]string{{"Which city do you mean?", list1, rooms}, {"Who is the guest?", "How many nights?", "Which room?", "How many nights?", book3, booked}, last},
			[3]eval.Fault{}, "3", []string{"Lisbon", "Ana Costa", "A few.", "the first one", "Three."}},
		{"asks again what was said when asked", [][]string{first, {"How many nights?", "How many nights?", "Sorry, how many nights?", book3, booked}, last}, [3]eval.Fault{}, "13", []string{"A few.", "Three.", "Three"}},
		{"asks for leave, and a second time", [][]string{{"Shall I look?", list1, rooms}, {"How many nights?", "How many nights?", book3, booked}, {"Are you sure?", "Really sure?"}},
			[3]eval.Fault{"", "", eval.StoppedEarly}, "2", []string{"Which rooms are there in Lisbon?", "A few.", "Three.", "Cancel it."}},
		{"a question behind everything that was to be done", [][]string{{list1, rooms + " Is there anything else?"}, {"How many nights?", "How many nights?", book3, booked}, last}, [3]eval.Fault{}, "123", []string{"A few.", "Three."}},
		{"tries and errs", [][]string{{`list_rooms {}`, `list_rooms {=[]}`, `list_rooms {"city":7}`, `no_tool {}`, list1, rooms}, {`book_room {"room_code":"RM0","guest":"Ana Costa","nights":3}`, book3, booked}, last}, [3]eval.Fault{}, "23", nil},
		{"knows without asking", [][]string{first, {book3, booked}, last}, [3]eval.Fault{}, "123", nil},

		{"does not look", [][]string{{rooms}, {"How many nights?", "How many nights?", book3, booked}, last}, [3]eval.Fault{eval.RefusedToCall, "", ""}, "23", []string{"A few.", "Three."}},
		{"looks elsewhere", [][]string{{`list_rooms {"city":"Porto"}`, "There are some rooms."}, {"How many nights?", "How many nights?", book3, booked}, last}, [3]eval.Fault{eval.InventedValue, "", ""}, "23", []string{"A few.", "Three."}},
		{"keeps to itself what it found", [][]string{{list1, "There are some rooms."}, {"How many nights?", "How many nights?", book3, booked}, last}, [3]eval.Fault{eval.StoppedEarly, "", ""}, "23", []string{"A few.", "Three."}},
		{"tells of a room that there is not", [][]string{{list1, rooms + " And room RM0001."}, {"How many nights?", "How many nights?", book3, booked}, last}, [3]eval.Fault{eval.Contradiction, "", ""}, "23", []string{"A few.", "Three."}},
		{"does not say the code", [][]string{first, {"How many nights?", "How many nights?", book3, "It is done."}, last}, [3]eval.Fault{"", eval.LostIdentifier, ""}, "13", []string{"A few.", "Three."}},
		{"makes up the nights, and cancels what it booked", [][]string{first, {strings.Replace(book3, "3}", "5}", 1), booked}, last}, [3]eval.Fault{"", eval.MissedMissing, ""}, "13", nil},
		{"books another room", [][]string{first, {"How many nights?", "How many nights?", strings.Replace(book3, "ROOM", "OTHER", 1), booked}, last}, [3]eval.Fault{"", eval.WrongValue, ""}, "13", []string{"A few.", "Three."}},
		{"books twice", [][]string{first, {"How many nights?", "How many nights?", book3 + " & " + book3, "Booking CODE of room ROOM is made."}, {`cancel_booking {"booking_code":"CODE"}`, "Booking CODE is cancelled."}}, [3]eval.Fault{"", eval.RedundantCall, ""}, "13", []string{"A few.", "Three."}},
		{"books where it should look", [][]string{{list1, strings.Replace(book3, "3}", "2}", 1), rooms}, {"How many nights?", "How many nights?", book3, "Booking CODE of room ROOM is made."}, {`cancel_booking {"booking_code":"CODE"}`, "Booking CODE is cancelled."}}, [3]eval.Fault{eval.WrongTool, "", ""}, "23", []string{"A few.", "Three."}},
		{"does not book, and so cannot cancel", [][]string{first, {"All right."}, {`cancel_booking {"booking_code":"CODE"}`, "There is no such booking."}}, [3]eval.Fault{"", eval.RefusedToCall, eval.StoppedEarly}, "1", nil},
		{"books twice, and takes one back", [][]string{first, {"How many nights?", "How many nights?", book3 + " & " + book3, cancel, "Booking SECOND of room ROOM is made."},
			{`cancel_booking {"booking_code":"SECOND"}`, "Booking SECOND is cancelled."}}, [3]eval.Fault{}, "13", []string{"A few.", "Three."}},
		{"goes in circles", [][]string{slices.Repeat([]string{list1}, 100), {"How many nights?", "How many nights?", book3, booked}, last}, [3]eval.Fault{eval.RedundantCall, "", ""}, "23", []string{"A few.", "Three."}},
		{"books right, but too late", [][]string{first, {"All right."}, {book3, cancel, gone}}, [3]eval.Fault{"", eval.RefusedToCall, ""}, "1", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := run(t, stage, &script{names, c.missions})
			optimal := ""
			for i, v := range o.Verdicts {
				got := eval.Fault("")
				if len(v.Faults) > 0 {
					got = v.Faults[0].Fault
				}
				if !v.Scored || got != c.faults[i] || v.Correct != (got == "") {
					t.Errorf("mission %d: %+v, want %q; %+v", i+1, v, c.faults[i], o.Predictions[i])
				}
				if v.Optimal {
					optimal += fmt.Sprint(i + 1)
				}
			}
			if optimal != c.optimal {
				t.Errorf("optimal are missions %s, want %s", optimal, c.optimal)
			}
			var hears []string
			said := o.Messages[len(o.Messages)-1]
			for i, m := range said {
				if m.Role == corpus.User && i > 0 && said[i-1].Mission == m.Mission {
					hears = append(hears, m.Text)
				}
			}
			if !slices.Equal(hears, c.hears) {
				t.Errorf("the user answers %q, want %q", hears, c.hears)
			}
			if bound := 3*2 + 6; c.name == "goes in circles" && (len(o.Predictions[0].Steps) != bound || o.Predictions[0].End != eval.Left) {
				t.Errorf("given up after %d steps, want %d", len(o.Predictions[0].Steps), bound)
			}
		})
	}
}

// What is wrong with a call is answered as a service would.
func TestAnswers(t *testing.T) {
	stage, names := small(t)
	for line, want := range map[string]string{
		`no_tool {"city":"Lisbon"}`:                  "There is no function",
		`list_rooms {}`:                              "The arguments do not fit",
		`list_rooms {="Lisbon"}`:                     "The arguments are no object",
		`list_rooms {=}`:                             "The arguments are no JSON",
		`list_rooms {"city":7}`:                      "The arguments do not fit",
		`cancel_booking {"booking_code":"AAA222"}`:   "There is no booking AAA222",
		`list_rooms {"city":"Lisbon"}`:               `"rooms":[`,
		`list_rooms {"city":"LISBON"}`:               `"rooms":[`,
		`list_rooms {"city":"Lisbon","unknown":"x"}`: "error",
	} {
		o := run(t, stage, &script{names, [][]string{{line, "Well."}, {"Well."}, {"Well."}}})
		if got := o.Messages[0][2]; got.Role != corpus.Tool || !strings.Contains(got.Text, want) {
			t.Errorf("%s is answered %s", line, got.Text)
		}
	}
}
