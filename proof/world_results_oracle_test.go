package proof

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// one is an entry whose only mission makes one call.
func one(tool mission.Tool, status int, args, observation any) *mission.Entry {
	e := newEntry("one", mission.Mission{Type: mission.Single, Request: "Please do it.", Reply: "Here it is."})
	a, _ := json.Marshal(args)
	o, _ := json.Marshal(observation)
	e.Toolset.Tools = append(e.Toolset.Tools, tool)
	e.Missions[0].Calls = []mission.Call{{Tool: tool.Name, Status: status, Arguments: a, Observation: o}}
	return e
}

// found lists the problems of a check in an entry.
func found(p *Prover, e *mission.Entry, check Check) []Problem {
	return slices.DeleteFunc(p.Entry(e), func(problem Problem) bool { return problem.Check != check })
}

// fires reports whether a check fails on an entry.
func fires(p *Prover, e *mission.Entry, check Check) bool { return len(found(p, e, check)) > 0 }

// pick draws one of a list.
func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// object is a schema with one described property for each pair of name and description.
func object(pairs ...string) json.RawMessage {
	props := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		props[pairs[i]] = map[string]any{"description": pairs[i+1]}
	}
	out, _ := json.Marshal(map[string]any{"type": "object", "properties": props})
	return out
}

// narrowings are parameters that narrow a list, by the way in which they do: -1 an upper bound,
// 1 a lower bound, 0 the value itself.
var narrowings = map[int][]string{
	-1: {"At most this.", "The highest value.", "Up to this.", "No more than this.", "Not above this.", "The latest or highest one.", "No later than this.", "This or earlier."},
	0:  {"What it is.", "As on the poster.", "The exact one."},
	1:  {"At least this.", "The lowest value.", "From this on.", "No less than this.", "Not below this.", "Not before this.", "No earlier than this.", "This or later."},
}

// TestFilterOracle draws films and filters. It compares integers: a film of a
// genre that was not asked for, or beyond a bound, must be found in the list or in what was
// made.
func TestFilterOracle(t *testing.T) {
	p := New()
	genres := []string{"comedy", "drama", "thriller"}
	inWorlds(t, 1500, func(seed uint64) (fits, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 21))
		names, draw := []string{"genre", "price", "day"}, func() [3]int { return [3]int{r.IntN(3), 5 + r.IntN(6), 10 + r.IntN(6)} }
		write := func(kind, n int, timed bool) any {
			day := fmt.Sprintf("2026-07-%02d", n)
			if timed {
				day += "T19:30"
			}
			return []any{genres[n%3], n, day}[kind]
		}
		wish, kind, among := draw(), r.IntN(3), -1
		way, name, about := 0, names[kind], pick(r, narrowings[0]...)
		var want any = write(kind, wish[kind], false)
		switch {
		case kind == 0 && r.IntN(2) == 0: // one of two genres
			among = r.IntN(3)
			want = []any{want, write(0, among, false)}
		case kind == 0 && r.IntN(2) == 0: // words that would be a bound of a number
			about = pick(r, "The genre, from the list of the house.", "The genre by which to search.", "The genre at the end of the title.")
		case kind > 0 && r.IntN(2) == 0:
			way = pick(r, -1, 1)
			about = pick(r, narrowings[way]...)
		case kind > 0 && r.IntN(2) == 0:
			way = pick(r, -1, 1)
			name = map[int]string{-1: pick(r, "max_", "until_"), 1: pick(r, "min_", "from_")}[way] + name
		}
		meets := func(film [3]int) bool {
			return film[kind] == wish[kind] || film[kind] == among || way < 0 && film[kind] < wish[kind] || way > 0 && film[kind] > wish[kind]
		}
		films, timed, astray := []any{}, r.IntN(2) == 0, r.IntN(2) == 0
		fits = true
		for len(films) < 3 {
			if film := draw(); meets(film) || astray {
				fits = fits && meets(film)
				films = append(films, map[string]any{"film_id": "FM-1", "genre": write(0, film[0], false), "price": film[1], "day": write(2, film[2], timed)})
			}
		}
		tool := mission.Tool{Name: "find_films", Description: "Finds films.", Parameters: object(name, about)}
		e := one(tool, 200, map[string]any{name: want}, map[string]any{"films": films, "tags": []string{"new"}})
		if among < 0 && way == 0 && r.IntN(4) == 0 { // one film was made, with parts that are no films
			e = one(tool, created, map[string]any{name: want}, films[0])
			ordered := films[0].(map[string]any)
			fits = strings.HasPrefix(fmt.Sprint(ordered[names[kind]]), fmt.Sprint(want))
			ordered["lines"] = []any{map[string]any{"item": "seat", "price": 1, "genre": "fee", "day": "2026-07-01"}}
			e.Missions[0].Calls[0].Observation, _ = json.Marshal(ordered)
		}
		if got := !fires(p, e, WorldFilter); got != fits {
			t.Fatalf("seed %d: %s=%v (%s) gave %s: fits is %v, want %v", seed, name, want, about, e.Missions[0].Calls[0].Observation, got, fits)
		}
		return fits, true
	})
}

