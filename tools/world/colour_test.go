package world

import "testing"

// Results for colours are those that everybody gets who works them out.
func TestColour(t *testing.T) {
	for _, c := range []struct {
		how, first, second string
		want               any
	}{
		{"convert", "#CD68EC", "RGB", "rgb(205, 104, 236)"}, {"convert", "#CD68EC", "hex", "#CD68EC"}, {"convert", "#CD68EC", "HSL", "hsl(286, 78%, 67%)"},
		{"convert", "#FF0000", "HSV", "hsv(0, 100%, 100%)"}, {"convert", "#000000", "HSL", "hsl(0, 0%, 0%)"}, {"convert", "#FFFFFF", "HSL", "hsl(0, 0%, 100%)"},
		{"convert", "#000000", "CMYK", "cmyk(0%, 0%, 0%, 100%)"}, {"convert", "#336699", "CMYK", "cmyk(67%, 33%, 0%, 40%)"}, {"convert", "#00FF01", "HSL", "hsl(120, 100%, 50%)"},
		{"convert", "#CD68EC", "Pantone", nil}, {"convert", "red", "RGB", nil}, {"convert", "#12345", "RGB", nil},
		{"complement", "#112233", "", "#EEDDCC"}, {"grey", "#FFFFFF", "", "#FFFFFF"}, {"grey", "#FF0000", "", "#4C4C4C"},
		{"contrast", "#000000", "#FFFFFF", 21.0}, {"contrast", "#777777", "#777777", 1.0}, {"contrast", "#777777", "#FFFFFF", 4.48}, {"contrast", "#777777", "white", nil},
		{"mix", "#000000", "#FFFFFF", nil},
	} {
		terms := []any{c.how, "first"}
		if c.second != "" {
			terms = append(terms, "second")
		}
		got, ok := colour(terms, func(name string) (any, bool) { return map[string]any{"first": c.first, "second": c.second}[name], true })
		if ok != (c.want != nil) || ok && !equal(got, c.want) {
			t.Errorf("%s of %s and %q is %v, want %v", c.how, c.first, c.second, got, c.want)
		}
	}
}
