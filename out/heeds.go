package out

import "slices"

// Choice is one of the ways to choose how an export is written.
type Choice string

// The choices of [ExportOptions] and [FolderOptions], as the flags are called.
const (
	ChooseUnit      Choice = "unit"
	ChooseLoss      Choice = "loss"
	ChooseThoughts  Choice = "thoughts"
	ChooseApart     Choice = "apart"
	ChooseToolsText Choice = "tools-text"
	ChooseSystem    Choice = "system"
	ChooseMaxTokens Choice = "max-tokens"
	ChooseTokens    Choice = "tokens" // counts those of the lines
	ChooseShards    Choice = "shard-size"
	ChooseZstd      Choice = "zstd"
)

// Choices lists them.
func Choices() []Choice {
	return []Choice{ChooseUnit, ChooseLoss, ChooseThoughts, ChooseApart, ChooseToolsText, ChooseSystem, ChooseMaxTokens, ChooseTokens, ChooseShards, ChooseZstd}
}

// Heeds tells whether a choice makes a difference to a format, by its name: an
// exporter, or that of MMTB lines.
func Heeds(format string, c Choice) bool {
	chats := []Choice{ChooseUnit, ChooseThoughts, ChooseApart, ChooseSystem}
	files := []Choice{ChooseMaxTokens, ChooseTokens, ChooseShards, ChooseZstd}
	among := func(lists ...[]Choice) bool { return slices.Contains(slices.Concat(lists...), c) }
	switch format {
	case openAI{}.Name():
		return among(chats, files, []Choice{ChooseLoss})
	case trl{}.Name(), axolotl{}.Name():
		return among(chats, files, []Choice{ChooseLoss, ChooseToolsText})
	case hermes{}.Name():
		return among(chats, files)
	case llamaFactory{}.Name():
		return among(chats, files) && c != ChooseZstd
	case openAIPreference{}.Name():
		return among(chats, files) && c != ChooseUnit
	case trlPreference{}.Name():
		return among(chats, files, []Choice{ChooseToolsText}) && c != ChooseUnit
	case llamaPreference{}.Name():
		return among(chats, files) && c != ChooseUnit && c != ChooseZstd
	case bfcl{}.Name():
		return among(files, []Choice{ChooseSystem})
	case xlam{}.Name(), taskBench{}.Name(), rolePlay{}.Name():
		return among(files)
	case MMTB().Name():
		return c == ChooseShards || c == ChooseZstd
	case worfBench{}.Name(): // a JSON array, not lines
		return c == ChooseMaxTokens
	}
	return false
}
