package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"switchyard/internal/document"
	"switchyard/internal/prose"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/reading"
)

// liveLimits bounds what a tool server may cost.
type liveLimits struct {
	start time.Duration // until it has said who it is; a package may have to be fetched first
	page  time.Duration // for one page of tools
	end   time.Duration // until it has ended by itself, once nobody asks any more
	drain time.Duration // after that, until its output is closed
	pages int
	bytes int64 // of all that it says
}

var usualLimits = liveLimits{start: 3 * time.Minute, page: time.Minute, end: 3 * time.Second, drain: time.Second, pages: 1_000, bytes: imports.MaxBytes}

// FromURL imports the tools of a Model Context Protocol server at an address, over
// streamable HTTP or, for older servers, server-sent events. It reads all pages. A
// nil transport uses no proxy. The headers, which may be nil, are sent only to the
// host of the address, even if the server redirects elsewhere. Their values and
// the secrets in the address never appear in a report or an error.
//
// The error is of type [*imports.Error], or [imports.ErrNothing], together with a
// report that says why.
func FromURL(ctx context.Context, address string, headers http.Header, transport http.RoundTripper) (*imports.Report, error) {
	return fromURL(ctx, address, headers, transport, usualLimits)
}

func fromURL(ctx context.Context, address string, headers http.Header, transport http.RoundTripper, limits liveLimits) (*imports.Report, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		if err == nil {
			address = u.Redacted()
		}
		return nil, &imports.Error{Source: reading.Quoted(address), Message: "this is not the address of a tool server", Hint: "write, for example, https://example.org/mcp"}
	}
	if transport == nil {
		transport = &http.Transport{}
	}
	if plain, ok := transport.(*http.Transport); ok {
		plain = plain.Clone()
		defer plain.CloseIdleConnections()
		transport = plain
	}
	hide := hidden(u, headers)
	report, err := askAt(ctx, u, &ownHeaders{transport, u, headers}, limits)
	hide.report(report)
	var failure *imports.Error
	if errors.As(err, &failure) {
		hide.texts(&failure.Message, &failure.Hint)
	}
	return report, err
}

func askAt(ctx context.Context, u *url.URL, transport http.RoundTripper, limits liveLimits) (*imports.Report, error) {
	source := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	heard := &heardHTTP{base: transport, left: limits.bytes}
	client := &http.Client{Transport: heard}
	newer := &mcp.StreamableClientTransport{Endpoint: u.String(), HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true}
	a := asking{source: source.String(), limits: limits, abandon: func() {}, cause: heard.cause}
	report, err := a.tools(ctx, newer, heard.results)
	if err == nil || ctx.Err() != nil || !heard.refused() {
		return report, err
	}
	// The protocol says that a client tries the older way when a server refuses
	// the newer one.
	older := &heardTransport{base: &mcp.SSEClientTransport{Endpoint: u.String(), HTTPClient: client}}
	if report, olderErr := a.tools(ctx, older, older.results); olderErr == nil || errors.Is(olderErr, imports.ErrNothing) {
		return report, olderErr
	}
	return nil, err
}

// asking is what one tool server is asked for its tools with.
type asking struct {
	source  string
	limits  liveLimits
	abandon func() // called when the server took too long: it breaks what waits
	// cause gives the reason why nothing more can come, where it is known. The
	// library may learn of the end before it learns of its reason.
	cause func() error
}

