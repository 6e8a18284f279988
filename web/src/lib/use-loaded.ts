import { useEffect, useState } from 'react';

/**
 * A part of the program that the page can do without for now: loaded when it is wanted, and again when there is a connection, where
 * it could not be. Undefined until then; nothing fails, as it would with a lazy component that stands in the frame of every page.
 *
 * @param load the same function from draw to draw
 * @param onMissing called when it could not be loaded, for what somebody waits for; the same function from draw to draw
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
        // without a connection: it is tried again once there is one
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
