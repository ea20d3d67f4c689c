package world

import "switchyard/tools"

// Things that are in other things: a task of a workspace.

// Holder is the identifier of what the thing that a call is about is in, for a parameter that says so.
// It reports false if that is not known yet.
func (w *World) Holder(t *tools.Tool, p *tools.Param, args tools.Object) (any, bool) {
	id, own := idArgument(t, args)
	if own == nil || own == p || !p.Holder {
		return nil, false
	}
	r := w.find(t.Entity, id)
	if r == nil {
		return nil, false
	}
	v, ok := r.value(p.Target())
	return v, ok && w.find(p.Entity, v) != nil
}

// elsewhere reports whether a call looks for a thing in another than it is in. Where nobody has said
// yet where it is, it is there from now on.
func (w *World) elsewhere(t *tools.Tool, args tools.Object) (Answer, bool) {
	for _, arg := range args {
		p := t.Param(arg.Name)
		if !p.Holder {
			continue
		}
		id, own := idArgument(t, args)
		if own == nil {
			continue
		}
		r := w.find(t.Entity, id)
		if r == nil {
			continue
		}
		switch holder, known := w.Holder(t, p, args); {
		case !known:
			w.store(t.Entity).own(r).set(p.Target(), arg.Value)
		case !equal(holder, arg.Value):
			return unknown(t.Entity, id), true
		}
	}
	return Answer{}, false
}
