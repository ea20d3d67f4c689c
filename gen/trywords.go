package gen

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// WordsTrial is what became of one wording in trial conversations.
type WordsTrial struct {
	Held   int    // conversations in which it passed all proofs
	Failed string // what the verifier found that it does not find in composed words; empty for nothing
}

// TryWords tries the requests among a toolset's wordings, until each was held often enough or
// no more conversations are left. A mission is first asked for in composed words. If that
// passes all proofs, it is asked for in each of the wordings that fit: what then fails is the
// fault of the words.
func TryWords(ctx context.Context, set *tools.Toolset, often, missions int) (map[*tools.Wording]*WordsTrial, error) {
	t := &wordsTrials{often: often, set: set, all: map[*tools.Wording]*WordsTrial{}}
	for _, w := range set.Words.All {
		if w.Use == tools.ToRequest {
			t.all[w] = &WordsTrial{}
		}
	}
	// Most kinds of missions with several calls are rare.
	for _, pass := range []struct {
		path    string
		entries int
	}{
		{"single", missions}, {"clarify", missions / 2}, {"multi", 3 * missions},
		// What is listed first can be asked about only afterwards.
		{"*>single", missions / 4}, {"*>clarify", missions / 8}, {"*>multi", missions / 2},
	} {
		if err := t.pass(ctx, pass.path, pass.entries); err != nil {
			return nil, err
		}
	}
	return t.all, nil
}

// wordsTrials tries wordings.
type wordsTrials struct {
	set   *tools.Toolset
	often int
	all   map[*tools.Wording]*WordsTrial
}

// settled reports whether no wording has to be tried any more.
func (t *wordsTrials) settled() bool {
	for _, trial := range t.all {
		if trial.Failed == "" && trial.Held < t.often {
			return false
		}
	}
	return true
}

// pass tries the wordings in so many entries of each switch path, whose last missions they may
// be for.
func (t *wordsTrials) pass(ctx context.Context, path string, entries int) error {
	config := Config{Missions: []int{1 + strings.Count(path, ">")}, Paths: path, PerPath: entries, Toolsets: []*tools.Toolset{t.set}, Workers: 1}
	p, err := config.unwritten(ctx)
	if err != nil {
		return err
	}
	bare := *t.set
	bare.Words = tools.Words{}
	for item := range p.space.entries() {
		if t.settled() {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for attempt := range missionTries {
			user := &wordsUser{set: &bare}
			if p.playWords(ctx, item, attempt, user) != nil {
				continue
			}
			for _, w := range t.set.Words.Of(tools.ToRequest, "", user.calls) {
				if err := t.try(ctx, p, item, attempt, w); err != nil {
					return err
				}
			}
			break
		}
	}
	return nil
}

// try asks for the mission of an entry in one wording.
func (t *wordsTrials) try(ctx context.Context, p *producer, item entryPlan, attempt int, w *tools.Wording) error {
	trial := t.all[w]
	if trial == nil || trial.Failed != "" || trial.Held >= t.often {
		return nil
	}
	only := *t.set
	only.Words = tools.NewWords([]*tools.Wording{w})
	user := &wordsUser{User: builtin.User{Anywhere: true}, set: &only}
	err := p.playWords(ctx, item, attempt, user)
	switch {
	case user.found == nil || ctx.Err() != nil: // it does not fit
	case err != nil:
		trial.Failed = err.Error()
	default:
		trial.Held++
	}
	return ctx.Err()
}

// playWords plays one attempt at an entry and proves it.
func (p *producer) playWords(ctx context.Context, item entryPlan, attempt int, user *wordsUser) error {
	play := p.newPerformer(p.variant(item, attempt), attempt)
	play.cast.User = user
	entry, err := play.perform(ctx)
	if err != nil {
		return err
	}
	if problems := p.prover.Entry(entry); len(problems) > 0 {
		return errors.New(string(problems[0].Check) + ": " + problems[0].Message)
	}
	return nil
}

// wordsUser is a built-in user that speaks in the words of a set, if there is one, and notes
// what it asks for.
type wordsUser struct {
	builtin.User
	set   *tools.Toolset
	calls []string
	found *tools.Wording
}

// Propose implements [roles.User].
func (u *wordsUser) Propose(ctx context.Context, s *roles.Scene) (roles.Proposal, error) {
	scene, story := *s, *s.Story
	if scene.Story = &story; u.set != nil {
		story.Set = u.set
	}
	p, err := u.User.Propose(ctx, &scene)
	u.found, u.calls = cmp.Or(p.Found, u.found), nil
	for _, unit := range builtin.Units(s) {
		u.calls = append(u.calls, s.Blueprint.Calls[unit[0]].Tool.Name)
	}
	return p, err
}
