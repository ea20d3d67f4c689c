// Package naming reads what the names and descriptions of tools and parameters
// say: their words, verbs and nouns, what is singular and what plural, and how
// people would write them.
//
// Start with [Words], [Plural] and [FactsOf]; [Related] compares nouns. All
// functions are pure, and nothing here knows of toolsets.
package naming
