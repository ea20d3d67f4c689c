package gen

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"switchyard/gen/runfolder"
	"switchyard/model"
	"switchyard/model/spend"
	"switchyard/roles"
	"switchyard/roles/llm"
)

// remembering is a voice with a store: what it said once is not asked for again.
type remembering struct {
	llm.Voice
	mu    *sync.Mutex
	known map[string]*model.Response // by trace
	heard *int                       // how often it was asked or remembered
}

func (v remembering) Complete(ctx context.Context, s *roles.Scene, task string, r *model.Request) (*model.Response, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	*v.heard++
	if known := v.known[r.Trace]; known != nil {
		return known, nil
	}
	answer, err := v.Voice.Complete(ctx, s, task, r)
	if err == nil {
		v.known[r.Trace] = answer
	}
	return answer, err
}

// purse is a ledger that ends the run when so many tokens are paid.
type purse struct {
	mu    sync.Mutex
	most  int
	spent spend.Spent
}

type emptyPurse struct{}

func (emptyPurse) Error() string { return "the purse is empty" }
func (emptyPurse) Ends() bool    { return true }

func (p *purse) Start(spent spend.Usage) { p.spent = spent.Sum() }

func (p *purse) Spend(_ spend.Who, s spend.Spent) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spent.Add(s)
	if p.spent.Output >= p.most {
		return emptyPurse{}
	}
	return nil
}

// A run whose budget is used up asks for nothing when it goes on with the same,
// and what it had paid for entries under way is counted once.
func TestBudgetCountsWhatIsUnderWay(t *testing.T) {
	c := small(t, filepath.Join(t.TempDir(), "d"))
	c.Limit, c.Workers = 16, 8
	store := remembering{mu: new(sync.Mutex), known: map[string]*model.Response{}, heard: new(int)}
	c = casting(t, c, func(v llm.Voice) llm.Voice { store.Voice = v; return store })
	ledger := &purse{most: 1 << 40}
	c.Ledger = ledger
	whole := mustRun(t, c)
	cost := whole.Usage.Sum()
	if ledger.spent.Output != cost.Output || cost.Output == 0 {
		t.Fatalf("%+v were told, %+v spent", ledger.spent, cost)
	}
	undisturbed := contents(t, c.Out)

	clear(store.known)
	c.Out, c.RunID = filepath.Join(t.TempDir(), "d"), "this"
	ledger.Start(nil)
	ledger.most = cost.Output / 2
	if _, err := Run(context.Background(), c); !errors.Is(err, emptyPurse{}) {
		t.Fatalf("got %v", err)
	}
	asked, heard, paid := len(store.known), *store.heard, ledger.spent
	before, err := runfolder.ReadUsage(c.Out)
	recorded := before.Usage
	if err != nil || recorded.Sum().Output >= paid.Output {
		t.Fatalf("nothing was under way: %+v of %+v, %v", recorded.Sum(), paid, err)
	}
	for range 2 {
		if _, err := Run(context.Background(), c); !errors.Is(err, emptyPurse{}) {
			t.Fatalf("got %v", err)
		}
		if *store.heard != heard || ledger.spent != paid {
			t.Fatalf("%d turns more; %+v are told, and %+v were paid", *store.heard-heard, ledger.spent, paid)
		}
	}
	// With a little more, only what is new is counted.
	ledger.most = paid.Output + 1
	if _, err := Run(context.Background(), c); !errors.Is(err, emptyPurse{}) {
		t.Fatalf("got %v", err)
	}
	if len(store.known) == asked || ledger.spent.Calls != len(store.known) {
		t.Errorf("%d requests more; %d answers are told of, %d were paid", len(store.known)-asked, ledger.spent.Calls, len(store.known))
	}
	ledger.most = 1 << 40
	report := mustRun(t, c)
	if ledger.spent.Calls != cost.Calls || ledger.spent.Output != cost.Output || report.Usage.Sum().Output != cost.Output {
		t.Errorf("%+v are told, %+v recorded, %+v is the cost", ledger.spent, report.Usage.Sum(), cost)
	}
	got := contents(t, c.Out)
	delete(undisturbed, runfolder.UsageName)
	delete(got, runfolder.UsageName)
	sameContents(t, undisturbed, got)
}
