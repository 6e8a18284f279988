import type { JetStreamManager, KV } from 'nats';
import { asked as askedOnceConnected, isWrongSequence } from './nats-errors.js';
import { BUCKET_PREFIX } from './nats-streams.js';

/**
 * Bucket of JSON values; keys are letters, digits, - and _. Calls throw AppError UNAVAILABLE while NATS is unavailable.
 */
export interface KeyValue {
  /** Creates a key. Returns false if it exists. */
  create(key: string, value: unknown): Promise<boolean>;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /**
   * Updates a value by compare-and-set and returns it. `change` gets the current value (undefined: none) and is called
   * again after each conflict.
   * @throws after too many conflicts
   */
  update(key: string, change: (value: unknown) => unknown): Promise<unknown>;
  remove(key: string): Promise<void>;
  /** All values by key: for buckets of at most thousands. */
  all(): Promise<Record<string, unknown>>;
}

/** Compare-and-set attempts. */
const UPDATE_TRIES = 20;

/** @param connected see {@link askedOnceConnected} */
export function bucketOf(
  values: KV,
  manager: JetStreamManager,
  bucket: string,
  connected: () => Promise<boolean>,
): KeyValue {
  const asked = <T>(ask: () => Promise<T>): Promise<T> => askedOnceConnected(ask, connected);
  return {
    async create(key, value) {
      try {
        await asked(() => values.create(key, JSON.stringify(value)));
        return true;
      } catch (error) {
        if (isWrongSequence(error)) return false;
        throw error;
      }
    },
    async get(key) {
      const entry = await asked(() => values.get(key));
      return entry?.operation === 'PUT' ? entry.json() : undefined;
    },
    async set(key, value) {
      await asked(() => values.put(key, JSON.stringify(value)));
    },
    async update(key, change) {
      for (let attempt = 1; ; attempt++) {
        const entry = await asked(() => values.get(key));
        const next = change(entry?.operation === 'PUT' ? entry.json() : undefined);
        try {
          const text = JSON.stringify(next);
          await asked(() => (entry ? values.update(key, text, entry.revision) : values.create(key, text)));
          return next;
        } catch (error) {
          if (!isWrongSequence(error) || attempt === UPDATE_TRIES) throw error;
        }
      }
    },
    remove: (key) => asked(() => values.delete(key)),
    all: () =>
      asked(async () => {
        // the client's key listing may end before the last keys are read (nats 2.29)
        const prefix = `$KV.${bucket}.`;
        const { state } = await manager.streams.info(`${BUCKET_PREFIX}${bucket}`, {
          subjects_filter: `${prefix}>`,
        });
        const found: Record<string, unknown> = {};
        for (const subject of Object.keys(state.subjects ?? {})) {
          const key = subject.slice(prefix.length);
          const entry = await values.get(key);
          if (entry?.operation === 'PUT') found[key] = entry.json();
        }
        return found;
      }),
  };
}
