package jsonptr

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The examples of RFC 6901, section 5.
func TestExamples(t *testing.T) {
	for pointer, names := range map[string][]string{
		"": nil, "/foo": {"foo"}, "/foo/0": {"foo", "0"}, "/": {""}, "/a~1b": {"a/b"}, "/c%d": {"c%d"},
		"/e^f": {"e^f"}, "/g|h": {"g|h"}, "/i\\j": {"i\\j"}, "/k\"l": {"k\"l"}, "/ ": {" "}, "/m~0n": {"m~n"}, "/~01": {"~1"},
	} {
		if got := Split(pointer); !slices.Equal(got, names) {
			t.Errorf("Split(%q) = %q, want %q", pointer, got, names)
		}
		if got := Join(names...); got != pointer {
			t.Errorf("Join(%q) = %q, want %q", names, got, pointer)
		}
	}
}

func TestSplitUndoesJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(rapid.String()).Draw(t, "names")
		if got := Split(Join(names...)); !slices.Equal(got, names) {
			t.Errorf("Split(Join(%q)) = %q", names, got)
		}
	})
}

func TestUnder(t *testing.T) {
	for _, test := range []struct {
		pointer, other string
		want           bool
	}{{"/a", "/a", true}, {"/a/0", "/a", true}, {"/ab", "/a", false}, {"/a", "/a/0", false}, {"/a", "", true}} {
		if got := Under(test.pointer, test.other); got != test.want {
			t.Errorf("Under(%q, %q) = %v", test.pointer, test.other, got)
		}
	}
}
