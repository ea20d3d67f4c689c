package figures

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// sheet is a page to draw on. Lengths are CSS pixels; y goes down from the top.
type sheet struct {
	c      vg.Canvas
	s      *Scheme
	fonts  *typefaces
	height float64
}

func (s *sheet) point(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x) * cssPixel, Y: vg.Length(s.height-y) * cssPixel}
}

func (s *sheet) rect(x, y, w, h float64, fill color.Color) {
	p := s.line([2]float64{x, y}, [2]float64{x + w, y}, [2]float64{x + w, y + h}, [2]float64{x, y + h})
	p.Close()
	s.c.SetColor(fill)
	s.c.Fill(p)
}

// line returns a path through points, which are pairs of x and y.
func (s *sheet) line(points ...[2]float64) (p vg.Path) {
	p.Move(s.point(points[0][0], points[0][1]))
	for _, at := range points[1:] {
		p.Line(s.point(at[0], at[1]))
	}
	return p
}

func (s *sheet) stroke(width float64, colour color.Color, points ...[2]float64) {
	s.c.SetColor(colour)
	s.c.SetLineWidth(vg.Length(width) * cssPixel)
	s.c.Stroke(s.line(points...))
}

func (s *sheet) circle(x, y, r float64) vg.Path {
	var p vg.Path
	p.Move(s.point(x+r, y))
	p.Arc(s.point(x, y), vg.Length(r)*cssPixel, 0, 2*math.Pi)
	p.Close()
	return p
}

func (s *sheet) dot(x, y, r float64, fill color.Color) {
	s.c.SetColor(fill)
	s.c.Fill(s.circle(x, y, r))
}

// ring draws an empty dot, for what does not occur.
func (s *sheet) ring(x, y, r float64, colour color.Color) {
	s.dot(x, y, r, s.s.page)
	s.c.SetColor(colour)
	s.c.SetLineWidth(cssPixel)
	s.c.Stroke(s.circle(x, y, r-0.5))
}

// typefaces are the fonts of the program.
type typefaces struct{ regular, bold *opentype.Font }

var faces = sync.OnceValues(func() (*typefaces, error) {
	regular, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		return nil, err
	}
	bold, err := opentype.Parse(liberationsansbold.TTF)
	return &typefaces{regular, bold}, err
})

// style is how text looks.
type style struct {
	size   float64 // in CSS pixels
	bold   bool
	colour color.Color
	align  float64 // 0 begins at the point, 0.5 is centred there, 1 ends there
}

func (s *sheet) title() style   { return style{size: 17, bold: true, colour: s.s.ink} }
func (s *sheet) label() style   { return style{size: 13.5, colour: s.s.ink} }
func (s *sheet) explain() style { return style{size: 12, colour: s.s.muted} }

func (st style) centred() style { st.align = 0.5; return st }
func (st style) ended() style   { st.align = 1; return st }
func (st style) strong() style  { st.bold = true; return st }

// margin is left free on every side.
const margin = 24

// head writes the title of a figure and its explanation, which end at [headHeight].
func (s *sheet) head(title, explain string) {
	s.text(margin, 36, s.title(), title)
	s.text(margin, 58, s.explain(), explain)
}

const headHeight = 76

func (s *sheet) face(st style) font.Face {
	f := s.fonts.regular
	if st.bold {
		f = s.fonts.bold
	}
	return font.Face{Font: font.Font{Size: vg.Length(st.size) * cssPixel}, Face: f}
}

// wide returns the width of a text.
func (s *sheet) wide(st style, text string) float64 {
	face := s.face(st)
	return float64(face.Width(text) / cssPixel)
}

// text draws one line; y is its base line. It draws outlines, so that a viewer needs no
// font and nothing has to be escaped.
func (s *sheet) text(x, y float64, st style, text string) {
	text = visible(text)
	if st.align != 0 {
		x -= st.align * s.wide(st, text)
	}
	var (
		face   = s.face(st).Face
		buf    sfnt.Buffer
		units  = fixed.Int26_6(face.UnitsPerEm()) // so that one is a unit of the font
		scale  = st.size / float64(units)
		path   vg.Path
		before sfnt.GlyphIndex
		first  = true
	)
	for _, r := range text {
		glyph, err := face.GlyphIndex(&buf, r)
		if err != nil {
			continue // never happens: the font is complete
		}
		if !first {
			if kern, err := face.Kern(&buf, before, glyph, units, 0); err == nil {
				x += float64(kern) * scale
			}
		}
		s.glyph(&path, face, &buf, glyph, x, y, scale, units)
		if advance, err := face.GlyphAdvance(&buf, glyph, units, 0); err == nil {
			x += float64(advance) * scale
		}
		before, first = glyph, false
	}
	if len(path) > 0 {
		s.c.SetColor(st.colour)
		s.c.Fill(path)
	}
}

// glyph adds the outline of a letter to a path.
func (s *sheet) glyph(path *vg.Path, face *opentype.Font, buf *sfnt.Buffer, glyph sfnt.GlyphIndex, x, y, scale float64, units fixed.Int26_6) {
	segments, err := face.LoadGlyph(buf, glyph, units, nil)
	if err != nil {
		return // a letter without an outline, such as a blank
	}
	at := func(p fixed.Point26_6) vg.Point { return s.point(x+float64(p.X)*scale, y+float64(p.Y)*scale) }
	open := false
	for _, g := range segments {
		switch g.Op {
		case sfnt.SegmentOpMoveTo:
			if open {
				path.Close()
			}
			open = true
			path.Move(at(g.Args[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(at(g.Args[0]))
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(at(g.Args[0]), at(g.Args[1]))
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(at(g.Args[0]), at(g.Args[1]), at(g.Args[2]))
		}
	}
	if open {
		path.Close()
	}
}

// visible removes what cannot be drawn in one line.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf):
			return -1
		}
		return r
	}, text)
}

// fit cuts a name to the room that there is; empty if fewer than three letters would be
// left.
func (s *sheet) fit(st style, text string, room float64) string {
	text = visible(text)
	if s.wide(st, text) <= room {
		return text
	}
	letters := []rune(text)
	letters = letters[:min(len(letters), int(room))] // no letter is narrower than a pixel
	for len(letters) > 3 {
		letters = letters[:len(letters)-1]
		if cut := strings.TrimRight(string(letters), " ") + "…"; s.wide(st, cut) <= room {
			return cut
		}
	}
	return ""
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(1, of))) }
