package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"switchyard/flow/worf"
	"switchyard/internal/input"
	"switchyard/internal/progress"
)

// mostWorf is how many bytes a file of workflows may have.
const mostWorf = 256 << 20

func (c *console) flowWorfEvalCommand() *cobra.Command {
	rules, similarity := string(worf.WorFEval1), "lexical"
	var asJSON bool
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

` + exitCodes,
		Example: `  switchyard flow worfeval predictions.json worfbench/gold_traj/os/graph_eval.json
  switchyard flow worfeval predictions.jsonl gold.json --rules strict --json`,
		Args: wantPaths("PREDICTIONS and GOLD", "switchyard flow worfeval predictions.json gold.json", 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			alike := map[string]worf.Similarity{"exact": worf.Exact, "lexical": worf.Lexical}[similarity]
			if alike == nil {
				return misuse("they are exact and lexical", "there is no similarity %q", similarity)
			}
			if rules != string(worf.WorFEval1) && rules != string(worf.Strict) {
				return misuse("they are worfeval-1 and strict", "there are no rules %q", rules)
			}
			r, err := compareWorkflows(cmd.Context(), args[0], args[1], worf.Rules(rules), alike)
			if err != nil {
				return err
			}
			return c.show(asJSON, r, func() { c.printWorf(r) }, nil)
		},
	}
	cmd.Flags().StringVar(&rules, "rules", rules, "the `RULES`: worfeval-1 or strict")
	cmd.Flags().StringVar(&similarity, "similarity", similarity, "how alike subtasks are: `WHAT` is exact or lexical")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, with the score of each workflow")
	return cmd
}

func compareWorkflows(ctx context.Context, predicted, correct string, rules worf.Rules, alike worf.Similarity) (*worf.Report, error) {
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
	counter := progress.Begin(ctx, progress.Part{Doing: "comparing", Noun: "workflows", Total: int64(len(gold))})
	defer counter.End()
	r, err := worf.Compare(ctx, rules, gold, predictions, alike, func() { counter.Add(1) })
	return r, worfFailure(correct, err)
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
