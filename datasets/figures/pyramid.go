package figures

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"switchyard/datasets/manifest"
	"switchyard/internal/prose"
	"switchyard/mission"
)

// levels is the greatest number of missions of an entry.
const levels = 4

// level is a row of the pyramid: all switch paths with the same number of missions.
type level struct {
	missions int
	counts   []int // by path, the last mission changing fastest
	covered  int
	least    int // entries of a covered path
	most     int
}

// pathName writes a switch path as in [Counts.Paths].
func pathName(path []mission.Type) string {
	words := make([]string, len(path))
	for i, t := range path {
		words[i] = string(t)
	}
	return strings.Join(words, ">")
}

func levelsOf(c *Counts) []level {
	list := make([]level, levels)
	for i := range list {
		l := &list[i]
		l.missions, l.least = i+1, math.MaxInt
		for path := range mission.SwitchPaths(l.missions) {
			count := c.Paths[pathName(path)]
			l.counts = append(l.counts, count)
			if count > 0 {
				l.covered++
				l.least, l.most = min(l.least, count), max(l.most, count)
			}
		}
	}
	return list
}

// each says how many entries each covered path of a level has.
func (l *level) each() string {
	switch {
	case l.covered == 0:
		return "no entries"
	case l.covered == 1:
		return prose.Count(l.most, "entry", "entries")
	case l.least == l.most:
		return prose.Count(l.most, "entry", "entries") + " each"
	}
	return fmt.Sprintf("%s–%s entries each", prose.Thousands(l.least), prose.Thousands(l.most))
}

// pyramid shows every switch path as a dot below the path that it continues, down to the
// longest path of an entry.
func pyramid(c *Counts) *Figure {
	rows := levelsOf(c)
	for len(rows) > 0 && rows[len(rows)-1].covered == 0 {
		rows = rows[:len(rows)-1]
	}
	if len(rows) == 0 {
		return nil
	}
	least, most := math.MaxInt, 0
	var said []string
	for _, l := range rows {
		least, most = min(least, l.least), max(most, l.most)
		said = append(said, fmt.Sprintf("of %s %d of %d (%s)", prose.Count(l.missions, "mission", "missions"), l.covered, len(l.counts), l.each()))
	}
	f := &Figure{Name: "switching-space", Title: "The switching space", height: pyramidHeight(len(rows)),
		Alt: "Switch paths that the dataset covers: " + strings.Join(said, ", ") + "."}
	f.draw = func(s *sheet) {
		explain := "Every dot is a switch path, below the path that it goes on from; its colour tells how many entries take it"
		if len(rows) == 1 {
			explain = "Every dot is a switch path; its colour tells how many entries take it"
		}
		s.head(f.Title, explain)
		(&pyramidSheet{s, rows, least, most}).draw()
	}
	return f
}

type pyramidSheet struct {
	*sheet
	rows        []level
	least, most int
}

const (
	pyramidLeft  = 158.0
	pyramidRight = Width - margin
	fourGap      = 2.5 // between groups of four columns
	sixteenGap   = 6.0 // more, between groups of sixteen
)

// column returns the middle of one of the 64 columns.
func column(i int) float64 {
	const pitch = (pyramidRight - pyramidLeft - 15*fourGap - 3*sixteenGap) / 64
	return pyramidLeft + pitch*(float64(i)+0.5) + fourGap*float64(i/4) + sixteenGap*float64(i/16)
}

// across returns the middle of a path of one to three missions: that of its columns.
func across(missions, i int) float64 {
	span := 64 >> (2 * missions)
	return (column(i*span) + column((i+1)*span-1)) / 2
}

// The rows: their places and the sizes of their dots.
var (
	rowAt  = [levels]float64{122, 196, 266, 312}
	radius = [levels]float64{15, 9, 3.8, 3.8}
)

const stackPitch = 11.5

func (p *pyramidSheet) draw() {
	p.branches()
	for i := range p.rows {
		l := &p.rows[i]
		for j, n := range l.counts {
			x, y := p.place(l.missions, j)
			p.path(x, y, radius[i], n)
		}
		p.rowLabel(i)
	}
	for j, t := range mission.Types() {
		x := across(1, j)
		p.text(x, rowAt[0]-radius[0]-9, p.label().strong().centred(), string(t))
	}
	order := "Left to right: "
	if len(p.rows) == levels {
		order = "Left to right, and top to bottom in the last row: "
	}
	y := pyramidBottom(len(p.rows))
	if len(p.rows) > 1 { // one row has the names above it
		y += 34
		p.text(pyramidLeft, y, p.explain(), order+strings.ReplaceAll(pathName(mission.Types()), ">", ", "))
	}
	p.legend(y + 30)
}

