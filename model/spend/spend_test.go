package spend

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"switchyard/model"
)

func TestOf(t *testing.T) {
	answer := model.Response{Retries: 2, Took: time.Second, Waited: time.Minute, Usage: model.Usage{Input: 10, Cached: 4, Output: 3}}
	stored := answer
	stored.Stored = true
	for name, c := range map[string]struct {
		answer *model.Response
		err    error
		want   Spent
	}{
		"paid":        {&answer, nil, Spent{Calls: 1, Retries: 2, Input: 10, Cached: 4, Output: 3, Endpoint: time.Second, Waiting: time.Minute}},
		"stored":      {&stored, nil, Spent{Calls: 1, Stored: 1, Retries: 2, Endpoint: time.Second, Waiting: time.Minute}},
		"failed":      {nil, fmt.Errorf("wrapped: %w", &model.Error{Attempts: 4}), Spent{Failed: 1, Retries: 3}},
		"never tried": {nil, &model.Error{}, Spent{Failed: 1}},
		"other error": {nil, errors.New("no"), Spent{Failed: 1}},
	} {
		if got := Of(c.answer, c.err); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// Every field is added: one that is forgotten would make totals too small.
func TestAdd(t *testing.T) {
	one := Spent{1, 2, 3, 4, 5, 6, 7, 8, 9}
	sum := one
	sum.Add(one)
	if want := (Spent{2, 4, 6, 8, 10, 12, 14, 16, 18}); sum != want {
		t.Errorf("%+v, want %+v", sum, want)
	}
}

// The order in which requests end must not show.
func TestUsage(t *testing.T) {
	spent := []Use{
		{Who{"user", "a"}, Spent{Calls: 1}}, {Who{"user", "b"}, Spent{Calls: 2}}, {Who{"judge", "a"}, Spent{Calls: 3}},
		{Who{"planner", "a"}, Spent{Calls: 4}}, {Who{"user", "a"}, Spent{Calls: 5}},
	}
	want := Usage{{Who{"user", "a"}, Spent{Calls: 6}}, {Who{"user", "b"}, Spent{Calls: 2}}, {Who{"planner", "a"}, Spent{Calls: 4}}, {Who{"judge", "a"}, Spent{Calls: 3}}}
	for range len(spent) {
		spent = append(spent[1:], spent[0])
		var got, copied Usage
		for _, use := range spent {
			got.Spend(use.Who, use.Spent)
		}
		copied.Add(got)
		if !slices.Equal(got, want) || !slices.Equal(copied, want) {
			t.Fatalf("%+v and %+v, want %+v", got, copied, want)
		}
		if sum := got.Sum(); sum != (Spent{Calls: 15}) {
			t.Errorf("sum %+v", sum)
		}
	}
}
