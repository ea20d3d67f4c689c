package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"switchyard/tools"
)

func (c *console) toolsDiffCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff OLD NEW [flags]",
		Short: "Show in what toolsets differ",
		Long: `Show in what two toolsets, files or folders of them differ for the agent that is
offered them: tools that came or went, and changes of descriptions, parameters,
answers and effects. Wordings are not compared.

` + exitCodes,
		Example: `  switchyard tools diff petstore-v2.yaml petstore-v3.yaml
  switchyard tools diff old-tools new-tools --json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return misuse("for example: switchyard tools diff old.yaml new.yaml", "%s takes two toolsets, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			before, err := toolsetsOf(args[0])
			if err != nil {
				return err
			}
			after, err := toolsetsOf(args[1])
			if err != nil {
				return err
			}
			changes := diffToolsets(before, after)
			if asJSON {
				if err := c.printJSON(struct {
					Same    bool         `json:"same"`
					Changes []toolChange `json:"changes"`
				}{len(changes) == 0, changes}); err != nil {
					return err
				}
			} else {
				c.printDiff(changes)
			}
			if len(changes) > 0 {
				return found()
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// toolChange is what happened to a tool.
type toolChange struct {
	Toolset string   `json:"toolset"`
	Tool    string   `json:"tool"`
	Kind    string   `json:"kind"` // added, removed or changed
	What    []string `json:"what,omitempty"`
}

// diffToolsets compares toolsets by name; one alone on each side is compared
// whatever its name.
func diffToolsets(before, after []*tools.Toolset) []toolChange {
	changes := []toolChange{}
	alone := len(before) == 1 && len(after) == 1
	find := func(list []*tools.Toolset, name string) *tools.Toolset {
		for _, s := range list {
			if s.Name == name || alone {
				return s
			}
		}
		return &tools.Toolset{}
	}
	for _, old := range before {
		now := find(after, old.Name)
		for _, t := range old.Tools {
			if other := now.Tool(t.Name); other == nil {
				changes = append(changes, toolChange{Toolset: old.Name, Tool: t.Name, Kind: "removed"})
			} else if what := diffTool(t, other); len(what) > 0 {
				changes = append(changes, toolChange{old.Name, t.Name, "changed", what})
			}
		}
	}
	for _, now := range after {
		old := find(before, now.Name)
		for _, t := range now.Tools {
			if old.Tool(t.Name) == nil {
				changes = append(changes, toolChange{Toolset: now.Name, Tool: t.Name, Kind: "added"})
			}
		}
	}
	return changes
}

// diffTool says in what a tool differs, in words.
func diffTool(a, b *tools.Tool) []string {
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

// diffSchemas compares the fields of two objects. part is what a field is
// called.
func diffSchemas(part string, a, b json.RawMessage) []string {
	type object struct {
		Properties map[string]json.RawMessage
		Required   []string
	}
	var x, y object
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return nil // both were checked when they were loaded
	}
	var names []string
	for name := range x.Properties {
		names = append(names, name)
	}
	for name := range y.Properties {
		if x.Properties[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var what []string
	for _, name := range names {
		old, now := x.Properties[name], y.Properties[name]
		was, is := slices.Contains(x.Required, name), slices.Contains(y.Required, name)
		switch {
		case old == nil:
			what = append(what, part+" "+name+" added")
		case now == nil:
			what = append(what, part+" "+name+" removed")
		case !bytes.Equal(canonical(old), canonical(now)):
			what = append(what, part+" "+name+" changed")
		}
		if old != nil && now != nil && was != is {
			what = append(what, part+" "+name+map[bool]string{true: " is now required", false: " is now optional"}[is])
		}
	}
	return what
}

// canonical is a JSON value with its keys in order.
func canonical(raw json.RawMessage) []byte {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	text, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return text
}

func (c *console) printDiff(changes []toolChange) {
	if len(changes) == 0 {
		c.printf("no difference\n")
		return
	}
	p := paint{c.colour}
	for _, change := range changes {
		name := printable(change.Toolset) + " " + printable(change.Tool)
		switch change.Kind {
		case "added":
			c.printf("%s\n", p.green("+ "+name))
		case "removed":
			c.printf("%s\n", p.red("- "+name))
		default:
			c.printf("~ %s: %s\n", name, printable(strings.Join(change.What, "; ")))
		}
	}
}
