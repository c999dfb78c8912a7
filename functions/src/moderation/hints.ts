import type { Hint } from '../contract/index.ts';
import { foldText, limits, TAGS, type Tag } from '../domain/index.ts';
import { onFirstUse } from '../platform/on-first-use.ts';

/** On folded text, his name as people spell it: Chuk, Noris, N0RR15, N*rris, Chucknorris; and his best-known role. */
const NAME = /\bchuc?k\b|n[o0*]r{1,2}[i1!*][s5$]|\bwalker,? texas/u;
/** Many facts leave his name out: on this site, “he” is him. */
const PRONOUN = /^\P{L}*(?:when(?:ever)? |once,? )?(?:he|his|him)\b/u;

/** On folded text: the man’s own death, illness, faith, politics or family. The facts are about the legend. */
const PRIVATE = new RegExp(
  [
    String.raw`\b(?:norris|chuck|he) (?:is dead|(?:has )?died|passed away|was buried)\b`,
    String.raw`\b(?:norris|chuck)s? (?:(?:cause of )?death|funeral|obituary|illness|faith|church)\b`,
    String.raw`\b(?:norris|chuck)s? (?:family|(?:first |late |ex.)?wife|widow|sons?|daughters?|grandchildren|brothers?)\b`,
    String.raw`\bhis (?:own funeral|obituary|faith|church|late wife|widow)\b`,
    String.raw`\b(?:rest in peace|condolences)\b|^rip,? (?:chuck|norris)\b`,
    String.raw`\b(?:hospitali[sz]ed|diagnosed with|intensive care|cancer patient|stroke victim)\b`,
    String.raw`\b(?:born.again|christians?|baptists?|evangelicals?)\b`,
    String.raw`\b(?:republicans?|democrats?|elections?|abortions?)\b`,
  ].join('|'),
  'u',
);
/** The running joke: he died years ago, but Death does not dare to tell him. */
const DEATH_IN_PERSON = /(?<!\b(?:his|of|norriss?|chucks?) )\bdeath\b|\breaper\b/u;

/** On folded text: what offends without an obscenity. */
const HARM: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:hat(?:es?|ed|ing)|despis\w+|deport\w*|exterminat\w+|gas(?:sed|ses)|kill\w*|beats?|shoots?)(?: \p{L}+){0,2} (?:immigrants?|migrants?|foreigners?|refugees?|jews?|muslims?|mexicans?|arabs?|blacks?|gays?|lesbians?|homosexuals?|transgender|women)\b/u,
    'be hateful',
  ],
  [
    /\b(?:beat\w*|hits?|hitting|slap\w*|punch\w*|chok\w+|strangl\w+|abus\w+)(?: up)? (?:his|her|your|their|the|a)(?: own)? (?:wife|wives|girlfriends?|boyfriend|husband|kids?|child|children|sons?|daughters?|baby|babies|mother)\b/u,
    'be about violence at home',
  ],
];

/** What no fact needs. */
const SPAM: readonly (readonly [RegExp, string])[] = [
  [
    /\bhttps?:|\bwww\.|\b[a-z\d-]+\.(?:com|net|org|info|biz|shop|store|xyz|top|ru|cn)\b|\b[a-z\d-]+\.[a-z]{2,4}\/\w/iu,
    'a link',
  ],
  [/[^\s@]+@[^\s@]+\.\p{L}/u, 'an e-mail address'],
  [/\+\d[\d\s().-]{7,}\d|\(?\b\d{3}\)?[\s.-]+\d{3}[\s.-]+\d{4}\b/u, 'a phone number'],
  [
    /\b\d{1,5} (?:\p{Lu}\p{L}+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Boulevard|Blvd)\b/u,
    'an address',
  ],
  [/(?:![^!]*){4}/u, 'more than three exclamation marks'],
  [/^(?=(?:\P{Lu}*\p{Lu}){10})\P{Ll}*$/u, 'only capitals'],
  [/(\p{L}{1,10})(?:\s*\1){14}/iu, 'the same letters again and again'],
  [/(?:(?!\p{Script=Latin})\p{L}\P{L}*){5}/u, 'letters of another script'],
];

