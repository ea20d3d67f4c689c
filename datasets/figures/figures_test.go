package figures

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"switchyard/datasets/stats"
	"switchyard/internal/race"
	"switchyard/mission"
)

var (
	update     = flag.Bool("update", false, "rewrite the example pictures in docs/figures")
	exhaustive = flag.Bool("exhaustive", false, "draw every figure of every random dataset")
)

// example is a dataset like those that people make, with gaps.
func example() (*stats.Report, *Counts) {
	c := New().Counts()
	for missions := 1; missions <= levels; missions++ {
		i := 0
		for path := range mission.SwitchPaths(missions) {
			if n := 64>>(2*(missions-1)) + i*7%5 - 1; n > 0 {
				c.Paths[pathName(path)] = n
			}
			i++
		}
	}
	for domain, sets := range map[string][]string{
		"Travel and transportation": {"travel/flight_inquiry", "travel/ride_service", "travel/travel_assistant"},
		"Customer service":          {"service/hotel_reception", "service/restaurant_waiter"},
		"Logistics":                 {"logistics/moving_service"},
	} {
		c.Domains[domain] = map[string]map[string]int{}
		for i, set := range sets {
			tools := map[string]int{}
			for j := range 12 + 5*i {
				tools[fmt.Sprintf("tool_%d", j)] = 3*j + i
			}
			c.Domains[domain][set] = tools
		}
	}
	for n := 2; n < 70; n++ {
		x := math.Log(float64(n)/17) / 0.6
		c.First[n+3], c.Later[n] = int(40*math.Exp(-x*x)), int(70*math.Exp(-x*x))
	}
	c.Shapes = map[Shape]int{{1, 1}: 1280, {1, 2}: 141, {1, 3}: 72, {2, 1}: 194, {2, 2}: 210, {3, 1}: 20, {3, 2}: 3, {2, 4}: 8}
	return &stats.Report{Entries: 1024, Missions: 2560,
		Types:     map[string]int{"single": 640, "multi": 648, "clarify": 632, "chat": 640},
		Patterns:  map[string]int{"serial": 214, "parallel": 213, "mixed": 221},
		Relations: map[string]int{"implicit": 613, "ellipsis": 411, "long_term": 512}}, c
}

// drawn are the bytes of all pictures, by file.
func drawn(r *stats.Report, c *Counts, kinds ...string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, f := range All(r, c) {
		for _, s := range Schemes() {
			for _, kind := range kinds {
				draw := f.SVG
				if kind == "png" {
					draw = f.PNG
				}
				data, err := draw(s)
				if err != nil {
					return nil, err
				}
				files[f.Name+"-"+s.Name+"."+kind] = data
			}
		}
	}
	return files, nil
}

func TestFigures(t *testing.T) {
	files := pictures(t)
	if len(files) != len(Names())*len(Schemes())*2 {
		t.Errorf("%d files", len(files))
	}
	for name, data := range files {
		figure, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimSuffix(name, filepath.Ext(name)), "-dark"), "-light")
		if !slices.Contains(Names(), figure) {
			t.Errorf("%s is in no list of names", figure)
		}
		if filepath.Ext(name) == ".svg" {
			if trouble := troubleIn(data); trouble != "" {
				t.Errorf("%s: %s", name, trouble)
			}
			continue
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Dx() != 2*Width || img.Bounds().Dy() < 300 {
			t.Errorf("%s: %v, %v", name, err, img.Bounds())
		}
	}
}

// examplePictures draws the example once for all tests.
var examplePictures = sync.OnceValues(func() (map[string][]byte, error) {
	r, c := example()
	return drawn(r, c, "svg", "png")
})

