package reply

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"switchyard/mission"
)

// How careful readers told what a call answered, with what made the rules think it wrong. The
// same text with one thing spoilt is wrong.
func TestPlayedReplies(t *testing.T) {
	list := entriesIn(t, "testdata/played.jsonl.gz")
	for _, c := range []struct {
		entry   string
		mission int // from 1
		text    string
		spoilt  []string // old, new, old, new
	}{
		{"s91702.single.multi.clarify.multi-001", 4, "From Palermo to Gdansk there are four direct flights on 21 October 2026 for up to €180 with a checked bag included:\n" +
			"\n" +
			"- FL9780 with Norsewing: 10:10 to 12:15, €92\n" +
			"- FL4388 with Norsewing: 14:25 to 16:30, €148\n" +
			"- FL8496 with Altair: 17:00 to 19:05, €67\n" +
			"- FL8747 with Norsewing: 19:05 to 21:10, €171\n" +
			"\n" +
			"I have asked the airline to move booking QGG839 (Connor Meyer) to the latest one, FL8747. The request is RQ45046 and is waiting for the airline; until it is accepted, the booking stays as it is. The new fare is €171 (old fare €160), plus a fee of €16.",
			[]string{"to the latest one, FL8747", "to the latest one, FL9780", "old fare €160", "old fare €163"}},
		{"s91702.chat.single.multi.clarify-001", 3, "Four parcel shops in Stockholm within 9 km of the centre offer label printing:\n" +
			"\n" +
			"- PS-9296 Nova Laundry, 155 Old Town Lane: 3 km, closes at 22:45, not open on Sundays, 16 free lockers\n" +
			"- PS-6787 Wagner Stationery, 36 Orchard Avenue: 3.8 km, closes at 22:30, open on Sundays, 33 free lockers\n" +
			"- PS-2994 Lindenhof Flowers, 122 Meadow Way: 5.2 km, closes at 18:00, open on Sundays, 10 free lockers\n" +
			"- PS-9185 Amber Kiosk, 116 Beacon Street: 5.9 km, closes at 19:15, open on Sundays, 44 free lockers\n" +
			"\n" +
			"For clothing worth €400 sent to Turkey, the estimate is €8 of duty (2%) and €81.60 of import VAT on €408, so €89.60 in all. It is not binding.",
			[]string{"on €408", "on €418", "€81.60 of import VAT on €408", "€408 of import VAT on €81.60"}},
		{"s91703.multi.clarify.chat.clarify-001", 2, "Done: for reservation CR85012 on 29 March 2026 the driver, Esther Nilsen, will now pick you up at 177 Willow Court in Northolme, still at 10:30, with Fernhollow as destination. The reservation stays confirmed for 7 hours at £406. The fee for the change is a twentieth of the price, that is £20.30, paid to the driver on the day.",
			[]string{"£20.30", "£21.30", "a twentieth", "a tenth"}},
		{"s91703.multi.clarify.chat.clarify-001", 4, "The driver for reservation CR85012 is being replaced by one who speaks Polish as second language; the name follows by text message. The rest stays as it was: 29 March 2026, pickup at 10:30 at 177 Willow Court in Northolme, destination Fernhollow, 7 hours for £406, status confirmed. The fee for this change is again a twentieth of the price, £20.30, paid to the driver on the day.",
			[]string{"£20.30", "£40.60", "a twentieth of the price, £20.30", "£30.20"}},
		{"s91704.single.single.clarify.clarify-001", 2, "Reservation RV62638 has 4 pre-orders, all with the status \"placed\":\n" +
			"- PO9996: dish DS-534, 4 portions at €23.50, €94 in total\n" +
			"- PO4715: dish DS-893, 4 portions at €27, €108 in total\n" +
			"- PO6185: dish DS-110, 2 portions at €26.50, €53 in total\n" +
			"- PO8560: dish DS-422, 1 portion at €18, €18 in total",
			[]string{`"placed"`, `"cancelled"`, `"placed"`, `"confirmed"`}},
		{"s91710.multi.single.chat-001", 1, "The current roster of team 6288 has 4 players:\n" +
			"- **8455** – Golden River: score 391, level 35, joined 2026-08-08\n" +
			"- **3027** – Copper Summit: score 219, level 41, joined 2025-10-31\n" +
			"- **1059** – Winter Market: score 559, level 12, joined 2026-03-26\n" +
			"- **4620** – Bright Lantern: score 831, level 75, joined 2025-03-20\n" +
			"\n" +
			"Joined last: **8455** (Golden River) – score 391, level 35, joined 2026-08-08, 86,240 followers.\n" +
			"\n" +
			"Top scoring: **4620** (Bright Lantern), statistics for season 8 – score 831, level 75, 57 wins.",
			[]string{"**4620** (Bright Lantern), statistics for season 8 – score 831", "**4620** (Bright Lantern), statistics for season 8 – score 931", "Top scoring: **4620** (Bright Lantern)", "Score: 4620 (Bright Lantern)", "score 831, level 75, 57", "score 4620, level 75, 57"}},
		{"s91710.single.chat.clarify.single-001", 1, "I requested the holidays for Sweden in 2018 and got 3 entries back, but without names and with dates in 2026 rather than 2018, so please treat them with caution:\n" +
			"- **HL4485** – starts 2026-05-30, rating 4.7\n" +
			"- **HL5130** – starts 2026-06-09, rating 2.9\n" +
			"- **HL6870** – starts 2026-03-21, rating 4.1",
			[]string{"in 2026", "in 2027"}},
		{"s91710.single.chat.clarify.single-001", 3, "I requested the holidays for India in 2018 and got 3 entries back. As before, they have no names and the dates are in 2026 rather than 2018, so please treat them with caution:\n" +
			"- **HL3493** – starts 2026-04-06, rating 3.2\n" +
			"- **HL6727** – starts 2026-03-14, rating 4.7\n" +
			"- **HL4778** – starts 2026-04-23, rating 3.9",
			[]string{"in 2026", "in 2025"}},
		{"s91803.multi.chat.clarify.single-001", 1, "Request RQ85255 is in: new equipment for workstation WS-7185 on behalf of Ines Nilsen – replacing the damaged desk lamp, the faulty keyboard and the broken footrest – wanted on 4 May 2026, with a cost limit of €450. It is now waiting for approval; the lead time is 4 days.\n" +
			"\n" +
			"The store in Wharf House holds 27 footrests, 2 of them reserved, so 25 are free. The next delivery comes on 20 April 2026.",
			[]string{"25 are free", "24 are free", "25 are free", "29 are free", "25 are free", "25 are lost", "2 of them reserved", "25 of them reserved", "27 footrests", "25 footrests"}},
		{"s91803.clarify.chat.multi.chat-001", 3, "Voucher VC-CCD953 has been issued and sent to martin.nakamura@mailbox.org: €4.25 off a main course at restaurant FR-373, minimum order €22, valid until 4 November 2026.\n" +
			"\n" +
			"On an order worth €73.50, €78.75 is left to pay: €4.25 comes off and €9.50 is added for delivery.\n" +
			"\n" +
			"There are four questionnaires about menus in Rome:\n" +
			"\n" +
			"- QN-949 Aftertaste: 12 questions, 6 minutes, €8.75\n" +
			"- QN-634 Dishcloth: 24 questions, 12 minutes, €6.50\n" +
			"- QN-913 Suppertime: 18 questions, 9 minutes, €4.50\n" +
			"- QN-227 Breadcrumbs: 20 questions, 10 minutes, €6",
			[]string{"€78.75 is left to pay: €4.25", "€79.75 is left to pay: €4.25", "€78.75 is left to pay: €4.25", "€73.50 is left to pay: €4.25", "€78.75 is left to pay: €4.25", "left to pay: €4.25", "€4.25 comes off", "€6.25 comes off"}},
		{"s93205.single.single-001", 1, "Moving booking XXE232 to flight FL5391 compares as follows:\n" +
			"- Old fare: €82\n" +
			"- New fare: €187\n" +
			"- Rebooking fee: €8.20\n" +
			"- New fare and fee together: €195.20\n" +
			"\n" +
			"With the old fare of €82 set off, you would have €113.20 left to pay. Nothing has been moved.",
			[]string{"New fare and fee together: €195.20", "Rebooking fee in pounds: €195.20", "together: €195.20", "together: €196.20", "New fare: €187", "New fare: €195.20"}},
		{"s93205.single.single-001", 2, "I've added a suitcase of 17 kg and a rucksack of 17 kg to booking XXE232, for Nora Laurent on flight FL4985 (11 April 2026, 13:05). Each piece costs €38, so €76 for both, paid when the bags are handed in.",
			[]string{"€76 for both", "€86 for both", "€76 for both", "€67 for both"}},
		{"s95703.clarify.clarify.clarify.clarify-001", 2, "The handover note for shift SH14407 on 22 October 2026 is written: HN60878, with the key register (urgent), the visitor list (important) and the lift inspection (routine). The handover is at 21:00 and takes 17 minutes. The note is left in the shift office, need not be signed and is still unconfirmed.",
			[]string{"on 22 October 2026", "on 23 October 2026"}},
		{"s95704.clarify.clarify-001", 1, "No, print job PJ15805 is printed on one side of the paper only.",
			[]string{"No, print job PJ15805 is printed on one side of the paper only", "Yes, print job PJ15805 is printed on the paper"}},
		{"s95705.multi.multi-001", 1, "There are four Indian restaurants of ours in Sligo, all with outdoor seating:\n" +
			"- Juniper & Rye (RT-6991): rating 4.9, €42.50 on average, 2 minutes' walk from the main station, 90 places\n" +
			"- Sorrel & Salt (RT-8274): 4.8, €30, 3 minutes, 119 places\n" +
			"- Pelican House (RT-4138): 3.6, €39, 22 minutes, 88 places\n" +
			"- Wren's Table (RT-1576): 3.6, €39, 20 minutes, 107 places\n" +
			"\n" +
			"Juniper & Rye has the highest rating. Its head chef is Gustav Johansson, it is known for the tasting menu, and there is step-free access. Your children are welcome: there are pencils and paper at the door, and small portions of every dish for those under ten.",
			[]string{"under ten", "under twelve"}},
		{"s95706.clarify.clarify.clarify.clarify-001", 1, "There are four direct flights from Dubrovnik to Hamburg on 26 May 2026:\n" +
			"- FL2092 (Aurora Air): 9:25 to 11:50 am, €98, no checked bag\n" +
			"- FL7258 (Aurora Air): 9:25 to 11:50 am, €121, no checked bag\n" +
			"- FL8514 (Altair): 9:45 am to 12:10 pm, €96, checked bag included\n" +
			"- FL6038 (Castellan Air): 5:05 to 7:30 pm, €152, checked bag included",
			[]string{"5:05 to 7:30 pm", "5:05 to 7:30 am", "5:05 to 7:30 pm", "6:05 to 7:30 pm"}},
		{"s95801.clarify.clarify.clarify.clarify-001", 2, "Pacewell (CS-392) could collect a parcel between 12 noon and 2.30 pm on 27 June 2026; 2 slots are left.",
			[]string{"12 noon", "12 midnight"}},
		{"s95805.clarify.clarify-001", 1, "There are no extras on booking BK65772.",
			[]string{"There are no extras on booking", "There are two extras on booking"}},
		{"s96006.multi.multi.multi.multi-001", 4, "If ordered today with standard delivery, the red Fjell Basic (P-8882) would arrive in Limerick on Wednesday, 21 October 2026, for €9, and in Athlone on Thursday, 22 October 2026, for €8.50. " +
			"So Limerick is a day earlier and 50 cents dearer.",
			[]string{"50 cents", "60 cents", "50 cents", "50 euros"}},
		{"s96103.multi.multi.multi.multi-001", 1, "We have three restaurants with Mexican cuisine in Waterford:\n" +
			"- Mulberry Hall (RT-5648): rated 4.5, average bill €26.50, 24 minutes' walk from the main station, 110 places, no outdoor seating\n" +
			"- Marigold Rooms (RT-7256): rated 4.2, average bill €42.50, 22 minutes' walk, 103 places, outdoor seating\n" +
			"- Sorrel & Salt (RT-5591): rated 4.2, average bill €39, 25 minutes' walk, 106 places, outdoor seating\n" +
			"\n" +
			"Mulberry Hall has the best rating and the lowest average bill; the other two have outdoor seating.\n" +
			"\n" +
			"The closest to the station is Marigold Rooms (RT-7256). On Monday, August 24th, it is open from 11:00 to 23:00, and the kitchen takes orders until 21:45.\n" +
			"\n" +
			"Marigold Rooms serves Mexican cuisine in Waterford, under head chef Alice Lang, and is known for its long wine list. It has 103 places, outdoor seating and step-free access. The average bill is €42.50 a guest, the rating 4.2 out of 5, and it is 22 minutes on foot from the main station.",
			[]string{"the other two have outdoor seating", "it has outdoor seating"}},
		{"s96103.multi.multi.multi.multi-001", 3, "These tables at Mulberry Hall (RT-5648) are free for four people.\n" +
			"\n" +
			"Friday, 11 September:\n" +
			"- TB-696: bar, 6 seats, from 17:55 for 145 minutes, deposit €34\n" +
			"- TB-989: gallery, 6 seats, from 18:30 for 140 minutes, deposit €32\n" +
			"- TB-285: gallery, 4 seats, from 19:00 for 135 minutes, deposit €23\n" +
			"\n" +
			"Monday, 28 September:\n" +
			"- TB-535: gallery, 8 seats, from 17:30 for 140 minutes, deposit €40\n" +
			"- TB-769: alcove, 8 seats, from 17:35 for 115 minutes, deposit €41\n" +
			"- TB-397: alcove, 4 seats, from 18:20 for 110 minutes, deposit €24\n" +
			"- TB-892: bar, 6 seats, from 18:35 for 130 minutes, deposit €32\n" +
			"\n" +
			"In comparison, the lowest deposit is €23 on the 11th (TB-285) and €24 on the 28th (TB-397). The longest stay is 145 minutes on the 11th (TB-696) and 140 minutes on the 28th (TB-535). The 28th has more tables and earlier ones, and the only ones in the alcove.",
			[]string{"€23 on the 11th", "€23 on the 12th", "€24 on the 28th", "€57 on the 28th"}},
		{"s96104.clarify.clarify.clarify-001", 2, "These are the utility bills of tenancy TN778483 for August 2026:\n" +
			"\n" +
			"- BL742102, electricity: €92, due 9 November 2026, open\n" +
			"- BL375658, sewage: €43, due 10 November 2026, paid\n" +
			"- BL118687, gas: €25, due 7 November 2026, open\n" +
			"- BL922627, hot water: €62, due 4 November 2026, open\n" +
			"- BL975503, water: €50, due 10 November 2026, open\n" +
			"\n" +
			"All were issued on 1 September 2026. The four open ones come to €229 together.",
			[]string{"come to €229", "come to €239"}},
		{"s96105.clarify.clarify.clarify-001", 1, "I have added a golf bag of 18 kg and a holdall of 18 kg to booking DSH387 (Bruno Almeida, flight FL1980 with Aurora Air on 28 December 2026 at 18:25). Each piece costs €38, so €76 in all, which is paid when the bags are handed in.",
			[]string{"so €76 in all", "so €86 in all", "so €76 in all", "so €114 in all"}},
		{"s96106.chat.chat.chat.chat-001", 4, "Please have it moved: the engineer needs one metre of free space, so a cupboard in front of the boiler has to be out of the way.",
			nil},
		{"s96204.clarify.clarify.clarify-001", 1, "If you are late, your table TB-157 at restaurant RT-3457 is held for 15 minutes after your arrival time, 18:45 on 27 October 2026 (reservation RV12252). Please note that the reservation is still waiting for the deposit of €41: without it, the table is kept only until 24 hours before the meal, that is until 18:45 on 26 October.",
			[]string{"18:45 on 26 October", "18:45 on 24 October", "until 24 hours before the meal, that is until 18:45 on 26 October", "until 18:45 on 26 October"}},
		{"s96205.multi-001", 1, "There are five dishes in regular portions. The quickest is the Penne Arrabbiata (MI-828) and the lightest is the Burger Deluxe (MI-164).\n\n" +
			"To order one, tell me which dish you want, how many portions, your reservation code and the time at which it should be brought (between noon and 10.45 pm).",
			[]string{"10.45 pm", "11.20 pm", "To order one, tell me which dish you want, how many portions, your reservation code and the time at which it should be brought (between noon and 10.45 pm)", "It is ready at 10.45 pm"}},
		{"s96503.multi.multi-001", 1, "Five people are invited to meeting MTG79661 (\"Security drill\"): Diana Okafor and Isabel Reyes (both required) have accepted, while Henry Schneider and Olivia Marino (both required) and Amara Silva (optional) have not answered yet. The meeting has been moved to 6 August 2026 at 15:00; it lasts 55 minutes in room MR-186 and is still tentative.",
			[]string{"Diana Okafor", "Diana Silva", "and Amara Silva (optional)", "and another person (optional)"}},
	} {
		i := slices.IndexFunc(list, func(e *mission.Entry) bool { return e.ID == c.entry })
		if i < 0 {
			t.Errorf("no entry %s", c.entry)
			continue
		}
		check := func(text string) []Problem { return New().Check(list[i], c.mission-1, text) }
		if problems := check(c.text); len(problems) > 0 {
			t.Errorf("%s#%d: %v\n%s", c.entry, c.mission, problems, c.text)
		}
		for pair := range slices.Chunk(c.spoilt, 2) {
			text := strings.Replace(c.text, pair[0], pair[1], 1)
			if text == c.text || len(check(text)) == 0 {
				t.Errorf("%s#%d passes with %q", c.entry, c.mission, pair[1])
			}
		}
	}
}

