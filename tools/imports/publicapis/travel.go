package publicapis

// apiTravelLines is the kinds of places, maps, transport and vehicles.
const apiTravelLines = `
kind iplookup | ip, ips, visitor*, geolocat*, locate
of saved lookup: address city created
: address | string 81.45.112.9; 92.61.140.22; 109.33.120.41; 188.27.101.7 | IP address
: ip_address | string 81.45.112.9; 92.61.140.22; 109.33.120.41; 188.27.101.7 | IP address
: provider | string Harbour Net; Northline; River Fibre | Internet provider
: proxy | bool | Whether it is a proxy
: label | string login at night; new order; support call | Note on the lookup
locateIpAddress | - | Get the location of an IP address | ip_address! language? | city country latitude longitude
getIpTimezone | - | Get the time zone of an IP address | ip_address! | timezone time
checkProxy | - | Check the risk of an IP address | ip_address! days? | risk confidence proxy | proxy, vpn, privacy, tor, security, risk, reputation
: days | int 1..90 =30 | Days to look back
saveIpLookup | create saved lookup | Save a lookup of an IP address | ip_address! label! | label city created
listIpLookups | list saved lookup | List saved lookups of IP addresses | @country! start_date? limit? | +
getIpLookup | get saved lookup | Get the details of a saved lookup | | + provider
getIpCurrency | - | Get the currency of an IP address | ip_address! | currency country | currency
getNetworkOwner | - | Get the provider of an IP address | ip_address! | provider country | isp, network, asn, provider

kind geocode | geocod*, reverse, forward, coordinates, address*, autocomplete
of place match: label latitude longitude confidence
: label | string Mill Street 4; Station Square; Old Market 12; Harbour Road 31 | Address as it is written
: place_type | enum street;house;city;postcode | Kind of the match
: words | string table.lamp.river; green.stone.bread; music.early.boat | Three words
: name | string Customers; Branches; Deliveries; Partners | Name of the {thing}
geocodeAddress | - | Geocode an address | address! @country | latitude longitude confidence
reverseGeocode | - | Get the address of a point | latitude! longitude! language? | address postcode confidence
searchAddresses | list place match | Search {adj} addresses | @place! place_type? limit? | +
getAddressDetails | get place match | Get the details of a place match | | + place_type
autocompleteAddress | list place match | Suggest addresses | address! limit? | | autocomplete, suggest*
createGeocodingBatch | create geocoding batch | Create a batch of addresses | name! email! | | batch, bulk
of geocoding batch: name status created
getCoordinatesOfCity | - | Get the coordinates of a city | @place! | latitude longitude population | city
getThreeWords | - | Get the three words of a point | latitude! longitude! | words | three

kind postcodes | postcode*, zip, postal, pincode, pin
of postcode area: postcode population distance
: postcode | string 10115; 28013; 75004; 1100-148 | Postal code
: other_postcode | string 20095; 08001; 69002; 4000-322 | Another postal code
: constituency | string North Harbour; River Valley; East Hills | Constituency
: deliveries | int 1..6 | Deliveries a week
lookUpPostcode | - | Find a postcode | postcode! @country | city latitude longitude
searchPostcodes | list postcode area | Search {adj} postcodes | @place! limit? | +
getPostcodeArea | get postcode area | Get the details of a postcode area | | + constituency
getPostcodeDistance | - | Calculate the distance between postcodes | postcode! other_postcode! | distance duration | distance, radius
listNearbyPostcodes | list postcode area | List postcodes in the neighbourhood | postcode! radius! |
validatePostcode | - | Check a postcode | postcode! @country | valid city
listPostOffices | list post office | List {adj} post offices | @place! | | office*
of post office: name deliveries distance

kind countries | countr*, states, currencies, flags, regions, world
of country: name population area capital
: name | string Portugal; Kenya; Chile; Norway; Vietnam | Name of the {thing}
: capital | string Lisbon; Nairobi; Santiago; Oslo; Hanoi | Capital
: continent | enum Africa;Asia;Europe;North America;South America;Oceania | Continent
: area | int 1..900 | Area in thousands of square kilometres
: calling_code | string +351; +254; +56; +47 | Calling code
searchCountries | list country | Search countries | continent! sort? limit? | +
getCountry | get country | Get the profile of a country | language? | + calling_code
listNeighbours | list country | List the neighbours of a country | country_id! sort! | | border*
listStates | list state area | List the states of a country | country_id! sort! |
of state area: name population
listCities | list town | List the cities of a country | country_id! population? | | cities, city
of town: name population elevation
compareCountryPopulation | - | Compare the population of a continent | continent! year! | population change
getHelloTranslation | - | Get the greeting of a language | language! | words
: words | int 1..4 | Number of words

kind divisions | division*, district*, administrative, provences, state
of division: name level_name population
: level_name | enum province;district;municipality;village | Level
: capital | string Old Harbour; North Market; River Town | Seat of the administration
: area | int 1..900 | Area in square kilometres
searchDivisions | list division | Search {adj} administrative divisions | level_name! @country limit? | +
getDivision | get division | Get the details of a division | language? | + capital
listSubdivisions | list subdivision | List the parts of a division | division_id! level_name! |
of subdivision: name population area
getDivisionOfPoint | - | Find the division of a point | latitude! longitude! | level_name population
getDivisionStatistics | - | Get the statistics of a level | level_name! year! @country | population area

kind maps | map*, marker*, digital, directions
of map: title style markers_count updated
: title | string Summer trip; Bakeries; Old bridges; Delivery zones | Title of the {thing}
: style | enum streets;satellite;terrain;dark | Style
: markers_count | int 0..90 | Number of markers
: zoom | int 1..18 =12 | Zoom level
: label | string meeting point; car park; good coffee; closed | Words at the marker
: mode | enum driving;walking;cycling | Means of travel
: start_address | string | Address at which the way begins
: end_address | string | Address at which the way ends
createMap | create map | Create a map | title! style! @place | title style created
addMarker | create marker | Add a marker to a map | map_id! label! latitude? longitude? |
of marker: label created
listMaps | list map | List maps | style! sort? limit? | +
getMap | get map | Get the details of a map | zoom? | + image_url
getDirections | - | Get the directions | start_address! end_address! mode? | distance duration | direction*, navigation, routing
searchPointsOfInterest | list point of interest | Search points of interest | @place! radius? | | places, poi, details
of point of interest: name rating distance
deleteMap | delete map | Delete a map | | status

kind elevation | elevation, depth, water or land, land, water
of elevation profile: name length highest created
: name | string Sunday ride; Ridge walk; Valley loop; Coast path | Name of the {thing}
: length | number 1..90 | Length in kilometres
: highest | int 10..4000 | Highest point in metres
: dataset | enum SRTM;ASTER;EU-DEM;GEBCO | Data set
: surface | enum land;water | Surface
getElevation | - | Get the elevation of a point | latitude! longitude! dataset? | elevation confidence
checkLandOrWater | - | Check the surface of a point | latitude! longitude! | surface distance
createElevationProfile | create elevation profile | Create an elevation profile | name! length! | name created
listElevationProfiles | list elevation profile | List elevation profiles | dataset! sort? | +
getElevationProfile | get elevation profile | Get the details of an elevation profile | | + elevation

kind places | place*, cities, city, geographical, heat, points
of {adj} place: name place_type population elevation
: place_type | enum city;village;lake;mountain;river;island | Kind of place
: theme | enum food;nature;history;nightlife;family | What it is good for
: comment | string a lovely market; very quiet; good for a day | Comment
searchPlaces | list {adj} place | Search {adj} places | place_type! @country limit? | +
getPlace | get {adj} place | Get the details of a {adj} place | language? | + timezone
listNearbyPlaces | list {adj} place | List {adj} places in the neighbourhood | @place! radius! |
listPlacePhotos | list place photo | List the photos of a {adj} place | place_id! theme! |
of place photo: title likes published
reviewPlace | create place review | Review a {adj} place | place_id! rating! comment? |
of place review: rating comment created

kind routes | rout*, directions, isochrones, navigation, turn
of route: name distance duration stops
: name | string To the office; Sunday loop; Deliveries; Airport run | Name of the {thing}
: start_address | string | Address at which the route begins
: end_address | string | Address at which the route ends
: mode | enum driving;walking;cycling;bus | Means of travel
: avoid | enum tolls;ferries;motorways | What is avoided
: stops | int 0..12 | Number of stops
: minutes | int 5..60 | Minutes
planRoute | create route | Plan a route | start_address! end_address! mode? avoid? | distance duration created
listRoutes | list route | List routes | mode! sort? | +
getRoute | get route | Get the details of a route | | + updated
getTravelTime | - | Get the travel time | start_address! end_address! mode? | duration distance
getReachableArea | - | Get the area that is reachable | @place! minutes! mode? | area
: area | int 2..900 | Area in square kilometres

kind transit | transit, transport, bus*, train*, metro, station*, arrivals, public, railway, subway, stop*
of {adj} stop: name line_name distance
: line_name | string Line 1; Line 4; Line 12; Line 28; Line 60 | Name of the line
: mode | enum bus;tram;metro;train;ferry | Means of transport
: from_stop | string Central Station;Town Hall;University;Harbour | Stop at which the journey begins
: to_stop | string Airport;Old Market;Stadium;Botanical Garden | Stop at which the journey ends
: delay | int 0..45 | Delay in minutes
: platform | string 1; 2; 4; 7 | Platform
: ticket | enum single;day;week;month | Kind of the ticket
: cause | enum works;strike;weather;signal failure | Cause
: transfers | int 0..4 | Number of transfers
searchStops | list {adj} stop | Search {adj} stops | @place! mode? radius? | +
getStop | get {adj} stop | Get the details of a {adj} stop | | + timezone
listDepartures | list departure | List the departures at a {adj} stop | stop_id! mode! date? |
of departure: line_name delay platform
planJourney | create journey | Plan a journey | from_stop! to_stop! date? | | plan, travel, routing
of journey: duration transfers price
listDisruptions | list disruption | List {adj} disruptions | mode! cause? | | delay*, incidents
of disruption: line_name cause delay
getTicketPrice | - | Get the price of a ticket | ticket! mode? @country | price currency
listVehiclePositions | list transit vehicle | List vehicles | line_name! mode? | | position*, vehicles, real, realtime
of transit vehicle: delay speed distance
: speed | int 0..160 | Speed in kilometres an hour

kind flights | flight*, airport*, aviation, travel search
of flight: airline departs arrives price status
: airline | string Harbour Air; Northern Wings; Alba; Blue Coast | Airline
: departs | date | Day of departure
: arrives | date | Day of arrival
: status | enum scheduled;boarding;departed;delayed;cancelled | Status of the flight
: airport_code | string | Airport code (IATA)
: origin | string | City of departure
: destination | string | City of arrival
: cabin | enum economy;premium;business | Cabin
: gate | string A12; B4; C31; D7 | Gate
: delay | int 0..240 | Delay in minutes
: passengers | int 1..9 =1 | Number of passengers
: runways | int 1..6 | Number of runways
searchFlights | list flight | Search flights | origin! destination! departs! cabin? | +
getFlight | get flight | Get the status of a flight | | + gate
listAirports | list airport | List {adj} airports | @country! limit? | | airport*
of airport: name elevation runways
: name | string Harbour Field; North Plains; River Delta; Summit | Name of the {thing}
getAirportDelays | - | Get the delays of an airport | airport_code! date? | delay condition
bookFlight | create flight booking | Book a flight | flight_id! passengers! |
of flight booking: passengers amount status
trackFlight | create flight alert | Track a flight | flight_id! email! | | status, real
of flight alert: status created
listFareHistory | list fare | List past fares | origin! destination! start_date? | | price*
of fare: price date

kind hotels | hotel*, restaurant, booking*, rooms, attraction, rating content
of hotel: name stars price rating distance
: stars | int 1..5 | Number of stars
: check_in | date | Day of arrival
: check_out | date | Day of departure
: guests | int 1..8 =2 | Number of guests
: board | enum room only;breakfast;half board | Board
: beds | int 1..4 | Number of beds
: phone | string | Phone number
searchHotels | list hotel | Search {adj} hotels | @place! check_in? check_out? guests? | +
getHotel | get hotel | Get the details of a hotel | language? | + phone
listRooms | list room | List the rooms of a hotel | hotel_id! board! |
of room: beds price board
bookRoom | create room booking | Book a room | room_id! check_in! guests? |
of room booking: check_in amount status
listHotelReviews | list hotel review | List the reviews of a hotel | hotel_id! sort! |
of hotel review: author rating published
cancelRoomBooking | delete room booking | Cancel a room booking | | status

kind traffic | traffic, road*, 511, cameras
of traffic event: road cause delay starts
: road | string Harbour Tunnel; North Bridge; Ring Road; Old Coast Road; Market Street | Road
: cause | enum accident;works;snow;flood;festival | Cause
: delay | int 2..90 | Delay in minutes
: height_limit | number 2..6 | Height limit in metres
: direction | enum northbound;southbound;eastbound;westbound | Direction
: lanes | int 1..4 | Lanes that are closed
searchTrafficEvents | list traffic event | Search {adj} traffic events | cause! @place road? | +
getTrafficEvent | get traffic event | Get the details of a traffic event | | + lanes
listTrafficCameras | list traffic camera | List {adj} traffic cameras | road! direction? | | camera*
of traffic camera: direction quality updated
getRoadCondition | - | Get the condition of a road | road! date? | condition delay
listBridges | list bridge | List bridges | road! height_limit? |
of bridge: height_limit year
reportTrafficEvent | create traffic event | Report a traffic event | cause! road! direction? | cause road status

kind vessels | vessel*, ais, ship*, marine, sailing, cruise, strait
of vessel: name type_name speed updated
: type_name | enum cargo;tanker;passenger;fishing;tug | Type of the vessel
: name | string Northern Star; Amber Tide; Maria Luz; Silver Gull | Name of the {thing}
: speed | number 0..40 | Speed in knots
: port | string Rotterdam; Santos; Singapore; Piraeus; Bergen | Port
: flag | string Panama; Norway; Greece; Liberia | Flag
: nights | int 2..21 | Number of nights
: cabin | enum inside;outside;balcony;suite | Cabin
searchVessels | list vessel | Search vessels | type_name! flag? limit? | +
getVessel | get vessel | Get the position of a vessel | | + latitude longitude
listPortCalls | list port call | List the port calls of a vessel | vessel_id! start_date! |
of port call: port date
searchCruises | list cruise | Search cruises | port! nights? cabin? | | cruise*, itinerar*
of cruise: name nights price starts
getPortTraffic | - | Get the traffic of a port | port! date! | quantity delay
: delay | int 0..48 | Waiting time in hours
watchVessel | create vessel alert | Track a vessel | vessel_id! email! |
of vessel alert: status created

kind aircraft | aircraft, ads, airborne, registered, n
of aircraft: model operator altitude speed
: model | string A320; B737; ATR 72; Cessna 172 | Model of the aircraft
: operator | string Harbour Air; Northern Wings; Alba; Blue Coast | Operator
: altitude | int 0..41000 | Height in feet
: speed | int 60..950 | Speed in kilometres an hour
: registration | string D-AIMA; CS-TUA; N482AS; G-EZBI | Registration
: airport_code | string | Airport code (IATA)
searchAircraft | list aircraft | Search aircraft in the air | @place! radius? altitude? | +
getAircraft | get aircraft | Get the position of an aircraft | | + registration
lookUpRegistration | - | Find a registration | registration! @country | model operator year
listFlightTracks | list flight track | List the tracks of an aircraft | aircraft_id! date! |
of flight track: distance duration altitude
listArrivals | list arrival | List the arrivals of an airport | airport_code! date! |
of arrival: operator delay
: delay | int 0..240 | Delay in minutes

kind charging | charg*, electric
of charging station: name connector power price distance
: connector | enum Type 2;CCS;CHAdeMO;Schuko | Connector
: power | int 3..350 | Power in kilowatts
: status | enum free;occupied;out of order | Status of the {thing}
: minutes | int 15..180 | Minutes
searchChargingStations | list charging station | Search {adj} charging stations | @place! connector? radius? | +
getChargingStation | get charging station | Get the details of a charging station | | + status
reserveCharger | create charger booking | Reserve a charging station | charging_station_id! date! minutes? |
of charger booking: date status
estimateChargingCost | - | Estimate the cost of charging | power! minutes! connector? | price currency
reportCharger | create charger report | Report the status of a charging station | charging_station_id! status! |
of charger report: status created

kind rides | ride*, car sharing, carpool, uber, deliver*, loyalty, fares
of ride offer: driver price seats departs
: driver | string | Name of the driver
: seats | int 1..6 | Free seats
: departs | date | Day of departure
: start_address | string | Address at which the ride begins
: end_address | string | Address at which the ride ends
: class_name | enum shared;standard;comfort;van | Class of the car
: points | int 0..900 | Points
searchRides | list ride offer | Search rides[ on {api}] | start_address! end_address! departs? seats? | +
getRide | get ride offer | Get the details of a ride offer | | + class_name
estimateFare | - | Estimate the fare of a ride | start_address! end_address! class_name? | price duration
requestRide | create ride request | Request a ride offer | ride_offer_id! seats! |
of ride request: seats status created
cancelRide | delete ride request | Cancel a ride request | | status
getLoyaltyPoints | - | Get the balance of loyalty points | month! | points change | loyalty

kind fuel | fuel, gas, diesel, petrol
of fuel station: name brand price distance
: brand | string Northfuel; Alder; Bluebird; Green Pump | Brand
: fuel_type | enum diesel;petrol;premium;LPG | Fuel
: litres | int 10..90 | Litres
: score | int 1..100 | Score
searchFuelStations | list fuel station | Search {adj} fuel stations | @place! fuel_type! radius? | +
getFuelStation | get fuel station | Get the details of a fuel station | | + updated
getFuelPrice | - | Get the price of fuel | fuel_type! @country | price change
calculateFuelCost | - | Calculate the cost of fuel | fuel_type! litres! @country | amount
listFuelPriceHistory | list fuel price | List the past prices of a fuel station | fuel_station_id! fuel_type! |
of fuel price: price date

kind visas | visa*, passport*, entry, enter
of visa rule: title stay_days cost updated
: passport | string Portugal; Kenya; Chile; Norway; Vietnam | Country that issued the passport
: destination_country | string Japan; Canada; Brazil; Egypt; Thailand | Country of destination
: purpose | enum tourism;business;study;transit | Purpose of the trip
: stay_days | int 5..180 | Days that one may stay
: cost | int 0..300 | Cost in dollars
: required_visa | enum none;on arrival;electronic;embassy | What is needed
checkVisaRequirement | - | Check the visa requirement of a passport | passport! destination_country! | required_visa stay_days cost
searchVisaRules | list visa rule | Search visa rules | destination_country! purpose? limit? | +
getVisaRule | get visa rule | Get the details of a visa rule | language? | + required_visa
listVisaFreeCountries | list free destination | List destinations without a visa | passport! stay_days? |
of free destination: name stay_days
: name | string Japan; Canada; Brazil; Egypt | Name of the country
createVisaAlert | create visa alert | Create an alert on visa rules | passport! destination_country! email! |
of visa alert: status created

kind guides | guide*, audio
of audio guide: title duration price rating
: theme | enum history;art;nature;food;architecture | Theme
: minutes | int 10..180 | Minutes
searchAudioGuides | list audio guide | Search audio guides | @place! theme? language? | +
getAudioGuide | get audio guide | Get the details of an audio guide | language? | + theme
listGuideStops | list guide stop | List the stops of an audio guide | audio_guide_id! language! |
of guide stop: title duration distance
buyAudioGuide | create guide purchase | Buy an audio guide | audio_guide_id! email! |
of guide purchase: amount status
reviewAudioGuide | create guide review | Review an audio guide | audio_guide_id! rating! |
of guide review: rating created

kind restrooms | restroom*
of restroom: name accessible rating distance
: accessible | bool | Whether it is accessible
: feature | enum accessible;unisex;changing table | Feature
: comment | string clean and bright; ask at the bar; behind the library | Comment
searchRestrooms | list restroom | Search restrooms | @place! feature? radius? | +
getRestroom | get restroom | Get the details of a restroom | | + updated
addRestroom | create restroom | Add a restroom | name! feature! @place | name status created
: name | string Old Library; Corner Cafe; Station Hall; City Pool | Name of the {thing}
reviewRestroom | create restroom review | Review a restroom | restroom_id! rating! comment? |
of restroom review: rating created
listRestroomReviews | list restroom review | List the reviews of a restroom | restroom_id! sort! |

kind ferries | ferr*, sailing times
of sailing: vessel departs free_places status
: vessel | string Coastal Queen; Spirit of the Bay; Island Star | Vessel
: departs | date | Day of departure
: free_places | int 0..90 | Places for cars that are free
: from_pier | string Tsawwassen; Swartz Bay; Horseshoe Bay | Terminal of departure
: to_pier | string Duke Point; Departure Bay; Langdale | Terminal of arrival
: status | enum on time;delayed;cancelled;full | Status of the sailing
: cars | int 0..2 =1 | Number of cars
searchSailings | list sailing | Search {adj} sailings | from_pier! to_pier! departs? | +
getSailing | get sailing | Get the details of a sailing | | + duration
getTerminalConditions | - | Get the conditions of a terminal | from_pier! date? | condition free_places
reserveSailing | create sailing booking | Reserve a sailing | sailing_id! cars! |
of sailing booking: cars amount status
listFerryAlerts | list ferry alert | List ferry alerts | from_pier! status? |
of ferry alert: severity starts

kind vehicles | vehicle*, car, cars, specs, make, prices, info, specifications
of vehicle: model make year price horsepower
: make | enum Toyota;Volkswagen;Ford;Renault;Volvo;Kia | Make of the vehicle
: model | string Corolla; Golf; Focus; Clio; V60; Ceed | Model
: horsepower | int 60..600 | Power in horsepower
: fuel_type | enum petrol;diesel;hybrid;electric | Fuel
: vin | string WVWZZZ1JZXW000001; 1FAFP53U37A123456; VF1BB05CF34567890 | Vehicle identification number
: mileage | int 1..900 | Mileage in thousands of kilometres
: image_view | enum front;side;rear;interior | View
searchVehicles | list vehicle | Search {adj} vehicles | make! fuel_type? year? limit? | +
getVehicle | get vehicle | Get the specifications of a vehicle | | + fuel_type
decodeVin | - | Decode a VIN | vin! | make model year
getVehicleValue | - | Estimate the value of a vehicle | make! model! mileage! @country | price change
listVehicleTrims | list trim | List the trims of a vehicle | vehicle_id! year! |
of trim: name price horsepower
listVehiclePhotos | list vehicle photo | List the photos of a vehicle | vehicle_id! image_view! | | image*
of vehicle photo: width image_url

kind recalls | recall*, complaints, safety, nhtsa
of recall: title component severity published
: component | enum brakes;airbags;engine;steering;battery | Component
: make | enum Toyota;Volkswagen;Ford;Renault;Volvo;Kia | Make of the vehicle
: mileage | int 1..300 | Mileage in thousands of kilometres
: complaints | int 1..900 | Number of complaints
: vin | string WVWZZZ1JZXW000001; 1FAFP53U37A123456; VF1BB05CF34567890 | Vehicle identification number
: text | string the brakes squeal; it does not start; the light stays on | Text of the complaint
searchRecalls | list recall | Search vehicle recalls | make! component? year? | +
getRecall | get recall | Get the details of a recall | | + complaints
checkVinRecalls | - | Check the recalls of a VIN | vin! | quantity severity
listComplaints | list complaint | List complaints | make! component! |
of complaint: component mileage published
fileComplaint | create complaint | Submit a complaint on a make | make! component! text! | component status created

kind telematics | telematics, unlock, odometer, remotely
of connected car: name odometer battery updated
: name | string Family car; Van; Blue one; Company car | Name of the {thing}
: odometer | int 1..900 | Odometer in thousands of kilometres
: battery | int 0..100 | Charge of the battery in per cent
: door | enum all;driver;trunk | Door
: range | int 20..700 | Range in kilometres
listConnectedCars | list connected car | List connected cars | status! sort? | +
getConnectedCar | get connected car | Get the state of a connected car | | + range
lockCar | create lock command | Send a command to a connected car | connected_car_id! door! |
of lock command: door status
getTripHistory | list car trip | List the trips of a connected car | connected_car_id! start_date! |
of car trip: distance duration
bookService | create service booking | Book a service for a connected car | connected_car_id! date! @place |
of service booking: date status

kind workshops | shop*, workshop*, repair
of workshop: name rating distance phone
: work | enum paint;dents;brakes;tyres;glass | Kind of the work
searchWorkshops | list workshop | Search auto body shops | @place! work? radius? | +
getWorkshop | get workshop | Get the profile of an auto body workshop | | + address
listWorkshopReviews | list workshop review | List the reviews of a workshop | workshop_id! sort! |
of workshop review: author rating published
requestEstimate | create repair estimate | Request an estimate from a workshop | workshop_id! work! email! |
of repair estimate: work amount status
bookWorkshop | create workshop booking | Book a visit to a workshop | workshop_id! work! date! |
of workshop booking: work date status

kind landingsites | landing, helicopter, drone
of landing site: name surface fee distance
: surface | enum grass;concrete;rooftop | Surface
: fee | int 0..300 | Landing fee
: elevation_limit | int 0..3000 | Highest elevation in metres
searchLandingSites | list landing site | Search landing sites | @place! surface? radius? | +
getLandingSite | get landing site | Get the details of a landing site | | + phone
requestLanding | create landing request | Request a landing at a landing site | landing_site_id! date! |
of landing request: date status
listSiteNotes | list site note | List the notes on a landing site | landing_site_id! sort! |
of site note: author published
getSiteWeather | - | Get the weather at a place | @place! date? | condition wind temperature

kind parcels | parcel*, shipment*, track*, package*, carriers
of parcel: carrier status updated weight
: carrier | enum DHL;UPS;FedEx;USPS;PostNord | Carrier
: status | enum registered;in transit;out for delivery;delivered | Status of the parcel
: weight | number 0..30 | Weight in kilograms
: origin | string | City from which it is sent
: destination | string | City to which it is sent
: event | enum accepted;sorted;loaded;delivered;returned | Event
: service | enum economy;standard;express | Service
listParcels | list parcel | List parcels | carrier! status? limit? | +
getParcel | get parcel | Get the status of a parcel | language? | + destination
listTrackingEvents | list tracking event | List the tracking events of a parcel | parcel_id! start_date! |
of tracking event: event timestamp city
createParcel | create parcel | Create a parcel | carrier! origin! destination! weight? | carrier status created
estimateShippingCost | - | Estimate the cost of shipping | origin! destination! service? weight? | price duration
searchPickupPoints | list pickup point | Search {adj} pickup points | @place! carrier? |
of pickup point: name distance rating
redirectParcel | update parcel | Change the destination of a parcel | destination! | destination status
`
