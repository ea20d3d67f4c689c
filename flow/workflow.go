package flow

import (
	"slices"
	"strings"
	"sync"

	"switchyard/internal/document"
	"switchyard/internal/jsonptr"
	"switchyard/tools"
)

// Workflow is what has to be done for one scenario.
type Workflow struct {
	Name     string // an identifier: "flight_booking"
	Title    string // for people: "Book a flight"
	Scenario string // of the toolset
	About    string // what it is for, in a sentence or two
	Set      *tools.Toolset
	Opens    []*tools.Phrase // how users begin; slots are those of the workflow
	Slots    []*Slot
	Nodes    []*Node // the first one is the start
	// Before lists preconditions: tools that must have succeeded before another is called.
	Before []Precondition
	// Answers are topics of the toolset that may be answered at any time, and Outside are
	// topics that the assistant refuses.
	Answers, Outside []*tools.Topic

	Source string // the file, or where else it comes from
	Hash   string // SHA-256 of the bytes that it was read from, hexadecimal

	domains sync.Map // of fieldOf → domain
}

// Start is the node at which a conversation begins.
func (w *Workflow) Start() *Node { return w.Nodes[0] }

// Node returns the node with that id, or nil.
func (w *Workflow) Node(id string) *Node {
	return find(w.Nodes, func(n *Node) bool { return n.ID == id })
}

// Slot returns the slot of that name, or nil.
func (w *Workflow) Slot(name string) *Slot {
	return find(w.Slots, func(s *Slot) bool { return s.Name == name })
}

// Edges lists all edges, in the order of the nodes.
func (w *Workflow) Edges() (all []*Edge) {
	for _, n := range w.Nodes {
		all = append(all, n.Edges...)
	}
	return all
}

// Tools lists the tools that the workflow calls, in the order of its nodes.
func (w *Workflow) Tools() (all []*tools.Tool) {
	for _, n := range w.Nodes {
		if n.Call != nil && !slices.Contains(all, n.Call) {
			all = append(all, n.Call)
		}
	}
	return all
}

func find[T any](list []*T, fits func(*T) bool) *T {
	if i := slices.IndexFunc(list, fits); i >= 0 {
		return list[i]
	}
	return nil
}

// Precondition says which tools must have succeeded before one is called.
type Precondition struct {
	Tool    *tools.Tool
	Needs   []*tools.Tool
	Because string // the reason, as a sentence for users; may be empty
	At      document.Place
}

// Slot is something that the user says: a parameter of a tool.
type Slot struct {
	Name  string
	Tool  *tools.Tool
	Param *tools.Param
	About string
	Why   string // what the assistant answers when asked why it needs this; may be empty
	// From is the call whose list holds the thing that the user picks. Before it is called, or
	// if it is nil, users have the value from elsewhere.
	From *Node
	// Optional slots are not asked for. They are used if the user mentions them.
	Optional bool
	// Same are parts of the value that are what another slot is, once that is known.
	Same []Part
	At   document.Place
}

// Part is a property of an object that a slot holds.
type Part struct {
	Prop string
	Slot *Slot
}

// Node is one step: it either speaks to the user or calls a tool.
type Node struct {
	ID string

	// A node that speaks tells something, asks for slots, or both.
	Tell  string  // what the user is told, as an instruction: "that no flight fits"
	Shows []*Node // the calls whose results are told
	Ask   []*Slot // a node without Tell is passed over if all of them are known
	Say   []*tools.Phrase
	Says  []*tools.Phrase // how users answer, each for the slots that it has

	// A node that calls has a tool and the arguments.
	Call *tools.Tool
	Args []Arg

	Edges []*Edge
	At    document.Place
}

// Ends reports whether the workflow ends with the node.
func (n *Node) Ends() bool { return len(n.Edges) == 0 }

// Wishes lists the edges that the user decides.
func (n *Node) Wishes() []*Edge {
	return slices.DeleteFunc(slices.Clone(n.Edges), func(e *Edge) bool { return !e.Wished() })
}

// Onward lists the other edges: they follow when the slots are known, or when the call has
// returned.
func (n *Node) Onward() []*Edge {
	return slices.DeleteFunc(slices.Clone(n.Edges), (*Edge).Wished)
}

// Arg says where an argument of a call comes from: exactly one of Slot, Node and Value is set.
type Arg struct {
	Param *tools.Param
	Slot  *Slot
	Node  *Node  // the call that returned it
	Field string // dotted path in what it returned
	Value any    // a constant
}

// Edge leads from one node to the next.
type Edge struct {
	From, To *Node
	// User is what the user wants, said of the user: "picks a flight". It is empty for edges
	// that the user does not decide.
	User    string
	Says    []*tools.Phrase // how users say it; slots are those of the workflow
	Gives   []*Slot         // what the user says with it
	Forgets []*Slot         // what no longer holds
	// If is what must be true; an edge without it, among others with one, is taken if none of
	// these is.
	If Condition
	At document.Place
}

// Wished reports whether the user decides the edge.
func (e *Edge) Wished() bool { return e.User != "" }

// Otherwise reports whether the edge is taken if no other is.
func (e *Edge) Otherwise() bool {
	return !e.Wished() && len(e.If) == 0 && len(e.From.Onward()) > 1
}

// String names the edge: "search -> offer", with what decides it.
func (e *Edge) String() string {
	s := e.From.ID + " -> " + e.To.ID
	switch {
	case e.Wished():
		s += " (" + e.User + ")"
	case len(e.If) > 0:
		s += " (" + e.If.String() + ")"
	}
	return s
}

// names joins the names of slots.
func names(slots []*Slot) string {
	list := make([]string, len(slots))
	for i, s := range slots {
		list[i] = s.Name
	}
	return strings.Join(list, ", ")
}

// Pointer is the JSON pointer (RFC 6901) of a dotted path.
func Pointer(path string) string { return jsonptr.Join(strings.Split(path, ".")...) }
