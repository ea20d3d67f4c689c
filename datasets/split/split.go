// Package split divides a dataset into sides, such as train and test, so that
// nothing of one side gives away the other.
//
// A [Planner] sees every entry once and makes a [Plan], which gives for the id
// of an entry the name of its side. The same entries, options and seed give
// the same plan, in whatever order the entries come.
//
// Two requests are near duplicates when they are the same, or when, with their
// values masked (package stats), the sets of their words overlap by at least
// [Threshold]. Near duplicates are never on two sides. They are found by
// MinHash with banding, and kept together by union-find. When entries are
// divided by toolset, tool or switch path, keeping near duplicates together
// would join what has to be apart: there, the side that has most of a group
// keeps it, and the other entries of the group are left out of all sides, by
// name.
//
// A [Leaks] report is made from the files that were written, and knows nothing
// of the plan: it finds near duplicates by an exact search instead.
package split

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Threshold is the overlap (Jaccard) of the words of two masked requests from
// which they are near duplicates.
const Threshold = 0.8

// By is what never stands on two sides.
type By string

// The ways to divide.
const (
	ByRandom  By = "random"  // nothing but near duplicates
	ByToolset By = "toolset" // the entry's toolset
	ByTool    By = "tool"    // the tools that are called
	ByPath    By = "path"    // the switch path
)

// Bys lists the ways to divide.
func Bys() []By { return []By{ByRandom, ByToolset, ByTool, ByPath} }

// Share is how much of a dataset a side is to have.
type Share struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"` // of 1
}

// Options say how a dataset is divided.
type Options struct {
	Seed   uint64
	By     By
	Shares []Share // of which the sum is 1; see ParseShares
	// Test names the toolsets that make up the side "test", all others being
	// "train". With it, By is ByToolset and Shares are nil.
	Test []string
}

// Error is an option that cannot be followed. The command line prints the hint
// on a line of its own.
type Error struct{ Problem, Hint string }

func (e *Error) Error() string { return e.Problem }

func wrong(hint, format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...), hint}
}

// sideName is what Hugging Face takes for the name of a split.
var sideName = regexp.MustCompile(`^\w+(\.\w+)*$`)

const sharesHint = "shares are written like train=0.9,test=0.1"

// ParseShares reads "train=0.9,test=0.1". Names are those that Hugging Face
// takes for splits, and the sum is 1. Errors are of type [*Error].
func ParseShares(s string) ([]Share, error) {
	var (
		shares []Share
		sum    float64
	)
	for part := range strings.SplitSeq(s, ",") {
		name, number, ok := strings.Cut(strings.TrimSpace(part), "=")
		name = strings.TrimSpace(name)
		if !ok {
			return nil, wrong(sharesHint, "%q is not a share", part)
		}
		if !sideName.MatchString(name) {
			return nil, wrong("names have letters, digits, _ and dots between them: test.easy", "%q is no name of a side", name)
		}
		if slices.ContainsFunc(shares, func(s Share) bool { return strings.EqualFold(s.Name, name) }) {
			return nil, wrong("give each side one share", "side %s is there twice", name)
		}
		share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(share > 0 && share < 1) {
			return nil, wrong(sharesHint, "the share of %s is %q, not a number between 0 and 1", name, number)
		}
		shares = append(shares, Share{name, share})
		sum += share
	}
	if len(shares) > MaxSides {
		return nil, wrong("take fewer sides", "there are %d sides, and at most %d can be compared", len(shares), MaxSides)
	}
	if math.Abs(sum-1) > 1e-9 {
		return nil, wrong(sharesHint, "the shares add up to %s, not to 1", strconv.FormatFloat(math.Round(sum*1e9)/1e9, 'f', -1, 64))
	}
	return shares, nil
}

// check says what is wrong with the options.
func (o *Options) check() error {
	if !slices.Contains(Bys(), o.By) {
		var names []string
		for _, b := range Bys() {
			names = append(names, string(b))
		}
		return wrong("the ways are "+strings.Join(names, ", "), "there is no way to divide by %q", o.By)
	}
	switch {
	case len(o.Test) > 0 && len(o.Shares) > 0:
		return wrong("give shares, or the toolsets of the test side", "shares and toolsets for the test side exclude each other")
	case len(o.Test) > 0 && o.By != ByToolset:
		return wrong("divide by toolset", "toolsets for the test side do not go with a division by %s", o.By)
	case len(o.Test) == 0 && len(o.Shares) < 2:
		return wrong(sharesHint, "there have to be two sides at least")
	}
	return nil
}

// sides are the shares of the sides; those of named toolsets have none.
func (o *Options) sides() []Share {
	if len(o.Test) > 0 {
		return []Share{{Name: "train"}, {Name: "test"}}
	}
	return o.Shares
}

// smallestFirst orders sides by their shares, as indices.
func smallestFirst(shares []Share) []int {
	order := make([]int, len(shares))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shares[a].Share, shares[b].Share) })
	return order
}

// errTwice is for entries of one id.
var errTwice = errors.New("another entry has the same id")
