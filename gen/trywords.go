package gen

import (
	"context"
	"errors"

	"switchyard/roles"
	"switchyard/roles/builtin"
	"switchyard/tools"
)

// WordsTrial is what became of one wording in trial conversations.
type WordsTrial struct {
	Held   int    // missions asked for in these words, in entries that passed all proofs
	Failed string // what the verifier found that it does not find in other words; empty for nothing
}

// TryWords plays conversations with a toolset's wordings, until each was held often enough, or
// the entries are used up. A conversation that fails in harvested words is played again in
// composed ones: only what then passes is the fault of the words.
func TryWords(ctx context.Context, set *tools.Toolset, often, entries int) (map[*tools.Wording]*WordsTrial, error) {
	bare := *set
	bare.Words = tools.Words{}
	trials := map[*tools.Wording]*WordsTrial{}
	for _, w := range set.Words.All {
		trials[w] = &WordsTrial{}
	}
	open := len(trials)
	config := Config{Missions: []int{1, 2}, PerPath: 1 + entries/20, Toolsets: []*tools.Toolset{set}, Workers: 1}
	with, err := config.unwritten(ctx)
	if err != nil {
		return nil, err
	}
	config.Toolsets = []*tools.Toolset{&bare}
	without, err := config.unwritten(ctx)
	if err != nil {
		return nil, err
	}
	made := 0
	for item := range with.space.entries() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if made++; open == 0 || made > entries {
			break
		}
		for attempt := range trialAttempts {
			used, failed, err := with.playWords(ctx, item, attempt)
			if len(used) == 0 && err != nil {
				continue
			}
			if err != nil {
				at := used[failed]
				if at == nil || trials[at].Failed != "" {
					continue
				}
				if _, _, again := without.playWords(ctx, item, attempt); again == nil {
					if trials[at].Held < often {
						open--
					}
					trials[at].Failed = err.Error()
				}
				continue
			}
			for _, w := range used {
				if t := trials[w]; w != nil {
					if t.Held++; t.Held == often && t.Failed == "" {
						open--
					}
				}
			}
			break
		}
	}
	return trials, nil
}

// playWords plays one attempt at an entry and proves it. It returns the harvested words of each
// mission, nil for others, and in which mission the proofs failed.
func (p *producer) playWords(ctx context.Context, item entryPlan, attempt int) (used map[int]*tools.Wording, failed int, err error) {
	play := p.newPerformer(p.variant(item, attempt), attempt)
	used = map[int]*tools.Wording{}
	play.cast.User = wordsUser{used: used}
	entry, err := play.perform(ctx)
	if err != nil {
		clear(used) // no fault of words
		return used, 0, err
	}
	problems := p.prover.Entry(entry)
	if len(problems) == 0 {
		return used, 0, nil
	}
	first := problems[0]
	return used, first.Mission, errors.New(string(first.Check) + ": " + first.Message)
}

// wordsUser is a built-in user that notes which harvested words it uses.
type wordsUser struct {
	builtin.User
	used map[int]*tools.Wording
}

// Propose implements [roles.User].
func (u wordsUser) Propose(ctx context.Context, s *roles.Scene) (roles.Proposal, error) {
	p, err := u.User.Propose(ctx, s)
	delete(u.used, s.Index())
	if err == nil && p.Found != nil {
		u.used[s.Index()] = p.Found
	}
	return p, err
}
