import { createPrivateKey, createPublicKey, randomBytes, type JsonWebKey } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  addressSetting,
  keyHolders,
  MAX_COPIES,
  MAX_REPLICAS,
  PORT_SETTINGS,
  processEntry,
  type PortName,
  type ProcessEntry,
  type Scale,
  type SettingName,
} from '@symbio/topology';
import { OPERATOR, natsUsers } from '@symbio/topology/nats-permissions';
import { mongoUri } from './mongo.js';
import { newPrivateKey } from '@symbio/topology/new-key';
import { cacheDir, repoRoot } from './paths.js';
import { freePorts, LOOPBACK } from '@symbio/fixtures/ports';
import { messageOf, StartError } from './start-error.js';

export const LOCAL_SECRET_WORD = 'phase-one';

/** Ports by process and purpose: `portOf(ports, 'gateway', 'http')`. */
export type PortMap = ReadonlyMap<string, Partial<Record<PortName, number>>>;

export interface StackSecrets {
  /** Private Ed25519 keys (JWK) by process; each receives only its own. */
  signingKeys: Readonly<Record<string, string>>;
  files: string;
  issuerAdmin: string;
  /** NATS passwords by user; each process receives only its own. */
  nats: Readonly<Record<string, string>>;
  /** Password of the MongoDB user {@link MONGO_USER}. */
  mongodb: string;
  /** Private Ed25519 key (JWK) that signs the manifests of reports. */
  reports: string;
}

/** External servers that replace our own, with their production settings. */
const EXTERNAL: Readonly<Record<string, string>> = {
  mongodb: 'MONGODB_URI',
  nats: 'NATS_URL',
  issuer: 'KEYCLOAK_URL',
  inbox: 'SMTP_URL',
};

/** Maximum memory of a worker in bytes: the limit of a pipeline child plus a margin. */
const WORKER_BYTES = 2 * 1024 ** 3;

function countOf(env: NodeJS.ProcessEnv, setting: string, most: number): number | undefined {
  const text = env[setting];
  if (!text) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new StartError(`${setting} is "${text}"; it must be a whole number from 1 to ${most}.`);
}

/** Number of workers: WORKERS, or one per core with enough memory. */
export const workerCount = (
  env: NodeJS.ProcessEnv,
  machine: { cores: number; bytes: number } = { cores: os.availableParallelism(), bytes: os.totalmem() },
): number =>
  countOf(env, 'WORKERS', MAX_COPIES) ??
  Math.max(1, Math.min(machine.cores, Math.floor(machine.bytes / WORKER_BYTES), MAX_COPIES));

export const replicaCount = (env: NodeJS.ProcessEnv): number => countOf(env, 'REPLICAS', MAX_REPLICAS) ?? 1;

/** Number of copies of each process. @throws StartError */
export const scaleOf = (env: NodeJS.ProcessEnv): Scale => ({ workers: workerCount(env), replicas: replicaCount(env) });

export function isExternal(name: string, env: NodeJS.ProcessEnv): boolean {
  const setting = EXTERNAL[name];
  return setting !== undefined && (env[setting] ?? '') !== '';
}

/**
 * Setting that overrides a port: GATEWAY_PORT, IDENTITY_GRPC_PORT, INBOX_SMTP_PORT. With several gateways the balancer
 * has the public port.
 */
export function portOverride(name: string, port: PortName): string {
  if (name === 'balancer') return 'GATEWAY_PORT';
  return `${name.toUpperCase().replaceAll('-', '_')}_${PORT_SETTINGS[port]}`;
}

/**
 * Assigns all ports: defaults with overrides, or free ones.
 *
 * @throws StartError for an invalid setting
 */
export async function assignPorts(
  entries: readonly ProcessEntry[],
  choice: 'default' | 'free',
  env: NodeJS.ProcessEnv,
): Promise<PortMap> {
  const wanted = entries.flatMap((entry) =>
    Object.entries(entry.ports).map(([port, number]) => ({ entry, port: port as PortName, number })),
  );
  const hasBalancer = entries.some(({ kind }) => kind === 'balancer');
  const free = choice === 'free' ? await freePorts(wanted.length) : [];
  const ports = new Map<string, Partial<Record<PortName, number>>>();
  wanted.forEach(({ entry, port, number }, index) => {
    const setting = portOverride(entry.name, port);
    const isBehind = entry.kind === 'gateway' && port === 'http' && hasBalancer;
    const given = choice === 'default' && !isBehind ? env[setting] : undefined;
    if (given !== undefined && !/^\d{1,5}$/.test(given)) {
      throw new StartError(`${setting} is "${given}"; it must be a port number.`);
    }
    ports.set(entry.name, { ...ports.get(entry.name), [port]: given === undefined ? (free[index] ?? number) : +given });
  });
  return ports;
}

