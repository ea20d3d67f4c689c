package publicapis

// apiLanguageLines is the kinds of machine learning, language, news and test data.
const apiLanguageLines = `
kind vision | vision, image*, face, facial, recognition, tagging, detection, classification
of image analysis: label confidence created
: label | enum person;dog;car;food;building | What is seen
: image | url | Address of the image
: age | int 1..90 | Estimated age
: faces | int 0..20 | Number of faces
: check_kind | enum faces;objects;text;colours | Kind of the analysis
: name | string Team; Guests; Regulars; Members | Name of the {thing}
analyzeImage | create image analysis | Analyze an image | image! check_kind! | label confidence created
listImageAnalyses | list image analysis | List past analyses of images | label! start_date? | +
getImageAnalysis | get image analysis | Get the result of an image analysis | | + image_url
detectFaces | - | Detect the faces of an image | image! | faces age confidence | face, facial
captionImage | - | Generate a caption for an image | image! language? | words confidence | caption*
: words | int 3..30 | Number of words
searchSimilarImages | list similar image | Find similar images | image! limit? |
of similar image: title score
createFaceGroup | create face group | Create a group of faces | name! | | face, group*
of face group: name created

kind textai | nlp, text*, sentiment*, language processing, embeddings, entity, analysis, natural
of text analysis: topic tone words created
: topic | enum sport;politics;business;health;travel | Topic
: tone | enum positive;neutral;negative | Tone
: text | string The garden was quiet and the rain had stopped; The train was late again; The food came quickly | Text
: words | int 3..400 | Number of words
: entity_kind | enum people;places;companies;dates | Kind of the entities
: length | enum sentence;paragraph;page | Length
analyzeSentiment | - | Analyze the sentiment of a text | text! language? | tone confidence
extractEntities | - | Extract the entities of a text | text! entity_kind! | quantity confidence
submitTextAnalysis | create text analysis | Submit a text for analysis | text! topic? @language | topic tone created
listTextAnalyses | list text analysis | List past analyses of texts | tone! start_date? | +
getTextAnalysis | get text analysis | Get the result of a text analysis | | + confidence
summarizeText | - | Summarize a text | text! length? | words confidence
classifyText | - | Classify a text | text! @language | topic confidence

kind generation | generation, generative, llm, multimodal, inference, ai-powered
of generated text: topic words model created
: prompt | string a poem about rain; a menu for six; a letter to a landlord; a bedtime story | What should be written
: topic | enum letter;story;poem;summary;recipe | Kind of the text
: model | enum small;medium;large | Model
: words | int 8..900 | Number of words
: style | enum watercolour;photo;comic;sketch | Style
: temperature | number 0..2 =1 | How free the text is
generateText | create generated text | Generate a text | prompt! topic! model? | words model created
generateImage | create generated picture | Generate a picture | prompt! style! size? |
of generated picture: style image_url created
listGeneratedTexts | list generated text | List texts that were generated | topic! sort? | +
getGeneratedText | get generated text | Get the details of a generated text | | + status
listModels | list language model | List models | model! sort? |
of language model: name price speed
: name | string Maple 7; Harbour 12; Nova Mini; Alder Large | Name of the {thing}
: speed | int 10..900 | Speed in tokens a second
countTokens | - | Count the tokens of a text | text! model? | quantity price

kind models | model*, hub, tool discovery, pricing, token cost, leaderboard, mcp
of ai model: name task price downloads updated
: name | string Maple 7; Harbour 12; Nova Mini; Alder Large | Name of the {thing}
: task | enum chat;vision;speech;translation;embedding | Task
: context | int 4..900 | Context in thousands of tokens
: tokens | int 1..900 | Tokens in thousands
: energy | number 0..40 | Energy in watt hours
searchAiModels | list ai model | Search models[ on {api}] | task! sort? limit? | +
getAiModel | get ai model | Get the details of an ai model | | + context
estimateTokenCost | - | Estimate the cost of tokens | tokens! task! | price energy
listModelPrices | list model price | List the prices of an ai model | ai_model_id! start_date! |
of model price: price date
compareModels | list ai model | Find models like a given ai model | ai_model_id! sort! |

kind moderation | moderat*, toxic, obscene, nsfw, compliance, abusive, anonymization, profanity
of moderation case: content_kind verdict confidence created
: content_kind | enum image;comment;video;profile | Kind of the content
: verdict | enum safe;sensitive;blocked | Verdict
: text | string you are all wonderful; nobody asked you; see you at noon | Text
: image | url | Address of the image
: policy | enum strict;normal;relaxed | Policy
moderateText | create moderation case | Check a text for abuse | text! policy! language? | verdict confidence created
moderateImage | create moderation case | Check an image for abuse | image! policy! | verdict confidence created
listModerationCases | list moderation case | List moderation cases | verdict! content_kind? | +
getModerationCase | get moderation case | Get the details of a moderation case | | + reason
appealCase | create appeal | Submit an appeal of a moderation case | moderation_case_id! message! |
of appeal: status created

kind speech | speech, voice*, transcription, tts, audio
of audio clip: title voice duration created
: title | string Greeting; Lesson one; Bus stop; Bedtime story | Title of the {thing}
: voice | enum Anna;Paul;Mei;Omar | Voice
: text | string The next stop is the old market; Welcome to the museum; Please mind the step | Text
: audio_url | url | Address of the recording
: words | int 8..900 | Number of words
: format | enum mp3;wav;ogg =mp3 | File format
speakText | create audio clip | Convert a text to speech | text! voice! @language format? | voice duration created
transcribeAudio | create speech transcript | Convert an audio URL to text | audio_url! @language |
of speech transcript: words confidence
listAudioClips | list audio clip | List audio clips | voice! sort? | +
getAudioClip | get audio clip | Get the details of an audio clip | | + file_url
listVoices | list voice | List voices | @language! |
of voice: name rating
: name | string Anna; Paul; Mei; Omar | Name of the {thing}

kind translation | translat*
of saved translation: target_language words likes created
: text | string The garden was quiet; Where is the station; The soup is very good; See you tomorrow | Text to translate
: source_language | enum en;de;fr;es;it | Language code of the text
: target_language | enum en;de;fr;es;pt;it | Language code into which it is translated
: words | int 2..400 | Number of words
: tone | enum formal;friendly;neutral | Tone
: name | string Menu; Travel; Contract; Website | Name of the {thing}
translateText | - | Translate a text | text! target_language! tone? | words confidence
detectLanguage | - | Detect the language of a text | text! | language confidence | detect*
saveTranslation | create saved translation | Save a translation of a text | text! target_language! | target_language created
listTranslations | list saved translation | List saved translations | target_language! sort? | +
getTranslation | get saved translation | Get the details of a saved translation | | + updated
createGlossary | create glossary | Create a glossary | name! source_language! target_language! |
of glossary: name created

kind translations | translat*, funny
of translated page: title target_language words created
: title | string First Chapter; The Duel; Letter Home; Sunday | Title of the {thing}
: style | enum pirate;Yoda;Shakespeare;Minion | Style
: text | string Where is the station; The soup is very good; See you tomorrow | Text
: target_language | enum en;de;fr;es;pt | Language code into which it is translated
: web_page | url | Address of the page
: words | int 2..400 | Number of words
translateForFun | - | Translate a text for fun | text! style! | words likes
translatePage | create translated page | Translate a web page | web_page! target_language! | title words created
listTranslatedPages | list translated page | List pages that were translated | target_language! sort? | +
getTranslatedPage | get translated page | Get the details of a translated page | | + likes
rateTranslation | create translation rating | Rate a translated page | translated_page_id! rating! |
of translation rating: rating created

kind timeseries | time series, timeseries, forecast*, series, embeddings1
of forecast model: name horizon error created
: name | string Bread sales; Visitors; Power use; Calls | Name of the {thing}
: horizon | int 2..60 | Days ahead
: error | number 0..40 | Mean error in per cent
: data_url | url | Address of the data
: value | number 1..900 | Value
createForecastModel | create forecast model | Create a forecast of a series | name! data_url! horizon! | name created
listForecastModels | list forecast model | List forecasts of series | status! sort? | +
getForecastModel | get forecast model | Get the details of a forecast model | | + updated
listForecastPoints | list forecast point | List the points of a forecast model | forecast_model_id! start_date! |
of forecast point: value date
detectAnomalies | - | Detect the anomalies of a series | data_url! days! | quantity confidence

kind chatbots | chat*, bot*, dialog*, brain
of chat bot: name topic rating created
: name | string Nova; Maple; Sunny; Captain | Name of the {thing}
: topic | enum travel;cooking;support;learning | Topic
: message | string what can you do; tell me about Lisbon; I need a recipe | Text of the message
: words | int 2..200 | Number of words
: intent | enum greeting;order;complaint;question | Intent
createChatBot | create chat bot | Create a chat bot | name! topic! | name topic created
listChatBots | list chat bot | List chat bots | topic! sort? | +
getChatBot | get chat bot | Get the details of a chat bot | | + status
sendBotMessage | create bot reply | Send a message to a chat bot | chat_bot_id! message! language? |
of bot reply: words confidence
detectIntent | - | Detect the intent of a message | message! language? | intent confidence

kind answers | answer*, questions, wolfram*, q
of answer: topic confidence created
: topic | enum mathematics;geography;chemistry;history | Topic
: question | string how far is the moon; how tall is Mont Blanc; when was paper invented | Question
: steps | int 1..20 | Number of steps
askQuestion | create answer | Ask a question | question! topic! | topic confidence created
listAnswers | list answer | List past answers | topic! sort? | +
getAnswer | get answer | Get the text of an answer | language? | + steps
solveStepByStep | - | Solve a problem of a topic | question! topic! | steps confidence
rateAnswer | create answer rating | Rate an answer | answer_id! rating! |
of answer rating: rating created

kind codereview | code review, code, detect the code, label
of code review: repository issues_count score created
: repository | string garden-planner; trip-notes; tiny-server | Repository
: issues_count | int 0..90 | Number of issues
: branch | enum main;develop;release | Branch
: program_language | enum Python;Go;Java;Kotlin | Programming language
: issue_kind | enum bug;security;style;speed | Kind of the issue
: source_code | string print(2 + 3); total = 4 * 12; return price * 2 | Source code
startCodeReview | create code review | Start a review of a repository | repository! branch! | repository status created
listCodeReviews | list code review | List code reviews | branch! start_date? | +
getCodeReview | get code review | Get the result of a code review | | + severity
listReviewIssues | list review issue | List the issues of a code review | code_review_id! issue_kind! |
of review issue: issue_kind severity
detectProgramLanguage | - | Detect the language of the source code | source_code! | program_language confidence

kind codedetect | code
of detected snippet: program_language confidence lines created
: program_language | enum Python;Go;Java;Kotlin | Programming language
: lines | int 1..400 | Number of lines
: source_code | string print(2 + 3); total = 4 * 12; return price * 2 | Source code
: label | enum example;config;test;script | Label
detectCode | create detected snippet | Detect the language of the source code | source_code! label? | program_language lines created
listDetectedSnippets | list detected snippet | List snippets that were detected | program_language! sort? | +
getDetectedSnippet | get detected snippet | Get the details of a detected snippet | | + label
formatSnippet | create formatted snippet | Format a detected snippet | detected_snippet_id! label! |
of formatted snippet: lines created
labelSnippet | update detected snippet | Set the label of a detected snippet | label! | label updated

kind dictionary | dictionar*, definition*, word*, synonym*, thesaurus, pronunciation*, bilingual
of dictionary entry: word part_of_speech syllables level
: word | string harbour; lantern; resilient; meadow; curious | Word
: part_of_speech | enum noun;verb;adjective;adverb | Part of speech
: syllables | int 1..6 | Number of syllables
: relation | enum synonym;antonym;broader;narrower | Relation
: name | string Exam; Book club; Travel; Sea words | Name of the {thing}
: target_language | enum en;de;fr;es;pt;it | Language code into which it is translated
: first_letters | string ha; me; re; cu | First letters
: meanings | int 1..12 | Number of meanings
lookUpWord | - | Find the meaning of a word | word! @language | meanings syllables
searchDictionaryEntries | list dictionary entry | Search {adj} dictionary entries | part_of_speech! first_letters? limit? | +
getDictionaryEntry | get dictionary entry | Get the definition of a dictionary entry | @language | + meanings
findSynonyms | list related word | Find related words | word! relation! limit? | | synonym*, antonym*, thesaurus
of related word: word score
getPronunciation | - | Get the pronunciation of a word | word! @language | syllables duration | pronunc*, phonetics
translateWord | - | Translate a word | word! target_language! | confidence syllables | bilingual
createWordList | create vocabulary list | Create a list of words | name! |
of vocabulary list: name created
getWordOfTheDay | - | Get the word of the day | date! @language | syllables level

kind hanzi | character*, pre
of {subject} character: stroke_count tone level frequency
: stroke_count | int 1..30 | Number of strokes
: tone | enum first;second;third;fourth | Tone
: frequency | int 1..900 | Frequency
: radical | enum water;fire;wood;heart;hand;mouth | Radical
: dynasty | enum Han;Tang;Song;Ming | Dynasty
searchCharacters | list {subject} character | Search {subject} characters | radical! tone? limit? | +
getCharacter | get {subject} character | Get the meaning of a {subject} character | language? | + radical
listClassicTexts | list classic text | List {subject} classic texts | dynasty! |
of classic text: title year words
: title | string The Willow Record; Song of the Moon; Tales of the River | Title of the {thing}
: words | int 90..900 | Number of words
listCompounds | list compound | List the compounds of a {subject} character | character_id! level! |
of compound: frequency level
practiceCharacter | create practice | Add a {subject} character to the practice of a day | character_id! date! |
of practice: date status

kind news | news, headline*, articles, breaking, listening, content
of {subject} article: title topic views published
: topic | enum politics;business;sport;science;culture;health | Topic
: title | string Bridge Opens Early; Rain Delays Final; New Park Planned; Trains Run Late | Title of the {thing}
: source_name | string Harbour Post; Northern Daily; The River; City Echo | Newspaper
: tone | enum positive;neutral;negative | Tone
: email | email | Email address
: frequency | enum daily;weekly | How often
: words | int 20..900 | Number of words
search{Subject}News | list {subject} article | Search {subject} articles[ on {api}] | topic! @country start_date? language? limit? | +
get{Subject}Article | get {subject} article | Get the text of a {subject} article | language? | + words
listTopHeadlines | list {subject} article | List {adj} top headlines | topic! @country | | headline*, top, live, breaking
listNewsSources | list news source | List {adj} news sources | topic! language? |
of news source: name records rating
getNewsSentiment | - | Get the tone of the news on a topic | topic! days! | tone confidence quantity | sentiment, ml, score*
subscribeToNews | create news subscription | Subscribe to {subject} articles on a topic | topic! email! frequency? |
of news subscription: topic status created
saveArticle | create saved article | Save a {subject} article | article_id! email? |
of saved article: created

kind feeds | rss, feed*, reader
of feed: title topic unread updated
: title | string Bread Blog; City Desk; Night Sky; Small Tools | Title of the {thing}
: topic | enum cooking;politics;science;design | Topic
: unread | int 0..90 | Number of unread articles
: feed_url | url | Address of the feed
: label | enum later;work;fun;family | Label
subscribeToFeed | create feed | Subscribe to a feed | feed_url! label? | title status created
listFeeds | list feed | List feeds[ on {api}] | topic! sort? | +
getFeed | get feed | Get the details of a feed | | + url
listFeedEntries | list feed entry | List the entries of a feed | feed_id! start_date! |
of feed entry: title published
labelFeed | update feed | Set the label of a feed | label! | label updated
deleteFeed | delete feed | Delete a feed | | status

kind newspapers | newspaper*, historic, digitised, library
of newspaper page: title newspaper page_number published
: title | string Great Flood; New Station; Harvest Fair; Ship Arrives | Title of the {thing}
: newspaper | string Evening Star; Harbour Gazette; Morning Herald; Valley News | Newspaper
: page_number | int 1..40 | Number of the page
: topic | enum shipping;politics;weather;sport;accidents | Topic
: year | int 1800..1960 | Year
: words | string great fire; first train; gold found | Words
searchNewspaperPages | list newspaper page | Search {adj} historic newspaper pages | topic! year? @country limit? | +
getNewspaperPage | get newspaper page | Get the text of a newspaper page | | + quality
listNewspapers | list newspaper title | List {adj} newspapers | year! @country |
of newspaper title: name records
correctText | create text correction | Submit a correction of a newspaper page | newspaper_page_id! words! |
of text correction: status created
getTopicTrend | - | Get the trend of a topic | topic! year! | quantity change

kind universities | universit*, college*, education, courses, institutions
of university: name students tuition rating
: name | string Harbour University; North College; Lakeside Institute | Name of the {thing}
: students | int 20..900 | Number of students
: tuition | int 1..90 | Yearly tuition in thousands
: field | enum medicine;law;engineering;arts;economics | Field
: degree | enum bachelor;master;doctorate | Degree
: title | string Sea Law; Optics; Old Norse; Game Theory | Title of the {thing}
: share | int 1..99 | Share in per cent
searchUniversities | list university | Search {adj} universities | @country! field? limit? | +
getUniversity | get university | Get the profile of a university | | + url
listCourses | list course | List the courses of a university | university_id! field! degree? |
of course: title duration starts
getAdmissionRate | - | Get the admission rate of a field | field! degree! @country | share change
compareTuition | - | Compare the tuition of a degree | degree! @country | tuition change

kind encyclopedia | encyclopedia, wiki*, knowledge, internet archive, archive
of wiki page: title topic words updated
: title | string Lighthouse; Honey Bee; Tram; Sundial | Title of the {thing}
: topic | enum history;nature;science;art;geography | Topic
: words | int 40..900 | Number of words
: edits | int 1..900 | Number of edits
: wording | string It was built in 1890; The name comes from Latin; It has two doors | Text
searchWikiPages | list wiki page | Search pages[ on {api}] | topic! language? limit? | +
getWikiPage | get wiki page | Get the summary of a wiki page | language? | + edits
listRevisions | list revision | List the revisions of a wiki page | wiki_page_id! start_date! |
of revision: author published
getRandomPage | - | Get a random page on a topic | topic! language? | title words
editWikiPage | create page edit | Submit an edit of a wiki page | wiki_page_id! wording! |
of page edit: status created

kind barcodes | barcode*, upc
of barcode entry: name brand barcode_number updated
: name | string Walnut Granola; Desk Lamp; Rain Jacket; Olive Soap | Name of the {thing}
: brand | string Northfield; Alderwood; Bluebird | Brand
: barcode_number | string 036000291452; 012345678905; 4006381333931 | Barcode
: barcode | string | Barcode
: category | enum food;toys;clothes;books;garden | Category of the product
lookUpBarcode | - | Find a barcode | barcode! | brand price
searchBarcodes | list barcode entry | Search barcodes of products | category! brand? limit? | +
getBarcodeEntry | get barcode entry | Get the details of a barcode entry | | + price
checkBarcode | - | Check the digits of a barcode | barcode! | valid reason
addBarcode | create barcode entry | Add a product to the list of barcodes | barcode! category! | category status created

kind opensanctions | sanction*, politically, crime
of sanctioned entity: name entity_type program_name listed
: name | string Amber Trade; Northern Holding; Silver Shipping; Cold River Bank | Name of the {thing}
: entity_type | enum person;company;vessel;aircraft | Kind
: program_name | enum UN;EU;US;UK | Programme
: listed | date | Day on which it was listed
: company | string | Name of the company
: email | email | Email address
searchSanctions | list sanctioned entity | Search sanctions | entity_type! program_name? @country limit? | +
getSanction | get sanctioned entity | Get the details of a sanctioned entity | | + reason
screenCompany | - | Check a company | company! program_name? | risk confidence
listRelatedEntities | list related entity | List the relations of a sanctioned entity | sanctioned_entity_id! entity_type! |
of related entity: entity_type confidence
watchSanctions | create sanction alert | Create an alert on sanctions | program_name! email! |
of sanction alert: status created

kind landdata | land, property, suitability
of plot: name use_name hectares price
: name | string Mill Field; North Slope; Old Orchard; River Lot | Name of the {thing}
: use_name | enum farming;forest;camping;building | Use
: hectares | number 0..90 | Area in hectares
: address | string | Postal address
scoreProperty | - | Get the land score of an address | address! use_name! | score risk
searchLand | list plot | Search {adj} plots of land | @country! use_name! limit? | +
getLand | get plot | Get the details of a plot | | + elevation
getSoilQuality | - | Get the soil quality of an address | address! | quality score
saveLandSearch | create land search | Save a search for land | use_name! email! @country |
of land search: use_name status

kind businesses | local business, yelp, business*
of business: name business_type rating distance phone
: business_type | enum restaurant;cafe;hairdresser;garage;florist | Kind of business
: comment | string friendly staff; a bit slow; we will be back | Comment
: people | int 1..8 =2 | Number of people
: time | string | Time of day
searchBusinesses | list business | Search {adj} businesses | @place! business_type! radius? limit? | +
getBusiness | get business | Get the profile of a business | | + address
listBusinessReviews | list business review | List the reviews of a business | business_id! sort! |
of business review: author rating published
reviewBusiness | create business review | Review a business | business_id! rating! comment? |
reserveTable | create table booking | Reserve a table at a business | business_id! date! people? |
of table booking: date people status

kind citydata | city data, urban, city open, smart city, quality of life
of city sensor: name quantity_name updated
: quantity_name | enum noise;traffic;air;parking;water | What is measured
: value | number 1..90 | Value
: theme | enum housing;safety;transit;health;environment | Theme
: name | string Town Hall Roof; Bridge North; Station Square | Name of the {thing}
searchCitySensors | list city sensor | Search {adj} city sensors | @place! quantity_name! limit? | +
getCitySensor | get city sensor | Get the readings of a city sensor | | + status
listCityReadings | list city reading | List the past readings of a city sensor | city_sensor_id! start_date! |
of city reading: value timestamp
getCityScore | - | Get the score of a city | @place! theme! | score change
compareCityThemes | - | Compare the themes of a city | @place! theme! year? | score rank
: rank | int 1..90 | Rank

kind prizes | prize*, nobel, award*
of prize: title field year amount
: field | enum physics;chemistry;medicine;literature;peace | Field
: year | int 1901..2024 | Year
: share | enum whole;half;third | Share of the prize
: name | string Ada Lind; Paul Maro; Ines Falk; Omar Dahl | Name of the {thing}
searchPrizes | list prize | Search prizes | field! year? limit? | +
getPrize | get prize | Get the details of a prize | language? | + share
listLaureates | list laureate | List laureates | field! @country |
of laureate: name year
listPrizeEvents | list prize event | List the events of a prize | prize_id! sort! |
of prize event: title starts
countLaureates | - | Count the laureates of a field | field! start_date? | quantity share

kind callsigns | callsign*, ham
of callsign record: callsign_name class_name expires
: callsign_name | string W1AW; K7ABC; N4XYZ | Callsign
: callsign | string W1AW; K7ABC; N4XYZ | Callsign
: class_name | enum technician;general;extra | Class
: expires | date | Day on which it expires
lookUpCallsign | - | Find a callsign | callsign! | class_name expires
searchCallsigns | list callsign record | Search {adj} callsigns | @country! class_name? limit? | +
getCallsign | get callsign record | Get the details of a callsign record | | + address
listExpiringCallsigns | list callsign record | List callsigns that expire | start_date! class_name! |
checkCallsign | - | Check a callsign | callsign! | valid status

kind watches | watch*, luxury
of watch sale: model brand price date
: model | string Diver 300; Moonphase; Field Auto; Chrono 38 | Model
: brand | enum Rolex;Omega;Patek Philippe;Seiko;Tudor | Brand
: condition_name | enum new;very good;worn | Condition
: house | string Harbour Auctions; Northgate; Maison Vert | Auction house
: email | email | Email address
searchWatchSales | list watch sale | Search watch sales | brand! year? limit? | +
getWatchSale | get watch sale | Get the details of a watch sale | | + house
estimateWatchValue | - | Estimate the value of a watch | brand! condition_name! | price confidence
listWatchIndices | list watch index | List price indices | brand! start_date! |
of watch index: change date
createWatchAlert | create watch alert | Create an alert on a brand | brand! price! email! |
of watch alert: brand status

kind safety | safety, censorship, blocking, travel-safety
of safety notice: title risk_kind severity published
: title | string Avoid crowds; Check the weather; Storm ahead; Expect delays | Title of the {thing}
: risk_kind | enum crime;weather;health;unrest;roads | Kind of the risk
: email | email | Email address
: site | string | Domain of the website
getSafetyScore | - | Get the safety score of a country | @country! | score risk
searchSafetyNotices | list safety notice | Search safety notices | @country! risk_kind? limit? | +
getSafetyNotice | get safety notice | Get the text of a safety notice | language? | + starts
listBlockedSites | list blocked site | List blocked websites | @country! days? |
of blocked site: severity updated
createSafetyAlert | create safety alert | Create an alert on a risk | risk_kind! email! @country |
of safety alert: risk_kind status

kind addresses | address*, street, postal, usps
of saved address: label postcode deliverable updated
: label | string Mill Street 4; Station Square 2; Old Market 12; Harbour Road 31 | Address as it is written
: deliverable | bool | Whether mail arrives
: text | string please send it to Mill Street 4; the shop moved to Old Market 12 | Text
: address_type | enum home;business;post box | Kind of the address
verifyAddress | create saved address | Verify an address | address! @country | label status created
listSavedAddresses | list saved address | List {adj} addresses that were verified | @place! address_type? | +
getSavedAddress | get saved address | Get the details of a saved address | | + latitude longitude
extractAddresses | - | Extract the addresses of a text | text! @country | quantity confidence | extract*
autocompleteAddress | - | Suggest an address | address! @country | confidence postcode | autocomplete, suggestions
standardizeAddress | - | Format an address | address! @country | postcode valid
deleteSavedAddress | delete saved address | Delete a saved address | | status

kind invoicecheck | invoice*, en, e
of invoice check: standard verdict errors_count created
: standard | enum Xrechnung;Zugferd;Factur-X;Peppol | Standard
: verdict | enum valid;warning;invalid | Verdict
: errors_count | int 0..40 | Number of errors
: file_link | url | Address of the invoice
: rule | string BR-01; BR-16; BR-DE-15 | Rule
validateInvoice | create invoice check | Check an invoice | file_link! standard! | verdict created
listInvoiceChecks | list invoice check | List checks of invoices | verdict! standard? | +
getInvoiceCheck | get invoice check | Get the result of an invoice check | | + updated
listInvoiceErrors | list invoice error | List the errors of an invoice check | invoice_check_id! severity! |
of invoice error: rule severity
explainRule | - | Get the meaning of a rule | rule! standard! language? | severity

kind profanity | profan*, obscen*
of word filter: name language strictness created
: name | string Forum; School; Game; Shop | Name of the {thing}
: strictness | enum mild;normal;strict | Strictness
: text | string you are all wonderful; what a mess; see you at noon | Text
: replacement | enum stars;blank;removed | What replaces the words
checkProfanity | - | Check the words of a text | text! strictness? language? | valid confidence
cleanText | - | Replace the bad words of a text | text! replacement! | quantity
createWordFilter | create word filter | Create a filter for words | name! strictness! language? | name created
listWordFilters | list word filter | List filters for words | strictness! sort? | +
getWordFilter | get word filter | Get the details of a word filter | | + updated

kind echo | echo, httpbin, reply, receive, request
of request log: method status_code duration created
: method | enum GET;POST;PUT;DELETE | HTTP method
: status_code | int 200..503 | HTTP status code
: message | string hello there; one two three; see you at noon | Text that is sent back
: delay | int 0..900 =0 | Delay in milliseconds
: name | string Shop test; Login test; Webhook | Name of the {thing}
echoMessage | - | Send a test message | message! method! | duration status_code
listRequestLogs | list request log | List requests that were received | method! start_date? | +
getRequestLog | get request log | Get the details of a request log | | + message
createTestBin | create test bin | Create a bin for test requests | name! delay? |
of test bin: name url created
getDelayedAnswer | - | Get a delayed answer | delay! method? | duration

kind schemas | schema*, breaking
of schema check: name changes verdict created
: name | string orders; customers; payments; stock | Name of the {thing}
: changes | int 0..40 | Number of changes
: verdict | enum safe;breaking;risky | Verdict
: schema_url | url | Address of the schema
: change_kind | enum removed column;renamed column;new type | Kind of the change
checkSchema | create schema check | Check a schema URL | schema_url! | name verdict created
listSchemaChecks | list schema check | List checks of schemas | verdict! sort? | +
getSchemaCheck | get schema check | Get the result of a schema check | | + severity
listSchemaChanges | list schema change | List the changes of a schema check | schema_check_id! change_kind! |
of schema change: change_kind severity
estimateImpact | - | Estimate the impact of a change | name! change_kind! | risk quantity

kind avatars | avatar*, robot, faces, people who do not
of avatar: name style likes created
: name | string Kestrel; Foxglove; Maple; Nightjar | Name of the {thing}
: style | enum robot;pixel art;alien;cat;portrait | Style
: mood | enum happy;serious;surprised | Mood
: background | enum white;blue;green;none | Background
: format | enum png;svg;jpg =png | File format
generateAvatar | create avatar | Generate an avatar | name! style! background? | name style created
listAvatars | list avatar | List avatars | style! sort? | +
getAvatar | get avatar | Get the details of an avatar | | + image_url
downloadAvatar | create avatar file | Download an avatar | avatar_id! size! format? |
of avatar file: size file_url
restyleAvatar | create styled avatar | Create a copy of an avatar in another mood | avatar_id! mood! |
of styled avatar: mood image_url

kind loremipsum | ipsum, paragraph*, lorem, demo
of filler text: theme words paragraphs created
: theme | enum Latin;bacon;hipster;sea;garden | Theme
: words | int 20..900 | Number of words
: paragraphs | int 1..12 =3 | Number of paragraphs
: sentences | int 1..40 =5 | Number of sentences
: length | enum short;medium;long | Length
: name | string Poster; Start page; Leaflet | Name of the {thing}
generateParagraphs | - | Generate paragraphs of a theme | theme! paragraphs! length? | words
generateSentences | - | Generate sentences of a theme | theme! sentences! | words
saveFillerText | create filler text | Save a filler text | name! theme! paragraphs? | theme created
listFillerTexts | list filler text | List filler texts | theme! sort? | +
getFillerText | get filler text | Get the details of a filler text | | + updated

kind fakepeople | user*, profile*, names, people, dni, personas, testimonial
of {adj} test person: name age gender phone
: age | int 18..90 | Age in years
: gender | enum female;male | Gender
: profession | enum nurse;teacher;engineer;baker | Profession
: rows | int 2..200 | How many
: product_name | string travel mug; desk lamp; rain jacket | Product
: format | enum csv;json =json | File format
generatePerson | - | Generate a {adj} test person | gender! @language | age phone email
listTestPeople | list {adj} test person | List {adj} test people | gender! profession? limit? | +
getTestPerson | get {adj} test person | Get the details of a {adj} test person | | + email
exportTestPeople | create people file | Export {adj} test people | rows! format! |
of people file: rows file_url
generateTestimonial | - | Generate a testimonial for a product | product_name! rating? profession! | words likes
: words | int 8..90 | Number of words

kind randomwords | random words, word*, string*
of {subject} word list: name words level_name created
: name | string Lesson one; Game night; Spelling; Names | Name of the {thing}
: words | int 2..200 | Number of words
: level_name | enum easy;medium;hard | Level
: first_letter | string a; m; s; t | First letter
: syllables | int 1..6 | Number of syllables
: word | string harbour; lantern; meadow; whisper | Word
generateWords | - | Generate {subject} words | quantity! level_name! first_letter? | syllables duration
createWordList | create {subject} word list | Create a {subject} word list | name! words! | name created
listWordLists | list {subject} word list | List {subject} word lists | level_name! sort? | +
getWordList | get {subject} word list | Get the details of a {subject} word list | | + updated
getPronunciation | - | Get the pronunciation of a word | word! | syllables duration

kind uuids | uuid*
of id batch: name quantity version_name created
: name | string Orders; Devices; Tickets | Name of the {thing}
: version_name | enum v1;v4;v7 | Version
: uuid | string 6ba7b810-9dad-11d1-80b4-00c04fd430c8; 9073926b-929f-31c2-abc9-fad77ae3e8eb | UUID
generateUuid | - | Generate a random UUID | version_name! | timestamp
createIdBatch | create id batch | Create a batch of identifiers | name! quantity! version_name? | name created
listIdBatches | list id batch | List batches of identifiers | version_name! sort? | +
getIdBatch | get id batch | Get the details of an id batch | | + updated
validateUuid | - | Check a UUID | uuid! | valid version_name

kind yesno | yes, commit, decision
of decision: question outcome mood created
: question | string should we leave early; is it going to rain; another coffee | Question
: outcome | enum yes;no;maybe | Outcome
: mood | enum happy;calm;dramatic | Mood
: message | string fix the clock; tidy up; more tests | Message
decide | create decision | Ask a question | question! mood? | outcome created
listDecisions | list decision | List decisions | outcome! sort? | +
getDecision | get decision | Get the details of a decision | | + image_url
getYesOrNo | - | Get an answer of a mood | mood! | outcome
generateCommitMessage | - | Generate a commit message | mood! message? | likes

kind ideas | idea*, startup, this
of startup idea: title market score created
: title | string Bread by Bike; Lamp Library; Quiet Rooms; Seed Swap | Title of the {thing}
: market | enum food;travel;pets;music;learning | Market
: model | enum subscription;marketplace;rental;app | Business model
: comment | string I would pay for it; who needs that; lovely | Comment
generateStartupIdea | - | Generate a startup idea | market! model? | score
searchStartupIdeas | list startup idea | Search startup ideas | market! sort? limit? | +
getStartupIdea | get startup idea | Get the details of a startup idea | | + likes
saveStartupIdea | create startup idea | Save a startup idea | title! market! | title created
commentOnIdea | create idea comment | Add a comment to a startup idea | startup_idea_id! comment! |
of idea comment: comment created
`
