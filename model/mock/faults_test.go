package mock

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"switchyard/internal/keyed"
	"switchyard/mission"
)

func TestParseFaults(t *testing.T) {
	all := Faults{}
	for _, f := range AllFaults() {
		all[f] = 0.02
	}
	noHang := all.clone()
	noHang[Hang] = 0
	for _, c := range []struct {
		text string
		want Faults
	}{
		{"", Faults{}},
		{"  ", Faults{}},
		{"429:2%,500:1%,hang:0.5%,garbage:3%,truncate:2%", Faults{Status429: .02, Status500: .01, Hang: .005, Garbage: .03, Truncate: .02}},
		{" 429 : 2 % , cut:100%", nil},
		{" 429 : 2 % ,reset:98%", Faults{Status429: .02, Reset: .98}},
		{"all:2%", all},
		{"all:2%,hang:0%", noHang},
	} {
		got, err := ParseFaults(c.text)
		if c.want == nil {
			if err == nil {
				t.Errorf("%q is read as %v", c.text, got)
			}
			continue
		}
		if err != nil || !cmp.Equal(got, c.want) {
			t.Errorf("%q: %v, %v", c.text, got, err)
		}
	}
}

func TestParseFaultsWrong(t *testing.T) {
	for _, c := range []struct{ text, word, hint string }{
		{"429:2%,garbge:3%", "garbge:3%", "did you mean garbage?"},
		{"wrong-tol:1%", "wrong-tol:1%", "did you mean wrong-tool?"},
		{"zzzzzzzz:1%", "zzzzzzzz:1%", "the faults are 429, 429-after"},
		{"429", "429", "write 429:2%"},
		{"429:2", "429:2", "write 429:2%"},
		{"429:101%", "429:101%", "from 0% to 100%"},
		{"429:-1%", "429:-1%", "from 0% to 100%"},
		{"429:NaN%", "429:NaN%", "from 0% to 100%"},
		{"429:x%", "429:x%", "from 0% to 100%"},
		{"429:1%,429:2%", "429:2%", "once"},
		{"429:1%,all:2%", "all:2%", "first"},
		{"429:1%,", "", "the faults are"},
		{"all:12%", "all:12%", "smaller"},
		{"429:60%,500:60%", "429:60%,500:60%", "smaller"},
		{"garbage:60%,unsaid:60%", "garbage:60%,unsaid:60%", "smaller"},
	} {
		_, err := ParseFaults(c.text)
		wrong := (*FaultError)(nil)
		if !errors.As(err, &wrong) || wrong.Word != c.word || !strings.Contains(wrong.Hint, c.hint) {
			t.Errorf("%q: %#v", c.text, err)
		}
	}
	// Shares of roles that never meet may add up to more.
	if _, err := ParseFaults("unsaid:90%,injection:90%,wrong-tool:90%,unfaithful:90%"); err != nil {
		t.Error(err)
	}
}

func FuzzParseFaults(f *testing.F) {
	for _, s := range []string{"", "all:2%", "429:2%,500:1%,hang:0.5%", "429:1e-9%", "cut:0x1p-2%", "leak:99.999999999%", "all:,", ":", "%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParseFaults(text)
		if err != nil {
			if wrong := (*FaultError)(nil); !errors.As(err, &wrong) || wrong.Hint == "" || wrong.Problem == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		for name, share := range got {
			if !slices.Contains(AllFaults(), name) || !(share >= 0 && share <= 1) {
				t.Fatalf("%q: %s has %v", text, name, share)
			}
		}
		again, err := ParseFaults(got.String())
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, got, err)
		}
		for _, name := range AllFaults() {
			if math.Abs(again[name]-got[name]) > 1e-9 {
				t.Fatalf("%q: %s has %v, and %v when read again", text, name, got[name], again[name])
			}
		}
	})
}

