package author

import (
	"strconv"
	"strings"

	"switchyard/internal/document"
	"switchyard/tools"
)

// Rehearse answers a refiner's request without a model, with what the rules
// infer. asked is the trace of the request; ok is false if it is not a refiner's
// request about one of the toolsets.
func Rehearse(sets []*tools.Toolset, asked string) (answer string, ok bool) {
	i := strings.LastIndexByte(asked, '/')
	if i < 0 {
		return "", false
	}
	asked = asked[:i] // without the number of the request
	for _, ts := range sets {
		part, own := strings.CutPrefix(asked, trace(ts, ""))
		if !own {
			continue
		}
		var n *document.Node
		tool, words := strings.CutPrefix(part, "words.")
		switch k, err := strconv.Atoi(tool); {
		case part == "things":
			n = thingsOf(ts)
		case part == "topics":
			n = topicsOf(ts)
		case words && err == nil && k >= 0 && k < len(ts.Tools):
			n = wordsOf(ts, ts.Tools[k])
		default:
			return "", false
		}
		return string(n.JSON()), true
	}
	return "", false
}
