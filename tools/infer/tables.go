package infer

import (
	"strings"

	"switchyard/internal/knowledge"
	"switchyard/tools"
	"switchyard/tools/naming"
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
cityCountry: Portugal; Spain; France; Germany; Austria; Switzerland; Italy; Greece; Poland; Hungary; Netherlands; Belgium; Denmark; Sweden; Norway; Finland; Ireland
dateFormat: YYYY-MM-DD; DD/MM/YYYY; MM-DD-YYYY; DD.MM.YYYY
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
complaint: the link leads nowhere; the pictures are of something else; it asks for money up front; the same text was posted five times; the answers are rude
commonLanguage: English; Spanish; French; German; Italian; Portuguese; Dutch; Polish; Swedish; Japanese; Korean; Turkish; Arabic; Chinese; Greek; Danish; Finnish; Czech; Hindi; Norwegian
lastName: Costa; Wolf; Novak; Silva; Larsen; Meyer; Rossi; Murphy; Haddad; Okafor; Tanaka; Walsh
monthName: January; March; April; June; August; September; November
country3: PRT; ESP; FRA; DEU; ITA; JPN; CAN; BRA; KEN; NOR
locale: en-US; en-GB; fr-FR; de-DE; es-ES; pt-PT; it-IT; nl-NL; sv-SE
airline: TP; LH; BA; AF; KL; IB; SK; AZ
icao: LPPT; LEMD; EDDF; LFPG; EGLL; LOWW; EIDW; EKCH
mime: application/json; application/pdf; image/png; image/jpeg; text/plain; text/csv; text/html
httpMethod: GET; POST; PUT; PATCH; DELETE
cron: 0 9 * * 1; 30 6 * * *; 0 0 1 * *; 15 18 * * 5
duration: PT30M; PT1H; PT90M; P1D; P7D; PT45M
urlPath: /news/spring; /docs/start; /shop/lamps; /events/fair
urlTemplate: https://example.org/items/{id}; https://example.com/users/{name}; https://example.net/posts/{number}
jsonPointer: /title; /price; /items/0/name; /address/city
regex: ^[A-Z]{3}$; [0-9]+; ^order-[0-9]{4}$; colou?r
base64: aGVsbG8gd29ybGQ=; Z29vZCBtb3JuaW5n; dGhlIGJsdWUgZG9vcg==; bWVldCBtZSBhdCBub29u
mac: 00:1A:2B:3C:4D:5E; 3C:22:FB:10:9A:7E; A4:83:E7:52:0D:19; F0:18:98:6B:44:C3
html: <p>See you on Monday</p>; <p>The plan has changed</p>; <p>Thanks for the quick work</p>; <p>The new dates are set</p>
markdown: **Ready** for review; Moved to *next week*; Waiting for the **designs**; Done, see the notes
update: We are on track for Friday; Two of five parts are done; The designs are late, so we start with the texts; Everything is ready for the test; One supplier has not answered yet
workSkill: Excel; project planning; public speaking; carpentry; Python; first aid; bookkeeping; German
gamePlatform: PC; PlayStation; Xbox; Switch
productCategory: clothing; electronics; garden; toys; kitchen; sports
expenseCategory: groceries; rent; travel; eating out; utilities; insurance
foodCategory: breakfast; dessert; soup; salad; snack; main course
eventCategory: concert; theatre; workshop; exhibition; lecture; festival
petCategory: dogs; cats; birds; fish; rabbits
jobCategory: engineering; nursing; teaching; sales; logistics
newsCategory: business; technology; science; health; sports; culture
petTag: friendly; house-trained; young; playful; vaccinated; quiet
workTag: urgent; research; design; waiting; next week; budget
unitOf: kilograms; metres; litres; hours; pieces
weightUnit: kg; g; lb; oz
lengthUnit: m; cm; km; mi; ft
temperatureUnit: Celsius; Fahrenheit
breed: beagle; border collie; dachshund; Siamese; Maine Coon; poodle
dataField: name; price; status; created_at; city; rating
sortOrder: asc; desc
aggregate: average; sum; count; maximum
alias: spring-fair; open-day; menu-2026; team-lunch; summer-sale; house-rules
header: Accept; Content-Type; Accept-Language; User-Agent
wikiTopic: Lighthouse; Printing press; Alps; Photosynthesis; Suspension bridge; Marie Curie
question: When does the museum open?; How long does the trip take?; Which train goes to the airport?; What does a day ticket cost?
model: Model S2; Series 5; Classic 200; Compact 40; Pro 12
department: sales; finance; logistics; customer care; research; human resources
jobTitle: accountant; nurse; data analyst; site manager; graphic designer; electrician
occupation: teacher; nurse; carpenter; pilot; baker; architect
blood: A+; O-; B+; AB+; O+
cardBrand: Visa; Mastercard; American Express
payment: credit card; bank transfer; cash; direct debit
chemical: ammonia; benzene; mercury; toluene; lead
partOfSpeech: noun; verb; adjective; adverb
material: oak; steel; cotton; glass; wool
vehicle: hatchback; estate car; van; pickup; convertible
carMake: Toyota; Volvo; Renault; Ford; Fiat
roomType: single room; double room; suite; family room
bookGenre: crime; fantasy; biography; poetry; history
movieGenre: comedy; drama; thriller; documentary; animation
gameGenre: puzzle; racing; strategy; adventure; sports
visibility: public; private; unlisted
role: viewer; editor; member; owner
plan: free; basic; standard; premium
channel: email; SMS; phone; push notification
operator: equals; contains; greater than; less than
browser: Firefox; Chrome; Safari; Edge
os: Windows; macOS; Linux; Android
planet: Mars; Venus; Jupiter; Saturn
element: iron; copper; oxygen; sodium; gold
thing: Maple; Harbour; Summit; Orchard; Lantern; Meridian; Juniper; Cascade
`)

// heads and tails make names of things that are listed: "Copper Orchard".
const (
	nameHeads = "(Copper|Silver|Quiet|Northern|Golden|Hidden|Amber|Crimson|Gentle|Winter|Summer|Velvet|Coastal|Bright|Distant|Emerald)"
	nameTails = "(Orchard|Harbour|Meadow|Lantern|River|Garden|Summit|Voyage|Mirror|Bridge|Island|Horizon|Forest|Signal|Market|Compass)"
)

// thingNames are patterns of names by what has the name: names that people
// give, many of each so that every thing gets its own.
var thingNames = func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(`
task,todo,to-do,subtask,reminder,action,ticket,issue,activity: (Call|Email|Meet|Thank|Remind) the (printer|landlord|bank|florist|dentist|caterer)|(Book|Plan|Order|Check|Prepare|Review) the (team lunch|spring fair|budget|flyers|office chairs|contracts)
project,board,goal,objective,milestone,initiative,programme,program,workspace: (Spring|Summer|Autumn|Winter|New) (newsletter|office move|website|budget|training|garden|catalogue|hiring round)|(Office|Website|Warehouse|Archive|Customer|Garden) (move|plan|survey|redesign|renewal)
team,group,squad,department: (Design|Sales|Support|Finance|Events|Research|Logistics|Web|Garden|Press) (team|group|crew|desk)
tag,label,keyword: (urgent|research|design|waiting|budget|travel|legal|press|later|customer|idea|spring|summer|autumn|winter)( 2026| north| south)?
section,column,stage,list: (To do|In progress|Waiting|In review|Done|Ideas|Next|Later|Blocked)( this week| next week| this month| for spring)?
portfolio,folder,collection,directory,photo album,catalog,catalogue,library: (Spring|Summer|Customer|Press|Team|Event|Travel|Garden|Office) (work|files|pictures|plans|papers|launches)
dashboard,report,chart,view,widget: (Sales|Traffic|Support|Energy|Budget|Visitor|Delivery|Stock) (overview|report|trends|by month|by region)
pet,dog,cat,animal: (Bella|Max|Luna|Charlie|Milo|Daisy|Rocky|Molly|Oscar|Coco|Pepper|Ginger|Toby|Nala|Simba|Hazel)
playlist,mix: (Rainy|Sunday|Summer|Late|Slow|Morning|Road trip|Garden) (jazz|evening|piano|drive|songs|coffee|party)
article,news article,company article,news,headline,story,post,blog post: (Market|Harbour|Winter|City|Energy|Travel|Garden|Sports) (plans|prices|opening|season|figures|changes) (explained|announced|under review|this week|at a glance)
food,grocery: (plain|wild|organic|smoked|roasted|dried|low-fat|wholegrain) (yoghurt|rice|salmon|almonds|oats|apricots|cheese|bread)
stock,company,fund,share: (Northern|Harbour|Alder|Copper|Summit|Meridian|Orchard|Beacon) (Energy|Foods|Logistics|Software|Materials|Health|Rail)
product,item,good: (oak|steel|wool|glass|travel|desk|garden|kitchen) (lamp|mug|chair|blanket|bag|shelf|clock|kettle)
recipe,dish,meal,burger,pizza,taco: (smoky|green|roasted|spicy|garden|lemon|summer|farmhouse) (bean|mushroom|chicken|lentil|pepper|cheese) (stew|burger|tacos|salad|pie|bowl)
ingredient,topping,dressing,sauce: (garlic|lemon|herb|pepper|honey|tomato|mustard|yoghurt) (dressing|sauce|oil|paste|glaze)
event,meeting,appointment,webinar,workshop,class,course,session: (Spring|Team|Open|Harvest|Planning|Garden|Press|Book) (day|lunch|fair|workshop|meeting|evening|talk)
campaign,promotion,offer,coupon,newsletter: (Spring|Summer|Autumn|Winter|Weekend|Member|Holiday) (launch|sale|deals|offers|preview|days)
store,shop,restaurant,hotel,cafe,venue,place,branch: (Maple|Harbour|Corner|Blue Door|Old Mill|River|Station|Garden) (Books|Market|Kitchen|House|Inn|Bakery|Pantry)
channel,room,chatroom,forum: (general|random|announcements|support|sales|design|events|help)(-north|-south|-2026|-team)?
file,document,note,page,template,form,attachment: (Welcome|Project|Budget|Travel|Order|Meeting|House|Press) (letter|plan|notes|checklist|summary|guide)
field,custom field,property,attribute,column,metric,option,enum option: (Priority|Effort|Budget|Region|Owner|Stage|Deadline|Channel|Supplier)( code| level| group| note)?
category,topic,genre: (garden|kitchen|office|travel|sports|outdoor|home) (tools|goods|books|gear|care|supplies)
webhook,integration,app,application,service,bot,key,token,client: (Billing|Stock|Order|Mail|Report|Backup|Login|Survey) (sync|alerts|bot|export|service|bridge)
device,sensor,camera,lamp,light: (kitchen|hallway|office|bedroom|garage|garden|cellar) (speaker|laptop|camera|lamp|sensor|printer)
account,wallet,budget,fund: (Household|Travel|Savings|Business|Holiday|Repairs|Joint) (account|fund|budget|money)
company,organization,organisation,employer,vendor,supplier,customer company: (Alder|Cobalt|Juniper|Kestrel|Larkspur|Oakline|Quayside|Redwood) (Software|Logistics|Foods|Media|Design|Energy|Print)
species,plant,tree,flower: (red|white|common|silver|mountain|field|wild) (birch|clover|fern|poppy|maple|lavender|heather)
server,cluster,instance,database,bucket,repository,branch,environment,deployment,container: (web|mail|stock|orders|archive|report|test|login)-(north|south|main|backup|blue|green)
variable,parameter,setting,flag: (max|min|default)_(price|items|delay|rows)|(show|hide|enable)_(prices|news|banner)
`) {
		nouns, pattern, ok := strings.Cut(strings.TrimSpace(line), ": ")
		for _, n := range strings.Split(nouns, ",") {
			if ok && out[n] == "" {
				out[n] = pattern
			}
		}
	}
	return out
}()

// namesOf makes names of things of the noun, as people give them.
func namesOf(noun string) *tools.Values {
	last := naming.LastWord(strings.ToLower(noun))
	for _, n := range []string{strings.ToLower(noun), last, naming.Singular(last)} {
		if pattern := thingNames[n]; pattern != "" {
			return &tools.Values{Kind: tools.ValuePattern, Text: pattern}
		}
	}
	return nameOfA(noun)
}

// textsAbout makes short texts that a person writes about a thing: what it is,
// a note on it, a title.
func textsAbout(noun, kind string) *tools.Values {
	if noun == "" || noun == "result" || noun == "item" {
		noun = "list"
	}
	var out []any
	for _, text := range strings.Split(map[string]string{
		"description": "The N for the spring season; A first draft of the N; The N that the north branch asked for; A simple N for new members; The N for next year, still to be checked",
		"note":        "Ask Greta before you change the N; This N replaces the one from last year; The N was agreed on by phone; The figures for the N will follow next week; Waiting for an answer on the N",
		"title":       "Spring N; N for March; First N of the year; N for new members; N, second draft",
	}[kind], "; ") {
		out = append(out, naming.Capitalize(strings.ReplaceAll(text, "N", noun)))
	}
	return &tools.Values{Kind: tools.ValuePick, Pick: out}
}

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
