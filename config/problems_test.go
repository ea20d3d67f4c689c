package config

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

func TestProblemsOfTheFile(t *testing.T) {
	const models = "roles: {user: m, planner: m, ai: m}\n"
	for _, test := range []struct{ name, file, want string }{
		{"empty", "", "1:1: the document is empty"},
		{"no object", "- a\n", "1:1: the file must be an object, is a list"},
		{"not YAML", "version: 1\na: [1\n", "2:4: not YAML: sequence end token ']' not found"},
		{"two documents", "version: 1\n---\nversion: 1\n", "2:1: the file holds more than one document; put each into a file of its own"},
		{"more documents, and empty", "version: 1\n---\n", "2:1: the file holds more than one document; put each into a file of its own"},
		{"no version", "seed: 1\n", "1:1: the file has no version; begin it with the line version: 1"},
		{"another version", "version: 2\n", "1:10: version 2 of the file is not known; this switchyard reads version: 1"},
		{"version in quotes", "version: '1'\n", "1:10: version must be a whole number, is a text"},
		{"twice", "version: 1\nseed: 1\nseed: 2\n", "3:1: not YAML: this key is already defined at [2:1]"},
		{"alias", "version: 1\nseed: *s\n", "2:7: an alias that names no anchor above it"},
		{"tag", "version: 1\nseed: !!int 3\n", "2:7: tags are not supported"},
		{"UTF-16", "\xff\xfev\x00", "1:1: the file is UTF-16; save it as UTF-8"},
		{"Latin-1", "version: 1\nout: caf\xe9\n", "1:1: the file is not UTF-8; save it as UTF-8"},
		{"deep", "version: 1\nout: " + strings.Repeat("[", 66) + strings.Repeat("]", 66), "2:70: nested more than 64 deep"},
		{"all at once", "version: 1\nsede: 1\nper_path: 0\nlimit: -1\nroles:\n  user: {model: m, temperature: 3, timeout: 0s}\n  planer: m\n",
			`2:1: the file has no key "sede"; did you mean "seed"?
3:11: per_path must be at least 1, is 0; leave it out for the standard split
4:8: limit cannot be negative; 0 means no limit
6:33: roles.user.temperature must be from 0 to 2, is 3
6:45: roles.user.timeout must be longer than 0, is 0s; for example timeout: 90s or timeout: 2m30s
7:3: roles has no key "planer"; did you mean "planner"?`},
		{"unknown without a near one", "version: 1\nxyzzy: 1\n", `2:1: the file has no key "xyzzy"; the keys are version, providers, roles, missions, per_path, paths, fine, seed, toolsets, ` +
			`distractors, pool, limit, strategy, lang, candidates, attempts, prompts, prices, budget, store, formats, out, workers`},
		{"unknown in a group", "version: 1\ncandidates: {frist: 2}\n", `2:14: candidates has no key "frist"; did you mean "first"?`},
		{"group is a number", "version: 1\ncandidates: 3\n", "2:13: candidates must be an object, is a whole number"},
		{"no value", "version: 1\nout:\n", "2:1: out has no value; leave the key out, or write its value after it"},
		{"text for a number", "version: 1\nseed: one\nlimit: '3'\n", "2:7: seed must be a whole number, is a text\n3:8: limit must be a whole number, is a text"},
		{"number for a text", "version: 1\nout: 3\n", "2:6: out must be a text, is a whole number; put it in quotes"},
		{"seed below 0", "version: 1\nseed: -1\n", `2:7: seed: "-1" is not a whole number from 0 up; NUMBER that seeds all random choices`},
		{"fraction", "version: 1\nlimit: 1.5\n", "2:8: limit must be a whole number, is a number"},
		{"fine", "version: 1\nfine: perhaps\n", "2:7: fine must be true or false, is a text"},
		{"missions", "version: 1\nmissions: 5\n", `2:11: missions: "5" is not a list of numbers from 1 to 4; write missions: 2, missions: 1-3 or missions: 1,4`},
		{"paths", "version: 1\npaths: single>mutli\n", `2:8: paths "single>mutli": no kind of mission is called "mutli" (column 8); did you mean "multi"?`},
		{"paths that fit nothing", "version: 1\nmissions: 1\npaths: single>multi\n",
			`3:8: paths "single>multi" fits no switch path with missions 1; a filter gives the type of each mission: "single>multi" fits entries of two missions`},
		{"nothing is said of a filter when missions are wrong", "version: 1\nmissions: 9\npaths: chat>chat>chat>chat>chat\n",
			`2:11: missions: "9" is not a list of numbers from 1 to 4; write missions: 2, missions: 1-3 or missions: 1,4`},
		{"toolsets", "version: 1\ntoolsets: []\n", "2:11: toolsets is empty; leave the key out"},
		{"toolset number", "version: 1\ntoolsets: [a, 3]\n", "2:15: an item of toolsets must be a text, is a whole number; put it in quotes"},
		{"strategy", "version: 1\nstrategy: fre\n", `2:11: strategy must be blueprint or free, is "fre"; write strategy: blueprint or strategy: free`},
		{"candidates", "version: 1\ncandidates: {first: 11, later: 0}\n", "2:21: candidates.first must be from 1 to 10, is 11\n2:32: candidates.later must be from 1 to 10, is 0"},
		{"attempts", "version: 1\nattempts: {entry: 0, retries: -1}\n", "2:19: attempts.entry must be from 1 to 1000, is 0\n2:31: attempts.retries cannot be negative"},

		{"free without models", "version: 1\nstrategy: free\nroles: {ai: m}\n",
			"2:11: strategy: the built-in user, planner cannot play the free strategy; add --role user=MODEL --role planner=MODEL, or use the blueprint strategy"},
		{"lang without models", "version: 1\nlang: zh\nroles: {user: m, planner: m}\n", "2:7: lang: the built-in ai can only speak en; add --role ai=MODEL, or leave the language out"},
		{"judge alone", "version: 1\nroles:\n  judge: m\n", "3:10: roles.judge: the built-in user makes no candidates to judge; add --role user=MODEL, or leave the judge out"},
		{"built-in judge", "version: 1\nroles:\n  user: m\n  judge: builtin\n", "4:10: roles.judge: there is no built-in judge; leave it out to have none"},
		{"role without a model", "version: 1\nroles: {user: {temperature: 1}}\n", "2:16: roles.user names no model; add model: gpt-4o, or model: builtin"},
		{"role is a list", "version: 1\nroles: {user: [m]}\n", "2:15: roles.user must be a text or an object, is a list"},
		{"empty model", "version: 1\nroles: {user: ' '}\n", "2:15: roles.user.model is empty"},
		{"top_p", "version: 1\nroles: {user: {model: m, top_p: 1.1, max_tokens: 0, reasoning_effort: Very hard}}\n",
			"2:33: roles.user.top_p must be from 0 to 1, is 1.1\n2:50: roles.user.max_tokens must be at least 1, is 0\n" +
				"2:71: roles.user.reasoning_effort must be a word in lower case; for example reasoning_effort: low, reasoning_effort: medium or reasoning_effort: high"},
		{"duration", "version: 1\nroles: {user: {model: m, timeout: 90}}\n", "2:35: roles.user.timeout must be a text, is a whole number; put it in quotes"},
		{"duration without unit", "version: 1\nroles: {user: {model: m, timeout: '90'}}\n", `2:35: roles.user.timeout: "90" is not a duration; for example timeout: 90s or timeout: 2m30s`},

		{"unknown provider", "version: 1\nproviders: {main: {base_url: http://h}}\nroles: {user: {model: m, provider: mian}}\n", `3:36: roles.user: no provider is called "mian"; did you mean "main"?`},
		{"provider without providers", "version: 1\nroles: {user: {model: m, provider: main}}\n", `2:36: roles.user: no provider is called "main"; the file has no providers; leave provider out, or add providers`},
		{"which provider", "version: 1\nproviders: {a: {base_url: http://h}, b: {base_url: http://i}}\nroles: {user: m}\n",
			"3:15: roles.user: nothing says which provider has m; add provider: NAME; the providers are a, b"},
		{"name of a provider", "version: 1\nproviders: {a.b: {base_url: http://h}}\n",
			"2:13: a provider's name begins with a letter and has at most 32 letters, digits, - and _; for example main"},
		{"base URLs", "version: 1\nproviders:\n  a: {base_url: 'http://u:secret-1@h'}\n  b: {base_url: 'http://h?key=secret-2'}\n  c: {base_url: h/v1}\n  d: {base_url: 'https:///v1'}\n  e: {base_url: 'http://h:x/secret-3'}\n",
			"3:17: providers.a.base_url must not hold a user name or password; leave it out of the URL, and give the key by its environment variable or file\n" +
				"4:17: providers.b.base_url must not hold a query or fragment; leave out what follows ? or #; for Azure, the version goes into api_version\n" +
				"5:17: providers.c.base_url must begin with http:// or https://; for example base_url: https://api.openai.com/v1 or base_url: http://127.0.0.1:11434/v1\n" +
				"6:17: providers.d.base_url names no host; for example base_url: https://api.openai.com/v1 or base_url: http://127.0.0.1:11434/v1\n" +
				"7:17: providers.e.base_url is not a URL; for example base_url: https://api.openai.com/v1 or base_url: http://127.0.0.1:11434/v1"},
		{"azure", "version: 1\nproviders: {a: {api: azure}}\n", "2:17: providers.a needs api_version, because its api is azure; add api_version: \"2024-10-21\"\n" +
			"2:17: providers.a needs base_url, because its api is azure; add base_url: https://NAME.openai.azure.com"},
		{"for azure only", "version: 1\nproviders: {a: {api_version: v1, deployments: {m: d}}}\n",
			"2:30: providers.a.api_version is for azure only; add api: azure, or leave api_version out\n2:48: providers.a.deployments is for azure only; add api: azure, or leave deployments out"},
		{"limits", "version: 1\nproviders: {a: {limits: {rpm: -1, tpm: x, in_flight: 0, rps: 1}}}\n",
			"2:31: providers.a.limits.rpm cannot be negative; 0 means no limit\n2:40: providers.a.limits.tpm must be a whole number, is a text\n" +
				"2:54: providers.a.limits.in_flight must be from 1 to 10000, is 0\n2:57: providers.a.limits has no key \"rps\"; did you mean \"rpm\"?"},
		{"a key in the file", "version: 1\nproviders: {a: {api_key: sk-secret-4}, b: {key_env: gsk_secret5}, c: {key: x}}\n",
			"2:17: providers.a: an API key must not be in the file; put it into the environment and write key_env: NAME, or into a file and write key_file: PATH\n" +
				"2:53: providers.b.key_env must be the name of an environment variable, in capital letters; put the key into the environment and the name of its variable here: key_env: OPENAI_API_KEY\n" +
				"2:71: providers.c: an API key must not be in the file; put it into the environment and write key_env: NAME, or into a file and write key_file: PATH"},
		{"two keys", "version: 1\nproviders: {a: {key_env: A, key_file: b}}\n", "2:39: providers.a has both key_env and key_file; leave one of them out"},
		{"headers", "version: 1\nproviders:\n  a:\n    headers:\n      X A: v\n      Authorization: Bearer secret-6\n      X-B: \"secret-7\\nX\"\n      X-C: ${secret-8}\n      X-D: ${UNCLOSED\n      X-E: 3\n",
			"5:7: providers.a.headers has a key that cannot be the name of a header; for example X-Team\n" +
				"6:22: providers.a.headers.Authorization: an API key must not be in the file; put it into the environment, and write ${NAME} here\n" +
				"7:12: providers.a.headers.X-B holds a line break or another control character\n" +
				"8:12: providers.a.headers.X-C holds a ${ that is not followed by a name and }; write ${NAME} with the name of an environment variable\n" +
				"9:12: providers.a.headers.X-D holds a ${ that is not followed by a name and }; write ${NAME} with the name of an environment variable\n" +
				"10:12: providers.a.headers.X-E must be a text, is a whole number; put it in quotes"},

		{"budget without prices", "version: 1\nbudget: 25usd\n" + models, "2:9: budget needs prices, because the cost is unknown without them; name a file of prices with --prices or prices: prices.yaml"},
		{"budget in another currency", "version: 1\nprices: prices.yaml\nbudget: 12.50 eur\n" + models, "3:9: budget is in eur, but conf/prices.yaml is in usd; give the budget in usd"},
		{"budget for a model without a price", "version: 1\nprices: prices.yaml\nbudget: 25usd\nroles: {user: n, ai: gpt}\n",
			"3:9: budget needs the price of gpt, which conf/prices.yaml does not have; add gpt to that file, or leave the budget out\n" +
				"3:9: budget needs the price of n, which conf/prices.yaml does not have; add n to that file, or leave the budget out; did you mean \"m\"?"},
		{"budget without a currency", "version: 1\nbudget: 25\n", `2:9: budget: "25" names no currency; for example budget: 25usd or budget: 12.50eur`},
		{"budget of nothing", "version: 1\nbudget: 0usd\n", "2:9: budget must be more than 0; for example budget: 25usd or budget: 12.50eur"},
		{"no money", "version: 1\nbudget: much\n", `2:9: budget: "much" is not an amount of money; for example budget: 25usd or budget: 12.50eur`},
		{"no currency", "version: 1\nbudget: 25 dollars\n", `2:9: budget: "dollars" is not a currency of three letters; for example budget: 25usd or budget: 12.50eur`},
		{"prices that are not there", "version: 1\nprices: no.yaml\nbudget: 1usd\n", "2:9: prices: cannot read conf/no.yaml: no such file or folder; check the path"},
	} {
		cfg, err := resolveFile(test.file)
		var lines []string
		for _, p := range problemsOf(t, err) {
			line := strings.TrimPrefix(p.String(), "conf/run.yaml:")
			if p.Hint != "" {
				line += "; " + p.Hint
			}
			lines = append(lines, line)
		}
		got := strings.Join(lines, "\n")
		if got != test.want || cfg != nil {
			t.Errorf("%s:\n%s\nwant:\n%s", test.name, got, test.want)
		}
		if strings.Contains(got, "secret") {
			t.Errorf("%s: a secret in %s", test.name, got)
		}
	}
}