func pictures(t *testing.T) map[string][]byte {
	t.Helper()
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	files, err := examplePictures()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// troubleIn reads an SVG file as a stranger would: it is well formed, holds no
// text but its title and description, and every point lies on the page. Text
// is drawn as outlines, so none runs off the page either.
func troubleIn(data []byte) string {
	for _, word := range []string{"NaN", "Inf"} {
		if bytes.Contains(data, []byte(word)) && !bytes.Contains(data, []byte("<desc>"+word)) {
			return "holds " + word
		}
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	height, paths := 0.0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if paths < 5 {
				return "is empty"
			}
			return ""
		}
		if err != nil {
			return err.Error()
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains([]string{"svg", "title", "desc", "g", "path"}, start.Name.Local) {
			return "holds an element " + start.Name.Local
		}
		for _, a := range start.Attr {
			switch {
			case a.Name.Local == "viewBox":
				height, _ = strconv.ParseFloat(strings.Fields(a.Value)[3], 64)
			case a.Name.Local == "d":
				paths++
				if strings.Contains(a.Value, "A") {
					continue // arcs have flags and radii between their points
				}
				for i, n := range strings.FieldsFunc(a.Value, func(r rune) bool { return !strings.ContainsRune("-.0123456789e+", r) }) {
					v, err := strconv.ParseFloat(n, 64)
					if most := []float64{600, height}[i%2]; err != nil || v < -0.01 || v > most+0.01 {
						return fmt.Sprintf("a point lies outside: %s of %v", n, most)
					}
				}
			}
		}
	}
}

func TestNothingOfNothing(t *testing.T) {
	r := stats.New().Report()
	if list := All(&r, New().Counts()); len(list) != 0 {
		t.Errorf("%d figures of an empty dataset: %s", len(list), list[0].Name)
	}
	_, c := example()
	if list := All(&r, &Counts{Paths: c.Paths}); len(list) != 1 || list[0].Name != "switching-space" {
		t.Errorf("%v", list)
	}
}

// Rows of which there is no entry are only drawn above those of which there are.
func TestPyramidRows(t *testing.T) {
	for _, c := range []struct {
		paths map[string]int
		rows  int
		said  string
	}{
		{map[string]int{"chat": 3}, 1, "of 1 mission 1 of 4 (3 entries)."},
		{map[string]int{"chat": 2, "single": 2}, 1, "of 1 mission 2 of 4 (2 entries each)."},
		{map[string]int{"chat>multi": 1}, 2, "of 1 mission 0 of 4 (no entries), of 2 missions 1 of 16 (1 entry)."},
		{map[string]int{"chat>multi>chat>chat": 1, "single": 4}, 4, "of 4 missions 1 of 256 (1 entry)."},
		{map[string]int{"chat>multi>chat>chat>chat": 1}, 0, ""},
	} {
		f := pyramid(&Counts{Paths: c.paths})
		if c.rows == 0 {
			if f != nil {
				t.Errorf("%v: %s", c.paths, f.Alt)
			}
			continue
		}
		if !strings.HasSuffix(f.Alt, c.said) || f.height != pyramidHeight(c.rows) {
			t.Errorf("%v: %v pixels high: %s", c.paths, f.height, f.Alt)
		}
	}
}

// Counts come out of maps, whose order must not show. Pixels are what the lines
// say, so one kind of picture is enough.
func TestSameBytes(t *testing.T) {
	want := pictures(t)
	r, c := example()
	again, err := drawn(r, c, "svg")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range again {
		if !bytes.Equal(data, want[name]) {
			t.Errorf("%s differs from call to call", name)
		}
	}
}

// Whatever a dataset holds, pictures are well formed and nothing leaves them.
func TestAnyDataset(t *testing.T) {
	if race.Enabled {
		t.Skip("nothing runs at the same time here")
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", strings.Repeat("very long name ", 200), "東京/日本", "<script>&\"'", "a\x00b\x1b[31m", "\xff\xfe", "\u202eturned", "W" + strings.Repeat("W", 300)}))
		number := rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 1_000_000_000))
		tally := func(names ...string) map[string]int {
			m := map[string]int{}
			for _, n := range names {
				m[n] = number.Draw(t, n)
			}
			if rapid.Bool().Draw(t, "foreign") {
				m[name.Draw(t, "name")] = number.Draw(t, "n")
			}
			return m
		}
		r := &stats.Report{Missions: number.Draw(t, "missions"), Types: tally("single", "multi", "clarify", "chat"),
			Patterns: tally("serial", "parallel", "mixed"), Relations: tally("implicit", "ellipsis", "long_term")}
		c := New().Counts()
		for range rapid.IntRange(0, 30).Draw(t, "tools") {
			domain, set := name.Draw(t, "domain"), name.Draw(t, "set")
			if c.Domains[domain] == nil {
				c.Domains[domain] = map[string]map[string]int{}
			}
			if c.Domains[domain][set] == nil {
				c.Domains[domain][set] = map[string]int{}
			}
			c.Domains[domain][set][name.Draw(t, "tool")] = number.Draw(t, "calls")
		}
		for range rapid.IntRange(0, 20).Draw(t, "paths") {
			path := rapid.SliceOfN(rapid.SampledFrom(mission.Types()), 1, 4).Draw(t, "path")
			c.Paths[pathName(path)] = 1 + number.Draw(t, "entries")
		}
		for range rapid.IntRange(0, 20).Draw(t, "lengths") {
			c.First[rapid.IntRange(0, longest).Draw(t, "words")] = 1 + number.Draw(t, "requests")
			c.Later[rapid.IntRange(0, 40).Draw(t, "words")] = 1 + number.Draw(t, "requests")
		}
		for range rapid.IntRange(0, 8).Draw(t, "shapes") {
			c.Shapes[Shape{rapid.IntRange(1, 64).Draw(t, "depth"), rapid.IntRange(1, 64).Draw(t, "width")}] = 1 + number.Draw(t, "graphs")
		}
		list := All(r, c)
		if !*exhaustive && len(list) > 1 {
			list = []*Figure{rapid.SampledFrom(list).Draw(t, "figure")}
		}
		for _, f := range list {
			data, err := f.SVG(Schemes()[1]) // colours move nothing
			if err != nil {
				t.Fatal(err)
			}
			if trouble := troubleIn(data); trouble != "" {
				t.Fatalf("%s: %s", f.Name, trouble)
			}
		}
	})
}

