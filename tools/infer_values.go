package tools

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// valueRule says how values of parameters with certain names are made and
// said.
type valueRule struct {
	names string // names in words, by comma; a name fits when it ends with one. "=x" fits x alone
	about string // words of which one must stand in the descriptions, or behind "own:" in that of the parameter; empty fits all
	kind  string // "string", "number" or empty for both
	make  string // how values are made, in the notation of values below
	prep  string // what stands before the value
	noun  string // instead of the noun made from the name; "-" leaves it out
}

// valueRules are tried in their order. Values are written as a key of picks,
// or as "int 1-9", "number 1-5", "pattern …", "date past|future|start|end",
// "known table", "is person".
var valueRules = []valueRule{
	// Counting and paging.
	{"page size,pagesize,per page,limit,max results,maxresults,count,max examples,num results,results,max rows,data points,row count,top", "", "number", "counts", "limited to", "result|results"},
	{"limit,count,page size", "", "string", "countTexts", "limited to", "results"},
	{"page,page number,page no", "", "number", "int 2-6", "on page", "-"},
	{"offset,ofs,skip,cursor,start index", "", "number", "int 10-50 10", "with an offset of", "-"},
	// Places.
	{"latitude,lat", "", "number", "number 37-59 4", "at latitude", "-"},
	{"longitude,lng,lon", "", "number", "number 2-24 4", "at longitude", "-"},
	{"bbox,bounding box", "", "string", "pattern 48\\.1[0-9]{3},11\\.[3-4][0-9]{3},48\\.2[0-9]{3},11\\.[5-6][0-9]{3}", "within the bounding box", "-"},
	{"location,start,end,origin,destination,position,point,coordinates,latlng", "own:latitude,longitude' |'latitude,longitude|longitude,latitude", "string", "pattern (4[0-9]|5[0-9])\\.[0-9]{4},(1[0-9]|[2-9])\\.[0-9]{4}", "at", "-"},
	{"location", "own:city, state", "string", "usCity", "in", "-"},
	{"airport code,airport,iata code,iata", "", "string", "known airport", "in", "-"},
	{"country code,country,nationality,country name", "own:code|iso|'us'|'US'", "string", "known country", "for", "-"},
	{"countries", "own:code|iso", "string", "known country", "for", "-"},
	{"country,country name,countries,nation", "", "string", "countryName", "for", "-"},
	{"continent", "", "string", "continent", "in", "-"},
	{"state,us state", "own:state in|name of a state|u.s. state|the state|state of|us state|state code", "string", "state", "in", "-"},
	{"province", "", "string", "province", "in", "-"},
	{"location,region,place", "canad", "string", "canada", "in", "-"},
	{"location,region,place", "danish|denmark", "string", "denmark", "in", "-"},
	{"location,region,place", "sweden|swedish", "string", "sweden", "in", "-"},
	{"city,location,region", "brazil", "string", "brazil", "in", "-"},
	{"region,district", "", "string", "region", "in", "-"},
	{"city,town,location,place,destination,origin,location name,venue,city name,capital", "", "string", "is city", "in", "-"},
	{"address,street,street address,addresses,sample", "own:address", "string", "is street", "for", "address"},
	{"from,start point,start address", "own:address", "string", "is street", "from", "-"},
	{"to,end point,end address", "own:address", "string", "is street", "to", "-"},
	{"area,neighborhood,zone", "", "string", "area", "in", "-"},
	{"zip code,postal code,postcode,zip,zipcode", "", "", "pattern [1-9][0-9]{4}", "for", "ZIP code"},
	{"road name,road,street name", "", "string", "road", "for", "-"},
	{"terminal", "", "string", "terminal", "in", "-"},
	{"time zone,timezone,tz,timezones", "", "string", "timezone", "in", "time zone"},
	// People and accounts.
	{"user name,username,login,screen name,nickname,gamertag,handle", "", "string", "player", "for", "user"},
	{"player name,player", "", "string", "player", "for", ""},
	{"artist,artist name,singer,band,composer", "", "string", "artist", "by", "-"},
	{"name,first name,names", "age|gender|nationality|first name", "string", "firstName", "for", "name"},
	{"author,author name,poet,full name,person,patient name,employee name,customer name,owner,recipient name,contact name,candidate,attendee,director,actor,employee,doctor", "", "string", "is person", "for", ""},
	{"name", "own:full name|applicant|author|user's name|poet|your name|name of the user|user name|of the person", "string", "is person", "under", "name"},
	{"email,email address,recipient email,mail,to,from,send to,recipient,sender,signers,recipients,to email,emails,email addresses", "own:email", "string", "is email", "for", "email address"},
	{"phone,phone number,telephone,mobile,mobile number", "", "string", "is phone", "for", "number"},
	{"password,passwd,pass", "", "string", "pattern (Maple|Harbour|Lantern|Meadow)[1-9][0-9]{3}", "with", "password"},
	{"company,company name,employer,organization,organisation,brand name,vendor,supplier,manufacturer", "", "string", "is company", "for", "company"},
	// Codes.
	{"ip,ip address,ipaddress", "", "string", "pattern (81|92|109|188)\\.[24-9][0-9]\\.1[0-9]{2}\\.[1-9][0-9]", "for", "IP address"},
	{"subnet mask,netmask", "", "string", "subnet", "with", ""},
	{"cnpj", "", "string", "pattern [1-9][0-9]{13}", "for", "company number"},
	{"npi", "", "string", "pattern 1[0-9]{9}", "for", "provider number"},
	{"upc,barcode,ean,gtin", "", "string", "pattern [1-9][0-9]{11}", "with", "barcode"},
	{"isbn", "", "string", "pattern 978[0-9]{10}", "with", "ISBN"},
	{"figi", "", "string", "pattern BBG00[A-Z0-9]{7}", "for", "security"},
	{"flight number,flight no", "", "string", "pattern (KL|LH|TP|BA)[1-9][0-9]{3}", "for", "flight"},
	{"timestamp,unix time", "", "number", "int 1735000000-1790000000", "with", ""},
	{"color,colour,color1,color2,primary color,secondary color,hex,background color,hex color", "own:hex|rgb|color value|hexadecimal", "string", "pattern #[0-9A-F]{6}", "for", "colour"},
	{"hash,sha256,block hash,checksum,certificate sha256,fingerprint,wallet,wallet address,from wallet,to wallet,signature", "", "string", "pattern [a-f0-9]{4}[0-9][a-f0-9]{7}", "with", ""},
	{"api key,token,key,access token,auth token,two factor auth,secret,affiliate token", "", "string", "pattern [A-Z]{2}[0-9]{4}[A-Z]{4}[0-9]", "with", ""},
	{"two letter code,record type", "", "string", "", "of the type", "-"},
	// Web addresses and files.
	{"short url,shorturl,short link,links", "", "string", "pattern https://bit\\.ly/[2-4][a-z][A-Z][0-9][a-z][A-Z]", "for", "short link"},
	{"image url,image,picture,photo,images", "own:url|link|path|image", "string", "pattern https://example\\.(org|com|net)/(photos|img|pics)/(pier|garden|market|bridge|harbour|meadow)[2-9]\\.jpg", "with", "picture"},
	{"audio url,stream url,track url,audio", "own:url|link", "string", "pattern https://example\\.(org|com|net)/audio/(evening|jazz|folk|night|soul|garden)-(mix|hour|set|club)", "for", "link"},
	{"url,link,website,webpage,uri,urls,dataset url,web page", "", "string", "pattern https://example\\.(org|com|net)/(news|blog|docs|shop|events)/(spring|harbour|lamps|start|fair|garden)[2-9]", "for", "link"},
	{"domain,domain name,hostname,host,website domain,site", "", "string", "pattern (maple|harbour|green|north|river|amber)(books|cafe|field|wind|shop)\\.(com|org|net|io)", "for", "domain"},
	{"document path,file path,path,file,filename,file name,document", "", "string", "document", "for", "file"},
	{"protocol", "", "string", "protocol", "over", "-"},
	{"software version", "", "string", "software", "running", "-"},
	{"version,app version", "", "string", "pattern [1-4]\\.[0-9]\\.[1-9]", "in", "version"},
	// Money.
	{"currency pair,pair,symbol,trading pair", "own:pair", "string", "pair", "for", "-"},
	{"currency,symbol,asset,coin,crypto,cryptocurrency,symbols,coins", "crypto|btc|eth|coin", "string", "crypto", "for", "-"},
	{"from currency,base currency,source currency,fromcurrency", "", "string", "known currency", "from", "-"},
	{"to currency,target currency,tocurrency,quote currency,fiat", "", "string", "known currency", "to", "-"},
	{"currency,currency code,currencies,base", "", "string", "known currency", "in", "-"},
	{"symbols,symbol", "own:currenc", "string", "known currency", "for", "-"},
	{"ticker,symbol,stock symbol,stock,ticker symbol", "", "string", "stock", "for", "-"},
	{"exchange", "", "string", "exchange", "on", "-"},
	{"price,max price,min price,budget,cost,fare,fee", "", "number", "int 20-400 5", "at", "price of|"},
	{"amount,volume,quantity", "crypto|bitcoin|trading", "number", "number 0.2-6 1", "with", "amount of|"},
	{"amount,total,sum,balance,payment amount", "", "number", "int 25-900 5", "with", "amount of|"},
	{"salary range", "", "string", "pattern (3|4|5)0000-(6|7|8)0000", "in", "salary range"},
	// Time.
	{"start date,startdate,from date,since,after,from,start,begin date,date from", "own:date|yyyy", "string", "date start", "from", "day"},
	{"end date,enddate,to date,until,before,to,end,date to", "own:date|yyyy", "string", "date end", "until", "day"},
	{"expire date,expiry,due date,deadline,new expire date,expiration date", "own:", "string", "date future", "until", "day"},
	{"start year,startyear,from year", "", "number", "int 1996-2012", "from", "year"},
	{"end year,endyear,to year", "", "number", "int 2014-2025", "until", "year"},
	{"year,fiscal year,season,election year,tax year", "", "number", "int 2016-2025", "for", "year"},
	{"year,fiscal year,tax year,years", "", "string", "pattern 20(1[6-9]|2[0-5])", "for", "year"},
	{"years", "", "number", "int 2016-2025", "for", "year"},
	{"timeline,period,time range", "own:yyyy", "string", "date past", "from", "day"},
	{"start time,end time,datetime,date time,scheduled time,send at,publish time,time", "own:yyyy-mm-dd hh|iso 8601|date and time", "string", "datetime", "", "time"},
	{"departure time,time,start time,end time,arrival time", "", "string", "time", "", "time"},
	{"month", "own:yyyy", "string", "month", "for", "month"},
	{"birthday,birth date,date of birth", "own:", "string", "date past", "", "day"},
	{"date,day,departure date,arrival date,check in,check out,published date,event date,query date", "own:", "string", "date", "", "day"},
	{"day of week,weekday", "", "string", "weekday", "on", "-"},
	{"day type", "", "string", "dayType", "on a", "-"},
	{"radius,distance,search radius,max distance", "own:mile", "number", "int 5-60 5", "within", "mile|miles"},
	{"radius,distance,search radius,max distance", "own:kilomet| km", "number", "int 5-60 5", "within", "kilometre|kilometres"},
	{"radius,distance,search radius,max distance", "", "number", "int 200-3000 100", "within", "metre|metres"},
	{"days,num days,forecast days,duration,nights", "own:day", "number", "int 2-9", "for", "day|days"},
	{"duration,hours,length of stay", "own:hour", "number", "int 2-12", "for", "hour|hours"},
	{"expiration,login expiration,expire after,minutes,timeout,duration,interval,time interval", "own:minute", "number", "int 15-120 5", "for", "minute|minutes"},
	{"interval,time interval,timeout", "own:second", "number", "int 60-900 30", "every", "second|seconds"},
	{"duration", "", "number", "int 2-12", "for", "hour|hours"},
	{"age,min age,max age", "", "number", "int 19-70", "with", "age of|"},
	{"max,maximum,max value", "", "number", "int 200-900 10", "up to", "-"},
	{"min,minimum,min value", "", "number", "int 1-90", "from", "-"},
	{"status code", "", "number", "codes", "with", ""},
	{"eastings,easting", "", "number", "int 400000-530000", "at easting", "-"},
	{"northings,northing", "", "number", "int 170000-430000", "at northing", "-"},
	{"temperature", "", "number", "int 5-30", "at", "temperature of|"},
	{"quantity,qty,adults,guests,people,seats,rooms,passengers", "", "number", "int 2-9", "with", "quantity of|"},
	{"leverage", "", "number", "int 2-10", "with", "leverage of|"},
	{"length", "", "number", "int 8-96", "with", "length of|"},
	{"width,height,size", "", "number", "int 200-960 20", "with", ""},
	{"decimal value", "", "number", "int 5-250", "for", "number"},
	{"binary value", "", "string", "pattern 1[01]{5}", "for", "number"},
	// Languages.
	{"programming language,language", "own:programming|c++|python|java", "string", "program", "in", "-"},
	{"from language,source language,fromlanguage", "", "string", "known language", "from", "-"},
	{"to language,target language,tolanguage", "", "string", "known language", "into", "-"},
	{"language,lang,locale,languages", "own:code|'en'|'zh'|(en)|default is en|zh-cn", "string", "known language", "in", "-"},
	{"language,lang,locale", "", "string", "languageName", "in", "-"},
	// Words and texts.
	{"word,term,vocabulary", "", "string", "word", "for", "word"},
	{"source code,code,snippet,sourcecode", "own:source code|program|snippet|script", "string", "code", "for", "code"},
	{"query,sql,statement", "sql", "string", "sql", "with", "query"},
	{"message,custom message,text message,sms,tweet,status,body,content,caption", "own:message|tweet|email", "string", "message", "with", "text"},
	{"text,content,input string,string,paragraph,document text,input text,unstructured data,data,body,sentence,passage,biometric data,description,html content", "clinical|medical|patient", "string", "clinical", "for", "text"},
	{"text,content,input string,paragraph,input text,sentence,passage,quote,story", "", "string", "text", "for", "text"},
	{"html content,body,message,description,details,summary,bio,abstract", "", "string", "message", "with", "text"},
	{"line", "poem", "string", "line", "with", "line"},
	{"subject,subject line,email subject", "", "string", "subject", "with", "subject"},
	{"note,memo,notes", "", "string", "note", "with", "note"},
	{"reason", "", "string", "reason", "because", "-"},
	{"comment,review,feedback,comments", "", "string", "comment", "with", "comment"},
	{"instructions,instruction,prompt,rules,request", "", "string", "instructions", "with", ""},
	{"weather description", "", "string", "weather", "with", ""},
	{"query,keywords,keyword,search,q,search term,search query,term,search terms,keyword list", "news|article|headline", "string", "newskeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "dataset|government|statistic|open data", "string", "datakeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "recipe|food product|ingredient|food", "string", "foodkeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "song|music|track|playlist|podcast|audio", "string", "musickeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "product|shop|store|kroger|deal|itunes", "string", "shopkeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "job|position|vacanc", "string", "jobkeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "address", "string", "is street", "for", "-"},
	{"query,keywords,keyword,search,q,search term,search query", "restaurant|point of interest|points of interest|place|location", "string", "placekeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "advice|quote", "string", "advicekeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query,track", "keyword|search|term|query", "string", "keyword", "with", "keyword"},
	{"topic,theme,topics,issue,issues", "politic", "string", "issue", "on", "topic"},
	{"topic,theme,topics,subject area,field", "", "string", "topic", "on", "topic"},
	// Things by their names.
	{"album,album name,album title", "", "string", "album", "for", "album"},
	{"song,song name,track,song title,track name,music", "", "string", "song", "for", ""},
	{"title,song title", "song|lyric|track", "string", "song", "for", "song"},
	{"title,movie,movie title,film,film title", "movie|film", "string", "movie", "for", "movie"},
	{"title,poem title", "poem", "string", "poem", "for", "poem"},
	{"title,book title,book", "book", "string", "book", "for", "book"},
	{"game,game name,title", "game", "string", "game", "for", "game"},
	{"monster,monster name", "", "string", "monster", "for", ""},
	{"card name,card", "", "string", "character", "for", "card"},
	{"weapon,weapon name", "", "string", "weapon", "for", ""},
	{"item,items,item name", "game|runescape|item", "string", "item", "for", "item"},
	{"team,team name,club", "", "string", "team", "for", "team"},
	{"league", "", "string", "league", "in", "league"},
	{"skill", "", "string", "skill", "for", "skill"},
	{"sport,sport type,sports", "", "string", "sport", "for", "-"},
	{"fish name,fish", "", "string", "fish", "for", "fish"},
	{"beer,beer name", "", "string", "beer", "for", "beer"},
	{"scientific name", "", "string", "scientific", "for", ""},
	{"species,animal,species name", "", "string", "species", "for", "species"},
	{"plant,plant name", "", "string", "plant", "for", "plant"},
	{"holiday name,holiday", "", "string", "holiday", "for", "holiday"},
	{"name,event name,event", "event|liturgical", "string", "event", "for", "event"},
	{"store name,store,name,shop", "store|shop|coupon", "string", "store", "for", "store"},
	{"product name,product,name", "product", "string", "product", "for", "product"},
	{"template name,template,name", "template", "string", "template", "for", "template"},
	{"campaign name,campaign", "", "string", "campaign", "for", "campaign"},
	{"project,project name,workspace,board", "", "string", "project", "for", ""},
	{"collection", "", "string", "collection", "in", "collection"},
	{"table,table name", "", "string", "table", "in", "table"},
	{"database,database name,instance name", "", "string", "database", "for", "database"},
	{"ingredient,ingredients", "", "string", "ingredient", "with", ""},
	{"allergens", "", "string", "allergen", "with", ""},
	{"nutrient,nutrient type,nutrients", "", "string", "nutrient", "for", "nutrient"},
	{"symptom,symptoms", "", "string", "symptom", "with", ""},
	{"cuisine", "", "string", "cuisine", "with", "cuisine"},
	{"diet", "", "string", "diet", "for a", "diet"},
	{"genre", "poem", "string", "poemGenre", "in the genre", "-"},
	{"genre,music genre", "", "string", "genre", "in the genre", "-"},
	{"mood", "", "string", "mood", "with", "mood"},
	{"tags,tag,hashtags", "", "string", "tag", "with", "tag"},
	{"labels", "", "string", "label", "with", ""},
	{"party", "", "string", "party", "for", "-"},
	{"indicators,indicator", "macro|gdp|econom", "string", "indicator", "for", "indicator"},
	{"indicator", "", "string", "technical", "with", "indicator"},
	{"sector,market sector", "", "string", "sector", "in", "sector"},
	{"industry", "", "string", "industry", "in", "industry"},
	{"specialty", "", "string", "specialty", "in", "-"},
	{"concept", "", "string", "concept", "for", "concept"},
	{"platform", "currenc|crypto|trading", "string", "platform", "on", "-"},
	{"rarity", "", "string", "rarity", "of the rarity", "-"},
	{"brand,brand name", "", "string", "brand", "of the brand", "-"},
	{"color,colour,primary color", "", "string", "color", "in", "-"},
	{"font,font family", "", "string", "font", "with", "font"},
	{"age group,age groups", "", "string", "ageGroup", "for", "age group"},
	{"gender,sex", "", "string", "gender", "for the gender", "-"},
	{"season", "", "string", "season", "for the season", "-"},
	{"size,image size", "own:'600x400'", "string", "pattern (6|8)00x(3|4)00", "in the size", "-"},
	{"direction", "", "string", "direction", "in the direction", "-"},
	{"mode,vehicle,transport mode,travel mode", "", "string", "mode", "by", "-"},
	{"store type,shop type,storetype", "", "string", "shopType", "of the type", "-"},
	{"report type", "", "string", "report", "of the type", "-"},
	{"data type,data sources,datatype,datasets", "", "string", "dataType", "on", "-"},
	{"category,categories,product category", "", "string", "category", "in", "category"},
	{"status,state", "", "string", "status", "with", "status"},
	{"priority,severity", "", "string", "priority", "with", ""},
	{"difficulty,level", "", "string", "difficulty", "with", ""},
	{"quality", "", "string", "quality", "in", "quality"},
	{"format,output format,file format,target format,data format,accept format,image format,audio format,response format", "", "string", "format", "in", "format"},
	{"sort,sort by,order by,sortby,sort order", "", "string", "sort", "sorted by", "-"},
	{"unit,units", "", "string", "unit", "in", "units"},
	{"style", "", "string", "style", "in the style", "-"},
	{"period,time period,interval", "", "string", "period", "for", "period"},
	{"taxonomy", "", "string", "taxonomy", "for", "-"},
	{"metrics,metric", "", "string", "metric", "for", "metric"},
	{"sections", "", "string", "section", "with", "section"},
	{"setting,setting key,key", "own:setting", "string", "setting", "for the setting", "-"},
	{"setting value,value,new value", "", "string", "value", "to the value", "-"},
	{"device,device name", "", "string", "device", "for", "device"},
}

// clause is one way in which descriptions list the values that are allowed.
var (
	quoted     = regexp.MustCompile(`['"‘“]([A-Za-z0-9][\w /+.\-&]{0,28})['"’”]`)
	defaultSay = regexp.MustCompile(`(?i)(?:defaults?(?: value)?(?: is| to|:| of| being|s to)*|defaulting to)\s*['"‘“]?([\w\-./+: ]{1,24}?)['"’”]?(?:[.,;(]|$| for | mean| repr| words| days| hours| and | if )`)
	inPassing  = regexp.MustCompile(`\(([a-z][a-z\- ]*(?:, ?[a-z][a-z\- ]*)+),? etc\.?\)`)
	listsThem  = regexp.MustCompile(`(?i)(such as|e\.g\.|for example|optional values?|available values?|can be|include|including|either|supports?|possible values?|one of|options?)`)
)

// stated finds the values that a description states, the default and what
// stands for everything aside.
func stated(p *Param) []any {
	text := p.About
	at := listsThem.FindStringIndex(text)
	if at != nil {
		text = text[at[0]:]
	}
	var out []any
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		out = keep(out, m[1])
	}
	if at == nil && len(out) < 2 {
		out = nil
	}
	if m := inPassing.FindStringSubmatch(p.About); m != nil && len(out) == 0 {
		for _, v := range strings.Split(m[1], ",") { // "(full-time, part-time, etc.)"
			out = keep(out, v)
		}
	}
	return out
}

