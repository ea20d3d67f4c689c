package sample

import (
	"fmt"
	"strconv"
	"time"

	"switchyard/internal/keyed"
)

var words = []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "iris", "juniper", "kestrel", "linden", "maple", "nectar", "opal", "poplar"}

// word draws a word for texts without a format or pattern.
func word(r keyed.Rand) string { return keyed.Pick(r, words) }

// formatted draws a text of a format of JSON Schema, or returns "" for an unknown format.
// Addresses come from the ranges that are reserved for examples.
func formatted(r keyed.Rand, format string) string {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.IntN(2*365*24)) * time.Hour)
	switch format {
	case "date":
		return at.Format(time.DateOnly)
	case "date-time":
		return at.Format(time.RFC3339)
	case "time":
		return at.Format("15:04:05Z07:00")
	case "duration":
		return "P" + strconv.Itoa(1+r.IntN(28)) + "D"
	case "email", "idn-email":
		return word(r) + "@example.com"
	case "uri", "url", "iri", "uri-reference", "iri-reference":
		return "https://example.com/" + word(r)
	case "hostname", "idn-hostname":
		return word(r) + ".example.com"
	case "ipv4":
		return "192.0.2." + strconv.Itoa(r.IntN(256))
	case "ipv6":
		return fmt.Sprintf("2001:db8::%x", 1+r.IntN(1<<16-1))
	case "uuid":
		return fmt.Sprintf("%08x-0000-4000-8000-%012x", r.Uint32(), r.Uint64()>>16)
	}
	return ""
}
