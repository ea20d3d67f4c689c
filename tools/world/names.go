package world

// The lists below are invented or common names: believable, and nobody's.

var firstNames = []string{
	"Ana", "Ben", "Clara", "David", "Elena", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karin", "Leo", "Marta", "Nils", "Olga", "Pablo", "Rosa", "Simon", "Tara", "Victor", "Wendy", "Yusuf", "Zoe", "Amir", "Bianca", "Carlos", "Diana", "Emil", "Fatima", "George", "Hana", "Ivan", "Julia", "Kenji", "Lucia", "Mateo", "Nadia", "Oscar", "Priya", "Quentin", "Rafael", "Sofia", "Tomas", "Ursula", "Valeria", "William", "Aisha", "Bruno", "Chloe", "Dmitri", "Esther", "Frank", "Gabriela", "Henry", "Isabel", "Jakob", "Katarina", "Liam", "Mei", "Noah", "Olivia", "Peter", "Renata", "Samuel", "Teresa", "Umar", "Vera", "Walter", "Alice", "Boris", "Camille", "Daniel", "Emma", "Fiona", "Gustav", "Helena", "Igor", "Jasmin", "Kofi", "Laura", "Martin", "Naomi", "Omar", "Paula", "Robert", "Sarah", "Theo", "Amara", "Vincent", "Linda", "Marcus", "Nora", "Adam", "Beatriz", "Connor", "Dora", "Edgar", "Freya",
}

var lastNames = []string{
	"Costa", "Wolf", "Chen", "Meyer", "Rossi", "Novak", "Silva", "Haddad", "Okafor", "Larsen", "Dubois", "Moreno", "Kim", "Petrov", "Santos", "Fischer", "Tanaka", "Murphy", "Ortega", "Lindqvist", "Weber", "Ferreira", "Kowalski", "Ibrahim", "Walsh", "Nakamura", "Romano", "Schmidt", "Andersen", "Marino", "Vargas", "Singh", "Bauer", "Lefevre", "Nguyen", "Horvat", "Brandt", "Castillo", "Farah", "Greene", "Hughes", "Ivanova", "Jansen", "Keller", "Lopez", "Mbeki", "Nilsen", "Olsen", "Pereira", "Quinn", "Rivera", "Sato", "Torres", "Ueda", "Vogel", "Watson", "Yilmaz", "Zimmer", "Almeida", "Becker", "Carvalho", "Dimitrov", "Eriksson", "Fontaine", "Gallo", "Hansen", "Iqbal", "Johansson", "Kaya", "Laurent", "Martins", "Neumann", "Oliveira", "Park", "Reyes", "Schneider", "Teixeira", "Usman", "Vasquez", "Wagner", "Abadi", "Bennett", "Cohen", "Diaz", "Evans", "Fuchs", "Garcia", "Hall", "Jensen", "Kruger", "Lang", "Mendes", "Nowak", "Osei", "Price", "Rahman",
}

var streets = []string{
	"Maple Street", "Harbour Road", "King's Lane", "Mill Street", "Station Road", "Orchard Avenue", "Church Street", "Park Row", "River Walk", "Market Square", "Elm Grove", "Garden Street", "Castle Hill", "Bridge Street", "Linden Avenue", "School Lane", "Victoria Road", "North Quay", "Cedar Close", "Meadow Way", "Hill Street", "Rose Gardens", "Abbey Road", "Old Town Lane", "Chestnut Drive", "Canal Street", "Willow Court", "Queen Street", "Beacon Street", "Forest Road",
}

var cities = []string{
	"Lisbon", "Porto", "Madrid", "Barcelona", "Paris", "Lyon", "Berlin", "Hamburg", "Munich", "Vienna", "Zurich", "Milan", "Rome", "Naples", "Athens", "Prague", "Warsaw", "Budapest", "Amsterdam", "Brussels", "Copenhagen", "Stockholm", "Oslo", "Helsinki", "Dublin", "London", "Manchester", "Edinburgh", "Seville", "Valencia",
}

var companies = []string{
	"Northwind Logistics", "Alder & Finch", "Blue Harbour Media", "Cobalt Engineering", "Greenfield Foods", "Halden Software", "Juniper Health", "Kestrel Print", "Larkspur Design", "Marlow Consulting", "Oakline Furniture", "Pinecrest Legal", "Quayside Events", "Redwood Optics", "Silverbrook Energy", "Tamarind Textiles", "Umber Studios", "Vantage Analytics", "Westerly Shipping", "Zephyr Instruments", "Bramble Catering", "Corvid Security", "Dunmore Paper", "Eastgate Motors", "Fernhill Dairy",
}

// mailHosts are of the top-level domain that nobody can have (RFC 2606, section 2).
var mailHosts = []string{
	"mailbox.example", "postbox.example", "inbox.example", "letterbox.example",
}

// phones begin telephone numbers that are kept for stories, and nobody's: those of Ofcom for drama
// in the United Kingdom and those of the Bundesnetzagentur for media productions in Germany. Any
// three digits may follow.
var phones = []string{
	"+44 20 7946 0", "+44 113 496 0", "+44 114 496 0", "+44 115 496 0", "+44 116 496 0", "+44 117 496 0", "+44 118 496 0", "+44 121 496 0",
	"+44 131 496 0", "+44 141 496 0", "+44 151 496 0", "+44 161 496 0", "+44 1632 960 ", "+44 7700 900 ",
	"+49 30 23125 ", "+49 69 90009 ", "+49 40 66969 ", "+49 221 4710 ", "+49 89 99998 ",
}
