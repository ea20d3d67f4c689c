package imports

import (
	"testing"

	"switchyard/tools"
)

// A verb stands for one effect only.
func TestOpenAPIVerbs(t *testing.T) {
	seen := map[string]tools.EffectKind{}
	for kind, verbs := range oasVerbs {
		for _, v := range verbs {
			if seen[v] != "" {
				t.Errorf("%s is %s and %s", v, kind, seen[v])
			}
			seen[v] = kind
		}
	}
}

func TestOpenAPIEffect(t *testing.T) {
	for _, test := range []struct {
		call oasCall
		want string
	}{
		{oasCall{method: "GET", path: "/pets", answer: answerMany}, "list pet"},
		{oasCall{method: "GET", path: "/pets"}, "list pet"},
		{oasCall{method: "GET", path: "/pets", answer: answerOne}, ""},
		{oasCall{method: "GET", path: "/api/v1.2/pets/{petId}.json", answer: answerOne}, "get pet"},
		{oasCall{method: "GET", path: "/pets/{petId}", answer: answerMany}, ""},
		{oasCall{method: "GET", path: "/pets/{petId}", answer: answerScalar}, ""},
		{oasCall{method: "POST", path: "/pets"}, "create pet"},
		{oasCall{method: "POST", path: "/pets", id: "searchPets", answer: answerMany}, "list pet"},
		{oasCall{method: "POST", path: "/pets", many: true}, ""},
		{oasCall{method: "POST", path: "/pet", id: "addPet"}, "create pet"},
		{oasCall{method: "POST", path: "/pet"}, ""},
		{oasCall{method: "POST", path: "/store/order", id: "placeOrder"}, "create order"},
		{oasCall{method: "PUT", path: "/pet", id: "updatePet"}, "update pet"},
		{oasCall{method: "PUT", path: "/pets"}, ""},
		{oasCall{method: "PUT", path: "/pets/{petId}"}, "update pet"},
		{oasCall{method: "PATCH", path: "/order-items/{id}"}, "update order item"},
		{oasCall{method: "DELETE", path: "/pets/{petId}"}, "delete pet"},
		{oasCall{method: "DELETE", path: "/pets"}, ""},
		{oasCall{method: "GET", path: "/users/{userId}/orders", answer: answerMany}, "list order"},
		{oasCall{method: "GET", path: "/users/{userId}/orders/{orderId}", answer: answerOne}, "get order"},
		{oasCall{method: "GET", path: "/users/{username}", answer: answerOne}, "get user"},
		{oasCall{method: "GET", path: "/weather/{city}", answer: answerOne}, ""},
		{oasCall{method: "GET", path: "/pets/findByStatus", answer: answerMany}, "list pet"},
		{oasCall{method: "GET", path: "/pets/findByStatus", answer: answerOne}, ""},
		{oasCall{method: "GET", path: "/companies/search", answer: answerMany}, "list company"},
		{oasCall{method: "POST", path: "/tasks/{id}/addFollowers"}, "update task"},
		{oasCall{method: "POST", path: "/tasks/{id}/removeTag"}, "update task"},
		{oasCall{method: "POST", path: "/orders/{id}/cancel"}, "update order"},
		{oasCall{method: "POST", path: "/v1/orders/{id}:cancel"}, "update order"},
		{oasCall{method: "POST", path: "/orders/cancel"}, ""},
		{oasCall{method: "POST", path: "/tasks/{id}/duplicate"}, "create task"},
		{oasCall{method: "POST", path: "/currencies/convert", answer: answerOne}, "compute"},
		{oasCall{method: "GET", path: "/user/login", answer: answerScalar}, ""},
		{oasCall{method: "GET", path: "/"}, ""},
		{oasCall{method: "GET", path: "/{id}", answer: answerOne}, ""},
		{oasCall{method: "POST", path: "/users/createWithList", many: true}, ""},
		{oasCall{method: "POST", path: "/pets/{petId}", id: "updatePetWithForm"}, "update pet"},
		{oasCall{method: "POST", path: "/pets/{petId}", id: "createPet"}, ""},
		{oasCall{method: "GET", path: "/lists", answer: answerMany}, "list list"},
	} {
		effect, thing := test.call.effect()
		got := string(effect)
		if thing != "" {
			got += " " + thing
		}
		if got != test.want {
			t.Errorf("%+v: %q, want %q", test.call, got, test.want)
		}
	}
}

func TestOpenAPIOne(t *testing.T) {
	for many, one := range map[string]string{"pets": "pet", "companies": "company", "boxes": "box", "addresses": "address", "statuses": "status", "status": "status",
		"houses": "house", "people": "person", "news": "news", "movies": "movie", "analysis": "analysis", "branches": "branch", "cases": "case", "expenses": "expense", "bus": "bus", "databases": "database"} {
		if got := oasOne(many); got != one {
			t.Errorf("one of %s is %q", many, got)
		}
	}
}

func TestOpenAPIText(t *testing.T) {
	for in, want := range map[string]string{
		"": "",
		"**Bold** and `code` [link](https://a.b) x": "Bold and code link x",
		"a <b>b</b><br/>c":                          "a b c",
		"# Title\nText":                             "Title. Text",
		"Text:\n- one\n- two\n\nMore":               "Text: one. two. More",
		"a<script>alert(1)</script>b":               "a b",
		"a<script>alert(1)":                         "a",
		"a &lt;script&gt;x&lt;/script&gt; b":        "a b",
		"x <!-- secret --> y":                       "x y",
		"```\ncode\n```\nafter":                     "after",
		"| a | b |\n|---|---|\nafter":               "after",
		"snake_case stays, _this_ not":              "snake_case stays, this not",
		"a < b and c > d":                           "a < b and c > d",
		"\x1b[31mred\u202e\x00":                     "[31mred",
		"Gets it. See https://a.b for all.":         "Gets it.",
		"bad \xff utf8":                             "bad utf8",
		"Tell e.g. a day. Or i.e. two.":             "Tell e.g. a day. Or i.e. two.",
	} {
		if got := oasText(in, 400); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	long := "First sentence of it. "
	for range 30 {
		long += "Something that nobody needs to know at all. "
	}
	long += "The name must be unique. And so on."
	got := oasText(long, 400)
	if n := len(got); n > 450 || n < 350 || got[len(got)-len("The name must be unique."):] != "The name must be unique." {
		t.Errorf("%d: %s", n, got)
	}
	if got := oasAbout("Delete a pet", "Deletes the pet. It is gone."); got != "Delete a pet. It is gone." {
		t.Error(got)
	}
	if got := oasAbout("list pets", "List pets by name"); got != "List pets by name." {
		t.Error(got)
	}
}
