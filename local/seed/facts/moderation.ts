/** Submissions that wait for a moderator: some promising, some not. */
export const pending: readonly string[] = [
  'Chuck Norris once blinked at a strobe light until it calmed down.',
  'My dad says Chuck Norris can refold a tent so it fits back in the bag. Nobody at dinner believed him.',
  'Chuck Norris can eat soup with a fork and it is still hot when he is done.',
  'When Chuck Norris orders a sandwich, the pickle comes with a cover letter.',
  'chuck norris doesnt need a pillow the bed is just proud',
  'A hiccup tried Chuck Norris once. It got the hiccups.',
  'Chuck Norris can whistle in cursive.',
  'Chuck Norris mailed himself to the coast once and arrived with extra postage.',
  'The crosswalk man at my corner changed into a karate suit the day Chuck Norris walked by. The city says it was always like that.',
  'Chuck Norris can tell twins apart by looking at one of them.',
  'If you say “Chuck Norris” three times in front of a mirror, you have said it three times. He heard you the first time.',
  'Chuck Norris grew a mustache on a Tuesday, just to see if it would take.',
  'Chuck Norris has a library card that lets the library visit him!!!',
];

/** Submissions that a moderator turned down: unoriginal, off topic or too weak. */
export const rejected: readonly string[] = [
  'Chuck Norris is very strong and also very fast and also very good.',
  'Why did the chicken cross the road? To get to the other side.',
  'Great site! How do I change my picture here?',
  'Chuck Norris Chuck Norris Chuck Norris',
  'My uncle can beat Chuck Norris at mini golf. He has the scorecard.',
  'Testing, testing, one two three.',
];
