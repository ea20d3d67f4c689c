package naming

import (
	"slices"
	"strings"
)

// spans are the names of parameters that say how long a forecast is.
var spans = strings.Fields("days numdays numberofdays forecastdays hours numhours numberofhours forecasthours")

// Spans reports whether a parameter of a tool says how many values a forecast has.
func Spans(tool, param string) bool {
	return slices.Contains(spans, Joined(param)) && strings.Contains(Joined(tool), "forecast")
}

// Joined is a name in small letters, without what separates its words.
func Joined(name string) string {
	return strings.ToLower(joiner.Replace(name))
}

var joiner = strings.NewReplacer("_", "", "-", "", " ", "")
