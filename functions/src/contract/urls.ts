/** The product's name on every screen. */
export const PRODUCT_NAME = 'Chuck Norris Facts';

/** The API's path under the site's origin. */
export const API_BASE_PATH = '/api/v1';

/** What the paths of all images' files begin with. */
export const IMAGE_FILES_PATH = `${API_BASE_PATH}/images/files/`;

/** The path of calls in the format of api.chucknorris.io. */
export const COMPAT_BASE_PATH = '/compat/chucknorris';

/** The path of the page that shows a joke inside other sites. */
export const embedPath = (jokeId: number) => `/embed/fact/${jokeId}`;

/** Every image is square and stored in these widths (= heights), in pixels. */
export const IMAGE_WIDTHS = [320, 640, 1024] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** The width of the file in an `image_url`. */
export const DEFAULT_IMAGE_WIDTH = 640 satisfies ImageWidth;

/** The name of an image's file. @param image its content hash */
export function imageFile(image: string, width: ImageWidth = DEFAULT_IMAGE_WIDTH): string {
  return `${image}-${width}.webp`;
}

/** The content hash in the name of an image's file. */
export const imageOfFile = (name: string) => name.replace(/-\d+\.webp$/, '');

/** The path of an image on the site, in the default width. @param image its content hash */
export const imageUrl = (image: string) => IMAGE_FILES_PATH + imageFile(image);
