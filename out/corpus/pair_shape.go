package corpus

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"switchyard/internal/jsontext"
	"switchyard/internal/keyed"
	"switchyard/internal/sample"
)

// maxDepth bounds how deep invented values are nested.
const maxDepth = 4

// shape is the part of a JSON Schema that is needed to invent a plausible value. The
// proof then checks the value against the whole schema.
type shape struct {
	Type       any               `json:"type"` // a name or a list of names
	Enum       []json.RawMessage `json:"enum"`
	Pattern    string            `json:"pattern"`
	Format     string            `json:"format"`
	Minimum    *float64          `json:"minimum"`
	Maximum    *float64          `json:"maximum"`
	Properties map[string]*shape `json:"properties"`
	Required   []string          `json:"required"`
	Items      json.RawMessage   `json:"items"` // a schema; lists of schemas are rare and ignored
}

// kind is the first type that is not null.
func (s *shape) kind() string {
	switch t := s.Type.(type) {
	case string:
		return t
	case []any:
		for _, one := range t {
			if name, is := one.(string); is && name != "null" {
				return name
			}
		}
	}
	if s.Properties != nil {
		return "object"
	}
	return "string"
}

// invent makes up a value of a parameter that resembles the true one, if that is known.
func (s *shape) invent(x *pairing, name string, truth json.RawMessage, depth int) json.RawMessage {
	if s == nil {
		s = &shape{}
	}
	if others := slices.DeleteFunc(slices.Clone(s.Enum), func(v json.RawMessage) bool { return sameJSON(v, truth) }); len(others) > 0 {
		return keyed.Pick(x.random, others)
	}
	switch s.kind() {
	case "integer", "number":
		return jsontext.Value(s.inventNumber(x.random))
	case "boolean":
		return jsontext.Value(string(truth) != "true")
	case "array":
		item := &shape{}
		if len(s.Items) == 0 || depth > maxDepth || json.Unmarshal(s.Items, item) != nil {
			return json.RawMessage("[]")
		}
		var items []json.RawMessage
		if json.Unmarshal(truth, &items) != nil || len(items) == 0 {
			items = []json.RawMessage{nil}
		}
		return jsontext.Value([]json.RawMessage{item.invent(x, name, items[0], depth+1)})
	case "object":
		return s.inventObject(x, nil, depth+1)
	}
	var text string
	_ = json.Unmarshal(truth, &text) // stays empty if the truth is unknown or not a text
	return jsontext.Value(s.inventText(x, name, text))
}

// inventObject makes up the required fields of an object; known values are used as they
// are.
func (s *shape) inventObject(x *pairing, known map[string]json.RawMessage, depth int) json.RawMessage {
	var fields []field
	for _, name := range s.Required {
		value := known[name]
		if value == nil && depth <= maxDepth {
			value = s.Properties[name].invent(x, name, nil, depth)
		}
		if value != nil {
			fields = append(fields, field{name, value})
		}
	}
	return objectOf(fields)
}

// inventNumber makes up a small whole number within the bounds.
func (s *shape) inventNumber(r keyed.Rand) int {
	low, high := 1.0, 10.0
	if s.Minimum != nil {
		low = math.Ceil(*s.Minimum)
		high = low + 9
	}
	if s.Maximum != nil {
		high = math.Min(high, math.Floor(*s.Maximum))
		low = math.Min(low, high)
	}
	if high-low < 1 || math.Abs(low) > 1e15 {
		return int(max(min(low, 1e15), -1e15))
	}
	return int(low) + r.IntN(int(high-low)+1)
}

// layouts are the formats in which tools expect times.
var layouts = [...]string{time.DateOnly, "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02T15:04:05Z07:00", "2006-01", "15:04"}

// layout returns the format of a text parameter with a time; empty if it has none.
func (s *shape) layout(truth string) string {
	switch s.Format {
	case "date":
		return time.DateOnly
	case "date-time":
		return time.RFC3339
	case "time":
		return "15:04"
	}
	for _, l := range layouts {
		if _, err := time.Parse(l, truth); err == nil {
			return l
		}
	}
	if pattern, err := regexp.Compile(s.Pattern); err == nil && s.Pattern != "" && truth == "" {
		for _, l := range layouts {
			if pattern.MatchString(l) {
				return l
			}
		}
	}
	return ""
}

// inventText makes up a text: a time, a text that fits the pattern, the true text with
// other digits, or what people write when they do not know the value.
func (s *shape) inventText(x *pairing, name, truth string) string {
	if l := s.layout(truth); l != "" {
		now, _ := time.Parse(time.DateTime, x.entry.Environment.Now)
		at := now.AddDate(0, 0, 1+x.random.IntN(27)).Truncate(time.Hour)
		return at.Add(time.Duration(8+x.random.IntN(10)-at.Hour()) * time.Hour).Format(l)
	}
	if s.Format == "email" || strings.Contains(truth, "@") {
		return keyed.Pick(x.random, []string{"user@example.com", "info@example.com", "john.smith@example.com"})
	}
	if s.Pattern != "" {
		if text, err := sample.Match(x.random, s.Pattern, 0); err == nil {
			return text
		}
	}
	if strings.ContainsAny(truth, "0123456789") {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return '1' + rune(x.random.IntN(9))
			}
			return r
		}, truth)
	}
	return keyed.Pick(x.random, standIns(name, truth))
}

// standIns returns what is often made up for a parameter: common values of the kind that
// its name suggests.
func standIns(name, truth string) []string {
	name = strings.ToLower(name)
	speaks := func(of ...string) bool {
		return slices.ContainsFunc(of, func(w string) bool { return strings.Contains(name, w) })
	}
	switch {
	case len(truth) == 3 && strings.ToUpper(truth) == truth && speaks("currency", "money"):
		return []string{"USD", "EUR", "GBP", "JPY"}
	case len(truth) == 3 && strings.ToUpper(truth) == truth:
		return []string{"LHR", "JFK", "CDG", "FRA"}
	case speaks("city", "place", "origin", "destination", "location", "town", "region", "country", "airport"):
		return []string{"London", "Paris", "Berlin", "New York"}
	case speaks("pickup", "address", "street", "stop"):
		return []string{"Main Street", "High Street", "Central Station"}
	case speaks("name", "employee", "recipient", "passenger", "guest", "visitor", "participant", "attendee", "customer", "person", "contact", "taken_over"):
		return []string{"John Smith", "Jane Doe", "Maria Garcia", "David Lee"}
	}
	return []string{"general", "standard", "not specified", "other"}
}
