package persona

// The parts of a background: what people do, and how they live. [fits] says which of them
// do not go together.

var occupations = []string{
	"a primary school teacher", "a nurse", "a dentist", "a retired engineer", "a retired librarian", "a student of law",
	"a student of biology", "a carpenter", "an electrician", "a freelance translator", "a freelance photographer",
	"a bus driver", "a baker", "a chef", "an architect", "a bookkeeper", "a bank clerk", "a civil servant", "a florist",
	"a gardener", "a goldsmith", "a hairdresser", "a journalist", "a lab technician", "a lawyer", "a mechanic",
	"a midwife", "a museum guide", "a music teacher", "an optician", "a pharmacist", "a physiotherapist", "a plumber",
	"a police officer", "a postal worker", "a programmer", "a psychologist", "a radio editor", "a sales representative",
	"a shop owner", "a social worker", "a sound engineer", "a surveyor", "a tailor", "a tax adviser", "a train driver",
	"a vet", "a web designer", "a wine merchant", "a youth worker", "a stay-at-home parent", "a doctoral student",
	"a football coach", "an events organiser",
}

var circumstances = []string{
	"works nights", "has two small children", "lives alone with a cat", "looks after an elderly mother", "has just moved house",
	"commutes an hour each way", "prefers to settle things in writing", "does everything on the phone between two appointments",
	"plans everything weeks ahead", "leaves everything to the last minute", "shares a flat with three friends",
	"is learning to manage without a car", "keeps every receipt", "has a twin sister abroad", "runs a small choir at weekends",
	"has a dog that hates being alone", "is saving for a house", "is expecting a first child", "organises things for the whole family",
	"came to the country a year ago", "hates telephone queues", "has a broken arm at the moment", "reads everything twice",
	"is getting married soon", "never trusts the first answer", "likes to compare before deciding", "travels light",
	"spends the summers in the country", "has just changed jobs", "helps the neighbours with their paperwork",
	"takes notes of everything", "is used to assistants like this one", "rarely uses services like this one",
	"wears reading glasses and likes short answers", "has little time during the day", "likes to have things in order",
	"never throws a letter away", "is recovering from an operation", "plays chess in the evenings", "counts every penny",
}

// Who works in an office may do what the tools of any office do: tend its shifts, seals and
// desks, print for others and pass on invoices.
var positions = []string{
	"an office manager", "a team leader", "a deputy team leader", "a department head", "a department secretary",
	"an executive assistant", "a team assistant", "an administrative assistant", "a project assistant", "a project manager",
	"an operations manager", "an operations assistant", "a site manager", "a site coordinator", "a personnel officer",
	"a personnel assistant", "an assistant to the management", "an assistant to the board", "a group leader",
	"a unit coordinator", "a facility manager", "an office coordinator", "a business support officer", "an administrator",
	"a back-office clerk", "an assistant in general services", "a front office manager", "a shift coordinator",
}

var officeLives = []string{
	"works from home two days a week", "still learns something new every day", "has been with the company for twenty years",
	"shares an office with four colleagues", "is often on the road", "works part-time",
	"stands in for a colleague on parental leave", "prepares everything for a manager", "keeps every list up to date",
	"has back-to-back meetings", "is moving to another department soon", "dislikes filling in forms",
	"would rather write than ring up", "is responsible for a team of twelve", "coordinates three sites",
	"keeps a tidy desk", "has a deadline this week", "likes to have things in writing",
	"checks everything twice", "tries to get things done at once", "is known for being punctual",
	"never prints more than needed", "is preparing an audit", "works in an open-plan office", "has just been promoted",
	"handles the orders of the whole floor", "commutes by train", "likes short answers", "mentors the trainees",
	"works for two departments at once",
}
