import { newId, serviceActor } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import {
  ADMINISTRATOR,
  CREATOR,
  EDIT,
  KEY_HERE,
  KEY_OF_ADMINISTRATOR,
  LISTED,
  OWNER,
  READ,
  VIEWER,
  inTurn,
  type Grid,
  type Known,
  type Outcome,
} from './callers.js';
import { callBy } from './credentials.js';
import { aFewAtATime, answerAt, answerOf, isStream, type CallRow, type RouteCall, type RouteRow } from './tries.js';
import type { World } from './world.js';

/** Of each kind of caller the one with most access. */
const SEE_IT: readonly Known[] = [ADMINISTRATOR, CREATOR, OWNER, VIEWER, KEY_OF_ADMINISTRATOR, KEY_HERE];
const IN_BROWSER: readonly Known[] = [ADMINISTRATOR, CREATOR, OWNER, VIEWER];

interface Prepared {
  name: string;
  isList: boolean;
  reads: boolean;
  as: (caller: Known) => Promise<unknown>;
  asProcess?: () => Promise<unknown>;
}

const isGrid = (grid: Grid, ...others: readonly Grid[]): boolean =>
  others.some((other) => JSON.stringify(other) === JSON.stringify(grid));
const asProcess = (): Promise<CallParent> => callBy(serviceActor('feature'));

export async function prepare(
  world: World,
  routes: readonly RouteRow[],
  calls: readonly CallRow[],
): Promise<Prepared[]> {
  const ofRoutes = routes.filter(
    (row) => 'allowed' in row && isGrid(row.allowed, READ, EDIT, LISTED) && !row.meanwhile,
  );
  const ofCalls = calls.filter((row) => isGrid(row.allowed, READ, EDIT, LISTED) && !isStream(row));
  const nameOf = (what: string, way: string | undefined): string => (way ? `${what} (${way})` : what);
  const about = (grid: Grid) => ({ isList: isGrid(grid, LISTED), reads: !isGrid(grid, EDIT) });
  return [
    ...(await aFewAtATime(ofRoutes, async (row): Promise<Prepared[]> => {
      if (!('allowed' in row)) return [];
      const call: RouteCall = await row.call(world);
      const as = (caller: Known): Promise<unknown> => answerAt(world, row, call, caller);
      return [{ name: nameOf(row.route, row.way), ...about(row.allowed), as }];
    })),
    ...(await aFewAtATime(ofCalls, async (row): Promise<Prepared[]> => {
      const request = await row.request(world, world.actors[ADMINISTRATOR]);
      return [
        {
          name: nameOf(`${row.service}.${row.method}`, row.way),
          ...about(row.allowed),
          as: async (caller) => answerOf(world, row, request, await callBy(world.actors[caller])),
          asProcess: async () => answerOf(world, row, request, await asProcess()),
        },
      ];
    })),
  ].flat();
}

const takesKeys = (name: string): boolean => !name.includes(' /') || name.includes('/api/public/');

interface Try {
  request: Prepared;
  caller: Known;
  answer?: unknown;
}

/** The administrator, and another caller by turn: each service has more requests than there are callers. */
export const withCallers = (prepared: readonly Prepared[]): Try[] =>
  prepared.flatMap((request, turn) =>
    inTurn(takesKeys(request.name) ? SEE_IT : IN_BROWSER, turn).map((caller) => ({ request, caller })),
  );

/** @returns the tries with another answer, to be repeated */
export async function wrongAnswers(
  tries: readonly Try[],
  expected: (request: Prepared) => Outcome,
): Promise<(Try & { answer: unknown })[]> {
  const answers = await aFewAtATime(tries, async ({ request, caller }) => ({
    ...{ request, caller },
    answer: await request.as(caller),
  }));
  return answers.filter(({ request, answer }) => answer !== expected(request));
}

export const inWords = ({ request, caller, answer }: Try): string => `${request.name} as ${caller}: ${String(answer)}`;

export async function readStream(world: World, projectId: string): Promise<{ all: Promise<string> }> {
  const response = await fetch(`${world.system.url}/api/events?project_id=${projectId}&window_id=${newId()}`, {
    headers: { authorization: world.credentials.known[OWNER] },
  });
  return { all: response.text() };
}
