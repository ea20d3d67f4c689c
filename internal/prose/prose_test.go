package prose

import "testing"

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 545835: "545,835", -1234: "-1,234", -123: "-123", 12345678: "12,345,678"} {
		if got := Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %q, want %q", n, got, want)
		}
	}
	if got := Count(1, "entry", "entries") + ", " + Count(2000, "entry", "entries"); got != "1 entry, 2,000 entries" {
		t.Error(got)
	}
}

func TestJoin(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := Join(words); got != want {
			t.Errorf("Join(%q) = %q, want %q", words, got, want)
		}
	}
}
