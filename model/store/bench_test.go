package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"switchyard/model"
)

// keyOf is a key like those of requests: evenly spread.
func keyOf(n int) model.Key {
	return sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(n)))
}

// answerOf is the body of a chat completion of about 3 kB, as endpoints send
// it: different words each time, the same frame around them.
func answerOf(n int) []byte {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	words := strings.Fields("flight hotel booking city the a of to find cheapest next Friday morning weather in Lisbon Porto train ticket user asks for two nights please check order status refund invoice amount total euro")
	var text strings.Builder
	for text.Len() < 2400 {
		fmt.Fprintf(&text, "%s %d ", words[r.IntN(len(words))], r.IntN(1000))
	}
	body, _ := json.Marshal(map[string]any{
		"id": fmt.Sprintf("chatcmpl-%016x", r.Uint64()), "object": "chat.completion", "created": 1700000000 + n, "model": "gpt-4o",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "logprobs": nil, "message": map[string]any{"role": "assistant", "content": text.String()}}},
		"usage":   map[string]any{"prompt_tokens": 812, "completion_tokens": 700, "total_tokens": 1512, "prompt_tokens_details": map[string]any{"cached_tokens": 0}},
	})
	return body
}

func BenchmarkPut(b *testing.B) {
	s := opened(b, filepath.Join(b.TempDir(), "r.db"))
	bodies := make([][]byte, 512)
	for i := range bodies {
		bodies[i] = answerOf(i)
	}
	about := model.About{Endpoint: "https://api.openai.com/v1", Model: "gpt-4o", Trace: "s1.multi.chat-001/2/planner/1"}
	var next atomic.Int64
	b.SetBytes(int64(len(bodies[0])))
	b.SetParallelism(128) // times GOMAXPROCS: 256 on two cores
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			n := int(next.Add(1))
			if err := s.Put(context.Background(), keyOf(n), about, &model.Raw{Status: 200, Body: bodies[n%len(bodies)], Took: 1}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puts/s")
}

func BenchmarkGet(b *testing.B) {
	s := opened(b, filepath.Join(b.TempDir(), "r.db"))
	const many = 20000
	fill(b, s, many)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var next atomic.Int64
	b.SetBytes(int64(len(answerOf(0))))
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			n := int(next.Add(1)*7919) % many
			if raw, err := s.Get(ctx, keyOf(n)); err != nil || raw == nil {
				b.Fatal(raw, err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "gets/s")
}

// fill puts n answers, where there are none yet.
func fill(t testing.TB, s *Store, n int) {
	t.Helper()
	errs := make(chan error, 64)
	for g := range 64 {
		go func() {
			for i := g; i < n; i += 64 {
				about := model.About{Endpoint: "https://api.example.com/v1", Model: fmt.Sprintf("model-%d", i%3), Trace: "t"}
				if err := s.Put(context.Background(), keyOf(i), about, &model.Raw{Status: 200, Body: answerOf(i), Took: 1}); err != nil && err != model.ErrTaken {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range 64 {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
}

// opened opens a store for the time of a test.
func opened(t testing.TB, file string) *Store {
	t.Helper()
	s, err := Open(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}
