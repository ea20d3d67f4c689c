// Package worf reads and scores workflows as WorFBench has them: a list of subtasks, and which
// of them waits for which.
//
// Start with [Parse], which reads a workflow as an agent writes it, and [Evaluate], which
// compares it with the correct one. Its rules are those of WorFEval, the scorer of the bench,
// or stricter ones that mend its flaws; see [Rules]. How much two subtasks are alike is said by
// a [Similarity]: [Exact] and [Lexical] need no model.
//
// Source: Qiao et al., Benchmarking Agentic Workflow Generation (WorFBench), section 3 and
// appendix; github.com/zjunlp/WorFBench, node_eval.py and evaluator/graph_evaluator.py.
package worf
