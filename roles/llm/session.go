package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"switchyard/gen/blueprint"
	"switchyard/mission"
	"switchyard/roles"
	"switchyard/schemas"
	"switchyard/tools"
)

// Speakers put the turns of sessions into words. What is said in a turn was decided beforehand, so
// they are given it in a [Part]. They are safe for concurrent use.
type Speakers struct{ user, tool, ai, checker *seat }

// NewSpeakers returns the speakers for the voices of user, tool, ai and checker.
func NewSpeakers(c Config) (*Speakers, error) {
	set, err := schemas.Load()
	if err != nil {
		return nil, err
	}
	place := func(role string) *seat {
		if c.Voices[role] == nil {
			return nil
		}
		return &seat{role: role, voice: c.Voices[role], prompts: c.Prompts, schemas: set}
	}
	return &Speakers{place(string(mission.RoleUser)), place(string(mission.RoleTool)), place(string(mission.RoleAI)), place(string(mission.RoleChecker))}, nil
}

// Plays reports whether a model plays a role.
func (p *Speakers) Plays(role mission.Role) bool {
	switch role {
	case mission.RoleUser:
		return p.user != nil
	case mission.RoleTool:
		return p.tool != nil
	case mission.RoleAI:
		return p.ai != nil
	case mission.RoleChecker:
		return p.checker != nil
	}
	return false
}

// Part is what a speaker does in a turn of a session.
type Part struct {
	Does    []string // a sentence each
	Draft   string   // plain words for it
	Say     []Value
	Refer   []Value // things that are not named but pointed to, by the words of the draft
	Results []Result
}

// Value is a value that is said.
type Value struct {
	Noun  string // what it is called
	Value any
	Words string // that say it in the draft
}

// Result is a call with what it returned.
type Result struct {
	Tool        string
	Arguments   json.RawMessage
	Status      int
	Observation json.RawMessage
}

func (r *Result) text() string {
	return fmt.Sprintf("%s %s: status %d, %s", r.Tool, r.Arguments, r.Status, r.Observation)
}

// proposals is how many wordings of a turn a user is asked for.
const proposals = 2

// User has the user say a part. check says what is wrong with a text and with the words in it that
// point to things, in the order of [Part.Refer]. The error is a [*roles.RefusedError] if nothing
// that was said passes.
func (p *Speakers) User(ctx context.Context, s *roles.Scene, part *Part, check func(text string, refers []string) []string) error {
	v := p.user.view(s)
	v.Does, v.Draft, v.Count = part.Does, part.Draft, proposals
	var c callView
	for _, x := range part.Say {
		c.Say = append(c.Say, fact{x.Noun, shown(x.Value), x.Words})
	}
	for i, x := range part.Refer {
		v.Refers = append(v.Refers, ReferenceID(i))
		c.Refer = append(c.Refer, reference{ReferenceID(i), x.Noun, x.Words})
	}
	v.Calls = []callView{c}
	said, err := answer[Proposals](ctx, p.user, s, TaskSessionUser, v, nil)
	if err != nil {
		return err
	}
	var wrong []string
	for i := range said.Candidates {
		c := &said.Candidates[i]
		text := spoken(c.Text)
		refers := make([]string, len(part.Refer))
		for k, x := range part.Refer {
			refers[k] = strings.TrimSpace(c.Refers[ReferenceID(k)])
			if refers[k] == "" && blueprint.Holds(text, x.Words) {
				refers[k] = x.Words
			}
		}
		why := check(text, refers)
		if len(why) == 0 {
			return nil
		}
		s.Log.Pass(roles.Candidate{Mission: s.Index(), Text: text, Reasons: why})
		for _, w := range why {
			wrong = append(wrong, fmt.Sprintf("%q: %s", text, w))
		}
	}
	return &roles.RefusedError{Reasons: wrong}
}

// AI has the assistant say a part.
func (p *Speakers) AI(ctx context.Context, s *roles.Scene, part *Part) (string, error) {
	v := p.ai.view(s)
	v.Does, v.Draft = part.Does, part.Draft
	for i := range part.Results {
		v.Observed = append(v.Observed, part.Results[i].text())
	}
	return answer[string](ctx, p.ai, s, TaskSessionAI, v, nil)
}

// Means has the checker say which of several things the user does with the last turn of the scene.
func (p *Speakers) Means(ctx context.Context, s *roles.Scene, options []string) (int, error) {
	v := p.checker.view(s)
	v.Candidates = options
	said, err := answer(ctx, p.checker, s, TaskSessionCheck, v, func(said *judgement) error {
		if said.Best >= len(options) {
			return fmt.Errorf("there is no number %d", said.Best)
		}
		return nil
	})
	return said.Best, err
}

// Tools has the tools put the prose of results into other words. It returns the new words for the
// old ones.
func (p *Speakers) Tools(ctx context.Context, s *roles.Scene, before, results []Result) (map[string]string, error) {
	v := p.tool.view(s)
	v.Recorded = true
	var called []mission.Tool
	for i := range results {
		r := &results[i]
		v.Calls = append(v.Calls, callView{Name: r.Tool, Arguments: string(r.Arguments), Status: r.Status, Record: string(r.Observation)})
		if t := s.OfferedTool(r.Tool); t != nil && !slices.ContainsFunc(called, func(x mission.Tool) bool { return x.Name == r.Tool }) {
			called = append(called, *t)
		}
	}
	v.Tools = toolList(called)
	for i := range before {
		v.Observed = append(v.Observed, before[i].text())
	}
	words := map[string]string{}
	_, err := answer(ctx, p.tool, s, TaskObserve, v, func(said *Observations) error {
		if len(said.Observations) != len(results) {
			return fmt.Errorf("there are %d observations for %d calls", len(said.Observations), len(results))
		}
		clear(words)
		var wrong []string
		for i, o := range said.Observations {
			if o.Status != results[i].Status {
				wrong = append(wrong, fmt.Sprintf("The status of %s is %d in the records, not %d.", results[i].Tool, results[i].Status, o.Status))
				continue
			}
			record, err1 := schemas.Decode(results[i].Observation)
			body, err2 := schemas.Decode(o.Body)
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			told, problem := retold(tools.ObjectOf(record), body, "")
			if problem != "" {
				wrong = append(wrong, fmt.Sprintf("%s: %s.", results[i].Tool, problem))
				continue
			}
			reworded(tools.ObjectOf(record), told, words)
		}
		if len(wrong) > 0 {
			return &roles.RefusedError{Reasons: wrong}
		}
		return nil
	})
	return words, err
}

// HasProse reports whether a result has texts that [Speakers.Tools] may put into other words.
func HasProse(observation json.RawMessage) bool {
	doc, err := schemas.Decode(observation)
	return err == nil && hasProse(doc)
}

func hasProse(v any) bool {
	switch v := v.(type) {
	case string:
		return prose(v)
	case []any:
		return slices.ContainsFunc(v, hasProse)
	case map[string]any:
		for _, x := range v {
			if hasProse(x) {
				return true
			}
		}
	}
	return false
}

// reworded collects the texts that differ between a record and what [retold] returned for it.
func reworded(record, told any, words map[string]string) {
	switch record := record.(type) {
	case string:
		if told != record {
			words[record] = told.(string)
		}
	case []any:
		for i := range record {
			reworded(record[i], told.([]any)[i], words)
		}
	case tools.Object:
		for i := range record {
			reworded(record[i].Value, told.(tools.Object)[i].Value, words)
		}
	}
}
