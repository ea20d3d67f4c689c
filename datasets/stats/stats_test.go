package stats

import (
	"fmt"
	"math/big"
	"math/rand/v2"
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
		if got := mask(request, nil); got != want {
			t.Errorf("mask(%q) = %q, want %q", request, got, want)
		}
	}
	if got := mask("From Porto to Porto Santo", []string{"Porto", "Porto Santo"}); got != "From _ to _" {
		t.Errorf("the longer value comes first: %q", got)
	}
}

// Beyond the limit the number of different things is estimated, within one
// percent, and does not depend on the order.
func TestDistinctEstimates(t *testing.T) {
	const n = exactLimit * 3
	r := rand.New(rand.NewPCG(1, 2))
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	var a, b distinct
	for i := range hashes {
		a.add(hashes[i])
		a.add(hashes[i/2])
		b.add(hashes[n-1-i])
		b.add(hashes[(n-1-i)/2])
	}
	got := a.share()
	if !got.Estimated || got.Of != 2*n || float64(got.Different) < 0.99*n || float64(got.Different) > 1.01*n {
		t.Errorf("%d different of %d: %+v", n, 2*n, got)
	}
	if got != b.share() {
		t.Errorf("another order gives %+v instead of %+v", b.share(), got)
	}
	var few distinct
	for i := range 5000 {
		few.add(uint64(i % 700))
	}
	if s := few.share(); s.Different != 700 || s.Estimated {
		t.Errorf("700 different things: %+v", s)
	}
}

// Against a brute-force count: exact while there is room, never too great
// beyond, and what is really frequent is found.
func TestFrequent(t *testing.T) {
	for _, room := range []int{2000, 200} {
		f, exact := newFrequent(room), map[string]int{}
		r := rand.New(rand.NewPCG(3, uint64(room)))
		for range 40_000 {
			text := fmt.Sprint(int(r.ExpFloat64() * 12))
			if r.IntN(3) == 0 {
				text = fmt.Sprint("rare ", r.IntN(1500))
			}
			f.add(text)
			exact[text]++
		}
		top := f.top(10)
		for i, got := range top {
			if got.Count > exact[got.Text] || room > len(exact) && got.Count != exact[got.Text] {
				t.Errorf("room for %d: %q counts %d, really %d", room, got.Text, got.Count, exact[got.Text])
			}
			if i > 0 && got.Count > top[i-1].Count {
				t.Errorf("room for %d: %v is not sorted", room, top)
			}
			more := 0
			for _, n := range exact {
				if n > exact[got.Text] {
					more++
				}
			}
			if more > 15 {
				t.Errorf("room for %d: %d texts are more frequent than %q", room, more, got.Text)
			}
		}
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