// TestCountOracle compares how many things are listed with what was asked for. Some parameters
// bound the list, some say how long a forecast is, and some name things one by one.
func TestCountOracle(t *testing.T) {
	p := New()
	inWorlds(t, 1200, func(seed uint64) (right, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 22))
		asked, have, words := 1+r.IntN(4), 1+r.IntN(4), r.IntN(3) == 0
		rows, ids := make([]any, have), make([]any, asked)
		for i := range rows {
			if rows[i] = map[string]any{"film_id": fmt.Sprint("FM-10", i), "title": fmt.Sprint("Film ", i)}; words {
				rows[i] = fmt.Sprint("FM-10", i)
			}
		}
		missing := false
		for i := range ids {
			n := r.IntN(5)
			ids[i], missing = fmt.Sprint("FM-10", n), missing || n >= have
		}
		tool, name, want := "list_films", "", any(asked)
		switch r.IntN(5) {
		case 0, 1:
			name = pick(r, "limit", "maxResults", "page_size", "perPage", "count", "Num_Results", "top")
			right = have <= asked
		case 2:
			tool, name = pick(r, "get_weather_forecast", "forecastWeather"), pick(r, "days", "forecast_days", "numHours")
			right = have == asked
		case 3:
			name, want, right = pick(r, "film_ids", "filmIds", "codes", "ids"), ids, !missing
		default: // these say nothing about how many there are
			name, right = pick(r, "page", "seats", "days", "offset", "year"), true
			if r.IntN(2) == 0 {
				name, want = pick(r, "kids", "titles", "names"), ids
			}
		}
		result := map[string]any{"films": rows, "area": []string{}}
		if got := !fires(p, one(mission.Tool{Name: tool, Parameters: anyTool}, 200, map[string]any{name: want}, result), WorldCount); got != right {
			t.Fatalf("seed %d: %s(%s=%v) gave %v: right is %v, want %v", seed, tool, name, want, rows, got, right)
		}
		return right, true
	})
}

// deeds are tools by what they do at the moment of the call.
var deeds = []struct {
	name   string
	effect mission.Effect
	status int
	does   string // the fields that say when this was done
}{
	{"create_order", mission.EffectCreate, 201, "created_at ordered_on sent placed updated_at"},
	{"reserve_table", mission.EffectCreate, 201, "created_at ordered_on sent placed updated_at"},
	{"book_seat", mission.EffectCreate, 200, "created_at ordered_on sent placed updated_at"},
	{"sendLetter", mission.EffectCompute, 200, "created_at ordered_on sent placed updated_at"},
	{"update_order", mission.EffectUpdate, 200, "updated_at modifiedOn"},
	{"submit_claim", mission.EffectUpdate, 200, "submitted_at updated_at modifiedOn"},
	{"send_invoice", mission.EffectUpdate, 200, "sent updated_at modifiedOn"},
	{"get_order", mission.EffectGet, 200, ""},
	{"order_status", mission.EffectGet, 200, ""},
	{"report_details", mission.EffectGet, 200, ""},
	{"list_orders", mission.EffectList, 200, ""},
	{"track_parcel", "", 200, ""},
}

