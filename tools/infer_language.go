package tools

import (
	"regexp"
	"slices"
	"strings"
)

// verbList is the verbs that names and descriptions of tools begin with.
var verbList = strings.Fields(`compress transcribe log get retrieve obtain access fetch query view provide receive return read show display explore list search find
	browse look lookup filter locate discover create add book order submit post register place schedule make generate reserve apply store
	upload import organize build insert update edit change set modify customize adjust rename replace delete remove cancel clear revoke drop
	compute convert calculate translate check send verify validate determine estimate predict analyze analyse identify extract summarize
	classify categorize refine recognize detect compare compile debug run execute perform process handle manage simulate encode decode
	encrypt decrypt parse geocode autocomplete suggest recommend download stream play share shorten plan embed overlay
	withdraw deposit transfer trade pay buy sell report authenticate login sign track monitor measure transform resize merge split format
	sync connect start stop restart enable disable invite join export publish print draw render test scan select specify follow like vote
	rate review subscribe unsubscribe save load request ask answer echo help allow support use enter capture collect count evaluate
	implement maintain standardize represent highlight aggregate combine confirm approve assign refresh reset bookmark archive
	estimate retrieve match adopt donate enroll grant handle solve rank sort crop rotate enhance blur try reorder move duplicate unlink establish attach detach pause resume trigger configure initiate`)

// verbBase gives the base form of a verb that is known: "Retrieves" and
// "retrieving" give "retrieve". It is empty for other words.
func verbBase(word string) string {
	w := strings.ToLower(strings.Trim(word, ".,;:"))
	if slices.Contains(verbList, w) {
		return w
	}
	for _, cut := range []struct{ end, put string }{{"ies", "y"}, {"es", "e"}, {"es", ""}, {"s", ""}, {"ing", "e"}, {"ing", ""}} {
		if stem, ok := strings.CutSuffix(w, cut.end); ok && len(stem) > 1 && slices.Contains(verbList, stem+cut.put) && !slices.Contains(nounsAsWell, w) {
			return stem + cut.put
		}
	}
	for _, end := range []string{"ning", "ting", "ping"} { // running, setting, stopping
		if stem, ok := strings.CutSuffix(w, end); ok && slices.Contains(verbList, stem) {
			return stem
		}
	}
	return ""
}

// nounsAsWell look like forms of verbs, but names of tools mean the noun.
var nounsAsWell = strings.Fields("orders books posts rates trades reviews updates places stores reports tracks lists streams schedules requests matches rankings changes plays plans results listings likes tests answers ratings settings trading scores reservations votes makes")

// singular undoes the plural of a word.
func singular(w string) string {
	lower := strings.ToLower(w)
	if irregularPlurals[lower] == lower {
		return w
	}
	for one, many := range irregularPlurals {
		if lower == many && one != many {
			return one
		}
	}
	switch {
	case len(w) < 4, endsIn(lower, "ss", "us", "is", "ics", "sms", "gps", "ous"):
		return w
	case strings.HasSuffix(lower, "ies") && lower != "movies" && lower != "cookies" && lower != "series":
		return w[:len(w)-3] + "y"
	case endsIn(lower, "sses", "xes", "ches", "shes", "zes"):
		return w[:len(w)-2]
	case strings.HasSuffix(lower, "s"):
		return w[:len(w)-1]
	}
	return w
}

// acronyms are words of names that people write in capitals.
var acronyms = map[string]string{"ip": "IP", "url": "URL", "id": "ID", "npi": "NPI", "api": "API", "upc": "UPC", "isbn": "ISBN", "sku": "SKU",
	"dns": "DNS", "cnpj": "CNPJ", "figi": "FIGI", "sms": "SMS", "pdf": "PDF", "html": "HTML", "iso": "ISO", "iata": "IATA", "isrc": "ISRC",
	"vin": "VIN", "sql": "SQL", "mp3": "MP3", "gpa": "GPA", "gps": "GPS", "svg": "SVG", "http": "HTTP", "ssl": "SSL", "tv": "TV",
	"lang": "language", "lat": "latitude", "lon": "longitude", "lng": "longitude", "qty": "quantity", "num": "number", "desc": "description",
	"info": "information", "config": "configuration", "max": "maximum", "min": "minimum", "addr": "address", "tel": "telephone", "img": "image",
	"pic": "picture", "msg": "message", "pwd": "password", "poi": "place", "covid": "Covid", "mlb": "MLB", "nba": "NBA", "json": "structured",
	"wgs84": "WGS84", "osgb36": "OSGB36", "nft": "NFT", "eth": "ETH", "btc": "BTC", "usd": "USD", "qr": "QR", "gif": "GIF", "csv": "CSV", "xml": "XML", "rss": "RSS", "ssh": "SSH", "ai": "AI", "cve": "CVE", "zip": "ZIP"}

