package config_test

import (
	"fmt"

	"switchyard/config"
)

// A flag is stronger than the environment, which is stronger than the file.
func Example() {
	env := map[string]string{"SWITCHYARD_CONFIG": "run.yaml", "SWITCHYARD_SEED": "7", "SWITCHYARD_LIMIT": "10"}
	cfg, err := config.Resolve(config.Input{
		Flags: map[string][]string{"seed": {"8"}},
		Env:   func(name string) string { return env[name] },
		ReadFile: func(string) ([]byte, error) {
			return []byte("version: 1\nmissions: 1-2\nseed: 6\nroles:\n  user: gpt-4o\n"), nil
		},
		Cache: "/home/me/.cache",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("missions", cfg.Missions, "from", cfg.Origin("missions"))
	fmt.Println("seed", cfg.Seed, "from", cfg.Origin("seed"))
	fmt.Println("limit", cfg.Limit, "from", cfg.Origin("limit"))
	fmt.Println("user", cfg.Roles.User.Name, "at", cfg.Roles.User.Provider.BaseURL)
	// Output:
	// missions [1 2] from run.yaml:2
	// seed 8 from flag --seed
	// limit 10 from environment SWITCHYARD_LIMIT
	// user gpt-4o at https://api.openai.com/v1
}
