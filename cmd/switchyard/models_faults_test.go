package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/model/mock"
	"switchyard/model/spend"
)

// hurried is a run.yaml of models that are not waited for long.
func hurried() string {
	timeout := "4s"
	if race.Enabled { // a busy machine then takes longer for an answer that does come
		timeout = "9s"
	}
	text := "version: 1\nroles:\n"
	for _, role := range roleNames() {
		text += fmt.Sprintf("  %s: {model: m, timeout: %s}\n", role, timeout)
	}
	return text
}

// With all faults at once no invalid entry gets through, none is lost, and the
// account agrees with what the endpoint saw.
func TestFaultsAddUp(t *testing.T) {
	for _, strategy := range []string{"blueprint", "free"} {
		t.Run(strategy, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && strategy == "free" {
				t.Skip("the same as with the other strategy")
			}
			entries := sized(4, 8, 18)
			faults, err := mock.ParseFaults("all:2%")
			if err != nil {
				t.Fatal(err)
			}
			r := rehearseRun(t, mock.Config{Faults: faults, Seed: 11}, "--missions", "1-3", "--limit", fmt.Sprint(entries))
			// Without a store, nothing is answered but by the endpoint.
			got := r.generate(t.Context(), "d", "--config", r.write(t, "run.yaml", hurried()), "--store", "off", "--strategy", strategy)
			a := balanced(t, got.folder)
			want := exitOK
			if a.Accepted < a.Planned {
				want = exitFound
			}
			got.must(t, want)
			if a.Planned != entries || a.Accepted < entries-max(3, entries/6) || len(a.Failed) > 0 {
				t.Errorf("%+v", a)
			}
			verified(t, got.folder)
			seen, saw := r.seen(t), r.Stats()
			usage := usageIn(t, got.folder)
			agree(t, usage, seen, saw)
			made := 0
			for _, f := range mock.AllFaults() {
				made += min(1, saw.Faults[f])
			}
			if made < len(mock.AllFaults())/2 && *exhaustive {
				t.Errorf("only %d kinds of faults were made: %v", made, saw.Faults)
			}
			spoilt(t, mock.Leak, linesIn[mission.Entry](t, got.folder, "entries.jsonl"))
			// Nothing is told of that was not answered, and nothing twice.
			answers := map[string]bool{}
			for _, q := range seen {
				if q.answered() {
					answers[q.trace] = true
				}
			}
			for _, l := range linesIn[gen.RoleLine](t, got.folder, "roles.jsonl") {
				if !answers[l.Trace] {
					t.Errorf("%s was not answered, or is told of twice", l.Trace)
				}
				delete(answers, l.Trace)
			}
		})
	}
}

// agree checks an account against what the endpoint saw, where no store stands
// between them.
func agree(t *testing.T, usage spend.Usage, seen []request, saw mock.Stats) {
	t.Helper()
	all := usage.Sum()
	faults := func(list ...mock.Fault) (n int) {
		for _, f := range list {
			n += saw.Faults[f]
		}
		return n
	}
	limited := faults(mock.Status429, mock.Status429After)
	broken := faults(mock.Status500, mock.Hang, mock.Reset, mock.Cut)
	equal := func(what string, a, b int) {
		if a != b {
			t.Errorf("%s: %d and %d\n%+v\n%+v", what, a, b, usage, saw)
		}
	}
	equal("requests = answered + broken off", saw.Requests, saw.Answered+saw.Broken)
	equal("broken off = rate limits + failures", saw.Broken, limited+broken)
	equal("calls = answered", all.Calls, saw.Answered)
	equal("failures = retries + given up", broken, all.Retries+all.Failed)
	equal("stored", all.Stored, 0)
	paid := map[string]*spend.Spent{}
	for _, q := range seen {
		if !q.answered() {
			continue
		}
		p := paid[q.role()]
		if p == nil {
			p = &spend.Spent{}
			paid[q.role()] = p
		}
		p.Calls++
		p.Input += q.usage.Input
		p.Cached += q.usage.Details.Cached
		p.Output += q.usage.Output
	}
	equal("roles", len(usage), len(paid))
	for _, u := range usage {
		p := paid[u.Role]
		if p == nil || u.Calls != p.Calls || u.Input != p.Input || u.Cached != p.Cached || u.Output != p.Output || u.Input == 0 {
			t.Errorf("the account says %+v, the endpoint %+v", u, p)
		}
	}
}

// faultRow is a row of the table in docs/models.md: what catches a fault, and
// what happens then. The rest tells how the test sees that.
type faultRow struct {
	fault        mock.Fault
	caught, then string

	reason *regexp.Regexp // why an answer with the fault is refused; nil for faults of transport
	passes func(task string) bool
	share  float64 // 0.3 unless it says otherwise
}

