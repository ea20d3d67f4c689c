package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/internal/document"
	"switchyard/model/spend"
	"switchyard/schemas"
)

// input is an Input from files in memory.
func input(flags map[string][]string, env map[string]string, files map[string]string) Input {
	return Input{
		Flags: flags,
		Cache: "/cache",
		Env:   func(name string) string { return env[name] },
		ReadFile: func(path string) ([]byte, error) {
			if text, ok := files[path]; ok {
				return []byte(text), nil
			}
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		},
	}
}

// resolveFile resolves what stands in conf/run.yaml.
func resolveFile(text string) (*Config, error) {
	return Resolve(input(map[string][]string{"config": {"conf/run.yaml"}}, nil,
		map[string]string{"conf/run.yaml": text, "conf/prices.yaml": goodPrices}))
}

const goodPrices = "version: 1\ndate: 2026-11-01\ncurrency: usd\nmodels: {m: {input: 2, cached: 1, output: 8}}\n"

// The fields are really set, one by one.
func TestFields(t *testing.T) {
	cfg, err := Resolve(input(nil, nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	plain := fmt.Sprintf("%+v", *cfg)
	for _, s := range settings() {
		if s.into == nil || s.Flag == "" {
			continue
		}
		flags := map[string][]string{s.Flag: {samples(s.Setting, s.into(new(Config)))[0]}}
		switch s.Name {
		case "strategy":
			flags["all-roles"] = []string{"m"}
		case "lang":
			flags["all-roles"] = []string{"m"}
		case "budget":
			flags["prices"] = []string{"p"}
		}
		got, err := Resolve(input(flags, nil, map[string]string{"p": goodPrices, "x/prices.yaml": goodPrices}))
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if got.values = cfg.values; fmt.Sprintf("%+v", *got) == plain {
			t.Errorf("--%s changes nothing", s.Flag)
		}
	}
}

// No two settings share a field.
func TestFieldsOfTheirOwn(t *testing.T) {
	ownFields(t, settings(), new(Config))
	ownFields(t, providerSettings(), new(Provider))
	ownFields(t, roleSettings(), new(Model))
}

func ownFields[T any](t *testing.T, list []setting[T], of *T) {
	set := make(map[string]string)
	for i, s := range list {
		if s.into == nil {
			continue
		}
		target := s.into(of)
		if f := target.set(samples(s.Setting, target)[i%2]); f != nil {
			t.Fatalf("%s%s", s.Name, f.text)
		}
		set[s.Name], _ = target.show()
	}
	for _, s := range list {
		if s.into == nil {
			continue
		}
		if text, _ := s.into(of).show(); text != set[s.Name] {
			t.Errorf("%s was set to %q, then another setting made it %q", s.Name, set[s.Name], text)
		}
	}
}

// What somebody typed, and the arguments that make the same again, mean the
// same.
func TestArgumentsMeanTheSame(t *testing.T) {
	all := Settings()
	rapid.Check(t, func(rt *rapid.T) {
		flags := map[string][]string{"prices": {"p"}}
		if rapid.Bool().Draw(rt, "models") {
			flags["all-roles"] = []string{"m"}
			for i := range rapid.IntRange(0, 3).Draw(rt, "roles") {
				role := rapid.SampledFrom(spend.Roles()[2:5]).Draw(rt, fmt.Sprint("role ", i))
				flags["role"] = append(flags["role"], role+"="+rapid.SampledFrom([]string{"m", "x/m", "builtin"}).Draw(rt, fmt.Sprint("model ", i)))
			}
		}
		for _, s := range settings() {
			if s.into == nil || s.Flag == "" || s.Name == "prices" || !rapid.Bool().Draw(rt, s.Name) {
				continue
			}
			if (s.Name == "strategy" || s.Name == "lang") && len(flags["role"])+len(flags["all-roles"]) != 1 {
				continue
			}
			flags[s.Flag] = []string{rapid.SampledFrom(func() []string { v := samples(s.Setting, s.into(new(Config))); return v[:] }()).Draw(rt, "value of "+s.Name)}
		}
		delete(flags, "budget") // x/m has no price
		delete(flags, "paths")  // it might fit nothing
		files := map[string]string{"p": goodPrices}
		cfg, err := Resolve(input(flags, nil, files))
		if err != nil {
			rt.Fatal(err)
		}
		again := make(map[string][]string)
		args := cfg.Arguments()
		for i := 0; i < len(args); i++ {
			name := strings.TrimPrefix(args[i], "--")
			name, value, ok := strings.Cut(name, "=")
			kind := all[slices.IndexFunc(all, func(s Setting) bool { return s.Flag == name })].Kind()
			if !ok && kind == "bool" {
				value = "true"
			} else if !ok {
				i++
				value = args[i]
			}
			again[name] = append(again[name], value)
		}
		second, err := Resolve(input(again, nil, files))
		if err != nil {
			rt.Fatal(args, err)
		}
		if a, b := dataOf(cfg), dataOf(second); !maps.Equal(a, b) {
			rt.Fatalf("%q:\n%v\n%v", args, a, b)
		}
		if third := second.Arguments(); !slices.Equal(args, third) {
			rt.Fatalf("%q, then %q", args, third)
		}
	})
}

func dataOf(cfg *Config) map[string]string {
	data := make(map[string]string)
	for _, v := range cfg.Values() {
		if v.data && (v.group == Plan || cfg.UsesModels()) {
			data[v.Setting] = v.Text
		}
	}
	return data
}

func TestArguments(t *testing.T) {
	file := "version: 1\nseed: 4\nmissions: 1-2\ntoolsets: mine.jsonl\nroles: {user: m, tool: builtin}\nproviders: {main: {base_url: http://h}}\n"
	for _, test := range []struct {
		name  string
		flags string
		env   map[string]string
		file  string
		want  string
	}{
		{"nothing", "", nil, "", "--seed 1"},
		{"plan", "missions=1-3 fine=true limit=0 workers=3 out=x distractors=2", nil, "", "--missions 1,2,3 --fine --seed 1"},
		{"env", "", map[string]string{"SWITCHYARD_SEED": "9", "SWITCHYARD_OUT": "x"}, "", "--seed 9"},
		{"plan from the file", "", nil, "version: 1\nseed: 4\nper_path: 3\n", "--per-path 3 --seed 4"},
		{"models", "role=user=m judge=j rpm=3 key-file=k", map[string]string{"OPENAI_BASE_URL": "http://h/v1"}, "",
			"--seed 1 --role user=m --judge j --base-url http://h/v1"},
		{"models from the file", "", nil, file, "--config conf/run.yaml --missions 1,2 --seed 4 --toolset mine.jsonl"},
		{"over the file", "role=user=main/n role=tool=t", nil, file, "--config conf/run.yaml --missions 1,2 --seed 4 --toolset mine.jsonl --role user=main/n --role tool=t"},
		{"all but one", "all-roles=m role=tool=builtin", nil, "", "--seed 1 --role user=m --role planner=m --role ai=m --role checker=m"},
		{"off again", "role=user=builtin", nil, file, "--missions 1,2 --seed 4 --toolset mine.jsonl"},
		{"only flags matter", "role=ai=n", nil, "version: 1\nseed: 4\n", "--seed 4 --role ai=n"},
	} {
		flags := make(map[string][]string)
		for _, word := range strings.Fields(test.flags) {
			name, value, _ := strings.Cut(word, "=")
			flags[name] = append(flags[name], value)
		}
		if test.file != "" {
			flags["config"] = []string{"conf/run.yaml"}
		}
		cfg, err := Resolve(input(flags, test.env, map[string]string{"conf/run.yaml": test.file}))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := strings.Join(cfg.Arguments(), " "); got != test.want {
			t.Errorf("%s: %s\nwant %s", test.name, got, test.want)
		}
	}
}

// The examples of the documentation load, show every setting, and fit the
// schemas.
func TestExamples(t *testing.T) {
	const path = "../examples/run.example.yaml"
	cfg, err := Resolve(Input{Flags: map[string][]string{"config": {path}}, Cache: "/cache", Env: func(string) string { return "" }, ReadFile: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	if len(cfg.Providers) != 3 || cfg.Roles.Judge.Provider != cfg.Providers[1] || cfg.Prices.Models["gpt-4o"].Cached != 1.25 ||
		cfg.Store != filepath.Join("..", "examples", "responses.db") || cfg.ToolsetFolder() != filepath.Join("..", "examples") {
		t.Errorf("%+v", cfg)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range settings() {
		if s.into != nil {
			names = append(names, s.Name)
		}
	}
	for _, s := range providerSettings() {
		names = append(names, s.Name)
	}
	for _, s := range roleSettings() {
		names = append(names, s.Name)
	}
	for _, name := range append(names, "providers", "deployments", "headers", "roles", "model", "provider") {
		if key := name[strings.LastIndexByte(name, '.')+1:] + ":"; !strings.Contains(string(data), key) {
			t.Errorf("%s does not show %s", path, name)
		}
	}
	fitsSchema(t, "run", data)
	prices, err := os.ReadFile("../examples/prices.yaml")
	if err != nil {
		t.Fatal(err)
	}
	fitsSchema(t, "prices", prices)
}

// The schema knows the settings of the list, and no others.
func TestSchemaKnowsTheSettings(t *testing.T) {
	source, err := schemas.Source("run")
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties map[string]json.RawMessage
	}
	var doc struct {
		object
		Definitions map[string]json.RawMessage
	}
	if err := json.Unmarshal(source, &doc); err != nil {
		t.Fatal(err)
	}
	leaves := func(raw map[string]json.RawMessage) (names []string) {
		for name, text := range raw {
			var inner object
			if err := json.Unmarshal(text, &inner); err != nil {
				t.Fatal(err)
			}
			if len(inner.Properties) == 0 || name == "roles" {
				names = append(names, name)
			}
			for key := range inner.Properties {
				if name != "roles" {
					names = append(names, name+"."+key)
				}
			}
		}
		slices.Sort(names)
		return names
	}
	part := func(name string) map[string]json.RawMessage {
		var inner object
		if err := json.Unmarshal(doc.Definitions[name], &inner); err != nil {
			t.Fatal(err)
		}
		return inner.Properties
	}
	run := []string{"version", "roles", "providers"}
	for _, s := range settings() {
		if s.into != nil {
			run = append(run, s.Name)
		}
	}
	provider := []string{"deployments", "headers"}
	for _, s := range providerSettings() {
		provider = append(provider, s.Name)
	}
	role := []string{"model", "provider"}
	for _, s := range roleSettings() {
		role = append(role, s.Name)
	}
	for _, c := range []struct{ want, got []string }{{run, leaves(doc.Properties)}, {provider, leaves(part("provider"))}, {role, leaves(part("role"))}} {
		if slices.Sort(c.want); !slices.Equal(c.want, c.got) {
			t.Errorf("the schema has %q, the list %q", c.got, c.want)
		}
	}
}

// fitsSchema checks a document that the loader takes.
func fitsSchema(t *testing.T, name string, data []byte) {
	t.Helper()
	set, err := schemas.Load()
	if err != nil {
		t.Fatal(err)
	}
	d := decoder{file: name}
	doc := d.document(data)
	if doc == nil {
		t.Fatal(d.problems)
	}
	for _, v := range set.ValidateValue(name, plain(doc)) {
		t.Errorf("%s: %s\n%s", name, v, data)
	}
}

// plain is a document as encoding/json would decode it.
func plain(n *document.Node) any {
	switch n.Kind {
	case document.Object:
		out := make(map[string]any)
		for key, field := range n.Fields {
			out[key] = plain(field)
		}
		return out
	case document.List:
		out := []any{}
		for _, item := range n.Items {
			out = append(out, plain(item))
		}
		return out
	case document.Whole:
		if u, err := strconv.ParseUint(n.Text, 0, 64); err == nil {
			return json.Number(strconv.FormatUint(u, 10))
		}
		i, _ := strconv.ParseInt(n.Text, 0, 64)
		return json.Number(strconv.FormatInt(i, 10))
	case document.Real:
		x, _ := strconv.ParseFloat(n.Text, 64)
		return json.Number(strconv.FormatFloat(x, 'f', -1, 64))
	case document.Bool:
		return n.Text == "true"
	case document.Null:
		return nil
	}
	return n.Text
}

func problemsOf(t *testing.T, err error) Problems {
	t.Helper()
	var problems Problems
	if err != nil && !errors.As(err, &problems) {
		t.Fatalf("%T: %v", err, err)
	}
	return problems
}

func TestFormats(t *testing.T) {
	for _, test := range []struct {
		flags []string
		file  string
		want  string
	}{
		{nil, "version: 1\n", "mmtb"},
		{[]string{"openai", "trl, openai"}, "version: 1\nformats: native\n", "openai,trl"},
		{nil, "version: 1\nformats: [trl, mmtb]\n", "trl,mmtb"},
		{nil, "version: 1\nformats: native,trl\n", "native,trl"},
		{nil, "version: 1\nformats: [trl, opnai]\n", `conf/run.yaml:2:10: formats: no format is called "opnai"`},
		{[]string{"x"}, "version: 1\n", `--format: no format is called "x"`},
		{[]string{"trl,"}, "version: 1\n", "--format is empty"},
	} {
		in := input(map[string][]string{"config": {"conf/run.yaml"}}, nil, map[string]string{"conf/run.yaml": test.file})
		if test.flags != nil {
			in.Flags["format"] = test.flags
		}
		in.Formats = []string{"native", "mmtb", "openai", "trl"}
		cfg, err := Resolve(in)
		got := ""
		if problems := (Problems)(nil); errors.As(err, &problems) {
			got = problems[0].String()
		} else if err == nil {
			got = strings.Join(cfg.Formats, ",")
		}
		if got != test.want {
			t.Errorf("%q over %q: got %s (%v), want %s", test.flags, test.file, got, err, test.want)
		}
	}
}
