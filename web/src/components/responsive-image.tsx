import { IMAGE_WIDTHS, imageSrcSet } from 'functions/contract';
import { useRef, useState } from 'react';
import './responsive-image.css';
import { useNearView } from './use-near-view.ts';

const LARGEST = Math.max(...IMAGE_WIDTHS);

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

/** A joke's square image. Its space is reserved while it loads; a broken image is removed. */
export function ResponsiveImage({ imageUrl, alt, sizes, lazy = true }: ResponsiveImageProps) {
  const [broken, setBroken] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const near = useNearView(image, !lazy);
  if (broken === imageUrl) return null;
  return (
    <img
      ref={image}
      className="image"
      alt={alt}
      width={LARGEST}
      height={LARGEST}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      sizes={sizes}
      {...(near && { srcSet: imageSrcSet(imageUrl), src: imageUrl })}
      onError={() => setBroken(imageUrl)}
    />
  );
}
