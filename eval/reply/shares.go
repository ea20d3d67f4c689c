package reply

import (
	"regexp"
	"slices"
	"strings"
)

// Shares of an amount: percentages, and fractions in words.

// fractions finds fractions in words. A "third driver" is none.
var fractions = regexp.MustCompile(`(?i)\b(?:(an?|one|two|three|four|five|six|seven|eight|nine)[ -])?(hal(?:f|ves)|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|fifteenth|twentieth|fiftieth|hundredth)s?\b` +
	`(?:$|\s*[^\pL\pN\s]| (?:of|off|the|that|which|is|are|less|more|and|in|for|to|again|back|kept|your|its|their|his|her)\b)`)

// parts are how many parts make a whole, by the word for one of them.
var parts = map[string]float64{"half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"twelfth": 12, "fifteenth": 15, "twentieth": 20, "fiftieth": 50, "hundredth": 100}

// fractionsIn returns the fractions in a text, in per cent.
func fractionsIn(text string) (all []float64) {
	for _, m := range fractions.FindAllStringSubmatch(text, -1) {
		of, n := strings.ToLower(m[2]), 1.0
		switch count := strings.ToLower(m[1]); {
		case count == "" && of != "half":
			continue // an ordinal
		case spelledNumbers[count] > 1:
			n = spelledNumbers[count]
		}
		all = append(all, 100*n/parts[of])
	}
	return all
}

// percents returns the shares that amounts of a statement may be: those of the statement, the
// percentages of the user's words and of the answers of this mission, and what a tool is
// described to take or give, if the statement tells of that. Said is whether the statement
// tells a share itself. A fraction that nothing says is none.
func (r *reading) percents(s *statement) (all []float64, said bool) {
	for _, v := range r.asked {
		if v.percent {
			all = append(all, v.n)
		}
	}
	for _, c := range r.calls {
		for i := range c.top.fields {
			x := &c.top.fields[i]
			if c.own && len(x.figures) == 1 && slices.ContainsFunc(x.label, func(w string) bool { return strings.HasPrefix(w, "percent") }) {
				all = append(all, x.figures[0].n)
			}
		}
	}
	for _, v := range s.figures {
		if v.percent {
			all, said = append(all, v.n), true
		}
	}
	own := fractionsIn(s.text)
	offered := r.shares()
	for _, p := range own {
		known := slices.Contains(all, p) || slices.Contains(fractionsIn(r.heard), p) || slices.ContainsFunc(offered, func(d share) bool { return slices.Contains(d.percents, p) })
		if said = true; known {
			all = append(all, p)
		}
	}
	if !said {
		words := telling(s.text)
		for _, d := range offered {
			both := shared(words, d.stems)
			slices.Sort(both)
			if len(slices.Compact(both)) >= 2 {
				all, said = append(all, d.percents...), true
			}
		}
	}
	return all, said
}

// share is a sentence of the description of a tool that tells shares.
type share struct {
	stems    []string
	percents []float64
}

// shares returns what the descriptions of the tools that are offered say of shares.
func (r *reading) shares() []share {
	if r.offered != nil {
		return r.offered
	}
	r.offered = []share{}
	for i := range r.entry.Toolset.Tools {
		for _, d := range describe(&r.entry.Toolset.Tools[i], nil) {
			percents := fractionsIn(d.text)
			for _, v := range d.figures {
				if v.percent {
					percents = append(percents, v.n)
				}
			}
			if len(percents) > 0 {
				r.offered = append(r.offered, share{d.stems, percents})
			}
		}
	}
	return r.offered
}
