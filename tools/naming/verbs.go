package naming

import (
	"slices"
	"strings"
)

// The verbs that begin the names of tools, by the effect that they suggest.
var (
	ListVerbs   = []string{"list", "search", "find", "browse", "filter", "discover", "explore", "recommend", "suggest", "match", "lookup"}
	GetVerbs    = []string{"get", "retrieve", "obtain", "access", "fetch", "view", "provide", "receive", "read", "show", "display", "query", "return", "look", "locate"}
	CreateVerbs = []string{"create", "add", "book", "order", "submit", "post", "register", "place", "reserve", "apply", "organize", "insert", "schedule", "upload", "store", "shorten", "publish", "invite", "donate", "subscribe"}
	UpdateVerbs = []string{"update", "edit", "change", "modify", "set", "adjust", "rename", "replace", "customize"}
	DeleteVerbs = []string{"delete", "remove", "cancel", "revoke", "drop", "clear"}
)

// verbList is the verbs that names and descriptions of tools begin with.
var verbList = strings.Fields(`compress transcribe log get retrieve obtain access fetch query view provide receive return read show display explore list search find
	browse look lookup filter locate discover create add book order submit post register place schedule make generate reserve apply store
	upload import organize build insert update edit change set modify customize adjust rename replace delete remove cancel clear revoke drop
	compute convert calculate translate check send verify validate determine estimate predict analyze analyse identify extract summarize
	classify categorize refine recognize detect compare compile debug run execute perform process handle manage simulate encode decode
	encrypt decrypt parse geocode autocomplete suggest recommend download stream play share shorten plan embed overlay
	withdraw deposit transfer trade pay buy sell report authenticate login sign track monitor measure transform resize merge split format
	sync connect start stop restart enable disable invite join export publish print draw render test scan select specify follow like vote
	rate review subscribe unsubscribe save load request ask answer echo help allow support use enter capture collect count evaluate
	implement maintain standardize represent highlight aggregate combine confirm approve assign refresh reset bookmark archive
	estimate retrieve match adopt donate enroll grant handle solve rank sort crop rotate enhance blur try reorder move duplicate unlink establish attach detach pause resume trigger configure initiate`)

// VerbBase gives the base form of a known verb: "Retrieves" and "retrieving"
// give "retrieve". It is empty for other words.
func VerbBase(word string) string {
	w := strings.ToLower(strings.Trim(word, ".,;:"))
	if slices.Contains(verbList, w) {
		return w
	}
	for _, cut := range []struct{ end, put string }{{"ies", "y"}, {"es", "e"}, {"es", ""}, {"s", ""}, {"ing", "e"}, {"ing", ""}} {
		if stem, ok := strings.CutSuffix(w, cut.end); ok && len(stem) > 1 && slices.Contains(verbList, stem+cut.put) && !slices.Contains(nounsAsWell, w) {
			return stem + cut.put
		}
	}
	for _, end := range []string{"ning", "ting", "ping"} { // running, setting, stopping
		if stem, ok := strings.CutSuffix(w, end); ok && slices.Contains(verbList, stem) {
			return stem
		}
	}
	return ""
}

// nounsAsWell look like forms of verbs, but names of tools mean the noun.
var nounsAsWell = strings.Fields("orders books posts rates trades reviews updates places stores reports tracks lists streams schedules requests matches rankings changes plays plans results listings likes tests answers ratings settings trading scores reservations votes makes")

// LooksUp reports whether the verb only asks for something, so that its object
// alone is a request: "the weather in Porto, please".
func LooksUp(verb string) bool {
	return slices.Contains(GetVerbs, verb) || slices.Contains([]string{"search", "find", "list", "browse", "filter", "explore", "locate", "look"}, verb)
}
