package generate

import (
	"bytes"
	_ "embed"
	"text/template"

	"switchyard/datasets/manifest"
	"switchyard/flow"
	"switchyard/internal/shell"
	"switchyard/internal/wholefile"
)

// cardName is the file that tells people what the folder holds.
const cardName = "README.md"

//go:embed card.md.tmpl
var cardText string

// cardRow is how much of the pairs with a sub-type is covered.
type cardRow struct {
	Kind flow.Kind
	OOW  flow.OOW
	manifest.Share
}

// writeCard writes the README of a finished run.
func (r *runner) writeCard(m *manifest.Manifest) error {
	page, err := template.New("card").Funcs(template.FuncMap{"percent": func(x float64) float64 { return 100 * x }}).Parse(cardText)
	if err != nil {
		return err
	}
	var rows []cardRow
	for _, o := range flow.AllOOW() {
		if s, ok := m.Space.ByOOW[string(o)]; ok {
			rows = append(rows, cardRow{o.Kind(), o, s})
		}
	}
	command := "switchyard flow generate"
	for i, word := range r.config.Command {
		if i == 0 {
			command = ""
		} else {
			command += " "
		}
		command += shell.Quote(word)
	}
	var out bytes.Buffer
	err = page.Execute(&out, map[string]any{"M": m, "Rows": rows, "Command": command})
	if err != nil {
		return err
	}
	return wholefile.Write(r.config.file(cardName), out.Bytes())
}
