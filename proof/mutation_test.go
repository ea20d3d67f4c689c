package proof

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// mutation breaks one claim of a good entry.
type mutation struct {
	name  string
	entry func() *mission.Entry
	spoil func(e *mission.Entry)
	want  Check
}

// say changes what somebody says, in the mission and in its dialogue.
func say(m *mission.Mission, from, to string) {
	for _, s := range []*string{&m.Request, &m.Reply} {
		if *s == from {
			*s = to
		}
	}
	for i := range m.Questions {
		for _, s := range []*string{&m.Questions[i].Text, &m.Questions[i].Reply} {
			if *s == from {
				*s = to
			}
		}
	}
	for i := range m.Dialogue {
		if m.Dialogue[i].Text == from {
			m.Dialogue[i].Text = to
		}
	}
}

// reply and request change one text in part.
func reply(m *mission.Mission, old, new string) {
	say(m, m.Reply, strings.Replace(m.Reply, old, new, 1))
}

func request(m *mission.Mission, old, new string) {
	say(m, m.Request, strings.Replace(m.Request, old, new, 1))
}

// argue changes the arguments of a call, in the mission and in its plans.
func argue(m *mission.Mission, c int, args string) {
	old := string(m.Calls[c].Arguments)
	m.Calls[c].Arguments = raw(args)
	for i := range m.Dialogue {
		if p := m.Dialogue[i].Plan; p != nil {
			for a := range p.ActionList {
				if string(p.ActionList[a].Arguments) == old {
					p.ActionList[a].Arguments = raw(args)
				}
			}
		}
	}
}

// observe changes what a call answered in part.
func observe(c *mission.Call, old, new string) {
	c.Observation = raw(strings.Replace(string(c.Observation), old, new, 1))
}

// again writes dialogue and paths anew after a change of calls.
func again(m *mission.Mission, steps ...[]int) {
	m.Dialogue = nil
	*m = complete(*m, steps...)
}

