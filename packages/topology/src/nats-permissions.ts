/**
 * NATS permissions of each process, for the local server and for a cluster. They follow from the catalogue of events;
 * durable consumers and buckets are listed here, and a process without permission for a new one does not start.
 */
import { ALL_EVENTS } from '@symbio/proto/event-type';
import { JOB_LANES } from '@symbio/proto/job/vocabulary';
import { FORMER_JOB_STREAMS, publishedBy } from '@symbio/proto/publishing';
import { keyHolders } from './topology.js';

/** User of the operations commands, with all permissions. */
export const OPERATOR = 'operations';

/** Durable consumers of events by process; the process name is prefixed unless the full name is given. */
const DURABLES: Readonly<Record<string, readonly string[]>> = {
  identity: ['audit', 'key-writes', 'erased-people'],
  project: [
    ...['progress-documents', 'progress-pages', 'progress-annotations', 'progress-mentions', 'progress-visits'],
    ...['cleanup', 'erased', 'erased-people'],
  ],
  document: [
    ...[
      'classification',
      'read',
      'beside-pages',
      'deleted-projects',
      'erased-projects',
      'deleted-visits',
      'restored-visits',
    ],
    ...['leftovers', 'restored', 'erased', 'job-outcomes', 'page-pictures', 'erased-people', 'sample-copies'],
    ...['unlocked', 'maps-classified', 'maps-changed', 'maps-restored'],
  ],
  annotation: [
    ...['reviewed', 'run-undone', 'page-deleted', 'document-deleted', 'document-restored', 'document-erased'],
    ...['page-pictures', 'page-facts', 'mentions', 'review-rules', 'blind-sheets', 'blind-samples'],
    ...['project-deleted', 'project-erased', 'erased-people', 'sample-copies'],
  ],
  feature: [
    ...[
      'feature-deleted',
      'annotation-reviewed',
      'annotation-deleted',
      'annotation-restored',
      'annotation-shown',
      'run-undone',
    ],
    ...['project-deleted', 'project-erased', 'erased-people', 'sample-copies'],
  ],
  job: [
    ...['deleted-documents', 'restored-documents', 'erased-documents', 'changed-documents', 'classified-documents'],
    ...['deleted-projects', 'erased-projects', 'restored-projects', 'erased-people'],
  ],
  issue: [
    ...['cleanup', 'notices', 'comment-notices', 'evidence-comment-notices', 'assignment-notices', 'erased-people'],
  ],
  webhook: [
    ...[
      'projects',
      'documents',
      'pages',
      'georeferences',
      'jobs',
      'annotations',
      'runs',
      'features',
      'mentions',
      'determinations',
      'issues',
      'data-sets',
      'record-searches',
      'keys',
      'mail',
      'erased-people',
    ],
  ],
  records: ['project-changed', 'project-deleted', 'project-erased', 'erased-people'],
  reports: ['project-deleted', 'project-erased', 'erased-people'],
  'feature-worker': [
    ...['feature-page-spotting', 'feature-document-classified', 'feature-document-changed', 'feature-page-deleted'],
    ...['feature-document-deleted', 'feature-document-restored', 'feature-document-erased'],
    ...['feature-worker-project-deleted', 'feature-worker-project-erased', 'feature-worker-sample-copies'],
  ],
};

/** Buckets by process: written, and only read. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  identity: ['signing', 'audit-heads', 'erased-people'],
  gateway: ['rate-limits', 'ended-sessions', 'known-browsers', 'session-refreshes', 'idempotency'],
};
const READ: Readonly<Record<string, readonly string[]>> = {
  project: ['erased-people'],
  document: ['erased-people'],
  annotation: ['erased-people'],
  feature: ['erased-people'],
  job: ['erased-people'],
  issue: ['erased-people'],
  webhook: ['erased-people'],
  records: ['erased-people'],
  reports: ['erased-people'],
};

/** Bucket with the accepted unsigned messages; all processes read it. */
const TRUST = 'signing';
/** Updates streams of other processes, whose limits a new version may change. */
const KEEPER = 'identity';
const WORKERS: readonly string[] = ['document-worker'];
/** Process that announces waiting work. */
const OFFERER = 'job';
const BROADCASTS = [
  'symbio.presence.v1.>',
  'symbio.cursor.v1.>',
  'symbio.sessions.v1.>',
  'symbio.key-hits.v1',
  'symbio.person-hits.v1',
] as const;

