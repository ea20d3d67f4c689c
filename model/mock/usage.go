package mock

import (
	"strings"
	"unicode/utf8"
)

// Costs in tokens, by OpenAI's own rule for counting messages.
const (
	bytesPerToken = 4
	perMessage    = 4 // role and separators
	perAnswer     = 3 // the start of the answer
	cacheLeast    = 1024
	cacheStep     = 128
)

// tokens estimates the tokens of a text (see the package comment).
func tokens(text string) int { return (len(text) + bytesPerToken - 1) / bytesPerToken }

// usage is the cost of a completion.
type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`

	PromptDetails struct {
		Cached int `json:"cached_tokens"`
		Audio  int `json:"audio_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionDetails struct {
		Reasoning int `json:"reasoning_tokens"`
		Audio     int `json:"audio_tokens"`
		Accepted  int `json:"accepted_prediction_tokens"`
		Rejected  int `json:"rejected_prediction_tokens"`
	} `json:"completion_tokens_details"`
}

// usageOf counts the tokens of a request and its answers.
func usageOf(q *request, choices []choice) *usage {
	u := &usage{Prompt: q.promptTokens()}
	u.PromptDetails.Cached = q.cachedTokens(u.Prompt)
	for _, c := range choices {
		u.Completion += tokens(c.text)
		for _, call := range c.calls {
			u.Completion += call.tokens()
		}
	}
	u.Total = u.Prompt + u.Completion
	return u
}

func (q *request) promptTokens() int {
	n := perAnswer + tokens(string(q.schema))
	for _, m := range q.Messages {
		n += perMessage + tokens(m.Text)
		for _, call := range m.Calls {
			n += call.tokens()
		}
	}
	for _, t := range q.tools {
		n += tokens(string(t))
	}
	return n
}

func (q *request) cachedTokens(prompt int) int {
	if prompt < cacheLeast {
		return 0
	}
	n := 0
	for _, m := range q.Messages {
		if m.Role != "system" && m.Role != "developer" {
			break
		}
		n += perMessage + tokens(m.Text)
	}
	return n / cacheStep * cacheStep
}

// limited truncates a text to a number of tokens.
func limited(text string, most int) (cut string, was bool) {
	if most == 0 || tokens(text) <= most {
		return text, false
	}
	return cutAt(text, most*bytesPerToken), true
}

// cutAt returns at most the first size bytes of a text, without splitting a
// character.
func cutAt(text string, size int) string {
	for size > 0 && size < len(text) && !utf8.RuneStart(text[size]) {
		size--
	}
	return text[:size]
}

// pieces splits a text into the parts that a stream sends: words with the blanks
// before them; long words are split.
func pieces(text string) []string {
	const longest = 24
	var out []string
	for text != "" {
		end := strings.IndexAny(text[1:], " \n") + 1
		if end == 0 || end > longest {
			end = len(cutAt(text, min(len(text), longest)))
		}
		out = append(out, text[:end])
		text = text[end:]
	}
	return out
}
