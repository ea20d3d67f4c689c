package publicapis

// apiFieldLines is the fields that many kinds share: name, type, description.
const apiFieldLines = `
: query | string | Words to search for
: limit | int 1..100 =20 | Most results to return
: page | int 1..50 =1 | Page of the results
: language | enum en;de;fr;es;pt;it | Language code of the text
: country | string | Country code (ISO 3166-1 alpha-2)
: city | string | Name of the city
: address | string | Postal address
: postcode | string | Postal code
: latitude | number -90..90 | Latitude in degrees
: longitude | number -180..180 | Longitude in degrees
: radius | int 1..100 =10 | Distance in kilometres within which to look
: distance | number 0..100 | Distance in kilometres
: elevation | int 0..4000 | Height above sea level in metres
: population | int 0 | Number of inhabitants
: timezone | string | Time zone (IANA name)
: date | date | Day that is asked about
: start_date | date | First day
: end_date | date | Last day
: days | int 1..14 =5 | Number of days
: year | int 1950..2025 | Year
: month | int 1..12 | Month as a number
: time | string | Time of day
: timestamp | datetime | Moment of the record
: published | date | Day of publication
: created | date | Day on which it was made
: updated | date | Day of the last change
: starts | date | Day on which it begins
: name | string | Name of the {thing}
: title | string | Title of the {thing}
: description | string | Description of the {thing}
: summary | string | Summary of the {thing}
: status | enum active;inactive;pending | Status of the {thing}
: category | enum popular;new;classic;local | Category of the {thing}
: rating | number 0..5 | Rating, 5 is best
: score | int 0..100 | Score of the {thing}
: views | int 0 | How often it was seen
: downloads | int 0 | How often it was downloaded
: likes | int 0 | How many people like it
: followers | int 0 | How many people follow it
: comments | int 0 | Number of comments
: votes | int 0 | Number of votes
: price | number 0 | Price of the {thing}
: amount | number 0 | Amount of money
: currency | string | Currency code (ISO 4217)
: base_currency | string | Currency code to convert from (ISO 4217)
: target_currency | string | Currency code to convert to (ISO 4217)
: rate | number 0 | Exchange rate
: volume | int 0 | Volume
: change | number -50..50 | Change in per cent
: url | url | Web address
: image_url | url | Address of the picture
: email | email | Email address
: recipient | email | Email address of the recipient
: phone | string | Phone number
: width | int 64..4096 =640 | Width in pixels
: height | int 64..4096 =480 | Height in pixels
: duration | int 1..600 | Duration in minutes
: text | string | Text to work on
: message | string | Text of the message
: sort | enum relevance;newest;popularity =relevance | Order of the results
: order | enum ascending;descending =ascending | Direction of the order
: format | enum json;csv;xml =json | Format of the answer
: units | enum metric;imperial =metric | Units of measurement
: author | string | Who wrote it
: topic | enum history;science;culture;nature;sport;technology | Topic
: tag | enum funny;cute;classic;seasonal;vintage | Tag
: confidence | number 0..1 | How sure the answer is, 1 is certain
: risk | enum low;medium;high | Risk level
: severity | enum low;medium;high;critical | Severity
: valid | bool | Whether it is valid
: reason | string | Reason of the result
: size | enum small;medium;large =medium | Size
: color | enum red;blue;green;black;white;yellow | Colour
: file_url | url | Address of the file
: records | int 0 | Number of records
: quality | enum low;medium;high =high | Quality
: quantity | int 1..100 =1 | How many
: level | int 1..100 | Level
: temperature | int -50..55 | Temperature in degrees Celsius
: humidity | int 0..100 | Relative humidity in per cent
: wind | int 0..200 | Wind speed in kilometres an hour
: condition | enum sunny;cloudy;light rain;heavy rain;snow;foggy;windy | Weather in words
`

