package trial

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"text/template"

	"switchyard/flow/follow"
	"switchyard/flow/forms"
	"switchyard/model"
	"switchyard/out/corpus"
)

// Judge scores replies with a model.
//
// Source: FlowBench, section 5.1 (replies are scored by a model with 10 points for correctness,
// helpfulness and humanness).
type Judge struct {
	Name  string
	Model model.Completer
	Paid  func(*model.Response, error) error // is told of each answer or failure; its error ends the work
}

// FullScore is the best score.
const FullScore = 10

//go:embed judge.tmpl
var judgeText string

var scoreSchema = model.Schema{Name: "score", JSON: json.RawMessage(`{"type":"object","properties":{"why":{"type":"string"},"score":{"type":"integer","minimum":0,"maximum":10}},"required":["why","score"]}`)}

// judgeTries is how often the judge is asked for one score.
const judgeTries = 3

// score is the score of a text that an agent said at a decision.
func (j *Judge) score(ctx context.Context, d *follow.Decision, text string) (int, error) {
	templates, err := template.New("judge").Parse(judgeText)
	if err != nil {
		return 0, err
	}
	type line struct{ Who, Text string }
	var talk []line
	for _, m := range d.Messages {
		switch {
		case m.Role == corpus.Tool:
			talk = append(talk, line{"Result", m.Text})
		case m.Text != "" && m.Role == corpus.User:
			talk = append(talk, line{"User", m.Text})
		case m.Text != "":
			talk = append(talk, line{"Assistant", m.Text})
		}
	}
	r := &model.Request{Schema: &scoreSchema}
	for _, role := range []string{"system", "user"} {
		var b bytes.Buffer
		if err := templates.ExecuteTemplate(&b, role, map[string]any{
			"Knowledge": follow.System(d.Session, follow.Knowledge(forms.Text)), "Talk": talk, "Reference": d.Session.Exchanges[d.Exchange].Reply, "Reply": text}); err != nil {
			return 0, err
		}
		r.Messages = append(r.Messages, model.Message{Role: role, Text: b.String()})
	}
	var wrong error
	for r.Sample = range judgeTries {
		a, err := j.Model.Complete(ctx, r)
		if err := errors.Join(j.Paid(a, err), err); err != nil {
			return 0, err
		}
		var said struct{ Score *int }
		doc, err := model.ExtractJSON(a.Text)
		if err == nil {
			err = json.Unmarshal(doc, &said)
		}
		if err == nil && said.Score != nil && *said.Score >= 0 && *said.Score <= FullScore {
			return *said.Score, nil
		}
		wrong = fmt.Errorf("the judge %s gives no score from 0 to %d at exchange %d of %s", j.Name, FullScore, d.Exchange+1, d.Session.ID)
	}
	return 0, wrong
}
