package proof

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// origins are words by where they stand in the conversation of TestClaimOracle. Other forms
// of these words stand there, too.
var origins = map[string][]string{
	"result":      {"velvet", "Velvets", "harbour", "director", "directors", "subtitle", "subtitled", "Brazil", "Canadian dollar"},
	"description": {"projector", "auditorium", "matinee", "screening", "acoustics", "curtains"},
	"heard":       {"grandmother", "anniversary", "popcorn", "cyclists", "movie", "bookings"},
	"plain":       {"The", "found", "is", "here", "couldn't", "and", "Certainly", "sorry", "March", "which", "2026", "MV-101"},
	"nowhere":     {"complimentary", "breakfast", "heated", "jazz", "parking", "5-star", "3-storey", "wifi's", "award-winning", "(vegan)", "**glamorous**"},
	"offer":       {"orchid", "bouquets", "florist"}, // of a tool that is not called
	"foreign":     {"submarine", "torpedo"},          // of a distractor
	"later":       {"trombone", "saxophones"},        // of the next mission
}

// TestClaimOracle puts replies together of words of which it is known where they come from.
// A word may be said if the agent knows it by then; a tool that is not called may be offered.
func TestClaimOracle(t *testing.T) {
	p := New()
	places := slices.Sorted(maps.Keys(origins))
	inWorlds(t, 1500, func(seed uint64) (supported, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 25))
		film := mission.Tool{Name: "show_film", Description: "Tells all about a film and its projector.", Parameters: object("movie_id", "The film in an auditorium."),
			Returns: object("movie_id", "Whether it is a matinee.", "screened", "The acoustic."), Labels: map[string]map[string][]string{"kind": {`"x"`: {"curtain"}}}}
		e := one(film, 200, map[string]any{"movie_id": "MV-101"}, map[string]any{"movie_id": "MV-101", "fabric": "velvet", "directorName": "Harbour", "subtitles": true, "land": "Brazil", "money": "CAD"})
		e.Toolset.Tools = append(e.Toolset.Tools, mission.Tool{Name: "order_bouquet", Description: "Has an orchid sent by a florist.", Parameters: anyTool},
			mission.Tool{Name: "sink_submarine", Description: "Fires a torpedo.", Parameters: anyTool, Distractor: true})
		before, after := newEntry("x").Missions, mission.Mission{Type: mission.Chat, Request: "Do you play the trombone or the saxophone?", Reply: "No."}
		before = append(before, mission.Mission{Type: mission.Chat, Request: "My grandmother has an anniversary.", Reply: "Nice: popcorn for the cyclist!"})
		e.Missions = append(append(before, e.Missions...), after)
		supported = true
		var reply []string
		for range 1 + r.IntN(2) {
			offer := r.IntN(3) == 0
			words := []string{"It"}
			if offer {
				words = []string{pick(r, "If you like, the", "I can also get")}
			}
			for range 1 + r.IntN(3) {
				from := pick(r, places...)
				if bad := from == "nowhere" || from == "foreign" || from == "later" || from == "offer" && !offer; bad && r.IntN(3) > 0 {
					from = "plain"
				} else {
					supported = supported && !bad
				}
				words = append(words, pick(r, origins[from]...))
			}
			reply = append(reply, strings.Join(words, " ")+".")
		}
		m := &e.Missions[1]
		m.Reply = strings.Join(reply, pick(r, " ", "\n- "))
		if got := !fires(p, e, WorldClaim); got != supported {
			t.Fatalf("seed %d: %q is supported: %v, want %v: %v", seed, m.Reply, got, supported, found(p, e, WorldClaim))
		}
		return supported, true
	})
}

// measured are fields with what is told about them, and their units.
var measured = []struct {
	field, about, unit, per string
}{
	{"price", "Price in euros.", "eur", ""},
	{"rate", "What it costs, in EUR per night.", "eur", "night"},
	{"toll", "The toll, EUR/person.", "eur", "person"},
	{"fee_usd", "The fee.", "usd", ""},
	{"distance", "How far it is, in km.", "km", ""},
	{"minutes", "How long it takes.", "minute", ""},
	{"speed", "In km/h.", "km/h", ""},
	{"area", "In m².", "m²", ""},
	{"warmth", "Degrees Celsius.", "celsius", ""},
	{"seats", "How many seats are left.", "", ""},
	{"score", "The score.", "", ""},
}

