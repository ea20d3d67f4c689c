package out

import "slices"

// Choice is an option that decides how an export is written.
type Choice string

// The choices of [ExportOptions] and [FolderOptions], named like the flags.
const (
	ChooseUnit      Choice = "unit"
	ChooseLoss      Choice = "loss"
	ChooseThoughts  Choice = "thoughts"
	ChooseApart     Choice = "apart"
	ChooseToolsText Choice = "tools-text"
	ChooseSystem    Choice = "system"
	ChooseMaxTokens Choice = "max-tokens"
	ChooseTokens    Choice = "tokens" // counts the tokens of the lines
	ChooseShards    Choice = "shard-size"
	ChooseZstd      Choice = "zstd"
)

// Choices lists the choices.
func Choices() []Choice {
	return []Choice{ChooseUnit, ChooseLoss, ChooseThoughts, ChooseApart, ChooseToolsText, ChooseSystem, ChooseMaxTokens, ChooseTokens, ChooseShards, ChooseZstd}
}

// The choices of formats that write lines, and of those that write chats as lines.
var (
	lineChoices = []Choice{ChooseMaxTokens, ChooseTokens, ChooseShards, ChooseZstd}
	chatChoices = append([]Choice{ChooseUnit, ChooseThoughts, ChooseApart, ChooseSystem}, lineChoices...)
)

// without leaves choices out.
func without(all []Choice, not ...Choice) []Choice {
	return slices.DeleteFunc(slices.Clone(all), func(c Choice) bool { return slices.Contains(not, c) })
}

// Heeds reports whether a choice makes a difference to a format. format is the name
// of an exporter or of [MMTB].
func Heeds(format string, c Choice) bool {
	if format == MMTB().Name() {
		return c == ChooseShards || c == ChooseZstd
	}
	x, err := LookupExporter(format)
	return err == nil && slices.Contains(x.Choices(), c)
}