/** What the library mistakes for an obscenity. */
const HARMLESS = [
  'cockpit',
  'cummerbund',
  'dick van dyke',
  'moby dick',
  'penistone',
  'pussycat',
  'shiitake',
];

/** Words that say what a text is about, in lower case and the singular. */
const WORDS: Readonly<Record<Tag, string | null>> = {
  animals:
    'alligator animal bear bee beehive bird bison bull camel cat cattle chicken cobra cow coyote crocodile deer dog donkey dove duck eagle elephant fish fly frog giraffe goldfish goose gorilla grizzly hawk hen herd horse kitten lamb lion mosquito mouse mule mustang octopus ostrich owl ox parrot penguin pet pig pigeon pony puppy rabbit rattlesnake rooster shark sheep skunk snake spider squirrel steer termite tiger tortoise turkey turtle vet veterinarian whale wolf zoo',
  computers:
    'ai algorithm app browser captcha chatbot code computer cursor deepfake doorbell download email firewall google hacker internet keyboard laptop login modem offline online password phone printer robot smartphone smartwatch software spam telemarketer unsubscribe url verification website wi-fi wifi',
  'everyday-life':
    'airport alarm apartment barber bed birthday car dentist doctor doorbell driver elevator flight gas haircut highway hotel house laundry lawn license mailbox map mattress neighbor parking passport pickup pillow plumber road shower sofa suitcase traffic train trip truck umbrella vacation wedding yard',
  food: 'bacon bake barbecue bbq beef breakfast brisket burger butter cake candy cereal cheese chef chili chocolate coffee cook cookie corn dessert diet dinner eat egg food grill grilling hot-sauce hungry ice-cream jalapeno ketchup kitchen lemon lunch meal meat menu milk oven pancake pepper pie pizza plate popcorn potato recipe restaurant salad salsa sandwich sauce soup spaghetti spinach steak sugar supper taste tea toast vegetable waffle waiter waitress',
  history: String.raw`1[5-8]\d\d alamo archaeologist century columbus constitution dinosaur emperor gold.rush historian history king leonardo lincoln mayflower medieval millennium napoleon pharaoh president pyramid revolution roman rome sphinx stegosaurus stone.age titanic treaty viking washington`,
  money:
    'applicant auction bank bonus boss budget cash cashier coin company credit dime dollar economy employee employer expense fee insurance intern interview interviewer invest irs job loan lottery lumber money patent pay price receipt rent retirement salary sold stock tax tip treasure union wage wallet',
  movies:
    'actor actress art audience band biography book cast cinema director dvd film guitar hollywood library magician mime movie museum music novel opera orchestra oscar painter painting piano poem poetry premiere rerun role sculptor sequel sitcom song stunt subtitle television theater tv villain',
  school:
    'babysitter boy bully camp child childhood children class classroom college dad detention diploma exam grade graduate homework kid kindergarten lesson mom multiple.choice parent playground professor quiz recess santa school schoolchildren scout spelling student teacher textbook toddler tooth',
  science:
    'asteroid astronaut atom avalanche blizzard botany breeze canyon chemistry comet continent desert doppler drought earth earthquake eclipse einstein equator evolution experiment fog fossil frost galaxy geologist geology geometry glacier gravity hail hurricane ice laboratory lake lava lightning magnet mars math mathematics moon mountain nasa newton ocean orbit oxygen physicist physics planet probability rain river satellite science scientist season sky snow storm sun telescope temperature theorem theory thermometer thunder thunderstorm tide tornado tree triangle universe vacuum volcano weather wind winter',
  sports:
    'badminton ball baseball basketball belt bowling boxer boxing cage champion charades checkers chess coach dodgeball dojo exercise football game golf gym halftime hockey horseshoe inning judo jump karate kick kickboxing kickoff knockout marathon match medal olympic olympics opponent parachute punch push-up pushup race record referee ring roundhouse score scorecard self-defense soccer spar sparring sport squat stadium sudoku tackle team tennis trampoline treadmill trophy weight wrestle wrestler wrestling yoga',
  texas:
    'alamo amarillo austin bandana barn boot bronco bull cattle cowboy dallas desperado fort.worth galveston hat high.noon houston lasso lone.star lubbock outlaw porch posse prairie ranch ranger rodeo rope saddle saloon san.antonio sheriff spur stampede stetson sunset tumbleweed waco wagon texan texas',
  // No word says that a text plays with words.
  wordplay: null,
};

