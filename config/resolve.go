package config

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/model/spend"
)

// Input is what the user gave.
type Input struct {
	// Flags are the flags of the command line, by name without dashes, each with
	// its values as typed.
	Flags map[string][]string
	// Env returns the value of an environment variable; a blank value counts as
	// not set.
	Env func(name string) string
	// Cache is the user's cache folder; empty if there is none.
	Cache string
	// Formats are the allowed values of the setting formats; if empty, they are
	// not checked.
	Formats []string
	// Roles are the roles to resolve; if empty, those of a run ([spend.Roles]).
	Roles []string
	// ReadFile reads run.yaml and the prices, like os.ReadFile.
	ReadFile func(path string) ([]byte, error)
}

// DefaultStore returns the default file of raw answers, within the user's cache
// folder; empty if there is no such folder.
func DefaultStore(cache string) string {
	if cache == "" {
		return ""
	}
	return filepath.Join(cache, "switchyard", "responses.db")
}

// Resolve determines the settings of a run. The error is of type [Problems] and
// lists everything that is wrong, or is that of ReadFile if run.yaml cannot be
// read.
func Resolve(in Input) (*Config, error) {
	if len(in.Roles) == 0 {
		in.Roles = spend.Roles()
	}
	r := &resolver{in: in, cfg: new(Config), wrong: make(map[string]bool)}
	if err := r.open(); err != nil {
		return nil, err
	}
	typed := map[string]string{"missions": "1-4"} // as somebody wrote it
	for _, s := range settings() {
		if s.into == nil {
			continue
		}
		if s.Name == "store" {
			s.Default = DefaultStore(in.Cache)
		}
		settle(r, s, r.cfg, s.Name, r.file.values[s.Name], true)
		if r.last != "" {
			typed[s.Name] = r.last
		}
	}
	r.roles()
	r.providers()
	r.prices()
	r.check(typed["paths"], typed["missions"])
	if err := r.problems.err(); err != nil {
		return nil, err
	}
	return r.cfg, nil
}

// resolver collects the configuration and its problems.
type resolver struct {
	in       Input
	cfg      *Config
	file     runFile
	links    []link
	last     string          // the text from which the last setting was read
	wrong    map[string]bool // settings that could not be read
	problems Problems
}

func (r *resolver) env(name string) string { return strings.TrimSpace(r.in.Env(name)) }

// flag returns the last value of a flag.
func (r *resolver) flag(name string) (string, bool) {
	texts := r.in.Flags[name]
	if len(texts) == 0 {
		return "", false
	}
	return texts[len(texts)-1], true
}

// open reads run.yaml, if there is one.
func (r *resolver) open() error {
	path, given := r.flag("config")
	if !given {
		path = r.env("SWITCHYARD_CONFIG")
	}
	if path == "" {
		if given {
			r.problems = append(r.problems, Problem{Message: "--config is empty", Hint: "for example --config run.yaml"})
		}
		return nil
	}
	data, err := r.in.ReadFile(path)
	if err != nil {
		return err
	}
	r.cfg.File = path
	d := decoder{file: path}
	r.file = d.runFile(data)
	r.problems = append(r.problems, d.problems...)
	return nil
}

// given is a value from a flag or the environment.
type given struct {
	texts  []string
	origin Origin
}

// above returns the value of a setting from the command line or the environment.
func (r *resolver) above(s Setting) (given, bool) {
	texts, ok := r.in.Flags[s.Flag]
	if s.Name == "store" {
		if r.noStore() {
			if ok {
				r.at(Origin{}, "leave one of them out", "--store and --no-store exclude each other")
			}
			return given{[]string{storeOff}, Origin{Kind: FromFlag, Name: "--no-store"}}, true
		}
	}
	if ok && s.Flag != "" {
		return given{texts, Origin{Kind: FromFlag, Name: "--" + s.Flag}}, true
	}
	names := []string{s.Env()}
	if len(r.file.providers) == 0 && s.also != "" {
		names = append(names, s.also)
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		if text := r.env(name); text != "" {
			return given{[]string{text}, Origin{Kind: FromEnvironment, Name: name}}, true
		}
	}
	return given{}, false
}

// noStore reads --no-store, which is short for --store off.
func (r *resolver) noStore() bool {
	off := false
	if text, ok := r.flag("no-store"); ok {
		o := Origin{Kind: FromFlag, Name: "--no-store"}
		if f := onOff(&off).set(text); f != nil {
			r.at(o, fillHint(f.hint, Setting{kind: "bool"}, "", o), "%s%s", o.Name, f.text)
		}
	}
	return off
}

// settle determines the value of a setting: the default, unless something with
// precedence sets it. A value in the file is checked even if it is overridden.
func settle[T any](r *resolver, s setting[T], of *T, path string, file *document.Node, outside bool) Value {
	t := s.into(of)
	s.kind = t.kind
	v := Value{Setting: path, Unset: s.Unset, Origin: Origin{Kind: FromDefault}, group: s.Group, data: s.Data}
	r.last = ""
	usual := ""
	if s.Default != "" {
		if f := t.set(s.Default); f == nil {
			usual, _ = t.show()
		}
	}
	if file != nil {
		v.Origin = r.fileOrigin(file)
		r.fromFile(t, s.Setting, path, file)
	}
	if g, ok := r.above(s.Setting); ok && outside {
		v.Origin = g.origin
		r.apply(t, s.Setting, path, g)
	}
	v.Text, v.JSON = t.show()
	v.usual = v.Text == usual
	v.flags = flagsOf(s.Setting, v)
	r.cfg.values = append(r.cfg.values, v)
	return v
}

