import { watchEvents, type Broker, type Logger } from '@symbio/kit';
import { accessEvents } from '@symbio/proto/project';

/** Milliseconds that an answer waits at most for NATS to hand on the change that it is about. */
const MOST_MS = 2_000;

/** A row whose change is told by an event. */
interface Changed {
  _id: string;
  rev: number;
}

/**
 * Answers a change of access once the other services were told of it, which keep for a moment who may see what: whoever removes
 * somebody and is answered knows that nothing more is done in their name. Services hear of the event when this process does. While
 * NATS is away the answer comes after two seconds all the same, and others find out within fifteen (`CACHE_MS` of project-access).
 */
export function createAccessPropagation(broker: Pick<Broker, 'watch'>, log: Logger, mostMs = MOST_MS) {
  const waiting = new Set<(id: string, rev: number) => void>();
  watchEvents(broker, accessEvents.changed, ({ entityId, rev }) => {
    for (const hear of waiting) hear(entityId, rev);
  });

  return {
    /** Makes a change and waits until it was told. @param write answers undefined where nothing was changed */
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
            log.warn({ member_id: row._id }, 'a change of access was answered before others were told of it');
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

export type AccessPropagation = ReturnType<typeof createAccessPropagation>;
