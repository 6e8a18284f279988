import { useEffect, useRef } from 'react';

/** How near the bottom of the page is near, in CSS pixels (JOB-10, CONST-09). */
export const NEAR_BOTTOM_PX = 100;

function isNearBottom(): boolean {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - (window.scrollY + window.innerHeight) <= NEAR_BOTTOM_PX;
}

/**
 * Calls `onNear` when the reader is near the bottom of the page: after scrolling, after the window changed its size, and
 * after `length`, the number of rows, changed, for a page that is shorter than the window.
 * @param isActive false while there is nothing to load, or something is loading
 */
export function useNearBottom(isActive: boolean, length: number, onNear: () => void): void {
  const onNearRef = useRef(onNear);
  useEffect(() => {
    onNearRef.current = onNear;
  });
  useEffect(() => {
    if (!isActive) return;
    const look = (): void => {
      if (isNearBottom()) onNearRef.current();
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [isActive, length]);
}
