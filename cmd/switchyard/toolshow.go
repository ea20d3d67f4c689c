package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"switchyard/tools/describe"
)

func (c *console) toolsShowCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show NAME|FILE [flags]",
		Short: "Show the tools of a toolset",
		Long: `Show what a toolset knows. For every tool: its parameters, what it returns and
does, which tools must come before it, and some of the ways in which people ask for
it.

NAME is a built-in toolset; FILE is one of your own.

` + exitCodes,
		Example: `  switchyard tools show travel/flight_inquiry
  switchyard tools show --json my-tools.yaml`,
		Args: wantPaths("NAME or FILE", "switchyard tools show travel/flight_inquiry", 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			sets, err := c.toolsetsOf(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			var shown []describe.Toolset
			for _, s := range sets {
				shown = append(shown, describe.Of(s))
			}
			switch {
			case asJSON && len(shown) == 1:
				return c.printJSON(shown[0])
			case asJSON:
				return c.printJSON(shown)
			}
			for i := range shown {
				c.rule(i)
				c.printToolset(&shown[i])
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// rule prints a line between several parts.
func (c *console) rule(part int) {
	if part > 0 {
		c.printf("\n%s\n\n", strings.Repeat("-", 72))
	}
}

func (c *console) printToolset(s *describe.Toolset) {
	p := paint{c.colour}
	title := printable(s.Name)
	if s.Title != "" {
		title += ": " + printable(s.Title)
	}
	c.printf("%s\n", p.bold(title))
	c.field("about", s.About)
	c.field("domain", s.Domain)
	c.field("scenarios", strings.Join(s.Scenarios, ", "))
	c.field("source", s.Source)
	c.field("made from", s.From)
	c.field("licence", s.Licence)
	if s.Inferred {
		c.field("meaning", "inferred from names and schemas")
	}
	for _, e := range s.Things {
		c.printf("\n%s\n", p.bold("entity "+printable(e.Name)))
		c.field("called by", e.ID)
		c.field("attributes", strings.Join(e.Attributes, ", "))
		c.field("chosen as", strings.Join(e.Compare, ", "))
	}
	for i := range s.Offered {
		c.printf("\n")
		c.printTool(&s.Offered[i])
	}
}

// field prints a line of a description, wrapped at the width of a page.
func (c *console) field(name, text string) {
	if text == "" {
		return
	}
	const indent, width = 14, 78
	line := fmt.Sprintf("  %-*s", indent-2, name)
	empty := true
	for _, word := range strings.Fields(printable(text)) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			c.printf("%s\n", line)
			line, empty = strings.Repeat(" ", indent), true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	c.printf("%s\n", line)
}

func (c *console) printTool(t *describe.Tool) {
	p := paint{c.colour}
	c.printf("%s\n", p.bold("tool "+printable(t.Name)))
	c.field("about", t.Description)
	c.field("made from", t.From)
	c.field("effect", t.Effect)
	name := "parameters"
	for _, param := range t.Params {
		c.field(name, describe.Param(param))
		name = ""
	}
	c.field("returns", describe.Returns(t.Returns))
	for _, from := range t.Takes {
		text := fmt.Sprintf("%s (%s)", from.Parameter, from.Entity)
		if len(from.From) > 0 {
			text += " from " + strings.Join(from.From, " or ")
		}
		c.field("takes", text)
	}
	c.field("comes after", strings.Join(t.After, ", "))
	name = "said as"
	for _, w := range t.Wordings {
		c.field(name, w)
		name = ""
	}
}
