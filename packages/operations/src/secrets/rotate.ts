/** Steps of a rotation without downtime. */
import { keyHolders, topology, type SettingName } from '@symbio/topology';
import { OperationError } from '../command.js';
import {
  manifestOf,
  NAMES,
  newSigningKey,
  processOf,
  randomSecret,
  signingName,
  type PublicJwk,
  type Secret,
} from './manifest.js';

export interface Step {
  what: string;
  secrets: Secret[];
  /** Processes to restart, one replica after another. */
  restart: readonly string[];
  /** What to do or wait for before the next step. */
  then?: string;
}

export interface RotationInput {
  /** Current public key set, for `signing`. */
  publicKeys?: string | undefined;
  /** For `signing`: the process whose key is replaced; undefined: all. */
  process?: string | undefined;
  /** Current value, for `files` and `keycloak`. */
  current?: string | undefined;
  /** New value, if another system issues it. */
  value?: string | undefined;
  /** Access key of the value, for `s3`. */
  accessKeyId?: string | undefined;
}

export const ROTATIONS = [
  'signing',
  'files',
  'mongodb',
  'nats',
  'keycloak',
  's3',
  'words',
  'smtp',
  'ai',
  'backup',
] as const;
export type Rotation = (typeof ROTATIONS)[number];

const readersOf = (setting: SettingName): string[] =>
  topology.filter(({ kind, env }) => kind !== 'infra' && env.includes(setting)).map(({ name }) => name);

/** Retention of events in days: verifying one needs the key that signed it. */
const EVENT_DAYS = 7;
/** Validity of file addresses. */
const ADDRESS_MINUTES = 60;

/** @throws OperationError for missing or invalid input */
export function rotation(which: Rotation, input: RotationInput, at: Date): Step[] {
  switch (which) {
    case 'signing':
      return signingSteps(input, at);
    case 'files':
      return filesSteps(input);
    case 'mongodb':
      return external(input, NAMES.mongodb, 'uri', 'MONGODB_URI', 'the user of before');
    case 'nats':
      return external(input, NAMES.nats, 'url', 'NATS_URL', 'the user of before');
    case 'smtp':
      return external(input, NAMES.smtp, 'url', 'SMTP_URL', 'the password of before');
    case 'ai':
      return external(input, NAMES.ai, 'key', 'AI_API_KEY', 'the key of before');
    case 'keycloak':
      return keycloakSteps(input);
    case 's3': {
      const [step] = external(input, NAMES.s3, 'secret-access-key', 'BLOB_URL', 'the access key of before');
      if (!step || !input.accessKeyId) throw needed('--access-key-id', 'the id of the new access key');
      const values = { 'access-key-id': input.accessKeyId, ...step.secrets[0]?.values };
      return [{ ...step, secrets: [{ name: NAMES.s3, values }] }];
    }
    case 'words':
      return [
        {
          what: 'The new word holds: who signs up with the old one is refused from the restart on.',
          secrets: [{ name: NAMES.words, values: { SECRET_WORD: input.value ?? randomSecret().slice(0, 12) } }],
          restart: readersOf('SECRET_WORD'),
          then: 'Tell the new word to whom you told the old one.',
        },
      ];
    case 'backup':
      return [
        {
          what: 'The next backup is encrypted with the new passphrase; archives that are there keep the old one.',
          secrets: [{ name: NAMES.backup, values: { passphrase: input.value ?? randomSecret() } }],
          restart: [],
          then: 'Keep the old passphrase for as long as archives are kept that were made with it.',
        },
      ];
  }
}

const needed = (option: string, what: string): OperationError =>
  new OperationError(`This rotation needs ${option}: ${what}.`, undefined, 2);

function signingSteps({ publicKeys, process }: RotationInput, at: Date): Step[] {
  if (!publicKeys) throw needed('--public-keys FILE', 'the key set as it is, from the Secret symbio-public-keys');
  const names = process === undefined ? keyHolders : [process];
  const unknown = names.find((name) => !keyHolders.includes(name));
  if (unknown !== undefined)
    throw new OperationError(
      `There is no process "${unknown}" with a key; there are ${keyHolders.join(', ')}.`,
      undefined,
      2,
    );
  const old = readKeys(publicKeys);
  const suffix = at.toISOString().slice(0, 16).replaceAll(/[^\d]/g, '');
  const fresh = names.map((name) => ({ name, ...newSigningKey(`${name}.${suffix}`, at) }));
  const all = (keys: readonly PublicJwk[]): Secret => ({
    name: NAMES.publicKeys,
    values: { keys: JSON.stringify({ keys }) },
  });
  const added = fresh.map(({ publicKey }) => publicKey);
  const readers = readersOf('INTERNAL_PUBLIC_KEYS');
  return [
    {
      what: 'Every process accepts the new key, and still the old one.',
      secrets: [all([...old, ...added])],
      restart: readers,
    },
    {
      what: `${names.join(', ')} ${names.length === 1 ? 'signs' : 'sign'} with the new key.`,
      secrets: fresh.map(({ name, secret }) => ({ name: signingName(name), values: { key: secret } })),
      restart: names,
      then: `Wait ${EVENT_DAYS} days: events that the old key signed are kept for as long. Do not wait if the old key has leaked: its unread events then become dead letters.`,
    },
    {
      what: 'No process accepts the old key.',
      secrets: [all([...old.filter((key) => !names.includes(processOf(key))), ...added])],
      restart: readers,
    },
  ];
}

