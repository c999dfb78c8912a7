import * as z from 'zod/mini';
import { ApiError } from '../../contract/index.ts';

/**
 * The part of a generateContent response that is used here.
 * Source: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference#response
 */
const generateContentResponse = z.object({
  candidates: z.optional(
    z.array(
      z.object({
        finishReason: z.optional(z.string()),
        content: z.optional(
          z.object({
            parts: z.optional(
              z.array(z.object({ inlineData: z.optional(z.object({ data: z.base64() })) })),
            ),
          }),
        ),
      }),
    ),
  ),
  promptFeedback: z.optional(z.object({ blockReason: z.optional(z.string()) })),
});

/** Finish and block reasons that mean that the subject is refused, so that retrying is useless. */
const REFUSALS =
  /^(IMAGE_)?(SAFETY|PROHIBITED_CONTENT|RECITATION)$|^(BLOCKLIST|SPII|JAILBREAK|MODEL_ARMOR)$/;

/**
 * The image in a generateContent response.
 * @throws ApiError conflict if the safety filter refused; Error if the response contains no image
 */
export function imageIn(response: unknown): Uint8Array {
  const { candidates = [], promptFeedback } = generateContentResponse.parse(response);
  for (const { content } of candidates) {
    for (const { inlineData } of content?.parts ?? []) {
      if (inlineData) return Buffer.from(inlineData.data, 'base64');
    }
  }
  const reasons = [promptFeedback?.blockReason, ...candidates.map((one) => one.finishReason)];
  if (
    promptFeedback?.blockReason !== undefined ||
    reasons.some((one) => REFUSALS.test(one ?? ''))
  ) {
    throw new ApiError('conflict', 'The image service declined to illustrate this fact.');
  }
  throw new Error(`A response without an image: ${reasons.join(' ')}`);
}