export function portOf(ports: PortMap, name: string, port: PortName): number {
  const found = ports.get(name)?.[port];
  if (found === undefined) throw new Error(`${name} has no ${port} port`);
  return found;
}

export const copiesOf = (ports: PortMap, name: string): string[] =>
  [...ports.keys()].filter((each) => each === name || new RegExp(`^${name}-\\d+$`).test(each));

/** Reads the stack's secrets, generating them on the first start; the file is readable by its owner only. */
export function readSecrets(dataDir: string): StackSecrets {
  const file = path.join(dataDir, 'secrets.json');
  const fresh = (): string => randomBytes(32).toString('base64url');
  const write = (secrets: StackSecrets): void => {
    const draft = `${file}.draft`;
    fs.writeFileSync(draft, JSON.stringify(secrets, undefined, 2), { mode: 0o600 });
    fs.renameSync(draft, file);
  };
  if (!fs.existsSync(file))
    write({
      signingKeys: {},
      files: fresh(),
      issuerAdmin: fresh(),
      nats: {},
      mongodb: fresh(),
      reports: newSigningKey(),
    });
  try {
    const read = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<StackSecrets>;
    const { signingKeys = {}, files, issuerAdmin, nats = {}, mongodb, reports } = read;
    if (!files || !issuerAdmin) throw new Error('a secret is missing');
    // folders of earlier versions or with fewer processes lack keys
    const missing = keyHolders.filter((name) => !signingKeys[name]);
    const made = Object.fromEntries(missing.map((name) => [name, newSigningKey()]));
    const guests = natsUsers.map(({ name }) => name).filter((name) => !nats[name]);
    const passwords = Object.fromEntries(guests.map((name) => [name, fresh()]));
    const secrets: StackSecrets = {
      ...{ signingKeys: { ...signingKeys, ...made }, files, issuerAdmin },
      ...{ nats: { ...nats, ...passwords }, mongodb: mongodb || fresh() },
      reports: reports || newSigningKey(),
    };
    if (missing.length + guests.length > 0 || !mongodb || !reports) write(secrets);
    return secrets;
  } catch (error) {
    throw new StartError(
      `${file} is damaged (${messageOf(error)}): remove it to have new secrets made (links handed out before stop working).`,
      { cause: error },
    );
  }
}

function newSigningKey(): string {
  return JSON.stringify(newPrivateKey('ed25519').export({ format: 'jwk' }));
}

/** JWK set with process names as `kid`. */
function publicKeySet(signingKeys: StackSecrets['signingKeys']): string {
  const keys = Object.entries(signingKeys).map(([kid, text]) => {
    const privateKey = createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' });
    return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid };
  });
  return JSON.stringify({ keys });
}

export interface StackAddresses {
  url: string;
  issuerUrl: string;
  /** Mail catcher page; undefined with external mail. */
  mailUrl: string | undefined;
  mongoUri: string;
  natsUrl: string;
}

export const blobDir = (dataDir: string): string => path.join(dataDir, 'blobs');

/** NATS URL of a user. @throws for an unknown user */
export function natsUrl(port: number, passwords: StackSecrets['nats'], user: string = OPERATOR): string {
  const password = passwords[user];
  if (!password) throw new Error(`NATS has no user ${user}`);
  return `nats://${user}:${password}@${LOOPBACK}:${port}`;
}

/**
 * All addresses, ours or external.
 *
 * @param user of NATS: a process, or the operations tools
 */
export function addresses(
  ports: PortMap,
  env: NodeJS.ProcessEnv,
  { nats, mongodb }: Pick<StackSecrets, 'nats' | 'mongodb'>,
  user: string = OPERATOR,
): StackAddresses {
  const http = (name: string): string => `http://${LOOPBACK}:${portOf(ports, name, 'http')}`;
  return {
    url: http(ports.has('balancer') ? 'balancer' : 'gateway'),
    issuerUrl: isExternal('issuer', env) ? String(env.KEYCLOAK_URL) : http('issuer'),
    mailUrl: isExternal('inbox', env) ? undefined : http('inbox'),
    mongoUri: isExternal('mongodb', env)
      ? String(env.MONGODB_URI)
      : mongoUri(portOf(ports, 'mongodb', 'http'), mongodb),
    natsUrl: isExternal('nats', env) ? String(env.NATS_URL) : natsUrl(portOf(ports, 'nats', 'http'), nats, user),
  };
}

