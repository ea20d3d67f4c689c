package publicapis

// apiWorkLines is the kinds of business, documents, mail and files.
const apiWorkLines = `
kind companies | compan*, enrichment, lead*, logo*, funding, trademark*, charit*, non, agenc*, specialists
of company: name industry employees city_name founded
: industry | enum retail;software;logistics;energy;health;food | Industry
: employees | int 2..900 | Number of employees
: city_name | string Northport; Rivertown; Oldbridge | Seat
: founded | date | Day of the foundation
: domain | string | Domain of the company
: role | enum founder;sales;marketing;finance | Role
: stage | enum seed;series A;series B;growth | Stage of funding
: title | string Spring leads; Partners; Bakeries; To call | Name of the list
searchCompanies | list company | Search {adj} companies | industry! @country limit? | +
getCompany | get company | Get the profile of a company | | + phone
getCompanyByDomain | - | Find the company of a domain | domain! | employees phone founded
listContacts | list contact | List the contacts of a company | company_id! role! | | person, email, lead*
of contact: name role email
listFundingRounds | list funding round | List funding rounds | stage! industry? | | fund*, raised
of funding round: stage amount published
createLeadList | create lead list | Create a list of leads | title! industry? |
of lead list: title created
getCompanyLogo | create logo file | Download the logo of a company | company_id! size? | | logo*
of logo file: size image_url

kind tenders | tender*, procurement*
of {adj} tender: title sector value deadline
: title | string Bridge Repair; School Meals; Tram Cars; Street Lights | Title of the {thing}
: sector | enum construction;health;transport;education;energy;waste | Sector
: value | int 1..900 | Value in thousands
: deadline | date | Last day for offers
: buyer | string City of Northport; Regional Hospital; Road Agency; State University | Who buys
: email | email | Email address
searchTenders | list {adj} tender | Search {adj} tenders | sector! @country buyer? sort? limit? | +
getTender | get {adj} tender | Get the details of a {adj} tender | language? | + buyer
listBuyers | list buyer | List {adj} public buyers | @country! sector? |
of buyer: name records
listTenderAwards | list tender award | List awards | sector! year! @country |
of tender award: title amount published
createTenderAlert | create tender alert | Create an alert on {adj} tenders | sector! email! |
of tender alert: sector status created

kind campaigns | campaign*, marketing, mails, newsletter
of campaign: name audience opened clicks status
: name | string Spring Launch; Summer Deals; Harvest Week; New Members | Name of the {thing}
: audience | enum customers;subscribers;members;partners | Audience
: opened | int 0..90 | Share that opened it, in per cent
: clicks | int 0..900 | Clicks
: subject | string Our spring offers; News from the workshop; Save the date | Subject line
: template_name | enum plain;news;sale;welcome | Template
createCampaign | create campaign | Create a campaign | name! audience! subject? | name audience status
listCampaigns | list campaign | List campaigns[ on {api}] | status! start_date? | +
getCampaign | get campaign | Get the results of a campaign | | + created
sendCampaign | create campaign delivery | Send a campaign | campaign_id! date? |
of campaign delivery: status created
addSubscriber | create subscriber | Add a subscriber to an audience | email! audience! |
of subscriber: email audience created
createMailTemplate | create mail template | Create a mail template | template_name! subject! | | template*
of mail template: subject created

kind invoices | invoice*, ubl
of invoice: customer amount status due_date
: customer | string | Name of the customer
: amount | number 1..900 | Amount of the invoice
: due_date | date | Day on which it is due
: status | enum draft;sent;paid;overdue | Status of the invoice
: format | enum pdf;json;ubl =pdf | File format
: language | enum en;de;fr;es;it | Language code of the invoice
createInvoice | create invoice | Create an invoice | customer! amount! due_date! language? | +
listInvoices | list invoice | List invoices | status! start_date? | +
getInvoice | get invoice | Get the details of an invoice | | + currency
exportInvoice | create invoice file | Export an invoice | invoice_id! format! |
of invoice file: format file_url created
sendInvoice | create invoice mail | Send an invoice | invoice_id! recipient! |
of invoice mail: status created

kind boards | board*, kanban, cards, lists, smartsheet, work
of board card: title column_name priority due_date
: title | string Order chairs; Call the printer; Plan the stand; Fix the door | Title of the {thing}
: column_name | enum to do;doing;review;done | Column
: priority | enum low;medium;high | Priority
: due_date | date | Day on which it is due
: name | string Garden Plan; Office Move; Book Club; Kitchen | Name of the {thing}
: comment | string looks good; needs a price; ask Clara first | Text of the comment
createBoard | create board | Create a board[ on {api}] | name! | name created
of board: name cards_count updated
: cards_count | int 0..90 | Number of cards
listBoards | list board | List boards[ on {api}] | status! sort? |
addCard | create board card | Add a card to a board | board_id! title! priority? due_date? | title column_name created
listCards | list board card | List the cards of a board | board_id! column_name! | +
moveCard | update board card | Change the column of a board card | column_name! | column_name updated
commentOnCard | create card comment | Add a comment to a board card | board_card_id! comment! |
of card comment: comment created

kind dashboards | dashboard*, bi, queries, charts, analytics, business intelligence
of dashboard: title owner charts_count updated
: title | string Weekly sales; Visitors; Stock levels; Support | Title of the {thing}
: owner | string | Name of the owner
: charts_count | int 1..20 | Number of charts
: table | string | Table that is read
: sql | string select name from customers; select city from branches; select title from books | SQL statement
: chart_type | enum bar;line;pie;table | Type of the chart
: format | enum csv;xlsx;pdf =pdf | File format
listDashboards | list dashboard | List dashboards[ on {api}] | owner! sort? | +
getDashboard | get dashboard | Get the details of a dashboard | | + views
createChart | create chart | Create a chart on a dashboard | dashboard_id! chart_type! title? |
of chart: chart_type created
runQuery | create query run | Run a query | sql! limit? | | quer*
of query run: records duration status
exportDashboard | create dashboard export | Export a dashboard | dashboard_id! format! |
of dashboard export: format file_url
shareDashboard | create dashboard share | Share a dashboard | dashboard_id! recipient! | | share*
of dashboard share: status created

kind incidents | incident*, status page, maintenance
of incident: title component severity status created
: title | string Slow logins; Mail delays; Failed payments; Broken search | Title of the {thing}
: component | enum website;login;payments;email;search | Component
: status | enum investigating;identified;monitoring;resolved | Status of the incident
: message | string We are looking into it; A fix is on its way; All is well again | Text of the update
: starts | date | Day on which it begins
reportIncident | create incident | Report an incident | title! component! severity? | title component status
listIncidents | list incident | List incidents | component! status? | +
getIncident | get incident | Get the details of an incident | | + updated
postIncidentUpdate | create incident update | Post an update on an incident | incident_id! message! |
of incident update: message created
scheduleMaintenance | create maintenance | Schedule a maintenance | component! date! message? |
of maintenance: component starts status

kind domainnames | domain*, registrar, registered, dns, whois, spf, dmarc, mx, tlds
of domain name: name ending price expires
: name | string maplebooks.com; harbourcafe.org; northwind.io; amberfield.net | Name of the {thing}
: domain | string | Domain
: ending | enum com;org;net;io;eu;app | Ending
: expires | date | Day on which it expires
: record_type | enum A;AAAA;MX;TXT;CNAME | Type of the record
: ttl | int 60..900 | Seconds for which it may be kept
: registrar | string | Company with which it is registered
: grade | enum A;B;C;D;F | Grade
searchDomains | list domain name | Search domain names | ending! query? limit? | +
getDomain | get domain name | Get the registration of a domain name | | + registrar
checkDomainAvailability | - | Check a domain | domain! ending? | valid price
listDnsRecords | list dns record | List DNS records | domain! record_type! |
of dns record: ttl updated
checkMailSecurity | - | Check the mail settings of a domain | domain! record_type? | grade risk | spf, dkim, dmarc, mx, security
listExpiringDomains | list domain name | List domain names that expire | ending! start_date! |
watchDomain | create domain watch | Track a domain | domain! email! |
of domain watch: status created

kind analytics | analytics, seo, analyze, monitoring
of traffic report: title visits change updated
: visits | int 10..9000 | Number of visits
: metric | enum visits;sign-ups;clicks;sales | Metric
: channel | enum search;social;email;direct | Channel
: domain | string | Domain of the website
: keyword | string garden chairs; oat milk; city bikes; desk lamp | Keyword
: position | int 1..90 | Position in the results
createTrafficReport | create traffic report | Create a report on a metric | metric! start_date! end_date? | metric status created
listTrafficReports | list traffic report | List traffic reports | metric! sort? | +
getTrafficReport | get traffic report | Get the details of a traffic report | | + channel
getChannelPerformance | - | Get the performance of a channel | channel! metric! | visits change
getKeywordRank | - | Get the rank of a keyword | keyword! domain! | position change | seo

kind mailbox | inbox, gmail, mailbox
of mail: subject sender received unread
: subject | string Our spring offers; Meeting on Thursday; Your order is on its way | Subject
: sender | string | Who sent it
: received | date | Day on which it arrived
: unread | bool | Whether it is unread
: folder | enum inbox;sent;archive;spam | Folder
: message | string See you at noon; Thanks for all your help; Please bring the blue folder | Text of the message
: label | enum urgent;personal;travel;work | Label
searchMails | list mail | Search mails | folder! sender? start_date? | +
getMail | get mail | Get the text of a mail | | + label
sendMail | create mail | Send a mail | recipient! subject! message! | subject status created
labelMail | update mail | Set the label of a mail | label! | label updated
deleteMail | delete mail | Delete a mail | | status

kind tasks | task*, todo, project*, issue*, boards, workflows, notes, management, asana, notion, airtable, monday
of task: title project_name priority due_date status
: title | string Order chairs; Call the printer; Plan the stand; Write the offer | Title of the {thing}
: project_name | string Garden Plan; Office Move; Book Club; Kitchen Budget | Project
: priority | enum low;medium;high | Priority
: due_date | date | Day on which it is due
: status | enum open;in progress;done | Status of the task
: assignee | string | Name of the person who does it
: comment | string looks good; needs a price; ask Clara first | Text of the comment
: name | string Garden Plan; Office Move; Book Club; Kitchen Budget | Name of the {thing}
: percent | int 0..100 | Progress in per cent
createTask | create task | Create a task[ on {api}] | title! due_date? priority? | title status created
listTasks | list task | List tasks[ on {api}] | status! assignee? priority? | +
getTask | get task | Get the details of a task | | + assignee
updateTaskStatus | update task | Change the status of a task | status! | status updated
addTaskComment | create task comment | Add a comment to a task | task_id! comment! |
of task comment: comment created
createProject | create project | Create a project[ on {api}] | name! due_date? | | project*
of project: name percent due_date
listProjects | list project | List projects[ on {api}] | status! sort? |
deleteTask | delete task | Delete a task | | status

kind pdf | pdf*, html, documents from templates
of pdf file: title pages kilobytes created
: title | string Offer March; Annual Report; Menu; Lease | Title of the {thing}
: pages | int 1..90 | Number of pages
: kilobytes | int 20..900 | Size in kilobytes
: web_page | url | Address of the web page
: paper | enum A4;A5;letter | Paper
: orientation | enum portrait;landscape =portrait | Orientation
: template_name | enum invoice;contract;certificate;label | Template
: password | string | Password of the file
createPdfFromUrl | create pdf file | Create a PDF of a web page | web_page! paper? orientation? | title pages status created
listPdfFiles | list pdf file | List PDF files | paper! start_date? | +
getPdfFile | get pdf file | Get the details of a pdf file | | + file_url
createPdfFromTemplate | create pdf file | Create a PDF of a template | template_name! title! paper? | title pages status created | template*
mergePdfFiles | create merged file | Add a cover to a pdf file | pdf_file_id! title! | | merge, split, edit*
of merged file: title pages file_url
protectPdfFile | create protected file | Encrypt a pdf file | pdf_file_id! password! |
of protected file: status created
convertPdfToImage | create page image | Export a page of a pdf file | pdf_file_id! page! | | image*, png
of page image: width height image_url

kind fileconvert | convert*, conversion, converter, vector
of conversion job: target_format status kilobytes created
: source_format | enum docx;csv;png;mp4;epub | Format of the file
: target_format | enum pdf;xlsx;jpg;mp3;html | Format that is wanted
: file | string | Path of the file
: kilobytes | int 20..900 | Size in kilobytes
: minutes_left | int 0..900 | Minutes that are left
convertFile | create conversion job | Convert a file | file! target_format! quality? | target_format status created
listConversionJobs | list conversion job | List conversion jobs | target_format! status? | +
getConversionJob | get conversion job | Get the result of a conversion job | | + file_url
listTargetFormats | list file format | List formats for a file | source_format! |
of file format: name popularity
: popularity | int 1..100 | Popularity
cancelConversionJob | delete conversion job | Cancel a conversion job | | status
getConversionMinutes | - | Get the balance of conversion minutes | month! | minutes_left change

kind timetracking | time*, tracking, clockify, leaderboards
of time entry: title project_name hours date
: title | string Write the offer; Team call; Fix the build; Sketches | Title of the {thing}
: project_name | enum website;office;research;support | Project
: hours | number 0..12 | Hours
: date | date | Day
: program_language | enum Go;Python;Rust;Java | Programming language
: user_name | string | Name of the user
startTimer | create time entry | Start a timer for a project | title! project_name! | title project_name created
listTimeEntries | list time entry | List time entries | project_name! start_date? | +
getTimeEntry | get time entry | Get the details of a time entry | | + updated
getWeeklySummary | - | Get the summary of a project | project_name! start_date! | hours change
getLeaderboard | list leader | List leaders | month! program_language? |
of leader: name hours
updateTimeEntry | update time entry | Change the hours of a time entry | hours! | hours updated

kind ocr | ocr, extract*, recognition, receipts, image to text
of scan: title document_kind pages confidence
: title | string Receipt May; Lease; Bank letter; Menu | Title of the {thing}
: document_kind | enum invoice;receipt;contract;letter;bank statement | Kind of the document
: document | string | Path of the document
: pages | int 1..90 | Number of pages
: words | int 8..900 | Number of words
: total_amount | number 1..900 | Total amount
scanDocument | create scan | Scan a document | document! document_kind! language? | title pages status
listScans | list scan | List scans | document_kind! start_date? | +
getScan | get scan | Get the text of a scan | | + words
extractInvoiceFields | - | Extract the amount of a document | document! document_kind! | total_amount confidence
translateScan | create scan translation | Translate a scan | scan_id! language! |
of scan translation: words created

kind sheets | sheet*, spreadsheet*, docs, slides, keep, table, airtable
of sheet: title owner rows_count updated
: title | string Guest list; Prices; Stock; Class five | Title of the {thing}
: owner | string | Name of the owner
: rows_count | int 1..900 | Number of rows
: sheet_column | enum name;price;date;amount | Column
: value | string twelve; Lisbon; tomorrow; oat milk | Value
: format | enum csv;xlsx;pdf =xlsx | File format
: role | enum reader;writer | Role
listSheets | list sheet | List documents[ on {api}] | owner! sort? | +
getSheet | get sheet | Get the details of a sheet | | + created
createSheet | create sheet | Create a sheet | title! | title created
appendRow | create sheet row | Add a row to a sheet | sheet_id! sheet_column! value! |
of sheet row: status created
shareSheet | create sheet share | Share a sheet | sheet_id! recipient! role? |
of sheet share: role status
exportSheet | create sheet export | Export a sheet | sheet_id! format! |
of sheet export: format file_url

kind esign | sign*, esign*, employment
of contract: title signer status created
: title | string Lease; Work contract; Offer March; Release form | Title of the {thing}
: signer | string | Name of the person who signs
: status | enum draft;sent;signed;declined | Status of the contract
: template_name | enum lease;employment;sale;release | Template
: message | string please sign until Friday; call me with questions; thank you | Message
: level_name | enum simple;advanced;qualified | Level of the signature
createContract | create contract | Create a contract | title! template_name! signer? | title status created
sendForSignature | create signature request | Send a contract | contract_id! recipient! message? |
of signature request: status created
listContracts | list contract | List contracts | status! start_date? | +
getContract | get contract | Get the status of a contract | | + updated
verifySignature | create signature check | Verify the signature of a contract | contract_id! level_name! |
of signature check: valid created

kind bookmarks | bookmark*, pocket, read later
of bookmark: title topic duration created
: title | string Bread at home; City walks; Good chairs; Night trains | Title of the {thing}
: topic | enum cooking;travel;design;science;money | Topic
: web_page | url | Address of the page
: label | enum later;favourite;work;family | Label
saveBookmark | create bookmark | Save a web page | web_page! topic? | title topic created
listBookmarks | list bookmark | List bookmarks | topic! sort? | +
getBookmark | get bookmark | Get the details of a bookmark | | + url
labelBookmark | update bookmark | Set the label of a bookmark | label! | label updated
deleteBookmark | delete bookmark | Delete a bookmark | | status

kind emailcheck | validat*, verif*, disposable, real, deliverab*, mailboxlayer, checks
of email check: result risk created
: result | enum deliverable;risky;undeliverable;unknown | Result
: domain | string | Domain
: first_name | string Clara; Hugo; Priya; Mateo; Naomi | First name
: score | int 0..100 | Score
: checks_left | int 0..900 | Checks that are left
: result_wanted | enum deliverable;risky;undeliverable | Result
verifyEmail | create email check | Verify an email | email! | +
listEmailChecks | list email check | List past checks of addresses | result_wanted! start_date? limit? | +
getEmailCheck | get email check | Get the result of an email check | | + score
checkDisposableDomain | - | Check a mail domain | domain! | valid confidence
getCorrectionSuggestion | - | Suggest a correction of an address | email! | confidence score
verifyEmailBatch | create email batch | Verify a batch of addresses | quantity! email! | | bulk, batch
of email batch: quantity status created
getCheckQuota | - | Get the balance of checks | month! | checks_left change

kind tempmail | temporary, disposable, minute, ephemeral, inbox*
of temporary inbox: name messages_count expires
: name | string maple42; harbour7; quiet9; lantern3 | Name of the {thing}
: messages_count | int 0..40 | Number of messages
: expires | date | Day on which it expires
: minutes | int 10..120 =10 | Minutes for which it is kept
: sender | string | Who sent it
: subject | string Your code; Welcome; Confirm your address | Subject
createInbox | create temporary inbox | Create a temporary inbox | name! minutes? | name created
listInboxes | list temporary inbox | List temporary inboxes | status! sort? | +
getInbox | get temporary inbox | Get the details of a temporary inbox | | + created
listInboxMessages | list inbox message | List the messages of a temporary inbox | temporary_inbox_id! sort! |
of inbox message: sender subject timestamp
extendInbox | update temporary inbox | Change the minutes of a temporary inbox | minutes! | minutes updated
deleteInbox | delete temporary inbox | Delete a temporary inbox | | status

kind sendmail | send*, smtp, transactional, deliver*, emails
of sent mail: subject status opened created
: subject | string Our spring offers; Meeting on Thursday; Your order is on its way | Subject
: message | string See you at the station; The meeting is moved; Lunch is ready; Thanks for all your help | Text of the message
: status | enum queued;sent;delivered;bounced | Status of the mail
: opened | int 0..40 | How often it was opened
: template_name | enum welcome;receipt;reminder;news | Template
: first_name | string Clara; Hugo; Priya; Mateo; Naomi | First name
: share | int 1..99 | Share in per cent
sendEmail | create sent mail | Send an email | recipient! subject! message! | subject status created
listSentMails | list sent mail | List mails that were sent | status! start_date? | +
getSentMail | get sent mail | Get the status of a sent mail | | + created
sendTemplateEmail | create template mail | Send a mail of a template | template_name! recipient! |
of template mail: status created
addContact | create mail contact | Add a contact to the address book | email! first_name! |
of mail contact: first_name email created
getDeliveryStats | - | Get the delivery rate of a template | template_name! start_date! | share change

kind forwarding | forward*
of mail alias: name recipient status created
: name | string hello; shop; press; orders | Name of the {thing}
: recipient | string | Who receives the mails
: domain | string | Domain
createAlias | create mail alias | Create a mail alias for a domain | name! domain! email! | name status created
listAliases | list mail alias | List mail aliases | domain! sort? | +
getAlias | get mail alias | Get the details of a mail alias | | + updated
pauseAlias | update mail alias | Change the status of a mail alias | status! | status updated
deleteAlias | delete mail alias | Delete a mail alias | | status

kind files | file*, storage, sharing, upload*, drive, captures, pinning, box
of stored file: name folder kilobytes updated
: name | string lease.pdf; budget.xlsx; garden.jpg; minutes.docx | Name of the {thing}
: folder | enum contracts;reports;photos;letters | Folder
: kilobytes | int 12..900 | Size in kilobytes
: file | string | Path of the file
: days | int 1..30 =7 | Days for which it is kept
: role | enum viewer;editor | Role
: version | int 1..20 | Number of the version
uploadFile | create stored file | Upload a file[ on {api}] | file! name! folder? | name status created
listFiles | list stored file | List files[ on {api}] | folder! sort? limit? | +
getFile | get stored file | Get the details of a stored file | | + created
createShareLink | create share link | Create a link to a stored file | stored_file_id! days? role? |
of share link: url created
createFolder | create file folder | Create a folder | folder! |
of file folder: folder created
listFileVersions | list file version | List the versions of a stored file | stored_file_id! sort! |
of file version: version kilobytes updated
deleteFile | delete stored file | Delete a stored file | | status
getStorageUsage | - | Get the usage of a folder | folder! | kilobytes records

kind pastes | paste*, plain, text storage, json storage, pantry
of paste: title syntax views created
: title | string Notes May; Setup; Recipe; Meeting | Title of the {thing}
: syntax | enum text;json;yaml;sql;markdown | Syntax
: text | string buy milk and bread; the code is in the blue folder; call the printer | Text of the paste
: days | int 1..30 =7 | Days for which it is kept
createPaste | create paste | Create a paste | title! text! syntax? days? | title created
listPastes | list paste | List pastes | syntax! sort? | +
getPaste | get paste | Get the text of a paste | | + updated
updatePaste | update paste | Update the text of a paste | text! | text updated
deletePaste | delete paste | Delete a paste | | status

kind builds | build*, continuous, integration, delivery, pipeline*, test*, code
of build: branch status duration created
: branch | enum main;develop;release;fix | Branch
: status | enum queued;running;passed;failed | Status of the build
: pipeline | string web shop; mobile app; data import; docs site | Pipeline
: target | enum staging;production;preview | Target
: reason | enum flaky test;timeout;missing file;lint error | Reason
: share | int 1..99 | Share in per cent
triggerBuild | create build | Start a build of a pipeline | pipeline! branch! | branch status created
listBuilds | list build | List builds | branch! status? limit? | +
getBuild | get build | Get the result of a build | | + updated
listFailedTests | list failed test | List the failed tests of a build | build_id! reason! |
of failed test: reason duration
deployBuild | create deployment | Create a deployment of a build | build_id! target! |
of deployment: target status created
cancelBuild | delete build | Cancel a build | | status
getSuccessRate | - | Get the success rate of a pipeline | pipeline! days! | share change

kind cloudhealth | health, resource, azure, status
of service event: service region severity starts
: service | enum storage;database;virtual machines;network | Service
: region | enum Europe;North America;Asia;Oceania | Region
: email | email | Email address
: uptime | int 80..100 | Uptime in per cent
listServiceEvents | list service event | List service events | service! region? severity? | +
getServiceEvent | get service event | Get the details of a service event | | + status
getServiceHealth | - | Check the health of a service | service! region! | status uptime
createHealthAlert | create health alert | Create an alert on a service | service! email! region? |
of health alert: service status created
getUptimeReport | - | Get the uptime of a service | service! month! | uptime change

kind phonecheck | validat*, carrier, caller, lookup, phone number*, verif*
of phone check: line_type carrier created
: line_type | enum mobile;landline;toll-free;internet | Type of the line
: carrier | string Harbour Mobile; Northline; River Tel | Carrier
: reports | int 0..90 | Number of reports
: reason | enum fraud;advertising;silent call | Reason
validatePhoneNumber | create phone check | Check a phone number | phone! @country | +
listPhoneChecks | list phone check | List past checks of phone numbers | line_type! start_date? | +
getPhoneCheck | get phone check | Get the result of a phone check | | + valid
lookUpCarrier | - | Find the carrier of a phone number | phone! | carrier line_type
getSpamScore | - | Get the spam score of a phone number | phone! days? | score reports | spam
formatPhoneNumber | - | Format a phone number | phone! @country | valid line_type
reportPhoneNumber | create spam report | Report a phone number | phone! reason! |
of spam report: reason created

kind phones | specification*, smartphone, specs
of smartphone: name brand storage screen price
: name | string Nova 5; Alder X; Blue Mini; Granite Pro | Name of the {thing}
: brand | enum Samsung;Nokia;Motorola;Xiaomi;Sony | Brand
: storage | int 16..512 | Storage in gigabytes
: screen | number 4..7 | Screen in inches
: feature | enum camera;battery;display;5G | Feature
: max_price | int 90..900 | Highest price
searchSmartphones | list smartphone | Search smartphones | brand! feature? max_price? | +
getSmartphone | get smartphone | Get the specifications of a smartphone | | + year
compareSmartphones | list phone comparison | Compare a smartphone with others | smartphone_id! feature! |
of phone comparison: name score price
listPhonesByBrand | list smartphone | List smartphones | brand! year? |
getBestPhone | - | Find the best smartphone for a feature | feature! max_price? | score price

kind shortlinks | short*, link*, url*, redirect*
of short link: title clicks created status
: title | string Spring fair; Menu; Newsletter; Open day | Title of the {thing}
: link | url | Web address that is shortened
: clicks | int 0..900 | Clicks
: days | int 1..30 =7 | Number of days
: domain | string | Domain of the short link
: source | enum email;social;search;print | Where clicks come from
: share | int 1..99 | Share in per cent
shortenUrl | create short link | Shorten a link[ with {api}] | link! title? | title status created
listShortLinks | list short link | List short links | status! start_date? limit? | +
getShortLink | get short link | Get the details of a short link | | + url
listLinkClicks | list click record | List the clicks of a short link | short_link_id! days! | | analytics, monitor, management
of click record: clicks date
updateLinkTitle | update short link | Change the title of a short link | title! | title updated
deleteShortLink | delete short link | Delete a short link | | status
createLinkQrCode | create link code | Create a QR code of a short link | short_link_id! size! color? |
of link code: size image_url
getTopSource | - | Get the clicks of a source | source! start_date! | clicks share

kind habits | habit*, effort, routines, recording
of habit: name streak goal created
: name | string Reading; Stretching; Piano; Early walk | Name of the {thing}
: streak | int 0..90 | Days in a row
: goal | int 1..30 | Days that are aimed at
: minutes | int 5..120 | Minutes
: share | int 1..99 | Share in per cent
createHabit | create habit | Create a habit | name! goal! | name created
listHabits | list habit | List habits | status! sort? | +
getHabit | get habit | Get the progress of a habit | | + updated
logEffort | create effort | Add an effort to a habit | habit_id! date! minutes! |
of effort: minutes date
getHabitSummary | - | Get the summary of a month | month! year? | share change

kind usage | keyboard, mouse, usage
of usage day: keys clicks hours date
: keys | int 100..90000 | Keys that were pressed
: clicks | int 10..900 | Clicks
: hours | number 0..16 | Hours
: team | string Night Owls; Fast Fingers; Quiet Keys | Name of the team
: program_name | enum editor;browser;mail;game | Program
listUsageDays | list usage day | List days of usage | start_date! end_date? | +
getUsageDay | get usage day | Get the details of a usage day | | + updated
getProgramUsage | - | Get the usage of a program | program_name! month! | keys clicks hours
listTeamRanks | list team rank | List ranks | team! month? |
of team rank: name keys
setUsageGoal | create usage goal | Set a goal for a program | program_name! hours! |
of usage goal: hours status

kind clicks | affiliate, conversions
of conversion: network amount status created
: network | enum north;river;harbour;summit | Network
: status | enum pending;approved;rejected | Status of the conversion
: link | url | Web address of the shop
: campaign | string Spring Launch; Summer Deals; Harvest Week | Campaign
: clicks | int 0..900 | Clicks
createAffiliateLink | create affiliate link | Create an affiliate link for a link | link! campaign! |
of affiliate link: campaign clicks created
listConversions | list conversion | List conversions | network! status? start_date? | +
getConversion | get conversion | Get the details of a conversion | | + updated
listAffiliateLinks | list affiliate link | List affiliate links | campaign! sort? |
getEarnings | - | Get the earnings of a network | network! month! | amount change
`
