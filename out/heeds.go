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
	ChooseTokens    Choice = "tokens" // counts those of the lines
	ChooseShards    Choice = "shard-size"
	ChooseZstd      Choice = "zstd"
)

// Choices lists the choices.
func Choices() []Choice {
	return []Choice{ChooseUnit, ChooseLoss, ChooseThoughts, ChooseApart, ChooseToolsText, ChooseSystem, ChooseMaxTokens, ChooseTokens, ChooseShards, ChooseZstd}
}

var (
	chatChoices = []Choice{ChooseUnit, ChooseThoughts, ChooseApart, ChooseSystem}
	fileChoices = []Choice{ChooseMaxTokens, ChooseTokens, ChooseShards, ChooseZstd}
)

// heeded lists the choices that change what a format writes, by its name.
var heeded = map[string][]Choice{
	"openai":           slices.Concat(chatChoices, fileChoices, []Choice{ChooseLoss}),
	"openai-dpo":       without(slices.Concat(chatChoices, fileChoices), ChooseUnit),
	"trl":              slices.Concat(chatChoices, fileChoices, []Choice{ChooseLoss, ChooseToolsText}),
	"trl-dpo":          without(slices.Concat(chatChoices, fileChoices, []Choice{ChooseToolsText}), ChooseUnit),
	"axolotl":          slices.Concat(chatChoices, fileChoices, []Choice{ChooseLoss, ChooseToolsText}),
	"hermes":           slices.Concat(chatChoices, fileChoices),
	"llamafactory":     without(slices.Concat(chatChoices, fileChoices), ChooseZstd),
	"llamafactory-dpo": without(slices.Concat(chatChoices, fileChoices), ChooseUnit, ChooseZstd),
	"bfcl":             slices.Concat(fileChoices, []Choice{ChooseSystem}),
	"xlam":             fileChoices,
	"taskbench":        fileChoices,
	"roles":            fileChoices,
	"mmtb":             {ChooseShards, ChooseZstd},
	"worfbench":        {ChooseMaxTokens}, // a JSON array, not lines
}

func without(all []Choice, not ...Choice) []Choice {
	return slices.DeleteFunc(all, func(c Choice) bool { return slices.Contains(not, c) })
}

// Heeds reports whether a choice makes a difference to a format. The format is named
// as an exporter is, or as [MMTB] is.
func Heeds(format string, c Choice) bool { return slices.Contains(heeded[format], c) }
