/**
 * Processes of Symbio: the list read by launcher, tests and benches. A new service is an entry here
 * (docs/adding-a-service.md).
 */

/**
 * Kind of a process. Outside the local stack, infrastructure is replaced by real servers, and the balancer, part of the
 * launcher, by an ingress.
 */
export type ProcessKind = 'infra' | 'service' | 'worker' | 'gateway' | 'balancer';

/** Purposes of ports with the setting that changes each. */
export const PORT_SETTINGS = {
  grpc: 'GRPC_PORT',
  admin: 'ADMIN_PORT',
  files: 'FILES_PORT',
  http: 'PORT',
  smtp: 'SMTP_PORT',
} as const;

export type PortName = keyof typeof PORT_SETTINGS;

/** Settings passed by the launcher; ports and service addresses follow from the list. */
export type SettingName =
  | 'MONGODB_URI'
  | 'NATS_URL'
  | 'INTERNAL_SIGNING_KEY'
  | 'INTERNAL_PUBLIC_KEYS'
  | 'KEYCLOAK_URL'
  | 'KEYCLOAK_REALM'
  | 'KEYCLOAK_CLIENT'
  | 'KEYCLOAK_ADMIN_CLIENT'
  | 'KEYCLOAK_ADMIN_SECRET'
  | 'SMTP_URL'
  | 'AI_BASE_URL'
  | 'AI_MODEL'
  | 'AI_API_KEY'
  | 'SECRET_WORD'
  | 'PUBLIC_URL'
  | 'SUPPORT_EMAIL'
  | 'SYMBIO_LOCAL'
  | 'BLOB_URL'
  | 'FILES_SECRET'
  | 'REPORT_SIGNING_KEY'
  | 'FILES_PUBLIC_URL'
  | 'FILES_ADDR'
  | 'WEB_DIR'
  | 'MODELS_DIR'
  | 'SINGLE_SIGN_ON'
  | 'SESSION_COOKIE_SECURE'
  | 'TRUSTED_PROXIES'
  | 'CHECK_ANSWERS'
  | 'API_KEY_REQUESTS_PER_MINUTE'
  | 'PERSON_REQUESTS_PER_MINUTE'
  | 'REQUESTS_AT_ONCE'
  | 'ISSUER_DATA_DIR'
  | 'WEBHOOK_PRIVATE_ADDRESSES'
  | 'ISSUE_ACCESS'
  | 'BASE_MAP'
  | 'BASE_MAP_ATTRIBUTION';

export interface ProcessEntry {
  name: string;
  kind: ProcessKind;
  /** Compiled program, relative to the repository; undefined for third-party servers. */
  entry?: string;
  /** Default ports on 127.0.0.1. */
  ports: Partial<Record<PortName, number>>;
  /** Required settings. */
  env: readonly SettingName[];
  /** Processes that must be ready before it starts. */
  dependsOn: readonly string[];
  /** Scaled separately (WORKERS), each copy with the next port number; others by replicas. */
  scales?: boolean;
  /** The process it is a copy of; copies act under its name. */
  copyOf?: string;
  /** Handles uploads: its shutdown waits as long as the longest upload may take. */
  uploads?: boolean;
  /** Services it calls; it gets SYMBIO_<NAME>_ADDR of each and starts without waiting for them. */
  calls: readonly string[];
}

const STORES = ['mongodb', 'nats'] as const;
const KEYS_ENV = ['INTERNAL_SIGNING_KEY', 'INTERNAL_PUBLIC_KEYS'] as const;
const FILES_ENV = ['BLOB_URL', 'FILES_SECRET', 'FILES_PUBLIC_URL'] as const;
const AI_ENV = ['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY'] as const;
/** WEBHOOK_PRIVATE_ADDRESSES: whether calls may go to private network addresses. */
const WEBHOOK_ENV = ['SMTP_URL', 'PUBLIC_URL', 'ISSUE_ACCESS', 'WEBHOOK_PRIVATE_ADDRESSES'] as const;
const SERVICE_ENV = ['MONGODB_URI', 'NATS_URL', ...KEYS_ENV] as const;

