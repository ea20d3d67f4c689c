package datasets

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchyard/internal/prose"
	"switchyard/mission"
)

// DrawOptions says how to draw decision trees. The zero value draws all paths of
// all missions, without colours.
type DrawOptions struct {
	Mission int  // only this one, from 1; 0 for all
	Most    int  // draw at most this many paths of each mission, optimal ones first; 0 for all
	ASCII   bool // draw with ASCII characters only
	// More is what to print if paths were left out: how to see all of them.
	More string
	// Clean makes text of the entry safe to print. Bold and Faint change the look of
	// text, and Star that of the mark for optimal paths. Each may be nil.
	Clean, Bold, Faint, Star func(string) string
}

// GraphError is an entry whose calls cannot be put into an order.
type GraphError struct {
	File, Entry string
	Mission     int // from 1
	Err         error
}

func (e *GraphError) Error() string {
	return fmt.Sprintf("%s: entry %s, mission %d: %s", e.File, e.Entry, e.Mission, e.Err)
}

func (e *GraphError) Unwrap() error { return e.Err }

// Draw writes an entry and the decision trees of its missions. A tree shows the orders in
// which the calls may be made; each way from the top to a leaf is one path. Draw ignores
// errors of w. If dependencies do not form a graph, nothing is written and the error is a
// [*GraphError].
func (e *Outline) Draw(w io.Writer, options DrawOptions) error {
	graphs := make([]*mission.Graph, len(e.Missions))
	for i := range e.Missions {
		var err error
		if graphs[i], err = newGraph(e.Missions[i].Depends); err != nil {
			return &GraphError{e.File, e.ID, i + 1, err}
		}
	}
	d := newDrawing(w, options)
	title := fmt.Sprintf("%s: %s", e.ID, prose.Count(len(e.Missions), "mission", "missions"))
	if e.Toolset != "" {
		title += ", toolset " + e.Toolset
	}
	d.printf("%s\n", d.Bold(d.Clean(title)))
	for i := range e.Missions {
		if d.Mission == 0 || d.Mission == i+1 {
			d.mission(i+1, &e.Missions[i], graphs[i])
		}
	}
	return nil
}

// newGraph makes the graph of a mission. Its errors number calls from 1, as the
// drawing does.
func newGraph(depends [][]int) (*mission.Graph, error) {
	for j, list := range depends {
		for _, i := range list {
			switch {
			case i < 0 || i >= len(depends):
				return nil, fmt.Errorf("call %d depends on call %d, which does not exist", j+1, i+1)
			case i == j:
				return nil, fmt.Errorf("call %d depends on itself", j+1)
			}
		}
	}
	graph, err := mission.NewGraph(depends)
	var cycle *mission.CycleError
	if errors.As(err, &cycle) {
		return nil, fmt.Errorf("calls %s wait for each other", numbers(cycle.Cycle))
	}
	return graph, err
}

// drawing draws decision trees.
type drawing struct {
	DrawOptions
	w                                     io.Writer
	root, branch, last, down, blank, star string // the characters of a tree
}

func newDrawing(w io.Writer, o DrawOptions) *drawing {
	for _, f := range []*func(string) string{&o.Clean, &o.Bold, &o.Faint, &o.Star} {
		if *f == nil {
			*f = func(s string) string { return s }
		}
	}
	if o.ASCII {
		return &drawing{o, w, "o", "|-- ", "`-- ", "|   ", "    ", "*"}
	}
	return &drawing{o, w, "●", "├── ", "└── ", "│   ", "    ", "★"}
}

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

