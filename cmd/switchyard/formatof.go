package main

import (
	"encoding/json"

	"switchyard/out"
)

// head is what of a line tells its format.
type head struct {
	ID      any             `json:"id"`
	Task    json.RawMessage `json:"task"`
	English json.RawMessage `json:"english_task"`
}

// formatOf tells the format of a line by its keys: MMTB when it has tasks,
// native otherwise.
func formatOf(line []byte) string {
	var h head
	if json.Unmarshal(line, &h) == nil && (h.Task != nil || h.English != nil) {
		return out.MMTB().Name()
	}
	return out.Native().Name()
}

// idOf is the id of the entry in a line; empty when there is none.
func idOf(line []byte) string {
	var h head
	if json.Unmarshal(line, &h) != nil {
		return ""
	}
	id, _ := h.ID.(string)
	return id
}
