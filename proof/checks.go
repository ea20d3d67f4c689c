package proof

// firstOf2 is the first group of checks that entries of version 1 need not pass.
const firstOf2 = 9

// ofVersion2 has the checks that entries of version 1 need not pass.
var ofVersion2 = func() map[Check]bool {
	later := map[Check]bool{}
	for _, c := range Checks() {
		if c.Group >= firstOf2 {
			later[c.ID] = true
		}
	}
	return later
}()

// Check names a claim about an entry or a dataset that is proved, such as
// "source.query". The part before the dot says what the claim is about.
type Check string

// CheckInfo describes a check.
type CheckInfo struct {
	ID    Check
	Group int    // 1 to 10, as in docs/design.md, section 5; 9 and 10 hold from entries of version 2 on
	Means string // what is true if the check passes, in one line
}

// The checks, group by group. To add one, write a constant here and a row in
// [Checks], the code in the file of its group, and a row in mutations() of
// mutation_test.go (for group 8, a case in TestDataset) with a corruption that
// this check finds, and only this one. A test fails for checks without a row.
const (
	// Group 1: schema.go.
	SchemaEntry       Check = "schema.entry"
	SchemaEnvironment Check = "schema.environment"
	SchemaTools       Check = "schema.tools"
	SchemaTool        Check = "schema.tool"
	SchemaArguments   Check = "schema.arguments"
	SchemaObservation Check = "schema.observation"

	// Group 2: sources.go and choices.go.
	SourceMissing     Check = "source.missing"
	SourceExtra       Check = "source.extra"
	SourceQuery       Check = "source.query"
	SourceReply       Check = "source.reply"
	SourceObservation Check = "source.observation"
	SourceShown       Check = "source.shown"
	SourceEarlier     Check = "source.earlier"
	SourceClock       Check = "source.clock"
	SourceKnowledge   Check = "source.knowledge"
	SourceDefault     Check = "source.default"
	SourceChoice      Check = "source.choice"

	// Group 3: graphs.go; the switch path in proof.go.
	GraphDependencies Check = "graph.dependencies"
	GraphCycle        Check = "graph.cycle"
	GraphPattern      Check = "graph.pattern"
	GraphType         Check = "graph.type"
	PathSwitch        Check = "path.switch"

	// Group 4: clarify.go.
	ClarifyRequired Check = "clarify.required"
	ClarifySaid     Check = "clarify.said"
	ClarifyOrder    Check = "clarify.order"
	ClarifyVague    Check = "clarify.vague"
	ChatClaim       Check = "chat.claim"
	ChatCovered     Check = "chat.covered"
	ChatCompare     Check = "chat.compare"
	ChatFact        Check = "chat.fact"
	ChatOpinion     Check = "chat.opinion"
	ChatOptions     Check = "chat.options"
	ChatPlace       Check = "chat.place"
	ChatRestate     Check = "chat.restate"

	// Group 5: relations.go.
	RelationFirst    Check = "relation.first"
	RelationDistance Check = "relation.distance"
	RelationPhrase   Check = "relation.phrase"
	RelationText     Check = "relation.text"
	RelationNeeded   Check = "relation.needed"
	RelationRecent   Check = "relation.recent"
	RelationWay      Check = "relation.way"

	// Group 6: graphs.go and dialogue.go.
	PathsCount         Check = "paths.count"
	PathsDepth         Check = "paths.depth"
	PathsListed        Check = "paths.listed"
	PathsOrder         Check = "paths.order"
	PathsComplete      Check = "paths.complete"
	DialogueForm       Check = "dialogue.form"
	DialoguePlan       Check = "dialogue.plan"
	DialogueThought    Check = "dialogue.thought"
	DialogueTrajectory Check = "dialogue.trajectory"

	// Group 7: text.go, with internal/grammar, and faithful.go.
	TextLeak        Check = "text.leak"
	TextResidue     Check = "text.residue"
	TextArticle     Check = "text.article"
	TextNumber      Check = "text.number"
	TextSentence    Check = "text.sentence"
	TextPreposition Check = "text.preposition"
	TextGlued       Check = "text.glued"
	TextParticle    Check = "text.particle"
	TextRepeated    Check = "text.repeated"
	TextDangling    Check = "text.dangling"
	TextFaithful    Check = "text.faithful"
	TextIdentifiers Check = "text.identifiers"

	// Group 8: dataset.go.
	DatasetID       Check = "dataset.id"
	DatasetRequest  Check = "dataset.request"
	DatasetCoverage Check = "dataset.coverage"
	DatasetBalance  Check = "dataset.balance"

	// Group 9: the files reading_*.go.
	ReadingOrder   Check = "reading.order"
	ReadingCall    Check = "reading.call"
	ReadingList    Check = "reading.list"
	ReadingBest    Check = "reading.best"
	ReadingThing   Check = "reading.thing"
	ReadingValue   Check = "reading.value"
	ReadingRequest Check = "reading.request"
	ReadingSilence Check = "reading.silence"
	ReadingReply   Check = "reading.reply"
	ReadingGap     Check = "reading.gap"
	ReadingEvasion Check = "reading.evasion"
	ReadingAnswer  Check = "reading.answer"

	// Group 10: the files world_*.go.
	WorldRule    Check = "world.rule"
	WorldMotive  Check = "world.motive"
	WorldClaim   Check = "world.claim"
	WorldUnit    Check = "world.unit"
	WorldFilter  Check = "world.filter"
	WorldCount   Check = "world.count"
	WorldCreated Check = "world.created"
)

