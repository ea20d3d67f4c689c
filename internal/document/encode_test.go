package document_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"switchyard/internal/document"
)

// anything draws a tree.
func anything(depth int) *rapid.Generator[*document.Node] {
	return rapid.Custom(func(t *rapid.T) *document.Node {
		texts := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "+2", "1e3", "0x1f", "null", "~", "yes", "true", "- a", "a: b", "a #b", "#b", "{a}", "[b", "*a", "&a", "!t",
			"a\nb", "a\nb\n", "\n", " a ", "\ta", "a\n  b\n c", "---", "...", "2026-01-01", "12:30", "'", "\"", "\\", "|", ">", "%", "@", "`", "é\u2028x", "0o7", ".5", "1_000", "-", "?", ": ", "a:"}))
		kinds := 3
		if depth == 0 {
			kinds = 1
		}
		switch rapid.IntRange(0, kinds).Draw(t, "kind") {
		case 2:
			n := &document.Node{Kind: document.List}
			for range rapid.IntRange(0, 3).Draw(t, "items") {
				n.Items = append(n.Items, anything(depth-1).Draw(t, "item"))
			}
			return n
		case 3:
			n := document.Fields()
			for _, key := range rapid.SliceOfNDistinct(texts, 0, 3, rapid.ID).Draw(t, "keys") {
				n.Keys = append(n.Keys, key)
				n.Fields[key] = anything(depth-1).Draw(t, "field")
			}
			return n
		case 1:
			return &document.Node{Kind: document.Text, Value: texts.Draw(t, "text")}
		default:
			return rapid.SampledFrom([]*document.Node{{Kind: document.Null}, {Kind: document.Bool, Value: true}, {Kind: document.Bool, Value: false},
				{Kind: document.Whole, Value: int64(-3)}, {Kind: document.Whole, Value: int64(1) << 60}, {Kind: document.Real, Value: 2.5}, {Kind: document.Real, Value: 1e-9}, {Kind: document.Real, Value: 1e30}}).Draw(t, "scalar")
		}
	})
}

// meant writes a tree without its places and spellings.
func meant(n *document.Node) string {
	var b strings.Builder
	switch n.Kind {
	case document.Object:
		b.WriteString("{")
		for _, key := range n.Keys {
			fmt.Fprintf(&b, "%q: %s, ", key, meant(n.Fields[key]))
		}
		b.WriteString("}")
	case document.List:
		b.WriteString("[")
		for _, item := range n.Items {
			b.WriteString(meant(item) + ", ")
		}
		b.WriteString("]")
	default:
		fmt.Fprintf(&b, "%#v", n.Value)
	}
	return b.String()
}

// What is encoded is read back as it was.
func TestEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := document.Fields(document.Field{Key: "a", Value: anything(3).Draw(t, "tree")})
		text := document.Encode(n)
		again, err := document.Parse(text)
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		if a, b := meant(n), meant(again); a != b {
			t.Fatalf("%s becomes %s through\n%s", a, b, text)
		}
	})
}
