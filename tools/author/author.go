// Package author lets a model write toolsets: the parts that a file leaves out
// ([Author.Refine]), or a whole toolset for an API described in one line
// ([Author.Expand]).
//
// The model is asked for each tool, not for each conversation: what it writes
// goes into a toolset file, from which the built-in engine generates at full
// speed. An answer is accepted only if it fits its schema, loads as part of a
// toolset file, and (with [Author.Try]) gives conversations that pass the
// verifier. Otherwise the model is told what is wrong and tries again. What
// stays wrong is left out and noted, and the rules of inference take its place.
package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/schemas"
	"switchyard/tools"
)

// Author writes toolsets with a model. It is safe for concurrent use.
type Author struct {
	Voice
	Reviewer Voice // judges new toolsets; without a model, the author does

	// Ledger is told of every request; an error stops the work. May be nil.
	Ledger func(spend.Who, spend.Spent) error
	// Try makes a few entries of a toolset, to see whether the verifier accepts
	// them. Without it, toolsets are checked by loading only.
	Try func(ctx context.Context, ts *tools.Toolset) (*Trial, error)
	// AtOnce is how many requests of [Author.Refine] may be under way at once for
	// one toolset; 0 means 8.
	AtOnce int
}

// Voice is a model in a role.
type Voice struct {
	Model model.Completer
	Name  string // of the model, under which its costs are recorded
	Role  string // "refiner", "author", "reviewer"
}

// Trial is what came of a few entries of a toolset.
type Trial struct {
	Entries  int `json:"entries"`
	Accepted int `json:"accepted"`
	// Unable counts the entries that the toolset's tools cannot make. A mixed
	// pattern, for example, needs three tools that fit.
	Unable  int      `json:"beyond_its_tools"`
	Reasons []string `json:"reasons"` // why the others were rejected, each once
}

// Spoilt counts the entries that were rejected, though the toolset's tools can
// make them.
func (t *Trial) Spoilt() int { return t.Entries - t.Accepted - t.Unable }

// Note is one line about what a model wrote and what became of it.
type Note struct {
	Where string `json:"where"` // name of a tool, or of a part of the toolset
	What  string `json:"what"`
	Kept  bool   `json:"kept"` // the words were taken nevertheless
}

// repairs is how often a model may mend an answer that does not hold.
const repairs = 2

// RefusedError says that a model gave no acceptable answer.
type RefusedError struct {
	Role    string
	Reasons []string // what was wrong with its last answer
}

// Error implements error.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("the %s gave no valid answer: %s", e.Role, strings.Join(e.Reasons, "; "))
}

// question is something that a model is asked, with the conversation so far.
type question struct {
	trace    string // sent with a request, so that a rehearsal finds its answer
	messages []model.Message
	schema   *model.Schema
	compiled *schemas.Schema
	asked    int // requests so far
}

func newQuestion(trace, task string, schema *answerSchema, view any) (*question, error) {
	messages, err := prompt(task, view)
	if err != nil {
		return nil, err
	}
	return &question{trace: trace, messages: messages, schema: schema.sent, compiled: schema.compiled}, nil
}

// ask asks until the answer holds: read gets what fits the schema, and says
// what else is wrong with it. After the last repair it gives a [RefusedError];
// other errors are those of the model and of the ledger.
func (a *Author) ask(ctx context.Context, v Voice, q *question, read func(json.RawMessage) error) error {
	var wrong error
	for range repairs + 1 {
		answer, err := a.complete(ctx, v, &model.Request{Messages: q.messages, Schema: q.schema, Trace: fmt.Sprintf("%s/%d", q.trace, q.asked)})
		if err != nil {
			return err
		}
		q.asked++
		if wrong = q.read(answer, read); wrong == nil {
			q.say(answer.Text)
			return nil
		}
		q.say(answer.Text)
		if err := q.object(wrong); err != nil {
			return err
		}
	}
	return &RefusedError{v.Role, strings.Split(wrong.Error(), "\n")}
}

// Ask asks a model until its answer fits the schema and read accepts it. After the last repair
// it gives a [RefusedError]; other errors are those of the model and of the ledger. trace is
// sent with the request.
func (a *Author) Ask(ctx context.Context, trace string, messages []model.Message, schema *model.Schema, read func(json.RawMessage) error) error {
	compiled, err := schemas.Compile(schema.JSON)
	if err != nil {
		return err
	}
	return a.ask(ctx, a.Voice, &question{trace: trace, messages: messages, schema: schema, compiled: compiled}, read)
}

func (a *Author) complete(ctx context.Context, v Voice, r *model.Request) (*model.Response, error) {
	answer, err := v.Model.Complete(ctx, r)
	if a.Ledger != nil {
		err = errors.Join(a.Ledger(spend.Who{Role: v.Role, Model: v.Name}, spend.Of(answer, err)), err)
	}
	return answer, err
}

// read reads an answer strictly.
func (q *question) read(answer *model.Response, read func(json.RawMessage) error) error {
	if err := answer.Whole(); err != nil {
		return err
	}
	doc, err := model.ExtractJSON(answer.Text)
	if err != nil {
		return err
	}
	var wrong []string
	for _, v := range q.compiled.Validate(doc) {
		wrong = append(wrong, strings.TrimSpace(v.Pointer+" "+v.Message))
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "\n"))
	}
	return read(doc)
}

// say adds what the model said to the conversation.
func (q *question) say(text string) {
	if strings.TrimSpace(text) == "" {
		text = "…" // some endpoints refuse messages without a text
	}
	q.messages = append(q.messages, model.Message{Role: "assistant", Text: text})
}

// mostReasons is how many things a model is told at once to mend.
const mostReasons = 12

// object adds what is wrong with what the model said.
func (q *question) object(wrong error) error {
	reasons := strings.Split(wrong.Error(), "\n")
	text, err := part("repair", "user", map[string]any{"Reasons": reasons[:min(len(reasons), mostReasons)]})
	q.messages = append(q.messages, model.Message{Role: "user", Text: text})
	return err
}
