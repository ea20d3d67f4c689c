package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"switchyard/datasets"
	"switchyard/internal/nearest"
	"switchyard/mission"
	"switchyard/out"
)

func (c *console) treeCommand() *cobra.Command {
	var (
		entry   string
		number  int
		most    int
		asASCII bool
	)
	cmd := &cobra.Command{
		Use:   "tree PATH --entry ID [flags]",
		Short: "Draw the decision trees of an entry",
		Long: `Draw, for every mission of an entry, the tree of all orders in which its calls
may be made: each way from the top to a leaf is one path. Calls on one line are
made at once. A star marks the optimal paths, which have the fewest steps.

PATH is a run folder, or a file in the native or the MMTB format. Calls and
missions are numbered from 1.

` + exitCodes,
		Example: `  switchyard tree dataset --entry s1.multi.chat-001
  switchyard tree dataset/mmtb.jsonl --entry s1.multi.chat-001 --mission 1 --max 0`,
		Args: wantPaths("PATH", "switchyard tree dataset --entry ID", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case most < 0:
				return misuse("0 draws all paths", "--max cannot be negative")
			case number < 0 || cmd.Flags().Changed("mission") && number == 0:
				return misuse("the first mission is 1", "--mission must be at least 1")
			}
			e, err := findEntry(args[0], entry)
			if err != nil {
				return err
			}
			if number > len(e.missions) {
				return misuse("leave --mission out to draw all", "entry %s has %s, so there is no mission %d", e.id, count(len(e.missions), "mission", "missions"), number)
			}
			return c.drawEntry(e, number, drawing{lines: boxLines(asASCII), most: most, paint: paint{c.colour}})
		},
	}
	cmd.Flags().StringVar(&entry, "entry", "", "the entry's `ID`")
	cmd.Flags().IntVar(&number, "mission", 0, "draw only mission `N`")
	cmd.Flags().IntVar(&most, "max", 100, "draw at most `N` paths a mission, optimal ones first; 0 for all")
	cmd.Flags().BoolVar(&asASCII, "ascii", false, "draw with ASCII characters only")
	return cmd
}

// treeEntry is what a drawing needs to know of an entry of any format.
type treeEntry struct {
	id, file, toolset string
	missions          []treeMission
}

type treeMission struct {
	kind, request string
	asks          []string // what is asked for before the calls
	tools         []string // of the calls
	depends       [][]int
}

// findEntry looks for an entry by its id.
func findEntry(path, id string) (*treeEntry, error) {
	file, err := dataFile(path)
	if err != nil {
		return nil, err
	}
	f, err := datasets.OpenFile(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := out.NewLines(f, file)
	var ids []string // of other entries, for the hint
	for first := true; ; first = false {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil, noEntry(file, id, ids)
		}
		if err != nil {
			return nil, err
		}
		here := datasets.IDOf(line)
		switch {
		case here == "" && first:
			// Not a dataset at all? Other lines without an id are for verify.
			if _, err := readTreeEntry(file, lines.Line(), line); err != nil {
				return nil, err
			}
		case here == "":
		case here == id:
			return readTreeEntry(file, lines.Line(), line)
		case id == "":
			return nil, noEntry(file, id, []string{here})
		case len(ids) < 10_000:
			ids = append(ids, here)
		}
	}
}

// noEntry says that no entry has the id, and names some that are there.
func noEntry(file, id string, ids []string) error {
	if len(ids) == 0 {
		return misuse("switchyard verify "+file+" says what is wrong with it", "%s: there is no entry in it", file)
	}
	hint := "the first one is --entry " + ids[0]
	if id == "" {
		return misuse(hint, "tell which entry is meant with --entry ID")
	}
	if near := nearest.Name(id, ids); near != "" {
		hint = "did you mean " + near + "?"
	}
	return misuse(hint, "%s: no entry is called %q", file, id)
}

