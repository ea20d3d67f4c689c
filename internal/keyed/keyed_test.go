package keyed

import "testing"

func TestHashTellsPartsApart(t *testing.T) {
	seen := map[uint64]string{}
	for _, key := range [][]string{{}, {""}, {"", ""}, {"a", "b"}, {"ab"}, {"a", "", "b"}, {"b", "a"}} {
		h := Hash(1, key...)
		if other, ok := seen[h]; ok {
			t.Errorf("keys %q and %s have the same hash", key, other)
		}
		seen[h] = key0(key)
	}
	if Hash(1, "a") == Hash(2, "a") {
		t.Error("the seed does not count")
	}
}

func key0(key []string) string { return "key" + Int(len(key)) }

func TestSameKeySameNumbers(t *testing.T) {
	a, b := New(7, "x", "1"), New(7, "x", "1")
	for range 100 {
		if a.Uint64() != b.Uint64() {
			t.Fatal("two generators of one key differ")
		}
	}
}
