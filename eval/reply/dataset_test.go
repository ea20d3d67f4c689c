package reply

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"switchyard/gen"
	"switchyard/internal/race"
	"switchyard/mission"
	"switchyard/tools"
	"switchyard/tools/catalog"
)

var exhaustive = flag.Bool("exhaustive", false, "check the replies of whole datasets (a minute)")

// entriesOf reads entries.
func entriesOf(t *testing.T, in io.Reader) (list []*mission.Entry) {
	t.Helper()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		e := &mission.Entry{}
		if err := json.Unmarshal(lines.Bytes(), e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// recorded are entries with true replies that once were thought wrong.
func recorded(t *testing.T) []*mission.Entry {
	t.Helper()
	return entriesIn(t, "testdata/true.jsonl.gz")
}

// entriesIn reads a packed file of entries.
func entriesIn(t *testing.T, name string) []*mission.Entry {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	return entriesOf(t, unpacked)
}

// wrong lists the replies of an entry that are thought wrong.
func wrong(e *mission.Entry, c *Checker) (list []string) {
	for m := range e.Missions {
		if problems := c.Check(e, m, e.Missions[m].Reply); len(problems) > 0 {
			list = append(list, fmt.Sprintf("%s#%d: %v\n%s", e.ID, m+1, problems, e.Missions[m].Reply))
		}
	}
	return list
}

// hold checks that the replies of entries are right, apart from some of a thousand.
func hold(t *testing.T, list []*mission.Entry, ofThousand int) {
	t.Helper()
	c, missions := New(), 0
	var found []string
	for _, e := range list {
		missions += len(e.Missions)
		found = append(found, wrong(e, c)...)
	}
	for _, text := range found {
		t.Log(text)
	}
	if len(found)*1000 > missions*ofThousand {
		t.Errorf("%d of %d replies are thought wrong", len(found), missions)
	}
}

func TestRecordedRepliesHold(t *testing.T) { hold(t, recorded(t), 0) }

// No reply of a dataset is wrong.
func TestOwnRepliesHold(t *testing.T) {
	seeds, limit, tolerated := []uint64{1}, 96, 0
	switch {
	case *exhaustive:
		seeds, limit, tolerated = []uint64{1, 2, 3, 4, 5, 6}, 0, 1 // words have more meanings than rules
	case race.Enabled || testing.Short():
		t.Skip("the toolsets are read and nothing is raced")
	}
	var sets []*tools.Toolset
	for _, name := range catalog.Names() {
		set, err := catalog.Toolset(name)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, set)
	}
	for _, seed := range seeds {
		c := gen.Config{Seed: seed, Toolsets: sets, Distractors: 2, Limit: limit, Out: filepath.Join(t.TempDir(), "d"), Version: "test"}
		if _, err := gen.Run(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(filepath.Join(c.Out, "entries.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		list := entriesOf(t, file)
		_ = file.Close() // it was only read
		if len(list) < limit/2 || len(list) == 0 {
			t.Errorf("seed %d: %d entries", seed, len(list))
		}
		hold(t, list, tolerated)
	}
}

// The true replies with one thing wrong are found, so that nothing was let through with them.
func TestSpoiltRepliesFail(t *testing.T) {
	entries := map[string]*mission.Entry{}
	for _, e := range recorded(t) {
		entries[e.ID] = e
	}
	for _, c := range []struct {
		entry     string
		mission   int // from 1
		old, next string
	}{
		{"s1.clarify.single-010", 1, "It is a quiet ride without stops", "Quiet ride: no"},
		{"s1.clarify.single-010", 1, "It is a quiet ride without stops", "It is not a quiet ride"},
		{"s1.multi.multi.clarify.clarify-001", 1, "doesn't include a checked bag", "includes a checked bag"},
		{"s2.single-004", 1, "is approved, so its payout day is fixed", "is approved, and its payout day is now 23 February 2026"},
		{"s2.single-004", 1, "is approved, so its payout day is fixed", "has been changed; it is approved"},
		{"s2.single.single.multi.single-001", 4, "was called off before; its status is \"cancelled\"", "is cancelled"},
		{"s2.multi.multi-014", 2, "94 per cent", "93 per cent"},
		{"s3.multi.single.single.single-001", 1, "takes 24 minutes", "takes 26 minutes"},
		{"s4.multi-050", 1, "I checked invoice **INV-37626**: no problem was found.", ""},
		{"s8.multi.chat-012", 1, "charged at €45.", "charged at €44."},
		{"s7.chat.clarify.multi.multi-001", 4, "departure at 14:20", "departure at 11:00"},
		{"s4.single.single.multi.multi-001", 3, "the pickup is now at 08:00", "the pickup is now at 08:30"},
		{"s1.multi.multi.multi.single-001", 1, "3 payments have", "7 payments have"},
		{"s5.multi-026", 1, "about €24", "about €34"},
		{"s1.multi.multi-013", 1, "Mall (economy)", "Mall (electric)"},
		{"s1.chat.multi.multi.chat-001", 4, "against 3.7", "against 3.6"},
		{"s1.chat.multi.multi.chat-001", 4, "4.2 out of 5, against 3.7", "3.7 out of 5, against 4.2"},
		{"s2.multi.clarify-007", 2, "20 minutes", "27 minutes"},
		{"s4.multi.chat-002", 1, "I have added a suitcase of 16 kg and a ski bag of 18 kg", "I could not add a suitcase of 16 kg and a ski bag of 18 kg"},
		{"s4.multi.chat-002", 1, "Extra bags have been added", "Extra bags have not been added"},
		{"s6.single.single.multi.chat-001", 3, "2 jobs are waiting", "3 jobs are waiting"},
		{"s6.single.single.multi.chat-001", 3, "status is \"on hold\"", "status is \"waiting\""},
		{"s6.multi.clarify.multi.clarify-001", 4, "Invoice **IV748650** for order **ON-460299** is", "Invoice **IV748650** is ready. Order **ON-460299** is"},
	} {
		e := entries[c.entry]
		if e == nil || len(e.Missions) < c.mission || !strings.Contains(e.Missions[c.mission-1].Reply, c.old) {
			t.Errorf("%s#%d: no %q", c.entry, c.mission, c.old)
			continue
		}
		if text := strings.Replace(e.Missions[c.mission-1].Reply, c.old, c.next, 1); len(New().Check(e, c.mission-1, text)) == 0 {
			t.Errorf("%s#%d passes with %q", c.entry, c.mission, c.next)
		}
	}
}
