package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"switchyard/flow/find"
	"switchyard/flow/follow"
	"switchyard/flow/generate"
	"switchyard/flow/play"
	"switchyard/flow/session"
	"switchyard/model"
	"switchyard/out/corpus"
)

// dataset makes a run folder of sessions.
func dataset(t testing.TB, limit int) string {
	t.Helper()
	list, err := find.Workflows(t.Context(), "travel/flight_inquiry")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "d")
	if _, err := generate.Run(t.Context(), generate.Config{Seed: 5, Workflows: list, PerEdge: 1, PerPair: 1, Cross: 4, Limit: limit, Out: dir}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func config(t testing.TB, dir, agent string, mode Mode) Config {
	t.Helper()
	a, err := follow.Reference(agent)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Path: filepath.Join(dir, generate.Name), Mode: mode, Name: agent, Knowledge: []follow.Knowledge{follow.None},
		Agent: func(follow.Knowledge) follow.Agent { return a }, Out: filepath.Join(t.TempDir(), "r")}
	if mode == Sessions {
		if c.Stage, err = Stages(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// scorer is a judge that gives points for the length of a reply, after a first answer that is none.
type scorer struct{ asked map[string]int }

func (s *scorer) Complete(_ context.Context, r *model.Request) (*model.Response, error) {
	prompt := r.Messages[1].Text
	s.asked[prompt]++
	if r.Sample == 0 {
		return &model.Response{Text: "Let me think.", Finish: "stop"}, nil
	}
	_, reply, _ := strings.Cut(prompt, "What the assistant said:\n")
	return &model.Response{Text: fmt.Sprintf(`{"why": "so", "score": %d}`, len(reply)%11), Finish: "stop"}, nil
}

func TestJudge(t *testing.T) {
	c := config(t, dataset(t, 6), "follower", Turns)
	judge := &scorer{map[string]int{}}
	paid := 0
	c.Workers, c.Judge = 1, &Judge{Name: "m", Model: judge, Paid: func(*model.Response, error) error { paid++; return nil }}
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	all := r.Rows[0]
	if all.Judged == 0 || all.Judged > FullScore*all.Replies || paid == 0 || r.Judge != "m" {
		t.Errorf("%+v, %d paid", all, paid)
	}
	for prompt := range judge.asked {
		if !strings.Contains(prompt, "The reference:") || !strings.Contains(prompt, "User: ") {
			t.Fatal(prompt)
		}
	}
	before := paid
	if again, err := Run(t.Context(), c); err != nil || again.Rows[0].Judged != all.Judged || paid != before {
		t.Errorf("%v, %d more were paid", err, paid-before)
	}
	page, err := os.ReadFile(filepath.Join(c.Out, PageName))
	if err != nil || !strings.Contains(string(page), "judged (of 10)") || !strings.Contains(string(page), "m scored the replies") {
		t.Error(err)
	}
	c.Out, c.Judge.Paid = c.Out+"2", func(*model.Response, error) error { return errors.New("no money") }
	if _, err := Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "no money") {
		t.Error(err)
	}
}

// shouter plays users who speak in capitals.
type shouter struct{}

func (shouter) Say(_ context.Context, s *session.Session, i int, heard []corpus.Message) (string, error) {
	return strings.ToUpper(s.Exchanges[i].User), nil
}

// Users say in other words what sessions have, and what is done counts as before.
func TestUser(t *testing.T) {
	dir := dataset(t, 8)
	c := config(t, dir, "follower", Sessions)
	plain, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	c.Out, c.User, c.UserName = c.Out+"2", shouter{}, "m"
	r, err := Run(t.Context(), c)
	if err != nil || r.Rows[0].Right != r.Rows[0].N || r.Rows[0].Turns != plain.Rows[0].Turns || r.User != "m" {
		t.Errorf("%+v %v", r, err)
	}
	text, err := os.ReadFile(filepath.Join(c.Out, PredictionsName))
	if err != nil || !strings.Contains(string(text), `"user":"m"`) {
		t.Errorf("%v: %s", err, text)
	}
}

// Sessions are lost where the agent errs first.
func TestLost(t *testing.T) {
	dir := dataset(t, 60)
	c := config(t, dir, "early", Sessions)
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, cell := range r.Cells {
		lost += cell.N - cell.Right
	}
	if failed := r.Rows[0].N - r.Rows[0].Right; lost != failed || failed == 0 {
		t.Errorf("%d sessions failed, and %d were lost", failed, lost)
	}
	page, err := os.ReadFile(filepath.Join(c.Out, PageName))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(page), "<svg class=\"flow\""); n == 0 || !strings.Contains(string(page), "lost</text>") {
		t.Errorf("%d drawings", n)
	}
	if f, err := Run(t.Context(), config(t, dir, "follower", Sessions)); err != nil || slices.ContainsFunc(f.Cells, func(c Cell) bool { return c.N != c.Right }) {
		t.Errorf("the follower loses sessions: %v", err)
	}
}

var (
	rects = regexp.MustCompile(`<rect x="(-?\d+)" y="(-?\d+)"`)
	sizes = regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`)
)

// Drawings have every node and every edge, and no node lies over another or beyond the edge.
func TestDraw(t *testing.T) {
	list, err := find.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		w := play.Knowledge(f)
		svg := string(draw(&w, map[string][2]int{w.Nodes[0].ID: {4, 1}}))
		edges := map[[2]string]bool{}
		for _, n := range w.Nodes {
			for _, e := range n.Edges {
				edges[[2]string{n.ID, e.To}] = true
			}
		}
		if n := strings.Count(svg, "marker-end"); n != len(edges) {
			t.Errorf("%s: %d of %d edges", w.Name, n, len(edges))
		}
		size := sizes.FindStringSubmatch(svg)
		width, _ := strconv.Atoi(size[1])
		height, _ := strconv.Atoi(size[2])
		var at [][2]int
		for _, m := range rects.FindAllStringSubmatch(svg, -1) {
			x, _ := strconv.Atoi(m[1])
			y, _ := strconv.Atoi(m[2])
			if x < 0 || y < 0 || x+nodeWidth > width || y+nodeHeight > height {
				t.Errorf("%s: a node at %d, %d is outside %dx%d", w.Name, x, y, width, height)
			}
			for _, o := range at {
				if x < o[0]+nodeWidth && o[0] < x+nodeWidth && y < o[1]+nodeHeight && o[1] < y+nodeHeight {
					t.Errorf("%s: nodes at %v and %d, %d overlap", w.Name, o, x, y)
				}
			}
			at = append(at, [2]int{x, y})
		}
		if len(at) != len(w.Nodes) || !strings.Contains(svg, "1 of 4 lost") {
			t.Errorf("%s: %d of %d nodes", w.Name, len(at), len(w.Nodes))
		}
	}
	hostile := &session.Workflow{Title: `"><script>`, Nodes: []session.Node{{ID: "<b>", Tell: "</title><script>", Edges: []session.Edge{{To: "<b>"}}}}}
	if svg := string(draw(hostile, nil)); strings.Contains(svg, "<script") || strings.Contains(svg, "<b>") {
		t.Error(svg)
	}
}

// What models told is recognised by what happens in it.
func TestAlike(t *testing.T) {
	a := &session.Session{ID: "a", Runs: []session.Run{{Way: "x"}}, Exchanges: []session.Exchange{{User: "Hello"}}}
	text, _ := json.Marshal(a)
	var b session.Session
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	b.Exchanges[0].User = "Hi"
	for _, test := range []struct{ told, want bool }{{false, false}, {true, true}} {
		if same, err := alike(a, &b, test.told); err != nil || same != test.want {
			t.Errorf("told %v: %v %v", test.told, same, err)
		}
	}
	b.Runs[0].Way = "y"
	if same, err := alike(a, &b, true); err != nil || same {
		t.Errorf("another way: %v %v", same, err)
	}
}
