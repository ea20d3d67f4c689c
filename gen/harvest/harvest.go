// Package harvest collects what users say, in words that a model finds once and the built-in
// engine uses from then on.
//
// [Run] walks the missions that a toolset makes, has each kind put into words a few times,
// replaces the values in them by slots, and keeps a wording only if conversations with other
// values in it pass every proof. What is kept is a word file beside the toolset, which people
// can read and change.
package harvest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"switchyard/gen"
	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/model"
	"switchyard/roles/builtin"
	"switchyard/tools"
	"switchyard/tools/author"
)

// Config is what a harvest is to do.
type Config struct {
	Writer *author.Author // the model that finds the words
	// Batch is how many briefs one request has; 0 means 20.
	Batch int
	// Kept is told of each wording of a toolset that was proved, at the end; an error stops
	// the harvest.
	Kept func(*tools.Toolset, []*tools.Wording) error

	surveyed, often, tried int // other sizes than the usual ones, for tests
}

// Report is what became of a toolset's harvest.
type Report struct {
	Toolset string   `json:"toolset"`
	Shapes  int      `json:"shapes"` // of missions that were asked for
	Had     int      `json:"had"`    // wordings that the word file had before
	Asked   int      `json:"asked"`  // for briefs
	Kept    int      `json:"kept"`   // new wordings
	Left    []string `json:"left"`   // what was not kept, and why
	// Open are the shapes that still have fewer wordings than were wanted.
	Open []string `json:"open"`
}

// How much is wanted of each kind, and how it is tried.
const (
	surveyed    = 2000 // entries whose missions are looked at
	perRequest  = 8    // wordings of requests for one call
	perLater    = 4    // of requests that come after others
	perLeaving  = 3    // of requests that leave something out
	perSeveral  = 3    // of requests for several calls
	mostSeveral = 45   // shapes of several calls
	perAnswer   = 4
	perTalk     = 4
	often       = 20   // conversations in which a wording has to hold
	tried       = 3000 // missions with one call that are played for this
	mostAlike   = 0.8  // of the words of two wordings of a shape
)

// Run harvests words for a toolset, beside those that it has.
func (c *Config) Run(ctx context.Context, set *tools.Toolset) (*Report, error) {
	report := &Report{Toolset: set.Name, Had: len(set.Words.All), Left: []string{}, Open: []string{}}
	briefs, wanted, err := survey(ctx, set, cmp.Or(c.surveyed, surveyed))
	if err != nil {
		return nil, err
	}
	report.Shapes = len(wanted)
	var found []*tools.Wording
	have := slices.Clone(set.Words.All)
	for n, batch := range chunk(briefs, cmp.Or(c.Batch, 20)) {
		texts, err := c.ask(ctx, set, n, batch)
		if err != nil {
			return nil, err
		}
		report.Asked += len(batch)
		for _, b := range batch {
			w, err := b.read(texts[b.ID])
			if err == nil {
				err = alike(w, have)
			}
			if err == errNobody {
				report.left(strings.TrimSpace(b.shape), err)
				continue
			}
			if err != nil {
				report.left(texts[b.ID], err)
				continue
			}
			have, found = append(have, w), append(found, w)
		}
	}
	kept, err := c.prove(ctx, set, found, report)
	if err != nil {
		return nil, err
	}
	report.Kept = len(kept)
	for _, shape := range sortedKeys(wanted) {
		if wanted[shape] > 0 && !slices.ContainsFunc(kept, func(w *tools.Wording) bool { return kindOf(w, set) == shape }) {
			report.Open = append(report.Open, shape)
		}
	}
	if len(kept) == 0 {
		return report, nil
	}
	return report, c.Kept(set, kept)
}

func (r *Report) left(text string, err error) {
	r.Left = append(r.Left, fmt.Sprintf("%q: %v", text, err))
}

// prove keeps the wordings that hold in conversations.
func (c *Config) prove(ctx context.Context, set *tools.Toolset, found []*tools.Wording, report *Report) ([]*tools.Wording, error) {
	requests := slices.DeleteFunc(slices.Clone(found), func(w *tools.Wording) bool { return w.Use != tools.ToRequest })
	trial := *set
	trial.Words = tools.NewWords(requests)
	trials, err := gen.TryWords(ctx, &trial, cmp.Or(c.often, often), cmp.Or(c.tried, tried))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found, func(w *tools.Wording) bool {
		switch t := trials[w]; {
		case t == nil:
			return false
		case t.Failed != "":
			report.left(w.Say.Text, errors.New(t.Failed))
		case t.Held < cmp.Or(c.often, often):
			report.left(w.Say.Text, fmt.Errorf("only %d conversations need such words", t.Held))
		default:
			return false
		}
		return true
	}), nil
}

