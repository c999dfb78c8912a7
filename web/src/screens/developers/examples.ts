interface ApiExample {
  title: string;
  programs: readonly { language: Language; code: string }[];
}

export const LANGUAGES = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

export type ExampleId = 'random' | 'search' | 'one-a-day';

/** What reads a text by its address, each with its name and what is pasted into it. */
export function textExamplesOf(origin: string) {
  return {
    shell: { title: 'Shell', code: `curl --silent --fail "${origin}/random.txt"` },
    chat: {
      title: 'Chat bot (Nightbot)',
      code: `!commands add !chuck $(urlfetch ${origin}/random.txt?safe=true)`,
    },
    sheets: { title: 'Google Sheets', code: `=IMPORTDATA("${origin}/daily.txt", "|")` },
    excel: { title: 'Excel or LibreOffice', code: `=WEBSERVICE("${origin}/daily.txt")` },
    page: {
      title: 'Static page',
      code: `<p id="fact">He is on his way.</p>
<script type="module">
  const response = await fetch('${origin}/random.txt?tag=food,texas');
  if (response.ok) document.querySelector('#fact').textContent = await response.text();
</script>`,
    },
  } as const;
}

/**
 * The examples that the page shows. Each is a complete program, and the tests run them.
 * @param origin the site's origin, such as `https://facts.example`
 */
export function examplesOf(origin: string): Record<ExampleId, ApiExample> {
  const api = `${origin}/api/v1`;
  return {
    random: {
      title: 'A random fact',
      programs: [
        {
          language: 'curl',
          code: `curl --silent --fail \\
  --user-agent "my-bot (me@example.com)" \\
  "${api}/jokes/random"`,
        },
        {
          language: 'JavaScript',
          code: `const response = await fetch('${api}/jokes/random');
if (!response.ok) throw new Error(\`Status \${response.status}\`);
const { joke_text } = await response.json();
console.log(joke_text);`,
        },
        {
          language: 'Python',
          code: `import json
from urllib.request import Request, urlopen

request = Request(
    "${api}/jokes/random",
    headers={"User-Agent": "my-bot (me@example.com)"},
)
with urlopen(request) as response:
    fact = json.load(response)
print(fact["joke_text"])`,
        },
      ],
    },
    search: {
      title: 'Searching politely',
      programs: [
        {
          language: 'curl',
          code: `curl --silent --fail --get --retry 3 \\
  --user-agent "my-bot (me@example.com)" \\
  --data-urlencode "q=norris" \\
  --data "per_page=5" \\
  "${api}/jokes/search"`,
        },
        {
          language: 'JavaScript',
          code: `async function get(url) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url);
    if (response.ok) return response.json();
    const seconds = response.headers.get('Retry-After');
    if (seconds === null || attempt === 3) {
      const id = response.headers.get('X-Request-Id');
      throw new Error(\`Status \${response.status}, request \${id}\`);
    }
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

const { jokes, total } = await get('${api}/jokes/search?q=norris&per_page=5');
console.log(\`\${total} facts\`);
for (const { joke_id, joke_text } of jokes) console.log(joke_id, joke_text);`,
        },
        {
          language: 'Python',
          code: `import json
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

def get(url):
    request = Request(url, headers={"User-Agent": "my-bot (me@example.com)"})
    for attempt in range(3):
        try:
            with urlopen(request) as response:
                return json.load(response)
        except HTTPError as error:
            seconds = error.headers.get("Retry-After")
            if seconds is None or attempt == 2:
                raise
            time.sleep(int(seconds))

query = urlencode({"q": "norris", "per_page": 5})
page = get("${api}/jokes/search?" + query)
print(page["total"], "facts")
for fact in page["jokes"]:
    print(fact["joke_id"], fact["joke_text"])`,
        },
      ],
    },
    'one-a-day': {
      title: 'One a day',
      programs: [
        {
          language: 'curl',
          code: `curl --silent --fail --get \\
  --user-agent "my-bot (me@example.com)" \\
  --data "sortBy=shuffled" \\
  --data "seed=my-bot-$(date -u +%Y)" \\
  --data "per_page=1" \\
  --data "page=$(date -u +%j)" \\
  "${api}/jokes/"`,
        },
        {
          language: 'JavaScript',
          code: `const now = new Date();
const year = now.getUTCFullYear();
const day = 1 + Math.floor((now - Date.UTC(year, 0)) / 86_400_000);

const list = '${api}/jokes/?sortBy=shuffled&per_page=1';
const response = await fetch(\`\${list}&seed=my-bot-\${year}&page=\${day}\`);
if (!response.ok) throw new Error(\`Status \${response.status}\`);
const { jokes } = await response.json();
console.log(jokes[0].joke_text);`,
        },
        {
          language: 'Python',
          code: `import json
from datetime import datetime, timezone
from urllib.parse import urlencode
from urllib.request import Request, urlopen

today = datetime.now(timezone.utc).timetuple()
query = urlencode({
    "sortBy": "shuffled",
    "seed": f"my-bot-{today.tm_year}",
    "per_page": 1,
    "page": today.tm_yday,
})
request = Request(
    "${api}/jokes/?" + query,
    headers={"User-Agent": "my-bot (me@example.com)"},
)
with urlopen(request) as response:
    [fact] = json.load(response)["jokes"]
print(fact["joke_text"])`,
        },
      ],
    },
  };
}
