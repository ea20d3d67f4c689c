package model

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"syscall"

	"switchyard/internal/prose"
)

// problem is the content of an error response.
type problem struct {
	message string
	code    string // code and type, as far as they are given
	param   string // the parameter that is wrong
}

// readProblem reads the body of an error response. OpenAI and compatible
// endpoints put an object under "error"; others put text there or under
// "message", or use FastAPI's "detail"; gateways answer with HTML.
func readProblem(text []byte) problem {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return problem{message: plainText(text)}
	}
	if list, ok := v.([]any); ok && len(list) > 0 {
		v = list[0] // Gemini
	}
	top, _ := v.(map[string]any)
	inner, ok := top["error"].(map[string]any)
	if !ok {
		inner = top
	}
	p := problem{
		message: words(inner["message"]),
		code:    strings.TrimSpace(words(inner["code"]) + " " + words(inner["type"]) + " " + words(inner["status"])),
		param:   words(inner["param"]),
	}
	if deeper, ok := inner["innererror"].(map[string]any); ok { // Azure
		p.code += " " + words(deeper["code"])
	}
	for _, name := range []string{"error", "detail", "message", "msg"} {
		if p.message == "" {
			p.message = words(top[name])
		}
	}
	if p.message == "" {
		p.message = plainText(text)
	}
	return p
}

// words renders a value of a problem as text. FastAPI's list of {loc, msg}
// becomes "body.user: extra fields not permitted".
func words(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return fmt.Sprint(v)
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, words(e))
		}
		return strings.Join(parts, "; ")
	case map[string]any:
		var path []string
		if loc, ok := v["loc"].([]any); ok {
			for _, e := range loc {
				path = append(path, words(e))
			}
		}
		msg := words(v["msg"])
		if msg == "" {
			msg = words(v["message"])
		}
		if len(path) > 0 {
			return strings.Join(path, ".") + ": " + msg
		}
		return msg
	}
	return ""
}

var tag = regexp.MustCompile(`(?s)<(script|style).*?</(script|style)>|<[^>]*>`)

// plainText is the readable part of a body that is not JSON.
func plainText(text []byte) string {
	const enough = 4096
	text = text[:min(len(text), enough)]
	if bytes.Contains(text, []byte("<")) {
		text = tag.ReplaceAll(text, []byte(" "))
	}
	return strings.TrimSpace(string(text))
}

var (
	noFunds    = regexp.MustCompile(`(?i)insufficient_(quota|balance|credits?|funds)|insufficient (quota|balance|credits?|funds)|billing_(hard_limit_reached|not_active)|credit balance|out of credits`)
	filtered   = regexp.MustCompile(`(?i)content_filter|content_policy|ResponsibleAIPolicyViolation|content management policy|data_inspection_failed|moderation|flagged`)
	tooLong    = regexp.MustCompile(`(?i)context_length_exceeded|string_above_max_length|(maximum|model'?s?) context (length|size|window)|context (length|size|window) (is )?exceeded|exceeds? the (available |maximum )?context|(prompt|input|request) is too long`)
	badKey     = regexp.MustCompile(`(?i)invalid_api_key|(invalid|incorrect|missing|expired|no) api.?key|api.?key (is )?(not valid|invalid|missing|expired|not found)`)
	noModel    = regexp.MustCompile(`(?i)model_not_found|DeploymentNotFound|(model|deployment)\b.{0,100}(not found|not exist|not a valid model|not be found|is unknown)|(unknown|invalid|no such|not a valid) model\b`)
	aboutModel = map[bool]string{
		true:  "check the name of the model",
		false: "check the base URL, which for most servers ends in /v1, and the name of the model",
	}
)

