package figures

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"switchyard/internal/prose"
)

// panel is one histogram of request lengths.
type panel struct {
	name   string
	bins   []int
	n      int
	median int
}

const (
	mostBins    = 60
	panelHeight = 168
)

// requestLengths shows how many words requests have: those that open an entry, and those
// that may refer to earlier ones.
func requestLengths(c *Counts) *Figure {
	longest, shown, beyond := extent(c.First, c.Later)
	step := stepFor(shown, mostBins)
	var panels []panel
	for _, p := range []struct {
		name   string
		counts map[int]int
	}{{"the first request of an entry", c.First}, {"later requests", c.Later}} {
		if len(p.counts) > 0 {
			panels = append(panels, panelOf(p.name, p.counts, step, shown))
		}
	}
	if len(panels) == 0 {
		return nil
	}
	f := &Figure{Name: "request-lengths", Title: "Request lengths", height: headHeight + panelHeight*float64(len(panels)) + 48}
	f.Alt = "Words in a request."
	for _, p := range panels {
		f.Alt += fmt.Sprintf(" %s: %s, median %s.", upper(p.name), prose.Count(p.n, "request", "requests"), prose.Count(p.median, "word", "words"))
	}
	f.Alt += fmt.Sprintf(" The longest has %s.", prose.Count(longest, "word", "words"))
	f.draw = func(s *sheet) {
		explain := "Share of requests by their number of words"
		if beyond > 0 {
			explain += fmt.Sprintf("; %s, of up to %s, not shown", prose.Count(beyond, "longer one", "longer ones"), prose.Count(longest, "word", "words"))
		}
		s.head(f.Title, explain)
		most := 1e-9
		for _, p := range panels {
			most = max(most, float64(slices.Max(p.bins))/float64(p.n))
		}
		for i := range panels {
			s.panel(headHeight+panelHeight*float64(i), &panels[i], step, most)
		}
		s.words(headHeight+panelHeight*float64(len(panels)), len(panels[0].bins), step)
	}
	return f
}

// extent returns the greatest length, the greatest one to show, and the number of longer
// ones. A few very long requests are not shown, because they would compress the rest.
func extent(all ...map[int]int) (longest, shown, beyond int) {
	counts := map[int]int{}
	total := 0
	for _, m := range all {
		for n, times := range m {
			counts[n] += times
			total += times
		}
	}
	lengths := slices.Sorted(maps.Keys(counts))
	for _, shown := range slices.Backward(lengths) {
		longest = max(longest, shown)
		if (beyond+counts[shown])*200 > total { // half a percent
			if longest > 2*shown {
				return longest, shown, beyond
			}
			break
		}
		beyond += counts[shown]
	}
	return longest, longest, 0
}

// stepFor returns the least of 1, 2, 5, 10, 20, … that divides the whole into at most this
// many steps.
func stepFor(whole, most int) int {
	for unit := 1; ; unit *= 10 {
		for _, step := range []int{unit, 2 * unit, 5 * unit} {
			if whole/step < most {
				return step
			}
		}
	}
}

func panelOf(name string, counts map[int]int, step, longest int) panel {
	p := panel{name: name, bins: make([]int, longest/step+1)}
	for n, times := range counts {
		if n <= longest {
			p.bins[n/step] += times
		}
		p.n += times
	}
	left := (p.n + 1) / 2
	for _, n := range slices.Sorted(maps.Keys(counts)) {
		if left -= counts[n]; left <= 0 {
			p.median = n
			break
		}
	}
	return p
}

const lengthsLeft, lengthsRight = 70.0, Width - margin

// panel draws one histogram; most is the largest share of a bin in any panel.
func (s *sheet) panel(y float64, p *panel, step int, most float64) {
	// The title is at the top, then the label of the median, then the bars, so that
	// they never overlap.
	const top, high = 48, panelHeight - 48 - 16
	base := y + top + high
	small := style{size: 11.5, colour: s.s.muted}
	ticks := stepFor(int(math.Ceil(100*most)), 3)
	for share := ticks; float64(share) < 100*most; share += ticks {
		at := base - high*float64(share)/(100*most)
		s.stroke(1, s.s.line, [2]float64{lengthsLeft, at}, [2]float64{lengthsRight, at})
		s.text(lengthsLeft-8, at+4, small.ended(), strconv.Itoa(share)+" %")
	}
	width := (lengthsRight - lengthsLeft) / float64(len(p.bins))
	for i, n := range p.bins {
		if n > 0 {
			tall := high * float64(n) / float64(p.n) / most
			s.rect(lengthsLeft+width*float64(i)+0.75, base-tall, width-1.5, tall, s.s.accent)
		}
	}
	s.stroke(1, s.s.muted, [2]float64{lengthsLeft, base}, [2]float64{lengthsRight, base})
	at := min(lengthsRight, lengthsLeft+width*(float64(p.median)+0.5)/float64(step))
	s.stroke(1.5, s.s.ink, [2]float64{at, base}, [2]float64{at, y + top - 18})
	said := "median " + prose.Count(p.median, "word", "words")
	label := s.label()
	if at+8+s.wide(label, said) > lengthsRight {
		at, label = at-16, label.ended()
	}
	s.text(at+8, y+top-8, label, said)
	name := upper(p.name)
	s.text(margin, y+14, s.label().strong(), name)
	s.text(margin+s.wide(s.label().strong(), name)+10, y+14, s.explain(), prose.Count(p.n, "request", "requests"))
}

// words draws the axis below the panels.
func (s *sheet) words(y float64, bins, step int) {
	whole := bins * step
	width := (lengthsRight - lengthsLeft) / float64(whole)
	small := style{size: 11.5, colour: s.s.muted}
	for n := 0; n < whole; n += stepFor(whole, 14) {
		s.text(lengthsLeft+width*(float64(n)+0.5), y+4, small.centred(), prose.Thousands(n))
	}
	s.text((lengthsLeft+lengthsRight)/2, y+26, small.centred(), "words in a request")
}

func upper(s string) string { return string(s[0]-'a'+'A') + s[1:] }