func mutations() []mutation {
	return []mutation{
		// 1 schema
		{"a weekday that is another", evening, func(e *mission.Entry) { e.Environment.Weekday = "Monday" }, SchemaEnvironment},
		{"a schema that does not compile", evening, func(e *mission.Entry) { e.Toolset.Tools[6].Parameters = raw(`{"type":"nothing"}`) }, SchemaTools},
		{"two tools of one name", evening, func(e *mission.Entry) { e.Toolset.Tools[6].Name = "set_reminder" }, SchemaTools},
		{"a distractor is called", mixed, func(e *mission.Entry) { e.Toolset.Tools[2].Distractor = true }, SchemaTool},
		{"too many seats", mixed, func(e *mission.Entry) {
			e.Toolset.Tools[2].Parameters = raw(`{"type":"object","properties":{"seats":{"maximum":1}}}`)
		}, SchemaArguments},
		{"an observation without its booking", yen, func(e *mission.Entry) {
			e.Toolset.Tools[4].Returns = raw(`{"type":"object","required":["rate"]}`)
		}, SchemaObservation},
		{"an error that says nothing", friday, func(e *mission.Entry) { e.Missions[1].Calls[0].Observation = raw(`{"error":""}`) }, SchemaObservation},

		// 2 sources
		{"a value without a source", mailed, func(e *mission.Entry) { c := &e.Missions[0].Calls[0]; c.Sources = c.Sources[:1] }, SourceMissing},
		{"a kind of source that is none", mailed, func(e *mission.Entry) { e.Missions[0].Calls[0].Sources[1].Kind = "guess" }, SourceMissing},
		{"a source of nothing", mailed, func(e *mission.Entry) {
			c := &e.Missions[0].Calls[0]
			c.Sources = append(c.Sources, query("/colour", "Book", ""))
		}, SourceExtra},
		{"two sources of one value", mailed, func(e *mission.Entry) {
			c := &e.Missions[0].Calls[0]
			c.Sources = append(c.Sources, c.Sources[0])
		}, SourceExtra},
		{"words that the request does not say", mailed, func(e *mission.Entry) { e.Missions[0].Calls[0].Sources[1].Text = "3 of us" }, SourceQuery},
		{"words inside of a word", mailed, func(e *mission.Entry) {
			argue(&e.Missions[0], 0, `{"movie_id":"V-900","seats":3}`)
			e.Toolset.Tools[3].After = nil
			m := &e.Missions[0]
			m.Calls[0].Sources[0].Text = "V-900"
			m.Calls[1].Dependencies = []int{}
			m.Pattern = mission.Parallel
			again(m, []int{0, 1})
		}, SourceQuery},
		{"words that say another number", friday, func(e *mission.Entry) {
			argue(&e.Missions[0], 1, `{"movie_id":"MV-202","seats":3}`)
			observe(&e.Missions[0].Calls[1], `"seats"`, `"places"`)
		}, SourceQuery},
		{"a label that is none", evening, func(e *mission.Entry) { e.Toolset.Tools[0].Labels = nil }, SourceQuery},
		{"words of another rule", mixed, func(e *mission.Entry) { e.Missions[0].Calls[0].Sources[1].Rule = mission.RuleTime }, SourceQuery},
		{"a reply that says another number", evening, func(e *mission.Entry) {
			argue(&e.Missions[1], 0, `{"movie_id":"MV-102","seats":5}`)
			observe(&e.Missions[1].Calls[0], `"seats"`, `"places"`)
		}, SourceReply},
		{"an observation that has another value there", friday, func(e *mission.Entry) {
			c := &e.Missions[0].Calls[1].Sources[0]
			c.At = "/movies/1/title"
		}, SourceObservation},
		{"an observation of an item that is not there", friday, func(e *mission.Entry) {
			e.Missions[0].Calls[1].Sources[0].At = "/movies/7/movie_id"
		}, SourceObservation},
		{"words that the earlier reply does not show", evening, func(e *mission.Entry) {
			e.Missions[1].Calls[0].Sources[0].Text = "Mv-1022"
		}, SourceShown},
		{"an earlier observation that has another value", evening, func(e *mission.Entry) {
			e.Missions[1].Calls[0].Sources[0].At = "/movies/1/title"
		}, SourceShown},
		{"what did not win", winner, func(e *mission.Entry) {
			m := &e.Missions[2]
			argue(m, 0, `{"movie_id":"MV-103"}`)
			m.Calls[0].Sources[0].Text = "MV-103"
		}, SourceShown},
		{"a chat that settles nothing", winner, func(e *mission.Entry) {
			e.Missions[1].Chat = &mission.ChatClaim{Kind: mission.ChatNearMiss, Keywords: []string{"dearer"}}
		}, SourceShown},
		{"a choice among one", winner, func(e *mission.Entry) {
			e.Missions[2].Calls[0].Sources[0].Choice.Order = mission.OrderFront
		}, SourceChoice},
		{"words nobody said earlier", mailed, func(e *mission.Entry) { e.Missions[2].Calls[0].Sources[0].Text = "MV-9000" }, SourceEarlier},
		{"an earlier amount that is another", yen, func(e *mission.Entry) { argue(&e.Missions[1], 0, `{"amount":54,"currency":"USD"}`) }, SourceEarlier},
		{"a day that is another", evening, func(e *mission.Entry) {
			argue(&e.Missions[0], 0, `{"genre":"comedy","date":"2026-07-19"}`)
		}, SourceClock},
		{"next Friday that is this one", friday, func(e *mission.Entry) {
			e.Missions[0].Calls[0].Sources[1].Rule = mission.RuleLastWeekday
		}, SourceClock},
		{"a part of a date", evening, func(e *mission.Entry) {
			m := &e.Missions[0]
			m.Request = "What comedies are on the day after tomorrow?"
			m.Dialogue[0].Text = m.Request
		}, SourceClock},
		{"a code that is another", yen, func(e *mission.Entry) {
			argue(&e.Missions[1], 0, `{"amount":45,"currency":"EUR"}`)
			observe(&e.Missions[1].Calls[0], `"currency"`, `"into"`)
		}, SourceKnowledge},
		{"a table that is none", yen, func(e *mission.Entry) { e.Missions[1].Calls[0].Sources[1].Rule = "weather" }, SourceKnowledge},
		{"a default that is another", friday, func(e *mission.Entry) {
			argue(&e.Missions[0], 0, `{"genre":"thriller","date":"2026-07-24","max_price":12,"page":2}`)
		}, SourceDefault},
		{"an item that is not the cheapest", friday, func(e *mission.Entry) {
			m := &e.Missions[0]
			m.Calls[0].Observation = raw(strings.Replace(thrillers, `"price":10}`, `"price":7.5}`, 1))
			reply(m, "€10", "€7.50")
		}, SourceChoice},
		{"words that mean the dearest", friday, func(e *mission.Entry) {
			request(&e.Missions[0], "the cheapest thriller", "the dearest thriller")
			e.Missions[0].Calls[1].Sources[0].Choice.Text = "the dearest"
		}, SourceChoice},
		{"an ordinal that is another", evening, func(e *mission.Entry) { e.Missions[1].Calls[0].Sources[0].Choice.N = 3 }, SourceChoice},
		{"carried over from two", evening, func(e *mission.Entry) {
			for c := range e.Missions[2].Calls {
				e.Missions[2].Calls[c].Sources[0].Choice = nil
			}
		}, SourceChoice},
		{"an item without a choice", evening, func(e *mission.Entry) { e.Missions[2].Calls[0].Sources[0].Choice = nil }, SourceChoice},
		{"a description of another item", mixed, func(e *mission.Entry) {
			e.Missions[0].Calls[2].Sources[0].Choice.Text = "comedies and thrillers"
		}, SourceChoice},
		{"the only one of three", mixed, func(e *mission.Entry) {
			e.Missions[0].Calls[2].Sources[0].Choice = &mission.Choice{Order: mission.OrderOnly, Text: "the one"}
		}, SourceChoice},
		{"words of a choice that are not in the request", mixed, func(e *mission.Entry) {
			e.Missions[0].Calls[2].Sources[0].Choice.Text = "the Cold Harbour one"
		}, SourceChoice},

		// 3 graph
		{"a dependency too many", evening, func(e *mission.Entry) {
			m := &e.Missions[2]
			m.Calls[1].Dependencies = []int{0}
		}, GraphDependencies},
		{"a declared order forgotten", mailed, func(e *mission.Entry) { e.Missions[0].Calls[1].Dependencies = []int{} }, GraphDependencies},
		{"calls that wait for each other", mailed, func(e *mission.Entry) {
			e.Toolset.Tools[2].After = []string{"send_ticket"}
			e.Missions[0].Calls[0].Dependencies = []int{1}
		}, GraphCycle},
		{"another pattern", evening, func(e *mission.Entry) { e.Missions[2].Pattern = mission.Serial }, GraphPattern},
		{"a pattern of one call", mailed, func(e *mission.Entry) { e.Missions[2].Pattern = mission.Serial }, GraphPattern},
		{"a chat without a reason", mailed, func(e *mission.Entry) { e.Missions[1].Chat = nil }, GraphType},
		{"a single that asks", yen, func(e *mission.Entry) { e.Missions[0].Type = mission.Single; e.SwitchPath[0] = mission.Single }, GraphType},
		{"another switch path", evening, func(e *mission.Entry) { e.SwitchPath[1] = mission.Single }, PathSwitch},

		// 4 clarify and chat
		{"asked for what is optional", yen, func(e *mission.Entry) {
			e.Toolset.Tools[4].Parameters = raw(`{"type":"object","required":["amount"],"properties":{"amount":{"type":"number"},"currency":{"type":"string"}}}`)
		}, ClarifyRequired},
		{"asked for what was said", evening, func(e *mission.Entry) {
			request(&e.Missions[0], "What comedies", "There are four of us. What comedies")
		}, ClarifySaid},
		{"a question that asks for too much", evening, func(e *mission.Entry) {
			q := &e.Missions[1].Questions[0]
			q.Missing = append(q.Missing, "movie_id")
			again(&e.Missions[1], []int{0})
		}, ClarifyOrder},
		{"an incomplete reply that says all", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			say(m, m.Questions[0].Reply, "There will be four of us.")
		}, ClarifyVague},
		{"a claim without words", mailed, func(e *mission.Entry) { e.Missions[1].Chat.Keywords = nil }, ChatClaim},
		{"a keyword without a word", mailed, func(e *mission.Entry) { e.Missions[1].Chat.Keywords = []string{"?!"} }, ChatClaim},
		{"a reason that is none", mailed, func(e *mission.Entry) { e.Missions[1].Chat.Kind = "mood" }, ChatClaim},
		{"no short form", friday, func(e *mission.Entry) { e.Missions[2].Reference.Way = mission.WayAbbreviation }, RelationWay},
		{"a tool that serves", mailed, func(e *mission.Entry) { e.Toolset.Tools[6].Description += " Sells popcorn, too." }, ChatCovered},
		{"another winner", evening, func(e *mission.Entry) { e.Missions[3].Chat.Compare.Winner = 2 }, ChatCompare},
		{"a reply that names the loser", evening, func(e *mission.Entry) {
			m := &e.Missions[3]
			say(m, m.Reply, "*The Umbrella Choir* (MV-103) does.")
		}, ChatCompare},
		{"a restatement that forgets one", shorter, func(e *mission.Entry) { reply(&e.Missions[1], ", MV-102", "") }, ChatRestate},
		{"a restatement with keywords", shorter, func(e *mission.Entry) { e.Missions[1].Chat.Keywords = []string{"codes"} }, ChatClaim},
		{"a restatement that adds a price", shorter, func(e *mission.Entry) { reply(&e.Missions[1], "MV-103", "MV-103 (€77)") }, TextFaithful},

		// 5 relation
		{"a first mission that refers", friday, func(e *mission.Entry) {
			e.Missions[0].Relation = mission.Implicit
			e.Missions[0].Reference = &mission.Reference{Way: mission.WayPersonal, Phrase: "it", Text: "it"}
		}, RelationFirst},
		{"a later mission that does not", friday, func(e *mission.Entry) { e.Missions[2].Relation = "" }, RelationFirst},
		{"too near for long_term", friday, func(e *mission.Entry) { e.Missions[1].Relation = mission.LongTerm }, RelationDistance},
		{"a phrase that is not there", mailed, func(e *mission.Entry) { e.Missions[2].Reference.Phrase = "the earlier film" }, RelationPhrase},
		{"words the earlier mission does not say", yen, func(e *mission.Entry) { e.Missions[1].Reference.Text = "46 euros" }, RelationText},
		{"words the request says itself", friday, func(e *mission.Entry) {
			m := &e.Missions[1]
			m.Reference.Text, m.Reference.Phrase = "thriller", "And what about dramas"
			request(m, "dramas?", "dramas, not a thriller?")
		}, RelationText},
		{"nothing is needed", yen, func(e *mission.Entry) {
			m := &e.Missions[1]
			m.Reference.Text = "Japanese yen"
			say(m, m.Request, "Actually, make it US dollars for the 45 euros.")
		}, RelationNeeded},
		{"the last mission says it too", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "there were", "MV-900 and") }, RelationRecent},
		{"the last mission says the day in other words", mailed, func(e *mission.Entry) {
			request(&e.Missions[1], "Who", "I will eat some on the 18th of July. Who")
			m := &e.Missions[2]
			m.Reference.Text = "18 July"
			m.Request, m.Reply = "Back to the film from before: please remind me of its day.", "I will remind you on 18 July."
			m.Calls[0] = mission.Call{Tool: "set_reminder", Purpose: "Remind.", Arguments: raw(`{"at":"2026-07-18"}`),
				Sources: []mission.Source{{Pointer: "/at", Kind: mission.FromClock, Said: mission.FromEarlier, Text: "18 July", Rule: mission.RuleDayMonth}},
				Status:  200, Observation: raw(`{"ok":true}`), Dependencies: []int{}}
			again(m, []int{0})
		}, RelationRecent},
		{"a way of another relation", yen, func(e *mission.Entry) { e.Missions[1].Reference.Way = mission.WayPersonal }, RelationWay},
		{"a phrase without a pronoun", friday, func(e *mission.Entry) { e.Missions[2].Reference.Phrase = "Which wine" }, RelationWay},
		{"an ordinal from the other end", evening, func(e *mission.Entry) { e.Missions[1].Reference.Way = mission.WayOrdinalBack }, RelationWay},
		{"nothing of the same is done first", evening, func(e *mission.Entry) {
			e.Missions[1].Relation, e.Missions[1].Reference.Way = mission.Ellipsis, mission.WayNoAttribute
		}, RelationWay},

		// 6 paths and dialogue
		{"another total", evening, func(e *mission.Entry) { e.Missions[2].Paths.Total = "4" }, PathsCount},
		{"no paths", evening, func(e *mission.Entry) { e.Missions[2].Paths = nil }, PathsCount},
		{"another depth", evening, func(e *mission.Entry) { e.Missions[2].Paths.Depth = 2 }, PathsDepth},
		{"a path twice", evening, func(e *mission.Entry) { p := e.Missions[2].Paths; p.Listed[2] = p.Listed[1] }, PathsListed},
		{"no path", evening, func(e *mission.Entry) { e.Missions[2].Paths.Listed[1] = [][]int{{0}, {0}} }, PathsListed},
		{"another order", evening, func(e *mission.Entry) {
			p := e.Missions[2].Paths
			p.Listed[0], p.Listed[1] = p.Listed[1], p.Listed[0]
		}, PathsOrder},
		{"a path forgotten", evening, func(e *mission.Entry) { p := e.Missions[2].Paths; p.Listed = p.Listed[:2] }, PathsComplete},
		{"a list that is not truncated", evening, func(e *mission.Entry) { e.Missions[2].Paths.Truncated = true }, PathsComplete},
		{"a turn of the wrong role", evening, func(e *mission.Entry) { e.Missions[0].Dialogue[2].Role = mission.RolePlanner }, DialogueForm},
		{"a turn too many", evening, func(e *mission.Entry) {
			m := &e.Missions[0]
			m.Dialogue = append(m.Dialogue, mission.Turn{Role: mission.RoleUser, Text: "Thanks."})
		}, DialogueForm},
		{"a user who says something else", evening, func(e *mission.Entry) { e.Missions[0].Dialogue[0].Text = "What is on?" }, DialogueForm},
		{"refused without a reason", evening, func(e *mission.Entry) {
			m := &e.Missions[0]
			m.Dialogue = append(m.Dialogue[:1:1], append([]mission.Turn{m.Dialogue[1], {Role: mission.RoleChecker, Accepted: ptr(false)}}, m.Dialogue[1:]...)...)
		}, DialogueForm},
		{"arguments of another call", friday, func(e *mission.Entry) {
			e.Missions[0].Dialogue[4].Plan.ActionList[0].Arguments = raw(`{"movie_id":"MV-201","seats":2}`)
		}, DialoguePlan},
		{"a mission closed too early", friday, func(e *mission.Entry) { e.Missions[0].Dialogue[1].Plan.MissionFinish = "yes" }, DialoguePlan},
		{"another answer type", friday, func(e *mission.Entry) {
			p := e.Missions[2].Dialogue[1].Plan
			p.ActionList[0].Arguments = raw(`{"answer_type":"tool"}`)
		}, DialoguePlan},
		{"a question about another parameter", yen, func(e *mission.Entry) {
			e.Missions[0].Dialogue[1].Plan.ActionList[0].Arguments = raw(`{"tool_name":"convert_price","missing_required_parameters":["amount"]}`)
		}, DialoguePlan},
		{"a thought about the checker", friday, func(e *mission.Entry) {
			e.Missions[0].Dialogue[1].Plan.Thought = "The Checker refused, so I try again."
		}, DialogueThought},
		{"a plan that simulates", friday, func(e *mission.Entry) { e.Missions[0].Dialogue[1].Plan.Plan = "Simulate a search." }, DialogueThought},
		{"a detour", evening, func(e *mission.Entry) { m := &e.Missions[2]; m.Dialogue = nil; *m = complete(*m, []int{0}, []int{1}) }, DialogueTrajectory},

		// 7 text
		{"the name of a parameter", evening, func(e *mission.Entry) { reply(&e.Missions[2], "directed by", "by the movie_id") }, TextLeak},
		{"the name of a role", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "People in Mexico", "The Checker says: Mexicans") }, TextLeak},
		{"a raw value", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "cinemas", "science_fiction cinemas") }, TextLeak},
		{"a slot", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "Mexico", "{country}") }, TextResidue},
		{"a placeholder", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "Mexico", "[country name]") }, TextResidue},
		{"a doubled word", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "there were", "there there were were") }, TextResidue},
		{"two blanks", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "in Mexico", "in  Mexico") }, TextResidue},
		{"a blank before a full stop", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "cinemas.", "cinemas .") }, TextResidue},
		{"a wrong article", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "before there were cinemas", "before an cinema") }, TextArticle},
		{"one seats", evening, func(e *mission.Entry) { reply(&e.Missions[1], "holds 4 seats", "holds 4 seat") }, TextNumber},
		{"two movie", mixed, func(e *mission.Entry) { reply(&e.Missions[0], "Comedies:", "These 3 movie are comedies:") }, TextNumber},
		{"no full stop", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "cinemas.", "cinemas") }, TextSentence},
		{"a small letter", friday, func(e *mission.Entry) { reply(&e.Missions[2], "A dry", "dry") }, TextSentence},
		{"an open quotation", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "Mexico", "\"Mexico") }, TextResidue},
		{"several year", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "long before", "several year before") }, TextNumber},
		{"a capital in the middle", evening, func(e *mission.Entry) { request(&e.Missions[2], "also tell", "also Tell") }, TextSentence},
		{"two prepositions", friday, func(e *mission.Entry) { reply(&e.Missions[1], "on Friday", "from on Friday") }, TextPreposition},
		{"two determiners", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "cinemas", "the this cinema") }, TextPreposition},
		{"a value with its parameter", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "in Mexico", "in the country Mexico") }, TextGlued},
		{"a particle that fits no answer", yen, func(e *mission.Entry) {
			m := &e.Missions[0]
			say(m, m.Questions[0].Reply, "Fair enough: "+m.Questions[0].Reply)
		}, TextParticle},
		{"please and please", evening, func(e *mission.Entry) { request(&e.Missions[1], "second one", "second one, please") }, TextRepeated},
		{"an article before nothing", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "there were cinemas", "there were cinemas and the") }, TextDangling},
		{"a price that is another", friday, func(e *mission.Entry) { reply(&e.Missions[0], "€10)", "€19)") }, TextFaithful},
		{"a time that is another", evening, func(e *mission.Entry) { reply(&e.Missions[0], "8:15 pm", "8:45 pm") }, TextFaithful},
		{"a day that was not said", friday, func(e *mission.Entry) { reply(&e.Missions[1], "24 July 2026", "31 July 2026") }, TextFaithful},
		{"a code from nowhere", mailed, func(e *mission.Entry) { reply(&e.Missions[1], "cinemas", "cinemas, see QX8812Z") }, TextFaithful},
		{"a count that is another", friday, func(e *mission.Entry) { reply(&e.Missions[0], "three movies", "five movies") }, TextFaithful},
		{"an identifier forgotten", friday, func(e *mission.Entry) { reply(&e.Missions[0], "MV-203", "another") }, TextIdentifiers},

		// 9 one reading
		{"a refusal that the reply keeps to itself", friday, func(e *mission.Entry) {
			m := &e.Missions[1]
			say(m, m.Reply, "Here is the drama on Friday, 24 July 2026.")
		}, ReadingReply},
		{"an empty list that the reply keeps to itself", friday, func(e *mission.Entry) {
			m := &e.Missions[1]
			m.Calls[0].Status, m.Calls[0].Observation = 200, raw(`{"movies":[]}`)
			say(m, m.Reply, "Here is the drama on Friday, 24 July 2026.")
		}, ReadingReply},
		{"a wish that was not fulfilled", yen, func(e *mission.Entry) {
			m := &e.Missions[1]
			m.Calls[0].Observation = raw(`{"result":48.6,"currency":"EUR"}`)
			say(m, m.Reply, "That makes €48.60.")
		}, ReadingReply},

		// 10 world
		{"a drama among comedies", evening, func(e *mission.Entry) {
			c := &e.Missions[0].Calls[0]
			observe(c, `"MV-101"`, `"MV-101","genre":"drama"`)
		}, WorldFilter},
		{"a seat above the highest price", friday, func(e *mission.Entry) {
			observe(&e.Missions[0].Calls[0], `"price":11`, `"price":13`)
			reply(&e.Missions[0], "€11", "€13")
		}, WorldFilter},
		{"more movies than were wanted", friday, func(e *mission.Entry) {
			c := &e.Missions[0].Calls[0]
			e.Toolset.Tools[0].Parameters = raw(strings.ReplaceAll(string(e.Toolset.Tools[0].Parameters), `"page"`, `"limit"`))
			argue(&e.Missions[0], 0, `{"genre":"thriller","date":"2026-07-24","max_price":12,"limit":1}`)
			c.Sources[3].Pointer = "/limit"
		}, WorldCount},
		{"a booking that was made before it was asked for", evening, func(e *mission.Entry) {
			c := &e.Missions[1].Calls[0]
			observe(c, `"seats":4`, `"seats":4,"created":"2026-06-30"`)
		}, WorldCreated},
		{"a promise of popcorn", friday, func(e *mission.Entry) { m := &e.Missions[0]; say(m, m.Reply, m.Reply+" Popcorn is included.") }, WorldClaim},
		{"a seat that is free", evening, func(e *mission.Entry) {
			m := &e.Missions[1]
			say(m, m.Reply, m.Reply+" It can be cancelled free of charge.")
		}, WorldClaim},
		{"pounds instead of euros", friday, func(e *mission.Entry) {
			m := &e.Missions[0]
			say(m, m.Reply, strings.ReplaceAll(m.Reply, "€", "£"))
		}, WorldUnit},
		{"euros an hour", friday, func(e *mission.Entry) { reply(&e.Missions[0], "€11", "€11 an hour") }, WorldUnit},
	}
}

