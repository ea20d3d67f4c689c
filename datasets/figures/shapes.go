package figures

import (
	"fmt"
	"math"
	"strconv"
	"switchyard/internal/prose"
)

// mostCells is the number of different depths and widths; greater ones share the last
// cell.
const mostCells = 10

// heat is missions by the depth and width of their graphs.
type heat struct {
	cells       map[Shape]int
	deep, wide  int // the greatest that occur
	total       int
	least, most int // of the cells that are not empty
	top         Shape
}

func heatOf(c *Counts) heat {
	h := heat{cells: map[Shape]int{}, least: math.MaxInt}
	for shape, n := range c.Shapes {
		at := Shape{min(shape.Depth, mostCells), min(shape.Width, mostCells)}
		h.cells[at] += n
		h.deep, h.wide, h.total = max(h.deep, at.Depth), max(h.wide, at.Width), h.total+n
	}
	for d := 1; d <= h.deep; d++ {
		for w := 1; w <= h.wide; w++ {
			n := h.cells[Shape{d, w}]
			if n > 0 {
				h.least = min(h.least, n)
			}
			if n > h.most {
				h.most, h.top = n, Shape{d, w}
			}
		}
	}
	return h
}

const (
	cellHigh = 46.0
	heatLeft = 96.0
	heatTop  = headHeight + 36
)

// shapes is a heat map of graphs.
func shapes(c *Counts) *Figure {
	h := heatOf(c)
	if h.total == 0 {
		return nil
	}
	f := &Figure{Name: "graphs", Title: "Depth and width of graphs", height: heatTop + cellHigh*float64(h.deep) + 40,
		Alt: fmt.Sprintf("%s with calls, by the depth and width of their graphs: depth up to %s, width up to %s; most often depth %d and width %d (%s).",
			prose.Count(h.total, "mission", "missions"), number(h.deep), number(h.wide), h.top.Depth, h.top.Width, prose.Thousands(h.most))}
	f.draw = func(s *sheet) {
		s.head(f.Title, "Missions by the longest chain of their calls (depth) and the most calls that could be made at once (width)")
		s.heat(&h)
	}
	return f
}

// number returns the label of a depth or width.
func number(n int) string {
	if n == mostCells {
		return strconv.Itoa(n) + " or more"
	}
	return strconv.Itoa(n)
}

func (s *sheet) heat(h *heat) {
	cellWide := min(96, 600/float64(h.wide))
	small := style{size: 11.5, colour: s.s.muted}
	for w := 1; w <= h.wide; w++ {
		name := number(w)
		if w == 1 {
			name = "width 1"
		}
		s.text(heatLeft+cellWide*(float64(w)-0.5), heatTop-12, small.centred(), name)
	}
	for d := 1; d <= h.deep; d++ {
		y := heatTop + cellHigh*float64(d-1)
		name := number(d)
		if d == 1 {
			name = "depth 1"
		}
		s.text(heatLeft-14, y+cellHigh/2+4, small.ended(), name)
		for w := 1; w <= h.wide; w++ {
			s.cell(heatLeft+cellWide*float64(w-1), y, cellWide, h, h.cells[Shape{d, w}])
		}
	}
	if h.wide > 1 {
		s.text(heatLeft+cellWide*float64(h.wide)+14, heatTop+cellHigh/2+4, small, "all at once")
	}
	if h.deep > 1 {
		s.text(heatLeft+cellWide/2, heatTop+cellHigh*float64(h.deep)+18, small.centred(), "one by one")
	}
}

// cell draws one square: its number, on a colour that depends on its logarithm.
func (s *sheet) cell(x, y, cellWide float64, h *heat, n int) {
	if n == 0 {
		s.dot(x+cellWide/2, y+cellHigh/2, 1.5, s.s.line)
		return
	}
	fill := s.s.shade(logShare(n, h.least, h.most))
	s.rect(x+1, y+1, cellWide-2, cellHigh-2, fill)
	label := style{size: 13, bold: true, colour: over(fill), align: 0.5}
	s.text(x+cellWide/2, y+cellHigh/2+5, label, prose.Thousands(n))
}
