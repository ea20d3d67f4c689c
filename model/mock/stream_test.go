package mock

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// events reads server-sent events as they come over the wire.
func events(t *testing.T, url, body string) []string {
	t.Helper()
	res, err := http.Post(url+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got := res.Header.Get("Content-Type"); res.StatusCode != 200 || !strings.HasPrefix(got, "text/event-stream") {
		t.Fatalf("%d %s", res.StatusCode, got)
	}
	var out []string
	lines := bufio.NewScanner(res.Body)
	for empty := true; lines.Scan(); empty = !empty {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if ok != empty || !ok && lines.Text() != "" {
			t.Fatalf("line %q", lines.Text())
		}
		if ok {
			out = append(out, data)
		}
	}
	if lines.Err() != nil {
		t.Fatal(lines.Err())
	}
	return out
}

type chunk struct {
	ID, Object, Model string
	Choices           []struct {
		Index        int
		Delta        map[string]string
		FinishReason *string `json:"finish_reason"`
	}
	Usage *usage
}

func TestStream(t *testing.T) {
	s, url := start(t, Config{Player: players()})
	got := events(t, url, ask("e1/0/planner/0", `,"stream":true,"n":2,"stream_options":{"include_usage":true}`))
	if last := got[len(got)-1]; last != "[DONE]" {
		t.Fatalf("the last event is %s", last)
	}
	var texts, finishes [2]string
	var id string
	for i, data := range got[:len(got)-1] {
		var c chunk
		if err := json.Unmarshal([]byte(data), &c); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if i == 0 {
			id = c.ID
		}
		if c.ID != id || c.Object != "chat.completion.chunk" || c.Model != "m" {
			t.Fatalf("head of %s", data)
		}
		if i == len(got)-2 {
			if len(c.Choices) != 0 || c.Usage == nil || c.Usage.Completion != 2*((len(planText)+3)/4) {
				t.Errorf("usage: %s", data)
			}
			continue
		}
		if len(c.Choices) != 1 || c.Usage != nil {
			t.Fatalf("%s", data)
		}
		ch := c.Choices[0]
		if texts[ch.Index] == "" && ch.FinishReason == nil && ch.Delta["role"] == "" && ch.Delta["content"] == "" {
			t.Errorf("the first delta has no role: %s", data)
		}
		texts[ch.Index] += ch.Delta["content"]
		if ch.FinishReason != nil {
			finishes[ch.Index] = *ch.FinishReason
		}
	}
	if texts != [2]string{planText, planText} || finishes != [2]string{"stop", "stop"} {
		t.Errorf("texts %q, finishes %q", texts, finishes)
	}
	if st := s.Stats(); st.Answered != 1 {
		t.Errorf("%+v", st)
	}
}

func TestStreamWithoutUsage(t *testing.T) {
	_, url := start(t, Config{Player: players(), Faults: Faults{Truncate: 1}})
	got := events(t, url, ask("e1/0/ai/0", `,"stream":true`))
	if strings.Contains(strings.Join(got, ""), "usage") {
		t.Errorf("usage that was not asked for: %s", got)
	}
	if finish := got[len(got)-2]; !strings.Contains(finish, `"finish_reason":"length"`) {
		t.Errorf("%s", finish)
	}
}

func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		var all strings.Builder
		for _, p := range pieces(text) {
			if p == "" || len(p) > 24 {
				t.Fatalf("piece %q", p)
			}
			if strings.ToValidUTF8(p, "") != p {
				t.Fatalf("torn: %q", p)
			}
			all.WriteString(p)
		}
		if all.String() != text {
			t.Fatalf("%q came out as %q", text, all.String())
		}
	})
}
