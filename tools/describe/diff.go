package describe

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"switchyard/tools"
)

// Change is what happened to a tool between two versions of its toolset.
type Change struct {
	Toolset string   `json:"toolset"`
	Tool    string   `json:"tool"`
	Kind    string   `json:"kind"`           // [Added], [Removed] or [Changed]
	What    []string `json:"what,omitempty"` // of a changed tool, in words
}

// The kinds of changes.
const (
	Added   = "added"
	Removed = "removed"
	Changed = "changed"
)

// Diff compares what an agent sees of two versions of toolsets: which tools there
// are, their descriptions, parameters, answers and effects. Wordings are not
// compared. Toolsets are matched by name. If each version has only one, the two
// are compared whatever their names. The result is never nil.
func Diff(before, after []*tools.Toolset) []Change {
	changes := []Change{}
	alone := len(before) == 1 && len(after) == 1
	match := func(list []*tools.Toolset, name string) *tools.Toolset {
		for _, s := range list {
			if s.Name == name || alone {
				return s
			}
		}
		return &tools.Toolset{}
	}
	for _, old := range before {
		now := match(after, old.Name)
		for _, t := range old.Tools {
			if other := now.Tool(t.Name); other == nil {
				changes = append(changes, Change{Toolset: old.Name, Tool: t.Name, Kind: Removed})
			} else if what := diffTools(t, other); len(what) > 0 {
				changes = append(changes, Change{old.Name, t.Name, Changed, what})
			}
		}
	}
	for _, now := range after {
		old := match(before, now.Name)
		for _, t := range now.Tools {
			if old.Tool(t.Name) == nil {
				changes = append(changes, Change{Toolset: now.Name, Tool: t.Name, Kind: Added})
			}
		}
	}
	return changes
}

// diffTools says in words in what a tool differs.
func diffTools(a, b *tools.Tool) []string {
	var what []string
	if a.Description != b.Description {
		what = append(what, "description")
	}
	what = append(what, diffSchemas("parameter", a.Parameters, b.Parameters)...)
	what = append(what, diffSchemas("field", a.Returns, b.Returns)...)
	if x, y := effectOf(a), effectOf(b); x != y {
		what = append(what, fmt.Sprintf("effect: %s, was %s", y, x))
	}
	return what
}

func effectOf(t *tools.Tool) string {
	if t.Entity == nil {
		return string(t.Effect)
	}
	return string(t.Effect) + " " + t.Entity.Noun
}

// diffSchemas compares the fields of two objects, which are called parts.
func diffSchemas(part string, a, b json.RawMessage) []string {
	type object struct {
		Properties map[string]any
		Required   []string
	}
	var x, y object
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return nil // both were checked when they were loaded
	}
	all := maps.Clone(x.Properties)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, y.Properties)
	var what []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		old, was := x.Properties[name]
		now, is := y.Properties[name]
		switch {
		case !was:
			what = append(what, part+" "+name+" added")
			continue
		case !is:
			what = append(what, part+" "+name+" removed")
			continue
		case !reflect.DeepEqual(old, now):
			what = append(what, part+" "+name+" changed")
		}
		switch before, after := slices.Contains(x.Required, name), slices.Contains(y.Required, name); {
		case after && !before:
			what = append(what, part+" "+name+" is now required")
		case before && !after:
			what = append(what, part+" "+name+" is now optional")
		}
	}
	return what
}
