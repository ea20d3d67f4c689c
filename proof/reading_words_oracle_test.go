package proof

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"switchyard/mission"
)

// tellings are fields of a film with a value, words that tell it, and words that tell
// something else or nothing.
var tellings = []struct {
	name, value string
	tell, other []string
}{
	{"director", `"Ana Freire"`, []string{"It is by Ana Freire.", "**ANA FREIRE** made it."}, []string{"It has a director.", "It is by Ana."}},
	{"screens", `4`, []string{"It has 4 screens.", "It is on four screens."}, []string{"It is on 5 screens.", "It is on three screens.", "It has screens."}},
	{"minutes", `102`, []string{"It takes 102 minutes.", "It takes an hour and 42 minutes.", "It lasts 1 h 42 min."}, []string{"It takes some minutes.", "It takes 2 h 42 min."}},
	{"subtitled", `true`, []string{"It is subtitled.", "It has subtitles."}, []string{"It isn't subtitled.", "It has sound."}},
	{"refundable", `false`, []string{"It isn't refundable.", "It is not refundable."}, []string{"It has a price.", "It is fine."}},
	{"opening", `"19:30"`, []string{"It opens at 7:30 pm.", "Doors: 19:30."}, []string{"It opens at 8 pm.", "The opening is fine."}},
	{"day", `"2026-07-18"`, []string{"It is on 18 July.", "It runs on Saturday, 18 July 2026."}, []string{"It is on 19 July.", "It is a good day."}},
	{"mood", `"very_dark"`, []string{"It is very dark.", "The mood: pitch black."}, []string{"It is dark.", "It has a mood."}},
}

// TestReplyOracle puts closing replies together of sentences of which it is known what they
// tell: each thing that was asked for must be told, a wish that was not fulfilled plainly, and
// so must an empty list and a refusal.
func TestReplyOracle(t *testing.T) {
	p := New()
	inWorlds(t, 1500, func(seed uint64) (answered, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 27))
		film := mission.Tool{Name: "show_film", Parameters: object("city", "Where."), Labels: map[string]map[string][]string{"mood": {`"very_dark"`: {"pitch black"}}}}
		request, reply, args, status := "Please show me the film in Porto.", []string{"MV-101 is a film."}, map[string]any{"city": "Porto"}, 200
		result := map[string]any{"movie_id": "MV-101"}
		answered = true
		switch kind := r.IntN(8); kind {
		case 0, 1: // refused, or nothing is found
			answered = r.IntN(2) == 0
			reply = []string{pick(r, "Done, it is booked.", "Here is what there is.", "Enjoy the evening.")}
			if answered {
				reply = []string{pick(r, "I'm sorry, that did not work.", "It couldn't be done.", "There are none.", "Unfortunately that is impossible.")}
			}
			status, result = 404, map[string]any{"error": "no such film"}
			if kind == 1 {
				status, result = 200, pick(r, map[string]any{"films": []any{}}, map[string]any{"films": []any{}, "total": 0}, map[string]any{"films": []any{}, "city": "Porto"}, map[string]any{"films": []any{}, "page": 1})
			}
		case 2: // another city than that of the wish
			result["city"] = "Lisbon"
			answered = r.IntN(2) == 0
			reply = append(reply, pick(r, "It is in Lisbon.", "It is not in Porto.", "Not every film is good. It is in Lisbon."))
			if answered {
				reply[1] = pick(r, "It isn't in Porto but in Lisbon.", "Unfortunately it is in Lisbon.", "There is none in Porto, only one in Lisbon.")
			}
		default:
			for _, i := range r.Perm(len(tellings))[:2] {
				f := tellings[i]
				result[f.name] = raw(f.value)
				asked, told := r.IntN(3) > 0, r.IntN(4) > 0
				if asked {
					request += " I want to know the " + f.name + "."
				}
				reply = append(reply, pick(r, f.other...))
				if told {
					reply[len(reply)-1] = pick(r, f.tell...)
				}
				answered = answered && (told || !asked)
			}
		}
		e := one(film, status, args, result)
		e.Missions[0].Request, e.Missions[0].Reply = request, strings.Join(reply, " ")
		if got := !fires(p, e, ReadingReply); got != answered {
			t.Fatalf("seed %d: %q, %s, %q: answered is %v, want %v: %v", seed, request, e.Missions[0].Calls[0].Observation, e.Missions[0].Reply, got, answered, found(p, e, ReadingReply))
		}
		return answered, true
	})
}