export interface NatsUser {
  name: string;
  publish: readonly string[];
  subscribe: readonly string[];
}

const stream = (name: string, mayUpdate: boolean): string[] => [
  `$JS.API.STREAM.CREATE.${name}`,
  `$JS.API.STREAM.INFO.${name}`,
  ...(mayUpdate ? [`$JS.API.STREAM.UPDATE.${name}`] : []),
];

const messagesOf = (name: string): string[] => [
  `$JS.API.STREAM.MSG.GET.${name}`,
  `$JS.API.DIRECT.GET.${name}`,
  `$JS.API.DIRECT.GET.${name}.>`,
];

const bucket = (name: string, mayWrite: boolean): string[] => [
  ...stream(`KV_${name}`, mayWrite),
  ...messagesOf(`KV_${name}`),
  ...(mayWrite ? [`$KV.${name}.>`] : []),
];

const durable = (name: string): string[] => [
  `$JS.API.CONSUMER.INFO.EVENTS.${name}`,
  `$JS.API.CONSUMER.CREATE.EVENTS.${name}.>`,
  `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${name}`,
  `$JS.API.CONSUMER.MSG.NEXT.EVENTS.${name}`,
  `$JS.ACK.EVENTS.${name}.>`,
  `symbio.dlq.${name}`,
];

/** Stream of messages about waiting work. */
const JOBS = 'JOBS';

const lane = (name: string): string[] => {
  const consumer = `workers-${name}`;
  return [
    `$JS.API.CONSUMER.INFO.${JOBS}.${consumer}`,
    `$JS.API.CONSUMER.CREATE.${JOBS}.${consumer}.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${JOBS}.${consumer}`,
    `$JS.API.CONSUMER.MSG.NEXT.${JOBS}.${consumer}`,
    `$JS.ACK.${JOBS}.${consumer}.>`,
    `symbio.dlq.${consumer}`,
  ];
};

/** Durable consumers of events that a process has. */
export const durablesOf = (process: string): readonly string[] =>
  (DURABLES[process] ?? []).map((name) => (process === 'feature-worker' ? name : `${process}-${name}`));

function userOf(name: string): NatsUser {
  const keeps = name === KEEPER;
  return {
    name,
    publish: [
      ...publishedBy(name),
      '$JS.API.INFO',
      ...stream('EVENTS', keeps),
      ...stream('DEAD_LETTERS', keeps),
      ...(keeps ? messagesOf('EVENTS') : bucket(TRUST, false)),
      ...durablesOf(name).flatMap(durable),
      ...(WRITTEN[name] ?? []).flatMap((each) => bucket(each, true)),
      ...(READ[name] ?? []).flatMap((each) => bucket(each, false)),
      ...(name === OFFERER ? stream(JOBS, true) : []),
      ...(name === OFFERER ? FORMER_JOB_STREAMS.map((former) => `$JS.API.STREAM.DELETE.${former}`) : []),
      ...(WORKERS.includes(name) ? [...stream(JOBS, false), ...JOB_LANES.flatMap(lane)] : []),
    ],
    subscribe: [
      `_INBOX.${name}.>`,
      ALL_EVENTS,
      ...(name === 'gateway' ? BROADCASTS : []),
      ...(WORKERS.includes(name) ? ['symbio.job.v1.>'] : []),
    ],
  };
}

/** Users of an installation: one for each process, and one for the tools. */
export const natsUsers: readonly NatsUser[] = [
  ...keyHolders.map(userOf),
  { name: OPERATOR, publish: ['>'], subscribe: ['>'] },
];

/**
 * Users as the `authorization` block of nats-server's settings. @param passwordOf password, or `$NAME` of a variable
 */
export function natsAuthorization(passwordOf: (user: string) => string): string {
  const list = (subjects: readonly string[]): string => JSON.stringify(subjects);
  const users = natsUsers.map(
    ({ name, publish, subscribe }) =>
      `    { user: ${JSON.stringify(name)}, password: ${passwordOf(name)}, permissions: { publish: { allow: ${list(publish)} }, subscribe: { allow: ${list(subscribe)} } } }`,
  );
  return `authorization {\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}
