import type {
  GenerationConfig,
  GenerativeModel,
  SchemaType,
  VertexInit,
} from '@google-cloud/vertexai';
import * as z from 'zod/mini';
import { ApiError } from '../contract/index.ts';
import { withDeadline } from './concurrency/deadline.ts';
import { onFirstUse } from './concurrency/on-first-use.ts';

const QUOTA_RETRY_SECONDS = 60;
const RETRY_SECONDS = 30;

/** What the SDK throws for a 4xx response; the cause is the API's error. */
const refusedCall = z.object({ cause: z.object({ code: z.int() }) });

/** Which model to call, and how. */
export interface VertexOptions {
  project: string;
  /** A region, or `global`. */
  location: string;
  /** A Gemini model. */
  model: string;
  /** The API's host if it is not Google's. */
  endpoint?: string;
  /** How to get access tokens if not from the function's service account. */
  auth?: NonNullable<VertexInit['googleAuthOptions']>;
  timeoutMs?: number;
}

/** What a model is for. */
interface Purpose<Answer> {
  /** Sent before the joke, which is data: a JSON string in a part of its own. */
  instructions: string;
  /** Says how to answer. @param types the SDK's names of types, for a schema */
  configure: (types: typeof SchemaType) => GenerationConfig;
  timeoutMs: number;
  /** Finds the answer in the parts of a response; undefined if they don't contain one. */
  read: (parts: readonly Part[]) => Answer | undefined;
  /** What the errors say. */
  messages: { declined: string; unavailable: string; quota: string };
}

async function openModel(
  options: VertexOptions,
  configure: Purpose<unknown>['configure'],
  timeout: number,
): Promise<GenerativeModel> {
  const { SchemaType, VertexAI } = await import('@google-cloud/vertexai');
  const { project, location, auth } = options;
  // The SDK only knows the hosts of regions.
  const apiEndpoint =
    options.endpoint ?? (location === 'global' ? 'aiplatform.googleapis.com' : undefined);
  const vertex = new VertexAI({
    project,
    location,
    ...(apiEndpoint !== undefined && { apiEndpoint }),
    ...(auth && { googleAuthOptions: auth }),
  });
  const generationConfig = configure(SchemaType);
  return vertex.getGenerativeModel({ model: options.model, generationConfig }, { timeout });
}

/**
 * The part of a generateContent response that is used here.
 * Source: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference#response
 */
const part = z.object({
  text: z.optional(z.string()),
  inlineData: z.optional(z.object({ data: z.base64() })),
});
type Part = z.infer<typeof part>;
const candidate = z.object({
  finishReason: z.optional(z.string()),
  content: z.optional(z.object({ parts: z.optional(z.array(part)) })),
});
const generateContentResponse = z.object({
  candidates: z.optional(z.array(candidate)),
  promptFeedback: z.optional(z.object({ blockReason: z.optional(z.string()) })),
});

/** Finish reasons that mean that the joke is refused, so that retrying is useless. */
const REFUSALS =
  /^(IMAGE_)?(SAFETY|PROHIBITED_CONTENT|RECITATION)$|^(BLOCKLIST|SPII|JAILBREAK|MODEL_ARMOR)$/;

/**
 * A Gemini model on Vertex AI that answers something about a joke. The SDK's VertexAI class is deprecated, so no other file imports it; it is
 * loaded with the first question.
 */
export function createVertexModel<Answer>(
  options: VertexOptions,
  { instructions, configure, read, messages, ...purpose }: Purpose<Answer>,
) {
  const timeout = options.timeoutMs ?? purpose.timeoutMs;
  const open = onFirstUse(() => openModel(options, configure, timeout));

  function answerIn(response: unknown): Answer {
    const { candidates = [], promptFeedback } = generateContentResponse.parse(response);
    const answer = read(candidates.flatMap(({ content }) => content?.parts ?? []));
    if (answer !== undefined) return answer;
    const reasons = candidates.map(({ finishReason }) => finishReason ?? '');
    const blocked = promptFeedback?.blockReason !== undefined;
    if (blocked || reasons.some((reason) => REFUSALS.test(reason))) {
      throw new ApiError('conflict', messages.declined);
    }
    throw new Error(`A response without an answer: ${reasons.join(' ')}`);
  }

  function unavailable(cause?: unknown): ApiError {
    return new ApiError('unavailable', messages.unavailable, { retryAfter: RETRY_SECONDS, cause });
  }

  /** Converts an error of the SDK to the error to throw. */
  function explain(error: unknown): unknown {
    if (error instanceof ApiError) return error;
    const code = refusedCall.safeParse(error).data?.cause.code;
    if (code === undefined) return unavailable(error);
    if (code !== 429) return new Error('Vertex AI refuses the call', { cause: error });
    return new ApiError('too_many_requests', messages.quota, {
      retryAfter: QUOTA_RETRY_SECONDS,
      cause: error,
    });
  }

  async function generate(jokeText: string): Promise<Answer> {
    const model = await open();
    const parts = [{ text: instructions }, { text: JSON.stringify(jokeText) }];
    const { response } = await model.generateContent({ contents: [{ role: 'user', parts }] });
    return answerIn(response);
  }

  return {
    /**
     * @throws ApiError conflict if the safety filter refuses the joke, too_many_requests if the quota is used
     *   up, unavailable if there is no answer in time; Error if the project may not call the model
     */
    async ask(jokeText: string): Promise<Answer> {
      try {
        return await withDeadline(generate(jokeText), timeout, unavailable);
      } catch (error) {
        throw explain(error);
      }
    },
  };
}
