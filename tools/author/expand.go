package author

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"switchyard/internal/caught"
	"switchyard/tools/imports"
	"switchyard/tools/imports/openapi"
	"switchyard/tools/toolfile"
)

// Expand lets the model write n tools for an API that is described in one line. Its
// prompts contain the title, domain and description of the draft, but not the tools
// of the draft, which come from templates. Expand follows ToolAlpaca (an
// introduction, then functions, then an OpenAPI description), with the three
// strategies of the Multi-Mission Tool Bench (appendix A): it adds missing
// constraints to descriptions, gives parameters richer types, and asks five
// reviewers for objections. The model then revises the tools. A tool is dropped if
// the objections to it are not settled.
//
// The result is nil if no tool is left. If the model gives no acceptable answer,
// the result is the draft, with a note that says so.
func (a *Author) Expand(ctx context.Context, draft imports.Set, n int) (*imports.Set, []Note, error) {
	e := &expansion{Author: a, set: draft, n: n}
	err := e.write(ctx)
	if refused := (*RefusedError)(nil); errors.As(err, &refused) {
		return &draft, append(e.notes, Note{Where: draft.Name, What: "left to the rules, because " + strings.Join(refused.Reasons, "; ")}), nil
	}
	if err != nil {
		return nil, nil, err
	}
	if err := e.review(ctx); err != nil {
		return nil, nil, err
	}
	if len(e.functions) == 0 {
		return nil, append(e.notes, Note{Where: draft.Name, What: "no tool was left after the review"}), nil
	}
	made, err := e.made(ctx)
	return made, e.notes, err
}

// function is a tool on its way from an idea to an operation of an API.
type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"` // JSON Schema of an object
	Method      string          `json:"method,omitempty"`
	Path        string          `json:"path,omitempty"`
	Returns     json.RawMessage `json:"returns,omitempty"` // JSON Schema of the answer
}

// expansion is the tools of one API being written.
type expansion struct {
	*Author
	set         imports.Set
	n           int
	introducing introduction
	functions   []function
	notes       []Note
}

// introduction says what an API is, before its functions are thought of.
type introduction struct {
	Introduction string   `json:"introduction"`
	Constraints  []string `json:"constraints"` // what it is limited to
}

// apiView is what the prompts of an expansion are made of.
type apiView struct {
	Name, Category, Line string
	Count                int
	Introduction         string
	Constraints          []string
	Functions            []string // as JSON, one a line
	Reviewer             string   // what it looks at
	Objections           []string
}

func (e *expansion) view() *apiView {
	v := &apiView{Name: e.set.Title, Category: e.set.Domain, Line: e.set.About, Count: e.n,
		Introduction: e.introducing.Introduction, Constraints: e.introducing.Constraints}
	for _, f := range e.functions {
		v.Functions = append(v.Functions, f.text())
	}
	return v
}

func (f *function) text() string {
	text, err := json.Marshal(f)
	if err != nil { // what was read as JSON can be written as JSON
		return f.Name
	}
	return string(text)
}

// trace names what is asked about an API: "expand/API/task", where the API is a
// fingerprint.
func (e *expansion) trace(task string) string {
	sum := sha256.Sum256([]byte(e.set.Source + "\x00" + e.set.Name))
	return fmt.Sprintf("expand/%s/%s", hex.EncodeToString(sum[:6]), task)
}

// write finds the functions, step by step.
func (e *expansion) write(ctx context.Context) error {
	schema, err := compiled("introduction", json.RawMessage(introductionSchema))
	if err != nil {
		return err
	}
	q, err := newQuestion(e.trace("introduce"), "introduce", schema, e.view())
	if err != nil {
		return err
	}
	if err := e.ask(ctx, e.Voice, q, func(answer json.RawMessage) error { return json.Unmarshal(answer, &e.introducing) }); err != nil {
		return err
	}
	for _, step := range []struct {
		task  string
		check func([]function) error
	}{
		{"functions", e.checkFunctions}, {"describe", e.checkFunctions}, {"widen", e.checkFunctions},
		{"operations", func(list []function) error { return e.checkOperations(ctx, list) }},
	} {
		if err := e.step(ctx, e.Voice, step.task, e.view(), step.check); err != nil {
			return err
		}
	}
	return nil
}

