package builtin

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"switchyard/gen/blueprint"
	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// First answers that leave a question open.

// evasion is an answer that gives no value: it asks back, says that the value has to be
// found, or narrows it to a part of the day or the year. It is empty if nobody would say such
// a thing here. It must not hint at a value that the assistant could take: "as soon as
// possible" is today. Nor may it call open what is known, or useless what was announced.
func (s *speaker) evasion(c *blueprint.Call, a *blueprint.Arg, question string) string {
	p := a.Param
	if p.Entity != nil {
		return keyed.Pick(s.r, sentences["evasion thing"])
	}
	// Whoever looks something up in a week can look at each of its days.
	tried := c.Tool.Effect == tools.List && strings.Contains(s.roughly(a), "week")
	if words := s.roughly(a); words != "" && !tried && s.r.Chance(0.8) {
		return capital(pick(s.r, sentences["roughly"], "{x}", words, "{w}", exactly(p)))
	}
	kind := ""
	switch {
	case a.Open && !offered(c.Tool, p, question):
	case ofKind(p, tools.ValuePerson):
		return s.halfName(p, a.Value, question)
	case ofKind(p, tools.ValueStreet):
		return s.halfStreet(a.Value)
	case isReason(p):
		kind = "reason"
	case offered(c.Tool, p, question) && !diagnosed(c.Tool, p):
		kind = "options"
	case p.Items != nil && len(p.Items.Enum) == 0:
		kind = "list"
	case isFact(p) || (records(c.Tool) || ofKind(p, tools.ValueNumber, tools.ValueMoney)) && len(p.Enum) == 0:
		kind = "fact"
	case ofKind(p, tools.ValueInt) && counted(p):
		kind = "count"
	case ofKind(p, tools.ValueInt) && c.Tool.Effect.Changes() && limit(p) != "":
		kind = "limit"
	case ofKind(p, tools.ValueInt) && len(p.Enum) == 0:
		kind = "usual"
	case ofKind(p, tools.ValueText) && len(strings.Fields(question)) < 5:
		kind = "meaning"
	}
	switch {
	case kind != "":
		return keyed.Pick(s.r, sentences["evasion "+kind])
	case isWish(c.Tool, p), len(p.Enum) > 0 && !diagnosed(c.Tool, p) && s.r.Chance(0.3):
		return keyed.Pick(s.r, s.toned("evasion undecided"))
	}
	return ""
}

// searches matches answers of users who are going to look for the value.
var searches = regexp.MustCompile(`(?i)\b(have|need) to (check|look|find)\b`)

// halfName is the first name of somebody whose full name the tool needs, or that it is the
// user; or "". A name that was said already could be completed.
func (s *speaker) halfName(p *tools.Param, v any, question string) string {
	name, _ := v.(string)
	first, _, whole := strings.Cut(name, " ")
	said := func(text string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(first)) }
	known := said(s.Proposal.Text) || slices.ContainsFunc(s.Past, func(b *blueprint.Past) bool { return slices.ContainsFunc(b.Texts(), said) })
	asked := plain(question)
	switch {
	case !whole || known || !strings.Contains(strings.ToLower(p.About), "full name"), name == s.Persona.Name && slices.Contains(asked, "your"):
		return ""
	case name == s.Persona.Name && (slices.Contains(asked, "whose") || slices.Contains(asked, "name") && !slices.Contains(asked, "who")):
		return "Mine."
	case name == s.Persona.Name:
		return keyed.Pick(s.r, sentences["evasion me"])
	case said(s.Persona.Name):
		return ""
	}
	return pick(s.r, sentences["evasion name"], "{x}", first)
}

// halfStreet is a street without its number, of which the user is not sure; "" if there is none.
func (s *speaker) halfStreet(v any) string {
	address, _ := v.(string)
	number, street, ok := strings.Cut(address, " ")
	if !ok || strings.Trim(number, "0123456789") != "" || strings.ContainsAny(street, "0123456789,") {
		return ""
	}
	return pick(s.r, sentences["evasion street"], "{x}", street)
}

// diagnosed reports whether a value of a list says what is the case, which nobody chooses.
func diagnosed(t *tools.Tool, p *tools.Param) bool {
	return records(t) || slices.ContainsFunc(naming.Words(p.Name), func(w string) bool {
		return slices.Contains([]string{"symptom", "damage", "fault", "cause", "condition", "severity", "rating", "status", "nationality"}, w)
	})
}

// offered reports whether the schema lists some values of a parameter that the question does
// not name.
func offered(t *tools.Tool, p *tools.Param, question string) bool {
	words := choices(t, p)
	named := 0
	for _, w := range words {
		if blueprint.Holds(strings.ToLower(question), strings.ToLower(w)) {
			named++
		}
	}
	return len(words) > 1 && len(words) <= 7 && named < 2 && !strings.Contains(question, " or ")
}

