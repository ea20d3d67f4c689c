package builtin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/schemas"
	"switchyard/tools"
	"switchyard/tools/world"
)

// checker applies the rules in docs/design.md, section 3. It is safe for concurrent
// use.
type checker struct {
	compiled sync.Map // of *checked by schema text
}

// checked is a compiled schema with its parameters.
type checked struct {
	*schemas.Schema
	known, required []string
}

// CheckPlan implements [roles.Checker].
func (k *checker) CheckPlan(_ context.Context, s *roles.Scene, p mission.Plan) (roles.Verdict, error) {
	var reasons []string
	refuse := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	if len(p.ActionList) == 0 {
		refuse("The action list is empty.")
	}
	said := strings.ToLower(p.Thought + " " + p.Plan)
	for _, banned := range bannedInPlans {
		if strings.Contains(said, banned) {
			refuse("Thought and plan must not mention %q.", banned)
		}
	}
	internal := 0
	var calls []mission.Action
	for _, a := range p.ActionList {
		switch a.Name {
		case mission.AskTool:
			internal++
			reasons = append(reasons, k.checkAsk(s, a)...)
		case mission.AnswerTool:
			internal++
			reasons = append(reasons, checkAnswer(s, a)...)
		default:
			calls = append(calls, a)
			reasons = append(reasons, k.checkCall(s, a)...)
		}
	}
	if internal > 0 && len(p.ActionList) > 1 {
		refuse("Asking the user and answering stand alone in an action list.")
	}
	if len(calls) > 1 {
		if strings.Contains(said, "one after the other") && !strings.Contains(said, "at the same time") {
			refuse("The thought says that the calls are made one after the other, so the list must hold one action.")
		}
		if why := dependence(s, calls); why != "" {
			refuse("%s", why)
		}
	}
	return roles.Verdict{Accepted: len(reasons) == 0, Reasons: reasons}, nil
}

// bannedInPlans are words that would give away how the conversation is made.
var bannedInPlans = []string{"checker", mission.AskTool, mission.AnswerTool, "simulat", "fictional", "made-up", "made up"}

func (k *checker) checkAsk(s *roles.Scene, a mission.Action) []string {
	var args mission.Asked
	if err := strict(a.Arguments, &args); err != nil {
		return []string{"The question's arguments cannot be read."}
	}
	t := s.OfferedTool(args.Tool)
	if t == nil {
		return []string{fmt.Sprintf("The question is about %q, which is no tool of the list.", args.Tool)}
	}
	if len(args.Missing) == 0 {
		return []string{"The question asks for nothing."}
	}
	schema, err := k.schema(t.Parameters)
	if err != nil {
		return []string{fmt.Sprintf("The parameters of %s cannot be checked: %v.", t.Name, err)}
	}
	var reasons []string
	for _, name := range args.Missing {
		if !slices.Contains(schema.required, name) {
			reasons = append(reasons, fmt.Sprintf("%q is no required parameter of %s, so it must not be asked for.", name, t.Name))
		}
		if slices.ContainsFunc(s.Proposal.Said, func(x roles.Saying) bool { return x.Call == 0 && x.Pointer == jsonptr.Join(name) }) {
			reasons = append(reasons, fmt.Sprintf("%q was given already.", name))
		}
	}
	return reasons
}

func checkAnswer(s *roles.Scene, a mission.Action) []string {
	var args struct {
		Type string `json:"answer_type"`
	}
	if err := strict(a.Arguments, &args); err != nil || args.Type != "tool" && args.Type != "chat" {
		return []string{"The answer type must be tool or chat."}
	}
	if len(s.Made) > 0 && args.Type != "tool" {
		return []string{"After an observation the answer type is tool."}
	}
	if len(s.Made) == 0 && args.Type == "tool" {
		return []string{"Without an observation the answer type is chat."}
	}
	return nil
}

