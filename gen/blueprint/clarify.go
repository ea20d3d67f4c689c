package blueprint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"switchyard/internal/keyed"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/naming"
)

// Clarify missions: what the user leaves out and says when asked.

// withhold decides what the user leaves out of a clarify mission.
func (d *drawer) withhold(b *Blueprint, c *Call) bool {
	change := b.Opening == OpenChange
	var fit []int
	for i, a := range c.Args {
		if omissible(a.Param) && a.Origin == Said && (change && d.announces(a.Param) || !change && d.missed(c, a)) && !d.heard(a.Value) {
			fit = append(fit, i)
		}
	}
	if !change && (len(fit) == 0 || d.r.Chance(0.2)) {
		if i, ok := d.reopen(b, c); ok {
			fit = []int{i}
		}
	}
	if len(fit) == 0 {
		return false
	}
	fit = keyed.Shuffled(d.r, fit)
	if slices.ContainsFunc(c.Args, func(a Arg) bool { return a.There }) {
		slices.SortStableFunc(fit, func(i, j int) int { // nobody carries a day over to a thing out of the blue
			switch a, b := holdsEntity(c.Args[i].Param), holdsEntity(c.Args[j].Param); {
			case a && !b:
				return -1
			case b && !a:
				return 1
			}
			return 0
		})
	}
	n := 1
	if len(fit) > 1 && !change && d.r.Chance(severalMissing) {
		n = 2
	}
	for _, i := range slices.Sorted(slices.Values(fit[:n])) {
		a := &c.Args[i]
		a.Origin, a.Open = Asked, a.Open || change
		b.Missing = append(b.Missing, a.Param.Name)
	}
	if d.served(c) {
		return false
	}
	b.Vague = d.r.Chance(leavesOpen)
	if n == 1 && c.Arg(b.Missing[0]).Param.Entity != nil {
		b.Vague = d.r.Chance(looksUp) // who does not know a code can only look it up
	}
	if d.Persona.Has(mission.Volunteers) {
		d.volunteer(c)
	}
	return true
}

// How often the first answer leaves something open: where something can be said about it, and
// where it is a code. People do so about one time in four (roles of the Multi-Mission Tool
// Bench); where no such words fit, the answer is given at once.
const (
	leavesOpen = 0.48
	looksUp    = 0.03
)

// severalMissing is how often two values are left out where that is possible: answers with two
// values read like a form.
const severalMissing = 0.15

// missed reports whether a request of the call lacks an argument that it does not say: it
// was not said before, nothing that was shown of a thing which the request chooses gives it,
// a list cannot be asked for without it, and it is not made up from a text that is said.
func (d *drawer) missed(c *Call, a Arg) bool {
	if d.wasSaid(a.Param) || ofAllKinds(c.Tool, a.Param) || heads(c, a.Param) || d.dayStays(c, a.Param) {
		return false
	}
	return !slices.ContainsFunc(c.Args, func(about Arg) bool {
		if about.Origin != Shown || about.Choice == nil {
			return false
		}
		return slices.ContainsFunc(d.shown(about.Mission), func(it item) bool {
			return it.entity == about.Entity && tools.Same(it.id, about.Value) && slices.ContainsFunc(it.fields, func(f tools.Field) bool {
				return f.Name == a.Param.Target() && changesElse(c, a.Param) || gives(c.Tool.Effect, f.Name == about.Choice.By, f.Name == a.Param.Name, f.Value, a.Value)
			})
		})
	})
}

// changesElse reports whether a request says what changes about a thing without the parameter:
// whoever has the end of a shift corrected means that it begins as it does.
func changesElse(c *Call, p *tools.Param) bool {
	return c.Tool.Effect == tools.Update && slices.ContainsFunc(c.Args, func(a Arg) bool {
		return a.Param != p && a.Origin == Said && !holdsEntity(a.Param)
	})
}

// gives reports whether the value of an attribute of a thing is one that a call takes. What
// changes a thing takes a new value, and what makes another thing has values of its own,
// apart from days and times.
func gives(effect tools.EffectKind, chosenBy, sameName bool, shown, value any) bool {
	s := shapeOf(tools.Object{{Value: shown}}, "")
	dated := (s == aDate || s == aTime) && s == shapeOf(tools.Object{{Value: value}}, "")
	switch effect {
	case tools.Update, tools.Delete:
		return false
	case tools.Create:
		return dated && (chosenBy || sameName)
	}
	return dated && chosenBy || sameName
}

