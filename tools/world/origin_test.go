package world_test

import (
	"testing"
	"time"

	"switchyard/tools"
	"switchyard/tools/world"
)

// What a list is narrowed by is true of the thing that it comes from, too.
func TestListFitsItsOrigin(t *testing.T) {
	set, err := tools.Catalog("logistics/food_delivery_service")
	if err != nil {
		t.Fatal(err)
	}
	tool := set.Tool("list_submissions")
	questionnaire := tool.Entity.Attribute("questionnaire_id")
	if tool == nil || questionnaire == nil {
		t.Fatal("the toolset has changed")
	}
	checked := 0
	for seed := range uint64(20) {
		w := world.New(set, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), seed)
		answer := w.Call(tool, tools.Object{{Name: "email", Value: "a@b.org"}, {Name: "topic", Value: "menus"}})
		for _, e := range set.Entities {
			if e.ID != "questionnaire_id" {
				continue
			}
			list, _ := answer.Body.Get("submissions")
			items, _ := list.([]any)
			for _, item := range items {
				id, _ := item.(tools.Object).Get("questionnaire_id")
				known, ok := w.Known(e, id)
				topic, _ := known.Get("topic")
				if !ok || topic != "menus" {
					t.Errorf("seed %d: questionnaire %v is about %v", seed, id, topic)
				}
				checked++
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d were looked at", checked)
	}
}
