package report

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"switchyard/eval"
	"switchyard/eval/tally"
)

// inert is text that tries to be more. It has a word that no line can hold.
const inert = `</style></script></title><script>window.hacked=1</script><img src=x onerror=window.hacked=2><svg/onload=window.hacked=3>` +
	`"onmouseover="window.hacked=4" '` + "`" + `javascript:window.hacked=5 [a](javascript:window.hacked=6) http://evil.example/a.png <!-- ]]> {{.}} \` +
	"\u202eevil\u2066\u200b\x00\x1b[31m\u2028 &lt;b&gt; &#x3c;i&#x3e; 中文 עברית " +
	"longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong"

// pageWith is a report of two results with failures, and everything in it says a
// text.
func pageWith(t testing.TB, text string) (*Report, []Failure) {
	r := sample(t, 30)
	old, name := r.Results[0].Name, "result "+text
	r.Results[0].Name = name
	for i := range r.Results {
		x := &r.Results[i]
		if x.Run.Version == eval.Strict1 {
			x.Run.Dataset, x.Run.Model, x.Run.Protocol = "dataset "+text, "model "+text, "protocol "+text
		}
		for k := range x.Figures.Accuracy.Domain {
			x.Figures.Accuracy.Domain[k].Key = "domain " + text
		}
	}
	for i := range r.Comparisons {
		if r.Comparisons[i].B == old {
			r.Comparisons[i].B = name
		}
	}
	return r, append(failuresIn(t, name, text), livedIn(t, name, text))
}

func htmlOf(t testing.TB, r *Report, failures []Failure) string {
	t.Helper()
	return written(t, func(w io.Writer, r *Report) error { return HTML(w, r, each(failures)) }, r)
}

func TestHTML(t *testing.T) {
	r, failures := pageWith(t, "plain")
	page := htmlOf(t, r, failures)
	list := parsed(t, page)
	checkPage(t, list)
	for _, bad := range []string{"http:", "https:", "src=", "@import", "ZgotmplZ"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	var headings []string
	for _, e := range list {
		if strings.HasPrefix(e.name, "h") && len(e.name) == 2 && e.text != "" {
			headings = append(headings, strings.TrimSpace(e.text))
		}
	}
	for _, want := range []string{"Leaderboard", "Accuracy and what it cost", "By type of mission", "By number of missions of the entry",
		"By position in the entry", "By relation to earlier missions", "Accuracy in the switching space", "Accuracy by switch", "Errors",
		"Accuracy by toolset", "Comparisons", "Failed missions", "What is wrong", "The tree", "The conversation", "Closing reply"} {
		if !slices.Contains(headings, want) {
			t.Errorf("no part is called %q", want)
		}
	}
	for _, want := range []string{"first plain", "second plain", "question plain", "told plain", "given reply plain", "second reply plain", "detail plain",
		"wrong missions are shown, " + count(r.Results[0].Figures.Faults.Missions-len(failures)) + " are left out", "Wrong value", "Invented name", "left out</em>",
		"not expected</em>", "Step 2 left the tree here: it calls b plain.", "it neither says nor calls anything", "Nothing was left to do."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(page, "The agent did not come to it."); n != 2 {
		t.Errorf("%d missions have no reply, want the 2 that left the tree", n)
	}
	if again := htmlOf(t, r, failures); again != page {
		t.Error("the same report gives another page")
	}
}

// The policy allows the style and the script of the page, and nothing else.
func TestPolicy(t *testing.T) {
	list := parsed(t, htmlOf(t, &Report{}, nil))
	i := slices.IndexFunc(list, func(e element) bool { return e.attrs["http-equiv"] == "Content-Security-Policy" })
	if i < 0 {
		t.Fatal("there is no policy")
	}
	want := "default-src 'none'; img-src data:; style-src " + digest(asset("style.css")) + "; script-src " + digest(asset("script.js")) +
		"; base-uri 'none'; form-action 'none'"
	if got := list[i].attrs["content"]; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// "abc", by the standard that defines SHA-256.
	sum := []byte("\xba\x78\x16\xbf\x8f\x01\xcf\xea\x41\x41\x40\xde\x5d\xae\x22\x23\xb0\x03\x61\xa3\x96\x17\x7a\x9c\xb4\x10\xff\x61\xf2\x00\x15\xad")
	if got, want := digest("abc"), "'sha256-"+base64.StdEncoding.EncodeToString(sum)+"'"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Whatever is said, the page is made of the same elements.
func TestHostileText(t *testing.T) {
	r, failures := pageWith(t, "plain")
	want := shape(parsed(t, htmlOf(t, r, failures)))
	for _, text := range []string{inert, "<!--", `" x="`, "</details></div>", "\u202e\xff\x00"} {
		r, failures := pageWith(t, text)
		page := htmlOf(t, r, failures)
		list := parsed(t, page)
		checkPage(t, list)
		if diff := cmp.Diff(want, shape(list)); diff != "" {
			t.Fatalf("%q: %s", text, diff)
		}
		if strings.ContainsAny(page, "\u202e\u2066\u200b\x00\x1b\u2028") {
			t.Errorf("%q: something that shows nothing is in the page", text)
		}
	}
}

func TestHeat(t *testing.T) {
	p := func(v float64) *float64 { return &v }
	for _, c := range []struct {
		share *float64
		want  string
	}{{nil, "hx"}, {p(0), "h0"}, {p(0.001), "h1"}, {p(0.44), "h4"}, {p(0.46), "h5"}, {p(0.999), "h9"}, {p(1), "h10"}} {
		if got := heat(c.share); got != c.want {
			t.Errorf("%s: %s, want %s", percent(c.share), got, c.want)
		}
	}
}

func TestPyramid(t *testing.T) {
	half, most := 0.5, 0.8
	f := &tally.Figures{}
	f.Accuracy.Path = []tally.Cell{{Key: "single", Rate: tally.Rate{Hits: 4, Of: 5, Share: &most}}, {Key: "chat>multi", Rate: tally.Rate{Hits: 1, Of: 2, Share: &half}},
		{Key: "chat>chat", Rate: tally.Rate{Unscored: 1}}, {Key: "multi>multi>multi>multi"}, {Key: "single>single>single>single>single", Rate: tally.Rate{Of: 3}}}
	p := pyramidOf(&Result{Name: "x", Figures: f})
	if len(p.Cells) != 4+16 || p.Cells[0].Class != "h8" || p.Cells[1].Class != "hx" || p.Cells[4+13].Class != "h5" || p.Cells[4+15].Class != "hx" {
		t.Errorf("%d cells: %+v", len(p.Cells), p.Cells)
	}
	for i, want := range map[int]string{4 + 13: "chat › multi: 50.0 %: 1 of 2 missions", 4 + 15: "chat › chat: nothing is known; 1 unscored"} {
		if p.Cells[i].Title != want {
			t.Errorf("%q, want %q", p.Cells[i].Title, want)
		}
	}
	if p.Note != "Not drawn: 3 missions on paths of more than 4." {
		t.Error(p.Note)
	}
	// A path stands below the one that it goes on from, also in the last row.
	deep := 0.1
	f.Accuracy.Path = append(f.Accuracy.Path, tally.Cell{Key: "chat>chat>chat>chat", Rate: tally.Rate{Of: 10, Hits: 1, Share: &deep}})
	p = pyramidOf(&Result{Name: "x", Figures: f})
	if len(p.Cells) != 340 || p.Cells[339].Class != "h1" || p.Cells[339].X != p.Cells[83].X || p.Cells[339].Wide != p.Cells[83].Wide {
		t.Errorf("%d cells, the last are %+v and %+v", len(p.Cells), p.Cells[83], p.Cells[339])
	}
	if pyramidOf(&Result{Figures: &tally.Figures{}}) != nil {
		t.Error("a pyramid of nothing")
	}
}

// Every text can be read on what is behind it, in both schemes.
func TestContrast(t *testing.T) {
	style := asset("style.css")
	light, dark, ok := strings.Cut(style, "@media screen and (prefers-color-scheme: dark)")
	if !ok {
		t.Fatal("there is no dark scheme")
	}
	dark, _, _ = strings.Cut(dark, "\n}\n")
	for scheme, text := range map[string]string{"light": light, "dark": dark} {
		colours := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([a-z0-9-]+):#([0-9a-f]{6});`).FindAllStringSubmatch(text, -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		pairs := [][2]string{{"page", "accent"}} // of the mission in the path
		for _, ink := range []string{"ink", "muted", "link", "bad", "good"} {
			for _, behind := range []string{"page", "panel", "bad-panel", "note-panel"} {
				pairs = append(pairs, [2]string{ink, behind})
			}
		}
		for i := range shades + 1 {
			pairs = append(pairs, [2]string{"t" + strconv.Itoa(i), shade(i)})
			if i > 0 && (colours[shade(i)] > colours[shade(i-1)]) != (scheme == "dark") {
				t.Errorf("%s: the colours do not go one way at %d", scheme, i)
			}
		}
		for _, p := range pairs {
			a, known := colours[p[0]]
			b, known2 := colours[p[1]]
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); !known || !known2 || ratio < 4.5 {
				t.Errorf("%s: %s on %s has %.2f to 1", scheme, p[0], p[1], ratio)
			}
		}
	}
}

// luminance is that of WCAG 2.
func luminance(t *testing.T, hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		x := float64(v) / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		sum += weight * x
	}
	return sum
}

func TestShown(t *testing.T) {
	long := strings.Repeat("ä", longest+7)
	for _, c := range []struct{ got, want string }{
		{shown("a\r\nb\tc"), "a\nb\tc"}, {shown("a\u202eb\x00\u2028\ufeff"), "a⟨U+202E⟩b⟨U+0000⟩⟨U+2028⟩⟨U+FEFF⟩"}, {shown("क\u200dष \xff"), "क\u200dष \uFFFD"},
		{shown(long), long[:2*longest] + " … (14 more bytes)"}, {shown(long[:2*longest]), long[:2*longest]},
		{clipped("abc", 3), "abc"}, {clipped("abcd", 3), "ab…"}, {clipped(" a\nb ", 9), "a b"},
		{pretty(json.RawMessage(`{"a":[1]}`)), "{\n  \"a\": [\n    1\n  ]\n}"}, {pretty(json.RawMessage("{x")), "{x"},
		{argumentName("/a~1b/~01/0"), "a/b › ~1 › 0"}, {number(1.25), "1.2"}, {number(3), "3"}, {number(0.04), "0"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
