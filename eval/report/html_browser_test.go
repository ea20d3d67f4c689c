//go:build browser

package report

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"switchyard/eval"
	"switchyard/mission"
)

// The page is looked at in a real browser by
//
//	go test -tags browser ./eval/report -run Browser [-args -shots FOLDER]
//
// It is behind a tag, so that nobody builds the client of a browser who has none.
var (
	browserPath = flag.String("browser", "", "the browser; looked for where none is named")
	shots       = flag.String("shots", "", "a folder for screenshots")
	page        = flag.String("page", "", "a page to look at")
)

// findBrowser is a browser that can be driven; empty when there is none.
func findBrowser() string {
	names := []string{"chrome-headless-shell", "headless-shell", "headless_shell", "chromium", "chromium-browser", "google-chrome",
		"google-chrome-stable", "chrome", "msedge", "microsoft-edge"}
	if *browserPath != "" {
		names = []string{*browserPath}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	home, _ := os.UserHomeDir()
	places := []string{home + "/.cache/puppeteer/*/*/*/chrome-headless-shell", home + "/.cache/puppeteer/*/*/*/chrome",
		home + "/.cache/ms-playwright/*/*/headless_shell", home + "/.cache/ms-playwright/*/*/chrome", "/opt/google/chrome/chrome"}
	switch runtime.GOOS {
	case "darwin":
		places = append(places, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium")
	case "windows":
		places = append(places, `C:\Program Files*\Google\Chrome\Application\chrome.exe`, `C:\Program Files*\Microsoft\Edge\Application\msedge.exe`)
	}
	for _, place := range places {
		if found, err := filepath.Glob(place); err == nil && len(found) > 0 && *browserPath == "" {
			return found[0]
		}
	}
	return ""
}

// watched is a tab, and everything that it did which a page of ours must not do.
type watched struct {
	context.Context
	mu   sync.Mutex
	seen []string
}

// browse starts a browser with one tab.
func browse(t *testing.T) *watched {
	t.Helper()
	path := findBrowser()
	if path == "" {
		t.Skip("there is no browser here")
	}
	ctx, stop := chromedp.NewExecAllocator(t.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("no-zygote", true), chromedp.Flag("in-process-gpu", true), chromedp.Flag("hide-scrollbars", true),
		chromedp.UserDataDir(t.TempDir()))...)
	t.Cleanup(stop)
	w := &watched{}
	ctx, closeTab := chromedp.NewContext(ctx, chromedp.WithListener(w.see))
	t.Cleanup(closeTab)
	w.Context = ctx
	call(t, w, network.Enable, network.EnableParams{})
	call(t, w, log.Enable, cdp.Empty{})
	call(t, w, cdpruntime.Enable, cdp.Empty{})
	return w
}

// see notes what a page must not do.
func (w *watched) see(event any) {
	note := func(format string, args ...any) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.seen = append(w.seen, fmt.Sprintf(format, args...))
	}
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if e.Type != network.ResourceTypeDocument && !strings.HasPrefix(e.Request.URL, "data:") || strings.HasPrefix(e.Request.URL, "http") {
			note("a request of %.200s", e.Request.URL)
		}
	case *cdpruntime.EventConsoleAPICalled:
		note("the console says %s", e.Type)
	case *cdpruntime.EventExceptionThrown:
		note("an exception: %v", e.ExceptionDetails)
	case *log.EventEntryAdded:
		note("the browser says %s: %s", e.Entry.Level, e.Entry.Text)
	}
}

// noted is what was seen since it was asked last.
func (w *watched) noted() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen := w.seen
	w.seen = nil
	return seen
}

// run does something in the tab.
func run[T any](t *testing.T, w *watched, action chromedp.Action[T]) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(w.Context, 30*time.Second)
	defer cancel()
	answer, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func call[P, R any](t *testing.T, w *watched, command cdp.Command[P, R], p P) {
	t.Helper()
	if _, err := chromedp.Call(w.Context, command, p); err != nil {
		t.Fatal(err)
	}
}