// TestGapOracle puts requests together of parts that say, imply or leave out each value.
func TestGapOracle(t *testing.T) {
	p := New()
	inWorlds(t, 900, func(seed uint64) (open, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 28))
		names, genres := []string{"people", "hours", "day", "genre"}, []string{"comedy", "drama", "chorus", "thriller"}
		people, hours, genre := 2+r.IntN(3), 2+r.IntN(3), r.IntN(3)
		values := []any{people, hours, fmt.Sprintf("2026-07-%d", 18+people), genres[genre]}
		number := func(n int) string { return pick(r, fmt.Sprint(n), []string{"two", "three", "four", "five"}[n-2]) }
		words := []string{number(people), number(hours), pick(r, fmt.Sprintf("%d July", 18+people), fmt.Sprintf("%d July 2026", 18+people)), genres[genre]}
		frames := []string{" for %s people", " over %s hours", " on %s", " for the %s"}
		implied := []string{" for the next five people", " over six hours", " tomorrow or on %s", " among " + []string{"comedies", "dramas", "choruses"}[genre]}
		asked, effect := r.IntN(4), pick(r, mission.EffectCreate, mission.EffectCompute, mission.EffectList)
		rule, about := []string{mission.RuleNumber, mission.RuleNumber, mission.RuleDate, mission.RuleLiteral}, pick(r, "The code.", "The code.", "The code. Not required when modifying a room.", "Optional if it is a gift.")
		request, sources := "Please book a room", []mission.Source{}
		how := pick(r, "left out", "left out", "said", "implied")
		for i := range names {
			src := mission.Source{Pointer: "/" + names[i], Kind: mission.FromQuery, Text: words[i], Rule: rule[i]}
			switch {
			case i != asked:
				request += fmt.Sprintf(frames[i], words[i])
			case how == "left out":
				src.Kind = mission.FromReply
			case how == "said":
				src.Kind = mission.FromReply
				request += fmt.Sprintf(frames[i], words[i])
			default:
				src.Kind = mission.FromReply
				request += strings.ReplaceAll(implied[i], "%s", words[i])
			}
			sources = append(sources, src)
		}
		gift := r.IntN(2) == 0
		if gift {
			request += ", as a gift"
		}
		hole := r.IntN(6) == 0
		if hole {
			request += pick(r, " and show me", " to celebrate with", ", and then send", ` called ""`)
		} else {
			request += pick(r, "", "", " and show me it", " to celebrate with friends", ", please")
		}
		enum, _ := json.Marshal(genres)
		tool := mission.Tool{Name: "book_room", Effect: effect, Parameters: raw(`{"type":"object","required":["people","hours","day","genre"],"properties":{"people":{"type":"integer"},"hours":{"type":"integer"},"day":{"type":"string"},` +
			`"genre":{"enum":` + string(enum) + `},"code":{"description":"` + about + `"}}}`)}
		e := one(tool, 200, map[string]any{"people": people, "hours": hours, "day": values[2], "genre": values[3]}, map[string]any{"ok": true})
		m := &e.Missions[0]
		m.Type, m.Request, m.Calls[0].Sources = mission.Clarify, request+".", sources
		m.Questions = []mission.Question{{Tool: "book_room", Missing: []string{names[asked]}, Text: "Which " + names[asked] + "?", Reply: words[asked] + ", please.", Complete: true}}
		needed := strings.Contains(about, "modifying") || strings.Contains(about, "gift") && !gift
		open = how == "left out" && !hole && !needed && !(effect == mission.EffectList && asked == 3)
		if got := !fires(p, e, ReadingGap); got != open {
			t.Fatalf("seed %d: %q (%s, %s), asked for %s: open is %v, want %v: %v", seed, m.Request, effect, about, names[asked], got, open, found(p, e, ReadingGap))
		}
		return open, true
	})
}