// tools connects to a server, asks for its tools, and leaves it. results gives
// what the server said, byte for byte, since it was asked last; the library that
// speaks the protocol keeps no order of keys.
func (a *asking) tools(ctx context.Context, transport mcp.Transport, results func() []json.RawMessage) (*imports.Report, error) {
	source := a.source
	failed := func(what string, err error) error {
		if late := (*lateError)(nil); errors.As(err, &late) {
			return &imports.Error{Source: source, Message: what + ": " + late.Error()}
		}
		if a.cause != nil {
			err = cmp.Or(a.cause(), err)
		}
		why := oneLine(prose.Error(err))
		// The library writes the reason into its message, where prose cannot see it.
		if errors.Is(err, mcp.ErrConnectionClosed) && strings.HasSuffix(why, io.EOF.Error()) {
			why = "the connection ended before there was an answer"
		}
		return &imports.Error{Source: source, Message: what + ": " + why}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "switchyard", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	// Some connections live as long as the context that they were made in.
	ctx, hangUp := context.WithCancelCause(ctx)
	defer hangUp(nil)
	defer context.AfterFunc(ctx, a.abandon)()
	var session *mcp.ClientSession
	err := a.within(ctx, hangUp, a.limits.start, func() (err error) {
		session, err = client.Connect(ctx, transport, nil)
		return err
	})
	if err != nil {
		return nil, failed("the server cannot be reached", err)
	}
	defer func() {
		late := time.AfterFunc(a.limits.end, a.abandon)
		_ = session.Close() // it was read; how it ends is its own affair
		late.Stop()
	}()
	s := toolServer{Reading: reading.New(source), set: imports.Set{Name: reading.Stem(source), Source: source}}
	if hello := session.InitializeResult(); hello != nil && hello.ServerInfo != nil {
		reader := reading.SchemaReader{Odd: &s.Odd}
		name, about := reader.About(hello.ServerInfo.Name), reader.About(hello.Instructions)
		s.set.Name = cmp.Or(reading.Slug(name), s.set.Name)
		s.set.Title = cmp.Or(reader.About(hello.ServerInfo.Title), titled(s.set.Name))
		s.set.About, _, _ = strings.Cut(about, "\n")
	}
	seen := map[string]bool{}
	params := &mcp.ListToolsParams{}
	for page := 1; ; page++ {
		results()
		var list *mcp.ListToolsResult
		err := a.within(ctx, hangUp, a.limits.page, func() (err error) {
			list, err = session.ListTools(ctx, params)
			return err
		})
		if err != nil {
			return nil, failed(fmt.Sprintf("page %d of the tools was not answered", page), err)
		}
		n, err := s.listed(list, results())
		if err != nil {
			return nil, err
		}
		at := "#/tools"
		if page > 1 {
			at = fmt.Sprintf("page %d #/tools", page)
		}
		s.page(reading.Field(n, "tools").Items, at, n)
		switch next := list.NextCursor; {
		case next == "":
		case seen[next]:
			s.Note(source, "the server repeated page %d as the next one; what was read until then was imported", page)
		case page == a.limits.pages:
			s.Note(source, "the server has more than %d pages; the others were not read", a.limits.pages)
		case s.Beyond > 0:
		default:
			seen[next] = true
			params = &mcp.ListToolsParams{Cursor: next}
			continue
		}
		s.more = false
		return s.close(ctx)
	}
}

// lateError says that something took too long.
type lateError struct{ limit time.Duration }

func (e *lateError) Error() string { return fmt.Sprintf("no answer within %s", e.limit) }

// within does one step that has a limit of its own. When it takes longer, the
// whole conversation is over: hangUp ends its context.
func (a *asking) within(ctx context.Context, hangUp context.CancelCauseFunc, limit time.Duration, do func() error) error {
	late := time.AfterFunc(limit, func() { hangUp(&lateError{limit}) })
	err := do()
	late.Stop()
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// listed is a page as the server wrote it; without that, as it was read.
func (s *toolServer) listed(list *mcp.ListToolsResult, said []json.RawMessage) (*document.Node, error) {
	for i := len(said) - 1; i >= 0; i-- {
		if !bytes.Contains(said[i], []byte(`"tools"`)) {
			continue
		}
		n, err := s.Parse(said[i], 0, "")
		if err != nil {
			return nil, err
		}
		if tools := n.Fields["tools"]; tools != nil && tools.Kind == document.List {
			return n, nil
		}
	}
	data, err := json.Marshal(list)
	if err != nil {
		return nil, &imports.Error{Source: s.Source, Message: oneLine(prose.Error(err))}
	}
	return s.Parse(data, 0, "")
}

// oneLine makes a message of others fit a line of ours.
func oneLine(s string) string {
	if s = strings.Join(strings.Fields(strings.Map(printable, s)), " "); len(s) > 500 {
		s = strings.ToValidUTF8(s[:500], "") + "…"
	}
	return s
}

// heardTransport keeps the results that a connection brings.
type heardTransport struct {
	base mcp.Transport
	mu   sync.Mutex
	kept []json.RawMessage
}

func (t *heardTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.base.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &heardConnection{c, t}, nil
}

// results gives what came since the last call.
func (t *heardTransport) results() []json.RawMessage {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := t.kept
	t.kept = nil
	return kept
}

type heardConnection struct {
	mcp.Connection
	heard *heardTransport
}

func (c *heardConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if response, ok := m.(*jsonrpc.Response); ok && err == nil && response.Error == nil {
		c.heard.mu.Lock()
		c.heard.kept = append(c.heard.kept, response.Result)
		c.heard.mu.Unlock()
	}
	return m, err
}

// heardHTTP keeps what comes over streamable HTTP, and bounds it. (The library
// gives connections of this kind information that it does not give a wrapper, so
// what comes is heard below it.)
type heardHTTP struct {
	base   http.RoundTripper
	mu     sync.Mutex
	left   int64
	status int
	page   error // of an answer that is no message
	kept   []*bytes.Buffer
}

func (h *heardHTTP) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := h.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.status = response.StatusCode
	if kind := response.Header.Get("Content-Type"); r.Method == http.MethodPost && h.status == http.StatusOK && isPage(kind) {
		h.page = fmt.Errorf("it answers with a page (%s), not with JSON or a stream of events", oneLine(kind))
	}
	body := &heardBody{ReadCloser: response.Body, heard: h}
	if r.Method == http.MethodPost {
		body.kept = &bytes.Buffer{}
		h.kept = append(h.kept, body.kept)
	}
	response.Body = body
	return response, nil
}

// isPage reports whether a content type is that of something to look at.
func isPage(kind string) bool {
	kind, _, err := mime.ParseMediaType(kind)
	return err == nil && (kind == "text/html" || kind == "application/xhtml+xml")
}

// cause is why the server cannot be understood.
func (h *heardHTTP) cause() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.page
}

