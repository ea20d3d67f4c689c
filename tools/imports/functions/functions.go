// Package functions makes toolsets from lists of functions in several formats: OpenAI
// and its dialects, the Multi-Mission Tool Bench, the Berkeley Function-Calling
// Leaderboard, xLAM, ToolAlpaca.
//
// [Import] recognizes the format by its shape. Types that JSON Schema does not have get
// their proper names, and every change is noted. The same file always gives the same
// report. Import keeps no state and is safe for concurrent use.
package functions

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"

	"switchyard/internal/document"
	"switchyard/internal/jsontext"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/reading"
)

const functionsHint = "lists of functions are [{\"type\": \"function\", \"function\": {\"name\": …, \"description\": …, \"parameters\": …}}, …], one list or more, or one list on each line"

// Import imports lists of functions in any of these formats:
//
//   - lists in the format of OpenAI, with or without the wrapper {"type": "function", …};
//   - entries and lines that contain a list: datasets of the Multi-Mission Tool
//     Bench ("english_tools", "tools"), questions of BFCL ("function"), corpora
//     that hold the list as a string of JSON ("tools");
//   - APIs of ToolAlpaca, whose "Documentation" is a string with an OpenAPI document;
//   - one function per line, as in the function documents of BFCL.
//
// The document is JSON, or JSONL with one value per line. Every list and every API
// makes a toolset. If the list is part of a dataset's entry, it is left out if one
// earlier list already has all its functions. Functions outside any list make one
// toolset together. A list of more than 17 functions is divided into several
// toolsets, by words that the functions' names share.
//
// source is the name of the file, for messages. The error is of type
// [*imports.Error], or [imports.ErrNothing] together with a report that says why.
func Import(source string, data []byte) (*imports.Report, error) {
	if len(data) > imports.MaxBytes {
		return nil, &imports.Error{Source: source, Message: fmt.Sprintf("the source has %d MiB; at most %d MiB are read", len(data)>>20, imports.MaxBytes>>20), Hint: "split it into several files"}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	f := file{Reading: reading.New(source), seen: map[[32]byte][]int{}}
	first, _, more := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	if json.Valid(data) || !more || !json.Valid(first) {
		whole, err := f.Parse(data, 1, functionsHint)
		if err != nil {
			return nil, err
		}
		f.document(whole, source+"#", 0, false)
	} else if err := f.lines(data); err != nil {
		return nil, err
	}
	f.toolset(imports.Set{Source: source}, f.lone, false)
	return f.Finish()
}

// file is the reading of one file of functions.
type file struct {
	*reading.Reading
	lone  []imports.Tool     // functions outside any list
	seen  map[[32]byte][]int // the lists with a function, by its content
	lists int
}

// lines reads JSONL. Lines that are not JSON are skipped and reported.
func (f *file) lines(data []byte) error {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		n, err := f.Parse(line, number, functionsHint)
		if err != nil {
			f.Skip(fmt.Sprintf("%s:%d", f.Source, number), "%s", err.(*imports.Error).Message)
			continue
		}
		f.document(n, fmt.Sprintf("%s:%d#", f.Source, number), 0, false)
	}
	return nil
}

// document reads a value that contains functions in any of the known formats. where
// is its file, line and pointer. entry says that it is part of an entry of a
// dataset.
func (f *file) document(n *document.Node, where string, depth int, entry bool) {
	switch {
	case depth > reading.MaxNested:
		f.Skip(place(where), "lists that are nested more than %d deep", reading.MaxNested)
	case isAPI(n):
		f.api(n, where)
	case n.Kind == document.List && isFunctions(n):
		f.list(n.Items, where, entry)
	case n.Kind == document.List:
		for i, item := range n.Items {
			f.document(item, fmt.Sprintf("%s/%d", where, i), depth+1, entry)
		}
		if len(n.Items) == 0 {
			f.Skip(place(where), "an empty list")
		}
	case n.Kind == document.Text && depth > 0: // a list as JSON in a text
		inner, err := f.Parse([]byte(n.Value.(string)), 0, "")
		if err != nil || inner.Kind.Scalar() {
			f.Skip(place(where), "a text, not a list of functions")
			return
		}
		f.document(inner, where, depth+1, entry)
	case n.Kind == document.Object:
		f.object(n, where, depth)
	default:
		f.Skip(place(where), "%s, not a list of functions", n.Kind)
	}
}

// listKeys are the keys under which objects have a list of functions.
var listKeys = []string{"english_tools", "tools", "functions", "function", "apis"}