// pyramidHeight returns the height of the figure with this many rows.
func pyramidHeight(rows int) float64 {
	if rows == 1 {
		return pyramidBottom(rows) + 65.5
	}
	return pyramidBottom(rows) + 99.5
}

// pyramidBottom returns where the last row ends: its lowest dot, or the label beside it.
func pyramidBottom(rows int) float64 {
	if rows == levels {
		return rowAt[levels-1] + 3*stackPitch
	}
	return rowAt[rows-1] + 15
}

// place returns where the dot of a path is. Paths of four missions are in columns of four
// below those of three.
func (p *pyramidSheet) place(missions, i int) (x, y float64) {
	if missions == levels {
		return column(i / 4), rowAt[levels-1] + stackPitch*float64(i%4)
	}
	return across(missions, i), rowAt[missions-1]
}

func (p *pyramidSheet) path(x, y, r float64, n int) {
	if n == 0 {
		p.ring(x, y, r, p.s.muted)
		return
	}
	p.dot(x, y, r, p.s.shade(logShare(n, p.least, p.most)))
}

// branches joins every path with the four that continue it.
func (p *pyramidSheet) branches() {
	for n := 2; n <= len(p.rows); n++ {
		for i := range p.rows[n-2].counts {
			x, y := p.place(n-1, i)
			if n == levels {
				_, below := p.place(n, 4*i+3)
				p.stroke(1, p.s.line, [2]float64{x, y}, [2]float64{x, below})
				continue
			}
			for j := range 4 {
				to, below := p.place(n, 4*i+j)
				p.stroke(1, p.s.line, [2]float64{x, y}, [2]float64{to, below})
			}
		}
	}
}

func (p *pyramidSheet) rowLabel(i int) {
	l := &p.rows[i]
	y := rowAt[i] - 4
	if l.missions == levels {
		y += 1.5 * stackPitch
	}
	p.text(margin, y-6, p.label().strong(), prose.Count(l.missions, "mission", "missions"))
	small := style{size: 11.5, colour: p.s.muted}
	p.text(margin, y+9, small, fmt.Sprintf("%d of %d paths", l.covered, len(l.counts)))
	p.text(margin, y+23, small, p.fit(small, l.each(), pyramidLeft-margin-8))
}

// legend shows what the colours mean: at most five amounts, and none.
func (p *pyramidSheet) legend(y float64) {
	amounts := p.amounts()
	if slices.ContainsFunc(p.rows, func(l level) bool { return l.covered < len(l.counts) }) {
		amounts = slices.Insert(amounts, 0, 0)
	}
	x := pyramidLeft + 6.0
	for i, n := range amounts {
		word := prose.Thousands(n)
		switch {
		case n == 0:
			word = "none"
		case i == len(amounts)-1:
			word = prose.Count(n, "entry", "entries")
		}
		p.path(x, y-4, 6, n)
		p.text(x+12, y, p.explain(), word)
		x += 12 + p.wide(p.explain(), word) + 24
	}
}

// amounts returns the numbers of entries that occur if they are few, otherwise steps of
// equal ratio.
func (p *pyramidSheet) amounts() []int {
	found := map[int]bool{}
	for _, l := range p.rows {
		for _, n := range l.counts {
			found[n] = true
		}
	}
	delete(found, 0)
	if len(found) <= 5 {
		return slices.Sorted(maps.Keys(found))
	}
	var steps []int
	for i := range 5 {
		steps = append(steps, int(math.Round(float64(p.least)*math.Pow(float64(p.most)/float64(p.least), float64(i)/4))))
	}
	return slices.Compact(steps)
}

// Coverage lists how many switch paths occur, for each number of missions that entries
// have.
func (c *Counts) Coverage() []manifest.Coverage {
	var list []manifest.Coverage
	for _, l := range levelsOf(c) {
		if l.covered > 0 {
			list = append(list, manifest.Coverage{Missions: l.missions, Paths: len(l.counts), Covered: l.covered, MSSS: float64(l.covered) / float64(len(l.counts))})
		}
	}
	return list
}
