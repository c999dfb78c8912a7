/** What a picture is made of. */
export interface PictureRequest {
  jokeText: string;
  /** The stored name of the picture that this one replaces; null for a joke's first. */
  previous: string | null;
}

/** Makes pictures of jokes. */
export interface ImageGenerator {
  /**
   * A picture of a joke as the bytes of a PNG, JPEG or WebP file; what is not square is cropped.
   * @throws ApiError conflict when the joke is refused, too_many_requests when a quota is used up,
   *   unavailable when no picture comes in time
   */
  generate(request: PictureRequest): Promise<Uint8Array>;
}