func TestMutations(t *testing.T) {
	p := New()
	fired := map[Check]bool{SchemaEntry: true}
	for _, m := range slices.Concat(mutations(), orderMutations(), readingMutations(), moreMutations(), countMutations(), repairMutations(), worldMutations(), talkMutations()) {
		fired[m.want] = true
		t.Run(string(m.want)+"/"+m.name, func(t *testing.T) {
			e := m.entry()
			m.spoil(e)
			wantChecks(t, p.Entry(e), m.want)
			if _, err := json.Marshal(e); err != nil {
				t.Errorf("the spoilt entry is not an entry any more: %v", err)
			}
		})
	}
	for _, c := range Checks() {
		if c.Group != 8 && !fired[c.ID] {
			t.Errorf("no mutation makes %s fire: add a row to mutations()", c.ID)
		}
	}
}

// TestLine spoils the line itself.
func TestLine(t *testing.T) {
	p := New()
	good, err := json.Marshal(friday())
	if err != nil {
		t.Fatal(err)
	}
	for name, line := range map[string]string{
		"nothing":        "",
		"torn":           string(good[:len(good)/2]),
		"another format": strings.Replace(string(good), mission.FormatEntry, "switchyard-entry/0", 1),
		"an unknown key": strings.Replace(string(good), `"format"`, `"colour":"red","format"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			_, problems := p.Bytes([]byte(line))
			wantChecks(t, problems, SchemaEntry)
		})
	}
}

func TestChecks(t *testing.T) {
	seen := map[Check]bool{}
	group := 1
	for _, c := range Checks() {
		if seen[c.ID] {
			t.Errorf("%s stands twice", c.ID)
		}
		seen[c.ID] = true
		if c.Group < group || c.Group > 10 {
			t.Errorf("%s is in group %d, after group %d", c.ID, c.Group, group)
		}
		group = c.Group
		if c.Means == "" || strings.Count(string(c.ID), ".") != 1 {
			t.Errorf("%+v is not complete", c)
		}
	}
}

func TestDataset(t *testing.T) {
	rename := func(e *mission.Entry, id, opening string) *mission.Entry {
		e.ID = id
		e.Missions[0].Request = opening
		return e
	}
	key := PathKey(friday().SwitchPath)
	if key != "multi>single>chat" {
		t.Errorf("PathKey gives %q", key)
	}
	for _, c := range []struct {
		name string
		want map[string]int
		add  []*mission.Entry
		fail []Check
	}{
		{"good", map[string]int{key: 1, "multi": 1}, []*mission.Entry{friday(), mixed()}, nil},
		{"nothing planned", nil, []*mission.Entry{friday()}, nil},
		{"id", nil, []*mission.Entry{friday(), rename(friday(), "friday", "Another opening.")}, []Check{DatasetID}},
		{"request", nil, []*mission.Entry{rename(friday(), "a", "The same  opening."), rename(friday(), "b", "the same opening.")}, []Check{DatasetRequest}},
		{"coverage", map[string]int{key: 1, "multi": 1}, []*mission.Entry{friday()}, []Check{DatasetCoverage}},
		{"not planned", map[string]int{key: 1}, []*mission.Entry{friday(), mixed()}, []Check{DatasetCoverage}},
		{"balance", map[string]int{key: 2}, []*mission.Entry{friday()}, []Check{DatasetBalance}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := NewDataset(c.want)
			var problems []Problem
			for _, e := range c.add {
				problems = append(problems, d.Add(e)...)
			}
			wantChecks(t, append(problems, d.Finish()...), c.fail...)
		})
	}
}
