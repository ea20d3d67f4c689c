package out

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"switchyard/mission"
	"switchyard/out/corpus"
)

// ReadExample implements [exampleReader]. Calls are numbered in their order,
// for the format has no ids; every turn of the assistant carries loss, for it
// does not say.
func (llamaFactory) ReadExample(line []byte) (*corpus.Example, error) {
	var doc llamaExample
	if err := json.Unmarshal(line, &doc); err != nil {
		return nil, err
	}
	x := corpus.Example{System: doc.System}
	var err error
	if doc.Tools != "" {
		var list []toolDefinition
		if err := json.Unmarshal([]byte(doc.Tools), &list); err != nil {
			return nil, fmt.Errorf("/tools: %w", err)
		}
		for _, t := range list {
			x.Tools = append(x.Tools, mission.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters})
		}
	}
	x.Messages, err = readLlamaTurns(doc.Conversations)
	return &x, err
}

func readLlamaTurns(turns []shareTurn) ([]corpus.Message, error) {
	var messages []corpus.Message
	var ids callIDs
	for i, t := range turns {
		var said []corpus.Message
		var err error
		switch t.From {
		case fromHuman:
			said = []corpus.Message{{Role: corpus.User, Text: t.Value}}
		case fromGPT:
			m := corpus.Message{Role: corpus.Assistant, Train: true}
			m.Thought, m.Text = unspoken(t.Value)
			said = []corpus.Message{m}
		case fromCall:
			m := corpus.Message{Role: corpus.Assistant, Train: true}
			var list string
			m.Thought, list = unspoken(t.Value)
			m.Calls, err = readLlamaCalls(list, &ids)
			said = []corpus.Message{m}
		case fromObservation:
			said, err = readLlamaAnswers(t.Value, &ids)
		default:
			err = fmt.Errorf("no turn is from %q", t.From)
		}
		if err == nil && (i%2 == 0) == (said[0].Role == corpus.Assistant) {
			err = notAlternating
		}
		if err != nil {
			return nil, fmt.Errorf("/conversations/%d: %w", i, err)
		}
		messages = append(messages, said...)
	}
	return messages, nil
}

// readLlamaCalls reads a call, or a list of calls.
func readLlamaCalls(doc string, ids *callIDs) ([]corpus.Call, error) {
	if !strings.HasPrefix(doc, "[") {
		doc = "[" + doc + "]"
	}
	var list []hermesCall
	if err := json.Unmarshal([]byte(doc), &list); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.New("nothing is called")
	}
	var calls []corpus.Call
	for _, c := range list {
		calls = append(calls, ids.call(c.Name, c.Arguments))
	}
	return calls, nil
}

// readLlamaAnswers reads what the calls that are open returned: a list when
// there are several.
func readLlamaAnswers(text string, ids *callIDs) ([]corpus.Message, error) {
	texts := []json.RawMessage{json.RawMessage(text)}
	if len(ids.open) > 1 {
		if err := json.Unmarshal([]byte(text), &texts); err != nil {
			return nil, err
		}
	}
	if len(texts) != len(ids.open) {
		return nil, fmt.Errorf("%d answers to %d calls", len(texts), len(ids.open))
	}
	var answers []corpus.Message
	for _, text := range texts {
		id, name, _ := ids.answered()
		answers = append(answers, corpus.Message{Role: corpus.Tool, Text: string(text), CallID: id, Name: name})
	}
	return answers, nil
}

// ReadExample implements [exampleReader]. Calls are numbered in their order,
// for the format has no ids; every turn of the assistant carries loss, for it
// does not say.
func (hermes) ReadExample(line []byte) (*corpus.Example, error) {
	var doc shareExample
	if err := json.Unmarshal(line, &doc); err != nil {
		return nil, err
	}
	var x corpus.Example
	var ids callIDs
	for i, t := range doc.Conversations {
		var err error
		switch t.From {
		case fromSystem:
			err = readHermesSystem(&x, t.Value)
		case fromHuman:
			x.Messages = append(x.Messages, corpus.Message{Role: corpus.User, Text: t.Value})
		case fromGPT:
			var m corpus.Message
			m, err = readHermesTurn(t.Value, &ids)
			x.Messages = append(x.Messages, m)
		case fromTool:
			var answers []json.RawMessage
			var rest string
			if rest, answers, err = between(t.Value, answerOpen, answerClose); err == nil && (rest != "" || len(answers) == 0) {
				err = errors.New("there is more or less than answers")
			}
			for _, doc := range answers {
				var a hermesAnswer
				err = errors.Join(err, json.Unmarshal(doc, &a))
				id, name, ok := ids.answered()
				if !ok || name != a.Name {
					err = errors.Join(err, fmt.Errorf("there is no call of %q to answer", a.Name))
				}
				x.Messages = append(x.Messages, corpus.Message{Role: corpus.Tool, Text: string(a.Content), CallID: id, Name: a.Name})
			}
		default:
			err = fmt.Errorf("no turn is from %q", t.From)
		}
		if err != nil {
			return nil, fmt.Errorf("/conversations/%d: %w", i, err)
		}
	}
	return &x, nil
}

func readHermesSystem(x *corpus.Example, text string) error {
	at := strings.Index(text, hermesTools)
	if at < 0 {
		x.System = text
		return nil
	}
	tools, ok := strings.CutSuffix(text[at+len(hermesTools):], hermesCalls)
	if !ok {
		return errors.New("the list of tools has no end")
	}
	x.System = strings.TrimSuffix(text[:at], "\n\n")
	var err error
	x.Tools, err = readTools(json.RawMessage(tools))
	return err
}

func readHermesTurn(value string, ids *callIDs) (corpus.Message, error) {
	m := corpus.Message{Role: corpus.Assistant, Train: true}
	said, calls, err := between(value, callOpen, callClose)
	if err != nil {
		return m, err
	}
	m.Thought, m.Text = unspoken(said)
	for _, doc := range calls {
		var c hermesCall
		if err := json.Unmarshal(doc, &c); err != nil {
			return m, err
		}
		m.Calls = append(m.Calls, ids.call(c.Name, c.Arguments))
	}
	return m, nil
}

// between takes the documents out of a text in which they stand last, each
// between tags.
func between(text, opens, closes string) (before string, docs []json.RawMessage, err error) {
	parts := strings.Split(text, opens)
	for _, part := range parts[1:] {
		doc, rest, ok := strings.Cut(part, closes)
		if !ok || strings.TrimSpace(rest) != "" {
			return "", nil, fmt.Errorf("%q is not closed by %q", strings.TrimSpace(opens), strings.TrimSpace(closes))
		}
		docs = append(docs, json.RawMessage(doc))
	}
	if len(docs) == 0 {
		return text, nil, nil
	}
	return strings.TrimSuffix(parts[0], "\n"), docs, nil
}

// callIDs gives ids to calls of formats that have none, and pairs them with
// their answers by their order.
type callIDs struct {
	made int
	open []corpus.Call
}

func (n *callIDs) call(name string, arguments json.RawMessage) corpus.Call {
	n.made++
	c := corpus.Call{ID: fmt.Sprintf("call_%d", n.made), Name: name, Arguments: arguments}
	n.open = append(n.open, c)
	return c
}

// answered is the call that the next answer is for.
func (n *callIDs) answered() (id, name string, ok bool) {
	if len(n.open) == 0 {
		return "", "", false
	}
	c := n.open[0]
	n.open = n.open[1:]
	return c.ID, c.Name, true
}
