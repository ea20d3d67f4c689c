package publicapis

// apiPlayLines is the kinds of games, sports, photographs and social networks.
const apiPlayLines = `
kind gameplayers | player*, stats, profile*, rankings, friends, clan, accounts, guild, users, information, info, game
of {subject} player: name level score wins joined
: name | string Kestrel; Foxglove; Ironmaple; Nightjar; Zephyra | Name of the {thing}
: rank | enum bronze;silver;gold;platinum;diamond | Rank
: server_region | enum Europe;North America;Asia;Oceania | Region of the server
: wins | int 0..900 | Matches won
: joined | date | Day on which the player joined
: members | int 2..50 | Number of members
: season_number | int 1..30 | Season
: match_type | enum casual;ranked;tournament | Mode of the game
search{Subject}Players | list {subject} player | Search {subject} players | rank! server_region? limit? | +
get{Subject}Player | get {subject} player | Get the profile of a {subject} player | season_number? | + rank
list{Subject}Matches | list {subject} match | List the matches of a {subject} player | player_id! match_type! |
of {subject} match: match_type score duration date
get{Subject}Leaderboard | list {subject} rank entry | List the {subject} leaderboard | season_number! server_region? limit? | | ranking*
of {subject} rank entry: level score wins
list{Subject}Clans | list {subject} clan | List {subject} clans | server_region! sort? | | clan*, guild*
of {subject} clan: name members score
join{Subject}Clan | create clan request | Request to join a {subject} clan | clan_id! message? |
of clan request: status created

kind games | games, game, videogames, rpg, giveaways, database, mod, free, bundles
of game: title genre platform price rating published
: genre | enum action;puzzle;strategy;racing;adventure;simulation | Genre of the game
: platform | enum PC;Playstation;Xbox;Switch;mobile | Platform
: title | string Starfall Tactics;Iron Meadow;Harbour Tycoon;Frost Circuit | Title of the {thing}
: name | string Backlog; With friends; Short ones; Classics | Name of the {thing}
: ends | date | Day on which it ends
: hours | int 2..90 | Hours that it takes
searchGames | list game | Search games[ on {api}] | genre! platform? sort? limit? | +
getGame | get game | Get the details of a game | language? | + hours
listGiveaways | list giveaway | List giveaways of games | platform! sort? | | giveaway*, bundles
of giveaway: title platform ends price
listGameReviews | list game review | List the reviews of a game | game_id! sort! |
of game review: author rating published
createWishlist | create wishlist | Create a wishlist of games | name! platform? |
of wishlist: name platform created
listGameMods | list game mod | List the mods of a game | game_id! sort! | | mod
of game mod: title author downloads rating
rateGame | create game rating | Rate a game | game_id! rating! |
of game rating: rating created

kind cards | card*, tcg, cardcaptor, deck
of {subject} card: name rarity power price
: rarity | enum common;uncommon;rare;legendary | Rarity
: power | int 1..100 | Power of the card
: set_name | string Base Set;Moonrise;Iron Sky;Deep Sea | Set of the card
: name | string Fire deck; Quick start; Control; Collector | Name of the {thing}
: copies | int 1..4 | Number of copies
search{Subject}Cards | list {subject} card | Search {subject} cards | rarity! set_name? limit? | +
get{Subject}Card | get {subject} card | Get the details of a {subject} card | language? | + set_name
list{Subject}Sets | list {subject} set | List {subject} sets | year! |
of {subject} set: name records published
create{Subject}Deck | create {subject} deck | Create a {subject} deck | name! |
of {subject} deck: name created
add{Subject}CardToDeck | create deck entry | Add a {subject} card to a deck | deck_id! card_id! copies? |
of deck entry: copies created
list{Subject}CardPrices | list card price | List the prices of a {subject} card | card_id! currency! | | market, trade
of card price: price change date

kind trivia | trivia, quiz*, question*, jeopardy, puzzles
of trivia question: topic difficulty answers_count plays
: topic | enum history;science;geography;film;music;sport | Topic
: difficulty | enum easy;medium;hard | Difficulty
: answers_count | int 2..4 | Number of answers to choose from
: plays | int 0 | How often it was asked
: answer | string Mount Etna; the heart; Johann Bach; eleven | Answer
: name | string Pub night; Class five; Family quiz; Warm-up | Name of the {thing}
searchTriviaQuestions | list trivia question | Search trivia questions | topic! difficulty? limit? | +
getTriviaQuestion | get trivia question | Get the text of a trivia question | language? | + rating
checkTriviaAnswer | create answer check | Check an answer to a trivia question | trivia_question_id! answer! |
of answer check: score valid
createQuiz | create quiz | Create a quiz | name! topic! difficulty? |
of quiz: name topic created
listQuizzes | list quiz | List quizzes | topic! sort? |
submitTriviaQuestion | create trivia question | Submit a new trivia question | topic! difficulty! | topic status created

kind gameitems | item*, weapon*, collectables, market, assets, enchantments, furniture, skins, critters, board
of {subject} item: name rarity price weight level
: rarity | enum common;rare;epic;legendary | Rarity
: item_type | enum weapon;armour;potion;tool;food | Kind of the item
: weight | number 0..40 | Weight
: quantity | int 1..50 | How many
: name | string Iron Sword; Oak Shield; Silver Ring; Fire Rune | Name of the {thing}
search{Subject}Items | list {subject} item | Search {subject} items | item_type! rarity? limit? | +
get{Subject}Item | get {subject} item | Get the details of a {subject} item | language? | + description
list{Subject}ItemPrices | list item price | List the market prices of a {subject} item | item_id! days! | | market, trade, price*
of item price: price volume date
list{Subject}Recipes | list {subject} recipe | List {subject} recipes | item_type! sort? |
of {subject} recipe: name level quantity
list{Subject}Quests | list {subject} quest | List {subject} quests | level! |
of {subject} quest: name reward duration
: reward | int 50..4000 | Reward
trade{Subject}Item | create trade offer | Offer a trade of a {subject} item | item_id! quantity! price! |
of trade offer: quantity price status

kind comics | comic*, xkcd
of comic: title issue pages price published
: issue | int 1..300 | Number of the issue
: pages | int 8..120 | Number of pages
: topic | enum heroes;humour;science;romance;history | Topic
: creator | string Ana Torres; Finn Berg; Mei Tanaka; Paul Roth | Who drew it
: name | string To read; Favourites; For the kids | Name of the {thing}
searchComics | list comic | Search comics[ on {api}] | topic! year? limit? | +
getComic | get comic | Get the details of a comic | language? | + image_url
listComicCreators | list comic creator | List creators of comics | topic! sort? |
of comic creator: name followers records
getLatestComic | - | Get the newest comic of a creator | creator! | title issue published
createReadingPile | create reading pile | Create a reading pile of comics | name! topic? |
of reading pile: name topic created

kind deals | deal*, price*, cheap*, steam key, key
of game deal: title price savings rating ends
: store | enum Steam;GOG;Humble Store;Fanatical;Epic Games | Store
: savings | int 5..95 | Savings in per cent
: max_price | int 5..80 | Highest price
: ends | date | Day on which it ends
: title | string Starfall Tactics; Iron Meadow; Harbour Tycoon; Frost Circuit | Title of the game
: email | email | Email address
searchGameDeals | list game deal | Search deals on games | store! max_price? sort? limit? | +
getGameDeal | get game deal | Get the details of a deal on a game | | + store
comparePrices | list store price | Compare the prices of a game | title! currency? |
of store price: store price savings
getPriceHistory | - | Get the price history of a game | title! store? | price change savings | history
createPriceAlert | create game price alert | Create a price alert for a game | title! max_price! email! |
of game price alert: max_price status created

kind servers | server*, status
of game server: name players latency version
: players | int 0..900 | Players online
: latency | int 8..240 | Latency in milliseconds
: version | string | Version that it runs
: server_type | enum survival;creative;arena;race | Mode of the game
: hostname | string | Host name of the server
: month | int 1..12 | Month as a number
searchGameServers | list game server | Search game servers | server_type! sort? limit? | +
getGameServer | get game server | Get the details of a game server | | + server_type
checkServerStatus | - | Check the status of a game server | hostname! | players latency
listOnlinePlayers | list online player | List the players of a game server | game_server_id! sort! |
of online player: name score level
getUptime | - | Get the uptime of a game server | hostname! month! | uptime
: uptime | int 80..100 | Uptime in per cent

kind esports | esports, sports games, tournament*, results
of esports match: game league starts status
: game | enum Dota 2;Valorant;Counter-Strike;League of Legends | Game
: league | string Northern Series; Harbour Cup; Summit League | League
: team | string Frost Foxes; Iron Bears; Nova Hawks; River Wolves | Name of the team
searchEsportsMatches | list esports match | Search esports matches | game! start_date? limit? | +
getEsportsMatch | get esports match | Get the result of an esports match | | + score
listEsportsTeams | list esports team | List esports teams | game! sort? |
of esports team: name wins rating
getTeamForm | - | Get the form of an esports team | team! | wins score
: wins | int 0..60 | Matches won
followTeam | create team alert | Follow an esports team | esports_team_id! email! |
of team alert: status created

kind chess | chess, lichess
of chess player: name title_held rating games
: title_held | enum none;candidate master;international master;grandmaster | Title
: games | int 1..900 | Number of games
: pace | enum bullet;blitz;rapid;classical | Pace of the game
: theme | enum fork;pin;skewer;mate in two;endgame | Theme of the puzzle
: moves | int 8..140 | Number of moves
searchChessPlayers | list chess player | Search chess players | title_held! limit? | +
getChessPlayer | get chess player | Get the profile of a chess player | | + joined
listChessGames | list chess game | List the games of a chess player | chess_player_id! pace! start_date? |
of chess game: pace moves duration date
getPuzzleOfTheDay | - | Get the chess puzzle of the day | date! | theme rating
: joined | date | Day on which the player joined
searchChessPuzzles | list chess puzzle | Search chess puzzles | theme! |
of chess puzzle: theme rating plays
: plays | int 0 | How often it was tried

kind boardgames | board, tabletop, rock
of board game: title players_max duration difficulty rating
: players_max | int 2..10 | Most players
: difficulty | enum light;medium;heavy | Difficulty
: mechanic | enum cards;dice;workers;bidding;deduction | Mechanic
: name | string Saturday group; Shelf of honour; To try | Name of the {thing}
searchBoardGames | list board game | Search board games | mechanic! difficulty? limit? | +
getBoardGame | get board game | Get the details of a board game | language? | + year
listExpansions | list expansion | List the expansions of a board game | board_game_id! sort! |
of expansion: title year rating
createCollection | create game collection | Create a collection of board games | name! |
of game collection: name created
logPlay | create play record | Add a board game to the log | board_game_id! date! duration? |
of play record: date duration

kind matches | match*, league*, fixtures, scores, teams, results, standings, competitions, football, statistics, sports, records, stats, livescore
: joined | date | Day on which the player joined
of {subject} match: home_team away_team status starts
: home_team | string Harbour Hawks; River City Rovers; Granite Bears; Coastal Comets | Home team
: away_team | string Northside Foxes; Summit Wolves; Old Town United; Lakeside Lions | Away team
: team | string Harbour Hawks; River City Rovers; Granite Bears; Summit Wolves | Name of the team
: status | enum scheduled;live;finished;postponed | Status of the match
: season | int 2010..2025 | Season
: points | int 0..100 | Points
: wins | int 0..60 | Matches won
: goals | int 0..50 | Goals or points scored
: position | enum goalkeeper;defender;midfielder;forward | Position
: email | email | Email address
search{Subject}Matches | list {subject} match | Search {subject} matches | date! status? limit? | +
get{Subject}Match | get {subject} match | Get the details of a {subject} match | | + score
list{Subject}Standings | list {subject} standing | List the {subject} standings | season! | | standings, table, tables, league*
of {subject} standing: points wins goals
search{Subject}Players | list {subject} player | Search {subject} players | team! season? | | player*, squads, scorers
of {subject} player: name goals rating joined
get{Subject}PlayerStats | get {subject} player | Get the statistics of a {subject} player | season? | + points | stat*
list{Subject}Teams | list {subject} team | List {subject} teams | season! sort? | | team*, competitions
of {subject} team: name points wins
follow{Subject}Team | create match alert | Get alerts on a team | team! email! |
of match alert: team status created

kind odds | odds, betting, bet, predictions, probabilities, bookmaker*
of betting line: home_team away_team price starts
: home_team | string Harbour Hawks; River City Rovers; Granite Bears; Coastal Comets | Home team
: away_team | string Northside Foxes; Summit Wolves; Old Town United; Lakeside Lions | Away team
: sport | enum football;basketball;tennis;ice hockey;cricket | Sport
: market | enum winner;total goals;handicap | Market
: price | number 1..20 | Decimal odds
: team | string Harbour Hawks; River City Rovers; Granite Bears | Name of the team
: probability | int 1..99 | Probability in per cent
: bookmaker | string Harbour Bets; Old Crown; Northline; Greenfield | Name of the bookmaker
: stake | int 5..200 | Stake
searchOdds | list betting line | Search betting odds | sport! market? date? limit? | +
getOdds | get betting line | Get the details of a betting line | | + market
listBookmakers | list bookmaker | List bookmakers | sport! @country |
of bookmaker: name rating payout
: payout | int 80..99 | Share that is paid out, in per cent
getWinProbability | - | Estimate the win probability of a team | team! date! | probability confidence
listOddsHistory | list odds change | List the past odds of a betting line | betting_line_id! start_date! | | histor*
of odds change: price date
placeBet | create bet | Place a bet on a betting line | betting_line_id! stake! | | place, bets
of bet: stake status created

kind racing | f1, formula, racing, laps, championships
of race: name circuit season starts
: circuit | string Harbour Ring; Mountain Loop; Desert Oval; Forest Circuit | Circuit
: season | int 1950..2025 | Season
: driver | string Luca Berti; Owen Hale; Jonas Vik; Marco Silva | Name of the driver
: points | int 0..500 | Points
: lap_time | number 60..140 | Lap time in seconds
: laps | int 30..80 | Number of laps
: speed | int 80..360 | Top speed in kilometres an hour
searchRaces | list race | Search races | season! @country limit? | +
getRace | get race | Get the details of a race | | + laps
listRaceResults | list race result | List the results of a race | race_id! sort! |
of race result: driver points lap_time
getDriverStandings | list driver standing | List driver standings | season! |
of driver standing: driver points wins
: wins | int 0..20 | Races won
listLapTimes | list lap | List the laps of a race | race_id! driver! | | lap*, telemetry
of lap: lap_time speed
getCircuitRecord | - | Get the lap record of a circuit | circuit! | lap_time year

kind workouts | workout*, exercise*, fitness, activities, athletes, health, fitbit
of activity: title sport distance duration calories
: sport | enum running;cycling;swimming;hiking;rowing | Sport
: title | string Morning run; Hill repeats; Easy spin; Long walk | Title of the {thing}
: calories | int 40..900 | Calories burnt
: muscle | enum legs;back;chest;arms;core;shoulders | Muscle group
: equipment | enum none;dumbbells;barbell;mat;bench | Equipment
: steps | int 900..25000 | Steps
: heart_rate | int 45..190 | Heart rate
: name | string Spring plan; Back to form; Strong core; Ten weeks | Name of the {thing}
logActivity | create activity | Add an activity | title! sport! distance? | title sport created
listActivities | list activity | List activities | sport! start_date? | +
getActivity | get activity | Get the details of an activity | | + heart_rate
searchExercises | list exercise | Search exercises | muscle! equipment? |
of exercise: name muscle duration
: difficulty | enum easy;medium;hard | Difficulty
createWorkoutPlan | create workout plan | Create a workout plan | name! days! |
of workout plan: name days created
getDailySummary | - | Get the daily summary | date! | steps calories heart_rate

kind bikes | bike*, bicycle*, velib
of bike station: name bikes_free docks_free distance
: bikes_free | int 0..40 | Bikes that are free
: docks_free | int 0..40 | Docks that are free
: bike_type | enum classic;electric;cargo | Type of the bike
searchBikeStations | list bike station | Search {adj} bike stations | @place! radius? limit? | +
getBikeStation | get bike station | Get the details of a bike station | | + updated
reserveBike | create bike reservation | Reserve a bike at a bike station | bike_station_id! bike_type! |
of bike reservation: bike_type status created
listBikeNetworks | list bike network | List {adj} bike networks | @country! |
of bike network: name records rating
getBikeForecast | - | Get the forecast of free bikes | @place! time! | bikes_free docks_free
reportBrokenBike | create bike report | Report a broken bike at a bike station | bike_station_id! bike_type! |
of bike report: status created

kind sportplaces | place*, course*, clubs, courts, padel
of {subject} club: name rating distance courts
: courts | int 1..24 | Number of courts or holes
: surface | enum indoor;outdoor;grass;clay | Surface
: players | int 2..8 =2 | Number of players
: time | string | Time of day
search{Subject}Clubs | list {subject} club | Search {subject} clubs | @place! surface? radius? | +
get{Subject}Club | get {subject} club | Get the details of a {subject} club | | + phone
book{Subject}Court | create court booking | Book a court at a {subject} club | club_id! date! players? |
of court booking: date status price
list{Subject}Tournaments | list {subject} tournament | List {subject} tournaments | @country! start_date? |
of {subject} tournament: name starts price
review{Subject}Club | create club review | Review a {subject} club | club_id! rating! |
of club review: rating created

kind sportvision | vision, identify, captioning
of analysed picture: sport confidence created
: sport | enum football;tennis;basketball;cycling;skiing | Sport
: brand | string Northfield; Alderwood; Bluebird; Summit | Brand
: image | url | Address of the image
identifySport | - | Identify the sport of an image | image! | sport confidence
detectBrands | - | Detect the brands of an image | image! sport? | brand confidence
captionPicture | - | Generate a caption for an image | image! language? | words confidence
: words | int 4..30 | Number of words
listAnalysedPictures | list analysed picture | List pictures that were analysed | sport! sort? | +
getAnalysedPicture | get analysed picture | Get the result of an analysed picture | | + brand

kind highlights | highlights, goals, embed
of highlight: title duration views published
: league | enum Premier League;La Liga;Serie A;Bundesliga;Ligue 1 | League
: team | string Harbour Hawks; River City Rovers; Granite Bears | Team
: email | email | Email address
: width | int 240..1920 =640 | Width in pixels
searchHighlights | list highlight | Search highlights of matches | league! team? date? | +
getHighlight | get highlight | Get the details of a highlight | | + league
listGoals | list goal | List the goals of a highlight | highlight_id! sort! |
of goal: scorer minute
: scorer | string Luca Berti; Owen Hale; Jonas Vik | Who scored
: minute | int 1..90 | Minute
getHighlightEmbed | create highlight embed | Create an embed code of a highlight | highlight_id! width! |
of highlight embed: width url
subscribeToHighlights | create highlight subscription | Subscribe to highlights of a league | league! email! |
of highlight subscription: league created

kind tournaments | tournament*, upcoming
of {subject} tournament: name starts rounds price
: pace | enum blitz;rapid;classical | Pace
: rounds | int 5..13 | Number of rounds
: rating | int 800..2800 | Rating
: email | email | Email address
search{Subject}Tournaments | list {subject} tournament | Search upcoming {subject} tournaments | @country! pace? start_date? | +
get{Subject}Tournament | get {subject} tournament | Get the details of a {subject} tournament | | + pace
listParticipants | list participant | List the participants of a {subject} tournament | tournament_id! sort! |
of participant: name rating
enterTournament | create tournament entry | Register for a {subject} tournament | tournament_id! email! |
of tournament entry: status created
listFederations | list federation | List federations | @country! |
of federation: name records

kind photos | photo*, picture*, imagery, stock, wallpapers, images, photography, flickr
of photo: title photographer likes downloads published
: topic | enum nature;travel;food;people;architecture;animals | Topic
: orientation | enum landscape;portrait;square | Orientation
: photographer | string Ana Torres; Finn Berg; Mei Tanaka; Paul Roth | Photographer
: name | string Office walls; Blog; Autumn; Holiday cards | Name of the {thing}
searchPhotos | list photo | Search photos[ on {api}] | topic! orientation? color? limit? | +
getPhoto | get photo | Get the details of a photo | | + image_url
downloadPhoto | create photo download | Download a photo | photo_id! size! |
of photo download: size file_url created
createPhotoCollection | create photo collection | Create a collection of photos | name! topic? |
of photo collection: name topic created
listPhotoCollections | list photo collection | List collections of photos | topic! sort? |
searchStockVideos | list stock video | Search stock videos | topic! orientation? | | video*
of stock video: title duration downloads

kind gifs | gif*
of gif: title kilobytes views likes
: mood | enum happy;surprised;tired;proud;confused | Mood
: kilobytes | int 40..900 | Size in kilobytes
: name | string Reactions; Mondays; Dancing; Applause | Name of the {thing}
searchGifs | list gif | Search GIFs[ on {api}] | mood! sort? limit? | +
getGif | get gif | Get the details of a gif | | + url
listTrendingGifs | list gif | List GIFs that are trending | days! mood? |
createGifCollection | create gif collection | Create a collection of GIFs | name! mood? |
of gif collection: name mood created
likeGif | create gif like | Like a gif | gif_id! rating! |
of gif like: likes created

kind imagetools | resiz*, optimiz*, compress*, background, manipulation, upscaling, removal, processing, enhancement
of image job: operation status created kilobytes
: operation | enum compress;resize;crop;remove background;upscale | What is done
: image | url | Address of the image
: format | enum png;jpg;webp =png | File format
: kilobytes | int 12..900 | Size in kilobytes
: factor | int 2..8 =2 | Factor
: strength | enum light;medium;strong | Strength
compressImage | create image job | Make an image smaller | image! strength! format? | +
listImageJobs | list image job | List image jobs | operation! status? | +
getImageJob | get image job | Get the result of an image job | | + image_url
removeBackground | create cutout | Remove the background of an image | image! format? | | background
of cutout: format file_url created
upscaleImage | create upscaled image | Enhance an image | image! factor! | | upscal*, resolution, 8k
of upscaled image: factor file_url created
resizeImage | create resized image | Resize an image | image! width! height? | | resize, crop
of resized image: width height file_url

kind imagehosting | upload, hosting, images, sharing, imgur
of hosted image: title views kilobytes created
: title | string Garden; Invoice scan; Holiday; Team photo | Title of the {thing}
: image | url | Address of the image
: kilobytes | int 12..900 | Size in kilobytes
: days | int 1..30 =7 | Days for which it is kept
uploadImage | create hosted image | Upload an image | image! title! days? | title status created
listHostedImages | list hosted image | List images that were uploaded | start_date! sort? | +
getHostedImage | get hosted image | Get the details of a hosted image | | + url
deleteHostedImage | delete hosted image | Delete a hosted image | | status
createImageAlbum | create image album | Create an album of images | title! |
of image album: title created

kind posts | post*, tweet*, data, social, reddit, twitter, timelines, feed, news, publish, sharing
of {subject} post: author likes comments published
: author | string | Who wrote it
: topic | enum music;sport;politics;travel;technology;food | Topic
: message | string Off to the lake; New album out now; Anyone up early; What a match | Text of the message
: publish_time | datetime | When it is published, in ISO 8601
: reach | int 10..9000 | How many people saw it
: clicks | int 0..900 | Clicks
search{Subject}Posts | list {subject} post | Search {subject} posts[ on {api}] | topic! author? sort? limit? | +
get{Subject}Post | get {subject} post | Get the text of a {subject} post | language? | + views
publish{Subject}Post | create {subject} post | Publish a new {subject} post[ on {api}] | message! topic? | status created
list{Subject}Comments | list {subject} comment | List the comments on a {subject} post | post_id! sort! |
of {subject} comment: author likes published
like{Subject}Post | create like | Like a {subject} post | post_id! rating? |
of like: likes created
schedule{Subject}Post | create scheduled post | Schedule a {subject} post | message! publish_time! | | schedul*
of scheduled post: message status created
get{Subject}PostAnalytics | create post report | Create a report on a {subject} post | post_id! days! | | analytics
of post report: reach clicks
delete{Subject}Post | delete {subject} post | Delete a {subject} post | | status

kind profiles | profile*, followers, people, login, contact, user, users, presence
of {subject} profile: name headline followers joined
: headline | string gardener and cook; plays the cello; early riser; writes about maps | Headline of the profile
: joined | date | Day on which the person joined
: topic | enum design;music;science;sport;travel | What they write about
: note | string met in Porto; ask about maps; old colleague | Note
search{Subject}Profiles | list {subject} profile | Search {subject} profiles | topic! @place limit? | +
get{Subject}Profile | get {subject} profile | Get a {subject} profile | | + topic
list{Subject}Followers | list {subject} follower | List the followers of a {subject} profile | profile_id! sort! |
of {subject} follower: name followers joined
follow{Subject}Profile | create follow | Follow a {subject} profile | profile_id! note? |
of follow: status created
getPresence | - | Get the presence of a user | username! | status updated
: username | string | Name of the user
enrichContact | - | Find the contact details of a person | email! | name phone followers

kind chatrooms | chat, messaging, messages, team, bot*, bots, discord, collaboration, telegram, instant
of channel: name topic members created
: name | string garden club; release party; lunch; help desk | Name of the {thing}
: topic | enum general;support;random;announcements | Topic
: members | int 2..900 | Number of members
: message | string The meeting is moved; Lunch is ready; See you at noon; Please read the notes | Text of the message
: role | enum member;moderator;admin | Role
: username | string | Name of the user
: emoji | enum thumbs up;heart;laughing;rocket | Emoji
listChannels | list channel | List channels[ on {api}] | topic! sort? limit? | +
getChannel | get channel | Get the details of a channel | | + updated
sendChannelMessage | create channel message | Send a message to a channel | channel_id! message! |
of channel message: message status created
createChannel | create channel | Create a channel | name! topic? | name topic status
inviteMember | create channel invitation | Invite a member to a channel | channel_id! username! role? |
of channel invitation: role status created
archiveChannel | delete channel | Archive a channel | | status

kind articles | article*, blog*, stories, readers, writers, forem
of article: title author topic likes published
: topic | enum design;programming;travel;cooking;work;books | Topic
: title | string Ten quiet days; On good soup; A map of work; Small tools | Title of the {thing}
: author | string | Who wrote it
: wording | string It began with a walk; We tried it for a month; Here is what we learnt | Text of the article
: comment | string well written; needs an example; thank you | Text of the comment
searchArticles | list article | Search articles[ on {api}] | topic! author? sort? limit? | +
getArticle | get article | Get the text of an article | language? | + views
publishArticle | create article | Publish a new article[ on {api}] | title! topic! text? | title status created
listArticleComments | list article comment | List the comments on an article | article_id! sort! |
of article comment: author likes published
postArticleComment | create article comment | Post a comment on an article | article_id! comment! |
updateArticle | update article | Update the title of an article | title! | title updated | modify, update, write
deleteArticle | delete article | Delete an article | | status

kind horoscope | horoscope
of horoscope: sign mood lucky_number date
: sign | enum Aries;Taurus;Gemini;Cancer;Leo;Virgo;Libra;Scorpio;Sagittarius;Capricorn;Aquarius;Pisces | Sign of the zodiac
: mood | enum happy;calm;curious;restless | Mood
: lucky_number | int 1..99 | Lucky number
: email | email | Email address
getHoroscope | - | Get the horoscope | sign! date! | mood lucky_number color
getLuckyNumber | - | Get the lucky number | sign! month! | lucky_number
listHoroscopes | list horoscope | List horoscopes | sign! start_date? limit? | +
getHoroscopeText | get horoscope | Get the text of a horoscope | language? | + color
subscribeToHoroscope | create horoscope subscription | Subscribe to the horoscope | sign! email! |
of horoscope subscription: sign status created

kind groups | meetup*, group*, community, communities, freecycling, forum, boards, board
of community: name topic members rating
: topic | enum hiking;languages;photography;coding;books;music | Topic
: members | int 4..9000 | Number of members
: seats | int 4..80 | Number of seats
: title | string Sunday walk; Open evening; Swap day; First steps | Title of the {thing}
: message | string Where do we meet; I can bring soup; Looking for a desk | Text of the message
searchCommunities | list community | Search communities[ on {api}] | topic! @place limit? | +
getCommunity | get community | Get the details of a community | | + created
listMeetups | list meetup | List the meetups of a community | community_id! start_date! |
of meetup: title starts seats
rsvpToMeetup | create meetup reply | Register for a meetup | meetup_id! seats? |
of meetup reply: status created
postThread | create thread | Post a thread in a community | community_id! title! message! |
of thread: title status created
listThreads | list thread | List the threads of a community | community_id! sort! |

kind checkins | checkin*, places, tips, geolocation
of spot: name place_type rating distance
: place_type | enum cafe;park;museum;bar;bakery;cinema | Kind of place
: comment | string try the soup; busy at noon; lovely garden | Text of the tip
: message | string first coffee; with the whole family; at last | Message
searchSpots | list spot | Search spots | @place! place_type! radius? | +
getSpot | get spot | Get the details of a spot | | + phone
listTips | list tip | List the tips for a spot | spot_id! sort! |
of tip: author likes published
checkIn | create checkin | Check in at a spot | spot_id! message? |
of checkin: status created
leaveTip | create tip | Add a tip for a spot | spot_id! comment! | comment created

kind donations | collective, donation*, charity, fund
of collective: name cause balance members
: cause | enum open source;climate;education;animals;arts | Cause
: balance | number 40..90000 | Balance
: members | int 2..900 | Number of members
: message | string keep going; for the garden; thank you all | Message
searchCollectives | list collective | Search collectives | cause! @country limit? | +
getCollective | get collective | Get the details of a collective | | + created
donateToCollective | create donation | Donate to a collective | collective_id! amount! message? |
of donation: amount status created
listExpenses | list expense | List the expenses of a collective | collective_id! year! |
of expense: amount status created
listSupporters | list supporter | List the supporters of a collective | collective_id! sort! |
of supporter: name amount joined
: joined | date | Day on which the person joined
`