// What a call of the mission was given counts, not what was shown of the thing before.
func TestOlderStates(t *testing.T) {
	list := entriesIn(t, "testdata/played.jsonl.gz")
	i := slices.IndexFunc(list, func(e *mission.Entry) bool { return e.ID == "s91702.single.multi.clarify.multi-001" })
	e := list[i]
	call := &e.Missions[3].Calls[1] // moves a booking that was not shown
	for _, text := range []*json.RawMessage{&call.Arguments, &call.Observation} {
		*text = bytes.ReplaceAll(*text, []byte("QGG839"), []byte("WRT447")) // which was shown with flight FL3229
	}
	e.Missions[3].Request = strings.ReplaceAll(e.Missions[3].Request, "QGG839", "WRT447")
	const right = "I found FL9780, FL4388, FL8496 and FL8747. I have asked the airline to move booking WRT447 to the latest one, FL8747. The request is RQ45046."
	if problems := New().Check(e, 3, right); len(problems) > 0 {
		t.Error(problems)
	}
	for _, other := range []string{"FL9780", "FL4388", "FL1194"} {
		if text := strings.Replace(right, "one, FL8747", "one, "+other, 1); len(New().Check(e, 3, text)) == 0 {
			t.Errorf("passes: %s", text)
		}
	}
}

func TestFractionsIn(t *testing.T) {
	for text, want := range map[string][]float64{
		"a twentieth of the price":               {5},
		"half of it, and two thirds the fare":    {50, 200. / 3},
		"less a tenth that is kept":              {10},
		"three-quarters":                         {75},
		"the third of May, a third driver":       nil,
		"the tenth of them, her second, a fifth": {20},
		"halfway":                                nil,
	} {
		if got := fractionsIn(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// Names answer a request for people only if it asks who they are.
func TestWhom(t *testing.T) {
	for request, want := range map[string]bool{"Who's invited to the meeting?": true, "Please check who has been invited.": true, "Hello! who is driving there": true,
		"Move it, and who was invited?": true, "List the parcels of the colleague who works then.": false, "Show me the whole list.": false} {
		if got := whom.MatchString(request); got != want {
			t.Errorf("%s: %v", request, got)
		}
	}
}
