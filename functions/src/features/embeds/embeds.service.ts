import {
  API_BASE_PATH,
  ApiError,
  embedCode,
  embedSize,
  jokeIdText,
  PRODUCT_NAME,
  type EmbedLimits,
  type EndpointOutput,
} from '../../contract/index.ts';
import type { JokeService } from '../jokes/jokes.service.ts';

/** How long others may cache how to embed a joke, in seconds: what the frame shows is always current. */
const CACHE_AGE = 86_400;
/** The size of a joke's card in pixels. */
const CARD = { thumbnail_width: 1_200, thumbnail_height: 630 };

const loadPages = () => import('./embed-page.ts');

function notOfThisSite(): ApiError {
  return new ApiError('not_found', 'This is not the address of a fact on this site.');
}

/** @throws ApiError not_found when the URL is not that of a joke's page on the site */
function jokeIdAt(url: string, host: string): number {
  if (!URL.canParse(url)) throw notOfThisSite();
  const parsed = new URL(url);
  const isWeb = parsed.protocol === 'https:' || parsed.protocol === 'http:';
  const isPlain = parsed.username === '' && parsed.password === '';
  const id = jokeIdText.safeParse(/^\/fact\/(\d+)\/?$/.exec(parsed.pathname)?.[1]);
  if (!isWeb || !isPlain || parsed.host !== host || !id.success) throw notOfThisSite();
  return id.data;
}

export type EmbedService = ReturnType<typeof createEmbeds>;

interface Dependencies {
  jokes: Pick<JokeService, 'single'>;
  /** the site's, such as `https://facts.example` */
  origin: string;
}

/** Shows jokes inside other sites. */
export function createEmbeds({ jokes, origin }: Dependencies) {
  const { host } = new URL(origin);
  return {
    /** The page of a joke as HTML. @throws ApiError not_found when no approved joke has this id */
    async page(jokeId: number): Promise<string> {
      const [joke, { embedPage }] = await Promise.all([jokes.single(jokeId), loadPages()]);
      return embedPage(joke, origin);
    },

    /** The page for a failure as HTML. @param status of the response */
    async errorPage(status: number): Promise<string> {
      return (await loadPages()).embedErrorPage(status, origin);
    },

    /**
     * How to embed the joke whose page has this URL.
     * @throws ApiError not_found when the URL is not that of an approved joke's page on this site
     */
    async describe(url: string, limits: EmbedLimits): Promise<EndpointOutput<'getOEmbed'>> {
      const id = jokeIdAt(url, host);
      const { joke_text } = await jokes.single(id);
      const size = embedSize(joke_text, limits);
      return {
        type: 'rich',
        version: '1.0',
        title: `Fact no. ${id}`,
        provider_name: PRODUCT_NAME,
        provider_url: `${origin}/`,
        cache_age: CACHE_AGE,
        html: embedCode(origin, id, size),
        ...size,
        thumbnail_url: `${origin}${API_BASE_PATH}/cards/${id}.png`,
        ...CARD,
      };
    },
  };
}
