package llm

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template/parse"
	"unicode"

	"switchyard/mission"
	"switchyard/schemas"
)

// sketch is what a file of templates consists of.
type sketch struct {
	defines, uses, fields []string // sorted, once each
	texts                 []string
}

// outline parses a file of templates.
func outline(t *testing.T, language, name string) sketch {
	t.Helper()
	var out sketch
	if name == waysFile {
		return out
	}
	trees := map[string]*parse.Tree{}
	tree := parse.New(name)
	tree.Mode = parse.SkipFuncCheck
	if _, err := tree.Parse(source(t, language, name), "", "", trees); err != nil {
		t.Fatal(err)
	}
	var walk func(n parse.Node)
	branch := func(n *parse.BranchNode) {
		walk(n.Pipe)
		walk(n.List)
		walk(n.ElseList)
	}
	walk = func(n parse.Node) {
		if n == nil || reflect.ValueOf(n).IsNil() {
			return
		}
		switch n := n.(type) {
		case *parse.ListNode:
			for _, c := range n.Nodes {
				walk(c)
			}
		case *parse.ActionNode:
			walk(n.Pipe)
		case *parse.IfNode:
			branch(&n.BranchNode)
		case *parse.RangeNode:
			branch(&n.BranchNode)
		case *parse.WithNode:
			branch(&n.BranchNode)
		case *parse.TemplateNode:
			out.uses = append(out.uses, n.Name)
			walk(n.Pipe)
		case *parse.PipeNode:
			for _, c := range n.Cmds {
				walk(c)
			}
		case *parse.CommandNode:
			for _, a := range n.Args {
				walk(a)
			}
		case *parse.FieldNode:
			out.fields = append(out.fields, n.Ident...)
		case *parse.VariableNode:
			out.fields = append(out.fields, n.Ident[1:]...)
		case *parse.ChainNode:
			walk(n.Node)
			out.fields = append(out.fields, n.Field...)
		case *parse.TextNode:
			out.texts = append(out.texts, string(n.Text))
		}
	}
	for defined, tree := range trees {
		if defined == name {
			if !parse.IsEmptyTree(tree.Root) {
				t.Errorf("%s/%s has text outside its templates", language, name)
			}
			continue
		}
		out.defines = append(out.defines, defined)
		walk(tree.Root)
	}
	for _, list := range []*[]string{&out.defines, &out.uses, &out.fields} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return out
}

// jsonKey finds what prompts ask models to answer with.
var jsonKey = regexp.MustCompile(`"([A-Za-z_]+)": `)

