package publicapis

// apiMoneyLines is the kinds of currencies, markets, banks and trade.
const apiMoneyLines = `
kind coins | price*, cryptocurrenc*, market*, data, rates, tracker, info, information, asset*, analysis, bitcoin, crypto
of coin: name symbol price change volume
: name | string Bitcoin; Ethereum; Litecoin; Solana | Name of the {thing}
: symbol | enum BTC;ETH;LTC;SOL;XRP;ADA | Symbol of the cryptocurrency
: currency | enum USD;EUR;GBP;JPY | Currency code in which the price is told
: market_cap | int 1..900 | Market capitalisation in billions
: category | enum payments;smart contracts;stablecoins;privacy | Category of the coin
: target_price | int 20..900 | Price at which the alert is sent
: email | email | Email address
: pair | enum BTC/USD;ETH/USD;LTC/EUR;SOL/EUR;XRP/USD | Trading pair
searchCoins | list coin | Search cryptocurrencies[ on {api}] | category! sort? limit? | +
getCoin | get coin | Get the details of a coin | currency? | + market_cap
getCoinPrice | - | Get the current price | symbol! currency! | price change volume
getPriceHistory | - | Get the past price | symbol! date! currency? | price change volume | histor*
listExchangeMarkets | list exchange market | List exchange markets[ on {api}] | pair! @country | | exchange*, market*
of exchange market: pair price volume
createPriceAlert | create coin price alert | Create a price alert | symbol! target_price! email! |
of coin price alert: symbol target_price status
listTechnicalSignals | list technical signal | List technical signals | symbol! indicator! | | technical, signal*, sentiment
: indicator | enum SMA;EMA;RSI;MACD | Technical indicator
of technical signal: indicator value confidence
: value | number 1..90 | Value

kind trading | trad*, exchange, buy, orders, margin, order, platform, swap*, routes, quotes, liquidity
of crypto order: pair side amount price status
: pair | enum BTC/USD;ETH/USD;LTC/EUR;SOL/EUR;XRP/USD | Trading pair
: side | enum buy;sell | Side of the order
: amount | number 0..40 | Amount of the asset
: status | enum open;filled;cancelled | Status of the order
: symbol | enum BTC;ETH;LTC;SOL;XRP | Symbol of the asset
: fee | number 0..5 | Fee in per cent
: balance | number 0..900 | Balance
: interval | enum 1m;15m;1h;1d | Length of a candle
: high | number 1..900 | Highest price
: low | number 1..900 | Lowest price
placeOrder | create crypto order | Place an order[ on {api}] | pair! side! amount! price? | +
listOrders | list crypto order | List orders[ on {api}] | pair! status? | +
getOrder | get crypto order | Get the details of a crypto order | | + created
cancelOrder | delete crypto order | Cancel a crypto order | | status
getOrderBook | - | Get the order book | pair! limit? | high low volume
getCandles | - | Get the latest candle | pair! interval! | high low volume | data, graphs, feed
getTradingFee | - | Get the trading fee | pair! side! | fee volume
getAccountBalance | - | Get the account balance | symbol! | balance updated | account*

kind wallets | wallet*, payment*, transaction*, transfer*
of wallet: name balance created
: name | string Savings; Shop; Travel; Donations | Name of the {thing}
: symbol | enum BTC;ETH;LTC;SOL | Symbol of the cryptocurrency
: balance | number 0..90 | Balance
: amount | number 0..40 | Amount
: confirmations | int 0..60 | Confirmations
: fee | number 0..5 | Fee
: priority | enum slow;normal;fast | How fast it should be confirmed
: email | email | Email address
createWallet | create wallet | Create a wallet | name! symbol! | name symbol created
listWallets | list wallet | List wallets | symbol! sort? | +
getWallet | get wallet | Get the details of a wallet | | + updated
listTransactions | list coin transaction | List the transactions of a wallet | wallet_id! start_date! |
of coin transaction: amount fee confirmations created
requestPayment | create payment request | Request a payment to a wallet | wallet_id! amount! email! |
of payment request: amount status created
estimateFee | - | Estimate the fee of a transaction | symbol! priority! | fee duration

kind tokens | token*, nft*, contracts, agents, score*, trust, risk
of token: name symbol price holders
: name | string Harbour Coin; Maple Token; River Credit; Nova Point | Name of the {thing}
: symbol | enum HBR;MPL;RVR;NVA | Symbol
: holders | int 10..9000 | Number of holders
: network | enum Ethereum;Polygon;Solana;Base | Network
: contract | string | Address of the contract
: collection | string Paper Cranes; Moon Cats; Pixel Boats; Salt Lamps | Name of the collection
: supply | int 1..900 | Supply in millions
searchTokens | list token | Search tokens | network! sort? limit? | +
getToken | get token | Get the details of a token | currency? | + supply
listTokenHolders | list token holder | List the holders of a token | token_id! sort! |
of token holder: share joined
: share | int 1..60 | Share in per cent
: joined | date | Day of the first purchase
getFloorPrice | - | Get the floor price of a collection | collection! network? | price change | nft*
checkContractRisk | - | Check the risk of a contract | network! symbol! | risk confidence
listTokenTransfers | list token transfer | List the transfers of a token | token_id! start_date! |
of token transfer: amount created

kind derivatives | derivative*, futures, funding, open interest, bitmex, halving, whale, lottery
of contract: name symbol price funding_rate volume
: name | string March Future; June Future; Perpetual; Quarterly | Name of the {thing}
: symbol | enum BTC;ETH;SOL;XRP | Symbol of the asset
: funding_rate | number -1..1 | Funding rate in per cent
: open_interest | int 1..900 | Open interest in millions
: side | enum long;short | Side
: leverage | int 1..50 | Leverage
: blocks | int 1..900 | Blocks that are left
searchContracts | list contract | Search futures contracts | symbol! sort? limit? | +
getContract | get contract | Get the details of a contract | | + open_interest
getFundingRate | - | Get the funding rate | symbol! date? | funding_rate change
openPosition | create position | Place a position on a contract | contract_id! side! leverage! |
of position: side leverage status
listPositions | list position | List positions | side! symbol? |
listLargeTrades | list large trade | List large trades | symbol! side? | | whale, live, swap
of large trade: side amount price

kind chain | block*, chain, explorer, mainnet, transactions, network, testnets, rpc
of {subject} block: height transactions fees created
: height | int 1..900000 | Height of the block
: transactions | int 1..900 | Number of transactions
: fees | number 0..40 | Fees of the block
: wallet_address | string | Address of the wallet
: balance | number 0..90 | Balance
: priority | enum slow;normal;fast | Priority
: gas | int 5..90 | Gas price in gwei
: confirmations | int 0..60 | Confirmations
list{Subject}Blocks | list {subject} block | List {subject} blocks | date! sort? limit? | +
get{Subject}Block | get {subject} block | Get the details of a {subject} block | | + confirmations
list{Subject}Transactions | list {subject} transaction | List the transactions of a {subject} block | block_id! sort! |
of {subject} transaction: amount fees confirmations
get{Subject}Balance | - | Get the {subject} balance of a wallet address | wallet_address! currency? | balance updated
estimate{Subject}Fee | - | Estimate the {subject} fee | priority! | fees gas duration | fee, fees, gas, mempool
watch{Subject}Address | create address watch | Track a {subject} wallet address | wallet_address! email! |
of address watch: status created

kind nodes | node*, indexing, provider, connection, querying, graphql
of subgraph: name network queries_count updated
: name | string Exchange prices; Token owners; Land registry; Votes | Name of the {thing}
: network | enum Ethereum;Polygon;Arbitrum;Optimism | Network
: queries_count | int 10..9000 | Queries a day
: plan | enum free;growth;business | Plan
: region | enum Europe;North America;Asia | Region
: latency | int 8..240 | Latency in milliseconds
searchSubgraphs | list subgraph | Search subgraphs | network! sort? limit? | +
getSubgraph | get subgraph | Get the details of a subgraph | | + created
deployNode | create chain node | Create a node | network! plan! region? |
of chain node: network plan status
listNodes | list chain node | List nodes | network! plan? |
getNodeHealth | - | Check the health of a network | network! region? | latency status
deleteNode | delete chain node | Delete a chain node | | status

kind hotspots | hotspot*, wireless, coverage
of network hotspot: name rewards distance updated
: rewards | number 0..90 | Rewards of the day
: maker | string Harbour Radio; Nova Link; Maple Net | Maker
: gain | int 1..15 | Gain of the antenna
searchHotspots | list network hotspot | Search network hotspots | @place! radius? limit? | +
getHotspot | get network hotspot | Get the details of a network hotspot | | + maker
listHotspotRewards | list reward | List the rewards of a network hotspot | network_hotspot_id! start_date! |
of reward: amount created
getCoverage | - | Check the coverage of an address | address! | quality distance
registerHotspot | create network hotspot | Register a network hotspot | name! gain? @place | name status created
: name | string Old Tower; Roof Garden; Mill House; North Pier | Name of the {thing}

kind lessons | lesson*, glossary, learning
of lesson: title level_name duration rating
: level_name | enum beginner;intermediate;advanced | Level
: role | enum developer;investor;artist;analyst | Role
: term | string wallet; ledger; bridge; token | Term
searchLessons | list lesson | Search lessons | level_name! language? limit? | +
getLesson | get lesson | Get the details of a lesson | language? | + updated
listLearningPaths | list learning path | List learning paths | role! level_name? |
of learning path: title duration lessons_count
: lessons_count | int 3..40 | Number of lessons
lookUpTerm | - | Get the meaning of a term | term! language? | words rating
: words | int 8..90 | Number of words
enrollInPath | create path enrolment | Enroll in a learning path | learning_path_id! email! |
of path enrolment: status created

kind exchange | exchange, currenc*, rate*, forex, fx
of rate alert: target_currency rate status
: currency | enum EUR;USD;GBP;JPY;CHF;AUD;CAD | Currency code
: amount | number 1..5000 | Amount of money
: email | email | Email address
: frequency | enum daily;weekly;monthly | How often
convertCurrency | - | Convert an amount | amount! @currency! target_currency! | value rate updated
: value | number 1..5000 | Value in the other currency
getExchangeRate | - | Get the exchange rate | @currency! target_currency! | rate change updated
createRateAlert | create rate alert | Create an alert on an exchange rate | target_currency! rate! email! | +
listRateAlerts | list rate alert | List alerts on exchange rates | target_currency! status? | +
getHistoricalRate | - | Get the past exchange rate | @currency! target_currency! date! | rate change | histor*, past, series
listCurrencies | list currency record | List currencies | @country! | | list, collection, supported
of currency record: name rate updated
: name | string krone; peso; franc; dollar | Name of the {thing}
getRateFluctuation | - | Get the change of an exchange rate | target_currency! start_date! end_date! | change rate | time, histor*
deleteRateAlert | delete rate alert | Delete a rate alert | | status

kind vat | vat, tax*
of vat check: company_name status created
: vat_number | string DE123456788; FR40303265045; IT00743110157; PL5260001246 | VAT number
: company_name | string | Name of the company
: rate_kind | enum standard;reduced;zero | Kind of the rate
: percentage | int 0..27 | Rate in per cent
: amount | number 1..5000 | Amount of money
: status | enum valid;invalid;unknown | Status of the number
validateVatNumber | create vat check | Check a VAT number | vat_number! @country | +
listVatChecks | list vat check | List past checks of VAT numbers | start_date! status? | +
getVatCheck | get vat check | Get the result of a vat check | | + address
getVatRate | - | Get the VAT rate | @country! rate_kind! | percentage updated
calculateVat | - | Calculate the VAT on an amount | amount! rate_kind! @country | value percentage
: value | number 1..900 | VAT on the amount
getCompanyByVat | - | Find the company of a VAT number | vat_number! | company_name address

kind stocks | stock*, equit*, market, etf*, ticker, intraday, shares, trading, options
of stock: name symbol price change volume
: name | string Northfield Foods; Alder Energy; Blue Harbour; Granite Systems | Name of the {thing}
: symbol | enum AAPL;MSFT;NVDA;TSLA;AMZN;NFLX | Ticker symbol
: sector | enum technology;energy;finance;health care;utilities | Sector
: interval | enum 1min;15min;1h;1d | Interval
: dividend | number 0..9 | Dividend yield in per cent
: title | string Long term; Dividends; To watch; Green | Name of the list
: sentiment | enum positive;neutral;negative | Sentiment
: high | number 1..900 | Highest price
: low | number 1..900 | Lowest price
searchStocks | list stock | Search {adj} stocks[ on {api}] | sector! sort? limit? | +
getStock | get stock | Get the details of a stock | | + dividend
getStockQuote | - | Get the current quote | symbol! currency? | price change volume
getHistoricalPrice | - | Get the past price | symbol! date! interval? | high low volume | histor*
listCompanyNews | list company article | List articles on a stock | stock_id! start_date! | | news, sentiment, analysis
of company article: title sentiment published
createStockWatchlist | create stock watchlist | Create a watchlist of stocks | title! sector? |
of stock watchlist: title created
screenStocks | list stock | Find stocks | sector! price? | | screening, ranked, watchlists
getSentiment | - | Get the sentiment on a stock | symbol! days? | sentiment confidence | sentiment

kind filings | filing*, edgar, annual, sec, statements, reports, financials, 10
of filing: title form pages published
: form | enum 10-K;10-Q;8-K;4 | Form
: symbol | enum AAPL;MSFT;NVDA;TSLA;AMZN;NFLX | Ticker symbol
: pages | int 4..400 | Number of pages
: revenue | int 1..900 | Revenue in millions
: profit | int -90..900 | Profit in millions
: margin | number -20..60 | Margin in per cent
: email | email | Email address
searchFilings | list filing | Search {adj} company filings | symbol! form? year? limit? | +
getFiling | get filing | Get the summary of a filing | | + summary
getFinancialStatement | - | Get the financial statement of a company | symbol! year! | revenue profit margin
listEarnings | list earnings report | List earnings reports | symbol! year? | | earnings
of earnings report: revenue profit published
listInsiderTrades | list insider trade | List insider trades | symbol! start_date? | | insider, ownership
of insider trade: amount price published
subscribeToFilings | create filing alert | Subscribe to the filings of a company | symbol! form! email! |
of filing alert: form status created

kind insider | insider, congress*, disclosures, prediction
of disclosed trade: politician symbol side amount published
: politician | string | Name of the politician
: chamber | enum Senate;House | Chamber
: symbol | enum AAPL;MSFT;NVDA;TSLA;AMZN | Ticker symbol
: side | enum buy;sell | Side of the trade
: trades_count | int 1..90 | Number of trades
: party | enum Democratic Party;Republican Party;Independent | Party
: email | email | Email address
searchDisclosedTrades | list disclosed trade | Search trades that politicians disclosed | symbol! side? limit? | +
getDisclosedTrade | get disclosed trade | Get the details of a disclosed trade | | + chamber
listPoliticians | list politician profile | List politicians who trade | chamber! party? |
of politician profile: name party trades_count
getMostTraded | - | Get the most traded stock of a chamber | chamber! days? | symbol trades_count amount
createTradeAlert | create trade alert | Create an alert on disclosed trades | symbol! email! |
of trade alert: symbol status created

kind banking | bank, accounts, banks, citi, transaction*, boleto*, money
of bank account: name balance currency updated
: name | string Household; Savings; Holiday; Business | Name of the {thing}
: balance | number 1..9000 | Balance
: bank | string | Name of the bank
: iban | string DE89370400440532013000; FR1420041010050500013M02606; PT50000201231234567890154 | IBAN
: amount | number 1..5000 | Amount of money
: purpose | enum groceries;rent;travel;salary;utilities | Purpose of the transaction
: note | string rent for March; birthday present; shared taxi | Note
listBankAccounts | list bank account | List bank accounts | currency! sort? | +
getBankAccount | get bank account | Get the balance of a bank account | | + created
listAccountTransactions | list account transaction | List the transactions of a bank account | bank_account_id! start_date! purpose? |
of account transaction: amount purpose created
transferMoney | create money transfer | Transfer money from a bank account | bank_account_id! iban! amount! note? |
of money transfer: amount status created
createPaymentSlip | create payment slip | Create a payment slip | amount! email! date? |
of payment slip: amount status created
getSpendingSummary | - | Get the summary of spending | purpose! month! | amount change

kind payments | payment*, pay, checkout, refunds, klarna, credit card
of payment: amount currency status created
: amount | number 1..900 | Amount of money
: currency | enum EUR;USD;GBP;BRL;MXN | Currency code
: status | enum paid;pending;refunded;failed | Status of the payment
: note | string order of March; workshop; yearly plan | Note
: email | email | Email address of the customer
: plan | enum monthly;yearly | Plan
createPayment | create payment | Create a payment | amount! currency! email! note? | +
listPayments | list payment | List payments | status! start_date? limit? | +
getPayment | get payment | Get the details of a payment | | + note
refundPayment | create refund | Create a refund of a payment | payment_id! amount! |
of refund: amount status created
createPaymentLink | create payment link | Create a payment link | amount! currency! |
of payment link: amount url created
createSubscription | create payment subscription | Create a subscription | email! plan! amount! |
of payment subscription: plan amount status

kind bankcodes | iban, swift, bic, iin, bin, binlist, ifsc, branch
of branch: name postcode phone
: iban | string DE89370400440532013000; FR1420041010050500013M02606; PT50000201231234567890154 | IBAN
: bic | string DEUTDEFF; BNPAFRPP; CGDIPTPL | BIC
: bin_number | string 411111; 510510; 371449 | First digits of the card
: bank_name | string | Name of the bank
: scheme | enum Visa;Mastercard;American Express | Card scheme
validateIban | - | Check an IBAN | iban! | valid bank_name
lookUpBic | - | Find a BIC | bic! | bank_name city
lookUpCard | - | Find the issuer of a card | bin_number! | scheme bank_name
searchBranches | list branch | Search {adj} bank branches | @place! limit? | +
getBranch | get branch | Get the details of a branch | | + address

kind macro | macro*, econom*, gdp, indicators, treasury, federal, world data, central, statistics
of indicator series: title topic records updated
: topic | enum inflation;employment;trade;output;housing;energy | Topic
: value | number 1..90 | Value
: frequency | enum monthly;quarterly;yearly | How often it is published
: scenario | enum low;middle;high | Scenario
searchIndicators | list indicator series | Search {adj} economic indicators | topic! frequency? limit? | +
getIndicator | get indicator series | Get the details of an indicator series | | + frequency
listObservations | list observation | List the observations of an indicator series | indicator_series_id! start_date! end_date? |
of observation: value change date
compareCountries | - | Compare the value of a country | @country! topic! year! | value change
listReleases | list data release | List releases of data | topic! start_date? |
of data release: title starts
getIndicatorForecast | - | Get the forecast of an indicator | topic! scenario! year? | value confidence | forecast*

kind metals | gold, silver, metal*, commodit*
of metal quote: metal price change updated
: metal | enum gold;silver;copper;platinum | Metal
: currency | enum USD;EUR;GBP;CHF;INR | Currency code
: grams | int 1..900 | Weight in grams
: email | email | Email address
: target_price | int 20..900 | Price at which the alert is sent
getSpotPrice | - | Get the spot price | metal! currency! | price change
getPastPrice | - | Get the past price of a metal | metal! date! currency? | price change
calculateMetalValue | - | Calculate the value of a metal | metal! grams! currency? | value
: value | number 1..900 | Value
listMetalQuotes | list metal quote | List quotes of metals | metal! start_date? | +
getMetalQuote | get metal quote | Get the details of a metal quote | | + volume
createMetalAlert | create metal alert | Create an alert on a metal | metal! target_price! email! |
of metal alert: metal target_price status

kind accounting | accounting, invoic*, books, expens*
of invoice: customer amount status due_date
: customer | string | Name of the customer
: amount | number 1..900 | Amount of the invoice
: due_date | date | Day on which it is due
: status | enum draft;sent;paid;overdue | Status of the invoice
: purpose | enum travel;office;software;meals | Purpose
: profit | int -90..900 | Profit in thousands
createInvoice | create invoice | Create an invoice | customer! amount! due_date! | +
listInvoices | list invoice | List invoices | status! start_date? limit? | +
getInvoice | get invoice | Get the details of an invoice | | + currency
sendInvoice | create invoice delivery | Send an invoice | invoice_id! recipient! |
of invoice delivery: status created
recordExpense | create expense record | Add an expense | purpose! amount! date! |
of expense record: purpose amount created
getProfitReport | - | Get the profit report | month! year! | profit change

kind funds | fund*, mutual, halal, shariah
of fund: name focus price change
: focus | enum technology;energy;health care;bonds;real estate | Focus of the fund
: yearly_fee | number 0..3 | Yearly fee in per cent
: share | int 1..40 | Share in per cent
: amount | number 20..5000 | Amount of money
: symbol | enum AAPL;MSFT;NVDA;TSLA | Ticker symbol
: rule_set | enum AAOIFI;DJIM;MSCI;FTSE | Rules of the screening
searchFunds | list fund | Search {adj} funds | focus! sort? limit? | +
getFund | get fund | Get the details of a fund | | + yearly_fee
listHoldings | list holding | List the holdings of a fund | fund_id! sort! |
of holding: name share change
getFundHistory | list fund price | List the past prices of a fund | fund_id! start_date! |
of fund price: price date
screenStock | - | Check the compliance of a stock | symbol! rule_set! | valid confidence | screening, shariah
estimateReturn | - | Estimate the return of a fund | amount! focus! year? | value change
: value | number 20..900 | Value

kind budget | budget*, planning
of budget line: name amount spent month
: name | string Groceries; Rent; Transport; Gifts; Books | Name of the {thing}
: spent | number 0..900 | Money spent
: amount | number 1..900 | Amount of money
: payee | string Corner Pantry; City Transport; Maple Books; Green Grocer | Who was paid
listBudgetLines | list budget line | List budget lines | month! year? | +
getBudgetLine | get budget line | Get the details of a budget line | | + updated
addTransaction | create budget transaction | Add a transaction to a budget line | budget_line_id! payee! amount! |
of budget transaction: payee amount created
updateBudgetLine | update budget line | Update the amount of a budget line | amount! | amount updated
getMonthlySummary | - | Get the summary of a month | month! year! | spent amount change

kind portfolio | portfolio
of portfolio: name value risk updated
: name | string Retirement; Growth; Careful; Green | Name of the {thing}
: value | number 1..900 | Value in thousands
: goal | enum low risk;high return;balance | Goal
: expected_return | number 0..15 | Expected return in per cent
: symbol | enum AAPL;MSFT;NVDA;TSLA | Ticker symbol
createPortfolio | create portfolio | Create a portfolio | name! goal? | name created
listPortfolios | list portfolio | List portfolios | risk! sort? | +
getPortfolio | get portfolio | Get the details of a portfolio | | + expected_return
optimizePortfolio | create optimisation | Compute the best weights of a portfolio | portfolio_id! goal! |
of optimisation: goal expected_return created
addHolding | create portfolio holding | Add a holding to a portfolio | portfolio_id! symbol! quantity! |
of portfolio holding: symbol quantity

kind products | product*, catalog, shop, buy, sell, listings, commerce, marketplace, stores
of product: name brand price rating reviews_count
: category | enum kitchen;garden;sport;toys;books;electronics | Category
: brand | string Northfield; Alderwood; Bluebird; Casa Verde | Brand
: max_price | int 20..400 | Highest price
: reviews_count | int 0..900 | Number of reviews
: stock | int 0..400 | How many are left
: delivery | enum pickup;standard;express | Delivery
: name | string Birthday; Kitchen; Camping; Office | Name of the {thing}
searchProducts | list product | Search {adj} products[ on {api}] | category! max_price? brand? sort? limit? | +
getProduct | get product | Get the details of a product | | + stock
placeOrder | create shop order | Order a product[ on {api}] | product_id! quantity! delivery? |
of shop order: quantity amount status
listProductReviews | list product review | List the reviews of a product | product_id! sort! | | review*, rating*
of product review: author rating published
searchStores | list shop location | Search {adj} shops | @place! radius? | | store*
of shop location: name distance rating phone
createWishlist | create shopping list | Create a shopping list | name! |
of shopping list: name created
comparePrices | list merchant offer | List the offers for a product | product_id! delivery! | | price*, compar*, merchants
of merchant offer: price rating delivery

kind orders | order*, manage, sales, fulfilment
of customer order: customer amount status created
: customer | string | Name of the customer
: amount | number 1..900 | Amount of the order
: status | enum new;packed;shipped;delivered;cancelled | Status of the order
: carrier | enum DHL;UPS;FedEx;local courier | Carrier
: stock | int 0..400 | How many are left
: price | number 1..900 | Price
: name | string Walnut Granola; Desk Lamp; Rain Jacket; Travel Mug | Name of the {thing}
listOrders | list customer order | List orders[ on {api}] | status! start_date? limit? | +
getOrder | get customer order | Get the details of a customer order | | + carrier
shipOrder | create shipment | Create a shipment of a customer order | customer_order_id! carrier! |
of shipment: carrier status created
cancelOrder | delete customer order | Cancel a customer order | | status
createListing | create shop listing | Create a listing[ on {api}] | name! price! stock? |
of shop listing: name price stock status
listListings | list shop listing | List listings[ on {api}] | status! sort? | | listing*, product*
updateListingPrice | update shop listing | Update the price of a shop listing | price! | price updated

kind sellers | seller*, fee*, performance
of seller: name rating sales joined
: sales | int 0..900 | Number of sales
: joined | date | Day on which the seller joined
: marketplace | enum Amazon;eBay;Etsy;Lazada;Shopee | Marketplace
: category | enum kitchen;garden;sport;toys;books | Category
: fee | number 1..30 | Fee in per cent
: price | number 1..900 | Price of the sale
searchSellers | list seller | Search sellers | category! sort? limit? | +
getSeller | get seller | Get the performance of a seller | | + fee
listSellerReviews | list seller review | List the reviews of a seller | seller_id! sort! |
of seller review: author rating published
getFeeSchedule | - | Get the fee of a marketplace | marketplace! category! | fee updated
calculateSellerFee | - | Calculate the fee of a sale | marketplace! price! category? | fee value
: value | number 1..400 | Fee in money

kind parts | part*, component*, electronic, spare, error codes, insert, carbide, hardware, appliance
of part: name maker price stock
: name | string Drive Belt; Spark Plug; Relay; Bearing; Fuse | Name of the {thing}
: maker | string Northfield; Granite Tools; Alder Motors; Volt Works | Maker
: family | enum bearings;belts;filters;resistors;switches;blades | Family of parts
: stock | int 0..400 | How many are left
: part_number | string NF-2210; GT-118; AM-4402; VW-77 | Part number
: error_code | string E04; F21; H07; P110 | Error code
: fit | enum exact;similar;with adapter | How well it fits
searchParts | list part | Search parts | family! maker? limit? | +
getPart | get part | Get the details of a part | | + part_number
listEquivalentParts | list equivalent part | List parts that replace a given part | part_id! fit! |
of equivalent part: name maker price
orderPart | create part order | Order a part | part_id! quantity! |
of part order: quantity amount status
lookUpErrorCode | - | Find an error code | error_code! maker! | severity confidence | error
getEndOfLife | - | Get the end of sale of a part | part_number! | starts status | end, life

kind reviews | review*, reviews
of review: title rating likes published
: stars | int 1..5 | Number of stars
: product_name | string travel mug; desk lamp; rain jacket; olive soap | Name of the product
: marketplace | enum US;UK;Germany;France;Japan | Marketplace
: share | int 1..90 | Share in per cent
: theme | enum quality;price;size;delivery | Theme
searchReviews | list review | Search product reviews | product_name! stars? marketplace? limit? | +
getReview | get review | Get the text of a review | language? | + stars
getRatingSummary | - | Get the rating of a product | product_name! marketplace? | rating share
listReviewThemes | list review theme | List the themes of reviews | product_name! theme! |
of review theme: theme share
translateReview | create review translation | Translate a review | review_id! language! |
of review translation: language created
`
