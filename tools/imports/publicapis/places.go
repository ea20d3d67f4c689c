package publicapis

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/internal/knowledge"
)

// place is a country, a region or a city that an API may be about.
type place struct {
	name      string
	adjective string
	currency  string // ISO 4217; empty for none
	language  string
	within    string // the country of a city
	wideName  string // what its parts are called: "region"
	wide      []string
	nearName  string // and the smaller ones: "city"
	near      []string
}

// readPlaces takes in the places, and of the countries that are not among them
// the name.
func (t *tables) readPlaces() {
	add := func(p *place, words []string) {
		t.places = append(t.places, p)
		for _, w := range words {
			if t.placeWords[w] == nil {
				t.placeWords[w] = p
			}
		}
	}
	for line := range strings.Lines(apiCountryLines) {
		c := columns(line, 9)
		if c[0] == "" {
			continue
		}
		add(&place{name: c[0], adjective: c[1], currency: c[3], language: c[4], wideName: c[5], wide: list(c[6], ";"), nearName: c[7], near: list(c[8], ";")},
			append([]string{c[0], c[1]}, list(c[2], ",")...))
	}
	for line := range strings.Lines(apiCityLines) {
		c := columns(line, 5)
		if c[0] == "" {
			continue
		}
		parts := list(c[4], ";")
		p := &place{name: c[0], adjective: c[0], within: c[2], wideName: c[3], wide: parts, nearName: c[3], near: parts}
		if country := t.placeWords[c[2]]; country != nil {
			p.currency, p.language = country.currency, country.language
		}
		add(p, append([]string{c[0]}, list(c[1], ",")...))
	}
	for _, nation := range knowledge.Names("nationality") {
		code, _ := knowledge.Lookup("nationality", nation)
		for _, name := range knowledge.Names("country") {
			if c, _ := knowledge.Lookup("country", name); c == code && t.placeWords[name] == nil && t.placeWords[nation] == nil {
				add(&place{name: name, adjective: nation}, []string{name, nation})
			}
		}
	}
}

// scope finds the place that an API is about: in what is said of it, and where
// its tools take places, in its name.
func (t *tables) scope(r row, named bool) place {
	found := t.placesIn(r.about)
	if len(found) == 0 && named {
		found = t.placesIn(r.name)
	}
	found = narrowed(found)
	switch len(found) {
	case 0:
		return place{}
	case 1:
		return *found[0]
	}
	var names []string
	for _, p := range found[:min(len(found), 8)] {
		names = append(names, p.name)
	}
	last := len(names) - 1
	all := strings.Join(names[:last], ", ") + " and " + names[last]
	out := place{name: all, wideName: "country", wide: names, nearName: "country", near: names, currency: found[0].currency}
	if slices.ContainsFunc(found, func(p *place) bool { return p.within != "" }) {
		out.wideName, out.nearName = "area", "area"
	}
	return out
}

// narrowed leaves the country out when one part of it is named, and the parts
// when several are: "Berlin, Germany", "England, Scotland and Wales".
func narrowed(found []*place) []*place {
	parts := map[string]int{}
	for _, p := range found {
		parts[p.within]++
	}
	named := func(name string) bool {
		return slices.ContainsFunc(found, func(o *place) bool { return o.name == name })
	}
	var out []*place
	for _, p := range found {
		if n := parts[p.name]; n == 1 || p.within != "" && parts[p.within] > 1 && named(p.within) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// worldwide are words that say that the places that stand behind them are
// examples.
var worldwide = []string{"worldwide", "global", "globally", "globe", "around the world", "all over the world", "countries", "international", "across the world"}

// seat finds where somebody only has their seat: "an exchange based in China",
// "EU-hosted"; and names that are not of places.
var seat = regexp.MustCompile(`\b(based|hosted|located) in( the)?( \p{Lu}[\w.]*)+|(\p{Lu}\w* ?)+[ -](based|hosted)\b|\bSwiss Ephemeris\b|\bNew York Times\b`)

// placesIn finds the places that a text names. Letter case counts, but for a few
// languages: something polished is not Polish.
func (t *tables) placesIn(text string) []*place {
	folded := folded(text)
	for _, w := range worldwide {
		if says(folded, w) && !says(folded, "eu") && !says(folded, "european") && !says(folded, "african") {
			return nil
		}
	}
	text = seat.ReplaceAllString(text, " ")
	words := strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(" ,()/|;:-–→\"“”'’+&", r)
	})
	for i := range words {
		words[i] = strings.TrimRight(words[i], ".")
	}
	var out []*place
	for i := 0; i < len(words); i++ {
		for n := min(4, len(words)-i); n > 0; n-- {
			name := strings.Join(words[i:i+n], " ")
			p := t.placeWords[name]
			if p == nil && len(name) > 5 && (name == "german" || strings.HasSuffix(name, "ish") && name != "polish") {
				p = t.placeWords[strings.ToUpper(name[:1])+name[1:]] // "spanish names"
			}
			if p == nil {
				continue
			}
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
			i += n - 1
			break
		}
	}
	return out
}

