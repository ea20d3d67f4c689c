package reading

import (
	"fmt"

	"switchyard/tools/imports"
)

// Oddities counts the changes of an import. Equal changes are counted together,
// so that a thousand odd types make one line of a report.
type Oddities struct {
	count map[string]int
	first map[string]string // where it first occurred, if that is told
	order []string
}

// AddAt counts a change, and tells where it occurred first.
func (o *Oddities) AddAt(where, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if o.Add("%s", what); o.count[what] == 1 {
		if o.first == nil {
			o.first = map[string]string{}
		}
		o.first[what] = where
	}
}

// Add counts a change.
func (o *Oddities) Add(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if o.count == nil {
		o.count = map[string]int{}
	}
	// A source cannot fill the report: further kinds are counted together.
	if len(o.count) >= 50 && o.count[what] == 0 {
		what = "other changes of the same kinds"
	}
	if o.count[what]++; o.count[what] == 1 {
		o.order = append(o.order, what)
	}
}

// Join adds the counts of other. The changes of a function are counted apart until it
// is clear that the function is imported.
func (o *Oddities) Join(other *Oddities) {
	for _, what := range other.order {
		if where := other.first[what]; where != "" {
			o.AddAt(where, "%s", what)
		} else {
			o.Add("%s", what)
		}
		o.count[what] += other.count[what] - 1
	}
}

// Notes lists the counted changes, in the order in which they first occurred.
func (o *Oddities) Notes(where string) []imports.Note {
	var notes []imports.Note
	for _, what := range o.order {
		text := what
		if n := o.count[what]; n > 1 {
			text = fmt.Sprintf("%s (%d times)", what, n)
		}
		if at := o.first[what]; at != "" {
			text += ", first at " + at
		}
		notes = append(notes, imports.Notef(where, "%s", text))
	}
	return notes
}
