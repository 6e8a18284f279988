import type { Logger } from '@symbio/runtime';
import type { EventSource } from './event.js';
import type { Broker } from './nats.js';
import { watchEvents } from './watch.js';

/** Maximum wait in milliseconds for NATS to deliver the change's event. */
const MOST_MS = 2_000;

interface Changed {
  _id: string;
  rev: number;
}

/**
 * Delays the response to an access change until its event has reached this process, and thus the caches of others: the
 * old rights no longer apply after it. Without NATS it responds after two seconds; other processes notice when their
 * caches expire.
 */
export function createPropagation(
  broker: Pick<Broker, 'watch'>,
  sources: readonly EventSource<unknown>[],
  log: Logger,
  mostMs = MOST_MS,
) {
  const waiting = new Set<(id: string, rev: number) => void>();
  for (const source of sources)
    watchEvents(broker, source, ({ entityId, rev }) => {
      for (const hear of waiting) hear(entityId, rev);
    });

  return {
    /** Makes a change and waits for its event. @param write returns undefined without a change */
    async after<Row extends Changed>(write: () => Promise<Row | undefined>): Promise<Row | undefined> {
      const heard = new Map<string, number>();
      let check = (): void => undefined;
      const hear = (id: string, rev: number): void => {
        heard.set(id, Math.max(rev, heard.get(id) ?? 0));
        check();
      };
      waiting.add(hear);
      let timer: NodeJS.Timeout | undefined;
      try {
        const row = await write();
        if (!row) return undefined;
        await new Promise<void>((resolve) => {
          timer = setTimeout(() => {
            log.warn({ entity_id: row._id }, 'a change of access was answered before other processes were notified');
            resolve();
          }, mostMs);
          check = () => {
            if ((heard.get(row._id) ?? 0) >= row.rev) resolve();
          };
          check();
        });
        return row;
      } finally {
        clearTimeout(timer);
        waiting.delete(hear);
      }
    },
  };
}

export type Propagation = ReturnType<typeof createPropagation>;