function readKeys(text: string): PublicJwk[] {
  try {
    const { keys } = JSON.parse(text) as { keys: PublicJwk[] };
    if (keys.length > 0 && keys.every(({ kid, x, d }) => typeof kid === 'string' && x !== undefined && d === undefined))
      return keys;
  } catch {
    // reported below
  }
  throw new OperationError(
    'The key set is none: it is {"keys": [...]} with a public key of each process.',
    undefined,
    2,
  );
}

function filesSteps({ current }: RotationInput): Step[] {
  if (!current) throw needed('--current FILE', 'the secret as it is, from the Secret symbio-files');
  const fresh = randomSecret();
  const restart = readersOf('FILES_SECRET');
  const step = (what: string, values: Record<string, string>, then?: string): Step => ({
    ...{ what, secrets: [{ name: NAMES.files, values }], restart },
    ...(then && { then }),
  });
  return [
    step('Every process believes addresses signed with the new secret, and signs with the old one.', {
      ...{ secret: current, previous: fresh },
    }),
    step(
      'Addresses are signed with the new secret; those of before still open.',
      { secret: fresh, previous: current },
      `Wait ${ADDRESS_MINUTES} minutes: so long addresses live.`,
    ),
    step('The old secret is good for nothing.', { secret: fresh, previous: '' }),
  ];
}

/** Keycloak holds one secret per client: callers get both first, and try the other one when refused. */
function keycloakSteps({ current, value }: RotationInput): Step[] {
  if (!current) throw needed('--current FILE', 'the secret as it is, from the Secret symbio-keycloak');
  const fresh = value ?? randomSecret();
  const restart = readersOf('KEYCLOAK_ADMIN_SECRET');
  const step = (what: string, secret: string, previous: string, then?: string): Step => ({
    what,
    secrets: [{ name: NAMES.keycloak, values: { 'admin-client': secret, 'admin-client-previous': previous } }],
    restart,
    ...(then && { then }),
  });
  return [
    step(
      'The old secret is used, and the new one where Keycloak refuses it.',
      ...([current, fresh] as const),
      'Set the new one in Keycloak: kcadm.sh update clients/ID -r symbio -s secret=NEW, with the id of the client symbio-identity.',
    ),
    step('The new secret is used alone.', fresh, ''),
  ];
}

/** Credential of another system: create the second one there first, and remove the first one last. */
function external({ value }: RotationInput, name: string, key: string, setting: SettingName, old: string): Step[] {
  if (!value) throw needed('--value FILE', 'the new value, made where it is checked, beside the one there is');
  return [
    {
      what: 'Processes use the new value as they are restarted; the old one is still good.',
      secrets: [{ name, values: { [key]: value } }],
      restart: readersOf(setting),
      then: `Remove ${old} where it was made.`,
    },
  ];
}

/** Maximum length in the chart (`symbio.fullname`). */
const MAX_FULLNAME = 40;

/** Prefix of Deployment names, as the chart derives it from its release. */
export const fullnameOf = (release: string): string =>
  (release.includes('symbio') ? release : `${release}-symbio`).slice(0, MAX_FULLNAME).replace(/-$/, '');

/**
 * Steps as text: comments with instructions, and manifests.
 *
 * @param fullname prefix of Deployment names
 */
export function stepsText(steps: readonly Step[], namespace: string | undefined, fullname = 'symbio'): string {
  const inNamespace = namespace ? ` -n ${namespace}` : '';
  return steps
    .map(({ what, secrets, restart, then }, index) => {
      const workloads = restart.map((name) => `deployment/${fullname}-${name}`).join(' ');
      return [
        `# Step ${index + 1} of ${steps.length}. ${what}`,
        `#   kubectl${inNamespace} apply -f -    with the part of this file up to the next step`,
        ...(workloads
          ? [
              `#   kubectl${inNamespace} rollout restart ${workloads}`,
              `#   kubectl${inNamespace} rollout status --timeout=15m ${workloads}`,
            ]
          : []),
        ...(then ? [`#   ${then}`] : []),
        manifestOf(secrets, namespace),
      ].join('\n');
    })
    .join('---\n');
}
