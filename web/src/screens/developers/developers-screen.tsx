import { API_BASE_PATH, COMPAT_BASE_PATH, feeds, pages } from 'functions/contract';
import { quotas } from 'functions/domain';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { reference } from 'virtual:api-reference';
import { countText } from '../../ui/format.ts';
import { SiteOrigin } from '../../ui/head.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { paths } from '../../paths.ts';
import { oneOf, storedValue } from '../../stores/stored-value.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './developers.module.css';
import {
  examplesOf,
  LANGUAGES,
  textExamplesOf,
  type ExampleId,
  type Language,
} from './examples.ts';
import { Marked, Reference, Terms } from './reference.tsx';

const CAPTIONS: Record<Language, string> = {
  curl: 'Shell',
  JavaScript: 'Browser or Node.js',
  Python: 'Python 3',
};

const FEEDS = Object.values(feeds).map(({ path, title }) => `${title} (\`${path}\`)`);
const OFFERS = [
  [
    'Cards',
    '`/api/v1/cards/{id}.png`: a fact as a picture, 1200 × 630 px; `{id}-tall.png`: 1080 × 1350 px.',
  ],
  ['Feeds', FEEDS.join(', ')],
  ['Embeds', `\`${pages.embed.path}\`, for a frame on any page.`],
  ['Contract', '`/api/v1/openapi.json`: every call, as OpenAPI 3.1.'],
] as const;

const { randomText, topText, dailyText, jokeText } = pages;
const TEXTS = [
  [
    `\`${randomText.path}\``,
    'A random fact, never cached. `tag=food,texas` and `safe=true` limit it; `name=Ada` replaces his name.',
  ],
  [`\`${dailyText.path}\``, 'The fact of the day.'],
  [`\`${topText.path}\``, 'The ten best, numbered. `tag` and `safe` limit them.'],
  [`\`${jokeText.path}\``, 'A fact by its number.'],
] as const;

const ONE_A_DAY = [
  'Your `seed` decides the order of a list with `sortBy=shuffled`. It is the same every time, and another seed has another order. So a program that shows page 1 today and page 2 tomorrow repeats no fact and remembers nothing.',
  'A fact that is added or taken down moves those after it by one place: for each, at most one is repeated or skipped.',
  'In these programs, each year has an order of its own, and each day of the year a page. `per_page` is how many facts you get at once. A page beyond the last one is a 404.',
] as const;

const FAIR_USE = [
  'Reading is free. Please send no more than one request per second on average.',
  'Responses may be a minute old; random facts are never cached.',
  'Send a `User-Agent` that says how to reach you; browsers send their own.',
  'A fact that is taken down is gone within two minutes. Please don’t show copies older than a day.',
  'Scripts of any site may call: every response has `Access-Control-Allow-Origin: *`. Don’t send credentials. Scripts can read `X-Request-Id` and `Retry-After`.',
  'Votes, reports and submissions are for readers of this site; calls from other sites are refused.',
] as const;

const ERRORS = [
  ['403', 'Pending and rejected facts are for administrators.'],
  ['404', 'It doesn’t exist, or isn’t public.'],
  ['422', 'A parameter is missing, unknown or not valid; `detail` lists each problem.'],
  [
    '429',
    `More than ${countText(quotas.searches.network, 'uncached search', 'uncached searches')} a minute. \`Retry-After\` says how many seconds to wait.`,
  ],
  ['500', 'Our fault. Please report it with the response’s `X-Request-Id`.'],
  ['503', 'The database is unreachable. `Retry-After` says when to ask again.'],
  ['504', 'A write may have been saved. Send it again with its `Idempotency-Key`.'],
] as const;

const ERROR_BODIES = `{"detail": "There is no such joke."}

{"detail": [
  {"loc": ["query", "page"], "msg": "Must be a whole number", "type": "invalid_format"}
]}`;

const PROMISE = [
  'Paths, parameters and fields below `/api/v1` keep their names and meanings.',
  'Responses may gain fields, and lists of values may gain values. Please ignore what you don’t know.',
  'If something has to go, this page says so six months before it does.',
] as const;

function Texts({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>
          <Marked text={text} />
        </li>
      ))}
    </ul>
  );
}

const RANDOM = `${API_BASE_PATH}/jokes/random`;

