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

// elsewhere reports whether a call looks for a thing in another than it is in.
func (w *World) elsewhere(t *tools.Tool, args tools.Object) (Answer, bool) {
	for _, arg := range args {
		if holder, known := w.Holder(t, t.Param(arg.Name), args); known && !equal(holder, arg.Value) {
			id, _ := idArgument(t, args)
			return unknown(t.Entity, id), true
		}
	}
	return Answer{}, false
}

// settle puts a thing into what a call that found it says it is in, and returns it.
func (w *World) settle(t *tools.Tool, args tools.Object, r *record) *record {
	for _, arg := range args {
		p := t.Param(arg.Name)
		if have, _ := r.value(p.Target()); p.Holder && !equal(have, arg.Value) {
			r = w.store(t.Entity).own(r)
			r.set(p.Target(), arg.Value)
		}
	}
	return r
}
