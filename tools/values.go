package tools

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Span reads "1-9", "0.5-2" or a single number.
func Span(s string) (low, high float64, err error) {
	s = strings.TrimSpace(s)
	a, b := s, s
	if i := strings.Index(s[min(1, len(s)):], "-"); i >= 0 {
		a, b = s[:i+1], s[i+2:]
	}
	if low, err = strconv.ParseFloat(strings.TrimSpace(a), 64); err != nil {
		return 0, 0, err
	}
	if high, err = strconv.ParseFloat(strings.TrimSpace(b), 64); err != nil {
		return 0, 0, err
	}
	if !(low <= high) {
		return 0, 0, fmt.Errorf("the range %q is empty", s)
	}
	if math.Abs(low) > Most || math.Abs(high) > Most {
		return 0, 0, &RangeError{fmt.Sprintf("the range %q goes beyond %d, above which whole numbers are not exact", s, int64(Most))}
	}
	return low, high, nil
}

// Most bounds the numbers of ranges, and how many values a range may have. JSON numbers
// above it are not exact.
const Most = 1 << 53

// The other bounds of values.
const (
	mostDigits   = 9         // after the decimal point
	mostDistance = 1_000_000 // in minutes or days
)

// RangeError says that a range, or the steps in it, cannot be drawn from.
type RangeError struct{ Message string }

// Error implements error.
func (e *RangeError) Error() string { return e.Message }

// Steps is how many steps lead from the first value of a range to its last one. Whatever
// the range is, it is from 0 to [Most].
func Steps(low, high, step float64) int64 {
	n := math.Floor((high-low)/step + 1e-9)
	if !(n > 0) { // also if it is not a number
		return 0
	}
	return int64(min(n, Most))
}

// Check says why values of a range cannot be drawn: it is a [*RangeError], or nil.
func (v *Values) Check() error {
	wrong := func(format string, args ...any) error { return &RangeError{fmt.Sprintf(format, args...)} }
	switch {
	case v.Step < 0 || v.Digits < 0:
		return wrong("a step or a number of digits is below 0")
	case v.Digits > mostDigits:
		return wrong("numbers have at most %d digits after the point", mostDigits)
	case v.Kind == ValueAfter && (math.Abs(v.Min) > mostDistance || math.Abs(v.Max) > mostDistance):
		return wrong("the distance is more than %d", mostDistance)
	case v.Step > 0 && (v.Max-v.Min)/v.Step > Most, v.Step > 0 && float64(v.Clock[1]-v.Clock[0])/v.Step > Most:
		return wrong("the steps give more than %d values", int64(Most))
	}
	return nil
}

// clamp makes any values such that they can be drawn: what a schema says of numbers may
// be anything.
func (v *Values) clamp() {
	within := func(f, most float64) float64 {
		if math.IsNaN(f) {
			return 0
		}
		return max(-most, min(most, f))
	}
	most := float64(Most)
	if v.Kind == ValueAfter {
		most = mostDistance
	}
	v.Min, v.Max = within(v.Min, most), within(v.Max, most)
	v.Max = max(v.Min, v.Max)
	v.Digits = max(0, min(v.Digits, mostDigits))
	if v.Step = within(v.Step, most); v.Step < 0 || v.Check() != nil {
		v.Step = 0 // which means the usual one
	}
	for _, c := range v.Cases {
		if c.Values != nil {
			c.Values.clamp()
		}
	}
}

// Days reads a range of days from today: "+1..+30".
func Days(s string) (low, high float64, err error) {
	a, b, found := strings.Cut(s, "..")
	if !found {
		b = a
	}
	if low, err = strconv.ParseFloat(strings.TrimSpace(a), 64); err != nil {
		return 0, 0, err
	}
	if high, err = strconv.ParseFloat(strings.TrimSpace(b), 64); err != nil {
		return 0, 0, err
	}
	if !(low <= high && low >= -40000 && high <= 40000) {
		return 0, 0, fmt.Errorf("the range %q is empty or too wide", s)
	}
	return low, high, nil
}

// Hours reads "08:00-18:00" as minutes of the day.
func Hours(s string) (low, high int, err error) {
	a, b, found := strings.Cut(s, "-")
	if !found {
		return 0, 0, fmt.Errorf("%q is no range of times", s)
	}
	if low, err = clock(a); err != nil {
		return 0, 0, err
	}
	if high, err = clock(b); err != nil {
		return 0, 0, err
	}
	if high < low {
		return 0, 0, fmt.Errorf("the range %q is empty", s)
	}
	return low, high, nil
}

