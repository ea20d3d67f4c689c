package model

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"switchyard/model/admit"
)

// What is in flight when the run is cancelled is finished and stored.
func TestCancelInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		s := &script{replies: []reply{ok("Hi!")}, delay: 10 * time.Second}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		got, err := client(t, s, keepIn(store)).Complete(ctx, wantsJSON())
		if err != nil || got.Text != "Hi!" || store.len() != 1 || got.Took != 10*time.Second {
			t.Errorf("Complete = %+v, %v; %d stored", got, err, store.len())
		}
	})
}

func TestCancelBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &script{replies: []reply{ok("Hi!")}}
	for _, store := range []Store{newMemory(), nil} {
		if _, err := client(t, s, keepIn(store)).Complete(ctx, hello()); err != context.Canceled || len(s.asked) > 0 {
			t.Errorf("error %v after %d requests", err, len(s.asked))
		}
	}
}

func TestCancelWhileWaiting(t *testing.T) {
	for name, c := range map[string]struct {
		reply  reply
		stored int
	}{
		"backoff":       {reply{status: 500, body: "{}"}, 1},
		"rate limit":    {reply{status: 429, body: "{}", headers: []string{"Retry-After: 600"}}, 0},
		"after a fault": {reply{status: 503, body: "{}", headers: []string{"Retry-After: 600"}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, gate := newMemory(), admit.New(admit.Limits{})
				s := &script{replies: []reply{c.reply}, delay: time.Second}
				ctx, cancel := context.WithTimeout(t.Context(), 1010*time.Millisecond)
				defer cancel()
				began := time.Now()
				_, err := client(t, s, keepIn(store), retries(9), func(c *ClientConfig) { c.Gate = gate }).Complete(ctx, hello())
				if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 2*time.Second {
					t.Errorf("error %v after %v", err, time.Since(began))
				}
				if st := gate.Stats(); store.len() != c.stored || st.InFlight != 0 || st.Waiting != 0 {
					t.Errorf("%d stored, gate %+v", store.len(), st)
				}
			})
		})
	}
}
