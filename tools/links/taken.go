package links

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/jsonptr"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// takenParam is a parameter that may take an identifier.
type takenParam struct {
	tool  *tools.Tool
	param *tools.Param
	path  string
	form  Form
	nouns []string // what it identifies, the surest first
	sure  int      // how many of the nouns are beyond doubt
	also  []string // what the tool is about, where the parameter may be what tells that apart
	typ   string
}

// input reads what a parameter takes; nil if it does not take an identifier.
func (m *matcher) input(t *tools.Tool, path string, p *tools.Param) *takenParam {
	values := p
	if p.Type == "array" && p.Items != nil {
		values = p.Items
	}
	if !slices.Contains([]string{"string", "integer", "number"}, values.Type) || len(p.Enum) > 0 || len(values.Enum) > 0 {
		return nil
	}
	about := p.About
	if about == "" {
		about = values.About
	}
	in := &takenParam{tool: t, param: p, path: path, typ: values.Type, sure: 1}
	form, noun, words := namingOf(p.Name)
	if in.form = form; noun == "parent" {
		noun = strings.Join(m.nouns(t)[:min(1, len(m.nouns(t)))], "")
	}
	takes := false
	switch form {
	case ByID, ByCode:
		takes = m.takesID(in, noun, about, words)
	case BySelf:
		in.nouns, in.also, takes = []string{noun}, m.single(t, p), true
	case ByName:
		takes = m.takesName(in, noun, about)
	case ByPlace:
		takes = in.takesPlace(noun, about, words)
	}
	if !takes {
		return nil
	}
	if p.Thing != "" {
		if in.form == ByPlace || in.form == ByName {
			in.form = ByID
		}
		thing := strings.ToLower(naming.Spoken(p.Thing))
		if !slices.Contains(in.nouns[:min(1, len(in.nouns))], thing) {
			in.sure++
		}
		in.nouns = kept(append([]string{thing}, in.nouns...)...)
	}
	if len(in.nouns) == 0 || m.narrows(in) {
		return nil
	}
	return in
}

// takesID reads a parameter whose name is that of an id or a code. It returns false
// if the tool itself creates the thing with this id.
func (m *matcher) takesID(in *takenParam, noun, about string, words []string) bool {
	own, within := m.nouns(in.tool), enclosing(in.path)
	_, said := describedForm(about)
	if noun == "" {
		noun = within // the id of a category
	}
	in.nouns = kept(noun, said)
	if noun == "" && said == "" {
		in.nouns, in.sure = own, len(own)
	}
	given := noun == "" || noun == within || m.facts[in.tool].Verb == "create"
	if given && m.does(in.tool, tools.Create, naming.CreateVerbs) && overlap(in.nouns, own) && len(words) < 3 && !slices.Contains(words, "parent") {
		return false
	}
	if noun != "" && within == "" && !overlap(in.nouns, own) {
		in.also = m.single(in.tool, in.param)
	}
	return true
}

// takesName reads a parameter whose name is that of a name or a title. It returns
// false if the name does not identify a thing.
func (m *matcher) takesName(in *takenParam, noun, about string) bool {
	own, within := m.nouns(in.tool), enclosing(in.path)
	if within != "" && noun == within {
		return false // what is told of a thing beside its id
	}
	if _, said := describedForm(about); noun == "" && within == "" && said == "" && in.param.Required && len(own) > 0 &&
		slices.Contains(naming.GetVerbs, m.facts[in.tool].Verb) && naming.HasWord(strings.ToLower(about), naming.LastWord(own[0])) {
		noun = own[0] // a poem by its title
	}
	changes := m.does(in.tool, tools.Create, naming.CreateVerbs) || m.does(in.tool, tools.Update, naming.UpdateVerbs)
	in.nouns = kept(noun)
	return noun != "" && !(changes && slices.Contains(own, noun)) // a name that it is given
}

// takesPlace reads a parameter whose name is only a noun. It returns false if the
// parameter takes a text.
func (in *takenParam) takesPlace(noun, about string, words []string) bool {
	if len(words) > 1 && slices.Contains(placeWords, words[len(words)-1]) {
		if found := existing.FindStringSubmatch(about); found != nil {
			noun = naming.Singular(strings.ToLower(found[1])) // "insert_after": an existing section
		}
	}
	in.nouns = []string{noun}
	if form, said := describedForm(about); form != Unknown {
		in.form, in.nouns, in.sure = form, kept(said, noun), 2
	}
	return !worded.MatchString(about)
}

// narrows reports whether a name only filters a list.
func (m *matcher) narrows(in *takenParam) bool {
	return (in.form == ByPlace || in.form == ByName) && m.does(in.tool, tools.List, naming.ListVerbs) && slices.ContainsFunc(in.nouns, func(n string) bool {
		return slices.ContainsFunc(m.nouns(in.tool), func(o string) bool { return n == o || strings.HasSuffix(o, " "+n) })
	})
}

var (
	placeWords = strings.Fields("before after above below")
	existing   = regexp.MustCompile(`(?i)\b(?:an?|the) existing ([a-z]+)`)
	worded     = regexp.MustCompile(`(?i)^(?:the )?(?:full )?(?:text|content|contents|body) (?:of|to)\b`)
)

// enclosing is the noun of the object that contains a parameter.
func enclosing(path string) string {
	steps := strings.Split(path, "/")
	for i := len(steps) - 2; i >= 0; i-- {
		if steps[i] != "*" {
			_, noun, _ := namingOf(jsonptr.Unescape(steps[i]))
			return noun
		}
	}
	return ""
}

// single are the nouns of a tool that gets, changes or removes the one thing that a
// parameter names.
func (m *matcher) single(t *tools.Tool, p *tools.Param) []string {
	f := m.facts[t]
	named := slices.ContainsFunc(t.Params, func(o *tools.Param) bool {
		form, noun, _ := namingOf(o.Name)
		return o != p && o.Required && form == ByID && overlap([]string{noun}, m.nouns(t))
	})
	if named || !p.Required || f.Plural || !slices.Contains(t.Params, p) || !slices.Contains(slices.Concat(naming.GetVerbs, naming.UpdateVerbs, naming.DeleteVerbs), f.Verb) {
		return nil
	}
	nouns := m.nouns(t)
	for i, noun := range nouns {
		nouns[i] = strings.TrimSuffix(noun, " record")
	}
	return nouns
}
