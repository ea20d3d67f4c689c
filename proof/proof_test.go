package proof

import (
	"encoding/json"
	"testing"
)

func TestGoodEntries(t *testing.T) {
	p := New()
	for name, entry := range entries() {
		t.Run(name, func(t *testing.T) {
			line, err := json.Marshal(entry())
			if err != nil {
				t.Fatal(err)
			}
			e, problems := p.Bytes(line)
			if e == nil {
				t.Error("no entry")
			}
			wantChecks(t, problems)
		})
	}
}