/** Environment of one process, limited to the settings in its entry. */
export function processEnv(
  entry: ProcessEntry,
  ports: PortMap,
  dataDir: string,
  secrets: StackSecrets,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const owner = entry.copyOf ?? entry.name;
  const at = addresses(ports, env, secrets, keyHolders.includes(owner) ? owner : undefined);
  const given = (name: string): string | undefined => env[name] || undefined;
  const settings: Record<SettingName, () => string> = {
    MONGODB_URI: () => at.mongoUri,
    NATS_URL: () => at.natsUrl,
    INTERNAL_SIGNING_KEY: () => {
      const key = secrets.signingKeys[owner];
      if (!key) throw new Error(`there is no key for ${entry.name}`);
      return key;
    },
    INTERNAL_PUBLIC_KEYS: () => publicKeySet(secrets.signingKeys),
    KEYCLOAK_URL: () => at.issuerUrl,
    KEYCLOAK_REALM: () => given('KEYCLOAK_REALM') ?? 'symbio',
    KEYCLOAK_CLIENT: () => given('KEYCLOAK_CLIENT') ?? 'symbio-web',
    KEYCLOAK_ADMIN_CLIENT: () => given('KEYCLOAK_ADMIN_CLIENT') ?? 'symbio-identity',
    KEYCLOAK_ADMIN_SECRET: () => given('KEYCLOAK_ADMIN_SECRET') ?? secrets.issuerAdmin,
    SMTP_URL: () => given('SMTP_URL') ?? `smtp://${LOOPBACK}:${portOf(ports, 'inbox', 'smtp')}`,
    AI_BASE_URL: () => given('AI_BASE_URL') ?? '',
    AI_MODEL: () => given('AI_MODEL') ?? '',
    AI_API_KEY: () => given('AI_API_KEY') ?? '',
    SECRET_WORD: () => given('SECRET_WORD') ?? LOCAL_SECRET_WORD,
    PUBLIC_URL: () => at.url,
    SUPPORT_EMAIL: () => given('SUPPORT_EMAIL') ?? 'support@symbio.test',
    SYMBIO_LOCAL: () => '1',
    BLOB_URL: () => given('BLOB_URL') ?? pathToFileURL(blobDir(dataDir)).href,
    FILES_SECRET: () => secrets.files,
    REPORT_SIGNING_KEY: () => secrets.reports,
    FILES_PUBLIC_URL: () => '',
    FILES_ADDR: () =>
      copiesOf(ports, 'document')
        .map((name) => `http://${LOOPBACK}:${portOf(ports, name, 'files')}`)
        .join(','),
    MODELS_DIR: () => given('MODELS_DIR') ?? path.join(cacheDir, 'models'),
    WEB_DIR: () => path.join(repoRoot, 'web', 'dist'),
    SINGLE_SIGN_ON: () => '1',
    SESSION_COOKIE_SECURE: () => '0',
    TRUSTED_PROXIES: () => given('TRUSTED_PROXIES') ?? (ports.has('balancer') ? '1' : '0'),
    API_KEY_REQUESTS_PER_MINUTE: () => given('API_KEY_REQUESTS_PER_MINUTE') ?? '3000',
    PERSON_REQUESTS_PER_MINUTE: () => given('PERSON_REQUESTS_PER_MINUTE') ?? '3000',
    REQUESTS_AT_ONCE: () => given('REQUESTS_AT_ONCE') ?? '32',
    WEBHOOK_PRIVATE_ADDRESSES: () => given('WEBHOOK_PRIVATE_ADDRESSES') ?? '1',
    ISSUE_ACCESS: () => given('ISSUE_ACCESS') ?? 'everyone',
    BASE_MAP: () => given('BASE_MAP') ?? '',
    BASE_MAP_ATTRIBUTION: () => given('BASE_MAP_ATTRIBUTION') ?? '',
    CHECK_ANSWERS: () => given('CHECK_ANSWERS') ?? '0',
    ISSUER_DATA_DIR: () => path.join(dataDir, 'identity'),
  };
  const result: Record<string, string> = {
    NODE_ENV: 'development',
    LOG_LEVEL: given('LOG_LEVEL') ?? 'info',
    HOST: LOOPBACK,
    GRPC_HOST: LOOPBACK,
    ADMIN_HOST: LOOPBACK,
  };
  for (const [port, number] of Object.entries(ports.get(entry.name) ?? {})) {
    result[PORT_SETTINGS[port as PortName]] = String(number);
  }
  for (const name of entry.env) result[name] = settings[name]();
  for (const name of entry.calls) {
    result[addressSetting(name)] = copiesOf(ports, processEntry(name).name)
      .map((copy) => `${LOOPBACK}:${portOf(ports, copy, 'grpc')}`)
      .join(',');
  }
  return result;
}
