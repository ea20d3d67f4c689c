package infer

import (
	"slices"
	"strconv"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// An attribute that may be inferred: how its values are made, how a list or an
// answer tells it, and the words for the least and the most of it.
type attributeSpec struct {
	name, make, tell string
	least, most      []string
}

// attributeSpecs is the attributes by their keys.
var attributeSpecs = func() map[string]attributeSpec {
	out := map[string]attributeSpec{}
	for line := range strings.Lines(`
price | money 12-480 | {price} | cheapest {noun}; {noun} with the lowest price | most expensive {noun}
rating | number 2.6-4.9 | rated {rating} | worst rated {noun} | best rated {noun}; {noun} with the best rating
distance_km | number 0.4-18 | {distance_km} km away | nearest {noun}; closest {noun} | farthest {noun}
published | date -400..-3 | published {published} | oldest {noun} | newest {noun}; most recent {noun}
views | int 120-9800 | {views|view|views} | least viewed {noun} | most viewed {noun}; {noun} with the most views
plays | int 900-98000 | {plays|play|plays} | least played {noun} | most played {noun}; {noun} with the most plays
year | int 1978-2025 | from {year} | oldest {noun} | newest {noun}
length_minutes | int 2-95 | {length_minutes|minute|minutes} long | shortest {noun} | longest {noun}
score | int 40-990 | score {score} | {noun} with the lowest score | {noun} with the highest score; top scoring {noun}
level | int 2-80 | level {level} | lowest level {noun} | highest level {noun}
followers | int 150-88000 | {followers|follower|followers} | least followed {noun} | most followed {noun}; {noun} with the most followers
joined | date -900..-20 | joined {joined} | {noun} that joined first | {noun} that joined last
records | int 200-90000 | {records|record|records} | smallest {noun}; {noun} with the fewest records | largest {noun}; {noun} with the most records
updated | date -200..-2 | updated {updated} | {noun} that has gone longest without an update | most recently updated {noun}
starts | date +3..+120 | starting {starts} | earliest {noun}; {noun} that comes first | latest {noun}
salary | money 32000-98000 500 | {salary} a year | worst paid {noun} | best paid {noun}; {noun} with the highest salary
amount | money 15-900 | {amount} | smallest {noun}; {noun} with the lowest amount | largest {noun}; {noun} with the highest amount
reward | int 50-4000 | a reward of {reward} | least rewarding {noun} | most rewarding {noun}; {noun} with the highest reward
seats | int 8-220 | {seats|seat|seats} | smallest {noun} | biggest {noun}
replies | int 1-60 | {replies|reply|replies} | {noun} with the fewest replies | {noun} with the most replies
sent | date -40..-1 | sent {sent} | oldest {noun} | newest {noun}
delay | int 3-75 | a delay of {delay|minute|minutes} | {noun} with the shortest delay | {noun} with the longest delay
match | int 41-99 | {match}% match | {noun} with the weakest match | {noun} with the best match
created | date -300..-2 | created {created} | oldest {noun} | newest {noun}; most recent {noun}
status | pick active;complete;in progress | status {status} | |
condition | pick sunny;cloudy;light rain;windy;foggy | {condition} | |
temperature | int 4-31 | {temperature} °C | |
humidity | int 34-92 | humidity {humidity}% | |
wind | int 3-48 | wind at {wind} km/h | |
rate | number 0.4-3.9 3 | rate {rate} | |
change | number 0.1-6.4 | {change}% up on the day before | |
value | number 12-940 2 | value {value} | |
volume | int 1200-99000 | volume {volume} | |
converted | number 11-960 2 | the result is {converted} | |
duration | int 6-95 | {duration|minute|minutes} | |
stops | int 2-12 | {stops|stop|stops} | |
traffic | pick light;moderate;heavy | {traffic} traffic | |
meanings | int 2-9 | {meanings|entry|entries} | |
usage | pick everyday use;formal use;literary use | mostly in {usage} | |
delivery | pick on its way;queued;delivered | {delivery} | |
access | pick accepted;confirmed | {access} | |
valid_minutes | int 10-60 | valid for {valid_minutes|minute|minutes} | |
width | pick 640;800;1024;1280 | {width} pixels wide | |
latitude | number 37-59 4 | latitude {latitude} | |
longitude | number 2-24 4 | longitude {longitude} | |
city | is city | located in {city} | |
balance | money 40-9600 | balance {balance} | |
entries | int 3-48 | {entries|entry|entries} | |
wins | int 3-240 | {wins|win|wins} | |
calories | int 60-520 | {calories|calorie|calories} | |
protein | number 0.6-28 | protein {protein} g | |
cases | int 120-9400 | {cases|case|cases} | |
recovered | int 90-8800 | {recovered} recovered | |
tone | pick positive;neutral;negative | the tone is {tone} | |
confidence | int 61-98 | confidence {confidence}% | |
words | int 12-160 | {words|word|words} | |
ratio | number 1.4-14 | ratio {ratio} to one | |
code | pattern #[0-9A-F]{6} | code {code} | |
digest | pattern [a-f]{2}[0-9]{4}[a-f]{2}[0-9]{4} | {digest} | |
outcome | pick passed;passed with notes | {outcome} | |
runtime | int 12-900 | {runtime|millisecond|milliseconds} | |
gate | pattern [A-D][1-9][0-9] | gate {gate} | |
departs | time 06:00-21:00 | leaving {departs} | |
free_spaces | int 14-380 | {free_spaces|space is|spaces are} free | |
clicks | int 40-9800 | {clicks|click|clicks} | |
opened | int 21-74 | opened by {opened}% | |
organisation | is company | run by {organisation} | |
ports | int 2-9 | {ports|open port|open ports} | |
kind_of_day | pick a public holiday;a normal working day | it is {kind_of_day} | |
age | int 21-68 | estimated age {age} | |
sunrise | time 05:30-08:00 | sunrise {sunrise} | |
sunset | time 16:30-21:00 | sunset {sunset} | |
population | int 4200-880000 | population {population} | |
share | int 11-62 | {share}% | |
votes | int 1200-98000 | {votes|vote|votes} | |
checked | pick valid;in order;confirmed | it is {checked} | |
note | pick everything went through;all went well;no problems came up | {note} | |
number | int 14-980 | the result is {number} | |
size_kb | int 24-980 | {size_kb} kB | |
download | pick ready to download;ready | {download} | |
likelihood | int 12-88 | likelihood {likelihood}% | |
quality | pick good;very good;fair | quality {quality} | |
`) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		if len(fields) < 3 {
			continue
		}
		s := attributeSpec{name: fields[0], make: fields[1], tell: fields[2]}
		if len(fields) > 4 {
			s.least, s.most = ways(fields[3]), ways(fields[4])
		}
		out[s.name] = s
	}
	return out
}()