// TestTransportFaults makes each one happen.
func TestTransportFaults(t *testing.T) {
	for _, stream := range []string{"", `,"stream":true`} {
		for _, c := range []struct {
			fault  Fault
			status int // 0: an error of the connection
			check  func(t *testing.T, r reply, err error)
		}{
			{Status429, 429, func(t *testing.T, r reply, _ error) {
				if r.header.Get("Retry-After") != "" || r.errorOf(t).Code != "rate_limit_exceeded" {
					t.Errorf("%v %s", r.header, r.body)
				}
			}},
			{Status500, 500, func(t *testing.T, r reply, _ error) {
				if r.errorOf(t).Type != "server_error" {
					t.Errorf("%s", r.body)
				}
			}},
			{Reset, 0, func(t *testing.T, _ reply, err error) {
				if !errors.Is(err, syscall.ECONNRESET) {
					t.Errorf("%v", err)
				}
			}},
			{Cut, 0, func(t *testing.T, r reply, err error) {
				if !errors.Is(err, io.ErrUnexpectedEOF) || len(r.body) == 0 || json.Valid(r.body) {
					t.Errorf("%s: %v", r.body, err)
				}
			}},
		} {
			t.Run(string(c.fault)+stream, func(t *testing.T) {
				s, url := start(t, Config{Player: players(), Faults: Faults{c.fault: 1}})
				r, err := try(t.Context(), url, ask("e1/0/planner/0", stream))
				if (err != nil) != (c.status == 0) || err == nil && r.status != c.status {
					t.Fatalf("%d %v", r.status, err)
				}
				c.check(t, r, err)
				waitFor(t, func() bool { return s.Stats().InFlight == 0 })
				if got := s.Stats(); got.Faults[c.fault] != 1 || got.Broken != 1 || got.Answered != 0 || got.MostAsked != 0 {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}

// waitFor waits for what a server notes after the client has its answer.
func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for range 1000 {
		if done() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("waited a second in vain")
}

// try sends a chat request on a connection of its own.
func try(ctx context.Context, url, body string) (reply, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return reply{res.StatusCode, res.Header, data}, err
}

func TestRetryAfterInBothForms(t *testing.T) {
	_, url := start(t, Config{Faults: Faults{Status429After: 1}})
	var seconds, dates int
	for range 6 {
		r := send(t, "POST", url+"/v1/chat/completions", ask("x"))
		after := r.header.Get("Retry-After")
		if n, err := strconv.Atoi(after); err == nil && n == 1 {
			seconds++
		} else if at, err := http.ParseTime(after); err == nil && time.Until(at) > 0 && time.Until(at) <= 2*time.Second {
			dates++
		} else {
			t.Errorf("429 with Retry-After %q", after)
		}
	}
	if seconds != 3 || dates != 3 {
		t.Errorf("%d in seconds, %d as a date", seconds, dates)
	}
}

func TestHang(t *testing.T) {
	s, url := start(t, Config{Faults: Faults{Hang: 1}})
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() { _, err := try(ctx, url, ask("x")); left <- err }()
	waitFor(t, func() bool { return s.Stats().InFlight == 1 })
	cancel() // the client gives up
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	waitFor(t, func() bool { return s.Stats().InFlight == 0 })

	closed := make(chan reply, 1)
	go func() { r, _ := try(t.Context(), url, ask("x")); closed <- r }()
	waitFor(t, func() bool { return s.Stats().InFlight == 1 })
	if err := s.Close(); err != nil { // the server closes
		t.Error(err)
	}
	if r := <-closed; r.status != http.StatusServiceUnavailable {
		t.Errorf("%d %s", r.status, r.body)
	}
	if r := send(t, "GET", url+"/v1/models", ""); r.status != http.StatusServiceUnavailable || r.errorOf(t).Type != "server_error" {
		t.Errorf("after Close: %d %s", r.status, r.body)
	}
	if got := s.Stats(); got.Faults[Hang] != 2 || got.PeakFlight != 1 {
		t.Errorf("%+v", got)
	}
}

// answers asks a server without a network: what it says to traces.
func answers(t *testing.T, cfg Config, body string) (int, string, http.Header) {
	t.Helper()
	return answerOf(t, New(cfg), body)
}

func answerOf(t *testing.T, s *Server, body string) (int, string, http.Header) {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/chat/completions", strings.NewReader(body)))
	var c completionOf
	if w.Code == http.StatusOK {
		if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		return w.Code, c.Choices[0].Message.Content, w.Header()
	}
	return w.Code, "", w.Header()
}

// TestFaultsThatDoNotFit leave an answer as it is.
func TestFaultsThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		fault Fault
		a     Answer
	}{
		{Prose, Answer{Text: "plain", Role: AI}},
		{Truncate, Answer{Text: "short"}},
		{WrongTool, Answer{Text: `{"best":0}`, Role: Planner}},
		{WrongTool, Answer{Text: planText, Role: Tool}},
		{WrongChoice, Answer{Text: planText, Role: Planner, Tools: airTools()[:1]}},
		{Parallel, Answer{Text: planText, Role: Planner, Tools: airTools()}},
		{Leak, Answer{Text: aiText, Role: AI}},
		{Leak, Answer{Text: aiText, Role: AI, Tools: []mission.Tool{{Name: "weather"}}}},
		{Unfaithful, Answer{Text: "No number at all.", Role: AI}},
		{Unsaid, Answer{Text: `{"text":"nothing to leave out"}`, Role: User}},
		{Placeholder, Answer{Text: `{"observations":[{"status":200,"body":{"n":1}}]}`, Role: Tool}},
		{Injection, Answer{Text: `{"observations":[{"status":200,"body":[1]}]}`, Role: Tool}},
		{EarlyAnswer, Answer{Text: `{"Action_List":[{"name":"prepare_to_answer","arguments":{}}]}`, Role: Planner}},
		{Unfaithful, Answer{Text: `{"best":1}`, Role: Judge}},
	} {
		s := New(Config{Player: script{"t": &c.a}, Faults: Faults{c.fault: 1}})
		if _, now, header := answerOf(t, s, ask("t")); now != c.a.Text || header.Get(FaultHeader) != "" || len(s.Stats().Faults) != 0 {
			t.Errorf("%s: %s", c.fault, now)
		}
	}
}

// TestAnother: other values are believable ones.
func TestAnother(t *testing.T) {
	for _, c := range []struct {
		value, schema string
		ok            func(now string) bool
	}{
		{`9`, `{"maximum":9}`, func(now string) bool { return now == "8" }},
		{`12`, `{}`, func(now string) bool { return now == "13" || now == "14" || now == "15" }},
		{`0.5`, `{}`, func(now string) bool { return strings.HasPrefix(now, "0.") && now != "0.5" }},
		{`true`, `{}`, func(now string) bool { return now == "false" }},
		{`"a"`, `{"enum":["a","b"]}`, func(now string) bool { return now == `"b"` }},
		{`"2025-02-28T09:30:00"`, `{}`, func(now string) bool {
			_, err := time.Parse(`"2006-01-02T15:04:05"`, now)
			return err == nil && now != `"2025-02-28T09:30:00"`
		}},
		{`"23:15"`, `{}`, func(now string) bool { _, err := time.Parse(`"15:04"`, now); return err == nil && now != `"23:15"` }},
		{`"Lisbon"`, `{}`, func(now string) bool { return now != `"Lisbon"` && len(now) > 4 }},
		{`"FL10"`, `{}`, func(now string) bool { return strings.HasPrefix(now, `"FL`) && now != `"FL10"` && len(now) == 6 }},
	} {
		for seed := range uint64(40) {
			v := parse([]byte(c.value))
			if !another(place{"key", v, parse([]byte(c.schema))}, keyed.New(seed)) || !c.ok(v.String()) {
				t.Errorf("%s: %s", c.value, v)
			}
		}
	}
	for _, none := range []string{`"-"`, `""`} {
		if v := parse([]byte(none)); another(place{"key", v, nil}, keyed.New(1)) || v.String() != none {
			t.Errorf("%s: %s", none, v)
		}
	}
}

// TestExtraArgumentIsExtra: never one that the tool has.
func TestExtraArgumentIsExtra(t *testing.T) {
	tools := []mission.Tool{{Name: "f_g", Parameters: json.RawMessage(`{"properties":{"priority":{},"include_details":{},"language":{},"session_token":{}}}`)}}
	a := Answer{Text: `{"Action_List":[{"name":"f_g","arguments":{}}]}`, Role: Planner, Tools: tools}
	for seed := range uint64(20) {
		if now, ok := spoilt(ExtraArgument, &a, keyed.New(seed)); !ok || !strings.Contains(now, `"arguments":{"max_results":10}`) {
			t.Errorf("%s", now)
		}
	}
}

// TestDrawing: faults of content depend on the request alone, those of
// transport also on how often it has been here; shares are kept.
func TestDrawing(t *testing.T) {
	const n = 4000
	faults, err := ParseFaults("all:2%,hang:0%,reset:0%,cut:0%")
	if err != nil {
		t.Fatal(err)
	}
	answer := &Answer{Text: planText, Role: Planner, Tools: airTools(), Next: players()["e1/0/planner/0"].Next}
	everybody := playerFunc(func(string) (*Answer, error) { return answer, nil })
	one, other := New(Config{Player: everybody, Faults: faults, Seed: 5}), New(Config{Player: everybody, Faults: faults, Seed: 5})
	var bodies, first []string
	for i := range n {
		bodies = append(bodies, ask("e"+strconv.Itoa(i)+"/0/planner/0"))
	}
	got := func(s *Server, body string) string { // until it is answered
		for range 20 {
			if status, text, _ := answerOf(t, s, body); status == 200 {
				return text
			}
		}
		t.Fatal("twenty faults of transport in a row")
		return ""
	}
	for _, body := range bodies {
		first = append(first, got(one, body))
	}
	for i := n - 1; i >= 0; i-- { // in another order
		if text := got(other, bodies[i]); text != first[i] {
			t.Fatalf("request %d: %s, then %s", i, first[i], text)
		}
	}
	for f, share := range faults {
		if share == 0 || !slices.Contains(append(transportFaults(), contentFaults(Planner)...), f) {
			continue
		}
		if c := float64(one.Stats().Faults[f]) / n; c < 0.012 || c > 0.03 {
			t.Errorf("%s: %.1f%% of the requests, want 2%%", f, 100*c)
		}
		if a, b := one.Stats().Faults[f], other.Stats().Faults[f]; a != b {
			t.Errorf("%s: %d and %d times", f, a, b)
		}
	}
	differing := New(Config{Player: everybody, Faults: faults, Seed: 6})
	same := 0
	for i := range n {
		if got(differing, bodies[i]) == first[i] {
			same++
		}
	}
	if same == n {
		t.Error("another seed makes the same faults")
	}
	st := one.Stats()
	if st.Requests != st.Answered+st.Refused+st.Broken+st.Gone+st.InFlight || st.Answered != n || st.MostAsked != 1 || st.Traces != n {
		t.Errorf("%+v", st)
	}
}

type playerFunc func(trace string) (*Answer, error)

func (f playerFunc) Play(_ context.Context, trace string) (*Answer, error) { return f(trace) }

// TestWithoutTrace: requests that name nothing differ by what they say.
func TestWithoutTrace(t *testing.T) {
	s := New(Config{Faults: Faults{Garbage: 0.5}})
	kinds := map[string]int{}
	for i := range 200 {
		_, text, _ := answerOf(t, s, `{"model":"m","messages":[{"role":"user","content":"`+strconv.Itoa(i)+`"}]}`)
		kinds[text]++
	}
	if hello := kinds["Hello! I am a mock model and know nothing of this conversation, but I am happy to answer you."]; hello < 70 || hello > 130 {
		t.Errorf("%d of 200 without garbage", hello)
	}
	if s.Stats().Traces != 0 {
		t.Errorf("%+v", s.Stats())
	}
}

// TestSpoilNeverPanics: whatever the answer is, a fault either fits or does not,
// and what it makes of a document is a document.
func TestSpoilNeverPanics(t *testing.T) {
	whole := []string{planText, observationText, proposalText, replyText, aiText, `{"accepted":true,"reasons":[]}`,
		"", "null", "[]", "{}", `"x"`, `{"Action_List":[1,{"name":2},{"name":"search_flights"},{"name":"search_flights","arguments":[]}],"Thought":1}`,
		`{"observations":[{},{"body":null},{"body":""},{"body":[[],{}]}]}`, `{"candidates":[1,{},{"text":7}],"text":null}`, "\xff\xfe0", `{"text":"\ud800 3"}`}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(whole).Draw(t, "text")
		if rapid.Bool().Draw(t, "torn") {
			cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
			text = text[:cut] + rapid.StringN(0, 5, 20).Draw(t, "more") + text[cut:]
		}
		a := Answer{Text: text, Role: rapid.SampledFrom([]Role{User, Planner, Tool, AI, Checker, Judge, ""}).Draw(t, "role"), Tools: airTools(),
			Next: []mission.Action{{Name: "book_flight", Arguments: json.RawMessage(rapid.SampledFrom([]string{"{}", "", "{"}).Draw(t, "next"))}}}
		if rapid.Bool().Draw(t, "odd tools") {
			a.Tools = append(a.Tools, mission.Tool{Name: "x_y", Parameters: json.RawMessage(`{"required":7,"properties":[]}`)}, mission.Tool{})
		}
		f := rapid.SampledFrom(AllFaults()).Draw(t, "fault")
		now, ok := spoilt(f, &a, keyed.New(rapid.Uint64().Draw(t, "seed")))
		if !ok {
			return
		}
		if f != Garbage && now == text {
			t.Fatalf("%s changes nothing in %q", f, text)
		}
		if f != Garbage && f != Prose && f != Truncate && f != Unfaithful && a.Role != AI && !json.Valid([]byte(now)) {
			t.Fatalf("%s makes %q of %q", f, now, text)
		}
	})
}

// A date is dropped whole: "2nd" alone may say what "November 2nd" does.
func TestDatesAreDroppedWhole(t *testing.T) {
	for _, text := range []string{"November 2nd, please.", "On the 2nd of May, please.", "2 November 2026, please."} {
		dropped := 0
		for seed := range uint64(60) {
			now, ok := withhold(text, keyed.New(seed))
			if !ok {
				t.Fatalf("nothing of %q can be withheld", text)
			}
			if len(now) < len(text)-3 {
				dropped++
				if strings.ContainsAny(now, "0123456789") {
					t.Errorf("%q becomes %q", text, now)
				}
			}
		}
		if dropped == 0 {
			t.Errorf("%q is never dropped", text)
		}
	}
}
