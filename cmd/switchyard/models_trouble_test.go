package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/model/mock"
)

// What no other request would fare better with ends the run at once: nothing
// is lost, and it goes on when the trouble is over.
func TestTroubleEndsTheRun(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		first mock.Config // what the endpoint is like at first
		args  []string    // what is wrong with the command at first
		want  []string    // what it then says
	}{
		{"a wrong key", mock.Config{Key: "another-key-than-ours"}, nil, []string{": auth: Incorrect API key provided", "hint: check the key"}},
		{"no such model", mock.Config{Models: []string{"n", "gpt"}}, nil, []string{": unknown model: The model `m` does not exist", "hint: check the name of the model; the endpoint has n, gpt"}},
		{"parameters that are refused", mock.Config{}, []string{"--limit", "7"}, []string{": bad request: This mock rehearses another run", "hint: check the settings of the model"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := rehearseRun(t, tt.first, "--missions", "1-2", "--limit", fmt.Sprint(sized(4, 6, 10)))
			began := time.Now()
			got := r.generate(t.Context(), "d", append([]string{"--all-roles", "m"}, tt.args...)...).must(t, exitMisuse)
			for _, want := range tt.want {
				if !strings.Contains(got.stderr, want) {
					t.Errorf("%q is not in %s", want, got.stderr)
				}
			}
			if took := time.Since(began); took > 15*time.Second || r.arrivals() > 8 {
				t.Errorf("%d requests in %v", r.arrivals(), took)
			}
			if tt.args != nil {
				return // another run
			}
			r.replace(t, mock.Config{})
			if a := balanced(t, r.generate(t.Context(), "d", "--all-roles", "m").must(t, exitOK).folder); a.Accepted != a.Planned {
				t.Errorf("%+v", a)
			}
			verified(t, got.folder)
		})
	}
}

// A key that is refused in the middle of a run ends it, and what was answered
// is not asked again.
func TestKeyThatIsRevoked(t *testing.T) {
	t.Parallel()
	r := rehearseRun(t, mock.Config{}, "--missions", "1-2", "--limit", fmt.Sprint(sized(4, 6, 10)))
	var asked atomic.Int64
	var restored atomic.Bool
	r.url = listen(t, r.guarded(func(string) (int, string) {
		if asked.Add(1) > 15 && !restored.Load() {
			return http.StatusUnauthorized, `{"error":{"message":"Your account has been deactivated.","code":"account_deactivated"}}`
		}
		return 0, ""
	}))
	got := r.generate(t.Context(), "d", "--all-roles", "m").must(t, exitMisuse)
	if !strings.Contains(got.stderr, "auth: Your account has been deactivated") || !strings.Contains(got.stderr, "hint: check the key") {
		t.Error(got.stderr)
	}
	restored.Store(true)
	if a := balanced(t, r.generate(t.Context(), "d", "--all-roles", "m").must(t, exitOK).folder); a.Accepted != a.Planned {
		t.Errorf("%+v", a)
	}
	if s := r.Stats(); s.Repeated > 0 || s.MostAsked != 1 {
		t.Errorf("%+v", s)
	}
	whole := r.generate(t.Context(), "whole", "--all-roles", "m", "--store", filepath.Join(r.dir, "whole.db")).must(t, exitOK)
	alike(t, whole.folder, got.folder)
	sameBills(t, whole.folder, got.folder)
}

// An entry whose requests the endpoint never answers fails, and only that.
func TestEntryThatFails(t *testing.T) {
	t.Parallel()
	r := rehearseRun(t, mock.Config{}, "--missions", "1-2", "--limit", "10")
	r.url = listen(t, r.guarded(func(trace string) (int, string) {
		if strings.HasPrefix(trace, "2/0/planner") {
			return http.StatusInternalServerError, `{"error":{"message":"It broke."}}`
		}
		return 0, ""
	}))
	file := r.write(t, "run.yaml", "version: 1\nattempts: {retries: 1}\n")
	got := r.generate(t.Context(), "d", "--all-roles", "m", "--config", file).must(t, exitFound)
	a := balanced(t, got.folder)
	if a.Accepted != 9 || len(a.Rejected) > 0 || a.Failed["endpoint"] != 1 {
		t.Errorf("%+v", a)
	}
	for _, want := range []string{"\nfailed      1\n  endpoint  1\n", "the reasons stand in "} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("%q is not in %s", want, got.stdout)
		}
	}
	verified(t, got.folder)
	rejections := linesIn[gen.Rejection](t, got.folder, "rejected.jsonl")
	if len(rejections) != 1 || !rejections[0].Failed || rejections[0].ID != "s1.multi-001" || !strings.Contains(rejections[0].Message, "server: ") {
		t.Errorf("%+v", rejections)
	}
	if s := usageIn(t, got.folder).Sum(); s.Failed != 1 || s.Retries != 1 {
		t.Errorf("%+v", s)
	}
}

