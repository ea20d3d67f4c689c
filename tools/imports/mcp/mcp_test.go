package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/importtest"
	"switchyard/tools/imports/internal/reading"
)

func saved(t *testing.T, name string) *imports.Report {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Import(context.Background(), name, data)
	if err != nil {
		t.Fatal(err)
	}
	importtest.Check(t, r)
	return r
}

func TestMCPSaved(t *testing.T) {
	r := saved(t, "shelf.json")
	if len(r.Sets) != 1 || r.Sets[0].Name != "shelf" || r.Sets[0].Title != "Shelf" {
		t.Fatalf("sets are %+v", r.Sets)
	}
	var effects []string
	for _, tool := range r.Sets[0].Tools {
		effects = append(effects, strings.TrimSpace(string(tool.Effect)+" "+tool.Thing))
	}
	if diff := cmp.Diff([]string{"list book", "get book", "delete book", "update loan", ""}, effects); diff != "" {
		t.Error(diff)
	}
	list := r.Sets[0].Tools[0]
	if want := `{"type":"object","properties":{"subject":{"type":"string","enum":["history","gardening"],"title":"Subject"},"after_year":{"type":"integer"}}}`; string(list.Parameters) != want {
		t.Errorf("parameters are\n%s, want\n%s", list.Parameters, want)
	}
	if want := `{"type":"object","properties":{"books":{"type":"array","items":{"type":"object","properties":{"book_id":{"type":"string"},"title":{"type":"string"},"sequel":{}}}}}}`; string(list.Returns) != want {
		t.Errorf("returns are\n%s, want\n%s", list.Returns, want)
	}
	if got := r.Sets[0].Tools[4]; got.About != "Dust the shelf" || got.Source != "#/result/tools/4" {
		t.Errorf("the last tool is %+v", got)
	}
	notes := fmt.Sprint(r.Notes)
	for _, want := range []string{"shelf_remove_dust is said to be read-only", `"#/$defs/Book" leads back to itself`} {
		if !strings.Contains(notes, want) {
			t.Errorf("notes are %s, without %s", notes, want)
		}
	}
}

// An annotation tells of the effect only together with the name.
func TestMCPEffects(t *testing.T) {
	for _, c := range []struct{ name, hints, want string }{
		{"list_books", `"readOnlyHint": true`, "list book"}, {"searchOldBooks", `"readOnlyHint": true`, "list old book"}, {"get_book", `"readOnlyHint": true`, "get book"},
		{"get_books_by_author", `"readOnlyHint": true`, "list book"}, {"list_books", `"readOnlyHint": false`, ""}, {"search_book", `"readOnlyHint": true`, ""},
		{"check_books", `"readOnlyHint": true`, ""}, {"list", `"readOnlyHint": true`, ""}, {"delete_book", `"readOnlyHint": true`, ""},
		{"delete_book", `"destructiveHint": true`, "delete book"}, {"delete_book", `"destructiveHint": false`, ""}, {"delete_book", `"title": "x"`, ""},
		{"delete_books", `"destructiveHint": true`, ""}, {"rename_book", `"destructiveHint": true`, "update book"}, {"create_book", `"destructiveHint": true`, ""},
		{"delete_book", `"destructiveHint": true, "readOnlyHint": true`, ""}, {"delete_book", `"destructiveHint": "true"`, ""},
	} {
		data := fmt.Sprintf(`[{"name": %q, "annotations": {%s}, "inputSchema": {"properties": {"id": {"type": "string"}}, "required": ["id"]}}]`, c.name, c.hints)
		r, err := Import(context.Background(), "s.json", []byte(data))
		if err != nil {
			t.Fatal(err)
		}
		importtest.Check(t, r)
		if tool := r.Sets[0].Tools[0]; strings.TrimSpace(string(tool.Effect)+" "+tool.Thing) != c.want {
			t.Errorf("%s with %s: %s %s, want %s", c.name, c.hints, tool.Effect, tool.Thing, c.want)
		}
	}
}

