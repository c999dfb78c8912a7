/**
 * A word that is the hero's name, or part of it: Chuck, Chuk, Norris, Noris, ChuckNorris. Nearly every
 * fact has it, so it says nothing about a fact.
 */
export const NAME = /^(?:ch?u+[ck]+y?)?(?:n+or+i[sz]+(?:es)?)?$/;

/** Words of English that only connect others, in the form of `foldText`. */
const FUNCTION_WORDS = new Set(
  `a about above after again all also always an and another any anyone anything are arent around as at away back be
  became because become been before behind being below between both but by came can cant could couldnt did didnt do
  does doesnt doing done dont down during each either else enough even ever every everyone everything for from get gets
  getting give gives go goes going gone got had has hasnt have havent having he hed her here hers hes him himself his
  how however i id if im in instead into is isnt it its itself ive just keep kept least less let like made make makes
  many may me might more most much must my myself never next no nobody none nor not nothing now of off often on once
  one only onto or other others our out over own put same say says see seen she should since so some someone something
  still such take takes than that thats the their them themselves then there theres these they theyre thing things
  this those though through till to together told too took toward two under until up upon us use used uses very want
  wants was wasnt way we well went were werent what whatever when where which while who whole whom whose why will with
  within without wont would wouldnt yet you your yours`.split(/\s+/),
);

/** Whether a word, by `wordsOf`, tells what a text is about: not a number, letter, function word or the hero's name. */
export function isTelling(word: string): boolean {
  return word.length > 1 && !/^\d+$/.test(word) && !FUNCTION_WORDS.has(word) && !NAME.test(word);
}