/** Words of what is not for children: weapons, gambling, drink, death and injuries. */
const UNSAFE =
  'beer blood bloody bomb broken.(?:arm|bone|leg|nose) bullet casino cigarette corpse dead die divorce drug drunk gamble grenade gun gunfight kill killer knife knives murder naked pistol poker revolver rifle sex sexy shoot shot shotgun slot.machine stab suicide tequila vodka weapon whiskey widow';

/** Matches these words, in the plural too, in a text in lower case. */
function matching(words: string): RegExp {
  return new RegExp(String.raw`\b(?:${words.replaceAll(' ', '|')})(?:s|es)?\b`, 'gu');
}

const wordsOfTags = TAGS.flatMap((tag) => {
  const words = WORDS[tag];
  return words === null ? [] : [{ tag, words: matching(words) }];
});
const unsafeWords = matching(UNSAFE);

/** The tags whose words a text has most of, at most three. @param folded by `foldText` */
function suggestTags(folded: string): Tag[] {
  const counted = wordsOfTags.map(({ tag, words }) => ({
    tag,
    count: new Set(folded.match(words)).size,
  }));
  const best = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const chosen = best.slice(0, limits.tagsMax).map(({ tag }) => tag);
  return TAGS.filter((tag) => chosen.includes(tag));
}

/** Whether a text has no word that is not for children. @param folded by `foldText` */
function seemsSafe(folded: string): boolean {
  return folded.match(unsafeWords) === null;
}

/** Finds the first word of the library's list that a text contains; undefined for none. It is loaded on first use. */
const loadOffenses = onFirstUse(async () => {
  const { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } =
    await import('obscenity');
  // Alone or inside a joke, "ass" is hardly ever meant to offend.
  const offenses = new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => metadata?.originalWord === 'ass')
    .addPhrase((phrase) =>
      phrase.setMetadata({ originalWord: 'asshole' }).addPattern(pattern`asshole`),
    );
  const { whitelistedTerms = [], ...words } = offenses.build();
  const matcher = new RegExpMatcher({
    ...words,
    whitelistedTerms: [...whitelistedTerms, ...HARMLESS],
    ...englishRecommendedTransformers,
  });
  return (text: string): string | undefined => {
    const [match] = matcher.getAllMatches(text, true);
    if (!match) return undefined;
    return offenses.getPayloadWithPhraseMetadata(match).phraseMetadata?.originalWord ?? '';
  };
});

/**
 * What the word lists say about a joke for its moderator: whether it names Chuck Norris, what it has that no fact
 * needs, which tags fit, and whether it is for children. It decides nothing.
 */
export async function hintAbout(jokeText: string): Promise<Hint> {
  const offenseIn = await loadOffenses();
  const folded = foldText(jokeText);
  const isNamed = NAME.test(folded) || PRONOUN.test(folded);
  const isPrivate = PRIVATE.test(folded) && !DEATH_IN_PERSON.test(folded);
  const offense = offenseIn(jokeText);
  const harm = HARM.flatMap(([found, name]) => (found.test(folded) ? [name] : []));
  const spam = SPAM.flatMap(([found, name]) => (found.test(jokeText) ? [name] : []));
  const offensive = offense !== undefined || harm.length > 0;
  const reasons = [
    ...(isNamed ? [] : ['Doesn’t name Chuck Norris']),
    ...(isPrivate ? ['May be about his death, illness, faith, politics or family'] : []),
    ...(offense === undefined ? [] : [`Contains “${offense}”`]),
    ...harm.map((name) => `May ${name}`),
    ...(spam.length === 0 ? [] : [`Has ${spam.join(', ')}`]),
  ];
  return {
    on_topic: isNamed && !isPrivate,
    offensive,
    spam: spam.length > 0,
    reason: reasons.join('. '),
    tags: suggestTags(folded),
    safe: !offensive && seemsSafe(folded),
  };
}