// mission draws a mission: its request, its calls, its numbers of paths, and its tree.
func (d *drawing) mission(number int, m *OutlineMission, graph *mission.Graph) {
	kind := m.Kind
	if kind != "" {
		kind = " (" + kind + ")"
	}
	d.printf("\n%s%s\n", d.Bold("mission "+strconv.Itoa(number)), d.Clean(kind))
	d.printf("  %s\n", d.Faint(shorten(d.Clean(m.Request), 140)))
	for k, ask := range m.Asks {
		when := "first"
		if k > 0 {
			when = "then"
		}
		d.printf("  %s asks for %s\n", when, d.Clean(ask))
	}
	if len(m.Tools) == 0 {
		d.printf("  no calls: it is answered at once\n")
		return
	}
	width := 0
	for _, tool := range m.Tools {
		width = max(width, utf8.RuneCountInString(d.Clean(tool)))
	}
	for j, tool := range m.Tools {
		line := fmt.Sprintf("  %2d  %-*s", j+1, width, d.Clean(tool))
		if deps := graph.Deps(j); len(deps) > 0 {
			line += "  after " + numbers(deps)
		}
		d.printf("%s\n", strings.TrimRight(line, " "))
	}
	d.printf("  %s\n", countPaths(graph))
	d.tree(graph, m.Tools)
}

// tree draws the tree of the first paths of a graph.
func (d *drawing) tree(graph *mission.Graph, tools []string) {
	root, drawn, more := new(branch), 0, false
	for path := range graph.Paths() {
		if d.Most > 0 && drawn == d.Most {
			more = true
			break
		}
		root.add(path, len(path) == graph.Depth())
		drawn++
	}
	d.printf("\n  %s\n", d.root)
	d.children(root, "  ", tools)
	if more {
		text := "only the first " + prose.Count(drawn, "path is drawn", "paths are drawn")
		if d.More != "" {
			text += "; " + d.More
		}
		d.printf("  %s\n", d.Faint(text))
	}
}

func (d *drawing) children(b *branch, indent string, tools []string) {
	for i, child := range b.children {
		corner, below := d.branch, d.down
		if i == len(b.children)-1 {
			corner, below = d.last, d.blank
		}
		names := make([]string, len(child.step))
		for k, call := range child.step {
			names[k] = strconv.Itoa(call+1) + " " + d.Clean(tools[call])
		}
		text := strings.Join(names, " + ")
		if child.optimal {
			text += " " + d.Star(d.star)
		}
		d.printf("%s%s%s\n", indent, corner, text)
		d.children(child, indent+below, tools)
	}
}

// branch is a node of a tree of paths: a step that follows those above it.
type branch struct {
	step     []int
	leaf     bool
	optimal  bool
	children []*branch
	byStep   map[uint64]*branch
}

// add adds a path to the tree. It shares its first steps with other paths.
func (b *branch) add(path mission.Path, optimal bool) {
	for _, step := range path {
		var set uint64
		for _, call := range step {
			set |= 1 << call
		}
		next, ok := b.byStep[set]
		if !ok {
			next = &branch{step: slices.Clone(step)}
			if b.byStep == nil {
				b.byStep = make(map[uint64]*branch)
			}
			b.byStep[set] = next
			b.children = append(b.children, next)
		}
		b = next
	}
	b.leaf, b.optimal = true, optimal
}

// largestCounted is the largest number of calls for which paths are counted. For more,
// counting a wide and irregular graph may take too long.
const largestCounted = 24

func countPaths(graph *mission.Graph) string {
	steps := prose.Count(graph.Depth(), "step", "steps")
	if graph.Len() > largestCounted {
		return fmt.Sprintf("more than %d calls: paths are not counted; the optimal ones have %s", largestCounted, steps)
	}
	total, optimal := graph.Count()
	if total.IsInt64() && total.Int64() == 1 {
		return fmt.Sprintf("1 path, with %s", steps)
	}
	have := "have"
	if optimal.IsInt64() && optimal.Int64() == 1 {
		have = "has"
	}
	return fmt.Sprintf("%s paths; %s optimal, which %s %s", prose.Digits(total.String()), prose.Digits(optimal.String()), have, steps)
}

func shorten(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// numbers lists calls, numbered from 1.
func numbers(calls []int) string {
	list := make([]string, len(calls))
	for i, call := range calls {
		list[i] = strconv.Itoa(call + 1)
	}
	return prose.Join(list)
}
