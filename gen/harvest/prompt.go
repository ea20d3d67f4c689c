package harvest

import (
	"bytes"
	_ "embed"
	"sync"
	"text/template"

	"switchyard/model"
	"switchyard/tools"
)

//go:embed prompt.tmpl
var promptText string

var templates = sync.OnceValues(func() (*template.Template, error) {
	return template.New("").Option("missingkey=error").Parse(promptText)
})

// prompt asks to put briefs into words.
func prompt(set *tools.Toolset, batch []*Brief) ([]model.Message, error) {
	all, err := templates()
	if err != nil {
		return nil, err
	}
	var out []model.Message
	for _, role := range []string{"system", "user"} {
		var b bytes.Buffer
		if err := all.ExecuteTemplate(&b, role, map[string]any{"Set": set, "Briefs": batch}); err != nil {
			return nil, err
		}
		out = append(out, model.Message{Role: role, Text: b.String()})
	}
	return out, nil
}
