package toolfile

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// staysToolset has a rule of each kind.
const staysToolset = `toolset: test/stays
entities:
  room:
    id: room_code
    attributes:
      room_code: {pattern: "RM[0-9]{3}"}
      rate: {money: 40-90}
    compare:
      - {by: rate, least: ["cheapest {noun}"], most: ["dearest {noun}"], wanted: {least: choose, most: avoid}}
    card: ["**{room_code}** costs {rate}."]
  stay:
    id: stay_code
    attributes:
      stay_code: {pattern: "ST[0-9]{4}"}
      room: {copy: room_code}
      guest: {is: person}
      arrives: {date: +1..+30}
      nights: {int: 1-9}
      price: {money: 40-900}
      extras: {copy: extras}
      status: {pick: [booked, cancelled]}
    card: ["**{stay_code}** is for {guest}."]
tools:
  book:
    about: Books a stay.
    effect: create stay
    params:
      room_code: {type: string, required: true, attribute: room}
      extras: {type: array, required: true, items: {type: string, enum: [cot, kettle, lamp]}, say: ["with {}"]}
    do: ["book room {room_code}[ with {extras}]"]
  pay:
    about: Pays for a stay.
    effect: update stay
    params:
      stay_code: {type: string, required: true}
      on: {type: string, required: true, values: {date: +1..+9}, say: ["{}"]}
    sets: {status: paid}
    do: ["pay for stay {stay_code}"]
  contest:
    about: Contests the price of a stay.
    effect: compute
    params:
      stay_code: {type: string, required: true, entity: stay}
    gives:
      answer: {pick: [accepted, refused]}
      degrees: {int: 1-9}
    do: ["contest the price of stay {stay_code}"]
    tell: ["It was {answer}."]
rules:
  - {disjoint: stay, same: [room, guest], at: arrives, days: nights, when: {status: [booked]}}
  - {after: stay, at: arrives, than: now}
  - {within: pay, at: "on", in: stay, from: arrives, days: nights}
  - {within: contest, at: answer, among: [accepted, refused]}
  - {within: pay, at: price, month: "on", months: [[1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]}
  - {monotone: stay, at: price, with: nights, same: room}
  - {monotone: stay, at: extras}
  - {excludes: [contest, pay], same: stay_code, when: {answer: [refused]}}
  - {excludes: pay, at: "on", than: arrives}
  - {owner: stay, at: guest}
`

// What is wrong with a rule is told with its place, and what may have been meant.
func TestWorldRules(t *testing.T) {
	set, err := Parse("good.yaml", []byte(staysToolset))
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Rules) != 10 || set.Entity("room").Comparisons[1].Wanted != "avoid" {
		t.Fatalf("the toolset has %d rules: %+v", len(set.Rules), set.Rules)
	}
	again, err := Parse("again.yaml", Write(set))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(set.Rules, again.Rules) + cmp.Diff(set.Entity("room").Comparisons, again.Entity("room").Comparisons); diff != "" {
		t.Errorf("written and read again, the rules differ:\n%s", diff)
	}
	for _, test := range []struct{ old, new, want string }{
		{"{disjoint: stay, same: [room,", "{disjoint: stays, same: [room,", `bad.yaml:50:16: a rule of the kind disjoint names "stays", which is not an entity or a tool; did you mean "stay"?`},
		{"same: [room, guest]", "same: [room, gest]", `bad.yaml:50:28: a rule of the kind disjoint names "gest", which entity "stay" does not have; did you mean "guest"?`},
		{"days: nights, when: {status", "days: night, when: {status", `bad.yaml:50:62: a rule of the kind disjoint names "night", which entity "stay" does not have; did you mean "nights"?`},
		{"when: {status: [booked]}", "when: {state: [booked]}", `a rule of the kind disjoint names "state", which entity "stay" does not have`},
		{"than: now", "than: soon", `bad.yaml:51:38: a rule of the kind after names "soon", which entity "stay" does not have`},
		{"in: stay, from", "in: stays, from", `a rule of the kind within names "stays", which is not an entity; did you mean "stay"?`},
		{"from: arrives", "from: arrive", `a rule of the kind within names "arrive", which entity "stay" does not have; did you mean "arrives"?`},
		{"in: stay, from: arrives, days: nights", "in: room, from: rate", `a rule of the kind within names "room_code", which tool "pay" does not have`},
		{"with: nights, same: room", "with: night, same: room", `a rule of the kind monotone names "night"`},
		{"{excludes: [contest, pay]", "{excludes: [contest, stay]", `a rule of the kind excludes names "stay", which is not a tool`},
		{"{owner: stay, at: guest}", "{owner: pay, at: guest}", `a rule of the kind owner names "pay", which is not an entity`},
		{"{owner: stay, at: guest}", "{owner: stay}", `bad.yaml:59:6: a rule of the kind owner needs at`},
		{"{owner: stay, at: guest}", "{owner: stay, at: guest, same: room}", `a rule of the kind owner cannot have "same"`},
		{"{owner: stay, at: guest}", "{owner: stay, after: stay, at: guest}", `a rule is both owner and after; write two rules`},
		{"{owner: stay, at: guest}", "{at: guest}", `a rule has no kind; the kinds are disjoint, after, within, monotone, excludes, owner`},
		{"{owner: stay, at: guest}", "{owner: stay, att: guest}", `a rule has no key "att"; did you mean "at"?`},
		{"{owner: stay, at: guest}", "{owner: [stay, room], at: guest}", `a rule of the kind owner is about one entity or tool`},
		{"{excludes: pay, at: \"on\", than: arrives}", "{excludes: pay, at: \"on\", than: [arrives, nights]}", `belong together and are equally long`},
		{"months: [[1, 2], ", "months: [", `"months" of a rule of the kind within has 11 ranges, one for each of the twelve months`},
		{"months: [[1, 2], ", "months: [[3, 2], ", `holds two whole numbers for each month, the least and the greatest`},
		{"most: avoid}}", "most: dislike}}", `"dislike" is not choose, avoid or neutral`},
		{"most: avoid}}", "mots: avoid}}", `"wanted" of a comparison has no key "mots"; did you mean "most"?`},
		{"rules:\n", "rules: {}\nscenes:\n", `"rules" must be a list`},
	} {
		if !strings.Contains(staysToolset, test.old) {
			t.Fatalf("the toolset does not hold %q", test.old)
		}
		_, err := Parse("bad.yaml", []byte(strings.Replace(staysToolset, test.old, test.new, 1)))
		if problems := (Problems)(nil); !errors.As(err, &problems) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s:\ngot  %v\nwant %q", test.new, err, test.want)
		}
	}
}
