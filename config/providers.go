package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/model"
)

// providers determines the settings of the endpoints and assigns each model its
// provider.
func (r *resolver) providers() {
	switch models := r.cfg.UsesModels(); {
	case len(r.file.providers) > 0:
		for _, s := range r.file.providers {
			r.provider(s)
		}
	case models:
		r.provider(section{name: defaultProvider})
	}
	r.strayEndpointFlags()
	for _, l := range r.links {
		r.link(l)
	}
}

// strayEndpointFlags refuses endpoint flags that apply to no provider, or where it
// is unclear which one is meant. Unused environment variables are ignored, because
// other runs may need them.
func (r *resolver) strayEndpointFlags() {
	for _, s := range providerSettings() {
		if g, ok := r.endpointFlag(s.Setting); ok && r.cfg.UsesModels() && len(r.file.providers) > 1 {
			r.at(g.origin, fmt.Sprintf("write %s under the provider that is meant", s.Name),
				"%s is given, but %s has several providers: %s", nameIn(g.origin, ""), r.cfg.File, strings.Join(r.providerNames(), ", "))
		}
	}
	for _, s := range roleSettings() {
		r.endpointFlag(s.Setting)
	}
}

// endpointFlag returns the value of an endpoint setting from the command line or the
// environment. It refuses a flag if there is no model.
func (r *resolver) endpointFlag(s Setting) (given, bool) {
	g, ok := r.above(s)
	if ok && g.origin.Kind == FromFlag && !r.cfg.UsesModels() {
		r.at(g.origin, "add --all-roles MODEL or --role ROLE=MODEL", "%s is given, but no role uses a model", g.origin.Name)
	}
	return g, ok
}

func (r *resolver) providerNames() []string {
	var names []string
	for _, s := range r.file.providers {
		names = append(names, s.name)
	}
	return names
}

// provider determines the settings of one endpoint.
func (r *resolver) provider(s section) {
	p := &Provider{Name: s.name}
	path := "providers." + s.name
	var keyEnv, keyFile int // places in the list of values
	for _, setting := range providerSettings() {
		if s.at == nil && setting.Name == "key_env" {
			setting.Default = "OPENAI_API_KEY"
		}
		settle(r, setting, p, path+"."+setting.Name, s.values[setting.Name], len(r.file.providers) <= 1)
		switch setting.Name {
		case "key_env":
			keyEnv = len(r.cfg.values) - 1
		case "key_file":
			keyFile = len(r.cfg.values) - 1
		}
	}
	if p.KeyFile != "" && p.KeyEnv != "" {
		env, file := &r.cfg.values[keyEnv], r.cfg.values[keyFile]
		if env.Origin.Kind == FromFile && file.Origin.Kind == FromFile {
			r.at(file.Origin, "leave one of them out", "%s has both key_env and key_file", path)
		}
		p.KeyEnv = ""
		env.Text, env.JSON, env.Origin = "", nil, file.Origin
	}
	p.keyOptional = s.at == nil && p.BaseURL != model.DefaultBaseURL
	d := decoder{file: r.cfg.File}
	if n := s.values["deployments"]; n != nil {
		p.Deployments = d.texts(n, path+".deployments")
		r.cfg.values = append(r.cfg.values, Value{Setting: path + ".deployments", Text: pairs(p.Deployments), JSON: p.Deployments,
			Origin: r.fileOrigin(n), group: Endpoint, data: true})
	}
	if n := s.values["headers"]; n != nil {
		p.Headers = d.headers(n, path+".headers")
		names := make([]string, len(p.Headers))
		for i, h := range p.Headers {
			names[i] = h.Name
		}
		r.cfg.values = append(r.cfg.values, Value{Setting: path + ".headers", Text: strings.Join(names, ", "), JSON: names,
			Origin: r.fileOrigin(n), group: Endpoint})
	}
	r.problems = append(r.problems, d.problems...)
	r.checkAzure(p, s)
	r.cfg.Providers = append(r.cfg.Providers, p)
}

// checkAzure checks the settings that only Azure has or needs.
func (r *resolver) checkAzure(p *Provider, s section) {
	path := "providers." + p.Name
	if p.API == model.APIAzure {
		if s.values["api_version"] == nil {
			r.at(r.fileOrigin(s.at), `add api_version: "2024-10-21"`, "%s needs api_version, because its api is azure", path)
		}
		if r.cfg.Origin(path+".base_url").Kind == FromDefault {
			r.at(r.fileOrigin(s.at), "add base_url: https://NAME.openai.azure.com", "%s needs base_url, because its api is azure", path)
		}
		return
	}
	for _, name := range []string{"api_version", "deployments"} {
		if n := s.values[name]; n != nil {
			r.at(r.fileOrigin(n), "add api: azure, or leave "+name+" out", "%s.%s is for azure only", path, name)
		}
	}
}

// texts reads an object of texts.
func (d *decoder) texts(n *document.Node, path string) map[string]string {
	if !d.is(n, path, document.Object) {
		return nil
	}
	out := make(map[string]string, len(n.Keys))
	for _, key := range n.Keys {
		at := path + "." + short(key)
		if v := n.Fields[key]; d.is(v, at, document.Text) && d.written(v, at) {
			out[key] = v.Text
		}
	}
	return out
}

func pairs(m map[string]string) string {
	var words []string
	for _, key := range slices.Sorted(maps.Keys(m)) {
		words = append(words, key+"="+m[key])
	}
	return strings.Join(words, ", ")
}

// link assigns a model its provider.
func (r *resolver) link(l link) {
	names := r.providerNames()
	i := 0
	switch {
	case l.provider != "":
		i = slices.IndexFunc(r.cfg.Providers, func(p *Provider) bool { return p.Name == l.provider })
	case len(r.cfg.Providers) > 1:
		hint := fmt.Sprintf("add provider: NAME; the providers are %s", strings.Join(names, ", "))
		if l.from.Kind != FromFile {
			hint = fmt.Sprintf("write %s/%s; the providers are %s", names[0], l.model.Name, strings.Join(names, ", "))
		}
		r.at(l.from, hint, "%s: nothing says which provider has %s", nameIn(l.from, "roles."+l.role), l.model.Name)
		return
	}
	if i < 0 || len(r.cfg.Providers) == 0 {
		others := "the providers are " + strings.Join(names, ", ")
		if len(names) == 0 {
			others = "the file has no providers; leave provider out, or add providers"
		}
		r.at(l.said, didYouMean(l.provider, names, others), "%s: no provider is called %q", "roles."+l.role, short(l.provider))
		return
	}
	l.model.Provider = r.cfg.Providers[i]
	for k := range r.cfg.values {
		if v := &r.cfg.values[k]; v.Setting == "roles."+l.role+".provider" {
			v.Text, v.JSON = l.model.Provider.Name, l.model.Provider.Name
		}
	}
}
