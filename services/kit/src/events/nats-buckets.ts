import type { JetStreamManager, KV } from 'nats';
import { asked, isWrongSequence } from './nats-errors.js';
import { BUCKET_PREFIX } from './nats-streams.js';

/** A bucket of JSON values; keys are letters, digits, - and _. Each call throws AppError UNAVAILABLE while NATS is away. */
export interface KeyValue {
  /** Sets a key that nobody holds. Answers whether it was free. */
  create(key: string, value: unknown): Promise<boolean>;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /**
   * Sets a value that depends on the one there is (undefined: none), and answers it. `change` is asked again when somebody
   * else set the value in the meantime.
   * @throws when others kept setting it at every try
   */
  update(key: string, change: (value: unknown) => unknown): Promise<unknown>;
  remove(key: string): Promise<void>;
  /** Every value by its key: for buckets of thousands at most. */
  all(): Promise<Record<string, unknown>>;
}

/** How often a value is set against others who set the same one. */
const UPDATE_TRIES = 20;

/** An open bucket as the kit uses it. */
export function bucketOf(values: KV, manager: JetStreamManager, bucket: string): KeyValue {
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
        // the client's own list of keys may end before its last ones are read (nats 2.29)
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
