package out

import (
	"errors"
	"strings"
	"testing"

	"switchyard/mission"
	"switchyard/out/corpus"
)

func (llamaFactory) readBack(t *testing.T, to *memory, entries []*mission.Entry, o ExportOptions) {
	readBackExamples(t, llamaFactory{}, to, entries, o, everyTurnTrains)
}

func TestLlamaFactoryRoundTrip(t *testing.T) {
	roundTrip(t, llamaFactory{}, false, llamaFactory{}.encode, everyTurnTrains)
}

// TestLlamaFactoryRules are the rules that LLaMA-Factory's converter enforces.
func TestLlamaFactoryRules(t *testing.T) {
	for name, o := range exportChoices() {
		for _, line := range exported(t, llamaFactory{}, o, sample(), short()).lines["train/train.jsonl"] {
			doc := decoded(t, line).(map[string]any)
			turns := doc["conversations"].([]any)
			if len(turns)%2 != 0 {
				t.Errorf("%s: %d turns", name, len(turns))
			}
			called := 0
			for i, turn := range turns {
				from, value := turn.(map[string]any)["from"].(string), turn.(map[string]any)["value"].(string)
				if odd := from == "human" || from == "observation"; odd != (i%2 == 0) {
					t.Errorf("%s: turn %d is from %s", name, i, from)
				}
				if from == "function_call" {
					_, thought, _ := strings.Cut(value, "</think>\n\n")
					if thought == "" {
						thought = value
					}
					list, several := decoded(t, thought).([]any)
					if called = len(list); !several {
						called = 1
					} else if called < 2 {
						t.Errorf("%s: a list of %d calls", name, called)
					}
				}
				if from == "observation" {
					list, several := decoded(t, value).([]any)
					if several && len(list) != called || !several && called != 1 {
						t.Errorf("%s: %d calls return %s", name, called, value)
					}
				}
			}
			for _, tool := range decoded(t, doc["tools"].(string)).([]any) {
				tool := tool.(map[string]any)
				if _, ok := tool["parameters"].(map[string]any)["properties"].(map[string]any); !ok || tool["name"] == "" {
					t.Errorf("%s: the tool %v", name, tool)
				}
			}
		}
	}
}

func TestLlamaFactoryParallel(t *testing.T) {
	line := exported(t, llamaFactory{}, ExportOptions{}, sample()).lines["train/train.jsonl"][0]
	turns := decoded(t, line).(map[string]any)["conversations"].([]any)
	got := func(i int) string { return turns[i].(map[string]any)["value"].(string) }
	calls := `[{"name":"get_flight","arguments":{"flight_id":"FL-102"}},{"name":"get_weather","arguments":{"city":"Porto","date":"2024-07-19"}}]`
	if answers := `[{"flight_id":"FL-102","seats":4},{"sky":"sunny","high":27}]`; got(5) != calls || got(6) != answers {
		t.Errorf("the turns are\n%s\n%s", got(5), got(6))
	}
}

func TestLlamaFactorySkips(t *testing.T) {
	said := func(roles ...corpus.Role) []corpus.Message {
		var list []corpus.Message
		for _, r := range roles {
			list = append(list, corpus.Message{Role: r, Text: "{}"})
		}
		return list
	}
	both := said(corpus.User, corpus.Assistant)
	both[1].Calls = []corpus.Call{{ID: "1", Name: "a", Arguments: raw(`{}`)}}
	for _, c := range []struct {
		messages []corpus.Message
		want     error
	}{
		{said(corpus.User, corpus.User, corpus.Assistant), notAlternating},
		{said(corpus.User), notAlternating},
		{said(corpus.Assistant), notAlternating},
		{both, textAndCalls},
	} {
		if _, err := (llamaFactory{}).encode(&corpus.Example{Messages: c.messages}); !errors.Is(err, c.want) {
			t.Errorf("%v: %v, want %v", c.messages, err, c.want)
		}
	}
}

