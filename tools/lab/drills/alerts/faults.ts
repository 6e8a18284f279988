import { randomUUID } from 'node:crypto';
import { messageOf } from '../../../dev/start-error.js';
import { processOf, running, suspend, type DrillContext } from '../drill.js';
import { processed } from '../../harness/world.js';
import type { Prometheus, Target } from './prometheus.js';

export interface AlertFault {
  must: readonly string[];
  /** Permitted consequential alerts, with reasons. */
  may: Readonly<Record<string, string>>;
  what: string;
  /** Maximum duration in seconds; ends once all required alerts fire. */
  seconds: number;
  /** Injects the fault. @returns repairs it */
  act: (context: DrillContext, prometheus: Prometheus, targets: readonly Target[]) => Promise<() => Promise<void>>;
}

/** Unreadable files; more than `jobsFailed`. */
const BAD_FILES = 4;
/** Delay in milliseconds in each direction: a request makes several database calls. */
const SLOW_MS = 700;

const copiesOf = (context: DrillContext, name: string): string[] =>
  running(context, 'service', 'worker').filter((one) => processOf(one) === name);

const suspended = (context: DrillContext, names: readonly string[]): Promise<() => Promise<void>> => {
  const resume = suspend(context, names);
  return Promise.resolve(() => Promise.resolve(resume()));
};

const WAITING = 'what waits for it gives up after its time';

export const ALERT_FAULTS: readonly AlertFault[] = [
  {
    what: 'both copies of the webhook service hang',
    seconds: 60,
    must: ['SymbioProcessDown'],
    may: {},
    act: (context) => suspended(context, copiesOf(context, 'webhook')),
  },
  {
    what: 'MongoDB hangs',
    seconds: 150,
    must: ['SymbioDependencyAway', 'SymbioNotReady', 'SymbioProcessDown', 'SymbioHttpErrors'],
    may: {
      SymbioCallErrors: WAITING,
      SymbioSlow: WAITING,
      SymbioOutboxOld: 'an entry that was not sent in the moment cannot be read any more',
      SymbioNoWork: 'jobs cannot be begun',
      SymbioJobsWait: 'those begun afterwards have waited',
      SymbioAuditLate: 'entries cannot be written',
    },
    act({ proxies: { mongodb } }) {
      mongodb.dead();
      return Promise.resolve(() => mongodb.mend());
    },
  },
  {
    what: 'NATS hangs',
    seconds: 150,
    must: ['SymbioDependencyAway', 'SymbioNotReady', 'SymbioOutboxOld'],
    may: {
      SymbioHttpErrors: 'comments without an id of the client need it to be kept from being made twice',
      SymbioCallErrors: WAITING,
      SymbioSlow: WAITING,
      SymbioNoWork: 'jobs cannot be offered',
      SymbioJobsWait: 'those begun afterwards have waited',
      SymbioAuditLate: 'entries come by it',
    },
    act({ proxies: { nats } }) {
      nats.dead();
      return Promise.resolve(() => nats.mend());
    },
  },
  {
    what: 'the disk of the files is full',
    seconds: 180,
    must: ['SymbioBlobsFull', 'SymbioHttpErrors'],
    may: {
      SymbioDependencyAway: 'the store counts as away below its least free space',
      SymbioNotReady: 'so do those that need it',
      SymbioCallErrors: 'uploads are refused by the document service',
      SymbioNoWork: 'jobs wait for room',
      SymbioJobsWait: 'those begun afterwards have waited',
    },
    async act({ disks: { blobs } }) {
      if (!blobs) throw new Error('there is no disk for the files');
      await blobs.fill();
      return () => blobs.empty();
    },
  },
  {
    what: 'all workers hang',
    seconds: 180,
    must: ['SymbioNoWork'],
    may: { SymbioJobsWait: 'those begun afterwards have waited' },
    act: (context) => suspended(context, copiesOf(context, 'document-worker')),
  },
  {
    what: `${BAD_FILES} files that are no PDF`,
    seconds: 120,
    must: ['SymbioJobsFail'],
    may: {},
    async act({ work: { client, world } }) {
      for (let file = 0; file < BAD_FILES; file++) {
        const bytes = Buffer.from(`%PDF-1.4\n${randomUUID()} and nothing else`);
        await processed(client, world.projectId, `bad ${randomUUID()}.pdf`, bytes);
      }
      return () => Promise.resolve();
    },
  },
  {
    what: `MongoDB answers ${2 * SLOW_MS} ms late`,
    seconds: 180,
    must: ['SymbioSlow'],
    may: {
      SymbioHttpErrors: WAITING,
      SymbioCallErrors: WAITING,
      SymbioOutboxOld: 'an entry waits for the answer of the database',
      SymbioJobsWait: 'a job is begun by several questions to the database',
      SymbioNoWork: 'a job that takes seconds takes minutes',
      SymbioAuditLate: 'an entry is written by several questions to the database',
    },
    act({ proxies: { mongodb } }) {
      mongodb.slow(SLOW_MS);
      return Promise.resolve(() => mongodb.mend());
    },
  },
  {
    what: 'an entry of the audit trail is changed',
    seconds: 120,
    must: ['SymbioAuditBroken'],
    may: {},
    async act({ stores }) {
      const entries = stores.database('audit').collection('audit_entries');
      // the newest: older ones have been checked, and are rechecked daily only
      const [last] = await entries.find().sort({ _id: -1 }).limit(1).toArray();
      if (!last) throw new Error('the audit trail has no entry');
      await entries.updateOne({ _id: last._id }, { $set: { action: 'deleted' } });
      return async () => void (await entries.replaceOne({ _id: last._id }, last));
    },
  },
  {
    what: 'Prometheus scrapes none of them',
    seconds: 90,
    must: ['SymbioNotScraped'],
    may: { SymbioProcessDown: 'no gateway is known to answer' },
    async act(_context, prometheus, targets) {
      await prometheus.scrape([]);
      return () => prometheus.scrape(targets);
    },
  },
];

export const failed = (error: unknown): string => `it could not be tried: ${messageOf(error)}`;

/** Sentences about missing and unexpected alerts. */
export function verdict({ must, may }: Pick<AlertFault, 'must' | 'may'>, fired: ReadonlySet<string>): string[] {
  const known = new Set([...must, ...Object.keys(may)]);
  return [
    ...must.filter((name) => !fired.has(name)).map((name) => `${name} did not fire`),
    ...[...fired].filter((name) => !known.has(name)).map((name) => `${name} fired`),
  ];
}
