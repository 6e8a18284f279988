/** Access matrix, service methods: each kind of caller tests each grid once; other rows are tested at their limits. */
import { describe, expect, it } from '@jest/globals';
import { AGENTS, nameOf } from './agents.js';
import { callRows, matrix, routeRows, ROW_LIMIT_MS, title } from './matrix.js';
import { SERVICES } from './system.js';
import { there } from './there.js';
import { agentAtCall, agentAtRoute, expectedOfCall, inWords, tryCall, withCallers } from './tries.js';

const tried = new Set<string>();

describe.each(SERVICES)('methods: %s', (service) => {
  const rows = callRows.filter((row) => row.service === service);
  const tries = withCallers(rows, tried).map(({ row, callers }) => ({
    row,
    callers,
    expected: expectedOfCall(row, callers),
  }));
  it.each(tries.map((each) => ({ ...each, name: title(each.row.method, each.row, inWords(each.expected)) })))(
    '$name',
    async ({ row, callers, expected }) => {
      expect(await tryCall(matrix.world, row, callers)).toEqual(expected);
    },
    ROW_LIMIT_MS,
  );
});

describe('a key that is bound to an agent (OP-24)', () => {
  it.each(AGENTS)(
    '%s: %s',
    async (name, expected) => {
      const row = there(
        [...routeRows, ...callRows].find((each) => nameOf(each) === name),
        name,
      );
      expect(await ('route' in row ? agentAtRoute(matrix.world, row) : agentAtCall(matrix.world, row))).toBe(expected);
    },
    ROW_LIMIT_MS,
  );
});
