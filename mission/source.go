package mission

// SourceKind says where an argument value comes from (docs/design.md, section 5).
type SourceKind string

// The source kinds.
const (
	FromQuery       SourceKind = "query"       // said in this mission's request
	FromReply       SourceKind = "reply"       // said by the user when asked, in this mission
	FromObservation SourceKind = "observation" // in the observation of another call of this mission
	FromShown       SourceKind = "shown"       // said by the assistant in the closing reply of an earlier mission
	FromEarlier     SourceKind = "earlier"     // said by the user in an earlier mission
	FromClock       SourceKind = "clock"       // derived from the environment's time and words that were said
	FromKnowledge   SourceKind = "knowledge"   // derived by a bundled table from words that were said
	FromDefault     SourceKind = "default"     // the declared default of the parameter
)

// Source is the machine-checkable origin of one leaf value of a call's
// arguments.
type Source struct {
	Pointer string     `json:"pointer"` // JSON pointer (RFC 6901) of the leaf in Arguments
	Kind    SourceKind `json:"kind"`
	// Said says where Text stands if Kind is clock or knowledge: FromQuery,
	// FromReply or FromEarlier.
	Said SourceKind `json:"said,omitempty"`
	// Mission is the index of the mission that holds the origin: this mission
	// for query, reply and observation, an earlier one for shown and earlier.
	Mission int `json:"mission"`
	// Call and At locate the value for observation and shown: a call of
	// Mission, and a JSON pointer into its observation. Both are empty if a
	// chat mission showed the value: the winner of a comparison, or the one
	// identifier that was restated.
	Call int    `json:"call,omitempty"`
	At   string `json:"at,omitempty"`
	// Text is the words that say the value, exactly as they stand in the
	// request, the user's reply or the assistant's closing reply.
	Text string `json:"text,omitempty"`
	// Rule is how Text yields the value. For query, reply, shown and earlier it
	// is one of the word rules; empty means literally, whatever the letter case
	// and separators. For clock it is one of the clock rules, for knowledge the
	// name of a table of package knowledge.
	Rule string `json:"rule,omitempty"`
	// Choice says how one item was chosen among those of a list.
	Choice *Choice `json:"choice,omitempty"`
}

// Order is how a Choice picks one item.
type Order string

// The orders. With OrderFront and OrderBack, Choice.N counts from 1.
const (
	OrderMin   Order = "min"   // least value of By, which exactly one item has
	OrderMax   Order = "max"   // greatest value of By, which exactly one item has
	OrderFront Order = "front" // the Nth item
	OrderBack  Order = "back"  // the Nth item from the end
	OrderIs    Order = "is"    // the only item whose By equals Value
	OrderOnly  Order = "only"  // the one thing there is to refer to: "it"
)

// Choice picks one item of a list in an observation. The item is the one that
// Source.At points into.
type Choice struct {
	List  string `json:"list,omitempty"` // JSON pointer of the list; empty with OrderOnly
	By    string `json:"by,omitempty"`
	Order Order  `json:"order"`
	N     int    `json:"n,omitempty"`
	Value string `json:"value,omitempty"`
	Text  string `json:"text"` // the words of the request that choose: "the cheapest one"
}

// The word rules: how words yield a value that depends neither on the current
// time nor on general knowledge.
const (
	RuleLiteral = ""        // the value itself, whatever the letter case; "-" and "_" count as blanks
	RuleNumber  = "number"  // "three", "a couple of", "2.5" → a number
	RuleMoney   = "money"   // "€45", "45 euros" → 45
	RuleDate    = "date"    // "19 July 2024", "July 19th, 2024" → "2024-07-19"
	RuleMonth   = "month"   // "July 2024" → "2024-07"
	RuleTime    = "time"    // "7 pm", "half past seven in the evening", "19:30" → "19:30"
	RuleLabel   = "label"   // one of the tool's Labels for the value
	RuleMinutes = "minutes" // "half an hour", "an hour and a half", "two hours" → minutes
	RuleDays    = "days"    // "a week", "ten days", "a fortnight" → days
)

// The clock rules: how words yield a date, time or month, given the current
// time. All dates are "2006-01-02", months "2006-01", date-times
// "2006-01-02T15:04".
const (
	RuleToday       = "today"        // "today", "tonight", "this evening"
	RuleTomorrow    = "tomorrow"     // "tomorrow", "tomorrow morning"
	RuleDayAfter    = "day_after"    // "the day after tomorrow"
	RuleYesterday   = "yesterday"    // "yesterday"
	RuleWeekday     = "weekday"      // "Friday", "this Friday", "on Friday": the first one after today
	RuleNextWeekday = "next_weekday" // "next Friday": the first one after today, if it lies in the next calendar week (Monday first), so that both meanings of the words agree
	RuleLastWeekday = "last_weekday" // "last Friday": the latest one before today, if it lies in the last calendar week
	RuleMonthDay    = "month_day"    // "the 15th": the first such day after today
	RuleInDays      = "in_days"      // "in three days", "in two weeks", "a week from today"
	RuleDayMonth    = "day_month"    // "19 July", "July 19th", "the 19th of July": the first one not before today
	RuleThisMonth   = "this_month"   // "this month"
	RuleNextMonth   = "next_month"   // "next month"
	RuleLastMonth   = "last_month"   // "last month"
	RuleDateTime    = "date_time"    // words of a date rule and words of the time rule: "tomorrow at 7 pm"
)

// Quoted lists the words of the request of mission i, from 0, that say values.
func Quoted(sources []Source, i int) []string {
	var words []string
	for _, s := range sources {
		if here := s.Kind == FromQuery || s.Said == FromQuery; here && s.Mission == i && s.Text != "" {
			words = append(words, s.Text)
		}
	}
	return words
}
