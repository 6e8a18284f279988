import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { currentSession, useSession } from '../../lib/session.js';
import { WINDOW_ID } from '../../lib/window-id.js';
import { lossTexts, NO_LOSSES, type Losses } from './losses.js';

const CHANNEL = 'symbio-losses';

/** Milliseconds that other windows have to answer. One that is gone, or that the browser has put to sleep, holds nobody up. */
const ANSWER_MS = 300;

/** What windows tell each other: what signing out would lose in this one; without that it is a question to all others. */
interface Message {
  /** Who is signed in there: windows of somebody else have no part in it. */
  subject: string;
  from: string;
  losses?: Losses;
}

const NOBODY: ReadonlyMap<string, Losses> = new Map();

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Ids of the photographs of a person that the browser keeps until they have arrived, whichever window they were chosen in. */
async function keptBy(owner: string): Promise<string[]> {
  const { keptPhotosOf } = await import('../../features/visits/photos/kept-photos.js');
  return (await keptPhotosOf(owner)).map(({ id }) => id);
}

/** What is known of the losses of all windows of this person. */
export interface AllLosses {
  /** Each a sentence, kept up to date. */
  losses: readonly string[];
  /** Asks the other windows, and the browser for what it keeps for those that do not answer. Never takes long. */
  ask: () => Promise<void>;
  /** The same sentences at the moment of the call. */
  now: () => readonly string[];
}

/** Tells the other windows of this person what signing out would lose in this one, and asks them. @param own what it would lose here */
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
    // what it would have lost is lost, or kept for the others
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
    // in a browser without its connection that part of the program may not come: then the windows alone are asked
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
