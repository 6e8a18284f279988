import type { Logger } from '@symbio/runtime';
import { send, type Subscriber } from './live-channels.js';

export interface OpeningSubscriber extends Subscriber {
  /** Marks the stream as started: sends held messages, after a recheck if access changed. */
  open(): void;
}

interface Access {
  mayGoOn: () => Promise<boolean>;
  log: Logger;
  requestId: string;
}

/** A subscriber whose access is rechecked after possible changes; messages are held during the check. */
export function createSubscriber(
  reader: Pick<Subscriber, 'userId' | 'windowId' | 'projectId' | 'response'>,
  { mayGoOn, log, requestId }: Access,
): OpeningSubscriber {
  let opened = false;
  let latest = 0;
  const release = (): void => {
    const { held = [] } = subscriber;
    subscriber.held = undefined;
    for (const message of held) send(subscriber, message);
  };
  const recheck = (): void => {
    // of concurrent checks only the latest is current
    const own = ++latest;
    if (!opened) return;
    subscriber.held ??= [];
    mayGoOn()
      .catch((error: unknown) => {
        log.debug({ err: error, request_id: requestId }, 'live stream ended');
        return false;
      })
      .then((allowed) => {
        if (!allowed) reader.response.end();
        if (own !== latest) return;
        if (allowed) release();
        else subscriber.held = undefined;
      })
      .catch((error: unknown) => log.warn({ err: error }, 'live stream broke'));
  };
  const subscriber: OpeningSubscriber = {
    ...reader,
    held: [],
    recheck,
    open() {
      opened = true;
      // access may have changed during the check
      if (latest > 0) recheck();
      else release();
    },
  };
  return subscriber;
}