// fewKinds is how many values a parameter has at most if a list can be asked for each of
// them.
const fewKinds = 8

// ofAllKinds reports whether a list without a value of the parameter would be taken for one
// of all kinds: "which seals do we have". What takes several kinds at once can be told of all
// kinds even if it is no list.
func ofAllKinds(t *tools.Tool, p *tools.Param) bool {
	kinds, tells := p.Enum, t.Effect == tools.List
	if p.Items != nil {
		kinds, tells = p.Items.Enum, !t.Effect.Changes()
	}
	return tells && len(kinds) > 0 && len(kinds) <= fewKinds
}

// heads reports whether the parameter is the subject of a text that goes with the call:
// whoever is told what a message says makes up a subject without asking.
func heads(c *Call, p *tools.Param) bool {
	return isSubject.MatchString(p.Name) && slices.ContainsFunc(c.Args, func(a Arg) bool {
		return a.Param != p && (a.Param.Values != nil && a.Param.Values.Kind == tools.ValueText || isText.MatchString(a.Param.Name))
	})
}

var (
	isSubject = regexp.MustCompile(`(?i)(?:subject|title|heading|headline)(?:_?line)?$`)
	isText    = regexp.MustCompile(`(?i)(?:text|body|content|contents|message)$`)
)

// volunteer moves an optional argument into the answer to the question.
func (d *drawer) volunteer(c *Call) {
	for i := range c.Args {
		a := &c.Args[i]
		if !a.Param.Required && a.Origin == Said && a.Echo == nil && len(a.Param.Say) > 0 && !holdsEntity(a.Param) && !d.heard(a.Value) {
			a.Origin, a.Volunteered = Asked, true
			return
		}
	}
}

// omissible reports whether people may leave out a parameter that they must give.
func omissible(p *tools.Param) bool {
	return p.Required && !p.Always && p.Type != "boolean" && p.Type != "object"
}

// announces reports whether a request can say that a value of the parameter changes without
// saying to what: "but on another day". Of a list of values, there must be several that were
// not taken yet.
func (d *drawer) announces(p *tools.Param) bool {
	if v := p.Values; len(p.Enum) == 0 && v != nil && len(v.Pick) > 0 && len(v.Pick) <= 2 {
		return false // "in another currency", where there are two
	}
	if len(p.Other) == 0 || len(p.Enum) == 0 {
		return len(p.Other) > 0
	}
	left := slices.DeleteFunc(slices.Clone(p.Enum), func(v any) bool {
		return slices.ContainsFunc(d.Past, func(past *Past) bool {
			return slices.ContainsFunc(past.allCalls(), func(c PastCall) bool { a := c.Arg(p.Name); return a != nil && tools.Same(a.Value, v) })
		})
	})
	return len(p.Enum) > 2 && len(left) > 1
}

// served reports whether another tool does the same with what the request of a clarify
// mission says, so that nothing need be asked for.
func (d *drawer) served(c *Call) bool {
	var missing []string
	for _, a := range c.Args {
		if a.Origin == Asked {
			missing = append(missing, lowerWords(a.Param.Name)...)
		}
	}
	return slices.ContainsFunc(d.Set.Tools, func(t *tools.Tool) bool {
		if t == c.Tool || t.Effect != c.Tool.Effect {
			return false
		}
		said := func(name string) bool { a := c.Arg(name); return a != nil && a.Origin != Asked }
		return !slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Origin != Asked && t.Param(a.Param.Name) == nil }) &&
			!slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p.Required && !said(p.Name) }) &&
			slices.EqualFunc(doneBy(t, missing), doneBy(c.Tool, missing), formsOfOne)
	})
}

// formsOfOne reports whether two words may be forms of one: "rank" and "rankings".
func formsOfOne(a, b string) bool {
	return a == b || min(len(a), len(b)) > 3 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}

// doneBy is what a tool does by its name, without the words that say with what: "estimate
// age" of "estimateAgeByCountry". If the team is missing, "get team rankings" does the same as
// "get rank".
func doneBy(t *tools.Tool, missing []string) []string {
	list := lowerWords(t.Name)
	if i := slices.IndexFunc(list, func(w string) bool { return slices.Contains(withWhat, w) }); i > 0 {
		list = list[:i]
	}
	if len(list) > 0 && naming.LooksUp(list[0]) {
		list = list[1:]
	}
	return slices.DeleteFunc(list, func(w string) bool { return slices.Contains(missing, w) })
}

