import { useEffect, useRef } from 'react';

/** CSS pixels (JOB-10, CONST-09). */
export const NEAR_BOTTOM_PX = 100;

function isNearBottom(): boolean {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - (window.scrollY + window.innerHeight) <= NEAR_BOTTOM_PX;
}

/**
 * Also checks when the row count `length` changes: the page may be shorter than the window.
 * @param isActive false while loading, or if everything is loaded
 */
export function useNearBottom(isActive: boolean, length: number, onNear: () => void): void {
  const onNearRef = useRef(onNear);
  useEffect(() => {
    onNearRef.current = onNear;
  });
  useEffect(() => {
    if (!isActive) return;
    const check = (): void => {
      if (isNearBottom()) onNearRef.current();
    };
    check();
    window.addEventListener('scroll', check, { passive: true });
    window.addEventListener('resize', check);
    return () => {
      window.removeEventListener('scroll', check);
      window.removeEventListener('resize', check);
    };
  }, [isActive, length]);
}
