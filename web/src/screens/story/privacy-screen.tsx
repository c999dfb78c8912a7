import { PRODUCT_NAME } from 'functions/contract';
import { limits } from 'functions/domain';
import { paths } from '../../paths.ts';
import { countText } from '../../ui/format.ts';
import { Chapter, contactLine, StoryPage } from './story.tsx';

/** Values that the browser stores: the name, the purpose and how long it stays. */
const IN_THE_BROWSER = [
  [
    'Your votes',
    'which facts you have rated and with how many stars, so that you can find them under My votes.',
  ],
  ['Your draft', 'the fact you’re writing, until you submit it.'],
  [
    'Your submissions',
    'their texts, and a receipt that the Submit page uses to look up their status, until you remove them there.',
  ],
  [
    'Your choices',
    'light or dark, keyboard shortcuts on or off, and the language of the examples for developers.',
  ],
  [
    'What you have read',
    'the last lists and pictures and the site’s own files, so that it works without a connection, and which facts Random has shown you, so that it shows others.',
  ],
  ['Your sign-in', 'if you sign in, until you log out.'],
  ['This tab', 'that you closed the install panel, until you close the tab.'],
] as const;

/** The data that the site stores, where and for how long. Keep every statement true of the code. */
export default function PrivacyScreen() {
  const contact = contactLine();
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
          Your first vote or report sets a cookie named <code>__session</code>: a random number and
          our signature, so that each browser’s vote counts once. Your browser sends it only with
          votes and reports, no script can read it, and it expires after 400 days. Reading sets no
          cookie at all.
        </p>
      </Chapter>
      <Chapter figure="0" title="No trackers, no ads">
        <p>
          No analytics, no ads, and nothing from other companies, with one exception: signing in
          with Google loads Google’s sign-in and your Google picture. Facts embedded in other sites
          set no cookie and run no script.
        </p>
      </Chapter>
      <Chapter figure="Here" title="In your browser">
        <p>
          This stays on your device until you clear the site’s data, unless noted. A vote, a
          submission or a receipt is sent to us when you use it. Each request for a random fact has
          the numbers of up to <span>{limits.randomMaxExcluded}</span> facts in its address: those
          that you’ve rated or that Random has shown you, so that it shows others. Google’s log
          keeps these addresses for 30 days.
        </p>
        <ul className="stack">
          {IN_THE_BROWSER.map(([name, text]) => (
            <li key={name}>
              <b>{`${name}:`}</b> <span>{text}</span>
            </li>
          ))}
        </ul>
      </Chapter>
      <Chapter figure={`1–${limits.ratingMax}`} title="Votes and reports">
        <p>
          For each vote we store the fact, the stars, the time and the number in your cookie; for
          each report, the reason instead of the stars. We also count each fact’s votes by 256
          groups of networks, so that no network decides a ranking alone; thousands of networks
          share a group. No name, no address. Both stay as long as the fact is on file. A deleted
          fact can be restored for <span>{countText(limits.restorableDays, 'day')}</span>; then
          they’re deleted, too.
        </p>
      </Chapter>
      <Chapter figure={limits.jokeMaxCharacters} title="Submissions">
        <p>
          We store your text, when you submitted it and what was decided, but not who you are. We
          also store a fingerprint of your receipt, from which the receipt can’t be computed.
          Approved facts are public. While you write, your text is compared with the facts on file,
          then forgotten.
        </p>
        <p>A Google model may get a fact’s text, and nothing else, to draw its picture.</p>
        <p>
          A log says which moderator did what to which fact, with the text before and after. It has
          no end date. The text of a fact that was edited or deleted stays in it, unless it was
          deleted because of personal information.
        </p>
      </Chapter>
      <Chapter figure="1 h" title="Your network">
        <p>
          To limit floods, we count votes from new browsers, submissions, lookups and reports per
          network for an hour, searches for a minute, and wrong passwords for up to a day. These
          counts are only in our servers’ memory; nothing of them is stored.
        </p>
      </Chapter>
      <Chapter figure="G" title="If you sign in with Google">
        <p>
          Google’s Firebase Authentication stores your account’s id, e-mail address, name and
          picture address for us, and when you last signed in. Visitors can do everything without
          it. The account stays there until an administrator deletes it.
        </p>
        <p>
          For administrators who sign in with a password, we store its hash; a cookie that only the
          login page sends marks their browsers. Their sessions end after twelve hours at most.
        </p>
      </Chapter>
      <Chapter figure="30 d" title="Server logs">
        <p>
          Our log has one line for each request that reaches our server: which call it was, whether
          it worked and how long it took, without network address, text or search. Google, whose
          servers we use, writes its own log, with network addresses, browsers and requested
          addresses. Both are deleted after 30 days.
        </p>
      </Chapter>
      <Chapter figure="USA" title="Where it’s stored">
        <p>
          On Google’s servers: Firebase Hosting delivers the site; Firestore and Cloud Storage, in
          the United States, store its data. Backups may contain deleted data for up to 14 weeks.
        </p>
      </Chapter>
      <Chapter figure="Out" title="Getting something removed">
        <p>
          If a fact contains your personal information, open its menu, choose “Report” and then “It
          contains personal information”. A moderator decides. A fact taken down for this leaves the
          site within two minutes, its picture within an hour, and our log at once. Clearing this
          site’s data in your browser removes what it stores, cookie included. After that, nobody
          can tell which votes were yours.
        </p>
      </Chapter>
      {contact && (
        <Chapter figure="Who" title="Who runs this site">
          {contact}
          <p>
            None of them was ever connected with Chuck Norris, his family, or anyone who represents
            him.
          </p>
        </Chapter>
      )}
    </StoryPage>
  );
}
