package proof

import (
	"testing"

	"switchyard/mission"
)

// What a result showed for the same arguments is not worked out again.
func TestUncomputed(t *testing.T) {
	const reserve, quote = `{"offer_code":"OF1447","hours":7,"passenger_name":"Ida Brandt"}`, `{"offer_code":"OF1447","hours":7}`
	const reserved, quoted = `{"reservation_code":"CR78881","hours":7,"price":294}`, `{"offer_code":"OF1447","hours":7,"rate":42,"price":294}`
	for _, c := range []struct {
		name, took, showed, args, told, request string
		effect                                  mission.Effect
		want                                    bool
	}{
		{"the price of the reservation", reserve, reserved, quote, quoted, "What would it come to?", mission.EffectCompute, true},
		{"a tool that looks up", reserve, reserved, quote, quoted, "What would it come to?", mission.EffectGet, false},
		{"of another number of hours", reserve, reserved, `{"offer_code":"OF1447","hours":5}`, quoted, "What would it come to?", mission.EffectCompute, false},
		{"with one argument more", `{"offer_code":"OF1447"}`, reserved, quote, quoted, "What would it come to?", mission.EffectCompute, false},
		{"another price", reserve, `{"hours":7,"price":280}`, quote, quoted, "What would it come to?", mission.EffectCompute, false},
		{"only what was asked with", reserve, `{"hours":7}`, quote, quoted, "What would it come to?", mission.EffectCompute, false},
		{"what was not shown", reserve, reserved, quote, quoted, "What is the rate of it?", mission.EffectCompute, false},
		{"what the tool is named for", reserve, reserved, quote, `{"offer_code":"OF1447","price":294,"quote":12}`, "What would it come to?", mission.EffectCompute, false},
		{"once more", reserve, reserved, quote, quoted, "What would it come to, once more?", mission.EffectCompute, false},
	} {
		call := func(name, args, told string, effect mission.Effect) callView {
			x := callView{Call: &mission.Call{Tool: name, Status: 200}, tool: &tool{Tool: &mission.Tool{Name: name, Effect: effect}}}
			x.arguments, _ = decode(raw(args))
			x.observation, _ = decode(raw(told))
			return x
		}
		v := &view{entry: &mission.Entry{Format: mission.FormatEntry}}
		for i, x := range []callView{call("make_reservation", c.took, c.showed, mission.EffectCreate), call("quote_offer", c.args, c.told, c.effect)} {
			v.missions = append(v.missions, missionView{Mission: &mission.Mission{}, at: i, request: newText(c.request), calls: []callView{x}})
		}
		v.proveCalled()
		if got := len(v.problems) > 0; got != c.want {
			t.Errorf("%s: %v", c.name, v.problems)
		}
	}
}
