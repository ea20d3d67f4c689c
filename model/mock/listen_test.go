package mock

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestListenOnlyOnLoopback(t *testing.T) {
	for _, addr := range []string{"127.0.0.1:0", "localhost:0", "127.0.0.7:0"} {
		l, err := Listen(t.Context(), addr)
		if err != nil {
			t.Errorf("%s: %v", addr, err)
			continue
		}
		if u := l.URL(); !strings.HasPrefix(u, "http://127.0.0.") || !strings.HasSuffix(u, "/v1") || strings.Contains(u, ":0/") {
			t.Errorf("URL %s", u)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, addr := range []string{":8080", "0.0.0.0:0", "[::]:0", "192.0.2.1:80", "example.com:80", "127.0.0.1", "", "127.0.0.1:x"} {
		_, err := Listen(t.Context(), addr)
		if wrong := (*AddressError)(nil); !errors.As(err, &wrong) || wrong.Hint == "" {
			t.Errorf("%s: %v", addr, err)
		}
	}
	busy, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	if _, err := Listen(t.Context(), busy.Addr().String()); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a port in use: %v", err)
	}
}

// TestServeEndsInOrder: answers in flight end, hangs are released, connections
// that nobody has used do not hold it up, and afterwards nobody is served.
func TestServeEndsInOrder(t *testing.T) {
	const latency = 300 * time.Millisecond
	everybody := playerFunc(func(trace string) (*Answer, error) { return &Answer{Text: "hello " + trace}, nil })
	s := New(Config{Player: everybody, Latency: latency, Faults: Faults{Hang: 0.5}})
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	unused, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer unused.Close()

	const n = 20
	replies := make(chan reply, n)
	url := strings.TrimSuffix(l.URL(), "/v1")
	for i := range n {
		go func() {
			r, err := try(t.Context(), url, ask("t"+string(rune('a'+i))))
			if err != nil {
				t.Error(err)
			}
			replies <- r
		}()
	}
	waitFor(t, func() bool { return s.Stats().InFlight == n })
	began := time.Now()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("ended after %v", took)
	}
	count := map[int]int{}
	for range n {
		r := <-replies
		count[r.status]++
		if r.status == http.StatusOK && !strings.Contains(string(r.body), "hello t") {
			t.Errorf("%s", r.body)
		}
	}
	st := s.Stats()
	if count[200] != st.Answered || count[503] != st.Faults[Hang] || count[200] == 0 || count[503] == 0 || count[200]+count[503] != n || st.InFlight != 0 {
		t.Errorf("%v, %+v", count, st)
	}
	if _, err := try(t.Context(), url, ask("x")); err == nil {
		t.Error("served after the end")
	}
}

// TestServeSaysWhatBroke: a listener that is closed from outside ends Serve.
func TestServeSaysWhatBroke(t *testing.T) {
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := New(Config{}).Serve(t.Context(), l); !errors.Is(err, net.ErrClosed) {
		t.Errorf("%v", err)
	}
}
