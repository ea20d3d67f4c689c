package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"switchyard/mission"
)

// proveResults proves that results hold what they were asked for: the filters, the number
// of things, and that what was made now is of today.
func (v *view) proveResults(m *missionView) {
	for c := range m.calls {
		call := &m.calls[c]
		args, _ := call.arguments.(map[string]any)
		result, _ := call.observation.(map[string]any)
		if call.tool == nil || call.Status >= 300 || args == nil || result == nil {
			continue
		}
		at := fmt.Sprintf("/calls/%d/observation", c)
		rows, listed := rowsOf(result)
		for _, name := range sortedKeys(args) {
			if why := v.unfiltered(call, name, args[name], result, rows); why != "" {
				v.report(m, WorldFilter, at, "%s", why)
			}
			if why := call.miscounted(name, args[name], result, rows, listed); why != "" {
				v.report(m, WorldCount, at, "%s", why)
			}
		}
		if why := v.notNow(call, args, result); why != "" {
			v.report(m, WorldCreated, at, "%s", why)
		}
	}
}

// rowsOf returns the things that a result lists, and whether it is a list at all.
func rowsOf(result map[string]any) (rows []map[string]any, listed bool) {
	for _, key := range sortedKeys(result) {
		items, ok := result[key].([]any)
		if !ok {
			continue
		}
		listed = true
		for _, item := range items {
			if row, ok := item.(map[string]any); ok {
				rows = append(rows, row)
			}
		}
		if rows != nil {
			return rows, true
		}
	}
	return nil, listed
}

// Words in the description of a parameter that make it a bound, not a value.
var (
	fromWords = set("least first earliest from after onwards minimum minimal later lowest since above beginning start")
	toWords   = set("most last latest until before by maximum maximal highest up below end earlier")
	// After a no or not, as in "no later than", words mean the other bound.
	notOver  = set("more later above higher after over longer")
	notUnder = set("less fewer earlier below lower before under")
)

// boundIn reads the description of a parameter: is it a bound, and which?
func boundIn(about string) (from, to bool) {
	not := false
	for _, w := range plainWords(about) {
		switch {
		case not && notOver[w]:
			to = true
		case not && notUnder[w]:
			from = true
		default:
			from, to = from || fromWords[w], to || toWords[w]
		}
		not = w == "no" || w == "not" || not && w == "be"
	}
	return from, to
}

// unfiltered returns which listed thing is not what a parameter asks for, or "".
func (v *view) unfiltered(call *callView, name string, want any, result map[string]any, rows []map[string]any) string {
	key, from, to := boundOf(name)
	named := from || to
	switch {
	case call.Status == created:
		rows = []map[string]any{result} // what was made is as it was ordered, whatever it is made of
	case !named:
		said, _ := call.tool.params.parameter("/" + name)
		about, _ := said["description"].(string)
		from, to = boundIn(about)
	}
	for i, row := range rows {
		have, ok := row[key]
		if !ok || !isScalar(have) || v.identifies(key) { // films like this one are others
			continue
		}
		switch wanted := want.(type) {
		case []any:
			if len(wanted) == 0 || !isScalar(wanted[0]) || slices.ContainsFunc(wanted, func(w any) bool { return sameFilter(w, have) }) {
				continue
			}
		case map[string]any:
			continue
		default:
			if sameFilter(want, have) {
				continue
			}
			order, comparable := compare(have, want)
			if comparable && (named || !isString(have) || looksTimed(spell(have))) && // a genre is no bound
				(from && order > 0 || to && order < 0) {
				continue
			}
		}
		return fmt.Sprintf("item %d has %s for %s, which was to be %s", i, show(have), key, show(want))
	}
	if low, high := numberIn(call.arguments, "min"), numberIn(call.arguments, "max"); low != nil && high != nil && (name == "min" || name == "max") {
		for _, key := range []string{"number", "value", "result"} {
			if have, ok := result[key].(json.Number); ok {
				if a, _ := compare(have, low); a < 0 {
					return fmt.Sprintf("%s is below %s", have, show(low))
				}
				if b, _ := compare(have, high); b > 0 {
					return fmt.Sprintf("%s is above %s", have, show(high))
				}
			}
		}
	}
	return ""
}

// boundOf reads the name of a parameter: min_price is a lower bound of price.
func boundOf(name string) (key string, from, to bool) {
	for _, prefix := range []string{"min_", "minimum_", "least_", "from_"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest, true, false
		}
	}
	for _, prefix := range []string{"max_", "maximum_", "most_", "until_"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest, false, true
		}
	}
	return name, false, false
}

