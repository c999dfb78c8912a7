import { IMAGE_WIDTHS } from 'functions/contract';
import { useEffect, useRef, useState, type RefObject } from 'react';
import styles from './responsive-image.module.css';

const LARGEST = Math.max(...IMAGE_WIDTHS);
/** Distance from the viewport that counts as near, in pixels; browsers' own lazy loading uses thousands. */
const NEAR_PX = 200;
/** The part of the image that must be visible, so that a sliver at the edge loads none. */
const SEEN = 0.1;
/** A transparent pixel, in place of an image that is not requested yet. */
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The `srcset` of an image in all its widths. */
function imageSrcSet(imageUrl: string): string {
  const inWidth = (width: number) => imageUrl.replace(/-\d+(?=\.webp)/, `-${width}`);
  return IMAGE_WIDTHS.map((width) => `${inWidth(width)} ${width}w`).join(', ');
}

/**
 * Whether an element has entered the viewport or, after the reader has scrolled, come near it; true for printing.
 * Before that, images outside the viewport may never be needed.
 * @param atOnce true to return true immediately
 */
export function useNearView(element: RefObject<Element | null>, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    const { current } = element;
    if (near || current === null) return;
    const observe = (threshold: number, margin: number) => {
      const observer = new IntersectionObserver(
        (entries) => {
          // Browsers differ on whether less than the threshold counts as intersecting.
          if (entries.some((e) => e.isIntersecting && e.intersectionRatio >= threshold)) {
            setNear(true);
          }
        },
        { threshold, rootMargin: `${margin}px` },
      );
      observer.observe(current);
      return observer;
    };
    let observer = observe(SEEN, 0);
    const onScroll = () => {
      observer.disconnect();
      observer = observe(0, NEAR_PX);
    };
    // Nobody scrolls on paper.
    const onPrint = () => setNear(true);
    addEventListener('scroll', onScroll, { once: true, passive: true });
    addEventListener('beforeprint', onPrint);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('beforeprint', onPrint);
      observer.disconnect();
    };
  }, [element, near]);
  return near;
}

interface ResponsiveImageProps {
  /** a joke's `image_url`; its query, such as `?t=`, applies to every width */
  imageUrl: string;
  /** alternative text */
  alt: string;
  /** its rendered width, in the syntax of the `sizes` attribute */
  sizes: string;
  /** True to load it only when it is near the viewport; false for images in the first view. */
  lazy?: boolean;
}

/**
 * A joke's square image. Its space is reserved while it loads; a broken image is removed. Without
 * scripts, the browser decides when to load it.
 */
export function ResponsiveImage({ imageUrl, alt, sizes, lazy = true }: ResponsiveImageProps) {
  const [broken, setBroken] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const near = useNearView(image, !lazy);
  useEffect(() => {
    // A server-rendered image may have failed before the page was hydrated.
    const { current } = image;
    if (current?.complete && current.currentSrc !== '' && current.naturalWidth === 0) {
      setBroken(imageUrl);
    }
  }, [imageUrl]);
  if (broken === imageUrl) return null;
  const source = { sizes, srcSet: imageSrcSet(imageUrl), src: imageUrl };
  const attributes = {
    className: styles.image,
    alt,
    width: LARGEST,
    height: LARGEST,
    decoding: 'async',
  } as const;
  return (
    <>
      <img
        ref={image}
        {...attributes}
        loading={lazy ? 'lazy' : 'eager'}
        {...(near ? source : { src: PIXEL })}
        onError={() => setBroken(imageUrl)}
      />
      {lazy && (
        <noscript>
          <img {...attributes} loading="lazy" {...source} />
        </noscript>
      )}
    </>
  );
}
