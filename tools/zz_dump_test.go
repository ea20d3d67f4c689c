package tools

import (
	"fmt"
	"os"
	"testing"
)

func TestZDump(t *testing.T) {
	f := os.Getenv("FILE")
	if f == "" {
		f = "/work/shared/data/functions/toolsets.jsonl"
	}
	sets, err := Load(f)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range sets {
		fmt.Println("#", i, s.Name)
		for _, x := range s.Tools {
			e := "-"
			if x.Entity != nil {
				e = x.Entity.Key + "(" + x.Entity.ID + ")"
			}
			ps := ""
			for _, p := range x.Params {
				if p.Required {
					ps += " *" + p.Name
				} else {
					ps += " " + p.Name
				}
				if p.Entity != nil {
					ps += "→" + p.Entity.Key
				}
			}
			do := ""
			if len(x.Do) > 0 {
				do = x.Do[0].Text
			}
			fmt.Println("  ", x.Name, x.Effect, e, "|", ps, "|", do)
		}
	}
}