func TestMCPShapes(t *testing.T) {
	one := `{"name": "a", "description": "Does a.", "inputSchema": {"type": "object"}}`
	two := `{"name": "b", "description": "Does b.", "inputSchema": {"type": "object"}}`
	for _, data := range []string{
		`{"tools": [` + one + `,` + two + `]}`,
		"\xef\xbb\xbf[" + one + "," + two + "]",
		`{"result": {"tools": [` + one + `,` + two + `], "nextCursor": ""}}`,
		`[{"tools": [` + one + `], "nextCursor": "x"}, {"tools": [` + two + `]}]`,
		`[{"jsonrpc": "2.0", "result": {"tools": [` + one + `]}}, {"result": {"tools": [` + two + `]}}]`,
		`{"tools": [` + one + "]}\n" + `{"tools": [` + two + "]}\n",
		"[\n" + one + ",\n" + two + "\n]",
	} {
		r, err := Import(context.Background(), "s.json", []byte(data))
		if err != nil {
			t.Errorf("%s: %v", data, err)
			continue
		}
		importtest.Check(t, r)
		if len(r.Sets) != 1 || len(r.Sets[0].Tools) != 2 || len(r.Skipped)+len(r.Notes) != 0 {
			t.Errorf("%s: %+v", data, r)
		}
	}
	r := saved(t, "pages.jsonl")
	if got := r.Sets[0].Tools[1].Source; got != "line 2 #/result/tools/0" {
		t.Errorf("the source of the second page is %q", got)
	}
}

func TestMCPRefuses(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"empty", "", "s.json:1:1: the JSON ends too early"},
		{"torn", "{\"tools\": [\n{\"name\": \"a\"", "s.json:2:13: the JSON ends too early"},
		{"a line torn", "{\"tools\": []}\n{\"tools\": [", "s.json:2:12: the JSON ends too early"},
		{"something else", `{"resources": []}`, "s.json:1:1: this is not a result of tools/list"},
		{"an error", `{"error": {"code": -32601, "message": "Method not found"}}`, `the server answered with an error: "Method not found"`},
		{"no list", `{"tools": {"a": 1}}`, `"tools" is an object, not a list`},
		{"lists of lists", strings.Repeat("[", 9) + "1" + strings.Repeat("]", 9), "nested more than"},
		{"no tool", `{"tools": []}`, "nothing could be imported"},
		{"too many values", `{"tools": [` + strings.Repeat("[],", reading.MaxValues) + `1]}`, "more than"},
	} {
		_, err := Import(context.Background(), "s.json", []byte(c.data))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %s", c.name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Import(ctx, "s.json", []byte(`{"tools": [{"name": "a"}]}`)); err == nil {
		t.Error("a cancelled import succeeds")
	}
}

// What a server says may be wrong in every part.
func TestMCPLies(t *testing.T) {
	data := `{"tools": [
		null, 3, {"description": "no name"}, {"name": "…"},
		{"name": "get_a/b.c", "description": "Has an odd name.", "inputSchema": {"type": "object"}},
		{"name": "twice", "description": "First.", "inputSchema": {"type": "object"}},
		{"name": "twice", "description": "Second.", "inputSchema": {"type": "object"}},
		{"name": "twice", "description": "First.", "inputSchema": {"type": "object"}},
		{"name": "text", "inputSchema": "object"},
		{"name": "list", "inputSchema": {"type": "array"}},
		{"name": "huge", "description": "` + strings.Repeat("very ", 50_000) + `\u001b[2J", "inputSchema": {"type": "object"}},
		{"name": "odd", "description": 7, "inputSchema": {"type": "object", "properties": {
			"from": {"type": "strin", "pattern": "(", "minLength": -3, "enum": []}, "n": {"minimum": 9, "maximum": 1, "type": "int"},
			"out": {"$ref": "https://example.org/s.json"}, "gone": {"$ref": "#/$defs/gone"}, "self": {"$ref": "#"}, "": {}, "<script>": {"type": "string"}
		}, "required": ["from", "nobody", 3]}, "outputSchema": 5},
		{"name": "wide", "inputSchema": {"type": "object", "properties": {` + properties(20_000) + `}}}
	]}`
	r, err := Import(context.Background(), "s.json", []byte(strings.ReplaceAll(data, "\t", " ")))
	if err != nil {
		t.Fatal(err)
	}
	importtest.Check(t, r)
	var names []string
	for _, tool := range r.Sets[0].Tools {
		names = append(names, tool.Name)
		if len(tool.About) > 2_000+10 || strings.ContainsRune(tool.About, '\x1b') {
			t.Errorf("the description of %s has %d bytes", tool.Name, len(tool.About))
		}
	}
	if got := strings.Join(names, " "); got != "get_a_b_c twice huge odd" {
		t.Errorf("the tools are %s", got)
	}
	said := fmt.Sprint(r.Skipped, r.Notes)
	for _, want := range []string{
		"s.json#/tools/0 this is nothing", "s.json#/tools/1 this is a whole number", "#/tools/2 the function has no usable name", "#/tools/3 the function has no usable name",
		`"get_a/b.c" was named "get_a_b_c"`, "the list already has a function named twice", "occur twice in a list are imported once",
		"text: its parameters are a text", `list: its parameters are of the type "array"`, "description of more than 2000 characters was cut",
		`the type "strin" is not known`, "a pattern that is not a regular expression", "bounds that no value can meet were left out: maximum, minimum",
		`"https://example.org/s.json" leads out of the source`, `"#/$defs/gone" leads nowhere`, `"nobody" is required and described nowhere`,
		"without a usable name", "wide: its schema has more than",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing is said of %s in\n%s", want, strings.ReplaceAll(said, "} {", "}\n{"))
		}
	}
}

