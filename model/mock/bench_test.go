package mock

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// BenchmarkAnswer is what one answer costs the server, without the network:
// it has to stay far below the latency that it pretends to have.
func BenchmarkAnswer(b *testing.B) {
	faults, err := ParseFaults("all:2%,hang:0%,reset:0%")
	if err != nil {
		b.Fatal(err)
	}
	prompt := strings.Repeat("You are the planner. ", 200)
	body := strings.Replace(ask("e1/0/planner/0"), "Hello", prompt, 1)
	for _, c := range []struct {
		name string
		cfg  Config
	}{
		{"plain", Config{Player: players()}},
		{"all faults", Config{Player: players(), Faults: faults, RPM: 1 << 30}},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := New(c.cfg)
			b.ReportAllocs()
			for b.Loop() {
				s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(body)))
			}
		})
	}
}
