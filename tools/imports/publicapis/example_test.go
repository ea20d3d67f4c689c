package publicapis_test

import (
	"fmt"

	"switchyard/tools/imports/publicapis"
)

// A row of a list becomes a toolset.
func Example() {
	const list = `### Weather
| API | Description | Auth | HTTPS | CORS |
|---|---|---|---|---|
| [Sol](https://sol.example) | Weather forecasts from Spain | No | Yes | Yes |
`
	report, err := publicapis.Import("list.md", []byte(list), publicapis.Options{PerAPI: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, set := range report.Sets {
		fmt.Println(set.Name, "from", set.Source)
		for _, tool := range set.Tools {
			fmt.Println(tool.Name+":", tool.About)
		}
	}
	// Output:
	// weather/sol from list.md:4
	// getCurrentConditions: Get the current weather (Spain only). From Sol: Weather forecasts from Spain.
	// searchWeatherAlerts: Search Spanish weather alerts. From Sol: Weather forecasts from Spain.
}