func ways(s string) []string {
	var out []string
	for _, w := range strings.Split(strings.Trim(s, " |"), ";") {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// thingKinds gives the attributes of things in lists by words of their noun.
var thingKinds = []struct{ words, attributes string }{
	{"article,news,headline,post,story,blog,paper,document,podcast,video,episode,image,photo,picture,advice,quote,poem,gif,meme,lyric", "published,views,length_minutes"},
	{"song,track,album,artist,playlist,music,show,single", "plays,year,rating"},
	{"product,shop item,item,coupon,deal,ticket,car,weapon,book,beer,recipe,dish,coin,hotel,room,card", "price,rating,views"},
	{"store,shop,station,restaurant,place,poi,location,airport,hospital,provider,stop,parking,camera,bank,museum,clinic,dealer,school,branch,facility,address,point,vehicle,road,bus", "distance_km,rating"},
	{"player,user,friend,member,candidate,team,clan,club,character,account,artist,competitor", "score,level,joined"},
	{"ranking,rank,leaderboard,achievement,monster,score", "score,level"},
	{"job,position,vacancy", "salary,published"},
	{"holiday,event,match,game,tournament,concert,meeting,schedule,festival,fixture", "starts,rating"},
	{"quest,mission,challenge,task", "reward,level"},
	{"order,transaction,payment,trade,invoice,donation,transfer,purchase,wallet", "amount,created"},
	{"dataset,data set,table,file,database,collection,metadata,report,category,statistic", "records,updated"},
	{"message,email,comment,review,tweet,notification,mail,discussion,thread", "sent,replies"},
	{"delay,alert,disruption,warning", "delay,created"},
	{"currency,rate,price,stock,security,symbol,mover,market", "price,rating"},
}

// answerKinds gives the attributes of answers by words of the tool.
var answerKinds = []struct{ words, attributes string }{
	{"astronom,sunrise", "sunrise,sunset,quality"},
	{"weather,forecast,meteorolog", "condition,temperature,humidity,wind"},
	{"parking", "free_spaces,price"},
	{"convert,conversion", "converted,rate"},
	{"contrast,complementary,grayscale,color,colour", "code,ratio"},
	{"holiday", "kind_of_day,starts"},
	{"age ", "age,confidence"},
	{"exchange rate,price,stock,crypto,forex,market,rate of,rates", "value,change,volume"},
	{"timetable,schedule,vehicle,departure,flight", "departs,gate,delay"},
	{"route,trip,distance,navigation,itinerary", "distance_km,duration,stops"},
	{"traffic,road", "traffic,delay"},
	{"sentiment,classif,categor,extract,summar,text analysis", "tone,confidence,words"},
	{"definition,synonym,pronunciation,part of speech,example sentence,dictionary,translat,etymolog", "meanings,usage"},
	{"login,authenticat,authoriz,sign in", "access,valid_minutes"},
	{"send ,sending,reminder,email,message,tweet,post ", "delivery,sent"},
	{"balance,account,wallet,payment,withdraw,transfer", "balance,updated"},
	{"nutrition,calorie,food", "calories,protein"},
	{"covid,influenza,case,vaccin", "cases,recovered,updated"},
	{"election,voting,electoral,poll", "votes,share,updated"},
	{"timezone,time zone,geocod,ip address,geographical,location information,coordinates,locate", "city,latitude,longitude"},
	{"player,game,score,season,team,clan,achievement", "score,level,wins"},
	{"song,music,track,artist,album,lyric,playlist,podcast", "plays,year,rating"},
	{"image,photo,picture,collage,map,video,camera", "width,size_kb,quality"},
	{"hash,encrypt,encode", "digest"},
	{"compile,debug,run the code,syntax,execute", "outcome,runtime"},
	{"random number,random", "number"},
	{"email statistic,open rate,click,shortened,short url,campaign", "clicks,created"},
	{"host,domain,dns,ssl,vulnerab,subnet", "ports,organisation,updated"},
	{"population,demograph", "population,updated"},
	{"dataset,statistic,data,metadata,indicator", "records,updated,quality"},
	{"verify,validate,check,confirm,determine,detect", "checked,confidence"},
	{"download,export,generate,file,report", "download,size_kb"},
	{"store,shop,product,restaurant,coupon", "rating,price,distance_km"},
	{"order,transaction,purchase,invoice,trade", "amount,status,created"},
	{"predict,estimate,risk", "likelihood,confidence"},
}

func attributeFrom(key string) (*tools.Attribute, attributeSpec) {
	s := attributeSpecs[key]
	a := &tools.Attribute{Name: s.name, Values: &tools.Values{}}
	kind, rest, _ := strings.Cut(s.make, " ")
	v := a.Values
	v.Kind = tools.ValueKind(kind)
	fields := strings.Fields(rest)
	switch v.Kind {
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		v.Min, v.Max, _ = tools.Span(fields[0])
		if len(fields) > 1 {
			n, _ := strconv.Atoi(fields[1])
			v.Step, v.Digits = float64(n), n
		}
		if v.Kind == tools.ValueMoney {
			v.Unit = "USD"
		}
	case tools.ValueDate:
		v.Min, v.Max, _ = tools.Days(rest)
	case tools.ValueTime:
		low, high, _ := tools.Hours(rest)
		v.Min, v.Max, v.Step = float64(low), float64(high), 5
	case tools.ValuePick:
		for _, w := range strings.Split(rest, ";") {
			if n, err := strconv.ParseInt(w, 10, 64); err == nil {
				v.Pick = append(v.Pick, n)
			} else {
				v.Pick = append(v.Pick, w)
			}
		}
	case tools.ValuePattern:
		v.Text = rest
	case "is":
		v.Kind = tools.ValueKind(rest)
	}
	return a, s
}

// thing gives an entity attributes by what it is, and the ways to compare by
// them. It returns how the attributes are told.
func (in *inference) thing(e *tools.Entity) []string {
	if from := in.answering(e); len(from) > 0 {
		before := len(e.Attributes)
		if told := in.answered(e, from); len(e.Attributes) > before {
			return told
		}
	}
	list := "rating,updated,views"
	words := strings.Fields(strings.ToLower(e.Noun))
find:
	for i := range words { // the last word says most
		w := strings.Join(words[len(words)-1-i:], " ")
		for _, k := range thingKinds {
			for _, key := range strings.Split(k.words, ",") {
				if w == key || words[len(words)-1-i] == key {
					list = k.attributes
					break find
				}
			}
		}
	}
	var told []string
	for _, key := range strings.Split(list, ",") {
		a, s := attributeFrom(key)
		if e.Attribute(a.Name) != nil || in.isParam(e, a.Name) {
			continue
		}
		e.Attributes = append(e.Attributes, a)
		told = append(told, s.tell)
		compare(e, a.Name, s.least, s.most)
	}
	return told
}

// isParam reports whether the name is the id of another entity: an attribute of
// that name would be taken for it.
func (in *inference) isParam(but *tools.Entity, name string) bool {
	return slices.ContainsFunc(in.set.Entities, func(e *tools.Entity) bool { return e != but && e.ID == name })
}

// answer gives what a tool answers, and how it is told.
func (in *inference) answer(t *tools.Tool) (list []*tools.Attribute, told []string) {
	f := in.facts[t]
	keys := "note,entries,updated"
	for _, text := range []string{strings.Join(f.Words, " ") + " ", f.Text + " "} {
		found := false
		for _, k := range answerKinds {
			if naming.HasWord(text, k.words) {
				keys, found = k.attributes, true
				break
			}
		}
		if found {
			break
		}
	}
	for _, key := range strings.Split(keys, ",") {
		a, s := attributeFrom(key)
		if in.isParam(nil, a.Name) || t.Param(a.Name) != nil {
			a.Name += "_found"
			s.tell = strings.ReplaceAll(s.tell, "{"+s.name, "{"+a.Name)
		}
		list = append(list, a)
		told = append(told, s.tell)
	}
	return list, told
}
