import { IMAGE_WIDTHS, imageSourceSet } from 'functions/contract';
import { useRef, useState } from 'react';
import './picture.css';
import { useNearView } from './use-near-view.ts';

const LARGEST = Math.max(...IMAGE_WIDTHS);

interface PictureProps {
  /** a joke's `image_url`; a query, as `?t=`, goes with every width */
  imageUrl: string;
  /** what the picture shows, for those who do not see it */
  alt: string;
  /** how wide it is drawn, as in the attribute `sizes` */
  sizes: string;
  /** Loads it only when it comes near the visible part of the page; false for what is seen first. */
  lazy?: boolean;
}

/** The square picture of a fact. Its place is kept free while it loads; a broken one is removed. */
export function Picture({ imageUrl, alt, sizes, lazy = true }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  const near = useNearView(image, !lazy);
  if (broken === imageUrl) return null;
  return (
    <img
      ref={image}
      className="picture"
      alt={alt}
      width={LARGEST}
      height={LARGEST}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      sizes={sizes}
      {...(near && { srcSet: imageSourceSet(imageUrl), src: imageUrl })}
      onError={() => setBroken(imageUrl)}
    />
  );
}
