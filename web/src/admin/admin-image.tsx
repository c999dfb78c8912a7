import { queryOptions, useQuery } from '@tanstack/react-query';
import { calls, DEFAULT_IMAGE_WIDTH as SIDE } from 'functions/contract';
import { bearerFor } from '../api/call.ts';
import { requestFile } from '../api/request.ts';
import styles from '../ui/responsive-image.module.css';
import { PRIVATE } from './moderation-queries.ts';

/** An image file as a data URL, which the page's policy allows. */
function dataUrlOf(file: ArrayBuffer): string {
  const bytes = Array.from(new Uint8Array(file), (byte) => String.fromCharCode(byte));
  return `data:image/webp;base64,${btoa(bytes.join(''))}`;
}

/** An image, which visitors may not get yet, as a data URL. @param url a joke's `image_url` */
export function adminImage(url: string) {
  return queryOptions({
    queryKey: ['moderation', 'image-file', url],
    async queryFn() {
      const bearer = await bearerFor(calls.getImageFile, true);
      const init = { headers: { Authorization: `Bearer ${bearer}` } };
      const file = await requestFile(url, init);
      return dataUrlOf(await file.arrayBuffer());
    },
    ...PRIVATE,
    staleTime: Infinity,
  });
}

/** A joke's image for an administrator. Its space is reserved while it loads; a broken one is hidden. */
export function AdminImage({ imageUrl, alt }: { imageUrl: string; alt: string }) {
  const { data, isError } = useQuery(adminImage(imageUrl));
  if (isError) return null;
  return <img className={styles.image} src={data} alt={alt} width={SIDE} height={SIDE} />;
}
