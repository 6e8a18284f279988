import { useEffect, useRef, useState } from 'react';

/**
 * Saved when its field is left or unmounted. Shows what others write unless this user is editing, and keeps the typed
 * text if saving fails.
 */
export function useSavedText(saved: string, save: (text: string) => Promise<boolean>) {
  const [text, setText] = useState(saved);
  /** Text that the last edit began with. */
  const [base, setBase] = useState(saved);
  const [read, setRead] = useState(saved);
  if (saved !== read) {
    setRead(saved);
    if (text.trim() === base.trim()) {
      setText(saved);
      setBase(saved);
    }
  }
  /** Sent, and perhaps not yet in `saved`. */
  const sent = useRef<string>(undefined);
  useEffect(() => {
    sent.current = undefined;
  }, [saved]);
  const typed = text.trim();
  const isChanged = typed !== saved.trim();
  const flush = async (): Promise<void> => {
    if (!isChanged || sent.current === typed) return;
    sent.current = typed;
    if (await save(typed)) setBase(typed);
    else if (sent.current === typed) sent.current = undefined;
  };
  const leave = useRef(flush);
  useEffect(() => {
    leave.current = flush;
  });
  useEffect(() => () => void leave.current(), []);
  return { text, setText, flush, isChanged };
}