// TestEvasionOracle puts evasive replies together of sentences that leave the answer open, say
// something else, or hint at a value.
func TestEvasionOracle(t *testing.T) {
	p := New()
	leave := []string{"I'm not sure yet.", "Let me check.", "Do you need that?", "I'd have to look that up.", "Hm, no idea."}
	idle := []string{"Hello there.", "That is a question.", "The garden is green.", "Oh.", "What a question that is to ask of a person who sits in the garden and reads."}
	hint := []string{"Perhaps Saturday.", "In March, maybe.", "Twenty or so.", "A hundred of us.", "As soon as can be.", "Something cheap.", "Just a couple.", "In the balcony.", "Not the upper circle.", "4.", "Some evening."}
	inWorlds(t, 500, func(seed uint64) (evasive, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 29))
		e := evening()
		book := &e.Toolset.Tools[2]
		book.Parameters = raw(strings.Replace(string(book.Parameters), `"properties":{`, `"properties":{"place":{"enum":["stalls","balcony","box_1"]},`, 1))
		book.Labels = map[string]map[string][]string{"place": {`"box_1"`: {"the upper circle", "upper circle"}}}
		var said []string
		open, hinted := false, false
		for range 1 + r.IntN(3) {
			from := pick(r, leave, leave, leave, idle, hint)
			said = append(said, pick(r, from...))
			open, hinted = open || &from[0] == &leave[0], hinted || &from[0] == &hint[0]
		}
		text := strings.Join(said, " ")
		evasive = open && !hinted && len(strings.Fields(text)) <= 16
		q := &e.Missions[1].Questions[0]
		q.Reply, q.Missing = text, []string{"seats", "place"}
		if strings.Contains(text, "I'm") || strings.Contains(text, "I'd") {
			drawn = len(strings.Fields(text)) < 13 // each counts as two words
		} else {
			drawn = true
		}
		if got := !fires(p, e, ReadingEvasion); drawn && got != evasive {
			t.Fatalf("seed %d: %q is evasive: %v, want %v: %v", seed, text, got, evasive, found(p, e, ReadingEvasion))
		}
		return evasive, drawn
	})
}

// What is said before and after a question, by its meaning.
var (
	whichOnes  = []string{"How many people are coming?", "Which seats, please?", "Thank you. And for how many people?", "At what time?"}
	whether    = []string{"Could you tell me how many people are coming?", "May I ask for how many?", "Would you tell me which seats?"}
	yeses      = []string{"Yes, four of us.", "Of course: four of us.", "Sure! Four of us.", "Yes please, four of us.", "Yeah, four of us.", "No, four of us."}
	answers    = []string{"Four of us.", "Sorry, four of us.", "Of course, how silly of me: four of us.", "Surely four of us.", "There are four of us, yes."}
	needed     = []string{"Do you need that?", "Is that really necessary?", "Does it matter?", "Hm. Can't you do it without that?"}
	whyNeeded  = []string{"Why do you ask?", "Hm, why does that matter?", "What do you need it for?", "What for? Must you know?"}
	noDoubt    = []string{"Let me check.", "I'm not sure yet.", "Hm, let me see.", "Could you repeat that?"}
	plainYes   = []string{"Yes, I'm afraid.", "I'm afraid so.", "I do need to know."}
	becauses   = []string{"Because I can't go ahead otherwise.", "Without it I can't go ahead.", "It depends on that."}
	noAnswers  = []string{"No problem.", "Of course.", "Take your time.", "I see.", "Do you need a while, or is it known by now?", ""}
	noQuestion = "Sorry to ask again."
)

// TestAnswerOracle puts clarify dialogues together of sentences of which it is known what they
// answer. Yes answers only a question that can be answered so, and a doubt is answered before
// the assistant asks again: why by a reason, and whether it is needed by yes or a reason.
func TestAnswerOracle(t *testing.T) {
	p := New()
	inWorlds(t, 500, func(seed uint64) (fits, drawn bool) {
		r := rand.New(rand.NewPCG(seed, 30))
		e := evening()
		first, second := &e.Missions[1].Questions[0], &e.Missions[1].Questions[1]
		fits = true
		doubt := r.IntN(3)
		first.Reply = pick(r, [][]string{noDoubt, needed, whyNeeded}[doubt]...)
		answer := r.IntN(4) // 2 and 3 give a reason
		second.Text = strings.TrimSpace(pick(r, [][]string{noAnswers, plainYes, becauses, becauses}[answer]...) + " ")
		fits = doubt == 0 || doubt == 1 && answer > 0 || doubt == 2 && answer > 1
		if r.IntN(2) == 0 {
			second.Text = noQuestion + " " + second.Text
		}
		which, yes := r.IntN(2) == 0, r.IntN(3) == 0
		second.Text = strings.TrimSpace(strings.TrimSpace(second.Text) + " " + pick(r, map[bool][]string{true: whichOnes, false: whether}[which]...))
		second.Reply = pick(r, map[bool][]string{true: yeses, false: answers}[yes]...)
		if strings.Contains(second.Text, "by now?") {
			which = false // the first question can be answered by yes
		}
		fits = fits && !(which && yes)
		if got := !fires(p, e, ReadingAnswer); got != fits {
			t.Fatalf("seed %d: %q, %q, %q fits: %v, want %v: %v", seed, first.Reply, second.Text, second.Reply, got, fits, found(p, e, ReadingAnswer))
		}
		return fits, true
	})
}
