package out

import (
	"fmt"
	"strconv"
	"strings"

	"switchyard/mission"
)

// Conversation writes an entry as Markdown for people to read: what is said,
// the calls between, and what they returned, cut where it is long. Each mission
// has a heading of the given level.
func Conversation(e *mission.Entry, level int) string {
	var b cardBuilder
	b.line("Entry `%s`, %s %s. The user is %s.", cell(e.ID), inline(e.Environment.Weekday), inline(e.Environment.Now), inline(portrait(&e.Persona)))
	for i := range e.Missions {
		m := &e.Missions[i]
		kind := string(m.Type)
		if m.Pattern != "" {
			kind += ", " + string(m.Pattern)
		}
		if m.Relation != "" {
			kind += ", " + string(m.Relation)
		}
		if m.Reference != nil {
			kind += " (" + string(m.Reference.Way) + ")"
		}
		b.line("\n%s Mission %d: %s\n", strings.Repeat("#", level), i+1, inline(kind))
		b.speech("User", m.Request)
		for _, q := range m.Questions {
			b.speech("Agent", q.Text)
			b.speech("User", q.Reply)
		}
		for j := range m.Calls {
			b.call(j, &m.Calls[j])
		}
		b.speech("Agent", m.Reply)
	}
	return b.String()
}

// portrait says in a line who a persona is.
func portrait(p *mission.Persona) string {
	words := []string{p.Name}
	if p.Background != "" {
		words = append(words, p.Background)
	}
	words = append(words, string(p.Tone))
	for _, trait := range []string{string(p.Length), string(p.Patience)} {
		if trait != "" {
			words = append(words, trait)
		}
	}
	return strings.Join(words, ", ")
}

// speech writes what somebody says as a quotation.
func (b *cardBuilder) speech(who, text string) {
	lines := strings.Split(cut(escapeHTML(text), 1200), "\n")
	b.line("> **%s:** %s", who, lines[0])
	for _, l := range lines[1:] {
		b.line(">%s", strings.TrimRight(" "+l, " \r"))
	}
	b.WriteByte('\n')
}

func (b *cardBuilder) call(index int, c *mission.Call) {
	text := fmt.Sprintf("%s %s\n→ %d %s", c.Tool, oneLine(c.Arguments), c.Status, cut(oneLine(c.Observation), 300))
	fence := fenceFor(text)
	after := ""
	if len(c.Dependencies) > 0 {
		var list []string
		for _, d := range c.Dependencies {
			list = append(list, strconv.Itoa(d+1))
		}
		after = " (after call " + strings.Join(list, ", ") + ")"
	}
	b.line("Call %d%s:\n%s\n%s\n%s\n", index+1, after, fence, text, fence)
}
