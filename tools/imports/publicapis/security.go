package publicapis

// apiSecurityLines is the kinds of security.
const apiSecurityLines = `
kind domainscan | scan*, domain, attack, surface, subdomain, ssl, tls, observatory, platform
of security scan: domain grade findings_count created
: domain | string | Domain
: grade | enum A;B;C;D;F | Grade
: findings_count | int 0..60 | Number of findings
: check_kind | enum certificate;headers;ports;software | Kind of the check
: expires | date | Day on which it expires
: email | email | Email address
startSecurityScan | create security scan | Start a scan of a domain | domain! check_kind! | domain status created
listSecurityScans | list security scan | List security scans | grade! start_date? | +
getSecurityScan | get security scan | Get the result of a security scan | | + severity
listFindings | list finding | List the findings of a security scan | security_scan_id! severity! |
of finding: title severity
: title | string Old certificate; Open port; Missing header; Weak cipher | Title of the {thing}
checkCertificate | - | Check the certificate of a domain | domain! | valid expires
watchCertificate | create certificate alert | Track the certificate of a domain | domain! email! |
of certificate alert: status created

kind vulnerabilities | vulnerab*, msrc, advisory
of vulnerability: title product severity score published
: title | string Buffer overflow; Weak password check; Open redirect; Code injection | Title of the {thing}
: product | enum nginx;Postfix;Windows;Chrome;Drupal | Product
: score | number 0..10 | Score of the severity
: cve | string CVE-2023-4863; CVE-2024-3094; CVE-2021-44228 | CVE number
: version | string | Version
: email | email | Email address
searchVulnerabilities | list vulnerability | Search {adj} vulnerabilities | product! severity? year? limit? | +
getVulnerability | get vulnerability | Get the details of a vulnerability | | + cve
lookUpCve | - | Find a CVE | cve! | severity score published
listPatches | list patch | List the patches of a vulnerability | vulnerability_id! version? sort! |
of patch: version published
subscribeToVulnerabilities | create vulnerability alert | Subscribe to vulnerabilities of a product | product! email! |
of vulnerability alert: product status

kind breaches | breach*, exposed, haveibeen*, leak*
of breach: title accounts data_class published
: title | string Harbour Forum; Maple Shop; Nova Games; River Mail | Title of the {thing}
: accounts | int 1..900 | Accounts in thousands
: data_class | enum passwords;addresses;phone numbers;payment data | Kind of the data
: domain | string | Domain
: hash | string | SHA-1 hash of the password
searchBreaches | list breach | Search data breaches | data_class! year? limit? | +
getBreach | get breach | Get the details of a breach | | + severity
checkEmailExposure | - | Check the exposure of an email | email! | quantity risk
checkPasswordHash | - | Check the hash of a password | hash! | quantity risk
watchDomainBreaches | create breach alert | Create an alert on a domain | domain! email! |
of breach alert: status created

kind passwords | password*
of vault entry: title username strength updated
: title | string Bank; Library; Train tickets; Club | Title of the {thing}
: username | string kestrel22; foxglove; ironmaple; nightjar7 | Name of the user
: strength | enum weak;fair;strong | Strength
: length | int 8..64 =16 | Number of characters
: symbols | bool | Whether it has symbols
: words | int 3..8 =4 | Number of words
: password | string | Password
generatePassword | - | Generate a password | length! strength? | strength score
generatePassphrase | - | Generate a passphrase | words! language? | strength score
saveVaultEntry | create vault entry | Save a password in the vault | title! username! password! | title created
listVaultEntries | list vault entry | List entries of the vault | strength! sort? | +
getVaultEntry | get vault entry | Get the details of a vault entry | | + created
checkPasswordStrength | - | Check the strength of a password | password! | strength score

kind iprisk | ip, ips, greynoise, proxy, detection
of scanner address: indicator intent score last_seen
: indicator | string 81.45.112.9; 92.61.140.22; 109.33.120.41 | IP address
: ip_address | string 81.45.112.9; 92.61.140.22; 109.33.120.41 | IP address
: intent | enum benign;unknown;malicious | Intent
: last_seen | date | Day on which it was last seen
: service | enum SSH;web;mail;database | Service
: days | int 1..90 =30 | Days to look back
getIpContext | - | Get the context of an IP address | ip_address! days? | intent score
searchScanners | list scanner address | Search addresses that scan the internet | service! intent? @country limit? | +
getScanner | get scanner address | Get the details of a scanner address | | + risk
checkAnonymizer | - | Check whether an IP address is hidden | ip_address! | risk confidence
reportScanner | create scanner report | Report an IP address | ip_address! service! |
of scanner report: service status

kind hosts | host*, connected, internet, devices, engine, assets
of host: indicator service organisation_name updated
: indicator | string 81.45.112.9; 92.61.140.22; 109.33.120.41 | IP address
: service | enum SSH;web;mail;database;camera | Service
: organisation_name | string | Company that runs it
: port | int 20..9000 | Port
: product | enum nginx;Postfix;Apache;Redis | Product
: certificate_name | string | Name in the certificate
searchHosts | list host | Search hosts on the internet | service! @country product? limit? | +
getHost | get host | Get the details of a host | | + risk
listOpenPorts | list open port | List the open ports of a host | host_id! service! |
of open port: port product
countHosts | - | Count the hosts of a product | product! @country | quantity change
createHostMonitor | create host monitor | Track a host | host_id! email! |
of host monitor: status created

kind encryption | encrypt*, decrypt*, hash*, crypto*, certificate, keys, escaping
of key record: title algorithm created expires
: title | string Web shop; Mail; Backup; Partner | Title of the {thing}
: algorithm | enum AES-256;RSA-2048;ChaCha20;SHA-256 | Algorithm
: expires | date | Day on which it expires
: text | string the blue door; meet me at noon; the code is under the mat | Text
: hash | string | Hash
: digits | int 16..90 | Number of characters
: domain | string | Domain
encryptText | - | Encrypt a text | text! algorithm! | digits duration
hashText | - | Compute the hash of a text | text! algorithm! | digits duration
createKey | create key record | Create a key | title! algorithm! expires? | title created
listKeys | list key record | List keys | algorithm! sort? | +
getKey | get key record | Get the details of a key record | | + status
lookUpHash | - | Find the text of a hash | hash! algorithm? | confidence digits | hash, decryption
createSigningRequest | create signing request | Create a certificate request for a domain | domain! algorithm! | | certificate*, signing
of signing request: domain status

kind phishing | phish*, scam
of phishing report: target brand score published
: target | string login.example; bank-alert.example; parcel.example | Address of the page
: brand | enum Visa;Microsoft;DHL;Netflix;Apple | Brand that is imitated
: link | url | Link
: email | email | Email address
checkLink | - | Check a link | link! | risk confidence
searchPhishingReports | list phishing report | Search phishing reports | brand! days? @country limit? | +
getPhishingReport | get phishing report | Get the details of a phishing report | | + severity
reportPhishing | create phishing report | Report a link | link! brand! | brand status created
watchBrand | create brand alert | Create an alert on a brand | brand! email! |
of brand alert: brand status

kind secrets | secret*, keys, credentials, sharing
of secret finding: file_name secret_type severity created
: file_name | string config.yaml; deploy.sh; notes.txt; main.go | File
: secret_type | enum access key;password;token;certificate | Type of the secret
: repository | string garden-planner; trip-notes; tiny-server | Repository
: message | string the code is in the blue folder; call me at noon; door 42 | Text of the message
: days | int 1..30 =1 | Days for which it is kept
scanRepository | create secret scan | Scan a repository | repository! secret_type? |
of secret scan: quantity status created
listSecretFindings | list secret finding | List findings of secrets | secret_type! severity? | +
getSecretFinding | get secret finding | Get the details of a secret finding | | + status
resolveFinding | update secret finding | Change the status of a secret finding | status! | status updated
shareSecret | create secret note | Share a secret message | message! days! |
of secret note: url created

kind bugbounty | bug*, bounty, hacker*, issues
of bounty report: subject severity reward status
: subject | string Open redirect; Weak check; Data leak; Broken login | Title of the {thing}
: reward | int 50..900 | Reward
: status | enum new;triaged;resolved;rejected | Status of the report
: program_name | string Harbour Pay; Maple Cloud; Nova Games | Program
: comment | string can you send the steps; fixed today; thank you | Comment
listBountyReports | list bounty report | List bounty reports | severity! status? | +
getBountyReport | get bounty report | Get the details of a bounty report | | + created
submitBountyReport | create bounty report | Submit a bounty report | subject! program_name! severity! | subject status created
listPrograms | list bounty program | List bounty programs | reward! sort? |
of bounty program: name reward
commentOnReport | create report comment | Add a comment to a bounty report | bounty_report_id! comment! |
of report comment: comment created

kind fraud | fraud*, bot, risk, fingerprint*, threat, order
of fraud check: decision score created
: decision | enum approve;review;reject | Decision
: ip_address | string 81.45.112.9; 92.61.140.22; 109.33.120.41 | IP address
: amount | number 1..900 | Amount of the order
: reason | enum new device;odd address;many orders;proxy | Reason
: device | enum phone;desktop;tablet | Device
: share | int 1..99 | Share in per cent
screenOrder | create fraud check | Check an order | email! amount! ip_address? | decision score created
listFraudChecks | list fraud check | List checks of orders | decision! start_date? | +
getFraudCheck | get fraud check | Get the result of a fraud check | | + reason
detectBot | - | Detect the bots of an IP address | ip_address! device? | risk confidence
getFraudRate | - | Get the fraud rate of a device | device! days! | share change
reportFraud | create fraud report | Report an address | email! reason! |
of fraud report: reason status

kind extensions | extension*, filter*, adblock*, browser
of browser extension: name risk downloads updated
: name | string Tab Tidy; Quick Notes; Price Eye; Dark Page | Name of the {thing}
: permission | enum tabs;cookies;history;downloads | Permission
: list_type | enum ads;trackers;malware;annoyances | Kind of the list
: rules | int 10..900 | Number of rules
: reason | enum tracking;adware;broken | Reason
searchExtensions | list browser extension | Search browser extensions | permission! risk? limit? | +
getExtension | get browser extension | Get the risk of a browser extension | | + score
searchFilterLists | list filter list | Search filter lists | list_type! language? |
of filter list: name rules updated
reportExtension | create extension report | Report a browser extension | browser_extension_id! reason! |
of extension report: reason status
listPermissions | list extension permission | List the permissions of a browser extension | browser_extension_id! risk! |
of extension permission: permission risk
`
