// Package openapi makes toolsets from API descriptions: OpenAPI 3.0 and 3.1 and
// Swagger 2, in YAML or JSON. Every operation becomes a tool. Operations with the same
// tag or path become a toolset of at most 17 tools.
//
// [Import] does all of it; [Options] says which references are followed. Paths and
// methods tell the effect of a tool; if they do not, no effect is written. Every
// operation that cannot become a tool is reported. The same description always gives
// the same report. Import keeps no state and is safe for concurrent use.
package openapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/plain"
)

// Options says how a description is imported. The zero value follows no
// reference out of the description.
type Options struct {
	// Prefix begins the names of the toolsets: "petstore" gives "petstore/pet".
	// Without it, the title of the description does.
	Prefix string
	// Folder holds the files that the description may refer to; the description
	// itself is in it. Nothing outside the folder is read. Without it,
	// references to files are refused.
	Folder string
	// Remote allows references to be fetched over HTTP.
	Remote bool
	// Client fetches them; without it, one that gives up after 30 seconds.
	Client *http.Client
}

// The bounds of a description, over [imports.MaxBytes]. They are far above what
// anybody publishes.
const (
	maxYAML   = 16 << 20  // bytes: YAML takes a hundred times its size in memory
	maxLines  = 600_000   // values of YAML, which take a kilobyte each
	maxPairs  = 400 << 20 // of keys in the same mapping of YAML: the library copies the ones for each of the others
	longLine  = 1 << 16   // bytes: the library counts columns of YAML from the start of the line, again for every value
	maxValues = 2_000_000 // of a document, and of the description with its references
	maxChain  = 50_000    // schemas inside of schemas, over all references
	maxReport = 256 << 20 // bytes of all schemas that are written
)

// Import imports the operations of an API description: OpenAPI 3.0 or 3.1, or
// Swagger 2, as YAML or JSON. source is its file or address. Relative references
// are resolved against an address, or else in the folder of the options. Every
// operation becomes a tool or is listed in Skipped.
//
// The error is an [*imports.Error] if the description as a whole cannot be read, or
// the error of the context if it ends early. If no operation can be imported, the error
// wraps [imports.ErrNothing], and the report says why.
func Import(ctx context.Context, source string, data []byte, o Options) (*imports.Report, error) {
	notes := &remarks{}
	root, err := readDescription(source, data, notes)
	if err != nil {
		return nil, err
	}
	b := newBundle(ctx, source, root, o, notes)
	if b.v2, err = isVersion2(source, root); err != nil {
		return nil, err
	}
	if err := b.collect(); err != nil {
		return nil, err
	}
	im := newImporter(b, notes)
	for i := range b.operations {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		im.operation(&b.operations[i])
	}
	report := &imports.Report{Sets: im.sets(prefixOf(o.Prefix, b.info(), source)), Skipped: notes.skipped, Notes: notes.list()}
	if len(im.tools) == 0 {
		return report, fmt.Errorf("%s: %w", source, imports.ErrNothing)
	}
	return report, nil
}

