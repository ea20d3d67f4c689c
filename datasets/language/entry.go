package language

import (
	"encoding/json"
	"fmt"

	"switchyard/mission"
	"switchyard/out"
	"switchyard/schemas"
)

// entry is what is measured, whichever format it comes from.
type entry struct {
	Format  string `json:"format"`
	Persona struct {
		Name  string `json:"name"`
		Phone string `json:"phone"`
		Email string `json:"email"`
	} `json:"persona"`
	Toolset struct {
		Tools    []tool `json:"tools"`
		Entities []struct {
			Name   string `json:"name"`
			Plural string `json:"plural"`
			ID     string `json:"id"`
		} `json:"entities"`
	} `json:"toolset"`
	Missions []talk `json:"missions"`
}

type tool struct {
	Name  string `json:"name"`
	Thing string `json:"thing"`
}

// talk is a mission.
type talk struct {
	Type      mission.Type     `json:"type"`
	Relation  mission.Relation `json:"relation"`
	Reference struct {
		Phrase string `json:"phrase"`
	} `json:"reference"`
	Wording   string             `json:"wording"` // who found the words; empty if the entry does not say
	Request   string             `json:"request"`
	Questions []mission.Question `json:"questions"`
	Calls     []call             `json:"calls"`
	Chat      struct {
		Kind mission.ChatKind `json:"kind"`
	} `json:"chat"`
	Reply string `json:"reply"`
}

type call struct {
	Tool         string           `json:"tool"`
	Arguments    json.RawMessage  `json:"arguments"`
	Sources      []mission.Source `json:"sources"`
	Dependencies []int            `json:"dependencies"`
}

// Native measures one line of a native dataset. It proves nothing; the error says why the
// line is not an entry.
func Native(line []byte) (*Sample, error) {
	var e entry
	if err := schemas.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("not an entry: %w", err)
	}
	if mission.FormatVersion(e.Format) == 0 {
		return nil, fmt.Errorf("the format is %q, not %q", e.Format, mission.FormatEntry)
	}
	s := look(&e)
	s.purposes(&e)
	return s, nil
}

// MMTB measures one line of a Multi-Mission Tool Bench file, in its first language that
// has tasks. Such a file does not tell where values come from, so what needs that is not
// counted.
func MMTB(line []byte) (*Sample, error) {
	m, err := out.DecodeMMTB(line)
	if err != nil {
		return nil, err
	}
	var (
		e    entry
		text = m.Text()
	)
	for i, request := range text.Tasks {
		t := talk{Request: request}
		if i < len(m.Types) {
			t.Type, _ = out.MMTBType(m.Types[i])
		}
		if i < len(m.TurnSubtypes) {
			t.Relation, _ = out.MMTBRelation(m.TurnSubtypes[i])
		}
		if i >= 2 && len(m.TurnSubtypes) == 0 {
			t.Relation = mission.LongTerm
		}
		if i < len(text.Answers) {
			t.play(text.Answers[i])
		}
		e.Missions = append(e.Missions, t)
	}
	return look(&e), nil
}

// play reads an answer list.
func (t *talk) play(steps []out.MMTBStep) {
	for i := range steps {
		s := &steps[i]
		said := ""
		_ = json.Unmarshal(s.Observation, &said) // what is no text says nothing
		switch s.Action.Name {
		case mission.AskTool:
			q := mission.Question{Text: said}
			var asked mission.Asked
			if json.Unmarshal(s.Action.Arguments, &asked) == nil {
				q.Tool, q.Missing = asked.Tool, asked.Missing
			}
			if s.UserInput != nil {
				q.Reply = *s.UserInput
			}
			t.Questions = append(t.Questions, q)
		case mission.AnswerTool:
			t.Reply = said
		default:
			t.Calls = append(t.Calls, call{Tool: s.Action.Name, Arguments: s.Action.Arguments})
		}
	}
}