// dataFile is the file that a path means: the entries of a run folder, or the
// file itself.
func dataFile(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return path, err
	}
	for _, f := range out.Formats() {
		file := filepath.Join(path, f.File())
		if _, err := os.Stat(file); err == nil {
			return file, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return "", &datasets.NoRunError{Folder: path}
}

// readTreeEntry reads a line of the native or the MMTB format.
func readTreeEntry(file string, number int, line []byte) (*treeEntry, error) {
	if datasets.FormatOf(line) == out.MMTB().Name() {
		e, err := out.DecodeMMTB(line)
		if err != nil {
			return nil, &out.LineError{File: file, Line: number, Problems: []out.Problem{{Message: err.Error()}}}
		}
		return treeOfMMTB(file, e), nil
	}
	e, problems := out.DecodeEntry(line)
	if problems != nil {
		return nil, &out.LineError{File: file, Line: number, Problems: problems,
			Hint: "switchyard verify " + file + " says all that is wrong"}
	}
	return treeOf(file, e), nil
}

func treeOf(file string, e *mission.Entry) *treeEntry {
	t := &treeEntry{id: e.ID, file: file, toolset: e.Toolset.Name}
	for i := range e.Missions {
		m := &e.Missions[i]
		tm := treeMission{kind: string(m.Type), request: m.Request}
		if m.Pattern != "" {
			tm.kind += ", " + string(m.Pattern)
		}
		if m.Relation != "" {
			tm.kind += ", " + string(m.Relation)
		}
		for _, q := range m.Questions {
			tm.asks = append(tm.asks, fmt.Sprintf("%s of %s", join(q.Missing), q.Tool))
		}
		for j := range m.Calls {
			tm.tools = append(tm.tools, m.Calls[j].Tool)
			tm.depends = append(tm.depends, m.Calls[j].Dependencies)
		}
		t.missions = append(t.missions, tm)
	}
	return t
}

// treeOfMMTB takes the calls out of the answer lists; questions and replies are
// not part of the tree.
func treeOfMMTB(file string, e *out.MMTBEntry) *treeEntry {
	kinds := map[string]mission.Type{"单": mission.Single, "多": mission.Multi, "反": mission.Clarify, "拒": mission.Chat}
	t := &treeEntry{id: e.ID, file: file}
	text := e.Text()
	for i, steps := range text.Answers {
		var tm treeMission
		if i < len(e.Types) {
			tm.kind = string(kinds[e.Types[i]])
		}
		if i < len(text.Tasks) {
			tm.request = text.Tasks[i]
		}
		number := make(map[int]int) // of a step among the calls
		for at, s := range steps {
			switch s.Action.Name {
			case mission.AnswerTool:
			case mission.AskTool:
				tm.asks = append(tm.asks, askedFor(s.Action.Arguments))
			default:
				number[at] = len(tm.tools)
				tm.tools = append(tm.tools, s.Action.Name)
				depends := []int{}
				for _, d := range s.Dependencies {
					if call, ok := number[d]; ok {
						depends = append(depends, call)
					}
				}
				tm.depends = append(tm.depends, depends)
			}
		}
		t.missions = append(t.missions, tm)
	}
	return t
}

// askedFor says what a question asks for, by the arguments of the internal tool.
func askedFor(arguments json.RawMessage) string {
	var a struct {
		Tool    string   `json:"tool_name"`
		Missing []string `json:"missing_required_parameters"`
	}
	if json.Unmarshal(arguments, &a) != nil || len(a.Missing) == 0 {
		return "something"
	}
	return fmt.Sprintf("%s of %s", join(a.Missing), a.Tool)
}

// drawEntry prints an entry and the trees of its missions; number is 0 for all
// of them.
func (c *console) drawEntry(e *treeEntry, number int, d drawing) error {
	graphs := make([]*mission.Graph, len(e.missions))
	for i := range e.missions {
		var err error
		if graphs[i], err = newGraph(e.missions[i].depends); err != nil {
			return &failure{message: fmt.Sprintf("%s: entry %s, mission %d: %s", e.file, e.id, i+1, err), code: exitFound,
				hint: "switchyard verify " + e.file + " says all that is wrong"}
		}
	}
	title := fmt.Sprintf("%s: %s", e.id, count(len(e.missions), "mission", "missions"))
	if e.toolset != "" {
		title += ", toolset " + e.toolset
	}
	c.printf("%s\n", d.bold(printable(title)))
	for i := range e.missions {
		if number > 0 && number != i+1 {
			continue
		}
		m := &e.missions[i]
		kind := m.kind
		if kind != "" {
			kind = " (" + kind + ")"
		}
		c.printf("\n%s%s\n", d.bold("mission "+strconv.Itoa(i+1)), printable(kind))
		c.printf("  %s\n", d.faint(shorten(printable(m.request), 140)))
		for k, ask := range m.asks {
			when := "first"
			if k > 0 {
				when = "then"
			}
			c.printf("  %s asks for %s\n", when, printable(ask))
		}
		c.drawMission(m, graphs[i], d)
	}
	return nil
}

// newGraph makes the graph of a mission. Its errors number calls from 1, as
// the drawing does.
func newGraph(depends [][]int) (*mission.Graph, error) {
	for j, list := range depends {
		for _, i := range list {
			switch {
			case i < 0 || i >= len(depends):
				return nil, fmt.Errorf("call %d depends on call %d, which does not exist", j+1, i+1)
			case i == j:
				return nil, fmt.Errorf("call %d depends on itself", j+1)
			}
		}
	}
	graph, err := mission.NewGraph(depends)
	var cycle *mission.CycleError
	if errors.As(err, &cycle) {
		return nil, fmt.Errorf("calls %s wait for each other", numbers(cycle.Cycle))
	}
	return graph, err
}

func shorten(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// drawMission prints the calls of a mission, the numbers of its paths, and the
// tree.
func (c *console) drawMission(m *treeMission, graph *mission.Graph, d drawing) {
	if len(m.tools) == 0 {
		c.printf("  no calls: it is answered at once\n")
		return
	}
	width := 0
	for _, tool := range m.tools {
		width = max(width, utf8.RuneCountInString(printable(tool)))
	}
	for j, tool := range m.tools {
		line := fmt.Sprintf("  %2d  %-*s", j+1, width, printable(tool))
		if deps := graph.Deps(j); len(deps) > 0 {
			line += "  after " + numbers(deps)
		}
		c.printf("%s\n", strings.TrimRight(line, " "))
	}
	c.printf("  %s\n", countPaths(graph))
	d.draw(c.stdout, graph, m.tools)
}

// largestCounted is the number of calls up to which paths are always counted:
// the count of a wide and irregular graph beyond it may be out of reach.
const largestCounted = 24

func countPaths(graph *mission.Graph) string {
	steps := count(graph.Depth(), "step", "steps")
	if graph.Len() > largestCounted {
		return fmt.Sprintf("more than %d calls: paths are not counted; the optimal ones have %s", largestCounted, steps)
	}
	total, optimal := graph.Count()
	if total.IsInt64() && total.Int64() == 1 {
		return fmt.Sprintf("1 path, with %s", steps)
	}
	have := "have"
	if optimal.IsInt64() && optimal.Int64() == 1 {
		have = "has"
	}
	return fmt.Sprintf("%s paths; %s optimal, which %s %s", grouped(total.String()), grouped(optimal.String()), have, steps)
}

// grouped puts commas into a number of any length.
func grouped(digits string) string {
	var b strings.Builder
	for i, c := range []byte(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// numbers lists calls as people count them.
func numbers(calls []int) string {
	list := make([]string, len(calls))
	for i, call := range calls {
		list[i] = strconv.Itoa(call + 1)
	}
	return join(list)
}
