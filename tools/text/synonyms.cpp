#include "tools/text/words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tools::text {
namespace {

/// Groups of everyday words that people use for one another, or for a thing and its
/// kind. A word may stand in several groups.
constexpr std::string_view groups =
    "grandmother grandma granny gran nana, grandfather grandpa granddad gramps, "
    "mother mom mum mummy mama, father dad daddy papa, parent mother father, "
    "child kid youngster toddler, baby infant newborn, boy lad son, girl lass daughter, "
    "brother sibling, sister sibling, husband spouse partner, wife spouse partner, "
    "family relatives household, uncle aunt relative, friend buddy pal mate companion, "
    "neighbour neighbor, guest visitor attendee invitee, host organiser organizer, "
    "colleague coworker teammate, boss manager supervisor chief head, "
    "employee worker staff personnel, team crew group squad, customer client buyer, "
    "supplier vendor provider seller, contractor builder tradesman, "
    "owner proprietor landlord, tenant renter lodger, doctor physician medic gp, "
    "nurse carer caregiver, dentist orthodontist, patient invalid, "
    "lawyer attorney solicitor counsel, teacher tutor instructor trainer, "
    "pupil student learner, boss employer, chef cook caterer, driver chauffeur, "
    "police officer cop, expert specialist consultant, developer programmer engineer coder, "
    "designer architect, editor copywriter, author writer, reader audience, "
    "user customer consumer, member participant, volunteer helper, "
    "person people folk everybody human, woman lady, man guy fellow gentleman, "
    "dog hound puppy pooch canine, cat kitten kitty feline, horse pony mare, bird fowl, "
    "cow cattle, pet animal, insect bug, plant shrub flower, flower bloom blossom bouquet, "
    "tree wood, garden yard lawn, house home dwelling residence, flat apartment condo, "
    "building structure edifice, room chamber, "
    "bathroom washroom toilet restroom loo lavatory, kitchen galley, bedroom bed, "
    "attic loft, cellar basement, garage carport, roof rooftop, wall partition, "
    "floor ground storey, door entrance entry gate, window pane, stairs staircase steps, "
    "fence railing, furniture furnishings, sofa couch settee, chair seat stool, table desk, "
    "cupboard cabinet wardrobe closet, lamp light, heater heating radiator boiler furnace, "
    "fridge refrigerator freezer, oven stove cooker hob, washer washing laundry, tap faucet, "
    "pipe plumbing, cable wire wiring cord, electricity power current, plug socket outlet, "
    "damp wet moisture humid, mould mold fungus, leak drip, paint painting coat, "
    "tool equipment gear instrument, rent lease, mortgage loan, move relocation relocate, "
    "renovation refurbishment remodel, repair fix mend, trip journey travel voyage tour, "
    "holiday vacation, hotel inn lodging accommodation hostel, "
    "cottage cabin chalet bungalow, tent camping camp, plane aircraft airplane flight, "
    "flight fly, airport airfield, train rail railway, station stop terminal, "
    "bus coach shuttle, car automobile vehicle auto, lorry truck van, bike bicycle cycle, "
    "boat ship vessel ferry catamaran, ferry crossing passage, sail sailing cruise, "
    "port harbour harbor, sea ocean, lake pond, river stream, beach shore coast, "
    "mountain hill peak, forest woods, island isle, road street route highway, "
    "path trail track way, bridge crossing, map chart, ticket fare, "
    "luggage baggage suitcase, passport visa, departure depart leave, arrival arrive, "
    "return comeback, delay postponement, abroad foreign overseas, food meal dish, "
    "breakfast brunch, lunch noon, dinner supper, menu dishes, drink beverage, bread loaf, "
    "cake pastry dessert, meat beef pork, vegetables veg veggie vegetarian, fruit apple, "
    "cheese dairy, allergy allergic intolerance, gluten coeliac celiac, recipe cooking, "
    "restaurant cafe bistro diner, catering caterer buffet, wine beer alcohol, "
    "coffee espresso, ill sick unwell, illness disease sickness, "
    "dizzy woozy giddy lightheaded dizziness, pain ache hurt sore, fever temperature, "
    "medicine drug medication pill tablet, dose dosage, prescription script, "
    "hospital clinic ward, surgery operation, appointment visit, checkup examination, "
    "therapy treatment, injury wound, fall tumble stumble, wheelchair walker, "
    "blood bleeding, heart cardiac, eye sight vision, ear hearing, sleep rest nap slumber, "
    "diet nutrition, weight pounds, exercise workout training, insurance cover coverage, "
    "money cash funds funding, price cost charge fee, bill invoice, pay payment, "
    "pay salary wage wages, cheap inexpensive, expensive costly dear, budget spending, "
    "expense cost outlay, saving savings, save economise, debt owe, loan credit borrow, "
    "grant subsidy funding, donation donate gift contribution, tax taxes vat, "
    "profit gain earnings, loss deficit, income revenue, deposit downpayment, "
    "refund reimbursement, discount rebate reduction, offer quote quotation estimate, "
    "buy purchase acquire order, sell sale, account ledger, bank lender, "
    "reserve buffer cushion, contract agreement deal, sign signature, guarantee warranty, "
    "today now, tomorrow next, yesterday previous, morning breakfast, noon midday, "
    "evening night, night overnight nightly, weekend saturday sunday, week weekly, "
    "month monthly, year annual yearly, spring easter, autumn fall, winter cold, summer hot, "
    "deadline due cutoff, date day, schedule timetable timeline calendar, plan planning, "
    "late delayed overdue, early premature, soon shortly, expire lapse expiry, "
    "postpone defer delay reschedule, cancel abort scrap, begin start commence, "
    "finish end complete conclude, stop halt pause cease, continue proceed resume, "
    "wait hold, hurry rush, duration length, wedding marriage ceremony, "
    "party celebration celebrate, birthday anniversary, meeting conference session, "
    "talk presentation lecture speech, concert gig performance, exhibition exhibit, "
    "festival fair, funeral burial, invitation invite, seat seating chair place, "
    "venue location hall, music song tune, band orchestra, dance ball, "
    "photo photograph picture image portrait snapshot, photographer camera, "
    "video film movie, game match play, prize award, gift present, "
    "decoration decor ornament, dress gown clothes, clothes clothing outfit, ring jewellery, "
    "job work occupation, task assignment chore, project undertaking, school college, "
    "university college, course class lesson, exam test examination, homework assignment, "
    "exercise practice, grade mark, thesis dissertation, paper article, book volume, "
    "chapter section, page sheet, text wording, report summary, "
    "summary overview abstract digest, letter mail envelope, envelope letter post, "
    "note memo, list checklist, form questionnaire, survey poll questionnaire, "
    "research study, experiment trial, result outcome finding, data figures numbers, "
    "number figure count amount, graph chart diagram plot, table spreadsheet, "
    "drawing sketch, draft version, document file, folder directory, archive store, "
    "print printout, translate translation, language tongue, word term, title heading, "
    "name label, vector matrix algebra, computer machine laptop pc, calculator computer, "
    "phone telephone mobile smartphone cellphone, tablet ipad, printer scanner, "
    "screen display monitor, keyboard typing, camera lens, battery charge, "
    "bug defect fault error, error failure exception, crash hang freeze, fail failure break, "
    "fix repair patch, feature functionality capability, release publish ship, "
    "version edition revision, update upgrade refresh, install setup deploy, "
    "deployment rollout, server host machine, database db storage, table relation, "
    "backup copy snapshot, restore recover recovery, migrate migration move port, "
    "login signin password credentials, password passphrase secret, user account, "
    "permission access right, encrypt encryption, security safety, privacy confidentiality, "
    "network connection, internet web online, website site page, link url, email mail, "
    "message notification, request query, response reply answer, queue buffer, "
    "full overflow, empty blank, thread process, memory ram, disk drive, cache buffer, "
    "speed performance fast, slow sluggish latency, latency delay lag, throughput bandwidth, "
    "load traffic, log journal, test check, build compile, code source program, "
    "script program, library package dependency, framework toolkit, "
    "config configuration settings, setting option preference, parameter argument, "
    "interface api, button control, dialog popup, style format layout, color colour, "
    "font typeface, icon symbol, branch fork, merge combine join, commit checkin, "
    "review inspection, comment remark, push enqueue send, pull fetch, add insert append, "
    "remove delete erase drop, change modify alter edit, rename relabel, "
    "replace swap substitute, split divide separate, sort order, search find lookup, "
    "filter select, import load, export dump, print output, show display, hide conceal, "
    "open unlock, close shut, lock mutex, run execute, loop iterate, wait block, "
    "decide decision choose choice, choose pick select, option alternative choice, "
    "agree approve accept consent, approval consent permission clearance, "
    "reject refuse decline deny, allow permit, forbid ban prohibit, rule regulation policy, "
    "law statute legislation, duty obligation, need require demand, "
    "requirement demand condition, condition term, goal aim target objective, "
    "purpose reason, reason cause, why reason, problem trouble issue difficulty, "
    "risk danger hazard threat, danger peril, ruin spoil wreck, damage harm, safe secure, "
    "question query, ask enquire inquire, know learn, understand grasp, explain clarify, "
    "tell inform notify, say state, announce declare, promise pledge, warn caution alert, "
    "remind reminder, suggest propose recommend, proposal suggestion, idea concept, "
    "opinion view, fact truth, guess estimate, doubt uncertain, sure certain, "
    "true correct right, wrong incorrect mistaken, mistake slip, possible feasible, "
    "impossible infeasible, important crucial essential, urgent pressing, big large huge, "
    "small little tiny, more additional extra, fewer less, enough sufficient, many numerous, "
    "few several, whole entire complete, part piece portion, half middle, "
    "middle centre center, side edge, top upper, bottom lower, inside interior, "
    "outside exterior outdoor, near close, far distant, high tall, low short, long lengthy, "
    "short brief, wide broad, narrow tight, heavy weight, light lightweight, hard difficult, "
    "easy simple, new recent, old former, young junior, good fine, bad poor, best ideal, "
    "strong sturdy, weak feeble, quick fast rapid, quiet silent noise, loud noisy noise, "
    "noise sound, hot warm, cold cool chilly, dry arid, wet rain, rain storm thunderstorm, "
    "wind storm gale, weather forecast, fire burn blaze, flood water, snow ice, "
    "sun sunshine, get obtain receive, give hand provide, take carry, bring fetch deliver, "
    "deliver delivery shipment, send dispatch post mail, receive get, keep retain hold, "
    "put place, place location spot, lift raise, raise increase, increase rise growth, "
    "reduce decrease cut lower, grow expand, shrink contract, open start, "
    "make create produce, build construct, break smash, destroy demolish, clean tidy, "
    "wash rinse, cut trim, join attach connect, connect link, attach fasten, fit suit, "
    "suit match, match correspond, compare contrast, measure gauge, count number, "
    "calculate compute, check verify inspect, control manage, lead guide, follow track, "
    "help assist support, assist aid, protect guard, watch observe monitor, look view, "
    "see view, hear listen, read study, write draft compose, draw sketch, speak talk, "
    "call phone ring, ring phone, meet gather, visit come, go travel, walk stroll hike, "
    "hike hiking trek, run jog, drive ride, swim bathe, climb ascend, sit seat, stand rise, "
    "eat dine, drink sip, cook bake, play perform, sing choir song, win victory, lose loss, "
    "share split, borrow lend loan, lend loan, hire employ recruit, dismiss fire, "
    "retire pension, apply application, register registration enrol, "
    "book reserve booking reservation, reserve reservation, arrange organise organize, "
    "prepare ready preparation, ready prepared, use utilise utilize employ, try attempt, "
    "succeed success, achieve reach, improve enhance, solve resolve, avoid prevent, "
    "prevent stop, cause trigger, happen occur, depend rely, belong own, own possess, "
    "contain include, cover include, replace substitute, store shop, "
    "shop market supermarket, market fair, town city municipality, village hamlet, "
    "country nation, area region zone, border frontier, address location, office bureau, "
    "factory plant, church chapel, museum gallery, library books, theatre theater stage, "
    "cinema movies, park playground, pool swimming, gym fitness, farm field, "
    "organ pipes instrument, piano keyboard, guitar strings, violin strings";

/// Where a word stands in `groups`.
struct Place {
    std::string_view word;
    std::string_view group;
};

/// Calls visit(part) for each part between separators.
template <class F>
void each_part(std::string_view text, std::string_view separator, F visit) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        visit(text.substr(0, end));
        text.remove_prefix(std::min(end + separator.size(), text.size()));
    }
}