// brands are names that their owners spell in a way of their own, by their
// letters: names of tools and values write them in any way.
var brands = func() map[string]string {
	out := map[string]string{}
	for _, name := range strings.Fields(`MySQL PostgreSQL SQLite MariaDB MongoDB DynamoDB BigQuery GraphQL NoSQL GitHub GitLab BitBucket FedEx eBay PayPal
		YouTube LinkedIn WhatsApp TikTok SnapChat WeChat iPhone iPad iOS macOS iTunes iCloud OpenAI ChatGPT DeepL OneDrive DropBox SoundCloud
		PlayStation Xbox JavaScript TypeScript CoffeeScript PowerPoint OpenStreetMap OpenWeatherMap CoinGecko CoinMarketCap CoinBase WordPress
		HubSpot MailChimp DoorDash AirBnB TripAdvisor ZipRecruiter GlassDoor RuneScape WooCommerce BigCommerce QuickBooks FreshBooks DocuSign
		MasterCard AliExpress StackOverflow NodeJS PubMed ResearchGate arXiv LaTeX OAuth YNAB DHL UPS USPS BBC CNN IMDB NASA NOAA USGS UNESCO VMware
		YAML CSV XML HTML PDF HTTP HTTPS FTP SSH URL`) {
		out[strings.ToLower(name)] = name
	}
	for key, name := range map[string]string{"bitbucket": "Bitbucket", "snapchat": "Snapchat", "dropbox": "Dropbox", "coinbase": "Coinbase", "mailchimp": "Mailchimp",
		"airbnb": "Airbnb", "glassdoor": "Glassdoor", "mastercard": "Mastercard", "tripadvisor": "Tripadvisor", "docusign": "Docusign", "stackoverflow": "Stack Overflow",
		"nodejs": "Node.js", "imdb": "IMDb", "americanexpress": "American Express", "googlemaps": "Google Maps", "googlepay": "Google Pay", "applepay": "Apple Pay",
		"github": "GitHub", "googledrive": "Google Drive", "applemusic": "Apple Music", "hackernews": "Hacker News"} {
		out[key] = name
	}
	return out
}()

// brandOf is how its owner spells a brand; empty for other words.
func brandOf(word string) string { return brands[strings.ToLower(word)] }

// spell writes a word of a name as people do.
func spell(w string) string {
	lower := strings.ToLower(w)
	if full, ok := acronyms[lower]; ok {
		return full
	}
	if name, ok := brands[lower]; ok {
		return name
	}
	return lower
}

// numbered finds words that have a number behind them: "line1".
var numbered = regexp.MustCompile(`^([a-z]{4,})([1-9])$`)

// spellAll writes the words of a name as people do; a brand that was taken
// apart, as "git hub", is one word again.
func spellAll(words []string) string {
	if len(words) == 2 && (words[0] == "num" || words[0] == "nb") {
		return "number of " + Plural(singular(words[1]))
	}
	var out []string
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) {
			if name, ok := brands[strings.ToLower(words[i]+words[i+1])]; ok {
				out = append(out, name)
				i++
				continue
			}
		}
		out = append(out, numbered.ReplaceAllString(spell(words[i]), "$1 $2"))
	}
	return strings.Join(out, " ")
}

// withArticle puts "a" or "an" before a noun.
func withArticle(noun string) string {
	l := strings.ToLower(noun)
	first, _, _ := strings.Cut(noun, " ")
	if len(first) > 1 && strings.ToUpper(first) == first && strings.IndexByte("AEFHILMNORSX", first[0]) >= 0 {
		return "an " + noun
	}
	for _, silent := range []string{"hour", "honest", "heir", "honour", "honor"} {
		if strings.HasPrefix(l, silent) {
			return "an " + noun
		}
	}
	for _, soft := range []string{"uni", "use", "usu", "usa", "eu", "one", "once", "uti", "ubi", "url", "upc", "ura", "uk", "us ", "uuid"} {
		if (l == "us" || strings.HasPrefix(l, soft)) && !strings.HasPrefix(l, "unin") && !strings.HasPrefix(l, "unim") && !strings.HasPrefix(l, "uniden") {
			return "a " + noun
		}
	}
	if l != "" && strings.ContainsRune("aeiou", rune(l[0])) {
		return "an " + noun
	}
	return "a " + noun
}

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
	asides         = regexp.MustCompile(`(?i)( for [\w-]+(?: [\w-]+)? (?:services|purposes|applications|designs|use)$| (?:in|around|across|throughout|all over) the (?:whole )?world$|, (including|such as|e\.g\.|for example|which|where|making|providing|allowing|used|covering|like|etc|supporting|containing|mainly|with|returning|so)|:| such as| including| to help| to ensure| to keep| and returns?\b| and vice versa| and (how|what|why|where|when)\b| as (the user|users|you|it) | across (multiple|several|different) | in order to| so that| - (?:you|this|it|the|an?|returns?) | via | for use in| to (be|make|enhance|match|improve|promote|meet|track|maintain|keep|support|provide|enable|allow|reduce|protect|make|facilitate)\b| based on| according to| by | using | through | via | that (match|the user wants|may|can|allows?|meets?)| related to the (given|specified)| if | when ).*$`)
	talksOfProgram = regexp.MustCompile(`(?i)\b(functions?|apis?|endpoints?|parameters?)\b`)
	nonWords       = regexp.MustCompile(`[{}\[\]()|\\"“”<>_*#《》「」]`)
)

