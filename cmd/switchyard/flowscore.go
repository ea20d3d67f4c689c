package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"switchyard/flow/flowbench"
)

func (c *console) flowScoreCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "score PREDICTIONS [flags]",
		Short: "Score predictions in a file of FlowBench",
		Long: `Score what an agent predicted in a turn-level file of FlowBench: precision, recall and
F1 of calls and of their parameters, as FlowBench counts them, but texts are compared
without a model. Each line has its prediction under the key "predict", as FlowBench's
runner adds it: "Thought: … Action: … Action Input: {…}", or "Thought: … Response: …".
switchyard export writes such files of sessions: --format flowbench.

` + exitCodes + `
Scoring exits with 1 when no line has a prediction.`,
		Example: `  switchyard flow score flowbench/turn.jsonl
  switchyard flow score flowbench/turn.jsonl --json`,
		Args: wantPaths("PREDICTIONS", "switchyard flow score flowbench/turn.jsonl", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			turns, err := flowbench.Turns(cmd.Context(), args[0])
			if wrong, is := errors.AsType[*flowbench.LineError](err); is {
				return &failure{message: wrong.Error(), hint: "switchyard flow score --help describes the file", code: exitFound}
			}
			if err != nil {
				return err
			}
			f := flowbench.Score(turns)
			if f.Missing == f.Turns {
				return &failure{message: fmt.Sprintf("%s: no turn has a prediction", args[0]), code: exitFound,
					hint: "let an agent predict first; each prediction stands under the key predict"}
			}
			return c.show(asJSON, f, func() { c.printFlowScore(&f) }, nil)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func (c *console) printFlowScore(f *flowbench.Figures) {
	c.printf("%s, %s without a prediction\n\n", count(f.Turns, "turn", "turns"), thousands(f.Missing))
	c.table(func(w io.Writer) {
		tabbed(w, "", "P", "R", "F1", "RIGHT", "DUE")
		p, r, f1 := f.Tools.Rates()
		tabbed(w, "calls", decimals(p), decimals(r), decimals(f1), thousands(f.Tools.Right), thousands(f.Tools.Gold))
		p, r, f1 = f.Params.Rates()
		tabbed(w, "parameters", decimals(p), decimals(r), decimals(f1), thousands(f.Params.Right), thousands(f.Params.Gold))
	})
	c.printf("\n%s\n", fmt.Sprintf("%s of %s are responses", thousands(f.Answered), count(f.Responses, "response that was due", "responses that were due")))
}
