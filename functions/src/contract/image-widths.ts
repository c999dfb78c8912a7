/** Every image is square and stored in these widths (= heights), in pixels. */
export const IMAGE_WIDTHS = [320, 640, 1024] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** The width of the file in an `image_url`. */
export const DEFAULT_IMAGE_WIDTH = 640 satisfies ImageWidth;

/** The URL of the same image in another width; any other URL is returned unchanged. */
export function imageUrlOfWidth(imageUrl: string, width: ImageWidth): string {
  return imageUrl.replace(/-(?:320|640|1024)\.webp(?=$|\?)/, `-${width}.webp`);
}

/** The `srcset` of an image in all its widths. */
export function imageSrcSet(imageUrl: string): string {
  return IMAGE_WIDTHS.map((width) => `${imageUrlOfWidth(imageUrl, width)} ${width}w`).join(', ');
}
