/** What an image is generated from. */
export interface ImageRequest {
  jokeText: string;
  /** the stored name of the image to replace; null if the joke has no image */
  previous: string | null;
}

/** Generates images of jokes. */
export interface ImageGenerator {
  /**
   * An image of a joke as the bytes of a PNG, JPEG or WebP file; it is cropped if it is not square.
   * @throws ApiError conflict if the generator refuses the joke, too_many_requests if a quota is used up,
   *   unavailable if no image comes in time
   */
  generate(request: ImageRequest): Promise<Uint8Array>;
}
