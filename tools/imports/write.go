package imports

import (
	"maps"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/toolfile"
)

// YAML writes the set as a toolset file that says what the source says, and no
// more.
func (s *Set) YAML() ([]byte, error) {
	list := document.Fields()
	for i := range s.Tools {
		t, err := s.Tools[i].node()
		if err != nil {
			return nil, err
		}
		list.Keys = append(list.Keys, s.Tools[i].Name)
		list.Fields[s.Tools[i].Name] = t
	}
	return document.Encode(document.Fields(
		document.Field{Key: "toolset", Value: text(unreserved(s.Name))},
		document.Field{Key: "title", Value: text(s.Title)},
		document.Field{Key: "domain", Value: text(s.Domain)},
		document.Field{Key: "about", Value: text(s.About)},
		document.Field{Key: "source", Value: text(s.Source)},
		document.Field{Key: "licence", Value: text(s.Licence)},
		document.Field{Key: "tools", Value: list},
	)), nil
}

func (t *Tool) node() (*document.Node, error) {
	parameters, err := document.ParseJSON(t.Parameters, 1)
	if err != nil {
		return nil, err
	}
	var returns, names *document.Node
	if t.Returns != nil {
		if returns, err = document.ParseJSON(t.Returns, 1); err != nil {
			return nil, err
		}
	}
	if len(t.Names) > 0 {
		names = document.Fields()
		for _, name := range slices.Sorted(maps.Keys(t.Names)) {
			names.Keys = append(names.Keys, name)
			names.Fields[name] = document.Fields(document.Field{Key: "entity", Value: text(key(t.Names[name]))})
		}
	}
	effect := string(t.Effect)
	if t.Thing != "" && effect != "" {
		effect += " " + key(t.Thing)
	}
	return document.Fields(
		document.Field{Key: "about", Value: text(t.About)},
		document.Field{Key: "source", Value: text(t.Source)},
		document.Field{Key: "effect", Value: text(effect)},
		document.Field{Key: "parameters", Value: parameters},
		document.Field{Key: "params", Value: names},
		document.Field{Key: "returns", Value: returns},
	), nil
}

// unreserved is the name of a set without parts that cannot be names of files.
func unreserved(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = tools.Unreserved(part)
	}
	return strings.Join(parts, "/")
}

// key writes a noun as the key of an entity.
func key(noun string) string { return strings.ReplaceAll(noun, " ", "_") }

func text(s string) *document.Node {
	if s = strings.TrimSpace(s); s == "" {
		return nil
	}
	return &document.Node{Kind: document.Text, Value: s}
}

// File is the name of the file of a set within the folder of an import.
func (s *Set) File() string { return toolfile.FileName(unreserved(s.Name)) }
