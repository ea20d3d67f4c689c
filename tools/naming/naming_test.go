package naming

import (
	"strings"
	"testing"
)

func TestActionOf(t *testing.T) {
	for _, c := range []struct{ in, verb, object string }{
		{"Retrieve the high scores of RuneScape players.", "retrieve", "the high scores of RuneScape players"},
		{"Get information about a specified Rappi store, including the store name, location, and operating hours.", "get", "information about a Rappi store"},
		{"Provides the optimal route.", "provide", "the optimal route"},
		{"Retrieve the user's YNAB budget data, including accounts.", "retrieve", "my YNAB budget data"},
		{"Subnet calculator API, used to calculate subnets, hosts, and other network parameters.", "", ""},
		{"Weather.", "", ""},
	} {
		if verb, object := actionOf(c.in); verb != c.verb || object != c.object {
			t.Errorf("%q gives %q, %q", c.in, verb, object)
		}
	}
}

func TestSingular(t *testing.T) {
	for in, want := range map[string]string{"stories": "story", "boxes": "box", "news": "news", "status": "status", "songs": "song", "address": "address", "data": "data", "movies": "movie"} {
		if got := Singular(in); got != want {
			t.Errorf("one of %q is %q, not %q", in, got, want)
		}
	}
}

// A brand that a name takes apart is one word again.
func TestSpellAll(t *testing.T) {
	for in, want := range map[string]string{"git hub repository": "GitHub repository", "you tube video": "YouTube video", "address line1": "address line 1", "num patties": "number of patties", "qr code": "QR code", "dns record": "DNS record"} {
		if got := SpellAll(strings.Fields(in)); got != want {
			t.Errorf("%q is spelled %q, want %q", in, got, want)
		}
	}
}

func TestOneTask(t *testing.T) {
	for in, want := range map[string]string{
		"a wallet and manage the wallet":        "a wallet",
		"all symbols and retrieve their names":  "all symbols",
		"sending and receiving payments":        "sending and receiving payments",
		"the names and addresses of all people": "the names and addresses of all people",
	} {
		if got := oneTask(in); got != want {
			t.Errorf("%q is cut to %q, want %q", in, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"getUserIDs": "get User IDs", "booking_code": "booking code", "HTTPServer": "HTTP Server", "a.b-c": "a b c",
		"cca2Code": "cca2 Code", "": "",
	} {
		if got := strings.Join(Words(name), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
	for noun, want := range map[string]string{
		"flight": "flights", "box": "boxes", "city": "cities", "day": "days", "parcel shop": "parcel shops", "person": "people",
		"bus": "buses", "dish": "dishes", "news": "news",
	} {
		if got := Plural(noun); got != want {
			t.Errorf("Plural(%q) = %q, want %q", noun, got, want)
		}
	}
	for _, test := range []struct {
		text, keyword string
		want          bool
	}{{"findTrains by rail", "train", true}, {"a restrained answer", "train", false}, {"calendar_export", "calendar export", true}, {"x", "y", false}} {
		if got := Mentions(test.text, test.keyword); got != test.want {
			t.Errorf("Mentions(%q, %q) = %v", test.text, test.keyword, got)
		}
	}
}