// actionOf makes a verb and its object of a description: "Retrieve the high
// scores of RuneScape players." gives "get" and "the high scores of RuneScape
// players".
func actionOf(description string) (verb, object string) {
	s := inBrackets.ReplaceAllString(sentence(description), "")
	s = leadIns.ReplaceAllString(s, "")
	s = machinery.ReplaceAllString(s, "mock")
	first, rest, _ := strings.Cut(s, " ")
	if first == "mock" { // "Simulate a request"
		first = "Try"
	}
	if next, tail, ok := strings.Cut(rest, " "); ok && verbBase(first) == "" && verbBase(next) != "" {
		switch how := strings.ToLower(first); {
		case strings.HasSuffix(how, "ly"): // "Randomly generate"
			first, rest = next, tail
		case (how == "reverse" || how == "batch") && verbBase(next) != "lookup":
			verb, rest = how+" "+verbBase(next), tail
		}
	}
	if verb == "" {
		verb = verbBase(first)
	}
	if verb == "" || rest == "" {
		return "", ""
	}
	rest = oneTask(strings.TrimSpace(asides.ReplaceAllString(rest, "")))
	// Of two verbs the first says enough: "Identify and extract", "Convert or
	// translate".
	fields := strings.Fields(rest)
	for len(fields) > 2 && (fields[0] == "and" || fields[0] == "or") && verbBase(fields[1]) != "" {
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
	rest = fixArticles(rest)
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

// plainText leaves out of a text what cannot be said, and speaks of nobody's
// things.
func plainText(text string) string {
	return userOwns.ReplaceAllString(nonWords.ReplaceAllString(text, ""), "the ")
}

// oneTask leaves out what a tool does besides: a request is for one thing.
func oneTask(s string) string {
	for _, m := range alsoDoes.FindAllStringSubmatchIndex(s, -1) {
		next := s[m[3]:]
		theirs := strings.HasPrefix(next, " their ") || strings.HasPrefix(next, " its ") // "and list their works"
		if v := s[m[2]:m[3]]; (slices.Contains(onlyVerbs, v) || theirs && verbBase(v) == v) && len(strings.Fields(s[:m[0]])) > 1 {
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

var articleBefore = regexp.MustCompile(`\b([Aa])n? ([A-Za-z0-9]+)`)

// fixArticles makes "a" and "an" fit what follows after words were taken out.
func fixArticles(s string) string {
	return articleBefore.ReplaceAllStringFunc(s, func(m string) string {
		article, noun, _ := strings.Cut(m, " ")
		fixed := withArticle(noun)
		if article[0] == 'A' {
			fixed = "A" + fixed[1:]
		}
		return fixed
	})
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

// actionOfName makes a verb phrase of a name when the description gives none.
func actionOfName(f *toolFacts) (verb, object string) {
	verb, words := f.verb, f.name
	if verb == "" {
		return "use", "the " + spellAll(words) + " service"
	}
	rest := words
	if verbBase(words[0]) != "" {
		rest = words[1:]
	} else if rest = words[:len(words)-1]; len(rest) == 1 && (rest[0] == "reverse" || rest[0] == "batch") {
		return rest[0] + " " + verb, "it for me"
	}
	for i, w := range rest {
		if i > 0 && (w == "by" || w == "with") {
			rest = rest[:i]
			break
		}
	}
	if len(rest) == 0 {
		return verb, "it for me"
	}
	if n := len(rest); n > 2 && slices.Contains([]string{"for", "from", "to", "in", "of"}, rest[n-2]) && singular(rest[n-1]) == rest[n-1] {
		return verb, "the " + spellAll(rest[:n-1]) + " " + withArticle(spell(rest[n-1]))
	}
	text := spellAll(rest)
	if singular(rest[len(rest)-1]) == rest[len(rest)-1] {
		text = "the " + text
	}
	return verb, text
}

// escape takes the special meaning from the characters of a text.
func escape(s string) string { return escaped(s, `{}[]()|\`) }

func capitalize(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}
