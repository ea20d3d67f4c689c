package publicapis

// apiScienceLines is the kinds of research and space.
const apiScienceLines = `
kind patents | patent*
of {adj} patent: title holder field published
: title | string Folding Lamp; Quiet Pump; Leaf Filter; Bicycle Hub | Title of the {thing}
: holder | string | Company that holds it
: field | enum batteries;medicine;software;machines;materials;optics | Field
: status | enum pending;granted;expired | Status of the patent
: claims | int 1..40 | Number of claims
: patent_number | string EP3456789; US10234567; TW1654321 | Number of the patent
: email | email | Email address
searchPatents | list {adj} patent | Search {adj} patents | field! year? status? holder? limit? | +
getPatent | get {adj} patent | Get the summary of a {adj} patent | language? | + claims
listCitations | list citation | List the citations of a {adj} patent | patent_id! sort! |
of citation: title published
lookUpPatentNumber | - | Find a patent number | patent_number! | status published
getFilingTrend | - | Get the trend of patents in a field | field! start_date! | quantity change | trends, patterns
watchPatents | create patent alert | Create an alert on {adj} patents | field! email! |
of patent alert: field status

kind personalitytests | personality, mbti, assess
of assessment: title type_name score created
: title | string Team May; First try; Study group; Coaching | Title of the {thing}
: type_name | enum analyst;diplomat;sentinel;explorer | Type
: trait | enum openness;patience;humour;courage | Trait
: answer | int 1..5 | Answer from 1 to 5
: question | int 1..60 | Number of the question
startAssessment | create assessment | Start an assessment | title! language? | title created
answerQuestion | create test answer | Submit an answer of an assessment | assessment_id! question! answer! |
of test answer: answer created
listAssessments | list assessment | List assessments | type_name! sort? | +
getAssessment | get assessment | Get the result of an assessment | language? | + status
getPersonalityType | - | Get the description of a type | type_name! language? | share likes
: share | int 1..40 | Share in per cent
listTraits | list trait score | List the traits of an assessment | assessment_id! trait! |
of trait score: trait score

kind papers | paper*, research, scholarly, articles, archive, physics, literature, study
of paper: title author field citations published
: title | string On Quiet Stars; Notes on Tides; Graphs and Gardens; Salt and Light | Title of the {thing}
: field | enum physics;biology;mathematics;economics;astronomy;chemistry | Field
: citations | int 0..900 | Number of citations
: doi | string | DOI
: name | string Thesis; Reading group; Tides; To read | Name of the {thing}
: email | email | Email address
searchPapers | list paper | Search research papers[ on {api}] | field! author? year? sort? limit? | +
getPaper | get paper | Get the abstract of a paper | | + doi
listReferences | list reference | List the references of a paper | paper_id! sort! |
of reference: title year citations
searchAuthors | list researcher | Search researchers | field! @country | | authors, institutions
of researcher: name citations records
createPaperList | create paper list | Create a list of papers | name! field? |
of paper list: name created
subscribeToField | create paper alert | Subscribe to papers of a field | field! email! |
of paper alert: field status

kind spaceflights | space*, launch*, rocket, vehicles, astronauts, iss
of launch: name rocket site status starts
: name | string Lantern 4; Harbour Light; Meridian 2; Copper Sky | Name of the {thing}
: rocket | enum Falcon 9;Ariane 6;Electron;Soyuz;PSLV | Rocket
: site | string Cape Canaveral; Kourou; Mahia; Sriharikota | Launch site
: status | enum planned;success;failure;delayed | Status of the launch
: orbit | enum low;polar;geostationary;lunar | Orbit
: flights | int 1..9 | Number of flights
: email | email | Email address
searchLaunches | list launch | Search {adj} rocket launches | rocket! start_date? status? limit? | +
getLaunch | get launch | Get the details of a launch | | + orbit
listRockets | list rocket | List {adj} rockets | orbit! |
of rocket: tallness payload price
: tallness | int 10..120 | Height in metres
: payload | int 100..900 | Payload in kilograms
listAstronauts | list astronaut | List astronauts | @country! status? |
of astronaut: name flights days
getStationPosition | - | Get the position of the space station | time! | latitude longitude | iss, location
watchLaunch | create launch alert | Track a launch | launch_id! email! |
of launch alert: status created

kind astronomy | astronom*, moon, planets, sunrise, sunset, sky, asterank, astrophysics, minor planet
of sky object: name object_type magnitude distance
: name | string Vega; Orion Nebula; Ceres; Sirius | Name of the {thing}
: object_type | enum star;planet;nebula;galaxy;comet;asteroid | Type of the object
: magnitude | number -2..15 | Magnitude
: distance | int 1..900 | Distance in light years
: phase | enum new moon;first quarter;full moon;last quarter | Phase of the moon
: note | string clear night; through thin clouds; with binoculars | Note
getSunTimes | - | Get the sunrise and sunset | @place! date! | sunrise sunset
: sunrise | string | Time of sunrise
: sunset | string | Time of sunset
searchSkyObjects | list sky object | Search objects in the sky | object_type! magnitude? limit? | +
getSkyObject | get sky object | Get the details of a sky object | | + image_url
getMoonPhase | - | Get the phase of the moon | date! | phase quality
listEclipses | list eclipse | List eclipses | year! @country |
of eclipse: date duration magnitude
logObservation | create observation record | Add an observation of a sky object | sky_object_id! date! note! |
of observation record: note created

kind mathcalc | math*, calculat*, calculator, symbolic, arithmetic, expressions, add
of saved calculation: title operation value created
: title | string Roof area; Loan; Paint; Homework | Title of the {thing}
: operation | enum simplify;factor;derive;integrate;solve | Operation
: expression | string 2x + 3x; x^2 - 4; 12 * (3 + 4); 5y - 10 | Expression
: value | number 1..900 | Value
: digits | int 1..12 =4 | Number of digits
: topic | enum finance;health;geometry;sports;space | Topic
simplifyExpression | - | Calculate the result of an expression | expression! operation! | value steps
: steps | int 1..20 | Number of steps
saveCalculation | create saved calculation | Save a calculation | title! expression! operation? | title created
listCalculations | list saved calculation | List saved calculations | operation! sort? | +
getCalculation | get saved calculation | Get the result of a saved calculation | digits? | + steps
generateExercise | - | Generate an exercise | topic! level! | steps duration
listFormulas | list formula | List formulas | topic! |
of formula: name level
: name | string Circle area; Interest; Body mass; Escape speed | Name of the {thing}

kind numberfacts | number*, even
of number fact: topic number likes
: topic | enum history;science;sport;calendar;mathematics | Topic
: number | int 1..900 | Number
: minimum_value | int 1..90 | Lowest number
: maximum_value | int 100..900 | Highest number
getNumberFact | - | Get a fact about a number | number! topic? | likes
searchNumberFacts | list number fact | Search facts about numbers | topic! limit? | +
getNumberFactText | get number fact | Get the text of a number fact | language? | + published
checkEven | - | Check a number | number! | valid
getRandomNumber | - | Get a random number of a range | minimum_value! maximum_value! | number
getNumberOfTheDay | - | Get the number of the day | date! topic? | number likes

kind satellites | satellite*, tle, orbit*
of satellite: name operator altitude launched
: name | string Lantern 4; Meridian 2; Copper Sky; Northern Eye | Name of the {thing}
: operator | string NASA; ESA; ISRO; JAXA | Operator
: purpose | enum weather;communication;navigation;science | Purpose
: altitude | int 200..900 | Height in kilometres
: launched | date | Day of the launch
searchSatellites | list satellite | Search satellites | purpose! operator? limit? | +
getSatellite | get satellite | Get the orbit of a satellite | | + speed
: speed | int 1..30 | Speed in thousands of kilometres an hour
listPasses | list satellite pass | List the passes of a satellite | satellite_id! @place! |
of satellite pass: duration elevation_max timestamp
: elevation_max | int 10..90 | Greatest height above the horizon
getSatellitePosition | list satellite position | List the positions of a satellite | satellite_id! date! |
of satellite position: latitude longitude altitude
watchSatellite | create satellite alert | Track a satellite | satellite_id! email! |
of satellite alert: status created

kind satimages | imagery, nasa, earth observation
of space image: title mission date quality
: title | string Storm over the Sea; Red Dunes; Ring Shadow; City Lights | Title of the {thing}
: mission | enum Curiosity;Hubble;Landsat;Cassini;Webb | Mission
: camera | enum front;rear;mast;wide | Camera
: asteroid_size | int 10..900 | Diameter in metres
: name | string Red planet; For the class; Wallpaper; Moons | Name of the {thing}
searchSpaceImages | list space image | Search {api} imagery of space missions | mission! camera? date? limit? | +
getSpaceImage | get space image | Get the details of a space image | | + image_url
getPictureOfTheDay | - | Get the astronomy picture of the day | date! quality? | title image_url
listNearEarthObjects | list asteroid | List asteroids close to the Earth | start_date! end_date? |
of asteroid: asteroid_size distance date
: distance | int 1..900 | Distance in thousands of kilometres
createImageCollection | create image collection | Create a collection of space images | name! mission! |
of image collection: name created

kind materials | material*
of material: name class_name density melting_point
: name | string Silicon Carbide; Brass; Nylon; Quartz | Name of the {thing}
: class_name | enum metal;ceramic;polymer;crystal | Class
: density | number 0..22 | Density
: melting_point | int 10..3500 | Melting point in degrees
: property | enum hardness;conductivity;density;elasticity | Property
: element | enum iron;copper;carbon;silicon;titanium | Element
searchMaterials | list material | Search materials | class_name! element? limit? | +
getMaterial | get material | Get the properties of a material | | + updated
listMeasurements | list measurement | List the measurements of a material | material_id! property! |
of measurement: value date
: value | number 1..90 | Value
listPhaseDiagrams | list phase diagram | List phase diagrams | element! |
of phase diagram: title year
: title | string Iron and Carbon; Copper and Tin; Silicon | Title of the {thing}
predictProperty | - | Predict a property of a class | property! class_name! | value confidence

kind latex | latex, equations
of equation image: title format created
: title | string Heat; Circle; Energy; Waves | Title of the {thing}
: expression | string E = m c; a + b = c; y = 2 x + 1 | Expression
: format | enum png;svg;pdf;gif =png | File format
: style | enum inline;display | Style
renderEquation | create equation image | Render an equation | expression! format? style? color? | format status created
listEquations | list equation image | List equations | format! sort? | +
getEquation | get equation image | Get the details of an equation image | | + image_url
checkExpression | - | Check an expression | expression! style? | valid reason
deleteEquation | delete equation image | Delete an equation image | | status

kind contests | contest*, competitive, codeforces, challenges
of contest: name difficulty starts duration
: name | string Spring Round; Night Sprint; Graph Cup; Open Final | Name of the {thing}
: difficulty | enum easy;medium;hard | Difficulty
: site | enum Codeforces;Topcoder;Kattis;SPOJ | Site
: solved | int 1..900 | How many people solved it
: handle | string | Name of the user
: email | email | Email address
searchContests | list contest | Search coding contests | site! difficulty? start_date? | +
getContest | get contest | Get the details of a contest | | + status
listProblems | list problem | List the problems of a contest | contest_id! difficulty! |
of problem: name difficulty solved
getUserRating | - | Get the rating of a user | handle! | score change
registerForContest | create contest entry | Register for a contest | contest_id! email! |
of contest entry: status created

kind docsgen | documentation
of documentation: title style words updated
: title | string Date helpers; Login form; Price rules; Image upload | Title of the {thing}
: style | enum brief;full;tutorial | Style
: words | int 20..900 | Number of words
: program_language | enum Python;Go;Java;Kotlin | Programming language
: source_code | string print(2 + 3); total = 4 * 12; return price * 2 | Source code
generateDocumentation | create documentation | Generate the documentation of the source code | source_code! program_language! style? | title words status
listDocumentation | list documentation | List documentation | program_language! sort? | +
getDocumentation | get documentation | Get the text of a documentation | language? | + created
translateDocumentation | create documentation translation | Translate a documentation | documentation_id! language! |
of documentation translation: words created
rateDocumentation | create documentation rating | Rate a documentation | documentation_id! rating! |
of documentation rating: rating created
`