func keysIn(text string) []string {
	var out []string
	for _, m := range jsonKey.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// All languages have the same files, which define and use the same templates and
// the same fields, and ask for the same keys.
func TestLanguagesAgree(t *testing.T) {
	known := map[string]bool{}
	for _, v := range []any{view{}, line{}, fact{}, callView{}, follow{}, reference{}, example{}, mission.Persona{}} {
		for i := range reflect.TypeOf(v).NumField() {
			known[reflect.TypeOf(v).Field(i).Name] = true
		}
	}
	for _, language := range Languages() {
		want := []string{waysFile}
		for _, name := range append(prompted(), partials...) {
			want = append(want, name+".tmpl")
		}
		slices.Sort(want)
		if got := fileNames(t, language); !slices.Equal(got, want) {
			t.Fatalf("%s has the files %v, not %v", language, got, want)
		}
		var defined, used []string
		for _, name := range want {
			first, own := outline(t, "en", name), outline(t, language, name)
			for _, part := range []struct {
				what       string
				first, own []string
			}{{"templates", first.defines, own.defines}, {"shared templates", first.uses, own.uses}, {"fields", first.fields, own.fields},
				{"keys", keysIn(source(t, "en", name)), keysIn(source(t, language, name))}} {
				if !slices.Equal(part.first, part.own) {
					t.Errorf("%s: the %s are %v in en, %v in %s", name, part.what, part.first, part.own, language)
				}
			}
			for _, f := range own.fields {
				if !known[f] {
					t.Errorf("%s/%s uses the field %s, which no view has", language, name, f)
				}
			}
			defined, used = append(defined, own.defines...), append(used, own.uses...)
		}
		for _, name := range used {
			if !slices.Contains(defined, name) {
				t.Errorf("%s: nothing defines %q", language, name)
			}
		}
	}
}

// A prompt asks for what the schema of its answer requires, and the planner's
// names the two internal tools.
func TestPromptsAskForTheirSchema(t *testing.T) {
	var required func(doc any) []string
	required = func(doc any) (out []string) {
		switch doc := doc.(type) {
		case map[string]any:
			for k, v := range doc {
				if names, ok := v.([]any); ok && k == "required" {
					for _, n := range names {
						out = append(out, n.(string))
					}
				}
				out = append(out, required(v)...)
			}
		case []any:
			for _, v := range doc {
				out = append(out, required(v)...)
			}
		}
		return out
	}
	for task, schema := range answerSchemas {
		text, err := schemas.Source(schema)
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		want := required(doc)
		if len(want) == 0 {
			t.Fatalf("%s requires nothing", schema)
		}
		for _, language := range Languages() {
			if !slices.Contains(prompted(), task) {
				continue
			}
			got := keysIn(source(t, language, task+".tmpl"))
			for _, key := range want {
				if !slices.Contains(got, key) {
					t.Errorf("%s/%s does not ask for %q", language, task, key)
				}
			}
		}
	}
	for _, language := range Languages() {
		for _, name := range []string{mission.AskTool, mission.AnswerTool} {
			if !strings.Contains(source(t, language, "plan.tmpl"), name) {
				t.Errorf("%s: the planner is not told of %s", language, name)
			}
		}
	}
}

// marks are words that show a way, where words can show it.
var marks = map[string]map[mission.Way]string{
	"en": {mission.WayOrdinalFront: `first|second|third`, mission.WayOrdinalBack: `last`, mission.WayInterrogative: `(?i)\b(which|when|who|what)\b`,
		mission.WayPersonal: `\b(it|she|he|they|them|her|him)\b`, mission.WayDemonstrative: `\b(this|that|these|those|there|same)\b`,
		mission.WayDescription: `est\b`, mission.WayEarlierSubject: `before|earlier`},
	"zh": {mission.WayOrdinalFront: `第[一二三]`, mission.WayOrdinalBack: `倒数第|最后`, mission.WayInterrogative: `哪|谁|几|什么|多少|怎么`,
		mission.WayPersonal: `[它他她]`, mission.WayDemonstrative: `[这那]|同一`, mission.WayDescription: `最`, mission.WayEarlierSubject: `前面|刚才|之前`},
}

// The notes on ways are there for all 22, with examples that show them.
func TestWays(t *testing.T) {
	if n := len(everyWay()); n != 22 {
		t.Fatalf("there are %d ways", n)
	}
	for _, language := range Languages() {
		p := mustLoad(t, language)
		if len(p.ways) != 22 {
			t.Errorf("%s has %d ways", language, len(p.ways))
		}
		requests := map[string]mission.Way{}
		for _, name := range everyWay() {
			w := p.ways[name]
			if w.Note == "" || len(w.Examples) < 2 {
				t.Errorf("%s: %s has the note %q and %d examples", language, name, w.Note, len(w.Examples))
			}
			for _, e := range w.Examples {
				if e.Earlier == "" || e.Reply == "" || e.Request == "" || (e.Between != "") != (name == mission.WayEarlierSubject) {
					t.Errorf("%s: %s has the example %+v", language, name, e)
				}
				if other, twice := requests[e.Request]; twice {
					t.Errorf("%s: %q is an example of %s and of %s", language, e.Request, other, name)
				}
				requests[e.Request] = name
				if mark := marks[language][name]; !regexp.MustCompile(mark).MatchString(e.Request) {
					t.Errorf("%s: %q does not look like %s", language, e.Request, name)
				}
			}
		}
	}
}

// formatWords are the words of formats and names that stand in Chinese prompts
// as they are.
var formatWords = strings.Fields(`JSON HTTP ISO Markdown User Assistant true false yes no tool chat knowledge near_miss status
	name arguments tool_name missing_required_parameters answer_type Mission_Finish Thought Plan Action_List tool_call_purpose
	candidates text leans on refers kind keywords observations body error analysis accepted reasons best why ` + mission.AskTool + " " + mission.AnswerTool)

var (
	latinWord = regexp.MustCompile(`[A-Za-z][A-Za-z_]*`)
	codeWord  = regexp.MustCompile(`\b[A-Z]{1,2}-?[0-9]+\b`)
)

// No language's prompts hold another's.
func TestLanguagesStayApart(t *testing.T) {
	for _, name := range fileNames(t, "en") {
		if i := strings.IndexFunc(source(t, "en", name), func(r rune) bool { return unicode.Is(unicode.Han, r) }); i >= 0 {
			t.Errorf("en/%s holds Chinese: %.30s", name, source(t, "en", name)[i:])
		}
	}
	check := func(where, text string) {
		for _, w := range latinWord.FindAllString(codeWord.ReplaceAllString(text, ""), -1) {
			if !slices.Contains(formatWords, w) {
				t.Errorf("zh/%s holds %q in %q", where, w, text)
			}
		}
		if strings.ContainsAny(text, ";?!") || regexp.MustCompile(`\p{Han}[,.:]`).MatchString(text) {
			t.Errorf("zh/%s holds punctuation of English in %q", where, text)
		}
	}
	for _, name := range fileNames(t, "zh") {
		for _, text := range outline(t, "zh", name).texts {
			// Between keys of formats, commas are those of JSON.
			check(name, strings.NewReplacer(`, "`, ` "`).Replace(text))
		}
	}
	for name, w := range mustLoad(t, "zh").ways {
		check(string(name), w.Note)
		for _, e := range w.Examples {
			for _, text := range []string{e.Earlier, e.Reply, e.Between, e.Request} {
				check(string(name), text)
			}
		}
	}
}
