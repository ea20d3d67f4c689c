package datasets

import (
	"bytes"
	"strings"
	"testing"

	"switchyard/mission"
)

// A tree has one leaf for each path, and a prefix stands only once.
func TestTreeOfAllPaths(t *testing.T) {
	for _, depends := range [][][]int{{{}}, {{}, {}}, {{}, {0}, {0, 1}}, {{}, {}, {1}, {0, 2}}, {{}, {}, {}, {}, {}}} {
		graph, err := mission.NewGraph(depends)
		if err != nil {
			t.Fatal(err)
		}
		tools := make([]string, len(depends))
		for i := range tools {
			tools[i] = "t"
		}
		var b bytes.Buffer
		newDrawing(&b, DrawOptions{ASCII: true}).tree(graph, tools)
		root := new(branch)
		paths, optimal := 0, 0
		for p := range graph.Paths() {
			root.add(p, len(p) == graph.Depth())
			paths++
			if len(p) == graph.Depth() {
				optimal++
			}
		}
		leaves, stars := leavesOf(root)
		if leaves != paths || stars != optimal {
			t.Errorf("%v: %d leaves and %d optimal ones for %d paths, %d optimal", depends, leaves, stars, paths, optimal)
		}
		if got := strings.Count(b.String(), " *\n"); got != optimal {
			t.Errorf("%v: %d stars for %d optimal paths:\n%s", depends, got, optimal, &b)
		}
	}
}

func leavesOf(b *branch) (leaves, optimal int) {
	if b.leaf {
		leaves++
	}
	if b.optimal {
		optimal++
	}
	for _, c := range b.children {
		l, o := leavesOf(c)
		leaves, optimal = leaves+l, optimal+o
	}
	return leaves, optimal
}
