package openapi

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"switchyard/tools/imports"
)

// How many tools a toolset has, where there are enough.
const (
	leastTools = 4
	mostTools  = 17
)

// group is tools that belong together.
type group struct {
	tools  []*tool
	tag    string // of its first tools
	path   []string
	tags   []string // all of them, in order
	labels []string // tags, or the first words of paths, that name it
	rest   bool     // its tools have nothing in common
	first  int      // place of its first tool in the description
	about  []string // words of its labels and its path; see words
}

// sets groups the tools into toolsets, each about one tag or path.
func (im *importer) sets(prefix string) []imports.Set {
	if len(im.tools) == 0 {
		return nil
	}
	var groups []*group
	for _, g := range im.byTag() {
		groups = append(groups, g.split()...)
	}
	if len(im.tools) < 2*leastTools { // too few to be told apart
		for _, g := range groups[1:] {
			groups[0] = together(groups[0], g)
		}
		groups = groups[:1]
	}
	groups = joined(groups)
	// The largest part of a tag is called after it, whichever comes first.
	slices.SortStableFunc(groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(len(b.tools), len(a.tools)), cmp.Compare(a.first, b.first))
	})
	names, made := map[string]bool{}, map[*group]imports.Set{}
	for _, g := range groups {
		made[g] = im.set(prefix, g, names)
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(a.first, b.first) })
	var sets []imports.Set
	for _, g := range groups {
		sets = append(sets, made[g])
	}
	return sets
}

// byTag makes a group for every tag. Tools without a tag are grouped by the first
// word of their path.
func (im *importer) byTag() []*group {
	var out []*group
	byKey := map[string]*group{}
	for i := range im.tools {
		t := &im.tools[i]
		key := "tag " + strings.ToLower(t.tag)
		if t.tag == "" {
			key = "path " + strings.Join(t.path[:min(1, len(t.path))], "")
		}
		g := byKey[key]
		if g == nil {
			g = &group{tag: t.tag, labels: t.path[:min(1, len(t.path))], first: i}
			if t.tag != "" {
				g.tags, g.labels = []string{t.tag}, []string{t.tag}
			}
			byKey[key], out = g, append(out, g)
		}
		g.tools = append(g.tools, t)
	}
	for _, g := range out {
		g.path = commonPath(g.tools)
	}
	return out
}

// commonPath is the words that all paths begin with.
func commonPath(list []*tool) []string {
	path := list[0].path
	for _, t := range list[1:] {
		path = path[:shared(path, t.path)]
	}
	return path
}

