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

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The page is looked at in a real browser by
//
//	go test -tags browser ./eval/report -run Browser [-args -shots FOLDER]
//
// It is behind a tag, so that nobody builds the client of a browser who has none.
var (
	browserPath = flag.String("browser", "", "the browser; looked for where none is named")
	shots       = flag.String("shots", "", "a folder for screenshots")
	page        = flag.String("page", "", "look at this page, and at nothing else")
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
	answer, err := chromedp.Run(w.Context, action)
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
}{{"desktop-light", 1280, "light"}, {"desktop-dark", 1280, "dark"}, {"phone-light", 360, "light"}, {"phone-dark", 360, "dark"}}

func (w *watched) look(t *testing.T, width int64, scheme string) {
	t.Helper()
	run(t, w, chromedp.EmulateViewport(width, 900))
	call(t, w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

func (w *watched) shot(t *testing.T, name string) {
	t.Helper()
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

func TestBrowserShots(t *testing.T) {
	if *page == "" {
		t.Skip("no page is named")
	}
	w := browse(t)
	for _, l := range looks {
		w.look(t, l.width, l.scheme)
		w.open(t, *page)
		w.shot(t, l.name)
		for _, id := range []int{1, 85} {
			ask[int](t, w, fmt.Sprintf(`location.hash = "failure-%d"; document.getElementById("failure-%d").open=true; 0`, id, id))
			picture := run(t, w, chromedp.Screenshot(fmt.Sprintf("#failure-%d", id)))
			os.WriteFile(filepath.Join(*shots, fmt.Sprintf("%s-failure-%d.png", l.name, id)), picture, 0o644)
		}
	}
	t.Log(w.noted())
}
