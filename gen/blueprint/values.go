package blueprint

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"switchyard/internal/keyed"
	"switchyard/tools"
	"switchyard/tools/naming"
	"switchyard/tools/world"
)

// The values of arguments that the request will say.

const (
	// optional is how often an optional parameter is given.
	optional = 0.16
	// mostExtras is the most optional parameters of one call: few people list many
	// wishes at once.
	mostExtras = 1
	// optionalAmong is how often it is given in a mission of several calls.
	optionalAmong = 0.04
	// mostSaid is the length in bytes of the longest text that somebody would type as
	// one value.
	mostSaid = 300
)

// call builds a call with the fixed arguments. It draws the other required arguments
// and some optional ones, which the request will say.
func (d *drawer) call(t *tools.Tool, fixed ...Arg) (Call, bool) {
	c := Call{Tool: t}
	if t.Unclear {
		return c, false
	}
	extras, often := 0, optional
	if d.several {
		often = optionalAmong
	}
	for _, p := range t.Params {
		if a := ofParam(fixed, p); a != nil {
			c.Args = append(c.Args, *a)
			continue
		}
		needed := p.Required || p.Always || mostlyNeeded(p) || neededWith(p, c.Args, fixed)
		switch {
		case needed && !p.Required && (holdsEntity(p) || !sayable(t, p)):
			return c, false
		case !needed && (extras == mostExtras || holdsEntity(p) || d.leftToAdd(t, p) || !d.r.Chance(often) || !sayable(t, p)):
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(fixed), func(a Arg) bool { return c.Arg(a.Param.Name) != nil })
		a, ok := d.said(p, &Call{Tool: t, Args: slices.Concat(c.Args, rest)})
		switch {
		case ok:
			c.Args = append(c.Args, a)
			if !needed {
				extras++
			}
		case needed:
			return c, false
		}
	}
	return c, t.Effect != tools.Update || d.changes(&c)
}

// mostlyNeeded reports whether a parameter can be left out only sometimes: "not required
// when modifying an order".
func mostlyNeeded(p *tools.Param) bool {
	for _, word := range []string{"ot required ", "ot needed ", "ot mandatory ", "ot necessary ", "ptional "} {
		if strings.Contains(p.About, word) { // much faster than the expression
			return onlySometimes.MatchString(p.About)
		}
	}
	return false
}

var onlySometimes = regexp.MustCompile(`(?i)\b(?:not (?:required|needed|mandatory|necessary)|optional) (?:when|if|for|unless|while|with)\b`)

// neededWith reports whether one of the arguments makes a parameter necessary. A key that is
// "required only when updating or deleting" must be given if the action is to delete.
func neededWith(p *tools.Param, args ...[]Arg) bool {
	if !strings.Contains(p.About, " only ") { // much faster than the expression
		return false
	}
	when := onlyWith.FindStringSubmatch(p.About)
	return when != nil && slices.ContainsFunc(naming.Words(strings.ToLower(when[1])), func(w string) bool {
		return len(w) >= stemLength && slices.ContainsFunc(slices.Concat(args...), func(a Arg) bool {
			text, _ := a.Value.(string)
			return strings.HasPrefix(strings.ToLower(text), w[:stemLength])
		})
	})
}

var onlyWith = regexp.MustCompile(`(?i)(?:^|[^t] )(?:required|needed|mandatory|necessary) only (?:when|if|for|while|with)\b([^.;()]*)`)

// stemLength is how many letters "deleting" and "delete" share.
const stemLength = 5

// ofParam finds the argument of a parameter, or nil.
func ofParam(args []Arg, p *tools.Param) *Arg {
	if i := slices.IndexFunc(args, func(a Arg) bool { return a.Param == p }); i >= 0 {
		return &args[i]
	}
	return nil
}

// changes makes sure that an update changes something.
func (d *drawer) changes(c *Call) bool {
	if slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Param.Entity != c.Tool.Entity && !a.Param.Holder }) || len(c.Tool.Sets) > 0 {
		return true
	}
	for i, p := range c.Tool.Params {
		if p.Required || holdsEntity(p) || !sayable(c.Tool, p) {
			continue
		}
		if a, ok := d.said(p, c); ok {
			at := 0
			for at < len(c.Args) && slices.Index(c.Tool.Params, c.Args[at].Param) < i {
				at++
			}
			c.Args = slices.Insert(c.Args, at, a)
			return true
		}
	}
	return false
}