// readDescription reads YAML or JSON within the bounds. It notes the keys that occur
// twice in an object.
func readDescription(source string, data []byte, notes *remarks) (*document.Node, error) {
	fail := func(hint, format string, args ...any) (*document.Node, error) {
		return nil, &imports.Error{Source: source, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	isJSON := bytes.HasPrefix(trimmed, []byte("{"))
	switch values := countValues(data, isJSON); {
	case len(data) > imports.MaxBytes:
		return fail("import a part of it", "the description has %d MiB; at most %d MiB are read", len(data)>>20, imports.MaxBytes>>20)
	case !isJSON && len(data) > maxYAML:
		return fail("convert it to JSON, which may have 64 MiB", "the description has %d MiB of YAML; at most %d MiB are read", len(data)>>20, maxYAML>>20)
	case values > maxValues:
		return fail("import a part of it", "the description has more than two million values")
	case !isJSON && values > maxLines:
		return fail("convert it to JSON: a JSON description may have two million values", "the description has more than 600,000 values, too many for YAML")
	}
	if err := plain.CheckUTF8(source, data, 1); err != nil {
		return nil, err
	}
	if line := crowded(data); !isJSON && line > 0 {
		return nil, &imports.Error{Source: source, Line: line, Column: 1, Message: "one mapping of YAML has too many keys", Hint: "convert the description to JSON"}
	}
	root, again, err := parseAPI(data, trimmed, isJSON)
	for _, where := range again {
		notes.of("used the last value of keys that occur twice in an object", source+where)
	}
	var located *document.Error
	switch {
	case errors.As(err, &located):
		return nil, &imports.Error{Source: source, Line: located.Line, Column: located.Column, Message: withWay(located), Hint: located.Hint}
	case err != nil:
		return fail("", "%s", err)
	}
	return root, nil
}

// withWay is the message of an error, with the way to what is nested too deep.
func withWay(e *document.Error) string {
	if way := e.Way(); way != "" {
		return e.Message + ": " + way
	}
	return e.Message
}

// parseAPI reads a document. again has the places of keys that occur twice.
func parseAPI(data, trimmed []byte, isJSON bool) (root *document.Node, again []string, err error) {
	parse := func(read func([]byte, document.Option) (*document.Node, error)) (*document.Node, error) {
		again = nil
		return read(data, document.LastWins(func(key string, at, _ document.Place) {
			again = append(again, fmt.Sprintf(":%d (%s)", at.Line, key))
		}))
	}
	yaml := func(data []byte, o document.Option) (*document.Node, error) {
		return document.Parse(data, o, document.MergeKeys())
	}
	if !isJSON {
		root, err = parse(yaml)
		return root, again, err
	}
	root, err = parse(func(data []byte, o document.Option) (*document.Node, error) {
		start := bytes.IndexByte(data, '{')
		return document.ParseJSON(data[start:], 1+bytes.Count(data[:start], []byte("\n")), o)
	})
	if err == nil || len(data) > 1<<20 {
		return root, again, err
	}
	for line := range bytes.Lines(trimmed) {
		if len(line) > longLine {
			return nil, nil, err
		}
	}
	if flow, yamlErr := parse(yaml); yamlErr == nil {
		return flow, again, nil // YAML may begin with a brace, too
	}
	return nil, nil, err
}

// countValues is an upper bound of the number of values of a document. It is taken
// before parsing.
func countValues(data []byte, isJSON bool) int {
	count, quoted, escaped := 0, false, false
	for _, c := range data {
		switch {
		case !isJSON:
			if c == '\n' || c == ',' || c == '[' || c == '{' {
				count++
			}
		case escaped:
			escaped = false
		case c == '\\':
			escaped = quoted
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '[' || c == '{'):
			count++
		}
	}
	return count
}

// crowded is the line of a YAML document where a mapping has too many keys for the
// library to read it in reasonable time; 0 if there is none.
func crowded(data []byte) int {
	type mapping struct{ indent, keys int }
	open := []mapping{}
	pairs, number := 0, 0
	for line := range bytes.Lines(data) {
		number++
		text := bytes.TrimLeft(line, " ")
		indent := len(line) - len(text)
		if len(text) == 0 || text[0] == '\n' || text[0] == '\r' || text[0] == '#' {
			continue
		}
		for len(open) > 0 && open[len(open)-1].indent > indent {
			open = open[:len(open)-1]
		}
		if text[0] == '-' { // an element of a list
			continue
		}
		if len(open) == 0 || open[len(open)-1].indent < indent {
			open = append(open, mapping{indent, 0})
		}
		top := &open[len(open)-1]
		if pairs += top.keys; pairs > maxPairs/2 {
			return number
		}
		top.keys++
	}
	return 0
}

// isVersion2 reports whether a description is Swagger 2, and not OpenAPI 3.
func isVersion2(source string, root *document.Node) (v2 bool, err error) {
	if root.Kind != document.Object {
		return false, &imports.Error{Source: source, Line: root.Line, Column: root.Column, Message: "the description must be an object",
			Hint: "an OpenAPI description begins with \"openapi: 3.0.3\" or \"swagger: '2.0'\""}
	}
	for _, key := range []string{"openapi", "swagger", "swaggerVersion"} {
		n := root.Fields[key]
		if n == nil {
			continue
		}
		switch version := scalar(n); {
		case key == "swagger" && (version == "2.0" || version == "2"):
			return true, nil
		case key == "openapi" && (version == "3" || strings.HasPrefix(version, "3.")):
			return false, nil
		}
		return false, &imports.Error{Source: source, Line: n.Line, Column: n.Column, Message: "this version of OpenAPI is not supported",
			Hint: "convert the description to OpenAPI 3.0 or 3.1 or to Swagger 2.0, which are supported"}
	}
	return false, &imports.Error{Source: source, Line: root.Line, Column: root.Column, Message: "this is not an OpenAPI description: it has neither \"openapi\" nor \"swagger\"",
		Hint: "an OpenAPI description begins with \"openapi: 3.0.3\" or \"swagger: '2.0'\""}
}
