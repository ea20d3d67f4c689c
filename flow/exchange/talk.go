package exchange

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Talk is a conversation of a file user_profile_w_conversation of FlowAgent.
type Talk struct {
	Intention    string `json:"user_intention"`
	Conversation []Said `json:"conversation"`
}

// Said is one message of it.
type Said struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Talks reads a file user_profile_w_conversation of FlowAgent. A conversation is a list of messages, or
// a text with a line "ROLE: what is said" for each.
func Talks(data []byte) ([]Talk, error) {
	var raw []struct {
		Intention    string          `json:"user_intention"`
		Conversation json.RawMessage `json:"conversation"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("a list of objects with user_intention and conversation is expected: %w", err)
	}
	all := make([]Talk, len(raw))
	for i, r := range raw {
		all[i].Intention = r.Intention
		var text string
		switch {
		case len(r.Conversation) == 0:
			return nil, fmt.Errorf("item %d has no conversation", i+1)
		case json.Unmarshal(r.Conversation, &text) == nil:
			all[i].Conversation = lines(text)
		case json.Unmarshal(r.Conversation, &all[i].Conversation) != nil:
			return nil, fmt.Errorf("the conversation of item %d is neither a list of messages nor a text", i+1)
		}
		if len(all[i].Conversation) == 0 {
			return nil, fmt.Errorf("the conversation of item %d is empty", i+1)
		}
		for k, m := range all[i].Conversation {
			if m.Role == "" {
				return nil, fmt.Errorf("message %d of item %d has no role", k+1, i+1)
			}
		}
	}
	return all, nil
}

// lines reads a conversation that is written as text. A line without a role belongs to the one before.
func lines(text string) (all []Said) {
	for line := range strings.SplitSeq(text, "\n") {
		role, content, ok := strings.Cut(line, ":")
		switch {
		case ok && !strings.ContainsAny(role, " \t") && role != "":
			all = append(all, Said{strings.ToLower(role), strings.TrimSpace(content)})
		case len(all) > 0:
			all[len(all)-1].Content = strings.TrimSpace(all[len(all)-1].Content + "\n" + line)
		case strings.TrimSpace(line) != "":
			all = append(all, Said{"", line})
		}
	}
	return all
}
