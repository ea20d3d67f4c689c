package llm

import (
	"context"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/mission"
	"switchyard/roles"
)

// ai is an assistant played by a model.
type ai struct{ *seat }

// Ask implements [roles.AI].
func (a *ai) Ask(ctx context.Context, s *roles.Scene, tool string, missing []string) (string, error) {
	v := a.view(s)
	v.Again = len(s.Questions) > 0
	for _, name := range missing {
		v.Say = append(v.Say, fact{What: noun(s.Set.Tool(tool), jsonptr.Join(name))})
	}
	return answer[string](ctx, a.seat, s, TaskAsk, v, nil)
}

// Summarise implements [roles.AI].
func (a *ai) Summarise(ctx context.Context, s *roles.Scene) (string, error) {
	v := a.view(s)
	v.Observed = observed(s, false)
	return answer[string](ctx, a.seat, s, TaskSummarise, v, nil)
}

// Chat implements [roles.AI].
func (a *ai) Chat(ctx context.Context, s *roles.Scene) (string, error) {
	v := a.view(s)
	v.Brief = s.Persona.Length == mission.Terse
	if s.Set != nil {
		v.Facts = s.Set.Facts()
	}
	return answer[string](ctx, a.seat, s, TaskChat, v, nil)
}

// spoken is what a model says, without the fences, quotation marks and names in
// front that some put around it.
func spoken(text string) string {
	text = strings.TrimSpace(text)
	if i := strings.LastIndex(text, "</think>"); i >= 0 {
		text = strings.TrimSpace(text[i+len("</think>"):])
	}
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		if body, ok := strings.CutSuffix(rest, "```"); ok {
			if _, after, found := strings.Cut(body, "\n"); found {
				text = strings.TrimSpace(after)
			}
		}
	}
	for _, name := range []string{"Assistant:", "User:", "AI:"} {
		text = strings.TrimSpace(strings.TrimPrefix(text, name))
	}
	for _, marks := range [][2]string{{`"`, `"`}, {"“", "”"}} {
		if strings.HasPrefix(text, marks[0]) && strings.HasSuffix(text, marks[1]) && len(text) > 2*len(marks[0]) && strings.Count(text, marks[0])+strings.Count(text, marks[1]) <= 4 {
			inner := strings.TrimSuffix(strings.TrimPrefix(text, marks[0]), marks[1])
			if !strings.Contains(inner, marks[0]) && !strings.Contains(inner, marks[1]) {
				text = strings.TrimSpace(inner)
			}
		}
	}
	return text
}
