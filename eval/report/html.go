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

// Failure is a mission that an agent got wrong, with its whole conversation.
type Failure struct {
	Result     string // name of the result
	Task       *eval.Task
	Prediction *eval.Prediction
	Verdict    *eval.Verdict // it has a fault
	// Lived is the conversation of a session up to the end of the mission. It is nil in
	// step mode, where the conversation before the mission is that of the task.
	Lived []corpus.Message
}

// HTML writes a report as one self-contained page. It needs no network and no other file,
// and works without its script, which only adds sorting, filtering and the text of
// touched cells. Its security policy forbids the browser to fetch anything, and
// everything that models, users or tools said is shown only as text.
//
// The failures are shown below the figures in the given order; nil means none. The page
// shows all of them and says how many wrong missions of each result are not among them.
// The caller must limit their number, because each takes ten kilobytes or more. If one of
// them is incomplete or an error, HTML returns an error and writes nothing.
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

// pageView is the data of the page.
type pageView struct {
	Title       string // of the window
	Heading     string
	Made        string // what the figures are of, when, and by what
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
		Title: r.title(), Heading: r.heading(), Made: r.made(),
		// Only this style and this script may run, so injected text could do nothing.
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

// asset returns an embedded file.
func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		return ""
	}
	return string(text)
}

// digest returns the security policy's source for a style or a script.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// failedView holds the failures that are shown. Each is rendered when it arrives, so that
// its data can be freed.
type failedView struct {
	parts   bytes.Buffer
	Shown   int
	Of      int // wrong missions of all results
	Results []shownOf
	Kinds   []choice
	Faults  []choice
}

// shownOf says how many failures of a result are shown.
type shownOf struct {
	choice
	Of int // wrong missions
}

// Wrong is the number of wrong missions.
func (s shownOf) Wrong() string { return count(s.Of) }

// Left is the number of wrong missions that are not shown; empty if all are.
func (s shownOf) Left() string {
	if s.Shown >= s.Of {
		return ""
	}
	return count(s.Of - s.Shown)
}

// choice is a filter for failures.
type choice struct {
	Value string
	Text  string
	Shown int
}

// failed renders the failures.
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
			return nil, fmt.Errorf("a failure belongs to %q, which is not a result", x.Result)
		case x.Task == nil || x.Prediction == nil || x.Verdict == nil || len(x.Verdict.Faults) == 0:
			return nil, fmt.Errorf("a failure of %q has no fault, or lacks its task or its prediction", x.Result)
		}
		v := failureOf(&x, i, f.Shown+1, r.Results[i].Run.Dataset)
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

// choices lists the kinds and faults of the failures that are shown.
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
