import { useSyncExternalStore } from 'react';

/** As the phone layouts of tables. */
const NARROW = '(max-width: 600px)';

const media = (): MediaQueryList | undefined =>
  typeof window.matchMedia === 'function' ? window.matchMedia(NARROW) : undefined;

function subscribe(listener: () => void): () => void {
  const query = media();
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether list and story do not fit side by side or below each other. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => media()?.matches ?? false);
