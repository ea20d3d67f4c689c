package out

import (
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/out/corpus"
)

func (trl) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	readBackExamples(t, trl{}, to, entries, o, func(*corpus.Example) {})
}

func TestTRLRoundTrip(t *testing.T) {
	encode := func(x *corpus.Example) ([]byte, error) { return trl{}.encode(x, ExportOptions{}) }
	roundTrip(t, trl{}, true, encode, everyTurnTrains)
}

// TestTRLRules: one type for each column of every row, whatever the options.
func TestTRLRules(t *testing.T) {
	for name, o := range exportChoices() {
		var keys []string
		for i, line := range exported(t, trl{}, o, sample(), short()).lines["train.jsonl"] {
			doc := decoded(t, line).(map[string]any)
			var have []string
			var messages []any
			for key, v := range doc {
				have = append(have, key)
				if key == "tools" {
					if _, text := v.(string); text != o.ToolsText {
						t.Errorf("%s: tools are a %T", name, v)
					}
				}
			}
			for _, key := range []string{"messages", "prompt", "completion"} {
				list, _ := doc[key].([]any)
				messages = append(messages, list...)
			}
			if slices.Sort(have); i > 0 && !slices.Equal(have, keys) {
				t.Errorf("%s: columns %v and %v", name, keys, have)
			}
			keys = have
			checkPairs(t, name, messages)
			for _, m := range messages {
				m := m.(map[string]any)
				if _, ok := m["content"].(string); !ok {
					t.Errorf("%s: content is %v", name, m["content"])
				}
				if _, named := m["name"]; named != (m["role"] == "tool") {
					t.Errorf("%s: %v has the name %v", name, m["role"], m["name"])
				}
			}
			walk(messages, func(key string, v any) {
				if _, object := v.(map[string]any); key == "arguments" && !object || v == nil {
					t.Errorf("%s: %s is %v", name, key, v)
				}
			})
		}
	}
}

// TestTRLCompletion: what carries loss is the completion.
func TestTRLCompletion(t *testing.T) {
	roles := func(list any) string {
		var said []string
		for _, m := range list.([]any) {
			said = append(said, m.(map[string]any)["role"].(string)[:1])
		}
		return strings.Join(said, "")
	}
	for _, c := range []struct {
		o                  corpus.Options
		prompt, completion string
	}{
		{corpus.Options{Loss: corpus.LossLast}, "suatauattatau", "a"},
		{corpus.Options{Loss: corpus.LossMission}, "suatauattatau", "a"},
		{corpus.Options{Unit: corpus.PerMission}, "su", "ata"},
	} {
		line := exported(t, trl{}, ExportOptions{Options: c.o}, short()).lines["train.jsonl"][0]
		doc := decoded(t, line).(map[string]any)
		if prompt, completion := roles(doc["prompt"]), roles(doc["completion"]); prompt != c.prompt || completion != c.completion {
			t.Errorf("%+v: %s and %s", c.o, prompt, completion)
		}
	}
}

func TestTRLPair(t *testing.T) {
	p := onePair(t)
	for _, o := range []ExportOptions{{}, {ToolsText: true}} {
		line, err := trlPreference{}.encode(p, o)
		if err != nil {
			t.Fatal(err)
		}
		checkPairLine(t, "trl-dpo", line)
		if _, text := decoded(t, string(line)).(map[string]any)["tools"].(string); text != o.ToolsText {
			t.Errorf("tools in %s", line)
		}
	}
	p.Rejected = append(p.Rejected, p.Rejected[0])
	if _, err := (trlPreference{}).encode(p, ExportOptions{}); err != nil {
		t.Errorf("two messages on a side: %v", err)
	}
}
