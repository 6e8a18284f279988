import type { operationsOf } from '../harness/operations.js';
import type { Operation } from '../harness/load.js';

export type Operations = ReturnType<typeof operationsOf>;

type Times = (operations: Operations) => readonly (readonly [Operation, number])[];

/**
 * Ten minutes of a person: opens and pans two sheets a minute, reloads lists that others change, draws three
 * annotations, creates mentions and decides, sometimes writes a comment.
 */
const PERSON: Times = ({ read, write }) => [
  [read.pages, 20],
  [read.lookAround, 240],
  [read.listAnnotations, 60],
  [read.readAnnotation, 20],
  [read.listProjects, 20],
  [read.web, 3],
  [write.annotation, 30],
  [write.mention, 10],
  [write.decision, 10],
  [write.comment, 5],
  [write.feature, 2],
  [write.issue, 1],
];

/** Ten minutes of an agent: one request a second, a third of them writes. */
const AGENT: Times = ({ read, write }) => [
  [read.listProjects, 20],
  [read.listAnnotations, 120],
  [read.readAnnotation, 260],
  [write.annotation, 150],
  [write.mention, 50],
];

const UPLOADS: Times = ({ write }) => [
  [write.upload, 1],
  [write.job, 1],
];

export const WITH_ONE_PERSON = { agents: 0.2, pagesAnHour: 12 } as const;

const perSecond = (times: Times, operations: Operations): number =>
  times(operations).reduce((sum, [, count]) => sum + count, 0) / 600;

/** Repeats each operation by its count, spread evenly. */
export function spread(times: readonly (readonly [Operation, number])[]): Operation[] {
  const placed = times.flatMap(([operation, count], row) =>
    Array.from({ length: count }, (_, n) => ({ operation, at: (n + (row + 1) / (times.length + 1)) / count })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ operation }) => operation);
}

const inTurns = (lists: readonly Operation[][]): Operation[] =>
  (lists[0] ?? []).flatMap((_, n) => lists.flatMap((list) => list[n] ?? []));

/** One kind of load: its operations in order, and their rate. */
export interface Part {
  operations: Operation[];
  perSecond: number;
}

/** Operation of a world, with its number in each call: only its people may send them. */
const ownedBy = (world: number, operation: Operation): Operation => ({
  ...operation,
  make: async () => {
    const call = await operation.make();
    return call && { ...call, world };
  },
});

export function mixOf(worlds: readonly Operations[], people: number): Record<'people' | 'agents' | 'uploads', Part> {
  const [first] = worlds;
  if (!first) throw new Error('a load needs a world');
  const part = (times: Times, count: number): Part => ({
    operations: inTurns(
      worlds.map((operations, world) => spread(times(operations)).map((operation) => ownedBy(world, operation))),
    ),
    perSecond: perSecond(times, first) * count,
  });
  return {
    people: part(PERSON, people),
    agents: part(AGENT, Math.max(1, people * WITH_ONE_PERSON.agents)),
    // an upload and its reading are two requests
    uploads: { ...part(UPLOADS, 0), perSecond: (2 * people * WITH_ONE_PERSON.pagesAnHour) / 3600 },
  };
}
