// Package session says what a session is: a conversation in which an assistant follows workflows.
//
// A [Session] holds everything that is needed to check it: when it is, who the user is, the
// tools, the workflows as graphs, and one [Exchange] after another. An exchange begins with what
// the user says and ends with what the assistant answers; in between it calls tools. The package
// only holds types.
package session

import (
	"encoding/json"

	"switchyard/mission"
)

// Format is the format of a session: one line of sessions.jsonl.
const Format = "switchyard-session/1"

// Session is a conversation in which an assistant follows workflows.
type Session struct {
	Format      string              `json:"format"`
	ID          string              `json:"id"`
	Environment mission.Environment `json:"environment"`
	Persona     mission.Persona     `json:"persona"`
	Toolset     mission.Toolset     `json:"toolset"`
	Workflows   []Workflow          `json:"workflows"`
	Runs        []Run               `json:"runs"`
	Exchanges   []Exchange          `json:"exchanges"`
}

// Workflow is the knowledge that a session follows, as a graph.
type Workflow struct {
	Name     string              `json:"name"`
	Title    string              `json:"title"`
	Scenario string              `json:"scenario,omitempty"`
	About    string              `json:"about"`
	Slots    []Slot              `json:"slots"`
	Nodes    []Node              `json:"nodes"` // the first one is the start
	Before   map[string][]string `json:"before,omitempty"`
	Because  map[string]string   `json:"because,omitempty"` // why the calls of Before come first
	Answers  []Topic             `json:"answers,omitempty"` // may be answered at any time
	Outside  []Topic             `json:"outside,omitempty"` // are refused
}

// Slot is something that the user says: a parameter of a tool.
type Slot struct {
	Name     string `json:"name"`
	Tool     string `json:"tool"`
	Param    string `json:"param"`
	Noun     string `json:"noun,omitempty"` // what people call it
	About    string `json:"about,omitempty"`
	Why      string `json:"why,omitempty"`
	From     string `json:"from,omitempty"` // the node whose list holds the thing
	Optional bool   `json:"optional,omitempty"`
}

// Topic is a subject that is no part of the workflow.
type Topic struct {
	Name    string   `json:"name"`
	Asks    []string `json:"asks,omitempty"` // how users ask
	Answers []string `json:"answers"`        // what the assistant says
}

// Node is one step.
type Node struct {
	ID    string   `json:"id"`
	Tell  string   `json:"tell,omitempty"`
	Shows []string `json:"shows,omitempty"`
	Ask   []string `json:"ask,omitempty"`
	Call  string   `json:"call,omitempty"`
	Args  []Arg    `json:"args,omitempty"`
	Edges []Edge   `json:"edges,omitempty"`
}

// Arg says where an argument comes from: a slot, a field of a result, or a constant.
type Arg struct {
	Param string          `json:"param"`
	Slot  string          `json:"slot,omitempty"`
	Node  string          `json:"node,omitempty"`
	Field string          `json:"field,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

// Edge leads from one node to the next.
type Edge struct {
	To      string   `json:"to"`
	User    string   `json:"user,omitempty"`
	Gives   []string `json:"gives,omitempty"`
	Forgets []string `json:"forgets,omitempty"`
	If      []Test   `json:"if,omitempty"`
}

// Test asks something of a field that a call returned, or of a slot.
type Test struct {
	Node   string            `json:"node,omitempty"`
	Field  string            `json:"field,omitempty"`
	Slot   string            `json:"slot,omitempty"`
	Op     string            `json:"op"` // as package flow has them
	Values []json.RawMessage `json:"values,omitempty"`
}

// Run is one workflow from its start to an end, or a mission without one.
type Run struct {
	Workflow int    `json:"workflow"`      // -1: none; the run is a mission of its own
	Way      string `json:"way"`           // the nodes in their order, as they were planned
	OOW      string `json:"oow,omitempty"` // the sub-type in which the user leaves the workflow
	At       string `json:"at,omitempty"`  // the node at which the user leaves it
	Outcome  string `json:"outcome"`       // done or cancelled
	Goals    []Goal `json:"goals"`
}

// Goal is something that a run has to achieve.
type Goal struct {
	// Call is a call that must be made, with its arguments; Told is an answer that must be given,
	// as the index of the call whose result it is.
	Exchange int  `json:"exchange"`
	Call     int  `json:"call"`
	Changes  bool `json:"changes"` // it changes the world; otherwise its result is told
}

// Exchange begins with what the user says, and ends with what the assistant says.
type Exchange struct {
	Run  int    `json:"run"`  // the run that it belongs to
	Node string `json:"node"` // where the conversation stands when the user speaks; empty at the beginning of a run
	User string `json:"user"`
	// Wish is what the user wants at the node: the text of an edge. It is empty when the user
	// answers or begins.
	Wish  string   `json:"wish,omitempty"`
	OOW   string   `json:"oow,omitempty"` // the sub-type, if the user leaves the workflow here
	Said  []Said   `json:"said,omitempty"`
	Acts  []Act    `json:"acts"`
	Calls []Called `json:"calls,omitempty"` // of the acts, in their order
	Reply string   `json:"reply"`
	// Mission is what happened, if the run follows no workflow: one mission as entries have them.
	// In its sources, it counts as mission 0. The exchange has no acts then.
	Mission *mission.Mission `json:"mission,omitempty"`
}

// Called is a call that was made.
type Called struct {
	Tool        string          `json:"tool"`
	Arguments   json.RawMessage `json:"arguments"`
	Sources     []Source        `json:"sources"` // one for each argument
	Status      int             `json:"status"`  // HTTP-like status: 200, 409
	Observation json.RawMessage `json:"observation"`
}

// Source says where an argument comes from: what the user said for a slot, what a call returned,
// or the workflow.
type Source struct {
	Param    string `json:"param"`
	Slot     string `json:"slot,omitempty"`
	Exchange int    `json:"exchange"`       // where it was said or returned
	Call     int    `json:"call,omitempty"` // of the exchange
	At       string `json:"at,omitempty"`   // JSON pointer into the observation
	Constant bool   `json:"constant,omitempty"`
}

// Said is the value of a slot that the user said.
type Said struct {
	Slot  string          `json:"slot"`
	Value json.RawMessage `json:"value"`
	// Sources say in which words each leaf value was said; pointers are as in the arguments of the
	// slot's tool. A thing that was picked from a list has one source of kind shown, whose Mission
	// is the exchange of the list and whose Choice has the words.
	Sources []mission.Source `json:"sources"`
}

// ActKind is what the assistant does at a node.
type ActKind string

// The acts.
const (
	Ask    ActKind = "ask"    // it asks for slots
	Tell   ActKind = "tell"   // it tells something
	Call   ActKind = "call"   // it calls a tool
	Answer ActKind = "answer" // it answers what is no part of the workflow
	Refuse ActKind = "refuse" // it refuses politely
	Accept ActKind = "accept" // it takes note of something
	Close  ActKind = "close"  // it ends the run at the user's wish
)

// Act is one thing that the assistant does. An exchange ends with one or two acts that speak:
// first the reaction to a user who left the workflow, then what is told or asked at a node.
type Act struct {
	Node  string   `json:"node"`
	Kind  ActKind  `json:"kind"`
	Slots []string `json:"slots,omitempty"` // Ask
	Call  int      `json:"call,omitempty"`  // Call: index in Calls
	Shows []string `json:"shows,omitempty"` // Tell: the nodes whose results are told
	Topic string   `json:"topic,omitempty"` // Answer, Refuse
	// Passed reports that the node only asks for what is known, so that nothing is said.
	Passed bool `json:"passed,omitempty"`
}
