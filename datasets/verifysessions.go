package datasets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"switchyard/datasets/manifest"
	"switchyard/flow/session"
	"switchyard/internal/input"
	"switchyard/out"
	"switchyard/proof"
	"switchyard/schemas"
)

// judgeSession proves a line of a file of sessions.
func (v *verifier) judgeSession(got *verdict, line []byte) {
	s, problems := v.prover.SessionBytes(line)
	if s != nil {
		got.session, got.id = s, s.ID
		got.counts.Missions = len(s.Runs)
		for i := range s.Exchanges {
			ex := &s.Exchanges[i]
			got.counts.Calls += len(ex.Calls)
			for j := range ex.Calls {
				got.counts.Sources += len(ex.Calls[j].Sources)
			}
			if ex.Mission != nil {
				got.counts.Calls += len(ex.Mission.Calls)
				for j := range ex.Mission.Calls {
					got.counts.Sources += len(ex.Mission.Calls[j].Sources)
				}
			}
		}
	}
	for _, p := range problems {
		got.problem(string(p.Check), p.Pointer, p.Message)
	}
}

// passedFlows counts what sessions pass of the flow space.
type passedFlows struct {
	edges map[string]int // of each workflow
	ways  map[string]bool
	oow   map[string]map[string]bool // pairs, by sub-type
	runs  map[int]int
}

func newPassedFlows() *passedFlows {
	return &passedFlows{edges: map[string]int{}, ways: map[string]bool{}, oow: map[string]map[string]bool{}, runs: map[int]int{}}
}

func (p *passedFlows) add(s *session.Session) {
	runs := 0
	for i := range s.Workflows {
		w := &s.Workflows[i]
		p.edges[w.Name] = 0
		for _, n := range w.Nodes {
			p.edges[w.Name] += len(n.Edges)
		}
	}
	wishes := make([]string, len(s.Runs)) // which tell apart ways over the same nodes
	for _, ex := range s.Exchanges {
		if ex.Wish != "" && ex.Run >= 0 && ex.Run < len(wishes) {
			wishes[ex.Run] += "\n" + ex.Wish
		}
	}
	for i, r := range s.Runs {
		if r.Workflow < 0 || r.Workflow >= len(s.Workflows) {
			continue
		}
		runs++
		name := s.Workflows[r.Workflow].Name
		if r.OOW == "" {
			p.ways[name+" "+r.Way+wishes[i]] = true
			continue
		}
		if p.oow[r.OOW] == nil {
			p.oow[r.OOW] = map[string]bool{}
		}
		p.oow[r.OOW][name+" "+r.At] = true
	}
	p.runs[runs]++
}

// sessions proves a run folder of sessions.
func (v *verifier) sessions(ctx context.Context, folder string) error {
	r := v.newRun(folder)
	var m manifest.Manifest
	if _, ok := v.readRecord(&r.record, schemas.Manifest, checkManifest, &m); ok {
		if m.State == manifest.Finished {
			r.manifest = &m
			v.readSessionRejections(ctx, r)
		} else {
			p := r.problem(checkState, "/state", "the run has not finished")
			p.Hint = "run the same command again: it continues where it stopped"
			v.found(p)
			v.agreeJournal(folder, &m)
		}
	}
	t := &task{format: Sessions, flows: newPassedFlows()}
	counted, err := v.file(ctx, input.Named(filepath.Join(folder, SessionsFile)), t)
	if err != nil {
		return err
	}
	if r.manifest != nil {
		v.agreeSessions(r, counted.Entries, t.flows)
	}
	return nil
}

// readSessionRejections counts the rejections by reason.
func (v *verifier) readSessionRejections(ctx context.Context, r *runFolder) {
	name := input.Named(filepath.Join(r.folder, manifest.Rejected))
	f, err := input.Open(ctx, name)
	if err != nil {
		return // a missing file shows where the manifest lists it
	}
	defer f.Close()
	lines := out.NewLines(f, name)
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		var rejection struct{ ID, Reason, Message string }
		if err == nil {
			err = json.Unmarshal(line, &rejection)
		}
		if err != nil || rejection.ID == "" || rejection.Reason == "" || rejection.Message == "" {
			v.found(Problem{File: name, Line: lines.Line(), Check: checkRejection, Message: "it says no id, reason and message of a session"})
			return
		}
		r.rejected[rejection.Reason]++
	}
}

// agreeSessions compares the manifest of a finished run with what was counted.
func (v *verifier) agreeSessions(r *runFolder, sessions int, p *passedFlows) {
	m, before := r.manifest, v.report.Problems
	v.agreeAccounting(r, sessions, "session", "sessions")
	if s := m.Space; s != nil {
		agree := func(pointer string, claimed, counted int) {
			if claimed != counted {
				v.found(r.problem(checkCoverage, "/flow_space"+pointer, "is %d, but the sessions have %d", claimed, counted))
			}
		}
		agree("/way/covered", s.Way.Covered, len(p.ways))
		all, edges := 0, 0
		for oow, pairs := range p.oow {
			all += len(pairs)
			agree("/by_oow/"+oow+"/covered", s.ByOOW[oow].Covered, len(pairs))
		}
		agree("/oow/covered", s.OOW.Covered, all)
		for _, n := range p.edges {
			edges += n
		}
		if len(p.edges) == len(m.Config.Flow.Workflows) {
			agree("/edge/size", s.Edge.Size, edges)
		}
		for n, count := range p.runs {
			agree(fmt.Sprintf("/runs/%d", n), s.Runs[n], count)
		}
	}
	for i, f := range m.Files {
		v.agreeFile(&r.record, checkFiles, i, File(f))
	}
	v.agreed(&r.record, before)
}

// acrossSessions proves what concerns more than one session.
func (v *verifier) acrossSessions(got verdict, t *task, ids map[string]bool) {
	if got.session == nil {
		return
	}
	if ids[got.id] {
		v.found(got.says(string(proof.DatasetID), "/id", fmt.Sprintf("another session is called %q", got.id)))
	}
	ids[got.id] = true
	if t.flows != nil {
		t.flows.add(got.session)
	}
}
