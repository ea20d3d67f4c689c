package report

import (
	"fmt"
	"strings"

	"switchyard/eval/tally"
	"switchyard/internal/prose"
)

// mark stands beside the name of a result that is over other missions than most.
const mark = "†"

// missions identifies the missions of a result.
type missions struct {
	set               string
	missions, entries int
}

func missionsOf(f *tally.Figures) missions { return missions{f.Set, f.Missions, f.Entries} }

// others finds the results that are over other missions than most, and says what differs.
// If as many results are over one set of missions as over another, the larger set counts
// as the usual one.
func others(results []*Result) map[*Result]string {
	number := map[missions]int{}
	for _, r := range results {
		number[missionsOf(r.Figures)]++
	}
	usual := missionsOf(results[0].Figures)
	for _, r := range results {
		if m := missionsOf(r.Figures); number[m] > number[usual] || number[m] == number[usual] && m.missions > usual.missions {
			usual = m
		}
	}
	other := map[*Result]string{}
	for _, r := range results {
		if m := missionsOf(r.Figures); m != usual {
			what := "missions"
			if m.missions == usual.missions {
				what = "other missions"
			}
			other[r] = fmt.Sprintf("%s %s of %s instead of %s of %s", count(m.missions), what, prose.Count(m.entries, "entry", "entries"), count(usual.missions), count(usual.entries))
		}
	}
	return other
}

// name is the name of a result in the tables of the board.
func (b *Board) name(r *Result) string {
	if b.Other[r] == "" {
		return r.Name
	}
	return r.Name + " " + mark
}

// marked explains the marks of a board; empty if there are none.
func (b *Board) marked() string {
	var list []string
	for _, r := range b.Results {
		if what := b.Other[r]; what != "" {
			list = append(list, plain(r.Name)+", "+what)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return mark + " Not over the same missions as the rest, so that its rank may be due to them: " + strings.Join(list, "; ") +
		". A comparison is only over the missions that both scored."
}

// markedBriefly explains the marks in tables below the first; empty if there are none.
func (b *Board) markedBriefly() string {
	if len(b.Other) == 0 {
		return ""
	}
	return mark + " Not over the same missions as the rest."
}

// others says for each result, by its name, what differs.
func (r *Report) others() map[string]string {
	list := map[string]string{}
	for _, b := range r.Boards() {
		for x, what := range b.Other {
			list[x.Name] = what
		}
	}
	return list
}

// heading is the title of the page: what the scores are of.
func (r *Report) heading() string {
	datasets := distinct(r, func(x *Run) string { return x.Dataset })
	if len(datasets) == 0 {
		return "Scores"
	}
	const most = 3
	if len(datasets) > most {
		datasets = append(datasets[:most-1], fmt.Sprintf("%d more datasets", len(datasets)-most+1))
	}
	return "Scores on " + prose.Join(datasets)
}

// made says how the results were judged, and when and by what the report is made.
func (r *Report) made() string {
	var parts []string
	if versions := distinct(r, func(x *Run) string { return string(x.Version) }); len(versions) > 0 {
		parts = append(parts, "judged by "+prose.Join(versions))
	}
	if r.Date != "" {
		parts = append(parts, "made on "+plain(r.Date))
	}
	if r.Program != "" {
		parts = append(parts, "by switchyard "+plain(r.Program))
	}
	return strings.Join(parts, ", ")
}

// title is that of the window and of bookmarks.
func (r *Report) title() string {
	return strings.TrimSuffix(r.heading()+", "+r.made(), ", ")
}

// distinct lists what the runs of a report say, each once.
func distinct(r *Report, of func(*Run) string) []string {
	var list []string
	seen := map[string]bool{}
	for i := range r.Results {
		if s := plain(of(&r.Results[i].Run)); s != "" && !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}
