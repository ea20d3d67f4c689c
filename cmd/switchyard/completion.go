package main

import (
	"io"

	"github.com/spf13/cobra"
)

// shells are the shells for which completion scripts are written.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func (c *console) completionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes commands in your shell",
		Long: `Print a script with which your shell completes commands, flags and files when you
press Tab. SHELL is bash, zsh, fish or powershell. For bash, the package
bash-completion must be installed.

For the shells that you open from now on:
  bash        switchyard completion bash > ~/.local/share/bash-completion/completions/switchyard
  zsh         switchyard completion zsh > "${fpath[1]}/_switchyard"
  fish        switchyard completion fish > ~/.config/fish/completions/switchyard.fish
  powershell  switchyard completion powershell >> $PROFILE

` + fewExitCodes,
		Example: `  source <(switchyard completion bash)
  switchyard completion fish | source`,
		ValidArgs: shells,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return misuse("for example: source <(switchyard completion bash)", "%s needs a SHELL", cmd.CommandPath())
			case len(args) > 1:
				return misuse("give one at a time", "%s takes one SHELL, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			write, known := map[string]func(io.Writer) error{
				"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
				"zsh":        root.GenZshCompletion,
				"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
				"powershell": root.GenPowerShellCompletionWithDesc,
			}[args[0]]
			if !known {
				return misuse(didYouMean(args[0], shells), "there is no completion for %q", args[0])
			}
			return write(c.stdout)
		},
	}
}