// shared is how many words two paths have in common.
func shared(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// split divides a group that is too large: by the next word of the paths, or into
// equal parts if the paths are equal.
func (g *group) split() []*group {
	if len(g.tools) <= mostTools {
		return []*group{g}
	}
	var parts []*group
	byWord := map[string]*group{}
	for i, t := range g.tools {
		word := ""
		if len(t.path) > len(g.path) {
			word = t.path[len(g.path)]
		}
		p := byWord[word]
		if p == nil {
			p = &group{tag: g.tag, tags: g.tags, labels: g.labels, first: g.first + i}
			byWord[word], parts = p, append(parts, p)
		}
		p.tools = append(p.tools, t)
	}
	if len(parts) == 1 {
		return g.chunks()
	}
	var out []*group
	for _, p := range parts {
		p.path = commonPath(p.tools)
		out = append(out, p.split()...)
	}
	return packed(out)
}

// chunks cuts a group into equal parts.
func (g *group) chunks() []*group {
	count := (len(g.tools) + mostTools - 1) / mostTools
	var out []*group
	for i := range count {
		from, to := i*len(g.tools)/count, (i+1)*len(g.tools)/count
		out = append(out, &group{tools: g.tools[from:to], tag: g.tag, tags: g.tags, labels: g.labels, path: g.path, first: g.first + from})
	}
	return out
}

// packed joins neighbouring parts of one group as long as they fit.
func packed(list []*group) []*group {
	var out []*group
	for _, g := range list {
		if n := len(out); n > 0 && len(out[n-1].tools)+len(g.tools) <= mostTools && (len(out[n-1].tools) < leastTools || len(g.tools) < leastTools) {
			out[n-1] = together(out[n-1], g)
			continue
		}
		out = append(out, g)
	}
	return out
}

// together joins two groups. The larger one gives the name.
func together(a, b *group) *group {
	if len(b.tools) > len(a.tools) || len(b.tools) == len(a.tools) && b.first < a.first {
		a, b = b, a
	}
	g := &group{tag: a.tag, first: min(a.first, b.first), path: a.path, tags: union(a.tags, b.tags), labels: union(a.labels, b.labels)}
	if a.tag == b.tag && a.tag != "" {
		g.path = a.path[:shared(a.path, b.path)]
	}
	g.tools = slices.Concat(a.tools, b.tools)
	return g
}

// union is what is in either of two lists, in their order.
func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// joined merges groups that are too small into the nearest group with room that is
// about the same subject: with a path that begins alike, or with words in common.
// If there is none, two or more tools stay a toolset, and single tools form the
// rest.
func joined(list []*group) []*group {
	byWord := map[string][]*group{}
	for _, g := range list {
		for _, w := range g.words() {
			byWord[w] = append(byWord[w], g)
		}
	}
	for w, groups := range byWord {
		if len(list) > leastTools && 2*len(groups) > len(list) {
			delete(byWord, w) // a word that nearly all share tells nothing
		}
	}
	gone := map[*group]bool{}
	for i := 0; i < len(list); i++ {
		g := list[i]
		if gone[g] || len(g.tools) >= leastTools {
			continue
		}
		best := g.nearest(byWord, gone)
		if best == nil {
			continue
		}
		gone[g], gone[best] = true, true
		both := together(best, g)
		for _, w := range both.words() {
			if byWord[w] != nil {
				byWord[w] = append([]*group{both}, byWord[w][:min(len(byWord[w]), mostCompared)]...)
			}
		}
		list = append(list, both)
	}
	return withRest(slices.DeleteFunc(list, func(g *group) bool { return gone[g] }))
}

// mostCompared bounds how many groups with one word a group is compared with.
const mostCompared = 200

// nearest is the most closely related group with room; nil if no group is related.
func (g *group) nearest(byWord map[string][]*group, gone map[*group]bool) *group {
	best, score := (*group)(nil), 0
	for _, w := range slices.Concat(g.words(), g.under()) {
		for _, other := range byWord[w][:min(len(byWord[w]), mostCompared)] {
			if other == g || gone[other] || len(g.tools)+len(other.tools) > mostTools {
				continue
			}
			if s := g.near(other); s > score {
				best, score = other, s
			}
		}
	}
	return best
}

// withRest puts single tools that belong to no group together, as the rest. If
// there is only one, it goes to the smallest group.
func withRest(list []*group) []*group {
	var several, single []*group
	for _, g := range list {
		if len(g.tools) == 1 {
			single = append(single, g)
		} else {
			several = append(several, g)
		}
	}
	if len(single) == 1 && len(several) > 0 {
		least := 0
		for i, g := range several {
			if len(g.tools) < len(several[least].tools) {
				least = i
			}
		}
		both := together(several[least], single[0])
		return append(slices.Delete(several, least, least+1), both.chunks()...)
	}
	parts := (len(single) + mostTools - 1) / mostTools
	for i := range parts {
		part := single[i*len(single)/parts : (i+1)*len(single)/parts]
		rest := part[0]
		for _, g := range part[1:] {
			rest = together(rest, g)
		}
		rest.rest = true
		several = append(several, rest)
	}
	return several
}

// near scores how closely two groups are related.
func (g *group) near(other *group) int {
	score := 100 * shared(g.path, other.path)
	if g.tag != "" && g.tag == other.tag {
		score += 300
	}
	words := other.words()
	for _, w := range g.words() {
		if slices.Contains(words, w) {
			score += 40
		}
	}
	under := g.under()
	for _, w := range under {
		if slices.Contains(words, w) {
			score += 20
		}
	}
	if own := topicsOf(other.labels[:min(1, len(other.labels))]...); len(own) > 0 && len(g.words()) > 0 {
		if slices.Equal(own, under) {
			score += 200 // it stands under what the other is called after
		} else if mine := topicsOf(g.labels[:min(1, len(g.labels))]...); len(mine) > 0 && own[len(own)-1] == mine[len(mine)-1] {
			score += 60 // memberships of one thing and of another
		}
	}
	// Smaller ones first, then what stands nearby.
	return score + mostTools - min(len(other.tools), mostTools) + 2/(1+max(g.first-other.first, other.first-g.first))
}

// under is the first word of the paths of most tools of a group.
func (g *group) under() []string {
	count := map[string]int{}
	for _, t := range g.tools {
		if len(t.path) == 0 {
			continue
		}
		if count[t.path[0]]++; count[t.path[0]]*2 > len(g.tools) {
			return topicsOf(t.path[0])
		}
	}
	return nil
}

// words is what the tags and paths of a group are about.
func (g *group) words() []string {
	if g.about == nil {
		g.about = topicsOf(slices.Concat(g.labels, g.path[:min(len(g.path), 3)])...)
	}
	return g.about
}

// dull are words of tags and paths that say nothing about the subject.
var dull = strings.Fields("api apis admin and the for all rest service services resource resource management operation endpoint public private internal misc other default")

// topicsOf are the first words of texts, in the singular and without repeats.
func topicsOf(texts ...string) []string {
	out := []string{}
	for _, text := range texts {
		for _, w := range wordsOf(text) {
			if w = singular(w); len(w) > 2 && len(out) < 12 && !slices.Contains(out, w) && !slices.Contains(dull, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// label names the group after its parts, up to three.
func (g *group) label() string {
	switch n := len(g.labels); {
	case n == 0:
		return ""
	case n == 1:
		return g.labels[0]
	case n > 3 && g.rest:
		return "other"
	case n > 3:
		return g.labels[0] + " and more"
	default:
		words := make([][]string, n)
		for i, label := range g.labels {
			words[i] = titleWords(label)
		}
		last := words[n-1]
		if !slices.ContainsFunc(words, func(w []string) bool { return len(w) < 2 || !strings.EqualFold(w[len(w)-1], last[len(last)-1]) }) {
			for i := range words[:n-1] { // portfolio and project memberships
				words[i] = words[i][:len(words[i])-1]
			}
		}
		texts := make([]string, n)
		for i := range words {
			texts[i] = strings.Join(words[i], " ")
		}
		return strings.Join(texts[:n-1], ", ") + " and " + texts[n-1]
	}
}

// set makes a toolset of a group.
func (im *importer) set(prefix string, g *group, names map[string]bool) imports.Set {
	info := im.bundle.info()
	domain := oneLine(plainText(scalar(field(info, "title"))), 80)
	label := g.label()
	slug := strings.ToLower(safeName(strings.Join(wordsOf(label), "_"), 60))
	// A part of a tag is called after its path.
	if names[slug] && len(g.labels) == 1 && len(g.path) > 0 {
		if last := slugOf(g.path[len(g.path)-1]); last != "" && last != slug {
			slug, label = safeName(slug+"_"+last, 60), label+" "+g.path[len(g.path)-1]
		}
	}
	slug = cmp.Or(slug, "tools")
	base := slug
	for n := 2; names[slug]; n++ {
		slug = base + "_" + strconv.Itoa(n)
	}
	names[slug] = true
	s := imports.Set{Name: prefix + "/" + slug, Title: titleOf(label), Domain: domain, Source: sourceAt(im.bundle.source, ""),
		Licence: oneLine(plainText(scalar(field(field(info, "license"), "name"))), 80)}
	s.Title = cmp.Or(s.Title, domain)
	var about []string
	for _, tag := range g.tags[:min(len(g.tags), 4)] {
		at, text := im.tag(tag)
		if at != "" && len(g.labels) == 1 {
			s.Source = sourceAt(im.bundle.source, at)
		}
		if text != "" && !slices.Contains(about, text) {
			about = append(about, text)
		}
	}
	s.About = strings.Join(about, " ")
	if s.About == "" && len(g.tags) == 0 {
		s.About = shortened(scalar(field(info, "description")), 250)
	}
	slices.SortStableFunc(g.tools, func(a, b *tool) int { return cmp.Compare(a.place, b.place) })
	for _, t := range g.tools {
		s.Tools = append(s.Tools, t.Tool)
	}
	return s
}

// tag is the place of a tag in the description, and its text.
func (im *importer) tag(name string) (at, about string) {
	list, _ := im.bundle.target(im.bundle.whole().at("tags"))
	if list.node == nil {
		return "", ""
	}
	for i, item := range list.node.Items {
		n, _ := im.bundle.target(spot{list.part, item})
		if scalar(n.at("name").node) != name {
			continue
		}
		if about = shortened(scalar(n.at("description").node), 250); about != "" {
			about = ended(about)
		}
		return pointerTo("tags", strconv.Itoa(i)), about
	}
	return "", ""
}

// sourceAt is a place within the source.
func sourceAt(source, at string) string {
	return oneLine(source, 200) + at
}

// titleOf is a tag as a title.
func titleOf(label string) string {
	text := oneLine(plainText(strings.Join(titleWords(label), " ")), 60)
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func titleWords(label string) []string {
	if strings.Contains(label, " ") {
		return strings.Fields(label)
	}
	return wordsOf(label)
}
