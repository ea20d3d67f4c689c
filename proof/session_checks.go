package proof

// The checks of sessions. Texts are proved by the checks of entries that begin with "text.".
const (
	SessionSchema    Check = "session.schema"
	SessionWorkflow  Check = "session.workflow"
	SessionPlace     Check = "session.place"
	SessionAct       Check = "session.act"
	SessionEdge      Check = "session.edge"
	SessionSlots     Check = "session.slots"
	SessionSaid      Check = "session.said"
	SessionPicked    Check = "session.picked"
	SessionArguments Check = "session.arguments"
	SessionSource    Check = "session.source"
	SessionBefore    Check = "session.before"
	SessionResult    Check = "session.result"
	SessionTold      Check = "session.told"
	SessionOOW       Check = "session.oow"
	SessionGoals     Check = "session.goals"
	SessionEnd       Check = "session.end"
	SessionWay       Check = "session.way"
	SessionAside     Check = "session.aside"
)

// SessionChecks lists the checks of sessions with their meaning. Group is 0.
func SessionChecks() []CheckInfo {
	return []CheckInfo{
		{SessionSchema, 0, "the session fits its schema"},
		{SessionWorkflow, 0, "the workflows of the session name only what there is"},
		{SessionPlace, 0, "an exchange begins at the node at which the one before ended"},
		{SessionAct, 0, "the assistant does at each node what the workflow says"},
		{SessionEdge, 0, "the conversation goes on at the node that the results and the words of the user lead to"},
		{SessionSlots, 0, "the user gives what was asked for, or what belongs to the wish"},
		{SessionSaid, 0, "the words of the user yield the values of the slots"},
		{SessionPicked, 0, "the words of the user pick the thing from the list that was shown"},
		{SessionArguments, 0, "the arguments of a call are those that the workflow says, and fit the tool"},
		{SessionSource, 0, "the source of each argument is where its value was said or returned"},
		{SessionBefore, 0, "what a call needs to come first has succeeded before"},
		{SessionResult, 0, "what a call returned fits the tool"},
		{SessionTold, 0, "the assistant tells the results that it shows, with their identifiers"},
		{SessionOOW, 0, "when the user leaves the workflow, the conversation goes on where the rules say"},
		{SessionGoals, 0, "the goals of a run are the changes that it made and the results that it told"},
		{SessionEnd, 0, "a run ends at an end of its workflow, or at the wish of the user before anything was done"},
		{SessionWay, 0, "the way of a run is the nodes that it passes, and it says where the user leaves the workflow"},
		{SessionAside, 0, "a run without a workflow is one mission, which is proved as entries are"},
	}
}
