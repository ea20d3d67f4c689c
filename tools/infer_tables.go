package tools

import (
	"strings"

	"switchyard/knowledge"
)

// picks are believable values by what they are: invented names, common words.
var picks = table(`
artist: Mara Lindqvist; The Paper Lanterns; Nova Harbour; Elias Brandt; Velvet Static; Rosa Quintero; Northern Sundays; Jonah Pike
song: Glass Harbour; Nine Winters; Slow Lightning; Paper Rivers; Midnight Orchard; Copper Moon; Half a Summer; Little Earthquakes
album: Quiet Machines; Salt and Amber; Distant Rooms; The Long Weekend; Evergreen Hours; Borrowed Light
movie: The Last Lighthouse; Crimson Tide Inn; Winter in Porto; Beyond the Dunes; A Map of Salt; Night Train North
book: The Glass Orchard; Nine Letters Home; The Quiet Engine; Salt Roads; The Cartographer's Son; Blue Meridian
poem: The Lantern Road; October Fields; Song of the Tide; To a Sparrow; Winter Bells; The Empty Orchard
line: the silver river sleeps; all the lanterns are lit; a wind from the north; she walks beneath the elms
game: Starfall Tactics; Iron Meadow; Dungeon Post; Skyward Relay; Harbour Tycoon; Frost Circuit
player: Kestrel22; Foxglove; IronMaple; Nightjar7; Zephyra; Oakheart; Quickstep9; Moonwren
team: Harbour Hawks; River City Rovers; Northside Foxes; Granite Bears; Coastal Comets; Summit Wolves
league: Premier League; Northern Division; Coastal Conference; Champions Series
character: Aldric the Bold; Luna Vane; Captain Thorne; Mirelle; Old Bram; Sister Odile
monster: Ember Drake; Frost Lurker; Stone Basilisk; Marsh Wyrm
item: iron sword; oak shield; healing potion; silver ring; leather boots; fire rune; wooden bow
word: harbour; lantern; resilient; gather; meadow; curious; whisper; serene; journey; bright; ancient; wander
keyword: solar power; electric cars; space travel; housing; public transport; sleep; coffee; climate
newskeyword: solar power; electric cars; space travel; housing prices; football; wildfires; trade talks; vaccines
datakeyword: population; air quality; public transport; employment; energy use; tourism; education; water supply
topic: education; energy; transport; housing; tourism; agriculture; health care; employment
shopkeyword: running shoes; coffee maker; desk lamp; backpack; wireless headphones; water bottle
foodkeyword: oat milk; rye bread; dark chocolate; orange juice; olive oil; greek yoghurt
musickeyword: rainy day jazz; summer hits; acoustic guitar; late night piano; road trip; deep house
jobkeyword: data analyst; nurse; carpenter; graphic designer; accountant; electrician
placekeyword: pharmacy; bakery; museum; bookshop; petrol station; supermarket
codekeyword: sorting; date parsing; image upload; login form
advicekeyword: patience; friendship; money; travel; courage; work
dish: lentil soup; mushroom risotto; apple pie; tomato pasta; fish tacos
ingredient: oats; honey; almonds; sea salt; sunflower oil; wheat flour; dried cranberries
allergen: milk; peanuts; soy; gluten; eggs
cuisine: Italian; Mexican; Thai; Greek; Indian
diet: vegetarian; vegan; gluten-free; low-carb
nutrient: protein; omega-3; iron; vitamin D; selenium
fish: Atlantic salmon; rainbow trout; yellowfin tuna; Pacific cod; sea bass; mackerel
beer: Old Mill Pale Ale; Harvest Stout; Copper Kettle Lager; Foggy Pier Porter
plant: lavender; silver birch; common ivy; white clover; field poppy
species: red fox; grey heron; common toad; barn owl; brown bear
scientific: Canis lupus; Ardea cinerea; Corvus corax; Strix aluco; Quercus robur
dog: beagle; border collie; dachshund; greyhound
color: red; blue; green; yellow; orange; purple; grey
holiday: New Year's Day; Labour Day; Christmas Day; Easter Monday; Good Friday
event: Easter; Pentecost; Reformation Day; Advent; Palm Sunday
stock: AAPL; MSFT; NVDA; TSLA; AMZN; NFLX
crypto: BTC; ETH; LTC; SOL; XRP; ADA
cryptoname: Bitcoin; Ethereum; Litecoin; Solana
pair: BTC/USD; ETH/USD; LTC/EUR; SOL/EUR; XRP/USD
exchange: Kraken; Coinbase; Binance; Bitstamp
sector: technology; energy; health care; utilities; finance
indicator: GDP; inflation; unemployment; industrial output; consumer spending
technical: SMA; EMA; RSI; MACD
state: Texas; Ohio; Florida; Oregon; Vermont; Nevada; Arizona; Michigan
stateCode: TX; OH; FL; OR; VT; NV
region: North Coast; Lake District; Central Valley; Eastern Hills; Southern Plains; West End
province: Alberta; Quebec; Ontario; Manitoba; Nova Scotia
canada: Toronto; Vancouver; Montreal; Calgary; Halifax
denmark: Zealand; Funen; North Jutland; Bornholm; Southern Denmark
sweden: Uppland; Skåne; Dalarna; Gotland
brazil: Recife; Salvador; Curitiba; Fortaleza; Manaus
usCity: Denver, Colorado; Austin, Texas; Portland, Oregon; Columbus, Ohio; Tampa, Florida
countryName: Portugal; Spain; Japan; Canada; Norway; Kenya; Chile; Italy; India; Greece
continent: Europe; Asia; Africa; South America
road: Interstate 10; Interstate 17; Route 66; Loop 202; State Route 87
terminal: Terminal 1; Terminal 2; Terminal 3
party: Democratic Party; Republican Party; Green Party; Libertarian Party
issue: health care; taxes; climate; education; immigration
languageName: Spanish; French; German; Italian; Portuguese; Swedish; Dutch; Polish
program: Python; Java; Go; Rust; Ruby
code: print(2 + 3); total = 4 * 12; return price * 2; count = count + 1
firstName: Clara; Hugo; Priya; Mateo; Naomi; Felix; Ines; Omar
category: business; technology; science; health; sports; education
type: standard; compact; premium; basic
genre: jazz; pop; rock; classical; folk; electronic
poemGenre: sonnet; ballad; ode; haiku; elegy
mood: happy; calm; romantic; melancholic; energetic
tag: summer; travel; city; nature; vintage; portrait
label: urgent; personal; travel; work; family
status: active; pending; completed; archived
priority: low; medium; high
difficulty: easy; medium; hard
size: small; medium; large
gender: male; female
rank: low; high
quality: low; medium; high
weapon: iron sword; bone bow; hunting horn; twin blades
format: CSV; XML; PDF
audio: mp3; wav
image: png; jpg; webp
sort: date; popularity; relevance; rating
unit: metric; imperial
direction: northbound; southbound; eastbound; westbound
mode: driving; walking; cycling
transport: bus; train; taxi; bicycle
dayType: weekday; Saturday; Sunday
weekday: Monday; Tuesday; Wednesday; Thursday; Friday
report: annual report; quarterly report; monthly summary; trend report
dataType: population; economy; education; transport
shopType: supermarket; pharmacy; bakery; bookshop
store: Corner Pantry; Maple Market; Blue Door Books; Harbour Hardware; The Green Basket
brand: Northfield; Alderwood; Bluebird; Casa Verde
product: walnut granola; desk lamp; rain jacket; olive soap; travel mug
device: kitchen speaker; office laptop; hallway camera; bedroom lamp
document: contracts/lease.pdf; reports/budget.docx; letters/offer.pdf; minutes/march.docx
template: Spring Newsletter; Welcome Letter; Order Confirmation; Monthly Update
section: introduction; terms; signatures; summary; appendix
campaign: Spring Launch; Summer Deals; Harvest Week; New Members
project: Garden Plan; Office Move; Book Club; Kitchen Budget
collection: recipes; invoices; customers; travel notes; inventory
table: customers; invoices; bookings; products
database: Riverbank; Archive North; Ledger; Greenhouse
subject: Our spring offers; Meeting on Thursday; News from the workshop; Your order is on its way
message: See you at the station at noon; The meeting is moved to the small room; Lunch is ready in the kitchen; Thanks for all your help last week; Please bring the blue folder
text: The garden was quiet and the rain had just stopped; Our new office opens next spring near the river; The service was friendly and the food came quickly; The train was late again and nobody told us why
clinical: The patient reports mild headaches after long walks; The wound heals well and the fever is gone; She takes vitamin D and sleeps poorly; He had a cough for two weeks
sql: select name from customers; select title from books; select city from branches
reason: it copies another one; it breaks the rules; it does not start any more; the description is misleading
note: rent for March; birthday present; groceries; shared taxi; concert tickets
comment: well written and clear; needs another example; works as promised; a little slow
feedback: very easy to use; too many steps; exactly what I needed
instructions: keep it short; use simple words; make it friendly; write for children
protocol: HTTPS; FTP; SSH; SMTP
software: Apache 2.4; nginx 1.24; OpenSSH 9.6
subnet: 255.255.255.0; 255.255.0.0; 255.255.255.128
color2: Hex; RGB; HSL
skill: cooking; fishing; mining; magic; archery
rarity: common; rare; epic; legendary
platform: Kraken; Coinbase; Binance
service: haircut; massage; check-up; tyre change
sport: football; basketball; tennis; ice hockey
ageGroup: 0-9; 20-29; 40-49; 60-69
period: 24h; 7d; 30d
interval: 5min; 15min; 60min
timeline: spring; summer; autumn
taxonomy: mammals; birds; reptiles; amphibians
specialty: cardiology; dermatology; paediatrics; neurology
symptom: headache; sore throat; back pain; dizziness
concept: hypertension; asthma; migraine; anaemia
weather: light rain; heavy snow; clear sky; thick fog
area: old town; harbour; university quarter; north bank
action: start; stop; restart
setting: theme; time zone; site name; start page
value: dark; evening; riverside; compact
chart: bar chart; line chart; pie chart
font: Georgia; Verdana; Lato
metric: visits; sign-ups; clicks; sales
industry: printing; farming; shipping; retail
season: spring; summer; autumn; winter
style: watercolour; minimalist; vintage; comic
location: Lisbon; Porto; Vienna; Oslo; Prague; Dublin; Milan; Seville
timezone: Europe/Lisbon; Europe/Vienna; Asia/Tokyo; America/Denver
thing: Maple; Harbour; Summit; Orchard; Lantern; Meridian; Juniper; Cascade
`)

// heads and tails make names of things that are listed: "Copper Orchard".
const (
	nameHeads = "(Copper|Silver|Quiet|Northern|Golden|Hidden|Amber|Crimson|Gentle|Winter|Summer|Velvet|Coastal|Bright|Distant|Emerald)"
	nameTails = "(Orchard|Harbour|Meadow|Lantern|River|Garden|Summit|Voyage|Mirror|Bridge|Island|Horizon|Forest|Signal|Market|Compass)"
)

func table(text string) map[string][]any {
	out := map[string][]any{}
	for line := range strings.Lines(text) {
		key, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		for _, v := range strings.Split(list, "; ") {
			out[key] = append(out[key], v)
		}
	}
	return out
}

// codeNames gives the name for a code of a table of general knowledge,
// whatever its letter case: "us" is the United States.
func codeNames(tableName, code string) string {
	for _, name := range knowledge.Names(tableName) {
		if v, ok := knowledge.Lookup(tableName, name); ok {
			if s, _ := v.(string); strings.EqualFold(s, code) {
				return name
			}
		}
	}
	return ""
}
