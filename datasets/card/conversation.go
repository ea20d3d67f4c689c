package card

import (
	"fmt"
	"strconv"
	"strings"

	"switchyard/mission"
)

// Longer texts are cut to these numbers of characters.
const (
	longestSpeech      = 1200
	longestObservation = 300
)

// Conversation writes an entry as Markdown for people: what user and agent say, and the
// calls with what they returned. Each mission has a heading of the given level.
func Conversation(e *mission.Entry, level int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Entry `%s`, %s %s. The user is %s.\n", cell(e.ID), inline(e.Environment.Weekday), inline(e.Environment.Now), inline(portrait(&e.Persona)))
	for i := range e.Missions {
		m := &e.Missions[i]
		kind := listed(string(m.Type), string(m.Pattern), string(m.Relation))
		if m.Reference != nil {
			kind += " (" + string(m.Reference.Way) + ")"
		}
		fmt.Fprintf(&b, "\n%s Mission %d: %s\n\n", strings.Repeat("#", level), i+1, inline(kind))
		b.WriteString(speech("User", m.Request))
		for _, q := range m.Questions {
			b.WriteString(speech("Agent", q.Text) + speech("User", q.Reply))
		}
		for j := range m.Calls {
			b.WriteString(call(j, &m.Calls[j]))
		}
		b.WriteString(speech("Agent", m.Reply))
	}
	return b.String()
}

// portrait describes a persona in one line.
func portrait(p *mission.Persona) string {
	return listed(p.Name, p.Background, string(p.Tone), string(p.Length), string(p.Patience))
}

// listed joins the words that are not empty.
func listed(words ...string) string {
	var list []string
	for _, word := range words {
		if word != "" {
			list = append(list, word)
		}
	}
	return strings.Join(list, ", ")
}

// speech writes what somebody says as a quotation.
func speech(who, text string) string {
	var b strings.Builder
	for i, line := range strings.Split(escapeHTML.Replace(valid(cut(text, longestSpeech))), "\n") {
		if i == 0 {
			line = fmt.Sprintf("**%s:** %s", who, line)
		}
		b.WriteString(strings.TrimRight("> "+line, " \r") + "\n")
	}
	return b.String() + "\n"
}

func call(index int, c *mission.Call) string {
	text := fmt.Sprintf("%s %s\n→ %d %s", c.Tool, compact(c.Arguments), c.Status, cut(compact(c.Observation), longestObservation))
	after := ""
	if len(c.Dependencies) > 0 {
		var list []string
		for _, d := range c.Dependencies {
			list = append(list, strconv.Itoa(d+1))
		}
		after = " (after call " + strings.Join(list, ", ") + ")"
	}
	return fmt.Sprintf("Call %d%s:\n%s\n\n", index+1, after, fence("", text))
}

// cut shortens a text to a number of characters.
func cut(s string, most int) string {
	if letters := []rune(s); len(letters) > most {
		return string(letters[:most]) + " …"
	}
	return s
}
