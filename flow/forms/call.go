package forms

import (
	"regexp"
	"strings"

	"switchyard/flow"
	"switchyard/internal/document"
	"switchyard/tools"
)

// callText writes a call: "change_seat(booking_code=book.booking_code, new_seat=seat)". An
// argument that has the name of its slot stands alone. slot and result are put in front of
// slots and of calls that returned something.
func callText(n *flow.Node, slot, result string) string {
	args := make([]string, len(n.Args))
	for i, a := range n.Args {
		value := ""
		switch {
		case a.Slot != nil && slot == "" && a.Slot.Name == a.Param.Name:
			args[i] = a.Param.Name
			continue
		case a.Slot != nil:
			value = slot + a.Slot.Name
		case a.Node != nil:
			value = result + a.Node.ID + "." + a.Field
		default:
			value = string(tools.EncodeValue(a.Value))
		}
		args[i] = a.Param.Name + "=" + value
	}
	return n.Call.Name + "(" + strings.Join(args, ", ") + ")"
}

var (
	callForm = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_.-]*)\((.*)\)$`)
	refForm  = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[^\s,()"]+)?$`)
)

// call reads what callText writes into a node of the document.
func (r *reader) call(node *document.Node, line int, s, slot, result string) {
	match := callForm.FindStringSubmatch(strings.TrimSpace(s))
	if match == nil {
		r.problem(line, "write search_flights(origin, date=day)", "this is no call: %s", s)
		return
	}
	node.Set("call", text(line, match[1]))
	with := object(line)
	for _, arg := range splitArgs(match[2]) {
		name, value, named := strings.Cut(arg, "=")
		if name = strings.TrimSpace(name); !named {
			value = name
		}
		value = strings.TrimSpace(value)
		plain := strings.TrimPrefix(strings.TrimPrefix(value, slot), result)
		if refForm.MatchString(plain) && plain != "true" && plain != "false" && plain != "null" {
			r.add(with, "the argument", name, line, text(line, plain))
			continue
		}
		constant, err := document.ParseJSON([]byte(value), line)
		if err != nil {
			r.problem(line, "an argument is a slot, a result such as search.count, or a value in JSON", "%s is no argument of %s", arg, match[1])
			continue
		}
		holder := object(line)
		holder.Set("value", constant)
		r.add(with, "the argument", name, line, holder)
	}
	node.Set("given", with) // until the parameters that are left out are known
}

// splitArgs splits arguments at the commas outside of quotes and brackets.
func splitArgs(s string) (args []string) {
	depth, from, quoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{' || c == '(':
			depth++
		case c == ']' || c == '}' || c == ')':
			depth--
		case c == ',' && depth == 0:
			args = append(args, s[from:i])
			from = i + 1
		}
	}
	if strings.TrimSpace(s[min(from, len(s)):]) != "" {
		args = append(args, s[from:])
	}
	return args
}
