package persona

import (
	"slices"
	"strings"
)

// apart lists what one person cannot be: words of a background, and words of the rest of
// the background, of the goal, or of the title of the toolset. The words of a group are
// separated by "|".
var apart = [][2]string{
	// Who lives with whom.
	{"lives alone|shares a flat", "husband| wife|partner|kids|children|daughter|our family|our dinners|our holiday|our travel|stay-at-home"},
	{"lives alone", "flatmate"},
	{"getting married", "husband| wife|kids|children|daughter|stay-at-home"},
	{"first child", "kids|children|daughter|stay-at-home|retired"},
	{"two small children", "retired|daughter is moving|daughter says|daughter usually"},
	{"shares a flat|twin sister|saving for a house", "retired"},
	{"student of", "daughter|stay-at-home"},

	// What people do all day.
	{"retired|stay-at-home", "changed jobs|works nights|commutes|two appointments|little time during|at work|off work|for work|new job|get paid|my meeting|the whole office"},
	{"student of|shop owner|freelance", "changed jobs"},

	// How they go about things.
	{"plans everything|likes to have things in order|keeps a tidy", "hopeless at planning"},
	{"events organiser|organises things", "hopeless at planning|has left all|usually|normally"},
	{"last minute", "in good time|before i travel|well organised|one who plans|the planning"},
	{"rarely uses", "for ages|a few times now|whenever we can|fond of your app"},
	{"came to the country", "for ages|civil servant|police officer"},
	{"without a car", "used car|my car "},

	// What they know better than those whom they ask.
	{"nurse|dentist|midwife|pharmacist|physiotherapist|psychologist|lab technician|optician|a vet|biology", "medical|health|clinic"},
	{"bookkeeper|bank clerk|tax adviser", "financ|invoice"},
	{"programmer|web designer", "computer|not very good with websites|technical things"},
	{"plumber|electrician|mechanic|retired engineer", "gas equipment|technical things"},
	{"chef|baker|wine merchant", "restaurant|food|waiter"},
	{"postal worker", "parcel"},
	{"lawyer|student of law", "apartment"},
	{"travels light", "moving|driving"},

	// Offices.
	{"office manager", "our office manager"},
	{"team leader", "our team leader"},
	{"team assistant", "our team assistant"},
	{"assistant|secretary", "my assistant|team of twelve"},
	{"a manager", "department head|team leader|site manager|operations manager|group leader"},
	{"twenty years|knows everybody|mentors|another department soon", "i'm new|just taken over|only just taken"},
	{"never prints", "lot of paper"},
	{"stands in for", "standing in for"},
}

// clashes are the groups of apart as lists.
var clashes = func() (out [][2][]string) {
	for _, pair := range apart {
		out = append(out, [2][]string{strings.Split(pair[0], "|"), strings.Split(pair[1], "|")})
	}
	return out
}()

// fits reports whether one person can have the background, and can ask what people with
// the goal ask a service of the title.
func fits(background, goal, title string) bool {
	background = strings.ToLower(background)
	all := strings.ToLower(title+"\n"+goal) + "\n" + background
	return !slices.ContainsFunc(clashes, func(pair [2][]string) bool {
		return containsAny(background, pair[0]) && containsAny(all, pair[1])
	})
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// unhurried reports whether somebody with the goal says that there is time.
func unhurried(goal string) bool {
	return containsAny(strings.ToLower(goal), []string{"quiet", "finally", "bit of time", "a little time", "to myself"})
}
