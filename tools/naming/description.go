package naming

import (
	"regexp"
	"slices"
	"strings"
)

// sentence is the first sentence of a description.
func sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '.' || text[i+1] != ' ' {
			continue
		}
		w := strings.ToLower(text[strings.LastIndexByte(text[:i], ' ')+1 : i])
		if w == "e.g" || w == "i.e" || w == "etc" || w == "u.s" || len(w) == 1 || i+2 < len(text) && text[i+2] >= 'a' && text[i+2] <= 'z' {
			continue
		}
		return text[:i]
	}
	return strings.TrimRight(text, ". ")
}

var (
	inBrackets = regexp.MustCompile(`\s*\([^)]*\)`)
	leadIns    = regexp.MustCompile(`(?i)^(.* (api|tool|service|endpoint|function),? (that |which )?(is )?(used to|for|to|can)? ?|(this|the) (api|tool|function|endpoint) |(it is )?(used|able) to |allows? ((the )?(users?|developers?|you)|them) to |a (function|tool|method) (to|that|for) |enables? ((the )?users?|you) to |users? can |in order to )`)
	tooPrecise = regexp.MustCompile(`(?i)\b(single|specified|specific|given|provided|certain|corresponding|particular|required|desired|detailed and accurate|accurate and reliable) `)
	// The rules of conversations forbid words that give the machinery away.
	machinery = regexp.MustCompile(`(?i)\b(simulate[sd]?|simulating|simulation|fictional|checker)\b`)
	userOwns  = regexp.MustCompile(`(?i)\b(the|a|specified) user's `)
	// What follows these is said by the parameters, or is praise.
	asides         = regexp.MustCompile(`(?i)( for [\w-]+(?: [\w-]+)? (?:services|purposes|applications|designs|use)$|(?: from)?(?: all)? (?:in|around|across|throughout|over) the (?:whole )?world$|, (including|such as|e\.g\.|for example|which|where|making|providing|allowing|used|covering|like|etc|supporting|containing|mainly|with|returning|so)|:| such as| including| to help| to ensure| to keep| and returns?\b| and vice versa| and (how|what|why|where|when)\b| as (the user|users|you|it) | across (multiple|several|different) | in order to| so that| - (?:you|this|it|the|an?|returns?) | via | for use in| to (be|make|enhance|match|improve|promote|meet|track|maintain|keep|support|provide|enable|allow|reduce|protect|make|facilitate)\b| based on| according to| by | using | through | via | that (match|the user wants|may|can|allows?|meets?)| related to the (given|specified)| if | when ).*$`)
	talksOfProgram = regexp.MustCompile(`(?i)\b(functions?|apis?|endpoints?|parameters?)\b`)
	nonWords       = regexp.MustCompile(`[{}\[\]()|\\"“”<>_*#《》「」]`)
)

// actionOf makes a verb and its object of a description: "Retrieve the high
// scores of RuneScape players." gives "retrieve" and "the high scores of
// RuneScape players".
func actionOf(description string) (verb, object string) {
	s := inBrackets.ReplaceAllString(sentence(description), "")
	s = leadIns.ReplaceAllString(s, "")
	s = machinery.ReplaceAllString(s, "mock")
	first, rest, _ := strings.Cut(s, " ")
	if first == "mock" { // "Simulate a request"
		first = "Try"
	}
	if next, tail, ok := strings.Cut(rest, " "); ok && VerbBase(first) == "" && VerbBase(next) != "" {
		switch how := strings.ToLower(first); {
		case strings.HasSuffix(how, "ly"): // "Randomly generate"
			first, rest = next, tail
		case (how == "reverse" || how == "batch") && VerbBase(next) != "lookup":
			verb, rest = how+" "+VerbBase(next), tail
		}
	}
	if verb == "" {
		verb = VerbBase(first)
	}
	if verb == "" || rest == "" {
		return "", ""
	}
	rest = oneTask(strings.TrimSpace(asides.ReplaceAllString(rest, "")))
	// Of two verbs the first says enough: "Identify and extract", "Convert or
	// translate".
	fields := strings.Fields(rest)
	for len(fields) > 2 && (fields[0] == "and" || fields[0] == "or") && VerbBase(fields[1]) != "" {
		fields = fields[2:]
	}
	rest = strings.Join(fields, " ")
	rest = worldwide.ReplaceAllString(rest, "")
	rest = inFormat.ReplaceAllString(rest, "")
	if verb == "log" || verb == "sign" {
		rest = loggedUser.ReplaceAllString(rest, "me $1$2")
	}
	rest = userOwns.ReplaceAllString(rest, "my ")
	rest = possessive.ReplaceAllString(rest, "the $3 of $1 $2")
	rest = plainWords.Replace(rest)
	rest = tooPrecise.ReplaceAllString(rest, "")
	rest = nonWords.ReplaceAllString(rest, "")
	rest = strings.Trim(strings.Join(strings.Fields(rest), " "), " ,.;:'-")
	rest = shorten(rest)
	rest = hanging.ReplaceAllString(rest, "$1")
	rest = FixArticles(rest)
	if rest == "" || talksOfProgram.MatchString(rest) {
		return "", ""
	}
	return verb, lowerFirst(rest)
}

