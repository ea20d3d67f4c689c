package infer

import (
	"slices"
	"strings"

	"switchyard/tools"
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
	{"page size,pagesize,per page,limit,max results,maxresults,=count,max examples,num results,results,max rows,data points,row count,=top,top n,top k,=rows,max count", "", "number", "counts", "limited to", "result|results"},
	{"limit,count,page size", "", "string", "countTexts", "limited to", "results"},
	{"page,page number,page no", "", "number", "int 2-6", "on page", "-"},
	{"offset,ofs,skip,cursor,start index", "", "number", "int 10-50 10", "with an offset of", "-"},
	// Places.
	{"latitude,lat", "", "number", "number 36-61 4", "at latitude", "-"},
	{"longitude,lng,lon", "", "number", "number -10-26 4", "at longitude", "-"},
	{"bbox,bounding box", "", "string", "pattern 48\\.1[0-9]{3},11\\.[3-4][0-9]{3},48\\.2[0-9]{3},11\\.[5-6][0-9]{3}", "within the bounding box", "-"},
	{"location,start,end,origin,destination,position,point,coordinates,latlng", "own:latitude,longitude' |'latitude,longitude|longitude,latitude", "string", makeCoordinates, "at", "-"},
	{"location", "own:city, state", "string", "usCity", "in", "-"},
	{"airport code,airport,iata code,iata", "", "string", "known airport", "in", "-"},
	{"country code,country,nationality,country name", "own:code|iso|'us'|'US'", "string", "known country", "for", "-"},
	{"countries", "own:code|iso", "string", "known country", "for", "-"},
	{"country,country name,countries,nation", "", "string", "countryName", "for", "-"},
	{"continent", "", "string", "continent", "in", "-"},
	{"state,us state", "own:state in|name of a state|u.s. state|the state|state of|us state|state code", "string", "state", "in", "-"},
	{"province", "", "string", "province", "in", "-"},
	{"location,region,place", "canada|canadian", "string", "canada", "in", "-"},
	{"location,region,place", "danish|denmark", "string", "denmark", "in", "-"},
	{"location,region,place", "sweden|swedish", "string", "sweden", "in", "-"},
	{"city,location,region", "brazil|brazilian", "string", "brazil|brazilian", "in", "-"},
	{"region,district", "", "string", "region", "in", "-"},
	{"city,town,location,place,destination,origin,location name,venue,city name,capital", "", "string", "is city", "in", "-"},
	{"address,to address,from address,withdrawal address,deposit address", "crypto|cryptocurrency|bitcoin|blockchain|wallet|withdraw|coin|token", "string", "pattern [a-f0-9]{4}[0-9][a-f0-9]{7}", "with", ""},
	{"address line 2,address line2,addressline2,apartment,unit number", "", "string", "pattern (Apartment|Flat|Floor) [1-9]", "with", ""},
	{"address line 1,address line1,addressline1", "", "string", "is street", "for", "address"},
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
	{"card number,credit card number,debit card number,credit card,card no,pan", "own:number", "string", "card", "with", "card number"}, // those that payment services publish for trials
	{"first name,given name,forename", "", "string", "firstName", "with", "first name"},
	{"last name,family name,surname", "", "string", "lastName", "with", "last name"},
	{"=name,=names", "own:age|gender|nationality|first name", "string", "firstName", "for", "name"},
	{"user,users,assignee,follower,followers,member,members,participant,participants,attendee,attendees,reviewer,reviewers", "own:email|e-mail", "string", "is email", "for", ""},
	{"assignee,reporter,approver,reviewer,participant,participants,members,followers,holder,payee,payee name,payer,customer,client,tenant,guest,guest name,passenger,teacher,student,speaker,manager,sender name,cardholder,cardholder name,account holder,account holder name", "", "string", "is person", "for", ""},
	{"author,author name,poet,full name,person,patient name,employee name,customer name,owner,recipient name,contact name,candidate,attendee,director,actor,employee,doctor", "", "string", "is person", "for", ""},
	{"name", "own:full name|applicant|author|user's name|poet|your name|name of the user|user name|of the person", "string", "is person", "under", "name"},
	{"email,email address,recipient email,mail,to,from,send to,recipient,sender,signers,recipients,to email,emails,email addresses", "own:email", "string", "is email", "for", "email address"},
	{"phone,phone number,telephone,mobile,mobile number", "", "string", "is phone", "for", "number"},
	{"password,passwd,pass", "", "string", makePassword, "with", "password"},
	{"company,company name,employer,organization,organisation,brand name,vendor,supplier,manufacturer", "", "string", "is company", "for", "company"},
	// Codes.
	{"ip,ip address,ipaddress", "", "string", makeIPv4, "for", "IP address"},
	{"subnet mask,netmask", "", "string", "subnet", "with", ""},
	{"cnpj", "", "string", "pattern [1-9][0-9]{13}", "for", "company number"},
	{"npi", "", "string", "pattern 1[0-9]{9}", "for", "provider number"},
	{"upc,barcode,ean,gtin", "", "string", "pattern [1-9][0-9]{11}", "with", "barcode"},
	{"isbn", "", "string", "pattern 978[0-9]{10}", "with", "ISBN"},
	{"figi", "", "string", "pattern BBG00[A-Z0-9]{7}", "for", "security"},
	{"flight number,flight no", "", "string", "pattern (KL|LH|TP|BA)[1-9][0-9]{3}", "for", "flight"},
	{"timestamp,unix time", "", "number", "int 1735000000-1790000000", "with", ""},
	{"short code,promo code,coupon code,discount code,voucher code,referral code", "", "string", "pattern (SPRING|SUMMER|WELCOME|HARVEST|FRIENDS)[1-5][05]", "with", ""},
	{"serial number,imei,vin,license plate,licence plate,plate,registration", "", "string", "pattern [A-Z]{2}[0-9]{2}[A-Z]{3}[0-9]{3}", "with", ""},
	{"iban", "", "string", "pattern (DE|PT|ES)[1-9][0-9]{7}[1-9][0-9]{9}", "with", "IBAN"},
	{"alias,custom alias,slug,permalink", "", "string", "alias", "with", ""},
	{"uuid,guid", "own:uuid|guid", "string", makeUUID, "for", ""},
	{"cron,cron expression,=schedule", "own:cron", "string", "cron", "with", ""},
	{"mime type,content type,media type,contenttype", "", "string", "mime", "with", "content type"},
	{"http method,request method,=method", "own:http|request", "string", "httpMethod", "with", "method"},
	{"color,colour,color1,color2,primary color,secondary color,hex,background color,hex color", "own:hex|rgb|color value|hexadecimal", "string", makeColour, "for", "colour"},
	{"hash,sha256,block hash,checksum,certificate sha256,fingerprint,wallet,wallet address,from wallet,to wallet,signature", "", "string", "pattern [a-f0-9]{4}[0-9][a-f0-9]{7}", "with", ""},
	{"api key,token,key,access token,auth token,two factor auth,secret,affiliate token", "", "string", "pattern [A-Z]{2}[0-9]{4}[A-Z]{4}[0-9]", "with", ""},
	{"two letter code,record type", "", "string", "", "of the type", "-"},
	// Web addresses and files.
	{"short url,shorturl,short link,links", "", "string", "pattern https://go\\.example/[2-4][a-z][A-Z][0-9][a-z][A-Z]", "for", "short link"},
	{"image url,image,picture,photo,images,image urls,photo url,photo urls,picture url,avatar,avatar url,thumbnail,thumbnail url,logo,logo url,icon url,cover image", "own:url|link|path|image", "string", "pattern https://example\\.(org|com|net)/(photos|img|pics)/(pier|garden|market|bridge|harbour|meadow)[2-9]\\.jpg", "with", "picture"},
	{"audio url,stream url,track url,audio", "own:url|link", "string", "pattern https://example\\.(org|com|net)/audio/(evening|jazz|folk|night|soul|garden)-(mix|hour|set|club)", "for", "link"},
	{"url,link,website,webpage,uri,urls,dataset url,web page", "", "string", makeURL, "for", "link"},
	{"domain,domain name,hostname,host,website domain,site", "", "string", makeDomain, "for", "domain"},
	{"relative path,path,endpoint,endpoint path,url path", "own:endpoint|url|route", "string", "urlPath", "for", "path"},
	{"document path,file path,path,file,filename,file name,document", "", "string", "document", "for", "file"},
	{"protocol", "", "string", "protocol", "over", "-"},
	{"software version", "", "string", "software", "running", "-"},
	{"version,app version", "", "string", "pattern [1-4]\\.[0-9]\\.[1-9]", "in", "version"},
	// Money.
	{"currency pair,pair,symbol,trading pair", "own:pair", "string", "pair", "for", "-"},
	{"currency,symbol,asset,coin,crypto,cryptocurrency,symbols,coins", "crypto|cryptocurrency|btc|eth|coin", "string", "crypto", "for", "-"},
	{"from currency,base currency,source currency,fromcurrency", "", "string", "known currency", "from", "-"},
	{"to currency,target currency,tocurrency,quote currency,fiat", "", "string", "known currency", "to", "-"},
	{"currency,currency code,currencies,base", "", "string", "known currency", "in", "-"},
	{"symbols,symbol", "own:currenc", "string", "known currency", "for", "-"},
	{"ticker,symbol,stock symbol,stock,ticker symbol", "", "string", "stock", "for", "-"},
	{"exchange", "", "string", "exchange", "on", "-"},
	{"salary,min salary,max salary,annual salary,income,annual income", "", "number", "int 28000-76000 1000", "with", "salary of|"},
	{"interest rate,annual rate,apr,vat rate,tax rate,tip percentage,tip,discount,percent,percentage,discount percent,margin,humidity", "", "number", "int 2-24", "with", ""},
	{"rate,exchange rate,target rate", "exchange|currency|currencies|rate alert", "number", "number 0.6-1.6 2", "at", "rate of|"},
	{"price,max price,min price,budget,cost,fare,fee,stake,deposit,donation,target price,limit price,stop price", "", "number", "int 20-400 5", "at", "price of|"},
	{"amount,volume,quantity", "crypto|cryptocurrency|bitcoin|trading", "number", "number 0.2-6 1", "with", "amount of|"},
	{"amount,total,sum,balance,payment amount", "", "number", "int 25-900 5", "with", "amount of|"},
	{"salary range", "", "string", "pattern (3|4|5)0000-(6|7|8)0000", "in", "salary range"},
	// Time.
	{"=start,=end,=begin", "own:start time|end time|time of day", "string", "time", "", "time"},
	{"start date,startdate,from date,since,after,from,start,begin date,date from", "own:date|yyyy", "string", "date start", "from", "day"},
	{"end date,enddate,to date,until,before,to,end,date to", "own:date|yyyy", "string", "date end", "until", "day"},
	{"expire date,expiry,due date,deadline,new expire date,expiration date", "own:", "string", "date future", "until", "day"},
	{"month,birth month,=exp month", "", "number", "int 1-12", "for", "month"},
	{"=day,day of month", "", "number", "int 1-28", "for", "day"},
	{"hour,hour of day", "", "number", "int 7-21", "for", "hour"},
	{"week,week number", "", "number", "int 2-51", "for", "week"},
	{"season,season number", "own:year", "number", "int 2016-2025", "for", "season"},
	{"season,season number,seasonnumber,tv season", "series|show|episode|anime|player|leaderboard|ranked", "number", "int 1-9", "for", "season"},
	{"season number,seasonnumber", "", "number", "int 1-9", "for", "season"},
	{"episode,episode number", "", "number", "int 1-12", "for", "episode"},
	{"chapter,chapter number,surah,psalm", "", "number", "int 1-30", "for", "chapter"},
	{"verse,verse number,ayah", "", "number", "int 1-24", "for", "verse"},
	{"start year,startyear,from year", "", "number", "int 1996-2012", "from", "year"},
	{"end year,endyear,to year", "", "number", "int 2014-2025", "until", "year"},
	{"year,fiscal year,season,election year,tax year", "", "number", "int 2016-2025", "for", "year"},
	{"year,fiscal year,tax year,years", "", "string", "pattern 20(1[6-9]|2[0-5])", "for", "year"},
	{"years", "", "number", "int 2016-2025", "for", "year"},
	{"timeline,period,time range,date range", "own:yyyy-mm-dd, yyyy|yyyy-mm-dd,yyyy", "string", makePeriod, "for the period", "-"},
	{"timeline,period,time range", "own:yyyy", "string", "date past", "from", "day"},
	{"start time,end time,datetime,date time,scheduled time,send at,publish time,time", "own:yyyy-mm-dd hh|iso 8601|date and time", "string", "datetime", "", "time"},
	{"departure time,time,start time,end time,arrival time", "", "string", "time", "", "time"},
	{"month", "own:yyyy", "string", "month", "for", "month"},
	{"month", "", "string", "monthName", "for", "month"},
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
	{"rating,min rating,minimum rating,max rating,stars,score out of five,review score", "", "number", "int 1-5", "with", "rating of|"},
	{"episodes,chapters,copies,tickets,players,nights,attempts,retries,max retries,servings,portions,bedrooms,bathrooms,floors,columns,seats count,patties,tomatoes,party size,number of people", "", "number", "int 2-9", "with", ""},
	{"depth,max depth,paragraphs,sentences,levels,digits,precision,decimals,decimal places,hops", "", "number", "int 1-5", "with", ""},
	{"grams,weight in grams,weight g,portion size,serving size", "", "number", "int 50-450 25", "with", ""},
	{"weight,weight kg,body weight", "person|body|bmi|fitness|patient|health", "number", "int 48-96", "with", "weight of|"},
	{"height,height cm", "person|body|bmi|fitness|patient|health", "number", "int 152-196", "with", "height of|"},
	{"weight,weight kg", "", "number", "int 1-24", "with", ""},
	{"calories,max calories,min calories,kcal", "", "number", "int 200-900 50", "with", ""},
	{"capacity", "", "number", "int 20-400 20", "with", "capacity of|"},
	{"population,min population", "", "number", "int 20000-900000 10000", "with", "population of|"},
	{"magnitude,min magnitude", "", "number", "number 2.5-6.5 1", "with", "magnitude of|"},
	{"zoom,zoom level", "", "number", "int 5-17", "with", ""},
	{"level,difficulty level,player level,character level,user level", "", "number", "int 2-40", "with", ""},
	{"delay,delay ms,delay in milliseconds,delay before start", "own:millisecond| ms", "number", "int 200-2000 100", "with", ""},
	{"delay,min delay,delay minutes", "", "number", "int 10-60 5", "with", ""},
	{"tokens,max tokens", "", "number", "int 100-2000 100", "with", ""},
	{"words,word count,max words,min words", "", "number", "int 50-400 25", "with", ""},
	{"electricity,energy,kwh,consumption", "", "number", "int 100-900 20", "with", ""},
	{"chromosome", "", "number", "int 1-22", "for", "chromosome"},
	{"alcohol,abv", "", "number", "number 4-12 1", "with", ""},
	{"speed", "", "number", "int 20-120 5", "with", "speed of|"},
	{"brightness,volume level,opacity percent,battery,battery level,quality percent", "", "number", "int 10-90 5", "with", ""},
	{"opacity,threshold,confidence,min confidence,similarity,probability,min score", "", "number", "number 0.2-0.9 2", "with", ""},
	{"port,port number", "", "number", "ports", "on", "port"},
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
	{"text,content", "own:comment", "string", "comment", "with", "text"},
	{"text,content,html text", "own:status update|update post", "string", "update", "with", "text"},
	{"=text,=search text", "own:search", "string", "keyword", "with", "keyword"},
	{"data,input,payload,=sample,=value", "own:echo|text|string|phrase|sentence", "string", "text", "with", "text"},
	{"message,custom message,text message,sms,tweet,status,body,content,caption", "own:message|tweet|email", "string", "message", "with", "text"},
	{"text,content,input string,string,paragraph,document text,input text,unstructured data,data,body,sentence,passage,biometric data,description,html content", "clinical|medical|patient", "string", "clinical", "for", "text"},
	{"text,content,input string,paragraph,input text,sentence,passage,quote,story", "", "string", "text", "for", "text"},
	{"details,description", "report|abuse|complaint|fraud|moderation", "string", "complaint", "with", "text"},
	{"description,details,summary,abstract,about,overview", "", "string", "about description", "with", "description"},
	{"html notes,notes,note,memo,remarks,remark,annotation,internal note", "own:payment|transfer|transaction|money|expense", "string", "note", "with", "note"},
	{"html notes,notes,remarks,annotation,internal note,note", "task|project|goal|order|booking|reservation|document|record|patient|custom field|appointment|portfolio", "string", "about note", "with", "note"},
	{"html content,html body,html", "", "string", "html", "with", "text"},
	{"body,message,bio,greeting", "", "string", "message", "with", "text"},
	{"line", "poem", "string", "line", "with", "line"},
	{"subject,subject line,email subject", "", "string", "subject", "with", "subject"},
	{"note,memo,notes", "", "string", "note", "with", "note"},
	{"reason", "", "string", "reason", "because", "-"},
	{"question,questions", "", "string", "question", "with", "question"},
	{"comment,review,feedback,comments", "", "string", "comment", "with", "comment"},
	{"instructions,instruction,prompt,rules,request", "", "string", "instructions", "with", ""},
	{"weather description", "", "string", "weather", "with", ""},
	{"query,keywords,keyword,search,q,search term,search query,term,search terms,keyword list", "news|article|headline", "string", "newskeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "dataset|government|statistics|statistic|open data", "string", "datakeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "recipe|food product|ingredient|food", "string", "foodkeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "song|music|track|playlist|podcast|audio", "string", "musickeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "product|shop|store|kroger|deal|itunes", "string", "shopkeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "job|position|vacancy|vacancies", "string", "jobkeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "address", "string", "is street", "for", "-"},
	{"query,keywords,keyword,search,q,search term,search query", "restaurant|point of interest|points of interest|place|location", "string", "placekeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query", "advice|quote", "string", "advicekeyword", "with", "keyword"},
	{"query,keywords,keyword,search,q,search term,search query,track", "keyword|search|term|query", "string", "keyword", "with", "keyword"},
	{"topic,theme,topics,issue,issues", "political|politics", "string", "issue", "on", "topic"},
	{"topic,theme,topics,subject area,=field", "", "string", "topic", "on", "topic"},
	// Things by their names.
	{"album,album name,album title", "", "string", "album", "for", "album"},
	{"song,song name,track,song title,track name,music", "", "string", "song", "for", ""},
	{"title,song title", "song|lyrics|lyric|track", "string", "song", "for", "song"},
	{"title,movie,movie title,film,film title", "movie|film", "string", "movie", "for", "movie"},
	{"title,poem title", "poem", "string", "poem", "for", "poem"},
	{"title,book title,book", "book", "string", "book", "for", "book"},
	{"game,game name,=title,game title", "game|video game", "string", "game", "for", "game"},
	{"=title,headline", "", "string", "about title", "with", "title"},
	{"monster,monster name", "", "string", "monster", "for", ""},
	{"card name,card", "game|deck|tarot|hearthstone|pokemon|yu-gi-oh|magic: the gathering", "string", "character", "for", "card"},
	{"character,character name", "game|anime|film|movie|book|comic|series|rpg", "string", "character", "for", ""},
	{"weapon,weapon name", "", "string", "weapon", "for", ""},
	{"item,items,item name", "game|runescape|quest|minecraft|zelda|fantasy", "string", "item", "for", "item"},
	{"item,items,item name", "shop|store|order|cart|shopping|grocery|inventory|product|sale|invoice", "string", "product", "for", "item"},
	{"team,team name,club", "sport|football|soccer|league|match|matches|basketball|baseball|nba|nfl|hockey|cricket|tournament|fixture|standings|roster|game|esports|season|score", "string", "team", "for", "team"},
	{"team,team name,group,group name", "", "string", "names team", "for", ""},
	{"league", "", "string", "league", "in", "league"},
	{"skill", "game|runescape|minecraft|character", "string", "skill", "for", "skill"},
	{"skill,skills", "", "string", "workSkill", "with", "skill"},
	{"sport,sport type,sports", "", "string", "sport", "for", "-"},
	{"fish name,fish", "", "string", "fish", "for", "fish"},
	{"beer,beer name", "", "string", "beer", "for", "beer"},
	{"scientific name", "", "string", "scientific", "for", ""},
	{"species,animal,species name", "", "string", "species", "for", "species"},
	{"plant,plant name", "", "string", "plant", "for", "plant"},
	{"holiday name,holiday", "", "string", "holiday", "for", "holiday"},
	{"=name,event name,=event", "event|liturgical", "string", "event", "for", "event"},
	{"store name,store,=name,shop", "store|shop|coupon", "string", "store", "for", "store"},
	{"product name,product,=name", "product", "string", "product", "for", "product"},
	{"template name,template,=name", "template", "string", "template", "for", "template"},
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
	{"type,genre", "poem", "string", "poemGenre", "in the genre", "-"},
	{"genre", "book|novel|author|literature|manga", "string", "bookGenre", "in the genre", "-"},
	{"genre", "movie|film|series|anime|show|television", "string", "movieGenre", "in the genre", "-"},
	{"genre", "game", "string", "gameGenre", "in the genre", "-"},
	{"genre,music genre", "", "string", "genre", "in the genre", "-"},
	{"mood", "", "string", "mood", "with", "mood"},
	{"tags,tag", "pet|animal|shelter", "string", "petTag", "with", "tag"},
	{"tags,tag", "task|project|work|ticket|issue|customer|lead|document|note", "string", "workTag", "with", "tag"},
	{"tags,tag,hashtags,hashtag", "", "string", "tag", "with", "tag"},
	{"breed,dog breed,cat breed", "", "string", "breed", "for", "breed"},
	{"chemical,chemicals,substance,compound,pollutant", "", "string", "chemical", "for", ""},
	{"part of speech,pos", "", "string", "partOfSpeech", "as", "part of speech"},
	{"material", "", "string", "material", "of", "material"},
	{"vehicle type,car type,body type", "", "string", "vehicle", "for", ""},
	{"make,car make,manufacturer", "car|vehicle|auto", "string", "carMake", "for", "make"},
	{"model,model name", "car|vehicle|phone|device|laptop|printer", "string", "model", "for", "model"},
	{"room type", "", "string", "roomType", "with", ""},
	{"department", "", "string", "department", "in", "department"},
	{"job title,position,profession,occupation", "job|employee|career|salary|vacancy|candidate|occupation|work", "string", "jobTitle", "for", ""},
	{"blood type,blood group", "", "string", "blood", "with", ""},
	{"payment method,payment type", "", "string", "payment", "by", "-"},
	{"visibility,privacy,access level", "", "string", "visibility", "with", ""},
	{"=role,user role,role name", "", "string", "role", "with", "role"},
	{"plan,subscription plan,tier,package", "subscription|account|member|membership|plan", "string", "plan", "with", ""},
	{"browser", "", "string", "browser", "for", "browser"},
	{"operating system,os", "", "string", "os", "for", "operating system"},
	{"planet,celestial body", "", "string", "planet", "for", ""},
	{"aggregation,aggregate,agg", "", "string", "aggregate", "with", ""},
	{"fields,columns", "", "string", "dataField", "with", "field"},
	{"platform,platforms,console", "game|gaming", "string", "gamePlatform", "on", "-"},
	{"labels", "", "string", "label", "with", ""},
	{"party", "", "string", "party", "for", "-"},
	{"indicators,indicator", "macroeconomic|gdp|economic|economy", "string", "indicator", "for", "indicator"},
	{"indicator", "", "string", "technical", "with", "indicator"},
	{"sector,market sector", "", "string", "sector", "in", "sector"},
	{"industry", "", "string", "industry", "in", "industry"},
	{"specialty", "", "string", "specialty", "in", "-"},
	{"concept", "", "string", "concept", "for", "concept"},
	{"platform", "currency|currencies|crypto|cryptocurrency|trading", "string", "platform", "on", "-"},
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
	{"category,categories,product category", "own:product", "string", "productCategory", "in", "category"},
	{"category,categories", "pet|animal", "string", "petCategory", "in", "category"},
	{"category,categories", "recipe|meal|food|dish|taco|restaurant", "string", "foodCategory", "in", "category"},
	{"category,categories", "expense|budget|spending|transaction|payment", "string", "expenseCategory", "in", "category"},
	{"category,categories", "product|shop|store|inventory|catalog|auction", "string", "productCategory", "in", "category"},
	{"category,categories", "event|ticket|festival|concert", "string", "eventCategory", "in", "category"},
	{"category,categories", "job|career|vacancy", "string", "jobCategory", "in", "category"},
	{"category,categories", "news|article|headline", "string", "newsCategory", "in", "category"},
	{"category,categories,product category", "", "string", "category", "in", "category"},
	{"html text,rich text", "", "string", "html", "with", "text"},
	{"status,state", "", "string", "status", "with", "status"},
	{"priority,severity", "", "string", "priority", "with", ""},
	{"difficulty,level", "", "string", "difficulty", "with", ""},
	{"quality", "", "string", "quality", "in", "quality"},
	{"format,date format", "own:format of the date|date format", "string", "dateFormat", "in", "format"},
	{"format,output format,file format,target format,data format,accept format,image format,audio format,response format", "", "string", "format", "in", "format"},
	{"sort,sort by,order by,sortby,sort order", "", "string", "sort", "sorted by", "-"},
	{"unit,units", "temperature|weather|forecast", "string", "unit", "in", "units"},
	{"unit,units,from unit,to unit", "weight|mass", "string", "weightUnit", "in", ""},
	{"unit,units,from unit,to unit", "length|height|distance", "string", "lengthUnit", "in", ""},
	{"unit,units", "metric|imperial", "string", "unit", "in", "units"},
	{"unit,units", "", "string", "unitOf", "in", ""},
	{"style", "", "string", "style", "in the style", "-"},
	{"interval,time interval", "own:24h|'1h|12h", "string", "pattern (1|3|6|12)h", "with", "interval of|"},
	{"period,time period,interval", "", "string", "period", "for", "period"},
	{"taxonomy", "", "string", "taxonomy", "for", "-"},
	{"metrics,metric", "", "string", "metric", "for", "metric"},
	{"sections", "", "string", "section", "with", "section"},
	{"setting,setting key,key", "own:setting", "string", "setting", "for the setting", "-"},
	{"setting value,=value,new value", "own:setting", "string", "value", "to the value", "-"},
	{"device,device name", "", "string", "device", "for", "device"},
}

