package config

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
)

// runFile is the content of run.yaml by the names of the settings.
type runFile struct {
	values    map[string]*document.Node
	providers []section
	roles     map[string]section
}

// section is the settings of one provider or role.
type section struct {
	name   string
	at     *document.Node // the whole; of a role that is one word, the word
	values map[string]*document.Node
}

// providerName is restrictive because names are used as prefixes of models and in
// paths.
var providerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,31}$`)

// runFile reads run.yaml.
func (d *decoder) runFile(data []byte) runFile {
	file := runFile{values: make(map[string]*document.Node), roles: make(map[string]section)}
	doc := d.document(data)
	if doc == nil || !d.is(doc, wholeFile, document.Object) {
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
	if n := file.values["providers"]; n != nil && d.is(n, "providers", document.Object) {
		for _, key := range n.Keys {
			d.provider(&file, key, n.Fields[key])
		}
	}
	if n := file.values["roles"]; n != nil && d.is(n, "roles", document.Object) {
		for _, key := range n.Keys {
			d.role(&file, key, n.Fields[key])
		}
	}
	return file
}

// settings collects the values of an object. Its keys are the names after the
// prefix; a dot in a name separates levels.
func (d *decoder) settings(n *document.Node, what, prefix string, names []string, into map[string]*document.Node) {
	var level []string
	for _, name := range names {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			first, _, _ := strings.Cut(rest, ".")
			level = append(level, first)
		}
	}
	level = slices.Compact(level)
	for _, key := range n.Keys {
		field, name := n.Fields[key], prefix+key
		switch {
		case !slices.Contains(level, key):
			d.unknown(key, field.Key, what, level)
		case slices.Contains(names, name):
			into[name] = field
		case d.is(field, inside(what, key), document.Object):
			d.settings(field, inside(what, key), name+".", names, into)
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

func (d *decoder) provider(file *runFile, key string, n *document.Node) {
	path := "providers." + key
	switch {
	case !providerName.MatchString(key):
		d.at(n.Key, "for example main", "a provider's name begins with a letter and has at most 32 letters, digits, - and _")
		return
	case !d.is(n, path, document.Object):
		return
	}
	names := []string{"deployments", "headers"}
	for _, s := range providerSettings() {
		names = append(names, s.Name)
	}
	s := section{name: key, at: n, values: make(map[string]*document.Node)}
	d.settings(n, path, "", names, s.values)
	file.providers = append(file.providers, s)
}

func (d *decoder) role(file *runFile, key string, n *document.Node) {
	if !slices.Contains(allRoles(), key) {
		d.unknown(key, n.Key, "roles", allRoles())
		return
	}
	path := "roles." + key
	s := section{name: key, at: n, values: make(map[string]*document.Node)}
	if !d.is(n, path, document.Text, document.Object) {
		return
	}
	if n.Kind == document.Text {
		s.values["model"] = n
	} else {
		names := []string{"model", "provider"}
		for _, s := range roleSettings() {
			names = append(names, s.Name)
		}
		d.settings(n, path, "", names, s.values)
	}
	for _, name := range []string{"model", "provider"} {
		if v := s.values[name]; v != nil && (!d.is(v, path+"."+name, document.Text) || !d.written(v, path+"."+name)) {
			delete(s.values, name)
		}
	}
	file.roles[key] = s
}

// written checks that a text is one line and not blank.
func (d *decoder) written(n *document.Node, path string) bool {
	if _, f := (word{example: "gpt-4o"}).read(n.Text); f != nil {
		d.problem(n, "", "%s%s", path, f.text)
		return false
	}
	return true
}