// ask evaluates an expression in the tab.
func ask[T any](t *testing.T, w *watched, expression string) T {
	t.Helper()
	return run(t, w, chromedp.Evaluate[T](expression))
}

func (w *watched) open(t *testing.T, file string) {
	t.Helper()
	run(t, w, chromedp.Navigate((&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()))
}

// looks are the ways in which a page is looked at.
var looks = []struct {
	name   string
	width  int64
	scheme string
}{{"desktop-light", 1280, "light"}, {"desktop-dark", 1280, "dark"}, {"tablet-light", 768, "light"}, {"tablet-dark", 768, "dark"},
	{"phone-light", 360, "light"}, {"phone-dark", 360, "dark"}}

func (w *watched) look(t *testing.T, width int64, scheme string) {
	t.Helper()
	run(t, w, chromedp.EmulateViewport(width, 900))
	call(t, w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

// tallest is the height of the tallest picture that browsers make, in pixels.
const tallest = 65_000

func (w *watched) shot(t *testing.T, name string) {
	t.Helper()
	// What was changed is laid out with the next frame.
	run(t, w, chromedp.Evaluate[*int](`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))`, chromedp.EvalAwaitPromise))
	if tall := ask[int](t, w, `document.documentElement.scrollHeight`); tall > tallest {
		t.Logf("%s: %d pixels are too tall for a picture", name, tall)
		return
	}
	picture := run(t, w, chromedp.FullScreenshot(90))
	if len(picture) < 10_000 {
		t.Errorf("%s: a picture of %d bytes", name, len(picture))
	}
	if *shots != "" {
		if err := os.WriteFile(filepath.Join(*shots, name+".jpg"), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// saved is a page in a file.
func saved(t *testing.T, text string) string {
	t.Helper()
	r, failures := pageWith(t, text)
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(htmlOf(t, r, failures)), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// faint lists texts that have less contrast than 4.5 to 1 with what is behind
// them; drawings are left out, for their colours are checked elsewhere.
const faint = `(() => {
	const linear = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
	const read = c => { const m = c.match(/[\d.]+/g).map(Number); return {l: 0.2126*linear(m[0]) + 0.7152*linear(m[1]) + 0.0722*linear(m[2]), a: m.length < 4 ? 1 : m[3]}; };
	const behind = e => { for (; e; e = e.parentElement) { const b = read(getComputedStyle(e).backgroundColor); if (b.a > 0) return b.l; } return 1; };
	const list = [];
	for (const e of document.querySelectorAll("body *:not(svg, svg *, script, option)")) {
		if (!Array.from(e.childNodes).some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
		const x = read(getComputedStyle(e).color).l, y = behind(e);
		if ((Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05) < 4.5) list.push(e.tagName + "." + e.className + ": " + e.textContent.slice(0, 40));
	}
	return list;
})()`

// names is a text with names as endpoints and tools have them.
const names = "gpt-4o-mini-2024-07-18 search_flights_by_airport_code Accomplished understanding"

// broken lists words of at most 20 letters that do not stand on one line.
const broken = `(() => {
	const list = [], range = document.createRange();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; n = walk.nextNode();) {
		if (n.parentElement.closest("script, svg, option") || !n.parentElement.checkVisibility()) continue;
		for (const m of n.data.matchAll(/[\p{L}\p{N}_]{2,20}(?![\p{L}\p{N}_])/gu)) {
			if (m.index > 0 && /[\p{L}\p{N}_]/u.test(n.data[m.index - 1])) continue;
			range.setStart(n, m.index); range.setEnd(n, m.index + m[0].length);
			if (new Set(Array.from(range.getClientRects(), r => Math.round(r.top))).size > 1) list.push(m[0] + " in " + n.parentElement.tagName);
		}
	}
	return list;
})()`

// unseen lists cells of tables that can neither be seen nor be scrolled to where a line
// says so, and, on a phone, those that stand there without the head of their column.
const unseen = `(() => {
	const list = [], phone = innerWidth <= 600;
	for (const cell of document.querySelectorAll("td, th[scope=row]")) {
		if (!cell.checkVisibility() || cell.closest("thead")) continue;
		const box = cell.closest(".scroll"), r = cell.getBoundingClientRect();
		if (r.right > innerWidth + 1 && !(box && !phone && box.classList.contains("more"))) list.push(cell.textContent.slice(0, 40));
		if (phone && box && cell.tagName === "TD" && getComputedStyle(cell, "::before").content.length < 3) list.push("no head: " + cell.textContent.slice(0, 40));
	}
	return list;
})()`

func TestBrowser(t *testing.T) {
	w := browse(t)
	for _, text := range []string{"plain", names, inert} {
		file := saved(t, text)
		for _, l := range looks {
			w.look(t, l.width, l.scheme)
			w.open(t, file)
			l.name += map[string]string{names: "-names", inert: "-hostile"}[text]
			w.shot(t, l.name)
			ask[int](t, w, `document.querySelectorAll("details").forEach(d => d.open = true); 0`)
			w.shot(t, l.name+"-open")
			if wide := ask[int64](t, w, `document.documentElement.scrollWidth`); wide != l.width {
				t.Errorf("%s: the page is %d wide, not %d", l.name, wide, l.width)
			}
			if hacked := ask[string](t, w, `typeof window.hacked`); hacked != "undefined" {
				t.Fatalf("%s: what was said ran", l.name)
			}
			if odd := ask[int](t, w, `document.querySelectorAll("script").length - 1 + document.querySelectorAll("img, iframe, object, embed, [style]").length`); odd != 0 {
				t.Errorf("%s: %d elements that are not ours", l.name, odd)
			}
			for _, said := range ask[[]string](t, w, unseen) {
				t.Errorf("%s: cannot be seen: %s", l.name, said)
			}
			if text != inert { // which has words that no line can hold
				for _, said := range ask[[]string](t, w, broken) {
					t.Errorf("%s: broken in the middle: %s", l.name, said)
				}
			}
			for _, said := range ask[[]string](t, w, faint) {
				t.Errorf("%s: cannot be read: %s", l.name, said)
			}
			for _, said := range w.noted() {
				t.Errorf("%s: %s", l.name, said)
			}
		}
	}
}

func TestBrowserScript(t *testing.T) {
	w := browse(t)
	file := saved(t, "plain")
	w.look(t, 1280, "light")
	w.open(t, file)
	// A click on a head sorts by it: the greatest first, then the least.
	const names = `Array.from(document.querySelectorAll("#board-1 table")[0].tBodies[0].rows, r => r.cells[0].querySelector("bdi").textContent)`
	const head = `document.querySelectorAll("#board-1 table")[0].tHead.rows[0].cells[%d].querySelector("button").click()`
	for _, c := range []struct {
		column int
		want   string
	}{{1, "model one, result plain"}, {1, "result plain, model one"}, {0, "model one, result plain"}, {0, "result plain, model one"}} {
		ask[*int](t, w, fmt.Sprintf(head, c.column))
		if got := strings.Join(ask[[]string](t, w, names), ", "); got != c.want {
			t.Errorf("column %d: %s, want %s", c.column, got, c.want)
		}
	}
	// Names are copied whole, also those in heads that sort, and so are commands.
	for _, c := range []struct{ what, want string }{{"#board-1 tbody th bdi", "result plain"}, {".faults thead bdi", "model one"},
		{"#board-1 details.more thead th + th bdi", "model one"}, {"#failure-1 .id", "entry plain#2"}, {"#failure-1 .command code", "switchyard tree 'dataset plain' --entry 'entry plain' --mission 2"}} {
		got := ask[string](t, w, fmt.Sprintf(`(() => { document.querySelectorAll("details").forEach(d => d.open = true);
			const s = getSelection(); s.selectAllChildren(document.querySelector(%q)); const t = s.toString(); s.removeAllRanges(); return t })()`, c.what))
		able := ask[bool](t, w, fmt.Sprintf(`(() => { const e = document.querySelector(%q); return !e.closest("button") && getComputedStyle(e).userSelect !== "none" })()`, c.what))
		if got != c.want || !able {
			t.Errorf("%s: %q is copied, want %q; it can be selected: %v", c.what, got, c.want, able)
		}
	}
	ask[int](t, w, `document.querySelectorAll("details").forEach(d => d.open = false); 0`)
	// Failures are chosen by their first error.
	const visible = `Array.from(document.querySelectorAll("details.failure")).filter(d => d.checkVisibility()).map(d => d.id)`
	choose := func(name, value string) {
		ask[bool](t, w, fmt.Sprintf(`(() => { const s = document.querySelector("#choose select[name=%s]"); s.value = %q; return s.dispatchEvent(new Event("change", {bubbles: true})) })()`, name, value))
	}
	for _, c := range []struct{ name, value, want, told string }{
		{"fault", string(eval.WrongTool), "failure-2", "1 of 4"}, {"kind", string(mission.KindClarify), "failure-2", "1 of 4"},
		{"fault", "", "failure-1 failure-2 failure-3 failure-4", "4 of 4"}, {"result", "0", "failure-1 failure-2 failure-3 failure-4", "4 of 4"},
	} {
		choose(c.name, c.value)
		if got, told := strings.Join(ask[[]string](t, w, visible), " "), ask[string](t, w, `document.getElementById("chosen").textContent`); got != c.want || told != c.told {
			t.Errorf("%s %q: %s (%s), want %s (%s)", c.name, c.value, got, told, c.want, c.told)
		}
	}
	// An address opens a failure; a touch of a cell tells what it is.
	ask[string](t, w, `location.hash = "failure-2"`)
	run(t, w, chromedp.Poll[bool](`document.getElementById("failure-2").open`))
	if told := ask[string](t, w, `(() => { const f = document.querySelector("figure.pyramid"); f.querySelector("rect").dispatchEvent(new Event("click", {bubbles: true})); return f.querySelector("output").textContent })()`); !strings.HasPrefix(told, "single: ") {
		t.Errorf("a touch tells %q", told)
	}
	for _, said := range w.noted() {
		t.Error(said)
	}
}

// Without a script, everything can be read, and nothing is there that does
// nothing.
func TestBrowserWithoutScript(t *testing.T) {
	w := browse(t)
	call(t, w, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	w.look(t, 1280, "light")
	w.open(t, saved(t, "plain"))
	ask[*int](t, w, `document.querySelector("#failure-2 > summary").click()`)
	for what, want := range map[string]bool{"#failure-1 .message": false, "#failure-2 .message.left": true, "#choose": false, "#board-1 td": true} {
		if got := ask[bool](t, w, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, what)); got != want {
			t.Errorf("%s: visible is %v", what, got)
		}
	}
	if n := ask[int](t, w, `document.querySelectorAll("button").length`); n != 0 {
		t.Errorf("%d buttons do nothing", n)
	}
	for _, said := range w.noted() {
		if !strings.Contains(said, "script") {
			t.Error(said)
		}
	}
}

// TestBrowserPage looks at a page that somebody made.
func TestBrowserPage(t *testing.T) {
	if *page == "" {
		t.Skip("no page is named")
	}
	w := browse(t)
	for _, l := range looks {
		w.look(t, l.width, l.scheme)
		w.open(t, *page)
		w.shot(t, l.name)
	}
	for _, said := range w.noted() {
		t.Error(said)
	}
}