// classify says what a failed HTTP status means.
func classify(status int, p problem) Kind {
	all := p.code + " " + p.message
	switch {
	case p.refusesTools() && status != http.StatusTooManyRequests: // llama.cpp says so with 500, OpenRouter with 404
		return BadRequest
	case status >= 500:
		return ServerFault
	case status == http.StatusPaymentRequired, status >= 400 && noFunds.MatchString(all):
		return OutOfFunds
	case status == http.StatusTooManyRequests:
		return Overloaded
	case status == http.StatusRequestTimeout:
		return TimedOut
	case status == http.StatusConflict, status == http.StatusTooEarly:
		return ServerFault // "try again", both of them
	case status == http.StatusRequestEntityTooLarge, status == http.StatusBadRequest && tooLong.MatchString(all):
		return TooLong
	case (status == http.StatusBadRequest || status == http.StatusForbidden) && filtered.MatchString(all):
		return Filtered
	case status == http.StatusUnauthorized, status == http.StatusForbidden,
		status == http.StatusBadRequest && badKey.MatchString(all):
		return BadKey
	case status == http.StatusNotFound, status == http.StatusBadRequest && noModel.MatchString(all):
		return UnknownModel
	}
	return BadRequest
}

// mayFall reports whether a failure may concern only a parameter or the
// response format, so that sending the request in another form can help.
func mayFall(status int, kind Kind, p problem) bool {
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return kind == BadRequest
	case http.StatusNotFound:
		return !noModel.MatchString(p.code + " " + p.message)
	case http.StatusNotImplemented:
		return true
	}
	return false
}

// aboutKinds says for each kind whether it ends the run, whether another attempt may
// succeed, and what to do about it.
var aboutKinds = map[Kind]struct {
	ends, retried bool
	hint          string
}{
	BadKey:       {ends: true, hint: "check the key, and that it may use this model"},
	UnknownModel: {ends: true, hint: aboutModel[false]},
	BadRequest:   {ends: true, hint: "check the settings of the model; leave out those that it does not accept"},
	OutOfFunds:   {ends: true, hint: "add funds or use another key, and start again: stored answers are not paid for twice"},
	StoreFault:   {ends: true, hint: "check the disk and the file of the store"},
	NoConnection: {ends: true, hint: "is the endpoint running? check the base URL, the network and the proxy"},
	ServerFault:  {retried: true, hint: "the endpoint has a problem: start again later"},
	TimedOut:     {retried: true, hint: "allow more time for an answer, or fewer requests in flight"},
	Unreachable:  {retried: true, hint: "check the base URL, the network and the proxy"},
	Garbled:      {retried: true, hint: "check that the base URL is that of an OpenAI-compatible endpoint"},
	Overloaded:   {hint: "lower the limits of requests, tokens and requests in flight for this endpoint"},
	Filtered:     {hint: "the endpoint's content filter refuses this prompt; others may pass"},
	TooLong:      {hint: "use a model with a longer context, or lower max_tokens"},
}

// retried reports whether another attempt may succeed.
func (k Kind) retried() bool { return aboutKinds[k].retried }

// kept reports whether a failure of this kind is stored. Failures that end
// the run are not, because people fix their cause and ask again; neither are
// 429s and requests that are too long, because they were not processed.
func (k Kind) kept() bool { return k.retried() || k == Filtered }

// connection classifies a request that got no answer. The message leaves out
// the address, which may hold secrets. sent is false if no connection was
// made, so that the endpoint never received the request.
func connection(err error) (kind Kind, message string, sent bool) {
	var dial *net.OpError
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var timeout net.Error
	switch {
	case errors.As(err, &dns), errors.As(err, &cert), errors.As(err, &record),
		errors.As(err, &dial) && (dial.Op == "dial" || dial.Op == "proxyconnect"):
		return Unreachable, unsentWords(err), false
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return TimedOut, "no answer in time", true
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Unreachable, "the connection ended before the answer was complete", true
	case errors.Is(err, errTooBig):
		return Garbled, err.Error(), true
	}
	return Unreachable, prose.Error(err), true
}

// unsentWords says why a connection could not be made.
func unsentWords(err error) string {
	var dns *net.DNSError
	var op *net.OpError
	var timeout net.Error
	text := prose.Error(err)
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		text = fmt.Sprintf("there is no host called %q", dns.Name)
	case errors.As(err, &dns):
		text = fmt.Sprintf("the host %q could not be looked up", dns.Name)
	case errors.Is(err, syscall.ECONNREFUSED):
		text = "connection refused: nothing listens there"
	case errors.As(err, &timeout) && timeout.Timeout():
		text = "nothing answers there"
	}
	if errors.As(err, &op) && op.Op == "proxyconnect" {
		text = "the proxy: " + text
	}
	return text
}
