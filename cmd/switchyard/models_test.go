package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchyard/config"
	"switchyard/datasets/manifest"
	"switchyard/gen/runfolder"
	"switchyard/gen/setup"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/model/mock"
	"switchyard/model/spend"
	"switchyard/roles"
)

// rehearsal is a mock endpoint for a run, and how to call the program with it.
type rehearsal struct {
	*mock.Server
	player mock.Player
	url    string
	dir    string
	plan   []string // flags that say which entries there are

	mu       sync.Mutex
	requests []request
	open     int // of them, not answered yet
}

// request is what came to an endpoint, and what was answered.
type request struct {
	trace  string
	body   string
	status int    // 0: none was sent
	fault  string // what the mock did wrong; empty: nothing
	usage  struct {
		Input   int `json:"prompt_tokens"`
		Output  int `json:"completion_tokens"`
		Details struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
}

// answered tells whether the whole answer was sent.
func (q *request) answered() bool {
	return q.status == http.StatusOK && !strings.HasPrefix(q.fault, string(mock.Cut))
}

// role is whose turn the request is.
func (q *request) role() string {
	t, err := roles.ParseTrace(q.trace)
	if err != nil {
		return "nobody"
	}
	return t.Role
}

// rehearseRun starts a mock endpoint for the plan that flags describe.
func rehearseRun(t testing.TB, cfg mock.Config, plan ...string) *rehearsal {
	t.Helper()
	c := newConsole(nil, nil, nil, nil, nil)
	flags := map[string][]string{}
	for i := 0; i+1 < len(plan); i += 2 {
		name := strings.TrimPrefix(plan[i], "--")
		flags[name] = append(flags[name], plan[i+1])
	}
	settings, err := config.Resolve(config.Input{Flags: flags, Env: c.getenv, ReadFile: os.ReadFile, Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	run, err := (&console{}).runOf(t.Context(), settings, false, true, true)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Player, err = setup.NewUnderstudy(t.Context(), settings, run); err != nil {
		t.Fatal(err)
	}
	r := &rehearsal{player: cfg.Player, dir: t.TempDir(), plan: plan}
	r.replace(t, cfg)
	r.url = listen(t, r)
	return r
}

// replace puts another mock, which has seen nothing yet, behind the address.
func (r *rehearsal) replace(t testing.TB, cfg mock.Config) {
	cfg.Player = r.player
	server := mock.New(cfg)
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Server, r.requests = server, nil
}

// listen opens a port for a handler.
func listen(t testing.TB, h http.Handler) (url string) {
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL + "/v1"
}

// ServeHTTP remembers what passes, except questions about the models.
func (r *rehearsal) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if q.Method == http.MethodGet {
		r.mu.Lock()
		server := r.Server
		r.mu.Unlock()
		server.ServeHTTP(w, q)
		return
	}
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return // a client that was killed
	}
	q.Body = io.NopCloser(bytes.NewReader(body))
	server, at := r.arrived(body)
	listening := &listener{ResponseWriter: w}
	defer func() { r.left(at, listening) }()
	server.ServeHTTP(listening, q)
}

func (r *rehearsal) arrived(body []byte) (*mock.Server, int) {
	var read struct{ User string }
	_ = json.Unmarshal(body, &read) // what is no JSON has no trace
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = append(r.requests, request{trace: read.User, body: string(body)})
	r.open++
	return r.Server, len(r.requests) - 1
}

func (r *rehearsal) left(at int, l *listener) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open--
	q := &r.requests[at]
	q.status, q.fault = l.status, strings.Join(l.Header()[mock.FaultHeader], ",")
	_ = json.Unmarshal(l.body.Bytes(), &struct{ Usage any }{&q.usage}) // an error costs nothing
}

// arrivals is the number of requests so far.
func (r *rehearsal) arrivals() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.requests)
}

