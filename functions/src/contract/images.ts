/** Every picture is square, kept in these widths (= heights), in pixels. */
export const IMAGE_WIDTHS = [320, 640, 1024] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** The width that an `image_url` names. */
export const DEFAULT_IMAGE_WIDTH = 640 satisfies ImageWidth;

/** The address of the same picture in another width; an address of another kind stays as it is. */
export function imageAddress(imageUrl: string, width: ImageWidth): string {
  return imageUrl.replace(/-(?:320|640|1024)\.webp(?=$|\?)/, `-${width}.webp`);
}

/** The `srcset` of a picture in all its widths. */
export function imageSourceSet(imageUrl: string): string {
  return IMAGE_WIDTHS.map((width) => `${imageAddress(imageUrl, width)} ${width}w`).join(', ');
}