// sayable reports whether a request for the tool can always say the parameter.
func sayable(t *tools.Tool, p *tools.Param) bool {
	if p.Type == "boolean" {
		return slices.ContainsFunc(t.Labels[p.Name], func(l tools.Label) bool { return l.Value == true })
	}
	return len(p.Say) > 0 || mentionedByAll(t.Do, p.Name)
}

// mentionedByAll reports whether there are wordings and all of them have the slot.
func mentionedByAll(phrases []*tools.Phrase, slot string) bool {
	return len(phrases) > 0 && !slices.ContainsFunc(phrases, func(p *tools.Phrase) bool { return !p.Mentions(slot) })
}

// holdsEntity reports whether the value names things of the world.
func holdsEntity(p *tools.Param) bool {
	return p.Entity != nil || p.Items != nil && holdsEntity(p.Items) || slices.ContainsFunc(p.Props, holdsEntity)
}

// scalar reports whether values of the parameter can be said in a word or two.
func scalar(p *tools.Param) bool {
	return p.Type != "boolean" && p.Type != "array" && p.Type != "object"
}

// valueKey is the key of a value of a parameter in drawer.used.
func valueKey(p *tools.Param, v any) string { return p.Name + "\x00" + string(tools.EncodeValue(v)) }

// useUp makes sure that the call's value of the parameter is not drawn again.
func (d *drawer) useUp(p *tools.Param, c Call) {
	if a := c.Arg(p.Name); a != nil {
		d.used[valueKey(p, a.Value)] = true
	}
}

// said draws a value that the request will say. c is the call so far.
func (d *drawer) said(p *tools.Param, c *Call) (Arg, bool) {
	if p.Type == "array" && p.Items != nil && p.Items.Entity != nil {
		return d.saidIDs(p)
	}
	for range 12 {
		v, ok := d.value(p, c)
		if !ok || longest(v) > mostSaid {
			return Arg{}, false
		}
		if mine, own := d.own(p); own && !d.used[valueKey(p, mine)] {
			v = mine
		}
		if before, ok := d.forWhom(p); ok && !d.used[valueKey(p, before)] {
			v = before
		}
		v = d.agreeing(p, v, c)
		other := c.Arg(p.Differs)
		if p.Default != nil && tools.Same(p.Default, v) || other != nil && tools.Same(other.Value, v) || d.used[valueKey(p, v)] {
			continue
		}
		return Arg{Param: p, Value: v, Origin: Said}, true
	}
	return Arg{}, false
}

// longest is the length in bytes of the longest text in a value.
func longest(v any) (n int) {
	switch v := v.(type) {
	case string:
		n = len(v)
	case []any:
		for _, item := range v {
			n = max(n, longest(item))
		}
	case tools.Object:
		for _, f := range v {
			n = max(n, longest(f.Value))
		}
	}
	return n
}

// saidOfOthers draws a value that is not the user's own.
func (d *drawer) saidOfOthers(p *tools.Param, c *Call) (Arg, bool) {
	d.others = true
	defer func() { d.others = false }()
	return d.said(p, c)
}

// value draws a value for a parameter.
func (d *drawer) value(p *tools.Param, c *Call) (any, bool) {
	switch {
	case p.Entity != nil && p.Type != "array" && d.stray:
		return d.World.Unused(p.Entity, d.r)
	case p.Entity != nil && p.Type != "array":
		if v, ok := d.holder(p, c); ok {
			return v, true
		}
		if d.listed(p.Entity) || !d.Set.AtHand(p.Entity) && !c.Tool.Described || d.coded(p.Entity) {
			return nil, false
		}
		return d.World.Ensure(p.Entity, d.r, slices.Concat(d.ours(p.Entity), d.World.Suited(c.Tool, p, c.Values())))
	case p.Type == "boolean":
		return true, true
	case p.Values != nil && p.Values.Kind == tools.ValueAfter:
		return world.Draw(d.r, p.Values, d.Now, c.Values().Get)
	case isKind(p, tools.ValueDate):
		if first, last, ok := d.World.Window(c.Tool, p, c.Values()); ok && !last.Before(first) {
			return first.AddDate(0, 0, d.r.IntN(int(last.Sub(first).Hours()/24)+1)).Format(world.DateLayout), true
		}
	}
	return world.DrawParam(d.r, p, d.Now)
}

