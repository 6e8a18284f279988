import type { Language } from '@symbio/api/reference';
import { createContext, useContext } from 'react';

/** What the reader has chosen for the whole page. Kept while the page is open, and nowhere else. */
export interface Reader {
  /** What samples are written in. */
  language: Language;
  setLanguage: (language: Language) => void;
  /** The key that requests are tried with. */
  apiKey: string;
  setApiKey: (key: string) => void;
}

export const ReaderContext = createContext<Reader | undefined>(undefined);

/** Only below the page of the public API. */
export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('useReader needs the page of the public API around it');
  return reader;
}
