import { expect, test } from 'vitest';
import { hintAbout } from './hints.ts';

const fine = { on_topic: true, offensive: false, spam: false };

test('the word list has nothing to say about most facts', async () => {
  expect(await hintAbout('Chuck Norris can unscramble an egg.')).toEqual({
    ...fine,
    reason: '',
    tags: ['food'],
    safe: true,
  });
});

test.each([
  'chuk norris counts to infinity twice a day.',
  'CHUCKNORRIS never sleeps. He waits.',
  'Mr. Nörris does not read the terms.',
  'Ch*ck N*rris can cut a diamond with butter.',
  'His beard has its own postal code.',
  'Walker, Texas Ranger, arrested a tornado.',
])('“%s” is about him', async (text) => {
  expect(await hintAbout(text)).toMatchObject({ on_topic: true });
});

test.each(['Bruce Lee could catch a fly with chopsticks.', 'The woodchuck is sui generis.'])(
  '“%s” is not',
  async (text) => {
    expect(await hintAbout(text)).toMatchObject({
      on_topic: false,
      reason: 'Doesn’t name Chuck Norris',
    });
  },
);

test.each([
  ['Chuck Norris doesn’t give a fuuuck.', 'fuck'],
  ['Chuck Norris says ＦＵＣＫ you.', 'fuck'],
  ['Chuck Norris has the biggest d1ck in town.', 'dick'],
])('“%s” is offensive', async (text, word) => {
  expect(await hintAbout(text)).toMatchObject({ offensive: true, reason: `Contains “${word}”` });
});

test.each([
  ['Chuck Norris hates all immigrants.', 'May be hateful'],
  ['Chuck Norris would deport those foreigners to Mars.', 'May be hateful'],
  ['Chuck Norris beats his wife at chess and at home.', 'May be about violence at home'],
  ['Chuck Norris slapped his own kids.', 'May be about violence at home'],
])('“%s” is offensive without an obscenity', async (text, reason) => {
  expect(await hintAbout(text)).toMatchObject({ ...fine, offensive: true, reason, safe: false });
});

test.each([
  'Chuck Norris left the cockpit to assist the classical analyst.',
  'Chuck Norris met Moby Dick and told him to be quiet.',
  'Chuck Norris met a pussycat in a cummerbund in Penistone.',
  'Women hate to wait, so Chuck Norris is always early.',
  'Chuck Norris beats the sun at staring. His wife hates losing.',
])('“%s” is not offensive', async (text) => {
  expect(await hintAbout(text)).toMatchObject({ ...fine, reason: '' });
});

test.each([
  ['Chuck Norris buys his cheap pills at pills-for-all.com.', 'Has a link'],
  ['Chuck Norris answers at chuck@example.org.', 'Has a link, an e-mail address'],
  ['Call Chuck Norris at (212) 555-0187.', 'Has a phone number'],
  ['Chuck Norris waits at 12 Elm Street.', 'Has an address'],
  ['CHUCK NORRIS SHOUTS AT ECHOES.', 'Has only capitals'],
  ['Chuck Norris sings at bit.ly/3xYz and youtu.be/abc.', 'Has a link'],
  [`Chuck Norris says ${'b'.repeat(480)}`, 'Has the same letters again and again'],
  [`Chuck Norris says ${'ha '.repeat(20)}`, 'Has the same letters again and again'],
  ['Chuck Norris: Чак считает до бесконечности.', 'Has letters of another script'],
  ['Chuck Norris wins! Always! Twice! Here!', 'Has more than three exclamation marks'],
])('“%s” is spam', async (text, reason) => {
  expect(await hintAbout(text)).toMatchObject({ ...fine, spam: true, reason });
});

test.each([
  'Chuck Norris counted to 1,000,000,000 in 0.5 seconds. Twice!!!',
  'Chuck Norris kicks ass and takes names.',
  'Chuck Norris said noooooo to π and/or e.g./i.e.',
  'CHUCKNORRIS never sleeps in 1940 – 2010.',
])('“%s” is not', async (text) => {
  expect(await hintAbout(text)).toMatchObject({ ...fine, reason: '' });
});

test.each([
  'Chuck Norris died in his sleep.',
  'Chuck Norris was at his own funeral and gave the eulogy.',
  'Chuck Norris makes Republicans and Democrats agree.',
  'Chuck Norris was hospitalized again.',
  'Chuck Norris’s death was sudden.',
  'Chuck Norris is a devout Christian.',
  'Chuck Norris’s daughter has a new job.',
])('“%s” is not about the legend', async (text) => {
  expect(await hintAbout(text)).toMatchObject({
    on_topic: false,
    reason: expect.stringContaining('death, illness, faith, politics or family'),
  });
});

test.each([
  'Death came to Chuck Norris’s town on a pale horse. It left on a pale bus.',
  'Death is afraid of Chuck Norris.',
  'Chuck Norris died ten years ago; Death hasn’t had the courage to tell him.',
  'Chuck Norris’s tears cure cancer. Too bad he never cries.',
  'Chuck Norris puts the fun in funeral.',
])('“%s” is', async (text) => {
  expect(await hintAbout(text)).toMatchObject({ ...fine, reason: '' });
});

test('the reasons are listed', async () => {
  const { reason } = await hintAbout('This is shit, see www.example.com.');
  expect(reason).toBe('Doesn’t name Chuck Norris. Contains “shit”. Has a link');
});

test.each([
  ['Chuck Norris taught a bear and a trout to fish.', ['animals'], true],
  ['At school, Chuck Norris ate the pizza of every teacher.', ['food', 'school'], true],
  ['Chuck Norris brought a gun to the casino.', [], false],
] as const)('“%s” suggests %j, safe: %s', async (text, tags, safe) => {
  expect(await hintAbout(text)).toMatchObject({ tags, safe });
});
