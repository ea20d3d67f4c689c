package world

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// colour works out what colours are converted to. Everybody can work it out, so an invented
// answer would be corrected. It fails for what is no colour or no format.
func colour(terms []any, known lookup) (any, bool) {
	var args []string
	for _, term := range terms[min(1, len(terms)):] {
		name, _ := term.(string)
		v, ok := known(name)
		text, isText := v.(string)
		if !ok || !isText {
			return nil, false
		}
		args = append(args, text)
	}
	if len(args) == 0 {
		return nil, false
	}
	first, ok := parseColour(args[0])
	if !ok {
		return nil, false
	}
	switch terms[0] {
	case "complement":
		return rgb{255 - first[0], 255 - first[1], 255 - first[2]}.hex(), true
	case "grey":
		v := math.Round(0.299*first[0] + 0.587*first[1] + 0.114*first[2])
		return rgb{v, v, v}.hex(), true
	}
	if len(args) < 2 {
		return nil, false
	}
	switch terms[0] {
	case "convert":
		return first.in(args[1])
	case "contrast":
		second, ok := parseColour(args[1])
		low, high := first.luminance(), second.luminance()
		if low > high {
			low, high = high, low
		}
		return whole(round((high+0.05)/(low+0.05), 2)), ok
	}
	return nil, false
}

// rgb is a colour as red, green and blue from 0 to 255.
type rgb [3]float64

// parseColour reads a colour written as #FA8CEA.
func parseColour(text string) (c rgb, ok bool) {
	digits, marked := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 32)
	if !marked || err != nil || len(digits) != 6 {
		return c, false
	}
	return rgb{float64(n >> 16), float64(n >> 8 & 255), float64(n & 255)}, true
}

func (c rgb) hex() string { return fmt.Sprintf("#%02X%02X%02X", int(c[0]), int(c[1]), int(c[2])) }

// in writes the colour in a format.
func (c rgb) in(format string) (any, bool) {
	percent := func(f float64) int { return int(math.Round(100 * f)) }
	switch strings.ToLower(format) {
	case "hex":
		return c.hex(), true
	case "rgb":
		return fmt.Sprintf("rgb(%d, %d, %d)", int(c[0]), int(c[1]), int(c[2])), true
	case "hsl", "hsv":
		high, low := max(c[0], c[1], c[2])/255, min(c[0], c[1], c[2])/255
		light, spread := (high+low)/2, high-low
		if strings.EqualFold(format, "hsv") {
			return fmt.Sprintf("hsv(%d, %d%%, %d%%)", c.hue(), percent(ratio(spread, high)), percent(high)), true
		}
		return fmt.Sprintf("hsl(%d, %d%%, %d%%)", c.hue(), percent(ratio(spread, 1-math.Abs(2*light-1))), percent(light)), true
	case "cmyk":
		key := 1 - max(c[0], c[1], c[2])/255
		ink := func(v float64) int { return percent(ratio(1-v/255-key, 1-key)) }
		return fmt.Sprintf("cmyk(%d%%, %d%%, %d%%, %d%%)", ink(c[0]), ink(c[1]), ink(c[2]), percent(key)), true
	}
	return nil, false
}

// ratio is a/b, and 0 where b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// hue is the angle of the colour in degrees.
func (c rgb) hue() int {
	high, low := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
	if high == low {
		return 0
	}
	var angle float64
	switch high {
	case c[0]:
		angle = math.Mod((c[1]-c[2])/(high-low)+6, 6)
	case c[1]:
		angle = (c[2]-c[0])/(high-low) + 2
	default:
		angle = (c[0]-c[1])/(high-low) + 4
	}
	return int(math.Round(60*angle)) % 360
}

// luminance is how bright the colour is, as contrast is measured on the web.
func (c rgb) luminance() float64 {
	part := func(v float64) float64 {
		if v /= 255; v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c[0]) + 0.7152*part(c[1]) + 0.0722*part(c[2])
}