// rule finds the first rule whose name and context fit.
func (in *inference) rule(t *tools.Tool, p *tools.Param, h *paramHints) *valueRule {
	name := strings.Join(h.words, " ")
	own := strings.ToLower(begins(p)) + " " + name
	kind := "string"
	if p.Type == "integer" || p.Type == "number" {
		kind = "number"
	}
	about := in.context(t)
	if last := h.words[len(h.words)-1]; last == "name" || last == "title" {
		about = in.facts[t].Noun + " " + t.Thing // what has the name
	}
	about = own + " " + about
	// The whole name first, then its last words, so that a rule for "name"
	// does not hide one for "store name".
	for _, whole := range []bool{true, false} {
		if !whole && h.isID {
			return nil
		}
		for i := range valueRules {
			r := &valueRules[i]
			if (r.kind == "" || r.kind == kind) && r.called(name, whole) && r.suits(own, about) {
				return r
			}
		}
	}
	return nil
}

// context is what the tool is about: its name, the first sentence of its
// description, and the field of its toolset. What a description says further
// on is often of other things.
func (in *inference) context(t *tools.Tool) string {
	first := t.Description[:min(len(t.Description), 300)]
	if i := strings.Index(first, ". "); i > 0 {
		first = first[:i]
	}
	return strings.ToLower(strings.Join(in.facts[t].Words, " ") + " " + first + " " + t.Thing + " " + in.set.Domain + " " + in.set.Title)
}

