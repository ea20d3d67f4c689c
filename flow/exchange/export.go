package exchange

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/flow/forms"
	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
)

// endings are those of the files of a form.
var endings = map[forms.Form]string{forms.Text: ".txt", forms.Code: ".py", forms.Flowchart: ".mmd", forms.PDL: ".pdl.yaml", forms.YAML: ".flow.yaml"}

// Form writes workflows in one form, a file each.
func Form(all []*flow.Workflow, form forms.Form) []File {
	var files []File
	for _, w := range all {
		files = append(files, File{fileName(w.Set.Name) + "." + w.Name + endings[form], []byte(forms.Write(w, form))})
	}
	return files
}

// taskInfos is task_infos.json.
type taskInfos struct {
	Version string              `json:"version"`
	Tasks   map[string]taskInfo `json:"task_infos"`
}

type taskInfo struct {
	Name     string `json:"name"`
	Short    string `json:"task_description"`
	Detailed string `json:"task_detailed_description"`
	Toolset  string `json:"toolset"` // ours; FlowAgent does not read it
}

// Dataset writes workflows as a dataset folder of FlowAgent, with some profiles of users for
// each.
func Dataset(all []*flow.Workflow, profiles int, seed uint64) ([]File, error) {
	infos := taskInfos{"switchyard", map[string]taskInfo{}}
	var files []File
	for i, w := range all {
		id := numbered(i)
		infos.Tasks[id] = taskInfo{w.Title, w.Title, w.About, w.Set.Name}
		files = append(files,
			File{"text/" + id + ".txt", []byte(forms.Write(w, forms.Text))},
			File{"code/" + id + ".py", []byte(forms.Write(w, forms.Code))},
			File{"flowchart/" + id + ".md", []byte(forms.Write(w, forms.Flowchart))},
			File{"pdl/" + id + ".yaml", []byte(forms.Write(w, forms.PDL))},
		)
		list, err := toolList(w)
		if err != nil {
			return nil, err
		}
		people, err := indented(Profiles(w, profiles, seed))
		if err != nil {
			return nil, err
		}
		files = append(files, File{"tools/" + id + ".yaml", list}, File{"user_profile/" + id + ".json", people})
	}
	text, err := indented(infos)
	return append(files, File{"task_infos.json", text}), err
}

func indented(v any) ([]byte, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "    ")
	err := enc.Encode(v)
	return []byte(b.String()), err
}

// toolList writes the tools of a workflow as FlowAgent has them, with its misspelt key. The
// parameters stand as JSON in YAML.
func toolList(w *flow.Workflow) ([]byte, error) {
	var b strings.Builder
	for _, t := range w.Tools() {
		text, err := Tool(t.Name, t.Description, t.ParameterSchema(), t.Returns)
		if err != nil {
			return nil, err
		}
		b.WriteString(text)
	}
	return []byte(b.String()), nil
}

// Tool writes a tool as an item of FlowAgent's lists. parameters and returns are JSON Schemas of
// objects; returns may be empty.
func Tool(name, description string, parameters, returns json.RawMessage) (string, error) {
	in, err := fields(parameters, true)
	if err != nil {
		return "", err
	}
	out, err := fields(returns, false)
	if err != nil {
		return "", err
	}
	about, err := json.Marshal(description)
	return fmt.Sprintf("- API: %s\n  API Desciption: %s\n  Input parameters: %s\n  Output parameters: %s\n\n", name, about, in, out), err
}

// fields writes the properties of an object schema, each with whether it is required.
func fields(schema json.RawMessage, required bool) (string, error) {
	var object struct {
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if len(schema) == 0 {
		return "{}", nil
	}
	if err := json.Unmarshal(schema, &object); err != nil {
		return "", err
	}
	if len(object.Properties) == 0 {
		return "{}", nil
	}
	if !required {
		return string(object.Properties), nil
	}
	var properties map[string]map[string]json.RawMessage
	if err := json.Unmarshal(object.Properties, &properties); err != nil {
		return "", err
	}
	for name, p := range properties {
		p["required"] = json.RawMessage(fmt.Sprint(slices.Contains(object.Required, name)))
	}
	text, err := json.Marshal(properties)
	return string(text), err
}

// Profile is a user as FlowBench and FlowAgent describe one.
type Profile struct {
	Persona     string   `json:"persona"`
	Details     string   `json:"user_details"`
	Needs       string   `json:"user_needs"`
	Style       string   `json:"dialogue_style"`
	Interactive string   `json:"interactive_pattern"`
	APIs        []string `json:"required_apis"`
}

// Profiles draws users of a workflow.
func Profiles(w *flow.Workflow, n int, seed uint64) []Profile {
	list := make([]Profile, 0, n)
	for i := range n {
		story := blueprint.Begin(w.Set, keyed.Hash(seed, "profile", w.Set.Name, w.Name, keyed.Int(i)))
		list = append(list, ProfileOf(w, &story.Persona))
	}
	return list
}

// ProfileOf describes a person who needs what a workflow does.
func ProfileOf(w *flow.Workflow, p *mission.Persona) Profile {
	who := p.Background
	if who == "" {
		who = "a person"
	}
	details := []string{"Name: " + p.Name}
	if p.Phone != "" {
		details = append(details, "Telephone: "+p.Phone)
	}
	if p.Email != "" {
		details = append(details, "E-mail: "+p.Email)
	}
	needs := []string{first(p.Name) + " needs this: " + strings.TrimSuffix(w.About, ".") + "."}
	if p.Goal != "" && w.Set.Brings(p.Goal, toolNames(w.Tools())) {
		needs = append(needs, "What brings "+first(p.Name)+": "+p.Goal)
	}
	style := []string{first(p.Name) + " writes in a " + string(p.Tone) + " tone, with " + map[mission.Length]string{mission.Terse: "as few words as possible", mission.Chatty: "more words than needed"}[p.Length] + "."}
	if p.Length == mission.Plain || p.Length == "" {
		style[0] = first(p.Name) + " writes in a " + string(p.Tone) + " tone."
	}
	if p.Patience != "" {
		style = append(style, "When asked for something, "+first(p.Name)+" is "+string(p.Patience)+".")
	}
	pattern := []string{first(p.Name) + " begins by saying what is wanted, and answers what the assistant asks."}
	for _, h := range p.Habits {
		pattern = append(pattern, "Habit: "+string(h)+".")
	}
	return Profile{
		Persona: strings.ToUpper(who[:1]) + who[1:], Details: bullets(details), Needs: bullets(needs), Style: bullets(style),
		Interactive: bullets(pattern), APIs: toolNames(w.Tools()),
	}
}

func first(name string) string {
	name, _, _ = strings.Cut(name, " ")
	return name
}

// bullets are lines as FlowAgent has them.
func bullets(lines []string) string { return "- " + strings.Join(lines, "\n    - ") }

func toolNames(list []*tools.Tool) []string {
	all := make([]string, len(list))
	for i, t := range list {
		all[i] = t.Name
	}
	return all
}