// choices are the words for the values that the schema lists for a parameter.
func choices(t *tools.Tool, p *tools.Param) []string {
	from := p.Enum
	if p.Items != nil {
		from = p.Items.Enum
	}
	var out []string
	for _, v := range from {
		words, ok := labelled(t.Labels[p.Name], v)
		if text, isText := v.(string); !ok && isText {
			words, ok = strings.ReplaceAll(text, "_", " "), true
		}
		if ok {
			out = append(out, words)
		}
	}
	return out
}

// limit is the greatest value that the schema allows, or "".
func limit(p *tools.Param) string {
	if p.Schema == nil || p.Schema.Fields["maximum"] == nil {
		return ""
	}
	return tell(p.Schema.Fields["maximum"].Value, p.Values, true)
}

// counted reports whether a number says how many people or things there are, which can be
// counted.
func counted(p *tools.Param) bool {
	return slices.ContainsFunc(naming.Words(p.Name), func(w string) bool {
		return slices.Contains([]string{"people", "guests", "adults", "children", "travellers", "passengers", "boxes", "visitors", "rooms", "capacity", "quantity", "copies", "pieces", "units", "portions"}, w)
	})
}

// isWish reports whether the value is a day or time that the user is free to choose.
func isWish(t *tools.Tool, p *tools.Param) bool {
	return (t.Effect == tools.Create || t.Effect == tools.Update) && !records(t) && !isFact(p) &&
		ofKind(p, tools.ValueDate, tools.ValueTime, tools.ValueDateTime)
}

// exactly is what is still open when a day or a time is known roughly.
func exactly(p *tools.Param) string {
	if ofKind(p, tools.ValueTime) {
		return "what time exactly"
	}
	return "which day exactly"
}

// roughly narrows a day or time to a part of the year or of the day that nobody can take for
// a value; "" if there is none.
func (s *speaker) roughly(a *blueprint.Arg) string {
	if a.Param.Match == tools.MatchAtMost || a.Param.Match == tools.MatchAtLeast {
		return "" // a week has an end: by then
	}
	text, _ := a.Value.(string)
	switch {
	case !ofKind(a.Param, tools.ValueDate, tools.ValueDateTime, tools.ValueTime):
		return ""
	case ofKind(a.Param, tools.ValueTime):
		return partOfDay(text)
	}
	day, layout := timeOf(text)
	if layout != world.DateLayout && layout != world.DateTimeLayout {
		return ""
	}
	return partOfYear(s.Now, day)
}

func partOfDay(clock string) string {
	t, layout := timeOf(clock)
	switch hour := t.Hour(); {
	case layout != world.TimeLayout, hour < 6, hour >= 22:
		return ""
	case hour < 11:
		return "sometime in the morning"
	case hour >= 13 && hour < 17:
		return "sometime in the afternoon"
	case hour >= 18:
		return "sometime in the evening"
	}
	return ""
}

// partOfYear is the week or month of a day, as seen from now.
func partOfYear(now, day time.Time) string {
	monday := func(t time.Time) time.Time {
		t = time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
		return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
	}
	weeks := int(monday(day).Sub(monday(now)).Hours()) / (7 * 24)
	months := 12*(day.Year()-now.Year()) + int(day.Month()) - int(now.Month())
	switch {
	case weeks == 1:
		return "sometime next week"
	case weeks == -1:
		return "sometime last week"
	case months != 0 && months > -10 && months < 10:
		return "sometime in " + day.Month().String()
	case weeks == 0 && now.Weekday() >= time.Monday && now.Weekday() <= time.Wednesday && day.Sub(now) > 36*time.Hour:
		return "later this week"
	case months == 0 && weeks > 1:
		return "later this month"
	case months == 0 && weeks < -1:
		return "earlier this month"
	}
	return ""
}

// isReason reports whether the parameter takes the reason of a request.
func isReason(p *tools.Param) bool {
	about := naming.Words(p.Name)
	return slices.Contains(about, "reason") || slices.Contains(about, "excuse")
}

// isPerson reports whether values of the parameter name people, perhaps the user.
func isPerson(p *tools.Param) bool {
	return ofKind(p, tools.ValuePerson) || p.Items != nil && isPerson(p.Items) || slices.ContainsFunc(p.Props, isPerson)
}

// records reports whether a tool puts on record what is the case, which nobody decides.
func records(t *tools.Tool) bool {
	return slices.ContainsFunc(naming.Words(t.Name), func(w string) bool {
		return slices.Contains([]string{"correct", "record", "report", "enter", "register", "confirm"}, w)
	})
}

// isFact reports whether values of the parameter are facts that people look up: an address,
// a number, or when something happened.
func isFact(p *tools.Param) bool {
	if p.Items != nil && isFact(p.Items) || slices.ContainsFunc(p.Props, isFact) {
		return true
	}
	past := ofKind(p, tools.ValueDate, tools.ValueDateTime, tools.ValueMonth) && p.Values.Max <= 0
	return past || ofKind(p, tools.ValuePastMoment, tools.ValueEmail, tools.ValuePhone, tools.ValuePattern)
}