// Every path stands below the one that it goes on from, between its neighbours,
// and no dots touch.
func TestPyramidPlaces(t *testing.T) {
	p := &pyramidSheet{}
	type place struct{ x, y, r float64 }
	var dots []place
	for n := 1; n <= levels; n++ {
		count := 1 << (2 * n)
		for i := range count {
			x, y := p.place(n, i)
			dots = append(dots, place{x, y, radius[n-1]})
			if n == 1 {
				continue
			}
			sum := 0.0
			for j := range 4 {
				sib, _ := p.place(n, i/4*4+j)
				sum += sib / 4
			}
			if up, above := p.place(n-1, i/4); math.Abs(up-sum) > 0.001 || above >= y {
				t.Errorf("path %d of %d missions does not stand below its own", i, n)
			}
		}
	}
	if len(dots) != 4+16+64+256 {
		t.Errorf("%d dots", len(dots))
	}
	for i, a := range dots {
		if a.x-a.r < pyramidLeft-1 || a.x+a.r > pyramidRight+1 {
			t.Errorf("dot %d is outside", i)
		}
		for _, b := range dots[:i] {
			if math.Hypot(a.x-b.x, a.y-b.y) < a.r+b.r {
				t.Errorf("dots at %v and %v touch", a, b)
			}
		}
	}
}

func TestSchemes(t *testing.T) {
	for _, s := range Schemes() {
		if got := contrast(s.ink, s.page); got < 12 {
			t.Errorf("%s: ink %.1f", s.Name, got)
		}
		if got := contrast(s.muted, s.page); got < 4.5 {
			t.Errorf("%s: muted text %.1f", s.Name, got)
		}
		if got := contrast(s.accent, s.page); got < 3 {
			t.Errorf("%s: bars %.1f", s.Name, got)
		}
		before := contrast(s.page, s.page)
		for i := range 21 {
			shade := s.shade(float64(i) / 20)
			if got := contrast(shade, s.page); got <= before {
				t.Errorf("%s: shade %d is not further from the page (%.2f) than the one before (%.2f)", s.Name, i, got, before)
			} else {
				before = got
			}
			if got := contrast(over(shade), shade); got < 4.5 {
				t.Errorf("%s: text on shade %d %.1f", s.Name, i, got)
			}
		}
		if least := contrast(s.shade(0), s.page); least < 1.8 {
			t.Errorf("%s: the least shade %.2f", s.Name, least)
		}
	}
}