// lowerWords are the words of a name in lower case.
func lowerWords(name string) []string {
	list := naming.Words(name)
	for i := range list {
		list[i] = strings.ToLower(list[i])
	}
	return list
}

// withWhat are words in the names of tools before what the tool needs.
var withWhat = []string{"by", "for", "from", "with", "of", "in", "at", "on", "to", "using", "via", "within", "per", "and"}

// askable reports whether the tool has a required parameter, other than the one
// that is given, that a user may have left out.
func (d *drawer) askable(t *tools.Tool, given *tools.Param) bool {
	return slices.ContainsFunc(t.Params, func(p *tools.Param) bool { return p != given && omissible(p) && !d.wasSaid(p) && !ofAllKinds(t, p) })
}

// reopen replaces a value from an earlier mission by one that the request only
// announces: "but on another day". It returns the index of the argument.
func (d *drawer) reopen(b *Blueprint, c *Call) (int, bool) {
	for _, i := range keyed.Shuffled(d.r, indices(c.Args)) {
		a := c.Args[i]
		if a.Origin != Earlier || a.There || !a.Param.Required || !d.announces(a.Param) {
			continue
		}
		d.used[valueKey(a.Param, a.Value)] = true
		rest := Call{Tool: c.Tool, Args: slices.Delete(slices.Clone(c.Args), i, i+1)}
		next, ok := d.saidOfOthers(a.Param, &rest)
		if !ok || !rest.leans(b.Target) || d.heard(next.Value) {
			continue
		}
		next.Open = true
		c.Args[i] = next
		return i, true
	}
	return 0, false
}

// heard reports whether the value was said before, so that a question for it would be
// unnecessary.
func (d *drawer) heard(v any) bool {
	said := func(text string) bool {
		return slices.ContainsFunc(d.Past, func(p *Past) bool { return p.says(text) })
	}
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, d.heard)
	case tools.Object:
		return slices.ContainsFunc(v, func(f tools.Field) bool { return d.heard(f.Value) })
	case string:
		return said(v)
	case int64:
		return said(strconv.FormatInt(v, 10)) || v >= 0 && v < int64(len(NumberWords)) && said(NumberWords[v])
	}
	return false
}

// wasSaid reports whether an earlier mission gave a value for the parameter or for one
// that means the same. Leaving it out now would not be a gap.
func (d *drawer) wasSaid(p *tools.Param) bool {
	for _, past := range d.Past {
		for _, c := range past.allCalls() {
			if slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Param.Name == p.Name || alike(a.Param, p) }) {
				return true
			}
		}
	}
	// The user may mean something that was shown without naming it.
	for c := range d.made() {
		if _, ok := c.Answer.Body.Get(p.Name); ok && p.Entity == nil && c.Tool.Effect != tools.List {
			return true // the guest of the last reservation is the guest of the next one, and its shop the shop
		}
		if shown, ok := c.Answer.Body.Get(p.Name); ok && p.Entity == nil {
			if id, ok := IDText(shown); ok && distinctive(id) && !strings.Contains(id, " ") && shapeOf(c.Answer.Body, p.Name) == aThing {
				return true
			}
		}
	}
	return p.Entity != nil && d.anyShown(func(item) bool { return true }, p.Entity)
}

// anyShown reports whether such holds for an item that an earlier call shows. Lists
// count whatever their entity.
func (d *drawer) anyShown(such func(item) bool, entities ...*tools.Entity) bool {
	for c := range d.made() {
		if slices.ContainsFunc(itemsOf(c.Tool, c.Answer, 0, 0, entities), such) {
			return true
		}
	}
	return false
}

// dayStays reports whether a reader would know a day or a time that the request leaves out: "can
// the visit be moved to 6 pm?" means the same day, and a desk that was looked for from a day on is
// wanted from that day.
func (d *drawer) dayStays(c *Call, p *tools.Param) bool {
	day, hour := isKind(p, tools.ValueDate), isKind(p, tools.ValueTime)
	return (day || hour) && slices.ContainsFunc(c.Args, func(a Arg) bool {
		switch {
		case a.Origin == Said && c.Tool.Effect == tools.Update && (day && isKind(a.Param, tools.ValueTime) || hour && isKind(a.Param, tools.ValueDate)):
			return true
		case day && a.Origin == Shown && a.Mission < len(d.Past):
			return slices.ContainsFunc(d.Past[a.Mission].Calls, func(past PastCall) bool {
				return slices.ContainsFunc(past.Args, func(b Arg) bool { return isKind(b.Param, tools.ValueDate) })
			})
		}
		return false
	})
}
