package mock

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"switchyard/internal/keyed"
)

// maxBody is the maximum size of a request in bytes.
const maxBody = 16 << 20

// request is a validated chat completion request.
type request struct {
	Request   // what a player hears
	stream    bool
	withUsage bool // a stream ends with the usage
	n         int
	maxTokens int    // 0: no limit
	format    string // "text", "json_object" or "json_schema"
	schema    json.RawMessage
	tools     []json.RawMessage // as they came, for their cost
	mustName  string            // the one that must be called; empty: any

	body     uint64 // hash of the whole body
	identity uint64 // hash of trace and messages: what makes it this request
}

// wire is the request as it is sent. Other fields are ignored, as real servers do
// with most of them.
type wire struct {
	Model    string            `json:"model"`
	Messages []json.RawMessage `json:"messages"`
	Stream   bool              `json:"stream"`
	Options  *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	N                   *int   `json:"n"`
	MaxTokens           *int   `json:"max_tokens"`
	MaxCompletionTokens *int   `json:"max_completion_tokens"`
	User                string `json:"user"`
	ResponseFormat      *struct {
		Type       string `json:"type"`
		JSONSchema *struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Tools      []json.RawMessage `json:"tools"`
	ToolChoice json.RawMessage   `json:"tool_choice"`
}

// readBody reads a request up to the maximum size.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, *apiError) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		return nil, &apiError{Status: http.StatusRequestEntityTooLarge, Type: "invalid_request_error", Code: "request_too_large",
			Message: fmt.Sprintf("The request is longer than %d bytes.", tooLong.Limit)}
	}
	if err != nil {
		return nil, invalid("", "", "The request could not be read to its end.")
	}
	return body, nil
}

// decode parses and validates a request.
func decode(body []byte) (*request, *apiError) {
	var in wire
	if err := json.Unmarshal(body, &in); err != nil {
		if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field != "" {
			return nil, invalid(wrong.Field, "invalid_type",
				fmt.Sprintf("Invalid type for '%s': got %s instead.", wrong.Field, wrong.Value))
		}
		return nil, invalid("", "", "We could not parse the JSON body of your request: it is not a valid JSON object.")
	}
	q := &request{Request: Request{Model: in.Model, Trace: in.User}, stream: in.Stream, tools: in.Tools, n: 1, format: "text",
		withUsage: in.Options != nil && in.Options.IncludeUsage,
		body:      keyed.Hash(0, string(body))}
	for _, check := range []func(*wire) *apiError{q.readMessages, q.readNumbers, q.readFormat, q.readTools, q.readChoice} {
		if e := check(&in); e != nil {
			return nil, e
		}
	}
	return q, nil
}

func (q *request) readMessages(in *wire) *apiError {
	if len(in.Messages) == 0 {
		return missing("messages")
	}
	key := []string{q.Trace}
	for i, raw := range in.Messages {
		m, wrong := readMessage(raw)
		if wrong != "" {
			param := fmt.Sprintf("messages[%d]%s", i, wrong)
			return invalid(param, "invalid_value", "Invalid value for '"+param+"'.")
		}
		q.Messages = append(q.Messages, m)
		key = append(key, string(raw))
	}
	q.identity = keyed.Hash(0, key...)
	return paired(q.Messages)
}

// readMessage reads one message; wrong is the path of the part that is invalid.
func readMessage(raw json.RawMessage) (m Message, wrong string) {
	var in struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Calls   json.RawMessage `json:"tool_calls"`
		CallID  string          `json:"tool_call_id"`
		Name    string          `json:"name"`
	}
	if json.Unmarshal(raw, &in) != nil || isNull(raw) {
		return m, ".content"
	}
	if !slices.Contains([]string{"system", "developer", "user", "assistant", "tool", "function"}, in.Role) {
		return m, ".role"
	}
	m.Role, m.Name = in.Role, in.Name
	switch {
	case in.Role == "assistant":
		if wrong := m.readCalls(in.Calls); wrong != "" {
			return m, wrong
		}
	case in.Role == "tool" && in.CallID == "":
		return m, ".tool_call_id"
	case in.Role == "tool":
		m.CallID = in.CallID
	}
	if isNull(in.Content) { // an assistant that called tools says nothing
		if in.Role != "assistant" {
			return m, ".content"
		}
		return m, ""
	}
	if json.Unmarshal(in.Content, &m.Text) == nil {
		return m, ""
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(in.Content, &parts) != nil {
		return m, ".content"
	}
	var text strings.Builder
	for _, part := range parts {
		text.WriteString(part.Text)
	}
	m.Text = text.String()
	return m, ""
}

func isNull(raw json.RawMessage) bool {
	return len(raw) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null"))
}

func (q *request) readNumbers(in *wire) *apiError {
	if in.N != nil {
		if *in.N < 1 || *in.N > 128 {
			return invalid("n", "integer_out_of_range", "Invalid 'n': expected a value from 1 to 128.")
		}
		q.n = *in.N
	}
	limit, name := in.MaxCompletionTokens, "max_completion_tokens"
	if limit == nil {
		limit, name = in.MaxTokens, "max_tokens"
	}
	if limit != nil {
		if *limit < 1 {
			return invalid(name, "integer_below_min_value", "Invalid '"+name+"': expected a value of 1 or more.")
		}
		q.maxTokens = *limit
	}
	return nil
}

func (q *request) readFormat(in *wire) *apiError {
	f := in.ResponseFormat
	if f == nil {
		return nil
	}
	switch f.Type {
	case "text":
	case "json_object":
		// OpenAI requires this, too: a model that is not told about JSON could
		// write blanks until its tokens are used up.
		says := func(m Message) bool { return strings.Contains(strings.ToLower(m.Text), "json") }
		if !slices.ContainsFunc(q.Messages, says) {
			return invalid("messages", "", "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.")
		}
	case "json_schema":
		if f.JSONSchema == nil || f.JSONSchema.Name == "" {
			return missing("response_format.json_schema.name")
		}
		if !isName(f.JSONSchema.Name) {
			return invalid("response_format.json_schema.name", "invalid_value",
				"Invalid 'response_format.json_schema.name': expected at most 64 letters, digits, '_' and '-'.")
		}
		if isNull(f.JSONSchema.Schema) {
			return missing("response_format.json_schema.schema")
		}
		q.schema = f.JSONSchema.Schema
	default:
		return invalid("response_format.type", "invalid_value",
			"Invalid value for 'response_format.type': supported values are 'text', 'json_object' and 'json_schema'.")
	}
	q.format = f.Type
	return nil
}

// isName reports whether a name is allowed for a schema or a tool.
func isName(name string) bool {
	odd := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-')
	}
	return len(name) <= 64 && !strings.ContainsFunc(name, odd)
}

// accepts refuses a response_format that the server does not support.
func (m Modes) accepts(q *request) *apiError {
	refused := q.format == "json_schema" && (m == ObjectOnly || m == TextOnly) ||
		q.format == "json_object" && (m == SchemaOnly || m == TextOnly)
	if !refused {
		return nil
	}
	return invalid("response_format", "", "Invalid parameter: 'response_format' of type '"+q.format+"' is not supported with this model.")
}
