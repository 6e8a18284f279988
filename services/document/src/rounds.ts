export interface Rounds {
  /** Milliseconds between the beginnings of two rounds. */
  everyMs: number;
  /** Begins with a round now instead of after the first wait. */
  atOnce?: boolean;
  round: () => Promise<void>;
  /** Told when a round fails; the next one comes all the same. */
  failed: (error: unknown) => void;
}

/**
 * Does the same work again and again, one round at a time, without keeping the process for it.
 *
 * @returns ends it and waits for what is in hand
 */
export function startRounds({ everyMs, atOnce = false, round, failed }: Rounds): () => Promise<void> {
  let running = Promise.resolve();
  const go = (): void => {
    running = running.then(round).catch(failed);
  };
  if (atOnce) go();
  const timer = setInterval(go, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
