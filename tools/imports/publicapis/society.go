package publicapis

// apiSocietyLines is the kinds of food and health.
const apiSocietyLines = `
kind recipes | recipe*, meal*, cooking, ingredient*, instructions
of {subject} recipe: title cuisine duration servings rating
: cuisine | enum Italian;Mexican;Thai;Indian;French;Greek | Cuisine
: diet_type | enum vegetarian;vegan;gluten-free;low-carb | Diet
: servings | int 1..12 =2 | Number of servings
: ingredient | string mushrooms; lentils; salmon; spinach; chickpeas | Ingredient
: title | string Lentil Soup; Mushroom Risotto; Fish Tacos; Apple Pie | Title of the {thing}
: calories | int 80..900 | Calories of a serving
: protein | number 0..60 | Protein in grams
: name | string Weeknights; Party; With the kids; Winter | Name of the {thing}
search{Subject}Recipes | list {subject} recipe | Search {subject} recipes | ingredient! diet_type? cuisine? limit? | +
get{Subject}Recipe | get {subject} recipe | Get the details of a {subject} recipe | language? | + calories
list{Subject}Ingredients | list ingredient amount | List the ingredients of a {subject} recipe | recipe_id! sort! |
of ingredient amount: name grams
: grams | int 5..900 | Weight in grams
createMealPlan | create meal plan | Create a meal plan | days! diet_type! calories? | | plan*, meal
of meal plan: days diet_type created
getRecipeNutrition | - | Get the nutrition of a dish | title! | calories protein
saveRecipe | create saved recipe | Save a {subject} recipe in a cookbook | recipe_id! name! |
of saved recipe: name created

kind foods | food*, product*, nutrition, nutrient*, grocery
of food: name brand calories protein fat
: name | string Oat Milk; Rye Bread; Dark Chocolate; Greek Yoghurt | Name of the {thing}
: brand | string Northfield; Alderwood; Bluebird; Casa Verde | Brand
: food_group | enum fruit;vegetables;dairy;grains;meat;sweets | Food group
: calories | int 5..900 | Calories in 100 grams
: protein | number 0..90 | Protein in grams
: fat | number 0..90 | Fat in grams
: allergen | enum milk;peanuts;soy;gluten;eggs | Allergen
: barcode | string | Barcode
: grams | int 10..900 | Weight in grams
: meal | enum breakfast;lunch;dinner;snack | Meal
searchFoods | list food | Search {adj} foods | food_group! brand? limit? | +
getFood | get food | Get the nutrition of a food | | + allergen
lookUpBarcode | - | Find the food of a barcode | barcode! | calories protein brand | product*
logMeal | create meal record | Add a food to the diary | food_id! meal! grams? |
of meal record: meal calories created
listFoodsWithout | list food | Find foods for an allergy | allergen! food_group? |
analyzeMeal | - | Analyze the nutrition of a meal | meal! grams! | calories protein fat | analysis

kind nutrition | nutrition, nutrient*, food, foods
of food: name brand calories protein fat
: name | string Oat Milk; Rye Bread; Dark Chocolate; Greek Yoghurt | Name of the {thing}
: brand | string Northfield; Alderwood; Bluebird; Casa Verde | Brand
: nutrient | enum protein;iron;fibre;vitamin D;omega-3 | Nutrient
: calories | int 5..900 | Calories in 100 grams
: protein | number 0..90 | Protein in grams
: fat | number 0..90 | Fat in grams
: meal | enum breakfast;lunch;dinner;snack | Meal
: grams | int 10..900 | Weight in grams
: goal | enum lose weight;gain weight;stay healthy | Goal
searchFoods | list food | Search foods | nutrient! limit? | +
getFoodNutrition | get food | Get the nutrition of a food | | + grams
logFood | create food record | Add a food to the diary | food_id! meal! grams? |
of food record: meal calories created
getDailyIntake | - | Get the daily intake | date! nutrient? | calories protein fat
getDietSuggestion | - | Suggest a diet for a goal | goal! days! | calories protein
analyzeRecipe | - | Analyze the nutrition of a meal | meal! grams! | calories protein fat | recipe, analysis

kind breweries | brew*, beer*, cider*, untappd
of brewery: name brewery_type rating distance
: brewery_type | enum micro;brewpub;regional;large;cidery | Type of the brewery
: beer_style | enum stout;pale ale;lager;porter;wheat beer | Style of the beer
: alcohol | number 0..14 | Alcohol in per cent
: bitterness | int 5..100 | Bitterness
: comment | string crisp and light; too sweet; a classic | Comment
searchBreweries | list brewery | Search {adj} breweries | @place! brewery_type? limit? | +
getBrewery | get brewery | Get the details of a brewery | | + phone
searchBeers | list beer | Search beers | beer_style! alcohol? |
of beer: name alcohol bitterness rating
rateBeer | create beer rating | Rate a beer | beer_id! rating! comment? |
of beer rating: rating created
listBreweryBeers | list beer | List the beers of a brewery | brewery_id! beer_style! |
calculateAlcohol | - | Calculate the alcohol of a brew | beer_style! quantity! | alcohol | tools

kind fruits | fruit*
of fruit: name family sugar calories
: name | string Apple; Mango; Quince; Papaya; Cherry | Name of the {thing}
: family | enum Rosaceae;Rutaceae;Musaceae;Ericaceae | Family
: sugar | number 0..30 | Sugar in grams
: calories | int 10..300 | Calories in 100 grams
: season | enum spring;summer;autumn;winter | Season
: grams | int 10..900 | Weight in grams
searchFruits | list fruit | Search fruits | season! family? limit? | +
getFruit | get fruit | Get the details of a fruit | | + season
listFruitsByFamily | list fruit | List fruits | family! sort? |
compareFruits | list fruit comparison | Compare a fruit with others | fruit_id! season! |
of fruit comparison: name sugar calories
calculateSugar | - | Calculate the sugar of a fruit salad | grams! season! | sugar calories

kind groceries | grocer*, supermarket*, store, mandi, wholesale
of grocery item: name brand price grams
: name | string Oat Milk; Rye Bread; Olive Oil; Dried Apricots | Name of the {thing}
: brand | string Northfield; Alderwood; Bluebird; Casa Verde | Brand
: aisle | enum bakery;dairy;produce;drinks;frozen | Aisle
: grams | int 50..900 | Weight in grams
: quantity | int 1..20 =1 | How many
: delivery | enum pickup;delivery | How it is received
searchGroceries | list grocery item | Search groceries | aisle! brand? limit? | +
getGroceryItem | get grocery item | Get the details of a grocery item | | + updated
searchSupermarkets | list supermarket | Search supermarkets | @place! radius? |
of supermarket: name distance rating
addToCart | create cart entry | Add a grocery item to a cart | grocery_item_id! quantity! |
of cart entry: quantity amount
listOffers | list grocery offer | List offers | aisle! sort? |
of grocery offer: name price change
checkoutCart | create grocery order | Order the groceries of a cart | delivery! date! |
of grocery order: delivery amount status

kind cocktails | cocktail*
of cocktail: name spirit glass alcohol rating
: name | string Amber Sour; Harbour Fizz; Garden Mule; Night Train | Name of the {thing}
: spirit | enum rum;gin;vodka;whisky;tequila | Base spirit
: glass | enum highball;coupe;tumbler;flute | Glass
: alcohol | number 0..40 | Alcohol in per cent
: ingredient | string lime juice; mint; ginger beer; bitters | Ingredient
: occasion | enum summer evening;brunch;party;winter night | Occasion
searchCocktails | list cocktail | Search cocktails | spirit! ingredient? limit? | +
getCocktail | get cocktail | Get the recipe of a cocktail | | + duration
listCocktailIngredients | list cocktail ingredient | List the ingredients of a cocktail | cocktail_id! sort! |
of cocktail ingredient: name millilitres
: millilitres | int 5..200 | Millilitres
getCocktailSuggestion | - | Suggest a cocktail for an occasion | occasion! spirit? | rating alcohol
createBarMenu | create bar menu | Create a menu of cocktails | name! occasion! |
of bar menu: name occasion created

kind menus | menu*
of historical menu: title year dishes_count venue
: venue | string Grand Hotel; Harbour Inn; Steamship Line; Railway Cafe | Venue
: dishes_count | int 4..120 | Number of dishes
: occasion | enum banquet;breakfast;dinner;holiday | Occasion
: dish | string oyster stew; roast duck; lemon ice; turtle soup | Dish
searchHistoricalMenus | list historical menu | Search {adj} historical menus | year! occasion? | +
getHistoricalMenu | get historical menu | Get the details of a historical menu | | + occasion
listMenuDishes | list menu dish | List the dishes of a historical menu | historical_menu_id! sort! |
of menu dish: name price
getDishHistory | - | Get the history of a dish | dish! | year price quantity
transcribeDish | create dish transcription | Add a dish to a historical menu | historical_menu_id! dish! price? |
of dish transcription: dish status

kind whisky | whisky, auction*, alcohol, liquor, liqour, spirits
of bottle: name distillery year price
: name | string Amber Cask; Northern Peat; Old Harbour; Silver Glen | Name of the {thing}
: distillery | string Glen Marrow; Dunhaven; Port Isla; Kinross Mill | Distillery
: drink | enum whisky;wine;beer;rum;gin | Kind of drink
: price | number 10..900 | Price
: bids | int 1..40 | Number of bids
: max_price | int 20..900 | Highest price
searchBottles | list bottle | Search {adj} bottles | drink! max_price? limit? | +
getBottle | get bottle | Get the details of a bottle | | + rating
listAuctions | list auction | List auctions of a bottle | bottle_id! year! |
of auction: price bids date
getDistilleryIndex | - | Get the price index of a distillery | distillery! year? | price change
searchLiquorStores | list liquor store | Search {adj} liquor stores | @place! |
of liquor store: name distance rating

kind drinks | review*, drink
of drink review: title score published views
: category | enum soda;energy drink;coffee;tea;fast food | Category of the review
: title | string Cherry Soda; Midnight Burger; Green Tea; Cold Brew | Title of the {thing}
: comment | string well said; I disagree; try the other one | Comment
searchDrinkReviews | list drink review | Search reviews of food and drinks | category! sort? limit? | +
getDrinkReview | get drink review | Get the text of a drink review | | + likes
commentOnReview | create review comment | Add a comment to a drink review | drink_review_id! comment! |
of review comment: comment created
listTopRated | list drink review | List the best reviews | year! category? |
requestDrinkReview | create review request | Request a review of a drink | title! category! |
of review request: title status

kind covid | covid, coronavirus, cases, vaccin*, influenza, deaths, sars
of case report: cases deaths recovered date
: cases | int 1..9000 | Confirmed cases
: deaths | int 0..400 | Deaths
: recovered | int 0..9000 | People who recovered
: vaccine | enum Pfizer;Moderna;Novavax;Janssen | Vaccine
: share | int 1..95 | Share in per cent
: measure | enum masks;travel ban;school closure;curfew | Measure
: lineage | string BA.5; XBB.1; JN.1 | Lineage
: age_group | enum 0-17;18-39;40-59;60-79;80+ | Age group
getCovidSummary | - | Get the summary of Covid cases | @country! date! | cases deaths recovered
searchCaseReports | list case report | Search {adj} reports of Covid cases | start_date! @country age_group? | +
getCaseReport | get case report | Get the details of a case report | | + age_group
getVaccinationRate | - | Get the vaccination rate | @country! vaccine? date? | share change | vaccin*
listMeasures | list public measure | List public measures | measure! @country | | government, measures
of public measure: measure severity starts
getCovidTrend | - | Get the trend of Covid cases | @country! days! | cases change
listVaccinationSites | list vaccination site | List vaccination sites | @place! vaccine? |
of vaccination site: name distance status

kind drugs | drug*, fda, devices, medicine*
of drug: name ingredient form rating
: name | string Calmadol; Nortexin; Veraline; Pulmodex | Name of the {thing}
: ingredient | enum ibuprofen;paracetamol;amoxicillin;metformin;loratadine | Active ingredient
: form | enum tablet;capsule;cream;drops | Form
: effect_name | enum headache;nausea;rash;dizziness | Side effect
: reports | int 1..900 | Number of reports
searchDrugs | list drug | Search {adj} drugs | ingredient! form? limit? | +
getDrug | get drug | Get the label of a drug | | + updated
listSideEffects | list side effect | List the side effects of a drug | drug_id! effect_name! |
of side effect: reports severity
listDrugRecalls | list drug recall | List recalls of drugs | ingredient! year? |
of drug recall: reason severity published
checkInteraction | - | Check the interaction of a drug | ingredient! form! | severity confidence

kind trials | trial*, clinical, oncology, research
of clinical trial: title condition_name phase status starts
: condition_name | enum asthma;diabetes;migraine;breast cancer;arthritis | Condition
: phase | enum Phase 1;Phase 2;Phase 3;Phase 4 | Phase
: status | enum recruiting;active;completed | Status of the trial
: sponsor | string | Company that sponsors the trial
: age | int 18..90 | Age of the person
: email | email | Email address
searchClinicalTrials | list clinical trial | Search {adj} clinical trials | condition_name! phase? status? | +
getClinicalTrial | get clinical trial | Get the details of a clinical trial | | + sponsor
listTrialSites | list trial site | List the sites of a clinical trial | clinical_trial_id! @place! |
of trial site: name distance phone
checkEligibility | create eligibility check | Check the eligibility for a clinical trial | clinical_trial_id! age! |
of eligibility check: valid created
followCondition | create trial alert | Subscribe to trials of a condition | condition_name! email! |
of trial alert: status created

kind symptoms | symptom*, diagnos*, triage, patients
of condition: name severity confidence
: name | string Common Cold; Migraine; Hay Fever; Gastritis | Name of the {thing}
: symptom | enum headache;sore throat;back pain;dizziness;cough | Symptom
: age | int 1..95 | Age of the person
: sex | enum female;male | Sex
: advice | enum rest;see a doctor;go to hospital | Advice
: specialty | enum cardiology;dermatology;neurology;paediatrics | Specialty
searchConditions | list condition | Search conditions | symptom! severity? | +
getCondition | get condition | Get the details of a condition | language? | + advice
checkSymptom | - | Check a symptom | symptom! age! sex? | advice confidence
listTreatments | list treatment | List the treatments of a condition | condition_id! age! |
of treatment: name duration rating
findSpecialist | list specialist | Find specialists | specialty! @place |
of specialist: name rating distance

kind providers | provider*, registered, healthcare, hospital*, medicare
of care provider: name specialty rating distance
: specialty | enum cardiology;dermatology;neurology;paediatrics;family medicine | Specialty
: npi | string 1245319599; 1003000126; 1730184527 | Provider number
: reason | string a check-up; a cough; knee pain | Reason of the visit
searchProviders | list care provider | Search {adj} healthcare providers | @place! specialty! limit? | +
getProvider | get care provider | Get the profile of a care provider | | + phone
lookUpProviderNumber | - | Find a provider number | npi! | specialty city phone
listHospitals | list hospital | List {adj} hospitals | @place! radius? |
of hospital: name rating beds
: beds | int 20..900 | Number of beds
bookVisit | create doctor visit | Book a visit to a care provider | care_provider_id! date! reason? |
of doctor visit: date status

kind genes | gene*, chromosome*, genomic
of gene: name chromosome length updated
: name | string BRCA2; CFTR; HBB; APOE | Name of the {thing}
: chromosome | int 1..22 | Chromosome
: length | int 1..900 | Length in thousands of bases
: condition_name | enum cystic fibrosis;anaemia;asthma;hypertension | Condition
: inheritance | enum dominant;recessive;mitochondrial | Inheritance
searchGenes | list gene | Search genes | chromosome! condition_name? | +
getGene | get gene | Get the details of a gene | language? | + inheritance
listGeneConditions | list genetic condition | List the conditions of a gene | gene_id! inheritance! |
of genetic condition: name severity
getChromosome | - | Get the summary of a chromosome | chromosome! | length quantity
listVariants | list variant | List the variants of a gene | gene_id! condition_name? sort! |
of variant: risk confidence

kind coverage | insurance, marketplace, coverage
of health plan: name level_name premium rating
: name | string Harbour Basic; Summit Care; River Plus; Maple Family | Name of the {thing}
: level_name | enum bronze;silver;gold;platinum | Level
: premium | int 80..900 | Monthly premium
: age | int 18..90 | Age of the person
: income | int 10..200 | Yearly income in thousands
: topic | enum enrolment;tax credits;appeals;benefits | Topic
searchHealthPlans | list health plan | Search {adj} health plans | level_name! @country | +
getHealthPlan | get health plan | Get the details of a health plan | | + phone
estimatePremium | - | Estimate the premium of a person | age! level_name! @country | premium
searchHealthArticles | list health article | Search articles on insurance | topic! language? |
of health article: title published views
checkSubsidy | - | Check the subsidy of a person | age! income! | amount valid

kind healthdata | health data, humanitarian, reference data, medical platform, statistics
of health dataset: title topic records updated
: topic | enum hospitals;births;prescriptions;nutrition;epidemics;refugees | Topic
: format | enum csv;json;xlsx =csv | File format
: value | number 1..90 | Value
searchHealthDatasets | list health dataset | Search {adj} health datasets | topic! @country sort? limit? | +
getHealthDataset | get health dataset | Get the details of a health dataset | | + downloads
downloadHealthDataset | create health data file | Download a health dataset | health_dataset_id! format! |
of health data file: format file_url created
getHealthIndicator | - | Get the indicator of a topic | topic! @country year? | value change
listHealthOrganisations | list health organisation | List {adj} health organisations | topic! @country |
of health organisation: name records

kind makeup | makeup, cosmetic*
of makeup product: name brand price rating
: product_type | enum lipstick;mascara;foundation;blush;nail polish | Kind of the product
: brand | string Luna Rose; Velvet; Bare Coast; Alder | Brand
: max_price | int 5..90 | Highest price
: skin | enum dry;oily;normal;sensitive | Type of skin
: tone | enum light;medium;dark | Tone of the skin
searchMakeup | list makeup product | Search makeup products | product_type! brand? max_price? | +
getMakeupProduct | get makeup product | Get the details of a makeup product | | + likes
listShades | list shade | List the shades of a makeup product | makeup_product_id! tone! |
of shade: name rating
getMakeupRecommendation | - | Recommend makeup for a skin | skin! product_type! | rating price
reviewMakeup | create makeup review | Review a makeup product | makeup_product_id! rating! |
of makeup review: rating created

kind closures | closure*, emergency
of closure: hospital reason_word starts severity
: hospital | string North Valley Hospital; St Mary; Lakeside General | Hospital
: reason_word | enum no doctors;no nurses;works;power failure | Reason
: minutes | int 5..400 | Minutes
: email | email | Email address
searchClosures | list closure | Search {adj} emergency room closures | @country! start_date? | +
getClosure | get closure | Get the details of a closure | | + phone
getWaitingTime | - | Get the waiting time of a hospital | hospital! date? | minutes
listOpenEmergencyRooms | list emergency room | List {adj} emergency rooms | @place! radius? |
of emergency room: name distance minutes
createClosureAlert | create closure alert | Create an alert on closures | @country! email! |
of closure alert: status created
`
