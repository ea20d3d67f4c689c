package model

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchyard/model/admit"
)

// fixed answers after a time, always the same.
type fixed struct {
	latency time.Duration
	body    string
	spent   *atomic.Int64 // nanoseconds that all requests together waited here
}

func (f fixed) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	if f.latency > 0 {
		began := time.Now()
		time.Sleep(f.latency)
		f.spent.Add(int64(time.Since(began)))
	}
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(f.body)), Request: r}, nil
}

// typical is a request of the size that roles have: about 6 kB of prompt.
func typical(sample int) *Request {
	r := wantsJSON()
	r.Messages = []Message{{Role: "system", Text: strings.Repeat("You plan what to do next. ", 120)}, {Role: "user", Text: strings.Repeat("Book the cheapest flight. ", 110)}}
	r.Sample = sample
	return r
}

var typicalAnswer = say(`{"thought":"` + strings.Repeat("The user wants a flight. ", 40) + `","actions":[]}`)

// The cost of one answer apart from the endpoint's.
func BenchmarkComplete(b *testing.B) {
	c := client(b, fixed{body: typicalAnswer})
	r := typical(0)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Complete(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
}

// The cost of one answer from the store.
func BenchmarkCompleteStored(b *testing.B) {
	c := client(b, fixed{body: typicalAnswer}, keepIn(newMemory()))
	r := typical(0)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Complete(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExtractJSON(b *testing.B) {
	text := "Here it is:\n```json\n{\"thought\":\"" + strings.Repeat("The user wants a flight. ", 40) + "\",\"actions\":[]}\n```\n"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ExtractJSON(text); err != nil {
			b.Fatal(err)
		}
	}
}

// How much of what an endpoint of 50 ms and 256 requests in flight offers is
// used by 1,000 workers, as shares of in-flight × time: %waiting is spent
// waiting on the endpoint, and %ideal would be if it took 50 ms exactly and a
// goroutine ran the moment its answer came (other work on the machine counts
// against it).
func BenchmarkUtilisation(b *testing.B) {
	const inFlight, workers, latency, span = 256, 1000, 50 * time.Millisecond, 8 * time.Second
	for b.Loop() {
		var spent, answered atomic.Int64
		c := client(b, fixed{latency: latency, body: typicalAnswer, spent: &spent}, func(c *ClientConfig) {
			c.Gate = admit.New(admit.Limits{InFlight: inFlight})
		})
		ctx, cancel := context.WithTimeout(b.Context(), span)
		began := time.Now()
		var wg sync.WaitGroup
		for i := range workers {
			wg.Go(func() {
				r := typical(i)
				for ctx.Err() == nil {
					if _, err := c.Complete(ctx, r); err == nil {
						answered.Add(1)
					}
				}
			})
		}
		wg.Wait() // what is in flight at the end is waited for, and counts
		cancel()
		capacity := inFlight * time.Since(began).Seconds()
		b.ReportMetric(100*time.Duration(spent.Load()).Seconds()/capacity, "%waiting")
		b.ReportMetric(100*float64(answered.Load())*latency.Seconds()/capacity, "%ideal")
		b.ReportMetric(float64(answered.Load())/time.Since(began).Seconds(), "answers/s")
	}
}