// TestLlamaFactoryProperties: LLaMA-Factory fails at tools without them.
func TestLlamaFactoryProperties(t *testing.T) {
	for _, parameters := range []string{`{"type":"object"}`, `{}`, `{"properties":null}`} {
		doc, err := llamaTools([]mission.Tool{{Name: "a", Parameters: raw("%s", parameters)}})
		if err != nil || !strings.Contains(doc, `"properties":{}`) {
			t.Errorf("%s becomes %s, %v", parameters, doc, err)
		}
	}
}

func TestLlamaFactoryInfo(t *testing.T) {
	for _, x := range []Finisher{llamaFactory{}, llamaPreference{}} {
		to := newMemory()
		if err := x.Finish(to, []string{"train", "test"}); err != nil {
			t.Fatal(err)
		}
		info := decoded(t, to.files["dataset_info.json"].String()).(map[string]any)
		checkPairLine(t, "llamafactory-info", []byte(to.files["dataset_info.json"].String()))
		prefix := "switchyard_"
		if x.Name() == "llamafactory-dpo" {
			prefix = "switchyard_dpo_"
		}
		train, ok := info[prefix+"train"].(map[string]any)
		if len(info) != 2 || !ok || train["file_name"] != "train" || (train["ranking"] == true) != (x.Name() == "llamafactory-dpo") {
			t.Errorf("%s: %v", x.Name(), info)
		}
		// Every column that it names is one of the lines, and every tag is met.
		line := exported(t, llamaFactory{}, ExportOptions{}, shortest()).lines["train/train.jsonl"][0]
		if x.Name() == "llamafactory-dpo" {
			b, err := llamaPreference{}.encode(onePair(t))
			if err != nil {
				t.Fatal(err)
			}
			line = string(b)
		}
		doc := decoded(t, line).(map[string]any)
		columns := train["columns"].(map[string]any)
		for _, column := range columns {
			if _, ok := doc[column.(string)]; !ok {
				t.Errorf("%s: lines have no %s", x.Name(), column)
			}
		}
		if len(columns) != len(doc) {
			t.Errorf("%s: columns %v of %v", x.Name(), columns, doc)
		}
	}
}

func TestLlamaFactoryPair(t *testing.T) {
	p := onePair(t)
	line, err := llamaPreference{}.encode(p)
	if err != nil {
		t.Fatal(err)
	}
	checkPairLine(t, "llamafactory-dpo", line)
	doc := decoded(t, string(line)).(map[string]any)
	if n := len(doc["conversations"].([]any)); n%2 != 1 || doc["chosen"].(map[string]any)["from"] != "function_call" {
		t.Errorf("the line is %s", line)
	}
	if again, err := (llamaPreference{}).encode(longerPair(t)); err != nil || string(again) != string(line) {
		t.Errorf("several messages on a side: %v, %s", err, again)
	}
	p.Context = append(p.Context, p.Chosen[0])
	var reason cannotSay
	if _, err := (llamaPreference{}).encode(p); !errors.As(err, &reason) {
		t.Errorf("the assistant twice: %v", err)
	}
}

func TestLlamaFactoryReaderRefuses(t *testing.T) {
	turns := func(s string) string { return `{"system":"","tools":"","conversations":[` + s + `]}` }
	const human = `{"from":"human","value":"a"},`
	for name, line := range map[string]string{
		"not JSON":  `{"conversations":`,
		"tools":     `{"tools":"{","conversations":[]}`,
		"from":      turns(`{"from":"user","value":"a"}`),
		"order":     turns(human + `{"from":"human","value":"a"}`),
		"call":      turns(human + `{"from":"function_call","value":"a(1)"}`),
		"no call":   turns(human + `{"from":"function_call","value":"[]"}`),
		"no answer": turns(human + `{"from":"gpt","value":"b"},{"from":"observation","value":"{}"}`),
		"answers":   turns(human + `{"from":"function_call","value":"[{\"name\":\"a\"},{\"name\":\"b\"}]"},{"from":"observation","value":"[1]"}`),
	} {
		if x, err := (llamaFactory{}).ReadExample([]byte(line)); err == nil {
			t.Errorf("%s: read as %+v", name, x)
		}
	}
}
