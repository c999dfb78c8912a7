import { expect, test } from 'vitest';
import { jokeTitle } from './joke-title.ts';

test.each([
  // whole
  ['Chuck Norris waits.', 'Chuck Norris waits – Fact no. 12'],
  ['Chuck Norris\n\nwaits!', 'Chuck Norris waits! – Fact no. 12'],
  ['Hunting. Chuck Norris. Hunted.', 'Hunting. Chuck Norris. Hunted – Fact no. 12'],
  // up to the end of a sentence
  [
    'Chuck Norris bought a treadmill in 2004. It is in Kansas by now, says a friend.',
    'Chuck Norris bought a treadmill in 2004… – Fact no. 12',
  ],
  [
    'Diary of a parachute. Jumped with Chuck Norris. Pulled myself. He said there was no hurry.',
    'Diary of a parachute. Jumped with Chuck Norris… – Fact no. 12',
  ],
  [
    '“How would you like your steak, Mr. Norris?” “On a plate,” said Chuck Norris.',
    '“How would you like your steak, Mr. Norris?…” – Fact no. 12',
  ],
  // up to the end of a clause
  [
    'Chuck Norris counted to infinity, twice, and then he waited for the rest of us.',
    'Chuck Norris counted to infinity, twice… – Fact no. 12',
  ],
  [
    'There are 24 hours in a day because Chuck Norris left the 25th in a taxi.',
    'There are 24 hours in a day… – Fact no. 12',
  ],
  [
    'Hat check, Hotel Adolphus, 1984: “One gray Stetson, Mr. Norris. Don’t leave it alone again.”',
    'Hat check, Hotel Adolphus, 1984… – Fact no. 12',
  ],
  [
    'Chuck Norris speaks English, a little Spanish and, at a distance of up to forty yards, Truck.',
    'Chuck Norris speaks English… – Fact no. 12',
  ],
  // only the number
  ['Once, Chuck Norris carried all the groceries in from the car in one trip.', 'Fact no. 12'],
  ['漢字'.repeat(40), 'Fact no. 12'],
])('the title of %j is %j', (joke_text, title) => {
  expect(jokeTitle({ joke_id: 12, joke_text })).toBe(title);
});
