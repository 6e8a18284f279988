import {
  CHAIN_START,
  chained,
  checkChain,
  checkEnd,
  grouped,
  isHead,
  type ChainHead,
  type Clock,
  type KeyValue,
  type Logger,
  type Metrics,
} from '@symbio/kit';
import type { AuditRow, AuditValues } from './model.js';
import type { AuditQuery, AuditRepository } from './repository.js';

export interface TrailDeps {
  repository: AuditRepository;
  /** Keeps the newest entry's place and hash apart from the database, under the database's name. */
  heads: Pick<KeyValue, 'get' | 'update'>;
  database: string;
  clock: Clock;
  metrics: Pick<Metrics, 'auditEntries' | 'auditBroken'>;
  log: Logger;
}

/** What is known of the soundness of the trail. */
export interface TrailState {
  newest: number;
  oldest: number;
  verifiedAt: Date | undefined;
  verifiedThrough: number;
  /** Empty: nothing was found. */
  broken: string;
}

/** Where the newest entry is kept, for as long as there is a trail. */
export const HEADS_BUCKET = 'audit-heads';
/** Events whose entries are one write at most. */
const GROUP = 64;
/** How often entries are put behind those of other replicas. */
const APPEND_TRIES = 50;
/** Entries read at once to be looked at. */
const SLICE = 1_000;

/** The audit trail: added to, read and looked at; never changed. */
export function createTrail({ repository, heads, database, clock, metrics, log }: TrailDeps) {
  /** Writes entries behind those there are, each once by its id, also when another replica does the same at this moment. */
  async function append(values: readonly AuditValues[]): Promise<void> {
    const byId = new Map(values.map((one) => [one.id, one]));
    for (let tries = 1; ; tries++) {
      const known = await repository.known([...byId.keys()]);
      const fresh = [...byId.values()].filter(({ id }) => !known.has(id));
      if (fresh.length === 0) return;
      if (await repository.add(chained(await repository.head(), fresh))) {
        for (const { action } of fresh) metrics.auditEntries.inc({ action });
        return;
      }
      if (tries === APPEND_TRIES) throw new Error('others kept writing entries of the audit trail');
    }
  }

  const record = grouped<readonly AuditValues[], void>(
    async (groups) => {
      await append(groups.flat());
      return groups.map(() => undefined);
    },
    { most: GROUP },
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

  /** The newest entry as it was noted elsewhere. */
  async function notedHead(): Promise<ChainHead | undefined> {
    const noted = await heads.get(database);
    return isHead(noted) ? noted : undefined;
  }

  const keepHead = (through: ChainHead): Promise<unknown> =>
    heads.update(database, (kept) => (isHead(kept) && kept.seq >= through.seq ? kept : through));

  /** The last entry that this process found sound; what comes after it is new. */
  let sound = CHAIN_START;

  async function look(from: ChainHead): Promise<void> {
    const { through, broken: inChain } = await checkChain(from, rowsAfter(from.seq));
    const broken = inChain ?? (await checkEnd(await notedHead(), (seq) => repository.find(seq)));
    if (broken) log.error({ seq: broken.seq, reason: broken.reason }, 'the audit trail is broken');
    // what was found wrong is looked at again from the beginning: it may have been put right
    sound = broken ? CHAIN_START : through;
    metrics.auditBroken.set(broken ? 1 : 0);
    await repository.setState({ verifiedAt: clock.now(), through: through.seq, broken: broken?.reason ?? '' });
    if (!broken && through.seq > 0) await keepHead(through);
  }

  /** One look at a time; whoever asks meanwhile gets one that begins after it. */
  const verify = grouped<'all' | 'new', void>(
    async (asked) => {
      await look(asked.includes('all') ? CHAIN_START : sound);
      return asked.map(() => undefined);
    },
    { most: Infinity },
  );

  return {
    /** Keeps entries. Those that are there already stay as they are. */
    async record(values: readonly AuditValues[]): Promise<void> {
      if (values.length > 0) await record(values);
    },

    /** Entries by time, newest first, and where the next ones begin; 0 at the end. */
    async list(query: AuditQuery, before: number, limit: number): Promise<{ rows: AuditRow[]; next: number }> {
      const rows = await repository.list(query, before, limit + 1);
      const page = rows.slice(0, limit);
      return { rows: page, next: rows.length > limit ? (page.at(-1)?._id ?? 0) : 0 };
    },

    async state(): Promise<TrailState> {
      const [{ seq: newest }, oldest, known] = await Promise.all([
        repository.head(),
        repository.oldest(),
        repository.state(),
      ]);
      const { verifiedAt, through = 0, broken = '' } = known ?? {};
      return { newest, oldest, verifiedAt, verifiedThrough: through, broken };
    },

    /** Looks at the whole trail. */
    verifyAll: () => verify('all'),
    /** Looks at what was written since the last look of this process. */
    verifyNew: () => verify('new'),
  };
}

export type Trail = ReturnType<typeof createTrail>;
