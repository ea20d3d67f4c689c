package world

import (
	"slices"
	"strings"
	"time"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// How results follow what a call asks for: today's dates for what is made now, as many
// things as were wanted, numbers within the bounds.

// Words that begin the names of attributes which say when a thing was made or something
// was done, and when it was changed last.
var (
	doneWords    = strings.Fields("created creation added placed submitted registered recorded logged sent opened received issued requested ordered filed reported uploaded posted generated")
	changedWords = strings.Fields("updated changed modified edited")
)

// Verbs of tools that make something or do something now, and of those that change
// something.
var (
	makingVerbs   = strings.Fields("create add send post publish make book order submit register open file place record request generate report upload log issue trade buy sell transfer")
	changingVerbs = strings.Fields("update change edit modify set rename move")
)

// verbOf is the first word of a tool's name.
func verbOf(t *tools.Tool) string {
	if words := naming.Words(strings.ToLower(splitCamel(t.Name))); len(words) > 0 {
		return words[0]
	}
	return ""
}

// splitCamel puts a blank before each capital that follows a small letter.
func splitCamel(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if i > 0 && 'A' <= name[i] && name[i] <= 'Z' && 'a' <= name[i-1] && name[i-1] <= 'z' {
			b.WriteByte(' ')
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

// today is the value of a field that says when something was done or changed, if a call
// of the tool does or changes it now. Values of the past fit only what is there already.
func (w *World) today(t *tools.Tool, name string, values *tools.Values) (any, bool) {
	if values == nil || values.Kind != tools.ValuePastMoment && (values.Kind != tools.ValueDate || values.Max >= 0) {
		return nil, false
	}
	words := lowWords(name)
	if len(words) == 0 {
		return nil, false
	}
	verb := verbOf(t)
	makes := t.Effect == tools.Create || slices.Contains(makingVerbs, verb)
	if t.Effect == tools.Update && strings.HasPrefix(words[0], "creat") {
		return nil, false // what there is already was created before
	}
	changes := makes || t.Effect == tools.Update || slices.Contains(changingVerbs, verb)
	if !(makes && slices.Contains(doneWords, words[0]) || changes && slices.Contains(changedWords, words[0])) {
		return nil, false
	}
	if values.Kind == tools.ValueDate {
		return w.now.Format(time.DateOnly), true
	}
	return w.now.Format(momentLayout), true
}

// asOfNow dates a thing that was just made or changed, and what follows from that.
func (w *World) asOfNow(t *tools.Tool, r *record, args tools.Object) {
	var changed []string
	for i, f := range r.fields {
		a := t.Entity.Attribute(f.Name)
		if _, given := args.Get(f.Name); given || a == nil {
			continue
		}
		if v, ok := w.today(t, f.Name, a.Values); ok {
			r.fields[i].Value = v
			changed = append(changed, f.Name)
		}
	}
	if len(changed) > 0 {
		w.follow(t.Entity, r, args, changed)
	}
}

// limitWords are the names of parameters that bound how many things are listed.
var limitWords = strings.Fields("limit maxresults pagesize perpage numresults numberofresults maxitems count top amountofresults")

// wanted returns how many things the arguments of a list ask for: at most, and exactly.
func wanted(t *tools.Tool, args tools.Object) (most, exactly int64) {
	for _, arg := range args {
		n, ok := arg.Value.(int64)
		switch {
		case !ok || n < 1:
		case slices.Contains(limitWords, naming.Joined(arg.Name)):
			most = n
		case naming.Spans(t.Name, arg.Name):
			exactly = n
		}
	}
	return most, exactly
}

// within keeps the number that a call works out between the bounds that it names.
func within(name string, values *tools.Values, known lookup) *tools.Values {
	if values == nil || values.Kind != tools.ValueInt && values.Kind != tools.ValueNumber || !slices.Contains([]string{"number", "value", "result"}, name) {
		return values
	}
	low, _ := known("min")
	high, _ := known("max")
	least, ok1 := Float(low)
	most, ok2 := Float(high)
	if !ok1 || !ok2 || least > most {
		return values
	}
	out := *values
	out.Min, out.Max, out.Step = least, most, 0
	return &out
}
