package out_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/template"

	"switchyard/mission"
	"switchyard/out"
	"switchyard/out/corpus"
)

// printed is an [out.Output] that prints lines and ignores everything else.
type printed struct{}

func (printed) Line(file string, line []byte) error {
	fmt.Printf("%s: %s\n", file, line)
	return nil
}
func (printed) Label(_, _ string, _ []byte) error     { return nil }
func (printed) Create(string) (io.WriteCloser, error) { return nil, errors.ErrUnsupported }
func (printed) Skip(id, reason string)                { fmt.Println(id, "is skipped:", reason) }

// An entry becomes a line of a fine-tuning file. A folder on disk is another
// output; see [out.NewFolder].
func ExampleAdd() {
	entry := &mission.Entry{ID: "greeting-1", Missions: []mission.Mission{{Type: mission.Chat, Dialogue: []mission.Turn{
		{Role: mission.RoleUser, Text: "Good morning!"},
		{Role: mission.RoleAI, Text: "Good morning. What can I do for you?"},
	}}}}
	format, err := out.LookupExporter("trl")
	if err != nil {
		fmt.Println(err)
		return
	}
	options := out.ExportOptions{}
	options.System = template.Must(corpus.ParseSystem("You are polite."))
	sink, err := format.Export(printed{}, "train", options)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := errors.Join(out.Add(sink, entry), sink.Close()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// train.jsonl: {"messages":[{"role":"system","content":"You are polite."},{"role":"user","content":"Good morning!"},{"role":"assistant","content":"Good morning. What can I do for you?"}],"tools":[]}
}

// A run that was killed finds where to go on.
func ExampleLines() {
	file := "{\"id\":\"a\"}\n{\"id\":\"b\"}\n{\"id\":"
	lines := out.NewLines(strings.NewReader(file), "entries.jsonl")
	lines.Strict = true
	for {
		line, err := lines.Next()
		var torn *out.TornError
		if errors.As(err, &torn) {
			fmt.Println("cut the file at", torn.Offset)
			return
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d: %s\n", lines.Line(), line)
	}
	// Output:
	// 1: {"id":"a"}
	// 2: {"id":"b"}
	// cut the file at 22
}

func ExampleCheckMMTB() {
	for _, p := range out.CheckMMTB([]byte(`{"id":"x","task":["hi"],"tools":[],"messages":[{"role":"user","content":"hello"}],"answer_list":[[]],
		"env_info":["2024-07-15 09:30:00 Monday"],"task_ids":[0],"type":["拒"],"turn_type":[false],"turn_subtypes":[null]}`)) {
		fmt.Println(p.At("mmtb.jsonl", 3))
	}
	// Output:
	// mmtb.jsonl:3: /answer_list/0: needs at least the step prepare_to_answer
	// mmtb.jsonl:3: /env_info/0: must contain 星期
	// mmtb.jsonl:3: /messages/0: block 0 must begin with the user and end with the assistant
	// mmtb.jsonl:3: /messages/0/content: does not contain the text of mission 0
}
