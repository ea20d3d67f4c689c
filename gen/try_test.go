package gen

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"switchyard/keyed"
	"switchyard/mission"
	"switchyard/proof"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

func TestTry(t *testing.T) {
	name := os.Getenv("TRY")
	if name == "" {
		t.Skip()
	}
	set, err := tools.Catalog(name)
	if err != nil {
		t.Fatal(err)
	}
	n := 40
	fmt.Sscan(os.Getenv("N"), &n)
	quiet := os.Getenv("QUIET") != ""
	prover := proof.New()
	off := offer(set)
	cast := builtin.Cast()
	r := keyed.New(uint64(n), "try")
	reasons := map[string]int{}
	problems := map[string]int{}
	okay := 0
	for k := range n {
		var item Item
		item.ID = fmt.Sprint("e", k)
		for i := range 1 + k%4 {
			ty := keyed.Pick(r, mission.Types())
			var pa mission.Pattern
			if ty == mission.Multi {
				pa = keyed.Pick(r, mission.Patterns())
			}
			var re mission.Relation
			if i == 1 {
				re = keyed.Pick(r, mission.Relations()[:2])
			}
			if i > 1 {
				re = keyed.Pick(r, mission.Relations())
			}
			item.Types, item.Patterns, item.Relations = append(item.Types, ty), append(item.Patterns, pa), append(item.Relations, re)
		}
		var e *mission.Entry
		var err error
		for a := range 10 {
			e, err = perform(context.Background(), cast, item, set, off, keyed.Hash(1, item.ID, keyed.Int(a)))
			if err == nil {
				ps := prover.Entry(e)
				if len(ps) == 0 {
					break
				}
				for _, p := range ps {
					problems[string(p.Check)]++
					if problems[string(p.Check)] < 4 {
						fmt.Printf("!! %s mission %d: %s %s\n", p.Check, p.Mission, p.Pointer, p.Message)
						if p.Mission >= 0 {
							fmt.Printf("   USER: %s\n   AI: %.300s\n", e.Missions[p.Mission].Request, e.Missions[p.Mission].Reply)
						}
					}
				}
				err = fmt.Errorf("proof")
			}
			reasons[err.Error()[:min(len(err.Error()), 90)]]++
		}
		if err != nil {
			fmt.Println("FAILED", item.Types, item.Patterns, item.Relations, err)
			continue
		}
		okay++
		if quiet {
			continue
		}
		fmt.Printf("=== %s %s %v\n", e.Persona.Tone, e.Environment.Now, item.Types)
		for _, m := range e.Missions {
			fmt.Printf("[%s %s %s", m.Type, m.Pattern, m.Relation)
			if m.Reference != nil {
				fmt.Printf(" %s %q→%q", m.Reference.Way, m.Reference.Phrase, m.Reference.Text)
			}
			fmt.Printf("]\n  USER: %s\n", m.Request)
			for _, q := range m.Questions {
				fmt.Printf("  AI: %s\n  USER: %s\n", q.Text, q.Reply)
			}
			for _, c := range m.Calls {
				fmt.Printf("    → %s %s deps %v\n", c.Tool, c.Arguments, c.Dependencies)
			}
			fmt.Printf("  AI: %s\n", strings.ReplaceAll(m.Reply, "\n", "\n      "))
		}
	}
	fmt.Println(okay, "of", n, problems)
	for k, v := range reasons {
		if v > 2 {
			fmt.Println(v, k)
		}
	}
}
