package trial

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"switchyard/flow/session"
)

// Sizes of drawn flowcharts, in pixels.
const (
	nodeWidth, nodeHeight = 138, 38
	lineWidth             = 14 // kept free for an edge that passes a layer
	gapX, stepY           = 18, 74
	margin                = 16
)

// drawing is a flowchart in layers: each edge leads down, but for those that go back.
type drawing struct {
	w     *session.Workflow
	index map[string]int
	next  [][]int
	back  map[[2]int]bool
	spots []spot           // of the nodes, and then of edges that pass layers
	via   map[[2]int][]int // the spots that an edge passes, from its beginning to its end
	width int
	lines int // layers
}

// spot is a place in a layer: x and y are its middle.
type spot struct {
	layer, x, y, width int
	above              []int // the spots from which a line leads here
}

// draw draws a workflow as SVG, with what was lost at each node: of how many, and how many.
func draw(w *session.Workflow, lost map[string][2]int) template.HTML {
	d := &drawing{w: w, index: map[string]int{}, next: make([][]int, len(w.Nodes)), back: map[[2]int]bool{}, via: map[[2]int][]int{}}
	for i, n := range w.Nodes {
		d.index[n.ID] = i
		d.spots = append(d.spots, spot{width: nodeWidth})
	}
	for i, n := range w.Nodes {
		for _, e := range n.Edges {
			if to := d.index[e.To]; !slices.Contains(d.next[i], to) {
				d.next[i] = append(d.next[i], to)
			}
		}
	}
	d.findBack(0, make([]int, len(w.Nodes)))
	d.place()
	var b strings.Builder
	height := 2*margin + d.lines*stepY - (stepY - nodeHeight)
	fmt.Fprintf(&b, `<svg class="flow" role="img" aria-label="%s" viewBox="0 0 %d %d" width="%d" height="%d">`, template.HTMLEscapeString("Flowchart: "+w.Title), d.width, height, d.width, height)
	for i := range d.next {
		for _, to := range d.next[i] {
			d.edge(&b, i, to)
		}
	}
	for i := range w.Nodes {
		d.node(&b, i, lost[w.Nodes[i].ID])
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()) // all texts in it are escaped
}

// findBack finds the edges that lead to a node that is under way. state is 0 for nodes that were not
// seen, 1 under way, 2 done.
func (d *drawing) findBack(i int, state []int) {
	state[i] = 1
	for _, to := range d.next[i] {
		switch state[to] {
		case 0:
			d.findBack(to, state)
		case 1:
			d.back[[2]int{i, to}] = true
		}
	}
	state[i] = 2
}

// place puts each node below all from which an edge leads to it, and in its layer below their middle.
// Edges that pass a layer have a spot in it.
func (d *drawing) place() {
	for range d.next { // the longest way has no more edges than there are nodes
		for i, list := range d.next {
			for _, to := range list {
				if !d.back[[2]int{i, to}] {
					d.spots[to].layer = max(d.spots[to].layer, d.spots[i].layer+1)
				}
			}
		}
	}
	for i, list := range d.next {
		for _, to := range list {
			if d.back[[2]int{i, to}] {
				continue
			}
			at, via := i, []int{i}
			for layer := d.spots[i].layer + 1; layer < d.spots[to].layer; layer++ {
				d.spots = append(d.spots, spot{layer: layer, width: lineWidth, above: []int{at}})
				at = len(d.spots) - 1
				via = append(via, at)
			}
			d.spots[to].above = append(d.spots[to].above, at)
			d.via[[2]int{i, to}] = append(via, to)
		}
	}
	var layers [][]int
	for i := range d.spots {
		for len(layers) <= d.spots[i].layer {
			layers = append(layers, nil)
		}
		layers[d.spots[i].layer] = append(layers[d.spots[i].layer], i)
	}
	d.lines = len(layers)
	breadth := func(layer []int) int {
		sum := -gapX
		for _, i := range layer {
			sum += d.spots[i].width + gapX
		}
		return sum
	}
	widest := 0
	for _, layer := range layers {
		widest = max(widest, breadth(layer))
	}
	d.width = 2*margin + widest + 20 + 10*len(d.back)
	for l, layer := range layers {
		slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(d.middle(a), d.middle(b)) })
		x := margin + (widest-breadth(layer))/2
		for _, i := range layer {
			s := &d.spots[i]
			s.x, s.y = x+s.width/2, margin+l*stepY+nodeHeight/2
			x += s.width + gapX
		}
	}
}

// middle is the middle of the spots above a spot.
func (d *drawing) middle(i int) float64 {
	sum := 0
	for _, k := range d.spots[i].above {
		sum += d.spots[k].x
	}
	return float64(sum) / float64(max(1, len(d.spots[i].above)))
}

func (d *drawing) edge(b *strings.Builder, i, to int) {
	from, end := &d.spots[i], &d.spots[to]
	if d.back[[2]int{i, to}] { // around the right side
		right := d.width - margin - 8*(i%8)
		fmt.Fprintf(b, `<path class="back" d="M%d %d C%d %d %d %d %d %d" marker-end="url(#arrow)"/>`, from.x+nodeWidth/2, from.y, right, from.y, right, end.y, end.x+nodeWidth/2, end.y)
		return
	}
	via := d.via[[2]int{i, to}]
	fmt.Fprintf(b, `<path d="M%d %d`, from.x, from.y+nodeHeight/2)
	y := from.y + nodeHeight/2
	for k, at := range via[1:] {
		s := &d.spots[at]
		top := s.y - nodeHeight/2
		fmt.Fprintf(b, " C%d %d %d %d %d %d", d.spots[via[k]].x, (y+top)/2, s.x, (y+top)/2, s.x, top)
		if y = s.y + nodeHeight/2; at != to {
			fmt.Fprintf(b, " L%d %d", s.x, y)
		}
	}
	b.WriteString(`" marker-end="url(#arrow)"/>`)
}

func (d *drawing) node(b *strings.Builder, i int, lost [2]int) {
	n := &d.w.Nodes[i]
	about := n.Tell
	if n.Call != "" {
		about = n.Call
	} else if len(n.Ask) > 0 {
		about = strings.TrimSpace(about + " asks for " + strings.Join(n.Ask, ", "))
	}
	class, count := "node", ""
	fill := ""
	if lost[0] > 0 {
		fill = fmt.Sprintf(` style="fill: hsl(%d 60%% 75%%)"`, 120*(lost[0]-lost[1])/lost[0])
		count = fmt.Sprintf("%d of %d lost", lost[1], lost[0])
		class += " met"
	}
	if n.Call != "" {
		class += " call"
	}
	x, y := d.spots[i].x, d.spots[i].y
	left, top := x-nodeWidth/2, y-nodeHeight/2
	fmt.Fprintf(b, `<g class="%s"><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="8"%s/>`, class, template.HTMLEscapeString(about), left, top, nodeWidth, nodeHeight, fill)
	at := y + 4
	if count != "" {
		at = y - 3
		fmt.Fprintf(b, `<text class="count" x="%d" y="%d">%s</text>`, x, y+12, count)
	}
	fmt.Fprintf(b, `<text x="%d" y="%d">%s</text></g>`, x, at, template.HTMLEscapeString(n.ID))
}
