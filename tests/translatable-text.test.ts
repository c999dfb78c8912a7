import { RuleTester } from 'oxlint/plugins-dev';
import { describe, test } from 'vitest';
import plugin from '../scripts/lint/translatable-text.ts';

RuleTester.describe = describe;
RuleTester.it = test;

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });
const errors = 1;

tester.run('translatable-text', plugin.rules['translatable-text'], {
  valid: [
    '<h2>{`Fact no. ${id}`}</h2>',
    "<b>{busy ? 'Sending...' : 'Send'}</b>",
    '<p><Icon /> Login</p>',
    "<p><b>{name}</b>{' '}<span>{text}</span></p>",
    '<p>{busy && <Ring />} <span>Send</span></p>',
    '<ul><li />{names.map((name) => <li>{name}</li>)}</ul>',
    '<>{children}<b>Facts</b></>',
    'function Waiting() { const text = () => { return `${count}`; }; return <p>{text()}</p>; }',
  ],
  invalid: [
    { code: '<h2>Fact no. {id}</h2>', errors },
    { code: "<h2>{'Fact no. '}{joke.joke_id}</h2>", errors },
    { code: '<p><Icon />{label}</p>', errors },
    { code: "<p>{busy && <Ring />} <b>Now</b> {busy ? 'Sending...' : 'Send'}</p>", errors },
    { code: '<p>{busy && <Ring />} Send</p>', errors },
    { code: '<p><b>1</b>{skipped > 0 && `, ${skipped} skipped`}</p>', errors },
    { code: '<>Facts</>', errors },
    { code: "function Waiting() { if (none) return 'No fact waits'; return <p />; }", errors },
  ],
});
