import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { currentSession, useSession } from '../../lib/session/session.js';
import { WINDOW_ID } from '../../lib/live/window-id.js';
import { unsavedWorkTexts, NO_UNSAVED_WORK, type UnsavedWork } from './unsaved-work.js';

const CHANNEL = 'symbio-unsaved-work';

/** Milliseconds: closed or suspended windows do not answer. */
const ANSWER_MS = 300;

/** The sender's unsaved work, or a question without it. */
interface Message {
  /** Other users' windows are ignored. */
  subject: string;
  from: string;
  unsavedWork?: UnsavedWork;
}

const NO_WINDOWS: ReadonlyMap<string, UnsavedWork> = new Map();

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Not uploaded yet, from any window. */
async function storedPhotoIds(owner: string): Promise<string[]> {
  const { storedPhotosOf: keptPhotosOf } = await import('../../features/visits/photos/stored-photos.js');
  return (await keptPhotosOf(owner)).map(({ id }) => id);
}

export interface AllUnsavedWork {
  unsavedWork: readonly string[];
  /** Also the browser's storage for windows that do not answer. Returns quickly. */
  query: () => Promise<void>;
  now: () => readonly string[];
}

/** @param own unsaved work of this window */
export function useAllUnsavedWork(own: UnsavedWork): AllUnsavedWork {
  const { subject } = useSession();
  const [others, setOthers] = useState(NO_WINDOWS);
  const latest = useRef({ own, others });
  const post = useRef<((message: Pick<Message, 'unsavedWork'>) => void) | null>(null);

  const know = useCallback((known: ReadonlyMap<string, UnsavedWork>): void => {
    latest.current.others = known;
    setOthers(known);
  }, []);

  useEffect(() => {
    if (subject === undefined || typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CHANNEL);
    const send = (message: Pick<Message, 'unsavedWork'>): void =>
      channel.postMessage({ ...message, subject, from: WINDOW_ID } satisfies Message);
    channel.onmessage = ({ data: { from, unsavedWork, ...message } }: MessageEvent<Message>) => {
      if (message.subject !== subject) return;
      if (unsavedWork) know(new Map([...latest.current.others, [from, unsavedWork]]));
      else send({ unsavedWork: latest.current.own });
    };
    const leave = (): void => send({ unsavedWork: NO_UNSAVED_WORK });
    window.addEventListener('pagehide', leave);
    post.current = send;
    return () => {
      window.removeEventListener('pagehide', leave);
      post.current = null;
      channel.close();
      know(NO_WINDOWS);
    };
  }, [know, subject]);
  useEffect(() => {
    latest.current.own = own;
    post.current?.({ unsavedWork: own });
  }, [own]);

  const query = useCallback(async (): Promise<void> => {
    const { subject: owner } = currentSession();
    if (owner === undefined) return;
    know(NO_WINDOWS);
    post.current?.({});
    const answered = post.current ? pause(ANSWER_MS) : undefined;
    // offline, the storage module may fail to load: then only the windows are asked
    const kept = await Promise.race([storedPhotoIds(owner).catch(() => []), pause(ANSWER_MS).then((): string[] => [])]);
    await answered;
    const all = [latest.current.own, ...latest.current.others.values()];
    const known = new Set(all.flatMap(({ photographs, refused }) => [...photographs, ...refused]));
    const photographs = kept.filter((id) => !known.has(id));
    if (photographs.length > 0)
      know(new Map([...latest.current.others, ['kept', { ...NO_UNSAVED_WORK, photographs }]]));
  }, [know]);

  const unsavedWork = useMemo(() => unsavedWorkTexts(own, [...others.values()]), [own, others]);
  const now = useCallback(() => unsavedWorkTexts(latest.current.own, [...latest.current.others.values()]), []);
  return { unsavedWork, query, now };
}
