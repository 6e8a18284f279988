import { serviceNames } from '../../src/services.js';

// People by role (AUTH-25) and membership in the rows' project.
export const ADMINISTRATOR = 'administrator';
/** Owns the project without being a member (AUTH-35). */
export const CREATOR = 'creator (symbio)';
export const OWNER = 'owner (customer)';
export const EDITOR = 'editor (customer)';
export const VIEWER = 'viewer (customer)';
export const STAFF_EDITOR = 'editor (symbio)';
export const STAFF_VIEWER = 'viewer (symbio)';
export const STAFF = 'outsider (symbio)';
export const ELSEWHERE = 'owner of another project (customer)';
export const NOWHERE = 'newcomer (customer)';

// API keys (OP-21) with the access of their users; project-bound ones act for the administrator.
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
export const KNOWN = [...PEOPLE, ...KEYS] as const;
export type Person = (typeof PEOPLE)[number];
export type Key = (typeof KEYS)[number];
export const isPerson = (name: Known): name is Person => !(KEYS as readonly Known[]).includes(name);
export type Known = (typeof KNOWN)[number];

/** Invalid credentials for the gateway (AUTH-24, API-02): 401 on every non-public route. */
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

/** Invalid credentials for a service: UNAUTHENTICATED on every call. */
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

export const PROCESSES = ['gateway', 'document-worker', 'feature-worker', ...serviceNames] as const;
export type Process = (typeof PROCESSES)[number];

/**
 * ok: succeeded. nothing: succeeded without the row's object (a filtered list). 401: not authenticated. 403: visible,
 * but forbidden. 404: hidden from the caller (AUTH-37).
 */
const OUTCOMES = ['ok', 'nothing', 401, 403, 404] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const PASSERS_BY = [
  ADMINISTRATOR,
  NOWHERE,
  KEY_OF_ADMINISTRATOR,
  'nobody',
  'expired token',
  'token with alg none',
  'disabled person',
] as const satisfies readonly (Known | Stranger)[];

export type Grid = Readonly<Record<Known, Outcome>>;
export type ProcessGrid = Readonly<Partial<Record<Process, Outcome>>>;

/** `rest` applies to all others. @throws if a name is in two groups */
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

export const grid = (groups: Partial<Record<Outcome, readonly Known[]>>, rest: Outcome): Grid =>
  fill(KNOWN, groups, rest);

const CUSTOMERS = [OWNER, EDITOR, VIEWER, ELSEWHERE, NOWHERE] as const;

const KINDS_OF_PEOPLE: readonly (readonly Known[])[] = [
  [ADMINISTRATOR],
  [CREATOR, STAFF_EDITOR, STAFF_VIEWER, STAFF],
  CUSTOMERS,
];
/** By kind of credentials, each sorted from most to least access. */
export const KINDS: readonly (readonly Known[])[] = [
  ...KINDS_OF_PEOPLE,
  [KEY_OF_ADMINISTRATOR, KEY_HERE, KEY_ELSEWHERE],
  [KEY_OF_STAFF],
  [KEY_OF_EDITOR, KEY_OF_VIEWER],
];

/**
 * Of a kind the last caller before the outcome changes and the first after it; without a change the caller with least
 * access (if permitted) or most access (if not).
 */
function limitsOf(kind: readonly Known[], allowed: Grid): Known[] {
  const outcomes = kind.map((name) => allowed[name]);
  if (new Set(outcomes).size === 1) return outcomes[0] === 'ok' ? kind.slice(-1) : kind.slice(0, 1);
  return kind.filter((_, index) =>
    [index - 1, index + 1].some((next) => next in outcomes && outcomes[next] !== outcomes[index]),
  );
}

/**
 * Customers, whose roles in the project decide: members, and the owner of a foreign project; people of all kinds where
 * customers may not. And another kind by turn, which is refused if these may all, and may if these are all refused: a row
 * of a route and that of its method rarely have the same.
 */
