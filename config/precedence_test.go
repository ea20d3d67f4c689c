package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"switchyard/internal/document"
	"switchyard/model"
)

// samples are three values for a setting that differ from each other and from
// the default as far as there are so many.
func samples(s Setting, of target) [3]string {
	switch of.kind {
	case "uint64", "int":
		return [3]string{"8", "9", "10"}
	case "float64":
		return [3]string{"0.25", "0.5", "0.75"}
	case "bool":
		return [3]string{"true", "false", "true"}
	case "duration":
		return [3]string{"1s", "2m", "3h"}
	case "stringArray":
		return [3]string{"a", "b", "c"}
	}
	switch s.Name {
	case "missions":
		return [3]string{"1", "2-3", "1,4"}
	case "paths":
		return [3]string{"chat", "single", "*"}
	case "formats":
		return [3]string{"a", "b,c", "d"}
	case "budget":
		return [3]string{"11usd", "12.5usd", "13usd"}
	case "base_url":
		return [3]string{"http://a/v1", "https://b", "http://[::1]:8/c"}
	case "strategy":
		return [3]string{Free, Blueprint, Free}
	case "pool":
		return [3]string{"a", "b", "a"}
	case "lang":
		return [3]string{"zh", "en", "zh"}
	case "api":
		return [3]string{model.APIAzure, model.APIOpenAI, model.APIAzure}
	case "key_env":
		return [3]string{"A", "B", "C"}
	}
	if of.root != nil {
		return [3]string{"x/prices.yaml", "y/prices.yaml", "/z/prices.yaml"}
	}
	return [3]string{"a", "b", "c"}
}

// layers is the places in which one setting is given, as bits.
type layers int

const (
	inFile layers = 1 << iota
	inEnv
	inFlag
)

// input makes the input of a test: a setting that stands in some places, around
// it what settings of all kinds need.
func (l layers) input(s Setting, path, quote string, values [3]string) Input {
	env := map[string]string{"SWITCHYARD_CONFIG": "conf/run.yaml"}
	flags := make(map[string][]string)
	base := map[string]string{"version": "1", "roles.user.model": "m", "roles.planner.model": "m", "roles.ai.model": "m",
		"providers.main.headers.X-Team": "x", "prices": "prices.yaml"}
	delete(base, path)
	if l&inFile != 0 {
		if strings.HasPrefix(path, "providers.main.api") {
			maps.Copy(base, map[string]string{"providers.main.base_url": "http://h", "providers.main.api_version": "v", "providers.main.api": model.APIAzure})
		}
		base[path] = quote + values[0] + quote
	}
	if l&inEnv != 0 {
		env[s.Env()] = " " + values[1] + "\n"
	} else if s.Env() != "" {
		env[s.Env()] = " \t" // blank counts as not set
	}
	if l&inFlag != 0 {
		flags[s.Flag] = []string{values[2]}
	}
	files := map[string]string{"conf/run.yaml": tree(base)}
	for _, folder := range []string{"conf", "conf/x", "y", "/z"} {
		files[folder+"/prices.yaml"] = goodPrices
	}
	return input(flags, env, files)
}

// tree writes dotted keys as nested JSON, which is YAML.
func tree(values map[string]string) string {
	type object = map[string]any
	root := object{}
	for path, text := range values {
		at := root
		steps := strings.Split(path, ".")
		for _, step := range steps[:len(steps)-1] {
			if at[step] == nil {
				at[step] = object{}
			}
			at = at[step].(object)
		}
		value := any(text)
		if json.Valid([]byte(text)) {
			value = json.RawMessage(text)
		}
		at[steps[len(steps)-1]] = value
	}
	b, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// Every setting, in every combination of the places it can stand in: the
// strongest counts, and is named as the origin.
func TestPrecedence(t *testing.T) {
	for _, s := range settings() {
		if s.into == nil {
			if !slices.Contains([]string{"config", "role", "all_roles", "judge", "no_store"}, s.Name) {
				t.Errorf("%s sets no field and has no test of its own", s.Name)
			}
			continue
		}
		precedence(t, s, "", func() *Config { return new(Config) })
	}
	for _, s := range providerSettings() {
		precedence(t, s, "providers.main.", func() *Provider { return new(Provider) })
	}
	for _, s := range roleSettings() {
		precedence(t, s, "roles.user.", func() *Model { return new(Model) })
	}
}

func precedence[T any](t *testing.T, s setting[T], prefix string, fresh func() *T) {
	path := prefix + s.Name
	values := samples(s.Setting, s.into(fresh()))
	s.kind = s.into(fresh()).kind
	quote := `"`
	if wants := s.into(fresh()).wants; !slices.Contains(wants, document.Text) {
		quote = ""
	}
	for l := range layers(8) {
		if s.Flag == "" && l&inFlag != 0 || s.Env() == "" && l&inEnv != 0 {
			continue
		}
		want := Origin{Kind: FromDefault}
		text := s.Default
		switch {
		case l&inFlag != 0:
			want, text = Origin{Kind: FromFlag, Name: "--" + s.Flag}, values[2]
		case l&inEnv != 0:
			want, text = Origin{Kind: FromEnvironment, Name: s.Env()}, values[1]
		case l&inFile != 0:
			want, text = Origin{Kind: FromFile, Name: "conf/run.yaml"}, values[0]
		}
		cfg, err := Resolve(l.input(s.Setting, path, quote, values))
		if err != nil {
			t.Errorf("%s in %03b: %v", path, l, err)
			continue
		}
		got := cfg.Origin(path)
		if want.Kind == FromFile && (got.Line < 2 || got.Column < 2) {
			t.Errorf("%s in %03b: at %d:%d", path, l, got.Line, got.Column)
		}
		if got.Line, got.Column = 0, 0; got != want {
			t.Errorf("%s in %03b: from %s, want %s", path, l, got, want)
		}
		if text == "" && s.Name == "store" {
			text = "/cache/switchyard/responses.db"
		}
		of := s.into(fresh())
		if text != "" {
			if f := of.set(text); f != nil {
				t.Errorf("%s: %s%s", path, text, f.text)
			}
		}
		if of.root != nil && want.Kind == FromFile {
			of.root("conf")
		}
		for _, v := range cfg.Values() {
			if text, value := of.show(); v.Setting == path && (v.Text != text || fmt.Sprint(v.JSON) != fmt.Sprint(value)) {
				t.Errorf("%s in %03b: is %q (%v), want %q", path, l, v.Text, v.JSON, text)
			}
		}
	}
}