func (f *file) object(n *document.Node, where string, depth int) {
	if isFunction(n) {
		if len(f.lone) >= imports.MaxTools {
			f.Beyond++
			return
		}
		if t := f.Function(n, place(where), nil); t != nil {
			t.Source = pointer(where)
			f.lone = append(f.lone, *t)
		}
		return
	}
	for _, key := range listKeys {
		list := n.Fields[key]
		switch {
		case list == nil:
		case list.Kind == document.Object: // a question with one function
			f.list([]*document.Node{list}, where+"/"+key, true)
			return
		case list.Kind == document.List || list.Kind == document.Text:
			f.document(list, where+"/"+key, depth+1, len(n.Keys) > 1)
			return
		}
	}
	f.Skip(place(where), "an object without a list of functions")
}

// isFunction reports whether an object is one function: it has a name and a
// description or parameters, or it is the wrapper of a function.
func isFunction(n *document.Node) bool {
	if n.Kind != document.Object {
		return false
	}
	inner := n.Fields["function"]
	if inner != nil && inner.Kind == document.Object && n.Fields["name"] == nil {
		kind := n.Fields["type"]
		return kind != nil && kind.Value == "function"
	}
	name := n.Fields["name"]
	if name == nil || name.Kind != document.Text {
		return false
	}
	for _, key := range []string{"description", "parameters", "inputSchema", "input_schema"} {
		if n.Fields[key] != nil {
			return true
		}
	}
	return len(n.Keys) == 1
}

// isFunctions reports whether a list is a list of functions. Its first item
// decides.
func isFunctions(n *document.Node) bool {
	for _, item := range n.Items {
		if item.Kind != document.Null {
			return isFunction(item) || item.Kind == document.Object && item.Fields["function"] != nil && len(item.Keys) <= 3 && item.Fields["id"] == nil
		}
	}
	return false
}

// place is where something is, for messages; pointer is the place within the
// source.
func place(where string) string { return strings.TrimSuffix(where, "#") }

func pointer(where string) string {
	line, at, _ := strings.Cut(where, "#")
	if i := strings.LastIndexByte(line, ':'); i >= 0 && isDigits(line[i+1:]) {
		return "line " + line[i+1:] + strings.TrimSuffix(" #"+at, " #")
	}
	return "#" + at
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// list makes a toolset of one list of functions.
func (f *file) list(items []*document.Node, where string, entry bool) {
	var found []imports.Tool
	for i, item := range items {
		if len(found) >= imports.MaxTools-f.Tools {
			f.Beyond += len(items) - i
			break
		}
		at := fmt.Sprintf("%s/%d", where, i)
		if t := f.Function(item, at, nil); t != nil {
			t.Source = pointer(at)
			found = append(found, *t)
		}
	}
	f.toolset(imports.Set{Source: place(where)}, found, entry)
}

// toolset adds the functions of a list. The list of an entry of a dataset is
// ignored if an earlier list has all its functions.
func (f *file) toolset(set imports.Set, found []imports.Tool, entry bool) {
	if len(found) == 0 {
		return
	}
	switch known := f.known(found); {
	case known && entry:
		f.Odd.Add("lists of dataset entries were skipped where an earlier list has all their functions")
		return
	case known:
		f.Odd.Add("toolsets were imported although an earlier one has all their functions")
	}
	set.Domain = cmp.Or(set.Domain, "Functions")
	if set.Name == "" {
		set.Name = reading.Stem(f.Source) + "/" + cmp.Or(reading.Theme(found), fmt.Sprintf("list_%d", f.lists))
	}
	f.Add(set, found)
}

// known reports whether one earlier list has all these functions. If not, it
// remembers them.
func (f *file) known(found []imports.Tool) bool {
	hits := map[int]int{}
	keys := make([][32]byte, len(found))
	for i := range found {
		keys[i] = content(&found[i])
		lists := f.seen[keys[i]]
		for _, list := range lists {
			hits[list]++
		}
	}
	for _, n := range hits {
		if n == len(found) {
			return true
		}
	}
	f.lists++
	for _, key := range keys {
		// For a function in very many lists, only the last ones are compared.
		if lists := f.seen[key]; len(lists) == 0 || lists[len(lists)-1] != f.lists {
			f.seen[key] = append(lists, f.lists)[max(0, len(lists)-100):]
		}
	}
	return false
}

func content(t *imports.Tool) [32]byte {
	return sha256.Sum256(jsontext.Value([]string{t.Name, t.About, string(t.Parameters), string(t.Returns)}))
}
