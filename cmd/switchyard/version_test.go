package main

import (
	"runtime/debug"
	"testing"
)

// The version tells where the program came from, however it was built.
func TestVersionOf(t *testing.T) {
	stamp := func(revision, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	for name, test := range map[string]struct {
		build *debug.BuildInfo
		want  versionInfo
	}{
		"nothing is known": {nil, versionInfo{}},
		"without a stamp":  {&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, versionInfo{}},
		"go install":       {&debug.BuildInfo{Main: debug.Module{Version: "v0.3.0", Sum: "h1:x"}}, versionInfo{Module: "v0.3.0"}},
		"a checkout":       {&debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261123014501-0123456789ab+dirty"}, Settings: stamp("0123456789abcdef", "true")}, versionInfo{Module: "v0.0.0-20261123014501-0123456789ab+dirty", Commit: "0123456789abcdef", Modified: true}},
		"a tag":            {&debug.BuildInfo{Main: debug.Module{Version: "v0.3.0"}, Settings: stamp("0123456789abcdef", "false")}, versionInfo{Module: "v0.3.0", Commit: "0123456789abcdef"}},
	} {
		got := versionOf(test.build, test.build != nil)
		if got.Version != version || got.Module != test.want.Module || got.Commit != test.want.Commit || got.Modified != test.want.Modified || len(got.Formats) == 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