// flagsOf writes a value as flags.
func flagsOf(s Setting, v Value) []string {
	flag := "--" + s.Flag
	if s.Flag == "" {
		return nil
	}
	switch value := v.JSON.(type) {
	case bool:
		if value {
			return []string{flag}
		}
		return []string{flag + "=false"}
	case []string:
		var words []string
		for _, text := range value {
			words = append(words, flag, text)
		}
		return words
	}
	return []string{flag, v.Text}
}

func (r *resolver) fileOrigin(n *document.Node) Origin {
	return Origin{Kind: FromFile, Name: r.cfg.File, Line: n.Line, Column: n.Column}
}

// fromFile sets a value from the file.
func (r *resolver) fromFile(t target, s Setting, path string, n *document.Node) {
	d := decoder{file: r.cfg.File}
	defer func() { r.problems = append(r.problems, d.problems...) }()
	if !d.is(n, path, t.wants...) {
		r.wrong[path] = true
		return
	}
	g := given{origin: r.fileOrigin(n)}
	if n.Kind == document.List {
		for _, item := range n.Items {
			if d.is(item, "an item of "+path, document.Text) {
				g.texts = append(g.texts, item.Text)
			}
		}
		if len(n.Items) == 0 {
			d.problem(n, "leave the key out", "%s is empty", path)
		}
		if len(g.texts) == 0 {
			r.wrong[path] = true
			return
		}
	} else {
		g.texts = []string{n.Text}
	}
	if r.apply(t, s, path, g) && t.root != nil {
		t.root(filepath.Dir(r.cfg.File))
	}
}

// apply sets a value and reports whether it is valid.
func (r *resolver) apply(t target, s Setting, path string, g given) bool {
	r.last = g.texts[len(g.texts)-1]
	f := t.set(g.texts...)
	if f == nil {
		return true
	}
	r.wrong[path] = true
	r.at(g.origin, fillHint(f.hint, s, path, g.origin), "%s%s", nameIn(g.origin, path), f.text)
	return false
}

// at reports a problem with a value from a given origin, once.
func (r *resolver) at(o Origin, hint, format string, args ...any) {
	p := Problem{Message: fmt.Sprintf(format, args...), Hint: hint}
	if o.Kind == FromFile {
		p.File, p.Line, p.Column = o.Name, o.Line, o.Column
	}
	if !slices.Contains(r.problems, p) { // a flag may apply to several models
		r.problems = append(r.problems, p)
	}
}

// nameIn returns the name of a setting in the notation of its origin.
func nameIn(o Origin, path string) string {
	switch o.Kind {
	case FromFlag:
		return o.Name
	case FromEnvironment:
		return "the variable " + o.Name
	}
	return path
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// fillHint writes the examples of a hint in the notation of the place at fault.
func fillHint(hint string, s Setting, path string, o Origin) string {
	help := strings.ReplaceAll(s.Help, "`", "")
	if hint == helpHint {
		if _, rest, ok := strings.Cut(s.Help, "`"); ok && o.Kind == FromFlag {
			word, _, _ := strings.Cut(rest, "`")
			return fmt.Sprintf("%s %s: %s", o.Name, word, help)
		}
		return help
	}
	return placeholder.ReplaceAllStringFunc(hint, func(example string) string {
		example = example[1 : len(example)-1]
		switch {
		case o.Kind == FromFlag && s.kind == "bool":
			return o.Name
		case o.Kind == FromFlag:
			return o.Name + " " + example
		case o.Kind == FromEnvironment:
			return o.Name + "=" + example
		}
		return path[strings.LastIndexByte(path, '.')+1:] + ": " + example
	})
}

// Arguments are the flags that reproduce the dataset. Flags that do not affect its
// bytes are left out. If some values can only be set in a file, --config is among
// the flags.
func (c *Config) Arguments() []string {
	var words []string
	needFile := false
	models := c.UsesModels()
	for _, v := range c.values {
		switch {
		case !v.data, v.group != Plan && !models:
		case v.usual && v.Setting != "seed":
		case len(v.flags) == 0, v.group == Endpoint && v.Origin.Kind == FromFile:
			needFile = needFile || v.Origin.Kind == FromFile
		default:
			words = append(words, v.flags...)
		}
	}
	if needFile {
		words = slices.Concat([]string{"--config", c.File}, words)
	}
	return words
}

// ToolsetFolder is the folder that relative paths in [Config.Toolsets] start from;
// empty for the current one. Names of built-in toolsets take precedence.
func (c *Config) ToolsetFolder() string {
	if c.Origin("toolsets").Kind == FromFile {
		return filepath.Dir(c.File)
	}
	return ""
}
