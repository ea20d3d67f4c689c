package main

import "github.com/spf13/cobra"

func (c *console) verifyCommand() *cobra.Command   { return &cobra.Command{Use: "verify"} }
