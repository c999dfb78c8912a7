import type { GenerativeModel, VertexInit } from '@google-cloud/vertexai';
import * as z from 'zod/mini';
import { ApiError } from '../../contract/index.ts';
import { withDeadline } from '../../concurrency/deadline.ts';
import type { ImageGenerator } from './image-generator.ts';
import { picturePrompt } from './picture-prompt.ts';
import { pictureOf } from './vertex-answer.ts';

/** Hosting gives up after 60 s, and the picture must still be stored. */
const TIMEOUT_MS = 40_000;
const QUOTA_RETRY_SECONDS = 60;
const RETRY_SECONDS = 30;

/** What the SDK throws for an HTTP status of 4xx: the API's own error is its cause. */
const refusedCall = z.object({ cause: z.object({ code: z.int() }) });

export interface VertexOptions {
  project: string;
  /** A region, or `global`. */
  location: string;
  /** A Gemini model that answers with pictures. */
  model: string;
  /** Host of the API where it is not Google's. */
  endpoint?: string;
  /** How access tokens are got where not by the surrounding service account. */
  auth?: NonNullable<VertexInit['googleAuthOptions']>;
  timeoutMs?: number;
}

/** The host of a location; the SDK knows only those of regions. */
function endpointOf({ endpoint, location }: VertexOptions): string | undefined {
  return endpoint ?? (location === 'global' ? 'aiplatform.googleapis.com' : undefined);
}

async function openModel(options: VertexOptions, timeout: number): Promise<GenerativeModel> {
  const { VertexAI } = await import('@google-cloud/vertexai');
  const apiEndpoint = endpointOf(options);
  const vertex = new VertexAI({
    project: options.project,
    location: options.location,
    ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
    ...(options.auth ? { googleAuthOptions: options.auth } : {}),
  });
  // The SDK sends a configuration as it is and has no type for responseModalities.
  const generationConfig = { candidateCount: 1, responseModalities: ['TEXT', 'IMAGE'] };
  return vertex.getGenerativeModel({ model: options.model, generationConfig }, { timeout });
}

function unavailable(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'The image service does not answer.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });
}

/** What a failed call means to whoever asked for a picture. */
function explain(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const code = refusedCall.safeParse(error).data?.cause.code;
  if (code === undefined) return unavailable(error);
  if (code !== 429) return new Error('Vertex AI refuses the call', { cause: error });
  return new ApiError('too_many_requests', 'The quota of pictures is used up for now.', {
    retryAfter: QUOTA_RETRY_SECONDS,
    cause: error,
  });
}

/**
 * Pictures by a Gemini model on Vertex AI. The SDK's VertexAI class is deprecated: no other file
 * imports it, and it loads with the first picture.
 */
export function createVertexGenerator(options: VertexOptions): ImageGenerator {
  const timeout = options.timeoutMs ?? TIMEOUT_MS;
  let opened: Promise<GenerativeModel> | undefined;

  async function ask(jokeText: string): Promise<Uint8Array> {
    const model = await (opened ??= openModel(options, timeout));
    const { response } = await model.generateContent({
      contents: [{ role: 'user', parts: picturePrompt(jokeText).map((text) => ({ text })) }],
    });
    return pictureOf(response);
  }

  return {
    async generate({ jokeText }) {
      try {
        return await withDeadline(ask(jokeText), timeout, unavailable);
      } catch (error) {
        throw explain(error);
      }
    },
  };
}
