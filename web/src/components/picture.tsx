import type { ImgHTMLAttributes, ReactNode } from 'react';
import { useFailedPictures } from '../lib/ui/failed-pictures.js';

interface PictureProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string;
  alt: string;
  /** Shown while the picture cannot be loaded. */
  fallback?: ReactNode;
}

/** Picture from the server that recovers after an outage. */
export function Picture({ src, alt, fallback = null, ...rest }: PictureProps) {
  const { failed, fail } = useFailedPictures();
  if (failed.has(src)) return fallback;
  return <img {...rest} src={src} alt={alt} onError={() => fail(src)} />;
}