// spellings are ways to say a number with a unit.
var spellings = map[string][]string{
	"eur":        {"€%d", "%d euros", "EUR %d", "%d €", "%d EUR", "**%d** euros", "a %d-euro thing", "**€%d**"},
	"usd":        {"$%d", "%d dollars", "USD %d", "%d $", "%d-dollar"},
	"gbp":        {"£%d", "%d pounds", "GBP %d"},
	"yen":        {"¥%d", "%d yen", "JPY %d"},
	"km":         {"%d km", "%dkm", "%d kilometres", "a %d-kilometre walk"},
	"mile":       {"%d miles", "a %d-mile walk"},
	"minute":     {"%d minutes", "%d min", "a %d-minute walk"},
	"hour":       {"%d hours", "%d h"},
	"km/h":       {"%d km/h", "%d kph"},
	"m²":         {"%d m²", "%d sqm"},
	"celsius":    {"%d °C", "%d degrees, or %[1]d°C"},
	"fahrenheit": {"%d °F", "%d fahrenheit"},
	"":           {"%d", "**%d**", "number %d", "MV-%d", "the MV-%d night", "%d things"},
}

// TestUnitOracle compares the unit of each number that a reply says with those of the fields
// that have the number. Minutes may be said as hours and minutes, but not only in part.
func TestUnitOracle(t *testing.T) {
	p := New()
	units := slices.Sorted(maps.Keys(spellings))
	inWorlds(t, 2000, func(seed uint64) (right, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 26))
		result, about, values := map[string]any{}, []string{}, map[int]int{}
		for range 4 {
			i := r.IntN(len(measured))
			values[i] = 2 + r.IntN(4)
			if measured[i].unit == "minute" && r.IntN(2) == 0 {
				values[i] = 60*(1+r.IntN(3)) + r.IntN(4)
			}
			result[measured[i].field] = values[i]
			about = append(about, measured[i].field, measured[i].about)
		}
		right = true
		said := []string{}
		for _, i := range slices.Sorted(maps.Keys(values)) {
			n, f := values[i], measured[i]
			unit, per := f.unit, f.per
			switch r.IntN(6) {
			case 0:
				unit = pick(r, units...)
			case 1:
				per = pick(r, "night", "week", "person")
			case 2:
				per = ""
			}
			if (unit == "hour" || unit == "minute" && f.unit != unit) && slices.Max(slices.Collect(maps.Values(values))) > 60 {
				return false, false // it could be a part of the minutes
			}
			if n > 60 && r.IntN(2) == 0 { // in hours and minutes
				hours, minutes := pick(r, "hours", "h"), pick(r, "minutes", "min")
				whole := fmt.Sprintf("%d %s and %d %s", n/60, hours, n%60, minutes)
				if r.IntN(3) == 0 && n%60 > 0 {
					whole = fmt.Sprintf("%d %s", n/60, hours)
					right = right && !slices.Contains(slices.Collect(maps.Values(values)), n/60)
				}
				said = append(said, whole)
				continue
			}
			words := fmt.Sprintf(pick(r, spellings[unit]...), n)
			if per != "" && unit != "" && !strings.HasPrefix(words, "a ") {
				words += pick(r, " per ", " a ", "/") + per
			} else {
				per = ""
			}
			said = append(said, words)
			fits := false
			for j, have := range values {
				fits = fits || have == n && (unit == "" || measured[j].unit == unit) && (per == "" || measured[j].per == per)
			}
			right = right && (fits || strings.Contains(words, "MV-"))
		}
		e := one(mission.Tool{Name: "look", Parameters: anyTool, Returns: object(about...)}, 200, map[string]any{}, result)
		e.Missions[0].Reply = "It says " + strings.Join(said, ", ") + "."
		if got := !fires(p, e, WorldUnit); got != right {
			t.Fatalf("seed %d: %q of %v: right is %v, want %v: %v", seed, e.Missions[0].Reply, result, got, right, found(p, e, WorldUnit))
		}
		return right, true
	})
}
