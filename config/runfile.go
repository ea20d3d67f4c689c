package config

import (
	"regexp"
	"slices"
	"strings"
)

// runFile is what stands in run.yaml, by the names of the settings.
type runFile struct {
	values    map[string]*node
	providers []section
	roles     map[string]section
}

// section is the settings of one provider or role.
type section struct {
	name   string
	at     *node // the whole; of a role that is one word, the word
	values map[string]*node
}

// providerName is narrow, for names stand in front of models and in paths.
var providerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,31}$`)

// runFile reads run.yaml.
func (d *decoder) runFile(data []byte) runFile {
	file := runFile{values: make(map[string]*node), roles: make(map[string]section)}
	doc := d.parseDocument(data)
	if doc == nil || !d.is(doc, wholeFile, objectNode) {
		return file
	}
	names := []string{"version", "providers", "roles"}
	for _, s := range settings() {
		if s.into != nil {
			names = append(names, s.Name)
		}
	}
	d.version(doc, wholeFile)
	d.settings(doc, wholeFile, "", names, file.values)
	if n := file.values["providers"]; n != nil && d.is(n, "providers", objectNode) {
		for _, key := range n.keys {
			d.provider(&file, key, n.fields[key.name])
		}
	}
	if n := file.values["roles"]; n != nil && d.is(n, "roles", objectNode) {
		for _, key := range n.keys {
			d.role(&file, key, n.fields[key.name])
		}
	}
	return file
}

// settings takes the values of an object, whose keys are the names after the
// prefix; a dot in a name is a level of its own.
func (d *decoder) settings(n *node, what, prefix string, names []string, into map[string]*node) {
	var level []string
	for _, name := range names {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			first, _, _ := strings.Cut(rest, ".")
			level = append(level, first)
		}
	}
	level = slices.Compact(level)
	for _, key := range n.keys {
		field, name := n.fields[key.name], prefix+key.name
		switch {
		case !slices.Contains(level, key.name):
			d.unknown(key, what, level)
		case slices.Contains(names, name):
			into[name] = field
		case d.is(field, inside(what, key.name), objectNode):
			d.settings(field, inside(what, key.name), name+".", names, into)
		}
	}
}

// wholeFile is what a file is called in messages.
const wholeFile = "the file"

// inside is the path of a key.
func inside(what, key string) string {
	if what == wholeFile {
		return key
	}
	return what + "." + key
}

func (d *decoder) provider(file *runFile, key objectKey, n *node) {
	path := "providers." + key.name
	switch {
	case !providerName.MatchString(key.name):
		d.at(key.line, key.column, "for example main", "the name of a provider is letters, digits, - and _, beginning with a letter, at most 32")
		return
	case !d.is(n, path, objectNode):
		return
	}
	names := []string{"deployments", "headers"}
	for _, s := range providerSettings() {
		names = append(names, s.Name)
	}
	s := section{name: key.name, at: n, values: make(map[string]*node)}
	d.settings(n, path, "", names, s.values)
	file.providers = append(file.providers, s)
}

func (d *decoder) role(file *runFile, key objectKey, n *node) {
	if !slices.Contains(RoleNames(), key.name) {
		d.unknown(key, "roles", RoleNames())
		return
	}
	path := "roles." + key.name
	s := section{name: key.name, at: n, values: make(map[string]*node)}
	if !d.is(n, path, textNode, objectNode) {
		return
	}
	if n.kind == textNode {
		s.values["model"] = n
	} else {
		names := []string{"model", "provider"}
		for _, s := range roleSettings() {
			names = append(names, s.Name)
		}
		d.settings(n, path, "", names, s.values)
	}
	for _, name := range []string{"model", "provider"} {
		if v := s.values[name]; v != nil && (!d.is(v, path+"."+name, textNode) || !d.written(v, path+"."+name)) {
			delete(s.values, name)
		}
	}
	file.roles[key.name] = s
}

// written checks that a text is one line and not blank.
func (d *decoder) written(n *node, path string) bool {
	var text string
	if f := (wordTarget{p: &text, example: "gpt-4o"}).set(n.text); f != nil {
		d.problem(n, "", "%s%s", path, f.text)
		return false
	}
	return true
}