// step asks for more about the functions, and takes it if it holds.
func (e *expansion) step(ctx context.Context, v Voice, task string, view *apiView, check func([]function) error) error {
	schema, err := compiled("functions", json.RawMessage(functionsSchema))
	if err != nil {
		return err
	}
	q, err := newQuestion(e.trace(task), task, schema, view)
	if err != nil {
		return err
	}
	return e.ask(ctx, v, q, func(answer json.RawMessage) error {
		var said struct{ Functions []function }
		if err := json.Unmarshal(answer, &said); err != nil {
			return err
		}
		list, err := together(e.functions, said.Functions)
		if err == nil {
			err = check(list)
		}
		if err == nil {
			e.functions = list
		}
		return err
	})
}

// together puts what was said of functions beside what is known. Only of
// functions that are known more may be said, once there are any.
func together(known, said []function) ([]function, error) {
	if len(known) == 0 {
		return said, nil
	}
	list := slices.Clone(known)
	for _, f := range said {
		i := slices.IndexFunc(list, func(k function) bool { return k.Name == f.Name })
		if i < 0 {
			return nil, fmt.Errorf("there is no function %q", f.Name)
		}
		k := &list[i]
		for _, text := range []struct{ to, from *string }{{&k.Description, &f.Description}, {&k.Method, &f.Method}, {&k.Path, &f.Path}} {
			if *text.from != "" {
				*text.to = *text.from
			}
		}
		for _, schema := range []struct{ to, from *json.RawMessage }{{&k.Parameters, &f.Parameters}, {&k.Returns, &f.Returns}} {
			if len(*schema.from) > 0 {
				*schema.to = *schema.from
			}
		}
	}
	return list, nil
}

// checkFunctions checks that functions make a toolset that loads.
func (e *expansion) checkFunctions(list []function) error {
	var wrong []string
	said := map[string]string{}
	for _, f := range list {
		if f.Description == "" || len(f.Parameters) == 0 {
			wrong = append(wrong, fmt.Sprintf("%s needs a description and parameters", f.Name))
		}
		if other, twice := said[f.Description]; twice {
			wrong = append(wrong, fmt.Sprintf("%s and %s have the same description", other, f.Name))
		}
		said[f.Description] = f.Name
	}
	if len(list) != e.n {
		wrong = append(wrong, fmt.Sprintf("there must be %d functions, not %d", e.n, len(list)))
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "\n"))
	}
	set := e.set
	set.Tools = nil
	for _, f := range list {
		set.Tools = append(set.Tools, imports.Tool{Name: f.Name, About: f.Description, Parameters: f.Parameters})
	}
	return loads(&set)
}

// loads says why a set cannot be loaded.
func loads(set *imports.Set) error {
	text, err := set.YAML()
	if err != nil {
		return err
	}
	if _, err := toolfile.Parse(set.Name, text); err != nil {
		return errors.New(strings.Join(reasonsOf(err), "\n"))
	}
	return nil
}

// inPath finds the parameters in a path.
var inPath = regexp.MustCompile(`\{([^{}]*)\}`)

// checkOperations checks that functions make an OpenAPI description of which
// each becomes a tool.
func (e *expansion) checkOperations(ctx context.Context, list []function) error {
	var wrong []string
	for _, f := range list {
		for _, m := range inPath.FindAllStringSubmatch(f.Path, -1) {
			if !bytes.Contains(f.Parameters, []byte(`"`+m[1]+`"`)) {
				wrong = append(wrong, fmt.Sprintf("the path of %s names {%s}, which is no parameter of it", f.Name, m[1]))
			}
		}
		if f.Method == "" || !strings.HasPrefix(f.Path, "/") || len(f.Returns) == 0 {
			wrong = append(wrong, fmt.Sprintf("%s needs a method, a path that begins with / and the schema that it returns", f.Name))
		}
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "\n"))
	}
	set, err := e.described(ctx, list)
	if err != nil {
		return err
	}
	return loads(set)
}

