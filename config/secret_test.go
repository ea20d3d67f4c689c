package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

func TestKey(t *testing.T) {
	for _, test := range []struct {
		name      string
		p         Provider
		env, file string
		want      string
		trouble   string
	}{
		{name: "none is sent", p: Provider{}},
		{name: "environment", p: Provider{KeyEnv: "K"}, env: " sk-1\n", want: "sk-1"},
		{name: "file", p: Provider{KeyFile: "f"}, file: "\ufeffsk-2\r\n", env: "sk-1", want: "sk-2"},
		{name: "not set", p: Provider{Name: "main", KeyEnv: "K"}, env: " ", trouble: "the variable K is not set, and the provider main needs a key; export K=..., or name a file with --key-file"},
		{name: "not needed", p: Provider{KeyEnv: "K", keyOptional: true}},
		{name: "optional, but there", p: Provider{KeyEnv: "K", keyOptional: true}, env: "sk-1", want: "sk-1"},
		{name: "empty file", p: Provider{KeyFile: "f"}, file: "\n", trouble: "f holds no key; write the key into it, and nothing else"},
		{name: "no file", p: Provider{Name: "main", KeyFile: "g"}, trouble: "cannot read the key of the provider main: g: no such file or folder; write the key into that file, or name another one with key_file or --key-file"},
		{name: "two lines", p: Provider{KeyFile: "f"}, file: "secret\nsecret", trouble: "the key in file f holds blanks, line breaks or other characters that no key has; leave out everything but the key"},
		{name: "a blank", p: Provider{KeyEnv: "K"}, env: "Bearer secret", trouble: "the key in environment K holds blanks, line breaks or other characters that no key has; leave out everything but the key"},
		{name: "no ASCII", p: Provider{KeyEnv: "K"}, env: "secret—secret", trouble: "the key in environment K holds blanks, line breaks or other characters that no key has; leave out everything but the key"},
		{name: "a control character", p: Provider{KeyEnv: "K"}, env: "secret\x00secret", trouble: "the key in environment K holds blanks, line breaks or other characters that no key has; leave out everything but the key"},
		{name: "too long", p: Provider{KeyEnv: "K"}, env: strings.Repeat("secret", 4000), trouble: "the key in environment K is too long for a key; leave out everything but the key"},
	} {
		key, err := test.p.Key(func(name string) string { return map[string]string{"K": test.env}[name] }, func(path string) ([]byte, error) {
			if path != "f" {
				return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
			}
			return []byte(test.file), nil
		})
		trouble := ""
		if err != nil {
			trouble = err.Error()
		}
		if key != test.want || trouble != test.trouble {
			t.Errorf("%s: %q, %s; want %q, %s", test.name, key, trouble, test.want, test.trouble)
		}
	}
}

// Neither keys nor the values of headers can be got out of a configuration by
// printing it, whole or in parts.
func TestSecretsStayHidden(t *testing.T) {
	env := map[string]string{"OPENAI_API_KEY": "secret-1", "MY_KEY": "secret-2", "MY_HEADER": "secret-3"}
	file := `version: 1
providers:
  main:
    base_url: http://h
    key_env: MY_KEY
    headers: {X-Team: secret-4, X-Token: "Bearer ${MY_HEADER}", X-Gone: "${NOT_SET}"}
roles: {user: m}
`
	cfg, err := Resolve(input(map[string][]string{"config": {"run.yaml"}}, env, map[string]string{"run.yaml": file}))
	if err != nil {
		t.Fatal(err)
	}
	p := cfg.Providers[0]
	encoded, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	printed := string(encoded) + fmt.Sprint(cfg.Arguments())
	for _, v := range []any{cfg, *cfg, cfg.Values(), p, *p, p.Headers, p.Headers[0], &p.Headers[1], cfg.Roles, *cfg.Roles.User} {
		printed += fmt.Sprintf("%v %+v %#v %s %q %x\n", v, v, v, v, v, v)
	}
	if strings.Contains(printed, "secret") {
		t.Errorf("a secret in %s", printed)
	}
	if strings.Contains(printed, "7365637265742d") { // the same in hexadecimal
		t.Error("a secret in hexadecimal")
	}

	get := func(name string) string { return env[name] }
	for i, want := range []string{"secret-4", "Bearer secret-3", ""} {
		got, err := p.Headers[i].Value(get)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%s: %q, %v", p.Headers[i].Name, got, err)
		}
		var problems Problems
		if err != nil && (!errors.As(err, &problems) || err.Error() != "the header X-Gone needs the variable NOT_SET, which is not set; export NOT_SET=...") {
			t.Error(err)
		}
	}
	env["MY_HEADER"] = "secret-5\r\nX-Evil: 1"
	if got, err := p.Headers[1].Value(get); err == nil || got != "" || strings.Contains(err.Error(), "secret") {
		t.Errorf("a header with a line break: %q, %v", got, err)
	}
	if key, err := p.Key(get, nil); key != "secret-2" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
}
