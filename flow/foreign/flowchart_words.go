package foreign

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// says adds what a node tells: the result of the call before it, or a sentence.
func (c *charter) says(b *box, n *document.Node, told string, order []*box) {
	add(n, "tell", text(b.line, told))
	_, question, _ := strings.Cut(told, ", and ask whether the user ")
	call := ""
	for _, before := range order {
		if slices.ContainsFunc(before.arrows, func(a arrow) bool { return a.to == b.id }) {
			if call != "" && call != before.call || before.call == "" {
				call = ""
				break
			}
			call = before.call
		}
	}
	if call == "" {
		add(n, "say", list(b.line, escaped(sentence(told))))
		return
	}
	add(n, "shows", list(b.line, []string{call}))
	if question != "" {
		add(n, "say", list(b.line, escaped(sentence(", and ask whether the user "+question))))
	}
}

// sentence turns what is told into a sentence of the assistant.
func sentence(told string) string {
	s, question, _ := strings.Cut(told, ", and ask whether the user ")
	s = strings.TrimPrefix(strings.TrimPrefix(s, "that "), "the user ")
	if s != "" {
		s = strings.ToUpper(s[:1]) + s[1:] + "."
	}
	if question != "" {
		s += " Would you like to " + strings.TrimPrefix(question, "wants to ") + "?"
	}
	return strings.TrimSpace(s)
}

// told is what a box tells.
func (c *charter) told(b *box, t *tools.Tool) string {
	s := b.text
	if t != nil { // what is told behind a call is told by the boxes that follow
		s, _, _ = strings.Cut(s, "call")
	}
	var parts []string
	for _, match := range telling.FindAllStringSubmatch(s, -1) {
		part := flat(whether.ReplaceAllString(match[1], ""))
		part = strings.TrimSuffix(part, ", and")
		part = strings.TrimSuffix(part, " and")
		if clause := askClause.FindStringIndex(part); clause != nil {
			part = flat(part[:clause[0]])
		}
		if part != "" {
			parts = append(parts, "that "+strings.TrimPrefix(lower(part), "that "))
		}
	}
	if match := whether.FindString(s); match != "" {
		_, wish, _ := strings.Cut(match, "user ")
		parts = append(parts, "ask whether the user "+flat(wish))
	}
	return strings.Join(parts, ", and ")
}

