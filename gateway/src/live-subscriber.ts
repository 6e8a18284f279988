import type { Logger } from '@symbio/kit';
import { send, type Subscriber } from './live-channels.js';

/** A reader of a live stream that may not have begun yet. */
export interface OpeningSubscriber extends Subscriber {
  /** Its stream has begun: what was held until then is sent, after another look where access changed meanwhile. */
  open(): void;
}

interface Access {
  /** Whether the reader may read on. */
  mayGoOn: () => Promise<boolean>;
  log: Logger;
  requestId: string;
}

/** A reader whose access is looked at again whenever it may have changed; what comes meanwhile is held. */
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
    // of several checks under way only the one begun last knows the newest
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
      // access that changed while it was looked at may have made the answer old
      if (latest > 0) recheck();
      else release();
    },
  };
  return subscriber;
}