// seen is what came so far; what is being answered is waited for.
func (r *rehearsal) seen(t *testing.T) []request {
	t.Helper()
	soon(t, "the end of all requests", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.open == 0
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, q := range r.requests {
		if id := entryID.FindString(q.body); id != "" {
			t.Errorf("request %s: the id %s says which types the missions have", q.trace, id)
		}
	}
	return slices.Clone(r.requests)
}

// entryID matches ids of entries.
var entryID = regexp.MustCompile(`\bs[0-9]+\.[a-z.]*(single|multi|serial|parallel|mixed|clarify|chat)-[0-9]{3}`)

// listener hears what a handler answers.
type listener struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader implements [http.ResponseWriter].
func (l *listener) WriteHeader(status int) {
	l.status = status
	l.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (l *listener) Write(p []byte) (int, error) {
	if l.status == 0 {
		l.status = http.StatusOK
	}
	l.body.Write(p)
	return l.ResponseWriter.Write(p)
}

// Unwrap is for [http.ResponseController].
func (l *listener) Unwrap() http.ResponseWriter { return l.ResponseWriter }

// outcome is what came of a call of the program.
type outcome struct {
	code           int
	stdout, stderr string
	folder         string // of the run
}

func (o outcome) String() string {
	return fmt.Sprintf("exit code %d\n%s%s", o.code, o.stdout, o.stderr)
}

// args are the arguments of generate against the endpoint.
func (r *rehearsal) args(out string, more ...string) []string {
	all := append([]string{"generate", "--base-url", r.url, "--out", filepath.Join(r.dir, out), "--store", filepath.Join(r.dir, "store.db")}, r.plan...)
	return append(all, more...)
}

func (r *rehearsal) env() []string { return []string{"OPENAI_API_KEY=" + testKey, "HOME=" + r.dir} }

// generate runs the program against the endpoint.
func (r *rehearsal) generate(ctx context.Context, out string, more ...string) outcome {
	var o, e bytes.Buffer
	code := Run(ctx, r.args(out, more...), r.env(), strings.NewReader(""), &o, &e)
	return outcome{code, o.String(), e.String(), filepath.Join(r.dir, out)}
}

// must ends the test when a call did not end as it should.
func (o outcome) must(t testing.TB, code int) outcome {
	t.Helper()
	if o.code != code {
		t.Fatalf("not %d but %v", code, o)
	}
	if trouble := wellTold(o.stderr); trouble != "" {
		t.Fatalf("%s: %s", trouble, o.stderr)
	}
	return o
}

// write puts a file beside the run and returns its path.
func (r *rehearsal) write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const testKey = "sk-test-0123456789abcdefghijklmnop"

// verified has the program verify a run folder.
func verified(t testing.TB, folder string) {
	t.Helper()
	var o, e bytes.Buffer
	if code := Run(t.Context(), []string{"verify", folder}, nil, strings.NewReader(""), &o, &e); code != exitOK {
		t.Errorf("verify: exit code %d\n%s%s", code, &o, &e)
	}
}

func manifestIn(t testing.TB, folder string) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func usageIn(t testing.TB, folder string) spend.Usage {
	t.Helper()
	f, err := runfolder.ReadUsage(folder)
	if err != nil {
		t.Fatal(err)
	}
	return f.Usage
}

// bills are the same whatever interruptions there were: what was paid, whatever
// it was waited for.
func bills(u spend.Usage) spend.Usage {
	out := append(spend.Usage(nil), u...)
	for i := range out {
		s := &out[i].Spent
		*s = spend.Spent{Calls: s.Calls, Stored: s.Stored, Retries: s.Retries, Failed: s.Failed, Input: s.Input, Cached: s.Cached, Output: s.Output}
	}
	return out
}

func sameBills(t *testing.T, a, b string) {
	t.Helper()
	x, y := bills(usageIn(t, a)), bills(usageIn(t, b))
	if len(x) == 0 || len(x) != len(y) {
		t.Fatalf("%+v and %+v", x, y)
	}
	for i := range x {
		if x[i] != y[i] {
			t.Errorf("%s costs %+v, %s %+v", filepath.Base(a), x[i], filepath.Base(b), y[i])
		}
	}
}

// linesIn reads a file of JSON lines.
func linesIn[T any](t testing.TB, folder, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	var list []T
	for line := range bytes.Lines(data) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, v)
	}
	return list
}

func summed(by map[string]int) (n int) {
	for _, k := range by {
		n += k
	}
	return n
}

// balanced checks that no entry was lost.
func balanced(t testing.TB, folder string) manifest.Accounting {
	t.Helper()
	a := manifestIn(t, folder).Accounting
	entries := len(linesIn[json.RawMessage](t, folder, "entries.jsonl"))
	refused := len(linesIn[json.RawMessage](t, folder, "rejected.jsonl"))
	if a.Planned != a.Accepted+summed(a.Rejected)+summed(a.Failed) || a.Accepted != entries || a.Planned != entries+refused {
		t.Errorf("%+v does not add up with %d entries and %d rejections", a, entries, refused)
	}
	return a
}

