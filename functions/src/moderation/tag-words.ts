import { limits, TAGS, type Tag } from '../domain/index.ts';

/** Words that say what a text is about, in lower case and the singular. None says that it plays with words. */
const WORDS: Readonly<Partial<Record<Tag, string>>> = {
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
};

/** Words of what is not for children: weapons, gambling, drink, death and injuries. */
const UNSAFE =
  'beer blood bloody bomb broken.(?:arm|bone|leg|nose) bullet casino cigarette corpse dead die divorce drug drunk gamble grenade gun gunfight kill killer knife knives murder naked pistol poker revolver rifle sex sexy shoot shot shotgun slot.machine stab suicide tequila vodka weapon whiskey widow';

/** Matches these words, in the plural too, in a text in lower case. */
function matching(words: string): RegExp {
  return new RegExp(String.raw`\b(?:${words.replaceAll(' ', '|')})(?:s|es)?\b`, 'gu');
}

const UNSAFE_WORDS = matching(UNSAFE);
const TAG_WORDS = TAGS.flatMap((tag) => {
  const words = WORDS[tag];
  return words === undefined ? [] : [{ tag, words: matching(words) }];
});

/** The tags whose words a text has most of, at most three. @param folded by `foldText` */
export function suggestTags(folded: string): Tag[] {
  const counted = TAG_WORDS.map(({ tag, words }) => ({
    tag,
    count: new Set(folded.match(words)).size,
  }));
  const best = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const chosen = best.slice(0, limits.tagsMax).map(({ tag }) => tag);
  return TAGS.filter((tag) => chosen.includes(tag));
}

/** Whether a text has no word that is not for children. @param folded by `foldText` */
export function seemsSafe(folded: string): boolean {
  return folded.match(UNSAFE_WORDS) === null;
}
