package config

import (
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/model/spend"
)

// link is a role whose model still needs a provider.
type link struct {
	role     string
	model    *Model
	provider string // empty when it was not said
	from     Origin // of the model
	said     Origin // of the provider
}

// roles determines who plays each role.
func (r *resolver) roles() {
	typed := r.typedRoles()
	for _, name := range r.in.Roles {
		file, inFile := r.file.roles[name]
		m := new(Model)
		l := link{role: name, model: m, from: Origin{Kind: FromDefault}, said: Origin{Kind: FromDefault}}
		if n := file.values["model"]; n != nil {
			l.from = r.fileOrigin(n)
			m.Name = n.Text
			if file.at.Kind == document.Text {
				r.split(&l, n.Text)
			}
		}
		if n := file.values["provider"]; n != nil {
			l.provider, l.said = n.Text, r.fileOrigin(n)
		}
		if g, ok := r.playerAbove(name, typed); ok {
			l.from = g.origin
			r.split(&l, g.texts[0])
		}
		before := len(r.cfg.values)
		var sampling []Value
		onModel := m.Name != "" && m.Name != Builtin
		for _, s := range roleSettings() {
			s.Group = Models
			v := settle(r, s, m, "roles."+name+"."+s.Name, file.values[s.Name], onModel)
			if v.Text != "" {
				sampling = append(sampling, v)
			}
		}
		r.cfg.values = r.cfg.values[:before]
		r.seat(l, inFile, file, sampling)
	}
}

// seat assigns a player to a role.
func (r *resolver) seat(l link, inFile bool, file section, sampling []Value) {
	path := "roles." + l.role
	v := Value{Setting: path, Origin: l.from, group: Models, data: true, usual: l.from.Kind == FromDefault}
	outside := l.from.Kind == FromFlag || l.from.Kind == FromEnvironment
	switch {
	case l.model.Name == Builtin && l.role == "judge":
		r.at(l.from, "leave it out to have none", "%s: there is no built-in judge", nameIn(l.from, path))
	case l.model.Name == "" && inFile && file.at.Kind == document.Object:
		r.at(r.fileOrigin(file.at), "add model: gpt-4o, or model: builtin", "%s names no model", path)
	case l.model.Name == "" || l.model.Name == Builtin:
		v.Text, v.JSON = Builtin, Builtin
		if l.role == "judge" {
			v.Text, v.JSON, v.Unset = "", nil, "none"
		}
		v.usual = true
		if outside && inFile { // the file would say something else
			v.usual = false
			v.flags = []string{"--role", l.role + "=" + Builtin}
		}
		r.cfg.values = append(r.cfg.values, v)
	default:
		slots := r.cfg.Roles.slots()
		*slots[slices.Index(allRoles(), l.role)].model = l.model
		r.links = append(r.links, l)
		v.Setting, v.Text, v.JSON = path+".model", l.model.Name, l.model.Name
		if outside {
			v.flags = l.flags()
		}
		provider := Value{Setting: path + ".provider", Text: l.provider, Origin: l.said, group: Models, data: true,
			usual: l.said.Kind == FromDefault, flags: nil}
		if l.said.Kind != FromFile {
			provider.data = false // the flag of the model says it
		}
		r.cfg.values = append(r.cfg.values, v, provider)
		r.cfg.values = append(r.cfg.values, sampling...)
	}
}

// flags returns the flags that give the role its model.
func (l *link) flags() []string {
	name := l.model.Name
	if l.said.Kind == FromFlag || l.said.Kind == FromEnvironment {
		name = l.provider + "/" + name
	}
	if l.role == "judge" {
		return []string{"--judge", name}
	}
	return []string{"--role", l.role + "=" + name}
}

// split reads "model" or "provider/model". Names of models may contain slashes, so
// the first part counts as a provider only if there is one of that name.
func (r *resolver) split(l *link, text string) {
	l.model.Name = text
	provider, name, ok := strings.Cut(text, "/")
	if ok && name != "" && slices.ContainsFunc(r.file.providers, func(s section) bool { return s.name == provider }) {
		l.model.Name, l.provider, l.said = name, provider, l.from
	}
}

// typedRoles reads the values of --role. If a role is named twice, the last one
// counts.
func (r *resolver) typedRoles() map[string]string {
	players := slices.DeleteFunc(slices.Clone(r.in.Roles), func(name string) bool { return name == "judge" })
	if len(players) == 0 { // who wants the judge alone has no flag for others
		return nil
	}
	example := "for example --role " + players[0] + "=gpt-4o"
	typed := make(map[string]string)
	for _, text := range r.in.Flags["role"] {
		role, model, ok := strings.Cut(text, "=")
		role, model = strings.TrimSpace(role), strings.TrimSpace(model)
		switch {
		case !ok:
			r.at(Origin{}, example, "--role: %q is not ROLE=MODEL", short(text))
		case role == "judge":
			r.at(Origin{}, "write --judge MODEL", "--role: the judge has a flag of its own")
		case !slices.Contains(players, role):
			others := "the roles are " + strings.Join(players, ", ")
			if len(players) == 1 {
				others = "the only role here is " + players[0]
			}
			r.at(Origin{}, didYouMean(role, players, others), "--role: no role is called %q", short(role))
		case model == "":
			r.at(Origin{}, example, "--role: %q names no model", short(text))
		default:
			typed[role] = model
		}
	}
	return typed
}

// playerAbove returns the player of a role from the command line or the
// environment.
func (r *resolver) playerAbove(role string, typed map[string]string) (given, bool) {
	if model, ok := typed[role]; ok {
		return given{[]string{model}, Origin{Kind: FromFlag, Name: "--role"}}, true
	}
	if !slices.Contains(spend.Roles(), role) {
		return given{}, false // what is set for a run says nothing about others
	}
	flag := "all-roles"
	if role == "judge" {
		flag = "judge"
	}
	g, ok := r.above(Setting{Flag: flag, kind: "string"})
	if !ok {
		return g, false
	}
	text := strings.TrimSpace(g.texts[len(g.texts)-1])
	if text == "" {
		if role == spend.Roles()[0] || role == "judge" { // once is enough
			r.at(g.origin, fmt.Sprintf("for example %s gpt-4o", g.origin.Name), "%s is empty", nameIn(g.origin, ""))
		}
		return g, false
	}
	return given{[]string{text}, g.origin}, true
}