export function atLimits(allowed: Grid, turn: number): Known[] {
  const outcomesOf = (kinds: readonly (readonly Known[])[]): Set<boolean> =>
    new Set(kinds.flat().map((name) => allowed[name] === 'ok'));
  const sure = outcomesOf([CUSTOMERS]).has(true) ? [CUSTOMERS] : KINDS_OF_PEOPLE;
  const left = KINDS.filter((kind) => !sure.includes(kind));
  const tried = outcomesOf(sure);
  const others = left.filter((kind) => [...outcomesOf([kind])].some((outcome) => !tried.has(outcome)));
  const from = others.length > 0 ? others : left;
  return [...sure, ...from.slice(turn % from.length).slice(0, 1)].flatMap((kind) => limitsOf(kind, allowed));
}

/** The first, and another by turn. */
export const inTurn = <T>([first, ...rest]: readonly T[], turn: number): T[] =>
  [first, rest[turn % Math.max(rest.length, 1)]].filter((each) => each !== undefined);

function twoOfEach(processes: ProcessGrid): Process[] {
  const names = Object.keys(processes) as Process[];
  return OUTCOMES.flatMap((outcome) => names.filter((name) => processes[name] === outcome).slice(0, 2));
}

/** Where any process may, one by turn. */
export const atLimitsOfProcesses = (processes: ProcessGrid, turn: number): Process[] =>
  processes === ANY_PROCESS ? ANY.slice(turn % ANY.length, (turn % ANY.length) + 1) : twoOfEach(processes);

export const only = (...names: Process[]): ProcessGrid => fill(PROCESSES, { ok: names }, 403);
export const allProcesses = (outcome: Outcome): ProcessGrid => fill(PROCESSES, {}, outcome);
/** All processes are permitted equally, so three represent all. */
const ANY = ['gateway', 'document-worker', 'feature'] as const satisfies readonly Process[];
export const ANY_PROCESS: ProcessGrid = fill(ANY, {}, 'ok');

// Project members (OP-06, OP-07): administrators count in every project (AUTH-36), a key as its user.
export const OWNERS = [ADMINISTRATOR, CREATOR, OWNER, KEY_OF_ADMINISTRATOR, KEY_HERE] as const;
export const EDITORS_ONLY = [EDITOR, STAFF_EDITOR, KEY_OF_EDITOR] as const;
export const VIEWERS_ONLY = [VIEWER, STAFF_VIEWER, KEY_OF_VIEWER] as const;
export const EDITORS = [...OWNERS, ...EDITORS_ONLY] as const;
export const VIEWERS = [...EDITORS, ...VIEWERS_ONLY] as const;

// Grants (OP-08).
export const ADMINISTRATORS = [ADMINISTRATOR, KEY_OF_ADMINISTRATOR, KEY_HERE, KEY_ELSEWHERE] as const;
export const STAFF_PEOPLE = [CREATOR, STAFF_EDITOR, STAFF_VIEWER, STAFF] as const;

export const SIGNED_IN = grid({}, 'ok');
/** Viewers and above read; hidden from all others (AUTH-34 to AUTH-38). */
export const READ = grid({ ok: VIEWERS }, 404);
export const LISTED = grid({ ok: VIEWERS }, 'nothing');
/** Editors and above change (OP-07, OP-09). */
export const EDIT = grid({ ok: EDITORS, 403: VIEWERS_ONLY }, 404);
/** Owners and administrators manage members and delete the project (OP-07, OP-09). */
export const OWN = grid({ ok: OWNERS, 403: [...EDITORS_ONLY, ...VIEWERS_ONLY] }, 404);
export const PEOPLE_ONLY = grid({ ok: PEOPLE }, 403);
export const ADMINISTRATORS_ONLY = grid({ ok: [ADMINISTRATOR] }, 403);
export const NOBODY = grid({}, 403);
