package llm

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/goccy/go-yaml"

	"switchyard/mission"
	"switchyard/model"
)

//go:embed prompts
var embedded embed.FS

// The tasks of prompts.
const (
	TaskProposeBlueprint  = "propose_blueprint"
	TaskProposeFree       = "propose_free"
	TaskAnswer            = "answer"
	TaskPlan              = "plan"
	TaskObserve           = "observe"
	TaskAsk               = "ask"
	TaskSummarise         = "summarise"
	TaskChat              = "chat"
	TaskCheckPlan         = "check_plan"
	TaskCheckObservations = "check_observations"
	TaskJudge             = "judge"

	// Of sessions, for which there are only English prompts.
	TaskSessionUser  = "session_user"
	TaskSessionAI    = "session_ai"
	TaskSessionCheck = "session_check"
)

// Tasks lists the tasks of missions, in the order in which a mission needs them.
func Tasks() []string {
	return []string{TaskProposeBlueprint, TaskProposeFree, TaskJudge, TaskPlan, TaskCheckPlan, TaskAsk, TaskAnswer, TaskObserve,
		TaskCheckObservations, TaskSummarise, TaskChat}
}

// sessionTasks lists the tasks of sessions.
func sessionTasks() []string { return []string{TaskSessionUser, TaskSessionAI, TaskSessionCheck} }

// prompted lists the tasks that have a prompt.
func prompted() []string { return append(Tasks(), sessionTasks()...) }

// partials are the templates that prompts share.
var partials = []string{"user", "assistant", "kinds", "relation"}

// waysFile holds notes on the ways to refer to earlier missions, with examples.
const waysFile = "ways.yaml"

// Languages lists the languages of the prompts.
func Languages() []string { return []string{"en", "zh"} }

// languageNames are the names of the languages in prompts.
var languageNames = map[string]string{"en": "English", "zh": "中文"}

// Prompts are the templates of one language. They are safe for concurrent use.
type Prompts struct {
	Language string
	hash     string
	tasks    map[string]*template.Template
	ways     map[mission.Way]way
}

// way describes a way to refer to earlier missions.
type way struct {
	Note     string    `yaml:"note"`
	Examples []example `yaml:"examples"`
}

// example shows a way in another conversation.
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

// Ends reports that the error ends the run: no other turn will fare better.
func (e *PromptError) Ends() bool { return true }

// promptFile is a template, or the file of ways, with its path for errors.
type promptFile struct{ text, path string }

// LoadPrompts reads the prompts of a language. Files of the folder own, if it is
// not nil, replace built-in ones of the same name; name is the folder's name in
// errors.
func LoadPrompts(language string, own fs.FS, name string) (*Prompts, error) {
	if !slices.Contains(Languages(), language) {
		return nil, fmt.Errorf("there are no prompts in %q; the languages are %s", language, strings.Join(Languages(), " and "))
	}
	folder := "prompts/" + language
	builtIn, err := fs.Sub(embedded, folder)
	if err != nil {
		return nil, err
	}
	files, err := readPrompts(builtIn, folder)
	if err != nil {
		return nil, err
	}
	if own != nil {
		replaced, err := readPrompts(own, name)
		if err != nil {
			return nil, err
		}
		names := slices.Sorted(maps.Keys(files))
		for _, file := range slices.Sorted(maps.Keys(replaced)) {
			if !slices.Contains(names, file) {
				return nil, &PromptError{replaced[file].path, "there is no prompt of that name", "the prompts are " + strings.Join(names, ", ")}
			}
			files[file] = replaced[file]
		}
	}
	return parsePrompts(language, files)
}

// readPrompts reads the files of a folder, but no hidden ones.
func readPrompts(folder fs.FS, name string) (map[string]promptFile, error) {
	list, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	files := map[string]promptFile{}
	for _, f := range list {
		if f.IsDir() || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		text, err := fs.ReadFile(folder, f.Name())
		if err != nil {
			return nil, err
		}
		files[f.Name()] = promptFile{string(text), name + "/" + f.Name()}
	}
	return files, nil
}

