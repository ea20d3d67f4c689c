package foreign

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// statement is a line of pseudo-code, or a condition with what stands under it.
type statement struct {
	line     int
	kind     kind
	out      []string // what is assigned
	name     string   // of the API or answer
	args     []string
	text     string // of a comment
	branches []branch
}

type kind int

const (
	comment kind = iota
	answer
	api
	decision
)

// branch is one side of a condition; the last one may have none.
type branch struct {
	line      int
	condition string
	body      []statement
}

// PDL reads a workflow in the procedure description language of FlowAgent over its tools. The
// error is of type [toolfile.Problems].
//
// Comments say what the user is told. "if user wants to …, repeat the process; else, …" leads
// back to the beginning. Slots that no tool has are left out.
func PDL(file string, data []byte, set *tools.Toolset) (*Imported, error) {
	doc, err := parse(file, data, "a PDL: YAML with the keys Name, Desc, Detailed_desc, SLOTs, APIs, ANSWERs and PDL")
	if err != nil {
		return nil, err
	}
	r := &reader{file: file, set: set}
	block := field(doc, "PDL")
	if block == nil || !block.Kind.Scalar() {
		r.problem(doc.Line, "the keys are Name, Desc, Detailed_desc, SLOTs, APIs, ANSWERs and PDL", "this is no PDL: it has no text under the key PDL")
		return nil, r.problems
	}
	b := newBuilder(r)
	c := &compiler{builder: b, answers: map[string]string{}}
	for _, item := range itemsOf(doc, "ANSWERs") {
		c.answers[underscored(fieldText(item, "name"))] = fieldText(item, "desc")
	}
	lines := c.lines(block.Text, block.Key.Line)
	body, rest := c.block(lines, 0)
	if len(rest) > 0 {
		r.problem(rest[0].line, "", "this line is indented less than those before it: %s", rest[0].text)
	}
	if len(body) == 0 && len(r.problems) == 0 {
		r.problem(block.Key.Line, "", "the PDL has no steps")
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	c.compile(body, nil, "")
	before := object(1)
	for _, item := range itemsOf(doc, "APIs") {
		c.precondition(doc, item, before)
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	name := fieldText(doc, "Name")
	about := fieldText(doc, "Detailed_desc")
	if about == "" {
		about = fieldText(doc, "Desc")
	}
	if about == "" {
		about = name
	}
	out := b.document(name, name, strings.Join(strings.Fields(about), " "), opensFor(name))
	if len(before.Keys) > 0 {
		add(out, "before", before)
	}
	return &Imported{out, r.left}, nil
}

func itemsOf(doc *document.Node, key string) []*document.Node {
	if n := field(doc, key); n != nil {
		return n.Items
	}
	return nil
}

// underscored is how a PDL calls an answer: "Please provide" is ANSWER_Please_provide.
func underscored(name string) string { return strings.Join(strings.Fields(name), "_") }

// precondition reads which APIs must be called before one.
func (c *compiler) precondition(doc, item, before *document.Node) {
	name := fieldText(item, "name")
	need := field(item, "precondition")
	if need == nil || len(need.Items) == 0 {
		return
	}
	var all []string
	for _, n := range need.Items {
		if !slices.ContainsFunc(itemsOf(doc, "APIs"), func(other *document.Node) bool { return fieldText(other, "name") == n.Text }) {
			c.problem(n.Line, "name an API of this file", "%s has the precondition %s, which is no API of this file", name, n.Text)
			continue
		}
		all = append(all, n.Text)
	}
	if c.set.Tool(name) != nil && slices.Contains(c.called(), name) {
		add(before, name, list(item.Line, all))
	}
}

// called lists the tools that the workflow calls.
func (b *builder) called() (all []string) {
	for _, t := range b.calls {
		all = append(all, t.Name)
	}
	return all
}

type sourceLine struct {
	line, indent int
	text         string
}

func (c *compiler) lines(block string, key int) (all []sourceLine) {
	for i, raw := range strings.Split(block, "\n") {
		s := strings.TrimSpace(raw)
		if s == "" {
			continue
		}
		indent := 0
		for _, r := range raw {
			if r == ' ' {
				indent++
			} else if r == '\t' {
				indent += 4
			} else {
				break
			}
		}
		all = append(all, sourceLine{key + 1 + i, indent, s})
	}
	return all
}

var (
	apiLine    = regexp.MustCompile(`^(?:\[?([^\]=]*?)\]?\s*=\s*)?API_([A-Za-z0-9_.-]+)\s*\(\s*\[?([^\]]*?)\]?\s*\)$`)
	answerLine = regexp.MustCompile(`^(?:\[?([^\]=]*?)\]?\s*=\s*)?ANSWER_([A-Za-z0-9_]+)\s*\(.*\)$`)
	ifLine     = regexp.MustCompile(`^(if|elif|else if)\s+(.+?)\s*:$`)
)

// mostDepth bounds how deep conditions are nested.
const mostDepth = 20

// block reads lines with the same indentation, and what stands under them.
func (c *compiler) block(lines []sourceLine, depth int) (all []statement, rest []sourceLine) {
	if depth > mostDepth {
		c.problem(lines[0].line, "", "conditions are nested more than %d deep", mostDepth)
		return nil, nil
	}
	if len(lines) == 0 {
		return nil, nil
	}
	indent := lines[0].indent
	for len(lines) > 0 && lines[0].indent >= indent {
		l := lines[0]
		lines = lines[1:]
		if l.indent > indent {
			c.problem(l.line, "", "this line is indented more than those before it: %s", l.text)
			continue
		}
		if match := ifLine.FindStringSubmatch(l.text); match != nil || l.text == "else:" {
			var body []statement
			if len(lines) > 0 && lines[0].indent > indent {
				body, lines = c.block(lines, depth+1)
			}
			b := branch{line: l.line, body: body}
			if match == nil || match[1] != "if" {
				if n := len(all); n == 0 || all[n-1].kind != decision {
					c.problem(l.line, "", "there is no if before this line: %s", l.text)
					continue
				}
			}
			if match == nil {
				all[len(all)-1].branches = append(all[len(all)-1].branches, b)
				continue
			}
			if b.condition = match[2]; match[1] == "if" {
				all = append(all, statement{line: l.line, kind: decision})
			}
			all[len(all)-1].branches = append(all[len(all)-1].branches, b)
			continue
		}
		if s, ok := c.plain(l); ok {
			all = append(all, s)
			continue
		}
		for len(lines) > 0 && lines[0].indent > indent && strings.HasSuffix(l.text, ":") {
			lines = lines[1:] // what stands under a line that cannot be read
		}
	}
	return all, lines
}

// plain reads a line that is no condition.
func (c *compiler) plain(l sourceLine) (statement, bool) {
	s := statement{line: l.line}
	if rest, ok := strings.CutPrefix(l.text, "#"); ok {
		s.text = flat(rest)
		return s, s.text != ""
	}
	if match := apiLine.FindStringSubmatch(l.text); match != nil {
		s.kind, s.out, s.name, s.args = api, commas(match[1]), match[2], commas(match[3])
		return s, true
	}
	if match := answerLine.FindStringSubmatch(l.text); match != nil {
		s.kind, s.out, s.name = answer, commas(match[1]), match[2]
		return s, true
	}
	if strings.HasPrefix(l.text, "#") {
		return s, false
	}
	c.problem(l.line, "a PDL has API_name([…]), ANSWER_name(), if … :, else: and comments", "this line cannot be read: %s", l.text)
	return s, false
}

func commas(s string) (all []string) {
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}
