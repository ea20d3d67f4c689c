package out

import (
	"fmt"
	"strings"

	"switchyard/mission"
)

// roleSystems are the system prompts, by kind.
var roleSystems = map[string]string{
	kindPropose: "You are a person who wants something from an assistant. Say your first request, as that person would. Name no tool and no parameter.",
	kindFollow:  "You are a person who talks to an assistant. Say your next request, as that person would. Name no tool and no parameter.",
	kindReply:   "You are a person who talks to an assistant, which has just asked you something. Answer it, as that person would.",
	kindPlan: "You decide what the assistant does next for the last request. Answer with a JSON object: Mission_Finish (\"yes\" if nothing but the answer is left, else \"no\"), Thought, Plan, " +
		"Action_List, a list of {name, arguments, tool_call_purpose}. Calls of one list are made at once, so none may need what another returns. " +
		"Besides the tools there are " + mission.AskTool + "(tool_name, missing_required_parameters) to ask for what is required, was not said and cannot be known, and " +
		mission.AnswerTool + "(answer_type: \"tool\" after results, \"chat\" if no tool serves); each stands alone in its list.",
	kindObserve: "You are the tools. Answer every call, in order, with a JSON list of {status, observation}: a status as of HTTP, and a body that fits what the tool returns and all that was returned before.",
	kindCheckPlan: "You check plans before they are carried out. Is every action right for the last request, every value said, shown or known, every parallel action independent of the others, and nothing put off, left out or asked for without need? " +
		"Answer with a JSON object: accepted, and reasons if it is not.",
	kindCheckSeen: "You check what tools return. Does every result answer its call, and agree with what was returned before? Answer with a JSON object: accepted, and reasons if not.",
	kindAsk:       "You are the assistant. Ask the user for what is missing, in your own words.",
	kindSummarise: "You are the assistant. Answer the last request from what was done; keep the identifier of everything that you list.",
	kindChat:      "You are the assistant. Answer the last request from the conversation and from what you know; no tool is needed.",
}

// rolePersona tells the user role who it is.
func rolePersona(p *mission.Persona) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nYou are %s", p.Name)
	if p.Background != "" {
		fmt.Fprintf(&b, ", %s", p.Background)
	}
	b.WriteString(".\n")
	for _, trait := range []struct{ name, value string }{
		{"What brings you", p.Goal}, {"Telephone", p.Phone}, {"E-mail", p.Email}, {"Tone", string(p.Tone)},
		{"Length", string(p.Length)}, {"Patience", string(p.Patience)}, {"Habits", roleHabits(p.Habits)},
	} {
		if trait.value != "" {
			fmt.Fprintf(&b, "%s: %s\n", trait.name, trait.value)
		}
	}
	return b.String()
}

func roleHabits(habits []mission.Habit) string {
	var list []string
	for _, h := range habits {
		list = append(list, string(h))
	}
	return strings.Join(list, ", ")
}

// roleWish tells the user role what kind of request is wanted: what its action type
// requires, and how it refers to what was said.
func roleWish(m *mission.Mission) string {
	wish := "\nWanted: " + map[mission.Kind]string{
		mission.KindSingle:   "a request that takes one call of one tool; say all that is needed.",
		mission.KindSerial:   "a request that takes several calls, each of which waits for the one before.",
		mission.KindParallel: "a request that takes several calls, none of which waits for another.",
		mission.KindMixed:    "a request that takes several calls, of which some wait for others and some do not.",
		mission.KindClarify:  "a request that leaves out something that the tool cannot do without.",
		mission.KindChat:     "a request near the theme for which no tool is needed.",
	}[m.Kind()]
	wish += map[mission.Relation]string{
		mission.Implicit: " Refer to what was last said or shown, without naming it.",
		mission.Ellipsis: " Leave out what is clear from your last request, or correct it.",
		mission.LongTerm: " Come back to something from two or more requests ago.",
	}[m.Relation]
	if m.Reference != nil {
		wish += " Way: " + strings.ReplaceAll(string(m.Reference.Way), "_", " ") + "."
	}
	return wish + "\n"
}
