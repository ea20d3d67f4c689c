package out

import (
	"fmt"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/out/corpus"
)

func (axolotl) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	readBackExamples(t, axolotl{}, to, entries, o, func(*corpus.Example) {})
}

func TestAxolotlRoundTrip(t *testing.T) {
	encode := func(x *corpus.Example) ([]byte, error) { return axolotl{}.encode(x, ExportOptions{}) }
	// Nothing that anybody says is skipped: thoughts have a field of their own.
	roundTrip(t, axolotl{}, true, func(x *corpus.Example) ([]byte, error) {
		line, err := encode(x)
		if err != nil {
			err = fmt.Errorf("%v", err)
		}
		return line, err
	}, func(*corpus.Example) {})
}

func TestAxolotlRules(t *testing.T) {
	for name, o := range exportChoices() {
		for _, line := range exported(t, axolotl{}, o, sample(), short()).lines["train.jsonl"] {
			doc := decoded(t, line).(map[string]any)
			checkPairs(t, name, doc["messages"].([]any))
			walk(doc, func(key string, v any) {
				if _, text := v.(string); (key == "arguments" || key == "parameters") && !text || v == nil {
					t.Errorf("%s: %s is %v", name, key, v)
				}
			})
			if _, text := doc["tools"].(string); text != o.ToolsText {
				t.Errorf("%s: tools are a %T", name, doc["tools"])
			} else if text {
				walk(decoded(t, doc["tools"].(string)), func(key string, v any) {
					if _, object := v.(map[string]any); key == "parameters" && !object {
						t.Errorf("%s: parameters in the string are a %T", name, v)
					}
				})
			}
		}
	}
}

// TestAxolotlTraining: every message says whether it carries loss, and thoughts
// stand beside what is said.
func TestAxolotlTraining(t *testing.T) {
	o := ExportOptions{Options: corpus.Options{Unit: corpus.PerMission, Thoughts: true}}
	lines := exported(t, axolotl{}, o, short()).lines["train.jsonl"]
	var training []string
	for _, m := range decoded(t, lines[1]).(map[string]any)["messages"].([]any) {
		m := m.(map[string]any)
		training = append(training, fmt.Sprintf("%.1s=%v", m["role"], m["training"]))
		if thought, _ := m["reasoning_content"].(string); (thought != "") != (m["role"] == "assistant") || strings.Contains(m["content"].(string), "<think>") {
			t.Errorf("the thought of %v", m)
		}
	}
	want := "s=false u=false a=false t=false a=false u=false a=true t=false t=false a=true t=false a=true"
	if got := strings.Join(training, " "); got != want {
		t.Errorf("training is\n%s\nwant\n%s", got, want)
	}
}
