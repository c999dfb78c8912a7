/** Generates images of jokes. */
export interface ImageGenerator {
  /** Whether its images show the joke's text, so that nothing else has to show both. */
  setsText?: boolean;
  /**
   * An image of a joke as the bytes of a PNG, JPEG or WebP file; it is cropped if it is not square.
   * @param request.previous the stored name of the image to replace; null if the joke has no image
   * @throws ApiError conflict if the generator refuses the joke, too_many_requests if a quota is used up,
   *   unavailable if no image comes in time
   */
  generate(request: { jokeText: string; previous: string | null }): Promise<Uint8Array>;
}