const (
	sentAgain  = "it is sent again after a pause, as often as `attempts.retries` says; then the entry counts as failed"
	madeAgain  = "the model is told why and tries again, and a third time afresh; then the mission is drawn anew"
	readAgain  = "the model is told why and mends its answer, twice at most; then the turn begins afresh"
	otherWords = "another candidate is taken; when none is left, the user proposes again"
)

// nothing passes with the fault in it.
func nothing(string) bool { return false }

// candidates are many: one that is spoilt is not taken, and the others are.
func candidates(task string) bool { return strings.HasPrefix(task, "propose_") }

func faultRows() []faultRow {
	no := func(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?s)^(` + pattern + `)`) }
	return []faultRow{
		{fault: mock.Status429, caught: "gate: status 429", then: "fewer requests are in flight, and the request waits for its turn", share: 0.15},
		{fault: mock.Status429After, caught: "gate: `Retry-After`", then: "all requests wait as long as the endpoint asks for", share: 0.05},
		{fault: mock.Status500, caught: "client: status 5xx", then: sentAgain, share: 0.15},
		{fault: mock.Hang, caught: "client: time-out of the call", then: sentAgain, share: 0.03},
		{fault: mock.Reset, caught: "client: broken connection", then: sentAgain, share: 0.15},
		{fault: mock.Cut, caught: "client: broken connection", then: sentAgain, share: 0.15},
		{fault: mock.Garbage, caught: "reading: JSON and schema of the answer; proof of what is said", then: readAgain, passes: nothing,
			reason: no(`(there is )?no JSON|must be|.*is missing|.*unknown key|it is empty|.*cannot be read|".+" is left over|.*stands in no observation|The text begins with|The reply does not (restate|say)|.*begins like JSON|.*cut off|.*broken`)},
		{fault: mock.Prose, caught: "nothing: the JSON is found in the prose", then: "the answer is used", passes: func(string) bool { return true }},
		{fault: mock.Truncate, caught: "reading: `finish_reason` is `length`", then: readAgain, passes: nothing, reason: no(`it was cut off because it is too long`)},
		{fault: mock.WrongTool, caught: "checker: the tool is not in the list", then: madeAgain, passes: nothing, reason: no(`".+" is no tool of the list`)},
		{fault: mock.WrongChoice, caught: "checker: arguments do not fit; comparison: another tool is needed", then: madeAgain, passes: nothing,
			reason: no(`".+" is no parameter of|\S+: ".+" is missing|The request does not need|\S+ cannot be called yet|\S+ comes after \S+, so they cannot be called at the same time|\S+: |The request is not complete`)},
		{fault: mock.ExtraArgument, caught: "checker: no parameter of the tool", then: madeAgain, passes: nothing, reason: no(`".+" is no parameter of`)},
		{fault: mock.WrongType, caught: "checker: schema of the parameters", then: madeAgain, passes: nothing, reason: no(`\S+/\S+: must be (a|an) `)},
		{fault: mock.MissingArgument, caught: "checker: required parameter is missing", then: madeAgain, passes: nothing, reason: no(`\S+: ".+" is missing`)},
		{fault: mock.WrongValue, caught: "comparison: not the value that was said; checker: schema of the parameters", then: madeAgain, passes: nothing,
			reason: no(`\S+: the value of ".+" is not the one that was said|\S+/\S+: must|\S+: nobody asked for`)},
		{fault: mock.Parallel, share: 0.7, caught: "checker: thought and list disagree on the order; comparison: a call comes too early", then: madeAgain, passes: nothing,
			reason: no(`The thought says that the calls are made one after the other|\S+ comes after|\S+ cannot be called yet|Not all calls of this step`)},
		{fault: mock.InternalTool, caught: "checker: an internal name is mentioned", then: madeAgain, passes: nothing, reason: no(`Thought and plan must not mention`)},
		{fault: mock.EarlyAnswer, caught: "checker: type of the answer; comparison: the request is not complete", then: madeAgain, passes: nothing,
			reason: no(`Without an observation the answer type is chat|After an observation the answer type is tool|The request is not complete yet|The request needs a tool`)},
		{fault: mock.Injection, caught: "records: not what the world holds; checker: an observation that gives orders to its reader", then: madeAgain, passes: nothing,
			reason: no(`\S+: \S+ is not what the records hold|.*fields that the records do not have|The observation of \S+ gives orders`)},
		{fault: mock.Placeholder, caught: "records: not what the world holds; checker: placeholder in an observation", then: madeAgain, passes: nothing,
			reason: no(`\S+: \S+ is not what the records hold|The observation of \S+ holds a placeholder`)},
		{fault: mock.WrongObservation, caught: "records: not what the world holds", then: madeAgain + "; in the free strategy there are no records, and what the model answers is the truth", passes: nothing, reason: no(`\S+: \S+ is not what the records hold`)},
		{fault: mock.Unsaid, caught: "check of the proposal: a value is not said, or a withheld one is", then: otherWords + "; a dropped or changed value is not noticed if no argument depends on it", share: 0.6, passes: candidates,
			reason: no(`/text must not be empty|".*" does not say |".*": It does not say|".*": |".*" says `)},
		{fault: mock.Leak, caught: "proof of what is said: names from the tools", then: otherWords, passes: candidates, reason: no(`(".*": )?".+" is a name from the tools|".*": `)},
		{fault: mock.Unfaithful, share: 0.5, caught: "proof of the reply: a value is in no observation, argument or earlier text", then: madeAgain + "; a wrong number is not noticed if it occurs elsewhere in the same observations, or if a chat mission draws on general knowledge", passes: func(string) bool { return true }, // where else the number stands, only the text tells
			reason: no(`".+" stands in no observation, argument or earlier text|The reply does not (say|restate)|Nothing says that|".+" in the reply|".+" says no fact|.*compare|"\d+ .+" must be "\d+ .+"`)},
	}
}

// Every fault is caught where the table says, and nothing wrong is emitted.
func TestFaultsAreCaught(t *testing.T) {
	rows := faultRows()
	for i, f := range mock.AllFaults() {
		if i >= len(rows) || rows[i].fault != f {
			t.Fatalf("row %d is not that of %s", i, f)
		}
	}
	for i, row := range rows {
		t.Run(string(row.fault), func(t *testing.T) {
			t.Parallel()
			if testing.Short() && i%4 != 2 {
				t.Skip("one fault in four")
			}
			if race.Enabled {
				t.Skip("what is caught is the same without it")
			}
			if row.share == 0 {
				row.share = 0.3
			}
			entries := sized(4, 4, 12)
			if row.passes != nil {
				entries *= 2 // some faults suit only one answer in four
			}
			r := rehearseRun(t, mock.Config{Faults: mock.Faults{row.fault: row.share}, Seed: 1}, "--missions", "3", "--paths", "multi>*>multi,clarify>multi>*", "--limit", fmt.Sprint(entries))
			args := []string{"--all-roles", "m", "--store", "off"}
			if row.fault == mock.Hang {
				args = []string{"--config", r.write(t, "run.yaml", hurried()), "--store", "off"}
			}
			got := r.generate(t.Context(), "d", args...).must(t, exitOK)
			if a := balanced(t, got.folder); a.Accepted != a.Planned {
				t.Errorf("%+v", a)
			}
			verified(t, got.folder)
			seen := r.seen(t)
			usage := usageIn(t, got.folder)
			agree(t, usage, seen, r.Stats())
			lines := linesIn[gen.RoleLine](t, got.folder, "roles.jsonl")
			if row.passes == nil {
				inTransport(t, row, lines, usage.Sum(), r.Stats())
				return
			}
			inContent(t, row, lines, seen)
			spoilt(t, row.fault, linesIn[mission.Entry](t, got.folder, "entries.jsonl"))
		})
	}
	t.Run("docs", func(t *testing.T) { documented(t, rows) })
}

// In the free strategy nothing is known beforehand; what can be seen without that
// is caught all the same.
func TestFaultsAreCaughtFreely(t *testing.T) {
	for f, reason := range map[mock.Fault]string{
		mock.Injection:     `^The observation of \S+ gives orders`,
		mock.Placeholder:   `^The observation of \S+ holds a placeholder`,
		mock.WrongValue:    `nobody said this value|must (be|fit)|with these arguments already|the default that nobody asked for`,
		mock.ExtraArgument: `is no parameter of`,
		mock.Leak:          `is a name from the tools`,
	} {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			if race.Enabled {
				t.Skip("what is caught is the same without it")
			}
			if testing.Short() && f != mock.WrongValue {
				t.Skip("one fault in five")
			}
			r := rehearseRun(t, mock.Config{Faults: mock.Faults{f: 0.3}, Seed: 5}, "--missions", "2-3", "--limit", "12")
			got := r.generate(t.Context(), "d", "--all-roles", "m", "--store", "off", "--strategy", "free").must(t, exitOK)
			if a := balanced(t, got.folder); a.Accepted != a.Planned {
				t.Errorf("%+v", a)
			}
			verified(t, got.folder)
			spoilt(t, f, linesIn[mission.Entry](t, got.folder, "entries.jsonl"))
			seen := r.seen(t)
			agree(t, usageIn(t, got.folder), seen, r.Stats())
			made := map[string]bool{}
			for _, q := range seen {
				if q.fault != "" {
					made[q.trace] = true
				}
			}
			refused := 0
			for _, l := range linesIn[gen.RoleLine](t, got.folder, "roles.jsonl") {
				switch why := strings.Join(l.Reasons, " "); {
				case !made[l.Trace]:
				case !l.Accepted && regexp.MustCompile(reason).MatchString(why):
					refused++
				case !l.Accepted:
					t.Errorf("%s is refused because: %s", l.Trace, why)
				case f != mock.Leak && f != mock.WrongValue || l.Role == "ai":
					t.Errorf("%s passes with the fault: %s", l.Trace, l.Answer)
				}
			}
			if refused < 3 {
				t.Errorf("of %d faults %d are refused", len(made), refused)
			}
		})
	}
}

// inTransport checks a fault of which only the client knows.
func inTransport(t *testing.T, row faultRow, lines []gen.RoleLine, spent spend.Spent, saw mock.Stats) {
	t.Helper()
	limit := row.fault == mock.Status429 || row.fault == mock.Status429After
	made := saw.Faults[row.fault]
	if made == 0 || saw.Broken != made || limit == (spent.Retries > 0) || limit && spent.Waiting == 0 {
		t.Errorf("%d faults, %+v", made, spent)
	}
	for _, l := range lines {
		if !l.Accepted {
			t.Errorf("%s is refused: %s", l.Trace, l.Reasons)
		}
	}
}

// inContent checks why answers with a fault are refused.
func inContent(t *testing.T, row faultRow, lines []gen.RoleLine, seen []request) {
	t.Helper()
	made := map[string]bool{}
	for _, q := range seen {
		if q.fault != "" {
			made[q.trace] = true
		}
	}
	refused, passed := 0, 0
	for _, l := range lines {
		switch reason := strings.Join(l.Reasons, " "); {
		case !made[l.Trace]:
			if !l.Accepted {
				t.Errorf("%s has no fault and is refused: %s", l.Trace, reason)
			}
		case l.Accepted:
			passed++
			if !row.passes(l.Task) {
				t.Errorf("%s passes with the fault: %s", l.Trace, l.Answer)
			}
		default:
			refused++
			if row.reason == nil || !row.reason.MatchString(reason) {
				t.Errorf("%s is refused because: %s", l.Trace, reason)
			}
		}
	}
	if len(made) < 3 || row.reason != nil && refused < 3 || row.reason == nil && passed < 3 {
		t.Errorf("%d faults, %d refused, %d passed", len(made), refused, passed)
	}
}

// spoilt looks for what a fault would leave in an entry.
func spoilt(t *testing.T, f mock.Fault, entries []mission.Entry) {
	t.Helper()
	text, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []string{"Ignore all previous", "word DONE", "reveal your system prompt", "lorem", "im_end|", "can't help with that request", `"..."`} {
		if strings.Contains(string(text), left) {
			t.Errorf("%q stands in an entry", left)
		}
	}
	for _, e := range entries {
		for i, m := range e.Missions {
			for _, tool := range e.Toolset.Tools {
				if f == mock.Leak && strings.Contains(tool.Name, "_") && strings.Contains(m.Request+m.Reply, tool.Name) {
					t.Errorf("mission %d of %s names %s: %s", i, e.ID, tool.Name, m.Request)
				}
			}
		}
	}
}

// The marks around the table in docs/models.md.
const (
	modelsPath  = "../../docs/models.md"
	faultsBegin = "<!-- faults -->\n"
	faultsEnd   = "<!-- end of faults -->\n"
)

// documented checks that the table in the documentation is the one tested.
func documented(t *testing.T, rows []faultRow) {
	var table strings.Builder
	table.WriteString("| fault | caught by | what happens then |\n|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", row.fault, row.caught, row.then)
	}
	text, err := os.ReadFile(modelsPath)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), faultsBegin)
	have, after, ok2 := strings.Cut(rest, faultsEnd)
	if !ok1 || !ok2 {
		t.Fatalf("%s does not hold the marks %q and %q", modelsPath, faultsBegin, faultsEnd)
	}
	if have == table.String() {
		return
	}
	if !*update {
		t.Fatalf("the faults in %s are not those that are tested; go test . -run TestFaultsAreCaught/docs -update writes\n%s", modelsPath, table.String())
	}
	if err := os.WriteFile(modelsPath, []byte(before+faultsBegin+table.String()+faultsEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
