package imports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// How many tools a toolset has, where there are enough.
const (
	oasLeast = 4
	oasMost  = 17
)

// oasGroup is tools that belong together.
type oasGroup struct {
	tools []*oasTool
	tag   string // of its first tools
	path  []string
	tags  []string // all of them, in order
	first int      // place of its first tool in the description
	about []string // words of its tags and paths, once they are asked for
}

// sets groups the tools into toolsets, each of what one tag or path is about.
func (im *oasImporter) sets(prefix string) []Set {
	var groups []*oasGroup
	for _, g := range im.byTag() {
		groups = append(groups, g.split()...)
	}
	groups = joined(groups)
	// The largest part of a tag is called after it, whichever comes first.
	slices.SortStableFunc(groups, func(a, b *oasGroup) int {
		return cmp.Or(cmp.Compare(len(b.tools), len(a.tools)), cmp.Compare(a.first, b.first))
	})
	names, made := map[string]bool{}, map[*oasGroup]Set{}
	for _, g := range groups {
		made[g] = im.set(prefix, g, names)
	}
	slices.SortStableFunc(groups, func(a, b *oasGroup) int { return cmp.Compare(a.first, b.first) })
	var sets []Set
	for _, g := range groups {
		sets = append(sets, made[g])
	}
	return sets
}

