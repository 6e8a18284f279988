/** Who knocks, and what each of them may be answered. */
import { serviceNames } from '../../src/services.js';

// People with an account, by their role (AUTH-25) and their place in the project that the rows are about.
export const ADMINISTRATOR = 'administrator';
/** Made the project, and so is its owner without being a member (AUTH-35). */
export const CREATOR = 'creator (symbio)';
export const OWNER = 'owner (customer)';
export const EDITOR = 'editor (customer)';
export const VIEWER = 'viewer (customer)';
export const STAFF_EDITOR = 'editor (symbio)';
export const STAFF_VIEWER = 'viewer (symbio)';
export const STAFF = 'outsider (symbio)';
/** Owns another project. */
export const ELSEWHERE = 'owner of another project (customer)';
export const NOWHERE = 'newcomer (customer)';

// API keys (OP-21), each with the access of the person it acts for; those for one project are the administrator's.
export const KEY_OF_ADMINISTRATOR = 'key of administrator';
export const KEY_HERE = 'key for this project';
export const KEY_ELSEWHERE = 'key for another project';
export const KEY_OF_STAFF = 'key of outsider (symbio)';
export const KEY_OF_EDITOR = 'key of editor';
export const KEY_OF_VIEWER = 'key of viewer';

export const PEOPLE = [
  ADMINISTRATOR,
  CREATOR,
  OWNER,
  EDITOR,
  VIEWER,
  STAFF_EDITOR,
  STAFF_VIEWER,
  STAFF,
  ELSEWHERE,
  NOWHERE,
] as const;
export const KEYS = [
  KEY_OF_ADMINISTRATOR,
  KEY_HERE,
  KEY_ELSEWHERE,
  KEY_OF_STAFF,
  KEY_OF_EDITOR,
  KEY_OF_VIEWER,
] as const;
/** Everybody who is recognised. */
export const KNOWN = [...PEOPLE, ...KEYS] as const;
export type Person = (typeof PEOPLE)[number];
export type Key = (typeof KEYS)[number];
export type Known = (typeof KNOWN)[number];

/** Credentials that the gateway must not recognise (AUTH-24, API-02): 401 on every route that is not public. */
export const STRANGERS = [
  'nobody',
  'no bearer',
  'not a token',
  'expired token',
  'token with another role written in',
  'token with another signature',
  "token signed by another key under the realm's key id",
  'token signed with the public key as a secret',
  'token with alg none',
  'token of another issuer',
  'ID token',
  'refresh token',
  'token of the service account',
  'unknown API key',
  'revoked API key',
  'disabled person',
  'API key of a disabled person',
] as const;
export type Stranger = (typeof STRANGERS)[number];

/** Credentials that a service must not recognise: UNAUTHENTICATED on every call. */
export const INTERNAL_STRANGERS = [
  'nobody',
  'not a token',
  'expired internal token',
  'internal token with another role written in',
  'internal token with another signature',
  'internal token under another key',
  'internal token of a person, signed by a service',
  'internal token of a service, signed by another',
  'internal token with alg none',
  'internal token for another audience',
  "person's access token",
  'API key',
] as const;
export type InternalStranger = (typeof INTERNAL_STRANGERS)[number];

/** Processes of ours, as they name themselves in their own tokens. */
export const PROCESSES = ['gateway', 'document-worker', 'feature-worker', ...serviceNames] as const;
export type Process = (typeof PROCESSES)[number];

/**
 * How a try ended. 'ok': done, or shown. 'nothing': answered, but without what the row is about (a list that leaves out
 * what is not for the caller). 401: not recognised. 403: seen, but not allowed. 404: not for the caller to know of
 * (AUTH-37). Any other text is what really came, and is never right.
 */
const OUTCOMES = ['ok', 'nothing', 401, 403, 404] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Who tries what is open to everybody, whatever they send along. */
export const PASSERS_BY = [
  ADMINISTRATOR,
  NOWHERE,
  KEY_OF_ADMINISTRATOR,
  'nobody',
  'expired token',
  'token with alg none',
  'disabled person',
] as const satisfies readonly (Known | Stranger)[];

/** What each known caller is answered. */
export type Grid = Readonly<Record<Known, Outcome>>;
/** What processes of ours are answered. */
export type ProcessGrid = Readonly<Partial<Record<Process, Outcome>>>;

/** A grid of groups; `rest` is for those who are in none. @throws when somebody is in two */
function fill<T extends string>(
  all: readonly T[],
  groups: Partial<Record<Outcome, readonly T[]>>,
  rest: Outcome,
): Readonly<Record<T, Outcome>> {
  const entries = all.map((name): [T, Outcome] => {
    const found = OUTCOMES.filter((outcome) => groups[outcome]?.includes(name));
    if (found.length > 1) throw new Error(`${name} is in two groups`);
    return [name, found[0] ?? rest];
  });
  return Object.fromEntries(entries) as Record<T, Outcome>;
}