// The countries: name, adjective, other words, currency, language, the larger
// parts and what they are called, the smaller ones.
const apiCountryLines = `
Spain | Spanish |  | EUR | Spanish | region | Andalusia; Catalonia; Galicia; Valencian Community; Castile and Leon; Aragon | city | Madrid; Barcelona; Seville; Valencia; Bilbao; Granada
Brazil | Brazilian |  | BRL | Portuguese | state | Bahia; Minas Gerais; Parana; Pernambuco; Sao Paulo; Ceara | city | Recife; Salvador; Curitiba; Fortaleza; Manaus; Brasilia
Portugal | Portuguese |  | EUR | Portuguese | district | Braga; Coimbra; Evora; Faro; Lisbon; Porto | city | Lisbon; Porto; Coimbra; Braga; Faro; Evora
Germany | German | Deutsche,Deutscher | EUR | German | region | Bavaria; Hesse; Saxony; Brandenburg; Lower Saxony; Thuringia | city | Berlin; Hamburg; Munich; Cologne; Leipzig; Dresden
France | French |  | EUR | French | region | Brittany; Normandy; Occitanie; Grand Est; Nouvelle-Aquitaine; Corsica | city | Paris; Lyon; Marseille; Toulouse; Nantes; Lille
United Kingdom | UK | UK,U.K,GB,Great Britain,British,Britain,England | GBP | English | region | Scotland; Wales; Northern Ireland; South East; Yorkshire; North West | city | London; Manchester; Leeds; Glasgow; Cardiff; Bristol
United States | US | US,U.S,USA,U.S.A,America,American,United States of America,FDA,SEC | USD | English | state | California; Texas; Florida; Ohio; Oregon; Vermont | city | Chicago; Boston; Denver; Seattle; Atlanta; Phoenix
Canada | Canadian |  | CAD | English | province | Ontario; Quebec; Alberta; Manitoba; Nova Scotia; British Columbia | city | Toronto; Vancouver; Montreal; Calgary; Ottawa; Halifax
India | Indian | India's | INR | Hindi | state | Kerala; Gujarat; Punjab; Karnataka; Tamil Nadu; Rajasthan | city | Mumbai; Delhi; Chennai; Kolkata; Bengaluru; Pune
Netherlands | Dutch | Holland | EUR | Dutch | province | Utrecht; Gelderland; Limburg; Friesland; Zeeland; Drenthe | city | Amsterdam; Rotterdam; Utrecht; Groningen; Eindhoven; Maastricht
Belgium | Belgian |  | EUR | Dutch | province | Antwerp; Hainaut; Limburg; Namur; West Flanders; Luxembourg | city | Brussels; Antwerp; Ghent; Bruges; Leuven; Namur
Switzerland | Swiss |  | CHF | German | region | Ticino; Valais; Bern; Vaud; Lucerne; Zurich | city | Zurich; Geneva; Basel; Bern; Lausanne; Lucerne
Austria | Austrian |  | EUR | German | region | Tyrol; Styria; Carinthia; Salzburg; Burgenland; Vorarlberg | city | Vienna; Graz; Linz; Salzburg; Innsbruck; Klagenfurt
Italy | Italian |  | EUR | Italian | region | Tuscany; Sicily; Lombardy; Veneto; Apulia; Piedmont | city | Rome; Milan; Naples; Turin; Bologna; Palermo
Poland | Polish |  | PLN | Polish | region | Masovia; Silesia; Pomerania; Lesser Poland; Lower Silesia; Podlasie | city | Warsaw; Krakow; Gdansk; Wroclaw; Poznan; Lodz
Hungary | Hungarian |  | HUF | Hungarian | region | Baranya; Pest; Somogy; Zala; Heves; Vas | city | Budapest; Debrecen; Szeged; Pecs; Gyor; Miskolc
Romania | Romanian |  | RON | Romanian | region | Transylvania; Moldavia; Banat; Dobruja; Oltenia; Muntenia | city | Bucharest; Cluj-Napoca; Timisoara; Iasi; Brasov; Constanta
Ukraine | Ukrainian |  | UAH | Ukrainian | region | Lviv Oblast; Odesa Oblast; Kharkiv Oblast; Poltava Oblast; Volyn Oblast | city | Kyiv; Lviv; Odesa; Kharkiv; Dnipro; Poltava
Russia | Russian |  | RUB | Russian | region | Tatarstan; Karelia; Altai Krai; Moscow Oblast; Samara Oblast | city | Moscow; Saint Petersburg; Kazan; Samara; Novosibirsk; Omsk
Czech Republic | Czech | Czechia | CZK | Czech | region | Bohemia; Moravia; Silesia; Vysocina; Zlin Region | city | Prague; Brno; Ostrava; Plzen; Olomouc; Liberec
Slovakia | Slovak |  | EUR | Slovak | region | Bratislava Region; Zilina Region; Presov Region; Nitra Region | city | Bratislava; Kosice; Zilina; Presov; Nitra
Slovenia | Slovenian |  | EUR | Slovenian | region | Carniola; Savinja; Gorizia; Drava | city | Ljubljana; Maribor; Celje; Koper; Kranj
Denmark | Danish |  | DKK | Danish | region | Zealand; Funen; North Jutland; Southern Denmark; Bornholm | city | Copenhagen; Aarhus; Odense; Aalborg; Esbjerg
Sweden | Swedish |  | SEK | Swedish | region | Dalarna; Gotland; Uppland; Skane; Vasterbotten | city | Stockholm; Gothenburg; Malmo; Uppsala; Lund; Umea
Norway | Norwegian |  | NOK | Norwegian | region | Vestland; Nordland; Rogaland; Troms; Innlandet | city | Oslo; Bergen; Trondheim; Stavanger; Tromso
Finland | Finnish |  | EUR | Finnish | region | Lapland; Uusimaa; Kainuu; Savonia; Satakunta | city | Helsinki; Turku; Tampere; Oulu; Espoo
Iceland | Icelandic |  | ISK | Icelandic | region | Westfjords; Eastfjords; South Iceland; North Iceland | city | Reykjavik; Akureyri; Selfoss; Husavik
Ireland | Irish |  | EUR | English | region | Munster; Leinster; Connacht; Ulster | city | Dublin; Cork; Galway; Limerick; Waterford
Greece | Greek |  | EUR | Greek | region | Crete; Attica; Epirus; Thessaly; Macedonia | city | Athens; Thessaloniki; Patras; Heraklion; Volos
Cyprus | Cypriot |  | EUR | Greek | district | Nicosia; Limassol; Larnaca; Paphos | city | Nicosia; Limassol; Larnaca; Paphos
Turkey | Turkish | Türkiye | TRY | Turkish | region | Marmara; Aegean; Black Sea; Central Anatolia | city | Istanbul; Ankara; Izmir; Bursa; Antalya
Estonia | Estonian |  | EUR | Estonian | region | Harju; Tartu; Viru; Saare | city | Tallinn; Tartu; Narva; Parnu
Lithuania | Lithuanian |  | EUR | Lithuanian | region | Aukstaitija; Samogitia; Dzukija; Suvalkija | city | Vilnius; Kaunas; Klaipeda; Siauliai
Luxembourg | Luxembourgish |  | EUR | French | district | Clervaux; Diekirch; Echternach; Remich | city | Esch; Differdange; Dudelange; Ettelbruck
Mexico | Mexican |  | MXN | Spanish | state | Jalisco; Oaxaca; Yucatan; Puebla; Sonora; Chiapas | city | Guadalajara; Monterrey; Puebla; Merida; Tijuana
Argentina | Argentine | Argentinian | ARS | Spanish | province | Mendoza; Salta; Cordoba; Neuquen; Tucuman | city | Rosario; Cordoba; Mendoza; Salta; La Plata
Colombia | Colombian |  | COP | Spanish | region | Antioquia; Boyaca; Caldas; Huila; Nariño | city | Bogota; Medellin; Cali; Cartagena; Pereira
Peru | Peruvian |  | PEN | Spanish | region | Cusco; Arequipa; Loreto; Puno; Piura | city | Lima; Cusco; Arequipa; Trujillo; Iquitos
Bolivia | Bolivian |  | BOB | Spanish | region | La Paz; Santa Cruz; Potosi; Oruro | city | La Paz; Sucre; Cochabamba; Potosi
Australia | Australian |  | AUD | English | state | Queensland; Victoria; Tasmania; New South Wales; South Australia | city | Sydney; Melbourne; Brisbane; Perth; Hobart
New Zealand | New Zealand |  | NZD | English | region | Otago; Waikato; Canterbury; Northland; Taranaki | city | Auckland; Wellington; Dunedin; Hamilton; Napier
South Africa | South African |  | ZAR | English | province | Gauteng; Limpopo; Western Cape; Free State; KwaZulu-Natal | city | Cape Town; Durban; Johannesburg; Pretoria
China | Chinese | PRC | CNY | Chinese | province | Sichuan; Yunnan; Hunan; Fujian; Shandong | city | Beijing; Shanghai; Chengdu; Shenzhen; Wuhan; Xi'an
Hong Kong | Hong Kong |  | HKD | Chinese | district | Kowloon; Wan Chai; Sha Tin; Tuen Mun; Yuen Long | district | Kowloon; Wan Chai; Sha Tin; Tuen Mun; Yuen Long
Taiwan | Taiwanese |  | TWD | Chinese | region | Yilan; Hualien; Taitung; Nantou; Penghu | city | Taipei; Kaohsiung; Taichung; Tainan; Hsinchu
Japan | Japanese |  | JPY | Japanese | region | Hokkaido; Kyushu; Kansai; Tohoku; Shikoku | city | Tokyo; Osaka; Kyoto; Sapporo; Fukuoka
South Korea | Korean | Korea | KRW | Korean | province | Gyeonggi; Gangwon; Jeju; Jeolla; Chungcheong | city | Seoul; Busan; Incheon; Daegu; Daejeon
Singapore | Singapore | Singaporean | SGD | English | area | Bedok; Jurong; Tampines; Woodlands; Orchard | area | Bedok; Jurong; Tampines; Woodlands; Orchard
Thailand | Thai |  | THB | Thai | province | Chiang Mai; Phuket; Krabi; Nan; Surin | city | Bangkok; Chiang Mai; Phuket; Pattaya; Hua Hin
Indonesia | Indonesian |  | IDR | Indonesian | province | Bali; Aceh; West Java; East Java; Papua | city | Jakarta; Surabaya; Bandung; Medan; Denpasar
Malaysia | Malaysian |  | MYR | Malay | state | Penang; Sabah; Sarawak; Johor; Selangor; Perak | city | Kuala Lumpur; George Town; Ipoh; Kuching; Malacca
Philippines | Philippine | Filipino | PHP | Filipino | region | Luzon; Visayas; Mindanao; Bicol; Ilocos | city | Manila; Cebu City; Davao City; Baguio; Iloilo City
Vietnam | Vietnamese |  | VND | Vietnamese | region | Red River Delta; Mekong Delta; Central Highlands | city | Hanoi; Da Nang; Hue; Can Tho
Bangladesh | Bangladeshi |  | BDT | Bengali | district | Dhaka; Sylhet; Khulna; Rajshahi; Barisal | city | Dhaka; Chittagong; Sylhet; Khulna
Sri Lanka | Sri Lankan |  | LKR | Sinhala | district | Kandy; Galle; Jaffna; Matara; Colombo | city | Colombo; Kandy; Galle; Jaffna
Saudi Arabia | Saudi |  | SAR | Arabic | region | Makkah; Riyadh; Asir; Tabuk; Najran | city | Riyadh; Jeddah; Dammam; Medina
Rwanda | Rwandan |  | RWF | Kinyarwanda | province | Kigali; Northern Province; Southern Province; Eastern Province | city | Kigali; Huye; Musanze; Rubavu
Georgia | Georgian |  | GEL | Georgian | region | Kakheti; Imereti; Adjara; Svaneti | city | Tbilisi; Batumi; Kutaisi; Telavi
Europe | European | EU-hosted | EUR |  | country | Germany; France; Italy; Spain; Portugal; Austria | country | Germany; France; Italy; Spain; Portugal; Austria
European Union | EU | EU,European Union | EUR |  | country | Germany; France; Italy; Spain; Portugal; Austria | country | Germany; France; Italy; Spain; Portugal; Austria
Africa | African |  |  |  | country | Kenya; Ghana; Egypt; Nigeria; Senegal; Tanzania | country | Kenya; Ghana; Egypt; Nigeria; Senegal; Tanzania
Asia | Asian |  |  |  | country | Japan; India; Vietnam; Thailand; Nepal; Malaysia | country | Japan; India; Vietnam; Thailand; Nepal; Malaysia
North America | North American |  | USD |  | country | Canada; Mexico; United States | country | Canada; Mexico; United States
`

