package publicapis

// apiPublicLines is the kinds of jobs, government and public life.
const apiPublicLines = `
kind jobs | job*, career*, vacanc*, board, listings
of job: title company salary published
: title | string Data Analyst; Nurse; Carpenter; Graphic Designer; Accountant | Title of the {thing}
: sector | enum design;engineering;nursing;sales;teaching;logistics | Sector
: company | string | Name of the company
: contract_type | enum full-time;part-time;freelance;internship | Type of the contract
: salary | int 20..200 | Yearly salary in thousands
: min_salary | int 20..120 | Lowest yearly salary in thousands
: seniority | enum junior;mid;senior | Seniority
: email | email | Email address
searchJobs | list job | Search {adj} jobs[ on {api}] | @place! sector! contract_type? limit? | +
getJob | get job | Get the details of a job | | + contract_type
applyForJob | create job application | Submit an application for a job | job_id! email! |
of job application: status created
createJobAlert | create job alert | Create an alert on jobs | sector! email! min_salary? |
of job alert: sector status created
getSalaryEstimate | - | Estimate the salary of a sector | sector! seniority! @country | salary change | salary
listCompanyJobs | list job | List jobs | company! seniority? | | compan*
saveJob | create saved job | Save a job | job_id! email? |
of saved job: created

kind freelancers | freelanc*, hire, upwork
of freelancer: name skill price rating
: skill | enum design;translation;programming;writing;accounting | Skill
: price | number 10..200 | Price of an hour
: budget | int 50..900 | Budget
: title | string New logo; Translate a menu; Fix a website; Write a guide | Title of the {thing}
: message | string when can you start; the brief is attached; thank you | Message
searchFreelancers | list freelancer | Search freelancers[ on {api}] | skill! sort? limit? | +
getFreelancer | get freelancer | Get the profile of a freelancer | | + joined
: joined | date | Day on which the person joined
postProject | create project offer | Post a project[ on {api}] | title! skill! budget! |
of project offer: title budget status
listProposals | list proposal | List the proposals for a project offer | project_offer_id! sort! |
of proposal: author price published
hireFreelancer | create hiring | Request the work of a freelancer | freelancer_id! budget! message? |
of hiring: budget status

kind skills | skill*, titles, profession
of skill: name field demand salary
: name | string Data Modelling; Welding; Bookkeeping; Negotiation | Name of the {thing}
: field | enum technology;health;trade;finance;education | Field
: demand | enum low;medium;high | Demand
: salary | int 20..200 | Yearly salary in thousands
: level_name | enum basic;advanced;expert | Level
searchSkills | list skill | Search {adj} skills | field! demand? limit? | +
getSkill | get skill | Get the details of a skill | language? | + level_name
listRelatedJobs | list job title | List the job titles of a skill | skill_id! level_name! |
of job title: title salary
getSkillDemand | - | Get the demand for skills of a field | field! year! @country | demand change
normalizeJobTitle | - | Match a job title | title! language? | confidence salary
: title | string data analyst; staff nurse; site manager | Title

kind people | people, talent, person
of person profile: name headline followers updated
: headline | string builds bridges; designs games; teaches maths; runs a bakery | Headline
: skill | enum design;programming;sales;writing;research | Skill
: title | string Autumn hiring; Speakers; Advisors | Name of the list
: message | string we would like to talk; are you free in May | Message
searchPeople | list person profile | Search people | skill! @place limit? | +
getPersonProfile | get person profile | Get a person profile | | + email
findWorkEmail | create email finding | Find the email address of a person | person_profile_id! reason? |
: reason | enum hiring;press;sales | Reason
of email finding: confidence created
createTalentList | create talent list | Create a list of people | title! skill! |
of talent list: title created
sendIntroduction | create introduction | Send an introduction to a person profile | person_profile_id! message! |
of introduction: status created

kind opendata | data, open, dataset*, statistic*, government, public, portal
of {adj} dataset: title topic records updated
: topic | enum transport;health;education;housing;environment;tourism;budget | Topic
: title | string Road Works; School Meals; Air Measurements; Tree Register | Title of the {thing}
: publisher | string Statistics Office; Transport Agency; Ministry of Health; City Council | Publisher
: format | enum csv;json;xml;geojson =csv | File format
: value | number 1..90 | Value
: email | email | Email address
search{Subject}Datasets | list {adj} dataset | Search {adj} open datasets | topic! @country publisher? sort? limit? | +
get{Subject}Dataset | get {adj} dataset | Get the details of a {adj} dataset | language? | + publisher
downloadDataset | create data file | Download a {adj} dataset | dataset_id! format! | | file*, formats
of data file: format file_url created
listPublishers | list publisher | List publishers of {adj} data | topic! @country |
of publisher: name records
getIndicatorValue | - | Get the {adj} figure of a topic | topic! year! @country | value change | statistic*, census, demographics, economic
previewRecords | list data record | List the records of a {adj} dataset | dataset_id! sort! |
of data record: value date
subscribeToDataset | create dataset alert | Subscribe to a {adj} dataset | dataset_id! email! | | live, updated
of dataset alert: status created

kind laws | law*, legislation, regulation, register, policy, rules, gazette
of {adj} law: title area published status
: area | enum privacy;tax;labour;environment;transport;health | Area of law
: title | string Data Act; Water Act; Road Code; Housing Act | Title of the {thing}
: status | enum draft;in force;repealed | Status of the law
: section | int 1..120 | Number of the section
: email | email | Email address
searchLaws | list {adj} law | Search {adj} laws | area! @country year? status? | +
getLaw | get {adj} law | Get the summary of a {adj} law | language? | + updated
listSections | list section | List the sections of a {adj} law | law_id! sort! |
of section: title section
listAmendments | list amendment | List the amendments of a {adj} law | law_id! year! |
of amendment: title published
subscribeToLaws | create law alert | Subscribe to {adj} laws of an area | area! email! |
of law alert: area status created

kind companyregistry | compan*, registr*, corporate, cnpj, business, directors
of registered company: name form city_name founded status
: form | enum limited;partnership;association;branch | Legal form
: city_name | string Northport; Rivertown; Oldbridge | Seat
: founded | date | Day of the foundation
: status | enum active;dissolved;in liquidation | Status of the company
: registration_number | string 09876543; 55667788; 12003450 | Registration number
: role | enum director;secretary;owner | Role
: document | enum annual accounts;articles;extract | Document
searchCompanies | list registered company | Search {adj} companies | @place! form? status? limit? | +
getCompany | get registered company | Get the profile of a registered company | | + address
lookUpRegistration | - | Find a registration number | registration_number! @country | status founded
listDirectors | list director | List the directors of a registered company | registered_company_id! role! | | director*, psc
of director: name role appointed
: appointed | date | Day of the appointment
orderDocument | create document order | Order a document of a registered company | registered_company_id! document! email? |
of document order: document amount status
listCompanyEvents | list company event | List the events of a registered company | registered_company_id! start_date! | | event*, timeline*
of company event: title date

kind wanted | wanted, notices, sanctions, criminal, offender*, watchlists
of notice: name charge published reward
: charge | enum fraud;robbery;smuggling;cybercrime | Charge
: reward | int 0..900 | Reward in thousands
: age | int 18..90 | Age
: note | string seen at the station; asked for a room; drives a grey van | What was seen
searchNotices | list notice | Search notices of wanted people | charge! @country limit? | +
getNotice | get notice | Get the details of a notice | language? | + age
listFieldOffices | list field office | List field offices | @place! |
of field office: name phone distance
submitTip | create tip | Submit a tip on a notice | notice_id! note! |
of tip: status created
screenName | - | Check a person | person! charge? | risk confidence
: person | string | Name of the person

kind parliament | parliament, legislat*, deputies, bills, bundestag, congress, representatives, votes
of {adj} bill: title topic stage published
: topic | enum health;taxes;climate;education;transport | Topic
: title | string Clean Air Bill; School Bill; Ferry Bill; Pension Bill | Title of the {thing}
: stage | enum introduced;committee;passed;rejected | Stage
: party | enum Green Party;Liberal Party;Labour Party;Conservative Party | Party
: yes_votes | int 1..400 | Votes in favour
: no_votes | int 1..400 | Votes against
: address | string | Postal address
searchBills | list {adj} bill | Search {adj} bills | topic! stage? year? | +
getBill | get {adj} bill | Get the summary of a {adj} bill | language? | + updated
listVotes | list roll call | List the votes on a {adj} bill | bill_id! sort! |
of roll call: yes_votes no_votes date
searchMembers | list member | Search members of parliament | party! @country |
of member: name party votes
listPetitions | list petition | List petitions | topic! sort? | | petition*
of petition: title votes published
getRepresentative | - | Find the representative of an address | address! | party phone email | representative*

kind spending | spending, contract*, grants, donations, campaign, agency
of public contract: title supplier amount published
: title | string Bridge Repair; School Tablets; Snow Service; Clinic Beds | Title of the {thing}
: supplier | string | Company that got the contract
: agency | enum Defense;Energy;Health;Transportation;Education | Agency
: share | int 1..90 | Share in per cent
: candidate | string | Name of the candidate
searchPublicContracts | list public contract | Search {adj} public contracts | agency! year? sort? limit? | +
getPublicContract | get public contract | Get the details of a public contract | | + agency
getAgencyBudget | - | Get the budget of an agency | agency! year! | amount change
listGrants | list grant | List {adj} grants | agency! start_date? |
of grant: title amount published
listSuppliers | list supplier | List suppliers | agency! sort? |
of supplier: name amount share
listCampaignDonations | list campaign donation | List donations | candidate! year? | | donation*, campaign
of campaign donation: amount published

kind parks | park*, recreation*, historic, nature
of park: name park_type rating distance
: park_type | enum national park;forest;monument;beach;reserve | Kind of park
: activity | enum hiking;camping;fishing;climbing;birdwatching | Activity
: fee | int 0..40 | Entrance fee
: sites | int 4..200 | Number of sites
: people | int 1..8 =2 | Number of people
searchParks | list park | Search {adj} parks | @country! activity? limit? | +
getPark | get park | Get the details of a park | language? | + fee
listCampgrounds | list campground | List the campgrounds of a park | park_id! activity! |
of campground: name sites price
bookCampsite | create campsite booking | Book a campground | campground_id! date! people? |
of campsite booking: date amount status
listParkAlerts | list park alert | List the alerts of a park | park_id! severity! |
of park alert: title severity starts

kind elections | election*, electoral
of candidate: name party votes
: party | enum Democratic Party;Republican Party | Party
: share | int 1..90 | Share in per cent
: year | int 2000..2024 | Year of the election
: email | email | Email address
searchCandidates | list candidate | Search {adj} candidates | party! year! @country | +
getCandidate | get candidate | Get the details of a candidate | | + share
getElectionResult | - | Get the election result | @country! year! | votes share
listPolls | list poll | List polls | year! party? |
of poll: share date
subscribeToResults | create result alert | Subscribe to election results | @country! email! |
of result alert: status created

kind courtcases | court, case, judg*, hearing*, legal
of court case: title court status next_hearing
: title | string Rao and Bridge Co; State and Mehta; Nair and City; Khan and Bank | Title of the {thing}
: court | enum High Court;District Court;Supreme Court;Labour Court | Court
: status | enum pending;heard;decided | Status of the case
: next_hearing | date | Day of the next hearing
: matter | enum property;contract;family;tax | Matter
: judge | string | Name of the judge
: email | email | Email address
searchCourtCases | list court case | Search {adj} court cases | court! matter? @country status? | +
getCourtCase | get court case | Get the status of a court case | | + judge
listHearings | list hearing | List the hearings of a court case | court_case_id! start_date! |
of hearing: date status
listJudgments | list judgment | List {adj} judgments | matter! year! |
of judgment: title published
trackCourtCase | create case alert | Track a court case | court_case_id! email! |
of case alert: status created

kind identity | id, cpf, identity, national id, kyc, iban, plate, verif*
of identity check: result created confidence
: document_number | string 10023456789; 20198765432; 30111222333 | Number of the document
: document_kind | enum national ID;tax number;passport;licence plate | Kind of the document
: result | enum valid;invalid;unknown | Result
: iban | string TR330006100519786457841326; DE89370400440532013000 | IBAN
: birth_date | date | Date of birth
checkDocumentNumber | create identity check | Check a document number | document_number! document_kind! | +
listIdentityChecks | list identity check | List past checks of documents | document_kind! start_date? | +
getIdentityCheck | get identity check | Get the result of an identity check | | + reason
validateBankNumber | - | Check an IBAN | iban! @country | valid reason
parsePostalAddress | - | Parse an address | address! @country | city postcode confidence

kind prices | price*, mandi, index, fertiliser
of price record: product_name market price date
: product_name | enum rice;wheat;onions;tomatoes;apples;urea | Product
: market | string North Mandi; River Market; Central Yard | Market
: trend | enum rising;stable;falling | Trend
: email | email | Email address
searchPriceRecords | list price record | Search {adj} wholesale prices | product_name! @country date? | +
getPriceRecord | get price record | Get the details of a price record | | + volume
getPriceTrend | - | Get the price trend of a product | product_name! days! | price change trend
listMarkets | list wholesale market | List {adj} wholesale markets | @country! product_name? |
of wholesale market: name distance volume
createPriceWatch | create price watch | Create an alert on a price | product_name! price! email! |
of price watch: price status

kind grants | grant*, subsid*, scholarship*, student
of grant: title field amount deadline
: field | enum research;culture;energy;small business;education | Field
: amount | int 1..900 | Amount in thousands
: deadline | date | Last day for applications
: applicant | enum companies;students;schools;towns | Who may apply
: email | email | Email address
: title | string Bright Start; Green Roofs; Village Library; Young Makers | Title of the {thing}
searchGrants | list grant | Search {adj} grants | field! applicant? @country sort? limit? | +
getGrant | get grant | Get the details of a grant | language? | + applicant
checkGrantEligibility | create grant check | Check the eligibility for a grant | grant_id! applicant! |
of grant check: valid created
saveGrant | create grant reminder | Set a reminder for a grant | grant_id! email! |
of grant reminder: status created
listGrantAwards | list grant award | List the awards of a grant | grant_id! year! |
of grant award: amount published

kind exams | exam*
of exam: name profession starts seats
: name | string Board One; Spring Session; Winter Session | Name of the {thing}
: profession | enum nurse;teacher;engineer;accountant;pharmacist | Profession
: seats | int 20..900 | Number of seats
: share | int 20..90 | Share of those who passed, in per cent
: email | email | Email address
searchExams | list exam | Search {adj} examinations | profession! start_date? @country | +
getExam | get exam | Get the details of an exam | | + price
listExamVenues | list exam venue | List the venues of an exam | exam_id! @place! |
of exam venue: name seats distance
getPassRate | - | Get the pass rate of a profession | profession! year! | share change
setExamReminder | create exam reminder | Set a reminder for an exam | exam_id! email! |
of exam reminder: status created

kind schools | school*, enrollment
of school: name level_name pupils rating distance
: level_name | enum primary;middle;high | Level
: pupils | int 40..900 | Number of pupils
: address | string | Postal address
searchSchools | list school | Search {adj} schools | @place! level_name? limit? | +
getSchool | get school | Get the details of a school | | + phone
getSchoolDistrict | - | Find the school district of an address | address! | pupils quantity
listDistrictSchools | list school district | List {adj} school districts | @country! |
of school district: name pupils rating
getEnrollment | list enrolment record | List the enrolment of a school | school_id! year! |
of enrolment record: pupils year

kind hygiene | hygiene
of food business: name business_type rating inspected
: business_type | enum restaurant;takeaway;pub;bakery;hotel | Type of the business
: inspected | date | Day of the inspection
: note | string no soap; cold food; very clean | What was seen
searchFoodBusinesses | list food business | Search {adj} food businesses | @place! business_type? rating? | +
getFoodBusiness | get food business | Get the hygiene rating of a food business | | + address
listInspections | list inspection | List the inspections of a food business | food_business_id! year! |
of inspection: rating date
reportHygiene | create hygiene report | Report a food business | food_business_id! note! |
of hygiene report: status created
getAverageRating | - | Get the average hygiene rating | @place! business_type! | rating quantity

kind crime | crime*, criminal, offender*, police, enforcement, violence, injury, firearm
of crime record: crime_type outcome date
: crime_type | enum burglary;theft;robbery;vandalism;fraud | Category
: outcome | enum open;solved;in court | Outcome
: rate_value | number 0..90 | Incidents for 10,000 people
: force | string Northern Police; City Police; River Constabulary | Police force
searchCrimes | list crime record | Search {adj} crime records | @place! crime_type! month? | +
getCrime | get crime record | Get the details of a crime record | | + force
getCrimeRate | - | Get the crime rate | @place! crime_type! year? | rate_value change
listPoliceForces | list police force | List {adj} police forces | @country! |
of police force: name phone
listStopAndSearch | list search record | List stops and searches | force! month? |
of search record: outcome date

kind holidays | holiday*, observance*, bank holidays, working, days
of {adj} holiday: name holiday_type date
: name | string Founders Day; Harvest Day; Unity Day; Spring Monday | Name of the {thing}
: holiday_type | enum public;bank;school;religious;regional | Kind of the holiday
: year | int 2020..2030 | Year
: workdays | int 1..260 | Number of working days
: email | email | Email address
searchHolidays | list {adj} holiday | Search {adj} holidays | @country! year! holiday_type? | +
getHoliday | get {adj} holiday | Get the details of a {adj} holiday | language? | + description
checkHoliday | - | Check whether it is a {adj} holiday | date! @country | valid reason
countWorkingDays | - | Count the {adj} working days | start_date! end_date! @country | workdays
listLongWeekends | list long weekend | List {adj} long weekends | year! @country |
of long weekend: days starts
setHolidayReminder | create holiday reminder | Set a reminder for a {adj} holiday | holiday_id! email! |
of holiday reminder: status created

kind namedays | nameday*, name day
of nameday: name date
: name | string Anna; Petr; Eva; Jan; Marie | Name of the {thing}
: first_name | string Anna; Petr; Eva; Jan; Marie | First name
: message | string all the best; many happy returns; have a lovely day | Message
: email | email | Email address
getNamedayOf | - | Find the nameday of a first name | first_name! @country | date
listNamedays | list nameday | List {adj} namedays | date! @country | +
getNameday | get nameday | Get the details of a nameday | language? | + description
sendNamedayCard | create nameday card | Send a card for a nameday | nameday_id! recipient! message? |
of nameday card: status created
setNamedayReminder | create nameday reminder | Set a reminder for a nameday | nameday_id! email! |
of nameday reminder: status created

kind liturgy | liturg*, church, hebrew, shabbat, catholic, protestant
of feast: name season rank_name date
: name | string Feast of Light; Rose Sunday; Day of Rest; Harvest Feast | Name of the {thing}
: season | enum Advent;Lent;Easter;ordinary time | Season
: rank_name | enum memorial;feast;solemnity | Rank
: colour | enum white;red;green;violet | Colour of the day
: hebrew_year | int 5700..5800 | Hebrew year
: reading | enum first;psalm;second;gospel | Reading
getLiturgicalDay | - | Get the liturgical day | date! language? | season colour rank_name
listFeasts | list feast | List feasts | season! year? | +
getFeast | get feast | Get the details of a feast | language? | + colour
listReadings | list lesson reading | List the readings of a feast | feast_id! reading! |
of lesson reading: title duration
convertToHebrewDate | - | Get the Hebrew date | date! | hebrew_year | hebrew
getShabbatTimes | - | Get the Shabbat times | @place! date! | time | hebrew, shabbat

kind events | event*, ticket*, venue*, performers, attractions, calendar
of event: name theme starts price
: theme | enum theatre;music;sport;food;family;technology | Theme
: capacity | int 40..9000 | How many people it holds
: title | string Team lunch; Dentist; Book club; Concert | Title of the {thing}
: tickets | int 1..8 =2 | Number of tickets
: seat_class | enum standing;balcony;front;box | Kind of the seat
: email | email | Email address
searchEvents | list event | Search events[ on {api}] | @place! theme? start_date? limit? | +
getEvent | get event | Get the details of an event | | + capacity
searchVenues | list venue | Search venues | @place! capacity? | | venue*
of venue: name capacity rating distance
orderTickets | create ticket order | Order tickets for an event | event_id! tickets! seat_class? |
of ticket order: tickets amount status
listPerformers | list performer | List the performers of an event | event_id! sort! | | performer*
of performer: name followers rating
createCalendarEvent | create calendar entry | Create a calendar entry | title! date! time? | | create, modify
of calendar entry: title date created
cancelTicketOrder | delete ticket order | Cancel a ticket order | | status
`