// byTag is a group for every tag; what has no tag goes by the first word of its
// path.
func (im *oasImporter) byTag() []*oasGroup {
	var out []*oasGroup
	byKey := map[string]*oasGroup{}
	for i := range im.tools {
		t := &im.tools[i]
		key := "tag " + strings.ToLower(t.tag)
		if t.tag == "" {
			key = "path " + strings.Join(t.path[:min(1, len(t.path))], "")
		}
		g := byKey[key]
		if g == nil {
			g = &oasGroup{tag: t.tag, first: i}
			if t.tag != "" {
				g.tags = []string{t.tag}
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
func commonPath(list []*oasTool) []string {
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

// split takes a group apart that is too large: by the next word of the paths,
// or into even parts where these do not differ.
func (g *oasGroup) split() []*oasGroup {
	if len(g.tools) <= oasMost {
		return []*oasGroup{g}
	}
	var parts []*oasGroup
	byWord := map[string]*oasGroup{}
	for i, t := range g.tools {
		word := ""
		if len(t.path) > len(g.path) {
			word = t.path[len(g.path)]
		}
		p := byWord[word]
		if p == nil {
			p = &oasGroup{tag: g.tag, tags: g.tags, first: g.first + i}
			byWord[word], parts = p, append(parts, p)
		}
		p.tools = append(p.tools, t)
	}
	if len(parts) == 1 {
		return g.chunks()
	}
	var out []*oasGroup
	for _, p := range parts {
		p.path = commonPath(p.tools)
		out = append(out, p.split()...)
	}
	return packed(out)
}

// chunks cuts a group into even parts.
func (g *oasGroup) chunks() []*oasGroup {
	count := (len(g.tools) + oasMost - 1) / oasMost
	var out []*oasGroup
	for i := range count {
		from, to := i*len(g.tools)/count, (i+1)*len(g.tools)/count
		out = append(out, &oasGroup{tools: g.tools[from:to], tag: g.tag, tags: g.tags, path: g.path, first: g.first + from})
	}
	return out
}

// packed joins neighbours of one group as long as they fit.
func packed(list []*oasGroup) []*oasGroup {
	var out []*oasGroup
	for _, g := range list {
		if n := len(out); n > 0 && len(out[n-1].tools)+len(g.tools) <= oasMost && (len(out[n-1].tools) < oasLeast || len(g.tools) < oasLeast) {
			out[n-1] = together(out[n-1], g)
			continue
		}
		out = append(out, g)
	}
	return out
}

// together is one group of two. The larger one gives it its name.
func together(a, b *oasGroup) *oasGroup {
	if len(b.tools) > len(a.tools) {
		a, b = b, a
	}
	g := &oasGroup{tag: a.tag, first: min(a.first, b.first), path: a.path, tags: slices.Clone(a.tags)}
	if a.tag == b.tag && a.tag != "" {
		g.path = a.path[:shared(a.path, b.path)]
	}
	for _, tag := range b.tags {
		if !slices.Contains(g.tags, tag) {
			g.tags = append(g.tags, tag)
		}
	}
	g.tools = slices.Concat(a.tools, b.tools)
	return g
}

// joined gives groups that are too small to the nearest one with room: of the
// same tag, of a path that begins alike, or with words in common. Where there
// is no room, some tools of the nearest one come over.
func joined(list []*oasGroup) []*oasGroup {
	for len(list) > 1 {
		small := slices.IndexFunc(list, func(g *oasGroup) bool { return len(g.tools) < oasLeast })
		if small < 0 {
			break
		}
		g := list[small]
		best, score := -1, -1
		for i, other := range list {
			if i == small {
				continue
			}
			s := g.near(other)
			if len(g.tools)+len(other.tools) <= oasMost {
				s += 1000 // room comes first
			}
			if s > score {
				best, score = i, s
			}
		}
		other := list[best]
		if len(g.tools)+len(other.tools) <= oasMost {
			list[best] = together(other, g)
			list = slices.Delete(list, small, small+1)
			continue
		}
		// All are full: so the nearest one has more than it needs.
		need := oasLeast - len(g.tools)
		keep := len(other.tools) - need
		g.tools = slices.Concat(g.tools, other.tools[keep:])
		other.tools = other.tools[:keep:keep]
	}
	return list
}

// near tells how much two groups have to do with each other.
func (g *oasGroup) near(other *oasGroup) int {
	score := 100 * shared(g.path, other.path)
	if g.tag != "" && g.tag == other.tag {
		score += 300
	}
	words := other.words()
	for _, w := range g.words() {
		if slices.Contains(words, w) {
			score += 20
		}
	}
	// Smaller ones first, then what stands nearby.
	return score + oasMost - min(len(other.tools), oasMost) + 2/(1+max(g.first-other.first, other.first-g.first))
}

// words is what the tags and paths of a group are about.
func (g *oasGroup) words() []string {
	if g.about != nil {
		return g.about
	}
	out := []string{}
	for _, text := range slices.Concat(g.tags, g.path[:min(len(g.path), 3)]) {
		for _, w := range oasWords(text) {
			if w = oasOne(w); len(w) > 2 && len(out) < 12 && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	g.about = out
	return out
}

// set makes a toolset of a group.
func (im *oasImporter) set(prefix string, g *oasGroup, names map[string]bool) Set {
	info := field(im.bundle.root.root, "info")
	domain := oasOneLine(oasPlain(oasScalar(field(info, "title"))), 80)
	label := g.tag
	if label == "" && len(g.path) > 0 {
		label = g.path[0]
	}
	slug := oasSlug(label)
	// A part of a tag is called after its path.
	if names[slug] && len(g.path) > 0 {
		if last := oasSlug(g.path[len(g.path)-1]); last != "" && last != slug {
			slug, label = oasSafe(slug+"_"+last, 60), label+" "+g.path[len(g.path)-1]
		}
	}
	slug = or(slug, "tools")
	base := slug
	for n := 2; names[slug]; n++ {
		slug = base + "_" + strconv.Itoa(n)
	}
	names[slug] = true
	if len(g.tags) > 1 && len(g.tags) < 4 {
		label = strings.Join(g.tags[:len(g.tags)-1], ", ") + " and " + g.tags[len(g.tags)-1]
	}
	s := Set{Name: prefix + "/" + slug, Title: oasTitle(label), Domain: domain, Source: oasSource(im.bundle.source, ""),
		Licence: oasOneLine(oasPlain(oasScalar(field(field(info, "license"), "name"))), 80)}
	s.Title = or(s.Title, domain)
	var about []string
	for _, tag := range g.tags[:min(len(g.tags), 4)] {
		at, text := im.tag(tag)
		if at != "" && s.Source == im.bundle.source {
			s.Source = oasSource(im.bundle.source, at)
		}
		if text != "" && !slices.Contains(about, text) {
			about = append(about, text)
		}
	}
	s.About = strings.Join(about, " ")
	if s.About == "" && len(g.tags) == 0 {
		s.About = oasText(oasScalar(field(info, "description")), 250)
	}
	slices.SortStableFunc(g.tools, func(a, b *oasTool) int { return cmp.Compare(a.place, b.place) })
	for _, t := range g.tools {
		s.Tools = append(s.Tools, t.Tool)
	}
	return s
}

// tag is where the description tells of a tag, and what.
func (im *oasImporter) tag(name string) (at, about string) {
	list := field(im.bundle.root.root, "tags")
	if list == nil {
		return "", ""
	}
	for i, n := range list.Items {
		if oasScalar(field(n, "name")) != name {
			continue
		}
		if about = oasText(oasScalar(field(n, "description")), 250); about != "" {
			about = ended(about)
		}
		return oasPointer("tags", strconv.Itoa(i)), about
	}
	return "", ""
}

// oasSource is a place within the source.
func oasSource(source, at string) string {
	return oasOneLine(source, 200) + at
}

// oasTitle is a tag as a title.
func oasTitle(label string) string {
	text := oasOneLine(oasPlain(strings.Join(oasTitleWords(label), " ")), 60)
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func oasTitleWords(label string) []string {
	if strings.Contains(label, " ") {
		return strings.Fields(label)
	}
	words := oasWords(label)
	if len(words) == 0 {
		return nil
	}
	return words
}