// The cities, and regions that stand for themselves: name, other words, the
// country, and their parts.
const apiCityLines = `
Berlin | VBB | Germany | district | Kreuzberg; Mitte; Pankow; Spandau; Neukoelln
Gdansk | Gdańsk | Poland | district | Oliwa; Wrzeszcz; Przymorze; Orunia
Gdynia | | Poland | district | Orlowo; Redlowo; Chylonia; Oksywie
Helsinki | | Finland | district | Kallio; Kamppi; Pasila; Vuosaari
Lviv | | Ukraine | district | Halych; Sykhiv; Frankivsk; Zaliznychnyi
Nantes | | France | district | Chantenay; Doulon; Malakoff; Breil
New York | New York City,NYC,NYPL | United States | district | Brooklyn; Queens; Manhattan; Bronx; Staten Island
Prague | | Czech Republic | district | Vinohrady; Karlin; Smichov; Holesovice
Toronto | TTC | Canada | district | Scarborough; Etobicoke; North York; East York
Istanbul | İstanbul,İstanbul Metropolitan Municipality | Turkey | district | Kadikoy; Besiktas; Sisli; Uskudar
Minneapolis | | United States | district | Nokomis; Longfellow; Powderhorn; Northeast
Umea | Umeå | Sweden | district | Teg; Alidhem; Haga; Ersboda
Mexico City | | Mexico | district | Coyoacan; Roma Norte; Xochimilco; Tlalpan
Boston | MBTA | United States | district | Back Bay; Dorchester; Roxbury; Fenway
Lisbon | Lisboa | Portugal | district | Alfama; Belem; Chiado; Benfica
Atlanta | Marta | United States | district | Midtown; Buckhead; Kirkwood; West End
Auckland | | New Zealand | district | Ponsonby; Devonport; Manukau; Takapuna
Bordeaux | | France | district | Bastide; Chartrons; Bacalan; Saint-Michel
Budapest | | Hungary | district | Obuda; Ujpest; Ferencvaros; Csepel
Chicago | CTA | United States | district | Hyde Park; Pilsen; Lincoln Park; Uptown
Denver | RTD | United States | district | Capitol Hill; Highland; Baker; Five Points
Grenoble | | France | district | Europole; Berriat; Villeneuve; Ile Verte
Hessen | Hesse | Germany | city | Frankfurt; Kassel; Wiesbaden; Darmstadt; Fulda
Honolulu | | United States | district | Waikiki; Kaimuki; Manoa; Kalihi
London | TfL | United Kingdom | district | Camden; Hackney; Greenwich; Lambeth; Ealing
Los Angeles | | United States | district | Hollywood; Venice; Echo Park; Westwood
Manchester | TfGM | United Kingdom | district | Salford; Didsbury; Chorlton; Ancoats
Ottawa | OC Transpo | Canada | district | Kanata; Glebe; Orleans; Westboro
Paris | RATP | France | district | Montmartre; Belleville; Marais; Bercy
Philadelphia | SEPTA | United States | district | Fishtown; Germantown; Manayunk; Old City
Sao Paulo | São Paulo,SPTrans | Brazil | district | Pinheiros; Moema; Santana; Butanta
Vancouver | TransLink | Canada | district | Kitsilano; Gastown; Yaletown; Strathcona
Washington | D.C,District of Columbia | United States | district | Georgetown; Anacostia; Brookland; Shaw
San Francisco Bay Area | Bay Area,BART | United States | city | Oakland; Berkeley; Fremont; Richmond; San Jose
British Columbia | BC,BCLaws | Canada | city | Victoria; Nanaimo; Kelowna; Kamloops; Vancouver
Basque Country | | Spain | city | Bilbao; San Sebastian; Vitoria; Getxo
Utah | | United States | city | Provo; Ogden; Moab; Logan; Salt Lake City
Colorado | | United States | city | Boulder; Aspen; Pueblo; Durango; Denver
Arizona | ADOT | United States | city | Tucson; Flagstaff; Sedona; Mesa; Phoenix
Queensland | | Australia | city | Brisbane; Cairns; Townsville; Mackay
New South Wales | | Australia | city | Sydney; Newcastle; Wollongong; Dubbo
South Australia | South Australian | Australia | city | Adelaide; Mount Gambier; Whyalla; Gawler
Western Australia | West Australia | Australia | city | Perth; Fremantle; Broome; Albany
Victoria | Victoria State | Australia | city | Melbourne; Geelong; Ballarat; Bendigo
Australian Capital Territory | ACT | Australia | district | Belconnen; Tuggeranong; Gungahlin; Woden
Oslo | | Norway | district | Grunerlokka; Frogner; Sagene; Nordstrand
Scotland | Scottish | United Kingdom | city | Edinburgh; Glasgow; Aberdeen; Dundee; Inverness
Wales | Welsh | United Kingdom | city | Cardiff; Swansea; Newport; Wrexham; Bangor
Northern Ireland | | United Kingdom | city | Belfast; Derry; Newry; Lisburn
`
