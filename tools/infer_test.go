package tools

import "testing"

func TestInferEffects(t *testing.T) {
	ts := load(t, "testdata/functions/library.json")[0]
	for _, c := range []struct {
		tool   string
		effect EffectKind
		noun   string
	}{
		{"searchBooks", List, "book"}, {"getBookDetails", Get, "book"}, {"createReservation", Create, "reservation"}, {"cancelReservation", Delete, "reservation"},
	} {
		tool := ts.Tool(c.tool)
		if tool.Effect != c.effect || tool.Entity == nil || tool.Entity.Noun != c.noun {
			t.Errorf("%s is %s of %+v", c.tool, tool.Effect, tool.Entity)
		}
	}
	if e := ts.Tool("createReservation").Param("book_id").Entity; e != ts.Tool("searchBooks").Entity {
		t.Errorf("the book that is reserved is %+v", e)
	}
	if id := ts.Tool("createReservation").Entity.ID; id != "reservationId" {
		t.Errorf("a reservation is known by %q", id)
	}
	sound(t, ts)
}

func TestInferWordings(t *testing.T) {
	var texts []string
	for _, ts := range load(t, "testdata/functions") {
		sound(t, ts)
		for _, tool := range ts.Tools {
			texts = append(texts, tool.Name+": "+tool.Do[0].Text)
		}
	}
	want := []string{
		"searchBooks: search for books of the town library[ on the topic {topic}]",
		"getBookDetails: get the details of {book_id}",
		"createReservation: create a reservation for {book_id}[ {pickup_date}]",
		"cancelReservation: cancel {reservationId}",
		"translateText: translate the text[ {text}][ into {target_language}]",
		"detectLanguage: determine the language of the text[ {text}]",
		"listLanguages: list all supported languages",
		"getWeather: get the weather forecast[ in {city}][ in {unit}]",
		"getExchangeRate: get the exchange rate[ from {base_currency}][ to {target_currency}]",
		"send_parcel: send a parcel to the address[ {address}][ with the name {sender.name} and the email address {sender.email}][ with the weight {weight}]",
		"track_parcel: track the parcel[ {parcel_id}]",
	}
	for i := range want {
		if i >= len(texts) || texts[i] != want[i] {
			t.Errorf("wording %d is %q, not %q", i, texts[i], want[i])
		}
	}
}

func TestInferValues(t *testing.T) {
	sets := load(t, "testdata/functions")
	param := func(tool, name string) *Param {
		for _, ts := range sets {
			if x := ts.Tool(tool); x != nil {
				return x.Param(name)
			}
		}
		t.Fatalf("there is no tool %s", tool)
		return nil
	}
	for _, c := range []struct {
		tool, param string
		kind        ValueKind
	}{
		{"searchBooks", "topic", ValuePick}, {"createReservation", "pickup_date", ValueDate}, {"getWeather", "city", ValueCity}, {"getWeather", "days", ValueInt},
		{"getExchangeRate", "base_currency", ValueKnown}, {"track_parcel", "parcel_id", ValueInt}, {"translateText", "target_language", ValueKnown},
	} {
		if p := param(c.tool, c.param); p.Values == nil || p.Values.Kind != c.kind {
			t.Errorf("values of %s in %s are %+v", c.param, c.tool, p.Values)
		}
	}
	if p := param("searchBooks", "limit"); p.Default != int64(10) {
		t.Errorf("the description says that the default is 10, not %v", p.Default)
	}
}

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
		if got := singular(in); got != want {
			t.Errorf("one of %q is %q, not %q", in, got, want)
		}
	}
}
