package infer

import (
	"slices"
	"strconv"
	"strings"

	"switchyard/tools"
	"switchyard/tools/naming"
)

// attributeSpec is an attribute that may be inferred: how its values are made, how
// lists and answers tell it, the words for the least and the most of it, and its
// description. Units stand in the name: an agent sees names and values only.
type attributeSpec struct {
	name, make, tell string
	least, most      []string
	about            string
}

// attributeSpecs are the attributes by name.
var attributeSpecs = func() map[string]attributeSpec {
	out := map[string]attributeSpec{}
	for line := range strings.Lines(attributesText) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		if len(fields) < 3 {
			continue
		}
		s := attributeSpec{name: fields[0], make: fields[1], tell: fields[2]}
		if len(fields) > 4 {
			s.least, s.most = ways(fields[3]), ways(fields[4])
		}
		if len(fields) > 5 {
			s.about = fields[5]
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

// thingKinds are the attributes of listed things, by words in their noun, and what a list
// does not show of them.
var thingKinds = []struct{ words, attributes, detail string }{
	{"image,photo,picture,gif,meme,wallpaper,icon", "published,views,width", "size_kb"},
	{"advice,quote,poem,lyric", "published,views", "shares"},
	{"article,news,headline,post,story,blog,paper,document,podcast,video,episode", "published,views,length_minutes", "shares"},
	{"song,track,album,artist,playlist,music,show,single", "plays,year,rating", "shares"},
	{"chat room,chatroom,channel,chat,room chat,group chat", "members,active", "messages"},
	{"product,shop item,item,coupon,deal,ticket,car,weapon,book,beer,recipe,dish,coin,hotel,room,card", "price,rating,views", "reviews"},
	{"store,shop,station,restaurant,place,poi,location,airport,hospital,provider,stop,parking,camera,bank,museum,clinic,dealer,school,branch,facility,address,point,vehicle,road,bus", "distance_km,rating", "reviews"},
	{"player,user,friend,member,candidate,team,clan,club,character,account,artist,competitor", "score,level,joined", "followers"},
	{"ranking,rank,leaderboard,achievement,monster,score", "score,level", "updated"},
	{"job,position,vacancy", "salary_per_year,published", "applicants"},
	{"holiday,event,match,game,tournament,concert,meeting,schedule,festival,fixture", "starts,rating", "views"},
	{"quest,mission,challenge,task", "reward,level", "attempts"},
	{"order,transaction,payment,trade,invoice,donation,transfer,purchase,wallet", "amount,created", "fee"},
	{"dataset,data set,table,file,database,collection,metadata,report,category,statistic", "records,updated", "size_kb"},
	{"message,email,comment,review,tweet,notification,mail,discussion,thread", "sent,replies", "words"},
	{"delay,alert,disruption,warning", "delay_minutes,created", "views"},
	{"currency,rate,price,stock,security,symbol,mover,market", "price,change_percent", "volume"},
}

// answerKinds are the attributes of answers, by words in the name or description of
// the tool.
var answerKinds = []struct{ words, attributes string }{
	{"astronom,sunrise", "sunrise,sunset,quality"},
	{"original url,original link,affiliate link,download link,file link,mp3", "link"},
	{"shortened,short url,click count", "clicks,created"},
	{"weather,forecast,meteorolog", "condition,temperature_celsius,humidity_percent,wind_kmh"},
	{"parking", "free_spaces,price"},
	{"contrast,complementary,grayscale,color,colour", "code,ratio"},
	{"convert,conversion", "converted,rate"},
	{"holiday", "kind_of_day"},
	{"age ", "age,confidence_percent"},
	{"exchange rate,price,stock,crypto,forex,market,rate of,rates", "value,change_percent,volume"},
	{"timetable,schedule,vehicle,departure,flight", "departs,gate,delay_minutes"},
	{"route,trip,distance,navigation,itinerary", "distance_km,duration_minutes,stops"},
	{"traffic,road", "traffic,delay_minutes"},
	{"sentiment,classif,categor,extract,summar,text analysis", "tone,confidence_percent,words"},
	{"definition,synonym,pronunciation,part of speech,example sentence,dictionary,translat,etymolog", "meanings,usage"},
	{"login,authenticat,authoriz,sign in", "access,valid_minutes"},
	{"send ,sending,reminder,email,message,tweet,post ", "delivery,sent"},
	{"balance,account,wallet,payment,withdraw,transfer", "balance,updated"},
	{"nutrition,calorie,food", "calories,protein"},
	{"covid,influenza,case,vaccin", "cases,recovered,updated"},
	{"election,voting,electoral,poll", "votes,share_percent,updated"},
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
	{"verify,validate,check,confirm,determine,detect", "checked,confidence_percent"},
	{"download,export,generate,file,report", "download,size_kb"},
	{"store,shop,product,restaurant,coupon", "rating,price,distance_km"},
	{"order,transaction,purchase,invoice,trade", "amount,status,created"},
	{"predict,estimate,risk", "likelihood_percent,confidence_percent"},
}

func attributeFrom(key string) (*tools.Attribute, attributeSpec) {
	s := attributeSpecs[key]
	a := &tools.Attribute{Name: s.name, About: s.about, Values: &tools.Values{}}
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

// thing gives an entity the attributes that suit its noun, and the words to compare
// by them. It returns how the attributes are told.
func (in *inference) thing(e *tools.Entity) []string {
	if from := in.answering(e); len(from) > 0 {
		before := len(e.Attributes)
		if told := in.answered(e, from); len(e.Attributes) > before || fullest(e, from) != nil {
			return told // what a schema does not have is not invented
		}
	}
	list, _ := attributesOf(e.Noun)
	var told []string
	for _, key := range strings.Split(list, ",") {
		a, s := attributeFrom(key)
		if e.Attribute(a.Name) != nil || in.isParam(e, a.Name) || a.Values.Kind == tools.ValueDate && in.ofYears(e) {
			continue
		}
		e.Attributes = append(e.Attributes, a)
		told = append(told, s.tell)
		compare(e, a, s.least, s.most)
	}
	return told
}

// ofYears reports whether things are asked for by their year, which invented days would not
// keep to: holidays of 2018.
func (in *inference) ofYears(e *tools.Entity) bool {
	return slices.ContainsFunc(in.set.Tools, func(t *tools.Tool) bool {
		return naming.Related(in.facts[t].Noun, e.Noun) && slices.ContainsFunc(t.Params, func(p *tools.Param) bool {
			words := in.hints[p].words
			return slices.Contains([]string{"year", "years", "season"}, words[len(words)-1])
		})
	})
}

// attributesOfAny are the attributes of things of which nothing is known.
const attributesOfAny = "rating,updated,views"

// attributesOf are the attributes of things with a noun, and the one of them that a list
// does not show.
func attributesOf(noun string) (list, detail string) {
	words := strings.Fields(strings.ToLower(noun))
	for _, k := range thingKinds {
		if len(words) > 1 && slices.Contains(strings.Split(k.words, ","), strings.Join(words, " ")) {
			return k.attributes, k.detail
		}
	}
	for i := range words { // the last word says most
		w := strings.Join(words[len(words)-1-i:], " ")
		for _, k := range thingKinds {
			for _, key := range strings.Split(k.words, ",") {
				if w == key || words[len(words)-1-i] == key {
					return k.attributes, k.detail
				}
			}
		}
	}
	return attributesOfAny, "shares"
}

// isParam reports whether the name is the id of another entity. An attribute with
// that name would be mistaken for the id.
func (in *inference) isParam(but *tools.Entity, name string) bool {
	return slices.ContainsFunc(in.set.Entities, func(e *tools.Entity) bool { return e != but && e.ID == name })
}

// answer returns the attributes of what a tool answers, and how they are told.
func (in *inference) answer(t *tools.Tool) (list []*tools.Attribute, told []string) {
	if a, tell := in.coloured(t); a != nil {
		return []*tools.Attribute{a}, []string{tell}
	}
	f := in.facts[t]
	keys := "note,entries,updated"
	for _, text := range []string{strings.Join(f.Words, " ") + " ", f.Text + " "} {
		found := false
		if in.movesMoney(t) {
			keys = "note"
			break
		}
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
