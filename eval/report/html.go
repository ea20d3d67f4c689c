package report

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"iter"

	"switchyard/eval"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// Failure is a mission that a result has wrong, with everything that was said in
// it.
type Failure struct {
	Result     string // name of the result
	Task       *eval.Task
	Prediction *eval.Prediction
	Verdict    *eval.Verdict // it has a fault
	// Lived is what was said in a session up to the end of the mission; nil in
	// the step mode, in which the conversation before it is that of the task.
	Lived []corpus.Message
}

// HTML writes a report as one page that needs nothing else: no network, no other
// file, and no script either, which only adds sorting, filtering and what a touch
// of a cell tells. The page forbids its reader's browser to fetch anything, and
// nothing that a model, a user or a tool said is ever more than text in it.
//
// The failures are shown below the figures in the order in which they come; nil
// is none. All of them stand in the page, which says how many of the wrong
// missions of a result are left out, so whoever calls bounds them: each takes
// some ten kilobytes or more. Nothing is written when one of them is an error,
// which is returned, or is not whole.
func HTML(w io.Writer, r *Report, failures iter.Seq2[Failure, error]) error {
	if err := r.check(); err != nil {
		return err
	}
	shown, err := failed(r, failures)
	if err != nil {
		return err
	}
	page := pageOf(r)
	page.Failed = shown
	out := bufio.NewWriter(w)
	if err := pages.ExecuteTemplate(out, "head", page); err != nil {
		return err
	}
	if _, err := shown.parts.WriteTo(out); err != nil {
		return err
	}
	if err := pages.ExecuteTemplate(out, "foot", page); err != nil {
		return err
	}
	return out.Flush()
}

//go:embed assets
var assets embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{"plain": plain, "shown": shown,
	"robustNote": func() string { return robustNote }, "ofSome": func() string { return OfSome }}).ParseFS(assets, "assets/*.gohtml"))

// pageView is what the page is made of.
type pageView struct {
	Title       string
	Policy      string // of security: what the browser may do
	Style       template.CSS
	Script      template.JS
	Boards      []boardView
	Robustness  []comparisonView
	Comparisons []comparisonView
	Failed      *failedView
}

func pageOf(r *Report) *pageView {
	style, script := asset("style.css"), asset("script.js")
	p := &pageView{
		Title: "Scores",
		// Only the style and the script that are known may run, so even text
		// that got out of its place could do nothing.
		Policy: "default-src 'none'; img-src data:; style-src " + digest(style) + "; script-src " + digest(script) +
			"; base-uri 'none'; form-action 'none'",
		Style: template.CSS(style), Script: template.JS(script),
		Comparisons: comparisons(r.Comparisons),
		Robustness:  comparisons(r.Robustness()),
	}
	boards := r.Boards()
	for i := range boards {
		p.Boards = append(p.Boards, boardViewOf(&boards[i], i+1))
	}
	return p
}

// asset is a file of ours. They are embedded, so it is there.
func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		return ""
	}
	return string(text)
}

// digest is the source by which a policy knows a style or a script.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// failedView is the failures that are shown. Each is written when it comes, so
// that what it was made of can be let go.
type failedView struct {
	parts   bytes.Buffer
	Shown   int
	Of      int // wrong missions of all results
	Results []shownOf
	Kinds   []choice
	Faults  []choice
}

// shownOf says how much of a result is shown.
type shownOf struct {
	choice
	Of int // wrong missions
}

// Wrong is how many wrong missions there are.
func (s shownOf) Wrong() string { return count(s.Of) }

// Left is how many wrong missions are not shown; empty when all are.
func (s shownOf) Left() string {
	if s.Shown >= s.Of {
		return ""
	}
	return count(s.Of - s.Shown)
}

// choice is something to choose failures by.
type choice struct {
	Value string
	Text  string
	Shown int
}

// failed writes the failures.
func failed(r *Report, failures iter.Seq2[Failure, error]) (*failedView, error) {
	f := &failedView{}
	at := map[string]int{}
	for i := range r.Results {
		x := &r.Results[i]
		at[x.Name] = i
		f.Results = append(f.Results, shownOf{choice{Value: fmt.Sprint(i), Text: plain(x.Name)}, x.Figures.Faults.Missions})
		f.Of += x.Figures.Faults.Missions
	}
	if failures == nil {
		return f, nil
	}
	kinds, faults := map[string]int{}, map[string]int{}
	for x, err := range failures {
		if err != nil {
			return nil, err
		}
		i, known := at[x.Result]
		switch {
		case !known:
			return nil, fmt.Errorf("a failure is of %q, which is no result", x.Result)
		case x.Task == nil || x.Prediction == nil || x.Verdict == nil || len(x.Verdict.Faults) == 0:
			return nil, fmt.Errorf("a failure of %q has no fault, or lacks its task or its prediction", x.Result)
		}
		v := failureOf(&x, i, f.Shown+1)
		if err := pages.ExecuteTemplate(&f.parts, "failure", v); err != nil {
			return nil, err
		}
		f.Shown++
		f.Results[i].Shown++
		kinds[v.Kind]++
		faults[v.Fault]++
	}
	f.choices(kinds, faults)
	return f, nil
}

// choices lists the kinds and faults of what is shown.
func (f *failedView) choices(kinds, faults map[string]int) {
	for _, k := range mission.Kinds() {
		if n := kinds[string(k)]; n > 0 {
			f.Kinds = append(f.Kinds, choice{string(k), kindText(k), n})
		}
	}
	for _, x := range eval.Faults() {
		if n := faults[string(x)]; n > 0 {
			f.Faults = append(f.Faults, choice{string(x), faultName(x), n})
		}
	}
}
