package llm

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"

	"github.com/goccy/go-yaml"

	"switchyard/mission"
	"switchyard/model"
)

//go:embed prompts
var embedded embed.FS

// The prompts, by what is asked for.
const (
	taskProposeBlueprint  = "propose_blueprint"
	taskProposeFree       = "propose_free"
	taskAnswer            = "answer"
	taskPlan              = "plan"
	taskObserve           = "observe"
	taskAsk               = "ask"
	taskSummarise         = "summarise"
	taskChat              = "chat"
	taskCheckPlan         = "check_plan"
	taskCheckObservations = "check_observations"
	taskJudge             = "judge"
)

// Tasks lists the prompts in the order in which a mission needs them.
func Tasks() []string {
	return []string{taskProposeBlueprint, taskProposeFree, taskJudge, taskPlan, taskCheckPlan, taskAsk, taskAnswer, taskObserve,
		taskCheckObservations, taskSummarise, taskChat}
}

// partials are the templates that prompts share.
var partials = []string{"user", "assistant", "kinds", "relation"}

// waysFile holds the notes on ways to refer, with worked examples.
const waysFile = "ways.yaml"

// Languages lists the languages that there are prompts for.
func Languages() []string { return []string{"en", "zh"} }

// languageNames is how prompts call the language to write in.
var languageNames = map[string]string{"en": "English", "zh": "中文"}

// Prompts are the templates of one language. They are safe for concurrent use.
type Prompts struct {
	Language string
	hash     string
	tasks    map[string]*template.Template
	ways     map[mission.Way]way
}

// way says what a way to refer does, with examples.
type way struct {
	Note     string    `yaml:"note"`
	Examples []example `yaml:"examples"`
}

// example is a realisation of a way, in another conversation.
type example struct {
	Earlier string `yaml:"earlier"`
	Reply   string `yaml:"reply"`
	Between string `yaml:"between"`
	Request string `yaml:"request"`
}

// PromptError says what is wrong with a file of prompts.
type PromptError struct {
	File    string
	Message string
	Hint    string
}

// Error implements error.
func (e *PromptError) Error() string { return e.File + ": " + e.Message }

// Ends tells that no other turn will fare better.
func (e *PromptError) Ends() bool { return true }

// LoadPrompts reads the prompts of a language. Files of the folder own, if it is
// not nil, take the place of built-in ones of the same name; name is what to
// call the folder in errors.
func LoadPrompts(language string, own fs.FS, name string) (*Prompts, error) {
	if !slices.Contains(Languages(), language) {
		return nil, fmt.Errorf("there are no prompts in %q, only in %s", language, strings.Join(Languages(), " and "))
	}
	files := map[string]string{}
	folder := "prompts/" + language
	list, err := fs.ReadDir(embedded, folder)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		text, err := fs.ReadFile(embedded, folder+"/"+f.Name())
		if err != nil {
			return nil, err
		}
		files[f.Name()] = string(text)
	}
	from := map[string]string{}
	if own != nil {
		if err := override(files, from, own, name); err != nil {
			return nil, err
		}
	}
	return parsePrompts(language, files, from)
}

// override puts the files of a folder in the place of built-in ones.
func override(files, from map[string]string, own fs.FS, name string) error {
	list, err := fs.ReadDir(own, ".")
	if err != nil {
		return err
	}
	for _, f := range list {
		if f.IsDir() || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		path := name + "/" + f.Name()
		if _, known := files[f.Name()]; !known {
			var names []string
			for n := range files {
				names = append(names, n)
			}
			slices.Sort(names)
			return &PromptError{path, "there is no prompt of that name", "the prompts are " + strings.Join(names, ", ")}
		}
		text, err := fs.ReadFile(own, f.Name())
		if err != nil {
			return err
		}
		files[f.Name()], from[f.Name()] = string(text), path
	}
	return nil
}

