package stats

// Masked gives the request of each mission with a blank, "_", in the place of
// every value: what is left is the wording. Letter case is kept.
func (s *Sample) Masked() []string {
	texts := make([]string, len(s.missions))
	for i := range s.missions {
		texts[i] = s.missions[i].masked
	}
	return texts
}