func properties(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%q: {\"type\": \"string\"},\n", fmt.Sprint("p", i))
	}
	return strings.TrimSuffix(b.String(), ",\n")
}

// zoneAt is a schema whose keys stand in an order of their own.
const zoneAt = `{"type":"object","properties":{"zone":{"type":"string"},"at":{"type":"integer"}}}`

// shelves is a server of n tools, made with the library.
func shelves(n, page int) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "shelves", Title: "The shelves", Version: "1"}, &mcp.ServerOptions{PageSize: page, Instructions: "Shelves of books.\nMore."})
	for i := range n {
		s.AddTool(&mcp.Tool{
			Name:        fmt.Sprintf("get_book_%03d", i),
			Description: fmt.Sprintf("Gets book %d.", i),
			InputSchema: json.RawMessage(zoneAt),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
		}, nil)
	}
	return s
}

// checkShelves checks what was imported from a server of 40 tools.
func checkShelves(t *testing.T, r *imports.Report, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	importtest.Check(t, r)
	seen := map[string]bool{}
	for _, s := range r.Sets {
		if s.Title == "" || !strings.HasPrefix(s.Name, "shelves/") || s.About != "Shelves of books." {
			t.Errorf("a set is %q, %q, %q", s.Name, s.Title, s.About)
		}
		for _, tool := range s.Tools {
			seen[tool.Name] = true
			if string(tool.Parameters) != zoneAt {
				t.Errorf("parameters are %s, want %s", tool.Parameters, zoneAt)
			}
		}
	}
	if len(seen) != 40 || len(r.Skipped) > 0 {
		t.Errorf("%d of 40 tools; %v", len(seen), r.Skipped)
	}
}

func TestMCPURL(t *testing.T) {
	s := shelves(40, 7)
	for name, handler := range map[string]*httptest.Server{
		"streamable": httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)),
		"json":       httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{JSONResponse: true})),
		"events":     httptest.NewServer(mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return s }, nil)),
	} {
		t.Run(name, func(t *testing.T) {
			defer handler.Close()
			defer handler.CloseClientConnections()
			r, err := FromURL(context.Background(), handler.URL, nil, nil)
			checkShelves(t, r, err)
		})
	}
}

func TestMCPURLRefuses(t *testing.T) {
	for _, address := range []string{"", "file:///etc/passwd", "not an address", "http://"} {
		if _, err := FromURL(context.Background(), address, nil, nil); err == nil || !strings.Contains(err.Error(), "not the address of a tool server") {
			t.Errorf("%q: %v", address, err)
		}
	}
	limits := liveLimits{start: time.Minute, page: time.Minute, end: time.Minute, pages: 10, bytes: 1 << 20}
	for name, c := range map[string]struct {
		answer roundTrip
		want   string
	}{
		"not found": {answering(http.StatusNotFound, "text/plain", strings.NewReader("")), "the server cannot be reached: "},
		"a page":    {answering(http.StatusOK, "text/html; charset=utf-8", strings.NewReader("<html>")), "it answers with a page (text/html; charset=utf-8), not with JSON"},
		"silence": {func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, context.Cause(r.Context())
		}, "no answer within 1m0s"},
		"a flood": {answering(http.StatusOK, "application/json", endless{}), "the server sent more than"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				_, err := fromURL(t.Context(), "https://me:secret@shelf.example/mcp", nil, c.answer, limits)
				var e *imports.Error
				if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
					t.Errorf("%v, not %s", err, c.want)
				}
			})
		})
	}
}

