package admit

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// enter is Enter for tests that are not cancelled.
func enter(t *testing.T, g *Gate, tokens int) *Pass {
	t.Helper()
	p, err := g.Enter(t.Context(), tokens)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// RPM 600 under many goroutines: never more than 600 starts in any sliding
// minute, neither as they are sent nor as they arrive up to a second late, never
// more than 10 in any second, and at least 97 % of what is allowed is used.
func TestRequestsPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rpm, minutes = 600, 10
		g := New(Limits{RPM: rpm, InFlight: 256})
		ctx, cancel := context.WithTimeout(t.Context(), minutes*time.Minute)
		defer cancel()
		began := time.Now()
		var mu sync.Mutex
		var sent, arrived []time.Duration
		var wg sync.WaitGroup
		for worker := range uint64(400) {
			wg.Go(func() {
				rng := rand.New(rand.NewPCG(1, worker))
				for {
					p, err := g.Enter(ctx, 0)
					if err != nil {
						return
					}
					at := time.Since(began)
					late := time.Duration(rng.IntN(1000)) * time.Millisecond
					mu.Lock()
					sent = append(sent, at)
					arrived = append(arrived, at+late)
					mu.Unlock()
					time.Sleep(late + time.Duration(rng.IntN(3000))*time.Millisecond)
					p.Leave(Outcome{OK: true})
				}
			})
		}
		wg.Wait()
		slices.Sort(sent)
		slices.Sort(arrived)
		// The worst that the margin is for: one window of requests is a second
		// late, and the next is not.
		worst := slices.Clone(sent)
		for i := range worst {
			if i/rpm%2 == 0 {
				worst[i] += time.Second
			}
		}
		slices.Sort(worst)
		for name, times := range map[string][]time.Duration{"sent": sent, "arrived": arrived, "arrived at worst": worst} {
			for i := rpm; i < len(times); i++ {
				if times[i]-times[i-rpm] <= time.Minute {
					t.Fatalf("%s: %d requests between %v and %v", name, rpm+1, times[i-rpm], times[i])
				}
			}
		}
		for i := rpm / 60; i < len(sent); i++ {
			if first := sent[i-rpm/60]; sent[i]-first < time.Second {
				t.Fatalf("%d requests between %v and %v", rpm/60+1, first, sent[i])
			}
		}
		if used := float64(len(sent)) / (rpm * minutes); used < 0.97 {
			t.Errorf("used %.1f %% of the limit", 100*used)
		}
		if s := g.Stats(); s.InFlight != 0 || s.Waiting != 0 || s.Limit != 256 {
			t.Errorf("at the end: %+v", s)
		}
	})
}

func TestTokensPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{TPM: 1000})
		a := enter(t, g, 600)
		b := enter(t, g, 400)
		if a.Waited() != 0 || b.Waited() != 0 {
			t.Errorf("waited %v and %v, want nothing", a.Waited(), b.Waited())
		}
		a.Leave(Outcome{Tokens: 100, OK: true}) // 500 are free again
		if p := enter(t, g, 500); p.Waited() != 0 {
			t.Errorf("after settling, waited %v", p.Waited())
		}
		b.Leave(Outcome{Tokens: -1, OK: true}) // not known: 400 stay reserved
		if p := enter(t, g, 1); p.Waited() != span {
			t.Errorf("with nothing left, waited %v, want %v", p.Waited(), span)
		}
	})
}

func TestSettleWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{TPM: 1000})
		a := enter(t, g, 1000)
		a.Leave(Outcome{Tokens: -1, OK: true})
		time.AfterFunc(time.Second, func() { a.Settle(10) })
		if p := enter(t, g, 900); p.Waited() != time.Second {
			t.Errorf("waited %v, want until the first was settled, 1s", p.Waited())
		}
	})
}

func TestEstimateAboveTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{TPM: 1000})
		enter(t, g, 1)
		if p := enter(t, g, 5000); p.Waited() != span {
			t.Errorf("waited %v, want %v: until the window is empty", p.Waited(), span)
		}
	})
}

// Requests are admitted in the order in which they came, a big one too.
func TestFirstComeFirstServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{RPM: 3, TPM: 1000, InFlight: 2})
		var mu sync.Mutex
		var order []int
		var wg sync.WaitGroup
		for i := range 60 {
			wg.Go(func() {
				tokens := 10
				if i%7 == 3 {
					tokens = 900
				}
				p, err := g.Enter(t.Context(), tokens)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				time.Sleep(10 * time.Second)
				p.Leave(Outcome{Tokens: tokens, OK: true})
			})
			synctest.Wait() // i is in the queue
		}
		wg.Wait()
		if !slices.IsSorted(order) || len(order) != 60 {
			t.Errorf("admitted in the order %v", order)
		}
	})
}

func TestCancelledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{RPM: 5, TPM: 100, InFlight: 1})
		holder := enter(t, g, 10)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		var wg sync.WaitGroup
		for range 20 { // the first of them and those behind it
			wg.Go(func() {
				if _, err := g.Enter(ctx, 50); !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("Enter = %v, want the context's error", err)
				}
			})
		}
		synctest.Wait()
		late := make(chan time.Duration)
		go func() { late <- enter(t, g, 90).Waited() }()
		synctest.Wait()
		if s := g.Stats(); s.Waiting != 21 || s.InFlight != 1 {
			t.Errorf("while all wait: %+v", s)
		}
		wg.Wait()
		time.Sleep(2 * time.Second)
		holder.Leave(Outcome{Tokens: 10, OK: true})
		if waited := <-late; waited != 5*time.Second {
			t.Errorf("the last one waited %v, want 5s: those that went took nothing with them", waited)
		}
		s := g.Stats()
		if want := 20*3*time.Second + 5*time.Second; s.Waited != want {
			t.Errorf("waited in all %v, want %v", s.Waited, want)
		}
		if s.Busy != 5*time.Second {
			t.Errorf("busy %v, want 5s", s.Busy)
		}
		done, stop := context.WithCancel(t.Context())
		stop()
		if _, err := g.Enter(done, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("Enter of a context that has ended = %v", err)
		}
	})
}

