package report

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

// element is an element of a page with its attributes, and the text right inside.
type element struct {
	name  string
	attrs map[string]string
	text  string
}

// parsed reads a page, which has to be well-formed: every element but the void
// ones ends where it should. The style and the script are ours, and left out.
func parsed(t fatal, page string) []element {
	t.Helper()
	for _, name := range []string{"style.css", "script.js"} {
		if strings.Count(page, asset(name)) != 1 {
			t.Fatalf("%s is not in the page as it is", name)
		}
		page = strings.Replace(page, asset(name), "", 1)
	}
	page, ok := strings.CutPrefix(page, "<!doctype html>\n")
	if !ok {
		t.Fatalf("no doctype")
	}
	in := xml.NewDecoder(strings.NewReader(page))
	in.Strict, in.AutoClose, in.Entity = false, []string{"meta", "link"}, map[string]string{}
	var list []element
	var open []int
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v", err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			e := element{name: x.Name.Local, attrs: map[string]string{}}
			for _, a := range x.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open, list = append(open, len(list)), append(list, e)
		case xml.EndElement:
			if len(open) == 0 || list[open[len(open)-1]].name != x.Name.Local {
				t.Fatalf("</%s> ends nothing", x.Name.Local)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				list[open[len(open)-1]].text += string(x)
			}
		case xml.Comment, xml.Directive, xml.ProcInst:
			t.Fatalf("%T: %v", x, x)
		}
	}
	if len(open) > 0 {
		t.Fatalf("<%s> does not end", list[open[0]].name)
	}
	return list
}

// fatal is what ends a test of either kind.
type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// known lists the attributes that pages have; none of them runs anything.
var known = strings.Fields(`lang charset http-equiv content name rel href class width height aria-hidden focusable id patternUnits patternTransform d
	aria-label aria-labelledby role tabindex scope data-sort title viewBox x y rx data-result data-kind data-fault dir open hidden value aria-current aria-live data-label`)

var elements = strings.Fields(`html head meta link title style body a svg defs pattern rect path header h1 h2 h3 h4 h5 nav ul ol li main section p div table
	thead tbody tr th td bdi abbr small span figure figcaption text g i details summary form label select option output strong em code pre dl dt dd footer script`)

// checkPage fails when a page could fetch or run anything, or leads nowhere.
func checkPage(t fatal, list []element) {
	t.Helper()
	ids, scripts := map[string]int{}, 0
	for _, e := range list {
		ids[e.attrs["id"]]++
		if !slices.Contains(elements, e.name) {
			t.Fatalf("an element <%s>", e.name)
		}
		if e.name == "script" || e.name == "style" {
			scripts++
		}
		for name, value := range e.attrs {
			if !slices.Contains(known, name) {
				t.Fatalf("<%s> has %s=%q", e.name, name, value)
			}
		}
	}
	if scripts != 2 {
		t.Fatalf("%d scripts and styles", scripts)
	}
	for _, e := range list {
		href, links := e.attrs["href"]
		to, inside := strings.CutPrefix(href, "#")
		if links && href != "data:," && (!inside || ids[to] == 0) {
			t.Fatalf("<%s href=%q> leads nowhere", e.name, href)
		}
		if by, ok := e.attrs["aria-labelledby"]; ok && ids[by] == 0 {
			t.Fatalf("nothing is called %q", by)
		}
	}
	for id, n := range ids {
		if id != "" && n > 1 {
			t.Fatalf("%d elements are called %q", n, id)
		}
	}
}

// shape is what a page is made of, without its texts.
func shape(list []element) []string {
	var names []string
	for _, e := range list {
		name := e.name
		for _, a := range known {
			if _, ok := e.attrs[a]; ok {
				name += " " + a
			}
		}
		names = append(names, name)
	}
	return names
}
