package proof

import (
	"slices"

	"switchyard/mission"
)

// servedBy returns another tool that does the same as the one that is called and needs only
// what the request of a clarify mission says, so that nothing need be asked for: the age for
// a name, beside the age for a name in a country. asked are the sources that a reply gives.
func (v *view) servedBy(call *callView, asked []*mission.Source) string {
	said := map[string]bool{}
	for _, l := range call.leaves {
		said[top(l.pointer)] = true
	}
	missing := map[string]bool{}
	for _, src := range asked {
		delete(said, top(src.Pointer))
		for _, w := range plainWords(splitName(top(src.Pointer))) {
			missing[w] = true
		}
	}
	for i := range v.entry.Toolset.Tools {
		t := v.tools[v.entry.Toolset.Tools[i].Name]
		if t == nil || t.Name == call.tool.Name || t.params == nil || t.params.err != nil {
			continue
		}
		does, asks := doneBy(t.Name, missing), doneBy(call.tool.Name, missing)
		if !slices.Equal(does, asks) || t.Effect != call.tool.Effect && (len(does) == 0 || changes(t.Effect) || changes(call.tool.Effect)) {
			continue
		}
		takes := true
		for name := range said {
			_, known := t.params.parameter("/" + name)
			takes = takes && known
		}
		required, _ := child(t.params.doc, "required")
		list, _ := required.([]any)
		if takes && !slices.ContainsFunc(list, func(name any) bool { return !said[spell(name)] }) {
			return t.Name
		}
	}
	return ""
}

// doneBy is what a tool does by its name, as stems, without the words that say with what:
// "estimate age" of "estimateAgeByCountry". If the team is missing, "get team rankings" does
// the same as "get rank".
func doneBy(tool string, missing map[string]bool) []string {
	list := plainWords(splitName(tool))
	if i := slices.IndexFunc(list, func(w string) bool { return withWhat[w] }); i > 0 {
		list = list[:i]
	}
	if len(list) > 0 && lookups[list[0]] {
		list = list[1:]
	}
	var done []string
	for _, w := range list {
		if !missing[w] {
			done = append(done, stem(w))
		}
	}
	return done
}

// withWhat are words in the names of tools before what the tool needs.
var withWhat = set("by for from with of in at on to using via within per and")