/** What known callers may do: groups, and everybody else. */
export const grid = (groups: Partial<Record<Outcome, readonly Known[]>>, rest: Outcome): Grid =>
  fill(KNOWN, groups, rest);

/**
 * What an answer can depend on beside the place in the project: the role, and whether a key speaks for its person. Each
 * from those with most to those with least.
 */
export const KINDS: readonly (readonly Known[])[] = [
  [ADMINISTRATOR],
  [CREATOR, STAFF_EDITOR, STAFF_VIEWER, STAFF],
  [OWNER, EDITOR, VIEWER, ELSEWHERE, NOWHERE],
  [KEY_OF_ADMINISTRATOR, KEY_HERE, KEY_ELSEWHERE],
  [KEY_OF_STAFF],
  [KEY_OF_EDITOR, KEY_OF_VIEWER],
];

/**
 * Who stands at the limits of a grid: of each kind the last before the answer changes and the first after it. Where it does
 * not change, the one with least of those who may, or the one with most of those who may not.
 */
export function atLimits(allowed: Grid): Known[] {
  return KINDS.flatMap((kind) => {
    const outcomes = kind.map((name) => allowed[name]);
    if (new Set(outcomes).size === 1) return outcomes[0] === 'ok' ? kind.slice(-1) : kind.slice(0, 1);
    return kind.filter((_, index) =>
      [index - 1, index + 1].some((next) => next in outcomes && outcomes[next] !== outcomes[index]),
    );
  });
}

/** Of those who are not recognised: nobody at all, and `others` more, which are others at the next turn. */
export function inTurn<T>([first, ...rest]: readonly T[], turn: number, others = 2): T[] {
  const start = (turn * others) % Math.max(rest.length, 1);
  const chosen = [...rest, ...rest].slice(start, start + others);
  return first === undefined ? [] : [first, ...chosen];
}

/** Of processes of ours those that differ in what they are answered: two of each outcome. */
export function twoOfEach(processes: ProcessGrid): Process[] {
  const names = Object.keys(processes) as Process[];
  return OUTCOMES.flatMap((outcome) => names.filter((name) => processes[name] === outcome).slice(0, 2));
}

/** These processes may, the others are refused. */
export const only = (...names: Process[]): ProcessGrid => fill(PROCESSES, { ok: names }, 403);
/** The same for all processes. */
export const allProcesses = (outcome: Outcome): ProcessGrid => fill(PROCESSES, {}, outcome);
/** Processes may; which one it is makes no difference, so three stand for all. */
export const ANY_PROCESS: ProcessGrid = { gateway: 'ok', 'document-worker': 'ok', feature: 'ok' };

// Places in the project (OP-06, OP-07): administrators have one in every project (AUTH-36), a key has its person's.
export const OWNERS = [ADMINISTRATOR, CREATOR, OWNER, KEY_OF_ADMINISTRATOR, KEY_HERE] as const;
export const EDITORS_ONLY = [EDITOR, STAFF_EDITOR, KEY_OF_EDITOR] as const;
export const VIEWERS_ONLY = [VIEWER, STAFF_VIEWER, KEY_OF_VIEWER] as const;
export const EDITORS = [...OWNERS, ...EDITORS_ONLY] as const;
export const VIEWERS = [...EDITORS, ...VIEWERS_ONLY] as const;

// Grants (OP-08).
export const ADMINISTRATORS = [ADMINISTRATOR, KEY_OF_ADMINISTRATOR, KEY_HERE, KEY_ELSEWHERE] as const;
export const STAFF_PEOPLE = [CREATOR, STAFF_EDITOR, STAFF_VIEWER, STAFF] as const;

/** Whoever is recognised. */
export const SIGNED_IN = grid({}, 'ok');
/** Viewer and above read; for everybody else the thing does not exist (AUTH-34 to AUTH-38). */
export const READ = grid({ ok: VIEWERS }, 404);
/** Lists show a viewer and above what is in the project, and leave it out for everybody else. */
export const LISTED = grid({ ok: VIEWERS }, 'nothing');
/** Editor and above change (OP-07, OP-09). */
export const EDIT = grid({ ok: EDITORS, 403: VIEWERS_ONLY }, 404);
/** Owner and administrators manage members and delete the project (OP-07, OP-09). */
export const OWN = grid({ ok: OWNERS, 403: [...EDITORS_ONLY, ...VIEWERS_ONLY] }, 404);
/** People's own affairs: no key acts there. */
export const PEOPLE_ONLY = grid({ ok: PEOPLE }, 403);
/** Administrators themselves, never by key. */
export const ADMINISTRATORS_ONLY = grid({ ok: [ADMINISTRATOR] }, 403);
/** Nobody from outside: processes of ours only. */
export const NOBODY = grid({}, 403);
