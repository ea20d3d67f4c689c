// Package flow says what workflow knowledge is: what a company has its assistant do for one
// scenario, in which order and under which conditions.
//
// A [Workflow] is a graph. Its nodes speak to the user or call a tool; its edges say when which
// node comes next: what the user wants, or what a call returned, as a [Condition]. [Check] finds
// everything that is wrong with a workflow before anybody follows it: arguments that nobody
// gave, cases that are forgotten or meant twice, steps that cannot be reached, calls that come
// too early. [Space] lists what there is to walk: every edge, and every way from the start to an
// end.
//
// Package flowfile reads and writes workflow files, and package forms puts the same knowledge
// into prose, code, flowcharts and PDL.
//
// Sources: Xiao et al., FlowBench (workflow knowledge as text, code and flowchart); Shi et al.,
// FlowAgent (procedure description language, preconditions of calls).
package flow
