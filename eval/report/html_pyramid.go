package report

import (
	"fmt"
	"strconv"
	"strings"

	"switchyard/eval/tally"
	"switchyard/mission"
)

// shades is the number of the darkest colour; 0 means that no mission is right.
const shades = 10

// shade returns the style sheet's class of a colour.
func shade(i int) string { return "h" + strconv.Itoa(i) }

// heat returns the colour of a share: that of the nearest tenth, but the extremes only
// for exactly 0 and 1.
func heat(share *float64) string {
	if share == nil {
		return "hx"
	}
	i := int(within01(*share)*shades + 0.5)
	if *share > 0 {
		i = max(i, 1)
	}
	if *share < 1 {
		i = min(i, shades-1)
	}
	return shade(i)
}

// pyramidView is the switching space of a result: a cell for each path, below the path
// that it extends.
type pyramidView struct {
	nameView
	Alt    string
	Height string
	Labels []labelView
	Cells  []cellView
	Note   string // on what is not drawn
}

type labelView struct{ X, Y, Text, Class string }

type cellView struct {
	X, Y, Wide, High string
	Class            string
	Title            string
}

// The measures of the drawing.
const (
	pyramidLevels = 4
	pyramidWide   = 560.0
	pyramidLeft   = 26.0
	fourGap       = 2.2 // between groups of four columns
	sixteenGap    = 5.0 // more, between groups of sixteen
	cellGap       = 1.2
	rowGap        = 6.0
)

// rowHigh is the height of the cells of a row; those of the last row are stacked four
// deep.
func rowHigh(missions int) float64 { return [pyramidLevels]float64{42, 34, 24, 13}[missions-1] }

// columnAt returns where one of the 64 columns begins and ends.
func columnAt(i int) (from, to float64) {
	const pitch = (pyramidWide - pyramidLeft - 15*fourGap - 3*sixteenGap) / 64
	from = pyramidLeft + pitch*float64(i) + fourGap*float64(i/4) + sixteenGap*float64(i/16)
	return from, from + pitch - cellGap
}

// pyramidOf draws the switching space down to the longest known path; nil if no path is
// known.
func pyramidOf(r *Result) *pyramidView {
	rates := map[string]tally.Rate{}
	deepest, longer := 0, 0
	for _, c := range r.Figures.Accuracy.Path {
		if c.Of+c.Unscored == 0 {
			continue
		}
		rates[c.Key] = c.Rate
		n := 1 + strings.Count(c.Key, ">")
		if n > pyramidLevels {
			longer += c.Of
			continue
		}
		deepest = max(deepest, n)
	}
	if deepest == 0 {
		return nil
	}
	p := &pyramidView{}
	if longer > 0 {
		p.Note = fmt.Sprintf("Not drawn: %s missions on paths of more than %d.", count(longer), pyramidLevels)
	}
	y := 2.0
	var said []string
	for n := 1; n <= deepest; n++ {
		hits, of, known, paths := 0, 0, 0, 0
		high := rowHigh(n)
		for path := range mission.SwitchPaths(n) {
			rate := rates[pathKey(path)]
			p.cell(path, paths, y, high, rate)
			paths++
			if rate.Of > 0 {
				known++
				hits, of = hits+rate.Hits, of+rate.Of
			}
		}
		deep := 1.0
		if n == pyramidLevels {
			deep = 4
		}
		tall := deep*high + (deep-1)*cellGap
		p.Labels = append(p.Labels, labelView{X: number(pyramidLeft - 14), Y: number(y + tall/2 + 5), Text: strconv.Itoa(n), Class: "axis"})
		said = append(said, fmt.Sprintf("position %d: %d of %d paths known, %d of %d missions right", n, known, paths, hits, of))
		y += tall + rowGap
	}
	p.Height = number(y - rowGap + 2)
	p.Alt = "Accuracy by switch path. " + strings.Join(said, "; ") + "."
	return p
}

func pathKey(path []mission.Type) string {
	list := make([]string, len(path))
	for i, t := range path {
		list[i] = string(t)
	}
	return strings.Join(list, ">")
}

// cell draws a path, given its position among the paths of its length.
func (p *pyramidView) cell(path []mission.Type, at int, y, high float64, rate tally.Rate) {
	n := len(path)
	first, last := at, at
	if n == pyramidLevels {
		first, last = at/4, at/4
		y += float64(at%4) * (high + cellGap)
	} else {
		span := 64 >> (2 * n)
		first, last = at*span, (at+1)*span-1
	}
	from, _ := columnAt(first)
	_, to := columnAt(last)
	class := heat(rate.Share)
	p.Cells = append(p.Cells, cellView{X: number(from), Y: number(y), Wide: number(to - from), High: number(high), Class: class,
		Title: strings.ReplaceAll(pathKey(path), ">", " › ") + ": " + told(rate, "missions")})
	middle := number((from + to) / 2)
	switch n {
	case 1:
		p.Labels = append(p.Labels, labelView{middle, number(y + 18), string(path[0]), class + " name"},
			labelView{middle, number(y + 35), percent(rate.Share), class + " value"})
	case 2:
		if rate.Share != nil {
			p.Labels = append(p.Labels, labelView{middle, number(y + 22), fixed(100**rate.Share, 0), class + " value small"})
		}
	}
}