func TestProblemsOutsideTheFile(t *testing.T) {
	two := "version: 1\nproviders: {a: {base_url: http://h}, b: {base_url: http://i}}\n"
	for _, test := range []struct {
		name, flags, file string
		env               map[string]string
		want              []string
	}{
		{name: "per-path", flags: "per-path=0", want: []string{"--per-path must be at least 1, is 0; leave it out for the standard split"}},
		{name: "env", env: map[string]string{"SWITCHYARD_PER_PATH": "0", "SWITCHYARD_SEED": "x", "SWITCHYARD_FINE": "no way"}, want: []string{
			"the variable SWITCHYARD_PER_PATH must be at least 1, is 0; leave it out for the standard split",
			`the variable SWITCHYARD_FINE: "no way" is neither true nor false; write SWITCHYARD_FINE=true, or leave it out`,
			`the variable SWITCHYARD_SEED: "x" is not a whole number from 0 up; NUMBER that seeds all random choices`}},
		{name: "a flag hides a broken variable", flags: "seed=3", env: map[string]string{"SWITCHYARD_SEED": "x"}},
		{name: "seed", flags: "seed=x", want: []string{`--seed: "x" is not a whole number from 0 up; --seed NUMBER: NUMBER that seeds all random choices`}},
		{name: "large", flags: "limit=99999999999999999999", want: []string{`--limit: "99999999999999999999" is out of range; --limit N: at most N entries, taken evenly from the whole plan; 0 for all`}},
		{name: "role", flags: "role=user role=usr=m role=judge=m role=user= role==m", want: []string{
			`--role: "user" is not ROLE=MODEL; for example --role user=gpt-4o`,
			`--role: no role is called "usr"; did you mean "user"?`,
			"--role: the judge has a flag of its own; write --judge MODEL",
			`--role: "user=" names no model; for example --role user=gpt-4o`,
			`--role: no role is called ""; the roles are user, planner, tool, ai, checker`}},
		{name: "empty model", flags: "all-roles=", want: []string{"--all-roles is empty; for example --all-roles gpt-4o"}},
		{name: "free, ai built in", flags: "strategy=free all-roles=m role=ai=builtin", want: []string{
			"--strategy: the built-in ai cannot play the free strategy; add --role ai=MODEL, or use the blueprint strategy"}},
		{name: "free", flags: "strategy=free all-roles=m role=planner=builtin", want: []string{
			"--strategy: the built-in planner cannot play the free strategy; add --role planner=MODEL, or use the blueprint strategy"}},
		{name: "stores", flags: "store=x no-store=true", want: []string{"--store and --no-store exclude each other; leave one of them out"}},
		{name: "no store", flags: "no-store=perhaps", want: []string{`--no-store: "perhaps" is neither true nor false; write --no-store, or leave it out`}},
		{name: "config", flags: "config=", want: []string{"--config is empty; for example --config run.yaml"}},
		{name: "endpoint without models", flags: "rpm=600", env: map[string]string{"SWITCHYARD_TPM": "3"},
			want: []string{"--rpm is given, but no role uses a model; add --all-roles MODEL or --role ROLE=MODEL"}},
		{name: "a flag for models without models", flags: "timeout=1m", env: map[string]string{"SWITCHYARD_TIMEOUT": "x"},
			want: []string{"--timeout is given, but no role uses a model; add --all-roles MODEL or --role ROLE=MODEL"}},
		{name: "a flag for all models is wrong once", flags: "timeout=soon all-roles=m",
			want: []string{`--timeout: "soon" is not a duration; for example --timeout 90s or --timeout 2m30s`}},
		{name: "a variable for models does not matter without models", env: map[string]string{"SWITCHYARD_TIMEOUT": "x"}},
		{name: "which provider", flags: "base-url=http://h all-roles=a/m", file: two,
			want: []string{"--base-url is given, but run.yaml has several providers: a, b; write base_url under the provider that is meant"}},
		{name: "which provider has it", flags: "role=user=m", file: two, want: []string{"--role: nothing says which provider has m; write a/m; the providers are a, b"}},
		{name: "a broken URL in the environment", flags: "all-roles=m", env: map[string]string{"OPENAI_BASE_URL": "http://u:secret@h"},
			want: []string{"the variable OPENAI_BASE_URL must not hold a user name or password; leave it out of the URL, and give the key by its environment variable or file"}},
		{name: "which does not matter without models", env: map[string]string{"OPENAI_BASE_URL": "http://u:secret@h"}},
		{name: "nor when the file names providers", flags: "all-roles=a/m", file: two, env: map[string]string{"OPENAI_BASE_URL": "http://u:secret@h"}},
	} {
		flags := map[string][]string{}
		for _, word := range strings.Fields(test.flags) {
			name, value, _ := strings.Cut(word, "=")
			flags[name] = append(flags[name], value)
		}
		if test.file != "" {
			flags["config"] = []string{"run.yaml"}
		}
		_, err := Resolve(input(flags, test.env, map[string]string{"run.yaml": test.file}))
		var got []string
		for _, p := range problemsOf(t, err) {
			if p.Hint != "" {
				p.Message += "; " + p.Hint
			}
			got = append(got, p.String())
		}
		slices.Sort(got)
		if slices.Sort(test.want); !slices.Equal(got, test.want) {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

func TestByteOrderMark(t *testing.T) {
	if cfg, err := resolveFile("\ufeffversion: 1\nseed: 7\n"); err != nil || cfg.Seed != 7 {
		t.Errorf("%+v, %v", cfg, err)
	}
}

func TestMissingFile(t *testing.T) {
	_, err := Resolve(input(map[string][]string{"config": {"no.yaml"}}, nil, nil))
	var path *fs.PathError
	if !errors.As(err, &path) || path.Path != "no.yaml" {
		t.Errorf("%v", err)
	}
}

func TestProblemsOfPrices(t *testing.T) {
	for _, test := range []struct{ name, file, want string }{
		{"empty", "", "1:1: the document is empty"},
		{"nothing", "version: 1\n", "1:1: the file has no date; for example date: 2026-11-01\n1:1: the file has no currency; for example currency: usd\n" +
			"1:1: the file has no models; for example models: {gpt-4o: {input: 2.5, cached: 1.25, output: 10}}"},
		{"all at once", "version: 1\ndate: 2026-13-01\ncurrency: dollars\nmodls: {}\nmodels:\n  m: {input: -1, output: x, extra: 1}\n  n: {cached: 1, output: 1}\n  o: 3\n",
			`2:7: date: "2026-13-01" cannot be read; for example date: 2026-11-01
3:11: currency: "dollars" cannot be read; for example currency: usd
4:1: the file has no key "modls"; did you mean "models"?
6:14: models.m.input must be a number from 0 up; write what a million tokens cost
6:26: models.m.output must be a whole number or a number, is a text
6:29: models.m has no key "extra"; the keys are input, cached, output
7:7: models.n has no input; write what a million tokens cost
8:6: models.o must be an object, is a whole number`},
	} {
		_, err := ParsePrices("p.yaml", []byte(test.file))
		var lines []string
		for _, p := range problemsOf(t, err) {
			line := strings.TrimPrefix(p.String(), "p.yaml:")
			if p.Hint != "" {
				line += "; " + p.Hint
			}
			lines = append(lines, line)
		}
		if got := strings.Join(lines, "\n"); got != test.want {
			t.Errorf("%s:\n%s\nwant:\n%s", test.name, got, test.want)
		}
	}
}

func TestPrices(t *testing.T) {
	p, err := ParsePrices("p.yaml", []byte("version: 1\ndate: 2026-11-01\ncurrency: USD\nmodels:\n  a/b: {input: 2, cached: 0.5, output: 8}\n  c: {input: 1.0, output: 0}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p.Currency != "usd" || p.Date != "2026-11-01" || len(p.Models) != 2 || p.Models["c"].Cached != 1 {
		t.Errorf("%+v", p)
	}
	if got := p.Models["a/b"].Cost(1_000_000, 400_000, 500_000); got != 0.6*2+0.4*0.5+4 {
		t.Errorf("cost %v", got)
	}
}

func TestMissions(t *testing.T) {
	var got []int
	for s, want := range map[string][]int{"1-4": {1, 2, 3, 4}, "2": {2}, "1,3": {1, 3}, "3,1": {1, 3}, "1-2,2-4": {1, 2, 3, 4}, " 2 , 4": {2, 4}, "2-2": {2}} {
		if f := missions(&got).set(s); f != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", s, got, f, want)
		}
	}
	for _, s := range []string{"", "0", "5", "1-5", "4-1", "1-", "-2", "1,,2", "a", "1.5", "1–4"} {
		if f := missions(&got).set(s); f == nil {
			t.Errorf("%q: %v", s, got)
		}
	}
}