// TestCreatedOracle compares the days of what was done: a field that says when the call did
// what it does has the day of today, unless the user gave it another one.
func TestCreatedOracle(t *testing.T) {
	p := New()
	inWorlds(t, 1200, func(seed uint64) (right, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 23))
		d := deeds[r.IntN(len(deeds))]
		day := 15 + r.IntN(4) // today is 17 July
		field := pick(r, "created_at", "ordered_on", "sent", "placed", "updated_at", "modifiedOn", "submitted_at", "arrives", "valid_until", "day")
		when := fmt.Sprintf("2026-07-%d", day) + pick(r, "", "T08:15", " 08:15:00")
		args := map[string]any{"note": "x"}
		given := r.IntN(5) == 0
		if given {
			args["on"] = when
		}
		made := field == "modifiedOn" && d.effect == mission.EffectCreate || field == "modifiedOn" && d.name == "sendLetter" || field == "submitted_at" && (d.effect == mission.EffectCreate || d.effect == mission.EffectCompute)
		right = given || day == 17 || !(made || slices.Contains(strings.Fields(d.does), field))
		e := one(mission.Tool{Name: d.name, Effect: d.effect, Parameters: anyTool}, d.status, args, map[string]any{"order_id": "OR-1", field: when})
		if got := !fires(p, e, WorldCreated); got != right {
			t.Fatalf("seed %d: %s (%s) with %v says %s is %s: right is %v, want %v", seed, d.name, d.effect, args, field, when, got, right)
		}
		return right, true
	})
}

// TestMotiveOracle compares with a plain table what people do with the things that a
// comparison finds: they take what they want, and remove what they avoid.
func TestMotiveOracle(t *testing.T) {
	p := New()
	inWorlds(t, 1200, func(seed uint64) (wise, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 24))
		e := pick(r, friday, winner)()
		ruled(e, mission.Rule{})
		acted, order := &e.Missions[len(e.Missions)-1].Calls, mission.OrderMin // in winner a chat compares
		if e.ID == "friday" {
			acted = &e.Missions[0].Calls
			order = pick(r, mission.OrderMin, mission.OrderMax, mission.OrderFront)
			(*acted)[1].Sources[0].Choice.Order = order
		}
		tool := (*acted)[len(*acted)-1].Tool
		effect := pick(r, mission.EffectGet, mission.EffectCreate, mission.EffectUpdate, mission.EffectDelete)
		at := slices.IndexFunc(e.Toolset.Tools, func(t mission.Tool) bool { return t.Name == tool })
		e.Toolset.Tools[at].Effect = effect
		least := pick(r, "", mission.WantedChoose, mission.WantedAvoid, mission.WantedNeutral)
		most := pick(r, "", mission.WantedChoose, mission.WantedAvoid, mission.WantedNeutral)
		list := []mission.Comparison{{By: "price", Order: mission.OrderMin, Wanted: least}, {By: "price", Order: mission.OrderMax, Wanted: most},
			{By: "starts", Order: mission.OrderMin, Wanted: mission.WantedNeutral}}
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		e.Toolset.Entities[0].Comparisons = list
		found, other := least, most
		if order == mission.OrderMax {
			found, other = most, least
		}
		key := string(found)
		if effect == mission.EffectDelete && other == mission.WantedChoose {
			key += " both"
		}
		wise = map[mission.Effect]map[string]bool{
			mission.EffectCreate: {"": true, "choose": true},
			mission.EffectUpdate: {"": true, "choose": true},
			mission.EffectDelete: {"": true, " both": true, "avoid": true, "avoid both": true, "choose both": true},
		}[effect][key] || effect == mission.EffectGet || order == mission.OrderFront
		if got := !fires(p, e, WorldMotive); got != wise {
			t.Fatalf("seed %d: %s of the %v %s, where the other is %s: wise is %v, want %v", seed, effect, e.ID, found, other, got, wise)
		}
		return wise, true
	})
}