// made is the set of the functions.
func (e *expansion) made(ctx context.Context) (*imports.Set, error) {
	return e.described(ctx, e.functions)
}

// described imports functions by their OpenAPI description.
func (e *expansion) described(ctx context.Context, list []function) (*imports.Set, error) {
	doc, err := openAPI(e.set.Title, list)
	if err != nil {
		return nil, err
	}
	report, err := openapi.Import(ctx, e.set.Source, doc, openapi.Options{})
	if err != nil {
		return nil, err
	}
	var wrong []string
	for _, s := range report.Skipped {
		wrong = append(wrong, s.Where+" cannot become a tool: "+s.What)
	}
	set := e.set
	set.Tools = nil
	for _, s := range report.Sets {
		set.Tools = append(set.Tools, s.Tools...)
	}
	if len(set.Tools) != len(list) {
		wrong = append(wrong, fmt.Sprintf("of %d functions %d became tools", len(list), len(set.Tools)))
	}
	for i := range set.Tools {
		set.Tools[i].Source = e.set.Source // the description exists nowhere else
	}
	if len(wrong) > 0 {
		return nil, errors.New(strings.Join(wrong, "\n"))
	}
	return &set, nil
}

// openAPI writes functions as an OpenAPI 3 description.
func openAPI(title string, list []function) ([]byte, error) {
	type object = map[string]any
	paths := object{}
	for _, f := range list {
		var schema struct {
			Properties map[string]json.RawMessage `json:"properties"`
			Required   []string                   `json:"required"`
		}
		if err := json.Unmarshal(f.Parameters, &schema); err != nil {
			return nil, fmt.Errorf("the parameters of %s: %w", f.Name, err)
		}
		method := strings.ToLower(f.Method)
		op := object{"operationId": f.Name, "summary": f.Description, "tags": []string{title},
			"responses": object{"200": object{"description": "The answer.", "content": object{"application/json": object{"schema": f.Returns}}}}}
		var params []object
		body, required := object{}, []string{}
		for name, property := range schema.Properties {
			needed := slices.Contains(schema.Required, name)
			switch {
			case strings.Contains(f.Path, "{"+name+"}"):
				params = append(params, object{"name": name, "in": "path", "required": true, "schema": property})
			case method == "get" || method == "delete":
				params = append(params, object{"name": name, "in": "query", "required": needed, "schema": property})
			default:
				if body[name] = property; needed {
					required = append(required, name)
				}
			}
		}
		slices.SortFunc(params, func(a, b object) int { return strings.Compare(a["name"].(string), b["name"].(string)) })
		slices.Sort(required)
		if op["parameters"] = params; len(params) == 0 {
			delete(op, "parameters")
		}
		if len(body) > 0 {
			schema := object{"type": "object", "properties": body}
			if len(required) > 0 {
				schema["required"] = required
			}
			op["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": schema}}}
		}
		path, _ := paths[f.Path].(object)
		if path == nil {
			path = object{}
			paths[f.Path] = path
		}
		if path[method] != nil {
			return nil, fmt.Errorf("%s has the method and the path of another function: %s %s", f.Name, f.Method, f.Path)
		}
		path[method] = op
	}
	return json.Marshal(object{"openapi": "3.0.3", "info": object{"title": title, "version": "1"}, "paths": paths})
}