// An endpoint that is down ends the run soon, instead of failing its entries one
// by one; when it is up again, the same command makes what it would have made.
func TestEndpointThatIsDown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		status int // 0: it does not listen
		want   []string
	}{
		{"refused", 0, []string{": no connection: connection refused: nothing listens there", "hint: is the endpoint running? check "}},
		{"in trouble", http.StatusServiceUnavailable, []string{"in a row failed", ": server: "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := rehearseRun(t, mock.Config{}, "--missions", "1-2", "--limit", fmt.Sprint(sized(10, 12, 20)))
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			address := l.Addr().String()
			r.url = "http://" + address + "/v1"
			var down atomic.Bool
			down.Store(true)
			handler := r.guarded(func(string) (int, string) {
				if down.Load() {
					return tt.status, "overloaded"
				}
				return 0, ""
			})
			serve := func(l net.Listener) {
				server := &http.Server{Handler: handler}
				go server.Serve(l)
				t.Cleanup(func() { server.Close() })
			}
			if tt.status == 0 {
				l.Close()
			} else {
				serve(l)
			}
			args := []string{"--all-roles", "m", "--config", r.write(t, "run.yaml", "version: 1\nattempts: {retries: 1}\n")}
			began := time.Now()
			got := r.generate(t.Context(), "d", args...).must(t, exitFound)
			for _, want := range append(tt.want, "is intact; the same command continues from there") {
				if !strings.Contains(got.stderr, want) {
					t.Errorf("%q is not in %s", want, got.stderr)
				}
			}
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("it took %v", took)
			}
			down.Store(false)
			if tt.status == 0 {
				if l, err = net.Listen("tcp", address); err != nil {
					t.Skipf("somebody has taken the port: %v", err)
				}
				serve(l)
			}
			again := r.generate(t.Context(), "d", args...).must(t, exitOK)
			whole := r.generate(t.Context(), "whole", append(args, "--store", filepath.Join(r.dir, "whole.db"))...).must(t, exitOK)
			alike(t, whole.folder, again.folder)
		})
	}
}

// A mission that comes to nothing is drawn anew: the same request is asked once
// more, and not answered from the store.
func TestDrawnAnew(t *testing.T) {
	t.Parallel()
	for strategy, prefix := range map[string]string{"blueprint": "", "free": "f"} {
		t.Run(strategy, func(t *testing.T) {
			t.Parallel()
			if race.Enabled && strategy == "free" {
				t.Skip("the same as with the other strategy")
			}
			r := rehearseRun(t, mock.Config{}, "--missions", "1", "--limit", "4")
			planned := regexp.MustCompile("^(.*?)/.*planner\\..*/(" + prefix + `\d+\.\d+)-`)
			drawing := regexp.MustCompile("^" + prefix + `\d+\.`)
			var mu sync.Mutex
			drawn := map[string]string{} // by the entry: its first drawing
			first := func(entry, drawing string) bool {
				mu.Lock()
				defer mu.Unlock()
				if drawn[entry] == "" {
					drawn[entry] = drawing
				}
				return drawn[entry] == drawing
			}
			r.url = listen(t, r.guarded(func(trace string) (int, string) {
				if m := planned.FindStringSubmatch(trace); m != nil && first(m[1], m[2]) {
					return http.StatusOK, `{"choices":[{"message":{"content":"I would rather not."},"finish_reason":"stop"}]}`
				}
				return 0, ""
			}))
			got := r.generate(t.Context(), "d", "--all-roles", "m", "--strategy", strategy).must(t, exitOK)
			proposed := map[string]int{}
			for _, q := range r.seen(t) {
				if entry, rest, _ := strings.Cut(q.trace, "/0/user.0/"); drawing.MatchString(rest) {
					proposed[entry]++
				}
			}
			for i, e := range linesIn[mission.Entry](t, got.folder, "entries.jsonl") {
				if n := proposed[strconv.Itoa(i+1)]; n < 2 {
					t.Errorf("%s: the user was asked %d times", e.ID, n)
				}
			}
			verified(t, got.folder)
		})
	}
}

// guarded answers some requests with an error, by their trace; 0 is none.
func (r *rehearsal) guarded(refuse func(trace string) (status int, body string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		if err != nil {
			return
		}
		var read struct{ User string }
		_ = json.Unmarshal(body, &read) // lists of models have no body
		if status, text := refuse(read.User); status != 0 {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
			return
		}
		q.Body = io.NopCloser(bytes.NewReader(body))
		r.ServeHTTP(w, q)
	})
}

// A setting that a model refuses is left out, and the user is told.
func TestSettingLeftOut(t *testing.T) {
	t.Parallel()
	r := rehearseRun(t, mock.Config{}, "--missions", "1", "--limit", "4")
	r.url = listen(t, http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		if err != nil {
			return
		}
		if bytes.Contains(body, []byte(`"temperature"`)) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"message":"Unsupported value: 'temperature' does not support 0.7 with this model.","param":"temperature","code":"unsupported_parameter"}}`)
			return
		}
		q.Body = io.NopCloser(bytes.NewReader(body))
		r.ServeHTTP(w, q)
	}))
	file := r.write(t, "run.yaml", "version: 1\nroles:\n  user: {model: m, temperature: 0.7}\n  ai: {model: m, temperature: 0.7}\n")
	got := r.generate(t.Context(), "d", "--config", file)
	if want := "m at " + r.url + " does not take temperature: left out\n"; got.code != exitOK || got.stderr != want {
		t.Errorf("want %q, got %v", want, got)
	}
}