func numberIn(doc any, key string) any {
	fields, _ := doc.(map[string]any)
	if n, ok := fields[key].(json.Number); ok {
		return n
	}
	return nil
}

// sameFilter compares what was asked for with a value. The case of letters does not matter,
// and a time is of its day.
func sameFilter(want, have any) bool {
	if equal(want, have) {
		return true
	}
	a, b := spell(want), spell(have)
	return strings.EqualFold(a, b) || natureOfText(a) == aDay && natureOfText(b) == aMoment && strings.HasPrefix(b, a)
}

// limits are the names of parameters that bound how many things are listed.
var limits = set("limit max_results maxresults page_size pagesize per_page perpage num_results numresults number_of_results max_items maxitems count top amount_of_results")

// spanNames are the names of parameters that say how many days, or the like, a forecast has.
var spanNames = set("days num_days number_of_days forecast_days hours num_hours number_of_hours forecast_hours")

// miscounted returns why a result has not as many things as a parameter asks for, or "".
func (call *callView) miscounted(name string, want any, result map[string]any, rows []map[string]any, listed bool) string {
	lower := strings.ToLower(strings.ReplaceAll(splitName(name), " ", "_"))
	things := len(rows)
	if rows == nil {
		things = longest(result)
	}
	switch want := want.(type) {
	case json.Number:
		n, err := want.Int64()
		if err != nil {
			return ""
		}
		if limits[lower] && int64(things) > n {
			return fmt.Sprintf("%d things are listed, and %s is %d", things, name, n)
		}
		if spanNames[lower] && strings.Contains(fold(splitName(call.Tool)), "forecast") && int64(max(things, 1)) != n {
			return fmt.Sprintf("the forecast has %d values, and %s is %d", max(things, 1), name, n)
		}
	case []any:
		if !listed || lower != "ids" && !strings.HasSuffix(lower, "_ids") && !strings.HasSuffix(lower, "codes") {
			return ""
		}
		for _, id := range want {
			if isScalar(id) && !slices.ContainsFunc(rows, func(row map[string]any) bool { return holdsValue(row, id) }) && !listsValue(result, id) {
				return fmt.Sprintf("nothing is told about %s", show(id))
			}
		}
	}
	return ""
}

// longest is the number of items of the longest list of a result.
func longest(result map[string]any) (n int) {
	for _, item := range result {
		list, _ := item.([]any)
		n = max(n, len(list))
	}
	return n
}

// listsValue reports whether a list of a result has a value as an item.
func listsValue(result map[string]any, value any) bool {
	for _, item := range result {
		if list, ok := item.([]any); ok && slices.ContainsFunc(list, func(have any) bool { return equal(have, value) }) {
			return true
		}
	}
	return false
}

func holdsValue(row map[string]any, value any) bool {
	for _, have := range row {
		if isScalar(have) && equal(have, value) {
			return true
		}
	}
	return false
}

// doneFields are the first words of fields that say when something was done.
var doneFields = set("created sent opened received issued requested submitted ordered filed placed registered logged reported uploaded added posted recorded generated")

// changedFields are the first words of fields that say when something was changed last.
var changedFields = set("updated changed modified edited")

// Verbs at the start of the names of tools that make or change something.
var (
	makingVerbs   = set("create add send post publish make book order submit register open file place record request generate report upload log issue trade buy sell transfer")
	changingVerbs = set("update change edit modify set rename move")
)

// notNow returns the field of a result which says that what was done in this very call
// was done on another day, or "".
func (v *view) notNow(call *callView, args, result map[string]any) string {
	verb, _, _ := strings.Cut(fold(splitName(call.Tool)), " ")
	if call.tool.Effect == mission.EffectGet || call.tool.Effect == mission.EffectList {
		return "" // order_status makes no order
	}
	made := call.Status == created || makingVerbs[verb]
	there := call.Status != created && call.tool.Effect == mission.EffectUpdate
	for _, key := range sortedKeys(result) {
		first, _, _ := strings.Cut(fold(splitName(key)), " ")
		if there && !changedFields[first] && stem(first) != stem(verb) {
			continue // what there is already was created before
		}
		if !(made && doneFields[first] || (made || changingVerbs[verb]) && changedFields[first]) {
			continue
		}
		when, ok := result[key].(string)
		if ok && isDay(when) && when[:10] != v.entry.Environment.Now[:10] && !holdsValue(args, when) {
			return fmt.Sprintf("%s is %s, but it was done now, on %s", key, when, v.entry.Environment.Now[:10])
		}
	}
	return ""
}
