package config

import (
	"strings"
	"testing"

	"switchyard/model"
)

// Who plays what, from every place that can say it.
func TestRoles(t *testing.T) {
	const file = `version: 1
providers: {a: {base_url: http://a}, b: {base_url: http://b}}
roles:
  user: {model: org/x, provider: b, temperature: 0.5}
  planner: a/p
  tool: builtin
  ai: {model: a/p, provider: b}
`
	for _, test := range []struct {
		name, flags, file string
		env               map[string]string
		want              string
	}{
		{"nothing", "", "", nil, ""},
		{"one", "role=user=gpt-4o", "", nil, "user=default/gpt-4o flag --role"},
		{"last one counts", "role=user=x role=user=y", "", nil, "user=default/y flag --role"},
		{"all five", "all-roles=m", "", nil, "user=default/m flag --all-roles, planner=default/m flag --all-roles, tool=default/m flag --all-roles, " +
			"ai=default/m flag --all-roles, checker=default/m flag --all-roles"},
		{"all but one", "all-roles=m role=tool=builtin role=ai=n", "", map[string]string{"SWITCHYARD_ALL_ROLES": "env"},
			"user=default/m flag --all-roles, planner=default/m flag --all-roles, ai=default/n flag --role, checker=default/m flag --all-roles"},
		{"a slash in a model", "role=user=org/m", "", nil, "user=default/org/m flag --role"},
		{"judge", "role=user=m judge=j", "", map[string]string{"SWITCHYARD_JUDGE": "k"}, "user=default/m flag --role, judge=default/j flag --judge"},
		{"judge from the environment", "role=user=m", "", map[string]string{"SWITCHYARD_JUDGE": "k"}, "user=default/m flag --role, judge=default/k environment SWITCHYARD_JUDGE"},
		{"the file", "", file, nil, "user=b/org/x run.yaml:4, planner=a/p run.yaml:5, ai=b/a/p run.yaml:7"},
		{"environment over the file", "", file, map[string]string{"SWITCHYARD_ALL_ROLES": "a/m"},
			"user=a/m environment SWITCHYARD_ALL_ROLES, planner=a/m environment SWITCHYARD_ALL_ROLES, tool=a/m environment SWITCHYARD_ALL_ROLES, " +
				"ai=a/m environment SWITCHYARD_ALL_ROLES, checker=a/m environment SWITCHYARD_ALL_ROLES"},
		{"flag over the file", "role=user=y role=planner=b/q role=ai=builtin role=checker=a/c", file, nil, // the provider of the file stays
			"user=b/y flag --role, planner=b/q flag --role, checker=a/c flag --role"},
		{"sampling from the file, model by a flag", "role=user=m", "version: 1\nroles: {user: {temperature: 0.5}}\n", nil, "user=default/m flag --role"},
		{"one provider", "role=user=m", "version: 1\nproviders: {only: {}}\nroles: {ai: n}\n", nil, "user=only/m flag --role, ai=only/n run.yaml:3"},
	} {
		flags := map[string][]string{}
		for _, word := range strings.Fields(test.flags) {
			name, value, _ := strings.Cut(word, "=")
			flags[name] = append(flags[name], value)
		}
		if test.file != "" {
			flags["config"] = []string{"run.yaml"}
		}
		cfg, err := Resolve(input(flags, test.env, map[string]string{"run.yaml": test.file}))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for role, m := range cfg.Roles.Models() {
			got = append(got, role+"="+m.Provider.Name+"/"+m.Name+" "+cfg.Origin("roles."+role+".model").String())
		}
		if got := strings.Join(got, ", "); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
		if cfg.UsesModels() != (test.want != "") {
			t.Errorf("%s: uses models: %v", test.name, cfg.UsesModels())
		}
		if user := cfg.Roles.User; user != nil && (user.Sampling.Temperature != nil) != strings.Contains(test.file, "user: {") {
			t.Errorf("%s: temperature %v", test.name, user.Sampling.Temperature)
		}
	}
}