// refused reports whether the server does not know this way of asking.
func (h *heardHTTP) refused() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.status >= 400 && h.status < 500 && h.status != http.StatusUnauthorized && h.status != http.StatusForbidden
}

// results gives the results that came since the last call: a body is one
// answer, or a stream of events with one each.
func (h *heardHTTP) results() []json.RawMessage {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []json.RawMessage
	for _, body := range h.kept {
		texts := [][]byte{body.Bytes()}
		if !bytes.HasPrefix(bytes.TrimSpace(texts[0]), []byte("{")) {
			texts = events(texts[0])
		}
		for _, text := range texts {
			if m, err := jsonrpc.DecodeMessage(text); err == nil {
				if response, ok := m.(*jsonrpc.Response); ok && response.Error == nil {
					out = append(out, bytes.Clone(response.Result))
				}
			}
		}
	}
	h.kept = nil
	return out
}

// events are the data of server-sent events.
func events(stream []byte) [][]byte {
	var out [][]byte
	var data []byte
	for line := range bytes.Lines(stream) {
		line = bytes.TrimRight(line, "\r\n")
		if more, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(append(data, bytes.TrimPrefix(more, []byte(" "))...), '\n')
		} else if len(line) == 0 && data != nil {
			out, data = append(out, data), nil
		}
	}
	if data != nil {
		out = append(out, data)
	}
	return out
}

type heardBody struct {
	io.ReadCloser
	heard *heardHTTP
	kept  *bytes.Buffer
}

func (b *heardBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.heard.mu.Lock()
	defer b.heard.mu.Unlock()
	if b.heard.left -= int64(n); b.heard.left < 0 {
		return 0, errTooMuch
	}
	if b.kept != nil {
		b.kept.Write(p[:n])
	}
	return n, err
}

var errTooMuch = fmt.Errorf("the server sent more than %d MiB", imports.MaxBytes>>20)
