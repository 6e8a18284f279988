import {
  CHAIN_START,
  chained,
  checkStored,
  notedChain,
  type ChainHead,
  type NotedChain,
  type StoredChain,
} from '@symbio/hash-chain';
import { batchRequests, type Clock, type Logger, type Metrics } from '@symbio/runtime';
import type { KeyValue } from '@symbio/events';
import type { AuditRow, AuditValues } from './model.js';
import type { AuditQuery, AuditRepository } from './repository.js';

export interface TrailDeps {
  repository: AuditRepository;
  /** Stores chain heads outside the database, under the database's name. */
  heads: Pick<KeyValue, 'get' | 'update'>;
  database: string;
  /** Organizations of users, by id; without the operator's. */
  organizationsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  clock: Clock;
  metrics: Pick<Metrics, 'auditEntries' | 'auditBroken'>;
  log: Logger;
}

export interface TrailState {
  newest: number;
  oldest: number;
  verifiedAt: Date | undefined;
  verifiedThrough: number;
  /** Problem found; empty if none. */
  broken: string;
  /** Days after which entries are removed; 0: never. */
  retentionDays: number;
  /** Newest removed entry, and when; 0 if none. */
  removedThrough: number;
  removedAt: Date | undefined;
}

/** Bucket of the newest entry, kept as long as the trail exists. */
export const HEADS_BUCKET = 'audit-heads';
/** Maximum events per write. */
const GROUP = 64;
/** Minimum milliseconds between writes: at most twenty writes a second under load. */
const GAP_MS = 50;
/** Attempts to append after the entries of other replicas. */
const APPEND_TRIES = 50;
/** Entries read per verification batch. */
const SLICE = 1_000;

/** Append-only audit trail: append, read, verify. retention.ts removes expired entries. */
export function createTrail({ repository, heads, database, organizationsOf, clock, metrics, log }: TrailDeps) {
  /** Each once by its id, even with concurrent replicas. */
  async function append(values: readonly AuditValues[]): Promise<void> {
    let fresh = [...new Map(values.map((one) => [one.id, one])).values()];
    for (let tries = 1; fresh.length > 0; tries++) {
      if (await repository.add(chained(await repository.head(), fresh))) {
        for (const { action } of fresh) metrics.auditEntries.inc({ action });
        return;
      }
      if (tries === APPEND_TRIES) throw new Error('others kept writing entries of the audit trail');
      // a position or id was taken; duplicate ids are rare, so they are queried only now
      const known = await repository.known(fresh.map(({ id }) => id));
      fresh = fresh.filter(({ id }) => !known.has(id));
    }
  }

  async function withOrganizations(values: readonly AuditValues[]): Promise<AuditValues[]> {
    const userIds = [...new Set(values.map(({ userId }) => userId))];
    const organizations = await organizationsOf(userIds);
    return values.map((one) => {
      const organizationId = organizations.get(one.userId);
      return organizationId === undefined ? one : { ...one, organizationId };
    });
  }

  const record = batchRequests<readonly AuditValues[], void>(
    async (groups) => {
      await append(await withOrganizations(groups.flat()));
      return groups.map(() => undefined);
    },
    { most: GROUP, gapMs: GAP_MS },
  );

  async function* rowsAfter(seq: number): AsyncGenerator<AuditRow> {
    for (let last = seq; ;) {
      const rows = await repository.after(last, SLICE);
      yield* rows;
      const end = rows.at(-1);
      if (!end) return;
      last = end._id;
    }
  }

  async function removed(): Promise<ChainHead | undefined> {
    const checkpoint = await repository.checkpoint();
    return checkpoint && { seq: checkpoint._id, hash: checkpoint.hash };
  }

  const chain: StoredChain = { removed, after: rowsAfter, find: (seq) => repository.find(seq) };

  const storedHead = async (): Promise<NotedChain | undefined> => notedChain(await heads.get(database));

  /** Records the newest entry, and the last one removed or about to be. */
  async function storeHead(through: ChainHead, last: ChainHead | undefined): Promise<void> {
    await heads.update(database, (value) => {
      const known = notedChain(value);
      const { seq, hash } = known && known.seq > through.seq ? known : through;
      const gone = known?.removed && known.removed.seq > (last?.seq ?? 0) ? known.removed : last;
      return { seq, hash, ...(gone && { removed: gone }) };
    });
  }

  /** Last entry that this process verified; later ones are new. */
  let verified = CHAIN_START;

  /** @returns undefined if the trail is broken */
  async function verifyFrom(from: ChainHead): Promise<ChainHead | undefined> {
    const { through, broken } = await checkStored(chain, storedHead, from);
    if (broken) log.error({ seq: broken.seq, reason: broken.reason }, 'the audit trail is broken');
    // a broken trail is verified again from the beginning: it may have been repaired
    verified = broken ? CHAIN_START : through;
    metrics.auditBroken.set(broken ? 1 : 0);
    await repository.setState({ verifiedAt: clock.now(), through: through.seq, broken: broken?.reason ?? '' });
    if (broken) return undefined;
    // a new NATS does not know the checkpoint either
    if (through.seq > 0) await storeHead(through, await removed());
    return through;
  }

  /** One verification at a time; concurrent callers share one that begins after it. */
  const verify = batchRequests<'all' | 'new', ChainHead | undefined>(
    async (asked) => {
      const through = await verifyFrom(asked.includes('all') ? CHAIN_START : verified);
      return asked.map(() => through);
    },
    { most: Infinity },
  );

  return {
    /** Stores entries; existing ones stay unchanged. */
    async record(values: readonly AuditValues[]): Promise<void> {
      if (values.length > 0) await record(values);
    },

    /** Entries by time, newest first, and the cursor of the next ones; 0 at the end. */
    async list(query: AuditQuery, before: number, limit: number): Promise<{ rows: AuditRow[]; next: number }> {
      const rows = await repository.list(query, before, limit + 1);
      const page = rows.slice(0, limit);
      return { rows: page, next: rows.length > limit ? (page.at(-1)?._id ?? 0) : 0 };
    },

    async state(): Promise<TrailState> {
      const [{ seq: newest }, checkpoint, retention, known] = await Promise.all([
        repository.head(),
        repository.checkpoint(),
        repository.retention(),
        repository.state(),
      ]);
      const { _id: removedThrough = 0, at: removedAt } = checkpoint ?? {};
      const { verifiedAt, through = 0, broken = '' } = known ?? {};
      return {
        ...{ newest, oldest: await repository.oldest(removedThrough), verifiedAt, verifiedThrough: through, broken },
        ...{ retentionDays: retention?.days ?? 0, removedThrough, removedAt },
      };
    },

    /** Verifies the whole trail. @returns the last entry; undefined if the trail is broken */
    verifyAll: () => verify('all'),
    /** Verifies entries written since this process's last verification. */
    verifyNew: () => verify('new'),
    /** Records outside the database that entries up to `last` are about to be removed. */
    noteRemoval: (through: ChainHead, last: ChainHead) => storeHead(through, last),
  };
}

export type Trail = ReturnType<typeof createTrail>;