func line(t *testing.T, entry map[string]any) []byte {
	t.Helper()
	data, err := json.Marshal(entry)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func look(line []byte) (*Sample, error) {
	e, err := stats.Decode(line)
	if err != nil {
		return nil, err
	}
	return Measure(e)
}

func TestCounts(t *testing.T) {
	call := func(tool string, deps ...int) map[string]any {
		return map[string]any{"tool": tool, "dependencies": slices.Concat([]int{}, deps)}
	}
	c := New()
	for _, entry := range []map[string]any{
		{"format": mission.FormatEntry, "toolset": map[string]any{"name": "d/a", "domain": "D", "tools": []any{
			map[string]any{"name": "x"}, map[string]any{"name": "y"}, map[string]any{"name": "far", "distractor": true}}},
			"missions": []any{
				map[string]any{"type": "multi", "request": "do  this\nnow", "calls": []any{call("x"), call("y", 0), call("x")}},
				map[string]any{"type": "chat", "request": "why?", "calls": []any{}},
			}},
		{"format": mission.FormatEntry, "toolset": map[string]any{"name": "d/a", "domain": "D", "tools": []any{map[string]any{"name": "x"}}},
			"missions": []any{map[string]any{"type": "chat", "request": "why?"}}},
	} {
		s, err := look(line(t, entry))
		if err != nil {
			t.Fatal(err)
		}
		c.Add(s)
	}
	got := c.Counts()
	want := Counts{Paths: map[string]int{"multi>chat": 1, "chat": 1}, Domains: map[string]map[string]map[string]int{"D": {"d/a": {"x": 2, "y": 1}}},
		First: map[int]int{3: 1, 1: 1}, Later: map[int]int{1: 1}, Shapes: map[Shape]int{{2, 2}: 1}}
	if fmt.Sprint(*got) != fmt.Sprint(want) {
		t.Errorf("%v\nwant %v", *got, want)
	}
	if coverage := got.Coverage(); fmt.Sprint(coverage) != "[{1 4 1 0.25} {2 16 1 0.0625}]" {
		t.Errorf("%v", coverage)
	}
	for text, want := range map[string]string{
		"{":                    "not an entry",
		`{"format":"other/1"}`: `the format is "other/1"`,
		`{"format":"` + mission.FormatEntry + `","missions":[{"calls":[{"dependencies":[0]}]}]}`: "mission 1",
	} {
		if _, err := look([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestExtent(t *testing.T) {
	usual := map[int]int{}
	for n := 1; n <= 40; n++ {
		usual[n] = 25
	}
	for _, c := range []struct {
		more                   map[int]int
		longest, shown, beyond int
	}{
		{nil, 40, 40, 0},
		{map[int]int{70: 1}, 70, 70, 0},
		{map[int]int{4096: 2, 900: 1}, 4096, 40, 3},
		{map[int]int{4096: 20}, 4096, 4096, 0},
	} {
		if longest, shown, beyond := extent(usual, c.more); longest != c.longest || shown != c.shown || beyond != c.beyond {
			t.Errorf("%v: %d %d %d", c.more, longest, shown, beyond)
		}
	}
}

// The pictures of the documentation are drawn of a made-up dataset.
func TestExamplePictures(t *testing.T) {
	for name, data := range pictures(t) {
		if filepath.Ext(name) != ".svg" {
			continue
		}
		path := filepath.Join("..", "..", "docs", "figures", name)
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(want, data) {
			t.Errorf("%s differs (go test ./datasets/figures -update rewrites it): %v", path, err)
		}
	}
	page, err := os.ReadFile("../../docs/card.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Names() {
		for _, s := range Schemes() {
			if !bytes.Contains(page, []byte("figures/"+name+"-"+s.Name+".svg\"")) {
				t.Errorf("docs/card.md does not show %s in %s", name, s.Name)
			}
		}
	}
}

func BenchmarkAll(b *testing.B) {
	r, c := example()
	for b.Loop() {
		if _, err := drawn(r, c, "svg", "png"); err != nil {
			b.Fatal(err)
		}
	}
}

func TestFit(t *testing.T) {
	fonts, err := faces()
	if err != nil {
		t.Fatal(err)
	}
	s := &sheet{s: Schemes()[0], fonts: fonts}
	for _, c := range []struct {
		text string
		room float64
		want string
	}{
		{"hotel reception", 200, "hotel reception"},
		{"hotel reception", 60, "hotel rec…"},
		{"hotel reception", 41, "hotel…"}, // no blank before the dots
		{"hotel reception", 12, ""},
		{"two\nlines\x00", 200, "two lines"},
		{"", 10, ""},
	} {
		got := s.fit(s.explain(), c.text, c.room)
		if got != c.want || s.wide(s.explain(), got) > c.room {
			t.Errorf("%q in %v: %q", c.text, c.room, got)
		}
	}
}
