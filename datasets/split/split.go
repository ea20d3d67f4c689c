// Package split divides a dataset into sides, such as train and test, so that no side
// gives away the content of another.
//
// A [Planner] sees every entry once and makes a [Plan], which returns the side of an entry
// by its id. The same entries, options and seed give the same plan, in any order of the
// entries.
//
// Two requests are near duplicates if they are the same, or if the sets of their words
// overlap by at least [Threshold] after their values are masked (package stats). Near
// duplicates are never on two sides. They are found by MinHash with banding, and kept
// together by union-find. If entries are divided by toolset, tool or switch path, keeping
// near duplicates together would join what has to be apart. Then only the side that has
// most entries of a group keeps its entries. The others of the group are on no side, and
// the plan lists them ([Plan.LeftOut]).
//
// A [Leaks] report is made from the files that were written, without the plan. It finds
// near duplicates by an exact search instead.
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

// Threshold is the least overlap (Jaccard) of the words of two masked requests that are
// near duplicates.
const Threshold = 0.8

// By is what is never on two sides.
type By string

// The ways to divide.
const (
	ByRandom  By = "random"  // only near duplicates
	ByToolset By = "toolset" // the entry's toolset
	ByTool    By = "tool"    // the tools that are called
	ByPath    By = "path"    // the switch path
)

// Bys lists the ways to divide.
func Bys() []By { return []By{ByRandom, ByToolset, ByTool, ByPath} }

// Share is the share of a dataset that a side should get.
type Share struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"` // from 0 to 1
}

// Options say how to divide a dataset.
type Options struct {
	Seed   uint64
	By     By
	Shares []Share // their sum is 1; see ParseShares
	// Test names the toolsets of the side "test"; all others are "train". It needs
	// ByToolset, and Shares must be nil.
	Test []string
}

// Error is an option that cannot be used, and a hint that says what to do instead.
type Error struct{ Problem, Hint string }

func (e *Error) Error() string { return e.Problem }

func wrong(hint, format string, args ...any) error {
	return &Error{fmt.Sprintf(format, args...), hint}
}

// sideName matches what Hugging Face accepts as the name of a split.
var sideName = regexp.MustCompile(`^\w+(\.\w+)*$`)

const sharesHint = "shares are written like train=0.9,test=0.1"

// ParseShares reads "train=0.9,test=0.1". Hugging Face must accept the names for splits,
// and the sum must be 1. Errors are of type [*Error].
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
			return nil, wrong("names have letters, digits, _ and dots between them: test.easy", "%q cannot be the name of a side", name)
		}
		if slices.ContainsFunc(shares, func(s Share) bool { return strings.EqualFold(s.Name, name) }) {
			return nil, wrong("give each side one share", "side %s is given twice", name)
		}
		share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(share > 0 && share < 1) {
			return nil, wrong(sharesHint, "the share of %s is %q, not a number between 0 and 1", name, number)
		}
		shares = append(shares, Share{name, share})
		sum += share
	}
	if len(shares) > MaxSides {
		return nil, wrong("use fewer sides", "there are %d sides, but at most %d can be compared", len(shares), MaxSides)
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
		return wrong("give shares, or the toolsets of the test side", "shares cannot be combined with toolsets for the test side")
	case len(o.Test) > 0 && o.By != ByToolset:
		return wrong("divide by toolset", "toolsets for the test side cannot be combined with a division by %s", o.By)
	case len(o.Test) == 0 && len(o.Shares) < 2:
		return wrong(sharesHint, "at least two sides are needed")
	}
	return nil
}

// sides returns the sides with their shares, which are 0 if toolsets are named.
func (o *Options) sides() []Share {
	if len(o.Test) > 0 {
		return []Share{{Name: "train"}, {Name: "test"}}
	}
	return o.Shares
}

// smallestFirst returns the indices of sides in the order of their shares.
func smallestFirst(shares []Share) []int {
	order := make([]int, len(shares))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shares[a].Share, shares[b].Share) })
	return order
}

var errTwice = errors.New("another entry has the same id")
