package reply

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"switchyard/mission"
)

// BenchmarkCheck checks the replies of one entry with four missions, a little changed.
func BenchmarkCheck(b *testing.B) {
	file, err := os.Open("../testdata/plays/builtin-90210/entries.jsonl.gz")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		b.Fatal(err)
	}
	var e mission.Entry
	for lines := json.NewDecoder(bufio.NewReader(unpacked)); len(e.Missions) < 4; {
		e = mission.Entry{}
		if err := lines.Decode(&e); err != nil {
			b.Fatal(err)
		}
	}
	c := New()
	for b.Loop() {
		for m := range e.Missions {
			c.Check(&e, m, e.Missions[m].Reply+" Please let me know.")
		}
	}
}