var (
	inFormat   = regexp.MustCompile(`(?i) (in|as) (a )?json( format)?\b`)
	worldwide  = regexp.MustCompile(`(?i) (worldwide|globally|(from )?(all )?around the world)\b`)
	loggedUser = regexp.MustCompile(`(?i)^(?:(in|out|into|off)\b.*\buser\b.*|.*\buser (in|out|into|off)\b)`)
	possessive = regexp.MustCompile(`(?i)\b(an?) ((?:[a-z-]+ )?[a-z-]+)'s ([a-z][a-z -]*)$`)
	// alsoDoes finds a second thing that a tool does: "… and manage the wallet".
	alsoDoes = regexp.MustCompile(`,? and (?:also |[a-z]+ly )?([a-z]+) (?:[a-z]|\()`)
	// onlyVerbs are the verbs that are no nouns as well.
	onlyVerbs = strings.Fields(`retrieve get obtain manage view highlight provide specify send generate create identify analyze analyse return receive
		fetch find allow enable ensure perform calculate compute convert determine verify validate add delete remove modify edit customize choose select
		recommend suggest learn explore browse see know apply execute extract submit publish save`)
)

// PlainText removes special characters from a text, and replaces "the user's"
// with "the".
func PlainText(text string) string {
	return userOwns.ReplaceAllString(nonWords.ReplaceAllString(text, ""), "the ")
}

// oneTask leaves out what a tool does besides: a request is for one thing.
func oneTask(s string) string {
	for _, m := range alsoDoes.FindAllStringSubmatchIndex(s, -1) {
		next := s[m[3]:]
		theirs := strings.HasPrefix(next, " their ") || strings.HasPrefix(next, " its ") // "and list their works"
		if v := s[m[2]:m[3]]; (slices.Contains(onlyVerbs, v) || theirs && VerbBase(v) == v) && len(strings.Fields(s[:m[0]])) > 1 {
			return s[:m[0]]
		}
	}
	return s
}

// plainWords says from the user's side what descriptions say from outside.
var plainWords = strings.NewReplacer(" for the user", " for me", "the user has", "I have", " of the user", " of mine", " on behalf of", " for",
	" the user's", " my", "the detailed information of", "the details of", "the detailed information about", "the details of", "detailed information about", "the details of", "the the ", "the ", "JSON ", "", " JSON", "", " - ", "-", "you to", "me to")

// hanging finds a participle whose phrase was cut off: "the headers used".
var hanging = regexp.MustCompile(`(?i)([a-z]s) (?:used|published|provided|returned|listed|created|written|given|made)$`)

// shorten cuts a long phrase where a part that only adds something begins.
func shorten(s string) string {
	const most = 13
	words := strings.Fields(s)
	if i := strings.Index(s, ", "); i > 0 && len(words) > most && strings.Count(s, ",") == 1 {
		return s[:i]
	}
	if len(words) <= most {
		return s
	}
	for i := most; i > 4; i-- {
		if slices.Contains([]string{"for", "in", "from", "with", "on", "to", "at", "within", "across", "and"}, words[i]) {
			return strings.TrimRight(strings.Join(words[:i], " "), ",")
		}
	}
	return s
}

// lowerFirst makes the first letter small unless the word is a name.
func lowerFirst(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if len(first) > 1 && strings.ToLower(first[1:]) != first[1:] {
		return s
	}
	l := strings.ToLower(first)
	if slices.Contains([]string{"the", "a", "an", "all", "detailed", "information", "latest", "current", "data", "real-time", "historical", "multiple", "specific", "text", "my"}, l) {
		return l + s[len(first):]
	}
	return s
}
