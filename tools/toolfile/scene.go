package toolfile

import (
	"slices"

	"switchyard/internal/document"
	"switchyard/tools"
)

// scenes reads the sentences that say what brings users: texts, or objects with the sentences
// and the tools that they are reasons for.
func (d *decoder) scenes(n *document.Node) {
	const what = "a scene"
	if n == nil {
		return
	}
	if n.Kind == document.Object {
		d.problem(n, "put the text in quotes when it holds \": \"", "\"scenes\" must be a list of texts or objects")
		return
	}
	for _, item := range oneOrMore(n) {
		if item.Kind != document.Object {
			if p := d.phrase(item, what); p != nil {
				d.ending(item, p.Text, what, sentenceEnd)
				d.set.Scenes = append(d.set.Scenes, tools.Scene{Phrase: p})
			}
			continue
		}
		if !d.object(item, what, "say", "for") {
			continue
		}
		d.endings(item, "say", what, sentenceEnd)
		scene := tools.Scene{For: d.texts(item, "for", what)}
		for _, p := range d.phrases(item, "say", what) {
			if text, ok := p.Render(func(*tools.Slot) (string, bool) { return "", false }, func(int) int { return 0 }); !ok || text != p.Text {
				d.problem(item, "write each form as a sentence of its own", "a scene with \"for\" is a plain sentence, which %q is not", p.Text)
			}
			scene.Phrase = p
			d.set.Scenes = append(d.set.Scenes, scene)
		}
		d.later = append(d.later, func() {
			for _, name := range scene.For {
				if d.set.Tool(name) == nil {
					d.problem(item, "", "a scene is for the tool %q, which the toolset does not have", name)
				}
			}
		})
	}
}

// scenesNode writes scenes. Those for the same tools that follow each other share an object.
func scenesNode(list []tools.Scene) *document.Node {
	var items []*document.Node
	for i := 0; i < len(list); {
		if len(list[i].For) == 0 {
			items = append(items, document.NewText(list[i].Text))
			i++
			continue
		}
		var said []*tools.Phrase
		names := list[i].For
		for ; i < len(list) && slices.Equal(list[i].For, names); i++ {
			said = append(said, list[i].Phrase)
		}
		n := document.Fields()
		n.Set("say", phrasesNode(said))
		n.Set("for", textsNode(names))
		items = append(items, n)
	}
	return listNode(items)
}
