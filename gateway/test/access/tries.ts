import { AppError, newId, serviceActor, type Actor } from '@symbio/runtime';
import type { CallParent, ServiceShape } from '@symbio/rpc';
import { idempotency } from '@symbio/proto/idempotency';
import * as services from '@symbio/proto/services';
import type { Clients } from '../../src/clients.js';
import {
  ADMINISTRATOR,
  ANY_PROCESS,
  INTERNAL_STRANGERS,
  KEYS,
  KNOWN,
  PASSERS_BY,
  PEOPLE,
  PROCESSES,
  STRANGERS,
  atLimits,
  atLimitsOfProcesses,
  inTurn,
  type Grid,
  type Key,
  type Known,
  type Outcome,
  type ProcessGrid,
} from './callers.js';
import { callBy } from './credentials.js';
import type { ServiceName } from '../../src/services.js';
import type { World } from './world.js';

export type Answers = Record<string, unknown>;

interface Row {
  way?: string;
  cites: string;
  /** Text in the response for permitted callers only. */
  shows?: (world: World) => string;
  /** Extracts the error code of the first item from a response with per-item errors. */
  refusedInside?: (answer: unknown) => string | undefined;
}

export const codeOfFirstItem = (answer: unknown): string | undefined =>
  (answer as { data: { code?: string }[] }).data[0]?.code;

export interface RouteCall {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export type RouteRow = Row & {
  /** Mounted path, for example `GET /api/documents/:id`. */
  route: string;
  /**
   * Valid request: where it changes something, built again for each permitted caller, who may consume its objects; once
   * for all others.
   */
  call: (world: World) => RouteCall | Promise<RouteCall>;
  meanwhile?: (world: World, call: RouteCall) => Promise<void>;
} & ({ allowed: Grid } | { everybody: Outcome });

export interface CallRow extends Row {
  service: ServiceName;
  method: string;
  run: (world: World, request: unknown, parent: CallParent) => Promise<unknown>;
  request: (world: World, by: Actor) => unknown;
  allowed: Grid;
  processes: ProcessGrid;
}

type RequestOf<M> = M extends (request: infer Q, parent: CallParent) => Promise<unknown> ? Q : never;

/** Rows of one service. Our processes act as administrators by default. */
export const callsOf =
  <S extends ServiceName>(service: S) =>
  <M extends keyof Clients[S] & string>(
    method: M,
    row: Row & {
      request: (world: World, by: Actor) => RequestOf<Clients[S][M]> | Promise<RequestOf<Clients[S][M]>>;
      allowed: Grid;
      processes?: ProcessGrid;
    },
  ): CallRow => ({
    ...row,
    service,
    method,
    processes: row.processes ?? ANY_PROCESS,
    run: (world, request, parent) => {
      const call = world.system.clients[service][method] as unknown as (
        request: unknown,
        parent: CallParent,
      ) => Promise<unknown>;
      return call(request, parent);
    },
  });

/** Concurrent calls: enough to keep the services busy, few enough for deadlines on a slow machine. */
const AT_A_TIME = 6;

export async function aFewAtATime<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return results;
}

/** API keys are credentials only on the public API and for tools (gateway/README.md). */
const takesKeys = (route: string): boolean => /^\w+ (?:\/api\/public\/|\/mcp$)/.test(route);
const isKey = (name: string): name is Key => (KEYS as readonly string[]).includes(name);

export type Callers = { everybody: true } | { everybody: false; turn: number };

const gridOfRoute = (route: string, allowed: Grid): Grid =>
  Object.fromEntries(KNOWN.map((name) => [name, isKey(name) && !takesKeys(route) ? 401 : allowed[name]])) as Record<
    Known,
    Outcome
  >;

/**
 * All callers for the first row of each grid, boundary callers for the others: the same function decides.
 * @param seen grids already tested with all callers; updated
 */
export function withCallers<R extends RouteRow | CallRow>(
  rows: readonly R[],
  seen = new Set<string>(),
): { row: R; callers: Callers }[] {
  return rows.map((row, turn) => {
    const decision = JSON.stringify(decisionOf(row));
    const isFirst = !seen.has(decision);
    seen.add(decision);
    return { row, callers: isFirst ? { everybody: true } : { everybody: false, turn } };
  });
}

function decisionOf(row: RouteRow | CallRow): unknown {
  if ('service' in row) return [row.allowed, row.processes];
  return 'everybody' in row ? row.everybody : gridOfRoute(row.route, row.allowed);
}

