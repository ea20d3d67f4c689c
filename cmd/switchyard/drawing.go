package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"switchyard/mission"
)

// lines are the characters of a tree.
type lines struct{ root, branch, last, down, blank, star string }

func boxLines(ascii bool) lines {
	if ascii {
		return lines{"o", "|-- ", "`-- ", "|   ", "    ", "*"}
	}
	return lines{"●", "├── ", "└── ", "│   ", "    ", "★"}
}

// drawing draws decision trees.
type drawing struct {
	lines
	paint
	most int // paths; 0 for all
}

// branch is a node of a tree of paths: a step after those above it.
type branch struct {
	step     []int
	leaf     bool
	optimal  bool
	children []*branch
	byStep   map[uint64]*branch
}

// add puts a path into the tree; what it shares with others is there already.
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

// draw writes the tree of the first paths of a graph. Errors of w are left to
// whoever made it.
func (d drawing) draw(w io.Writer, graph *mission.Graph, tools []string) {
	root, drawn, more := new(branch), 0, false
	for path := range graph.Paths() {
		if d.most > 0 && drawn == d.most {
			more = true
			break
		}
		root.add(path, len(path) == graph.Depth())
		drawn++
	}
	fmt.Fprintf(w, "\n  %s\n", d.root)
	d.children(w, root, "  ", tools)
	if more {
		fmt.Fprintf(w, "  %s\n", d.faint(fmt.Sprintf("only the first %s; --max 0 draws all", count(drawn, "path is drawn", "paths are drawn"))))
	}
}

func (d drawing) children(w io.Writer, b *branch, indent string, tools []string) {
	for i, child := range b.children {
		corner, below := d.branch, d.down
		if i == len(b.children)-1 {
			corner, below = d.last, d.blank
		}
		names := make([]string, len(child.step))
		for k, call := range child.step {
			names[k] = strconv.Itoa(call+1) + " " + printable(tools[call])
		}
		text := strings.Join(names, " + ")
		if child.optimal {
			text += " " + d.green(d.star)
		}
		fmt.Fprintf(w, "%s%s%s\n", indent, corner, text)
		d.children(w, child, indent+below, tools)
	}
}
