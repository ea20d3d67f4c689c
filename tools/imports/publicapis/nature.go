package publicapis

// apiNatureLines is the kinds of animals, weather, environment and earth.
const apiNatureLines = `
kind species | species, dataset, breed*, red list, collection
of {subject} species: scientific_name habitat conservation length weight
: scientific_name | string Felis catus; Vulpes vulpes; Strix aluco; Corvus corax; Ursus arctos | Scientific name
: habitat | enum forest;grassland;wetland;desert;ocean;mountains | Habitat in which it lives
: conservation | enum least concern;near threatened;vulnerable;endangered | Conservation status
: length | number 1..600 | Length of a grown one in centimetres
: weight | number 0..5000 | Weight of a grown one in kilograms
: lifespan | int 1..90 | Years that one lives
: threat | enum hunting;pollution;climate change;loss of habitat;disease | Main threat
: trend | enum rising;stable;falling | How the population develops
: region | enum Europe;Asia;Africa;North America;South America;Oceania | Part of the world
search{Subject}Species | list {subject} species | Search {subject} species | habitat! conservation? limit? | +
get{Subject}Species | get {subject} species | Get the details of a {subject} species | language? | + lifespan trend
list{Subject}Threats | list threat report | List the reports on threats to a {subject} species | species_id! threat? |
of threat report: threat severity year
list{Subject}SpeciesByRegion | list {subject} species | Find {subject} species | region! conservation? sort? | + trend
report{Subject}Count | create count record | Report a count of {subject}s | species_id! quantity! date! |
of count record: quantity date

kind pictures | picture*, image*, gif*, photo*, neko, placeholder, skins, sprite*, artwork
of {subject} picture: title size color likes published width
: mood | enum happy;sleepy;playful;shy;curious | Mood of the picture
: filter | enum grayscale;sepia;blur;none =none | Filter that is put over the picture
: caption | string Good morning; Back on Monday; So proud; Time for tea | Words that are written on the picture
: name | string Favourites; Wallpapers; Birthday cards; Office wall | Name of the {thing}
search{Subject}Pictures | list {subject} picture | Search {subject} pictures | mood! size? color? limit? | +
get{Subject}Picture | get {subject} picture | Get a {subject} picture | filter? width? height? | + image_url
caption{Subject}Picture | create captioned picture | Add a caption to a {subject} picture | picture_id! caption! color? | | caption*, text, meme*
of captioned picture: caption color image_url created
create{Subject}Album | create {subject} album | Create an album of {subject} pictures | name! mood? | | share, save
of {subject} album: name mood created
list{Subject}Albums | list {subject} album | List the albums of {subject} pictures | mood! sort? |
resize{Subject}Picture | create resized picture | Make a smaller copy of a {subject} picture | picture_id! width! height? format? | | resiz*, placeholder
of resized picture: width height file_url created
: format | enum png;jpg;webp =png | File format

kind facts | fact*, trivia
of {subject} fact: topic words verified published
: topic | enum behaviour;history;health;records;science;culture | Topic of the fact
: words | int 5..90 | Number of words
: verified | bool | Whether somebody checked it
: wording | string It was first described in 1758; No two are alike; It can sleep for twenty hours | Text of the fact
: day | date | Day for which the fact is chosen
: email | email | Email address to which facts are sent
: frequency | enum daily;weekly;monthly | How often a fact is sent
: language | enum en;de;fr;es;pt | Language code of the fact
search{Subject}Facts | list {subject} fact | Search {subject} facts | topic! verified? limit? | + likes
get{Subject}Fact | get {subject} fact | Get a {subject} fact | language? | + likes
get{Subject}FactOfTheDay | - | Get the {subject} fact of the day | day! language? | topic likes published | daily, day
submit{Subject}Fact | create {subject} fact | Submit a new {subject} fact | topic! wording! | topic status created | contribute, crowdsourced
subscribeTo{Subject}Facts | create fact subscription | Subscribe to {subject} facts | email! frequency! topic? | | daily, newsletter
of fact subscription: email frequency created
rate{Subject}Fact | create fact rating | Rate a {subject} fact | fact_id! rating! |
of fact rating: rating created

kind adoption | adopt*, rescue, homes
of rescue {subject}: name age size sex adoption_fee arrived
: age | enum baby;young;adult;senior | Age group
: sex | enum female;male | Sex
: adoption_fee | number 20..400 | Adoption fee in dollars
: arrived | date | Day of arrival at the shelter
: house_trained | bool | Whether it is house-trained
: reason | string a large garden; company for an older dog; moving to the country | Why somebody wants to adopt
searchAdoptable{Subject}s | list rescue {subject} | Search rescue {subject}s | @place! age? size? limit? | +
get{Subject}Profile | get rescue {subject} | Get the profile of a rescue {subject} | | + house_trained
listShelters | list shelter | List animal shelters | @place! radius? |
of shelter: name distance rating phone capacity
: capacity | int 5..200 | How many animals it can take
requestAdoption | create adoption request | Request a rescue {subject} | rescue_id! email! phone? | | adopt*
of adoption request: status created
scheduleShelterVisit | create visit | Schedule a visit to a shelter | shelter_id! date! |
of visit: date status

kind sightings | observation*, migration, tracking, notable
of {subject} sighting: species_name quantity date place_name
: species_name | string barn owl; grey heron; red fox; common toad; brown bear | Name of the species
: place_name | string Mill Pond; North Ridge; Old Harbour; Willow Marsh | Name of the place
: notable | bool | Whether it is rare there
: observer | string | Who saw it
search{Subject}Sightings | list {subject} sighting | Search recent {subject} sightings | @place! days? notable? limit? | +
get{Subject}Sighting | get {subject} sighting | Get the details of a {subject} sighting | | + notable
listHotspots | list hotspot | List hotspots of {subject} watchers | @place! radius? | | notable, region
of hotspot: name distance species_count updated
: species_count | int 3..340 | Number of species seen there
report{Subject}Sighting | create {subject} sighting | Report a {subject} sighting | species_name! quantity! date! @place | + status
listMigrationTracks | list migration track | List migration tracks of {subject}s | species_name! year? | | movement, migration
of migration track: species_name distance duration_days starts
: distance | int 100..12000 | Length of the way in kilometres
: duration_days | int 4..120 | Days on the way

kind recordings | recording*, sounds, samples, audio
of sound recording: title duration quality recorded
: recorded | date | Day of the recording
: sound | enum song;call;alarm call;drumming;rain;applause;footsteps | What is heard
: format | enum mp3;wav;flac =mp3 | Audio format
: licence | enum CC0;CC BY;CC BY-NC | Licence of the recording
: name | string Dawn chorus; Night walk; Rainy street; Old workshop | Name of the {thing}
searchSoundRecordings | list sound recording | Search sound recordings[ on {api}] | sound! quality? limit? | + downloads
getSoundRecording | get sound recording | Get the details of a sound recording | | + licence downloads
listSoundCollections | list sound collection | List collections of sound recordings | sound! sort? |
of sound collection: name records updated
createSoundCollection | create sound collection | Create a collection of sound recordings | name! sound? |
downloadSoundRecording | create sound download | Download a sound recording | sound_recording_id! format? | | music
of sound download: format file_url created

kind forecasts | weather, forecast*, cities, climate
of weather alert: alert_type severity starts
: alert_type | enum storm;flood;heat;frost;heavy snow;high wind | What the alert is about
: hours | int 1..48 =24 | Number of hours
: feels_like | int -50..55 | Temperature as it is felt
: rain | number 0..120 | Rain in millimetres
: sunshine | int 0..14 | Hours of sunshine
: email | email | Address to which alerts are sent
getCurrentConditions | - | Get the current weather | @place! | condition temperature humidity wind
getDailyForecast | - | Get the {adj} weather forecast | @place! days! | condition temperature rain wind | forecast*, daily
searchWeatherAlerts | list weather alert | Search {adj} weather alerts | alert_type! @place severity? |
getWeatherAlert | get weather alert | Get the details of a weather alert | language? | + confidence
getHourlyForecast | - | Get the hourly weather forecast | @place! hours! | condition temperature feels_like | real, hourly, instant
getHistoricalWeather | - | Get the past weather | @place! date! | condition temperature rain sunshine | histor*
subscribeToWeatherAlerts | create alert subscription | Subscribe to {adj} weather alerts | alert_type! email! @place |
of alert subscription: alert_type email created

kind airquality | air, pm2, pollution, aqi
of monitoring station: name distance operator updated
: operator | enum city;state;university;citizens | Who runs the station
: pollutant | enum PM2.5;PM10;ozone;nitrogen dioxide;carbon monoxide | Pollutant
: index | int 0..500 | Air quality index
: advice | enum go outside;close the windows;wear a mask | Advice to the public
: limit_value | int 10..300 | Index from which an alert is sent
searchMonitoringStations | list monitoring station | Search {adj} air quality stations | @place! pollutant? radius? | +
getMonitoringStation | get monitoring station | Get the details of an air quality station | | + elevation
getAirQuality | - | Get the current air quality | @place! pollutant? | index humidity temperature
getAirQualityForecast | - | Get the air quality forecast | @place! days! | index confidence | predicted, forecast*
listStationReadings | list reading | List the readings of a monitoring station | monitoring_station_id! pollutant! start_date? |
of reading: value quality timestamp
: value | number 1..180 | Measured value in micrograms per cubic metre
createPollutionAlert | create pollution alert | Create a pollution alert | pollutant! limit_value! email! @place |
of pollution alert: pollutant limit_value email created

kind carbon | carbon, emission*, footprint, co2, ghg
of emission factor: activity factor year region
: activity | enum electricity;short flight;long flight;car trip;train trip;shipping;heating | Activity that causes emissions
: factor | number 0..20 | Kilograms of CO2 for one unit
: region | enum Europe;North America;Asia;Oceania | Part of the world
: kilograms | number 0..900 | Kilograms of CO2
: trees | int 1..90 | Trees that would take it up in a year
: weight | int 1..900 | Weight in kilograms
: trip_length | int 5..900 | Length of the trip in kilometres
: electricity | int 10..900 | Electricity in kilowatt hours
: project | enum reforestation;wind power;cook stoves;peatland | Kind of the project
: web_page | url | Address of the web page
searchEmissionFactors | list emission factor | Search {adj} emission factors | activity! year? limit? | +
getEmissionFactor | get emission factor | Get the details of an emission factor | | + quality
estimateTripEmissions | - | Estimate the carbon footprint of a trip | activity! trip_length! | kilograms trees
estimateElectricityEmissions | - | Estimate the carbon footprint of electricity | electricity! @country | kilograms trees
listOffsetProjects | list offset project | List carbon offset projects | project! sort? |
of offset project: name project price rating
buyCarbonOffset | create carbon offset | Buy a carbon offset | offset_project_id! weight! | | offset*
of carbon offset: weight amount created
measurePageEmissions | - | Measure the carbon footprint of a web page | web_page! | kilograms views | web, website, pages

kind grid | grid, electricity, power, energi, usage
of energy dataset: title records updated resolution
: resolution | enum hourly;daily;monthly | Resolution
: source | enum wind;solar;hydro;nuclear;gas;coal | Source of the power
: share | int 1..90 | Share in per cent
: megawatts | int 0..900 | Power in megawatts
: price | number 10..400 | Price of a megawatt hour
: hours | int 2..48 | Number of hours to look ahead
: hour | int 0..23 | Hour of the day
searchEnergyDatasets | list energy dataset | Search {adj} energy datasets | source! resolution? limit? | +
getEnergyDataset | get energy dataset | Get the details of an energy dataset | | + downloads
getGenerationMix | - | Get the current generation of power | source! @country | share megawatts change
getElectricityPrice | - | Get the electricity price | date! hour? @country | price change
getGreenestHours | - | Find the greenest time for electricity | postcode! hours! | hour share
getDemandForecast | - | Get the demand forecast of the grid | date! @country | megawatts confidence | forecast*, usage

kind wildfires | wildfire*, fire*
of wildfire: name hectares containment starts
: hectares | int 1..900 | Burnt area in hectares
: containment | int 0..100 | How much is contained, in per cent
: sensor | enum satellite;aircraft;camera;report | How it was detected
searchWildfires | list wildfire | Search active wildfires | @place! severity? days? | +
getWildfire | get wildfire | Get the details of a wildfire | | + severity
listFireDetections | list fire detection | List detections of fires | date! sensor? @place |
of fire detection: sensor confidence temperature
listWaterBombers | list water bomber | List water bombers at work | wildfire_id! |
of water bomber: model speed altitude
: model | enum CL-415;Air Tractor;Be-200 | Model of the aircraft
: speed | int 150..420 | Speed in kilometres an hour
: altitude | int 40..3000 | Height in metres
reportFire | create fire report | Report a fire | latitude! longitude! severity? |
of fire report: severity status created

kind solar | solar, photovoltaic, pv
of installer: name rating price warranty
: warranty | int 5..30 | Years of warranty
: capacity | number 2..40 | Size of the system in kilowatts
: tilt | int 0..60 =30 | Tilt of the roof in degrees
: yearly_kwh | int 80..900 | Yearly production in kilowatt hours
: roof_area | int 15..200 | Area of the roof in square metres
: savings | int 60..900 | Yearly savings
searchInstallers | list installer | Search {adj} solar installers | @place! sort? limit? | +
getInstaller | get installer | Get the details of a solar installer | | + phone
estimateProduction | - | Estimate the production of a solar system | capacity! @place! tilt? | yearly_kwh savings
compareOffers | list solar offer | Compare offers of an installer | installer_id! capacity! |
of solar offer: price capacity warranty
requestQuote | create quote request | Request a quote for a solar system | installer_id! roof_area! email! |
of quote request: roof_area status created

kind pollen | pollen
of pollen alert: plant severity starts
: plant | enum birch;grass;ragweed;olive;hazel | Plant
: index | int 0..5 | Pollen index
: medication | enum none;spray;tablets | What may help
: email | email | Email address
getPollenForecast | - | Get the pollen forecast | @place! days! plant? | plant index
listPollenAlerts | list pollen alert | List pollen alerts | plant! @place |
getPollenAlert | get pollen alert | Get the details of a pollen alert | | + medication
subscribeToPollenAlerts | create pollen subscription | Subscribe to pollen alerts | plant! email! |
of pollen subscription: plant email created
getPollenCalendar | - | Get the pollen calendar | plant! @place! | starts index

kind marine | marine, ocean, tide*, surf, sea
of buoy: name wave_height water_temperature updated
: wave_height | number 0..15 | Height of the waves in metres
: water_temperature | number -2..33 | Temperature of the water
: tide | enum high;low;rising;falling | State of the tide
: spot | string North Beach; Cape Stone; Harbour Mouth; Long Bay | Name of the spot
searchBuoys | list buoy | Search weather buoys | @place! radius? | +
getBuoy | get buoy | Get the readings of a buoy | | + wind
getTideTimes | - | Get the tide times | spot! date! | tide time wave_height
getWaveForecast | - | Get the wave forecast | spot! days! | wave_height wind water_temperature
getSeaTemperature | - | Get the sea temperature | spot! date? | water_temperature change
createSwellAlert | create swell alert | Create an alert on swell | spot! wave_height! email! |
of swell alert: spot wave_height created

kind uvindex | uv
of protection tip: title skin_type rating
: skin_type | enum very fair;fair;medium;olive;dark | Type of skin
: index | int 0..12 | UV index
: minutes | int 10..120 | Minutes without risk
getUvIndex | - | Get the current UV index | @place! | index risk
getUvForecast | - | Get the UV forecast | @place! days! | index risk
getSafeExposureTime | - | Get the safe exposure time | skin_type! @place! | minutes index
listProtectionTips | list protection tip | List tips for protection from the sun | skin_type! |
getProtectionTip | get protection tip | Get the text of a protection tip | language? | + likes

kind radar | radar, nowcast*
of radar frame: timestamp coverage kilobytes
: coverage | enum rain;snow;storms;clouds | What the frame shows
: kilobytes | int 20..900 | Size in kilobytes
: zoom | int 1..12 =6 | Zoom level
: minutes | int 10..120 =30 | Minutes to look ahead
: rain | number 0..60 | Rain in millimetres
listRadarFrames | list radar frame | List radar frames | coverage! limit? | +
getRadarFrame | get radar frame | Get a radar frame | zoom? color? | + image_url
getRainNowcast | - | Get the rain forecast for the next minutes | @place! minutes? | rain confidence
getStormTrack | - | Get the storm track | @place! minutes? | severity distance wind
createRainAlert | create rain alert | Create a rain alert | @place! email! |
of rain alert: status created

kind aviationweather | aviation, noaa, faa, metar
of pilot report: turbulence altitude timestamp
: airport_code | string | Airport code (IATA)
: turbulence | enum none;light;moderate;severe | Turbulence
: altitude | int 1000..41000 | Height in feet
: visibility | int 1..30 | Visibility in kilometres
: ceiling | int 200..20000 | Height of the clouds in feet
: radius | int 20..400 =100 | Distance from the airport
getMetar | - | Get the weather observation of an airport | airport_code! | condition temperature visibility wind
getTaf | - | Get the weather forecast of an airport | airport_code! hours? | condition ceiling visibility
: hours | int 6..30 =24 | Hours ahead
searchPilotReports | list pilot report | Search pilot reports | airport_code! turbulence? radius? | +
getPilotReport | get pilot report | Get the details of a pilot report | | + temperature
listAirspaceWarnings | list airspace warning | List airspace warnings | turbulence! altitude? |
of airspace warning: turbulence severity starts

kind stations | station*, sensebox*, webcam*, personal
of weather station: name elevation distance updated
: sensor | enum temperature;humidity;wind;pressure;rain | Sensor
: value | number 0..90 | Measured value
: exposure | enum indoor;outdoor;mobile | Where it is set up
searchWeatherStations | list weather station | Search {adj} weather stations | @place! exposure? radius? | +
getWeatherStation | get weather station | Get the details of a weather station | | + exposure
listSensorReadings | list sensor reading | List the readings of a weather station | weather_station_id! sensor! start_date? |
of sensor reading: value timestamp
registerWeatherStation | create weather station | Register a new weather station | name! exposure! @place | + status
listWebcams | list weather webcam | List weather webcams | @place! | | webcam*
of weather webcam: name quality distance

kind astroweather | astro*
of observing night: date seeing cloud_cover
: seeing | enum poor;fair;good;excellent | How steady the sky is
: cloud_cover | int 0..100 | Clouds in per cent
: darkness | int 1..9 | Bortle class of the sky
: object | enum Moon;Jupiter;Saturn;Orion Nebula;Andromeda Galaxy | What is observed
getAstroForecast | - | Get the sky forecast for astronomers | @place! date! | seeing cloud_cover humidity
listObservingNights | list observing night | List good nights for observing | @place! seeing? |
getObservingNight | get observing night | Get the details of an observing night | | + temperature
getBestTimeFor | - | Get the best time for an object | object! date! @place | time elevation
: time | string | Time of day
: elevation | int 10..85 | Height above the horizon
listDarkSites | list dark site | List dark sites | @place! radius? |
of dark site: name darkness distance

kind hail | hail
of hail event: date stone_size wind damage
: stone_size | number 0.5..10 | Size of the stones in centimetres
: damage | enum none;light;heavy | Damage
: claims | int 0..90 | Number of claims
searchHailEvents | list hail event | Search {adj} hail events | year! @place stone_size? | +
getHailEvent | get hail event | Get the details of a hail event | | + confidence
getHailHistory | - | Get the hail history of an address | address! year? | stone_size claims
listStormPaths | list storm path | List the storm paths of a hail event | hail_event_id! |
of storm path: distance duration severity
orderHailReport | create hail report | Order a hail report for an address | address! email! |
of hail report: address status created

kind climate | climate, years, hourly historical
of climate series: title resolution records updated
: resolution | enum hourly;daily;monthly;yearly | Resolution of the series
: variable | enum temperature;rain;wind;sunshine;snow | Variable
: mean | number -20..40 | Mean value
: scenario | enum low;middle;high | Scenario of emissions
searchClimateSeries | list climate series | Search {adj} climate series | variable! resolution? limit? | +
getClimateSeries | get climate series | Get the details of a climate series | | + quality
getClimateNormal | - | Get the climate normal of a month | @place! month! variable? | mean rain
: rain | number 0..300 | Rain in millimetres
getHistoricalClimate | - | Get the past climate of a year | @place! year! variable? | mean change
getClimateProjection | - | Get the climate projection | @place! scenario! year? | mean change

kind earthquakes | earthquake*, seismic, hazards
of earthquake: magnitude depth place_name date
: magnitude | number 1..9 | Magnitude
: depth | int 1..700 | Depth in kilometres
: place_name | string Northern Ridge; Coral Sea; Lake Basin; West Coast | Name of the place
: reports | int 0..90 | Number of people who felt it
: shaking | enum weak;moderate;strong;violent | Shaking as it was felt
searchEarthquakes | list earthquake | Search recent earthquakes | magnitude! days? limit? | +
getEarthquake | get earthquake | Get the details of an earthquake | | + reports
getEarthquakeCount | - | Count the earthquakes of a period | start_date! end_date! magnitude? | quantity magnitude
listAftershocks | list aftershock | List the aftershocks of an earthquake | earthquake_id! magnitude! |
of aftershock: magnitude depth date
submitFeltReport | create felt report | Report the shaking of an earthquake | earthquake_id! shaking! @place |
of felt report: shaking created

kind waterlevels | water, rivers, lakes
of gauge: name water_level flow updated
: water_level | number 0..15 | Water level in metres
: flow | int 1..900 | Flow in cubic metres a second
: river | string Silver River; Long Creek; Amber River; Mill Stream | Name of the river
: parameter_name | enum temperature;oxygen;acidity;turbidity | What is measured
searchGauges | list gauge | Search river gauges | river! limit? | +
getGauge | get gauge | Get the readings of a river gauge | | + temperature
getWaterQuality | - | Get the water quality of a river | river! date? | quality temperature
listFloodWarnings | list flood warning | List flood warnings | severity! @place |
of flood warning: severity starts water_level
listGaugeHistory | list gauge record | List the past records of a gauge | gauge_id! start_date! end_date? |
of gauge record: water_level flow date

kind biodiversity | biodiversity, taxonom*, specimens, museum
of specimen: title collected class condition_note
: collected | date | Day on which it was collected
: class | enum mammals;birds;insects;plants;fungi;fish | Class
: condition_note | enum complete;damaged;fragment | State of the specimen
: scientific_name | string Quercus robur; Vulpes vulpes; Strix aluco; Apis mellifera | Scientific name
: rank | enum species;genus;family;order | Rank in the taxonomy
searchSpecimens | list specimen | Search museum specimens | class! @country limit? | +
getSpecimen | get specimen | Get the details of a specimen | | + elevation
searchOccurrences | list occurrence | Search occurrences of a species | scientific_name! year? @country |
of occurrence: date elevation confidence
getScientificNameMatch | - | Match a scientific name with the taxonomy | scientific_name! rank? | rank confidence
listTaxa | list taxon | List taxa | class! rank? |
of taxon: name rank records
`
