import type { Language } from '@symbio/api/reference';
import { createContext, useContext } from 'react';

/** Held in memory only. */
export interface Reader {
  language: Language;
  setLanguage: (language: Language) => void;
  apiKey: string;
  setApiKey: (key: string) => void;
}

export const ReaderContext = createContext<Reader | undefined>(undefined);

/** Only within the public API page. */
export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('useReader needs the page of the public API around it');
  return reader;
}