export function expectedOfRoute(row: RouteRow, callers: Callers): Answers {
  if ('everybody' in row) return Object.fromEntries(PASSERS_BY.map((name) => [name, row.everybody]));
  const allowed = gridOfRoute(row.route, row.allowed);
  return {
    ...(callers.everybody ? allowed : pick(allowed, atLimits(allowed, callers.turn))),
    ...all401(callers.everybody ? STRANGERS : inTurn(STRANGERS, callers.turn)),
  };
}

export function expectedOfCall(row: CallRow, callers: Callers): Answers {
  const processes = callers.everybody
    ? row.processes
    : pick(row.processes, atLimitsOfProcesses(row.processes, callers.turn));
  return {
    ...(callers.everybody ? row.allowed : pick(row.allowed, atLimits(row.allowed, callers.turn))),
    ...Object.fromEntries(Object.entries(processes).map(([name, outcome]) => [processName(name), outcome])),
    ...all401(callers.everybody ? INTERNAL_STRANGERS : inTurn(INTERNAL_STRANGERS, callers.turn)),
  };
}

/** Reading changes nothing, so all callers of the row share its request. */
export function isReading(row: RouteRow | CallRow): boolean {
  if ('route' in row) return /^(?:GET|ALL) /.test(row.route) && !row.meanwhile;
  const method = (services[row.service] as ServiceShape)[row.method];
  return method !== undefined && idempotency.get(method.path) === 'NO_SIDE_EFFECTS';
}

const pick = <T extends string>(answers: Readonly<Partial<Record<T, Outcome>>>, names: readonly T[]): Answers =>
  Object.fromEntries(names.map((name) => [name, answers[name]]));
const all401 = (names: readonly string[]): Answers => Object.fromEntries(names.map((name) => [name, 401]));

const processName = (name: string): string => `process ${name}`;

/** Separate network per request (RFC 3849): rate limits count /56 networks. */
const addresses = (function* () {
  for (let n = 1; ; n++) yield `2001:db8:${(n & 0xffff).toString(16)}::1`;
})();

interface Answer {
  status: number;
  text: string;
}

