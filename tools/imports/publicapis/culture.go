package publicapis

// apiCultureLines is the kinds of books, art, music, film, games and fun.
const apiCultureLines = `
kind anime | anime, discovery, streaming, manga, database
of {subject} series: title genre episodes rating year
: genre | enum action;comedy;drama;fantasy;sports;mystery | Genre
: episodes | int 1..220 | Number of episodes
: season | enum winter;spring;summer;autumn | Season in which it aired
: watch_status | enum watching;completed;planned;dropped | How far somebody has watched
: studio | string Kite Studio; Moonlight Works; Paper Crane; Blue Hill | Studio
: comment | string lovely story; a slow start; great music; wonderful drawing | What somebody says about it
search{Subject}Series | list {subject} series | Search {subject} series | genre! year? sort? limit? | +
get{Subject}Series | get {subject} series | Get the details of a {subject} series | language? | + studio
list{Subject}Characters | list {subject} character | List the characters of a {subject} series | series_id! |
of {subject} character: name role likes
: role | enum main;supporting;guest | Role in the series
listSeasonal{Subject} | list {subject} series | List {subject} series | season! year! | | discovery
track{Subject}Progress | create watch entry | Track the progress of a {subject} series | series_id! watch_status! episodes? | | track*, sync*
of watch entry: watch_status episodes created
review{Subject}Series | create series review | Review a {subject} series | series_id! rating! comment? | | rates, community
of series review: rating comment created

kind quotes | quote*, sayings, expressions
of {subject} quote: topic author likes published
: topic | enum courage;friendship;success;love;time;change;work | Topic of the quote
: author | string | Who said it
: quote_text | string Begin where you are; Little by little; Slow is smooth | Text of the quote
: name | string Morning reads; For the team; Favourites; Wall of the office | Name of the {thing}
: email | email | Email address to which quotes are sent
search{Subject}Quotes | list {subject} quote | Search {subject} quotes | topic! author? limit? | +
get{Subject}Quote | get {subject} quote | Get the text of a {subject} quote | language? | + views
get{Subject}QuoteOfTheDay | - | Get the {subject} quote of the day | date! topic? | topic likes author | daily, day
create{Subject}QuoteList | create quote list | Create a list of {subject} quotes | name! topic? | | favorite, share, save
of quote list: name topic created
list{Subject}QuoteLists | list quote list | List the lists of {subject} quotes | topic! sort? |
create{Subject}QuoteImage | create quote picture | Create a picture of a {subject} quote | quote_id! color! size? | | image*, imagery
of quote picture: color image_url created

kind advice | advice
of advice slip: topic likes published
: topic | enum friendship;money;work;travel;patience;health | Topic of the advice
: wording | string Drink more water; Write it down; Ask twice; Sleep on it | Text of the advice
searchAdvice | list advice slip | Search advice slips | topic! limit? | +
getAdviceSlip | get advice slip | Get the text of an advice slip | language? | + views
getAdviceOfTheDay | - | Get the advice of the day | date! | topic likes
submitAdvice | create advice slip | Submit a new advice slip | topic! wording! | topic status created
rateAdviceSlip | create advice rating | Rate an advice slip | advice_slip_id! rating! |
of advice rating: rating created

kind jokes | joke*, humor, humour, blagues, memes
of {subject} joke: category rating likes published
: category | enum puns;programming;animals;school;office;holidays | Category of the joke
: wording | string Why did the book join the police; What do clouds wear; A duck walks into a bar | Text of the joke
: safe | bool | Whether children may hear it
: email | email | Email address to which jokes are sent
: frequency | enum daily;weekly | How often a joke is sent
search{Subject}Jokes | list {subject} joke | Search {subject} jokes | category! language? limit? | +
get{Subject}Joke | get {subject} joke | Get the text of a {subject} joke | language? | + safe
get{Subject}JokeOfTheDay | - | Get the {subject} joke of the day | date! category? | category rating likes | day
submit{Subject}Joke | create {subject} joke | Submit a new {subject} joke | category! wording! | category status created
rate{Subject}Joke | create joke rating | Rate a {subject} joke | joke_id! rating! |
of joke rating: rating created
subscribeTo{Subject}Jokes | create joke subscription | Subscribe to {subject} jokes | email! frequency! |
of joke subscription: frequency email created

kind memes | meme*, imgflip
of meme template: title captions_needed views rating
: captions_needed | int 1..4 | How many lines of words it takes
: format | enum image macro;reaction;comic;caption | Kind of the template
: top_line | string When it is Monday; Me before lunch; Nobody expects it; One more bug | Words at the top
: bottom_line | string and it rains; and then it works; but first coffee; again | Words at the bottom
searchMemeTemplates | list meme template | Search meme templates | format! sort? limit? | +
getMemeTemplate | get meme template | Get the details of a meme template | | + created
createMeme | create meme | Create a meme | meme_template_id! top_line! bottom_line? |
of meme: top_line image_url created
listTrendingMemes | list meme | List memes that are trending | format! days? | title views likes | trending, popular
shareMeme | create meme link | Share a meme | meme_id! format? |
of meme link: url created
: title | string Office cat; Late train; Deep fry; Brave duck | Title of the {thing}

kind recommendations | recommend*, similar, taste*
of recommendation: title kind rating year
: kind | enum movies;shows;books;games;music;podcasts | What is recommended
: title | string The Last Lighthouse; Winter in Porto; Salt Roads; The Quiet Engine | Title
: name | string Weekend list; For the train; Rainy days; With the kids | Name of the {thing}
findSimilarTitles | list recommendation | Find similar titles | kind! title! limit? | +
getRecommendation | get recommendation | Get the details of a recommendation | | + summary
createWatchlist | create watchlist | Create a watchlist | name! kind? |
of watchlist: name kind created
listWatchlists | list watchlist | List watchlists | kind! sort? |
addToWatchlist | create watchlist item | Add a recommendation to a watchlist | watchlist_id! recommendation_id! |
of watchlist item: status created

kind astrology | astrolog*, horoscope*, natal, vedic, zodiac, sky
of horoscope: sign mood lucky_number date
: sign | enum Aries;Taurus;Gemini;Cancer;Leo;Virgo;Libra;Scorpio;Sagittarius;Capricorn;Aquarius;Pisces | Sign of the zodiac
: mood | enum happy;calm;curious;restless | Mood
: lucky_number | int 1..99 | Lucky number
: birth_date | date | Date of birth
: house_system | enum Placidus;Koch;Whole Sign | House system
: element | enum fire;earth;air;water | Element
: partner_sign | enum Aries;Taurus;Gemini;Cancer;Leo;Virgo;Libra;Scorpio | Sign of the partner
getDailyHoroscope | - | Get the daily horoscope | sign! date! | mood lucky_number color
listHoroscopes | list horoscope | List horoscopes | sign! month! | +
getHoroscope | get horoscope | Get the text of a horoscope | language? | + color
createNatalChart | create natal chart | Create a natal chart | birth_date! @place! house_system? | | natal, birth
of natal chart: birth_date element created
checkCompatibility | - | Check the compatibility of a sign | sign! partner_sign! | score mood
listSkyEvents | list sky event | List events in the sky | sign! start_date? |
of sky event: name starts element

kind phrases | phrase*, buzz, excuse*, sounding
of phrase: topic words length
: topic | enum meetings;deadlines;homework;strategy;software;family | What it is about
: words | int 3..30 | Number of words
: length | enum short;medium;long | Length
: tone | enum serious;funny;vague | Tone
generatePhrase | - | Generate a phrase for a topic | topic! tone? | words length
searchPhrases | list phrase | Search phrases | topic! tone? limit? | +
getPhrase | get phrase | Get the text of a phrase | language? | + likes
ratePhrase | create phrase rating | Rate a phrase | phrase_id! rating! |
of phrase rating: rating created
submitPhrase | create phrase | Submit a new phrase | topic! wording! | topic status created
: wording | string Let us circle back; The dog ate it; We move the needle | Text of the phrase

kind characters | star wars, star trek, thrones, rings, harry potter, breaking bad, doctor who, burgers, final space, vampire, ice and fire, character*, universe, villains, actors, cast
of {subject} character: name gender species power appearances
: gender | enum female;male;other;unknown | Gender
: species | enum human;alien;robot;spirit;animal | Species
: power | int 1..100 | Power
: appearances | int 1..120 | Number of appearances
: role | enum hero;villain;mentor;sidekick | Role
: place_name | string Old Castle; Moon Base; Silver City; Deep Forest | Name of the place
search{Subject}Characters | list {subject} character | Search {subject} characters | role! gender? limit? | +
get{Subject}Character | get {subject} character | Get the details of a {subject} character | | + role
list{Subject}Places | list {subject} place | List {subject} places | species! sort? |
of {subject} place: name population appearances
list{Subject}Episodes | list {subject} episode | List the {subject} episodes of a character | character_id! year? |
of {subject} episode: title rating duration published
compare{Subject}Characters | create character duel | Compare a {subject} character with another role | character_id! role! |
of character duel: score role created
rate{Subject}Character | create character rating | Rate a {subject} character | character_id! rating! |
of character rating: rating created

kind concepts | product, concepts, startup, ideas
of product idea: name market rating likes
: market | enum kitchen;office;garden;travel;pets;sport | Market
: price | number 2..400 | Price that it might have
: comment | string I would buy two; nobody needs it; perfect for my aunt | Comment
searchProductIdeas | list product idea | Search product ideas | market! sort? limit? | +
getProductIdea | get product idea | Get the details of a product idea | | + price
generateProductIdea | - | Generate a product idea for a market | market! | rating likes price
rateProductIdea | create idea rating | Rate a product idea | product_idea_id! rating! comment? |
of idea rating: rating comment created
listIdeaComments | list idea comment | List the comments on a product idea | product_idea_id! sort? |
of idea comment: author likes published

kind books | book*, librar*, bibliograph*, covers, metadata, e
of book: title author genre year pages rating
: genre | enum fiction;history;science;poetry;biography;travel;children | Genre
: pages | int 40..900 | Number of pages
: isbn | string | ISBN of the edition
: publisher | string Harbour Press; Old Mill Books; North Quay; Blue Door | Publisher
: binding | enum hardcover;paperback;ebook;audiobook | Binding
: name | string Summer reading; Book club; For the train; Classics | Name of the {thing}
searchBooks | list book | Search {adj} books[ on {api}] | genre! author? language? limit? | +
getBook | get book | Get the details of a book | | + publisher
getBookByIsbn | - | Find the edition of an ISBN | isbn! | title year pages publisher
listEditions | list edition | List the editions of a book | book_id! binding! |
of edition: binding year pages price
listBooksByAuthor | list book | List books | author! sort? | | author*
createReadingList | create reading list | Create a reading list | name! genre? |
of reading list: name genre created
getBookCover | create cover picture | Download the cover of a book | book_id! size? | | cover*
of cover picture: size image_url created

kind scripture | bible, quran, gita, gurbani, papers, scripture, verse*, hadith, holy, ayah
of {subject} verse: chapter verse_number theme translation
: chapter | int 1..114 | Chapter
: verse_number | int 1..176 | Number of the verse
: theme | enum mercy;wisdom;patience;creation;justice;gratitude | Theme
: translation | enum literal;modern;annotated | Translation
: reciter | string Adam Noor; Sara Malik; Yusuf Karim; Lina Haddad | Who recites or reads it
: note | string for the study group; read again; for Friday | Note
search{Subject}Verses | list {subject} verse | Search {subject} verses | theme! translation? language? limit? | +
get{Subject}Verse | get {subject} verse | Get the text of a {subject} verse | language? | + views
get{Subject}Chapter | - | Get a {subject} chapter | chapter! language? | theme quantity duration
list{Subject}Recitations | list {subject} recitation | List the recitations of a {subject} verse | verse_id! |
of {subject} recitation: reciter duration quality
list{Subject}Commentaries | list {subject} commentary | List the commentaries on a {subject} verse | verse_id! language! | | tafsir, explanation, commentar*, authors
of {subject} commentary: author year rating
bookmark{Subject}Verse | create bookmark | Bookmark a {subject} verse | verse_id! note! |
of bookmark: note created

kind poems | poe*, thirukkural, classic
of {subject} poem: title author lines_count theme
: lines_count | int 2..160 | Number of lines
: theme | enum love;nature;war;sea;childhood;virtue | Theme
: form | enum sonnet;ballad;ode;haiku;couplet | Form
: line | string the silver river sleeps; a wind from the north; all the lanterns are lit | Words of a line
search{Subject}Poems | list {subject} poem | Search {subject} poems | theme! form? author? limit? | +
get{Subject}Poem | get {subject} poem | Get the text of a {subject} poem | language? | + form
list{Subject}Poets | list {subject} poet | List {subject} poets | form! |
of {subject} poet: name year records
get{Subject}PoemByLine | - | Find the {subject} poem of a line | line! | title author year
list{Subject}PoemReadings | list poem reading | List the readings of a {subject} poem | poem_id! language? | | recitation*, music
of poem reading: author duration quality

kind artworks | art, museum*, galler*, artist*, rijksmuseum
of artwork: title artist medium year
: medium | enum painting;drawing;sculpture;photograph;print;textile | Medium
: artist | string | Name of the artist
: style | enum baroque;impressionist;modern;medieval;folk | Style
: on_display | bool | Whether it can be seen now
: name | string Blue things; Winter light; Portraits; Sea and ships | Name of the {thing}
searchArtworks | list artwork | Search {adj} artworks | medium! style? artist? limit? | +
getArtwork | get artwork | Get the details of an artwork | language? | + on_display
searchMuseums | list museum | Search {adj} museums | @place! radius? | | museum*, galler*
of museum: name rating distance artworks
: artworks | int 20..9000 | Number of artworks
listExhibitions | list exhibition | List exhibitions | style! start_date? |
of exhibition: title style starts price
createArtworkCollection | create artwork collection | Create a collection of artworks | name! medium? | | user, collect*, curated
of artwork collection: name medium created
listArtworksByArtist | list artwork | List artworks | artist! sort? | | artist*

kind icons | icon*, favicon*, svg
of icon: name style downloads updated
: style | enum outline;filled;rounded;sharp;hand-drawn;animated | Style
: theme | enum food;travel;weather;business;music;nature | Theme
: stroke_width | int 1..4 =2 | Width of the lines in pixels
: format | enum svg;png;ico =svg | File format
: domain | string | Domain of the website
searchIcons | list icon | Search icons[ on {api}] | theme! style? limit? | +
getIcon | get icon | Get the details of an icon | | + theme
downloadIcon | create icon file | Download an icon | icon_id! format! color? size? |
of icon file: format color file_url
listIconSets | list icon set | List sets of icons | style! sort? |
of icon set: name records downloads
getFavicon | - | Get the favicon of a domain | domain! size? | width format image_url | favicon*, website

kind colors | color*, colour*, palette*, pattern*
of palette: name mood likes created
: mood | enum calm;warm;cold;bright;earthy | Mood
: base_color | string | Hex colour value such as #336699
: scheme | enum complementary;analogous;triadic;monochrome | Scheme
: contrast | number 1..21 | Contrast ratio
: hue | int 0..360 | Hue in degrees
searchPalettes | list palette | Search colour palettes | mood! sort? limit? | +
getPalette | get palette | Get the colours of a palette | | + views
generateColorScheme | - | Generate a colour scheme | base_color! scheme! | hue contrast
createPalette | create palette | Create a colour palette | name! mood! | name mood created
: name | string Harbour at dawn; Autumn walk; Candy shop; Old maps | Name of the {thing}
checkContrast | - | Check the contrast of a colour | base_color! size? | contrast valid
listPatterns | list pattern | List patterns | mood! | | pattern*
of pattern: name likes created

kind imagemaker | word cloud, noise, placeholder, template*, image*, generation, clothing
of image template: name layout rating created
: layout | enum banner;card;square;story;poster | Layout
: headline | string Summer sale; Open day; Meet the team; Save the date | Words on the picture
: background | enum white;black;gradient;noise;stripes | Background
: format | enum png;jpg;svg;webp =png | File format
searchImageTemplates | list image template | Search templates for pictures | layout! sort? limit? | +
getImageTemplate | get image template | Get the details of an image template | | + layout
renderImage | create rendered picture | Render a picture from an image template | image_template_id! headline! color? format? |
of rendered picture: headline format image_url created
createPlaceholderImage | create placeholder picture | Create a placeholder picture | width! height! background? | | placeholder, dummy, noise
of placeholder picture: width height image_url
listRenderedImages | list rendered picture | List pictures that were rendered | format! start_date? |
createWordCloud | create word cloud | Create a word cloud | headline! color! | | word, words
of word cloud: color image_url created

kind designers | designer*, creatives, projects, architecture
of design project: title field likes published
: field | enum architecture;photography;branding;illustration;interfaces | Field
: name | string For the kitchen; Shop windows; Typography; Calm rooms | Name of the {thing}
searchDesignProjects | list design project | Search design projects | field! sort? limit? | +
getDesignProject | get design project | Get the details of a design project | | + views
searchDesigners | list designer | Search designers | field! @place |
of designer: name field followers rating
createMoodboard | create moodboard | Create a moodboard | name! field? |
of moodboard: name field created
listSimilarProjects | list design project | List design projects like a given design project | design_project_id! sort! |

kind emojis | emoji*
of emoji: name group popularity
: group | enum smileys;animals;food;travel;objects;symbols | Group
: popularity | int 1..100 | Popularity
: skin_tone | enum light;medium;dark | Skin tone
: mood | enum happy;sad;angry;surprised | Mood
searchEmojis | list emoji | Search emojis | group! mood? limit? | +
getEmoji | get emoji | Get the details of an emoji | skin_tone? | + mood
getRandomEmoji | - | Get a random emoji of a group | group! | popularity mood
listEmojiGroups | list emoji group | List groups of emojis | mood! |
of emoji group: name records
getEmojiSuggestion | - | Suggest an emoji for a message | message! | confidence popularity

kind tracks | music, song*, track*, album*, stream*, catalog
of track: title artist genre year plays
: genre | enum pop;rock;jazz;classical;folk;electronic | Genre of the music
: artist | string | Name of the artist
: plays | int 900..98000 | How often it was played
: name | string Morning run; Late dinner; Road trip; Focus | Name of the {thing}
: mood | enum happy;calm;energetic;sad | Mood
: tempo | int 60..200 | Beats a minute
searchTracks | list track | Search tracks[ on {api}] | genre! artist? year? limit? | +
getTrack | get track | Get the details of a track | | + tempo
searchAlbums | list album | Search albums[ on {api}] | artist! year? |
of album: title artist year rating
listAlbumTracks | list track | List the tracks of an album | album_id! sort! |
createPlaylist | create playlist | Create a playlist[ on {api}] | name! mood? |
of playlist: name mood created
addTrackToPlaylist | create playlist entry | Add a track to a playlist | playlist_id! track_id! | | playlist*, library, libraries
of playlist entry: status created
listNewReleases | list album | List new albums | genre! @country | | store, chart*

kind lyrics | lyric*
of lyric: title artist language views
: artist | string | Name of the artist
: song | string | Title of the song
: line | string walking in the rain; under the paper moon; nine winters gone | Words of a line
: mood | enum happy;sad;angry;romantic | Mood
searchLyrics | list lyric | Search lyrics[ on {api}] | artist! song? language? limit? | +
getLyrics | get lyric | Get the text of a lyric | language? | + mood
getSongByLine | - | Find the song of a line | line! | title artist year
listAnnotations | list annotation | List the annotations of a lyric | lyric_id! sort! |
of annotation: author votes published
submitTranslation | create lyric translation | Submit a translation of a lyric | lyric_id! language! text! |
of lyric translation: language status created

kind concerts | concert*, events, live, bandsintown, songkick
of concert: name artist starts price
: artist | string | Name of the artist
: genre | enum pop;rock;jazz;classical;folk;electronic | Genre of the music
: seats | int 1..8 | Number of seats
: capacity | int 80..9000 | How many people it holds
: email | email | Email address
searchConcerts | list concert | Search concerts[ on {api}] | @place! genre? start_date? limit? | +
getConcert | get concert | Get the details of a concert | | + genre
listVenues | list venue | List venues for concerts | @place! |
of venue: name capacity distance rating
findConcertsByArtist | list concert | Find concerts | artist! start_date? |
trackArtist | create artist alert | Follow an artist | artist! email! |
of artist alert: artist created
reserveSeats | create seat reservation | Reserve seats for a concert | concert_id! seats! |
of seat reservation: seats amount created

kind artists | artist, similar, knowledge
of artist: name genre followers rating
: genre | enum pop;rock;jazz;classical;folk;electronic | Genre of the music
: artist | string | Name of the artist
: decade | enum 1970s;1980s;1990s;2000s;2010s | Decade
searchArtists | list artist | Search artists[ on {api}] | genre! decade? limit? | +
getArtist | get artist | Get the profile of an artist | language? | + decade
findSimilarArtists | list artist | Find artists like a given artist | artist_id! sort! |
listDiscography | list record release | List the releases of an artist | artist_id! year! |
of record release: title year rating
followArtist | create follow | Follow an artist | artist_id! email! |
of follow: email created

kind radio | radio, stations
of radio station: name genre bitrate votes
: genre | enum news;pop;jazz;classical;talk;folk | What is played
: bitrate | int 32..320 | Bit rate in kilobits
: name | string Night Owl; Harbour FM; Kitchen Radio; Slow Mornings | Name of the {thing}
searchRadioStations | list radio station | Search {adj} radio stations | genre! @country language? limit? | +
getRadioStation | get radio station | Get the details of a radio station | | + url
voteForStation | create station vote | Vote for a radio station | radio_station_id! rating! |
of station vote: votes created
addRadioStation | create radio station | Add a new radio station | name! url! genre? | name status created
listStationsByLanguage | list radio station | List radio stations | language! sort? |

kind genres | genre
of music genre: name origin popularity tempo
: origin | enum Europe;Africa;Asia;North America;South America | Where it comes from
: popularity | int 1..100 | Popularity
: tempo | int 60..200 | Beats a minute
: mood | enum happy;calm;energetic;dark | Mood
generateGenre | - | Generate a music genre | mood! | popularity tempo
searchGenres | list music genre | Search music genres | origin! mood? limit? | +
getGenre | get music genre | Get the details of a music genre | | + mood
listRelatedGenres | list music genre | List genres like a given music genre | music_genre_id! sort! |
suggestGenre | create genre suggestion | Suggest a new music genre | name! mood? |
of genre suggestion: name status created
: name | string Velvet Dub; Nordic Swing; Cellar Pop; Rain Folk | Name of the {thing}

kind mastering | mastering, generation, suno
of master: title loudness status created
: title | string Glass Harbour; Nine Winters; Paper Rivers; Copper Moon | Title of the track
: preset_name | enum warm;bright;loud;flat | Preset
: loudness | int -20..-5 | Loudness in LUFS
: prompt | string a calm piano piece; a happy folk song; slow jazz for rain | What the music should be like
: credits | int 0..500 | Credits that are left
createMaster | create master | Create a master of a track | title! preset_name! | +
getMaster | get master | Get the details of a master | | + duration
listMasters | list master | List masters | status! sort? |
generateSong | create generated song | Generate a song | prompt! duration? |
of generated song: duration status created
getCreditBalance | - | Get the balance of credits | month! | credits updated

kind tabs | guitar, tabs, chords
of tab: title artist difficulty rating
: artist | string | Name of the artist
: difficulty | enum easy;medium;hard | Difficulty
: instrument | enum guitar;bass;drums;ukulele | Instrument
: tuning | enum standard;drop D;open G | Tuning
searchTabs | list tab | Search tabs[ on {api}] | instrument! artist? difficulty? limit? | +
getTab | get tab | Get the details of a tab | | + tuning
listTabVersions | list tab version | List the versions of a tab | tab_id! tuning! |
of tab version: author rating published
rateTab | create tab rating | Rate a tab | tab_id! rating! |
of tab rating: rating created
listChords | list chord | List chords | instrument! difficulty? |
of chord: name difficulty

kind shows | show*, tv, television, series, episode*, cast, watchmode, netflix, availability
of show: title genre year rating seasons
: genre | enum comedy;drama;crime;documentary;fantasy;family | Genre
: seasons | int 1..24 | Number of seasons
: season_number | int 1..24 | Number of the season
: provider | enum Netflix;Hulu;Prime Video;Disney Plus;Apple TV | Streaming service
: network | string Channel North; Harbour TV; Studio Nine | Network
: email | email | Email address
searchShows | list show | Search {adj} shows[ on {api}] | genre! year? limit? | +
getShow | get show | Get the details of a show | language? | + network
listEpisodes | list episode | List the episodes of a show | show_id! season_number! |
of episode: title season_number duration rating
listCast | list cast member | List the cast of a show | show_id! sort? | | cast, serial
of cast member: name followers appearances
: appearances | int 1..200 | Number of episodes
findStreamingOffers | list streaming offer | Find streaming offers of a show | show_id! provider! @country | | stream*, netflix, region*
of streaming offer: provider price quality
getTvSchedule | - | Get the television programme of a day | date! network? | title starts duration | programme, schedule
: starts | date | Day on which it begins
followShow | create show alert | Follow a show | show_id! email! | | next
of show alert: status created

kind movies | movie*, film*, cinema
of movie: title genre year rating duration
: genre | enum comedy;drama;thriller;documentary;science fiction;family | Genre
: director | string | Name of the director
: phase | enum Phase 4;Phase 5;Phase 6 | Phase
: name | string Film night; With the kids; Classics; Snow day | Name of the {thing}
: comment | string well played; a little long; wonderful pictures | What somebody says about it
searchMovies | list movie | Search {adj} movies[ on {api}] | genre! year? director? limit? | +
getMovie | get movie | Get the details of a movie | language? | + director
listUpcomingMovies | list movie | List upcoming movies | start_date! genre? | | next, upcoming, countdown
listMovieReviews | list movie review | List the reviews of a movie | movie_id! sort! |
of movie review: author rating published
createMovieList | create movie list | Create a list of movies | name! genre? |
of movie list: name genre created
rateMovie | create movie rating | Rate a movie | movie_id! rating! comment? |
of movie rating: rating comment created

kind videotools | transcode, video editing, render*, watermark*, caption, upload, media processing
of video project: title resolution duration status
: title | string Shop tour; Holiday clip; Product teaser; Garden in May | Title of the {thing}
: resolution | enum 720p;1080p;4K | Resolution
: format | enum mp4;webm;mov | File format
: voice | enum female;male;none | Voice-over
: watermark | string Northfield; Harbour Studio; Draft | Words of the watermark
createVideoProject | create video project | Create a video project | title! resolution! voice? | title resolution status
getVideoProject | get video project | Get the details of a video project | | + created
listVideoProjects | list video project | List video projects | resolution! status? |
renderVideo | create rendered video | Render a video project | video_project_id! format! |
of rendered video: format file_url duration
addWatermark | create watermark | Add a watermark to a video project | video_project_id! watermark! |
of watermark: status created
deleteVideoProject | delete video project | Delete a video project | | status

kind videos | video*, youtube, vimeo, dailymotion, embed, trailers, tiktok
of video: title channel views duration published
: channel | string Kitchen Tales; Slow Travel; Maker Shed; Night Sky | Name of the channel
: topic | enum cooking;travel;music;science;gaming;crafts | Topic
: quality | enum 480p;720p;1080p;4K | Quality
: name | string Watch later; Recipes; Workouts; Talks | Name of the {thing}
: comment | string very helpful; more of this; great light | Text of the comment
searchVideos | list video | Search {adj} videos[ on {api}] | topic! sort? limit? | +
getVideo | get video | Get the details of a video | | + likes
listComments | list video comment | List the comments on a video | video_id! sort! |
of video comment: author likes published
createVideoPlaylist | create video playlist | Create a playlist of videos | name! topic? |
of video playlist: name topic created
postComment | create video comment | Post a comment on a video | video_id! comment! |
getEmbedCode | create embed code | Get the embed code of a video | video_id! width? | | embed*
of embed code: width url created

kind transcripts | transcript*, subtitle*
of transcript: title language words duration
: words | int 80..900 | Number of words
: format | enum txt;srt;vtt;docx | File format
: video_link | url | Address of the video
: title | string Garden tour; Town meeting; Lecture five; Interview | Title of the video
createTranscript | create transcript | Create a transcript of a video link | video_link! language? | title language status
getTranscript | get transcript | Get the text of a transcript | | + created
listTranscripts | list transcript | List transcripts | language! sort? |
exportSubtitles | create subtitle file | Export the subtitles of a transcript | transcript_id! format! |
of subtitle file: format file_url created
summarizeVideo | - | Summarize a video link | video_link! size? | words duration confidence

kind tvprogramme | programme, internet television
of broadcast: title channel starts duration
: channel | enum one;two;news;sport;culture | Channel
: genre | enum film;series;news;sport;children | Genre
: email | email | Email address
listBroadcasts | list broadcast | List {adj} broadcasts | date! channel! genre? | +
getBroadcast | get broadcast | Get the details of a broadcast | | + rating
searchProgrammes | list programme | Search {adj} programmes | genre! sort? |
of programme: title genre year rating
setReminder | create broadcast reminder | Set a reminder for a broadcast | broadcast_id! email! |
of broadcast reminder: status created
getNowPlaying | - | Get the current programme of a channel | channel! | title starts duration
`