function service(
  name: string,
  number: number,
  more: { calls?: string[]; env?: readonly SettingName[]; ports?: ProcessEntry['ports']; uploads?: true } = {},
): ProcessEntry {
  return {
    name,
    kind: 'service',
    entry: `services/${name}/dist/src/main.js`,
    ports: { grpc: 5100 + number, admin: 5200 + number, ...more.ports },
    env: [...SERVICE_ENV, ...(more.env ?? [])],
    dependsOn: [...STORES],
    calls: more.calls ?? [],
    ...(more.uploads && { uploads: true }),
  };
}

/** GRPC services; ports derive from the number. The gateway calls all of them. */
const services: readonly ProcessEntry[] = [
  service('identity', 1, {
    env: [
      'SECRET_WORD',
      'SYMBIO_LOCAL',
      'KEYCLOAK_URL',
      'KEYCLOAK_REALM',
      'KEYCLOAK_ADMIN_CLIENT',
      'KEYCLOAK_ADMIN_SECRET',
      'SMTP_URL',
      'PUBLIC_URL',
    ],
  }),
  service('project', 2, { calls: ['identity'], env: ['SMTP_URL', 'PUBLIC_URL'] }),
  service('document', 3, {
    calls: ['project', 'job'],
    env: [...FILES_ENV, ...AI_ENV],
    ports: { files: 5303 },
    uploads: true,
  }),
  service('annotation', 4, { calls: ['project', 'document', 'identity'] }),
  service('feature', 5, { calls: ['project', 'annotation', 'identity'] }),
  service('job', 6, { calls: ['project'] }),
  service('issue', 7, {
    calls: ['identity', 'project'],
    env: [...FILES_ENV, 'SMTP_URL', 'PUBLIC_URL', 'ISSUE_ACCESS', ...AI_ENV],
  }),
  service('webhook', 8, { calls: ['identity', 'project'], env: WEBHOOK_ENV }),
  service('records', 9, {
    calls: ['project', 'feature', 'document'],
    env: ['BLOB_URL', 'FILES_SECRET'],
    ports: { grpc: 5310, admin: 5306 },
    uploads: true,
  }),
  service('reports', 10, {
    calls: ['identity', 'project', 'document', 'annotation', 'feature', 'records'],
    env: [...FILES_ENV, 'PUBLIC_URL', 'REPORT_SIGNING_KEY'],
    ports: { grpc: 5311, admin: 5307 },
  }),
];

/** Every process, in order of presentation. */
export const topology: readonly ProcessEntry[] = [
  { name: 'mongodb', kind: 'infra', ports: { http: 27117 }, env: [], dependsOn: [], calls: [] },
  { name: 'nats', kind: 'infra', ports: { http: 4322 }, env: [], dependsOn: [], calls: [] },
  {
    name: 'inbox',
    kind: 'infra',
    entry: 'tools/dist/dev/inbox-main.js',
    ports: { smtp: 1025, http: 1080 },
    env: [],
    dependsOn: [],
    calls: [],
  },
  {
    name: 'issuer',
    kind: 'infra',
    entry: 'tools/dist/dev/issuer-main.js',
    ports: { http: 8180 },
    env: ['ISSUER_DATA_DIR', 'KEYCLOAK_ADMIN_CLIENT', 'KEYCLOAK_ADMIN_SECRET', 'PUBLIC_URL'],
    dependsOn: ['inbox'],
    calls: [],
  },
  ...services,
  {
    name: 'document-worker',
    kind: 'worker',
    entry: 'services/document/dist/src/worker/main.js',
    // copies use the following numbers; services use those up to 5299
    ports: { admin: 5400 },
    env: ['NATS_URL', ...KEYS_ENV, 'BLOB_URL', 'FILES_SECRET', 'MODELS_DIR'],
    dependsOn: ['nats'],
    calls: ['document', 'job'],
    scales: true,
  },
  {
    name: 'feature-worker',
    kind: 'worker',
    entry: 'services/feature/dist/src/worker/main.js',
    ports: { admin: 5390 },
    env: [...SERVICE_ENV],
    dependsOn: [...STORES],
    calls: ['project', 'document', 'annotation', 'feature', 'identity'],
  },
  {
    name: 'gateway',
    kind: 'gateway',
    entry: 'gateway/dist/src/main.js',
    ports: { http: 8080, admin: 5200 },
    env: [
      'NATS_URL',
      ...KEYS_ENV,
      'KEYCLOAK_URL',
      'KEYCLOAK_REALM',
      'KEYCLOAK_CLIENT',
      'FILES_ADDR',
      'WEB_DIR',
      'PUBLIC_URL',
      'SUPPORT_EMAIL',
      'SINGLE_SIGN_ON',
      'SESSION_COOKIE_SECURE',
      'TRUSTED_PROXIES',
      'CHECK_ANSWERS',
      'API_KEY_REQUESTS_PER_MINUTE',
      'PERSON_REQUESTS_PER_MINUTE',
      'REQUESTS_AT_ONCE',
      'ISSUE_ACCESS',
      'BASE_MAP',
      'BASE_MAP_ATTRIBUTION',
    ],
    dependsOn: ['issuer', 'nats'],
    uploads: true,
    calls: services.map(({ name }) => name),
  },
];

