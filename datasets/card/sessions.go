package card

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"switchyard/datasets"
	"switchyard/datasets/manifest"
	"switchyard/flow"
	"switchyard/flow/session"
	"switchyard/mission"
	"switchyard/schemas"
)

// Sessions is what a card says of sessions, which follow workflows.
type Sessions struct {
	// Runs counts the runs by the sub-type in which the user leaves the workflow; [NotLeft] and
	// [NoFlow] count the others.
	Runs      map[string]int      `json:"runs,omitempty"`
	Flows     map[string]int      `json:"flows,omitempty"` // runs by workflow
	Exchanges int                 `json:"exchanges,omitempty"`
	Calls     int                 `json:"calls,omitempty"`
	Space     *manifest.FlowSpace `json:"-"` // nil if the dataset is not a whole run
	Sample    *session.Session    `json:"-"` // shown as a conversation
}

// The keys of [Sessions.Runs] besides the sub-types.
const (
	NotLeft = "not left"
	NoFlow  = "no workflow"
)

// Add adds the counts of other sessions.
func (c *Sessions) Add(more *Sessions) {
	c.open()
	for kind, n := range more.Runs {
		c.Runs[kind] += n
	}
	for name, n := range more.Flows {
		c.Flows[name] += n
	}
	c.Exchanges, c.Calls = c.Exchanges+more.Exchanges, c.Calls+more.Calls
}

func (c *Sessions) open() {
	if c.Runs == nil {
		c.Runs, c.Flows = map[string]int{}, map[string]int{}
	}
}

// Count counts a session.
func (c *Sessions) Count(s *session.Session) {
	c.open()
	if c.Sample == nil {
		c.Sample = s
	}
	for _, r := range s.Runs {
		kind := r.OOW
		switch {
		case r.Workflow < 0 || r.Workflow >= len(s.Workflows):
			kind = NoFlow
		case kind == "":
			kind = NotLeft
		}
		c.Runs[kind]++
		if kind != NoFlow {
			c.Flows[s.Workflows[r.Workflow].Name]++
		}
	}
	for i := range s.Exchanges {
		c.Exchanges++
		c.Calls += len(s.Exchanges[i].Calls)
		if m := s.Exchanges[i].Mission; m != nil {
			c.Calls += len(m.Calls)
		}
	}
}

// leaving is a row of the table of how users leave workflows.
type leaving struct {
	Kind, OOW string
	Runs      int
	manifest.Share
}

// Leaving lists how users leave workflows.
func (c *Sessions) Leaving() (list []leaving) {
	for _, o := range flow.AllOOW() {
		row := leaving{Kind: string(o.Kind()), OOW: string(o), Runs: c.Runs[string(o)]}
		if c.Space != nil {
			row.Share = c.Space.ByOOW[string(o)]
		}
		list = append(list, row)
	}
	return list
}

// countSessions counts the sessions of files.
func countSessions(ctx context.Context, files []string, workers int) (*counted, error) {
	c := &counted{sessions: &Sessions{}}
	for _, name := range files {
		_, err := datasets.Each(ctx, datasets.Source{Path: name, Workers: workers}, look, func(line []byte, number int, s seen) error {
			var x session.Session
			if err := schemas.Unmarshal(line, &x); err != nil {
				return fmt.Errorf("%s:%d: %w", name, number, err)
			}
			c.report.Entries++
			c.sessions.Count(&x)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// SessionText writes a session as Markdown for people: what user and assistant say, the nodes, and the
// calls with what they returned. Each run has a heading of the given level.
func SessionText(s *session.Session, level int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Session `%s`, %s %s. The user is %s.\n", cell(s.ID), inline(s.Environment.Weekday), inline(s.Environment.Now), inline(portrait(&s.Persona)))
	run := -1
	for i := range s.Exchanges {
		ex := &s.Exchanges[i]
		if ex.Run != run {
			run = ex.Run
			title := "without a workflow"
			if w := s.Runs[run].Workflow; w >= 0 {
				title = s.Workflows[w].Title
			}
			fmt.Fprintf(&b, "\n%s %s\n\n", strings.Repeat("#", level), inline(title))
		}
		b.WriteString(speech("User", ex.User))
		if m := ex.Mission; m != nil {
			for _, q := range m.Questions {
				b.WriteString(speech("Agent", q.Text) + speech("User", q.Reply))
			}
			for k := range m.Calls {
				b.WriteString(call(k, &m.Calls[k]))
			}
		}
		for k, c := range ex.Calls {
			b.WriteString(call(k, &mission.Call{Tool: c.Tool, Arguments: c.Arguments, Status: c.Status, Observation: c.Observation}))
		}
		b.WriteString(speech("Agent", ex.Reply))
		if steps := stepsOf(ex); steps != "" {
			fmt.Fprintf(&b, "<sub>%s</sub>\n\n", inline(steps))
		}
	}
	return b.String()
}

// stepsOf says what the user wants in an exchange and which nodes the assistant passes.
func stepsOf(ex *session.Exchange) string {
	var nodes []string
	for _, a := range ex.Acts {
		if !slices.Contains(nodes, a.Node) {
			nodes = append(nodes, a.Node)
		}
	}
	text := strings.Join(nodes, " → ")
	switch {
	case ex.OOW != "":
		text = "the user leaves the workflow: " + ex.OOW + "; " + text
	case ex.Wish != "":
		text = "the user " + ex.Wish + "; " + text
	}
	return text
}
