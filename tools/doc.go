// Package tools reads toolsets, the descriptions of tools and of the world behind
// them from which missions are made, and infers what they leave unsaid.
//
// Start with [Load] and [Toolset]; [Catalog] holds the toolsets that come with the
// program. Loaded toolsets are not changed any more and may be shared.
package tools
