package schemas

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"reflect"
	"strings"

	"switchyard/internal/jsonptr"
)

// checkRefs refuses references for which the compiler would open a file or an address.
func checkRefs(doc any, base string, ids map[string][]byte, pointer string) error {
	switch doc := doc.(type) {
	case map[string]any:
		if ref, ok := doc["$ref"].(string); ok && !strings.HasPrefix(ref, "#") {
			target, _, _ := strings.Cut(ref, "#")
			if !strings.Contains(target, "://") && base != "" {
				target = base[:strings.LastIndex(base, "/")+1] + path.Clean(target)
			}
			if _, ok := ids[target]; !ok && target != base {
				return fmt.Errorf("%s/$ref: refers to %s, which is outside of the schema", pointer, ref)
			}
		}
		for key, child := range doc {
			if err := checkRefs(child, base, ids, pointer+"/"+jsonptr.Escape(key)); err != nil {
				return err
			}
		}
	case []any:
		for i, child := range doc {
			if err := checkRefs(child, base, ids, fmt.Sprintf("%s/%d", pointer, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkCycles refuses a schema whose check of a value needs the check of the same value
// by the same schema, which would never end.
func checkCycles(doc any) error {
	c := cycles{root: doc, state: make(map[uintptr]bool)}
	return c.all(doc)
}

type cycles struct {
	root  any
	state map[uintptr]bool // absent: not seen; true: being followed; false: done
}

// all follows every object of the document.
func (c *cycles) all(doc any) error {
	switch doc := doc.(type) {
	case map[string]any:
		if err := c.follow(doc); err != nil {
			return err
		}
		for _, child := range doc {
			if err := c.all(child); err != nil {
				return err
			}
		}
	case []any:
		for _, child := range doc {
			if err := c.all(child); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow follows the keywords that apply further schemas to the same value.
func (c *cycles) follow(doc any) error {
	m, ok := doc.(map[string]any)
	if !ok {
		return nil
	}
	id := reflect.ValueOf(m).Pointer()
	if following, seen := c.state[id]; seen {
		if following {
			return errors.New("not a usable JSON Schema: a $ref leads back to itself")
		}
		return nil
	}
	c.state[id] = true
	var next []any
	if ref, ok := m["$ref"].(string); ok {
		next = append(next, c.resolve(ref))
	} else {
		for _, key := range []string{"not", "if", "then", "else"} {
			next = append(next, m[key])
		}
		for _, key := range []string{"allOf", "anyOf", "oneOf"} {
			list, _ := m[key].([]any)
			next = append(next, list...)
		}
		deps, _ := m["dependencies"].(map[string]any)
		for _, dep := range deps {
			next = append(next, dep)
		}
	}
	for _, n := range next {
		if err := c.follow(n); err != nil {
			return err
		}
	}
	c.state[id] = false
	return nil
}

// resolve returns the target of a reference inside the document, or nil.
func (c *cycles) resolve(ref string) any {
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil
	}
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	target, _ := jsonptr.Get(c.root, fragment)
	return target
}
