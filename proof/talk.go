package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
)

// Chats that talk about what was shown or declared.

// notDeclared returns why the reply says no fact of the toolset.
func (v *view) notDeclared(m *missionView, _ *mission.ChatClaim) string {
	if slices.ContainsFunc(v.entry.Toolset.Facts, m.reply.holds) {
		return ""
	}
	return fmt.Sprintf("%q says no fact that the toolset declares, word for word", cut(m.Reply))
}

// notReasoned returns why an opinion has no reason that holds: each item that it is for is the
// best by something that people choose by, and the reply says by what.
func (v *view) notReasoned(m *missionView, claim *mission.ChatClaim) string {
	for _, c := range []*mission.CompareClaim{claim.Compare, claim.Instead} {
		if c == nil {
			continue
		}
		if why := v.notCompared(m, c); why != "" {
			return why
		}
		item := v.compared(m, c, c.Winner)
		value, _ := attribute(item, c.By)
		switch {
		case !v.shows(m.reply, item):
			return fmt.Sprintf("the reply does not name item %d", c.Winner)
		case !newScan(m.Reply).has(value) && !m.reply.holds(spell(value)):
			return fmt.Sprintf("the reply does not say the %s of item %d", c.By, c.Winner)
		case !v.saysBest(m, c):
			return fmt.Sprintf("the reply does not say, in words that people choose by, that item %d has the %s %s", c.Winner, c.Order, c.By)
		}
	}
	if a, b := claim.Compare, claim.Instead; b != nil && (b.Mission != a.Mission || b.Call != a.Call || b.List != a.List || !slices.Equal(b.Items, a.Items) || b.Winner == a.Winner) {
		return "what speaks for another item is not about another item of the same list"
	}
	return ""
}

// saysBest reports whether the reply has the words of a comparison that people choose by.
func (v *view) saysBest(m *missionView, c *mission.CompareClaim) bool {
	for i := range v.entry.Toolset.Entities {
		for _, by := range v.entry.Toolset.Entities[i].Comparisons {
			if by.By != c.By || by.Order != c.Order || by.Wanted != mission.WantedChoose {
				continue
			}
			if slices.ContainsFunc(by.Say, func(say string) bool {
				return !slices.ContainsFunc(plainWords(strings.ReplaceAll(say, "{noun}", "")), func(w string) bool {
					return w != "with" && w != "that" && w != "whose" && !m.reply.holds(w)
				})
			}) {
				return true
			}
		}
	}
	return false
}

// notPlaced returns why an item does not have its place among the others, or why the reply does
// not show it.
func (v *view) notPlaced(m *missionView, claim *mission.ChatClaim) string {
	c := claim.Compare
	if c.Order != mission.OrderMin && c.Order != mission.OrderMax {
		return fmt.Sprintf("%q is no way to compare", c.Order)
	}
	mine, ok := attribute(v.compared(m, c, c.Winner), c.By)
	if !ok || !slices.Contains(c.Items, c.Winner) {
		return fmt.Sprintf("item %d is not one of the items, or has no %q", c.Winner, c.By)
	}
	low, high, place := mine, mine, 1
	for k, i := range c.Items {
		item := v.compared(m, c, i)
		value, ok := attribute(item, c.By)
		order, comparable := compare(value, mine)
		switch {
		case !ok || !comparable || slices.Contains(c.Items[:k], i):
			return fmt.Sprintf("item %d has no %q to compare", i, c.By)
		case order == 0 && i != c.Winner:
			return fmt.Sprintf("item %d has the same %s", i, c.By)
		case !v.shows(v.missions[c.Mission].reply, item):
			return fmt.Sprintf("the closing reply of mission %d does not show item %d", c.Mission, i)
		}
		if c.Order == mission.OrderMin && order < 0 || c.Order == mission.OrderMax && order > 0 {
			place++
		}
		if d, _ := compare(value, low); d < 0 {
			low = value
		}
		if d, _ := compare(value, high); d > 0 {
			high = value
		}
	}
	if place != c.Place {
		return fmt.Sprintf("item %d has place %d, not %d", c.Winner, place, c.Place)
	}
	for _, value := range []any{mine, low, high} {
		if !newScan(m.Reply).has(value) && !m.reply.holds(spell(value)) {
			return fmt.Sprintf("the reply does not say %s", show(value))
		}
	}
	return ""
}

// notAllOptions returns why the reply does not say all that a parameter can be.
func (v *view) notAllOptions(m *missionView, claim *mission.ChatClaim) string {
	i := slices.IndexFunc(v.entry.Toolset.Tools, func(t mission.Tool) bool { return t.Name == claim.Options.Tool })
	if i < 0 {
		return fmt.Sprintf("there is no tool %q", claim.Options.Tool)
	}
	t := &v.entry.Toolset.Tools[i]
	var schema struct {
		Properties map[string]struct{ Enum []string }
	}
	if err := json.Unmarshal(t.Parameters, &schema); err != nil || len(schema.Properties[claim.Options.Parameter].Enum) < 2 {
		return fmt.Sprintf("there is nothing to choose from for %q of %s", claim.Options.Parameter, t.Name)
	}
	for _, value := range schema.Properties[claim.Options.Parameter].Enum {
		quoted, _ := json.Marshal(value)
		words := append(slices.Clone(t.Labels[claim.Options.Parameter][string(quoted)]), value, strings.ReplaceAll(value, "_", " "))
		if !slices.ContainsFunc(words, m.reply.holds) {
			return fmt.Sprintf("the reply does not say that %s can be %q", claim.Options.Parameter, value)
		}
	}
	return ""
}
