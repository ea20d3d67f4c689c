package stats

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

const sample = `{"format":"switchyard-entry/1","id":"a","persona":{"name":"Ana Costa","tone":"polite"},
"toolset":{"name":"travel/flights","domain":"Travel","tools":[
 {"name":"find","scenario":"Search"},{"name":"book","scenario":"Booking"},{"name":"pay"},{"name":"foreign","distractor":true}]},
"missions":[
 {"type":"multi","pattern":"serial","request":"Book the cheapest flight to Porto on Friday for Ana Costa.","paths":{"total":"1"},
  "calls":[
   {"tool":"find","status":200,"dependencies":[],"sources":[{"pointer":"/to","kind":"knowledge","said":"query","mission":0,"text":"Porto"},{"pointer":"/day","kind":"clock","said":"query","mission":0,"text":"Friday"}]},
   {"tool":"book","status":409,"dependencies":[0],"sources":[{"pointer":"/id","kind":"observation","mission":0,"text":""}]}]},
 {"type":"chat","relation":"ellipsis","reference":{"way":"shorter"},"chat":{"kind":"restate"},"request":"Only the  number, please.","calls":[]}]}`

func TestReport(t *testing.T) {
	c := New()
	for range 2 {
		s, err := Look([]byte(sample))
		if err != nil {
			t.Fatal(err)
		}
		c.Add(s)
	}
	r := c.Report()
	for name, got := range map[string]any{
		"entries":    [3]int{r.Entries, r.Missions, r.Calls},
		"types":      r.Types,
		"patterns":   r.Patterns,
		"relations":  r.Relations,
		"ways":       r.Ways,
		"chats":      r.Chats,
		"domains":    r.Domains,
		"toolsets":   r.Toolsets,
		"scenarios":  r.Scenarios,
		"tools":      r.Tools,
		"unused":     r.Unused,
		"statuses":   r.Statuses,
		"calls":      r.PerCalls,
		"depths":     r.Depths,
		"widths":     r.Widths,
		"paths":      r.Paths,
		"distinct":   r.Requests.Distinct,
		"masked":     r.Requests.Masked,
		"frequent":   r.Requests.Most[0],
		"length":     r.Lengths[1],
		"length all": r.Lengths[1].Tone,
	} {
		want := map[string]string{
			"entries": "[2 4 4]", "types": "map[chat:2 multi:2]", "patterns": "map[serial:2]", "relations": "map[ellipsis:2]", "ways": "map[shorter:2]",
			"chats": "map[restate:2]", "domains": "map[Travel:2]", "toolsets": "map[travel/flights:2]",
			"scenarios": "map[travel/flights: Booking:2 travel/flights: Search:2]",
			"tools":     "map[travel/flights: book:2 travel/flights: find:2 travel/flights: pay:0]", "unused": "[travel/flights: pay]",
			"statuses": "map[200:2 409:2]", "calls": "map[0:2 2:2]", "depths": "map[2:2]", "widths": "map[1:2]", "paths": "[{1 2}]",
			"distinct": "{2 4 0.5 false}", "masked": "{2 4 0.5 false}", "frequent": "{Book the cheapest flight to _ on _ for _. 2 0.5}",
			"length": "{all 4 7.5 4 4 11 11}", "length all": "all",
		}[name]
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

func TestLookRefuses(t *testing.T) {
	for line, want := range map[string]string{
		`{`:                       "not an entry",
		`{"format":"other/2"}`:    `the format is "other/2"`,
		`{"id":"a","missions":1}`: "not an entry",
		`{"format":"switchyard-entry/1","missions":[{"calls":[{"dependencies":[4]}]}]}`:                                    "call 0 depends on call 4",
		`{"format":"switchyard-entry/1","missions":[{"paths":{"total":"many"},"calls":[{"dependencies":[],"tool":"a"}]}]}`: `"many" is not a number of paths`,
	} {
		if _, err := Look([]byte(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

func TestMask(t *testing.T) {
	for request, want := range map[string]string{
		"What about the 19th of May, please?":          "What about the _ of May, please?",
		"Flights from Lisbon to Tokyo, next Friday.":   "Flights from _ to _, next _.",
		"May I have twenty-one of them at 7:30 pm?":    "May I have twenty-one of them at _ pm?",
		"Room MR-204 for two people, three if you can": "Room _ for _ people, _ if you can",
		"In January, €240.50 at most":                  "In _, €_ at most",
	} {
		if got := Mask(request, nil); got != want {
			t.Errorf("Mask(%q) = %q, want %q", request, got, want)
		}
	}
	if got := Mask("From Porto to Porto Santo", []string{"Porto", "Porto Santo"}); got != "From _ to _" {
		t.Errorf("the longer value comes first: %q", got)
	}
}

func TestBuckets(t *testing.T) {
	for n, want := range map[string]string{"1": "1", "2": "2", "3": "3-9", "9": "3-9", "10": "10-99", "545835": "1,000 or more", "123456789012345678901234567890": "1,000 or more"} {
		paths, _ := new(big.Int).SetString(n, 10)
		if got := buckets[bucketOf(paths)].name; got != want {
			t.Errorf("%s paths are in %q, want %q", n, got, want)
		}
	}
}

func FuzzLook(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(`{"format":"switchyard-entry/1","missions":[{"request":"\u0000 a\\n**","calls":[]}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if s, err := Look(line); err == nil {
			c := New()
			c.Add(s)
			c.Report()
		}
	})
}

func BenchmarkLook(b *testing.B) {
	b.SetBytes(int64(len(sample)))
	for b.Loop() {
		if _, err := Look([]byte(sample)); err != nil {
			b.Fatal(err)
		}
	}
}
