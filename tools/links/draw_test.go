package links_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"switchyard/tools"
	"switchyard/tools/links"
	"switchyard/tools/toolfile"
)

const pets = `toolset: sample/pets
about: Pets.
tools:
  listPets:
    about: Lists pets.
    effect: list pet
    parameters: {type: object, properties: {kind: {type: string, enum: [cat, dog]}}}
    returns: {type: array, items: {type: object, properties: {id: {type: integer}, ownerId: {type: integer}}}}
  getPet:
    about: Returns a pet.
    effect: get pet
    parameters: {type: object, properties: {petId: {type: integer}}, required: [petId]}
    after: [listPets]
  listUsers:
    about: Lists users.
    effect: list user
    parameters: {type: object, properties: {city: {type: string}}}
    returns: {type: array, items: {type: object, properties: {id: {type: integer}}}}
  callUser:
    about: Calls a user.
    parameters: {type: object, properties: {userId: {type: integer}}, required: [userId]}
    returns: {type: object, properties: {answered: {type: boolean}}}
`

func draw(t *testing.T, format links.Format, text string, change ...func(*tools.Toolset)) string {
	t.Helper()
	ts, err := toolfile.Parse("pets.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(ts)
	}
	var b bytes.Buffer
	if err := links.Draw(&b, format, ts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDraw(t *testing.T) {
	for format, want := range map[links.Format]string{
		links.Text: `sample/pets: 4 tools, 4 links

getPet
  petId (pet) from
    listPets /*/id
  comes after listPets

callUser
  userId (user) from
    listPets /*/ownerId (0.75, the id of an owner for a user)
    listUsers /*/id

needs no other: listPets, listUsers
`,
		links.Dot: `digraph "sample/pets" {
  rankdir=LR;
  node [shape=box];
  t1 [label="listPets"];
  t2 [label="getPet"];
  t3 [label="listUsers"];
  t4 [label="callUser"];
  t1 -> t2 [label="petId"];
  t1 -> t4 [label="userId"];
  t3 -> t4 [label="userId"];
}
`,
		links.Mermaid: `flowchart LR
  t1["listPets"]
  t2["getPet"]
  t3["listUsers"]
  t4["callUser"]
  t1 -->|"petId"| t2
  t1 -->|"userId"| t4
  t3 -->|"userId"| t4
`,
	} {
		if got := draw(t, format, pets); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", format, got, want)
		}
	}
}

// Declared order alone is drawn in another line than what is handed on.
func TestDrawOrder(t *testing.T) {
	text := strings.Replace(pets, "after: [listPets]", "after: [listUsers]", 1)
	if got := draw(t, links.Dot, text); !strings.Contains(got, "t3 -> t2 [style=dashed];") {
		t.Errorf("got\n%s", got)
	}
	if got := draw(t, links.Mermaid, text); !strings.Contains(got, "t3 -.-> t2") {
		t.Errorf("got\n%s", got)
	}
}

// Names of outside neither break out of their quotes nor out of their line.
func TestDrawHostileNames(t *testing.T) {
	long := strings.Repeat("x", 190)
	text := strings.ReplaceAll(pets, "petId", long+"Id")
	for _, format := range links.Formats() {
		got := draw(t, format, text, func(ts *tools.Toolset) { // which a file could not say
			ts.Tool("listPets").Name = "l\"];\x1b[2Jx|<b>#\u202e"
			ts.Tool("getPet").After = nil
		})
		if strings.ContainsAny(got, "\x1b\u202e") {
			t.Errorf("%s lets through what steers a terminal: %q", format, got)
		}
		for _, line := range strings.Split(got, "\n") {
			if format == links.Text && utf8.RuneCountInString(line) > 80 {
				t.Errorf("a line of text has %d columns: %s", utf8.RuneCountInString(line), line)
			}
			if format == links.Mermaid && strings.Count(line, `"`)%2 != 0 || format == links.Dot && strings.Count(strings.ReplaceAll(line, `\"`, ""), `"`)%2 != 0 {
				t.Errorf("%s leaves a quote open: %s", format, line)
			}
		}
	}
}

func TestDrawUnknownFormat(t *testing.T) {
	if err := links.Draw(&bytes.Buffer{}, "svg", &tools.Toolset{}); err == nil || !strings.Contains(err.Error(), "svg") {
		t.Errorf("got %v", err)
	}
}