async function send(world: World, row: RouteRow, call: RouteCall, authorization: string | undefined): Promise<Answer> {
  const form = call.body instanceof FormData || call.body instanceof Blob;
  const controller = new AbortController();
  const [method = ''] = row.route.split(' ');
  const response = await fetch(world.system.url + call.path, {
    method: method === 'ALL' ? 'GET' : method,
    redirect: 'manual',
    signal: controller.signal,
    headers: {
      'x-forwarded-for': addresses.next().value,
      ...(authorization === undefined ? {} : { authorization }),
      ...(call.body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: form ? (call.body as FormData | Blob) : JSON.stringify(call.body) }),
  });
  const { status } = response;
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    // streams do not end: a started response is the outcome
    controller.abort();
    return { status, text: '' };
  }
  return { status, text: await response.text() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const INSIDE: Readonly<Record<string, Outcome>> = {
  not_found: 404,
  not_authorized: 403,
  another_agent: 403,
  agents_propose: 403,
  unauthenticated: 401,
};

function outcomeWithin(world: World, row: Row, answer: unknown, text: string): unknown {
  const code = row.refusedInside?.(answer);
  if (code) return INSIDE[code] ?? code;
  return row.shows && !text.includes(row.shows(world)) ? 'nothing' : 'ok';
}

function withoutShows<R extends RouteRow | CallRow>(row: R): R {
  const bare = { ...row };
  delete bare.shows;
  return bare;
}

function outcomeOfAnswer(world: World, row: RouteRow, { status, text }: Answer): unknown {
  if (status === 401 || status === 403 || status === 404) return status;
  if (status >= 400 || status < 200) return `${status} ${text.slice(0, 300)}`;
  return outcomeWithin(world, row, parsed(text), text);
}

export const answerAt = async (world: World, row: RouteRow, call: RouteCall, name: Known): Promise<unknown> =>
  outcomeOfAnswer(world, row, await send(world, row, call, world.credentials.known[name]));

export async function tellAt(
  world: World,
  row: RouteRow,
  call: RouteCall,
  name: Known,
): Promise<{ outcome: unknown; text: string }> {
  const answer = await send(world, row, call, world.credentials.known[name]);
  return { outcome: outcomeOfAnswer(world, withoutShows(row), answer), text: answer.text };
}

export async function tryRoute(world: World, row: RouteRow, callers: Callers): Promise<Answers> {
  const expected = expectedOfRoute(row, callers);
  const { known, strangers } = world.credentials;
  const all: Record<string, string | undefined> = { ...strangers, ...known };
  const shared = isReading(row);
  let forOthers: Promise<RouteCall> | undefined;
  const run = async (name: string): Promise<[string, unknown]> => {
    const make = (): Promise<RouteCall> => Promise.resolve(row.call(world));
    // public routes permit all callers: build a separate request for each
    const may = expected[name] === 'ok' || 'everybody' in row;
    const ask = async (): Promise<Answer> => {
      const call = await (may && !shared ? make() : (forOthers ??= make()));
      const [answer] = await Promise.all([send(world, row, call, all[name]), may && row.meanwhile?.(world, call)]);
      return answer;
    };
    const first = await ask();
    // rights are tested, not time: a loaded machine may exceed a deadline
    return [name, outcomeOfAnswer(world, row, first.status === 504 ? await ask() : first)];
  };
  return Object.fromEntries(await aFewAtATime(Object.keys(expected), run));
}

const CODES: Readonly<Record<string, Outcome>> = { UNAUTHENTICATED: 401, PERMISSION_DENIED: 403, NOT_FOUND: 404 };

function outcomeOfError(error: unknown): unknown {
  if (!(error instanceof AppError)) return String(error);
  return CODES[error.code] ?? `${error.code} ${error.message} ${JSON.stringify(error.fields ?? {})}`;
}

export async function answerOf(world: World, row: CallRow, request: unknown, parent: CallParent): Promise<unknown> {
  try {
    const answer = await row.run(world, request, parent);
    return outcomeWithin(world, row, answer, JSON.stringify(answer));
  } catch (error) {
    return outcomeOfError(error);
  }
}

export async function tellOf(
  world: World,
  row: CallRow,
  request: unknown,
  parent: CallParent,
): Promise<{ outcome: unknown; text: string }> {
  try {
    const answer = await row.run(world, request, parent);
    return { outcome: outcomeWithin(world, withoutShows(row), answer, ''), text: JSON.stringify(answer) };
  } catch (error) {
    return { outcome: outcomeOfError(error), text: '' };
  }
}

export async function tryCall(world: World, row: CallRow, callers: Callers): Promise<Answers> {
  const expected = expectedOfCall(row, callers);
  const { actors, credentials } = world;
  const by = (name: string): Actor => {
    const known = KNOWN.find((each) => each === name);
    const process = PROCESSES.find((each) => processName(each) === name);
    // requests with invalid credentials are built for an administrator, like their tokens
    return known ? actors[known] : process ? serviceActor(process) : actors[ADMINISTRATOR];
  };
  const parentOf = async (name: string): Promise<CallParent> => {
    const stranger = INTERNAL_STRANGERS.find((each) => each === name);
    return stranger ? { token: credentials.internalStrangers[stranger], requestId: newId() } : callBy(by(name));
  };
  const [streams, shared] = [isStream(row), isReading(row)];
  let forOthers: Promise<unknown> | undefined;
  const run = async (name: string): Promise<[string, unknown]> => {
    const make = (): Promise<unknown> => Promise.resolve(row.request(world, by(name)));
    // a stream can be sent only once
    const isOwn = streams || (expected[name] === 'ok' && !shared);
    const request = await (isOwn ? make() : (forOthers ??= make()));
    return [name, await answerOf(world, row, request, await parentOf(name))];
  };
  return Object.fromEntries(await aFewAtATime(Object.keys(expected), run));
}

export const agentAtRoute = async (world: World, row: RouteRow): Promise<unknown> =>
  outcomeOfAnswer(world, row, await send(world, row, await row.call(world), world.agent.authorization));

export async function agentAtCall(world: World, row: CallRow): Promise<unknown> {
  const { actor } = world.agent;
  return answerOf(world, row, await row.request(world, actor), await callBy(actor));
}

export const isStream = ({ service, method }: CallRow): boolean =>
  (services[service] as ServiceShape)[method]?.requestStream ?? false;

export function inWords(expected: Answers): string {
  const byOutcome = new Map<string, string[]>();
  for (const [name, outcome] of Object.entries(expected)) {
    const key = String(outcome);
    byOutcome.set(key, [...(byOutcome.get(key) ?? []), name]);
  }
  const groups: [string, readonly string[]][] = [
    ['everybody', PASSERS_BY],
    ['everybody authenticated', KNOWN],
    ['unauthenticated callers', STRANGERS],
    ['unauthenticated callers', INTERNAL_STRANGERS],
    ['all people', PEOPLE],
    ['all keys', KEYS],
    ['all processes', PROCESSES.map(processName)],
    ['processes', Object.keys(ANY_PROCESS).map(processName)],
  ];
  const short = (names: readonly string[]): string => {
    let left = [...names];
    const words: string[] = [];
    for (const [word, members] of groups) {
      if (!members.every((member) => left.includes(member))) continue;
      words.push(word);
      left = left.filter((name) => !members.includes(name));
    }
    return [...words, ...left].join(', ');
  };
  return [...byOutcome].map(([outcome, names]) => `${outcome}: ${short(names)}`).join(' | ');
}
