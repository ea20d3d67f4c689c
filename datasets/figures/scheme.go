package figures

import (
	"image/color"
	"math"
)

// Scheme is the colours of a picture, for light or for dark pages.
type Scheme struct {
	Name string // "light" or "dark": in file names

	page   color.NRGBA
	ink    color.NRGBA // main text
	muted  color.NRGBA // explanations; at least 4.5 to 1 against the page
	line   color.NRGBA // thin lines
	accent color.NRGBA // bars
	ramp   []color.NRGBA
}

// Schemes are the colours for light and for dark pages.
func Schemes() []*Scheme {
	return []*Scheme{{
		// The blues differ mainly in lightness, so their order is visible with every
		// kind of colour vision and in print. The accent is the blue of Okabe and
		// Ito's palette.
		Name: "light",
		page: rgb(0xFFFFFF), ink: rgb(0x1F2328), muted: rgb(0x59636E), line: rgb(0xC9D1D9), accent: rgb(0x0072B2),
		ramp: []color.NRGBA{rgb(0x86BBE0), rgb(0x4292C6), rgb(0x1764AB), rgb(0x08306B)},
	}, {
		// Here, more entries are lighter.
		Name: "dark",
		page: rgb(0x0D1117), ink: rgb(0xE6EDF3), muted: rgb(0x9198A1), line: rgb(0x3A424C), accent: rgb(0x56B4E9),
		ramp: []color.NRGBA{rgb(0x24598C), rgb(0x3583BE), rgb(0x7AC0EE), rgb(0xE4F4FF)},
	}}
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// shade returns the colour of a share, between 0 and 1, of the greatest amount.
func (s *Scheme) shade(share float64) color.NRGBA {
	at := min(1, max(0, share)) * float64(len(s.ramp)-1)
	i := min(int(at), len(s.ramp)-2)
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + (at-float64(i))*(float64(b)-float64(a))))
	}
	a, b := s.ramp[i], s.ramp[i+1]
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xFF}
}

// over returns the colour of readable text on a background: black or white, of which one
// always has 4.5 to 1.
func over(background color.NRGBA) color.NRGBA {
	if black := rgb(0); contrast(black, background) > contrast(rgb(0xFFFFFF), background) {
		return black
	}
	return rgb(0xFFFFFF)
}

// contrast returns the contrast ratio of WCAG 2, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// logShare places a count between the least and the greatest one by its logarithm. If they
// are equal, the place is in between.
func logShare(n, least, most int) float64 {
	if most <= least {
		return 0.6
	}
	return math.Log(float64(n)/float64(least)) / math.Log(float64(most)/float64(least))
}