func (k *checker) checkCall(s *roles.Scene, a mission.Action) []string {
	t := s.OfferedTool(a.Name)
	if t == nil {
		return []string{fmt.Sprintf("%q is no tool of the list.", a.Name)}
	}
	schema, err := k.schema(t.Parameters)
	if err != nil {
		return []string{fmt.Sprintf("The parameters of %s cannot be checked: %v.", t.Name, err)}
	}
	decoded, err := schemas.Decode(a.Arguments)
	if err != nil {
		return []string{fmt.Sprintf("The arguments of %s are no JSON.", t.Name)}
	}
	var reasons []string
	for _, v := range schema.ValidateValue(decoded) {
		reasons = append(reasons, fmt.Sprintf("%s%s: %s.", t.Name, v.Pointer, v.Message))
	}
	if args, ok := decoded.(map[string]any); ok {
		for name, v := range args {
			if !slices.Contains(schema.known, name) {
				reasons = append(reasons, fmt.Sprintf("%q is no parameter of %s.", name, t.Name))
			}
			if v == nil || v == "" {
				reasons = append(reasons, fmt.Sprintf("%q of %s is empty.", name, t.Name))
			}
		}
	}
	slices.Sort(reasons)
	return reasons
}

func (k *checker) schema(text json.RawMessage) (*checked, error) {
	if cached, ok := k.compiled.Load(string(text)); ok {
		return cached.(*checked), nil
	}
	compiled, err := schemas.Compile(text)
	if err != nil {
		return nil, err
	}
	var body struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	// What compiles is an object or a boolean; a boolean knows no parameters.
	_ = json.Unmarshal(text, &body)
	schema := &checked{Schema: compiled, required: body.Required}
	for name := range body.Properties {
		schema.known = append(schema.known, name)
	}
	k.compiled.Store(string(text), schema)
	return schema, nil
}

// dependence says which of the actions of a parallel list must come after another one,
// or returns "".
func dependence(s *roles.Scene, calls []mission.Action) string {
	for _, a := range calls {
		t := s.OfferedTool(a.Name)
		if t == nil {
			continue
		}
		for _, b := range calls {
			if slices.Contains(t.After, b.Name) && agreeing(a.Arguments, b.Arguments) {
				return fmt.Sprintf("%s comes after %s, so they cannot be called at the same time.", a.Name, b.Name)
			}
		}
	}
	return ""
}

// agreeing reports whether two calls have the same value in every parameter that
// both have.
func agreeing(a, b json.RawMessage) bool {
	var x, y map[string]json.RawMessage
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	for name, v := range x {
		if w, ok := y[name]; ok && !bytes.Equal(v, w) {
			return false
		}
	}
	return true
}

// strict decodes JSON and refuses unknown fields.
func strict(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

// CheckObservations implements [roles.Checker].
func (k *checker) CheckObservations(_ context.Context, s *roles.Scene, calls []int, answers []world.Answer) (roles.Verdict, error) {
	var reasons []string
	if len(calls) != len(answers) {
		reasons = append(reasons, fmt.Sprintf("There are %d observations for %d actions.", len(answers), len(calls)))
	}
	for i, answer := range answers[:min(len(answers), len(calls))] {
		t := s.Blueprint.Calls[calls[i]].Tool
		if anyText(answer.Body, placeholder) {
			reasons = append(reasons, fmt.Sprintf("The observation of %s holds a placeholder.", t.Name))
		}
		if anyText(answer.Body, commanding) {
			reasons = append(reasons, fmt.Sprintf("The observation of %s gives orders to whoever reads it.", t.Name))
		}
		if answer.Status >= 400 {
			if text, _ := answer.Body.Get("error"); text == nil || text == "" {
				reasons = append(reasons, fmt.Sprintf("The failure of %s has no message.", t.Name))
			}
			continue
		}
		if len(t.Returns) == 0 {
			continue
		}
		schema, err := k.schema(t.Returns)
		if err != nil {
			return roles.Verdict{}, fmt.Errorf("return schema of %s: %w", t.Name, err)
		}
		for _, v := range schema.Validate(answer.Body.JSON()) {
			reasons = append(reasons, fmt.Sprintf("The observation of %s does not fit: %s: %s.", t.Name, v.Pointer, v.Message))
		}
	}
	return roles.Verdict{Accepted: len(reasons) == 0, Reasons: reasons}, nil
}

// anyText reports whether such holds for any text in the value.
func anyText(v any, such func(string) bool) bool {
	switch v := v.(type) {
	case tools.Object:
		return slices.ContainsFunc(v, func(f tools.Field) bool { return anyText(f.Value, such) })
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return anyText(item, such) })
	case string:
		return such(v)
	}
	return false
}

// placeholder reports whether a text stands in place of a value.
func placeholder(v string) bool {
	return v == "..." || v == "…" || strings.Contains(v, "lorem ipsum") || strings.HasPrefix(v, "<") && strings.HasSuffix(v, ">")
}