// The default provider takes the variables of OpenAI; a provider of the file
// does not, for the key of one endpoint must not go to another.
func TestDefaultProvider(t *testing.T) {
	openai := map[string]string{"OPENAI_BASE_URL": "http://env/v1/", "OPENAI_API_KEY": "k"}
	for _, test := range []struct {
		name, flags, file string
		env               map[string]string
		url, keyFrom      string
	}{
		{"nothing set", "", "", nil, model.DefaultBaseURL, "environment OPENAI_API_KEY"},
		{"variables", "", "", openai, "http://env/v1", "environment OPENAI_API_KEY"},
		{"flags", "base-url=http://flag key-file=k.txt", "", openai, "http://flag", "file k.txt"},
		{"the file", "", "providers: {a: {base_url: http://file}}", openai, "http://file", ""},
		{"its key", "", "providers: {a: {base_url: http://file, key_env: K}}", openai, "http://file", "environment K"},
		{"flags over the file", "base-url=http://flag key-file=k.txt", "providers: {a: {base_url: http://file, key_env: K}}", openai, "http://flag", "file k.txt"},
		{"our variable", "", "providers: {a: {base_url: http://file}}", map[string]string{"SWITCHYARD_BASE_URL": "http://ours"}, "http://ours", ""},
		{"path of the file", "", "providers: {a: {key_file: k.txt}}", nil, model.DefaultBaseURL, "file conf/k.txt"},
	} {
		flags := map[string][]string{"all-roles": {"m"}, "config": {"conf/run.yaml"}}
		for _, word := range strings.Fields(test.flags) {
			name, value, _ := strings.Cut(word, "=")
			flags[name] = append(flags[name], value)
		}
		cfg, err := Resolve(input(flags, test.env, map[string]string{"conf/run.yaml": "version: 1\n" + test.file + "\n"}))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if p := cfg.Providers[0]; p.BaseURL != test.url || p.KeyFrom() != test.keyFrom {
			t.Errorf("%s: %s, key from %q; want %s, %q", test.name, p.BaseURL, p.KeyFrom(), test.url, test.keyFrom)
		}
		p := cfg.Providers[0]
		if p.KeyEnv != "" && p.KeyFile != "" {
			t.Errorf("%s: two places for a key", test.name)
		}
		// Only an endpoint of one's own, named without a file, may need no key.
		_, err = p.Key(func(string) string { return "" }, func(string) ([]byte, error) { return []byte("k"), nil })
		if wants := p.KeyEnv != "" && (p.Name != defaultProvider || p.BaseURL == model.DefaultBaseURL); wants != (err != nil) {
			t.Errorf("%s: without a key: %v", test.name, err)
		}
	}
}

func TestStore(t *testing.T) {
	for _, test := range []struct {
		flags  map[string][]string
		env    string
		cache  string
		want   string
		origin string
	}{
		{cache: "/c", want: "/c/switchyard/responses.db", origin: "default"},
		{cache: "/c", env: "s.db", want: "s.db", origin: "environment SWITCHYARD_STORE"},
		{cache: "/c", env: "off", origin: "environment SWITCHYARD_STORE"},
		{cache: "/c", env: "s.db", flags: map[string][]string{"no-store": {"true"}}, origin: "flag --no-store"},
		{cache: "/c", env: "s.db", flags: map[string][]string{"no-store": {"false"}}, want: "s.db", origin: "environment SWITCHYARD_STORE"},
		{origin: "default"},
	} {
		in := input(test.flags, map[string]string{"SWITCHYARD_STORE": test.env}, nil)
		in.Cache = test.cache
		cfg, err := Resolve(in)
		if err != nil || cfg.Store != test.want || cfg.Origin("store").String() != test.origin {
			t.Errorf("%+v: %+v, %v", test, cfg, err)
		}
	}
	in := input(map[string][]string{"all-roles": {"m"}}, nil, nil)
	in.Cache = ""
	if _, err := Resolve(in); err == nil || !strings.HasPrefix(err.Error(), "there is no cache folder") {
		t.Errorf("models, but no place for their answers: %v", err)
	}
}

// Roles that write toolsets are no roles of a run, and the other way round.
func TestWriterRoles(t *testing.T) {
	const file = "version: 1\nroles: {user: u, refiner: {model: r, temperature: 0.2}}\n"
	for _, test := range []struct {
		name, flags string
		roles       []string
		want        string // roles with models, or the error
	}{
		{"a run", "", nil, "user=u"},
		{"the file", "", []string{"refiner"}, "refiner=r"},
		{"the flag", "refiner=x", []string{"refiner"}, "refiner=x"},
		{"rules", "refiner=builtin", []string{"refiner"}, ""},
		{"two", "author=x", []string{"author", "reviewer"}, "author=x"},
		{"a role of a run", "user=x", []string{"refiner"}, `--role: no role is called "user"`},
		{"a writer in a run", "refiner=x", nil, `--role: no role is called "refiner"`},
	} {
		flags := map[string][]string{"config": {"run.yaml"}, "all-roles": {"everybody"}}
		if test.name == "a run" {
			delete(flags, "all-roles")
		}
		if test.flags != "" {
			flags["role"] = []string{test.flags}
		}
		in := input(flags, map[string]string{"SWITCHYARD_ALL_ROLES": ""}, map[string]string{"run.yaml": file})
		in.Roles = test.roles
		got := ""
		if cfg, err := Resolve(in); err != nil {
			got = err.Error()
		} else {
			for role, m := range cfg.Roles.Models() {
				got = strings.TrimPrefix(got+", "+role+"="+m.Name, ", ")
			}
		}
		if got != test.want && !strings.HasPrefix(got, test.want+";") {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}