/// All words by spelling, worked out once.
const std::vector<Place>& places() {
    static const std::vector<Place> all = [] {
        std::vector<Place> out;
        each_part(groups, ", ", [&](std::string_view group) {
            each_part(group, " ", [&](std::string_view word) { out.push_back({word, group}); });
        });
        std::sort(out.begin(), out.end(),
                  [](const Place& a, const Place& b) { return a.word < b.word; });
        return out;
    }();
    return all;
}

constexpr std::size_t kept_by_stems = 3;  ///< letters that no English stem changes

}  // namespace

std::vector<std::string> Analyzer::related(std::string_view stem) const {
    std::vector<std::string> out;
    if (!english_ || stem.size() < kept_by_stems) return out;
    const std::string_view start = stem.substr(0, kept_by_stems);
    auto at =
        std::lower_bound(places().begin(), places().end(), start,
                         [](const Place& place, std::string_view s) { return place.word < s; });
    for (; at != places().end() && at->word.substr(0, kept_by_stems) == start; ++at) {
        if (this->stem(at->word) != stem) continue;
        each_part(at->group, " ", [&](std::string_view word) {
            auto other = this->stem(word);
            if (other != stem && std::find(out.begin(), out.end(), other) == out.end())
                out.push_back(std::move(other));
        });
    }
    return out;
}

}  // namespace tools::text
