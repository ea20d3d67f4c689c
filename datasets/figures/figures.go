// Package figures draws what a dataset holds, for its card: as SVG and as PNG,
// for light and for dark pages.
//
// [Measure] finds what is counted in an entry, and may run for many entries at once.
// [Counter.Add] adds the results one after the other, in memory that does not grow with
// the number of entries. [All] chooses the figures that would not be empty; [Figure.SVG]
// and [Figure.PNG] draw one. The same counts give the same bytes.
//
// Text is drawn as outlines of a font that is part of the program. So a picture
// looks the same everywhere, and a name in a dataset cannot become markup.
// [Figure.Alt] says in words what a picture shows.
package figures

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"switchyard/datasets/stats"
)

// Width is how wide every figure is, in CSS pixels.
const Width = 800

// density is how many pixels of a PNG make a CSS pixel.
const density = 2

// cssPixel is the length of a CSS pixel.
const cssPixel = vg.Inch / 96

// Figure is one picture, not drawn yet.
type Figure struct {
	Name  string // of its files, without scheme and extension: "action-types"
	Title string // a few words
	Alt   string // what it shows, in a sentence or two, with the numbers

	height float64 // in CSS pixels
	draw   func(*sheet)
}

// All lists the figures of a dataset, in the order of a card. Figures that would be empty
// are left out, so an empty dataset has none.
func All(r *stats.Report, c *Counts) []*Figure {
	all := slices.Concat([]*Figure{pyramid(c)}, balance(r), []*Figure{toolsByDomain(c), requestLengths(c), shapes(c)})
	return slices.DeleteFunc(all, func(f *Figure) bool { return f == nil })
}

// Names lists the names of all possible figures.
func Names() []string {
	return []string{"switching-space", "action-types", "patterns", "relations", "tools", "request-lengths", "graphs"}
}

// SVG draws the figure as SVG.
func (f *Figure) SVG(s *Scheme) ([]byte, error) {
	c := vgsvg.New(f.size())
	if err := f.on(c, s); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	// Text is drawn as outlines; title and description are for screen readers.
	var said bytes.Buffer
	said.WriteString("1999/xlink\" role=\"img\">\n<title>")
	_ = xml.EscapeText(&said, []byte(f.Title)) // a buffer takes everything
	said.WriteString("</title>\n<desc>")
	_ = xml.EscapeText(&said, []byte(f.Alt))
	said.WriteString("</desc>\n")
	return bytes.Replace(b.Bytes(), []byte("1999/xlink\">\n"), said.Bytes(), 1), nil
}

// PNG draws the figure as PNG, with two pixels for each CSS pixel.
func (f *Figure) PNG(s *Scheme) ([]byte, error) {
	w, h := f.size()
	c := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(96*density), vgimg.UseBackgroundColor(s.page))
	if err := f.on(c, s); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, c.Image()); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	return b.Bytes(), nil
}

func (f *Figure) size() (w, h vg.Length) { return Width * cssPixel, vg.Length(f.height) * cssPixel }

func (f *Figure) on(c vg.Canvas, s *Scheme) error {
	fonts, err := faces()
	if err != nil {
		return fmt.Errorf("figure %s: %w", f.Name, err)
	}
	sh := &sheet{c: c, s: s, fonts: fonts, height: f.height}
	sh.rect(0, 0, Width, f.height, s.page)
	f.draw(sh)
	return nil
}
