package config

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// Whatever the file holds, it is taken or refused with positions inside it;
// what is taken fits the schema, and its arguments can be read again.
func FuzzRunFile(f *testing.F) {
	example, err := os.ReadFile("../examples/run.example.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		string(example), "", "version: 1\n", "version: 1\nseed: 18446744073709551615\n", "version: 1\nseed: 0x10\nlimit: 010\nper_path: +3\n",
		"{version: 1, roles: {user: a/m, judge: j}, providers: {a: {base_url: 'http://h', headers: {X-A: '${B}'}}}}",
		"version: 1\nproviders: {a: {api: azure, api_version: v, base_url: http://h, deployments: {m: d}, limits: {rpm: 1}}}\nroles:\n  user: &u {model: m, timeout: 1s}\n  ai: *u\n",
		"version: 1\nbudget: 1usd\nprices: prices.yaml\nroles: {user: m}\n", "version: 1\nroles: [\n", "version: 1\nout: |\n  a\n  b\n", "? [a]\n: 1\n", "version: 1\n<<: {seed: 1}\n",
		"version: 1\nproviders: {a: {key: sk-x}}\n", "\ufeffversion: 1\n", "version: 1\nmissions: 1,3\nstore: off\nfine: yes\n", "a: &a [*a]\n", "version: 1\ntoolsets:\n  - a: b\n", "version: 1\nroles: {user: {model: m, top_p: .5, temperature: 1e-1}}\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cfg, err := resolveFile(text)
		if err != nil {
			var problems Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("%T: %v", err, err)
			}
			lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 1
			for _, p := range problems {
				if p.File == "" || p.File == "conf/run.yaml" && (p.Line < 1 || p.Line > lines || p.Column < 1) || p.Message == "" || strings.ContainsAny(p.Message+p.Hint, "\r\n") {
					t.Fatalf("%q: %#v", text, p)
				}
			}
			return
		}
		fitsSchema(t, "run", []byte(text))
		for _, v := range cfg.Values() {
			if v.Setting == "" || v.Origin.Kind == FromFile && v.Origin.Line < 1 {
				t.Fatalf("%#v", v)
			}
		}
		if len(cfg.Arguments()) == 0 {
			t.Fatal("no arguments: the seed at least is one")
		}
		for role, m := range cfg.Roles.Models() {
			if m.Provider == nil || m.Name == "" || m.Timeout <= 0 {
				t.Fatalf("%s: %+v", role, m)
			}
		}
	})
}

func FuzzPrices(f *testing.F) {
	example, err := os.ReadFile("../examples/prices.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(example), goodPrices, "", "version: 1\nmodels: {m: {input: .inf, output: 1e400}}\n", "version: 1\ndate: 2026-02-30\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePrices("p.yaml", []byte(text))
		if err != nil {
			var problems Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		fitsSchema(t, "prices", []byte(text))
		for name, price := range p.Models {
			if cost := price.Cost(1000, 500, 1000); cost < 0 {
				t.Fatalf("%s costs %v", name, cost)
			}
		}
	})
}
