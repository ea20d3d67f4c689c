package naming

import (
	"regexp"
	"strings"
)

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

// Brand returns a brand as its owner spells it; empty for other words.
func Brand(word string) string { return brands[strings.ToLower(word)] }

// Spell writes a word of a name as people do.
func Spell(w string) string {
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

// SpellAll writes the words of a name as people do; a brand that was split,
// such as "git hub", becomes one word again.
func SpellAll(words []string) string {
	if len(words) == 2 && (words[0] == "num" || words[0] == "nb") {
		return "number of " + Plural(Singular(words[1]))
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
		out = append(out, numbered.ReplaceAllString(Spell(words[i]), "$1 $2"))
	}
	return strings.Join(out, " ")
}

// WithArticle puts "a" or "an" before a noun.
func WithArticle(noun string) string {
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

var articleBefore = regexp.MustCompile(`\b([Aa])n? ([A-Za-z0-9]+)`)

// FixArticles corrects "a" and "an" in a text from which words were taken out.
func FixArticles(s string) string {
	return articleBefore.ReplaceAllStringFunc(s, func(m string) string {
		article, noun, _ := strings.Cut(m, " ")
		fixed := WithArticle(noun)
		if article[0] == 'A' {
			fixed = "A" + fixed[1:]
		}
		return fixed
	})
}

// Capitalize makes the first letter of a text a capital if it is one of a to z.
func Capitalize(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}