func parsePrompts(language string, files, from map[string]string) (*Prompts, error) {
	p := &Prompts{Language: language, tasks: map[string]*template.Template{}, ways: map[mission.Way]way{}}
	path := func(name string) string {
		if own := from[name]; own != "" {
			return own
		}
		return "prompts/" + language + "/" + name
	}
	base := template.New("").Option("missingkey=error").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }})
	for _, name := range partials {
		if _, err := base.New(name + ".tmpl").Parse(files[name+".tmpl"]); err != nil {
			return nil, &PromptError{path(name + ".tmpl"), err.Error(), "prompts are Go templates"}
		}
	}
	for _, task := range Tasks() {
		t, err := base.Clone()
		if err == nil {
			t, err = t.New(task + ".tmpl").Parse(files[task+".tmpl"])
		}
		if err != nil {
			return nil, &PromptError{path(task + ".tmpl"), err.Error(), "prompts are Go templates"}
		}
		for _, part := range partsOf(task) {
			if t.Lookup(part) == nil {
				return nil, &PromptError{path(task + ".tmpl"), fmt.Sprintf("the template %q is missing", part), "it defines " + strings.Join(partsOf(task), ", ")}
			}
		}
		p.tasks[task] = t
		for _, part := range partsOf(task) { // what is wrong in it shows now, not in the middle of a run
			if _, err := p.part(task, part, sampleView()); err != nil {
				wrong := err.(*PromptError)
				wrong.File = path(wrong.File)
				return nil, wrong
			}
		}
	}
	ways := map[string]way{}
	if err := yaml.UnmarshalWithOptions([]byte(files[waysFile]), &ways, yaml.Strict()); err != nil {
		return nil, &PromptError{path(waysFile), strings.Join(strings.Fields(err.Error()), " "), "see the built-in file"}
	}
	for _, w := range mission.Ways() {
		if _, ok := ways[string(w)]; !ok {
			return nil, &PromptError{path(waysFile), fmt.Sprintf("%s is missing", w), "it has an entry for each way of docs/relations.md"}
		}
	}
	for name, w := range ways {
		if !slices.Contains(mission.Ways(), mission.Way(name)) {
			return nil, &PromptError{path(waysFile), fmt.Sprintf("there is no way %q", name), "the ways are those of docs/relations.md"}
		}
		if w.Note == "" || len(w.Examples) == 0 {
			return nil, &PromptError{path(waysFile), fmt.Sprintf("%s needs a note and an example", name), "see the built-in file"}
		}
		p.ways[mission.Way(name)] = w
	}
	h := sha256.New()
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(h, "%d %s %d\n%s", len(name), name, len(files[name]), files[name])
	}
	p.hash = hex.EncodeToString(h.Sum(nil))
	return p, nil
}

// partsOf lists the templates that a prompt defines.
func partsOf(task string) []string {
	if task == taskPlan {
		return []string{"system", "user", "results", "asked", "answered", "refused"}
	}
	return []string{"system", "user"}
}

// sampleView has something in every field, to try templates with.
func sampleView() *view {
	facts := []fact{{"date", "2026-01-02", "tomorrow"}}
	return &view{Language: "English", Now: "2026-01-01 10:00:00", Weekday: "Thursday", Domain: "travel", Persona: mission.Persona{Name: "Ann"},
		Tools: "{}", Earlier: [][]line{{{"User", "Hello."}}}, Talk: []line{{"User", "Hello."}}, Reasons: []string{"It is wrong."},
		Kind: "single", Relation: "implicit", Way: "personal", WayNote: "it points.", Example: &example{"a", "b", "c", "d"}, Count: 3,
		Calls:  []callView{{Purpose: "know", Say: facts, Keep: facts, Refer: []reference{{"r1", "hotel", "it"}}, Follows: []follow{{"x", 1, true}, {"x", 0, true}}, Name: "t", Arguments: "{}", Status: 200, Record: "{}"}},
		Refers: []string{"r1"}, Topic: "x", Draft: "x", Say: facts, Keep: facts, Vague: true, Free: true, Again: true, Recorded: true,
		Observed: []string{"x"}, Brief: true, Candidates: []string{"x"}, Text: "x", Question: "x", Plan: "x"}
}

// Hash is the SHA-256 of all templates: what decides the prompts.
func (p *Prompts) Hash() string { return p.hash }

// render makes the messages of a prompt of one turn.
func (p *Prompts) render(task string, data *view) ([]model.Message, error) {
	system, err := p.part(task, "system", data)
	if err != nil {
		return nil, err
	}
	user, err := p.part(task, "user", data)
	if err != nil {
		return nil, err
	}
	return []model.Message{{Role: "system", Text: system}, {Role: "user", Text: user}}, nil
}

// part renders one template of a prompt.
func (p *Prompts) part(task, part string, data any) (string, error) {
	var b bytes.Buffer
	if err := p.tasks[task].ExecuteTemplate(&b, part, data); err != nil {
		file, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "template: "), ":") // it may be one that is shared
		return "", &PromptError{file, err.Error(), "compare it with the built-in prompt"}
	}
	return tidy(b.String()), nil
}

// tidy drops the blank lines that vanished parts of a template leave behind.
func tidy(s string) string {
	lines := strings.Split(s, "\n")
	out := lines[:0]
	for _, l := range lines {
		l = strings.TrimRight(l, " \t")
		if l == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, l)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// toolList writes tools as prompts show them: an OpenAI function list with what
// each tool returns, one tool a line.
func toolList(tools []mission.Tool) string {
	var b strings.Builder
	for _, t := range tools {
		line, err := json.Marshal(struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
			Returns     json.RawMessage `json:"returns,omitempty"`
			After       []string        `json:"must_come_after,omitempty"`
		}{t.Name, t.Description, t.Parameters, t.Returns, t.After})
		if err != nil {
			continue // what was loaded as JSON can be written as JSON
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}