// A connection that ends is told in words, although the library only says EOF.
func TestConnectionEnds(t *testing.T) {
	a := asking{source: "x", limits: liveLimits{start: time.Minute, end: time.Minute}, abandon: func() {}}
	_, err := a.tools(t.Context(), ended{}, nil)
	if want := "x: the server cannot be reached: the connection ended before there was an answer"; err == nil || err.Error() != want {
		t.Errorf("%v, not %s", err, want)
	}
}

// ended is a connection on which nothing comes.
type ended struct{}

func (e ended) Connect(context.Context) (mcp.Connection, error) { return e, nil }
func (ended) Read(context.Context) (jsonrpc.Message, error)     { return nil, io.EOF }
func (ended) Write(context.Context, jsonrpc.Message) error      { return nil }
func (ended) Close() error                                      { return nil }
func (ended) SessionID() string                                 { return "" }

// roundTrip answers requests without a network.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func answering(status int, kind string, body io.Reader) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(body), Request: r}, nil
	}
}

// endless is a text that does not end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestServerProcess is no test: it is the server of the tests below, which
// start this program again.
func TestServerProcess(t *testing.T) {
	kind, child := flag.Arg(0), flag.Arg(1)
	switch kind {
	case "":
		t.Skip("it serves other tests")
	case "dies":
		fmt.Fprintln(os.Stderr, "cannot open \x1b[31mthe shelf")
		os.Exit(3)
	case "babbles":
		fmt.Println("welcome to the shelves")
		time.Sleep(time.Minute)
	case "floods":
		for {
			fmt.Printf("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/x\", \"params\": {\"x\": %q}}\n", strings.Repeat("x", 10_000))
		}
	case "silent":
		time.Sleep(time.Minute)
	case "leaves": // its child leaves the group, and holds the output open
		sleep := exec.Command("setsid", "sleep", "20")
		sleep.Stdout = os.Stdout
		if err := sleep.Start(); err != nil {
			t.Fatal(err)
		}
	case "stays": // it does not end when its input does, nor does its child
		sleep := exec.Command("sleep", "60")
		sleep.Stdout = os.Stdout // holds the output open
		if err := sleep.Start(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(child, []byte(strconv.Itoa(sleep.Process.Pid)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := shelves(40, 7)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if method != "tools/list" {
				return next(ctx, method, r)
			}
			cursor := r.GetParams().(*mcp.ListToolsParams).Cursor
			switch kind {
			case "slow":
				time.Sleep(time.Minute)
			case "endless", "again":
				page := len(cursor)
				if kind == "again" {
					page = 0
				}
				return &mcp.ListToolsResult{NextCursor: strings.Repeat("x", page+1), Tools: []*mcp.Tool{{Name: fmt.Sprint("get_page_", page), Description: "One more.", InputSchema: map[string]any{"type": "object"}}}}, nil
			}
			return next(ctx, method, r)
		}
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if kind == "stays" {
		time.Sleep(time.Minute)
	}
	os.Exit(0)
}

// serving is the command of a server of a kind.
func serving(kind, child string) []string {
	return []string{os.Args[0], "-test.run=^TestServerProcess$", kind, child}
}

func TestMCPCommand(t *testing.T) {
	limits := liveLimits{start: 20 * time.Second, page: 20 * time.Second, end: 200 * time.Millisecond, drain: 200 * time.Millisecond, pages: 9, bytes: 4 << 20}
	for _, c := range []struct{ kind, want, note string }{
		{"pages", "", ""},
		{"stays", "", ""},
		{"leaves", "", ""},
		{"endless", "", "more than 9 pages"},
		{"again", "", "repeated page 2"},
		{"slow", "page 1 of the tools was not answered: no answer within 300ms", ""},
		{"dies", "the server cannot be reached", ""},
		{"babbles", "the server cannot be reached", ""},
		{"floods", "", ""},
		{"silent", "no answer within", ""},
	} {
		t.Run(c.kind, func(t *testing.T) {
			if _, err := exec.LookPath("setsid"); c.kind == "leaves" && err != nil {
				t.Skip(err)
			}
			t.Parallel()
			child := filepath.Join(t.TempDir(), "child")
			limits := limits
			switch c.kind {
			case "silent":
				limits.start = 300 * time.Millisecond
			case "slow":
				limits.page = 300 * time.Millisecond
			}
			start := time.Now()
			r, err := fromCommand(context.Background(), serving(c.kind, child), limits)
			if took := time.Since(start); took > 15*time.Second {
				t.Errorf("it took %s", took)
			}
			var e *imports.Error
			switch {
			case c.kind == "floods":
				if !errors.As(err, &e) {
					t.Errorf("the error is %v", err)
				}
			case c.want != "":
				if !errors.As(err, &e) || !strings.Contains(e.Message, c.want) {
					t.Errorf("the error is %v, not %s", err, c.want)
				}
				if c.kind == "dies" && e.Hint != "the server said: cannot open [31mthe shelf" {
					t.Errorf("the hint is %q", e.Hint)
				}
			case c.note != "":
				if err != nil || !strings.Contains(fmt.Sprint(r.Notes), c.note) {
					t.Errorf("%v, %v", err, r)
				}
			default:
				checkShelves(t, r, err)
			}
			if pid, err := os.ReadFile(child); err == nil && alive(string(pid)) {
				t.Errorf("what the server started, %s, outlives it", pid)
			} else if c.kind == "stays" && err != nil {
				t.Error(err)
			}
		})
	}
}

// alive reports whether a process runs, on systems that tell so in /proc; one that
// has ended and that nobody has waited for does not.
func alive(pid string) bool {
	for range 20 {
		status, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
		if err != nil || strings.Contains(string(status), ") Z ") {
			return false
		}
		time.Sleep(50 * time.Millisecond)
	}
	return true
}

func TestMCPCommandEnds(t *testing.T) {
	if _, err := FromCommand(context.Background(), nil); err == nil {
		t.Error("no command is started")
	}
	if _, err := FromCommand(context.Background(), []string{"/no/such/program; true"}); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("a program that does not exist: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := FromCommand(ctx, serving("silent", ""))
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %s after the context had ended", took)
	}
	var e *imports.Error
	if !errors.As(err, &e) || e.Message != context.DeadlineExceeded.Error() {
		t.Errorf("the error is %v", err)
	}
}

// A server of a package registry, started as users start it.
func TestMCPRealServer(t *testing.T) {
	npx, err := exec.LookPath("npx")
	if !*importtest.Exhaustive || err != nil {
		t.Skip("only with -exhaustive: it needs npx and a network")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	const pkg = "@modelcontextprotocol/server-everything@2026.8.31"
	if out, err := exec.CommandContext(ctx, "npm", "view", pkg, "version").CombinedOutput(); err != nil || len(out) == 0 {
		t.Skipf("the registry cannot be reached: %v: %s", err, out)
	}
	r, err := FromCommand(ctx, []string{npx, "-y", pkg})
	if err != nil {
		t.Fatal(err)
	}
	importtest.Check(t, r)
	var names []string
	for _, s := range r.Sets {
		for _, tool := range s.Tools {
			names = append(names, tool.Name)
		}
	}
	if len(names) < 4 || !strings.Contains(strings.Join(names, " "), "echo") {
		t.Errorf("the tools are %s", names)
	}
	t.Logf("%d sets of %d tools: %s; skipped %v; notes %v", len(r.Sets), len(names), names, r.Skipped, r.Notes)
}

func FuzzMCP(f *testing.F) {
	for _, name := range []string{"shelf.json", "pages.jsonl"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"tools": [{"name": "a", "inputSchema": {"properties": {"x": {"$ref": "#"}, "y": {"allOf": [{"$ref": "#/properties/x"}]}}}}]}`))
	f.Add([]byte(`[{"name": "list_bs", "annotations": {"readOnlyHint": true}, "inputSchema": {"properties": {"f": {"enum": [1, "a", true, null]}}}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Import(context.Background(), "f.json", data)
		var e *imports.Error
		switch {
		case err == nil:
			importtest.Check(t, r)
		case errors.Is(err, imports.ErrNothing):
		case !errors.As(err, &e) || strings.ContainsAny(err.Error(), "\r\n"):
			t.Fatalf("%q: %v", data, err)
		}
	})
}