// apiCategoryLines is the categories: the kinds that their APIs may be of, the
// usual one first, and the subjects.
const apiCategoryLines = `
category other: records
category Animals: species pictures facts adoption sightings recordings
subject cat: cat, cats, kitten*, meow*, cataas | breed | Siamese; Persian; Maine Coon; Bengal; Ragdoll
subject dog: dog, dogs, shiba, puppies, placedog, randomdog | breed | beagle; poodle; border collie; dachshund; husky
subject bear: bear, bears | species | brown bear; polar bear; panda; black bear
subject duck: duck, ducks | species | mallard; eider; teal; wood duck
subject fox: fox, foxes | species | red fox; arctic fox; fennec; grey fox
subject axolotl: axolotl | morph | wild type; albino; leucistic; golden
subject bird: bird*, ebird | family | owls; herons; finches; warblers; gulls
subject fish: fish, fishwatch | habitat | coral reef; river mouth; open ocean; kelp forest
subject pet: pet, pets, adoption, petfinder, adoptapet | species | dog; cat; rabbit; bird
subject animal: animal*, species, movement | class | mammals; birds; reptiles; amphibians
subject animal:
category Anime: anime pictures quotes facts news translations
subject manga: manga* | demographic | shonen; shojo; seinen; josei
subject neko: neko*, catboy | mood | happy; sleepy; playful; shy
subject waifu: waifu* | hair | black; blonde; pink; silver
subject Studio Ghibli: ghibli | decade | 1980s; 1990s; 2000s; 2010s
subject anime: anime, myanimelist, danbooru, aniapi | genre | adventure; comedy; drama; fantasy; sports
subject anime:
category Anti-Malware: reputation malware filescan threatfeed
category Art & Design: artworks icons colors imagemaker designers emojis
category Authentication & Authorization: users otp permissions
category Blockchain: chain tokens nodes hotspots lessons
subject Ethereum: ethereum, etherscan, onchain, dex | network | mainnet; Sepolia; Holesky
subject Bitcoin: bitcoin, chainpoint | network | mainnet; testnet; signet
subject Solana: solana | network | mainnet; devnet; testnet
category Books: books scripture poems characters
subject Bible: bible, biblia, bíblia | testament | Old Testament; New Testament
subject Quran: quran, quran*, ayah, hadith | revelation | Meccan; Medinan
subject Bhagavad Gita: gita, bhagavad | path | Karma Yoga; Bhakti Yoga; Jnana Yoga
subject Gurbani: gurbani* | raag | Asa; Gauri; Majh; Bilaval
subject Thirukkural: thirukkural | part | virtue; wealth; love
subject Urantia: urantia | part | Central Universe; Local Universe; History of Urantia; Life of Jesus
subject Harry Potter: potter, wizard | house | Gryffindor; Hufflepuff; Ravenclaw; Slytherin
subject Persian: persian, ganjoor | era | classical; medieval; modern
category Business: companies tenders campaigns invoices boards dashboards incidents payments domainnames events analytics mailbox freelancers
category Calendar: holidays namedays liturgy events
category Cloud Storage & File Sharing: files pastes
category Continuous Integration: builds cloudhealth
category Cryptocurrency: coins trading wallets tokens derivatives chain
subject Bitcoin: bitcoin* | network | mainnet; testnet; signet
subject Ethereum: ethereum, etherscan | network | mainnet; Sepolia; Holesky
subject Cardano: cardano | network | mainnet; preprod; preview
subject Solana: solana | network | mainnet; devnet; testnet
subject Monero: monero | network | mainnet; stagenet
category Currency Exchange: exchange vat
category Data Validation: addresses vat invoicecheck profanity echo schemas identity
category Development: webtools chatrooms loremipsum iplookup screenshots scraping qrcodes charts mockdata jsonstore domainnames namestats statuspages packages repositories serp compilers jokes sheets notifications converters proxies webmeta imagemaker speech phones counters emailcheck facts
category Dictionaries: dictionary hanzi
subject Chinese: chinese | script | simplified; traditional
category Documents & Productivity: tasks pdf fileconvert timetracking ocr sheets esign chatrooms bookmarks imagetools
category Email: emailcheck tempmail sendmail domainnames forwarding
category Entertainment: jokes memes facts quotes recommendations astrology phrases characters concepts
subject Chuck Norris: chuck, chucknorris* | mood | dry; silly; dark; clean
subject Harry Potter: potter, potterdb | house | Gryffindor; Hufflepuff; Ravenclaw; Slytherin
subject meme: meme*, imgflip | format | image macro; reaction; comic; caption
category Environment: airquality carbon grid wildfires solar pollen
category Events: events
category Finance: stocks filings banking macro payments vat insider bankcodes metals accounting funds budget portfolio exchange
category Food & Drink: recipes pictures foods breweries fruits groceries cocktails menus whisky drinks
subject beer: beer*, brew*, brewdog, punkapi | style | stout; pale ale; lager; porter; wheat beer
subject taco: taco* | shell | corn; flour; crispy
subject coffee: coffee | roast | light; medium; dark
subject bacon: bacon* | cut | streaky; back; smoked
subject food dish: foodish, dishes | course | starter; main; dessert
subject cocktail: cocktail* | base | rum; gin; vodka; tequila
subject meal: meal* | course | breakfast; lunch; dinner; dessert
category Games & Comics: gameplayers games cards jokes trivia characters gameitems comics deals servers pictures esports chess quotes facts translations boardgames
subject Minecraft: minecraft, mojang, hypixel, crafatar | edition | Java; Bedrock
subject Pokemon: pokemon, pokémon, pokéapi, pokeapi, tcgdex, pokésprite | element | fire; water; grass; electric; psychic
subject Digimon: digimon | stage | rookie; champion; ultimate; mega
subject Final Fantasy XIV: ffxiv, fantasy | job | Paladin; Black Mage; Dragoon; Bard
subject Magic: magic, scryfall | rarity | common; uncommon; rare; mythic
subject Hearthstone: hearthstone | class | Mage; Druid; Rogue; Priest
subject Yu-Gi-Oh: yu, gi | attribute | dark; light; fire; water
subject Clash of Clans: clash, clans | league | Bronze; Silver; Gold; Crystal
subject Zelda: zelda, hyrule | region | Akkala; Eldin; Hebra; Gerudo
subject Dungeons and Dragons: dungeons, 5e, srd | school | evocation; illusion; necromancy; divination
subject Disney: disney | era | classic; renaissance; modern
subject Marvel: marvel, mcu | team | Avengers; X-Men; Guardians; Defenders
subject Rick and Morty: morty | species | human; alien; robot; clone
subject superhero: superhero* | alignment | good; bad; neutral
subject Genshin Impact: genshin | element | pyro; hydro; cryo; electro
subject Animal Crossing: animal crossing, villagers | personality | lazy; jock; cranky; snooty
subject Valorant: valorant | role | duelist; sentinel; controller; initiator
subject Fortnite: fortnite | mode | solo; duo; squad
subject League of Legends: legends, riot | lane | top; jungle; middle; bottom
subject World of Warcraft: warcraft, raiding | faction | Alliance; Horde
subject RuneScape: runescape, osrs | skill | mining; fishing; magic; cooking
subject Monster Hunter: monster hunter | element | fire; thunder; ice; dragon
subject Dota 2: dota | role | carry; support; offlane; roamer
subject Halo: halo | playlist | arena; warzone; campaign
subject Guild Wars 2: guild wars, gw2, gw2spidy | profession | Guardian; Thief; Ranger; Elementalist
subject Steam: steam* | platform | Windows; Linux; Mac
subject Roblox: roblox, rblxdb | type | audio; decal
subject car: forza | make | Ferrari; Porsche; Subaru; Ford
subject Mario Kart: mario | cup | Mushroom Cup; Flower Cup; Star Cup
subject {api}:
category Geocoding: geocode iplookup postcodes countries maps elevation divisions places routes
category Government: opendata laws companyregistry wanted parliament spending parks elections macro courtcases identity postcodes prices grants exams schools hygiene crime
category Health: covid nutrition drugs trials symptoms providers genes coverage healthdata makeup closures
category Jobs: jobs freelancers skills people
category Machine Learning: vision textai generation models moderation speech translation timeseries chatbots ocr answers codereview
category Music: tracks lyrics concerts artists radio genres mastering recordings tabs
category News: news feeds newspapers
subject AI: ai, datacube | area | research; funding; policy; products
subject spaceflight: spaceflight | agency | NASA; ESA; ISRO; JAXA
subject Florida Man: florida | season | spring; summer; autumn; winter
subject stock market: stock, marketaux | sector | technology; energy; finance; utilities
category Open Data: opendata companyregistry universities encyclopedia barcodes opensanctions landdata businesses citydata prizes callsigns webmeta addresses watches parts macro safety facts stocks news parks
category Open Source Projects: projects badges webanalytics wordfinder insults mediacatalog dashboards
category Patent: patents
category Personality: quotes advice personalitytests astrology articles pictures jokes
subject Kanye West: kanye* | mood | proud; funny; thoughtful
subject Zen: zen | theme | patience; silence; change; courage
subject Stoic: stoic* | philosopher | Seneca; Epictetus; Marcus Aurelius
subject James Clear: clear, quoteclear | theme | habits; focus; learning; discipline
subject programming: programming | era | 1970s; 1980s; 1990s; 2000s
subject design: design | field | typography; interfaces; architecture
subject Kimi Raikkonen: kimi* | setting | team radio; interview; podium
subject inspirational: inspir*, motivation* | theme | courage; success; patience; kindness
subject biriyani: biriyani | style | Hyderabadi; Lucknowi; Malabar
category Phone: phonecheck phones
category Photography: photos imagetools imagemaker gifs screenshots pictures imagehosting
subject Keanu Reeves: keanu* | age | young; recent
category Programming: compilers contests docsgen
category Science & Math: papers spaceflights astronomy mathcalc numberfacts biodiversity earthquakes satellites facts waterlevels airquality materials macro satimages astrology latex
subject ocean: ocean* | zone | sunlight zone; twilight zone; midnight zone
category Security: domainscan vulnerabilities breaches passwords iprisk hosts encryption phishing crime secrets bugbounty malware fraud users extensions
category Shopping: products orders sellers parts reviews
category Social: posts chatrooms articles profiles pictures horoscope groups checkins videos donations
subject Twitter: twitter, tweet*, x, getxapi, xfetch, xflux | kind | original; reply; retweet
subject Reddit: reddit*, subreddit | sorting | hot; new; top; rising
subject Discord: discord, lanyard | channel | general; support; gaming
subject Telegram: telegram, tamtam | chat | private; group; channel
subject meme: meme* | format | image macro; reaction; comic; caption
category Sports & Fitness: matches odds racing workouts bikes sportplaces symptoms sportvision highlights tournaments
subject football: football*, soccer, premier league, bundesliga | league | Premier League; La Liga; Serie A; Bundesliga
subject basketball: nba, basketball, balldontlie | conference | Eastern; Western
subject baseball: mlb, baseball | league | American League; National League
subject ice hockey: nhl, hockey | conference | Eastern; Western
subject cricket: cricket | series | Test; One Day; Twenty20
subject Formula 1: f1, formula, openf1, racinghub | session | practice; qualifying; sprint; race
subject chess: chess | pace | classical; rapid; blitz
subject padel: padel | surface | indoor; outdoor
subject disc golf: disc, discgolf | layout | short; long; championship
category Test Data: mockdata avatars loremipsum fakepeople randomwords uuids tempmail yesno echo ideas
subject Spanish: spanish | gender | feminine; masculine
subject English: english | difficulty | easy; medium; hard
category Text Analysis: textai translation speech ocr codedetect
category Tracking: parcels habits postcodes maps usage clicks
category Transportation: transit flights hotels traffic vessels charging rides fuel visas aircraft routes guides restrooms ferries bikes
category URL Shorteners: shortlinks
category Vehicle: vehicles recalls telematics workshops landingsites
category Video: shows quotes movies characters videotools videos transcripts tvprogramme
subject Breaking Bad: breaking | season | season 1; season 2; season 3; season 4; season 5
subject Game of Thrones: thrones*, ice, throne | house | Stark; Lannister; Targaryen; Tyrell
subject Star Wars: star wars, swapi, wars | side | Jedi; Sith; Empire; Rebels
subject Star Trek: trek, stapi | series | Voyager; Discovery; Enterprise
subject Lord of the Rings: rings | race | elf; dwarf; hobbit; human
subject Harry Potter: potter | house | Gryffindor; Hufflepuff; Ravenclaw; Slytherin
subject Stranger Things: stranger | season | season 1; season 2; season 3
subject Dune: dune | house | Atreides; Harkonnen; Corrino
subject Doctor Who: catalogopolis, doctor | era | classic; modern
subject Bob's Burgers: burgers | season | season 1; season 2; season 3
subject Final Space: space | species | human; robot; Ventrexian
subject Lucifer: lucifer | season | season 1; season 2; season 3
subject Stromberg: stromberg | season | season 1; season 2; season 3
subject Ron Swanson: swanson | theme | food; work; freedom
subject Vampire Diaries: vampire | species | vampire; witch; werewolf
subject Owen Wilson: owen | film | comedies; dramas; animations
subject MCU: mcu | phase | Phase 4; Phase 5; Phase 6
subject web series: web series | language | Hindi; English; Tamil
subject motivational: motivational | theme | courage; success; patience; kindness
subject {api}:
category Weather: forecasts airquality marine uvindex radar aviationweather stations astroweather hail climate
`