// Checks lists all checks, in the order of the groups.
func Checks() []CheckInfo {
	return append([]CheckInfo{
		{SchemaEntry, 1, "the line is JSON and fits the entry schema"},
		{SchemaEnvironment, 1, "now is a time and weekday is the day it falls on"},
		{SchemaTools, 1, "tool names are unique and every schema of a tool compiles"},
		{SchemaTool, 1, "every call names a tool of the list that is not a distractor"},
		{SchemaArguments, 1, "arguments fit the parameters of their tool"},
		{SchemaObservation, 1, "observations fit what their tool returns, or are an error body when the status says so"},

		{SourceMissing, 2, "every leaf value of the arguments has a source of a known kind"},
		{SourceExtra, 2, "every source explains a value that is there, and no value has two sources"},
		{SourceQuery, 2, "the words stand in the request and yield the value"},
		{SourceReply, 2, "the words stand in a reply to a question of the mission and yield the value"},
		{SourceObservation, 2, "the value stands at that place of an earlier call's observation"},
		{SourceShown, 2, "the words stand in the closing reply of an earlier mission, whose observation holds the value"},
		{SourceEarlier, 2, "the words were said by the user in an earlier mission and yield the value"},
		{SourceClock, 2, "the words were said, and with the current time they yield the value"},
		{SourceKnowledge, 2, "the words were said, and the table gives the value for them"},
		{SourceDefault, 2, "the value is the default that the tool declares"},
		{SourceChoice, 2, "the item taken from a list is the one that the words choose, and the only one"},

		{GraphDependencies, 3, "dependencies are exactly the data flow and the declared order"},
		{GraphCycle, 3, "no calls wait for each other"},
		{GraphPattern, 3, "the pattern is that of the dependency graph"},
		{GraphType, 3, "the action type fits the calls, questions and chat claim"},
		{PathSwitch, 3, "the switch path lists the types of the one to four missions"},

		{ClarifyRequired, 4, "what is asked for is required by the tool that is called then"},
		{ClarifySaid, 4, "what is asked for was said nowhere before"},
		{ClarifyOrder, 4, "each question asks for exactly what is still missing, and the last one gets it"},
		{ClarifyVague, 4, "an incomplete reply leaves something open"},
		{ChatClaim, 4, "a chat mission says completely why it needs no tool"},
		{ChatCovered, 4, "no tool of the list could serve a chat request"},
		{ChatCompare, 4, "the winner of a comparison is the one that the reply names, and both items were shown"},
		{ChatFact, 4, "the answer to a question for a fact says one that the toolset declares, word for word"},
		{ChatOpinion, 4, "an opinion is for the item that is best by what it says, and people choose by that"},
		{ChatOptions, 4, "the reply says every value that the schema allows"},
		{ChatPlace, 4, "the item has the place among the others that is claimed, and the reply says its value and both ends"},
		{ChatRestate, 4, "a restatement keeps every identifier of the mission that it restates"},

		{RelationFirst, 5, "the first mission has no relation, all others have one that points back"},
		{RelationDistance, 5, "implicit and ellipsis point to the last mission, long_term to one before it"},
		{RelationPhrase, 5, "the phrase that refers stands in the request"},
		{RelationText, 5, "the words referred to stand in the earlier mission and not in the request"},
		{RelationNeeded, 5, "some value of the calls comes from the mission referred to and is not in the request"},
		{RelationRecent, 5, "what a long_term mission needs does not stand in the last mission"},
		{RelationWay, 5, "the way belongs to the relation and fits the phrase and the choice"},

		{PathsCount, 6, "the counts of all and of optimal paths are right"},
		{PathsDepth, 6, "the depth is that of the dependency graph"},
		{PathsListed, 6, "every listed path is one, and none is listed twice"},
		{PathsOrder, 6, "paths are listed in the fixed order, optimal ones first"},
		{PathsComplete, 6, "a list that is not truncated has all paths, and a truncated one has not"},
		{DialogueForm, 6, "the turns come in the order of the five roles and say what the mission says"},
		{DialoguePlan, 6, "the accepted plans call what the mission calls, ask what it asks and close once"},
		{DialogueThought, 6, "thoughts and plans are not empty and do not mention checkers, internal tools or the simulation"},
		{DialogueTrajectory, 6, "the steps of the dialogue are an optimal path"},

		{TextLeak, 7, "nobody says the name of a tool, parameter or role"},
		{TextResidue, 7, "no placeholder, template residue, doubled word or stray blank is left"},
		{TextArticle, 7, "a and an fit the word that follows"},
		{TextNumber, 7, "nouns agree with their number"},
		{TextSentence, 7, "texts begin and end as sentences do (those of users as in chats), and requests have their verb"},
		{TextPreposition, 7, "no two prepositions or determiners stand where one belongs, and those of time fit their time"},
		{TextGlued, 7, "no value stands beside the name of its parameter"},
		{TextParticle, 7, "a particle in front of an answer fits what was asked"},
		{TextRepeated, 7, "nothing is said twice that people say once: please, the same, a formula that points far back"},
		{TextDangling, 7, "no conjunction, preposition or article stands in front of nothing"},
		{TextFaithful, 7, "codes, numbers, dates and times of a reply stand in what the agent knows"},
		{TextIdentifiers, 7, "the closing reply keeps the identifier of every thing observed, but for a list that only served to choose"},

		{DatasetID, 8, "ids are unique"},
		{DatasetRequest, 8, "opening requests and conversations are unique"},
		{DatasetCoverage, 8, "every planned switch path occurs, and no other"},
		{DatasetBalance, 8, "each switch path occurs as often as planned"},
	}, laterChecks()...)
}