function show(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

const language = storedValue<Language>('exampleLanguage', oneOf(...LANGUAGES), 'curl');

/** An example in each language. The choice of one applies to all examples. */
function Example({ id }: { id: ExampleId }) {
  const { title, programs } = examplesOf(use(SiteOrigin))[id];
  return (
    <Tabs
      id={id}
      label={`${title}, in`}
      tabs={programs.map(({ language: name, code }) => ({
        name,
        title: name,
        panel: <CodeBlock label={`${title}, in ${name}`} caption={CAPTIONS[name]} code={code} />,
      }))}
      chosen={language.use()}
      choose={language.save}
    />
  );
}

function PlainText() {
  const examples = Object.values(textExamplesOf(use(SiteOrigin)));
  return (
    <>
      <p>
        For programs that can only open an address: <code>text/plain</code>, each fact on one line,
        and nothing else. An error is a line, too. Nightbot takes less than 400 characters; few
        facts have more.
      </p>
      <Terms terms={TEXTS} />
      {examples.map(({ title, code }) => (
        <CodeBlock key={title} label={`A text in: ${title}`} caption={title} code={code} />
      ))}
    </>
  );
}

function Compatible() {
  return (
    <>
      <p>
        Clients of api.chucknorris.io work here, errors and <code>text/plain</code> included. Change
        their base address to <code>{`${use(SiteOrigin)}${COMPAT_BASE_PATH}/`}</code>.
      </p>
      <Terms terms={reference.compat} />
    </>
  );
}

const SECTIONS: readonly { id: string; title: string; content: ReactNode }[] = [
  {
    id: 'random',
    title: 'A random fact',
    content: (
      <>
        <CodeBlock
          label="A response"
          caption={<a href={RANDOM}>{`GET ${RANDOM}`}</a>}
          code={reference.example}
        />
        <Example id="random" />
      </>
    ),
  },
  { id: 'search', title: 'Searching politely', content: <Example id="search" /> },
  { id: 'text', title: 'Just the text', content: <PlainText /> },
  {
    id: 'one-a-day',
    title: 'One a day, without a memory',
    content: (
      <>
        <Texts texts={ONE_A_DAY} />
        <Example id="one-a-day" />
      </>
    ),
  },
  { id: 'more', title: 'Not just JSON', content: <Terms terms={OFFERS} /> },
  {
    id: 'all',
    title: 'All facts',
    content: (
      <p>
        <a href={pages.factsFile.path} download>
          facts.jsonl.gz
        </a>{' '}
        has every fact as a line of JSON, in the form that <code>npm run import</code> of this
        site’s code takes. Visitors wrote them; the site claims no rights to what they wrote.
      </p>
    ),
  },
  { id: 'fair-use', title: 'Fair use', content: <Texts texts={FAIR_USE} /> },
  {
    id: 'errors',
    title: 'Errors',
    content: (
      <>
        <CodeBlock label="Bodies of errors" caption="Never cached" code={ERROR_BODIES} />
        <Terms terms={ERRORS} />
      </>
    ),
  },
  {
    id: 'clients',
    title: 'Drop-in replacement',
    content: <Compatible />,
  },
  { id: 'promise', title: 'Stability', content: <Texts texts={PROMISE} /> },
  { id: 'reference', title: 'Reference', content: <Reference /> },
];

function Contents() {
  return (
    <nav className={`${styles.contents} row`} aria-label="On this page">
      {SECTIONS.map(({ id, title }) => (
        <Link key={id} to={{ hash: id }} onClick={() => show(id)}>
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** The API: examples, fair use, and a reference. */
export default function DevelopersScreen() {
  return (
    <Screen
      title="For Developers"
      description="A free JSON API of Chuck Norris facts, without a key, for any site: reference, examples and fair use."
      path={paths.developers}
    >
      <p className={styles.lead}>
        What a visitor can read here, a program can read too. No key, no account, no waiting list.
        He never asked for permission, and you don’t have to.
      </p>
      <div className={styles.page}>
        <Contents />
        <div>
          {SECTIONS.map(({ id, title, content }) => (
            <section key={id} id={id} className={styles.section}>
              <h2 tabIndex={-1}>{title}</h2>
              {content}
            </section>
          ))}
        </div>
      </div>
    </Screen>
  );
}