func clock(s string) (int, error) {
	h, m, found := strings.Cut(strings.TrimSpace(s), ":")
	hours, err1 := strconv.Atoi(h)
	minutes, err2 := strconv.Atoi(m)
	if !found || err1 != nil || err2 != nil || hours < 0 || hours > 23 || minutes < 0 || minutes > 59 {
		return 0, fmt.Errorf("%q is no time of day", s)
	}
	return hours*60 + minutes, nil
}

// ValueKind is how values of a parameter or attribute are made.
type ValueKind string

// The kinds of values.
const (
	ValuePick     ValueKind = "pick"     // one of a list
	ValueInt      ValueKind = "int"      // whole numbers of a range
	ValueNumber   ValueKind = "number"   // decimal numbers of a range
	ValueMoney    ValueKind = "money"    // an amount, with a currency
	ValueBool     ValueKind = "bool"     // true or false
	ValueDate     ValueKind = "date"     // a day, counted from the day of the conversation
	ValueTime     ValueKind = "time"     // a time of day
	ValueDateTime ValueKind = "datetime" // a day and a time of day
	ValueMonth    ValueKind = "month"    // a month, counted from the current one
	ValueMoment   ValueKind = "moment"   // a moment in the next weeks, in RFC 3339: 2026-03-04T10:30:00Z
	// ValuePastMoment is a moment in the last weeks, in RFC 3339.
	ValuePastMoment ValueKind = "past moment"
	ValuePattern    ValueKind = "pattern" // a code
	ValueKnown      ValueKind = "known"   // looked up in a table of package knowledge, such as the code of an airport; people say the name
	ValuePerson     ValueKind = "person"  // a full name
	ValueEmail      ValueKind = "email"   // an e-mail address
	ValuePhone      ValueKind = "phone"   // a telephone number
	ValueStreet     ValueKind = "street"  // street and number
	ValueCity       ValueKind = "city"    // the name of a city
	ValueCompany    ValueKind = "company" // the name of a company
	ValueText       ValueKind = "text"    // one of a list of longer texts
	ValueCopy       ValueKind = "copy"    // the value of another field or argument
	ValueOf         ValueKind = "of"      // an attribute of the thing that an argument names
	ValueTimes      ValueKind = "times"   // a product of fields, arguments and numbers
	ValueSum        ValueKind = "sum"     // a sum of fields, arguments and numbers
	ValueColour     ValueKind = "colour"  // what a colour is converted to, its complement, its grey, or the contrast of two
	ValueAfter      ValueKind = "after"   // a date, time or date-time later than another field
)

// Values says how the values of a parameter or attribute are made. Which
// fields count depends on Kind.
type Values struct {
	Kind   ValueKind
	Pick   []any   // pick, text
	Min    float64 // int, number, money; minutes of the day for time; days or months from now for date, month
	Max    float64
	Step   float64 // int, money; minutes for time
	Digits int     // number
	Unit   string  // money: ISO 4217 code; int and number: the unit that is said
	Clock  [2]int  // datetime: minutes of the day, first and last
	// Workdays keeps dates and date-times off Saturdays and Sundays. Days after
	// another day are counted in workdays.
	Workdays bool
	Share    float64 // bool: the share that is true, from 0 to 1
	Text     string  // pattern: the pattern; known: the table; copy, of, after: the field, argument, or argument.attribute
	Terms    []any   // times, sum: names and numbers; colour: convert, complement, grey or contrast, and names
	// By names the only attributes and arguments that the value depends on: if
	// they are equal, so is the value. If the value is the copied id of another
	// thing, both things have the same value for everything that By names.
	By []string
	// Cases say how values are made for some values of the first attribute or
	// argument in By.
	Cases []Case
	// Code says that numbers are identifiers: they are written digit by digit,
	// not as amounts.
	Code bool
}

// Case says how values are made when the first attribute or argument in
// [Values.By] has the value When.
type Case struct {
	When   string // as it is written: "express", "true", "3"
	Values *Values
}

// For says how values are made when the first attribute or argument in By has the
// given value.
func (v *Values) For(first any) *Values {
	when, isText := first.(string)
	if !isText {
		when = string(EncodeValue(first))
	}
	for _, c := range v.Cases {
		if strings.EqualFold(c.When, when) {
			return c.Values
		}
	}
	return v
}

// ColourTerms reports whether terms say what is worked out of which colours: how, and the
// names of the parameters.
func ColourTerms(terms []any) bool {
	if len(terms) == 0 {
		return false
	}
	how, _ := terms[0].(string)
	for _, term := range terms {
		if _, ok := term.(string); !ok {
			return false
		}
	}
	return len(terms) == map[string]int{"convert": 3, "contrast": 3, "complement": 2, "grey": 2}[how]
}