/** Maximum copies of a worker: their ports must not overlap with others. */
export const MAX_COPIES = 64;
/** Maximum replicas of other processes. */
export const MAX_REPLICAS = 8;
/** Port of the first of several gateways, below those of the services. */
const BEHIND_PORT = 5100;
/** Port distance between replicas of a process: there are fewer than ten services. */
const REPLICA_STEP = 10;

export interface Scale {
  /** Processes per scaling worker, from 1 to {@link MAX_COPIES}. */
  workers: number;
  /** Processes per service, gateway and other worker, from 1 to {@link MAX_REPLICAS}. */
  replicas: number;
  /** Processes with replicas; default all but scaling workers. */
  of?: readonly string[] | undefined;
}

function copies(entry: ProcessEntry, count: number, step: number): ProcessEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    ...entry,
    ...(index === 0 ? {} : { name: `${entry.name}-${index + 1}`, copyOf: entry.name }),
    ports: Object.fromEntries(Object.entries(entry.ports).map(([port, number]) => [port, number + index * step])),
  }));
}

/** Several gateways leave their port to the balancer. */
function gateways(entry: ProcessEntry, count: number): ProcessEntry[] {
  const { http, ...others } = entry.ports;
  const behind = { ...entry, ports: { ...others, http: BEHIND_PORT } };
  const nothing = { env: [], dependsOn: [], calls: [] };
  const balancer: ProcessEntry = {
    name: 'balancer',
    kind: 'balancer',
    ports: http === undefined ? {} : { http },
    ...nothing,
  };
  return [...copies(behind, count, REPLICA_STEP), balancer];
}

/** List with copies: document-worker, document-worker-2; with replicas also gateway, gateway-2 and a balancer. */
export function scaled(entries: readonly ProcessEntry[], { workers, replicas, of }: Scale): readonly ProcessEntry[] {
  return entries.flatMap((entry) => {
    if (entry.scales) return copies(entry, workers, 1);
    if (replicas === 1 || entry.kind === 'infra' || of?.includes(entry.name) === false) return [entry];
    if (entry.kind === 'gateway') return gateways(entry, replicas);
    return copies(entry, replicas, entry.kind === 'worker' ? 1 : REPLICA_STEP);
  });
}

export function processEntry(name: string): ProcessEntry {
  const entry = topology.find((candidate) => candidate.name === name);
  if (!entry) throw new Error(`topology has no process "${name}"`);
  return entry;
}

/** Processes that call services, each with a key. */
export const keyHolders: readonly string[] = topology
  .filter((entry) => entry.env.includes('INTERNAL_SIGNING_KEY'))
  .map((entry) => entry.name);

export const serviceNames: readonly string[] = topology
  .filter((entry) => entry.kind === 'service')
  .map((entry) => entry.name);

export function addressSetting(service: string): string {
  return `SYMBIO_${service.toUpperCase().replaceAll('-', '_')}_ADDR`;
}