// survey looks at the missions that a toolset makes, and chooses briefs: of each shape some,
// by different people. wanted counts them by shape, apart from the words that there are.
func survey(ctx context.Context, set *tools.Toolset, entries int) (briefs []*Brief, wanted map[string]int, err error) {
	bare := *set
	bare.Words = tools.Words{}
	user := &surveyor{}
	cast := builtin.Cast()
	cast.User = user
	config := gen.Config{Missions: []int{1, 2}, PerPath: entries/20 + 1, Toolsets: []*tools.Toolset{&bare}, Cast: cast, Workers: 1}
	if _, err := gen.Try(ctx, config, entries); err != nil {
		return nil, nil, err
	}
	shapes := map[string][]*Brief{}
	for _, b := range user.briefs {
		shapes[b.shape] = append(shapes[b.shape], b)
	}
	keys := sortedKeys(shapes)
	slices.SortStableFunc(keys, func(a, b string) int { return len(shapes[b]) - len(shapes[a]) })
	several := 0
	wanted = map[string]int{}
	have := map[string]int{}
	for _, w := range set.Words.All {
		have[kindOf(w, set)]++
	}
	for _, key := range keys {
		list := shapes[key]
		n := wantedOf(key, list[0])
		if len(list[0].wording.Calls) > 1 {
			if several++; several > mostSeveral || len(list) < 2 {
				continue
			}
		}
		n -= have[list[0].kind()]
		if n <= 0 {
			continue
		}
		wanted[list[0].kind()] += n
		briefs = append(briefs, spreadOf(key, list, n)...)
	}
	for i, b := range briefs {
		b.ID = fmt.Sprintf("b%d", i+1)
	}
	return briefs, wanted, nil
}

// wantedOf is how many wordings a shape of missions should have.
func wantedOf(shape string, b *Brief) int {
	switch {
	case b.wording.Use == tools.ToAnswer:
		return perAnswer
	case b.wording.Use == tools.ToTalk:
		return perTalk
	case len(b.wording.Calls) > 1:
		return perSeveral
	case len(b.Leave) > 0:
		return perLeaving
	case strings.Contains(shape, " later"):
		return perLater
	}
	return perRequest
}

// spreadOf takes n briefs of a shape, by people of all tones in turn.
func spreadOf(key string, list []*Brief, n int) []*Brief {
	r := keyed.New(0, "harvest", key)
	list = keyed.Shuffled(r, list)
	var out []*Brief
	for len(out) < min(n, len(list)) {
		before := len(out)
		for _, tone := range mission.Tones() {
			i := slices.IndexFunc(list, func(b *Brief) bool { return b.wording.Tone == tone && !slices.Contains(out, b) })
			if i >= 0 && len(out) < n {
				out = append(out, list[i])
			}
		}
		if len(out) == before {
			break
		}
	}
	return out
}

// shapeOf is what a wording is for, in words.
func shapeOf(w *tools.Wording) string {
	return strings.TrimSpace(string(w.Use) + " " + strings.Join(w.Calls, "+") + w.Topic)
}

// kindOf is what a wording is for and what it leaves out of that: which parameters a request
// for one call does not say that the call needs.
func kindOf(w *tools.Wording, set *tools.Toolset) string {
	kind := shapeOf(w)
	if w.Use != tools.ToRequest || len(w.Calls) > 1 {
		return kind
	}
	if t := set.Tool(w.Calls[0]); t != nil {
		for _, p := range t.Params {
			if p.Required && p.Default == nil && !w.Say.Mentions(p.Name) {
				kind += " without " + cmp.Or(p.Noun, p.Name)
			}
		}
	}
	return kind
}

// kind is what words for the brief are for, as kindOf has it.
func (b *Brief) kind() string {
	kind := shapeOf(&b.wording)
	if b.wording.Use == tools.ToRequest && len(b.wording.Calls) == 1 {
		for _, left := range b.Leave {
			kind += " without " + left
		}
	}
	return kind
}

// alike returns an error if a wording is too close to another for the same.
func alike(w *tools.Wording, have []*tools.Wording) error {
	own := wordsIn(w.Say.Text)
	for _, x := range have {
		if shapeOf(x) != shapeOf(w) {
			continue
		}
		theirs := wordsIn(x.Say.Text)
		both := 0
		for word := range own {
			if theirs[word] {
				both++
			}
		}
		if all := len(own) + len(theirs) - both; all > 0 && float64(both) >= mostAlike*float64(all) {
			return fmt.Errorf("it is close to %q", x.Say.Text)
		}
	}
	return nil
}

func wordsIn(text string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" .,;:?![]", r) }) {
		out[word] = true
	}
	return out
}

// answerSchema is the schema of what a writer answers.
var answerSchema = &model.Schema{Name: "wordings", JSON: json.RawMessage(`{"type":"object","required":["texts"],"additionalProperties":false,
"properties":{"texts":{"type":"array","items":{"type":"object","required":["id","text"],"additionalProperties":false,
"properties":{"id":{"type":"string"},"text":{"type":"string"}}}}}}`)}

// ask has briefs put into words.
func (c *Config) ask(ctx context.Context, set *tools.Toolset, n int, batch []*Brief) (map[string]string, error) {
	messages, err := prompt(set, batch)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	err = c.Writer.Ask(ctx, fmt.Sprintf("harvest/%s/%d", set.Name, n), messages, answerSchema, func(answer json.RawMessage) error {
		var said struct {
			Texts []struct{ ID, Text string }
		}
		if err := json.Unmarshal(answer, &said); err != nil {
			return err
		}
		clear(texts)
		for _, t := range said.Texts {
			texts[t.ID] = t.Text
		}
		var wrong []string
		for _, b := range batch {
			if _, err := b.read(texts[b.ID]); err != nil && err != errNobody {
				wrong = append(wrong, fmt.Sprintf("%s, %q: %v", b.ID, texts[b.ID], err))
			}
		}
		if len(wrong) > len(batch)/4 { // a few may be lost
			return errors.New(strings.Join(wrong, "\n"))
		}
		return nil
	})
	if refused := (*author.RefusedError)(nil); errors.As(err, &refused) {
		return texts, nil // what holds is kept
	}
	return texts, err
}

func chunk[T any](list []T, n int) [][]T { return slices.Collect(slices.Chunk(list, n)) }

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