func keep(out []any, v string) []any {
	v = strings.TrimSpace(v)
	if v == "" || forAll(v) || slices.Contains(out, any(v)) || strings.Contains(v, "YYYY") || strings.Contains(strings.ToLower(v), "default") {
		return out
	}
	return append(out, v)
}

// forAll tells whether a value means that nothing is narrowed.
func forAll(v string) bool {
	return slices.Contains([]string{"all", "any", "none", "all types", "global", "empty", "mixed", "auto", "null", "nationwide", "national", "everything"}, strings.ToLower(v))
}

// defaultOf reads "the default value is 10" where the schema says nothing.
func defaultOf(p *Param) any {
	m := defaultSay.FindStringSubmatch(p.About)
	if m == nil {
		return nil
	}
	v := strings.TrimSpace(m[1])
	switch p.Type {
	case "boolean":
		return strings.HasPrefix(strings.ToLower(v), "true")
	case "integer", "number":
		if f, err := strconv.ParseFloat(strings.Fields(v + " x")[0], 64); err == nil {
			return number(f)
		}
		return nil
	case "string":
		// "Defaults to the current date" names no value.
		if slices.Contains(p.Enum, any(v)) || strings.ContainsAny(m[0], `'"‘“`) || v == "English" {
			return v
		}
	}
	return nil
}
