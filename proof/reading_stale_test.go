package proof

import (
	"testing"

	"switchyard/mission"
)

// TestToldAsBefore proves that a list below what became of a thing has to say that it shows
// how the thing was.
func TestToldAsBefore(t *testing.T) {
	const paid = "**RV1** is paid and confirmed.\n\n"
	for reply, want := range map[string]bool{
		paid + "I chose from these 2:\n\n- **RV1** (unpaid)\n- **RV2** (paid)":                                       true,
		paid + "I chose from these 2:\n\n| Code | Status |\n| --- | --- |\n| **RV2** | paid |\n| **RV1** | unpaid |": true,
		paid + "I chose from these 2, as they stood before:\n\n- **RV1** (unpaid)\n- **RV2** (paid)":                 false,
		"I see 2:\n\n- **RV1** (unpaid)\n- **RV2** (paid)\n\n" + paid:                                                false,
		"It is paid.\n\nI chose from these 2:\n\n- **RV2** (unpaid)\n- **RV1** (paid)":                               false,
		paid: false,
	} {
		if got := toldAsBefore(reply, "rv1"); got != want {
			t.Errorf("%q: %v", reply, got)
		}
	}
}

// TestChangedRow proves that a row is out of date if a call removed its thing or changed one
// of the values shown.
func TestChangedRow(t *testing.T) {
	row := map[string]any{"code": "RV1", "status": "unpaid"}
	for _, c := range []struct{ effect, id, status, want string }{
		{"update", "RV1", "paid", "RV1"}, {"update", "RV1", "unpaid", ""}, {"update", "RV2", "paid", ""}, {"delete", "RV1", "unpaid", "RV1"},
	} {
		call := callView{tool: &tool{Tool: &mission.Tool{Effect: mission.Effect(c.effect), Thing: "code"}}, arguments: map[string]any{"code": c.id}, observation: map[string]any{"code": c.id, "status": c.status}}
		if got := changedRow(row, &call); got != c.want {
			t.Errorf("%v: %q", c, got)
		}
	}
}
