package mock

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

// fingerprint is the system_fingerprint of all answers.
const fingerprint = "fp_switchyard1"

// completion is an answer before it is encoded.
type completion struct {
	id      string
	created int64 // seconds since 1970
	choices []choice
	usage   *usage
}

// response is a completion, or a chunk of one, in the protocol.
type response struct {
	ID          string `json:"id"`
	Object      string `json:"object"`
	Created     int64  `json:"created"`
	Model       string `json:"model"`
	Choices     []any  `json:"choices"`
	Usage       *usage `json:"usage,omitempty"`
	Tier        string `json:"service_tier"`
	Fingerprint string `json:"system_fingerprint"`
}

type wholeChoice struct {
	Index    int          `json:"index"`
	Message  wholeMessage `json:"message"`
	Logprobs *struct{}    `json:"logprobs"`
	Finish   string       `json:"finish_reason"`
}

type wholeMessage struct {
	Role        string     `json:"role"`
	Content     *string    `json:"content"` // null beside calls without a text
	Calls       []wireCall `json:"tool_calls,omitempty"`
	Refusal     *string    `json:"refusal"`
	Annotations []any      `json:"annotations"`
}

type deltaChoice struct {
	Index    int       `json:"index"`
	Delta    delta     `json:"delta"`
	Logprobs *struct{} `json:"logprobs"`
	Finish   *string   `json:"finish_reason"`
}

type delta struct {
	Role    string     `json:"role,omitempty"`
	Content *string    `json:"content,omitempty"`
	Calls   []wireCall `json:"tool_calls,omitempty"`
}

func (c *completion) head(q *request, object string) *response {
	return &response{ID: c.id, Object: object, Created: c.created, Model: q.Model,
		Choices: []any{}, Tier: "default", Fingerprint: fingerprint}
}

// send writes an answer and counts it. With cut, the answer ends in the middle.
func (s *Server) send(w http.ResponseWriter, q *request, c *completion, cut bool) ending {
	var err error
	if q.stream {
		err = stream(w, q, c, cut)
	} else {
		err = whole(w, q, c, cut)
	}
	if cut {
		s.counts.fault(Cut)
		return faulty
	}
	if err != nil {
		return gone
	}
	s.counts.answered(q, c)
	return answered
}

func whole(w http.ResponseWriter, q *request, c *completion, cut bool) error {
	out := c.head(q, "chat.completion")
	out.Usage = c.usage
	for i, ch := range c.choices {
		m := wholeMessage{Role: "assistant", Content: &ch.text, Calls: wired(ch.calls), Annotations: []any{}}
		if ch.text == "" && len(ch.calls) > 0 {
			m.Content = nil
		}
		out.Choices = append(out.Choices, wholeChoice{Index: i, Finish: ch.finish, Message: m})
	}
	data, err := json.Marshal(out)
	if err != nil {
		return err
	}
	if cut {
		// Fewer bytes than announced: net/http closes the connection.
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.Header().Set("Content-Type", "application/json")
		_, err = w.Write(data[:len(data)/2])
		return err
	}
	return writeBody(w, http.StatusOK, data)
}

// stream writes an answer as server-sent events.
func stream(w http.ResponseWriter, q *request, c *completion, cut bool) error {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	chunks, err := chunksOf(q, c)
	if err != nil {
		return err
	}
	if cut {
		chunks = chunks[:len(chunks)/2]
	}
	control := http.NewResponseController(w)
	for _, data := range chunks {
		if _, err := w.Write([]byte("data: " + data + "\n\n")); err != nil {
			return err
		}
		if err := control.Flush(); err != nil {
			return err
		}
	}
	if cut {
		drop(w, false)
	}
	return nil
}

// chunksOf lists the events of a stream, including the end mark.
func chunksOf(q *request, c *completion) ([]string, error) {
	var out []string
	var failed error
	add := func(u *usage, choices ...any) {
		r := c.head(q, "chat.completion.chunk")
		r.Choices = append(r.Choices, choices...)
		r.Usage = u
		data, err := json.Marshal(r)
		failed = errors.Join(failed, err)
		out = append(out, string(data))
	}
	for i, ch := range c.choices {
		nothing := ""
		add(nil, deltaChoice{Index: i, Delta: delta{Role: "assistant", Content: &nothing}})
		for _, piece := range pieces(ch.text) {
			add(nil, deltaChoice{Index: i, Delta: delta{Content: &piece}})
		}
		for n, call := range wired(ch.calls) {
			args := call.Function.Arguments
			call.Index, call.Function.Arguments = &n, ""
			add(nil, deltaChoice{Index: i, Delta: delta{Calls: []wireCall{call}}})
			for _, piece := range pieces(args) {
				more := wireCall{Index: &n, Function: wireFunction{Arguments: piece}}
				add(nil, deltaChoice{Index: i, Delta: delta{Calls: []wireCall{more}}})
			}
		}
		add(nil, deltaChoice{Index: i, Finish: &ch.finish})
	}
	if q.withUsage {
		add(c.usage)
	}
	return append(out, "[DONE]"), failed
}