// called reports whether the rule is for parameters of the name: of the whole of
// it, or of what it ends with.
func (r *valueRule) called(name string, whole bool) bool {
	for n := range strings.SplitSeq(r.names, ",") {
		alone, isAlone := strings.CutPrefix(n, "=")
		if name == alone && (whole || !isAlone) {
			return true
		}
		if !whole && !isAlone && strings.HasSuffix(name, n) && strings.HasSuffix(name, " "+n) || !whole && !isAlone && strings.HasSuffix(name, " "+n+"s") {
			return true
		}
	}
	return false
}

// suits reports whether the rule is for what the parameter, or the tool, is about.
func (r *valueRule) suits(own, about string) bool {
	if r.about == "" {
		return true
	}
	if list, isOwn := strings.CutPrefix(r.about, "own:"); isOwn {
		for w := range strings.SplitSeq(list, "|") {
			if strings.Contains(own, w) {
				return true
			}
		}
		return false
	}
	for w := range strings.SplitSeq(r.about, "|") {
		if speaks(about, w) {
			return true
		}
	}
	return false
}

// speaks reports whether a text has a word, or one that begins with it when it is
// long enough to mean the same: "book" is not in "booking".
func speaks(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(word)
		if i > 0 && letter(text[i-1]) {
			continue
		}
		rest := text[from:]
		if len(word) > 5 || rest == "" || !letter(rest[0]) || rest[0] == 's' && (len(rest) == 1 || !letter(rest[1])) {
			return true
		}
	}
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 0x80 }

// strict reports whether the values of the rule are written in a way that lists in
// descriptions only give examples of; listed is how many they give.
func (r *valueRule) strict(listed int) bool {
	kind, what, _ := strings.Cut(r.make, " ")
	switch {
	case listed < 3:
	case kind == "is":
		return what == "email" || what == "phone"
	case kind == "crypto" || kind == "stock" || kind == "pair":
		return false
	}
	return slices.Contains([]string{"known", "date", "datetime", "month", "pattern", "int", "number", "is", "pair", "crypto", "stock", "counts", "countTexts", "time", "timezone", "codes"}, kind)
}
