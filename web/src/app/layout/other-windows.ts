import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { currentSession, useSession } from '../../lib/session/session.js';
import { WINDOW_ID } from '../../lib/live/window-id.js';
import { lossTexts, NO_LOSSES, type Losses } from './losses.js';

const CHANNEL = 'symbio-losses';

/** Timeout in milliseconds for other windows: closed or suspended ones do not answer. */
const ANSWER_MS = 300;

/** Message between windows: the sender's unsaved work, or a question without it. */
interface Message {
  /** User of the sending window; other users' windows are ignored. */
  subject: string;
  from: string;
  losses?: Losses;
}

const NOBODY: ReadonlyMap<string, Losses> = new Map();

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Ids of a user's photographs stored in the browser until they are uploaded, from any window. */
async function keptBy(owner: string): Promise<string[]> {
  const { keptPhotosOf } = await import('../../features/visits/photos/kept-photos.js');
  return (await keptPhotosOf(owner)).map(({ id }) => id);
}

export interface AllLosses {
  losses: readonly string[];
  /** Asks the other windows, and the browser's storage for those that do not answer. Returns quickly. */
  ask: () => Promise<void>;
  now: () => readonly string[];
}

/**
 * Shares this window's unsaved work with the user's other windows and queries theirs. @param own unsaved work of this
 * window
 */
export function useLossesOfAll(own: Losses): AllLosses {
  const { subject } = useSession();
  const [others, setOthers] = useState(NOBODY);
  const latest = useRef({ own, others });
  const post = useRef<((message: Pick<Message, 'losses'>) => void) | null>(null);

  const know = useCallback((known: ReadonlyMap<string, Losses>): void => {
    latest.current.others = known;
    setOthers(known);
  }, []);

  useEffect(() => {
    if (subject === undefined || typeof BroadcastChannel === 'undefined') return;
    const channel = new BroadcastChannel(CHANNEL);
    const tell = (message: Pick<Message, 'losses'>): void =>
      channel.postMessage({ ...message, subject, from: WINDOW_ID } satisfies Message);
    channel.onmessage = ({ data: { from, losses, ...message } }: MessageEvent<Message>) => {
      if (message.subject !== subject) return;
      if (losses) know(new Map([...latest.current.others, [from, losses]]));
      else tell({ losses: latest.current.own });
    };
    const leave = (): void => tell({ losses: NO_LOSSES });
    window.addEventListener('pagehide', leave);
    post.current = tell;
    return () => {
      window.removeEventListener('pagehide', leave);
      post.current = null;
      channel.close();
      know(NOBODY);
    };
  }, [know, subject]);
  useEffect(() => {
    latest.current.own = own;
    post.current?.({ losses: own });
  }, [own]);

  const ask = useCallback(async (): Promise<void> => {
    const { subject: owner } = currentSession();
    if (owner === undefined) return;
    know(NOBODY);
    post.current?.({});
    const answered = post.current ? pause(ANSWER_MS) : undefined;
    // offline, the storage module may fail to load: then only the windows are asked
    const kept = await Promise.race([keptBy(owner).catch(() => []), pause(ANSWER_MS).then((): string[] => [])]);
    await answered;
    const all = [latest.current.own, ...latest.current.others.values()];
    const known = new Set(all.flatMap(({ photographs, refused }) => [...photographs, ...refused]));
    const photographs = kept.filter((id) => !known.has(id));
    if (photographs.length > 0) know(new Map([...latest.current.others, ['kept', { ...NO_LOSSES, photographs }]]));
  }, [know]);

  const losses = useMemo(() => lossTexts(own, [...others.values()]), [own, others]);
  const now = useCallback(() => lossTexts(latest.current.own, [...latest.current.others.values()]), []);
  return { losses, ask, now };
}