// words splits "ID number and name" into what is asked for.
func words(s string) (all []string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(s, " and ", ","), ",") {
		if part = flat(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// slotsFor finds the slots that words mean: parameters of the tool that the box, or the next one
// that calls, needs.
func (c *charter) slotsFor(b *box, t *tools.Tool, asked []string, order []*box) (slots []string) {
	if t == nil {
		t = c.nextCall(b, order)
	}
	if t == nil {
		c.problem(b.line, "let it, or the next node, call a tool", "the node %s asks for %s, but no call needs it", b.id, strings.Join(asked, " and "))
		return nil
	}
	for _, what := range asked {
		best, most := (*tools.Param)(nil), 0
		for _, p := range t.Params {
			if n := common(what, p.Name+" "+p.About); n > most && c.known[p.Name] == "" {
				best, most = p, n
			}
		}
		if best == nil {
			c.leave(b.line, "", "%s has no parameter that could be %q, so it is not asked for", t.Name, what)
			continue
		}
		if slot := c.slot(b.line, t, best); !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	for _, p := range t.Params { // what a call needs and nobody has asked for
		if p.Required && c.known[p.Name] == "" {
			slots = append(slots, c.slot(b.line, t, p))
		}
	}
	return slots
}

// nextCall is the tool that the next box calls.
func (c *charter) nextCall(b *box, order []*box) *tools.Tool {
	for _, a := range b.arrows {
		if match := callClause.FindStringSubmatch(c.boxes[a.to].text); match != nil {
			return c.set.Tool(match[1])
		}
	}
	return nil
}

// common counts the words that two texts share.
func common(a, b string) (n int) {
	have := naming.Words(strings.ToLower(strings.Join(naming.Words(b), " ")))
	for _, w := range naming.Words(strings.ToLower(a)) {
		if len(w) > 1 && w != "the" && w != "of" && w != "user" && slices.Contains(have, w) {
			n++
		}
	}
	return n
}

// join makes the edges of a box.
func (c *charter) join(b *box) {
	last := c.nodes.Fields[b.last]
	switch {
	case len(b.arrows) == 0 && b.call == b.last:
		name, n := c.node(b.line, "result_of_"+b.call)
		add(n, "tell", text(b.line, "the result"))
		add(n, "shows", list(b.line, []string{b.call}))
		link(last, edge{line: b.line, to: name})
		return
	case len(b.arrows) == 1 && (b.call == b.last || last.Fields["ask"] != nil):
		link(last, edge{line: b.arrows[0].line, to: c.boxes[b.arrows[0].to].first})
		return
	case b.call == b.last:
		c.results(b, last)
		return
	}
	wishes := map[string]bool{}
	for _, a := range b.arrows {
		user, says := wish(a.label)
		if wishes[user] {
			c.leave(a.line, "give the arrows different labels", "two arrows of %s have the label %q; the one to %s is left out", b.id, a.label, a.to)
			continue
		}
		wishes[user] = true
		if a.label == "" {
			user, says = "goes on", []string{"All right.", "OK, go on.", "Fine."}
		}
		e := edge{line: a.line, user: user, says: says, to: c.boxes[a.to].first}
		if to := c.nodes.Fields[e.to]; to != nil && to.Fields["ask"] != nil && to.Fields["tell"] == nil {
			for _, item := range to.Fields["ask"].Items {
				e.forgets = append(e.forgets, item.Text) // it is asked for again
			}
		}
		c.anew(b, &e)
		link(last, e)
	}
}

// anew lets a user who wants a call again say with what: the same call would give the same result.
func (c *charter) anew(b *box, e *edge) {
	t := c.calls[e.to]
	if t == nil {
		return
	}
	var slots []string
	for _, p := range t.Params {
		if p.Required {
			slots = append(slots, c.slot(e.line, t, p))
		}
	}
	if len(slots) == 0 {
		return
	}
	name, n := c.node(e.line, b.id+"_again")
	add(n, "ask", list(e.line, slots))
	link(n, edge{line: e.line, to: e.to})
	e.to, e.forgets = name, slots
}

var negative = regexp.MustCompile(`(?i)\b(?:no|not|never|fail\w*|un\w+able|unavailable|unsuccessful\w*|invalid|incorrect|wrong|den\w+|reject\w*|refus\w*|miss\w*|without|can't|cannot|isn't|doesn't|inval\w+)\b`)

// results decides which values the labels behind a call mean.
func (c *charter) results(b *box, last *document.Node) {
	t := c.calls[b.call]
	fields := b.fields
	if len(fields) == 0 {
		fields = flow.Fields(t)
	}
	for _, field := range fields {
		values := c.values(t, field)
		if len(values) < len(b.arrows) || len(values) == 0 {
			continue
		}
		if chosen := meant(b.arrows, values); chosen != nil {
			for i, a := range b.arrows {
				link(last, edge{line: a.line, condition: fmt.Sprintf("%s == %s", field, chosen[i]), to: c.boxes[a.to].first})
			}
			return
		}
	}
	var labels []string
	for _, a := range b.arrows {
		labels = append(labels, a.label)
	}
	c.problem(b.line, "name the field: … based on the returned "+strings.Join(flow.Fields(t), " or "), "it is not clear which result of %s means \"%s\"", t.Name, strings.Join(labels, `", "`))
}

// values are the values of a field that has few, as conditions write them.
func (c *charter) values(t *tools.Tool, field string) (all []string) {
	for _, a := range t.Gives {
		if a.Name != field || a.Values == nil {
			continue
		}
		if a.Values.Kind == tools.ValueBool {
			return []string{"true", "false"}
		}
		for _, v := range a.Values.Pick {
			all = append(all, string(tools.EncodeValue(v)))
		}
	}
	return all
}

// meant finds the value that each label means: the one that it names, or, of two that are true
// and false, the one with its sign. It is nil if that is not clear.
func meant(arrows []arrow, values []string) (chosen []string) {
	boolean := len(values) == 2 && slices.ContainsFunc(values, func(v string) bool { return strings.Trim(v, `"`) == "true" })
	for _, a := range arrows {
		found := ""
		for _, v := range values {
			plain := strings.ToLower(strings.Trim(v, `"`))
			if boolean {
				if (plain == "false") == negative.MatchString(a.label) {
					found = v
				}
			} else if strings.Contains(strings.ToLower(a.label), plain) {
				found = v
			}
		}
		if found == "" || slices.Contains(chosen, found) {
			return nil
		}
		chosen = append(chosen, found)
	}
	return chosen
}
