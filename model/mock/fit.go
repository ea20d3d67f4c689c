package mock

import (
	"encoding/json"

	"switchyard/internal/jsontext"
	"switchyard/internal/keyed"
	"switchyard/internal/sample"
	"switchyard/schemas"
)

// attempts is how many documents are tried to satisfy a schema.
const attempts = 32

// schemaError says why no document fits a schema.
type schemaError struct{ says string }

func (e *schemaError) Error() string { return e.says }

// fit returns a document that fits a JSON Schema, always the same for the same
// schema. Errors are of type *schemaError.
func fit(schema json.RawMessage) (string, error) {
	judge, err := schemas.Compile(schema)
	if err != nil {
		return "", &schemaError{err.Error()}
	}
	var wrong []schemas.Violation
	for i := range attempts {
		doc := jsontext.Value(sample.New(keyed.New(0, "fit", keyed.Int(i)), schema).Value())
		if wrong = judge.Validate(doc); len(wrong) == 0 {
			return string(doc), nil
		}
	}
	return "", &schemaError{"no document was found that fits it; the last one: " + wrong[0].String()}
}
