import type { Logger } from '@symbio/runtime';
import { send, type Subscriber } from './channels.js';

export interface OpeningSubscriber extends Subscriber {
  /** Starts the stream: sends held messages, after a recheck if access changed. */
  open(): void;
}

interface Access {
  mayContinue: () => Promise<boolean>;
  log: Logger;
  requestId: string;
}

/** Subscriber whose messages are held during access checks. */
export function createSubscriber(
  base: Pick<Subscriber, 'userId' | 'role' | 'seesIssuesOf' | 'windowId' | 'projectId' | 'response'>,
  { mayContinue, log, requestId }: Access,
): OpeningSubscriber {
  let opened = false;
  let latestCheck = 0;
  const release = (): void => {
    const { held = [] } = subscriber;
    subscriber.held = undefined;
    for (const message of held) send(subscriber, message);
  };
  const recheck = (): void => {
    // of concurrent checks only the latest is current
    const check = ++latestCheck;
    if (!opened) return;
    subscriber.held ??= [];
    mayContinue()
      .catch((error: unknown) => {
        log.debug({ err: error, request_id: requestId }, 'live stream ended');
        return false;
      })
      .then((allowed) => {
        if (!allowed) base.response.end();
        if (check !== latestCheck) return;
        if (allowed) release();
        else subscriber.held = undefined;
      })
      .catch((error: unknown) => log.warn({ err: error }, 'live stream failed'));
  };
  const subscriber: OpeningSubscriber = {
    ...base,
    held: [],
    recheck,
    open() {
      opened = true;
      // access may have changed during the check
      if (latestCheck > 0) recheck();
      else release();
    },
  };
  return subscriber;
}
