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
	if high < low || math.IsNaN(low) || math.IsInf(high, 0) {
		return 0, 0, fmt.Errorf("the range %q is empty", s)
	}
	return low, high, nil
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
	if high < low || low < -40000 || high > 40000 {
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
	// Workdays keeps dates and date-times off Saturdays and Sundays.
	Workdays bool
	Share    float64 // bool: the share that is true, from 0 to 1
	Text     string  // pattern: the pattern; known: the table; copy, of, after: the field, argument, or argument.attribute
	Terms    []any   // times, sum: names and numbers
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
