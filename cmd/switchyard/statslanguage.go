package main

import (
	"fmt"
	"io"
	"strconv"

	"switchyard/datasets/language"
)

// printLanguage prints for people how users talk.
func (c *console) printLanguage(r *language.Report) {
	c.printf("%s, %s\n", count(r.Entries, "entry", "entries"), count(r.Missions, "mission", "missions"))
	c.title("how users talk, and how they are answered")
	c.table(func(w io.Writer) {
		fmt.Fprintln(w, "  measure\tcount\tof\tshare\tgoal\t")
		for _, m := range r.Measures {
			number, of, share, goal, mark := thousands(m.Count), "", "", "", ""
			if m.Estimated {
				number = "about " + number
			}
			if m.Of > 0 {
				of, share = thousands(m.Of), fmt.Sprintf("%.1f %%", 100*m.Share)
			}
			if m.Goal != nil {
				goal = goalText(m.Goal, m.Of > 0)
			}
			if m.Missed {
				mark = "missed"
			}
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\t%s\n", m.Text, number, of, share, goal, mark)
		}
	})
	for _, l := range r.Lists {
		c.title(fmt.Sprintf("most frequent: %s (%s)", l.Text, thousands(l.Of)))
		c.table(func(w io.Writer) {
			for _, t := range l.Most {
				fmt.Fprintf(w, "  %s\t%.1f %%\t%s\n", thousands(t.Count), 100*t.Share, printable(t.Text))
			}
		})
	}
}

// goalText writes a goal: "≤ 15 %", "20-30 %", "0".
func goalText(g *language.Goal, share bool) string {
	number := func(n float64) string {
		if share && n > 0 {
			n *= 100
		}
		return strconv.FormatFloat(float64(int(10*n+0.5))/10, 'f', -1, 64)
	}
	text := number(g.Most)
	switch {
	case g.Least > 0:
		text = number(g.Least) + "-" + text
	case g.Most > 0:
		text = "≤ " + text
	}
	if share {
		text += " %"
	}
	return text
}
