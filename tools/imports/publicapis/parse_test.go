package publicapis

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// The embedded tables hold no mistake.
func TestTables(t *testing.T) {
	tables, err := known()
	if err != nil {
		t.Fatal(err)
	}
	if len(tables.kinds) < 300 || len(tables.categories) < 50 || len(tables.fields) < 80 || len(tables.places) < 200 {
		t.Errorf("there are %d kinds, %d categories, %d shared fields and %d words for places", len(tables.kinds), len(tables.categories), len(tables.fields), len(tables.places))
	}
}

// sound is a table without a mistake.
const sound = `# Songs.
: limit | int 1..100 =20 | Most results to return
: title | string Hi; Ho | Title of the {thing}
: mood | enum sad;glad =sad | Mood

category other: songs
category Music: songs
subject rock: rock*, metal | decade | 1970s; 1980s
subject music:

kind songs | song*, tune
of song: title mood
: mood | enum sad;merry | Mood of the song
: since | date | Day
searchSongs | list song | Search songs[ on {api}] | mood! @place limit? | + since | find
getSong | get song | Get a song | | +
deleteSong | delete song | Delete a song | | title
countSongs | - | Count songs | mood! | limit

country Spain | Spanish | | EUR | Spanish | region | Aragon; Galicia | city | Madrid; Bilbao
city Bilbao | Bilbo | Spain | district | Deusto; Abando
`

func tablesOf(text string) fs.FS { return fstest.MapFS{"tables/t.txt": {Data: []byte(text)}} }

func TestReadTables(t *testing.T) {
	tables, err := readTables(tablesOf(sound))
	if err != nil {
		t.Fatal(err)
	}
	k := tables.kinds["songs"]
	search := k.templates[0]
	if len(k.templates) != 4 || search.name != "searchSongs" || search.thing != "song" || !k.local || k.spoken || len(search.words) != 1 || len(search.params) != 3 || !search.params[0].required {
		t.Errorf("the kind is %+v", k)
	}
	if f := k.fields["mood"]; f.kind != "enum" || len(f.values) != 2 || f.values[1] != "merry" || f.preset != "" {
		t.Errorf("the field is %+v", f)
	}
	if f := tables.fields["limit"]; f.low != "1" || f.high != "100" || f.preset != "20" {
		t.Errorf("the field is %+v", f)
	}
	if c := tables.category("MUSIC"); len(c.subjects) != 2 || c.subjects[0].field != "decade" || len(c.subjects[1].words) != 0 {
		t.Errorf("the category is %+v", c)
	}
	if p := tables.places["Bilbo"]; p == nil || p.name != "Bilbao" || p.currency != "EUR" || p.within != "Spain" {
		t.Errorf("the city is %+v", p)
	}
	if p := tables.places["Danish"]; p == nil || p.name != "Denmark" {
		t.Errorf("a country that no table has is %+v", p)
	}
}

// A wrong line is told with its file, its number and what to do.
func TestReadTablesRefuses(t *testing.T) {
	for _, c := range []struct{ old, wrong, want string }{
		{"category Music: songs", "category Music:", "t.txt:7: the category Music has no kind"},
		{"category Music: songs", "category Music: song", `t.txt:7: there is no kind "song"; did you mean "songs"?`},
		{"category Music: songs", "category other: songs", "t.txt:7: the category other is already given at t.txt:6"},
		{"subject music:", "subject music", "t.txt:9: the subject has no colon"},
		{"subject music:", "subject music: a | b | c | d", "t.txt:9: there are 4 columns"},
		{"category other: songs\ncategory Music: songs", "\n", "t.txt:8: the subject rock stands before the first category"},
		{"kind songs | song*, tune", "", "t.txt:12: the thing song stands before the first kind"},
		{"kind songs | song*, tune", "kind songs", "t.txt:11: there are 1 columns; write kind KEY | WORDS"},
		{"countSongs | - | Count songs | mood! | limit", "", "t.txt:11: the kind songs has 3 tools; it needs 4"},
		{"of song: title mood", "of song", "t.txt:12: the thing has no fields"},
		{"of song: title mood", "of song: title mod", `t.txt:15: the tool searchSongs names the field "mod"`},
		{"of song: title mood", "of song: title mood\nof {subject} song: mood", "t.txt:13: the thing song of the kind songs is already given at t.txt:12"},
		{": since | date | Day", ": since | date", "t.txt:14: there are 2 columns"},
		{": since | date | Day", ": since | day | Day", `t.txt:14: the field since has the type "day"`},
		{": since | date | Day", ": since | date 1..2 | Day", "t.txt:14: the field since is a date, which takes no values"},
		{": since | date | Day", ": since | enum | Day", "t.txt:14: the field since is one of several values"},
		{": since | date | Day", ": since | enum a;b =c | Day", `t.txt:14: the default "c" of the field since`},
		{": since | date | Day", ": since | enum a;b;a | Day", "t.txt:14: the field since has a value twice"},
		{": since | date | Day", ": since | int 1-9 | Day", `t.txt:14: the bounds "1-9" of the field since`},
		{": since | date | Day", ": since | int 1..9 =many | Day", `t.txt:14: the default "many" of the field since`},
		{": since | date | Day", ": mood | date | Day", "t.txt:14: the field mood of the kind songs is already given at t.txt:13"},
		{"getSong | get song |", "get song | get song |", `t.txt:16: "get song" is neither a statement nor the name of a tool`},
		{"getSong | get song |", "getSong | fetch song |", `t.txt:16: "fetch" is no effect`},
		{"getSong | get song |", "getSong | get tune |", `t.txt:16: the tool getSong handles a "tune"`},
		{"getSong | get song |", "searchsongs | get song |", "t.txt:16: the tool searchsongs of the kind songs is already given at t.txt:15"},
		{"Get a song", "Delete a song", `t.txt:17: the description "Delete a song" of the kind songs is already given at t.txt:16`},
		{"getSong | get song | Get a song | | +", "getSong | get song | Get a song", "t.txt:16: there are 3 columns"},
		{"| limit\n", "|\n", "t.txt:18: the tool countSongs answers nothing"},
		{"mood! @place", "mood! @planet", `t.txt:15: the tool searchSongs names the field "@planet"`},
		{"country Spain |", "country Spain", "t.txt:20: there are 8 columns"},
		{"| Deusto; Abando", "|", `t.txt:21: the place "Bilbao" needs a name and parts`},
		{"city Bilbao |", "city Spain |", "t.txt:21: the place Spain is already given at t.txt:20"},
	} {
		if !strings.Contains(sound, c.old) {
			t.Fatalf("%q is not in the table", c.old)
		}
		_, err := readTables(tablesOf(strings.Replace(sound, c.old, c.wrong, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.wrong, err, c.want)
		}
	}
}

// Whatever stands in a table, reading it ends, and every mistake has a place.
func FuzzReadTables(f *testing.F) {
	f.Add(sound)
	f.Add("kind a | b\nkind a\nof : \n: | |\n|||||\ncity |\nsubject :")
	for _, name := range []string{"play", "places"} {
		text, err := fs.ReadFile(embedded, "tables/"+name+".txt")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	placed := regexp.MustCompile(`^t\.txt:\d+: .`)
	f.Fuzz(func(t *testing.T, text string) {
		tables, err := readTables(tablesOf(text))
		if err == nil {
			tables.scope(row{name: "A", about: text[:min(len(text), 200)]}, true)
			return
		}
		for line := range strings.Lines(err.Error()) {
			if !placed.MatchString(line) {
				t.Fatalf("%q has no place", line)
			}
		}
	})
}
