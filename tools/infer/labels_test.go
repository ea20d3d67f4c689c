package infer

import (
	"testing"

	"switchyard/tools"
	"switchyard/tools/naming"
)

func TestLabelOf(t *testing.T) {
	for _, c := range []struct{ value, source, want string }{
		{"mysql", "", "MySQL"}, {"MySQL", "", "MySQL"}, {"git_hub", "", "GitHub"}, {"FedEx", "", "FedEx"}, {"ebay", "", "eBay"}, {"eBay", "", "eBay"},
		{"PartTime", "", "part time"}, {"in_progress", "", "in progress"}, {"OpenSky", "Live flights from OpenSky and others.", "OpenSky"},
		{"OpenSky", "One of 'OpenSky', 'FlightHub'.", "open sky"}, {"desc", "", "desc"}, {"price_desc", "", "price descending"}, {"dog", "", "dog"},
	} {
		if got := labelOf(&tools.Param{Name: "source"}, &paramHints{words: []string{"source"}}, c.value, c.source); got != c.want {
			t.Errorf("%q is said as %q, want %q", c.value, got, c.want)
		}
	}
}

func TestAttributeNoun(t *testing.T) {
	for name, want := range map[string]string{
		"num_likes": "number of likes", "number_value": "number value", "reviewCount": "number of reviews", "count": "count", "permalink_url": "permalink URL", "price": "price",
	} {
		if got := attributeNoun(naming.Words(name)); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