// reviewers are what five reviewers look at, each at one thing.
var reviewers = []string{
	"whether each function keeps what the line about the API promises: its constraints stand in the description, and nothing is offered that the line gives no ground for",
	"whether each description can be understood by somebody who knows nothing else: what the function does, when it is the right one, and how it differs from the others",
	"whether the parameters are right: names that say what they are, types as narrow as the meaning (enumerations, formats, bounds, lists, objects), required exactly what the function cannot do without, and no keys, tokens or page numbers",
	"whether what is returned is right: all that the description promises, with believable names and types, and the identifiers that other functions take",
	"whether people would ask an assistant for it: a real wish stands behind each function, they fit together so that one can go on from what another gave, none does the work of two, and none harms anybody",
}

// objection is what a reviewer has against a function.
type objection struct {
	Function  string `json:"function"`
	Objection string `json:"objection"`
}

// review has the functions looked at by five reviewers. The author answers
// their objections by changing the functions; those that the same reviewers
// still object to are dropped.
func (e *expansion) review(ctx context.Context) error {
	first, err := e.objections(ctx, "review", reviewers)
	if err != nil {
		return err
	}
	if len(flat(first)) == 0 {
		return nil
	}
	view := e.view()
	for _, o := range flat(first) {
		view.Objections = append(view.Objections, o.Function+": "+o.Objection)
	}
	err = e.step(ctx, e.Voice, "revise", view, func(list []function) error {
		if err := e.checkFunctions(list); err != nil {
			return err
		}
		return e.checkOperations(ctx, list)
	})
	refused := (*RefusedError)(nil)
	switch {
	case errors.As(err, &refused):
		e.drop(first)
		return nil
	case err != nil:
		return err
	}
	again := make([]string, len(reviewers))
	for i, list := range first {
		if len(list) > 0 {
			again[i] = reviewers[i]
		}
	}
	left, err := e.objections(ctx, "again", again)
	if err != nil {
		return err
	}
	e.drop(left)
	return nil
}

// objections asks the reviewers, all at once; of those whose question is empty
// there are none. What a reviewer says that cannot be read is no objection.
func (e *expansion) objections(ctx context.Context, task string, questions []string) ([][]objection, error) {
	schema, err := compiled("objections", json.RawMessage(objectionsSchema))
	if err != nil {
		return nil, err
	}
	voice := e.Reviewer
	if voice.Model == nil {
		voice = e.Voice
	}
	all := make([][]objection, len(questions))
	group, working := errgroup.WithContext(ctx)
	for i, looksAt := range questions {
		if looksAt == "" {
			continue
		}
		view := e.view()
		view.Reviewer = looksAt
		q, err := newQuestion(e.trace(fmt.Sprintf("%s.%d", task, i)), "review", schema, view)
		if err != nil {
			return nil, err
		}
		group.Go(func() (err error) {
			defer caught.As(&err, func() string { return e.set.Name + ": " + task })
			err = e.ask(working, voice, q, func(answer json.RawMessage) error {
				var said struct{ Objections []objection }
				if err := json.Unmarshal(answer, &said); err != nil {
					return err
				}
				for _, o := range said.Objections {
					if !slices.ContainsFunc(e.functions, func(f function) bool { return f.Name == o.Function }) {
						return fmt.Errorf("there is no function %q", o.Function)
					}
				}
				all[i] = said.Objections
				return nil
			})
			if refused := (*RefusedError)(nil); errors.As(err, &refused) {
				return nil
			}
			return err
		})
	}
	return all, group.Wait()
}

func flat(all [][]objection) []objection { return slices.Concat(all...) }

// drop leaves out the functions that somebody objects to.
func (e *expansion) drop(all [][]objection) {
	for _, o := range flat(all) {
		i := slices.IndexFunc(e.functions, func(f function) bool { return f.Name == o.Function })
		if i >= 0 {
			e.functions = slices.Delete(slices.Clone(e.functions), i, i+1)
			e.notes = append(e.notes, Note{Where: o.Function, What: "dropped after the review: " + o.Objection})
		}
	}
}
