// Package bars draws the progress of a command on the last line of a terminal.
//
// A [Terminal] is where the line stands: whatever else is written goes above it. [Bars]
// draws what a [progress.Counter] counts, fitted to the width of the terminal at that
// moment. All methods are safe for concurrent use.
package bars

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"switchyard/internal/progress"
	"switchyard/internal/prose"
)

// Bars implements [progress.Watcher]. While parts overlap, the one that began first is
// shown.
type Bars struct {
	on *Terminal

	mu      sync.Mutex
	active  []*progress.Counter
	stop    chan struct{} // ends the drawing
	stopped chan struct{}
}

// On returns bars that are drawn on a terminal.
func On(t *Terminal) *Bars { return &Bars{on: t} }

// redraw is the time between two drawings.
const redraw = 100 * time.Millisecond

// Begin implements [progress.Watcher].
func (b *Bars) Begin(c *progress.Counter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.active = append(b.active, c); len(b.active) == 1 {
		b.stop, b.stopped = make(chan struct{}), make(chan struct{})
		shown := newMeter(c)
		b.on.draw(shown.line)
		go b.draw(shown, b.stop, b.stopped)
	}
}

// End implements [progress.Watcher]. After the last part, nothing is left of the line.
func (b *Bars) End(c *progress.Counter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.active, c)
	if i < 0 {
		return
	}
	if b.active = slices.Delete(b.active, i, i+1); len(b.active) > 0 {
		return
	}
	close(b.stop)
	b.mu.Unlock() // the drawing may wait for it
	<-b.stopped
	b.mu.Lock()
}

// first returns the part of the work that is shown. It returns nil when no part is active.
func (b *Bars) first() *progress.Counter {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.active) == 0 {
		return nil
	}
	return b.active[0]
}

// draw draws until it is stopped.
func (b *Bars) draw(shown *meter, stop, stopped chan struct{}) {
	defer close(stopped)
	defer b.on.erase()
	tick := time.NewTicker(redraw)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		if c := b.first(); c != nil {
			if shown.Counter != c {
				shown = newMeter(c)
			}
			b.on.draw(shown.line)
		}
	}
}

// meter writes the line of a part.
type meter struct {
	*progress.Counter
	bar *progressbar.ProgressBar
}

func newMeter(c *progress.Counter) *meter {
	return &meter{c, progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(io.Discard),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString(c.Noun),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionUseANSICodes(true), // it would write blanks otherwise
		progressbar.OptionSpinnerCustom([]string{"|", "/", "-", `\`}),
		progressbar.OptionSetSpinnerChangeInterval(0), // it would draw by itself otherwise
	)}
}

// line writes the line for a width. Where there is little room, the bar is left out first,
// then further words, then how much is done.
func (m *meter) line(width int) string {
	done, total := m.Far()
	if total > 0 {
		m.bar.ChangeMax64(max(total, done+1)) // the bar ends by itself when it is full
	}
	_ = m.bar.Set64(done) // a bar that cannot be drawn is no reason to fail
	far := prose.Thousands(int(done))
	if m.Total > 0 {
		far += " of " + prose.Thousands(int(m.Total))
	}
	words := []string{strings.TrimSpace(m.Doing + " " + far + " " + m.Noun)}
	if done == 0 && total == 0 && m.Doing != "" {
		words[0] = m.Doing
	}
	if m.Beside != nil {
		words = append(words, m.Beside()...)
	}
	for {
		line := m.render(0, words)
		spare := width - len(line) - len("[] ")
		switch {
		case spare >= 5 && total > 0:
			return m.render(min(spare, 30), words)
		case spare >= 0 || len(words) == 0:
			return line[:max(0, min(width, len(line)))]
		}
		words = words[:len(words)-1]
	}
}

// render writes the line with a bar of a width, 0 for none. All its characters are as wide
// as one column.
func (m *meter) render(bar int, words []string) string {
	theme := progressbar.Theme{Saucer: "=", SaucerHead: ">", SaucerPadding: " "}
	if bar > 0 {
		theme.BarStart, theme.BarEnd = "[", "]"
	}
	for _, set := range []progressbar.Option{progressbar.OptionSetWidth(bar), progressbar.OptionSetTheme(theme)} {
		set(m.bar)
	}
	m.bar.Describe(strings.Join(words, ", "))
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, strings.NewReplacer("\r", "", "\x1b[0K", "").Replace(m.bar.String())))
}

// Terminal keeps the lines of several goroutines apart, and a line of
// progress, if there is one, below everything else.
type Terminal struct {
	mu    sync.Mutex
	w     io.Writer
	drawn int // columns of the line of progress
}

// NewTerminal returns the terminal that is reached through w. Its width is that of w if w is
// a file, or else 80 columns.
func NewTerminal(w io.Writer) *Terminal { return &Terminal{w: w} }

// Write implements [io.Writer].
func (t *Terminal) Write(p []byte) (int, error) { return t.above(t.w, p) }

// above writes text above the line of progress, which is drawn again later.
func (t *Terminal) above(w io.Writer, p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
	return w.Write(p)
}

// width returns how many columns the terminal has now.
func (t *Terminal) width() int {
	const usual = 80
	if f, ok := t.w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return usual
}

// draw draws the line of progress. The last column stays free, because terminals go to the
// next line after it. Nothing but blanks is used to clear a line, so that it works without
// control sequences.
func (t *Terminal) draw(line func(width int) string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	width := t.width() - 1
	text := line(width)
	n := len(text)
	fmt.Fprintf(t.w, "\r%s%*s\r", text, max(0, min(t.drawn, width)-n), "")
	t.drawn = n
}

// erase removes the line of progress.
func (t *Terminal) erase() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
}

func (t *Terminal) clear() {
	if t.drawn > 0 {
		fmt.Fprintf(t.w, "\r%*s\r", min(t.drawn, t.width()-1), "")
		t.drawn = 0
	}
}

// Beside returns another output on the same terminal.
func (t *Terminal) Beside(w io.Writer) io.Writer { return beside{t, w} }

type beside struct {
	on *Terminal
	w  io.Writer
}

// Write implements [io.Writer].
func (b beside) Write(p []byte) (int, error) { return b.on.above(b.w, p) }
