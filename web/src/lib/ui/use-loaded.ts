import { useEffect, useState } from 'react';

/**
 * Loads when wanted, and retries when the connection returns. Unlike a lazy component it never throws, which would
 * break the frame of every page.
 */
export function useLoaded<T>(load: () => Promise<T>, isWanted: boolean, onMissing?: () => void): T | undefined {
  const [loaded, setLoaded] = useState<{ part: T }>();
  const isMissing = isWanted && loaded === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    const begin = (): void => {
      load().then(
        (part) => {
          if (!isOver) setLoaded({ part });
        },
        // offline: retried when the connection returns
        () => {
          if (!isOver) onMissing?.();
        },
      );
    };
    begin();
    window.addEventListener('online', begin);
    return () => {
      isOver = true;
      window.removeEventListener('online', begin);
    };
  }, [load, isMissing, onMissing]);
  return loaded?.part;
}
