import { PRODUCT_NAME } from 'functions/contract';
import { limits } from 'functions/domain';
import { paths } from '../../paths.ts';
import { Chapter, ContactLine, StoryPage } from './story.tsx';

/** What the browser stores: a name and what it is for and how long it stays. */
const IN_THE_BROWSER = [
  [
    'Your votes',
    'which facts you have rated and with how many stars, so that you can see it and find them under My votes; and whether the next fact comes by itself.',
  ],
  ['Your draft', 'the fact you are writing, until you have submitted it.'],
  [
    'Your submissions',
    'their texts, and the receipt with which the Submit page asks for their status, until you remove them there.',
  ],
  ['Your theme', 'light or dark, if you have chosen one.'],
  [
    'What you have read',
    'the last lists and pictures, and the site’s own files, to work without a connection.',
  ],
  ['Your sign-in', 'if you sign in, until you log out.'],
  ['This tab', 'that you have closed the install panel, until you close the tab.'],
] as const;

/** What the site stores, where and how long. Every statement is true of the code as it is. */
export default function PrivacyScreen() {
  return (
    <StoryPage
      kicker="What is stored"
      title="Privacy"
      description={`What ${PRODUCT_NAME} stores, where and for how long: one cookie, your votes, your submissions, and no trackers.`}
      path={paths.privacy}
      lead="Reading, rating and submitting need no account. This is what the site stores, where, and for how long. Chuck Norris knows more; he got none of it from us."
    >
      <Chapter figure="1" title="One cookie">
        <p>
          With your first vote or report you get a cookie named <code>__session</code>. It contains
          a random number and our signature, so that each browser’s vote counts once. Your browser
          sends it only with votes and reports, no script can read it, and it expires after 400
          days. Reading sets no cookie at all.
        </p>
      </Chapter>
      <Chapter figure="0" title="No trackers, no ads">
        <p>
          No analytics, no advertising, and nothing from other companies on any page, with one
          exception: signing in with Google loads Google’s sign-in, and your Google picture. The
          frames in which other sites embed our facts set no cookie and run no script.
        </p>
      </Chapter>
      <Chapter figure="Here" title="In your browser">
        <p>
          This stays on your device until you clear the site’s data, unless it says otherwise. It is
          not sent to us, except that a vote, a submission or a receipt is sent when you use it.
        </p>
        <ul className="story-list">
          {IN_THE_BROWSER.map(([name, text]) => (
            <li key={name}>
              <b>{name}:</b> {text}
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter figure={`1 to ${limits.ratingMax}`} title="Votes and reports">
        <p>
          For each vote we store the fact, the stars, the time and the number in your cookie; for
          each report the same with the reason. A vote also keeps one byte of a keyed hash of your
          network, one of 256 numbers that thousands of networks share, so that no network decides a
          ranking alone. No name, no address. Both stay as long as the fact is on file. A deleted
          fact can be restored for {limits.restorableDays} days; then they are deleted, too.
        </p>
      </Chapter>
      <Chapter figure={limits.jokeMaxCharacters} title="Submissions">
        <p>
          We store your text, when you submitted it and what was decided, but not who you are.
          Beside it we keep a fingerprint of your receipt, from which the receipt can’t be computed.
          Approved facts are public. While you write, your text is compared with the facts on file
          and forgotten.
        </p>
        <p>A Google model may get a fact’s text, and nothing else, to draw its picture.</p>
        <p>
          A log says which moderator did what to which fact, with the text before and after. It has
          no end date, and so it keeps the text of a fact that was edited or deleted, but not of one
          that was deleted because of personal information.
        </p>
      </Chapter>
      <Chapter figure="1 h" title="Your network">
        <p>
          To limit floods, we count votes of new browsers, submissions, lookups and reports per
          network for an hour, and wrong passwords for up to a day. The network is stored as a keyed
          fingerprint, never as an address. The database removes the counts when they have expired,
          usually within a day.
        </p>
      </Chapter>
      <Chapter figure="G" title="If you sign in with Google">
        <p>
          Google’s Firebase Authentication stores for us your Google account’s id, e-mail address,
          name and picture address, and when you last signed in. Visitors can do everything without
          it. The account stays there until an administrator deletes it.
        </p>
        <p>
          An administrator’s password is stored as a hash, and sessions end after twelve hours at
          most. Fingerprints of the networks from which an administrator last signed in with it are
          stored as well, and a cookie that only the login page sends marks the browsers.
        </p>
      </Chapter>
      <Chapter figure="30 d" title="Server logs">
        <p>
          Our log has one line for each request that reaches our server: which call it was, whether
          it worked and how long it took. It has no network address, no text and no search. Google,
          whose servers we use, writes a log of its own, with network addresses, browsers and
          requested addresses. Both are deleted after 30 days.
        </p>
      </Chapter>
      <Chapter figure="USA" title="Where it is">
        <p>
          On Google’s servers: Firebase Hosting delivers the site, and Firestore and Cloud Storage,
          in the United States, store it. Backups may contain deleted data for up to 14 weeks.
        </p>
      </Chapter>
      <Chapter figure="Out" title="To have something removed">
        <p>
          If a fact contains your personal information, open its menu, choose “Report” and then “It
          contains personal information”. A moderator decides, and a fact that is taken down for
          this leaves the site within two minutes, its picture within an hour, and our log at once.
          What is in your browser goes when you clear this site’s data; the cookie too, and nobody
          can tell then which votes were yours.
        </p>
      </Chapter>
      <Chapter figure="Who" title="Who runs this site">
        <p>
          Nobody who was ever connected with Chuck Norris, his family, or anyone who represents him.
        </p>
        <ContactLine />
      </Chapter>
    </StoryPage>
  );
}
