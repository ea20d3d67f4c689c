package author

import (
	"bytes"
	"embed"
	"strings"
	"sync"
	"text/template"

	"switchyard/model"
)

//go:embed prompts/*.tmpl
var embedded embed.FS

// templates are the prompts; each task defines "task.system" and "task.user".
var templates = sync.OnceValues(func() (*template.Template, error) {
	return template.New("").Option("missingkey=error").ParseFS(embedded, "prompts/*.tmpl")
})

// prompt makes the messages of a task.
func prompt(task string, view any) ([]model.Message, error) {
	system, err := part(task, "system", view)
	if err != nil {
		return nil, err
	}
	user, err := part(task, "user", view)
	return []model.Message{{Role: "system", Text: system}, {Role: "user", Text: user}}, err
}

func part(task, part string, view any) (string, error) {
	all, err := templates()
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = all.ExecuteTemplate(&b, task+"."+part, view)
	return strings.TrimSpace(b.String()), err
}