func parsePrompts(language string, files map[string]promptFile) (*Prompts, error) {
	p := &Prompts{Language: language, tasks: map[string]*template.Template{}}
	base := template.New("").Option("missingkey=error").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }})
	for _, name := range partials {
		file := files[name+".tmpl"]
		if _, err := base.New(name + ".tmpl").Parse(file.text); err != nil {
			return nil, &PromptError{file.path, err.Error(), "prompts are Go templates"}
		}
	}
	for _, task := range prompted() {
		file := files[task+".tmpl"]
		t, err := base.Clone()
		if err == nil {
			t, err = t.New(task + ".tmpl").Parse(file.text)
		}
		if err != nil {
			return nil, &PromptError{file.path, err.Error(), "prompts are Go templates"}
		}
		p.tasks[task] = t
		for _, part := range partsOf(task) { // what is wrong in it shows now, not in the middle of a run
			if t.Lookup(part) == nil {
				return nil, &PromptError{file.path, fmt.Sprintf("the template %q is missing", part), "it defines " + strings.Join(partsOf(task), ", ")}
			}
			if _, err := p.part(task, part, sampleView()); err != nil {
				wrong := err.(*PromptError)
				wrong.File = files[wrong.File].path
				return nil, wrong
			}
		}
	}
	var err error
	if p.ways, err = parseWays(files[waysFile]); err != nil {
		return nil, err
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%d %s %d\n%s", len(name), name, len(files[name].text), files[name].text)
	}
	p.hash = hex.EncodeToString(h.Sum(nil))
	return p, nil
}

// parseWays reads the file with notes and examples for all ways to refer.
func parseWays(file promptFile) (map[mission.Way]way, error) {
	ways := map[mission.Way]way{}
	if err := yaml.UnmarshalWithOptions([]byte(file.text), &ways, yaml.Strict()); err != nil {
		return nil, &PromptError{file.path, strings.Join(strings.Fields(err.Error()), " "), "see the built-in file"}
	}
	for _, w := range mission.Ways() {
		if _, ok := ways[w]; !ok {
			return nil, &PromptError{file.path, fmt.Sprintf("%s is missing", w), "it has an entry for each way of docs/relations.md"}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ways)) {
		if !slices.Contains(mission.Ways(), name) {
			return nil, &PromptError{file.path, fmt.Sprintf("there is no way %q", name), "the ways are those of docs/relations.md"}
		}
		if w := ways[name]; w.Note == "" || len(w.Examples) == 0 {
			return nil, &PromptError{file.path, fmt.Sprintf("%s needs a note and an example", name), "see the built-in file"}
		}
	}
	return ways, nil
}

// partsOf lists the templates that a prompt defines.
func partsOf(task string) []string {
	if task == TaskPlan {
		return []string{"system", "user", "results", "asked", "answered", "refused"}
	}
	return []string{"system", "user"}
}

// sampleView returns a view with every field set, to try templates with.
func sampleView() *view {
	facts := []fact{{"date", "2026-01-02", "tomorrow"}}
	return &view{Language: "English", Now: "2026-01-01 10:00:00", Weekday: "Thursday", Domain: "travel", Persona: mission.Persona{Name: "Ann"},
		Tools: "{}", Earlier: [][]line{{{"User", "Hello."}}}, Talk: []line{{"User", "Hello."}}, Reasons: []string{"It is wrong."},
		Kind: "single", Relation: "implicit", Way: "personal", WayNote: "it points.", Example: &example{"a", "b", "c", "d"}, Count: 3,
		Calls:  []callView{{Purpose: "know", Say: facts, Keep: facts, Refer: []reference{{"r1", "hotel", "it"}}, Follows: []follow{{"x", 1, true}, {"x", 0, true}}, Name: "t", Arguments: "{}", Status: 200, Record: "{}"}},
		Refers: []string{"r1"}, Topic: "x", Draft: "x", Say: facts, Keep: facts, Vague: true, Free: true, Again: true, Recorded: true,
		Observed: []string{"x"}, Brief: true, Facts: []string{"x"}, Does: []string{"x"}, Candidates: []string{"x"}, Text: "x", Question: "x", Plan: "x"}
}

// Hash is the SHA-256 of all files of the prompts.
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
		file, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "template: "), ":") // it may be a shared one
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

// toolList writes tools as prompts show them: as OpenAI functions with what each
// returns, one a line.
func toolList(tools []mission.Tool) string {
	lines := make([]string, len(tools))
	for i, t := range tools {
		lines[i] = encode(struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
			Returns     json.RawMessage `json:"returns,omitempty"`
			After       []string        `json:"must_come_after,omitempty"`
		}{t.Name, t.Description, t.Parameters, t.Returns, t.After})
	}
	return strings.Join(lines, "\n")
}
