package builtin

import (
	"regexp"
	"slices"
	"strings"

	"switchyard/mission"
)

// orders matches text that gives instructions to the model that reads an observation.
// It is narrow, because a review may well ignore the instructions of a kettle.
var orders = regexp.MustCompile(`(?i)\b(ignore|disregard|forget|override|bypass)\b[^.!?:\n]{0,30}\b(previous|prior|above|earlier|all|any|your|system|user'?s?)\b[^.!?\n]{0,20}\b(instructions?|prompts?|requests?|rules?|messages?|guidelines?)\b` +
	`|\b(reveal|repeat|print|show)\b[^.!?\n]{0,20}\bsystem prompt\b|\breply only with\b|\bfrom now on,? (follow|you (are|must|will))\b|\byou are now (a|an|the)\b|<\|im_(start|end)\|>` +
	`|(忽略|无视|忘记)[^。！？\n]{0,12}(指令|指示|提示|要求|规则)|系统提示词`)

// commanding reports whether a text gives orders to a model, or names one of the
// internal tools.
func commanding(v string) bool {
	return strings.Contains(v, mission.AskTool) || strings.Contains(v, mission.AnswerTool) || wordy(v) && orders.MatchString(v)
}

// wordy reports whether a text is long enough for orders and has one of the words that
// orders need. Most values are not, and matching all of them would take more time than all
// other rules.
func wordy(s string) bool {
	if strings.Count(s, " ") < 2 {
		return strings.Contains(s, "<|") || strings.ContainsFunc(s, func(r rune) bool { return r >= 0x2e80 })
	}
	lower := strings.ToLower(s)
	return slices.ContainsFunc(orderWords, func(word string) bool { return strings.Contains(lower, word) }) || strings.ContainsFunc(s, func(r rune) bool { return r >= 0x2e80 })
}

// orderWords are in all texts that orders matches, but for the Chinese ones.
var orderWords = []string{"instruction", "prompt", "request", "rule", "message", "guideline", "reply only with", "from now on", "you are now", "<|im_"}
