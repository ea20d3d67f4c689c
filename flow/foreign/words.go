package foreign

import (
	"strings"

	"switchyard/internal/document"
)

// AddWords adds to the document of a workflow what users and the assistant say, where it says
// nothing of that: plain sentences, made of what the workflow says about the steps.
func AddWords(doc *document.Node) {
	if doc.Fields["open"] == nil {
		doc.Set("open", list(1, opensFor(doc.TextAt("title"))))
	}
	nodes := doc.Fields["nodes"]
	if nodes == nil {
		return
	}
	for _, id := range nodes.Keys {
		n := nodes.Fields[id]
		if told := n.TextAt("tell"); told != "" && n.Fields["shows"] == nil && n.Fields["say"] == nil {
			n.Set("say", list(n.Line, escaped(sentence(told))))
		}
		next := n.Fields["next"]
		if next == nil {
			continue
		}
		for _, e := range next.Items {
			user := e.TextAt("user")
			if user == "" || e.Fields["says"] != nil {
				continue
			}
			_, says := wish(user)
			if gives := e.Fields["gives"]; gives != nil && len(gives.Items) > 0 {
				var slots []string
				for _, s := range gives.Items {
					slots = append(slots, "{"+s.Text+"}")
				}
				all := strings.Join(slots, ", ")
				says = []string{all + ", please.", "I'd say " + all + ".", all + "."}
			}
			e.Set("says", list(e.Line, says))
		}
	}
}
