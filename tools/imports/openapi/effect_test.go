package openapi

import (
	"testing"

	"switchyard/tools"
	"switchyard/tools/imports/internal/importtest"
)

// A verb stands for one effect only.
func TestOpenAPIVerbs(t *testing.T) {
	seen := map[string]tools.EffectKind{}
	for kind, verbs := range verbs {
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
		call call
		want string
	}{
		{call{method: "GET", path: "/pets", answer: answerMany}, "list pet"},
		{call{method: "GET", path: "/pets"}, "list pet"},
		{call{method: "GET", path: "/pets", answer: answerOne}, ""},
		{call{method: "GET", path: "/api/v1.2/pets/{petId}.json", answer: answerOne}, "get pet"},
		{call{method: "GET", path: "/pets/{petId}", answer: answerMany}, ""},
		{call{method: "GET", path: "/pets/{petId}", answer: answerScalar}, ""},
		{call{method: "POST", path: "/pets"}, "create pet"},
		{call{method: "POST", path: "/pets", id: "searchPets", answer: answerMany}, "list pet"},
		{call{method: "POST", path: "/pets", many: true}, ""},
		{call{method: "POST", path: "/pet", id: "addPet"}, "create pet"},
		{call{method: "POST", path: "/pet"}, ""},
		{call{method: "POST", path: "/store/order", id: "placeOrder"}, "create order"},
		{call{method: "PUT", path: "/pet", id: "updatePet"}, "update pet"},
		{call{method: "PUT", path: "/pets"}, ""},
		{call{method: "PUT", path: "/pets/{petId}"}, "update pet"},
		{call{method: "PATCH", path: "/order-items/{id}"}, "update order item"},
		{call{method: "DELETE", path: "/pets/{petId}"}, "delete pet"},
		{call{method: "DELETE", path: "/pets"}, ""},
		{call{method: "GET", path: "/users/{userId}/orders", answer: answerMany}, "list order"},
		{call{method: "GET", path: "/users/{userId}/orders/{orderId}", answer: answerOne}, "get order"},
		{call{method: "GET", path: "/users/{username}", answer: answerOne}, "get user"},
		{call{method: "GET", path: "/weather/{city}", answer: answerOne}, ""},
		{call{method: "GET", path: "/pets/findByStatus", answer: answerMany}, "list pet"},
		{call{method: "GET", path: "/pets/findByStatus", answer: answerOne}, ""},
		{call{method: "GET", path: "/companies/search", answer: answerMany}, "list company"},
		{call{method: "POST", path: "/tasks/{id}/addFollowers"}, "update task"},
		{call{method: "POST", path: "/tasks/{id}/removeTag"}, "update task"},
		{call{method: "POST", path: "/orders/{id}/cancel"}, "update order"},
		{call{method: "POST", path: "/v1/orders/{id}:cancel"}, "update order"},
		{call{method: "POST", path: "/orders/cancel"}, ""},
		{call{method: "POST", path: "/tasks/{id}/duplicate"}, "create task"},
		{call{method: "POST", path: "/currencies/convert", answer: answerOne}, "compute"},
		{call{method: "GET", path: "/user/login", answer: answerScalar}, ""},
		{call{method: "GET", path: "/"}, ""},
		{call{method: "GET", path: "/{id}", answer: answerOne}, ""},
		{call{method: "POST", path: "/users/createWithList", many: true}, ""},
		{call{method: "POST", path: "/pets/{petId}", id: "updatePetWithForm"}, "update pet"},
		{call{method: "POST", path: "/pets/{petId}", id: "createPet"}, ""},
		{call{method: "GET", path: "/lists", answer: answerMany}, "list list"},
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
		if got := singular(many); got != one {
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
		if got := shortened(in, 400); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	long := "First sentence of it. "
	for range 30 {
		long += "Something that nobody needs to know at all. "
	}
	long += "The name must be unique. And so on."
	got := shortened(long, 400)
	if n := len(got); n > 450 || n < 350 || got[len(got)-len("The name must be unique."):] != "The name must be unique." {
		t.Errorf("%d: %s", n, got)
	}
	if got := aboutTool("Delete a pet", "Deletes the pet. It is gone."); got != "Delete a pet. It is gone." {
		t.Error(got)
	}
	if got := aboutTool("list pets", "List pets by name"); got != "List pets by name." {
		t.Error(got)
	}
}

// Operations that compute something are imported. What they do is left to be inferred,
// because a toolset would have to say what comes of it.
func TestComputing(t *testing.T) {
	for _, path := range []string{"/convert", "/currencies/convert", "/orders/{orderId}/calculate", "/addresses:validate", "/v1/routes/{id}/preview"} {
		for _, method := range []string{"get", "post", "put"} {
			text := "openapi: 3.0.0\npaths:\n  " + path + ": {" + method + ": {summary: Does it., parameters: [{name: orderId, in: path, schema: {type: string}}, {name: id, in: path, schema: {type: string}}, {name: amount, in: query, schema: {type: number}}]}}\n"
			r, err := Import(t.Context(), "x.yaml", []byte(text), Options{})
			if err != nil || len(r.Sets) != 1 || len(r.Sets[0].Tools) != 1 {
				t.Fatal(path, err, r)
			}
			importtest.Check(t, r)
			if tool := r.Sets[0].Tools[0]; tool.Effect != "" || tool.Basis != "" {
				t.Errorf("%s %s: %q by %v", method, path, tool.Effect, tool.Basis)
			}
		}
	}
}