// holder is what the thing of a call is in, where that is known, or what the user spoke of last: who
// works on the tasks of a workspace goes on with those of the same.
func (d *drawer) holder(p *tools.Param, c *Call) (any, bool) {
	if !p.Holder {
		return nil, false
	}
	if v, ok := d.World.Holder(c.Tool, p, c.Values()); ok {
		return v, true
	}
	var last any
	for past := range d.made() {
		for _, a := range past.Args {
			if a.Param.Entity == p.Entity && a.Param.Holder && past.Answer.Status < 300 {
				last = a.Value
			}
		}
	}
	_, known := d.World.Known(p.Entity, last)
	return last, last != nil && known
}

// saidIDs draws an array of identifiers.
func (d *drawer) saidIDs(p *tools.Param) (Arg, bool) {
	var ids []any
	if d.listed(p.Items.Entity) {
		return Arg{}, false
	}
	for range p.Count[0] {
		id, ok := d.World.Ensure(p.Items.Entity, d.r, d.ours(p.Items.Entity))
		if !ok {
			return Arg{}, false
		}
		ids = append(ids, id)
	}
	return Arg{Param: p, Origin: Said, Value: ids}, true
}

// agreeing adjusts a value to the other arguments of the call: the email address to the
// person, the last day to the first.
func (d *drawer) agreeing(p *tools.Param, v any, c *Call) any {
	if p.Values == nil || p.Entity != nil || p.Type == "array" || p.Type == "object" || len(p.Enum) > 0 {
		return v
	}
	var before []world.Made
	for _, a := range c.Args {
		if a.Param.Values == nil || a.Param.Entity != nil {
			continue
		}
		if p.Values.Kind == tools.ValueEmail && a.Param.Values.Kind == tools.ValuePerson && a.Value == any(d.Persona.Name) {
			return d.Persona.Email
		}
		if p.Values.Kind == tools.ValuePerson && a.Value == any(d.Persona.Email) {
			return d.Persona.Name
		}
		before = append(before, world.Made{Name: a.Param.Name, Values: a.Param.Values, Value: a.Value})
	}
	return world.Agree(d.r, world.Made{Name: p.Name, Values: p.Values, Value: v}, before)
}

// self has words for people who can be the user, other has words for people who are
// somebody else.
var (
	self = []string{"passenger", "guest", "customer", "patient", "holder", "applicant", "tenant", "client", "buyer", "member", "visitor",
		"contact", "caller", "claimant", "payer", "requester", "requested", "traveller", "subscriber", "resident", "booked", "reporter", "your", "my"}
	other = []string{"recipient", "receiver", "attendee", "colleague", "deputy", "approver", "doctor", "driver", "to", "new"}
)

// own returns the user's own name, phone number or email address, if the parameter is
// about the user.
func (d *drawer) own(p *tools.Param) (any, bool) {
	if p.Values == nil || p.Type != "string" || d.others || d.mine(p.Values.Kind) == "" {
		return nil, false
	}
	names := append(naming.Words(strings.ToLower(p.Name)), strings.Fields(strings.ToLower(p.Noun))...)
	if aboutAny(names, other) {
		return nil, false
	}
	// People also book for others.
	return d.mine(p.Values.Kind), p.Values.Kind != tools.ValuePerson || aboutAny(names, self) && d.r.Chance(0.7)
}

// company matches the nouns of parameters that say how many people something is for.
var company = regexp.MustCompile(`^number of (?:adults|guests|passengers|people|travellers)$`)

// forWhom returns the person or the number of people that an earlier mission was for. Who asks for a
// table for five does not book it for three, and mostly not for somebody else.
func (d *drawer) forWhom(p *tools.Param) (any, bool) {
	many := p.Type == "integer" && company.MatchString(p.Noun)
	if !many && !isKind(p, tools.ValuePerson) || d.others || len(d.Past) == 0 || !d.r.Chance(sameCompany) {
		return nil, false
	}
	for _, past := range slices.Backward(d.Past) {
		for _, c := range past.allCalls() {
			for _, a := range c.Args {
				n, whole := a.Value.(int64)
				switch {
				case many && whole && company.MatchString(a.Param.Noun):
					return n, p.Values == nil || p.Values.Kind == tools.ValueInt && float64(n) >= p.Values.Min && float64(n) <= p.Values.Max
				case !many && a.Param.Name == p.Name && isKind(a.Param, tools.ValuePerson):
					return a.Value, true
				}
			}
		}
	}
	return nil, false
}

