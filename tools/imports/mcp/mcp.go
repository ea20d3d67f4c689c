// Package mcp makes toolsets of what a server of the Model Context Protocol
// offers: from a saved result of tools/list ([Import]), from a server that is a
// program ([FromCommand]) or from one at an address ([FromURL]).
//
// A server is never trusted: its answers are bounded in size, pages and time,
// what it says is cleaned of control characters and of secrets that it was sent,
// and a program does not outlive the call. All three functions are safe for
// concurrent use.
package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/imports"
	"switchyard/tools/imports/internal/reading"
	"switchyard/tools/naming"
)

const toolsListHint = "save the result of tools/list: {\"tools\": [{\"name\": …, \"inputSchema\": …}, …]}"

// Import imports the tools of a Model Context Protocol server from a saved
// result of tools/list: {"tools": […]}, the answer around it ({"jsonrpc": …,
// "result": …}), a bare list of tools, or several pages of them, as a list or
// one per line. More than 17 tools are divided into several toolsets, by words
// that their names share.
//
// source is the name of the file, for messages. The error is of type
// [*imports.Error], or [imports.ErrNothing], together with a report that says why.
func Import(ctx context.Context, source string, data []byte) (*imports.Report, error) {
	if len(data) > imports.MaxBytes {
		return nil, &imports.Error{Source: source, Message: fmt.Sprintf("the source has %d MiB; at most %d MiB are read", len(data)>>20, imports.MaxBytes>>20), Hint: toolsListHint}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	s := toolServer{Reading: reading.New(source), set: imports.Set{Name: reading.Stem(source), Source: source}}
	first, _, more := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	if json.Valid(data) || !more || !json.Valid(first) {
		n, err := s.Parse(data, 1, toolsListHint)
		if err != nil {
			return nil, err
		}
		if err := s.saved(n, "#", 0); err != nil {
			return nil, err
		}
		return s.close(ctx)
	}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		n, err := s.Parse(line, number, toolsListHint)
		if err != nil {
			return nil, err
		}
		if err := s.saved(n, fmt.Sprintf("line %d #", number), 0); err != nil {
			return nil, err
		}
	}
	return s.close(ctx)
}

// toolServer is the reading of what one tool server offers.
type toolServer struct {
	*reading.Reading
	set   imports.Set // what is common to its toolsets
	tools []imports.Tool
	hints []toolHints // by tool
	more  bool        // the last page says that there is another
}

// toolHints is what the annotations of a tool say.
type toolHints struct{ readOnly, destructive bool }

// saved reads a saved result, or what stands around it.
func (s *toolServer) saved(n *document.Node, at string, depth int) error {
	located := func(format string, args ...any) error {
		return &imports.Error{Source: s.Source, Line: n.Line, Column: n.Column, Message: fmt.Sprintf(format, args...), Hint: toolsListHint}
	}
	failed, result := n.Fields["error"], n.Fields["result"]
	switch {
	case depth > reading.MaxNested:
		return located("lists that are nested more than %d deep", reading.MaxNested)
	case n.Kind == document.Object && n.Fields["tools"] != nil:
		if n.Fields["tools"].Kind != document.List {
			return located("\"tools\" is %s, not a list", n.Fields["tools"].Kind)
		}
		s.page(n.Fields["tools"].Items, at+"/tools", n)
	case n.Kind == document.Object && result != nil:
		return s.saved(result, at+"/result", depth+1)
	case n.Kind == document.Object && failed != nil:
		return located("the server answered with an error: %s", reading.Quoted(reading.Field(failed, "message").Text))
	case n.Kind == document.List && len(n.Items) > 0 && n.Items[0].Kind == document.Object && n.Items[0].Fields["name"] != nil:
		s.page(n.Items, at, n)
	case n.Kind == document.List && len(n.Items) > 0:
		for i, item := range n.Items {
			if err := s.saved(item, fmt.Sprintf("%s/%d", at, i), depth+1); err != nil {
				return err
			}
		}
	case n.Kind == document.List:
	default:
		return located("this is not a result of tools/list")
	}
	return nil
}

