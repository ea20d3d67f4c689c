package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"

	"github.com/spf13/cobra"

	"switchyard/config"
	"switchyard/config/connect"
	"switchyard/flow/worf"
	"switchyard/internal/input"
	"switchyard/internal/progress"
	"switchyard/model"
	"switchyard/model/spend"
)

// mostWorf is how many bytes a file of workflows may have.
const mostWorf = 256 << 20

func (c *console) flowWorfEvalCommand() *cobra.Command {
	rules, similarity, embed := string(worf.WorFEval1), "lexical", ""
	var asJSON bool
	var typed map[string]*settingFlag
	cmd := &cobra.Command{
		Use:   "worfeval PREDICTIONS GOLD [flags]",
		Short: "Score workflows that agents wrote, as WorFBench does",
		Long: `Compare workflows that an agent wrote with the correct ones, as WorFBench does: the
subtasks as a chain, and the whole graph. GOLD is a file of WorFBench, or what
switchyard export writes as worfbench. PREDICTIONS has as many workflows, in the same
order: JSON or JSONL with texts, objects with "workflow" or "answer", or a gold file.

Rules:
  worfeval-1  those of WorFEval as its code has them, with its flaws
  strict      edges are compared through the matching, all orders count, and nothing
              counts that has no partner

How alike two subtasks are:
  exact    the same words
  lexical  how many three-letter parts their words share

With --embed, their vectors are compared instead, as WorFEval does. An endpoint of the
OpenAI kind (/embeddings) makes them, and they are stored as other answers are.

` + exitCodes,
		Example: `  switchyard flow worfeval predictions.json worfbench/gold_traj/os/graph_eval.json
  switchyard flow worfeval predictions.jsonl gold.json --rules strict --json
  switchyard flow worfeval predictions.jsonl gold.json --embed text-embedding-3-small`,
		Args: wantPaths("PREDICTIONS and GOLD", "switchyard flow worfeval predictions.json gold.json", 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			alike := map[string]worf.Similarity{"exact": worf.Exact, "lexical": worf.Lexical}[similarity]
			if alike == nil {
				return misuse("they are exact and lexical", "there is no similarity %q", similarity)
			}
			if rules != string(worf.WorFEval1) && rules != string(worf.Strict) {
				return misuse("they are worfeval-1 and strict", "there are no rules %q", rules)
			}
			if embed != "" && cmd.Flags().Changed("similarity") {
				return misuse("leave one of them out", "--similarity and --embed exclude each other")
			}
			w, err := readWorf(cmd.Context(), args[0], args[1])
			if err != nil {
				return err
			}
			if embed != "" {
				if alike, err = c.embedded(cmd.Context(), embed, typed, w); err != nil {
					return err
				}
			}
			r, err := w.compare(cmd.Context(), worf.Rules(rules), alike)
			if err != nil {
				return err
			}
			return c.show(asJSON, r, func() { c.printWorf(r) }, nil)
		},
	}
	cmd.Flags().StringVar(&rules, "rules", rules, "the `RULES`: worfeval-1 or strict")
	cmd.Flags().StringVar(&similarity, "similarity", similarity, "how alike subtasks are: `WHAT` is exact or lexical")
	cmd.Flags().StringVar(&embed, "embed", "", "compare subtasks by vectors of the `MODEL`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, with the score of each workflow")
	cmd.Flags().SortFlags = false
	typed = addModelSettings(cmd.Flags())
	return cmd
}

// worfFiles are workflows to compare.
type worfFiles struct {
	correct     string // the file
	gold        []worf.Gold
	predictions []string
}

func readWorf(ctx context.Context, predicted, correct string) (*worfFiles, error) {
	data, err := input.ReadFile(ctx, correct, mostWorf)
	if err != nil {
		return nil, err
	}
	if kind, foreign := input.KindOf(data); foreign {
		return nil, &failure{message: correct + ": the file is " + kind.Name, hint: kind.Hint, code: exitFound}
	}
	gold, err := worf.ReadGold(data)
	if err != nil {
		return nil, worfFailure(correct, err)
	}
	if data, err = input.ReadFile(ctx, predicted, mostWorf); err != nil {
		return nil, err
	}
	predictions, err := worf.ReadPredictions(data)
	if err != nil {
		return nil, worfFailure(predicted, err)
	}
	return &worfFiles{correct, gold, predictions}, nil
}

// compare scores the predictions.
func (f *worfFiles) compare(ctx context.Context, rules worf.Rules, alike worf.Similarity) (*worf.Report, error) {
	counter := progress.Begin(ctx, progress.Part{Doing: "comparing", Noun: "workflows", Total: int64(len(f.gold))})
	defer counter.End()
	r, err := worf.Compare(ctx, rules, f.gold, f.predictions, alike, func() { counter.Add(1) })
	return r, worfFailure(f.correct, err)
}

// embedded has a model make vectors of all subtasks.
func (c *console) embedded(ctx context.Context, name string, typed map[string]*settingFlag, f *worfFiles) (_ worf.Similarity, err error) {
	all := maps.Clone(typed)
	all["role"] = &settingFlag{texts: []string{config.AgentName + "=" + name}}
	cfg, err := c.settings(ctx, all, config.AgentName)
	if err != nil {
		return nil, err
	}
	models, err := c.connect(ctx, cfg, connect.NewRun())
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, models.Close()) }()
	m := cfg.Roles.Agent
	client, err := models.Client(m)
	if err != nil {
		return nil, err
	}
	texts := worf.Texts(f.gold, f.predictions)
	who := spend.Who{Role: "embedder", Model: m.Name}
	vectors, err := client.Embed(ctx, texts, "worfeval", func(r *model.Response, err error) error { return models.Meter.Spend(who, spend.Of(r, err)) })
	if failed, ok := modelFailure("vectors that were paid for are stored", err); ok {
		return nil, failed
	} else if err != nil {
		return nil, err
	}
	byText := make(map[string][]float64, len(texts))
	for i, text := range texts {
		byText[text] = vectors[i]
	}
	return worf.Embedded(byText), nil
}

// worfFailure says in which file something is wrong.
func worfFailure(file string, err error) error {
	if e := (*worf.FileError)(nil); errors.As(err, &e) {
		return &failure{message: fmt.Sprintf("%s: %s", file, e), hint: "switchyard flow worfeval --help describes the files", code: exitFound}
	}
	return err
}

func (c *console) printWorf(r *worf.Report) {
	c.printf("%s by the rules %s\n\n", count(r.Tasks, "workflow", "workflows"), r.Rules)
	c.table(func(w io.Writer) {
		fmt.Fprintln(w, "SOURCE\tTASKS\tCHAIN P\tCHAIN R\tCHAIN F1\tGRAPH P\tGRAPH R\tGRAPH F1")
		line := func(name string, n int, a, b worf.Score) {
			fmt.Fprintf(w, "%s\t%d\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\n", printable(name), n, a.Precision, a.Recall, a.F1, b.Precision, b.Recall, b.F1)
		}
		for _, g := range r.By {
			line(g.Source, g.Tasks, g.Chain, g.Graph)
		}
		line("all", r.Tasks, r.Chain, r.Graph)
	})
	if r.Unreadable > 0 {
		c.printf("\n%s counted as nothing\n", count(r.Unreadable, "prediction", "predictions"))
	}
}