// Whatever roles are played by models, every entry comes out as planned and is
// proved.
func TestRolesOnModels(t *testing.T) {
	for _, tt := range []struct {
		name   string
		limit  int
		args   []string
		asked  []string // roles whose models are asked, and nobody else's
		locale string
	}{
		{"all", sized(6, 12, 40), []string{"--all-roles", "m"}, []string{"user", "planner", "tool", "ai", "checker"}, "en"},
		{"all, freely", sized(6, 12, 40), []string{"--all-roles", "m", "--strategy", "free"}, []string{"user", "planner", "tool", "ai", "checker"}, "en"},
		{"what the free strategy needs", sized(3, 6, 12), []string{"--role", "user=a", "--role", "planner=b", "--role", "ai=c", "--strategy", "free"}, []string{"user", "planner", "ai"}, "en"},
		{"user", sized(3, 6, 12), []string{"--role", "user=m"}, []string{"user"}, "en"},
		{"planner", sized(3, 6, 12), []string{"--role", "planner=m"}, []string{"planner"}, "en"},
		{"tool", sized(3, 6, 12), []string{"--role", "tool=m"}, []string{"tool"}, "en"},
		{"ai", sized(3, 6, 12), []string{"--role", "ai=m"}, []string{"ai"}, "en"},
		{"checker", sized(3, 6, 12), []string{"--role", "checker=m"}, []string{"checker"}, "en"},
		{"all but one", sized(3, 6, 12), []string{"--all-roles", "m", "--role", "tool=builtin"}, []string{"user", "planner", "ai", "checker"}, "en"},
		{"a judge", sized(3, 6, 12), []string{"--role", "user=m", "--judge", "j"}, []string{"user", "judge"}, "en"},
		{"fenced answers", sized(3, 6, 12), []string{"--all-roles", "m"}, []string{"user", "planner", "tool", "ai", "checker"}, "en"},
		{"in Chinese", sized(3, 6, 12), []string{"--all-roles", "m", "--lang", "zh"}, []string{"user", "planner", "tool", "ai", "checker"}, "zh"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat("../../roles/llm/prompts/" + tt.locale); err != nil {
				t.Skipf("there are no prompts in this language yet: %v", err)
			}
			if (testing.Short() || race.Enabled) && len(tt.asked) < 5 {
				t.Skip("the paths through the code are those of all roles")
			}
			cfg := mock.Config{}
			if tt.name == "fenced answers" {
				cfg.Modes = mock.TextOnly
			}
			r := rehearseRun(t, cfg, "--limit", fmt.Sprint(tt.limit))
			got := r.generate(t.Context(), "d", tt.args...).must(t, exitOK)
			if a := balanced(t, got.folder); a.Planned != tt.limit || a.Accepted != a.Planned {
				t.Errorf("%+v", a)
			}
			verified(t, got.folder)
			for _, e := range linesIn[mission.Entry](t, got.folder, "entries.jsonl") {
				if e.Environment.Locale != tt.locale {
					t.Fatalf("%s is in %q", e.ID, e.Environment.Locale)
				}
			}
			asked := map[string]int{}
			for _, q := range r.seen(t) {
				asked[q.role()]++
			}
			for _, role := range append(roleNames(), "judge", "nobody") {
				if (asked[role] > 0) != slices.Contains(tt.asked, role) {
					t.Errorf("the %s is asked %d times", role, asked[role])
				}
			}
			for _, u := range usageIn(t, got.folder) {
				if !slices.Contains(tt.asked, u.Role) || u.Calls == 0 || !strings.Contains(got.stdout, "\n  "+u.Role+" ") {
					t.Errorf("%+v is accounted for, and told as\n%s", u, got.stdout)
				}
			}
		})
	}
}

func roleNames() []string {
	return []string{string(mission.RoleUser), string(mission.RolePlanner), string(mission.RoleTool), string(mission.RoleAI), string(mission.RoleChecker)}
}

// The same run again, by any number of workers, is made from the store, byte by
// byte, and costs nothing.
func TestModelRunFromTheStore(t *testing.T) {
	for _, strategy := range []string{"blueprint", "free"} {
		t.Run(strategy, func(t *testing.T) {
			t.Parallel()
			if race.Enabled && strategy == "free" {
				t.Skip("the same as with the other strategy")
			}
			r := rehearseRun(t, mock.Config{}, "--limit", fmt.Sprint(sized(6, 10, 24)))
			args := []string{"--all-roles", "m", "--strategy", strategy}
			first := r.generate(t.Context(), "first", args...).must(t, exitOK)
			asked := r.arrivals()
			if s := r.Stats(); s.Repeated > 0 {
				t.Errorf("%+v", s)
			}
			again := r.generate(t.Context(), "again", append(args, "--workers", "1")...).must(t, exitOK)
			if n := r.arrivals(); n != asked {
				t.Errorf("%d more requests", n-asked)
			}
			alike(t, first.folder, again.folder)
			u := usageIn(t, again.folder).Sum()
			if u.Calls == 0 || u.Calls != u.Stored || u.Input != 0 || u.Output != 0 || u.Calls != usageIn(t, first.folder).Sum().Calls {
				t.Errorf("%+v", u)
			}
			elsewhere := r.generate(t.Context(), "elsewhere", append(args, "--workers", "3", "--store", filepath.Join(r.dir, "other.db"))...).must(t, exitOK)
			alike(t, first.folder, elsewhere.folder)
			if !strings.Contains(r.generate(t.Context(), "first", args...).must(t, exitOK).stdout, "holds this run already, finished; nothing was changed") {
				t.Error("a finished run is made again")
			}
		})
	}
}

// alike compares the files of two runs, but for what they cost.
func alike(t testing.TB, a, b string) {
	t.Helper()
	files := func(folder string) (names []string) {
		list, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			if f.Name() != runfolder.UsageName {
				names = append(names, f.Name())
			}
		}
		return names
	}
	names := files(a)
	if others := files(b); !slices.Equal(names, others) || len(names) < 7 {
		t.Errorf("there are %q and %q", names, others)
	}
	for _, name := range names {
		x, err1 := os.ReadFile(filepath.Join(a, name))
		y, err2 := os.ReadFile(filepath.Join(b, name))
		if err1 != nil || err2 != nil || !bytes.Equal(x, y) {
			t.Errorf("%s differs between %s and %s (%v, %v)", name, filepath.Base(a), filepath.Base(b), err1, err2)
		}
	}
}