// page reads the tools of one page.
func (s *toolServer) page(items []*document.Node, at string, page *document.Node) {
	for i, item := range items {
		if len(s.tools) >= imports.MaxTools {
			s.Beyond += len(items) - i
			break
		}
		here := fmt.Sprintf("%s/%d", at, i)
		t := s.Function(item, s.Source+here, nil)
		if t == nil {
			continue
		}
		t.Source = here
		annotations := reading.Field(item, "annotations")
		s.tools = append(s.tools, *t)
		s.hints = append(s.hints, toolHints{
			readOnly:    reading.Field(annotations, "readOnlyHint").Value == true,
			destructive: reading.Field(annotations, "destructiveHint").Value == true,
		})
	}
	cursor, _ := reading.Field(page, "nextCursor").Value.(string)
	s.more = cursor != ""
}

// close makes toolsets of the tools.
func (s *toolServer) close(ctx context.Context) (*imports.Report, error) {
	if err := ctx.Err(); err != nil {
		return nil, &imports.Error{Source: s.Source, Message: err.Error()}
	}
	names := make([]string, len(s.tools))
	for i := range s.tools {
		names[i] = s.tools[i].Name
	}
	prefix := commonPrefix(names)
	for i := range s.tools {
		if s.effect(&s.tools[i], prefix, s.hints[i]); s.tools[i].Effect != "" {
			s.tools[i].Basis = imports.ByAnnotation
		}
	}
	if s.more && s.Beyond == 0 {
		s.Note(s.Source, "the last page announces another page, which is missing")
	}
	s.set.Title = cmp.Or(s.set.Title, titled(s.set.Name))
	s.set.Domain = cmp.Or(s.set.Domain, s.set.Title)
	s.Add(s.set, s.tools)
	return s.Finish()
}

// commonPrefix is the number of words that all names begin with, as
// "github_list_issues" does in a server for GitHub.
func commonPrefix(names []string) int {
	if len(names) < 2 {
		return 0
	}
	common := naming.Words(names[0])
	common = common[:max(0, len(common)-1)]
	for _, name := range names[1:] {
		words := naming.Words(name)
		n := 0
		for n < min(len(common), len(words)-1) && strings.EqualFold(common[n], words[n]) {
			n++
		}
		common = common[:n]
	}
	return len(common)
}

// effect takes an annotation over where the name of the tool agrees: an
// annotation alone does not tell a list from a look-up, nor a change from a
// removal, and servers are known to annotate wrongly.
func (s *toolServer) effect(t *imports.Tool, prefix int, hints toolHints) {
	words := naming.Words(t.Name)
	for i := range words {
		words[i] = strings.ToLower(words[i])
	}
	words = words[min(prefix, len(words)):]
	if len(words) < 2 {
		return
	}
	verb, noun := words[0], words[1:]
	if end := slices.IndexFunc(noun, func(w string) bool { return slices.Contains(prepositions, w) }); end >= 0 {
		noun = noun[:end]
	}
	if len(noun) == 0 || len(noun) > 3 {
		return
	}
	last := noun[len(noun)-1]
	one := reading.Singular(last)
	thing := strings.Join(append(slices.Clone(noun[:len(noun)-1]), one), " ")
	plural := one != last
	named := bytes.Contains(t.Parameters, []byte(`"required":[`)) // something that says which one
	lists, gets := slices.Contains(reading.ListVerbs, verb), slices.Contains(reading.GetVerbs, verb)
	deletes, updates := slices.Contains(reading.DeleteVerbs, verb), slices.Contains(reading.UpdateVerbs, verb)
	switch {
	case hints.readOnly && (lists || gets) && plural:
		t.Effect, t.Thing = tools.List, thing
	case hints.readOnly && gets && named:
		t.Effect, t.Thing = tools.Get, thing
	case hints.readOnly && (deletes || updates):
		s.Note(s.Source+t.Source, "%s is said to be read-only, but its name says otherwise; the annotation was not used", t.Name)
	case hints.destructive && !hints.readOnly && deletes && named && !plural:
		t.Effect, t.Thing = tools.Delete, thing
	case hints.destructive && !hints.readOnly && updates && named && !plural:
		t.Effect, t.Thing = tools.Update, thing
	}
}

// prepositions end the noun in the name of a function.
var prepositions = strings.Fields("by for of in from with to on at and or as via using")

// titled writes a name in words.
func titled(name string) string {
	words := strings.Join(naming.Words(name), " ")
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:]
}