// sameCompany is how often a request is for those for whom an earlier one was.
const sameCompany = 0.75

// mine is the user's name, phone number or email address, or "" for other kinds.
func (s *Story) mine(kind tools.ValueKind) string {
	switch kind {
	case tools.ValuePerson:
		return s.Persona.Name
	case tools.ValuePhone:
		return s.Persona.Phone
	case tools.ValueEmail:
		return s.Persona.Email
	}
	return ""
}

// ours returns the attributes that make a thing the user's own, because people ask
// about their own bookings and not about those of strangers.
func (d *drawer) ours(e *tools.Entity) (out tools.Object) {
	if d.Set.Staff {
		return nil
	}
	for _, a := range e.Attributes {
		v := a.Told()
		if v == nil || a.Name == e.Name || d.mine(v.Kind) == "" {
			continue
		}
		if names := naming.Words(strings.ToLower(a.Name)); aboutAny(names, self) && !aboutAny(names, other) {
			out = append(out, tools.Field{Name: a.Name, Value: d.mine(v.Kind)})
		}
	}
	return out
}

// aboutAny reports whether a name holds one of the words.
func aboutAny(names, words []string) bool {
	return slices.ContainsFunc(names, func(w string) bool { return slices.Contains(words, strings.TrimSuffix(w, "'s")) })
}

// listed reports whether the conversation has a list of such things. The user would choose
// one of these: another one, which nobody has mentioned, would come out of the blue.
func (d *drawer) listed(e *tools.Entity) bool {
	for c := range d.made() {
		if c.Tool.Effect != tools.List || c.Tool.Entity != e || c.Answer.Status >= 300 {
			continue
		}
		if n, _ := c.Answer.Body.Get("count"); n != int64(0) || len(c.Args) == 0 {
			return true
		}
	}
	return false
}

// coded reports whether the user has named such a thing by its code: few have two at hand.
func (d *drawer) coded(e *tools.Entity) bool {
	for c := range d.made() {
		if c.Answer.Status < 300 && slices.ContainsFunc(c.Args, func(a Arg) bool { return a.Param.Entity == e && a.Origin == Said && !c.Tool.Described }) {
			return true
		}
	}
	return false
}

// within reports whether the value fits the parameter: it is in the enumeration and in
// the range from which values are drawn. So a day in the past is no day to book.
func (d *drawer) within(p *tools.Param, v any) bool {
	if len(p.Enum) > 0 && p.Type != "array" {
		return slices.ContainsFunc(p.Enum, func(e any) bool { return tools.Same(e, v) })
	}
	if p.Values == nil {
		return true
	}
	switch p.Values.Kind {
	case tools.ValueInt, tools.ValueNumber, tools.ValueMoney:
		n, ok := world.Float(v)
		return !ok || n >= p.Values.Min && n <= p.Values.Max
	case tools.ValueDate:
		return d.dayWithin(p.Values, v)
	case tools.ValuePick:
		return p.Type == "array" || len(p.Values.Pick) == 0 || slices.ContainsFunc(p.Values.Pick, func(e any) bool { return tools.Same(e, v) })
	}
	return true
}

func (d *drawer) dayWithin(values *tools.Values, v any) bool {
	text, _ := v.(string)
	t, err := time.Parse(world.DateLayout, text)
	if err != nil {
		return true
	}
	today := time.Date(d.Now.Year(), d.Now.Month(), d.Now.Day(), 0, 0, 0, 0, time.UTC)
	days := t.Sub(today).Hours() / 24
	return days >= values.Min && days <= values.Max && (!values.Workdays || world.Workday(t))
}

// Say draws a value that the user would say for a parameter of a call that has some arguments
// already. What the user takes for granted, such as a booking of theirs, is made in the story's
// world. It reports false if users have no such value, or none could be drawn.
func (s *Story) Say(r keyed.Rand, c *Call, p *tools.Param) (any, bool) {
	d := &drawer{Story: *s, r: r, used: map[string]bool{}}
	a, ok := d.said(p, c)
	return a.Value, ok
}