// laterChecks lists the checks of groups 9 and 10.
func laterChecks() []CheckInfo {
	return []CheckInfo{
		{ReadingOrder, 9, "no call waits for a value that can be had without waiting"},
		{ReadingCall, 9, "no call asks only for what was shown before, unless the user wants it looked up again"},
		{ReadingList, 9, "words that choose an item can mean only one list"},
		{ReadingBest, 9, "words such as latest, cheapest, first and last choose the same item whatever they compare"},
		{ReadingThing, 9, "it, that booking and the booking from earlier can mean only one thing"},
		{ReadingValue, 9, "there, that day and the same city can mean only one value"},
		{ReadingRequest, 9, "my second request can mean only one request"},
		{ReadingGap, 9, "the request of a clarify mission is one that people say, and does not imply what is asked for"},
		{ReadingEvasion, 9, "a reply that gives nothing hands the question back and hints at no value"},
		{ReadingAnswer, 9, "the user is told why a value is needed who asks for it, and says yes only to what yes answers"},
		{ReadingSilence, 9, "no value of an earlier mission is needed that is neither said, referred to nor kept by an ellipsis, and what an ellipsis keeps is plain"},
		{ReadingReply, 9, "the closing reply tells what was asked for, wishes that were not fulfilled, refusals, empty lists, of a part that it is one, and how things stand now"},

		{WorldRule, 10, "no call and no answer breaks a rule of the toolset"},
		{WorldMotive, 10, "things are chosen to be acted on by what people want of them"},
		{WorldClaim, 10, "every word of a closing reply that says something stands in what the agent knows"},
		{WorldUnit, 10, "units, currencies and what a price is for stand beside the number, in its description or in that of the tool"},
		{WorldFilter, 10, "what is listed or made has the values that were asked for"},
		{WorldCount, 10, "a result has as many things as were asked for"},
		{WorldCreated, 10, "what a call makes or changes is made or changed today"},
	}
}