// When the first of the queue goes, those whom it held up are looked at.
func TestCancelledFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{TPM: 100})
		enter(t, g, 50)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		big := make(chan error)
		go func() { _, err := g.Enter(ctx, 80); big <- err }()
		synctest.Wait()
		small := make(chan time.Duration)
		go func() { small <- enter(t, g, 20).Waited() }()
		if err := <-big; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Enter = %v", err)
		}
		if d := <-small; d != time.Second {
			t.Errorf("waited %v, want 1s", d)
		}
	})
}

func TestRateLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{InFlight: 4})
		var passes []*Pass
		for range 4 {
			passes = append(passes, enter(t, g, 0))
		}
		passes[0].Leave(Outcome{RateLimited: true, RetryAfter: 7 * time.Second})
		passes[1].Leave(Outcome{RateLimited: true, RetryAfter: 2 * time.Second})
		passes[1].Leave(Outcome{RateLimited: true, RetryAfter: time.Hour}) // it has left
		passes[2].Leave(Outcome{RateLimited: true})
		passes[3].Leave(Outcome{})
		s := g.Stats()
		if s.Limit != 3 || s.RateLimited != 3 || s.InFlight != 0 || s.Ceiling != 4 {
			t.Errorf("after a burst of three: %+v", s)
		}
		if want := time.Now().Add(7 * time.Second); !s.ClosedUntil.Equal(want) {
			t.Errorf("closed until %v, want %v", s.ClosedUntil, want)
		}
		began := time.Now()
		for i := range 3 {
			if p := enter(t, g, 0); i == 0 && p.Waited() != 7*time.Second {
				t.Errorf("waited %v, want 7s", p.Waited())
			}
		}
		if d := time.Since(began); d != 7*time.Second {
			t.Errorf("three entered after %v, want 7s", d)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := g.Enter(ctx, 0); err == nil {
			t.Error("a fourth one entered above the limit of 3")
		}
	})
}

// The limit may shrink below what is in flight while the first of the queue
// waits for its minute.
func TestShrinksWhileWaitingForTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{RPM: 3, InFlight: 4})
		passes := []*Pass{enter(t, g, 0), enter(t, g, 0), enter(t, g, 0)}
		waited := make(chan time.Duration)
		go func() { waited <- enter(t, g, 0).Waited() }()
		time.Sleep(time.Second)
		passes[0].Leave(Outcome{RateLimited: true}) // 3 may be in flight, 2 are
		g.mu.Lock()
		g.flight.limit = 1
		g.mu.Unlock()
		time.Sleep(100 * time.Second) // the minute has passed, 2 of 1 are in flight
		passes[1].Leave(Outcome{OK: true})
		synctest.Wait()
		if s := g.Stats(); s.Waiting != 1 || s.InFlight != 1 {
			t.Errorf("with one in flight of one: %+v", s)
		}
		passes[2].Leave(Outcome{OK: true})
		if d := <-waited; d != 101*time.Second {
			t.Errorf("waited %v, want 101s", d)
		}
	})
}

// The limit grows back after 25 successes each.
func TestGrowsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{})
		if s := g.Stats(); s.Limit != DefaultInFlight {
			t.Fatalf("limit %d without a setting", s.Limit)
		}
		enter(t, g, 0).Leave(Outcome{RateLimited: true})
		for range 8*25 - 1 {
			enter(t, g, 0).Leave(Outcome{OK: true})
		}
		enter(t, g, 0).Leave(Outcome{}) // a failure of another kind is no success
		if s := g.Stats(); s.Limit != 31 {
			t.Errorf("limit %d, want 31", s.Limit)
		}
		enter(t, g, 0).Leave(Outcome{OK: true})
		if s := g.Stats(); s.Limit != 32 {
			t.Errorf("limit %d, want 32", s.Limit)
		}
	})
}

// Busy and Waited are exact integrals of what was in flight and what waited.
func TestStats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := New(Limits{InFlight: 2})
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				p := enter(t, g, 0)
				time.Sleep(time.Second)
				p.Leave(Outcome{OK: true})
			})
		}
		synctest.Wait()
		time.Sleep(500 * time.Millisecond)
		if s := g.Stats(); s.InFlight != 2 || s.Waiting != 4 || s.Busy != time.Second || s.Waited != 2*time.Second {
			t.Errorf("in the middle: %+v", s)
		}
		wg.Wait()
		if s := g.Stats(); s.Busy != 6*time.Second || s.Waited != 2*time.Second+4*time.Second {
			t.Errorf("at the end: %+v", s)
		}
	})
}

func BenchmarkEnterLeave(b *testing.B) {
	g := New(Limits{RPM: 1 << 40, TPM: 1 << 40})
	b.ReportAllocs()
	for b.Loop() {
		p, err := g.Enter(b.Context(), 100)
		if err != nil {
			b.Fatal(err)
		}
		p.Leave(Outcome{Tokens: 80, OK: true})
	}
}
