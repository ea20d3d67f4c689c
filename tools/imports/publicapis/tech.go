package publicapis

// apiTechLines is the kinds of tools for developers, and the kind of what nobody knows.
const apiTechLines = `
kind records | none
of {subject}record: name category rating updated
: name | string Northern Star; Blue Harbour; Old Garden; Silver Path | Name of the {thing}
: note | string ask again in May; looks right; needs a second look | Note
: email | email | Email address
searchRecords | list {subject}record | Search records[ on {api}] | category! query? @country limit? | +
getRecord | get {subject}record | Get the details of a record | language? | + description
listCategories | list record category | List categories of records | sort! |
of record category: name records
addRecordNote | create record note | Add a note to a record | record_id! note! |
of record note: note created
subscribeToRecords | create record alert | Subscribe to records of a category | category! email! |
of record alert: status created

kind reputation | reputation, flagging, abusive, abuse*, blacklist, trust, link*, phishing, browsing
of abuse report: indicator threat confidence published
: indicator | string 81.45.112.9; example.net; lamp-shop.example; 92.61.140.22 | Address or domain
: domain | string | Domain
: ip_address | string 81.45.112.9; 92.61.140.22; 109.33.120.41 | IP address
: link | url | Link
: threat | enum phishing;malware;spam;scanner | Threat
: days | int 1..90 =30 | Days to look back
: comment | string many failed logins; asks for passwords; sends spam | Comment
checkDomainReputation | - | Check the reputation of a domain | domain! days? | score risk
checkLink | - | Check a link | link! | threat confidence
searchAbuseReports | list abuse report | Search abuse reports | threat! days? @country limit? | +
getAbuseReport | get abuse report | Get the details of an abuse report | | + comment
reportAbuse | create abuse report | Report an IP address | ip_address! threat! comment? | threat status created
checkIpReputation | - | Check the reputation of an IP address | ip_address! days? | score risk | ip, blacklist
listBlockedAddresses | list blocked address | List blocked addresses | threat! @country |
of blocked address: indicator score updated

kind malware | malware, sample*, archive, execution
of malware sample: family file_type kilobytes first_seen
: family | enum Emotet;Mirai;Zeus;Qakbot;Lokibot | Malware family
: file_type | enum exe;dll;doc;js;apk | Type of the file
: kilobytes | int 4..900 | Size in kilobytes
: first_seen | date | Day on which it was first seen
: hash | string | SHA-256 hash of the file
: file | string | Path of the file
: behaviour | enum network;files;registry;persistence | Behaviour
searchMalwareSamples | list malware sample | Search malware samples | family! file_type? limit? | +
getMalwareSample | get malware sample | Get the details of a malware sample | | + severity
lookUpHash | - | Find a hash | hash! | family confidence severity
submitSample | create sample analysis | Submit a file for analysis | file! file_type! |
of sample analysis: file_type status created
listBehaviours | list behaviour finding | List the behaviour of a malware sample | malware_sample_id! behaviour! |
of behaviour finding: behaviour severity
getFamilyTrend | - | Get the trend of a malware family | family! days! | quantity change

kind filescan | scan*, documents, file, virustotal, url analysis, submitted
of scan report: target verdict detections created
: target | string invoice.pdf; setup.exe; example.net; photo.zip | What was scanned
: verdict | enum clean;suspicious;malicious | Verdict
: detections | int 0..70 | Number of engines that found something
: file | string | Path of the file
: link | url | Link
: engine | enum quick;full;heuristic | Engine
scanFile | create scan report | Scan a file | file! engine? | target status created
scanLink | create scan report | Scan a link | link! engine? | target status created
listScanReports | list scan report | List scan reports | verdict! start_date? limit? | +
getScanReport | get scan report | Get the verdict of a scan report | | + severity
listDetections | list detection | List the detections of a scan report | scan_report_id! severity! |
of detection: verdict confidence

kind threatfeed | threat, intelligence, feeds, osint
of threat pulse: title threat indicators_count published
: title | string Amber Hook; Night Ferry; Cold Key; Paper Wolf | Title of the {thing}
: threat | enum ransomware;phishing;espionage;botnet | Threat
: indicators_count | int 2..900 | Number of indicators
: industry | enum banking;energy;health;retail;government | Industry
: indicator | string 81.45.112.9; example.net; lamp-shop.example | Address or domain
: email | email | Email address
searchThreatPulses | list threat pulse | Search reports on threats | threat! industry? limit? | +
getThreatPulse | get threat pulse | Get the details of a threat pulse | | + severity
listIndicators | list threat indicator | List the indicators of a threat pulse | threat_pulse_id! severity! |
of threat indicator: indicator confidence
lookUpIndicator | - | Find an indicator | indicator! | risk confidence
subscribeToThreats | create threat alert | Subscribe to threats to an industry | industry! email! |
of threat alert: industry status

kind users | user*, login, authenticat*, passwordless, account*, permissions
of user account: username role status created
: username | string kestrel22; foxglove; ironmaple; nightjar7 | Name of the user
: role | enum admin;editor;member;guest | Role
: status | enum active;locked;invited | Status of the account
: phone | string | Phone number
: device | enum phone;laptop;tablet | Device
: method | enum email link;passkey;one-time code | Method of login
createUser | create user account | Create a user account | email! username! role? | username role status
listUsers | list user account | List user accounts | role! status? limit? | +
getUser | get user account | Get the details of a user account | | + email
sendLoginLink | create login link | Send a login link | recipient! method? |
of login link: method status created
changeUserRole | update user account | Change the role of a user account | role! | role updated
listSessions | list session | List the sessions of a user account | user_account_id! device! |
of session: device created
deleteUser | delete user account | Delete a user account | | status

kind otp | otp, one
of passcode: channel status created
: channel | enum text message;email;voice call | Channel
: code | string 482913; 770152; 309846 | Code that was entered
: status | enum sent;verified;expired | Status of the code
: minutes | int 1..30 =5 | Minutes for which it is valid
: share | int 1..99 | Share in per cent
sendPasscode | create passcode | Send a passcode to a phone | phone! channel! minutes? | channel status created
verifyPasscode | create passcode check | Verify a passcode | passcode_id! code! |
of passcode check: valid created
listPasscodes | list passcode | List passcodes that were sent | channel! status? | +
getPasscode | get passcode | Get the status of a passcode | | + updated
getDeliveryRate | - | Get the delivery rate of a channel | channel! days! | share change

kind permissions | authorization, access, permission*, warrant
of access rule: resource role effect created
: resource | enum documents;invoices;reports;settings | Resource
: role | enum admin;editor;member;guest | Role
: effect | enum allow;deny | Effect of the rule
: username | string kestrel22; foxglove; ironmaple; nightjar7 | Name of the user
createAccessRule | create access rule | Create an access rule | resource! role! effect! | +
listAccessRules | list access rule | List access rules | role! resource? | +
getAccessRule | get access rule | Get the details of an access rule | | + updated
checkAccess | - | Check the access of a user | username! resource! | valid reason
assignRole | create role grant | Assign a role to a user | username! role! |
of role grant: role status created
deleteAccessRule | delete access rule | Delete an access rule | | status

kind webtools | api, apis, rest, http, developers, services, platform, endpoints, fonts, integration, app
of workspace: name plan members updated
: name | string Web Shop; Field Notes; Data Desk; Mobile App | Name of the {thing}
: plan | enum free;team;business | Plan
: members | int 1..90 | Number of members
: region | enum Europe;North America;Asia | Region
: role | enum owner;developer;viewer | Role
: requests | int 10..9000 | Number of requests
: environment | enum development;staging;production | Environment
createWorkspace | create workspace | Create a workspace[ on {api}] | name! plan? region? | name plan created
listWorkspaces | list workspace | List workspaces[ on {api}] | plan! sort? | +
getWorkspace | get workspace | Get the details of a workspace | | + region
inviteDeveloper | create developer invitation | Invite somebody to a workspace | workspace_id! recipient! role? |
of developer invitation: role status
getUsageReport | - | Get the usage of an environment | environment! start_date! | requests change
deployWorkspace | create workspace deployment | Create a deployment of a workspace | workspace_id! environment! |
of workspace deployment: environment status
listRequestLogs | list log entry | List the log entries of a workspace | workspace_id! environment! |
of log entry: status duration
deleteWorkspace | delete workspace | Delete a workspace | | status

kind screenshots | screenshot*
of screenshot: title width height created
: title | string Start page; Price list; News; Contact | Title of the {thing}
: web_page | url | Address of the web page
: device | enum desktop;phone;tablet =desktop | Device
: format | enum png;jpg;webp;pdf =png | File format
: frequency | enum hourly;daily;weekly | How often
: change | int 0..100 | How much has changed, in per cent
takeScreenshot | create screenshot | Capture a web page | web_page! device? format? | width height status created
listScreenshots | list screenshot | List screenshots | device! start_date? | +
getScreenshot | get screenshot | Get the details of a screenshot | | + image_url
scheduleScreenshots | create screenshot schedule | Schedule screenshots of a web page | web_page! frequency! device? |
of screenshot schedule: frequency status created
compareScreenshots | create screenshot comparison | Compare a screenshot with the page of today | screenshot_id! format? sort! |
of screenshot comparison: change image_url
deleteScreenshot | delete screenshot | Delete a screenshot | | status

kind scraping | scrap*, crawl*, extract*, markdown
of crawl: target pages_count status created
: target | string example.com; example.org; example.net | Website
: web_page | url | Address of the web page
: pages_count | int 1..900 | Number of pages
: words | int 8..900 | Number of words
: output | enum text;markdown;html;json =markdown | Output
: depth | int 1..5 =2 | How deep links are followed
: topic | enum prices;articles;contacts;products | What is looked for
: proxy_region | enum Europe;North America;Asia | Region of the proxy
scrapePage | - | Extract the content of a web page | web_page! output? proxy_region? | words duration
startCrawl | create crawl | Start a crawl of a web page | web_page! depth? topic? | target status created
listCrawls | list crawl | List crawls | status! start_date? | +
getCrawl | get crawl | Get the status of a crawl | | + duration
listCrawledPages | list crawled page | List the pages of a crawl | crawl_id! topic! |
of crawled page: title words
extractContacts | - | Extract the contacts of a web page | web_page! topic? | email phone
stopCrawl | delete crawl | Cancel a crawl | | status

kind serp | serp*, search results, google search, engines
of search result: title position domain published
: title | string Ten Good Chairs; City Bikes; Bread Basics; Lamp Guide | Title of the {thing}
: position | int 1..100 | Position
: domain | string | Domain
: keyword | string garden chairs; oat milk; city bikes; desk lamp | Keyword
: engine | enum Google;Bing;Qwant;Yandex | Search engine
: device | enum desktop;phone | Device
: email | email | Email address
searchWeb | list search result | Search the results of an engine | keyword! engine? @country device? limit? | +
getSearchResult | get search result | Get the details of a search result | | + url
getKeywordRank | - | Get the rank of a domain | domain! keyword! engine? | position change
listRelatedSearches | list related search | List related searches | keyword! language? |
of related search: name volume
: name | string folding chairs; oak chairs; cheap chairs; blue chairs | Name of the {thing}
trackKeyword | create keyword alert | Track a keyword | keyword! email! |
of keyword alert: keyword status

kind qrcodes | qr, qrcode*, barcode*
of qr code: title size scans created
: title | string Menu; Guest wifi; Poster; Business card | Title of the {thing}
: link | url | Web address that it leads to
: scans | int 0..900 | Number of scans
: symbology | enum QR;EAN-13;Code 128;Data Matrix;PDF417 | Kind of the code
: barcode | string | Barcode
: image | url | Address of the image
: format | enum png;svg;pdf =png | File format
createQrCode | create qr code | Create a QR code for a link | link! color? size? format? | size status created
listQrCodes | list qr code | List QR codes | size! sort? | +
getQrCode | get qr code | Get the details of a qr code | | + image_url
createBarcode | create barcode image | Create a barcode | barcode! symbology! format? | | barcode*
of barcode image: symbology image_url
readCode | - | Decode a picture of a code | image! symbology? | confidence url | read, decode
listScans | list code scan | List the scans of a qr code | qr_code_id! start_date! | | analytics
of code scan: device_name timestamp city
: device_name | enum phone;tablet | Device
updateQrCode | update qr code | Change the link of a qr code | link! | link updated | dynamic, editable

kind charts | chart*, graph*, diagram*
of chart image: title chart_type width created
: title | string Sales by month; Visitors; Votes; Rain | Title of the {thing}
: chart_type | enum bar;line;pie;scatter;flow | Type of the chart
: theme | enum light;dark;print | Theme
: text | string three boxes and an arrow; a web shop and a database; two teams and a hub | What is drawn
: format | enum png;svg;pdf =png | File format
createChart | create chart image | Create a chart | title! chart_type! theme? | title chart_type created
listCharts | list chart image | List charts | chart_type! sort? | +
getChart | get chart image | Get the details of a chart image | | + image_url
createDiagram | create diagram | Create a diagram of a text | text! format? theme? | | diagram*
of diagram: format image_url created
exportChart | create chart file | Export a chart image | chart_image_id! format! |
of chart file: format file_url
deleteChart | delete chart image | Delete a chart image | | status

kind mockdata | mock*, fake*, prototyping, testing, test, dummy, random data
of data schema: name fields_count records created
: name | string customers; orders; products; bookings | Name of the {thing}
: fields_count | int 2..20 | Number of fields
: rows | int 5..500 =20 | Number of rows
: format | enum csv;json;sql;xml =json | File format
: locale | enum en;de;es;fr;pt | Language code of the values
: theme | enum shop;school;bank;travel;clinic | What the data is about
: delay | int 0..900 | Delay in milliseconds
createDataSchema | create data schema | Create a schema of test data | name! theme! fields_count? | name theme created
listDataSchemas | list data schema | List schemas of test data | theme! sort? | +
getDataSchema | get data schema | Get the details of a data schema | | + updated
generateRows | create generated file | Generate rows of a data schema | data_schema_id! rows! format? locale? |
of generated file: rows format file_url
generatePeople | - | Generate people for a test | rows! locale! | records duration
createMockServer | create mock server | Create a server of test data | theme! delay? | | server, api, mock*, sandbox
of mock server: theme status url
deleteDataSchema | delete data schema | Delete a data schema | | status

kind jsonstore | json*, key, storage, store, backend*, database, hosting, db, keyvalue
of collection: name records kilobytes updated
: name | string guests; prices; settings; scores | Name of the {thing}
: kilobytes | int 1..900 | Size in kilobytes
: key | string theme; start page; best score; last visit | Key
: value | string dark; riverside; twelve; yesterday | Value
: visibility | enum private;public | Visibility
: format | enum json;csv =json | File format
createCollection | create collection | Create a collection of records | name! visibility? | name created
listCollections | list collection | List collections of records | visibility! sort? | +
getCollection | get collection | Get the details of a collection | | + created
storeValue | create stored value | Store a value in a collection | collection_id! key! value! |
of stored value: key created
readValue | - | Read the value of a key | key! | updated kilobytes
exportCollection | create collection export | Export a collection | collection_id! format! |
of collection export: format file_url
deleteCollection | delete collection | Delete a collection | | status

kind namestats | first name, age, gender, nationality
of name statistic: name share rank
: name | string Clara; Hugo; Priya; Mateo; Naomi | Name of the {thing}
: first_name | string Clara; Hugo; Priya; Mateo; Naomi | First name
: age | int 1..90 | Age in years
: gender | enum female;male | Gender
: rank | int 1..90 | Rank
: share | int 1..90 | Share in per cent
estimateAge | - | Estimate the age of a first name | first_name! @country | age confidence
estimateGender | - | Estimate the gender of a first name | first_name! @country | gender confidence
estimateNationality | - | Estimate the nationality of a first name | first_name! | nation confidence
: nation | string Portugal; Kenya; Norway; India | Country
listPopularNames | list name statistic | List popular first names | gender! year? @country | +
getNameStatistic | get name statistic | Get the details of a name statistic | | + year

kind statuspages | status, down, outage*, incidents, uptime, isitdown*
of service: name category status uptime
: name | string GitHub; Discord; Stripe; Slack | Name of the {thing}
: category | enum hosting;payments;messaging;storage;development | Category of the service
: status | enum up;degraded;down | Status of the service
: uptime | int 80..100 | Uptime in per cent
: email | email | Email address
: domain | string | Domain of the website
searchServices | list service | Search services[ on {api}] | category! status? limit? | +
getService | get service | Get the status of a service | | + updated
listServiceIncidents | list service incident | List the incidents of a service | service_id! severity! |
of service incident: title severity starts
: title | string Slow logins; Failed payments; Late mails | Title of the {thing}
checkWebsite | - | Check a website | domain! | status duration
createOutageAlert | create outage alert | Create an alert on a service | service_id! email! |
of outage alert: status created

kind packages | library, libraries, npm, cdn, css, package*, font*, docker, changelog*, license*, proxies1
of package: name version downloads updated
: name | string quickdate; tinychart; formkit; mapline | Name of the {thing}
: version | string | Version
: program_language | enum Ruby;CSS;Go;Python;Rust | Language
: licence | enum MIT;Apache-2.0;BSD-3;GPL-3 | Licence
: keyword | string date parsing; charts; image upload; login form | Keyword
: email | email | Email address
searchPackages | list package | Search packages[ on {api}] | keyword! program_language? sort? limit? | +
getPackage | get package | Get the details of a package | | + licence
listPackageVersions | list package version | List the versions of a package | package_id! start_date! |
of package version: version published
getDownloadStats | list download figure | List the downloads of a package | package_id! days! | | stats, downloads
of download figure: downloads date
listPackagesByLicence | list package | List packages | licence! sort? |
watchPackage | create package alert | Track a package | package_id! email! |
of package alert: status created

kind repositories | repositor*, github, gitlab, bitbucket, git, pull, code, q, forum
of repository: name program_language stars updated
: name | string garden-planner; trip-notes; tiny-server; colour-box | Name of the {thing}
: program_language | enum Go;Python;Rust;Java;Kotlin | Programming language
: stars | int 0..900 | Stars
: title | string Wrong date; Broken link; Slow start; Dark mode | Title of the {thing}
: status | enum open;closed | Status of the issue
: label | enum bug;feature;question;docs | Label
: branch | enum main;develop;release | Branch
searchRepositories | list repository | Search repositories[ on {api}] | program_language! sort? limit? | +
getRepository | get repository | Get the details of a repository | | + created
listIssues | list issue | List the issues of a repository | repository_id! status! label? |
of issue: title status comments created
openIssue | create issue | Submit an issue of a repository | repository_id! title! label? | title status created
listCommits | list commit | List the commits of a repository | repository_id! branch! |
of commit: author branch published
starRepository | create star | Add a star to a repository | repository_id! sort! |
of star: status created

kind compilers | compil*, execut*, running, decompiler, code
of code run: program_language status runtime created
: program_language | enum Python;Go;Java;Rust;Ruby;C | Programming language
: source_code | string print(2 + 3); total = 4 * 12; return price * 2 | Source code
: status | enum passed;failed;timed out | Status of the run
: runtime | int 1..900 | Time in milliseconds
: version | string | Version
: name | string sorting; dates; first steps; homework | Name of the {thing}
runCode | create code run | Run the source code | source_code! program_language! | program_language status runtime
listCodeRuns | list code run | List runs of programs | program_language! status? | +
getCodeRun | get code run | Get the result of a code run | | + version
listCompilers | list compiler | List compilers | program_language! |
of compiler: name version updated
formatCode | - | Format the source code | source_code! program_language! | runtime status
saveSnippet | create snippet | Save the source code of a snippet | name! source_code! program_language? |
of snippet: name created

kind notifications | notif*, push, sms
of notification: title channel status created
: title | string Order shipped; New message; Price drop; Reminder | Title of the {thing}
: channel | enum push;email;text message;in-app | Channel
: message | string your table is ready; the train is late; see you at noon | Text of the message
: segment | enum everyone;new users;customers;inactive users | Who receives it
: scheduled_time | datetime | When it is sent, in ISO 8601
: share | int 1..99 | Share in per cent
sendNotification | create notification | Send a notification to a segment | title! message! channel! segment? | title status created
listNotifications | list notification | List notifications | channel! status? | +
getNotification | get notification | Get the status of a notification | | + updated
scheduleNotification | create scheduled notification | Schedule a notification | message! channel! scheduled_time! |
of scheduled notification: channel status
getOpenRate | - | Get the open rate of a channel | channel! days! | share change

kind converters | convert*, conversion, hashing, calculat*, encoding, epoch, color, jsonp, feed
of conversion preset: name from_measure to_measure created
: name | string Kitchen; Workshop; Travel; Lab | Name of the {thing}
: from_measure | enum metre;kilogram;litre;mile;pound;gallon | Unit of the value
: to_measure | enum foot;ounce;cup;kilometre;stone;pint | Unit that is wanted
: value | number 1..900 | Value
: text | string the blue door; meet me at noon; oat milk and bread | Text
: algorithm | enum MD5;SHA-1;SHA-256;CRC32 | Algorithm
: encoding | enum base64;hex;URL | Encoding
: digits | int 2..60 | Number of characters
convertUnits | - | Convert a value | value! from_measure! to_measure! | result
: result | number 1..900 | Result
hashText | - | Compute the hash of a text | text! algorithm! | digits duration
encodeText | - | Encode a text | text! encoding! | digits duration
savePreset | create conversion preset | Save a conversion preset | name! from_measure! to_measure! | +
listPresets | list conversion preset | List conversion presets | from_measure! sort? | +
getPreset | get conversion preset | Get the details of a conversion preset | | + updated
convertTimestamp | - | Get the timestamp | date! timezone? | timestamp | epoch, time, dates

kind proxies | prox*, vpn
of proxy: protocol latency uptime updated
: protocol | enum HTTP;HTTPS;SOCKS4;SOCKS5 | Protocol
: latency | int 8..900 | Latency in milliseconds
: uptime | int 50..100 | Uptime in per cent
: anonymity | enum transparent;anonymous;elite | Anonymity
: web_page | url | Address of the web page
searchProxies | list proxy | Search proxies | protocol! @country anonymity? limit? | +
getProxy | get proxy | Get the details of a proxy | | + anonymity
testProxy | create proxy test | Test a proxy | proxy_id! web_page! |
of proxy test: latency status
getRandomProxy | - | Get a proxy of a protocol | protocol! anonymity? | latency uptime
reserveProxy | create proxy lease | Reserve a proxy | proxy_id! days! |
of proxy lease: days status

kind webmeta | metadata, open graph, preview, tech stack, linkpreview, website, page rank, structured
of site report: domain title score created
: domain | string | Domain
: title | string Start page; News; Shop; About us | Title of the page
: web_page | url | Address of the web page
: rank | int 1..90 | Rank
: technology | enum Drupal;React;Shopify;nginx | Technology
: check_kind | enum speed;search;accessibility;security | Kind of the check
getLinkPreview | - | Get the preview of a web page | web_page! language? | title image_url
auditSite | create site report | Create a report on a web page | web_page! check_kind! | domain score created
listSiteReports | list site report | List reports on websites | check_kind! sort? | +
getSiteReport | get site report | Get the details of a site report | | + rank
getPageRank | - | Get the rank of a domain | domain! | rank change
detectTechnology | - | Detect the technology of a web page | web_page! technology? | technology confidence
getSocialLinks | - | Find the contact of a web page | web_page! | email phone

kind counters | count*, statistics
of counter: name value created updated
: name | string visitors; downloads; votes; cups of tea | Name of the {thing}
: value | int 0..900 | Value
: step | int 1..10 =1 | Step
: period | enum day;week;month | Period
createCounter | create counter | Create a counter | name! value? | name created
listCounters | list counter | List counters | status! sort? | +
getCounter | get counter | Get the value of a counter | | + step
setCounter | update counter | Set the value of a counter | value! | value updated
deleteCounter | delete counter | Delete a counter | | status

kind projects | project*, open source, drupal, collaboration
of software project: name maintainer downloads updated
: name | string Garden Theme; Form Kit; Map Block; Event Module | Name of the {thing}
: maintainer | string | Name of the maintainer
: category | enum module;theme;distribution;library | Category of the project
: title | string Wrong date; Broken link; Slow start | Title of the {thing}
: severity | enum low;medium;high | Severity
searchProjects | list software project | Search software projects[ on {api}] | category! sort? limit? | +
getProject | get software project | Get the details of a software project | | + version
: version | string | Version
listReleases | list release | List the releases of a software project | software_project_id! year! |
of release: version published downloads
reportProjectIssue | create project issue | Report an issue of a software project | software_project_id! title! severity? |
of project issue: title severity status
listMaintainers | list maintainer | List maintainers | category! sort? |
of maintainer: name records

kind badges | badge*, contributions, readme, stats, shields, contribution
of badge: label color style created
: label | string build passing; coverage; version; downloads | Words on the badge
: style | enum flat;plastic;square;social | Style
: theme | enum light;dark;high contrast | Theme
: username | string kestrel22; foxglove; ironmaple; nightjar7 | Name of the user
: commits | int 1..900 | Number of commits
: stars | int 0..900 | Stars
createBadge | create badge | Create a badge | label! color! style? | label color created
listBadges | list badge | List badges | style! sort? | +
getBadge | get badge | Get the details of a badge | | + image_url
createContributionChart | create contribution chart | Create a chart of the contributions of a user | username! theme! year? |
of contribution chart: theme image_url
getContributionStats | - | Get the statistics of a user | username! year? | commits stars

kind webanalytics | analytics
of visitor report: name visits share created
: name | string Spring launch; Start page; Mobile; Newsletter | Name of the {thing}
: visits | int 10..9000 | Visits
: share | int 1..99 | Share in per cent
: metric | enum visits;sign-ups;clicks;sales | Metric
: device | enum phone;desktop;tablet | Device
createVisitorReport | create visitor report | Create a report on visitors | name! metric! start_date? | name created
listVisitorReports | list visitor report | List reports on visitors | metric! sort? | +
getVisitorReport | get visitor report | Get the details of a visitor report | | + updated
getVisits | - | Get the visits of a device | device! start_date! | visits change
trackEvent | create tracked event | Track an event of a device | metric! device! |
of tracked event: metric created

kind wordfinder | word*, finding
of word match: word score syllables
: word | string harbour; lantern; meadow; whisper; serene | Word
: syllables | int 1..6 | Number of syllables
: relation | enum synonym;rhyme;antonym;sounds like | Relation
: topic | enum nature;music;sea;food;work | Topic
findRelatedWords | list word match | Find similar words | word! relation! topic? limit? | +
getWordMatch | get word match | Get the details of a word match | language? | + frequency
: frequency | int 1..900 | Frequency
completeWord | list word match | Suggest words | word! limit? |
describeWord | - | Find the frequency of a word | word! language? | frequency syllables
createWordList | create word list | Create a list of words | name! topic! |
: name | string Poem; Rhymes; Test on Friday | Name of the {thing}
of word list: name created

kind insults | insult*, fuck
of retort: tone words likes
: tone | enum mild;old-fashioned;sharp | Tone
: words | int 3..30 | Number of words
: first_name | string Clara; Hugo; Priya; Mateo; Naomi | First name
getRetort | - | Generate a retort for somebody | first_name! tone! language? | words likes
searchRetorts | list retort | Search retorts | tone! language? limit? | +
getRetortText | get retort | Get the text of a retort | language? | + published
rateRetort | create retort rating | Rate a retort | retort_id! rating! |
of retort rating: rating created
listTopRetorts | list retort | List the best retorts | tone! days! |

kind mediacatalog | licensed, public domain, works, archive
of licensed work: title creator licence views
: title | string Harbour at Dawn; Old Mill; Night Train; Field Song | Title of the {thing}
: creator | string Ana Torres; Finn Berg; Mei Tanaka; Paul Roth | Who made it
: licence | enum CC0;CC BY;CC BY-SA;CC BY-NC | Licence of the work
: medium | enum image;audio;video;text | Medium
: reason | enum wrong licence;mature;duplicate | Reason
searchLicensedWorks | list licensed work | Search licensed works | medium! licence? limit? | +
getLicensedWork | get licensed work | Get the details of a licensed work | | + url
listSimilarWorks | list licensed work | List works like a given licensed work | licensed_work_id! sort! |
listSources | list work source | List sources of works | medium! |
of work source: name records
reportWork | create work report | Report a licensed work | licensed_work_id! reason! |
of work report: reason status
`
