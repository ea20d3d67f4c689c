package forms

import (
	"fmt"
	"strings"

	"switchyard/flow"
	"switchyard/tools"
)

// writeText writes a workflow as numbered prose.
func writeText(w *flow.Workflow) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n\n", w.Title, w.About)
	number := map[*flow.Node]int{}
	for i, n := range w.Nodes {
		number[n] = i + 1
	}
	for _, n := range w.Nodes {
		fmt.Fprintf(&b, "%d. (%s) ", number[n], n.ID)
		b.WriteString(stepText(n))
		edges := ordered(n)
		switch {
		case len(edges) == 0:
			b.WriteString(" The conversation ends here.\n")
		case len(edges) == 1 && !edges[0].Wished():
			fmt.Fprintf(&b, " Then %sgo to step %d.\n", forgetText(edges[0]), number[edges[0].To])
		default:
			b.WriteString("\n")
			for _, e := range edges {
				fmt.Fprintf(&b, "   - %s%sgo to step %d.\n", caseText(n, e), forgetText(e), number[e.To])
			}
		}
	}
	if len(w.Before) > 0 {
		b.WriteString("\n")
	}
	for _, p := range w.Before {
		fmt.Fprintf(&b, "Never call %s before %s has succeeded.\n", p.Tool.Name, phrase(toolNames(p.Needs), "and"))
	}
	if optional := optionalSlots(w); len(optional) > 0 {
		fmt.Fprintf(&b, "\nDo not ask for %s. If the user mentions one of them, use it in the calls that take it.\n", phrase(optional, "or"))
	}
	if len(w.Answers) > 0 {
		fmt.Fprintf(&b, "\nQuestions about these subjects may be answered at any time; then go on where you were: %s.\n", strings.Join(topicNames(w.Answers), ", "))
	}
	if len(w.Outside) > 0 {
		fmt.Fprintf(&b, "\nThese are out of scope; say so politely: %s.\n", strings.Join(topicNames(w.Outside), ", "))
	}
	return b.String()
}

func toolNames(list []*tools.Tool) []string {
	all := make([]string, len(list))
	for i, t := range list {
		all[i] = t.Name
	}
	return all
}

func optionalSlots(w *flow.Workflow) (all []string) {
	for _, s := range w.Slots {
		if s.Optional {
			all = append(all, s.Name)
		}
	}
	return all
}

// stepText says what is done at a node.
func stepText(n *flow.Node) string {
	var parts []string
	if n.Call != nil {
		parts = append(parts, "Call "+callText(n, "", "")+".")
	}
	if n.Tell != "" {
		told := "Tell the user " + n.Tell
		if len(n.Shows) > 0 {
			told += " (from the result of " + phrase(nodeIDs(n.Shows), "and") + ")"
		}
		parts = append(parts, told+".")
	}
	if len(n.Ask) > 0 {
		parts = append(parts, "Ask the user for "+phrase(slotNames(n.Ask), "and")+".")
	}
	return strings.Join(parts, " ")
}

// caseText says when an edge is taken.
func caseText(n *flow.Node, e *flow.Edge) string {
	switch {
	case e.Wished():
		s := "If the user " + e.User
		if len(e.Gives) > 0 {
			s += ", take " + phrase(slotNames(e.Gives), "and") + " from what the user says and "
		} else {
			s += ", "
		}
		return s
	case len(e.If) > 0:
		return "If " + english(e.If, n) + ", "
	case len(n.Wishes()) > 0 && len(n.Onward()) == 1:
		return "When the user has answered, "
	}
	return "Otherwise, "
}

func forgetText(e *flow.Edge) string {
	if len(e.Forgets) == 0 {
		return ""
	}
	return "forget " + phrase(slotNames(e.Forgets), "and") + " and "
}

// english says a condition in words.
func english(c flow.Condition, at *flow.Node) string {
	parts := make([]string, len(c))
	for i, t := range c {
		subject := t.Field
		switch {
		case t.Slot != nil:
			subject = t.Slot.Name
		case t.Node != at && t.Node != nil:
			subject = strings.TrimSuffix(t.Node.ID+"."+t.Field, ".")
		}
		values := make([]string, len(t.Values))
		for j, v := range t.Values {
			values[j] = fmt.Sprint(v)
		}
		switch t.Op {
		case flow.Refused, flow.Granted:
			parts[i] = "the call is refused"
			if t.Node != at {
				parts[i] = "the call of " + t.Node.ID + " was refused"
			}
			if t.Op == flow.Granted {
				parts[i] = strings.Replace(parts[i], "refused", "not refused", 1)
			}
		case flow.Holds:
			parts[i] = subject + " is true or not empty"
		case flow.Lacks:
			parts[i] = subject + " is false or empty"
		case flow.Is, flow.In:
			parts[i] = subject + " is " + phrase(values, "or")
		case flow.IsNot, flow.NotIn:
			parts[i] = subject + " is not " + phrase(values, "or")
		default:
			parts[i] = subject + " is " + map[flow.Op]string{flow.Less: "below", flow.AtMost: "at most", flow.More: "above", flow.AtLeast: "at least"}[t.Op] + " " + values[0]
		}
	}
	return strings.Join(parts, " and ")
}
